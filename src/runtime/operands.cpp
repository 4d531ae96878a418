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
  const std::int64_t places = detail::check_block_layout(operation, matrix.block);
  detail::check_at_least(operation, "nnz", matrix.nnz, 0, "no entries");
  detail::check_length(operation, "nnz", matrix.nnz, matrix.nnz / places * places,
                       "block.rows * block.cols for each block");
  check_offset_limit(operation, "nnz", matrix.nnz / places, matrix);
}

}  // namespace

SparseOperand index_pattern(const SparseOperand& A) {
  if (A.format != Format::bsr) return A;
  SparseOperand blocks = A;
  blocks.format = Format::csr;
  blocks.num_rows = detail::groups_of(A.num_rows, A.block.rows);
  blocks.num_cols = detail::groups_of(A.num_cols, A.block.cols);
  blocks.nnz = A.nnz / (A.block.rows * A.block.cols);
  blocks.block = {};
  return blocks;
}

void check(std::string_view operation, const SparseOperand& matrix) {
  constexpr std::string_view meaning = "the index type's range";
  detail::check_extent(operation, "num_rows", matrix.num_rows, limit_of(matrix.index), meaning);
  detail::check_extent(operation, "num_cols", matrix.num_cols, limit_of(matrix.index), meaning);
  if (matrix.format == Format::bsr)
    check_blocks(operation, matrix);
  else if (matrix.format == Format::csr || matrix.format == Format::csc)
    check_offset_limit(operation, "nnz", matrix.nnz, matrix);
  else
    detail::check_at_least(operation, "nnz", matrix.nnz, 0, "no entries");
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
