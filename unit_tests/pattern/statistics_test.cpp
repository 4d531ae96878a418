// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "pattern/host_pattern.hpp"
#include "pattern/statistics.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;

template <class Offset, class Index>
detail::PatternStatistics statistics_of(const HostPattern& host, Index base) {
  const DevicePattern<Exec::memory_space, Offset, Index> device(host, base);
  auto result = detail::pattern_statistics(Exec(), device.pattern);
  detail::add_bandwidth(Exec(), device.pattern, result);
  return result;
}

void expect_right(const detail::PatternStatistics& got, const HostPattern& host) {
  std::int64_t shortest = host.num_rows() == 0 ? 0 : host.nnz() + 1, longest = 0, empty = 0,
               lower = 0, upper = 0;
  double squares = 0;
  const double mean = host.num_rows() == 0 ? 0 : double(host.nnz()) / double(host.num_rows());
  for (std::int64_t row = 0; row < host.num_rows(); ++row) {
    const auto& cols = host.rows[std::size_t(row)];
    const auto length = std::int64_t(cols.size());
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
    empty += length == 0;
    squares += (double(length) - mean) * (double(length) - mean);
    for (const std::int64_t col : cols) {
      lower = std::max(lower, row - col);
      upper = std::max(upper, col - row);
    }
  }
  EXPECT_EQ(got.num_rows, host.num_rows());
  EXPECT_EQ(got.num_cols, host.num_cols);
  EXPECT_EQ(got.nnz, host.nnz());
  EXPECT_EQ(got.min_row_length, shortest);
  EXPECT_EQ(got.max_row_length, longest);
  EXPECT_EQ(got.empty_rows, empty);
  EXPECT_EQ(got.lower_bandwidth, lower);
  EXPECT_EQ(got.upper_bandwidth, upper);
  EXPECT_DOUBLE_EQ(got.mean_row_length, mean);
  if (host.num_rows() > 0) {
    EXPECT_NEAR(got.row_length_variance, squares / double(host.num_rows()), 1e-9 * squares + 1e-12);
  }
}

HostPattern one_huge_row() {
  HostPattern host = random_rows(3000, 50000, 6, 3);
  host.rows[1234].resize(100000);
  for (std::size_t k = 0; k < 100000; ++k) host.rows[1234][k] = std::int64_t(k % 50000);
  return host;
}

TEST(PatternStatistics, TinyMatrix) {
  // [x . x], [. . .], [x . .]: rows 2, 0, 1; entries (0,0) (0,2) (2,0)
  const HostPattern host{3, {{0, 2}, {}, {0}}};
  const auto got = statistics_of<std::int32_t, std::int32_t>(host, 1);
  EXPECT_EQ(got.min_row_length, 0);
  EXPECT_EQ(got.max_row_length, 2);
  EXPECT_EQ(got.empty_rows, 1);
  EXPECT_EQ(got.lower_bandwidth, 2);
  EXPECT_EQ(got.upper_bandwidth, 2);
  EXPECT_DOUBLE_EQ(got.row_length_variance, 2.0 / 3.0);
}

TEST(PatternStatistics, AgreesWithReference) {
  HostPattern only_empty{7, {}};
  only_empty.rows.resize(1000);
  for (const HostPattern& host :
       {HostPattern{}, HostPattern{5, {}}, only_empty, grid5(70, 60), grid27(9, 8, 7),
        random_rows(5000, 300, 20, 1), random_rows(40, 1000000, 900, 2), one_huge_row()}) {
    expect_right(statistics_of<std::int32_t, std::int32_t>(host, 0), host);
    expect_right(statistics_of<std::int32_t, std::int32_t>(host, 1), host);
    expect_right(statistics_of<std::int64_t, std::int32_t>(host, 1), host);
    expect_right(statistics_of<std::int32_t, std::int64_t>(host, 0), host);
    expect_right(statistics_of<std::int64_t, std::int64_t>(host, 1), host);
  }
}

}  // namespace
}  // namespace filigree::test
