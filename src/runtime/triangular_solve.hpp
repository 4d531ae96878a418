// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/triangular_solve_options.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// triangular_solve for operands whose types are known when the program runs: CSR, CSC, COO
/// and BSR matrices. Right-hand sides and solutions are dense matrices; one is a matrix of one
/// column (as_matrix). Throws what the calls of triangular_solve.hpp throw.

namespace filigree::runtime {

/// op(A) X = alpha B in one call, which waits for the result.
/// \throws Error zero_pivot, after X was written, as options.on_zero_pivot has it
FILIGREE_EXPORT KernelId triangular_solve(const Target& target, Op op, const ScalarOperand& alpha,
                                          const SparseOperand& A, const DenseOperand& B,
                                          const DenseOperand& X,
                                          const TriangularSolveOptions& options);

/// A's values are not read, and may be missing.
FILIGREE_EXPORT Plan make_triangular_solve_plan(const Target& target, Op op, const SparseOperand& A,
                                                const TriangularSolveOptions& options);
/// The workspace of a solve for an X of this type, size and layout.
FILIGREE_EXPORT std::size_t triangular_solve_workspace_bytes(const Plan& plan,
                                                             const DenseOperand& X);
/// The same for any plan of a matrix like A, as far as sizes and types tell: nearly always enough.
/// 0 on a host, whose solves work in little or nothing. No array is read.
FILIGREE_EXPORT std::size_t triangular_solve_workspace_limit(const Target& target,
                                                             const SparseOperand& A,
                                                             const DenseOperand& X);
/// The first row whose pivot is not stored, counted from the matrix's index base; -1: none.
FILIGREE_EXPORT std::int64_t missing_pivot(const Plan& plan);
/// op(A) X = alpha op_b(B). `pivot_position`: memory of the target, or null, where the first row
/// whose pivot is zero arrives, counted from the matrix's index base, or -1, in stream order.
FILIGREE_EXPORT KernelId triangular_solve(const Target& target, const Plan& plan, Op op_b,
                                          const ScalarOperand& alpha, const SparseOperand& A,
                                          const DenseOperand& B, const DenseOperand& X,
                                          std::int64_t* pivot_position, const Workspace& workspace);

/// Throws as the solves do before they write anything: types, sizes, overlaps, missing arrays.
FILIGREE_EXPORT void check_triangular_solve(Op op_b, const SparseOperand& A, const DenseOperand& B,
                                            const DenseOperand& X);

}  // namespace filigree::runtime
