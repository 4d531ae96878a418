// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "scatter_case.hpp"

namespace filigree::test {
namespace {

using detail::CompressedIndices;
using detail::CompressionOptions;
using detail::HostIsa;
using detail::IndexEncoding;

template <class Case>
void check_all_encodings(Case& problem, double epsilon) {
  const auto plan = detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
  for (const std::int64_t parts : {-1, -2, -7, 1, 2, 3, 7, 50})
    for (const bool compressed : {false, true}) {
      if (parts < 0 && compressed) continue;
      SCOPED_TRACE(::testing::Message() << parts << " parts, compressed " << compressed);
      const CompressedIndices indices = compressed ? plan.indices() : CompressedIndices{};
      if (parts == 2) {
        run(problem, indices, false, parts);
        problem.expect_right(epsilon);
      }
      run(problem, indices, true, parts);
      problem.expect_right(epsilon);
      problem.expect_reductions_right(epsilon);
    }
}

template <class A, class X, class Y, class Compute, class Offset = std::int32_t,
          class Index = std::int32_t>
void check_types(Compute alpha, Compute beta, double epsilon, Index base = 0) {
  Case<A, X, Y, Compute, Offset, Index> problem(every_encoding(), alpha, beta, base, true);
  check_all_encodings(problem, epsilon);
  if constexpr (!is_complex_v<A>) return;
  problem.conjugate = true;
  check_all_encodings(problem, epsilon);
}

TEST(CsrTransposedHost, Real) {
  check_types<double, double, double, double>(1, 0, 2.3e-16);
  check_types<double, double, double, double>(-0.7, 1.3, 2.3e-16);
  check_types<double, double, double, double>(0, 1.3, 2.3e-16);
  check_types<float, float, float, float>(1.5f, -0.3f, 1.2e-7);
  check_types<float, float, float, float>(0, 0, 1.2e-7);
}

TEST(CsrTransposedHost, ComplexAndMixed) {
  check_types<complex_double, complex_double, complex_double, complex_double>({0.4, -1}, {}, 5e-16);
  check_types<complex_float, complex_float, complex_float, complex_float>({0.4f, -1}, {1, 2}, 3e-7);
  check_types<float, double, double, double>(1.1, 0.5, 2.3e-16);
  check_types<double, complex_double, complex_double, complex_double>({0.4, -1}, {0.5, 0.5}, 5e-16);
}

TEST(CsrTransposedHost, WideOffsetsAndIndicesAndBases) {
  check_types<double, double, double, double, std::int64_t, std::int32_t>(1, 0, 2.3e-16, 1);
  check_types<double, double, double, double, std::int32_t, std::int64_t>(1, 0, 2.3e-16, 1);
  check_types<float, float, float, float, std::int64_t, std::int64_t>(1, 0, 1.2e-7);
}

/// Buffers that move: columns are stored while others are still being added up.
TEST(CsrTransposedHost, SlidingWindows) {
  const HostPattern wide = grid5(60, 2000);
  HostPattern gap = grid5(60, 1000);  // columns that no row touches, between parts and within them
  for (auto& row : gap.rows)
    for (auto& col : row) col += (col / 10000) * 3000 + 777;
  gap.num_cols = 80000;
  HostPattern tall = grid5(50, 1200);  // several rows a column, some parts of rows empty
  for (std::size_t row = 0; row < tall.rows.size(); ++row) {
    for (auto& col : tall.rows[row]) col /= 2;
    if (row / 3000 % 3 == 1) tall.rows[row].clear();
  }
  for (const HostPattern& host : {wide, gap, tall}) {
    Case<double, double, double, double> problem(host, 1.5, 0.5, 0, true);
    const auto plan =
        detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
    for (const std::int64_t parts : {1, 2, 3}) {
      EXPECT_GT(run(problem, plan.indices(), true, parts), 0) << parts;
      problem.expect_right(2.3e-16);
      problem.expect_reductions_right(2.3e-16);
    }
    check_all_encodings(problem, 2.3e-16);
  }
}

/// The last block of rows is not full, and most parts have no block.
TEST(CsrTransposedHost, MorePartsThanBlocks) {
  for (const int height : {9, 20, 45}) {
    Case<double, double, double, double> problem(grid5(20, height), 1.5, 0.5, 0, true);
    check_all_encodings(problem, 2.3e-16);
  }
}

TEST(CsrTransposedHost, EveryListAndRunLength) {
  const HostPattern host = every_list_and_run_length();
  Case<double, double, double, double> d(host, 1, 0, 0, true);
  check_all_encodings(d, 2.3e-16);
  Case<float, float, float, float> f(host, 2, 1, 0, true);
  check_all_encodings(f, 1.2e-7);
  Case<float, double, double, double> m(host, 2, 0, 0, true);
  check_all_encodings(m, 2.3e-16);
}

TEST(CsrTransposedHost, EveryInstructionSet) {
  const HostPattern host = every_encoding();
  Case<double, double, double, double> problem(host, 1, 0, 0, true);
  const auto plan = detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
  const detail::HostRows<double, double, std::int32_t, std::int32_t> rows{
      problem.device.pattern.row_offsets,
      problem.device.pattern.col_indices,
      0,
      problem.values.data(),
      problem.x.data(),
      false,
      plan.indices(),
      host.num_rows(),
      host.nnz()};
  for (const HostIsa isa : {HostIsa::baseline, HostIsa::avx2, HostIsa::avx512}) {
    if (int(isa) > int(detail::host_isa())) continue;
    const auto scatter =
        detail::range_scatter_for<false, double, double, double, std::int32_t, std::int32_t>(isa);
    std::vector<double> sums(problem.z.size() + detail::sums_padding, 0.0);
    for (std::int64_t block = 0; block < plan.num_blocks; ++block) {
      const std::int64_t first = block * plan.rows_per_block;
      const std::int64_t last = std::min(first + plan.rows_per_block, host.num_rows());
      scatter(rows, {block, first, last, IndexEncoding(plan.block_encoding(block))},
              {sums.data(), 0});
    }
    std::copy_n(sums.begin(), problem.z.size(), problem.z.begin());
    problem.expect_right(2.3e-16);
  }
}

TEST(CsrTransposedHost, InfiniteXStaysWhereItBelongs) {
  const HostPattern host = grid5(100, 100);
  Case<double, double, double, double> problem(host, 1, 0, 0, true);
  problem.x[5050] = std::numeric_limits<double>::infinity();
  const auto plan = detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
  run(problem, plan.indices(), false, 2);
  const auto& touched = host.rows[5050];
  for (std::int64_t col = 0; col < host.num_cols; ++col)
    EXPECT_EQ(!std::isfinite(problem.z[std::size_t(col)]),
              std::find(touched.begin(), touched.end(), col) != touched.end())
        << col;
}

TEST(CsrTransposedHost, StreamedResultAndRepeatedRuns) {
  Case<double, double, double, double> problem(grid5(1100, 1000), 1, 0, 0, true);
  const auto plan = detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
  run(problem, plan.indices(), true, 2);
  problem.expect_right(2.3e-16);
  const std::vector<double> first = problem.z;
  const std::vector<double> sums = problem.reductions;
  run(problem, plan.indices(), true, 2);
  EXPECT_EQ(std::memcmp(first.data(), problem.z.data(), first.size() * sizeof(double)), 0);
  EXPECT_EQ(sums, problem.reductions);
}

TEST(CsrTransposedHost, EdgeCases) {
  HostPattern only_empty{7, {}};
  only_empty.rows.resize(1000);
  HostPattern huge_row = random_rows(300, 5000, 5, 12);
  huge_row.rows[123].assign(100000, 7);
  for (const HostPattern& host : {HostPattern{}, HostPattern{5, {}}, only_empty, huge_row,
                                  HostPattern{3, {{2}}}, HostPattern{1, {{0}, {}, {0, 0}}}}) {
    Case<double, double, double, double> problem(host, 1.5, 0.5, 0, true);
    check_all_encodings(problem, 2.3e-16);
  }
}

}  // namespace
}  // namespace filigree::test
