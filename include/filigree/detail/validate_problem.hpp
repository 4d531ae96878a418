// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/detail/format_rows.hpp>

/// The checks of padded, block and diagonal containers as the compiled library sees them.

namespace filigree {
struct ValidateOptions;
struct ValidateReport;
}  // namespace filigree

namespace filigree::detail {

enum class Container {
  csr,
  csc,
  coo,
  sparse_vector,
  bsr,
  bsc,
  bsrx,
  blocked_ell,
  ell,
  sell,
  dia,
  hdia
};

/// A pattern as lines of indices: rows of an Ell or Sell matrix, block rows, the diagonals of a
/// matrix or of a hack. Line k has its j-th index at first(k) + j * step.
template <class Index>
struct CheckedLines {
  Container container = Container::ell;
  MatrixProperties properties{};
  std::int64_t num_rows = 0;  ///< of the matrix
  std::int64_t num_cols = 0;
  std::int64_t num_lines = 0;
  std::int64_t num_minor = 0;   ///< indices run from the base to base + num_minor - 1
  std::int64_t num_places = 0;  ///< of the array of indices
  const Index* indices = nullptr;

  /// Lines of one width, without offsets.
  std::int64_t width = 0;
  std::int64_t line_step = 1;
  /// Lines in groups of group_size (the slices of Sell), which begin and end at offsets.
  bool has_offsets = false;
  std::int64_t num_offsets = 0;
  AnyOffsets begin_offsets;
  AnyOffsets end_offsets;
  std::int64_t offset_base = 0;
  std::int64_t group_size = 1;
  std::int64_t step = 1;  ///< from an index of a line to its next

  bool padded = false;        ///< -1 is padding
  bool padding_last = false;  ///< and stands behind a line's indices
  std::int64_t nnz = -1;      ///< the indices that are no padding; -1: not checked

  std::int64_t line_rows = 1;   ///< rows of a line
  std::int64_t index_cols = 1;  ///< columns that an index stands for

  /// The row of each line, or the block rows of a mask; null: none.
  const Index* row_list = nullptr;
  std::int64_t row_list_length = 0;

  bool is_diagonals() const { return container == Container::dia || container == Container::hdia; }
};

/// All checks of a pattern but those of its values.
template <class Exec, class Index>
FILIGREE_EXPORT ValidateReport check_lines(const Exec& exec, const CheckedLines<Index>& lines,
                                           const ValidateOptions& options);

/// The first place, of a Hyb matrix's Ell places and then Coo entries, that repeats an earlier one.
template <class Exec, class Index>
FILIGREE_EXPORT ValidateReport check_hyb_repeats(const Exec& exec, const CheckedLines<Index>& ell,
                                                 std::int64_t coo_count, const Index* coo_rows,
                                                 const Index* coo_columns);

/// marks[k] = 1 where value k is NaN, 2 where it is infinite, 0 elsewhere.
template <class Exec, class Scalar>
FILIGREE_EXPORT void mark_not_finite(const Exec& exec, std::int64_t count, const Scalar* values,
                                     std::int8_t* marks);

/// The first marked place that a visitor reaches: padding does not count.
template <class Exec, class Rows>
FILIGREE_EXPORT ValidateReport report_marked(const Exec& exec, const Rows& rows, IndexBase base,
                                             bool transposed, const std::int8_t* marks);

/// The report on a part of a matrix: its message begins with `part`.
FILIGREE_EXPORT ValidateReport in_part(std::string_view part, ValidateReport report);

}  // namespace filigree::detail
