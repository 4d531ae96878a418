// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "cuda/offset_array.hpp"
#include "cuda/pack.hpp"
#include "spmv/cuda/arguments.hpp"

/// The SpMV problem as the tuned kernels of formats other than Csr take it: everything but the
/// pattern, and the patterns, each as its visitor in format_rows.hpp has it, without Kokkos.

namespace filigree::cuda {

template <class A_, class X_, class Y_, class C_>
struct FormatArguments {
  using A = A_;
  using X = X_;
  using Y = Y_;
  using C = C_;

  std::int64_t num_rows;
  std::int64_t num_cols;
  bool conjugate;
  const A* values;
  Scalar<C> alpha;
  const X* x;
  Scalar<C> beta;
  const Y* y;
  Y* z;
};

/// Entries of type T that a load of 16 bytes takes, at most \c limit.
template <class T>
constexpr int pack_entries(int limit) {
  int count = 1;
  while (2 * count <= limit && 2 * count * sizeof(T) <= 16) count *= 2;
  return count;
}

inline bool is_aligned(const void* pointer, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(pointer) % bytes == 0;
}

/// group = count / size, for counts below 2^32 by 32-bit arithmetic.
__device__ inline std::int64_t fast_quotient(std::int64_t count, std::int64_t size) {
  if (((count | size) >> 32) == 0) return std::uint32_t(count) / std::uint32_t(size);
  return count / size;
}

}  // namespace filigree::cuda
