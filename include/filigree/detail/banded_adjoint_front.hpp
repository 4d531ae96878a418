// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

#include <filigree/banded_matrix.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/banded_front.hpp>
#include <filigree/detail/banded_problem.hpp>
#include <filigree/detail/check_vectors.hpp>

/// What stands between the public calls of banded_solve_adjoint.hpp and the compiled library.

namespace filigree::detail {

[[noreturn]] FILIGREE_EXPORT void throw_no_adjoint_of_transpose();

template <class Matrix>
inline constexpr bool is_block_tridiagonal = false;
template <class T, class Space, DiagonalStorage Storage>
inline constexpr bool is_block_tridiagonal<const BlockTridiagonalMatrix<T, Space, Storage>> = true;

/// The matrix that has these diagonals: of blocks where there are two indices within one.
template <class View, class... Views>
auto gradients_matrix(const View& first, const Views&... others) {
  if constexpr (View::rank() > 2) {
    static_assert(sizeof...(others) == 2, "pass the gradients of three diagonals of blocks");
    return make_block_tridiagonal<DiagonalStorage::by_row>(first, others...);
  } else {
    return make_banded<int(sizeof...(others)) / 2, DiagonalStorage::by_row>(first, others...);
  }
}

/// Checks the arguments of a call and strips them to pointers.
template <class Exec, class GradBView, class XView, class... Diagonals>
auto banded_adjoint(Op op, bool periodic, const GradBView& grad_b, const XView& x,
                    const Diagonals&... grad_diagonals) {
  using T = typename XView::non_const_value_type;
  static_assert(std::is_same_v<T, typename GradBView::non_const_value_type> &&
                    (std::is_same_v<T, typename Diagonals::value_type> && ...),
                "grad_B, X and the gradients have the same scalar type, and these are not const");
  static_assert(is_accessible_v<Exec, typename GradBView::memory_space> &&
                    is_accessible_v<Exec, typename XView::memory_space> &&
                    (is_accessible_v<Exec, typename Diagonals::memory_space> && ...),
                "the execution space cannot reach the memory of an argument: copy it there first");
  constexpr int P = int(sizeof...(Diagonals)) / 2;
  const auto A = gradients_matrix(grad_diagonals...);
  BandedShapes shapes{A.num_rows,
                      A.num_systems,
                      A.is_batch,
                      P,
                      periodic,
                      false,
                      banded_vectors_shape("grad_B", grad_b),
                      banded_vectors_shape("X", x)};
  BandedAdjoint<T> result;
  result.num_rows = A.num_rows;
  if constexpr (is_block_tridiagonal<decltype(A)>) result.block_size = A.block_size;
  shapes.block_size = result.block_size;
  shapes.num_rows *= result.block_size;
  check_banded_shapes(shapes);
  result.num_systems = A.num_systems;
  result.num_columns = shapes.b.extent[A.is_batch ? 2 : 1];
  result.half_bandwidth = P;
  result.periodic = periodic;
  std::size_t d = 0;
  const auto add = [&](const auto& view) {
    const std::size_t bytes = view.span() * sizeof(T);
    check_overlap("banded_solve_adjoint_diagonals", "grad_B", shapes.b.data, shapes.b.span_bytes,
                  "grad_diagonals", view.data(), bytes, false);
    check_overlap("banded_solve_adjoint_diagonals", "X", shapes.x.data, shapes.x.span_bytes,
                  "grad_diagonals", view.data(), bytes, false);
    const auto& strides = A.diagonals[d];
    auto& to = result.diagonals[d++];
    to = {view.data(), strides.row_stride, strides.system_stride};
    if constexpr (is_block_tridiagonal<decltype(A)>) {
      to.inner_row_stride = strides.inner_row_stride;
      to.inner_col_stride = strides.inner_col_stride;
    }
  };
  (add(grad_diagonals), ...);
  result.left = banded_vectors<const T>(grad_b.data(), shapes.b, A.is_batch);
  result.right = banded_vectors<const T>(x.data(), shapes.x, A.is_batch);
  if (op != Op::none) Kokkos::kokkos_swap(result.left, result.right);
  // - left(i) conj(right(j)) of X and grad_B: of a transpose conj(X(i)) grad_B(j) is meant
  result.conjugate = is_complex_v<T> && op == Op::transpose;
  return result;
}

}  // namespace filigree::detail
