// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include <filigree/detail/convert_problem.hpp>
#include <filigree/detail/format_rows.hpp>

/// The conversions between formats as the compiled library sees them. They move places, not values:
/// a pattern is made together with a map that says, for each place of the result, which place of
/// the source its value comes from (-1: none, the value is zero). So nothing depends on the scalar.
///
/// All arrays are reachable from Exec. Instantiated for both execution spaces and all index and
/// offset types.

namespace filigree::detail {

// --- values --------------------------------------------------------------------------------------

/// A matrix's values: one array, or two (Hyb), whose places are counted through.
struct ValueArrays {
  const void* first = nullptr;
  std::int64_t first_count = 0;
  const void* second = nullptr;
  std::int64_t second_count = 0;
};

/// to[k] = the value at place places[k] of `from`, zero where that is -1; entries of 1, 2, 4, 8 or
/// 16 bytes. Does not wait.
template <class Exec>
FILIGREE_EXPORT void gather_places(const Exec& exec, std::size_t entry_bytes, std::int64_t count,
                                   const std::int64_t* places, const ValueArrays& from, void* to);

// --- from any format to Csr ----------------------------------------------------------------------

/// Which entries a conversion to Csr drops: those whose value has none of the `magnitude` bits set.
/// entry_bytes 0: none.
struct ZeroTest {
  ValueArrays values;
  std::size_t entry_bytes = 0;
  std::uint64_t magnitude = 0;  ///< of an entry; of each half of a 16-byte one
};

/// row_offsets (num_rows + 1, from 0) of the entries that `zeros` keeps; returns their number.
/// Waits for the device. Throws invalid_value for a column outside the matrix.
template <class Exec, class Rows>
FILIGREE_EXPORT std::int64_t count_row_entries(std::string_view operation, const Exec& exec,
                                               const Rows& rows, const ZeroTest& zeros,
                                               std::int64_t* row_offsets);

/// The columns, counted from `base`, of the entries that count_row_entries counted, and the places
/// that they come from.
template <class Exec, class Rows>
FILIGREE_EXPORT void fill_row_entries(const Exec& exec, const Rows& rows, const ZeroTest& zeros,
                                      const std::int64_t* row_offsets, IndexBase base,
                                      typename Rows::index_type* col_indices, std::int64_t* places);

/// The entries of a list by their primary index, stable: those of index i are
/// permutation[offsets[i]], ... (num_primary + 1 offsets, from 0).
template <class Exec, class Index>
FILIGREE_EXPORT void order_by_primary(const Exec& exec, const EntryList<Index>& entries,
                                      std::int64_t* offsets, std::int64_t* permutation);

/// Whether the last Ell entry of each row is before the row's first Coo entry, or at its column.
/// Waits for the device.
template <class Exec, class Index>
FILIGREE_EXPORT bool parts_in_order(const Exec& exec, const HybRows<Index>& rows);

/// The column indices of an Ell matrix whose padding repeats the row's last column, with -1 there.
/// Places past num_rows of row_stride become -1 too.
template <class Exec, class Index>
FILIGREE_EXPORT void mark_repeated_columns(const Exec& exec, const EllRows<Index>& rows,
                                           Index* col_indices);

// --- from Csr ------------------------------------------------------------------------------------

/// The entries of the longest row. Waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT std::int64_t longest_row(const Exec& exec,
                                         const CompressedPattern<Index, Offset>& pattern);

/// The largest length that at least a third of the rows reach: past it the rows that are longer no
/// longer pay for the others' padding, where Ell is three times as fast as Coo (Bell and Garland
/// 2009). Waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT std::int64_t common_row_length(const Exec& exec,
                                               const CompressedPattern<Index, Offset>& pattern,
                                               std::int64_t longest);

/// Ell and Sell places: slices of slice_size rows.
struct SliceShape {
  std::int64_t num_slices = 0;
  std::int64_t slice_size = 1;
  const std::int64_t* slice_offsets = nullptr;  ///< null: one slice, of `width` places a row
  std::int64_t width = 0;
  const std::int64_t* row_permutation = nullptr;  ///< from 0; null: rows in order
};

/// slice_offsets (num_slices + 1, from 0) for slices as wide as their longest row; returns the
/// number of places. Waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT std::int64_t find_slices(const Exec& exec,
                                         const CompressedPattern<Index, Offset>& pattern,
                                         const SliceShape& shape, std::int64_t* slice_offsets);

