// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/banded_matrix.hpp>
#include <filigree/banded_solve_options.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/banded_problem.hpp>
#include <filigree/detail/check_vectors.hpp>

/// What stands between the public calls of banded_solve.hpp and the compiled library.

namespace filigree::detail {

/// B or X of a call.
struct BandedVectorsShape {
  std::string_view argument;
  int rank = 1;
  std::int64_t extent[3] = {1, 1, 1};  ///< 1 where there is no such dimension
  std::int64_t stride[3] = {0, 0, 0};
  const void* data = nullptr;
  std::size_t span_bytes = 0;
};

struct BandedShapes {
  std::int64_t num_rows = 0;
  std::int64_t num_systems = 1;
  bool is_batch = false;
  int half_bandwidth = 1;
  bool periodic = false;
  bool trimmed = false;
  BandedVectorsShape b;
  BandedVectorsShape x;
  std::int64_t report_systems = -1;  ///< no report
  int block_size = 1;
};

/// Throws invalid_value unless sizes agree and X is B, or apart from it and itself.
FILIGREE_EXPORT void check_banded_shapes(const BandedShapes& shapes);

/// Throws invalid_value where X shares memory with a diagonal of that many rows (of blocks); its
/// first entry is the one at `data`.
template <class Diagonal>
void check_diagonal_apart(const Diagonal& diagonal, std::int64_t rows, std::int64_t systems,
                          std::int64_t block_span, std::size_t scalar_bytes,
                          const BandedVectorsShape& x) {
  if (rows <= 0 || systems <= 0) return;
  const std::int64_t last =
      (rows - 1) * diagonal.row_stride + (systems - 1) * diagonal.system_stride + block_span;
  check_overlap("banded_solve", "A", diagonal.data, std::size_t(last + 1) * scalar_bytes, "X",
                x.data, x.span_bytes, false);
}

template <class View>
BandedVectorsShape banded_vectors_shape(std::string_view argument, const View& view) {
  static_assert(Kokkos::is_view_v<View> && View::rank() >= 1 && View::rank() <= 3,
                "B and X are Kokkos Views of rank 1 to 3");
  BandedVectorsShape result;
  result.argument = argument;
  result.rank = int(View::rank());
  for (int i = 0; i < result.rank; ++i) {
    result.extent[i] = std::int64_t(view.extent(i));
    result.stride[i] = std::int64_t(view.stride(i));
  }
  result.data = view.data();
  result.span_bytes = view.span() * sizeof(typename View::value_type);
  return result;
}

template <class T>
BandedVectors<T> banded_vectors(T* data, const BandedVectorsShape& shape, bool is_batch) {
  const int rows = is_batch ? 1 : 0;
  return {data, shape.stride[rows], is_batch ? shape.stride[0] : 0,
          shape.rank > rows + 1 ? shape.stride[rows + 1] : 0};
}

template <class Exec, class Matrix, class BView, class XView>
constexpr void assert_banded_types() {
  using T = typename Matrix::scalar_type;
  static_assert(std::is_same_v<T, typename BView::non_const_value_type> &&
                    std::is_same_v<T, typename XView::value_type>,
                "A, B and X have the same scalar type, and X is not const");
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space> &&
                    is_accessible_v<Exec, typename BView::memory_space> &&
                    is_accessible_v<Exec, typename XView::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
}

/// What a problem has beside its diagonals.
template <class Problem, class BView, class XView, class Report>
void set_banded_vectors(Problem& problem, const BandedShapes& shapes, Op op, Pivoting pivoting,
                        const BView& b, const XView& x, const Report& report) {
  using T = typename Problem::scalar_type;
  problem.num_systems = shapes.num_systems;
  problem.num_columns = shapes.b.extent[shapes.is_batch ? 2 : 1];
  problem.pivots = pivoting == Pivoting::partial;
  problem.conjugate = is_complex_v<T> && op == Op::conjugate_transpose;
  problem.b = banded_vectors<const T>(b.data(), shapes.b, shapes.is_batch);
  problem.x = banded_vectors<T>(x.data(), shapes.x, shapes.is_batch);
  problem.positions = report.positions().data();
}

/// Checks the arguments of a call and strips them to pointers.
template <class Exec, class Matrix, class BView, class XView, class Report>
auto banded_problem(const Exec&, Op op, const Matrix& A, const BView& b, const XView& x,
                    const BandedSolveOptions& options, const Report& report) {
  using T = typename Matrix::scalar_type;
  assert_banded_types<Exec, Matrix, BView, XView>();
  constexpr int P = Matrix::half_bandwidth;
  BandedShapes shapes{A.num_rows,
                      A.num_systems,
                      A.is_batch,
                      P,
                      options.periodic,
                      Matrix::storage == DiagonalStorage::trimmed,
                      banded_vectors_shape("B", b),
                      banded_vectors_shape("X", x),
                      report.positions().data() == nullptr ? -1 : report.num_systems()};
  check_banded_shapes(shapes);
  BandedProblem<T> problem;
  problem.num_rows = A.num_rows;
  set_banded_vectors(problem, shapes, op, options.pivoting, b, x, report);
  problem.half_bandwidth = P;
  problem.periodic = options.periodic;
  for (int d = 0; d <= 2 * P; ++d) {
    problem.diagonals[d] = A.diagonals[std::size_t(op == Op::none ? d : 2 * P - d)];
    if (op != Op::none) problem.diagonals[d].row_shift += d - P;
  }
  return problem;
}

template <class Exec, class T, class Space, DiagonalStorage Storage, class BView, class XView,
          class Report>
auto banded_problem(const Exec&, Op op, const BlockTridiagonalMatrix<T, Space, Storage>& A,
                    const BView& b, const XView& x, const BandedSolveOptions& options,
                    const Report& report) {
  assert_banded_types<Exec, BlockTridiagonalMatrix<T, Space, Storage>, BView, XView>();
  BandedShapes shapes;
  shapes.num_rows = A.num_rows * A.block_size;
  shapes.num_systems = A.num_systems;
  shapes.is_batch = A.is_batch;
  shapes.periodic = options.periodic;
  shapes.trimmed = Storage == DiagonalStorage::trimmed;
  shapes.block_size = A.block_size;
  shapes.b = banded_vectors_shape("B", b);
  shapes.x = banded_vectors_shape("X", x);
  if (report.positions().data() != nullptr) shapes.report_systems = report.num_systems();
  check_banded_shapes(shapes);
  BlockTridiagonalProblem<T> problem;
  problem.num_rows = A.num_rows;
  problem.block_size = A.block_size;
  problem.periodic = options.periodic;
  set_banded_vectors(problem, shapes, op, options.pivoting, b, x, report);
  for (int d = 0; d < 3; ++d) {
    auto& diagonal = problem.diagonals[d];
    diagonal = A.diagonals[std::size_t(op == Op::none ? d : 2 - d)];
    if (op == Op::none) continue;
    diagonal.row_shift += d - 1;
    std::swap(diagonal.inner_row_stride, diagonal.inner_col_stride);
  }
  return problem;
}

/// Throws invalid_value where X shares memory with A. A plan, which writes nothing, may be made for
/// operands that do.
template <class Matrix, class XView>
void check_banded_apart(const Matrix& A, const XView& x) {
  constexpr int P = Matrix::half_bandwidth;
  const auto shape = banded_vectors_shape("X", x);
  for (int d = 0; d <= 2 * P; ++d) {
    const std::int64_t missing =
        Matrix::storage == DiagonalStorage::trimmed ? (d < P ? P - d : d - P) : 0;
    check_diagonal_apart(A.diagonals[std::size_t(d)], A.num_rows - missing, A.num_systems, 0,
                         sizeof(typename Matrix::scalar_type), shape);
  }
}
template <class T, class Space, DiagonalStorage Storage, class XView>
void check_banded_apart(const BlockTridiagonalMatrix<T, Space, Storage>& A, const XView& x) {
  const auto shape = banded_vectors_shape("X", x);
  for (int d = 0; d < 3; ++d) {
    const auto& diagonal = A.diagonals[std::size_t(d)];
    const bool is_short = Storage == DiagonalStorage::trimmed && d != 1;
    check_diagonal_apart(
        diagonal, A.num_rows - (is_short ? 1 : 0), A.num_systems,
        (A.block_size - 1) * (diagonal.inner_row_stride + diagonal.inner_col_stride), sizeof(T),
        shape);
  }
}

/// What a plan is made for: everything but the pointers.
struct BandedLayout {
  std::int64_t sizes[3] = {};
  int half_bandwidth = 0;  ///< of block-tridiagonal matrices minus the size of their blocks
  bool periodic = false, pivots = true, conjugate = false;
  std::int64_t strides[3 * max_band_diagonals + 6] = {};

  friend bool operator==(const BandedLayout&, const BandedLayout&) = default;
};

struct BandedPlanState {
  Op op = Op::none;
  BandedSolveOptions options;  ///< without the kernel's name, whose memory is the caller's
  std::string kernel;
  BandedLayout layout;
  BandedExplanation explanation;
};

/// \param Problem BandedProblem or BlockTridiagonalProblem. \throws Error not_supported as
/// banded_solve
template <class Exec, class Problem>
FILIGREE_EXPORT BandedPlanState make_banded_plan(const Exec& exec, Op op, const Problem& problem,
                                                 const BandedSolveOptions& options);

/// Throws stale_plan unless sizes, strides and options are the plan's.
template <class Exec, class Problem>
FILIGREE_EXPORT void check_banded_layout(const Exec& exec, const BandedPlanState& plan,
                                         const Problem& problem);

[[noreturn]] FILIGREE_EXPORT void throw_stale_banded_plan();

}  // namespace filigree::detail
