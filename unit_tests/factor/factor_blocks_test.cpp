// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstring>

#include <filigree/convert_blocks.hpp>

#include "factor_support.hpp"
#include "spmv/expect_error.hpp"

/// Square blocks: bsr_to_csr(factors of A) are the factors of bsr_to_csr(A).

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Bsr = BsrMatrix<T, Index, Offset, Space>;

constexpr IncompleteFactorOptions generic{.backend = Backend::generic};
constexpr BlockOrder both_orders[] = {BlockOrder::row_major, BlockOrder::col_major};

template <class T>
HostRows rows_of(const Exec& exec, const T& A) {
  const auto csr = bsr_to_csr(exec, A, {.zeros = ZeroEntries::keep});
  return host_rows(csr, download(csr.values()));
}

/// Fails unless both agree up to rounding, of Cholesky in the lower triangle.
template <class T>
::testing::AssertionResult agree(FactorKind kind, const HostRows& found, const HostRows& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    for (const auto& [j, value] : expected[i]) {
      if (kind == FactorKind::cholesky && j > std::int64_t(i)) continue;
      const auto other = found[i].find(j);
      // Factors of diagonally dominant matrices: errors stay of the size of rounding.
      const long double tolerance = 64 * epsilon<T>() * (1 + std::abs(value));
      if (other == found[i].end() || !(std::abs(other->second - value) <= tolerance))
        return ::testing::AssertionFailure() << "row " << i << ", column " << j;
    }
  return ::testing::AssertionSuccess();
}

/// Devices have a tuned kernel for sorted rows of blocks of these sizes, none of which stands over
/// the matrix's end.
template <class T>
std::string kernel_for(std::int64_t num_rows, std::int64_t size, Order order) {
  const bool is_tuned = !detail::is_host_execution_v<Exec> && !is_complex_v<T> &&
                        order == Order::sorted && num_rows % size == 0 && (size <= 8 || size == 16);
  return is_tuned ? "factor_block_rows_cuda" : "factor_generic";
}

template <class Matrix>
void test_blocks(FactorKind kind, std::int64_t num_rows, const BlockLayout& block,
                 const MatrixProperties& properties, Order order, double row_length = 4) {
  using T = typename Matrix::scalar_type;
  SCOPED_TRACE(kind_name(kind) + " of " + scalar_name<T> + ", blocks of " +
               std::to_string(block.rows) + ", " + describe(Op::none, properties));
  const Exec exec;
  std::mt19937 random(3);
  const auto A = MatrixFrom<Matrix>::make(
      random_system<T>(random, kind, {num_rows, num_rows, row_length, num_rows / 2}), properties,
      order, block);
  const auto values = download(A.values());
  const HostRows before = rows_of(exec, A);
  const auto csr = bsr_to_csr(exec, A, {.zeros = ZeroEntries::keep});
  const Kokkos::View<T*, Space> of_csr("of_csr", csr.values().extent(0));
  factor_plan(exec, kind, csr).apply(exec, csr, of_csr);
  exec.fence();
  const HostRows expected = host_rows(csr, download(of_csr));
  for (const auto& options : {IncompleteFactorOptions{}, generic}) {
    const auto plan = factor_plan(exec, kind, A, options);
    const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(exec));
    const PivotReport<Space> report(exec);
    const GuardedVector<T, Space> apart(std::vector<T>(values.size(), poison<T>()));
    EXPECT_EQ(plan.apply(exec, A, apart.view, report, workspace).name,
              options.backend == Backend::generic ? "factor_generic"
                                                  : kernel_for<T>(num_rows, block.rows, order));
    exec.fence();
    EXPECT_EQ(report.position(exec), report.none);
    const HostRows found = rows_of(exec, A.with_values(apart.view));
    EXPECT_TRUE(is_product<T>(kind, before, found, before.size()));
    EXPECT_TRUE(agree<T>(kind, found, expected));
    // In place: the same bits, and what does not count is as it was.
    const Kokkos::View<T*, Space> in_place("in_place", values.size());
    Kokkos::deep_copy(in_place, A.values());
    const auto B = A.with_values(in_place);
    plan.apply(exec, A.with_values(in_place), in_place);
    exec.fence();
    const HostRows same = rows_of(exec, B);
    for (std::size_t i = 0; i < same.size(); ++i)
      for (const auto& [j, value] : same[i]) {
        if (kind == FactorKind::lu || j <= std::int64_t(i)) {
          EXPECT_EQ(value, found[i].at(j)) << "row " << i << ", column " << j;
        } else {
          const Wide kept = before[i].at(j);
          EXPECT_TRUE(value == kept || std::isnan(double(kept.real())));
          EXPECT_TRUE(std::isnan(double(found[i].at(j).real())));
        }
      }
  }
}

