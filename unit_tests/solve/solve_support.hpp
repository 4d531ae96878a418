// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <filigree/triangular_solve.hpp>

#include "spmm/spmm_support.hpp"

/// Triangular matrices, and solutions that are put back into their systems in long double.

namespace filigree::test {

/// Entries of both triangles. Diagonals are large, so that solutions stay small. Where `fill` and
/// `diagonal` say that an entry does not count, it is NaN.
template <class T, class Random>
Triplets random_triangle(Random& random, const Shape& shape, FillMode fill, DiagonalType diagonal) {
  Triplets result = random_triplets<T>(random, shape);
  std::erase_if(result.entries, [](const Entry& e) { return e.row == e.col; });
  const auto nan = std::numeric_limits<long double>::quiet_NaN();
  for (Entry& e : result.entries) {
    const bool counts = (e.col < e.row) == (fill == FillMode::lower);
    // A full row has many terms.
    e.value = counts ? e.value / (e.row == shape.long_row ? 128.0L : 4.0L) : Wide(nan);
  }
  std::uniform_int_distribution<int> sign(0, 1);
  for (std::int64_t i = 0; i < shape.num_rows; ++i)
    result.entries.push_back(
        {i, i, diagonal == DiagonalType::unit ? Wide(nan) : Wide(sign(random) == 0 ? 2 : -4)});
  std::stable_sort(result.entries.begin(), result.entries.end(),
                   [](const Entry& a, const Entry& b) {
                     return a.row != b.row ? a.row < b.row : a.col < b.col;
                   });
  return result;
}

inline MatrixProperties triangular(FillMode fill, DiagonalType diagonal = DiagonalType::non_unit,
                                   IndexBase base = IndexBase::zero) {
  return {base, MatrixType::triangular, fill, diagonal};
}

/// Fails unless op(A) x = alpha b, as closely as the types allow.
template <class Compute, class X>
::testing::AssertionResult solves_column(Op op, const Triplets& A,
                                         const MatrixProperties& properties, const Compute& alpha,
                                         const std::vector<X>& b, const std::vector<X>& x) {
  const Reference left =
      reference_product(op, A, properties, Wide(1), x, Wide(0), std::vector<X>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Wide right = widen(alpha) * widen(b[i]);
    const long double terms = static_cast<long double>(left.terms[i] + 8);
    const long double scale = left.scale[i] + std::abs(right);
    const long double tolerance = 2 * (terms * epsilon<Compute>() + 2 * epsilon<X>()) * scale;
    if (!(std::abs(left.value[i] - right) <= tolerance))
      return ::testing::AssertionFailure()
             << "row " << i << " of " << x.size() << ": x is " << double(widen(x[i]).real())
             << ", A x is " << double(left.value[i].real()) << " + " << double(left.value[i].imag())
             << "i, expected " << double(right.real()) << " + " << double(right.imag())
             << "i, tolerance " << double(tolerance);
  }
  return ::testing::AssertionSuccess();
}

/// The same for every column of B, which the host's threads share: long double takes long.
template <class Compute, class X>
::testing::AssertionResult solves(Op op, const Triplets& A, const MatrixProperties& properties,
                                  const Compute& alpha, const HostDense<X>& B,
                                  const HostDense<X>& solution) {
  std::vector<::testing::AssertionResult> columns(std::size_t(solution.cols),
                                                  ::testing::AssertionSuccess());
  for_each_by_threads(
      solution.cols, solution.cols * std::int64_t(A.entries.size()), [&](std::int64_t j) {
        columns[std::size_t(j)] =
            solves_column(op, A, properties, alpha, B.column(0, j), solution.column(0, j));
      });
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (!columns[j])
      return ::testing::AssertionFailure() << "column " << j << ", " << columns[j].message();
  return ::testing::AssertionSuccess();
}

/// What one solve is asked with.
struct SolveSetup {
  Op op = Op::none;
  Op op_b = Op::none;
  Layout b_layout = Layout::padded_row_major;
  Layout x_layout = Layout::padded_row_major;
  std::int64_t num_columns = 5;
  int variant = 0;  ///< of alpha
  bool in_place = false;

