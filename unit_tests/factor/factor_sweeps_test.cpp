// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "core/refusals.hpp"
#include "factor_support.hpp"
#include "spmv/expect_error.hpp"

/// Factors by iteration: where they end, and what their history says.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

/// Twice as many sweeps as rows are enough in any case: the factors' product is A on the pattern.
template <class Matrix>
void test_sweeps(FactorKind kind, IndexBase base, Order order) {
  using T = typename Matrix::scalar_type;
  SCOPED_TRACE(kind_name(kind) + " of " + std::string(scalar_name<T>));
  const Exec exec;
  std::mt19937 random(3);
  const auto A =
      MatrixFrom<Matrix>::make(random_system<T>(random, kind, {90, 90, 5}), {base}, order);
  const auto plan = factor_plan(exec, kind, A);
  const GuardedVector<T, Space> factors(std::vector<T>(std::size_t(A.nnz()), poison<T>()));
  const PivotReport<Space> report(exec);
  const auto history = plan.iterate(exec, A, factors.view, {.count = 180}, report);
  EXPECT_EQ(report.position(exec), report.none);
  const auto found = factors.get();
  const HostRows before = host_rows(A, download(A.values()));
  EXPECT_TRUE(is_product<T>(kind, before, host_rows(A, found), before.size()));
  // The history goes down to rounding, and what ic0 does not count is as it was.
  ASSERT_FALSE(history.residuals.empty());
  EXPECT_GT(history.residuals.front(), 0.001);
  EXPECT_LT(history.residuals.back(), double(16 * epsilon<T>()));
  if (kind == FactorKind::cholesky) {
    const HostRows rows = host_rows(A, found);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (const auto& [j, value] : rows[i])
        if (j > std::int64_t(i)) {
          EXPECT_TRUE(std::isnan(double(value.real())));
        }
  }
  // From there one sweep more leaves them.
  const auto again =
      plan.iterate(exec, A, factors.view, {.count = 9, .tolerance = 1e-5, .from_given = true});
  EXPECT_EQ(again.residuals.size(), 1u);
  EXPECT_TRUE(again.converged);
}

TEST(FactorSweeps, end_at_the_factors) {
  for (const FactorKind kind : both_kinds) {
    test_sweeps<Csr<double>>(kind, IndexBase::zero, Order::sorted);
    test_sweeps<Csr<float, I64, I64>>(kind, IndexBase::one, Order::shuffled);
    test_sweeps<Csr<complex_float, I32, I64>>(kind, IndexBase::one, Order::shuffled);
    test_sweeps<Csr<complex_double>>(kind, IndexBase::zero, Order::sorted);
  }
}

/// The history is the largest entry of A - L U on the pattern, over A's.
TEST(FactorSweeps, history) {
  const Exec exec;
  std::mt19937 random(4);
  const auto A = MatrixFrom<Csr<double>>::make(
      random_system<double>(random, FactorKind::lu, {70, 70, 6}), {}, Order::sorted);
  const auto plan = ilu0_plan(exec, A);
  const Kokkos::View<double*, Space> factors("factors", A.nnz());
  const HostRows rows = host_rows(A, download(A.values()));
  double before = 2;
  for (const int count : {0, 1, 2, 3}) {
    const auto history = plan.iterate(exec, A, factors, {.count = count});
    ASSERT_EQ(history.residuals.size(), std::size_t(count + 1));
    EXPECT_FALSE(history.converged);
    const HostRows found = host_rows(A, download(factors));
    long double worst = 0, largest = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (const auto& [j, value] : rows[i]) {
        Wide left = value;
        for (const auto& [k, factor] : found[i]) {
          if (k > std::min(std::int64_t(i), j)) continue;
          const auto upper = found[std::size_t(k)].find(j);
          if (k == std::int64_t(i))
            left -= found[i].at(j);
          else if (upper != found[std::size_t(k)].end())
            left -= factor * upper->second;
        }
        worst = std::max(worst, std::abs(left));
        largest = std::max(largest, std::abs(value));
      }
    EXPECT_NEAR(history.residuals.back(), double(worst / largest), 1e-14) << count;
    EXPECT_LT(history.residuals.back(), 0.8 * before);
    before = history.residuals.back();
  }
  const auto history = plan.iterate(exec, A, factors, {.count = 100, .tolerance = 1e-6});
  EXPECT_TRUE(history.converged);
  EXPECT_LE(history.residuals.back(), 1e-6);
  EXPECT_GT(history.residuals[history.residuals.size() - 2], 1e-6);
}

/// A row's entries wait for each other, too: a chain of n rows has its factors after 2 n - 3
/// sweeps.
TEST(FactorSweeps, a_chain) {
  const Exec exec;
  std::vector<I32> offsets{0}, columns;
  std::vector<double> values;
  for (I32 i = 0; i < 6; ++i) {
    for (I32 j = std::max(i - 1, 0); j < std::min(i + 2, 6); ++j) {
      columns.push_back(j);
      values.push_back(i == j ? 3 + i % 2 : 1);
    }
    offsets.push_back(I32(columns.size()));
  }
  const Csr<double> A(6, 6, upload<Space>(offsets), upload<Space>(columns), upload<Space>(values));
  const auto plan = ilu0_plan(exec, A);
  const Kokkos::View<double*, Space> factors("factors", A.nnz());
  EXPECT_GT(plan.iterate(exec, A, factors, {.count = 8}).residuals.back(), 1e-12);
  EXPECT_LT(plan.iterate(exec, A, factors, {.count = 9}).residuals.back(), 1e-15);
}

