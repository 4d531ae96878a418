// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <convert/entries.hpp>

namespace filigree::detail {

/// offsets[i] = the sum of length(0), ..., length(i - 1), for i up to `count`; returns the whole
/// sum. `length` may be called more than once for each i. Waits for the device.
template <class Exec, class Length>
std::int64_t scan_lengths(const char* label, const Exec& exec, std::int64_t count,
                          const Length& length, std::int64_t* offsets) {
  std::int64_t total = 0;
  Kokkos::parallel_scan(
      label, EntryRange<Exec>(exec, 0, count + 1),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t & sum, bool final) {
        if (final) offsets[i] = sum;
        if (i < count) sum += length(i);
      },
      total);
  return total;
}

}  // namespace filigree::detail
