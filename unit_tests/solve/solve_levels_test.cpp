// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <solve/level_order.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "solve_support.hpp"

/// The order of rows by levels, against a plain loop.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

constexpr std::int64_t n = 3001;

/// Rows of both triangles.
Triplets scattered_rows() {
  std::mt19937 random(3);
  return random_triplets<double>(random, {n, n, 5, n / 2});
}

/// Rows with up to 12 entries on either side of the diagonal, most of which neighbours have.
Triplets rows_beside_each_other() {
  Triplets result{n, n, {}};
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = std::max<std::int64_t>(0, i - 12 - i % 50);
         j < std::min(n, i + 13 + i % 7); ++j)
      if ((i * j + i) % 3 != 0 || j == i - 1) result.entries.push_back({i, j, 1});
  return result;
}

template <class Index, class Offset>
void expect_order(const Triplets& triplets, FillMode fill, IndexBase base,
                  std::int64_t max_row_entries) {
  const auto properties = triangular(fill, DiagonalType::non_unit, base);
  using Matrix = CsrMatrix<double, Index, Offset, Space>;
  const auto A = MatrixFrom<Matrix>::make(triplets, properties, Order::shuffled);
  const auto offsets = download(A.row_offsets());
  const auto cols = download(A.col_indices());

  detail::SolveRows<Index> rows;
  rows.num_rows = n;
  rows.base = std::int64_t(base);
  rows.begin_offsets = A.row_offsets().data();
  rows.end_offsets = A.row_offsets().data() + 1;
  rows.col_indices = A.col_indices().data();
  rows.lower = fill == FillMode::lower;
  const Kokkos::View<std::int32_t*, Space> order("order", n);
  detail::order_by_levels("test", Exec{}, rows, order, max_row_entries);

  std::vector<std::int64_t> levels(static_cast<std::size_t>(n));
  for (std::int64_t step = 0; step < n; ++step) {
    const std::int64_t row = rows.row_of(step);
    for (auto k = std::size_t(offsets[std::size_t(row)] - rows.base);
         k < std::size_t(offsets[std::size_t(row) + 1] - rows.base); ++k) {
      const std::int64_t col = std::int64_t(cols[k]) - rows.base;
      if (rows.needs(row, col))
        levels[std::size_t(row)] = std::max(levels[std::size_t(row)], levels[std::size_t(col)] + 1);
    }
  }
  std::vector<std::int32_t> expected(static_cast<std::size_t>(n));
  std::iota(expected.begin(), expected.end(), 0);
  std::stable_sort(expected.begin(), expected.end(), [&](std::int32_t i, std::int32_t j) {
    return levels[std::size_t(i)] < levels[std::size_t(j)];
  });
  EXPECT_EQ(download(order), expected);
}

TEST(SolveLevels, order_of_rows) {
  for (const Triplets& triplets : {scattered_rows(), rows_beside_each_other()})
    for (const FillMode fill : {FillMode::lower, FillMode::upper})
      for (const std::int64_t max_row_entries : {0, 1 << 20}) {
        expect_order<std::int32_t, std::int32_t>(triplets, fill, IndexBase::zero, max_row_entries);
        expect_order<std::int64_t, std::int32_t>(triplets, fill, IndexBase::one, max_row_entries);
      }
}

}  // namespace
}  // namespace filigree::test
