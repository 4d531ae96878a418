// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/shared_memory.hpp"
#include "cuda/tensor_map.hpp"
#include "sddmm/cuda_blocked/launch.hpp"
#include "sddmm/cuda_blocked/select.hpp"
#include "sddmm/cuda_blocked/tile.cuh"

namespace filigree::cuda {

/// The map of a rows x inner matrix, or of a batch of them.
template <class In, class Operand, bool along_k>
cudaError_t encode_bsr_sddmm(CUtensorMap& map, const StridedMatrix<const void>& matrix,
                             std::int64_t rows, std::int64_t inner, std::int64_t batches) {
  constexpr std::int64_t bytes = sizeof(In);
  const std::int64_t apart = along_k ? matrix.row_stride : matrix.col_stride;
  return encode_tensor_map<In>(
      map, {.data = matrix.data,
            .sizes = {along_k ? inner : rows, along_k ? rows : inner,
                      matrix.batch_stride == 0 ? 1 : batches},
            .strides = {bytes * apart, bytes * matrix.batch_stride},
            .box = {along_k ? Operand::depth : Operand::slab,
                    along_k ? Operand::slab : Operand::depth, 1},
            .swizzle = Operand::line_bytes == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
                       : Operand::line_bytes == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                                                   : CU_TENSOR_MAP_SWIZZLE_32B});
}

template <class Config>
cudaError_t launch_bsr_sddmm_as(const BsrSddmmArguments& arguments, const BsrSddmmParameters& p,
                                int multiprocessors, cudaStream_t stream) {
  using In = typename Config::In;
  CUtensorMap left, right;
  cudaError_t error = encode_bsr_sddmm<In, typename Config::Left, Config::left_along_k>(
      left, arguments.left, p.num_rows, p.inner, p.batches);
  if (error != cudaSuccess) return error;
  error = encode_bsr_sddmm<In, typename Config::Right, Config::right_along_k>(
      right, arguments.right, p.num_cols, p.inner, p.batches);
  if (error != cudaSuccess) return error;
  const auto kernel = bsr_sddmm_kernel<Config>;
  error = allow_shared_memory(kernel, Config::shared_bytes);
  if (error != cudaSuccess) return error;
  const std::int64_t places = Config::residents * std::int64_t(multiprocessors);
  const std::int64_t shares = std::min(p.num_blocks, std::max<std::int64_t>(places / p.batches, 1));
  const dim3 grid(unsigned(shares), unsigned(std::min<std::int64_t>(p.batches, 65'535)));
  kernel<<<grid, Config::threads, Config::shared_bytes, stream>>>(left, right, p);
  return cudaGetLastError();
}

template <class In>
cudaError_t launch_bsr_sddmm(const BsrSddmmArguments& arguments, bool values_are_float,
                             int multiprocessors, cudaStream_t stream) {
  if (arguments.num_blocks == 0 || arguments.batches == 0) return cudaSuccess;
  const int bytes = values_are_float ? int(sizeof(float)) : int(sizeof(In));
  BsrSddmmParameters p{};
  p.rows = arguments.rows;
  p.num_rows = arguments.num_rows;
  p.num_cols = arguments.num_cols;
  p.num_blocks = arguments.num_blocks;
  p.inner = arguments.inner;
  p.blocks_are_row_major = arguments.blocks_are_row_major;
  p.left_is_batch = arguments.left.batch_stride != 0;
  p.right_is_batch = arguments.right.batch_stride != 0;
  p.values_are_float = values_are_float;
  p.values_are_aligned = (reinterpret_cast<std::uintptr_t>(arguments.values) |
                          std::uintptr_t(arguments.values_stride * bytes)) %
                             16 ==
                         0;
  p.values = arguments.values;
  p.values_stride = arguments.values_stride;
  p.batches = arguments.batches;
  p.alpha = arguments.alpha;
  p.beta = arguments.beta;

  const auto lines = [&](const StridedMatrix<const void>& matrix, std::int64_t rows) {
    return bsr_sddmm_lines(rows, p.inner, matrix.row_stride, matrix.col_stride);
  };
  const DenseLines left = lines(arguments.left, p.num_rows);
  const DenseLines right = lines(arguments.right, p.num_cols);
  cudaError_t error = cudaErrorInvalidValue;  // no instance
  const auto with_lines = [&]<int size, bool left_along_k, bool right_along_k>() {
    if (arguments.block_size != size ||
        left != (left_along_k ? DenseLines::along_k : DenseLines::along_rows) ||
        right != (right_along_k ? DenseLines::along_k : DenseLines::along_rows))
      return;
    using Config = BsrSddmmTile<In, size, left_along_k, right_along_k>;
    error = launch_bsr_sddmm_as<Config>(arguments, p, multiprocessors, stream);
  };
  const auto with_size = [&]<int size>() {
    with_lines.template operator()<size, true, true>();
    with_lines.template operator()<size, true, false>();
    with_lines.template operator()<size, false, true>();
    with_lines.template operator()<size, false, false>();
  };
  with_size.template operator()<16>();
  with_size.template operator()<32>();
  with_size.template operator()<64>();
  with_size.template operator()<128>();
  return error;
}

}  // namespace filigree::cuda
