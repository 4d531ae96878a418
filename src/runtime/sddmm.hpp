// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/sddmm_options.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// sddmm for operands whose types are known when the program runs: a CSR or CSC matrix C and dense
/// A and B. Throws what the calls of sddmm.hpp throw.

namespace filigree::runtime {

/// C = alpha (op_a(A) op_b(B)) o spy(C) + beta C
FILIGREE_EXPORT KernelId sddmm(const Target& target, Op op_a, Op op_b, const ScalarOperand& alpha,
                               const DenseOperand& A, const DenseOperand& B,
                               const ScalarOperand& beta, const SparseOperand& C,
                               const SddmmOptions& options);

/// C's values are not read, and may be missing.
FILIGREE_EXPORT Plan make_sddmm_plan(const Target& target, const SparseOperand& C,
                                     const SddmmOptions& options);
/// The workspace of a product whose op(A) has `inner` columns.
FILIGREE_EXPORT std::size_t sddmm_workspace_bytes(const Plan& plan, std::int64_t inner);
FILIGREE_EXPORT KernelId sddmm(const Target& target, const Plan& plan, Op op_a, Op op_b,
                               const ScalarOperand& alpha, const DenseOperand& A,
                               const DenseOperand& B, const ScalarOperand& beta,
                               const SparseOperand& C, const Workspace& workspace);

/// Throws as the products do before they write anything: types, sizes, overlaps, missing arrays.
FILIGREE_EXPORT void check_sddmm(Op op_a, Op op_b, const DenseOperand& A, const DenseOperand& B,
                                 const SparseOperand& C);

}  // namespace filigree::runtime
