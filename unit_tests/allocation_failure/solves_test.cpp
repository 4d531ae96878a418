// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>

#include <filigree/convert_formats.hpp>
#include <filigree/triangular_solve.hpp>

#include "each_allocation.hpp"

/// Plans and solves whose allocations fail.

namespace filigree::test {
namespace {

/// What a plan makes of op(A), by the memory that it holds.
const auto plan_digest = [](std::string& bytes, const auto& plan) {
  append(bytes, plan.memory_bytes());
  append(bytes, plan.missing_pivot());
};

template <class Matrix>
void test_solve(const Matrix& A) {
  const Exec exec;
  const auto B = test_dense(60, 5), X = test_dense(60, 5);
  const Watched watched(A, B, X);
  TriangularSolveOptions options{.fill = FillMode::lower, .on_zero_pivot = ZeroPivot::skip_row};
  for (const PatternCheck check : {PatternCheck::identity, PatternCheck::content})
    for (const Op op : {Op::none, Op::transpose}) {
      options.pattern_check = check;
      each_allocation_fails(
          "triangular_solve_plan", watched,
          [&] { return triangular_solve_plan(exec, op, A, options); }, plan_digest);
      const auto plan = triangular_solve_plan(exec, op, A, options);
      each_allocation_fails(
          "triangular_solve", watched, [&] { return plan.apply(exec, 1.5, A, B, X); },
          Asks::for_none);
      // The report is read, with an allocation of Kokkos', after X was written.
      each_allocation_fails(
          "triangular_solve triangular_solve_plan PivotReport PivotReport::position",
          Watched(A, B).with_results(X),
          [&] { return triangular_solve(exec, op, 1.5, A, B, X, options); });
    }
}

TEST(AllocationFailure, triangular_solve) {
  const Exec exec;
  const Csr A = test_matrix();
  test_solve(A);
  test_solve(csr_to_coo(exec, A));
  test_solve(csr_to_sell(exec, A));
}

}  // namespace
}  // namespace filigree::test
