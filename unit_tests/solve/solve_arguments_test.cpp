// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/refusals.hpp"
#include "solve_support.hpp"

/// Each argument of each call wrong in turn, and what supports says.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
using Strided = Kokkos::View<double**, Kokkos::LayoutStride, Space>;
using Vector = Kokkos::View<double*, Space>;

constexpr Status invalid = Status::invalid_value;
constexpr Op N = Op::none, T = Op::transpose;

/// The identity.
Matrix make(std::int64_t rows, std::int64_t cols, const MatrixProperties& properties) {
  Triplets triplets{rows, cols, {}};
  for (std::int64_t i = 0; i < std::min(rows, cols); ++i) triplets.entries.push_back({i, i, 1});
  return MatrixFrom<Matrix>::make(triplets, properties, Order::sorted);
}

class TriangularSolveArguments : public ::testing::Test {
 protected:
  Exec exec;
  Matrix A = make(30, 30, triangular(FillMode::lower));
  Dense b{"B", 30, 4}, x{"X", 30, 4}, turned{"Bt", 4, 30};
  Vector b1{"b", 30}, x1{"x", 30}, memory{"memory", 200};
};

TEST_F(TriangularSolveArguments, sizes) {
  const auto plan = triangular_solve_plan(exec, N, A);
  const auto solve = [&](Op op_b, const Dense& B, const Dense& X) {
    return [=, this] { plan.apply(exec, op_b, 1.0, A, B, X); };
  };
  expect_refusals({
      {"X's rows", invalid, "X", "4 rows, expected 30 rows", solve(N, b, turned)},
      {"B's rows", invalid, "B", "4 rows of op(B), expected 30 rows", solve(N, turned, x)},
      {"B's rows, transposed", invalid, "B", "4 rows of op(B), expected 30", solve(T, b, x)},
      {"B's columns", invalid, "B", "5 columns of op(B), expected 4 columns",
       solve(N, Dense("B", 30, 5), x)},
      {"op_b", invalid, "op_b", "7", solve(Op(7), b, x)},
      {"vectors", invalid, "X", "29 rows, expected 30 rows",
       [&] { plan.apply(exec, 1.0, A, b1, Vector("x", 29)); }},
      {"op of a vector", invalid, "op_b", "rank 1", [&] { plan.apply(exec, T, 1.0, A, b1, x1); }},
      {"a report for many", invalid, "report", "2 systems",
       [&] { plan.apply(exec, 1.0, A, b, x, PivotReport<Space>(exec, 2)); }},
  });
  EXPECT_NO_THROW(solve(T, turned, x)());
}

TEST_F(TriangularSolveArguments, memory_that_is_shared) {
  const auto plan = triangular_solve_plan(exec, N, A);
  const auto view = [&](std::size_t offset, std::size_t rows, std::size_t cols) {
    return Strided(memory.data() + offset, Kokkos::LayoutStride(30, rows, 4, cols));
  };
  const auto solve = [&](const Strided& B, const Strided& X) {
    return [=, this] { plan.apply(exec, 1.0, A, B, X); };
  };
  expect_refusals({
      {"entries of X", invalid, "X", "entries share memory", solve(view(0, 4, 1), view(0, 2, 1))},
      {"one entry of X for all", invalid, "X", "share memory", solve(view(0, 4, 1), view(0, 0, 1))},
      {"shifted", invalid, "B", "X", solve(view(0, 4, 1), view(1, 4, 1))},
      {"turned", invalid, "B", "X", solve(view(0, 4, 1), view(0, 1, 30))},
  });
  EXPECT_NO_THROW(solve(view(0, 1, 30), view(0, 1, 30))());
  EXPECT_NO_THROW(plan.apply(
      exec, T, 1.0, A, Strided(memory.data(), Kokkos::LayoutStride(4, 1, 30, 4)), view(0, 4, 1)));
}

TEST_F(TriangularSolveArguments, matrices) {
  const auto plan = [&](const Matrix& of, const TriangularSolveOptions& options = {}) {
    return [=, this] { triangular_solve_plan(exec, N, of, options); };
  };
  MatrixProperties symmetric;
  symmetric.type = MatrixType::symmetric;
  auto other_base = A.properties();
  other_base.index_base = IndexBase::one;
  const Matrix wrong(30, 30, A.row_offsets(), A.col_indices(), A.values(), other_base);
  const Status type = Status::matrix_type_not_supported;
  expect_refusals({
      {"general", type, "A", "options.fill", plan(make(30, 30, {}))},
      {"symmetric", type, "A", "symmetric", plan(make(30, 30, symmetric))},
      {"not square", invalid, "A", "30 x 31", plan(make(30, 31, {}), {.fill = FillMode::lower})},
      {"base", invalid, "A.row_offsets()", "index base 1", plan(wrong)},
      {"op", invalid, "op", "-1", [&] { triangular_solve_plan(exec, Op(-1), A); }},
  });
  EXPECT_NO_THROW(plan(make(30, 30, symmetric), {.fill = FillMode::upper})());
}

TEST_F(TriangularSolveArguments, kernels_and_workspaces) {
  const auto solve = [&](const TriangularSolveOptions& options) {
    return [=, this] { triangular_solve(exec, N, 1.0, A, b, x, options); };
  };
  expect_refusals({
      {"no such kernel", Status::not_supported, "options.kernel", "solve_generic",
       solve({.kernel = "solve_by_magic"})},
      {"no tuned kernel of these types and sizes", Status::not_supported, "options.backend",
       "tuned",
       [&] {
         using Half = CsrMatrix<half, std::int32_t, std::int32_t, Space>;
         const auto H = MatrixFrom<Half>::make({1, 1, {{0, 0, 1}}}, triangular(FillMode::lower),
                                               Order::sorted);
         triangular_solve(exec, N, 1.0f, H, Kokkos::View<half**, Space>("b", 1, 2),
                          Kokkos::View<half**, Space>("x", 1, 2), {.backend = Backend::tuned});
       }},
  });
  EXPECT_NO_THROW(solve({.kernel = "solve_generic"})());
  if constexpr (detail::is_host_execution_v<Exec>) {
    const Kokkos::View<double*, Space> one("one", 30);
    EXPECT_EQ(triangular_solve(exec, N, 1.0, A, one, one).name, "solve_sequential_host");
  }
}

TEST(TriangularSolveSupports, types) {
  static_assert(triangular_solve_supports<double, double>);
  static_assert(triangular_solve_supports<const half, float>);
  static_assert(!triangular_solve_supports<float, double>);
  static_assert(!triangular_solve_supports<std::int8_t, float>);
  static_assert(std::is_same_v<triangular_solve_compute_t<bfloat16, bfloat16>, float>);
}

}  // namespace
}  // namespace filigree::test
