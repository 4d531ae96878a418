// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string_view>

#include <filigree/core/operation.hpp>
#include <filigree/spmv_options.hpp>

namespace filigree {

/// What an incomplete factorization is asked for.
struct IncompleteFactorOptions {
  /// A pivot counts as zero where its absolute value (of ic0: the pivot itself, before its root is
  /// taken, so that negative ones are among them) is not above it.
  double pivot_tolerance = 0;
  /// What takes the place of a pivot that counts as zero; none: the factorization goes on with the
  /// pivot as it is. Either way a PivotReport says the lowest such row.
  std::optional<double> pivot_boost = {};
  /// Kernels that may run; tuned throws not_supported where there is none for the factorization.
  Backend backend = Backend::automatic;
  /// How apply() of a plan notices that the matrix has another pattern.
  PatternCheck pattern_check = PatternCheck::identity;
  /// The name of the kernel to run, as KernelId gives it, instead of the library's choice. Throws
  /// not_supported where that kernel does not take the factorization.
  std::string_view kernel = {};
};

}  // namespace filigree
