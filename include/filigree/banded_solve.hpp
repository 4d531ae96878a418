// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/banded_problem.hpp>
#include <filigree/detail/check_vectors.hpp>

/// Tridiagonal and pentadiagonal systems: op(A) X = B, one system or a batch of them.
///
/// A is made by tridiagonal() or pentadiagonal() from its diagonals, Kokkos Views in any layout: of
/// rank 1 for one system of m rows, of rank 2, systems x rows, for a batch (LayoutRight: one system
/// after the other; LayoutLeft: interleaved). B and X have one more index for more than one
/// right-hand side: m, m x columns; systems x m, systems x m x columns. X may be B; they may not
/// overlap otherwise. A and B are only read.
///
/// Diagonals of m entries are counted by rows, as cuSPARSE has them: entry i of each stands in row
/// i, and entries outside of the matrix are not read, or, where the system is periodic, are those
/// of the unknowns around its end. Diagonals of which entry 0 is the first one in the matrix, as
/// LAPACK has them, are given by trimmed_tridiagonal() and trimmed_pentadiagonal().
///
/// With partial pivoting any system that is not singular is solved with a small residual. Where a
/// system has no pivot, its X is unspecified, the others are right, and a PivotReport tells which.
/// Allocates nothing and waits for nothing given the workspace; bitwise repeatable.
///
/// Sources: LAPACK gttrf and gbtrf for the elimination; cuSPARSE 13 guide, sections gtsv2,
/// gtsv2StridedBatch, gtsvInterleavedBatch and gpsvInterleavedBatch, for the layouts.

namespace filigree {

enum class Pivoting {
  partial,
  none,  ///< rows need not be exchanged: for systems that do without, as diagonally dominant ones
};

struct BandedSolveOptions {
  Pivoting pivoting = Pivoting::partial;
  bool periodic = false;
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< by name, instead of the library's choice
};

/// How many entries the diagonals beside the main one have: as many as there are rows, or only
/// those that are in the matrix.
enum class DiagonalStorage { by_row, trimmed };

/// Whether banded_solve takes this scalar type.
template <class T>
inline constexpr bool banded_solve_supports =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, complex_float> ||
    std::is_same_v<T, complex_double>;

/// The diagonals of a batch of systems, the lowest first. Shallow: it does not keep the arrays
/// alive.
template <class T, class MemorySpace, int HalfBandwidth, DiagonalStorage Storage>
struct BandedMatrix {
  using scalar_type = T;
  using memory_space = MemorySpace;
  static constexpr int half_bandwidth = HalfBandwidth;
  static constexpr DiagonalStorage storage = Storage;

