// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/prune.hpp>
#include <runtime/convert.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// Entries by their magnitude, for operands whose types are known when the program runs: prune,
/// count_kept and count_nonzeros for all storage scalars. Rules, NaN and errors are those of
/// filigree/prune.hpp. Counts are 32-bit integers in the target's memory. All calls wait, but for
/// those that write values.

namespace filigree::runtime {

/// Finds the entries of A, a CSR matrix, that stay. The result has A's integer types.
FILIGREE_EXPORT ResultPlan make_prune_plan(const Target& target, const SparseOperand& A,
                                           const PruneRule& rule, IndexBase base);
/// Writes the values of the plan's entries of A.
FILIGREE_EXPORT void prune(const Target& target, const ResultPlan& plan, const SparseOperand& A,
                           const SparseOperand& C);
/// counts[i] = the entries of row i of a CSR matrix that stay. Returns their sum. The column
/// indices are not read, and may be missing.
FILIGREE_EXPORT std::int64_t count_kept(const Target& target, const SparseOperand& A,
                                        const PruneRule& rule, std::int32_t* counts);

/// A plan for a dense matrix, whose values dense_to_sparse writes.
FILIGREE_EXPORT ResultPlan make_dense_prune_plan(const Target& target, const DenseOperand& A,
                                                 const PruneRule& rule, Format format,
                                                 IndexType offset, IndexType index, IndexBase base);
/// counts[i] = the entries of row (column) i that are not zero. Returns their sum.
FILIGREE_EXPORT std::int64_t count_nonzeros(const Target& target, const DenseOperand& A,
                                            bool by_rows, std::int32_t* counts);

}  // namespace filigree::runtime
