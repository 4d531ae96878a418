// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/core/types.hpp>
#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <filigree/spmv_options.hpp>

/// A plan and a matrix in other arrays than those that the plan was made from: whether both are of
/// one shape, and how what the plan holds comes to name the other arrays. Contents are compared by
/// checksums, which each operation has.

namespace filigree::detail {

template <class T>
void take_array(const T*& to, const T* from) {
  if ((to == nullptr) == (from == nullptr)) to = from;
}
inline void take_array(AnyOffsets& to, const AnyOffsets& from) {
  if ((to.data() == nullptr) == (from.data() == nullptr) && to.is_wide() == from.is_wide())
    to = from;
}

/// Gives a pattern, as an operation has it, the arrays of another one, and leaves its sizes.
template <class Pattern>
void take_arrays(Pattern& to, const Pattern& from) {
  if constexpr (requires { to.offsets; }) take_array(to.offsets, from.offsets);
  if constexpr (requires { to.indices; }) take_array(to.indices, from.indices);
  if constexpr (requires { to.row_offsets; }) take_array(to.row_offsets, from.row_offsets);
  if constexpr (requires { to.row_indices; }) take_array(to.row_indices, from.row_indices);
  if constexpr (requires { to.col_indices; }) take_array(to.col_indices, from.col_indices);
  if constexpr (requires { to.begin_offsets; }) take_array(to.begin_offsets, from.begin_offsets);
  if constexpr (requires { to.end_offsets; }) take_array(to.end_offsets, from.end_offsets);
  if constexpr (requires { to.slice_offsets; }) take_array(to.slice_offsets, from.slice_offsets);
  if constexpr (requires { to.row_permutation; })
    take_array(to.row_permutation, from.row_permutation);
  if constexpr (requires { to.hack_offsets; }) take_array(to.hack_offsets, from.hack_offsets);
  if constexpr (requires { to.diagonal_offsets; })
    take_array(to.diagonal_offsets, from.diagonal_offsets);
  if constexpr (requires { to.mask; }) take_array(to.mask, from.mask);
  if constexpr (requires { to.rows; }) take_arrays(to.rows, from.rows);
  if constexpr (requires { to.first; }) take_arrays(to.first, from.first);
}

/// Whether two patterns differ in their arrays at most.
template <class Pattern>
bool has_same_shape(const Pattern& planned, Pattern stored) {
  take_arrays(stored, planned);
  return stored == planned;
}

/// Whether a matrix may be the plan's as far as can be seen without its contents, which
/// PatternCheck::content compares afterwards.
template <class Pattern>
bool may_be_same(const Pattern& planned, const Pattern& stored, PatternCheck check) {
  return check == PatternCheck::content ? has_same_shape(planned, stored) : stored == planned;
}

// --- what plans hold, with other arrays in place of those that they were made from ---------------

template <class T>
const T* rebound(const T* array, const T* from, const T* to) {
  return array != nullptr && array == from ? to : array;
}

/// Also of an array that begins with the second entry of `from`.
inline AnyOffsets rebound(const AnyOffsets& array, const AnyOffsets& from, const AnyOffsets& to) {
  if (array.data() == nullptr || from.data() == nullptr) return array;
  const std::size_t width = from.is_wide() ? sizeof(std::int64_t) : sizeof(std::int32_t);
  const auto bytes = reinterpret_cast<std::uintptr_t>(array.data()) -
                     reinterpret_cast<std::uintptr_t>(from.data());
  if (bytes != 0 && bytes != width) return array;
  const auto* const place = static_cast<const std::byte*>(to.data()) + bytes;
  if (from.is_wide()) return AnyOffsets(reinterpret_cast<const std::int64_t*>(place));
  return AnyOffsets(reinterpret_cast<const std::int32_t*>(place));
}

/// `Stored` is a StoredPattern.
template <class Offset, class Index, class Stored>
GatherPattern<Offset, Index> rebound(GatherPattern<Offset, Index> pattern, const Stored& from,
                                     const Stored& to) {
  pattern.row_offsets = rebound(pattern.row_offsets, from.offsets, to.offsets);
  pattern.stored_offsets = rebound(pattern.stored_offsets, from.offsets, to.offsets);
  pattern.col_indices = from.format == decltype(from.format)::csc
                            ? rebound(pattern.col_indices, from.row_indices, to.row_indices)
                            : rebound(pattern.col_indices, from.col_indices, to.col_indices);
  return pattern;
}

/// SolveRows, of a source that is a StoredPattern or a FactorSource.
template <class Rows, class Source>
void rebind_rows(Rows& rows, const Source& from, const Source& to) {
  const AnyOffsets old(from.offsets), now(to.offsets);
  rows.begin_offsets = rebound(rows.begin_offsets, old, now);
  rows.end_offsets = rebound(rows.end_offsets, old, now);
  rows.col_indices = rebound(rows.col_indices, from.col_indices, to.col_indices);
  if constexpr (requires { from.row_indices; })
    rows.col_indices = rebound(rows.col_indices, from.row_indices, to.row_indices);
}

}  // namespace filigree::detail
