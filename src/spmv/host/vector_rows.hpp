// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "spmv/host/block_rows.hpp"
#include "spmv/host/isa.hpp"
#include "spmv/host/scalar_rows.hpp"
#include "spmv/host/vectors_avx2.hpp"
#include "spmv/host/vectors_avx512.hpp"

namespace filigree::detail {

/// Whether there are vector kernels for these types: what is computed in the type of x, real.
template <class A, class X, class Compute>
inline constexpr bool has_vector_rows = (std::is_same_v<X, Compute> && std::is_same_v<A, X> &&
                                         std::is_floating_point_v<X>) ||
                                        (std::is_same_v<X, Compute> && std::is_same_v<A, float> &&
                                         std::is_same_v<X, double>);

#if FILIGREE_HOST_SIMD

/// A matrix with no more entries than this is so near that no encoding is worth its decoding, and
/// branches are foretold by heart.
inline constexpr std::int64_t few_entries = 8192;

#define FILIGREE_TARGET FILIGREE_TARGET_AVX512
namespace avx512 {
#include "spmv/host/vector_rows.inc"
}  // namespace avx512
#undef FILIGREE_TARGET

#define FILIGREE_TARGET FILIGREE_TARGET_AVX2
namespace avx2 {
#include "spmv/host/vector_rows.inc"
}  // namespace avx2
#undef FILIGREE_TARGET

#endif

/// The kernel of a row block for this processor.
template <class A, class X, class Compute, class Offset, class Index>
RangeSums<A, X, Compute, Offset, Index> range_sums_for([[maybe_unused]] HostIsa isa) {
#if FILIGREE_HOST_SIMD
  if constexpr (has_vector_rows<A, X, Compute>) {
    if (isa == HostIsa::avx512) return avx512::range_sums<A, X, Offset, Index>;
    if (isa == HostIsa::avx2) return avx2::range_sums<A, X, Offset, Index>;
  }
#endif
  return scalar_range_sums<A, X, Compute, Offset, Index>;
}

}  // namespace filigree::detail
