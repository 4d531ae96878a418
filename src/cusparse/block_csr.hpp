// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <runtime/blocks.hpp>

#include <cusparse/legacy.hpp>
#include <cusparse/memory.hpp>

/// A matrix of square blocks as the CSR matrix of all places of the blocks, for solves and
/// factorizations. Where every place counts, the triangles of the two are the same, and so are
/// their factors without fill: those of the blocks are the blocks of those of the entries.

namespace filigree::cusparse {

/// The arguments of a legacy call.
struct BlockMatrix {
  const char* call;
  runtime::ScalarType scalar;
  cusparseDirection_t direction;
  int mb;
  int nnzb;
  const cusparseMatDescr& description;
  const int* offsets;
  const int* indices;
  int block;
};

class BlockCsr {
 public:
  /// None yet.
  BlockCsr() = default;
  /// Finds the pattern; waits.
  BlockCsr(const cusparseContext& handle, const BlockMatrix& A);

  /// Throws invalid_value unless the matrix is like that of the analysis.
  void check_same(const BlockMatrix& A) const;
  /// Reads the blocks' values, or writes them back. In stream order.
  void load(const cusparseContext& handle, const char* call, const void* values) const;
  void store(const cusparseContext& handle, void* values) const;

  /// Rows count from 0.
  const runtime::SparseOperand& operand() const { return operand_; }
  /// The block row of a row, from the matrix's index base; -1 of -1.
  std::int64_t block_row(std::int64_t row) const { return row < 0 ? -1 : row / block_ + base_; }
  /// The first block row without a block on the diagonal, from the index base, or -1. Waits.
  std::int64_t missing_block(const cusparseContext& handle) const;
  /// Keeps only what lies above and left of this block row, counted from the index base: its
  /// factors are the same without the rest. Values cannot be stored then. Waits.
  void keep_leading(const cusparseContext& handle, const char* call, std::int64_t block_row);

 private:
  runtime::ConvertedPattern pattern_;
  runtime::SparseOperand operand_;
  HeldMemory values_;
  cusparseDirection_t direction_ = CUSPARSE_DIRECTION_ROW;
  int num_block_rows_ = 0;
  int num_blocks_ = -1;
  int block_ = 1;
  int base_ = 0;
};

/// Throws as BlockCsr does for the arguments alone.
void check_block_matrix(const BlockMatrix& A);

}  // namespace filigree::cusparse
