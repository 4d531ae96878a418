// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/incomplete_factor.hpp>
#include <runtime/triangular_solve.hpp>

#include <filigree/convert_blocks.hpp>

#include "core/refusals.hpp"
#include "factor/factor_support.hpp"

/// Bsr matrices whose types are known when the program runs.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

runtime::Target target() {
  return runtime::has_device ? runtime::Target::device(nullptr) : runtime::Target::host();
}

template <class Matrix>
runtime::SparseOperand operand(const Matrix& A) {
  using Index = typename Matrix::index_type;
  using Offset = typename Matrix::offset_type;
  runtime::SparseOperand result;
  result.format = Format::bsr;
  result.scalar = runtime::ScalarTypeOf<typename Matrix::scalar_type>::value;
  result.index = sizeof(Index) == 8 ? runtime::IndexType::int64 : runtime::IndexType::int32;
  result.offset = sizeof(Offset) == 8 ? runtime::IndexType::int64 : runtime::IndexType::int32;
  result.properties = A.properties();
  result.num_rows = A.num_rows();
  result.num_cols = A.num_cols();
  result.nnz = A.nnz();
  result.offsets = const_cast<Offset*>(A.row_offsets().data());
  result.col_indices = const_cast<Index*>(A.col_indices().data());
  result.values = A.values().data();
  result.block = A.block();
  return result;
}

template <class T>
runtime::DenseOperand column(const Kokkos::View<T*, Space>& x) {
  const auto n = std::int64_t(x.extent(0));
  return {runtime::ScalarTypeOf<T>::value, runtime::Layout::column_major, n, 1, n, x.data()};
}

/// The factors and a solve with them, beside those of the calls with types.
template <class T, class Index, class Offset>
void test_factors_and_solves(IndexBase base) {
  const Exec exec;
  const std::int64_t n = 91;
  std::mt19937 random(4);
  const auto A = MatrixFrom<BsrMatrix<T, Index, Offset, Space>>::make(
      random_system<T>(random, FactorKind::lu, {n, n, 4}), {base}, Order::shuffled,
      {4, 4, BlockOrder::col_major});
  const auto places = std::size_t(A.nnz());
  const Kokkos::View<T*, Space> expected("expected", places), found("found", places);
  ilu0_plan(exec, A).apply(exec, A, expected);
  exec.fence();
  const runtime::SparseOperand a = operand(A);
  runtime::check("test", a);
  const auto plan =
      runtime::make_incomplete_factor_plan(target(), runtime::IncompleteFactor::lu, a, {});
  const PivotReport<Space> report(exec);
  runtime::incomplete_factor(target(), plan, a, found.data(), report.positions().data(), {});
  target().fence();
  EXPECT_EQ(report.position(exec), report.none);
  const auto kept = bsr_to_csr(exec, A.with_values(expected)),
             made = bsr_to_csr(exec, A.with_values(found));
  EXPECT_EQ(download(made.values()), download(kept.values()));

  const auto M = A.with_values(expected);
  std::vector<T> ones(std::size_t(n), T(1));
  const auto b = upload<Space>(ones);
  const Kokkos::View<T*, Space> x("x", n), y("y", n);
  const T alpha(2);
  for (const Op op : all_ops) {
    const TriangularSolveOptions options{.fill = FillMode::upper};
    triangular_solve_plan(exec, op, M, options).apply(exec, alpha, M, b, x);
    exec.fence();
    const auto m = operand(M);
    const auto solve = runtime::make_triangular_solve_plan(target(), op, m, options);
    EXPECT_EQ(runtime::missing_pivot(solve), -1);
    EXPECT_GE(runtime::triangular_solve_workspace_bytes(solve, column(y)), 0u);
    runtime::triangular_solve(target(), solve, Op::none, {&alpha, false}, m, column(b), column(y),
                              report.positions().data(), {});
    target().fence();
    EXPECT_EQ(download(x), download(y));
    Kokkos::deep_copy(y, poison<T>());
    runtime::triangular_solve(target(), op, {&alpha, false}, m, column(b), column(y), options);
    EXPECT_EQ(download(x), download(y));
  }
}

TEST(RuntimeBlocks, factors_and_solves) {
  test_factors_and_solves<double, std::int32_t, std::int32_t>(IndexBase::one);
  test_factors_and_solves<complex_float, std::int32_t, std::int64_t>(IndexBase::zero);
  test_factors_and_solves<float, std::int64_t, std::int64_t>(IndexBase::one);
}

TEST(RuntimeBlocks, bad_operands) {
  const auto A = MatrixFrom<BsrMatrix<double, std::int32_t, std::int32_t, Space>>::make(
      Triplets{4, 4, {{0, 0, 2}, {1, 1, 2}, {2, 2, 2}, {3, 3, 2}}}, {}, Order::sorted, {2, 2});
  const runtime::SparseOperand good = operand(A);
  const auto checked = [](const runtime::SparseOperand& a) {
    return [=] { runtime::check("test", a); };
  };
  const auto factored = [](const runtime::SparseOperand& a) {
    return [=] {
      runtime::make_incomplete_factor_plan(target(), runtime::IncompleteFactor::lu, a, {});
    };
  };
  const auto with = [&](const auto& change) {
    runtime::SparseOperand a = good;
    change(a);
    return a;
  };
  constexpr Status invalid = Status::invalid_value;
  expect_refusals({
      {"part of a block", invalid, "nnz", "7", checked(with([](auto& a) { a.nnz = 7; }))},
      {"no rows in a block", invalid, "block.rows", "0",
       checked(with([](auto& a) { a.block.rows = 0; }))},
      {"no columns", invalid, "A.col_indices", "col_indices",
       factored(with([](auto& a) { a.col_indices = nullptr; }))},
      {"coordinates", Status::not_supported, "A", "coo",
       factored(with([](auto& a) { a.format = Format::coo; }))},
  });
}

}  // namespace
}  // namespace filigree::test
