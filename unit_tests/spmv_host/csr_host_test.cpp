// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "host_case.hpp"
#include "spmv/host/csr_host.hpp"

namespace filigree::test {
namespace {

using detail::CompressedIndices;
using detail::CompressionOptions;
using detail::HostIsa;
using detail::IndexEncoding;

template <class Case>
void run(Case& problem, const CompressedIndices& compressed, bool reduce = false,
         std::int64_t parts = 0) {
  const auto& pattern = problem.device.pattern;
  std::vector<std::int64_t> first_rows(std::size_t(std::max<std::int64_t>(parts, 1)) + 1);
  detail::fill_host_partition(pattern, std::max(compressed.rows_per_block, 1),
                              std::max<std::int64_t>(parts, 1), first_rows.data());
  detail::launch_csr_host(Exec(), problem.problem(reduce), compressed,
                          parts == 0 ? nullptr : first_rows.data(), parts);
  Exec().fence();
}

template <class Case>
void check_all_encodings(Case& problem, double epsilon) {
  run(problem, {});
  problem.expect_right(epsilon);
  const auto plan = detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
  run(problem, plan.indices());
  problem.expect_right(epsilon);
  for (const std::int64_t parts : {1, 2, 3, 7}) {
    run(problem, plan.indices(), true, parts);
    problem.expect_right(epsilon);
    problem.expect_reductions_right(epsilon);
  }
}

template <class A, class X, class Y, class Compute>
void check_types(Compute alpha, Compute beta, double epsilon) {
  Case<A, X, Y, Compute> first(every_encoding(), alpha, beta);
  check_all_encodings(first, epsilon);
  first.conjugate = true;
  check_all_encodings(first, epsilon);
}

TEST(CsrHost, PlanHasEveryEncoding) {
  const DevicePattern<Memory, std::int32_t, std::int32_t> device(every_encoding());
  const auto plan = detail::compress_pattern(Exec(), device.pattern, CompressionOptions{});
  for (int e = 0; e < detail::num_index_encodings; ++e) EXPECT_GT(plan.blocks_of[e], 0) << e;
  EXPECT_GT(plan.rows_off_dictionary, 0);
}

TEST(CsrHost, Real) {
  check_types<double, double, double, double>(1, 0, 1e-16 * 2.3);
  check_types<double, double, double, double>(-0.7, 1.3, 2.3e-16);
  check_types<double, double, double, double>(0, 1.3, 2.3e-16);
  check_types<float, float, float, float>(1, 0, 1.2e-7);
  check_types<float, float, float, float>(1.5f, -0.3f, 1.2e-7);
  check_types<float, float, float, float>(0, 0, 1.2e-7);
}

TEST(CsrHost, Complex) {
  check_types<complex_double, complex_double, complex_double, complex_double>({0.4, -1}, {}, 5e-16);
  check_types<complex_float, complex_float, complex_float, complex_float>({0.4f, -1}, {1, 2}, 3e-7);
}

TEST(CsrHost, MixedTypes) {
  check_types<float, double, double, double>(1.1, 0.5, 2.3e-16);
  check_types<float, complex_float, complex_float, complex_float>({0.4f, -1}, {}, 3e-7);
  check_types<double, complex_double, complex_double, complex_double>({0.4, -1}, {0.5, 0.5}, 5e-16);
  check_types<half, half, float, float>(1, 0.5f, 1.2e-7);
  check_types<bfloat16, bfloat16, bfloat16, float>(1, 0, 4e-3);
}

TEST(CsrHost, Integers) {
  Case<std::int8_t, std::int8_t, std::int32_t, std::int32_t> problem(every_encoding(), 3, 2);
  const auto plan = detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
  run(problem, {});
  problem.expect_right(0);
  run(problem, plan.indices(), false, 2);
  problem.expect_right(0);
}

TEST(CsrHost, WideOffsetsAndIndicesAndBases) {
  const HostPattern host = every_encoding();
  Case<double, double, double, double, std::int64_t, std::int32_t> a(host, 1, 0, 1);
  check_all_encodings(a, 2.3e-16);
  Case<double, double, double, double, std::int32_t, std::int64_t> b(host, 1, 0, 1);
  check_all_encodings(b, 2.3e-16);
  Case<float, float, float, float, std::int64_t, std::int64_t> c(host, 1, 0, 0);
  check_all_encodings(c, 1.2e-7);
}

TEST(CsrHost, EveryInstructionSet) {
  if (detail::host_isa() == HostIsa::baseline)
    GTEST_SKIP() << "this processor or build has none but the baseline";
  const HostPattern host = every_encoding();
  Case<double, double, double, double> problem(host, 1, 0);
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
    const auto sums =
        detail::range_sums_for<double, double, double, std::int32_t, std::int32_t>(isa);
    std::fill(problem.z.begin(), problem.z.end(), poison<double>());
    for (std::int64_t block = 0; block < plan.num_blocks; ++block) {
      const std::int64_t first = block * plan.rows_per_block;
      const std::int64_t last = std::min(first + plan.rows_per_block, host.num_rows());
      sums(rows, {block, first, last, IndexEncoding(plan.block_encoding(block))},
           problem.z.data() + first);
    }
    problem.expect_right(2.3e-16);
  }
}

/// Rows of one length with columns that no list describes, and one longer row among them.
HostPattern equal_rows(int length) {
  HostPattern host{2000, {}};
  for (int row = 0; row < 70; ++row) {
    std::vector<std::int64_t> cols;
    for (int k = 0; k < length + (row == 37); ++k) cols.push_back(5 * k + row * row % 5);
    host.rows.push_back(cols);
  }
  return host;
}

TEST(CsrHost, EqualRowsOfEveryLength) {
  for (int length = 0; length <= 300; length += length < 20 ? 1 : 28) {
    SCOPED_TRACE(length);
    Case<double, double, double, double> d(equal_rows(length), 1, 0);
    run(d, {});
    d.expect_right(2.3e-16);
    Case<float, float, float, float> f(equal_rows(length), -1, 2, 1);
    run(f, {}, true, 3);
    f.expect_right(1.2e-7);
    Case<float, double, double, double, std::int64_t, std::int64_t> m(equal_rows(length), 1, 0);
    run(m, {});
    m.expect_right(2.3e-16);
  }
}

TEST(CsrHost, EveryListAndRunLength) {
  const HostPattern host = every_list_and_run_length();
  Case<double, double, double, double> d(host, 1, 0);
  check_all_encodings(d, 2.3e-16);
  Case<float, float, float, float> f(host, 2, 1);
  check_all_encodings(f, 1.2e-7);
  Case<float, double, double, double> m(host, 2, 0);
  check_all_encodings(m, 2.3e-16);
}

TEST(CsrHost, InfiniteXStaysWhereItBelongs) {
  const HostPattern host = grid5(100, 100);
  Case<double, double, double, double> problem(host, 1, 0);
  problem.x[5050] = std::numeric_limits<double>::infinity();
  const auto plan = detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
  for (const CompressedIndices& indices : {plan.indices(), CompressedIndices{}}) {
    run(problem, indices);
    for (std::int64_t row = 0; row < host.num_rows(); ++row) {
      const auto& cols = host.rows[std::size_t(row)];
      const bool touched = std::find(cols.begin(), cols.end(), 5050) != cols.end();
      EXPECT_EQ(!std::isfinite(problem.z[std::size_t(row)]), touched) << row;
    }
  }
}

TEST(CsrHost, StreamedResultAndRepeatedRuns) {
  const HostPattern host = grid5(1100, 1000);  // more than streaming_bytes of y
  Case<double, double, double, double> problem(host, 1, 0);
  const auto plan = detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
  run(problem, plan.indices(), true, 2);
  problem.expect_right(2.3e-16);
  const std::vector<double> first = problem.z;
  const std::vector<double> sums = problem.reductions;
  run(problem, plan.indices(), true, 2);
  EXPECT_EQ(std::memcmp(first.data(), problem.z.data(), first.size() * sizeof(double)), 0);
  EXPECT_EQ(sums, problem.reductions);
  run(problem, plan.indices(), false, 5);  // blocks, not parts, decide how a row is summed
  EXPECT_EQ(std::memcmp(first.data(), problem.z.data(), first.size() * sizeof(double)), 0);
}

TEST(CsrHost, EdgeCases) {
  HostPattern only_empty{7, {}};
  only_empty.rows.resize(1000);
  HostPattern huge_row = random_rows(300, 5000, 5, 12);
  huge_row.rows[123].assign(100000, 7);
  for (const HostPattern& host : {HostPattern{}, HostPattern{5, {}}, only_empty, huge_row,
                                  HostPattern{3, {{2}}}, HostPattern{1, {{0}, {}, {0, 0}}}}) {
    Case<double, double, double, double> problem(host, 1.5, 0.5);
    check_all_encodings(problem, 2.3e-16);
  }
}

TEST(HostPartition, CoversRowsInOrder) {
  for (const HostPattern& host : {HostPattern{}, grid5(30, 30), random_rows(5000, 100, 50, 1)}) {
    const DevicePattern<Memory, std::int32_t, std::int32_t> device(host, 1);
    for (const std::int64_t granularity : {1, 256})
      for (const std::int64_t parts : {1, 2, 3, 64}) {
        std::vector<std::int64_t> rows(std::size_t(parts) + 1);
        detail::fill_host_partition(device.pattern, granularity, parts, rows.data());
        EXPECT_EQ(rows.front(), 0);
        EXPECT_EQ(rows.back(), host.num_rows());
        for (std::size_t p = 0; p + 1 < rows.size(); ++p) {
          EXPECT_LE(rows[p], rows[p + 1]);
          if (rows[p] < host.num_rows()) {
            EXPECT_EQ(rows[p] % granularity, 0);
          }
        }
      }
  }
}

TEST(HostPartition, PartsWeighTheSame) {
  const HostPattern host = random_rows(20000, 1000, 30, 5);
  const DevicePattern<Memory, std::int32_t, std::int32_t> device(host);
  std::vector<std::int64_t> rows(5);
  detail::fill_host_partition(device.pattern, 1, 4, rows.data());
  const double whole = double(host.nnz()) + double(detail::row_weight) * double(host.num_rows());
  for (std::size_t p = 0; p < 4; ++p) {
    const double entries = double(device.row_offsets(rows[p + 1]) - device.row_offsets(rows[p]));
    const double weight = entries + double(detail::row_weight) * double(rows[p + 1] - rows[p]);
    EXPECT_NEAR(weight, whole / 4, 40);
  }
}

}  // namespace
}  // namespace filigree::test
