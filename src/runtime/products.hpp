// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/spmm_options.hpp>
#include <filigree/spmv_options.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// spmv and spmm for operands whose types are known when the program runs. They run the compiled
/// products that the calls of spmv.hpp and spmm.hpp run, and throw what those throw; not_supported
/// where the operands are not of one scalar type that visit_scalar knows.

namespace filigree::runtime {

/// y = alpha op(A) x + beta y
FILIGREE_EXPORT KernelId spmv(const Target& target, Op op, const ScalarOperand& alpha,
                              const SparseOperand& A, const VectorOperand& x,
                              const ScalarOperand& beta, const VectorOperand& y,
                              const SpmvOptions& options);
/// z = alpha op(A) x + beta y, z being y or apart from it
FILIGREE_EXPORT KernelId spmv(const Target& target, Op op, const ScalarOperand& alpha,
                              const SparseOperand& A, const VectorOperand& x,
                              const ScalarOperand& beta, const VectorOperand& y,
                              const VectorOperand& z, const SpmvOptions& options);

FILIGREE_EXPORT Plan make_spmv_plan(const Target& target, Op op, const SparseOperand& A,
                                    const SpmvOptions& options);
FILIGREE_EXPORT std::size_t spmv_workspace_bytes(const Plan& plan);
/// \throws Error invalid_value also where the plan is for another kind of target
FILIGREE_EXPORT KernelId spmv(const Target& target, const Plan& plan, const ScalarOperand& alpha,
                              const SparseOperand& A, const VectorOperand& x,
                              const ScalarOperand& beta, const VectorOperand& y,
                              const Workspace& workspace);
FILIGREE_EXPORT KernelId spmv(const Target& target, const Plan& plan, const ScalarOperand& alpha,
                              const SparseOperand& A, const VectorOperand& x,
                              const ScalarOperand& beta, const VectorOperand& y,
                              const VectorOperand& z, const Workspace& workspace);

/// C = alpha op_a(A) op_b(B) + beta C
FILIGREE_EXPORT KernelId spmm(const Target& target, Op op_a, Op op_b, const ScalarOperand& alpha,
                              const SparseOperand& A, const DenseOperand& B,
                              const ScalarOperand& beta, const DenseOperand& C,
                              const SpmmOptions& options);

FILIGREE_EXPORT Plan make_spmm_plan(const Target& target, Op op_a, const SparseOperand& A,
                                    const SpmmOptions& options);
FILIGREE_EXPORT std::size_t spmm_workspace_bytes(const Plan& plan, std::int64_t num_columns);
/// \throws Error invalid_value also where the plan is for another kind of target
FILIGREE_EXPORT KernelId spmm(const Target& target, const Plan& plan, Op op_b,
                              const ScalarOperand& alpha, const SparseOperand& A,
                              const DenseOperand& B, const ScalarOperand& beta,
                              const DenseOperand& C, const Workspace& workspace);

///@{
/// Throw as the products do before they write anything: types, sizes, overlaps, missing arrays.
FILIGREE_EXPORT void check_spmv(Op op, const SparseOperand& A, const VectorOperand& x,
                                const VectorOperand& y);
FILIGREE_EXPORT void check_spmv(Op op, const SparseOperand& A, const VectorOperand& x,
                                const VectorOperand& y, const VectorOperand& z);
FILIGREE_EXPORT void check_spmm(Op op_a, Op op_b, const SparseOperand& A, const DenseOperand& B,
                                const DenseOperand& C);
///@}

}  // namespace filigree::runtime
