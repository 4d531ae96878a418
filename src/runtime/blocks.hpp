// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/format/block_layout.hpp>
#include <runtime/operands.hpp>
#include <runtime/target.hpp>

/// Matrices of blocks of any shape, with indices and offsets of 32 bits: products with parts of
/// them, and conversions, which make patterns and say where values come from, so that nothing
/// depends on the scalar. Block sizes need not divide those of a CSR matrix. Throws what the calls
/// of convert_blocks.hpp throw: invalid_value where an entry is stored twice.

namespace filigree::runtime {

/// A BSR matrix of whole blocks, without its values.
struct BlockPattern {
  BlockLayout block{};
  IndexBase base = IndexBase::zero;
  std::int64_t num_block_rows = 0;
  std::int64_t num_block_cols = 0;
  std::int64_t num_blocks = 0;
  const std::int32_t* offsets = nullptr;
  const std::int32_t* indices = nullptr;
};

/// The block rows that `mask` names, from A's index base, of blocks between begin offsets (those of
/// A) and end offsets; no mask: all.
struct BlockPart {
  BlockPattern A;
  const std::int32_t* end_offsets = nullptr;
  bool is_masked = false;
  std::int64_t mask_size = 0;
  const std::int32_t* mask = nullptr;
};

/// y = alpha op(A) x + beta y for a part of a block matrix; entries of y in other block rows than
/// those of a mask stay. Throws what spmv throws.
FILIGREE_EXPORT KernelId spmv(const Target& target, Op op, const ScalarOperand& alpha,
                              const BlockPart& A, const void* values, const VectorOperand& x,
                              const ScalarOperand& beta, const VectorOperand& y);

/// C = alpha op_a(A) op_b(B) + beta C for a part of a block matrix. Throws what spmm throws.
FILIGREE_EXPORT KernelId spmm(const Target& target, Op op_a, Op op_b, const ScalarOperand& alpha,
                              const BlockPart& A, const void* values, const DenseOperand& B,
                              const ScalarOperand& beta, const DenseOperand& C);

/// The result of a conversion, in memory of its own, and where its values come from.
struct ConvertedPattern {
  std::int64_t num_offsets = 0;
  std::int64_t num_indices = 0;  ///< the blocks, or entries of a CSR matrix
  std::int64_t num_values = 0;
  const std::int32_t* offsets = nullptr;
  const std::int32_t* indices = nullptr;
  const std::int64_t* places =
      nullptr;  ///< of each value in the source, -1: it is zero; null: its own
  std::shared_ptr<const void> memory;
};

/// CSR to blocks. Waits, as the others do.
FILIGREE_EXPORT ConvertedPattern csr_to_blocks(const Target& target, const SparseOperand& A,
                                               const BlockLayout& block, IndexBase base);
/// All places of the blocks become entries.
FILIGREE_EXPORT ConvertedPattern blocks_to_csr(const Target& target, const BlockPattern& A,
                                               IndexBase base);
/// The blocks of another shape that the blocks of A reach into.
FILIGREE_EXPORT ConvertedPattern blocks_to_blocks(const Target& target, const BlockPattern& A,
                                                  const BlockLayout& block, IndexBase base);
/// A's blocks by block columns.
FILIGREE_EXPORT ConvertedPattern blocks_to_columns(const Target& target, const BlockPattern& A,
                                                   IndexBase base);

/// Brings a pattern into arrays of the caller's; null ones are left out. In stream order.
FILIGREE_EXPORT void copy_pattern(const Target& target, const ConvertedPattern& pattern,
                                  std::int32_t* offsets, std::int32_t* indices);
/// Moves the source's values to those of the result. In stream order.
FILIGREE_EXPORT void move_values(const Target& target, const ConvertedPattern& pattern,
                                 ScalarType scalar, const void* from, std::int64_t num_from,
                                 void* to);

/// The other way, where no two values come from one place.
FILIGREE_EXPORT void move_values_back(const Target& target, const ConvertedPattern& pattern,
                                      ScalarType scalar, const void* from, void* to);

}  // namespace filigree::runtime
