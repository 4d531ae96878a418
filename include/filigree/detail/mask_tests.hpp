// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/partition_point.hpp>
#include <filigree/format/csr.hpp>

/// What masks, accumulators and epilogues of products are made of.

namespace filigree::detail {

struct EveryEntry {};  ///< the mask that keeps all
struct Overwrite {};   ///< no accumulator
struct StoreAsIs {};   ///< no epilogue

template <class View>
struct FlagTest {
  View flags;

  template <class... Place>
  KOKKOS_INLINE_FUNCTION bool operator()(const Place&... place) const {
    return static_cast<bool>(flags(place...));
  }
};

/// The first position in [first, last) of an ascending list whose index is not below `index`.
template <class Index>
KOKKOS_INLINE_FUNCTION std::int64_t lower_bound_of(const Index* list, std::int64_t first,
                                                   std::int64_t last, std::int64_t index) {
  return partition_point(first, last,
                         [&](std::int64_t k) { return std::int64_t(list[k]) < index; });
}

template <class Scalar, class Index, class Offset, class Space>
struct PatternTest {
  CsrMatrix<const Scalar, Index, Offset, Space> pattern;
  bool by_value = false;
};

/// PatternTest as a kernel takes it.
template <class Scalar, class Index, class Offset>
struct StoredEntryTest {
  const Offset* offsets = nullptr;
  const Index* indices = nullptr;
  const Scalar* values = nullptr;
  std::int64_t base = 0;
  bool by_value = false;

  KOKKOS_INLINE_FUNCTION bool operator()(std::int64_t row, std::int64_t col) const {
    const std::int64_t end = std::int64_t(offsets[row + 1]) - base;
    const std::int64_t k =
        lower_bound_of(indices, std::int64_t(offsets[row]) - base, end, col + base);
    if (k == end || std::int64_t(indices[k]) - base != col) return false;
    return !by_value || static_cast<bool>(values[k]);
  }
};

}  // namespace filigree::detail
