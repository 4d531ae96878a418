// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>

#include <runtime/operands.hpp>
#include <runtime/plan.hpp>

#include <cusparse/leading_part.hpp>
#include <cusparse/memory.hpp>
#include <cusparse/pivots.hpp>

namespace filigree::cusparse {

/// What an analysis leaves for the factorizations, and these for who asks for their zero pivots.
struct FactorState {
  runtime::SparseOperand analysed;
  std::shared_ptr<const runtime::Plan> plan;  ///< none where nothing is above a missing pivot
  PivotBoost planned;                         ///< with which the plan was made
  PivotBoost boost;                           ///< that the next factorization is to have
  HeldMemory workspace;
  HeldMemory position;  ///< an int64, -1 where no pivot was zero; none without an analysis
  /// The first line without a pivot, from the index base, or -1. Then the plan is that of the lines
  /// above it, which may have a zero pivot that comes first, and the matrix has no factors.
  std::int64_t missing = -1;
  LeadingPart above;
  /// Whether a Cholesky factorization reports a negative pivot as a zero one.
  bool negative_is_zero = true;
};

}  // namespace filigree::cusparse

struct csrilu02Info : filigree::cusparse::FactorState {};
struct csric02Info : filigree::cusparse::FactorState {};
struct bsrilu02Info : filigree::cusparse::FactorState {};
struct bsric02Info : filigree::cusparse::FactorState {};
