// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace filigree::detail {

/// The first of low .. high - 1 for which is_before does not hold, high where it holds for all;
/// where it holds for one it holds for all before it. On hosts and devices, O(log(high - low)).
template <class IsBefore>
KOKKOS_INLINE_FUNCTION std::int64_t partition_point(std::int64_t low, std::int64_t high,
                                                    const IsBefore& is_before) {
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (is_before(middle))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace filigree::detail
