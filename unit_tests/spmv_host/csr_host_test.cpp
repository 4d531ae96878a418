// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <vector>

#include "pattern/host_pattern.hpp"
#include "spmv/host/csr_host.hpp"

namespace filigree::test {
namespace {

using detail::CompressedIndices;
using detail::CompressionOptions;
using detail::HostIsa;
using detail::IndexEncoding;
using Exec = Kokkos::DefaultHostExecutionSpace;
using Memory = Exec::memory_space;
using Wide = std::complex<long double>;

template <class T>
Wide widen(const T& value) {
  if constexpr (is_complex_v<T>) {
    const auto wide = detail::convert<complex_double>(value);
    return {wide.real(), wide.imag()};
  } else {
    return {static_cast<long double>(detail::convert<double>(value)), 0};
  }
}

template <class T>
T random_value(std::mt19937& generator) {
  const auto next = [&] { return double(std::int64_t(generator() % 2001) - 1000) / 500; };
  if constexpr (std::is_integral_v<T>)
    return T(int(generator() % 200) - 100);
  else if constexpr (is_complex_v<T>)
    return detail::convert<T>(complex_double(next(), next()));
  else
    return detail::convert<T>(next());
}

template <class T>
std::vector<T> random_values(std::int64_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<T> result(static_cast<std::size_t>(count));
  for (auto& value : result) value = random_value<T>(generator);
  return result;
}

/// A value that shows in every sum it gets into.
template <class T>
T poison() {
  if constexpr (std::is_integral_v<T>)
    return T(77);
  else
    return detail::convert<T>(std::numeric_limits<float>::quiet_NaN());
}

/// A problem with its arrays, and its exact result.
template <class A, class X, class Y, class Compute, class Offset = std::int32_t,
          class Index = std::int32_t>
struct Case {
  using Problem = detail::SpmvProblem<A, X, Y, Compute, Offset, Index>;

  HostPattern host;
  DevicePattern<Memory, Offset, Index> device;
  std::vector<A> values;
  std::vector<X> x;
  std::vector<Y> y, z, with;
  std::vector<Compute> reductions{Compute{}, Compute{}};
  Compute alpha, beta;
  bool conjugate = false;

  Case(const HostPattern& pattern, Compute alpha_, Compute beta_, Index base = 0)
      : host(pattern),
        device(pattern, base),
        values(random_values<A>(pattern.nnz(), 1)),
        x(random_values<X>(pattern.num_cols, 2)),
        y(random_values<Y>(pattern.num_rows(), 3)),
        z(static_cast<std::size_t>(pattern.num_rows()), poison<Y>()),
        with(random_values<Y>(pattern.num_rows(), 4)),
        alpha(alpha_),
        beta(beta_) {
    if (beta == Compute{}) std::fill(y.begin(), y.end(), poison<Y>());
    if (alpha == Compute{}) std::fill(x.begin(), x.end(), poison<X>());
  }

  void run(const CompressedIndices& compressed, bool reduce = false, std::int64_t parts = 0) {
    Problem problem{{values.data(), alpha, x.data(), beta, y.data(), z.data()}, device.pattern};
    problem.pattern.conjugate = conjugate;
    if (reduce) {
      problem.dot_with = with.data();
      problem.reductions = reductions.data();
    }
    std::fill(z.begin(), z.end(), poison<Y>());
    std::vector<std::int64_t> first_rows(std::size_t(std::max<std::int64_t>(parts, 1)) + 1);
    detail::fill_host_partition(device.pattern, std::max(compressed.rows_per_block, 1),
                                std::max<std::int64_t>(parts, 1), first_rows.data());
    detail::launch_csr_host(Exec(), problem, compressed, parts == 0 ? nullptr : first_rows.data(),
                            parts);
    Exec().fence();
  }

  void expect_right(double epsilon) const {
    std::size_t k = 0;
    for (std::size_t row = 0; row < host.rows.size(); ++row) {
      Wide sum{};
      long double scale = 1e-30L;
      for (const std::int64_t col : host.rows[row]) {
        const Wide a = conjugate ? std::conj(widen(values[k])) : widen(values[k]);
        ++k;
        if (alpha == Compute{}) continue;
        const Wide term = widen(alpha) * a * widen(x[std::size_t(col)]);
        sum += term;
        scale += std::abs(term);
      }
      if (beta != Compute{}) {
        sum += widen(beta) * widen(y[row]);
        scale += std::abs(widen(beta) * widen(y[row]));
      }
      ASSERT_LE(std::abs(widen(z[row]) - sum),
                epsilon * double(host.rows[row].size() + 4) * double(scale))
          << "row " << row;
    }
  }