/// Every size, also where blocks stand over the matrix's end, and both orders.
TEST(IncompleteFactorBlocks, sizes) {
  int round = 0;
  for (const FactorKind kind : both_kinds)
    for (const std::int64_t size : {1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 90})
      for (const BlockOrder order : both_orders) {
        ++round;
        const MatrixProperties properties{round % 3 == 0 ? IndexBase::one : IndexBase::zero};
        if (size == 1) continue;
        test_blocks<Bsr<double>>(kind, 70 + round % 5, {size, size, order}, properties,
                                 round % 2 == 0 ? Order::sorted : Order::shuffled);
      }
}

/// Blocks that end where the matrix does, few and many of them a row.
TEST(IncompleteFactorBlocks, whole_blocks) {
  for (const FactorKind kind : both_kinds)
    for (const std::int64_t size : {2, 3, 4, 5, 6, 7, 8, 16}) {
      const std::int64_t num_rows = size * (size == 2 ? 60 : 6);
      test_blocks<Bsr<double>>(kind, num_rows, {size, size}, {}, Order::sorted, 1);
      test_blocks<Bsr<float, I64>>(kind, num_rows, {size, size, BlockOrder::col_major},
                                   {IndexBase::one}, Order::sorted, 5);
    }
}

TEST(IncompleteFactorBlocks, all_types) {
  for (const FactorKind kind : both_kinds)
    for (const BlockOrder order : both_orders) {
      const BlockLayout block{3, 3, order};
      test_blocks<Bsr<float, I64, I32>>(kind, 71, block, {IndexBase::one}, Order::shuffled);
      test_blocks<Bsr<complex_float, I32, I64>>(kind, 71, block, {}, Order::sorted);
      test_blocks<Bsr<complex_double, I64>>(kind, 71, block, {}, Order::shuffled);
    }
}

/// Blocks of 1 x 1 are entries, which tuned kernels take as those of a Csr matrix.
TEST(IncompleteFactorBlocks, blocks_of_one_entry) {
  const Exec exec;
  for (const FactorKind kind : both_kinds) {
    std::mt19937 random(3);
    const auto triplets = random_system<double>(random, kind, {300, 300, 4});
    const auto A = MatrixFrom<Bsr<double>>::make(triplets, {}, Order::sorted, {1, 1});
    const CsrMatrix<double, I32, I32, Space> same(300, 300, A.row_offsets(), A.col_indices(),
                                                  A.values());
    const Kokkos::View<double*, Space> x("x", A.nnz()), y("y", A.nnz());
    const auto plan = factor_plan(exec, kind, A);
    EXPECT_EQ(plan.kernel(exec), factor_plan(exec, kind, same).kernel(exec));
    plan.apply(exec, A, x);
    factor_plan(exec, kind, same).apply(exec, same, y);
    exec.fence();
    EXPECT_EQ(download(x), download(y));
  }
}

/// One matrix holds both factors, and triangular solves take it.
TEST(IncompleteFactorBlocks, solves) {
  const Exec exec;
  std::mt19937 random(7);
  const std::int64_t n = 203;
  const auto triplets = random_system<double>(random, FactorKind::lu, {n, n, 4});
  const auto A =
      MatrixFrom<Bsr<double>>::make(triplets, {}, Order::shuffled, {4, 4, BlockOrder::col_major});
  const auto csr = bsr_to_csr(exec, A, {.zeros = ZeroEntries::keep});
  const auto solution = [&](const auto& matrix) {
    using Matrix = std::remove_cvref_t<decltype(matrix)>;
    const typename Matrix::value_view factors("factors", matrix.values().extent(0));
    ilu0(exec, matrix, factors);
    const auto M = matrix.with_values(factors);
    const auto x = upload<Space>(std::vector<double>(std::size_t(n), 1));
    triangular_solve(exec, Op::none, 1.0, M, x, x,
                     {.fill = FillMode::lower, .diagonal = DiagonalType::unit});
    triangular_solve(exec, Op::none, 1.0, M, x, x, {.fill = FillMode::upper});
    return download(x);
  };
  const auto found = solution(A), expected = solution(csr);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-13 * (1 + std::abs(expected[i])));
}

