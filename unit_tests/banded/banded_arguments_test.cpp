// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace filigree::test
