// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "scatter_case.hpp"

namespace filigree::test {
namespace {

using detail::CompressedIndices;
using detail::CompressionOptions;

/// The lower triangle of as many rows as columns, or the upper one.
HostPattern triangle(HostPattern host, bool lower) {
  const auto size = std::max(host.num_cols, host.num_rows());
  host.num_cols = size;
  host.rows.resize(std::size_t(size));
  for (std::int64_t row = 0; row < size; ++row)
    std::erase_if(host.rows[std::size_t(row)],
                  [&](std::int64_t col) { return lower ? col > row : col < row; });
  return host;
}

detail::EncodedPattern<Memory> encoded(const auto& problem) {
  CompressionOptions options;
  options.allow_shared_lists = false;
  return detail::compress_pattern(Exec(), problem.device.pattern, options);
}

template <class A, class X, class Y, class Compute, class Offset = std::int32_t,
          class Index = std::int32_t>
struct Symmetric : Case<A, X, Y, Compute, Offset, Index> {
  Symmetric(const HostPattern& host, Compute alpha, Compute beta, Index base = 0)
      : Case<A, X, Y, Compute, Offset, Index>(host, alpha, beta, base, true) {
    this->mirroring.mirrored = true;
  }

  void check(double epsilon) {
    const auto plan = encoded(*this);
    for (const std::int64_t parts : {1, 2, 3, 7, 50})
      for (const bool compressed : {false, true}) {
        SCOPED_TRACE(::testing::Message() << parts << " parts, compressed " << compressed);
        run(*this, compressed ? plan.indices() : CompressedIndices{}, true, parts);
        this->expect_right(epsilon);
        this->expect_reductions_right(epsilon);
      }
  }
};

TEST(CsrSymmetricHost, EveryEncodingOfBothTriangles) {
  for (const bool lower : {true, false}) {
    const HostPattern host = triangle(every_encoding(), lower);
    Symmetric<double, double, double, double> d(host, 1.5, 0);
    const auto plan = encoded(d);
    for (const auto encoding : {detail::IndexEncoding::narrow, detail::IndexEncoding::dictionary})
      EXPECT_GT(plan.entries_of[int(encoding)], 0) << int(encoding);
    d.check(2.3e-16);
    Symmetric<float, float, float, float>(host, -1, 0.5f).check(1.2e-7);
    Symmetric<float, double, double, double>(host, 1, 0).check(2.3e-16);
    Symmetric<double, double, double, double, std::int64_t, std::int32_t>(host, 1, 0, 1)
        .check(2.3e-16);
    Symmetric<double, double, double, double>(host, 0, 1.5).check(2.3e-16);
  }
}

TEST(CsrSymmetricHost, ListsAndRunsOfEveryLength) {
  for (const bool lower : {true, false}) {
    // Chains of columns that end before the diagonal, at it and behind it.
    HostPattern host = every_list_and_run_length();
    for (std::size_t row = 0; row < host.rows.size(); ++row)
      for (auto& col : host.rows[row])
        col = std::max<std::int64_t>(0, lower ? 2 * std::int64_t(row) - col : col);
    for (auto& columns : host.rows) std::sort(columns.begin(), columns.end());
    host = triangle(host, lower);
    Symmetric<double, double, double, double>(host, 1, 0).check(2.3e-16);
    Symmetric<float, float, float, float>(host, 2, 1).check(1.2e-7);
  }
}

TEST(CsrSymmetricHost, Conjugates) {
  const HostPattern host = triangle(every_encoding(), true);
  Symmetric<complex_double, complex_double, complex_double, complex_double> problem(host, {0.4, -1},
                                                                                    {1, 2});
  for (const bool conjugate : {false, true})
    for (const bool mirror : {false, true}) {
      problem.conjugate = conjugate;
      problem.mirroring.conjugates = mirror;
      problem.check(5e-16);
    }
}

TEST(CsrSymmetricHost, WindowsSlide) {
  Symmetric<double, double, double, double> problem(triangle(grid5(60, 2000), true), 1.5, 0.5);
  const auto plan = encoded(problem);
  EXPECT_EQ(run(problem, plan.indices(), false, 2), 2);
  problem.expect_right(2.3e-16);
  const std::vector<double> first = problem.z;
  run(problem, plan.indices(), false, 2);
  EXPECT_EQ(std::memcmp(first.data(), problem.z.data(), first.size() * sizeof(double)), 0);
}

TEST(CsrSymmetricHost, EdgeCases) {
  HostPattern only_empty{1000, {}};
  only_empty.rows.resize(1000);
  HostPattern repeated{3, {{0, 0}, {0, 1, 1, 0}, {2, 0, 2}}};
  HostPattern arrow{2000, {}};  // one long row
  for (std::int64_t row = 0; row < 2000; ++row) arrow.rows.push_back({row});
  for (std::int64_t col = 0; col < 1999; ++col) arrow.rows.back().push_back(col);
  for (const HostPattern& host :
       {HostPattern{}, only_empty, repeated, arrow, HostPattern{1, {{0}}}})
    Symmetric<double, double, double, double>(host, 1.5, 0.5).check(2.3e-16);
}

/// An infinite value on the diagonal counts once, and an infinite x reaches its neighbours only.
TEST(CsrSymmetricHost, InfinityStaysWhereItBelongs) {
  const HostPattern host = triangle(grid5(100, 100), true);
  Symmetric<double, double, double, double> problem(host, 1, 0);
  problem.x[5050] = std::numeric_limits<double>::infinity();
  run(problem, encoded(problem).indices(), false, 2);
  for (std::int64_t row = 0; row < host.num_cols; ++row) {
    const auto has = [&](std::int64_t i, std::int64_t j) {
      const auto& columns = host.rows[std::size_t(i)];
      return std::find(columns.begin(), columns.end(), j) != columns.end();
    };
    EXPECT_EQ(std::isinf(problem.z[std::size_t(row)]), has(row, 5050) || has(5050, row)) << row;
    EXPECT_FALSE(std::isnan(problem.z[std::size_t(row)])) << row;
  }
}

}  // namespace
}  // namespace filigree::test