/// A pivot that counts as zero in the first, a middle and the last row; also with a boost.
TEST(IncompleteFactorBlocks, zero_pivots) {
  const Exec exec;
  const PivotReport<Space> report(exec);
  for (const FactorKind kind : both_kinds)
    for (const std::int64_t row : {0, 7, 10}) {
      Triplets diagonal{11, 11, {}};
      for (std::int64_t i = 0; i < 11; ++i) diagonal.entries.push_back({i, i, i == row ? 0 : 4});
      const auto A = MatrixFrom<Bsr<double>>::make(diagonal, {IndexBase::one}, Order::sorted,
                                                   {4, 4, BlockOrder::row_major});
      const Kokkos::View<double*, Space> factors("factors", A.nnz());
      factor_plan(exec, kind, A).apply(exec, A, factors, report);
      EXPECT_EQ(report.position(exec), row + 1);
      IncompleteFactorOptions options;
      options.pivot_tolerance = 0.5;
      options.pivot_boost = 9;
      factor_plan(exec, kind, A, options).apply(exec, A, factors, report);
      EXPECT_EQ(report.position(exec), row + 1);
      const HostRows rows = rows_of(exec, A.with_values(factors));
      EXPECT_EQ(rows[std::size_t(row)].at(row), Wide(kind == FactorKind::lu ? 9 : 3));
      EXPECT_EQ(rows[5].at(5), Wide(kind == FactorKind::lu ? 4 : 2));
      expect_error(Status::zero_pivot, "row " + std::to_string(row + 1), [&] {
        kind == FactorKind::lu ? ilu0(exec, A, factors) : ic0(exec, A, factors);
      });
    }
}

/// Negative pivots of ic0, which do not count where that is asked for.
TEST(IncompleteFactorBlocks, negative_pivots) {
  const Exec exec;
  const PivotReport<Space> report(exec);
  for (const std::int64_t block_size : {2, 3, 4, 7})
    for (const bool counts : {true, false}) {
      Triplets diagonal{11, 11, {}};
      for (std::int64_t i = 0; i < 11; ++i) diagonal.entries.push_back({i, i, i == 5 ? -9 : 4});
      const auto A = MatrixFrom<Bsr<double>>::make(diagonal, {}, Order::sorted,
                                                   {block_size, block_size, BlockOrder::col_major});
      const Kokkos::View<double*, Space> factors("factors", A.values().extent(0));
      IncompleteFactorOptions options;
      options.negative_is_zero = counts;
      ic0_plan(exec, A, options).apply(exec, A, factors, report);
      EXPECT_EQ(report.position(exec), counts ? 5 : PivotReport<Space>::none);
      const HostRows rows = rows_of(exec, A.with_values(factors));
      EXPECT_EQ(rows[5].at(5), Wide(3));
      EXPECT_EQ(rows[6].at(6), Wide(2));
    }
}

TEST(IncompleteFactorBlocks, matrices_that_have_no_plan) {
  const Exec exec;
  const auto make = [](const BlockLayout& block, const std::vector<I32>& columns) {
    const std::vector<double> values(columns.size() * std::size_t(block.rows * block.cols), 1.0);
    return Bsr<double>(4, 4, block, upload<Space>(std::vector<I32>{0, 2, I32(columns.size())}),
                       upload<Space>(columns), upload<Space>(values));
  };
  for (const FactorKind kind : both_kinds) {
    const auto plan = [&](const Bsr<double>& A) { return [&, A] { factor_plan(exec, kind, A); }; };
    expect_error(Status::invalid_value, "blocks of 2 x 3", plan(make({2, 3}, {0, 1, 1})));
    expect_error(Status::invalid_value, "stored twice in row 2", plan(make({2, 2}, {1, 0, 1, 1})));
    expect_error(Status::zero_pivot, "row 2", plan(make({2, 2}, {1, 0, 0})));
    const Bsr<double> wide(4, 6, {2, 2}, upload<Space>(std::vector<I32>{0, 1, 2}),
                           upload<Space>(std::vector<I32>{0, 1}),
                           upload<Space>(std::vector<double>(8, 1.0)));
    expect_error(Status::invalid_value, "4 x 6", plan(wide));
    const auto A = make({2, 2}, {0, 1, 1});
    const auto stale = factor_plan(exec, kind, A);
    const Kokkos::View<double*, Space> factors("factors", 12);
    expect_error(Status::stale_plan, "pattern", [&] {
      stale.apply(exec, make({2, 2}, {0, 1, 1}), factors);
    });
    expect_error(Status::invalid_value, "factors",
                 [&] { stale.apply(exec, A, Kokkos::View<double*, Space>("short", 11)); });
  }
}

