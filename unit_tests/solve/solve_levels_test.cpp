// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <solve/chunk_rows.hpp>
#include <solve/level_order.hpp>
#include <solve/row_habits.hpp>
#include <solve/tuned.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "solve_support.hpp"

/// The order of rows by levels, and their schedule by chunks, against plain loops.

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

/// A grid of lines, many of whose rows need one nearby, too: on devices so many rows that warps
/// take several tiles of them one after another.
Triplets grid_of_lines() {
  constexpr std::int64_t line = 500;
  constexpr std::int64_t rows = (detail::is_host_execution_v<Exec> ? 20 : 600) * line;
  Triplets result{rows, rows, {}};
  const auto add = [&](std::int64_t i, std::int64_t j) {
    if (j < 0) return;
    result.entries.push_back({i, j, 1});
    result.entries.push_back({rows - 1 - i, rows - 1 - j, 1});
  };
  for (std::int64_t i = 0; i < rows; ++i) {
    result.entries.push_back({i, i, 1});
    if (i % line != 0) add(i, i - 1);
    add(i, i - line);
    if (i % 3 == 0) add(i, i - 2 - i % 23);
  }
  return result;
}

/// A grid: lines, planes and so on of so many rows.
Triplets stencil(const std::vector<std::int64_t>& periods) {
  constexpr std::int64_t rows = 600 * 40;
  Triplets result{rows, rows, {}};
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::size_t p = periods.size(); p-- > 0;) {
      const std::int64_t step = p == 0 ? 1 : periods[p - 1];
      if (i % periods[p] >= step) result.entries.push_back({i, i - step, 1});
    }
    result.entries.push_back({i, i, 1});
    for (std::size_t p = 0; p < periods.size(); ++p) {
      const std::int64_t step = p == 0 ? 1 : periods[p - 1];
      if (i % periods[p] + step < periods[p] && i + step < rows)
        result.entries.push_back({i, i + step, 1});
    }
  }
  return result;
}

template <class Index, class Offset>
class Rows {
 public:
  Rows(const Triplets& triplets, FillMode fill, IndexBase base, Order order = Order::shuffled)
      : A_(MatrixFrom<CsrMatrix<double, Index, Offset, Space>>::make(
            triplets, triangular(fill, DiagonalType::non_unit, base), order)),
        offsets_(download(A_.row_offsets())),
        cols_(download(A_.col_indices())) {
    rows.num_rows = triplets.num_rows;
    rows.base = std::int64_t(base);
    rows.begin_offsets = A_.row_offsets().data();
    rows.end_offsets = A_.row_offsets().data() + 1;
    rows.col_indices = A_.col_indices().data();
    rows.lower = fill == FillMode::lower;
  }

  /// The rows that row `row` needs.
  std::vector<std::int64_t> needed(std::int64_t row) const {
    std::vector<std::int64_t> result;
    for (auto k = std::size_t(offsets_[std::size_t(row)] - rows.base);
         k < std::size_t(offsets_[std::size_t(row) + 1] - rows.base); ++k) {
      const std::int64_t col = std::int64_t(cols_[k]) - rows.base;
      if (rows.needs(row, col)) result.push_back(col);
    }
    return result;
  }
  std::vector<std::int64_t> levels() const {
    std::vector<std::int64_t> result(std::size_t(rows.num_rows));
    for (std::int64_t step = 0; step < rows.num_rows; ++step) {
      const std::int64_t row = rows.row_of(step);
      for (const std::int64_t col : needed(row))
        result[std::size_t(row)] = std::max(result[std::size_t(row)], result[std::size_t(col)] + 1);
    }
    return result;
  }

  detail::SolveRows<Index> rows;

 private:
  CsrMatrix<double, Index, Offset, Space> A_;
  std::vector<Offset> offsets_;
  std::vector<Index> cols_;
};

