// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <utility>

#include <filigree/gauss_seidel.hpp>
#include <filigree/ilut.hpp>
#include <filigree/incomplete_factor.hpp>
#include <filigree/triangular_solve.hpp>

#include "vector_math.hpp"

/// Preconditioners for LinearSystem: objects that are called with (exec, r, z) and write
/// z = M^-1 r. Each can tell the first row where it has nothing to divide by: first_zero_pivot(),
/// counted from 0, or -1. Matrices are of type general, sorted, without repeated entries, and
/// count from 0.

namespace example {

namespace preconditioner_kernels {

/// The diagonal, 0 where it is not stored; the first row where it is zero or not stored.
template <class Matrix, class Vector>
struct ReadDiagonal {
  typename Matrix::offset_view offsets;
  typename Matrix::index_view columns;
  typename Matrix::value_view values;
  Vector diagonal;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& first_zero) const {
    using Scalar = typename Vector::non_const_value_type;
    Scalar entry(0);
    for (std::int64_t k = offsets(row); k < std::int64_t(offsets(row + 1)); ++k)
      if (columns(k) == row) entry = values(k);
    diagonal(row) = entry;
    if (entry == Scalar(0) && row < first_zero) first_zero = row;
  }
};

template <class Vector>
struct Invert {
  Vector v;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    v(i) = typename Vector::non_const_value_type(1) / v(i);
  }
};

}  // namespace preconditioner_kernels

/// Writes A's diagonal, 0 where it is not stored; returns the first row whose entry is 0, or -1.
template <class Exec, class Matrix, class Vector>
std::int64_t read_diagonal(const Exec& exec, const Matrix& A, const Vector& diagonal) {
  std::int64_t first_zero = std::numeric_limits<std::int64_t>::max();
  Kokkos::parallel_reduce("example::read_diagonal", entries_of(exec, diagonal),
                          preconditioner_kernels::ReadDiagonal<Matrix, Vector>{
                              A.row_offsets(), A.col_indices(), A.values(), diagonal},
                          Kokkos::Min<std::int64_t>(first_zero));
  return first_zero < A.num_rows() ? first_zero : -1;
}

/// M = D, the diagonal of A.
template <class Exec, class Matrix>
class Jacobi {
 public:
  using Vector = Kokkos::View<typename Matrix::scalar_type*, typename Exec::memory_space>;

  Jacobi(const Exec& exec, const Matrix& A)
      : inverse_("inverse_diagonal", A.num_rows()),
        first_zero_pivot_(read_diagonal(exec, A, inverse_)) {
    Kokkos::parallel_for("example::invert", entries_of(exec, inverse_),
                         preconditioner_kernels::Invert<Vector>{inverse_});
  }

  void operator()(const Exec& exec, const Vector& r, const Vector& z) const {
    multiply_entries(exec, inverse_, r, z);
  }
  std::int64_t first_zero_pivot() const { return first_zero_pivot_; }

 private:
  Vector inverse_;
  std::int64_t first_zero_pivot_;
};

/// A triangle of a matrix, its plan and the memory it works in.
template <class Exec, class Matrix>
class TriangularSolver {
 public:
  using Vector = Kokkos::View<typename Matrix::scalar_type*, typename Exec::memory_space>;

  /// A missing pivot is no error here: whoever makes a preconditioner has looked at the pivots.
  TriangularSolver(const Exec& exec, filigree::Op op, const Matrix& A, filigree::FillMode fill,
                   filigree::DiagonalType diagonal)
      : A_(A),
        plan_(filigree::triangular_solve_plan(exec, op, A, options(fill, diagonal))),
        workspace_("workspace", plan_.workspace_bytes(exec, Vector(nullptr, A.num_rows()))) {}

  /// op(triangle) z = r; z may be r.
  void operator()(const Exec& exec, const Vector& r, const Vector& z) const {
    plan_.apply(exec, typename Matrix::scalar_type(1), A_, r, z, {}, workspace_);
  }

 private:
  static filigree::TriangularSolveOptions options(filigree::FillMode fill,
                                                  filigree::DiagonalType diagonal) {
    return {.fill = fill, .diagonal = diagonal, .on_zero_pivot = filigree::ZeroPivot::skip_row};
  }
  using Plan = decltype(filigree::triangular_solve_plan(
      std::declval<const Exec&>(), filigree::Op::none, std::declval<const Matrix&>()));

  Matrix A_;
  Plan plan_;
  typename Plan::workspace_view workspace_;
};

/// The values of an incomplete factorization on A's own pattern, both factors in one matrix.
template <class Exec, class Matrix>
struct Factors {
  Matrix matrix;
  std::int64_t first_zero_pivot;

  /// What `plan`, of ilu0_plan or ic0_plan, makes of A.
  template <class Plan>
  Factors(const Exec& exec, const Matrix& A, const Plan& plan)
      : matrix(
            A.with_values(Kokkos::View<typename Matrix::scalar_type*, typename Exec::memory_space>(
                "factors", A.nnz()))) {
    const typename Plan::report_type report(exec);
    plan.apply(exec, A, matrix.values(), report);
    first_zero_pivot = report.position(exec);
  }
};

/// z = (L U)^-1 r, both factors stored in one matrix, L without its diagonal of ones.
template <class Exec, class Matrix>
class LuSolver {
 public:
  using Vector = Kokkos::View<typename Matrix::scalar_type*, typename Exec::memory_space>;

  LuSolver(const Exec& exec, const Matrix& factors)
      : forward_(exec, filigree::Op::none, factors, filigree::FillMode::lower,
                 filigree::DiagonalType::unit),
        backward_(exec, filigree::Op::none, factors, filigree::FillMode::upper,
                  filigree::DiagonalType::non_unit) {}

