// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <solve/cuda/select.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

/// What solves on CUDA are expected to take, against which of the kernels was the faster one in
/// stored runs (h200-solve-all, h200-solve-columns-blocks and h200-solve-chunks of 2026-11-26).

namespace filigree::test {
namespace {

struct Pattern {
  const char* name;
  detail::SolveStatistics statistics;
};

constexpr Pattern grid27{"27-point grid", {1'000'000, 13'731'796, 14, 694}};
constexpr Pattern grid5{"5-point grid", {1'000'000, 2'998'000, 3, 1999}};
constexpr Pattern grid7{"7-point grid", {2'097'152, 8'339'456, 4, 382}};
constexpr Pattern chain{"chain", {100'000, 199'999, 2, 100'000}};
constexpr Pattern popular{"graph of popular columns", {1'000'000, 8'538'991, 4128, 77}};
constexpr Pattern near{"graph of near columns", {1'000'000, 8'508'752, 4128, 7444}};
constexpr Pattern near_transposed{"graph of near columns, transposed",
                                  {1'000'000, 8'508'752, 44, 7444}};

detail::SolveInput input_of(const Pattern& pattern, std::int64_t columns) {
  detail::SolveInput input;
  input.statistics = pattern.statistics;
  input.num_columns = columns;
  return input;
}

detail::DeviceLimits h200() {
  detail::DeviceLimits device;
  device.multiprocessors = 132;
  device.shared_bytes_per_block = 227 * 1024;
  device.compute_capability = 90;
  return device;
}

TEST(SolveSelect, levels_or_columns) {
  struct Run {
    Pattern pattern;
    std::int64_t columns;
    bool by_columns;
  };
  for (const Run& run :
       {Run{grid27, 1, false}, Run{grid27, 8, false}, Run{grid27, 16, false}, Run{grid27, 32, true},
        Run{grid27, 48, true}, Run{grid27, 64, true}, Run{grid5, 1, false}, Run{grid5, 32, false},
        Run{grid5, 64, false}, Run{popular, 8, false}, Run{popular, 16, false},
        Run{popular, 24, true}, Run{popular, 32, true}, Run{popular, 64, true}}) {
    SCOPED_TRACE(run.pattern.name + (", columns: " + std::to_string(run.columns)));
    const auto input = input_of(run.pattern, run.columns);
    EXPECT_EQ(detail::solve_columns_seconds(input) < detail::solve_levels_seconds(input),
              run.by_columns);
  }
}

/// A row that is nearly all of the matrix is not one warp's, entry by entry.
TEST(SolveSelect, one_long_row) {
  auto input = input_of(grid27, 64);
  input.statistics.max_row_entries = 1'000'000;
  EXPECT_GT(detail::solve_columns_seconds(input), detail::solve_levels_seconds(input));
}

TEST(SolveSelect, chunks) {
  const detail::DeviceLimits device = h200();
  for (const Pattern& pattern : {grid27, grid5, grid7, chain}) {
    SCOPED_TRACE(pattern.name);
    EXPECT_LT(detail::solve_chunks_seconds(input_of(pattern, 1)),
              detail::solve_levels_seconds(input_of(pattern, 1)));
    EXPECT_GT(detail::chunk_sizes(pattern.statistics, device, false).chunk_rows, 0);
  }
  const auto sizes = detail::chunk_sizes(grid5.statistics, device, false);
  EXPECT_GT(sizes.chunk_rows, 0);
  EXPECT_LE(std::size_t(sizes.chunk_rows) * sizeof(double), device.shared_bytes_per_block);
  for (const std::int64_t rows : {std::int64_t(1), (std::int64_t(1) << 31) - 1}) {
    const auto some = detail::chunk_sizes({rows, 3 * rows, 3, rows}, device, true);
    EXPECT_GT(some.chunk_rows, 0);
    EXPECT_LE(some.chunk_rows, 1 << 16);
    EXPECT_LE(std::size_t(some.chunk_rows) * sizeof(double), device.shared_bytes_per_block);
    EXPECT_EQ(32 % some.step_rows, 0);
  }
  // Rows longer than what is read ahead, which hold up others: chunks took 15.8 ms for rows of the
  // transposed graph of near columns, of up to 44 entries, and levels 5.5.
  for (const Pattern& pattern : {popular, near, near_transposed}) {
    SCOPED_TRACE(pattern.name);
    EXPECT_GT(detail::solve_chunks_seconds(input_of(pattern, 1)),
              detail::solve_levels_seconds(input_of(pattern, 1)));
    EXPECT_EQ(detail::chunk_sizes(pattern.statistics, device, false).chunk_rows, 0);
  }
  // So few levels that their hops do not count, and hosts.
  EXPECT_EQ(detail::chunk_sizes({1'000'000, 1'000'000, 1, 1}, device, false).chunk_rows, 0);
  EXPECT_EQ(detail::chunk_sizes(grid27.statistics, {}, true).chunk_rows, 0);
  // Narrow levels, of 1000 rows at most: few chunks where a lane takes a row (a 9-point grid of
  // 1000^2: 0.650 ms for 0.905 with a chunk a multiprocessor), as many as ever where two do (a
  // 27-point grid of 80^3: 0.303 for 0.351).
  EXPECT_EQ(detail::chunk_sizes({1'000'000, 4'994'002, 5, 2998}, device, false).chunk_rows, 22'728);
  EXPECT_EQ(detail::chunk_sizes({512'000, 6'996'636, 14, 554}, device, false).chunk_rows, 1293);
  // More rows than their positions can number.
  const std::int64_t many = std::int64_t(1) << 31;
  EXPECT_EQ(detail::chunk_sizes({many, 3 * many, 3, many}, device, true).chunk_rows, 0);
}

/// Of several right-hand sides, h200-solve-chunk-columns-2026-11-27.
TEST(SolveSelect, chunks_of_several_columns) {
  struct Run {
    Pattern pattern;
    std::int64_t columns;
    bool by_chunks;
  };
  for (const Run& run :
       {Run{grid27, 2, true}, Run{grid27, 8, true}, Run{grid27, 16, true}, Run{grid27, 32, false},
        Run{grid27, 64, false}, Run{grid5, 8, true}, Run{grid5, 32, true}, Run{grid5, 64, true},
        Run{grid7, 2, false}, Run{grid7, 8, true}, Run{grid7, 16, true}}) {
    SCOPED_TRACE(run.pattern.name + (", columns: " + std::to_string(run.columns)));
    auto input = input_of(run.pattern, run.columns);
    input.device = h200();
    EXPECT_EQ(detail::solve_chunks_seconds(input) < std::min(detail::solve_levels_seconds(input),
                                                             detail::solve_columns_seconds(input)),
              run.by_chunks);
  }
}

/// Right-hand sides at once: 8 or 16, one where rows are longer than what lanes hold, and on
/// devices whose thread blocks have less shared memory than these take (a V100's 96 KiB, an RTX
/// 4090's 99).
TEST(SolveSelect, columns_of_chunks_at_once) {
  struct Case {
    Pattern pattern;
    std::int64_t columns;
    int expected;
  };
  for (const Case& c : {Case{grid27, 1, 1}, Case{grid27, 2, 8}, Case{grid27, 8, 8},
                        Case{grid27, 9, 16}, Case{grid5, 64, 8}, Case{near, 8, 1}}) {
    SCOPED_TRACE(c.pattern.name + (", columns: " + std::to_string(c.columns)));
    auto input = input_of(c.pattern, c.columns);
    input.device = h200();
    EXPECT_EQ(detail::solve_chunks_tile(input), c.expected);
    for (const std::size_t kib : {64, 96, 99}) {
      input.device.shared_bytes_per_block = kib * 1024;
      EXPECT_EQ(detail::solve_chunks_tile(input), 1);
    }
  }
}

}  // namespace
}  // namespace filigree::test