template <class Index, class Offset>
void expect_order(const Triplets& triplets, FillMode fill, IndexBase base,
                  const detail::LevelStatistics& statistics, Order order_of = Order::shuffled) {
  const Rows<Index, Offset> A(triplets, fill, base, order_of);
  const Kokkos::View<std::int32_t*, Space> order("order", std::size_t(triplets.num_rows));
  const auto found = detail::order_by_levels("test", Exec{}, A.rows, order.data(), statistics);
  const auto levels = download(found.levels);
  std::int64_t highest = 0;
  for (std::int64_t row = 0; row < triplets.num_rows; ++row) {
    const std::int64_t level = levels[std::size_t(row)];
    EXPECT_GE(level, 1);
    highest = std::max(highest, level);
    for (const std::int64_t col : A.needed(row)) EXPECT_GT(level, levels[std::size_t(col)]);
  }
  EXPECT_EQ(found.highest, highest);
  const std::vector<std::int64_t> lowest = A.levels();
  const std::int64_t least = *std::max_element(lowest.begin(), lowest.end()) + 1;
  EXPECT_GE(highest, least);
  // Those found by sections of rows may be a little too high.
  EXPECT_LE(highest, detail::is_host_execution_v<Exec> ? least : least + highest / 16);
  std::vector<std::int32_t> expected(levels.size());
  std::iota(expected.begin(), expected.end(), 0);
  std::stable_sort(expected.begin(), expected.end(), [&](std::int32_t i, std::int32_t j) {
    return levels[std::size_t(i)] < levels[std::size_t(j)];
  });
  EXPECT_EQ(download(order), expected);
}

/// For each number of threads that a device takes a row with, whatever the rows are.
constexpr detail::LevelStatistics all_statistics[] = {
    {}, {0, 8}, {0, 16}, {0, 32}, {0, 200}, {0, 1 << 20}, {1 << 30, 200}, {0, 8, true}};

TEST(SolveLevels, order_of_rows) {
  for (const Triplets& triplets : {scattered_rows(), rows_beside_each_other()})
    for (const FillMode fill : {FillMode::lower, FillMode::upper})
      for (const detail::LevelStatistics& statistics : all_statistics) {
        expect_order<std::int32_t, std::int32_t>(triplets, fill, IndexBase::zero, statistics);
        expect_order<std::int64_t, std::int32_t>(triplets, fill, IndexBase::one, statistics);
      }
}

TEST(SolveLevels, order_of_many_rows) {
  const Triplets triplets = grid_of_lines();
  for (const FillMode fill : {FillMode::lower, FillMode::upper})
    for (const detail::LevelStatistics& statistics :
         {detail::LevelStatistics{0, 8}, {0, 16}, {0, 8, true}}) {
      expect_order<std::int32_t, std::int32_t>(triplets, fill, IndexBase::one, statistics);
      expect_order<std::int64_t, std::int64_t>(triplets, fill, IndexBase::zero, statistics);
    }
}

/// Lines shorter and longer than sections of a device, planes that these do not begin with, and
/// grids with holes, of which sections say too much.
TEST(SolveLevels, order_of_grids) {
  for (const std::vector<std::int64_t>& periods :
       std::vector<std::vector<std::int64_t>>{{24000},
                                              {20, 600, 24000},
                                              {37, 1221, 24000},
                                              {40, 2400, 24000},
                                              {7000, 24000},
                                              {801, 24000}})
    for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
      const Triplets grid = stencil(periods);
      expect_order<std::int32_t, std::int32_t>(grid, fill, IndexBase::one, {0, 8}, Order::sorted);
      Triplets holes = grid;
      std::erase_if(holes.entries,
                    [](const Entry& e) { return (e.row * 7 + e.col * 3) % 97 == 5; });
      expect_order<std::int64_t, std::int64_t>(holes, fill, IndexBase::zero, {0, 8}, Order::sorted);
    }
}

