// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <filigree/banded_solve.hpp>
#include <filigree/color_graph.hpp>
#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/gauss_seidel.hpp>
#include <filigree/iluk_pattern.hpp>
#include <filigree/ilut.hpp>
#include <filigree/incomplete_factor.hpp>
#include <filigree/reorder.hpp>
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

/// 60 rows with a diagonal and the entry before it, in blocks of `size`.
BsrMatrix<double, int, int, Space> block_matrix(std::int64_t size) {
  const Kokkos::View<int*, Space> rows("offsets", 21), cols("columns", 40);
  const Kokkos::View<double*, Space> values("values", 40 * size * size);
  for (int i = 0; i < 20; ++i) {
    const int left = i == 0 ? 19 : i - 1;
    rows(i + 1) = 2 * (i + 1);
    cols(2 * i) = std::min(i, left);
    cols(2 * i + 1) = std::max(i, left);
    for (std::int64_t e = 0; e < 2 * size * size; ++e) values(2 * i * size * size + e) = -1;
    for (std::int64_t r = 0; r < size; ++r)
      values((2 * i + (cols(2 * i) == i ? 0 : 1)) * size * size + r * size + r) = double(4 * size);
  }
  return {20 * size, 20 * size, {size, size}, rows, cols, values};
}

TEST(AllocationFailure, blocks) {
  const Exec exec;
  for (const std::int64_t size : {1, 3}) {
    const auto A = block_matrix(size);
    const Kokkos::View<double*, Space> factors("factors", A.values().extent(0));
    const Kokkos::View<double*, Space> b("b", 20 * size), x("x", 20 * size);
    const auto memory = [](std::string& bytes, const auto& plan) {
      append(bytes, plan.memory_bytes());
    };
    each_allocation_fails(
        "ilu0_plan", Watched(A), [&] { return ilu0_plan(exec, A); }, memory);
    each_allocation_fails(
        "ic0_plan", Watched(A), [&] { return ic0_plan(exec, A); }, memory);
    const auto plan = ilu0_plan(exec, A);
    each_allocation_fails(
        "ilu0", Watched(A).with_results(factors), [&] { return plan.apply(exec, A, factors); },
        Asks::for_none);
    const TriangularSolveOptions lower{.fill = FillMode::lower};
    each_allocation_fails(
        "triangular_solve_plan", Watched(A),
        [&] { return triangular_solve_plan(exec, Op::none, A, lower); }, plan_digest);
    const auto solve = triangular_solve_plan(exec, Op::none, A, lower);
    each_allocation_fails(
        "triangular_solve", Watched(A, b).with_results(x),
        [&] { return solve.apply(exec, 1.0, A, b, x); }, Asks::for_none);
  }
}

TEST(AllocationFailure, other_incomplete_factors) {
  const Exec exec;
  const auto A = bsr_to_csr(exec, block_matrix(3));
  const Kokkos::View<double*, Space> factors("factors", A.nnz());
  each_allocation_fails("iluk_pattern", Watched(A), [&] { return iluk_pattern(exec, A, 1); });
  each_allocation_fails("ilut", Watched(A), [&] { return ilut(exec, A); });
  const auto plan = ilu0_plan(exec, A);
  each_allocation_fails("ilu0", Watched(A).with_results(factors), [&] {
    return plan.iterate(exec, A, factors, {.count = 3}).residuals.back();
  });
}

TEST(AllocationFailure, smoothers_and_orders) {
  const Exec exec;
  const Csr A = test_matrix();
  const Kokkos::View<double*, Space> b("b", A.num_rows()), x("x", A.num_rows());
  each_allocation_fails(
      "gauss_seidel_plan color_graph", Watched(A), [&] { return gauss_seidel_plan(exec, A); },
      [](std::string& bytes, const auto& plan) { append(bytes, plan.num_colors()); });
  const auto plan = gauss_seidel_plan(exec, A);
  each_allocation_fails(
      "gauss_seidel", Watched(A, b).with_results(x), [&] { return plan.apply(exec, A, b, x), 0; },
      Asks::for_none);
  const Kokkos::View<int*, Space> order("order", A.num_rows());
  each_allocation_fails("reverse_cuthill_mckee", Watched(A).with_results(order),
                        [&] { return reverse_cuthill_mckee(exec, A, order), 0; });
  each_allocation_fails("reorder permute_values sort_entries validate", Watched(A, order),
                        [&] { return reorder(exec, A, order); });
}

TEST(AllocationFailure, color_graph) {
  const Exec exec;
  const Csr A = test_matrix();
  const Kokkos::View<std::int32_t*, Space> colors("colors", A.num_rows());
  for (const int distance : {1, 2})
    for (const double fraction : {0.5, 1.0})
      each_allocation_fails("color_graph", Watched(A).with_results(colors), [&] {
        return color_graph(exec, A, colors, {.fraction = fraction, .distance = distance});
      });
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
