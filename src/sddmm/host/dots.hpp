// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spmm/host/vectors.hpp"

/// Sums of products of one contiguous row with several others.

namespace filigree::detail {

/// sums[e] = the sum over k < inner of x[k] right[rows[e] * stride + k], for e < count. Each sum is
/// made in the same order, whatever the others.
template <class T>
using RowDots = void (*)(const T* x, const T* right, std::int64_t stride, const std::int64_t* rows,
                         int count, std::int64_t inner, T* sums);

#define FILIGREE_ISA_SOURCE "sddmm/host/dots.inc"
#include "spmv/host/each_isa.inc"

/// The one for this processor.
template <class T>
RowDots<T> row_dots_for([[maybe_unused]] HostIsa isa) {
#if FILIGREE_HOST_SIMD
  if (isa == HostIsa::avx512) return avx512::row_dots<T>;
  if (isa == HostIsa::avx2) return avx2::row_dots<T>;
#endif
  return baseline::row_dots<T>;
}

}  // namespace filigree::detail
