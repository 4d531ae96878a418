// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <filigree/banded_solve.hpp>
#include <filigree/color_graph.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/incomplete_factor.hpp>
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

TEST(AllocationFailure, incomplete_factors) {
  const Exec exec;
  for (const bool is_sorted : {true, false}) {
    std::vector<int> offsets{0}, columns;
    for (int i = 0; i < 60; ++i) {
      const int left = i == 0 ? 59 : i - 1;
      columns.push_back(is_sorted ? std::min(i, left) : i);
      columns.push_back(is_sorted ? std::max(i, left) : left);
      offsets.push_back(int(columns.size()));
    }
    const Kokkos::View<int*, Space> rows("offsets", 61), cols("columns", 120);
    const Kokkos::View<double*, Space> values("values", 120), factors("factors", 120);
    std::copy(offsets.begin(), offsets.end(), rows.data());
    std::copy(columns.begin(), columns.end(), cols.data());
    for (std::size_t k = 0; k < 120; ++k) values(k) = columns[k] == int(k / 2) ? 4 : -1;
    const CsrMatrix<double, int, int, Space> A(60, 60, rows, cols, values);
    const Watched inputs(A);
    IncompleteFactorOptions options;
    options.pattern_check = is_sorted ? PatternCheck::identity : PatternCheck::content;
    const auto memory = [](std::string& bytes, const auto& plan) {
      append(bytes, plan.memory_bytes());
    };
    each_allocation_fails(
        "ilu0_plan", inputs, [&] { return ilu0_plan(exec, A, options); }, memory);
    each_allocation_fails(
        "ic0_plan", inputs, [&] { return ic0_plan(exec, A, options); }, memory);
    const auto plan = ilu0_plan(exec, A, options);
    each_allocation_fails("ilu0", inputs.with_results(factors),
                          [&] { return plan.apply(exec, A, factors); });
    // The report is read, with an allocation of Kokkos', after the factors were written.
    each_allocation_fails("ic0 ic0_plan PivotReport PivotReport::position",
                          inputs.with_results(factors),
                          [&] { return ic0(exec, A, factors, options); });
  }
}

TEST(AllocationFailure, color_graph) {
  const Exec exec;
  const Csr A = test_matrix();
  const Kokkos::View<std::int32_t*, Space> colors("colors", A.num_rows());
  each_allocation_fails("color_graph", Watched(A).with_results(colors),
                        [&] { return color_graph(exec, A, colors); });
}

TEST(AllocationFailure, banded_solve) {
  const Exec exec;
  const Kokkos::View<double*, Space> off("off", 700), diagonal("diagonal", 700), b("b", 700),
      x("x", 700);
  Kokkos::deep_copy(off, -1.0);
  Kokkos::deep_copy(diagonal, 3.0);
  Kokkos::deep_copy(b, 1.0);
  const auto A = tridiagonal(off, diagonal, off);
  const Watched inputs(off, diagonal, b);
  for (const std::string_view kernel : {"banded_partitions_host", "banded_generic"}) {
    BandedSolveOptions options;
    options.kernel = kernel;
    each_allocation_fails(
        "banded_solve_plan", inputs,
        [&] { return banded_solve_plan(exec, Op::none, A, b, x, options); },
        [](std::string& bytes, const auto& plan) { append(bytes, plan.workspace_bytes()); },
        Asks::for_none);
    const auto plan = banded_solve_plan(exec, Op::none, A, b, x, options);
    const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
    each_allocation_fails(
        "banded_solve", inputs.with_results(x),
        [&] { return plan.apply(exec, A, b, x, workspace); }, Asks::for_none);
    each_allocation_fails("banded_solve", inputs.with_results(x),
                          [&] { return banded_solve(exec, Op::none, A, b, x, options); });
  }
}

TEST(AllocationFailure, banded_solve_of_blocks) {
  const Exec exec;
  const Kokkos::View<double***, Space> off("off", 30, 3, 3), diagonal("diagonal", 30, 3, 3);
  const Kokkos::View<double*, Space> b("b", 90), x("x", 90);
  for (int i = 0; i < 90; ++i) diagonal(i / 3, i % 3, i % 3) = b(i) = 1;
  const auto A = block_tridiagonal(off, diagonal, off);
  const Watched inputs(off, diagonal, b);
  const auto plan = banded_solve_plan(exec, Op::none, A, b, x);
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  each_allocation_fails(
      "banded_solve", inputs.with_results(x), [&] { return plan.apply(exec, A, b, x, workspace); },
      Asks::for_none);
  each_allocation_fails("banded_solve", inputs.with_results(x),
                        [&] { return banded_solve(exec, Op::none, A, b, x); });
}

}  // namespace
}  // namespace filigree::test