  void operator()(const Exec& exec, const Vector& r, const Vector& z) const {
    forward_(exec, r, z);
    backward_(exec, z, z);
  }

 private:
  TriangularSolver<Exec, Matrix> forward_, backward_;
};

/// M = L U, the incomplete factorization ilu0, for any A. \throws filigree::Error zero_pivot where
///   a diagonal entry is not stored.
template <class Exec, class Matrix>
class Ilu0 {
 public:
  using Vector = Kokkos::View<typename Matrix::scalar_type*, typename Exec::memory_space>;

  Ilu0(const Exec& exec, const Matrix& A)
      : factors_(exec, A, filigree::ilu0_plan(exec, A)), solve_(exec, factors_.matrix) {}

  void operator()(const Exec& exec, const Vector& r, const Vector& z) const { solve_(exec, r, z); }
  std::int64_t first_zero_pivot() const { return factors_.first_zero_pivot; }

 private:
  Factors<Exec, Matrix> factors_;
  LuSolver<Exec, Matrix> solve_;
};

/// M = L U, the incomplete factorization ilut, whose rows keep their largest entries, for any A.
template <class Exec, class Matrix>
class Ilut {
 public:
  using Vector = Kokkos::View<typename Matrix::scalar_type*, typename Exec::memory_space>;

  Ilut(const Exec& exec, const Matrix& A, double tolerance, std::int64_t fill)
      : factors_(filigree::ilut(exec, A, {.tolerance = tolerance, .fill = fill, .pivot_boost = 1})),
        solve_(exec, factors_.matrix) {}

  void operator()(const Exec& exec, const Vector& r, const Vector& z) const { solve_(exec, r, z); }
  std::int64_t first_zero_pivot() const { return factors_.first_zero_pivot; }

 private:
  filigree::IlutFactors<Matrix> factors_;
  LuSolver<Exec, Matrix> solve_;
};

/// M = L L^H, the incomplete Cholesky factorization ic0, for Hermitian A, whose lower triangle is
/// read. \throws filigree::Error as Ilu0
template <class Exec, class Matrix>
class Ic0 {
 public:
  using Vector = Kokkos::View<typename Matrix::scalar_type*, typename Exec::memory_space>;

  Ic0(const Exec& exec, const Matrix& A, const filigree::IncompleteFactorOptions& options = {})
      : factors_(exec, A, filigree::ic0_plan(exec, A, options)),
        forward_(exec, filigree::Op::none, factors_.matrix, filigree::FillMode::lower,
                 filigree::DiagonalType::non_unit),
        backward_(exec, filigree::Op::conjugate_transpose, factors_.matrix,
                  filigree::FillMode::lower, filigree::DiagonalType::non_unit) {}

  void operator()(const Exec& exec, const Vector& r, const Vector& z) const {
    forward_(exec, r, z);
    backward_(exec, z, z);
  }
  std::int64_t first_zero_pivot() const { return factors_.first_zero_pivot; }

 private:
  Factors<Exec, Matrix> factors_;
  TriangularSolver<Exec, Matrix> forward_, backward_;
};

/// M = (D + L) D^-1 (D + U), symmetric Gauss-Seidel, with the strict triangles L and U and the
/// diagonal D of A: it needs no values of its own.
template <class Exec, class Matrix>
class SymmetricGaussSeidel {
 public:
  using Vector = Kokkos::View<typename Matrix::scalar_type*, typename Exec::memory_space>;

  SymmetricGaussSeidel(const Exec& exec, const Matrix& A)
      : diagonal_("diagonal", A.num_rows()),
        first_zero_pivot_(read_diagonal(exec, A, diagonal_)),
        forward_(exec, filigree::Op::none, A, filigree::FillMode::lower,
                 filigree::DiagonalType::non_unit),
        backward_(exec, filigree::Op::none, A, filigree::FillMode::upper,
                  filigree::DiagonalType::non_unit) {}

  void operator()(const Exec& exec, const Vector& r, const Vector& z) const {
    forward_(exec, r, z);
    multiply_entries(exec, diagonal_, z, z);
    backward_(exec, z, z);
  }
  std::int64_t first_zero_pivot() const { return first_zero_pivot_; }

 private:
  Vector diagonal_;
  std::int64_t first_zero_pivot_;
  TriangularSolver<Exec, Matrix> forward_, backward_;
};

/// Gauss-Seidel by colours: rows of one colour are relaxed at once.
template <class Exec, class Matrix>
class ColoredGaussSeidel {
 public:
  using Vector = Kokkos::View<typename Matrix::scalar_type*, typename Exec::memory_space>;

  ColoredGaussSeidel(const Exec& exec, const Matrix& A)
      : A_(A), plan_(filigree::gauss_seidel_plan(exec, A)) {
    const typename decltype(plan_)::report_type report(exec);
    const Vector zeros("zeros", A.num_rows()), z("z", A.num_rows());
    plan_.apply(exec, A_, zeros, z, {}, report);
    first_zero_pivot_ = report.position(exec);
  }

  void operator()(const Exec& exec, const Vector& r, const Vector& z) const {
    plan_.apply(exec, A_, r, z,
                {.direction = filigree::SweepDirection::symmetric, .from_zero = true});
  }
  std::int64_t first_zero_pivot() const { return first_zero_pivot_; }

 private:
  Matrix A_;
  decltype(filigree::gauss_seidel_plan(std::declval<const Exec&>(),
                                       std::declval<const Matrix&>())) plan_;
  std::int64_t first_zero_pivot_;
};

}  // namespace example