/// Rows by length, longest first, within windows of `window` rows; equal ones stay in order.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void order_by_length(const Exec& exec,
                                     const CompressedPattern<Index, Offset>& pattern,
                                     std::int64_t window, std::int64_t longest,
                                     std::int64_t* permutation);

/// Column indices (from `base`, -1 for padding) and source entries of all places; what does not fit
/// a row's places is left out.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void fill_slices(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                                 const SliceShape& shape, IndexBase base, Index* col_indices,
                                 std::int64_t* places);
/// fill_slices with the values themselves, zero for padding, instead of where they come from; of 1,
/// 2, 4, 8 or 16 bytes. Does not wait.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void fill_slices_with_values(const Exec& exec,
                                             const CompressedPattern<Index, Offset>& pattern,
                                             const SliceShape& shape, IndexBase base,
                                             Index* col_indices, std::size_t entry_bytes,
                                             const void* from, void* to);

/// offsets (num_rows + 1, from 0) of the entries of each row past the first `width`; returns their
/// number. Waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT std::int64_t count_overflow(const Exec& exec,
                                            const CompressedPattern<Index, Offset>& pattern,
                                            std::int64_t width, std::int64_t* offsets);
/// Those entries, row by row, and where each comes from.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void fill_overflow(const Exec& exec,
                                   const CompressedPattern<Index, Offset>& pattern,
                                   std::int64_t width, const std::int64_t* offsets, IndexBase base,
                                   Index* row_indices, Index* col_indices, std::int64_t* places);

/// An ascending list of the diagonals (column minus row) that hold entries, hack after hack.
template <class Exec>
struct HackDiagonals {
  using Integers = Kokkos::View<std::int64_t*, typename Exec::memory_space>;
  std::int64_t hack_size = 1;
  std::int64_t num_diagonals = 0;
  Integers hack_offsets;  ///< num_hacks + 1, from 0
  Integers diagonals;
};

/// The diagonals of the whole matrix, as one hack of `row_stride` rows. O(nnz + num_rows +
/// num_cols). Waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT HackDiagonals<Exec> find_diagonals(const Exec& exec,
                                                   const CompressedPattern<Index, Offset>& pattern,
                                                   std::int64_t row_stride);
/// The diagonals of each hack, by sorting. Waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT HackDiagonals<Exec> find_hack_diagonals(
    const Exec& exec, const CompressedPattern<Index, Offset>& pattern, std::int64_t hack_size);

/// The source entries of all places of the diagonals. Returns the first entry that repeats an
/// earlier one, -1 where there is none. Waits for the device.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT std::int64_t fill_diagonals(const Exec& exec,
                                            const CompressedPattern<Index, Offset>& pattern,
                                            const HackDiagonals<Exec>& diagonals,
                                            std::int64_t* places);

/// Coo index pairs to and from one interleaved array.
template <class Exec, class Index>
FILIGREE_EXPORT void interleave_indices(const Exec& exec, std::int64_t count, std::int64_t shift,
                                        const Index* row_indices, const Index* col_indices,
                                        Index* pairs);
template <class Exec, class Index>
FILIGREE_EXPORT void split_indices(const Exec& exec, std::int64_t count, std::int64_t shift,
                                   const Index* pairs, Index* row_indices, Index* col_indices);

// --- errors --------------------------------------------------------------------------------------

/// Throws invalid_value for a Csr entry that repeats an earlier one, in a format that has one place
/// for both; returns where `entry` is -1.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT void check_no_repeat(std::string_view operation, const Exec& exec,
                                     const CompressedPattern<Index, Offset>& pattern,
                                     std::int64_t entry);

/// a * b for sizes, or the largest int64 where that does not hold it.
FILIGREE_EXPORT std::int64_t saturated_product(std::int64_t a, std::int64_t b);

/// The limit of a conversion that pads: what the caller says, else 10 times the Csr matrix + 1 MiB.
FILIGREE_EXPORT std::int64_t memory_limit(std::optional<std::int64_t> asked,
                                          std::int64_t csr_bytes);

/// Throws insufficient_resources where `needed_bytes` pass the limit.
FILIGREE_EXPORT void check_memory_limit(std::string_view operation, std::string_view format,
                                        std::int64_t needed_bytes, std::int64_t limit_bytes);

/// Throws invalid_value where a result's places (diagonals, blocks) pass its offset type.
FILIGREE_EXPORT void check_offset_range(std::string_view operation, std::string_view what,
                                        std::int64_t count, std::int64_t largest);

}  // namespace filigree::detail
