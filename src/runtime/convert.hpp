// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/export.hpp>
#include <filigree/format/matrix_base.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// Conversions into arrays of the caller's for operands whose types are known when the program
/// runs, of all storage scalars. Values are moved as they are.

namespace filigree::runtime {

/// Writes A into the arrays of B, which has another of the formats CSR, CSC and COO, the same
/// sizes, number of entries, scalar and indices, and an index base of its own. Compressed results
/// are sorted; entries that are stored more than once stay. Waits where A is COO.
FILIGREE_EXPORT void convert(const Target& target, const SparseOperand& A, const SparseOperand& B);

/// Writes the num_rows + 1 offsets, of the type of the indices, of the rows of a COO matrix whose
/// entries lie row by row.
FILIGREE_EXPORT void row_offsets(const Target& target, const SparseOperand& A, void* offsets);

/// Writes A, a general matrix of any format, into B, with zeros where it has no entry. Unless the
/// properties of a CSR, CSC or COO matrix say that no entry is stored twice, that is checked, which
/// waits, as blocks and slices do.
FILIGREE_EXPORT void to_dense(const Target& target, const SparseOperand& A, const DenseOperand& B);

/// Writes the entries of A, zeros too, at which the pattern of C, of blocks or slices, has places;
/// padding stays as it is. Waits.
FILIGREE_EXPORT void sample_dense(const Target& target, const DenseOperand& A,
                                  const SparseOperand& C);

/// Finds the entries of A that are not zero; waits.
FILIGREE_EXPORT ResultPlan make_dense_to_sparse_plan(const Target& target, const DenseOperand& A,
                                                     Format format, IndexType offset,
                                                     IndexType index, IndexBase base);
/// Writes the values of the plan's entries of A, which has the size and strides of the plan's.
FILIGREE_EXPORT void dense_to_sparse(const Target& target, const ResultPlan& plan,
                                     const DenseOperand& A, const SparseOperand& C);

}  // namespace filigree::runtime