/// New values need no plan, and 100 calls have one result; a plan is told of other arrays.
TEST(IncompleteFactorBlocks, plans) {
  const Exec exec;
  std::mt19937 random(7);
  const auto triplets = random_system<double>(random, FactorKind::lu, {501, 501, 5});
  const BlockLayout block{4, 4, BlockOrder::row_major};
  const auto A = MatrixFrom<Bsr<double>>::make(triplets, {}, Order::sorted, block);
  const auto same = MatrixFrom<Bsr<double>>::make(triplets, {}, Order::sorted, block);
  const auto plan = ilu0_plan(exec, A);
  EXPECT_LT(plan.memory_bytes(), 16 * A.num_block_rows());
  const Kokkos::View<double*, Space> factors("factors", A.nnz()), again("again", A.nnz());
  plan.apply(exec, A, factors);
  exec.fence();
  const auto expected = download(factors);
  for (int round = 0; round < 100; ++round) {
    plan.apply(exec, A, again);
    exec.fence();
    const auto found = download(again);
    ASSERT_EQ(std::memcmp(found.data(), expected.data(), found.size() * sizeof(double)), 0);
  }
  plan.bound_to(exec, same).apply(exec, same, again);
  exec.fence();
  EXPECT_EQ(download(again), expected);
  const Kokkos::View<double*, Space> scaled("scaled", A.nnz());
  auto values = download(A.values());
  for (double& value : values) value *= 2;
  Kokkos::deep_copy(scaled, upload<Space>(values));
  plan.apply(exec, A.with_values(scaled), again);
  exec.fence();
  const auto twice = rows_of(exec, A.with_values(again)),
             once = rows_of(exec, A.with_values(factors));
  for (std::size_t i = 0; i < once.size(); ++i)
    for (const auto& [j, value] : once[i])
      EXPECT_EQ(twice[i].at(j), j < std::int64_t(i) ? value : value * 2.0L);
}

/// Threads of a host share block rows, with the bits of one.
TEST(IncompleteFactorBlocks, threads_share_grids) {
  if (!detail::is_host_execution_v<Exec> || Exec().concurrency() < 2)
    GTEST_SKIP() << "two threads of a host are needed";
  const Exec exec;
  const std::int64_t nx = 256, ny = 40, size = 2, n = nx * ny * size;
  for (const FactorKind kind : both_kinds) {
    Triplets grid{n, n, {}};
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t x = i / size % nx;
      for (const std::int64_t to : {-nx * size, -size, std::int64_t(0), size, nx * size}) {
        const bool leaves_line = (to == -size && x == 0) || (to == size && x == nx - 1);
        if (i + to >= 0 && i + to < n && !leaves_line)
          grid.entries.push_back({i, i + to, to == 0 ? 5 : -1});
      }
    }
    const auto A =
        MatrixFrom<Bsr<double>>::make(grid, {}, Order::sorted, {size, size, BlockOrder::row_major});
    const auto plan = factor_plan(exec, kind, A);
    const Kokkos::View<double*, Space> x("x", A.nnz()), y("y", A.nnz());
    EXPECT_EQ(plan.apply(exec, A, x).name, "factor_pipelined_host");
    EXPECT_EQ(factor_plan(exec, kind, A, generic).apply(exec, A, y).name, "factor_generic");
    exec.fence();
    EXPECT_EQ(download(x), download(y));
  }
}

}  // namespace
}  // namespace filigree::test
