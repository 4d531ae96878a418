// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/spmv_options.hpp>

namespace filigree {

/// What a plan of gauss_seidel is made for.
struct GaussSeidelOptions {
  /// How apply() of a plan notices that the matrix has another pattern.
  PatternCheck pattern_check = PatternCheck::identity;
};

/// The order of the colours in a sweep: from the first, from the last, or one after the other.
enum class SweepDirection { forward, backward, symmetric };

/// What sweeps of gauss_seidel do.
struct GaussSeidelSweep {
  /// In which order the colours are taken.
  SweepDirection direction = SweepDirection::forward;
  /// The relaxation factor of successive over-relaxation (SOR); 1: Gauss-Seidel.
  double omega = 1;
  /// How often; of symmetric sweeps each is one forward and one backward.
  std::int64_t count = 1;
  /// x is taken for zero, whatever is there.
  bool from_zero = false;
};

}  // namespace filigree
