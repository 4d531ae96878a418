// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <limits>
#include <random>
#include <string_view>
#include <thread>
#include <vector>

#include "factor_support.hpp"

/// Factorizations that the threads of a host share.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

constexpr std::string_view pipelined = "factor_pipelined_host", sequential = "factor_generic";

/// So many threads, or all that there are.
Exec with_threads(int threads) {
  if constexpr (requires { Exec(2); })
    return Exec().concurrency() > threads ? Exec(threads) : Exec();
  else
    return Exec();
}

bool has_threads() { return with_threads(2).concurrency() == 2; }

/// A grid of nx * ny * nz points whose neighbours in a cube are connected, or only those along the
/// axes. What does not count for Cholesky is NaN.
Triplets grid(FactorKind kind, std::int64_t nx, std::int64_t ny, std::int64_t nz, bool corners) {
  Triplets result{nx * ny * nz, nx * ny * nz, {}};
  const auto is_inside = [](std::int64_t at, std::int64_t size) { return at >= 0 && at < size; };
  for (std::int64_t p = 0; p < result.num_rows; ++p) {
    const std::int64_t x = p % nx, y = p / nx % ny, z = p / (nx * ny);
    for (std::int64_t dz = -1; dz <= 1; ++dz)
      for (std::int64_t dy = -1; dy <= 1; ++dy)
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          if (!corners && dx * dx + dy * dy + dz * dz > 1) continue;
          if (!is_inside(x + dx, nx) || !is_inside(y + dy, ny) || !is_inside(z + dz, nz)) continue;
          const std::int64_t col = p + dx + nx * (dy + ny * dz);
          const auto value = static_cast<long double>(-1 - (p + col) % 3) / 2;
          const bool counts = kind == FactorKind::lu || col <= p;
          result.entries.push_back({p, col,
                                    !counts ? Wide(std::numeric_limits<long double>::quiet_NaN())
                                            : Wide(col == p ? 30 : value)});
        }
  }
  return result;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

template <class Matrix>
auto factors_of(const Exec& exec, FactorKind kind, const Matrix& A, std::string_view kernel) {
  using T = typename Matrix::scalar_type;
  const auto plan = factor_plan(exec, kind, A, {.kernel = kernel});
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(exec));
  Kokkos::deep_copy(workspace, std::byte{0xa5});
  const GuardedVector<T, Space> factors(std::vector<T>(std::size_t(A.nnz()), poison<T>()));
  EXPECT_EQ(plan.apply(exec, A, factors.view, {}, workspace).name, kernel);
  exec.fence();
  return factors.get();
}

template <class Matrix>
void expect_shared(FactorKind kind, const Triplets& triplets, Order order,
                   const MatrixProperties& properties = {}) {
  SCOPED_TRACE(kind_name(kind));
  const auto A = MatrixFrom<Matrix>::make(triplets, properties, order);
  const auto expected = factors_of(Exec(), kind, A, sequential);
  for (const int threads : {2, 3, 8}) {
    const Exec exec = with_threads(threads);
    // More threads than rows are enough for do not share them.
    const auto kernel = factor_plan(exec, kind, A).kernel(exec).name;
    if (threads == 2) {
      EXPECT_EQ(kernel, pipelined);
    }
    EXPECT_TRUE(same_bits(factors_of(exec, kind, A, kernel), expected))
        << exec.concurrency() << " threads";
  }
}

TEST(FactorHost, threads_share_grids_and_graphs) {
  if (!has_threads()) GTEST_SKIP() << "two threads are needed";
  for (const FactorKind kind : both_kinds) {
    expect_shared<Csr<double>>(kind, grid(kind, 20, 20, 25, true), Order::sorted);
    expect_shared<Csr<double, I32, I64>>(kind, grid(kind, 20, 20, 25, false), Order::shuffled,
                                         {IndexBase::one});
#if !defined(FILIGREE_TEST_FEW_TYPES)
    // few of the rows that one needs are among the last ones
    std::mt19937 random(9);
    expect_shared<Csr<float>>(kind, random_system<float>(random, kind, {150'000, 150'000, 3}),
                              Order::sorted);
    expect_shared<Csr<complex_double, I64>>(kind, grid(kind, 256, 40, 1, true), Order::sorted);
#endif
  }
}

