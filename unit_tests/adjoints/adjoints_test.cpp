// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/adjoints.hpp>

#include "adjoints/differences.hpp"
#include "sddmm/sddmm_support.hpp"

/// Gradients against differences of losses, which forward products make: every op, real and
/// complex, with and without plans. The products are linear in each variable, so that central
/// differences have no truncation error, whatever their step.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
constexpr std::int64_t m = 6, n = 5, width = 3;
constexpr Op N = Op::none, T = Op::transpose;

template <class S>
using Csr = CsrMatrix<S, std::int32_t, std::int32_t, Space>;
template <class S>
using Flat = FlatView<S>;
template <class S>
using Dense = Kokkos::View<S**, Kokkos::LayoutLeft, Space>;

/// A dense matrix of which op is rows x cols, and its entries one after the other.
template <class S>
struct Variable {
  Flat<S> flat;
  Dense<S> matrix;

  Variable(std::mt19937& random, Op op, std::int64_t rows, std::int64_t cols)
      : flat(upload<Space>(random_vector<S>(random, rows * cols))),
        matrix(flat.data(), op == N ? rows : cols, op == N ? cols : rows) {}
};

template <class S>
Csr<S> sparse(std::mt19937& random) {
  return MatrixFrom<Csr<S>>::make(random_triplets<S>(random, {m, n, 2, 3, true}), {},
                                  Order::shuffled);
}

template <class S>
void test_spmm(Op op_a, Op op_b) {
  SCOPED_TRACE(std::string(name(op_a)) + ", " + std::string(name(op_b)));
  const Exec exec;
  std::mt19937 random(5);
  const S alpha = alpha_beta<S>(1).first;
  const auto a = sparse<S>(random);
  const std::int64_t rows = op_a == N ? m : n, inner = op_a == N ? n : m;
  const Variable<S> b(random, op_b, inner, width), c(random, N, rows, width);
  const Variable<S> grad_c(random, N, rows, width);
  const auto forward = [&] {
    spmm(exec, op_a, op_b, alpha, a, b.matrix, S(0), c.matrix);
    return loss(grad_c.flat, c.flat);
  };
  const auto values_plan = sddmm_plan(exec, a);
  const auto dense_plan = spmm_plan(exec, adjoint_op(op_a), a);
  const auto of_values = differences(a.values(), forward);
  expect_gradient<S>("values", of_values, [&](S beta, const Flat<S>& to) {
    spmm_adjoint_values(exec, op_a, op_b, alpha, b.matrix, grad_c.matrix, beta, a.with_values(to));
  });
  expect_gradient<S>("values, planned", of_values, [&](S beta, const Flat<S>& to) {
    spmm_adjoint_values(exec, values_plan, op_a, op_b, alpha, b.matrix, grad_c.matrix, beta,
                        a.with_values(to));
  });
  const auto of_b = differences(b.flat, forward);
  const auto like_b = [&](const Flat<S>& to) {
    return Dense<S>(to.data(), b.matrix.extent(0), b.matrix.extent(1));
  };
  expect_gradient<S>("dense", of_b, [&](S beta, const Flat<S>& to) {
    spmm_adjoint_dense(exec, op_a, op_b, alpha, a, grad_c.matrix, beta, like_b(to));
  });
  expect_gradient<S>("dense, planned", of_b, [&](S beta, const Flat<S>& to) {
    spmm_adjoint_dense(exec, dense_plan, op_a, op_b, alpha, a, grad_c.matrix, beta, like_b(to));
  });
}

template <class S>
void test_spmv(Op op) {
  SCOPED_TRACE(std::string(name(op)));
  const Exec exec;
  std::mt19937 random(5);
  const S alpha = alpha_beta<S>(1).first;
  const auto a = sparse<S>(random);
  const std::int64_t rows = op == N ? m : n, inner = op == N ? n : m;
  const auto vector = [&](std::int64_t length) {
    return upload<Space>(random_vector<S>(random, length));
  };
  const Flat<S> x = vector(inner), y = vector(rows), grad_y = vector(rows);
  const auto forward = [&] {
    spmv(exec, op, alpha, a, x, S(0), y);
    return loss(grad_y, y);
  };
  expect_gradient<S>("values", differences(a.values(), forward), [&](S beta, const Flat<S>& to) {
    spmv_adjoint_values(exec, op, alpha, x, grad_y, beta, a.with_values(to));
  });
  const auto of_x = differences(x, forward);
  expect_gradient<S>("vector", of_x, [&](S beta, const Flat<S>& to) {
    spmv_adjoint_vector(exec, op, alpha, a, grad_y, beta, to);
  });
  const auto plan = spmm_plan(exec, adjoint_op(op), a);
  expect_gradient<S>("vector, planned", of_x, [&](S beta, const Flat<S>& to) {
    spmv_adjoint_vector(exec, plan, op, alpha, a, grad_y, beta, to);
  });
}

template <class S>
void test_sddmm(Op op_a, Op op_b) {
  SCOPED_TRACE(std::string(name(op_a)) + ", " + std::string(name(op_b)));
  const Exec exec;
  std::mt19937 random(5);
  const S alpha = alpha_beta<S>(1).first;
  const auto c = sparse<S>(random),
             grad_c = c.with_values(upload<Space>(random_vector<S>(random, c.nnz())));
  const Variable<S> a(random, op_a, m, width), b(random, op_b, width, n);
  const auto forward = [&] {
    sddmm(exec, op_a, op_b, alpha, a.matrix, b.matrix, S(0), c);
    return loss(grad_c.values(), c.values());
  };
  const auto plan_a = spmm_plan(exec, N, c), plan_b = spmm_plan(exec, T, c);
  const auto like = [](const Flat<S>& to, const Dense<S>& matrix) {
    return Dense<S>(to.data(), matrix.extent(0), matrix.extent(1));
  };
  const auto of_a = differences(a.flat, forward), of_b = differences(b.flat, forward);
  expect_gradient<S>("A", of_a, [&](S beta, const Flat<S>& to) {
    sddmm_adjoint_a(exec, op_a, op_b, alpha, grad_c, b.matrix, beta, like(to, a.matrix));
  });
  expect_gradient<S>("A, planned", of_a, [&](S beta, const Flat<S>& to) {
    sddmm_adjoint_a(exec, plan_a, op_a, op_b, alpha, grad_c, b.matrix, beta, like(to, a.matrix));
  });
  expect_gradient<S>("B", of_b, [&](S beta, const Flat<S>& to) {
    sddmm_adjoint_b(exec, op_a, op_b, alpha, grad_c, a.matrix, beta, like(to, b.matrix));
  });
  expect_gradient<S>("B, planned", of_b, [&](S beta, const Flat<S>& to) {
    sddmm_adjoint_b(exec, plan_b, op_a, op_b, alpha, grad_c, a.matrix, beta, like(to, b.matrix));
  });
}

template <class S>
void test_all() {
  for (const Op op_a : all_ops) {
    test_spmv<S>(op_a);
    for (const Op op_b : all_ops) {
      test_spmm<S>(op_a, op_b);
      test_sddmm<S>(op_a, op_b);
    }
  }
}

TEST(Adjoints, are_differences_of_losses_double) { test_all<double>(); }
TEST(Adjoints, are_differences_of_losses_complex) { test_all<complex_double>(); }

}  // namespace
}  // namespace filigree::test
