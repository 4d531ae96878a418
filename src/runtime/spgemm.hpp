// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/spgemm_options.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// spgemm for operands whose types are known when the program runs: CSR matrices whose indices have
/// one type, which is that of C's. Throws what the calls of spgemm.hpp throw.

namespace filigree::runtime {

/// For C = alpha op_a(A) op_b(B), or with beta D where D is C or has its pattern; with a D here,
/// for any D of this pattern. C's offsets are of type `offset`. Values are not read and may be
/// missing.
FILIGREE_EXPORT ResultPlan make_spgemm_plan(const Target& target, Op op_a, Op op_b,
                                            const SparseOperand& A, const SparseOperand& B,
                                            const SparseOperand* D, IndexType offset,
                                            const SpgemmOptions& options);
FILIGREE_EXPORT std::size_t spgemm_workspace_bytes(const ResultPlan& plan);
/// Writes C's values, in the order of the plan's pattern; C's other arrays are not looked at, and
/// neither are D's where the plan was made without one. D null: there is none.
FILIGREE_EXPORT KernelId spgemm(const Target& target, const ResultPlan& plan,
                                const ScalarOperand& alpha, const SparseOperand& A,
                                const SparseOperand& B, const ScalarOperand& beta,
                                const SparseOperand* D, const SparseOperand& C,
                                const Workspace& workspace);

}  // namespace filigree::runtime
