// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <filigree/core/error.hpp>
#include <filigree/io/read.hpp>

#include <c/objects.hpp>

/// Matrices whose arrays are the library's, and files of matrices.

namespace filigree::c {

void sparse_matrix_get_blocks(filigree_const_sparse_matrix_t matrix, std::int64_t* block_rows,
                              std::int64_t* block_cols) {
  const runtime::SparseOperand& A = matrix->operand;
  const bool has_slices = A.format == Format::sell || A.format == Format::hdia;
  if (!has_slices && A.format != Format::bsr && A.format != Format::blocked_ell)
    detail::throw_error(
        Status::not_supported,
        {"filigree_sparse_matrix_get_blocks", "matrix", "format " + std::string(name(A.format)),
         "bsr, blocked_ell, sell or hdia", "ask for the format first"});
  *block_rows = has_slices ? A.slice_size : A.block.rows;
  *block_cols = has_slices ? 1 : A.block.cols;
}

void sparse_matrix_validate(filigree_handle_t handle, filigree_const_sparse_matrix_t A) {
  runtime::validate(handle->target, A->operand);
}

void sparse_matrix_convert(filigree_handle_t handle, filigree_const_sparse_matrix_t A,
                           filigree_format_t format, std::int64_t block_rows,
                           std::int64_t block_cols, filigree_index_base_t base,
                           filigree_sparse_matrix_t* B) {
  const runtime::SparseOperand& from = A->operand;
  FormatOptions options;
  options.index_base = IndexBase(base);
  const bool has_blocks = from.format == Format::bsr || from.format == Format::blocked_ell;
  if (block_rows > 0) options.parameters.slice_size = options.parameters.hack_size = block_rows;
  if (block_rows == 0 && has_blocks) {
    block_rows = from.block.rows;
    if (block_cols == 0) block_cols = from.block.cols;
  }
  if (block_rows > 0) {
    options.parameters.block = BlockLayout{block_rows, block_cols > 0 ? block_cols : block_rows};
    options.parameters.block_size = block_rows;
  } else if (from.format == Format::sell) {
    options.parameters.slice_size = from.slice_size;
  } else if (from.format == Format::hdia) {
    options.parameters.hack_size = from.slice_size;
  }
  *B = describe(runtime::convert_to(handle->target, from, Format(format), options));
}

void matrix_file_get_info(const char* path, std::int64_t* num_rows, std::int64_t* num_cols,
                          std::int64_t* num_entries, int* is_complex) {
  const MatrixFileHeader header = read_matrix_header(path);
  *num_rows = header.num_rows;
  *num_cols = header.num_cols;
  *num_entries = header.num_entries;
  *is_complex = header.complex ? 1 : 0;
}

void sparse_matrix_read(filigree_handle_t handle, const char* path, filigree_format_t format,
                        filigree_index_type_t offset_type, filigree_index_type_t index_type,
                        filigree_index_base_t base, filigree_scalar_type_t scalar_type,
                        int expand_symmetry, filigree_sparse_matrix_t* A) {
  const runtime::FileMatrixTypes types{Format(format), runtime::ScalarType(scalar_type),
                                       runtime::IndexType(index_type),
                                       runtime::IndexType(offset_type), IndexBase(base)};
  ReadOptions options;
  options.expand_symmetry = expand_symmetry != 0;
  *A = describe(runtime::read_matrix(handle->target, path, types, options));
}

void sparse_matrix_write(filigree_handle_t handle, filigree_const_sparse_matrix_t A,
                         const char* path) {
  runtime::write_matrix(handle->target, A->operand, path, {});
}

}  // namespace filigree::c
