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

/// A sparse matrix. Of the arrays a format has those that its container names.
struct SparseOperand {
  Format format = Format::csr;
  ScalarType scalar = ScalarType::float64;
  IndexType index = IndexType::int32;
  IndexType offset = IndexType::int32;  ///< of formats without offsets it says nothing
  MatrixProperties properties{};
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;         ///< values; of bsr those of all blocks
  void* offsets = nullptr;      ///< csr: of rows; csc: of columns; bsr: of block rows
  void* row_indices = nullptr;  ///< csc, coo
  void* col_indices = nullptr;  ///< csr, coo; bsr: of block columns
  void* values = nullptr;
  BlockLayout block{};  ///< bsr
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
