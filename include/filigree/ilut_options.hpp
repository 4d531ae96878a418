// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

namespace filigree {

/// What ilut keeps of each row.
struct IlutOptions {
  /// Entries of L and U whose absolute value is not above this times the 2-norm of A's row are
  /// dropped, but for the diagonal.
  double tolerance = 1e-3;
  /// The most entries that a row of L keeps, and one of U beside its diagonal: the largest.
  std::int64_t fill = 10;
  /// A pivot counts as zero where its absolute value is not above it.
  double pivot_tolerance = 0;
  /// What takes the place of a pivot that counts as zero; none: that is an error.
  std::optional<double> pivot_boost = {};
};

}  // namespace filigree
