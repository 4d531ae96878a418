// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/format/any_format.hpp>
#include <filigree/format/block_layout.hpp>
#include <runtime/types.hpp>

/// Arrays of a user with their sizes and types: what operations take whose types are known when
/// the program runs. Nothing here owns memory.

namespace filigree::runtime {

/// A sparse matrix of any format whose container is one matrix with one array of values: CSR, CSC,
/// COO, BSR, ELL, sliced ELL, Blocked-ELL, DIA or HDIA. Of the arrays and sizes a format has those
/// that its container names.
struct SparseOperand {
  Format format = Format::csr;
  ScalarType scalar = ScalarType::float64;
  IndexType index = IndexType::int32;
  IndexType offset = IndexType::int32;  ///< of formats without offsets it says nothing
  MatrixProperties properties{};
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;            ///< of blocks all their places
  BlockLayout block{};             ///< bsr; of blocked_ell rows = cols, the block size
  std::int64_t slice_size = 1;     ///< sell; hdia: rows of a hack
  std::int64_t num_places = 0;     ///< sell, ell, dia, hdia: values with the padding
  std::int64_t ell_cols = 0;       ///< blocked_ell; ell: places of a row
  std::int64_t row_stride = 0;     ///< ell, dia: from a place of a row to its next one
  std::int64_t num_diagonals = 0;  ///< dia; hdia: those of all hacks
  void* offsets = nullptr;  ///< csr, bsr: of rows; csc: of columns; sell: of slices; hdia: of hacks
  void* row_indices = nullptr;  ///< csc, coo
  void* col_indices = nullptr;  ///< all others; dia, hdia: column minus row of each diagonal
  void* values = nullptr;

  FILIGREE_EXPORT bool has_offsets() const;
  /// Whether values are counted by num_places.
  FILIGREE_EXPORT bool has_padding() const;
  /// How many rows, columns, block rows or slices the offsets stand for.
  FILIGREE_EXPORT std::int64_t num_lines() const;
  FILIGREE_EXPORT std::int64_t num_indices() const;
  std::int64_t num_values() const { return has_padding() ? num_places : nnz; }
};

/// What the indices describe: of a bsr matrix its blocks, as entries of a csr matrix.
FILIGREE_EXPORT SparseOperand index_pattern(const SparseOperand& A);

struct VectorOperand {
  ScalarType scalar = ScalarType::float64;
  std::int64_t size = 0;
  void* values = nullptr;
};

struct DenseOperand {
  ScalarType scalar = ScalarType::float64;
  Layout layout = Layout::column_major;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t leading_dimension = 0;
  void* values = nullptr;

  std::int64_t row_stride() const { return layout == Layout::row_major ? leading_dimension : 1; }
  std::int64_t col_stride() const { return layout == Layout::row_major ? 1 : leading_dimension; }
};

/// alpha or beta: a value in the compute type of the operation, which the host reads during the
/// call or the device when the kernel runs.
struct ScalarOperand {
  const void* value = nullptr;
  bool on_device = false;
};

/// Memory for an operation to work in; it may be null.
struct Workspace {
  void* data = nullptr;
  std::size_t bytes = 0;
};

///@{
/// Throw invalid_value or matrix_type_not_supported unless sizes, base and properties make a matrix
/// (a vector, a dense matrix). Null arrays pass: products refuse them, so that they may be set
/// later.
FILIGREE_EXPORT void check(std::string_view operation, const SparseOperand& matrix);
FILIGREE_EXPORT void check(std::string_view operation, const VectorOperand& vector);
FILIGREE_EXPORT void check(std::string_view operation, const DenseOperand& matrix);
///@}
/// Throws not_supported where offsets are narrower than indices.
void check_offset_type(std::string_view operation, IndexType offset, IndexType index);

}  // namespace filigree::runtime
