// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/operands.hpp>

#include <algorithm>
#include <limits>
#include <string>

#include <filigree/format/matrix_base.hpp>

namespace filigree::runtime {
namespace {

std::int64_t limit_of(IndexType type) {
  return type == IndexType::int32 ? std::int64_t(std::numeric_limits<std::int32_t>::max())
                                  : std::numeric_limits<std::int64_t>::max();
}

void check_offset_limit(std::string_view operation, std::string_view argument, std::int64_t count,
                        const SparseOperand& matrix) {
  detail::check_extent(operation, argument, count, limit_of(matrix.offset) - 1,
                       "the offset type's range");
}

void check_blocks(std::string_view operation, const SparseOperand& matrix) {
  const std::int64_t entries = detail::check_block_layout(operation, matrix.block);
  if (matrix.format == Format::bsr) {
    check_offset_limit(operation, "num_blocks", matrix.num_indices(), matrix);
    if (matrix.nnz % entries != 0)
      detail::throw_error(Status::invalid_value,
                          {operation, "nnz", std::to_string(matrix.nnz),
                           "a multiple of the " + std::to_string(entries) + " places of a block",
                           "count all places of all blocks"});
    return;
  }
  detail::check_at_least(operation, "ell_cols", matrix.ell_cols, 0, "no columns");
  const std::int64_t places =
      detail::checked_product(operation, "ell_cols", matrix.num_rows, matrix.ell_cols);
  if (matrix.nnz != places)
    detail::throw_error(Status::invalid_value,
                        {operation, "nnz", std::to_string(matrix.nnz),
                         std::to_string(places) + ", num_rows * ell_cols", "count all places"});
}

/// That `factor` times `count` places are there, no fewer than entries.
void check_places(std::string_view operation, std::string_view argument, std::int64_t factor,
                  std::int64_t count, const SparseOperand& matrix) {
  const std::int64_t places = detail::checked_product(operation, argument, factor, count);
  if (matrix.num_places != places)
    detail::throw_error(Status::invalid_value,
                        {operation, "num_places", std::to_string(matrix.num_places),
                         std::to_string(places), "count all places, those of padding too"});
  detail::check_at_most(operation, "nnz", matrix.nnz, places, "the places that there are");
}

void check_ell(std::string_view operation, const SparseOperand& matrix) {
  detail::check_at_least(operation, "ell_width", matrix.ell_cols, 0, "no places");
  detail::check_at_least(operation, "row_stride", matrix.row_stride, matrix.num_rows, "num_rows");
  check_places(operation, "ell_width", matrix.row_stride, matrix.ell_cols, matrix);
}

void check_diagonals(std::string_view operation, const SparseOperand& matrix) {
  detail::check_at_least(operation, "num_diagonals", matrix.num_diagonals, 0, "no diagonals");
  if (matrix.format == Format::dia) {
    detail::check_at_least(operation, "row_stride", matrix.row_stride, matrix.num_rows, "num_rows");
    check_places(operation, "num_diagonals", matrix.row_stride, matrix.num_diagonals, matrix);
    return;
  }
  detail::check_at_least(operation, "hack_size", matrix.slice_size, 1, "a row");
  check_offset_limit(operation, "num_diagonals", matrix.num_diagonals, matrix);
  check_places(operation, "num_diagonals", matrix.slice_size, matrix.num_diagonals, matrix);
}

void check_slices(std::string_view operation, const SparseOperand& matrix) {
  detail::check_at_least(operation, "slice_size", matrix.slice_size, 1, "a row");
  check_offset_limit(operation, "num_places", matrix.num_places, matrix);
  detail::check_at_least(operation, "num_places", matrix.num_places, matrix.nnz, "nnz");
}

}  // namespace

bool SparseOperand::has_offsets() const {
  return format != Format::coo && format != Format::blocked_ell && format != Format::ell &&
         format != Format::dia;
}

bool SparseOperand::has_padding() const {
  return format == Format::sell || format == Format::ell || format == Format::dia ||
         format == Format::hdia;
}

std::int64_t SparseOperand::num_lines() const {
  switch (format) {
    case Format::csc:
      return num_cols;
    case Format::bsr:
    case Format::blocked_ell:
      return detail::groups_of(num_rows, block.rows);
    case Format::sell:
    case Format::hdia:
      return detail::groups_of(num_rows, slice_size);
    default:
      return num_rows;
  }
}

std::int64_t SparseOperand::num_indices() const {
  if (format == Format::bsr) return nnz / (block.rows * block.cols);
  if (format == Format::blocked_ell) return num_lines() * detail::groups_of(ell_cols, block.cols);
  if (format == Format::dia || format == Format::hdia) return num_diagonals;
  return num_values();
}

SparseOperand index_pattern(const SparseOperand& A) {
  if (A.format != Format::bsr) return A;
  SparseOperand blocks = A;
  blocks.format = Format::csr;
  blocks.num_rows = A.num_lines();
  blocks.num_cols = detail::groups_of(A.num_cols, A.block.cols);
  blocks.nnz = A.num_indices();
  blocks.block = {};
  return blocks;
}

void check(std::string_view operation, const SparseOperand& matrix) {
  constexpr std::string_view meaning = "the index type's range";
  detail::check_extent(operation, "num_rows", matrix.num_rows, limit_of(matrix.index), meaning);
  detail::check_extent(operation, "num_cols", matrix.num_cols, limit_of(matrix.index), meaning);
  if (matrix.format == Format::bsr || matrix.format == Format::blocked_ell)
    check_blocks(operation, matrix);
  else if (matrix.format == Format::csr || matrix.format == Format::csc)
    check_offset_limit(operation, "nnz", matrix.nnz, matrix);
  else
    detail::check_at_least(operation, "nnz", matrix.nnz, 0, "no entries");
  if (matrix.format == Format::sell) check_slices(operation, matrix);
  if (matrix.format == Format::ell) check_ell(operation, matrix);
  if (matrix.format == Format::dia || matrix.format == Format::hdia)
    check_diagonals(operation, matrix);
  detail::check_square_type(operation, matrix.properties, matrix.num_rows, matrix.num_cols);
  check_offset_type(operation, matrix.offset, matrix.index);
}

void check(std::string_view operation, const VectorOperand& vector) {
  detail::check_at_least(operation, "size", vector.size, 0, "no entries");
}

void check(std::string_view operation, const DenseOperand& matrix) {
  detail::check_at_least(operation, "num_rows", matrix.num_rows, 0, "no rows");
  detail::check_at_least(operation, "num_cols", matrix.num_cols, 0, "no columns");
  const bool by_rows = matrix.layout == Layout::row_major;
  const std::int64_t line = by_rows ? matrix.num_cols : matrix.num_rows;
  detail::check_at_least(operation, "leading_dimension", matrix.leading_dimension,
                         std::max<std::int64_t>(line, 1), by_rows ? "num_cols" : "num_rows");
  detail::checked_product(operation, "leading_dimension", matrix.leading_dimension,
                          by_rows ? matrix.num_rows : matrix.num_cols);
}

void check_offset_type(std::string_view operation, IndexType offset, IndexType index) {
  if (index == IndexType::int64 && offset == IndexType::int32)
    detail::throw_error(Status::not_supported,
                        {operation, "offset_type", "int32 offsets with int64 indices",
                         "offsets as wide as the indices", "use int64 offsets"});
}

}  // namespace filigree::runtime
