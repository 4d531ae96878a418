// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/incomplete_factor_front.hpp>

namespace filigree::detail {

/// Reads the pattern and waits for the device.
/// \throws Error as ilu0_plan and ic0_plan
template <class Exec, class Index>
FactorAnalysis<Exec, Index> analyse_factor(const Exec& exec, FactorKind kind,
                                           const FactorSource<Index>& source,
                                           const IncompleteFactorOptions& options, PlanUse use);

}  // namespace filigree::detail
