// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "structured/cuda/partial_sums.hpp"
#include "structured/matmul_arguments.hpp"

/// Which products the CUDA kernels take: pure functions of sizes, strides and addresses, without
/// CUDA.

namespace filigree::cuda {

using structured::MatmulArguments;

inline constexpr std::int64_t small_n_limit = 32;
/// The most thread blocks in a grid's second and third dimension.
inline constexpr std::int64_t grid_limit = 65535;

/// Whether the copy engine reaches lines that are so far apart.
inline bool copy_aligned(const void* data, std::int64_t stride_bytes, std::int64_t batch_bytes) {
  return reinterpret_cast<std::uintptr_t>(data) % 16 == 0 && stride_bytes % 16 == 0 &&
         batch_bytes % 16 == 0 && stride_bytes > 0;
}

/// Whether wgmma_matmul takes the product: m, n, k > 0 and below 2^31; B along k, or along n with
/// types of 16 bits; B's other stride, its batch stride and its address multiples of 16 bytes, A's
/// address one of 128. D is of any strides.
template <class In>
bool wgmma_matmul_takes(const MatmulArguments& arguments) {
  constexpr std::int64_t limit = std::int64_t(1) << 31;
  constexpr std::int64_t size = sizeof(In);
  const bool along_k = arguments.b_stride_k == 1;
  if (!along_k && !(arguments.b_stride_n == 1 && size == 2)) return false;
  const std::int64_t extent = arguments.m | arguments.n | arguments.k | arguments.batches;
  return arguments.m > 0 && arguments.n > 0 && arguments.k > 0 && arguments.batches > 0 &&
         extent < limit && reinterpret_cast<std::uintptr_t>(arguments.a) % 128 == 0 &&
         copy_aligned(arguments.b, size * (along_k ? arguments.b_stride_n : arguments.b_stride_k),
                      size * arguments.b_batch_stride);
}

/// Sums beyond the second-level cache cost more than idle multiprocessors.
inline constexpr double split_bytes_limit = 64 << 20;

/// Steps of k that split products hand out: two stages of the kernel.
template <class In>
std::int64_t split_steps(const MatmulArguments& arguments) {
  return structured::Layout<In>{arguments.m, arguments.k}.padded_cols() / (256 / sizeof(In));
}

/// PartialSums::bytes for sizes above 0, which need not fit 64 bits.
inline double partial_sums_bytes(const MatmulArguments& arguments, int parts) {
  const auto sums = PartialSums::of(nullptr, parts, arguments.batches, arguments.m, arguments.n);
  return 16.0 * PartialSums::threads * parts * double(sums.batches) * double(sums.row_blocks) *
         double(sums.col_groups);
}

/// With k in parts: none is empty.
template <class In>
bool split_takes(const MatmulArguments& arguments, int parts) {
  return wgmma_matmul_takes<In>(arguments) && parts <= split_steps<In>(arguments) &&
         partial_sums_bytes(arguments, parts) <= split_bytes_limit;
}

/// wgmma_matmul_takes with few columns, and a grid's limits.
template <class In>
bool small_n_takes(const MatmulArguments& arguments) {
  return wgmma_matmul_takes<In>(arguments) && arguments.n <= small_n_limit &&
         (arguments.m - 1) / structured::block_rows < grid_limit && arguments.batches <= grid_limit;
}

/// The tiles of a matrix of D have to fit into a grid.
inline bool tiled_matmul_takes(const MatmulArguments& arguments) {
  const std::int64_t rows = arguments.m / structured::block_rows + 1;
  const std::int64_t cols = arguments.n / structured::block_rows + 1;
  return rows < (std::int64_t(1) << 31) / cols;
}

}  // namespace filigree::cuda
