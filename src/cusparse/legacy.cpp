// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/legacy.hpp>

#include <string>

#include <filigree/core/error.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/planned.hpp>

namespace filigree::cusparse {
namespace {

void check_copied(const char* call, cudaError_t error) {
  if (error != cudaSuccess)
    detail::throw_error(Status::execution_failed,
                        {call, "a result", "its copy failed", "a copy", "see cudaGetLastError"});
}

}  // namespace

void check_general(const char* call, const cusparseMatDescr& description) {
  if (description.type != CUSPARSE_MATRIX_TYPE_GENERAL)
    detail::throw_error(Status::matrix_type_not_supported,
                        {call, "the matrix description", "a matrix that is not general",
                         "CUSPARSE_MATRIX_TYPE_GENERAL", "set that type"});
}

BlockLayout layout_of(const char* call, cusparseDirection_t direction, int rows, int cols) {
  check(rows > 0 && cols > 0, call, "blockDim",
        (std::to_string(rows) + " x " + std::to_string(cols)).c_str(), "1 or more");
  return {rows, cols,
          direction == CUSPARSE_DIRECTION_ROW ? BlockOrder::row_major : BlockOrder::col_major};
}

runtime::SparseOperand csr_operand(const char* call, runtime::ScalarType type, int rows, int cols,
                                   int nnz, const cusparseMatDescr& description, const void* values,
                                   const int* offsets, const int* indices) {
  check_general(call, description);
  runtime::SparseOperand matrix;
  matrix.scalar = type;
  matrix.properties.index_base = IndexBase(description.base);
  matrix.num_rows = rows;
  matrix.num_cols = cols;
  matrix.nnz = nnz;
  matrix.offsets = without_const(offsets);
  matrix.col_indices = without_const(indices);
  matrix.values = without_const(values);
  runtime::check(call, matrix);
  return matrix;
}

runtime::SparseOperand bsr_operand(const BlockMatrix& A) {
  check_general(A.call, A.description);
  runtime::SparseOperand matrix;
  matrix.format = Format::bsr;
  matrix.block = layout_of(A.call, A.direction, A.block, A.block);
  matrix.scalar = A.scalar;
  matrix.properties.index_base = IndexBase(A.description.base);
  matrix.num_rows = matrix.num_cols = std::int64_t(A.mb) * A.block;
  matrix.nnz = std::int64_t(A.nnzb) * A.block * A.block;
  matrix.offsets = without_const(A.offsets);
  matrix.col_indices = without_const(A.indices);
  matrix.values = without_const(A.values);
  runtime::check(A.call, matrix);
  return matrix;
}

void check_offsets(const char* call, const cusparseContext& handle,
                   const runtime::SparseOperand& A) {
  if (A.format != Format::bsr) return;
  if (A.nnz > 0) check_pointer(call, "indices", A.col_indices);  // before its number is looked up
  const int stored = stored_count(call, handle, static_cast<const int*>(A.offsets),
                                  int(A.num_lines()), A.properties.index_base);
  check(stored == A.num_indices(), call, "nnzb", std::to_string(A.num_indices()).c_str(),
        "the number of blocks that the offsets have");
}

void check_both(const char* call, const char* matrix, const void* indices, const void* values) {
  check((indices == nullptr) == (values == nullptr), call, matrix,
        "either indices or values, a null pointer for the other", "both or none");
}

void copy_in_order(const char* call, const cusparseContext& handle, void* to, const void* from,
                   std::size_t bytes) {
  check_copied(call, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, handle.stream));
}

void copy_and_wait(const char* call, const cusparseContext& handle, void* to, const void* from,
                   std::size_t bytes) {
  copy_in_order(call, handle, to, from, bytes);
  check_copied(call, cudaStreamSynchronize(handle.stream));
}

void copy_result(const char* call, const cusparseContext& handle, void* to, const void* from,
                 std::size_t bytes) {
  if (is_captured(handle))
    copy_in_order(call, handle, to, from, bytes);
  else
    copy_and_wait(call, handle, to, from, bytes);
}

int stored_count(const char* call, const cusparseContext& handle, const int* offsets, int lines,
                 IndexBase base) {
  if (lines == 0) return 0;
  check_pointer(call, "offsets", offsets);
  int first = 0, end = 0;
  copy_and_wait(call, handle, &first, offsets, sizeof first);
  copy_and_wait(call, handle, &end, offsets + lines, sizeof end);
  check(first == int(base) && end >= first, call, "offsets", std::to_string(first).c_str(),
        "offsets that ascend from the index base");
  return end - first;
}

void write_number(const char* call, const cusparseContext& handle, int* to, std::int64_t value) {
  const int result = int(value);
  copy_and_wait(call, handle, to, &result, sizeof result);
}

}  // namespace filigree::cusparse
