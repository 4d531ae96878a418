// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/banded.hpp>

#include <string>

#include <filigree/banded_solve.hpp>
#include <runtime/dense.hpp>
#include <runtime/pattern.hpp>
#include <runtime/solve_scalars.hpp>

namespace filigree::runtime {
namespace {

constexpr std::string_view operation = "banded_solve";

template <class T, class Exec>
using View2 = Kokkos::View<const T**, Kokkos::LayoutStride, typename Exec::memory_space,
                           Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
template <class T, class Exec>
using View3 = Kokkos::View<T***, Kokkos::LayoutStride, typename Exec::memory_space,
                           Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// The caller's memory as the report of a call.
template <class Exec>
struct CallersReport {
  Kokkos::View<std::int64_t*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      memory;

  const auto& positions() const { return memory; }
  std::int64_t num_systems() const { return std::int64_t(memory.extent(0)); }
};

/// The matrix as that of a batch, of one system too, so that all layouts are one type.
template <int HalfBandwidth, class T, class Exec>
auto matrix_of(const BandedOperand& A) {
  const Kokkos::LayoutStride layout(std::size_t(A.num_systems), std::size_t(A.system_stride),
                                    std::size_t(A.num_rows), std::size_t(A.row_stride));
  const auto diagonal = [&](int d) {
    return View2<T, Exec>(static_cast<const T*>(A.diagonals[d]), layout);
  };
  if constexpr (HalfBandwidth == 1)
    return tridiagonal(diagonal(0), diagonal(1), diagonal(2));
  else
    return pentadiagonal(diagonal(0), diagonal(1), diagonal(2), diagonal(3), diagonal(4));
}

/// Systems x rows x right-hand sides.
template <class T, class Exec>
View3<T, Exec> vectors_of(const BandedOperand& A, const DenseOperand& B) {
  const bool is_batch = A.num_systems != 1;
  const auto row_stride = std::size_t(B.row_stride()), col_stride = std::size_t(B.col_stride());
  const Kokkos::LayoutStride layout(
      std::size_t(is_batch ? B.num_cols : 1), is_batch ? col_stride : 0, std::size_t(B.num_rows),
      row_stride, std::size_t(is_batch ? 1 : B.num_cols), is_batch ? 0 : col_stride);
  return View3<T, Exec>(static_cast<T*>(B.values), layout);
}

void check_types(std::string_view call, const BandedOperand& A, const DenseOperand& B,
                 const DenseOperand& X) {
  check(call, A);
  if (A.scalar != B.scalar || A.scalar != X.scalar)
    throw_types_not_supported(call, {A.scalar, B.scalar, X.scalar});
}

/// f(exec, matrix, b, x), all with their types.
template <class F>
auto visit_systems(const Target& target, const BandedOperand& A, const DenseOperand& B,
                   const DenseOperand& X, const F& f) {
  return target.visit([&]<class Exec>(const Exec& exec) {
    return visit_solve_scalar(operation, A.scalar, [&]<class T>(std::type_identity<T>) {
      const View3<const T, Exec> b = vectors_of<const T, Exec>(A, B);
      const View3<T, Exec> x = vectors_of<T, Exec>(A, X);
      return A.num_diagonals == 3 ? f(exec, matrix_of<1, T, Exec>(A), b, x)
                                  : f(exec, matrix_of<2, T, Exec>(A), b, x);
    });
  });
}

}  // namespace

void check(std::string_view call, const BandedOperand& A) {
  visit_solve_scalar(call, A.scalar, [](auto) {});
  if (A.num_diagonals != 3 && A.num_diagonals != 5)
    detail::throw_error(Status::invalid_value,
                        {call, "num_diagonals", std::to_string(A.num_diagonals), "3 or 5",
                         "factorize matrices of another band as sparse ones"});
  detail::check_at_least(call, "num_rows", A.num_rows, 0, "no rows");
  detail::check_at_least(call, "num_systems", A.num_systems, 0, "no systems");
  detail::check_at_least(call, "row_stride", A.row_stride, 0, "rows that share an entry");
  detail::check_at_least(call, "system_stride", A.system_stride, 0, "systems of one matrix");
}

BandedPlan make_banded_solve_plan(const Target& target, Op op, const BandedOperand& A,
                                  const DenseOperand& B, const DenseOperand& X,
                                  const BandedSolveOptions& options) try {
  check_types("banded_solve_plan", A, B, X);
  BandedPlan plan{target, A.scalar, {}};
  visit_systems(
      target, A, B, X,
      [&]<class Exec>(const Exec& exec, const auto& matrix, const auto& b, const auto& x) {
        const auto problem =
            detail::banded_problem(exec, op, matrix, b, x, options, CallersReport<Exec>());
        plan.state = detail::make_banded_plan(exec, op, problem, options);
      });
  return plan;
} catch (...) {
  detail::rethrow_as_error("banded_solve_plan");
}

KernelId banded_solve(const Target& target, const BandedPlan& plan, const BandedOperand& A,
                      const DenseOperand& B, const DenseOperand& X, std::int64_t* pivot_positions,
                      const Workspace& workspace) try {
  const detail::ScopedRegion region("filigree::banded_solve");
  check_region(operation, target);
  check_plan_target(operation, plan.target, target);
  check_types(operation, A, B, X);
  if (A.scalar != plan.scalar) detail::throw_stale_banded_plan();
  for (int d = 0; d < A.num_diagonals; ++d)
    detail::check_pointer(operation, "A", A.diagonals[d], A.num_rows * A.num_systems);
  detail::check_pointer(operation, "B", B.values, B.num_rows * B.num_cols);
  detail::check_pointer(operation, "X", X.values, X.num_rows * X.num_cols);
  return visit_systems(
      target, A, B, X,
      [&]<class Exec>(const Exec& exec, const auto& matrix, const auto& b, const auto& x) {
        CallersReport<Exec> report;
        if (pivot_positions != nullptr)
          report.memory = decltype(report.memory)(pivot_positions, std::size_t(A.num_systems));
        auto problem =
            detail::banded_problem(exec, plan.state.op, matrix, b, x, plan.state.options, report);
        detail::check_banded_layout(exec, plan.state, problem);
        detail::check_banded_apart(matrix, x);
        problem.workspace = workspace.data;
        problem.workspace_bytes = workspace.bytes;
        if (report.num_systems() > 0) Kokkos::deep_copy(exec, report.positions(), std::int64_t(-1));
        return detail::run_banded(exec, problem, {plan.state.options.backend, {}});
      });
} catch (...) {
  detail::rethrow_as_error("banded_solve");
}

}  // namespace filigree::runtime
