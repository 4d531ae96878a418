// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/gauss_seidel_options.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// gauss_seidel for operands whose types are known when the program runs: CSR matrices of the real
/// and complex scalars of single and double precision. Throws what the calls of gauss_seidel.hpp
/// throw.

namespace filigree::runtime {

/// The plan colours the rows itself. A's values are not read, and may be missing. Waits.
FILIGREE_EXPORT Plan make_gauss_seidel_plan(const Target& target, const SparseOperand& A,
                                            const GaussSeidelOptions& options);
FILIGREE_EXPORT std::int64_t gauss_seidel_num_colors(const Plan& plan);
/// Relaxes X for A X = B, a right-hand side and its solution a column. `pivot_position`: as for
/// triangular_solve.
FILIGREE_EXPORT void gauss_seidel(const Target& target, const Plan& plan, const SparseOperand& A,
                                  const DenseOperand& B, const DenseOperand& X,
                                  const GaussSeidelSweep& sweep, std::int64_t* pivot_position);

}  // namespace filigree::runtime
