// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/triangular_solve_front.hpp>

namespace filigree::detail {

/// Reads the pattern and waits for the device.
/// \throws Error as triangular_solve_plan
template <class Exec, class Index>
SolveAnalysis<Exec, Index> analyse_solve(const Exec& exec, Op op,
                                         const ListedSource<Exec, Index>& listed,
                                         const TriangularSolveOptions& options, PlanUse use);

}  // namespace filigree::detail
