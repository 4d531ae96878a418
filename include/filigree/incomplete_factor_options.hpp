// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <complex>
#include <optional>
#include <string_view>
#include <vector>

#include <filigree/core/operation.hpp>
#include <filigree/spmv_options.hpp>

namespace filigree {

/// What an incomplete factorization is asked for.
struct IncompleteFactorOptions {
  /// A pivot counts as zero where its absolute value (of ic0: the pivot itself, before its root is
  /// taken, so that negative ones are among them) is not above it.
  double pivot_tolerance = 0;
  /// Whether negative pivots of ic0 count as zero. Where they do not, theirs is the absolute value,
  /// too. The factor has the root of that in either case, if nothing takes the pivot's place.
  bool negative_is_zero = true;
  /// What takes the place of a pivot that counts as zero; none: the factorization goes on with the
  /// pivot as it is. Either way a PivotReport says the lowest such row. An imaginary part is for
  /// ilu0 of complex matrices.
  std::optional<std::complex<double>> pivot_boost = {};
  /// Kernels that may run; tuned throws not_supported where there is none for the factorization.
  Backend backend = Backend::automatic;
  /// How apply() of a plan notices that the matrix has another pattern.
  PatternCheck pattern_check = PatternCheck::identity;
  /// The name of the kernel to run, as KernelId gives it, instead of the library's choice. Throws
  /// not_supported where that kernel does not take the factorization.
  std::string_view kernel = {};
};

/// How IncompleteFactorPlan::iterate goes about it.
struct FactorSweeps {
  /// The most sweeps.
  int count = 10;
  /// Ends before where the largest absolute value of A - L U (of ic0: A - L L^H) on the pattern is
  /// not above this times the largest one of A there.
  double tolerance = 0;
  /// Starts from what `factors` hold, those of values that were a little different, say; else from
  /// A's triangles, L's columns divided by the diagonal (of ic0 by its root).
  bool from_given = false;
};

/// What IncompleteFactorPlan::iterate came to.
struct FactorHistory {
  /// The largest absolute value of A - L U on the pattern over that of A, before the first sweep
  /// and after each one; infinite where it is no number, which ends the sweeps.
  std::vector<double> residuals;
  /// Whether the last one is within the tolerance.
  bool converged = false;
};

}  // namespace filigree
