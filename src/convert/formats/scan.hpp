// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <convert/entries.hpp>

namespace filigree::detail {

struct StoredLength {
  const std::int64_t* lengths;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const { return lengths[i]; }
};

template <class Length>
struct ScanLengths {
  std::int64_t count;
  Length length;
  std::int64_t* offsets;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& sum, bool final) const {
    if (final) offsets[i] = sum;
    if (i < count) sum += length(i);
  }
};

/// offsets[i] = the sum of length(0), ..., length(i - 1), for i up to `count`; returns the whole
/// sum. `length` may be called more than once for each i. Waits for the device.
template <class Exec, class Length>
std::int64_t scan_lengths(const char* label, const Exec& exec, std::int64_t count,
                          const Length& length, std::int64_t* offsets) {
  std::int64_t total = 0;
  Kokkos::parallel_scan(label, EntryRange<Exec>(exec, 0, count + 1),
                        ScanLengths<Length>{count, length, offsets}, total);
  return total;
}

}  // namespace filigree::detail