TEST(FactorSweeps, runs_are_equal) {
  const Exec exec;
  std::mt19937 random(4);
  for (const FactorKind kind : both_kinds) {
    const auto A = MatrixFrom<Csr<double>>::make(
        random_system<double>(random, kind, {3000, 3000, 6}), {}, Order::sorted);
    const auto plan = factor_plan(exec, kind, A);
    const Kokkos::View<double*, Space> factors("factors", A.nnz());
    const auto first = plan.iterate(exec, A, factors, {.count = 3}).residuals;
    const auto expected = host_rows(A, download(factors));
    for (int run = 0; run < 20; ++run) {
      ASSERT_EQ(plan.iterate(exec, A, factors, {.count = 3}).residuals, first);
      const auto found = host_rows(A, download(factors));
      for (std::size_t i = 0; i < found.size(); ++i)
        for (const auto& [j, value] : found[i]) ASSERT_EQ(value, expected[i].at(j));
    }
  }
}

/// A pivot that is zero all the way; with a boost there are factors.
TEST(FactorSweeps, zero_pivots) {
  const Exec exec;
  for (const FactorKind kind : both_kinds) {
    const Csr<double> A(3, 3, upload<Space>(std::vector<I32>{0, 1, 3, 5}),
                        upload<Space>(std::vector<I32>{0, 0, 1, 1, 2}),
                        upload<Space>(std::vector<double>{4, 2, 0, 0, 4}));
    const PivotReport<Space> report(exec);
    const Kokkos::View<double*, Space> factors("factors", A.nnz());
    const auto history = factor_plan(exec, kind, A).iterate(exec, A, factors, {}, report);
    EXPECT_EQ(report.position(exec), 1);
    EXPECT_FALSE(history.converged);
    EXPECT_TRUE(std::isinf(history.residuals.back()));
    IncompleteFactorOptions boost;
    boost.pivot_boost = 9;
    const auto plan = factor_plan(exec, kind, A, boost);
    plan.iterate(exec, A, factors, {.count = 5}, report);
    const Kokkos::View<double*, Space> expected("expected", A.nnz());
    plan.apply(exec, A, expected);
    exec.fence();
    EXPECT_EQ(download(factors), download(expected));
    EXPECT_EQ(report.position(exec), 1);
  }
}

/// The report is that of the factors that are returned: here the third pivot is 0.5, 0, 0, -0.5 in
/// the iterates.
TEST(FactorSweeps, zero_pivots_of_the_last_sweep) {
  const Exec exec;
  const Csr<double> A(3, 3, upload<Space>(std::vector<I32>{0, 2, 5, 7}),
                      upload<Space>(std::vector<I32>{0, 1, 0, 1, 2, 1, 2}),
                      upload<Space>(std::vector<double>{1, 1, 1, 2, 1, 1, 0.5}));
  const auto plan = factor_plan(exec, FactorKind::lu, A);
  const PivotReport<Space> report(exec);
  const Kokkos::View<double*, Space> factors("factors", A.nnz());
  for (const int count : {0, 1, 2, 3}) {
    plan.iterate(exec, A, factors, {.count = count, .tolerance = 0}, report);
    const double pivot = download(factors).back();
    EXPECT_EQ(pivot, count == 0 ? 0.5 : count == 3 ? -0.5 : 0.0) << count;
    EXPECT_EQ(report.position(exec), pivot == 0 ? 2 : report.none) << count;
  }
}

/// Entries of A, too: infinity over infinity is no history.
TEST(FactorSweeps, entries_that_are_no_numbers) {
  const Exec exec;
  for (const FactorKind kind : both_kinds)
    for (const double value : {double(NAN), double(INFINITY)}) {
      const Csr<double> A(2, 2, upload<Space>(std::vector<I32>{0, 1, 3}),
                          upload<Space>(std::vector<I32>{0, 0, 1}),
                          upload<Space>(std::vector<double>{4, value, 4}));
      const Kokkos::View<double*, Space> factors("factors", A.nnz());
      const auto history = factor_plan(exec, kind, A).iterate(exec, A, factors);
      EXPECT_FALSE(history.converged);
      EXPECT_TRUE(std::isinf(history.residuals.back()));
    }
}

TEST(FactorSweeps, bad_arguments) {
  const Exec exec;
  std::mt19937 random(1);
  const auto triplets = random_system<double>(random, FactorKind::lu, {12, 12, 2});
  const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  const auto B =
      MatrixFrom<BsrMatrix<double, I32, I32, Space>>::make(triplets, {}, Order::sorted, {2, 2});
  const auto plan = ilu0_plan(exec, A);
  const auto of_blocks = ilu0_plan(exec, B);
  const Kokkos::View<double*, Space> factors("factors", A.nnz());
  const Kokkos::View<double*, Space> of_B("of_B", B.values().extent(0));
  constexpr Status invalid = Status::invalid_value;
  expect_refusals({
      {"in place", invalid, "factors", "A's values", [&] { plan.iterate(exec, A, A.values()); }},
      {"too short", invalid, "factors", "3",
       [&] { plan.iterate(exec, A, Kokkos::View<double*, Space>("short", 3)); }},
      {"a negative count", invalid, "sweeps.count", "-1",
       [&] { plan.iterate(exec, A, factors, {.count = -1}); }},
      {"a negative tolerance", invalid, "sweeps.tolerance", "-1",
       [&] { plan.iterate(exec, A, factors, {.tolerance = -1}); }},
      {"blocks", Status::not_supported, "A", "blocks", [&] { of_blocks.iterate(exec, B, of_B); }},
  });
  const auto other = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
  expect_error(Status::stale_plan, "pattern", [&] { plan.iterate(exec, other, factors); });
  const Csr<double> none;
  const auto history = ilu0_plan(exec, none).iterate(exec, none, Kokkos::View<double*, Space>());
  EXPECT_TRUE(history.converged);
}

}  // namespace
}  // namespace filigree::test