/// Rows of a grid need rows that lie side by side; others are scattered.
TEST(SolveLevels, sample_of_rows) {
  using Grid = Rows<std::int32_t, std::int32_t>;
  for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
    const auto is_scattered = [&](Triplets triplets) {
      std::sort(triplets.entries.begin(), triplets.entries.end(),
                [](const Entry& a, const Entry& b) {
                  return a.row != b.row ? a.row < b.row : a.col < b.col;
                });
      const Grid A(triplets, fill, IndexBase::one, Order::sorted);
      return detail::row_habits(Exec{}, A.rows).are_scattered;
    };
    EXPECT_TRUE(is_scattered(scattered_rows()));
    EXPECT_FALSE(is_scattered(grid_of_lines()));
  }
}

#if defined(KOKKOS_ENABLE_CUDA)
/// One chunk of a schedule: its rows, each once, in steps of one level, whose groups follow those
/// that they need.
template <class Index, class Offset>
void expect_chunk(const Rows<Index, Offset>& A, const std::vector<std::int64_t>& levels,
                  const std::vector<std::uint16_t>& order,
                  const std::vector<detail::SolveStep>& steps, std::int64_t first,
                  const detail::ChunkSizes& sizes) {
  const auto num_rows = std::int64_t(order.size());
  std::vector<std::int64_t> group_of(order.size(), -1), levels_of_groups, steps_of_groups;
  std::int64_t taken = 0;
  for (const detail::SolveStep& step : steps) {
    ASSERT_EQ(step.first, taken);
    ASSERT_GT(step.rows, 0);
    ASSERT_LE(step.rows, sizes.step_rows);
    if (std::size_t(step.number) == levels_of_groups.size()) {
      levels_of_groups.push_back(-1);
      steps_of_groups.push_back(0);
    }
    ASSERT_EQ(step.number + 1U, levels_of_groups.size());
    ++steps_of_groups.back();
    for (; taken < step.first + step.rows; ++taken) {
      ASSERT_LT(taken, num_rows);
      const std::int64_t place = order[std::size_t(taken)];
      ASSERT_LT(place, num_rows);
      ASSERT_EQ(group_of[std::size_t(place)], -1);
      group_of[std::size_t(place)] = step.number;
      const std::int64_t level = levels[std::size_t(A.rows.row_of(first + place))];
      if (levels_of_groups.back() < 0) levels_of_groups.back() = level;
      ASSERT_EQ(level, levels_of_groups.back());
    }
  }
  EXPECT_EQ(taken, num_rows);
  EXPECT_TRUE(std::is_sorted(levels_of_groups.begin(), levels_of_groups.end()));
  for (const detail::SolveStep& step : steps) {
    const std::size_t group = step.number;
    EXPECT_EQ(step.before, group == 0 ? 0 : steps_of_groups[group - 1]);
    EXPECT_EQ(step.beside, steps_of_groups[group]);
    EXPECT_LE(step.beside, sizes.group_steps);
    EXPECT_EQ(step.after, group + 1 == steps_of_groups.size() ? 0 : steps_of_groups[group + 1]);
  }
  for (std::int64_t place = 0; place < num_rows; ++place)
    for (const std::int64_t col : A.needed(A.rows.row_of(first + place))) {
      if (A.rows.rank(col) < first) continue;
      EXPECT_LT(group_of[std::size_t(A.rows.rank(col) - first)], group_of[std::size_t(place)]);
    }
}