  std::string text() const {
    return "op A " + std::string(name(op)) + ", op B " + std::string(name(op_b)) + ", B " +
           layout_name(b_layout) + ", X " + layout_name(x_layout) + ", " +
           std::to_string(num_columns) + " columns" + (in_place ? ", in place" : "");
  }
};

/// One matrix's solves of all kinds.
template <class Exec, class Matrix, class X>
class SolveTest {
 public:
  using A = typename Matrix::scalar_type;
  using Compute = triangular_solve_compute_t<A, X>;
  using Space = typename Exec::memory_space;

  SolveTest(const Triplets& triplets, const MatrixProperties& properties, Order order)
      : SolveTest(triplets, properties, MatrixFrom<Matrix>::make(triplets, properties, order)) {}
  SolveTest(const Triplets& triplets, const MatrixProperties& properties, const Matrix& matrix)
      : triplets_(triplets), properties_(properties), matrix_(matrix) {}

  const Matrix& matrix() const { return matrix_; }

  /// With Views of rank 2.
  std::string_view solve(const SolveSetup& setup, const TriangularSolveOptions& options = {}) {
    SCOPED_TRACE(trace(setup));
    std::mt19937 random(11);
    const std::int64_t n = triplets_.num_rows, columns = setup.num_columns;
    const auto b = setup.op_b == Op::none ? random_dense<X>(random, 1, n, columns)
                                          : random_dense<X>(random, 1, columns, n);
    const HostDense<X> poisoned{1, n, columns,
                                std::vector<X>(std::size_t(n * columns), poison<X>())};
    const Compute alpha = alpha_beta<Compute>(setup.variant).first;
    const DeviceDense<X, Space> b_view(b, setup.b_layout, narrow<X>(7));
    const DeviceDense<X, Space> x_view(poisoned, setup.x_layout, narrow<X>(7));
    const auto plan = triangular_solve_plan(exec_, setup.op, matrix_, options);
    const auto x = setup.in_place ? b_view.single() : x_view.single();
    const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(exec_, x));
    const KernelId kernel =
        plan.apply(exec_, setup.op_b, alpha, matrix_, b_view.single(), x, {}, workspace);
    exec_.fence();
    EXPECT_EQ(kernel, plan.kernel(exec_, x));
    EXPECT_TRUE(solves(setup.op, triplets_, meant(options), alpha, turned(b, setup.op_b),
                       setup.in_place ? b_view.get() : x_view.get()))
        << kernel.name;
    return kernel.name;
  }

  /// With Views of rank 1, in one call.
  std::string_view solve_vector(const SolveSetup& setup,
                                const TriangularSolveOptions& options = {}) {
    SCOPED_TRACE(trace(setup) + ", rank 1");
    std::mt19937 random(11);
    const std::int64_t n = triplets_.num_rows;
    const auto b = random_dense<X>(random, 1, n, 1);
    const Compute alpha = alpha_beta<Compute>(setup.variant).first;
    const GuardedVector<X, Space> b_view(b.entries);
    const GuardedVector<X, Space> x_view(std::vector<X>(std::size_t(n), poison<X>()));
    const auto& x = setup.in_place ? b_view : x_view;
    const KernelId kernel =
        triangular_solve(exec_, setup.op, alpha, matrix_, b_view.view, x.view, options);
    EXPECT_TRUE(solves(setup.op, triplets_, meant(options), alpha, b, {1, n, 1, x.get()}))
        << kernel.name;
    return kernel.name;
  }

 private:
  std::string trace(const SolveSetup& setup) const {
    return std::string(Matrix::format_name) + " of " + scalar_name<A> + ", " +
           describe(setup.op, properties_) + ", " + setup.text();
  }
  MatrixProperties meant(const TriangularSolveOptions& options) const {
    return triangular(options.fill.value_or(properties_.fill),
                      options.diagonal.value_or(properties_.diagonal), properties_.index_base);
  }

  Exec exec_;
  Triplets triplets_;
  MatrixProperties properties_;
  Matrix matrix_;
};

}  // namespace filigree::test
