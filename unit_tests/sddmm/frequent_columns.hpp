// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "spmv/spmv_support.hpp"

namespace filigree::test {

/// Enough rows, columns (for L2 caches of up to 133 MB) and entries for plans of sampled products
/// to look for frequent columns, and few enough entries for them to look at all: rows of 100
/// entries, some empty, in columns that come up as often as random numbers to the power of
/// `exponent` (1: all alike), scattered all over.
inline Triplets frequent_columns(double exponent, std::int64_t num_cols = 250'007) {
  Triplets result{40'500, num_cols, {}};
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform;
  for (std::int64_t row = 0; row < result.num_rows; ++row)
    for (int k = 0; k < (row % 500 == 3 ? 0 : 100); ++k) {
      const auto rank = std::int64_t(double(num_cols) * std::pow(uniform(random), exponent));
      result.entries.push_back({row, std::min(rank, num_cols - 1) * 38'197 % num_cols, 1});
    }
  return result;
}

}  // namespace filigree::test
