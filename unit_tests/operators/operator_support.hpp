// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include <filigree/semiring.hpp>

#include "format/test_matrix.hpp"

/// Products over semirings, term by term on the host.

namespace filigree::test {

/// Short rows, empty ones, and a full one if `full_row` is a row; columns ascending, each once.
template <class S>
Entries<S> ragged_entries(int64_t num_rows, int64_t num_cols, int64_t full_row, unsigned seed) {
  std::mt19937_64 generate(seed);
  Entries<S> entries;
  for (int64_t row = 0; row < num_rows; ++row) {
    if (row % 7 == 3 && row != full_row) continue;
    // about 4 entries a row, 40 in every 50th
    const double share = row == full_row ? 1 : (row % 50 == 9 ? 40.0 : 4.0) / double(num_cols);
    for (int64_t col = 0; col < num_cols; ++col)
      if (row == full_row || double(generate() % 100000) < share * 100000)
        entries.push_back({row, col, S(int(generate() % 9) + 1)});
  }
  return entries;
}

/// Whole numbers from 1 to 9: their sums and products are exact.
template <class T>
std::vector<T> small_numbers(int64_t length, unsigned seed) {
  std::mt19937_64 generate(seed);
  std::vector<T> result;
  for (int64_t i = 0; i < length; ++i) result.push_back(T(int(generate() % 9) + 1));
  return result;
}

/// t of every row.
template <class Semiring, class S, class X>
std::vector<typename Semiring::value_type> plain_product(const Semiring& semiring,
                                                         const Entries<S>& entries,
                                                         int64_t num_rows,
                                                         const std::vector<X>& x) {
  using T = typename Semiring::value_type;
  std::vector<T> sums(num_rows, semiring.zero);
  for (const auto& entry : entries)
    sums[entry.row] =
        semiring.add(sums[entry.row], T(semiring.multiply(entry.value, x[entry.column])));
  return sums;
}

}  // namespace filigree::test
