// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/format_rows.hpp>
#include <filigree/validate.hpp>
#include <validate/report.hpp>

/// What the checks of all containers share.

namespace filigree::detail {

inline bool demanded(Check check, bool flagged) {
  return check == Check::always || (check == Check::flagged && flagged);
}

/// Rows or columns, from 0.
struct IndexRange {
  std::int64_t first;
  std::int64_t count;
};

/// Whether no entry of a block lies in the triangle.
KOKKOS_INLINE_FUNCTION bool lies_outside(FillMode fill, const IndexRange& rows,
                                         const IndexRange& columns) {
  return fill == FillMode::lower ? columns.first > rows.first + rows.count - 1
                                 : columns.first + columns.count - 1 < rows.first;
}

/// The indices of an array, each `step` behind the one before it.
template <class Index>
struct IndexArray {
  const Index* indices = nullptr;
  std::int64_t count = 0;
  std::int64_t step = 1;
  std::int64_t base = 0;
  std::int64_t extent = 0;  ///< they lie in [base, base + extent)
  bool padded = false;      ///< or are -1
};

/// Whether all of them are within range: in one pass at the memory's speed, for matrices that are
/// right. Where one is not, another pass has to find the first, and whether it counts.
template <class Exec, class Index>
bool all_in_range(const Exec& exec, const IndexArray<Index>& array);

/// Ascending offsets of groups (rows, slices, ...) of things that are counted through.
struct CheckedOffsets {
  std::int64_t num_offsets = 0;  ///< may be 0 where there are no groups
  std::int64_t num_groups = 0;
  AnyOffsets offsets;
  std::int64_t first = 0;  ///< the first offset must be this
  std::int64_t count = 0;  ///< the last one this much more
};

/// The lowest offence among offsets: the first, the end of a group (`major`), the last.
template <class Exec>
FoundOffence check_offsets(const Exec& exec, const CheckedOffsets& checked);

/// One of the offsets brought to the host; waits for `exec`.
template <class Exec>
std::int64_t read_offset(const Exec& exec, const AnyOffsets& offsets, std::int64_t i);

}  // namespace filigree::detail
