// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/format/sparse_vector.hpp>

/// \file
/// Dense matrix times sparse vector: y = alpha op(A) x + beta y.
///
/// A is m x n, a Kokkos View of rank 2 in any layout (LayoutStride for a leading dimension); x is a
/// sparse vector as long as op(A) has columns, its indices in any order, repeated ones summed, in
/// either base; y is a contiguous View of rank 1, as long as op(A) has rows. Where beta is 0, y is
/// not read; where alpha is 0, nothing of A and x reaches the result. Only the columns (transposed:
/// rows) of A that x names are read. y may not overlap A or x's values.
///
/// Allocates nothing, waits for nothing, bitwise repeatable; can be captured in a CUDA graph.
/// Indices outside the vector are the caller's error, which is not noticed: validate(exec, x) does.
///
/// Source of the semantics: cuSPARSE 13 guide, section gemvi (which has no conjugate transpose).

namespace filigree {

/// Whether gemvi takes this scalar type, with all three arguments of it.
template <class T>
inline constexpr bool gemvi_supports =
    std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, complex_float> ||
    std::same_as<T, complex_double>;

namespace detail {

/// y = alpha A x + beta y as a kernel takes it: op is in the strides.
template <class T, class Index>
struct GemviProblem {
  std::int64_t num_rows = 0;    ///< of op(A)
  std::int64_t row_stride = 0;  ///< from a row of op(A) to the next
  std::int64_t col_stride = 0;
  const T* A = nullptr;
  bool conjugate = false;
  std::int64_t nnz = 0;
  std::int64_t base = 0;
  const Index* indices = nullptr;
  const T* values = nullptr;
  ScalarArgument<T> alpha;
  ScalarArgument<T> beta;
  T* y = nullptr;
};

template <class Exec, class T, class Index>
FILIGREE_EXPORT KernelId run_gemvi(const Exec& exec, const GemviProblem<T, Index>& problem);

}  // namespace detail

/// y = alpha op(A) x + beta y. Returns the kernel that ran. O(rows of op(A) * (nnz of x + 1)) work.
/// \throws Error invalid_value where a vector has the wrong length, y is not contiguous or overlaps
///   A or x's values.
template <execution_space Exec, class AView, class XScalar, class Index, class XSpace, class YView>
KernelId gemvi(const Exec& exec, Op op,
               const ScalarArgument<typename YView::non_const_value_type>& alpha, const AView& A,
               const SparseVector<XScalar, Index, XSpace>& x,
               const ScalarArgument<typename YView::non_const_value_type>& beta,
               const YView& y) try {
  using T = typename YView::non_const_value_type;
  static_assert(Kokkos::is_view_v<AView> && AView::rank() == 2, "A is a Kokkos View of rank 2");
  static_assert(gemvi_supports<T>, "gemvi takes float, double, complex_float and complex_double");
  static_assert(std::is_same_v<typename AView::non_const_value_type, T> &&
                    std::is_same_v<std::remove_const_t<XScalar>, T>,
                "A, x and y have the same scalar type");
  static_assert(!std::is_const_v<typename YView::value_type>,
                "the result cannot be a View of const");
  static_assert(is_accessible_v<Exec, typename AView::memory_space> &&
                    is_accessible_v<Exec, XSpace> &&
                    is_accessible_v<Exec, typename YView::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  const detail::ScopedRegion region("filigree::gemvi");
  const bool transposed = op != Op::none;
  const int out = transposed ? 1 : 0, in = transposed ? 0 : 1;
  detail::check_vector("gemvi", "x", x.size(), true, std::int64_t(A.extent(in)),
                       "the columns of op(A)");
  detail::check_vector("gemvi", "y", y, std::int64_t(A.extent(out)), "the rows of op(A)");
  detail::check_overlap("gemvi", "y", y.data(), detail::byte_size(y), "A", A.data(),
                        A.span() * sizeof(T), false);
  detail::check_operand("gemvi", "x", exec, x, detail::result_memory("y", y));
  return detail::run_gemvi(
      exec, detail::GemviProblem<T, Index>{std::int64_t(A.extent(out)), std::int64_t(A.stride(out)),
                                           std::int64_t(A.stride(in)), A.data(),
                                           op == Op::conjugate_transpose, x.nnz(),
                                           std::int64_t(x.index_base()), x.indices().data(),
                                           x.values().data(), alpha, beta, y.data()});
} catch (...) {
  detail::rethrow_as_error("gemvi");
}

}  // namespace filigree