template <class Index, class Position>
void expect_schedule(const Triplets& triplets, FillMode fill, const detail::ChunkSizes& sizes) {
  const Rows<Index, std::int32_t> A(triplets, fill, IndexBase::one);
  const Kokkos::View<Position*, Space> order("order", n);
  const Exec exec;
  const auto found = detail::order_by_levels("test", exec, A.rows, order.data());
  const auto arrays =
      detail::ScheduleChunksCuda::schedule("test", exec, A.rows, found.levels.data(), sizes);
  const detail::SolveChunks chunks = arrays.get();
  EXPECT_EQ(chunks.chunk_rows, sizes.chunk_rows);
  EXPECT_EQ(chunks.step_rows, sizes.step_rows);
  ASSERT_EQ(chunks.num_chunks, (n + sizes.chunk_rows - 1) / sizes.chunk_rows);
  const auto rows = download(arrays.order.view());
  const auto steps = download(arrays.steps.view());
  const auto firsts = download(arrays.first_steps.view());
  const auto positions = download(arrays.positions.view());
  ASSERT_EQ(rows.size(), positions.size());
  for (std::int64_t p = 0; p < n; ++p) {
    const std::int64_t rank = p - p % sizes.chunk_rows + rows[std::size_t(p)];
    EXPECT_EQ(positions[std::size_t(A.rows.row_of(rank))], p);
  }
  EXPECT_EQ(firsts.front(), 0);
  EXPECT_EQ(firsts.back(), std::int64_t(steps.size()));
  const std::vector<std::int64_t> levels = A.levels();
  for (std::int64_t chunk = 0; chunk < chunks.num_chunks; ++chunk) {
    const std::int64_t first = chunk * sizes.chunk_rows;
    const std::int64_t end = std::min(n, first + sizes.chunk_rows);
    expect_chunk(A, levels, {rows.begin() + first, rows.begin() + end},
                 {steps.begin() + firsts[std::size_t(chunk)],
                  steps.begin() + firsts[std::size_t(chunk) + 1]},
                 first, sizes);
  }
}

TEST(SolveLevels, schedule_of_chunks) {
  for (const Triplets& triplets : {scattered_rows(), rows_beside_each_other()})
    for (const FillMode fill : {FillMode::lower, FillMode::upper})
      for (const detail::ChunkSizes sizes :
           {detail::ChunkSizes{1, 4, 1}, {64, 4, 1}, {1000, 32, 2}, {n, 8, 8}, {2 * n, 16, 3}}) {
        expect_schedule<std::int32_t, std::int32_t>(triplets, fill, sizes);
        expect_schedule<std::int64_t, std::int64_t>(triplets, fill, sizes);
      }
}

#endif

/// A grid of planes of 30 lines of 20 rows is cut where planes begin, or their halves; lines of 20
/// rows where lines begin; a chain anywhere.
TEST(SolveLevels, rows_of_chunks) {
  const auto aligned = [](const Triplets& triplets, FillMode fill, std::int64_t rows,
                          int step_rows = 32) {
    const Rows<std::int32_t, std::int32_t> A(triplets, fill, IndexBase::one, Order::sorted);
    detail::ChunkSizes sizes{rows, step_rows, 8};
    sizes.fewest_rows = 64;
    sizes.most_rows = 700;
    return detail::aligned_chunk_rows(Exec{}, A.rows, sizes);
  };
  for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
    const Triplets planes = stencil({20, 600, 24000});
    EXPECT_EQ(aligned(planes, fill, 350), 300);
    EXPECT_EQ(aligned(planes, fill, 500), 600);
    EXPECT_EQ(aligned(planes, fill, 700), 600);
    EXPECT_EQ(aligned(stencil({20, 24000}), fill, 347), 340);
    EXPECT_EQ(aligned(stencil({20, 24000}), fill, 353), 360);
    EXPECT_EQ(aligned(stencil({24000}), fill, 353), 353);
    EXPECT_EQ(aligned(stencil({24000}), fill, 64), 64);
    // Steps of 16 rows are full of 16 lines.
    EXPECT_EQ(aligned(planes, fill, 350, 16), 320);
    EXPECT_EQ(aligned(planes, fill, 500, 16), 600);
    EXPECT_EQ(aligned(stencil({20, 24000}), fill, 353, 16), 320);
    EXPECT_EQ(aligned(stencil({20, 24000}), fill, 500, 8), 320);
    EXPECT_EQ(aligned(stencil({20, 24000}), fill, 90, 16), 100);
    EXPECT_EQ(aligned(stencil({2, 24000}), fill, 64, 16), 64);
    EXPECT_EQ(aligned(stencil({24000}), fill, 353, 16), 353);
  }
}

}  // namespace
}  // namespace filigree::test
