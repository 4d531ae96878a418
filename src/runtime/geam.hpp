// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/geam_options.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// geam for operands whose types are known when the program runs: CSR and CSC matrices. C is CSR
/// and has the wider of their index types. Throws what the calls of geam.hpp throw.

namespace filigree::runtime {

/// For C = alpha op_a(A) + beta op_b(B). C's offsets are of type `offset`. Values are not read and
/// may be missing.
FILIGREE_EXPORT ResultPlan make_geam_plan(const Target& target, Op op_a, const SparseOperand& A,
                                          Op op_b, const SparseOperand& B, IndexType offset,
                                          const GeamOptions& options);
/// Writes C's values, in the order of the plan's pattern; C's other arrays are not looked at.
FILIGREE_EXPORT KernelId geam(const Target& target, const ResultPlan& plan,
                              const ScalarOperand& alpha, const SparseOperand& A,
                              const ScalarOperand& beta, const SparseOperand& B,
                              const SparseOperand& C);

}  // namespace filigree::runtime
