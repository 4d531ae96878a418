// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/detail/operator_front.hpp>
#include <filigree/detail/operator_gather.hpp>
#include <filigree/product_output.hpp>
#include <filigree/semiring.hpp>

namespace filigree {

/// Sparse matrix times dense vector over a semiring:
///
///     t(i) = the semiring's sum over the stored entries k of row i of op(A)
///            of multiply(A(i, k), x(k))
///     y(i) = epilogue(i, accumulate(y(i), t(i)))     where the mask keeps i
///
/// with what ProductOutput says of masks, accumulators, epilogues and replacement. Without an
/// accumulator y is not read. Entries that are not stored take no part; each one of a duplicate
/// does. x has the length of op(A)'s columns, y that of its rows; both are contiguous.
///
/// op(A) is read by its stored rows: A is a CsrMatrix with Op::none, or a CscMatrix with
/// Op::transpose or Op::conjugate_transpose (complex values are conjugated), indices in any order,
/// of type general. `transposed(A)` makes the one of the other without a copy.
///
/// The kernel is compiled here, with the functors inside. It allocates nothing and waits for
/// nothing, so that it can be captured in a CUDA graph. O(nnz + rows) work, less what the mask
/// drops; bitwise repeatable, on the host also for any number of threads.
///
/// Returns the kernel that ran, "spmv_op_generic".
/// \throws Error invalid_value where a length is wrong, x overlaps y or the mask overlaps y without
///   being y; not_supported where the rows of op(A) are not stored; matrix_type_not_supported where
///   A is symmetric, Hermitian or triangular.
///
/// Source of the semantics: GrB_mxv of the GraphBLAS C API Specification, version 2.1, section 4.3.
template <execution_space Exec, class Semiring, class Matrix, class XView, class YView,
          class Output = ProductOutput<>>
KernelId spmv_op(const Exec& exec, Op op, const Semiring& semiring, const Matrix& A, const XView& x,
                 const YView& y, const Output& output = {}) try {
  using X = typename XView::non_const_value_type;
  using Y = typename YView::non_const_value_type;
  static_assert(detail::check_view<Exec, XView, 1>() && detail::check_view<Exec, YView, 1>() &&
                detail::check_result<YView>() && detail::check_matrix<Exec, Matrix>() &&
                detail::check_semiring<Exec, Semiring, typename Matrix::scalar_type, X>());
  constexpr const char* operation = "spmv_op";
  const detail::ScopedRegion region("filigree::spmv_op");
  const auto rows = detail::operator_rows(operation, "A", op, A);
  detail::check_vector(operation, "x", x, rows.num_cols, "the columns of op(A)");
  detail::check_vector(operation, "y", y, rows.num_rows, "the rows of op(A)");
  detail::check_overlap(operation, "x", x.data(), detail::byte_size(x), "y", y.data(),
                        detail::byte_size(y), false);
  detail::check_operand(operation, "A", exec, A, detail::result_memory("y", y));
  const auto store = detail::result_store<Exec, true>(
      operation, semiring, {rows.num_rows, 1, y.data(), detail::byte_size(y), {1, 0}}, output);
  detail::OperatorGather<Exec, Semiring, decltype(rows), X, Y, decltype(store), true>(
      semiring, rows, {x.data(), 1, 0}, {y.data(), 1, 0}, 1, store)
      .launch("filigree::spmv_op::generic", exec);
  constexpr KernelId kernel{"spmv_op_generic"};
  detail::log_operators(operation, kernel.name, rows.num_rows, rows.num_cols, rows.nnz, 1);
  return kernel;
} catch (...) {
  detail::rethrow_as_error("spmv_op");
}

}  // namespace filigree
