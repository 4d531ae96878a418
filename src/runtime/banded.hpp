// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/banded_solve_options.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/detail/banded_front.hpp>
#include <runtime/operands.hpp>
#include <runtime/target.hpp>

/// banded_solve for operands whose types are known when the program runs. Throws what the calls of
/// banded_solve.hpp throw.

namespace filigree::runtime {

/// Tridiagonal or pentadiagonal systems of one size, their diagonals by rows: entry `row` of system
/// `system` of each lies at row * row_stride + system * system_stride.
struct BandedOperand {
  ScalarType scalar = ScalarType::float64;
  int num_diagonals = 3;  ///< 3 or 5
  std::int64_t num_rows = 0;
  std::int64_t num_systems = 1;
  std::int64_t row_stride = 1;
  std::int64_t system_stride = 0;
  const void* diagonals[5] = {};  ///< the lowest first
};

/// Throws invalid_value unless sizes and strides make a matrix; not_supported for other scalars
/// than those of banded_solve. Null diagonals pass.
FILIGREE_EXPORT void check(std::string_view operation, const BandedOperand& A);

/// For operands of these sizes and strides.
struct BandedPlan {
  Target target;  ///< that it was made on; it runs on those of the same kind
  ScalarType scalar = ScalarType::float64;
  detail::BandedPlanState state;

  /// With so many run() allocates nothing.
  std::size_t workspace_bytes() const { return state.explanation.workspace_bytes; }
};

/// For one system B and X are its right-hand sides and solutions, a column each; for more than one
/// they have a column for each system. X may be B. `options` names no kernel. Reads no entries;
/// arrays may be missing.
FILIGREE_EXPORT BandedPlan make_banded_solve_plan(const Target& target, Op op,
                                                  const BandedOperand& A, const DenseOperand& B,
                                                  const DenseOperand& X,
                                                  const BandedSolveOptions& options);
/// op(A) X = B. `pivot_positions`: memory of the target, or null, where for each system the first
/// row without a pivot arrives, from 0, or -1, in stream order.
FILIGREE_EXPORT KernelId banded_solve(const Target& target, const BandedPlan& plan,
                                      const BandedOperand& A, const DenseOperand& B,
                                      const DenseOperand& X, std::int64_t* pivot_positions,
                                      const Workspace& workspace);

}  // namespace filigree::runtime