  std::int64_t num_rows = 0;
  std::int64_t num_systems = 1;
  bool is_batch = false;
  std::array<detail::BandDiagonal<T>, 2 * HalfBandwidth + 1> diagonals;
};

namespace detail {

FILIGREE_EXPORT void check_band_diagonal(int number, std::int64_t systems, std::int64_t length,
                                         std::int64_t expected_systems,
                                         std::int64_t expected_length);

template <int HalfBandwidth, DiagonalStorage Storage, class View, class... Views>
auto make_banded(const View& first, const Views&... others) {
  static_assert(
      ((View::rank() == Views::rank()) && ...) && (View::rank() == 1 || View::rank() == 2),
      "diagonals are Kokkos Views of rank 1, of batches of rank 2 (systems x rows)");
  using T = typename View::non_const_value_type;
  static_assert(
      banded_solve_supports<T> && (std::is_same_v<T, typename Views::non_const_value_type> && ...),
      "diagonals are all float, double, complex_float or complex_double");
  BandedMatrix<T, typename View::memory_space, HalfBandwidth, Storage> result;
  result.is_batch = View::rank() == 2;
  int d = 0;
  std::int64_t lengths[2 * HalfBandwidth + 1], systems[2 * HalfBandwidth + 1];
  const auto take = [&](const auto& view) {
    constexpr std::size_t rows = View::rank() - 1;
    auto& diagonal = result.diagonals[std::size_t(d)];
    diagonal.data = view.data();
    diagonal.row_stride = std::int64_t(view.stride(rows));
    if constexpr (View::rank() == 2) diagonal.system_stride = std::int64_t(view.stride(0));
    if (Storage == DiagonalStorage::trimmed && d < HalfBandwidth)
      diagonal.row_shift = d - HalfBandwidth;
    lengths[d] = std::int64_t(view.extent(rows));
    systems[d++] = View::rank() == 2 ? std::int64_t(view.extent(0)) : 1;
  };
  take(first);
  (take(others), ...);
  result.num_rows = lengths[HalfBandwidth];
  result.num_systems = systems[HalfBandwidth];
  for (d = 0; d <= 2 * HalfBandwidth; ++d) {
    const std::int64_t away = d < HalfBandwidth ? HalfBandwidth - d : d - HalfBandwidth;
    const std::int64_t missing = Storage == DiagonalStorage::trimmed ? away : 0;
    check_band_diagonal(d - HalfBandwidth, systems[d], lengths[d], result.num_systems,
                        result.num_rows > missing ? result.num_rows - missing : 0);
  }
  return result;
}

}  // namespace detail

/// A tridiagonal matrix of diagonals by rows: row i is lower(i), diagonal(i), upper(i).
/// \throws Error invalid_value where lengths differ
template <class View, class DiagonalView, class UpperView>
auto tridiagonal(const View& lower, const DiagonalView& diagonal, const UpperView& upper) {
  return detail::make_banded<1, DiagonalStorage::by_row>(lower, diagonal, upper);
}
/// A tridiagonal matrix whose lower and upper diagonal have m - 1 entries.
template <class View, class DiagonalView, class UpperView>
auto trimmed_tridiagonal(const View& lower, const DiagonalView& diagonal, const UpperView& upper) {
  return detail::make_banded<1, DiagonalStorage::trimmed>(lower, diagonal, upper);
}
/// A pentadiagonal matrix of diagonals by rows, the lowest first.
template <class View, class View1, class View2, class View3, class View4>
auto pentadiagonal(const View& lower2, const View1& lower1, const View2& diagonal,
                   const View3& upper1, const View4& upper2) {
  return detail::make_banded<2, DiagonalStorage::by_row>(lower2, lower1, diagonal, upper1, upper2);
}
/// A pentadiagonal matrix of diagonals of m - 2, m - 1, m, m - 1 and m - 2 entries.
template <class View, class View1, class View2, class View3, class View4>
auto trimmed_pentadiagonal(const View& lower2, const View1& lower1, const View2& diagonal,
                           const View3& upper1, const View4& upper2) {
  return detail::make_banded<2, DiagonalStorage::trimmed>(lower2, lower1, diagonal, upper1, upper2);
}

namespace detail {

/// B or X of a call.
struct BandedVectorsShape {
  std::string_view argument;
  int rank = 1;
  std::int64_t extent[3] = {1, 1, 1};
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
};

/// Throws invalid_value unless sizes agree and X is B, or apart from it and itself.
FILIGREE_EXPORT void check_banded_shapes(const BandedShapes& shapes);

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

/// Checks the arguments of a call and strips them to pointers.
template <class Exec, class Matrix, class BView, class XView, class Report>
auto banded_problem(const Exec&, Op op, const Matrix& A, const BView& b, const XView& x,
                    const BandedSolveOptions& options, const Report& report) {
  using T = typename Matrix::scalar_type;
  static_assert(std::is_same_v<T, typename BView::non_const_value_type> &&
                    std::is_same_v<T, typename XView::value_type>,
                "A, B and X have the same scalar type, and X is not const");
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space> &&
                    is_accessible_v<Exec, typename BView::memory_space> &&
                    is_accessible_v<Exec, typename XView::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
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
  problem.num_systems = A.num_systems;
  const int columns_at = A.is_batch ? 2 : 1;
  problem.num_columns = shapes.b.rank > columns_at ? shapes.b.extent[columns_at] : 1;
  problem.half_bandwidth = P;
  problem.periodic = options.periodic;
  problem.pivots = options.pivoting == Pivoting::partial;
  problem.conjugate = is_complex_v<T> && op == Op::conjugate_transpose;
  for (int d = 0; d <= 2 * P; ++d) {
    problem.diagonals[d] = A.diagonals[std::size_t(op == Op::none ? d : 2 * P - d)];
    if (op != Op::none) problem.diagonals[d].row_shift += d - P;
  }
  problem.b = banded_vectors<const T>(b.data(), shapes.b, A.is_batch);
  problem.x = banded_vectors<T>(x.data(), shapes.x, A.is_batch);
  problem.positions = report.positions().data();
  return problem;
}

/// What a plan is made for: everything but the pointers.
struct BandedLayout {
  std::int64_t sizes[3] = {};
  int half_bandwidth = 0;
  bool periodic = false, pivots = true, conjugate = false;
  std::int64_t strides[3 * max_band_diagonals + 6] = {};

