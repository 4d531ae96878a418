// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/adjoints.hpp>

#include "core/refusals.hpp"
#include "sddmm/sddmm_support.hpp"

/// Each argument of each call wrong in turn.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
using Vector = Kokkos::View<double*, Space>;

constexpr Status invalid = Status::invalid_value;
constexpr Op N = Op::none, T = Op::transpose;

/// The sparse matrix is 30 x 30 so that it can be symmetric; the dense ones have 4 columns.
class AdjointArguments : public ::testing::Test {
 protected:
  static Matrix make(std::int64_t cols, MatrixType type) {
    std::mt19937 random(1);
    return MatrixFrom<Matrix>::make(random_triplets<double>(random, {30, cols, 3}),
                                    {IndexBase::zero, type}, Order::sorted);
  }

  Exec exec;
  Matrix a = make(50, MatrixType::general), symmetric = make(30, MatrixType::symmetric);
  Dense b{"B", 50, 4}, c{"C", 30, 4}, narrow_b{"B", 50, 3};
  Vector x{"x", 50}, y{"y", 30};
  Kokkos::View<double**, Kokkos::LayoutStride, Space> same_entries{
      b.data(), Kokkos::LayoutStride(50, 0, 4, 1)};
};

TEST_F(AdjointArguments, of_spmm) {
  const auto plan = sddmm_plan(exec, a);
  const auto forward = spmm_plan(exec, N, a);
  const auto other = spmm_plan(exec, T, make(50, MatrixType::general));
  expect_refusals({
      {"grad_C", invalid, "grad_C", "50 x 4, expected 30 x any",
       [&] { spmm_adjoint_values(exec, N, N, 1.0, b, b, 0.0, a); }},
      {"B", invalid, "B", "30 x 4, expected 50 x 4",
       [&] { spmm_adjoint_values(exec, N, N, 1.0, c, c, 0.0, a); }},
      {"B transposed", invalid, "B", "4 x 50, after op transpose, expected 50 x 4",
       [&] { spmm_adjoint_values(exec, N, T, 1.0, b, c, 0.0, a); }},
      {"grad_A's memory", invalid, "B", "shared with grad_A",
       [&] {
         spmm_adjoint_values(exec, N, N, 1.0, b, c, 0.0,
                             a.with_values(Vector(b.data(), std::size_t(a.nnz()))));
       }},
      {"symmetric", Status::matrix_type_not_supported, "grad_A", "general",
       [&] { spmm_adjoint_values(exec, N, N, 1.0, c, c, 0.0, symmetric); }},
      {"another pattern", Status::stale_plan, "C", "plan",
       [&] {
         spmm_adjoint_values(exec, plan, N, N, 1.0, b, c, 0.0, make(50, MatrixType::general));
       }},
      {"dense: grad_C", invalid, "grad_C", "50 x 4, expected 30 x any",
       [&] { spmm_adjoint_dense(exec, N, N, 1.0, a, b, 0.0, b); }},
      {"dense: grad_B", invalid, "grad_B", "50 x 3, expected 50 x 4",
       [&] { spmm_adjoint_dense(exec, N, N, 1.0, a, c, 0.0, narrow_b); }},
      {"dense: grad_B's memory", invalid, "grad_B", "stride of 0",
       [&] { spmm_adjoint_dense(exec, N, N, 1.0, a, c, 0.0, same_entries); }},
      {"dense: memory", invalid, "grad_C", "shared with grad_B",
       [&] { spmm_adjoint_dense(exec, N, N, 1.0, a, Dense(b.data(), 30, 4), 0.0, b); }},
      {"dense: the plan's op", invalid, "plan", "one for op transpose",
       [&] { spmm_adjoint_dense(exec, forward, N, N, 1.0, a, c, 0.0, b); }},
      {"dense: the plan's side", invalid, "plan", "on the right",
       [&] {
         spmm_adjoint_dense(exec, spmm_plan(exec, T, a, {.side = Side::right}), N, N, 1.0, a, c,
                            0.0, b);
       }},
      {"dense: another matrix", Status::stale_plan, "A", "plan",
       [&] { spmm_adjoint_dense(exec, other, N, N, 1.0, a, c, 0.0, b); }},
  });
}

