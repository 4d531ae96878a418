// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/incomplete_factor_options.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// ilu0 and ic0 for operands whose types are known when the program runs: CSR and BSR matrices of
/// the real and complex scalars of single and double precision. Throws what the calls of
/// incomplete_factor.hpp throw.

namespace filigree::runtime {

enum class IncompleteFactor {
  lu,        ///< L U = A, L with a unit diagonal that is not stored
  cholesky,  ///< L L^H = A, of which the lower triangle is read
};

/// A's values are not read, and may be missing.
FILIGREE_EXPORT Plan make_incomplete_factor_plan(const Target& target, IncompleteFactor kind,
                                                 const SparseOperand& A,
                                                 const IncompleteFactorOptions& options);
FILIGREE_EXPORT std::size_t incomplete_factor_workspace_bytes(const Plan& plan);
/// Writes the factors in A's pattern to `factors`, which may be A's values. `pivot_position`: as
/// for triangular_solve.
FILIGREE_EXPORT KernelId incomplete_factor(const Target& target, const Plan& plan,
                                           const SparseOperand& A, void* factors,
                                           std::int64_t* pivot_position,
                                           const Workspace& workspace);

}  // namespace filigree::runtime