  friend bool operator==(const BandedLayout&, const BandedLayout&) = default;
};

template <class T>
BandedLayout banded_layout(const BandedProblem<T>& problem) {
  BandedLayout result{{problem.num_rows, problem.num_systems, problem.num_columns},
                      problem.half_bandwidth,
                      problem.periodic,
                      problem.pivots,
                      problem.conjugate,
                      {}};
  std::int64_t* to = result.strides;
  for (const auto& diagonal : problem.diagonals) {
    *to++ = diagonal.row_shift;
    *to++ = diagonal.row_stride;
    *to++ = diagonal.system_stride;
  }
  const auto add = [&](const auto& vectors) {
    *to++ = vectors.row_stride;
    *to++ = vectors.system_stride;
    *to++ = vectors.column_stride;
  };
  add(problem.b);
  add(problem.x);
  return result;
}

[[noreturn]] FILIGREE_EXPORT void throw_stale_banded_plan();

}  // namespace detail

/// A solve prepared for sizes and strides. Immutable: any number of threads and streams may use it
/// at once, each with a workspace of its own.
template <execution_space Exec, class T>
class BandedSolvePlan {
 public:
  using workspace_view = Kokkos::View<std::byte*, typename Exec::memory_space>;

  /// X = op(A)^-1 B. Returns the kernel that ran. Allocates nothing where a workspace of
  /// workspace_bytes() is given.
  /// \throws Error stale_plan where sizes, strides or the kind of matrix are not the plan's;
  ///   otherwise as banded_solve
  template <class Matrix, class BView, class XView>
  KernelId apply(const Exec& exec, const Matrix& A, const BView& b, const XView& x,
                 const workspace_view& workspace = {},
                 const PivotReport<typename Exec::memory_space>& report = {}) const try {
    const detail::ScopedRegion region("filigree::banded_solve");
    auto problem = detail::banded_problem(exec, op_, A, b, x, options_, report);
    if (!(detail::banded_layout(problem) == layout_)) detail::throw_stale_banded_plan();
    problem.workspace = workspace.data();
    problem.workspace_bytes = workspace.extent(0);
    report.clear(exec);
    return detail::run_banded(exec, problem, {options_.backend, kernel_});
  } catch (...) {
    detail::rethrow_as_error("banded_solve");
  }

  std::size_t workspace_bytes() const noexcept { return workspace_bytes_; }

 private:
  template <execution_space E, class Matrix, class BView, class XView>
  friend auto banded_solve_plan(const E&, Op, const Matrix&, const BView&, const XView&,
                                const BandedSolveOptions&);

  Op op_ = Op::none;
  BandedSolveOptions options_;  ///< without the kernel's name, whose memory is the caller's
  std::string kernel_;
  detail::BandedLayout layout_;
  std::size_t workspace_bytes_ = 0;
};

/// Makes a plan for operands of these sizes and strides. Reads none of their entries.
template <execution_space Exec, class Matrix, class BView, class XView>
auto banded_solve_plan(const Exec& exec, Op op, const Matrix& A, const BView& b, const XView& x,
                       const BandedSolveOptions& options = {}) try {
  using T = typename Matrix::scalar_type;
  const PivotReport<typename Exec::memory_space> no_report;
  const auto problem = detail::banded_problem(exec, op, A, b, x, options, no_report);
  BandedSolvePlan<Exec, T> plan;
  plan.op_ = op;
  plan.options_ = options;
  plan.options_.kernel = {};
  plan.kernel_ = options.kernel;
  plan.layout_ = detail::banded_layout(problem);
  plan.workspace_bytes_ =
      detail::banded_workspace_bytes(exec, problem, {options.backend, options.kernel});
  return plan;
} catch (...) {
  detail::rethrow_as_error("banded_solve_plan");
}

/// X = op(A)^-1 B in one call, with a workspace of its own. Returns the kernel that ran.
/// \throws Error invalid_value where sizes do not agree, arrays overlap, or a periodic system is
///   trimmed or has fewer rows than the matrix has diagonals; not_supported where a kernel was
///   asked for that does not take the system; alloc_failed
template <execution_space Exec, class Matrix, class BView, class XView>
KernelId banded_solve(const Exec& exec, Op op, const Matrix& A, const BView& b, const XView& x,
                      const BandedSolveOptions& options = {},
                      const PivotReport<typename Exec::memory_space>& report = {}) try {
  const detail::ScopedRegion region("filigree::banded_solve");
  const auto problem = detail::banded_problem(exec, op, A, b, x, options, report);
  report.clear(exec);
  return detail::run_banded(exec, problem, {options.backend, options.kernel});
} catch (...) {
  detail::rethrow_as_error("banded_solve");
}

}  // namespace filigree
