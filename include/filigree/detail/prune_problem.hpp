// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/format/matrix_base.hpp>

/// Choosing entries by their magnitude as the compiled library sees it. Three steps: a bit for each
/// entry that stays (the only step that knows the scalar type), the number of set bits before each
/// word, and from these the pattern of what stays. All arrays are reachable from Exec.

namespace filigree::detail {

/// Bits that one word of marks holds.
inline constexpr std::int64_t mark_bits = 32;

/// A dense matrix by rows (major = row) or by columns, or an array (one row of it).
struct StridedShape {
  std::int64_t num_major = 0;
  std::int64_t num_minor = 0;
  std::int64_t major_stride = 0;
  std::int64_t minor_stride = 1;

  std::int64_t size() const { return num_major * num_minor; }
  /// Each row begins a word of its own.
  std::int64_t words_per_major() const { return groups_of(num_minor, mark_bits); }
  std::int64_t num_words() const { return num_major * words_per_major(); }
  /// Whether entries of a row are neighbours in memory rather than those of a column.
  bool minor_is_inside() const { return minor_stride <= major_stride || num_major == 1; }

  friend bool operator==(const StridedShape&, const StridedShape&) = default;
};

/// A magnitude as the bits of the double nearest to it: ordered as magnitudes are, NaN above all.
using MagnitudeKey = std::uint64_t;

/// The key that the magnitude of an entry must exceed to stay; those of NaN exceed every one.
/// \throws Error invalid_value for a negative threshold or NaN
FILIGREE_EXPORT MagnitudeKey threshold_key(std::string_view operation, double threshold);

/// The place of the threshold among `count` magnitudes in ascending order.
/// \throws Error invalid_value for a percentage outside [0, 100] or NaN
FILIGREE_EXPORT std::int64_t percentage_position(std::string_view operation, double percentage,
                                                 std::int64_t count);

/// The key at `position` of all magnitudes in ascending order; waits for the device.
///
/// A radix selection: digits from the highest, each by a histogram of those entries that agree so
/// far (Knuth, TAOCP 3, 5.2.5 for the sort that it abridges). O(size) time, no copy of the entries.
template <class Exec, class Scalar>
FILIGREE_EXPORT MagnitudeKey select_magnitude(const Exec& exec, const StridedShape& shape,
                                              const Scalar* entries, std::int64_t position);

/// Bit j % 32 of word (i * words_per_major + j / 32): whether entry (i, j) exceeds the threshold.
template <class Exec, class Scalar>
FILIGREE_EXPORT void mark_entries(const Exec& exec, const StridedShape& shape,
                                  const Scalar* entries, MagnitudeKey threshold,
                                  std::uint32_t* words);

/// starts[w] = the number of bits set before word w; num_words + 1 of them. Does not wait.
template <class Exec>
FILIGREE_EXPORT void count_marks(const Exec& exec, std::int64_t num_words,
                                 const std::uint32_t* words, std::int64_t* starts);

/// A number brought to the host; waits for `exec`.
template <class Exec>
FILIGREE_EXPORT std::int64_t read_count(const Exec& exec, const std::int64_t* count);

/// counts[i] = the bits of row i.
template <class Exec, class Count>
FILIGREE_EXPORT void count_major_marks(const Exec& exec, const StridedShape& shape,
                                       const std::int64_t* starts, Count* counts);

/// offsets[i] = base + the bits of all rows before i; num_major + 1 of them.
template <class Exec, class Offset>
FILIGREE_EXPORT void major_offsets(const Exec& exec, const StridedShape& shape,
                                   const std::int64_t* starts, IndexBase base, Offset* offsets);

/// For each set bit, in order: its row, its column (from `base`; null pointers are left out) and
/// where the entry lies in memory.
template <class Exec, class Index>
FILIGREE_EXPORT void list_marks(const Exec& exec, const StridedShape& shape,
                                const std::uint32_t* words, const std::int64_t* starts,
                                IndexBase base, Index* majors, Index* minors, std::int64_t* places);

/// The offsets of a compressed matrix of which only the marked entries stay. They may count from
/// another base; num_offsets may be 0.
template <class Exec, class Offset>
FILIGREE_EXPORT void kept_offsets(const Exec& exec, std::int64_t num_offsets, const Offset* offsets,
                                  IndexBase base, const std::uint32_t* words,
                                  const std::int64_t* starts, IndexBase new_base,
                                  Offset* new_offsets);

/// counts[i] = the marked entries of row (column) i of a compressed matrix.
template <class Exec, class Offset, class Count>
FILIGREE_EXPORT void count_kept(const Exec& exec, std::int64_t num_major, const Offset* offsets,
                                IndexBase base, const std::uint32_t* words,
                                const std::int64_t* starts, Count* counts);

}  // namespace filigree::detail
