// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/partition_point.hpp>

/// From offsets to the row (column) of each entry, and back.

namespace filigree::detail {

/// For walk_entries.
template <class Index>
struct StoreMajor {
  std::int64_t base;
  Index* majors;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, const std::int64_t major) const {
    majors[k] = Index(major + base);
  }
};

/// The offset of a row among entries whose rows ascend.
template <class Offset, class Index>
struct FindRowOffset {
  const Index* keys;
  std::int64_t count;
  std::int64_t key_base;
  std::int64_t base;
  Offset* offsets;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    const std::int64_t first = partition_point(
        0, count, [&](std::int64_t k) { return std::int64_t(keys[k]) - key_base < row; });
    offsets[row] = Offset(first + base);
  }
};

}  // namespace filigree::detail
