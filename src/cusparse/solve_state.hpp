// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include <filigree/triangular_solve_options.hpp>

#include <cusparse/memory.hpp>
#include <runtime/plan.hpp>

namespace filigree::cusparse {

/// What the analysis of a triangle leaves for the solves.
struct SolveState {
  std::shared_ptr<const runtime::Plan> plan;
  HeldMemory workspace;
  /// With skip_row an analysis passes over rows without a pivot, which is an error otherwise.
  ZeroPivot on_zero_pivot = ZeroPivot::report;
};

}  // namespace filigree::cusparse

struct cusparseSpSVDescr : filigree::cusparse::SolveState {};
struct cusparseSpSMDescr : filigree::cusparse::SolveState {};