TEST_F(AdjointArguments, of_spmv) {
  expect_refusals({
      {"grad_y", invalid, "grad_y", "50 x 1, expected 30 x any",
       [&] { spmv_adjoint_values(exec, N, 1.0, x, x, 0.0, a); }},
      {"x", invalid, "x", "30 x 1, expected 50 x 1",
       [&] { spmv_adjoint_values(exec, N, 1.0, y, y, 0.0, a); }},
      {"vector: grad_y", invalid, "grad_y", "50 x 1, expected 30 x any",
       [&] { spmv_adjoint_vector(exec, N, 1.0, a, x, 0.0, x); }},
      {"vector: grad_x", invalid, "grad_x", "30 x 1, expected 50 x 1",
       [&] { spmv_adjoint_vector(exec, N, 1.0, a, y, 0.0, Vector("z", 30)); }},
  });
}

TEST_F(AdjointArguments, of_sddmm) {
  const auto forward = spmm_plan(exec, N, a), backward = spmm_plan(exec, T, a);
  expect_refusals({
      {"A: B", invalid, "B", "4 x 30, after op transpose, expected 4 x 50",
       [&] { sddmm_adjoint_a(exec, N, T, 1.0, a, c, 0.0, c); }},
      {"A: grad_A", invalid, "grad_A", "50 x 4, expected 30 x 4",
       [&] { sddmm_adjoint_a(exec, N, T, 1.0, a, b, 0.0, Dense("other", 50, 4)); }},
      {"A: memory", invalid, "B", "shared with grad_A",
       [&] { sddmm_adjoint_a(exec, N, T, 1.0, a, b, 0.0, Dense(b.data(), 30, 4)); }},
      {"A: symmetric", Status::matrix_type_not_supported, "grad_C", "general",
       [&] { sddmm_adjoint_a(exec, N, T, 1.0, symmetric, c, 0.0, Dense("other", 30, 4)); }},
      {"A: the plan's op", invalid, "plan", "one for op none",
       [&] { sddmm_adjoint_a(exec, backward, N, T, 1.0, a, b, 0.0, c); }},
      {"B: A", invalid, "A", "50 x 4, expected 30 x 4",
       [&] { sddmm_adjoint_b(exec, N, T, 1.0, a, b, 0.0, b); }},
      {"B: grad_B", invalid, "grad_B", "4 x 30, after op transpose, expected 4 x 50",
       [&] { sddmm_adjoint_b(exec, N, T, 1.0, a, c, 0.0, Dense("other", 30, 4)); }},
      {"B: the plan's op", invalid, "plan", "one for op transpose",
       [&] { sddmm_adjoint_b(exec, forward, N, T, 1.0, a, c, 0.0, b); }},
  });
}

TEST(AdjointScalars, complex_alpha_in_memory_cannot_be_conjugated) {
  using Complex = CsrMatrix<complex_double, std::int32_t, std::int32_t, Space>;
  std::mt19937 random(1);
  const Exec exec;
  const auto a = MatrixFrom<Complex>::make(random_triplets<complex_double>(random, {9, 9, 3}), {},
                                           Order::sorted);
  const Kokkos::View<complex_double**, Space> b("B", 9, 2), c("C", 9, 2);
  const Kokkos::View<complex_double, Space> alpha("alpha");
  expect_refusals({
      {"values", Status::not_supported, "alpha", "by value",
       [&] { spmm_adjoint_values(exec, N, N, alpha, b, c, 0.0, a); }},
      {"dense", Status::not_supported, "alpha", "by value",
       [&] { spmm_adjoint_dense(exec, N, N, alpha, a, c, 0.0, b); }},
  });
  EXPECT_NO_THROW(spmm_adjoint_values(exec, Op::conjugate_transpose, N, alpha, b, c, 0.0, a));
}

}  // namespace
}  // namespace filigree::test