TEST(FactorHost, threads_factor_the_matrix) {
  if (!has_threads()) GTEST_SKIP() << "two threads are needed";
  for (const FactorKind kind : both_kinds)
    EXPECT_EQ((test_factors<Exec, Csr<complex_float>>(kind, grid(kind, 256, 33, 1, true), {},
                                                      Order::sorted)),
              pipelined);
}

TEST(FactorHost, threads_share_where_it_pays) {
  const Exec exec = with_threads(2);
  for (const FactorKind kind : both_kinds) {
    const auto small = MatrixFrom<Csr<double>>::make(grid(kind, 8, 8, 8, true), {}, Order::sorted);
    EXPECT_EQ(factor_plan(exec, kind, small).kernel(exec).name, sequential);
    try {
      factor_plan(exec, kind, small, {.kernel = pipelined}).apply(exec, small, small.values());
      ADD_FAILURE() << "a pipeline of 512 rows";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::not_supported) << error.what();
    }
    const auto large =
        MatrixFrom<Csr<double>>::make(grid(kind, 20, 20, 25, true), {}, Order::sorted);
    const Exec one = with_threads(1);
    if (one.concurrency() == 1) {
      EXPECT_EQ(factor_plan(one, kind, large).kernel(one).name, sequential);
    }
    // one call factors once: looking for a pipeline takes longer
    const auto kernel = kind == FactorKind::lu ? ilu0(exec, large, large.values())
                                               : ic0(exec, large, large.values());
    EXPECT_EQ(kernel.name, sequential);
  }
}

/// Pivots are reported by the threads as by one.
TEST(FactorHost, lowest_zero_pivot) {
  if (!has_threads()) GTEST_SKIP() << "two threads are needed";
  const Exec exec = with_threads(2);
  for (const FactorKind kind : both_kinds) {
    auto triplets = grid(kind, 91, 91, 1, false);
    for (Entry& e : triplets.entries)
      if (e.row == 8'000 || e.row == 8'200) e.value = Wide(0);
    const auto A = MatrixFrom<Csr<double>>::make(triplets, {}, Order::sorted);
    const PivotReport<Space> report(exec);
    const auto plan = factor_plan(exec, kind, A, {.pivot_boost = 7.0, .kernel = pipelined});
    plan.apply(exec, A, A.values(), report);
    EXPECT_EQ(report.position(exec), 8'000);
  }
}

/// Also with fewer threads than the plan was made for: blocks are taken in order by those there
/// are.
TEST(FactorHost, callers_at_once_and_again_and_again) {
  if (!has_threads()) GTEST_SKIP() << "two threads are needed";
  const Exec exec = with_threads(2);
  for (const FactorKind kind : both_kinds) {
    const auto A = MatrixFrom<Csr<double>>::make(grid(kind, 20, 20, 25, true), {}, Order::sorted);
    const auto plan = factor_plan(exec, kind, A);
    const auto expected = factors_of(exec, kind, A, sequential);
    bool same[3] = {true, true, true};
    std::vector<std::thread> callers;
    for (bool& is_same : same)
      callers.emplace_back([&] {
        const Kokkos::View<double*, Space> factors("factors", std::size_t(A.nnz()));
        for (int round = 0; round < 34; ++round) {
          Kokkos::deep_copy(exec, factors, poison<double>());
          plan.apply(exec, A, factors);
          is_same = is_same && same_bits(download(factors), expected);
        }
      });
    for (auto& caller : callers) caller.join();
    for (const bool is_same : same) EXPECT_TRUE(is_same);
  }
}

}  // namespace
}  // namespace filigree::test
