// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "structured/matmul_arguments.hpp"

/// Which products the CUDA kernels take: pure functions of sizes, strides and addresses, without
/// CUDA.

namespace filigree::cuda {

using structured::MatmulArguments;

inline constexpr std::int64_t small_n_limit = 32;
/// Of a grid's second and third dimension.
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

/// The same with few columns, and a grid's limits.
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
