// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include <filigree/banded_solve.hpp>

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Space = Exec::memory_space;
using Vector = Kokkos::View<double*, Space>;
using Batch = Kokkos::View<double**, Kokkos::LayoutRight, Space>;

template <class F>
void expect_error(Status status, const std::string& argument, const F& call) {
  try {
    call();
    ADD_FAILURE() << "no error about " << argument;
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), status) << error.what();
    EXPECT_EQ(error.argument(), argument) << error.what();
  }
}

TEST(BandedArguments, refused) {
  const Exec exec;
  const Vector d("d", 6), shorter("d", 5), b("b", 6), x("x", 6);
  const Batch batch("batch", 2, 6), more("batch", 3, 6);
  const auto A = tridiagonal(d, d, d);
  const auto solve = [&](const auto& matrix, const auto& right, const auto& solution,
                         const BandedSolveOptions& options = {}) {
    return [=] { banded_solve(Exec(), Op::none, matrix, right, solution, options); };
  };
  expect_error(Status::invalid_value, "diagonal 1", [&] { tridiagonal(d, d, shorter); });
  expect_error(Status::invalid_value, "diagonal -1", [&] { trimmed_tridiagonal(d, d, shorter); });
  expect_error(Status::invalid_value, "B", solve(A, shorter, x));
  expect_error(Status::invalid_value, "X", solve(A, b, shorter));
  expect_error(Status::invalid_value, "B", solve(tridiagonal(batch, batch, batch), b, x));
  expect_error(Status::invalid_value, "B", solve(tridiagonal(batch, batch, batch), more, more));
  expect_error(
      Status::invalid_value, "X",
      solve(A, Kokkos::View<double**, Space>("b", 6, 2), Kokkos::View<double**, Space>("x", 6, 3)));
  expect_error(Status::invalid_value, "A",
               solve(trimmed_tridiagonal(shorter, d, shorter), b, x, {Pivoting::partial, true}));
  const Vector two("two", 2), two_more("two", 2);
  expect_error(Status::invalid_value, "A",
               solve(tridiagonal(two, two, two), two, two_more, {Pivoting::partial, true}));
  expect_error(Status::not_supported, "options.kernel",
               solve(A, b, x, {Pivoting::partial, false, Backend::automatic, "no_kernel"}));
  const PivotReport<Space> report(exec, 3);
  expect_error(Status::invalid_value, "report",
               [&] { banded_solve(exec, Op::none, A, b, x, {}, report); });
  const Vector both("both", 9);
  expect_error(
      Status::invalid_value, "B",
      solve(A, Kokkos::subview(both, std::pair(0, 6)), Kokkos::subview(both, std::pair(2, 8))));
}

TEST(BandedArguments, plans_know_their_operands) {
  const Exec exec;
  const Vector d("d", 6), b("b", 6), x("x", 6), longer("d", 7), c("c", 7), y("y", 7);
  const auto plan = banded_solve_plan(exec, Op::none, tridiagonal(d, d, d), b, x);
  expect_error(Status::stale_plan, "A",
               [&] { plan.apply(exec, tridiagonal(longer, longer, longer), c, y); });
  expect_error(Status::invalid_value, "workspace", [&] {
    plan.apply(exec, tridiagonal(d, d, d), b, x, Kokkos::View<std::byte*, Space>("few", 8));
  });
}

TEST(BandedArguments, plans_explain_themselves) {
  const Exec exec;
  const Vector d("d", 6), b("b", 6), x("x", 6);
  const auto A = tridiagonal(d, d, d);
  const auto plan = banded_solve_plan(exec, Op::none, A, b, x);
  EXPECT_EQ(plan.explain().kernel, "banded_partitions_host");
  EXPECT_EQ(plan.explain().reason, "the tuned kernel that takes this product");
  EXPECT_EQ(plan.explain().workspace_bytes, plan.workspace_bytes());
  const auto periodic = banded_solve_plan(exec, Op::none, A, b, x, {Pivoting::partial, true});
  EXPECT_EQ(periodic.explain().kernel, "banded_generic");
  EXPECT_EQ(periodic.explain().reason, "no tuned kernel takes this product here");
  BandedSolveOptions options;
  options.kernel = "banded_generic";
  EXPECT_EQ(banded_solve_plan(exec, Op::none, A, b, x, options).explain().reason,
            "asked for by name");
  const Kokkos::View<double***, Space> blocks("blocks", 3, 2, 2);
  const auto block_plan =
      banded_solve_plan(exec, Op::none, block_tridiagonal(blocks, blocks, blocks), b, x);
  EXPECT_EQ(block_plan.explain().kernel, "banded_generic");
  EXPECT_GT(block_plan.explain().workspace_bytes, 0U);
}

/// Diagonals in any order, read where they lie; others are refused.
TEST(BandedArguments, dia_matrices) {
  const Exec exec;
  using Dia = DiaMatrix<double, std::int32_t, Space>;
  std::int32_t offsets[] = {0, 1, -1}, others[] = {0, 2, -1}, one[] = {0};
  double values[] = {4, 5, 6, 0, 1, 1, std::nan(""), 0, std::nan(""), 2, 3, 0};
  using View = Kokkos::View<double*, Space, Kokkos::MemoryUnmanaged>;
  double b[] = {5, 8, 9}, x[3] = {};  // of x = (1, 1, 1)
  const auto A = tridiagonal(exec, Dia::wrap(3, 3, 7, 3, 4, offsets, values));
  banded_solve(exec, Op::none, A, View(b, 3), View(x, 3));
  exec.fence();
  for (const double value : x) EXPECT_NEAR(value, 1, 1e-15);
  const auto refused = [&](const Dia& dia) {
    expect_error(Status::invalid_value, "A", [&] { tridiagonal(exec, dia); });
    expect_error(Status::invalid_value, "A", [&] { pentadiagonal(exec, dia); });
  };
  refused(Dia::wrap(3, 3, 7, 3, 4, others, values));
  refused(Dia::wrap(3, 3, 3, 1, 4, one, values));
  refused(Dia::wrap(3, 4, 7, 3, 4, offsets, values));
}

/// More entries than 32 bits count. A plan reads none of them.
TEST(BandedArguments, sizes_beyond_32_bits) {
  const Exec exec;
  const std::int64_t m = 50'000, systems = 50'001;
  double entry = 0;
  const Kokkos::View<double**, Kokkos::LayoutLeft, Space, Kokkos::MemoryUnmanaged> all(
      &entry, std::size_t(systems), std::size_t(m));
  BandedSolveOptions options;
  options.backend = Backend::generic;
  const auto A = tridiagonal(all, all, all);
  const auto generic = banded_solve_plan(exec, Op::none, A, all, all, options);
  EXPECT_EQ(generic.workspace_bytes(), std::size_t(systems * m * (4 * 8 + 1)));
  // The workspace of the host's kernel depends on threads, not on systems.
  const auto lanes = banded_solve_plan(exec, Op::none, A, all, all);
  const std::int64_t lane_bytes = (m * 4 + 4 * 128) * 16 * 8;
  EXPECT_EQ(lanes.workspace_bytes(), std::size_t(exec.concurrency() * lane_bytes + 64));
}

}  // namespace
}  // namespace filigree::test