  void expect_reductions_right(double epsilon) const {
    Wide dot{};
    long double norm = 0, scale = 0;
    for (std::size_t row = 0; row < z.size(); ++row) {
      dot += std::conj(widen(with[row])) * widen(z[row]);
      norm += std::norm(widen(z[row]));
      scale += std::abs(widen(with[row])) * std::abs(widen(z[row]));
    }
    const double terms = double(z.size()) + 4;
    EXPECT_LE(std::abs(widen(reductions[0]) - dot), epsilon * terms * double(scale));
    EXPECT_LE(std::abs(widen(reductions[1]) - Wide(norm)), epsilon * terms * double(norm));
  }
};

HostPattern shared_nodes(int nodes) {
  HostPattern result = random_rows(nodes, 150000, 40, 9);
  HostPattern repeated{150000, {}};
  for (int node = 0; node < nodes; ++node)
    for (int u = 0; u < 1 + node % 9; ++u) repeated.rows.push_back(result.rows[std::size_t(node)]);
  return repeated;
}

/// Every encoding, and rows off the dictionary in dictionary blocks.
HostPattern every_encoding() {
  HostPattern result = grid5(100, 31);
  for (std::size_t row = 5; row < result.rows.size(); row += 50)
    std::swap(result.rows[row][0], result.rows[row][1]);
  result.append(grid27(40, 7, 5));
  result.append(shared_nodes(300));
  result.append(random_rows(1500, 3000, 60, 10));
  result.append(random_rows(1500, 200000, 60, 11));
  result.append(random_rows(1500, 3000, 32, 12));  // short enough for masked sums
  result.append(random_rows(1500, 200000, 32, 13));
  result.num_cols = 200000;
  return result;
}

template <class Case>
void check_all_encodings(Case& problem, double epsilon) {
  problem.run({});
  problem.expect_right(epsilon);
  const auto plan = detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
  problem.run(plan.indices());
  problem.expect_right(epsilon);
  for (const std::int64_t parts : {1, 2, 3, 7}) {
    problem.run(plan.indices(), true, parts);
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
  problem.run({});
  problem.expect_right(0);
  problem.run(plan.indices(), false, 2);
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

/// Lists of every length, runs of every length: all tails of the vector kernels.
TEST(CsrHost, EveryListAndRunLength) {
  HostPattern host{2000, {}};
  for (int length = 0; length <= 37; ++length)
    for (int run : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 18, 19, 20, 33}) {
      if (length % 3 != 0 && run > 20) continue;
      for (int i = 0; i < run; ++i) {
        std::vector<std::int64_t> cols;
        for (int k = 0; k < length; ++k) cols.push_back(host.num_rows() + 2 * k);
        host.rows.push_back(cols);
      }
      host.rows.push_back({host.num_rows()});  // parts the runs
    }
  host.num_cols = host.num_rows() + 100;
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
  problem.run(plan.indices());
  for (std::int64_t row = 0; row < host.num_rows(); ++row) {
    const auto& cols = host.rows[std::size_t(row)];
    const bool touched = std::find(cols.begin(), cols.end(), 5050) != cols.end();
    EXPECT_EQ(!std::isfinite(problem.z[std::size_t(row)]), touched) << row;
  }
}

TEST(CsrHost, StreamedResultAndRepeatedRuns) {
  const HostPattern host = grid5(1100, 1000);  // more than streaming_bytes of y
  Case<double, double, double, double> problem(host, 1, 0);
  const auto plan = detail::compress_pattern(Exec(), problem.device.pattern, CompressionOptions{});
  problem.run(plan.indices(), true, 2);
  problem.expect_right(2.3e-16);
  const std::vector<double> first = problem.z;
  const std::vector<double> sums = problem.reductions;
  problem.run(plan.indices(), true, 2);
  EXPECT_EQ(std::memcmp(first.data(), problem.z.data(), first.size() * sizeof(double)), 0);
  EXPECT_EQ(sums, problem.reductions);
  problem.run(plan.indices(), false, 5);  // blocks, not parts, decide how a row is summed
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
