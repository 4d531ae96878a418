// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "spmv/host/isa.hpp"

namespace filigree::detail {

/// The smallest and the largest of some indices that lie `stride` apart. Padding, below 0, is left
/// out: as an unsigned number it is the largest.
template <class Index>
KOKKOS_FORCEINLINE_FUNCTION void find_range(const Index* indices, std::int64_t count,
                                            std::int64_t stride, Index& smallest, Index& largest) {
  // Of variables of its own, as the compiler makes vectors of these.
  auto low = std::numeric_limits<std::make_unsigned_t<Index>>::max();
  Index high = -1;
  for (std::int64_t k = 0; k < count; ++k) {
    low = std::min(low, std::make_unsigned_t<Index>(indices[k * stride]));
    high = std::max(high, indices[k * stride]);
  }
  smallest = Index(low);
  largest = high;
}

#if FILIGREE_HOST_SIMD
/// The oldest x86-64 has no instruction for the smaller of two integers.
template <class Index>
FILIGREE_TARGET_AVX2 void find_range_avx2(const Index* indices, std::int64_t count, Index& smallest,
                                          Index& largest) {
  find_range(indices, count, 1, smallest, largest);
}
#endif

/// The results that some entries add to: from the smallest index to the largest.
class ResultRange {
 public:
  KOKKOS_INLINE_FUNCTION bool is_empty() const { return first_ > last_; }
  KOKKOS_INLINE_FUNCTION std::int64_t first() const { return first_; }
  KOKKOS_INLINE_FUNCTION std::int64_t last() const { return last_; }
  KOKKOS_INLINE_FUNCTION std::int64_t size() const { return is_empty() ? 0 : last_ - first_ + 1; }

  KOKKOS_INLINE_FUNCTION void extend(std::int64_t first, std::int64_t last) {
    first_ = std::min(first_, first);
    last_ = std::max(last_, last);
  }

  /// By `count` indices that lie `stride` apart and count from `base`, `width` results each;
  /// padding, below 0, is left out.
  template <class Index>
  KOKKOS_INLINE_FUNCTION void extend(const Index* indices, std::int64_t count, std::int64_t base,
                                     std::int64_t stride = 1, std::int64_t width = 1) {
    Index smallest = 0, largest = -1;
#if FILIGREE_HOST_SIMD
    if (stride == 1 && host_isa() != HostIsa::baseline)
      find_range_avx2(indices, count, smallest, largest);
    else
#endif
      stride == 1 ? find_range(indices, count, 1, smallest, largest)
                  : find_range(indices, count, stride, smallest, largest);
    if (largest >= 0)
      extend((std::int64_t(smallest) - base) * width,
             (std::int64_t(largest) - base + 1) * width - 1);
  }

 private:
  std::int64_t first_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_ = -1;
};

}  // namespace filigree::detail
