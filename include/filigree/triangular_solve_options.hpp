// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string_view>

#include <filigree/core/operation.hpp>
#include <filigree/spmv_options.hpp>

namespace filigree {

/// What a triangular solve does with a pivot (an entry of the diagonal) that is zero or not stored.
/// Where it has a PivotReport, that says the lowest such row, whatever the policy.
enum class ZeroPivot {
  /// The row is divided by zero as it is, so that Inf or NaN reach the rows that depend on it. A
  /// pivot that is not stored is an error already of the plan.
  report,
  /// The row's unknown becomes 0, as if its pivot were infinite.
  skip_row,
  /// The row is divided by options.pivot_substitute instead.
  substitute,
};

/// What a triangular solve is asked for.
struct TriangularSolveOptions {
  /// The triangle that counts, instead of the matrix's own `fill`: so one matrix may hold L and U.
  /// A matrix whose type is not triangular has to be told.
  std::optional<FillMode> fill = {};
  /// Whether the diagonal is taken for 1 and never read, instead of the matrix's own `diagonal`.
  std::optional<DiagonalType> diagonal = {};
  /// What becomes of a row whose pivot is zero or not stored.
  ZeroPivot on_zero_pivot = ZeroPivot::report;
  /// The pivot that ZeroPivot::substitute divides by.
  double pivot_substitute = 1;
  /// Kernels that may run; tuned throws not_supported where there is none for the solve.
  Backend backend = Backend::automatic;
  /// How apply() of a plan notices that the matrix has another pattern.
  PatternCheck pattern_check = PatternCheck::identity;
  /// The name of the kernel to run, as KernelId gives it, instead of the library's choice. Throws
  /// not_supported where that kernel does not take the solve.
  std::string_view kernel = {};
};

}  // namespace filigree
