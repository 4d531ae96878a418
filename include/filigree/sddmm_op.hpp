// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/detail/operator_entries.hpp>
#include <filigree/detail/operator_front.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/product_output.hpp>
#include <filigree/semiring.hpp>

namespace filigree {

/// Dense times dense matrix over a semiring, where the Csr matrix C has entries:
///
///     t(i, j) = the semiring's sum over k of multiply(op_a(A)(i, k), op_b(B)(k, j))
///     C(i, j) = epilogue(i, j, accumulate(C(i, j), t(i, j)))
///               where (i, j) is stored in C and the mask keeps it
///
/// with what ProductOutput says of masks, accumulators, epilogues and replacement; masks have the
/// size of C. Without an accumulator C's values are not read. C's pattern stays; its indices may be
/// in any order, each one of a duplicate gets the whole t. A and B are Views of rank 2 in any
/// layouts, each in its own, with any leading dimensions.
///
/// Allocates nothing, waits for nothing, bitwise repeatable. O(nnz of C (columns of op_a(A) + log
/// rows)) work. Returns the kernel that ran, "sddmm_op_generic".
/// \throws Error invalid_value where sizes do not agree, or C's values overlap A or B or a mask
///   other than themselves; matrix_type_not_supported where C is symmetric, Hermitian or
///   triangular.
template <execution_space Exec, class Semiring, class AView, class BView, class Matrix,
          class Output = ProductOutput<>>
KernelId sddmm_op(const Exec& exec, Op op_a, Op op_b, const Semiring& semiring, const AView& A,
                  const BView& B, const Matrix& C, const Output& output = {}) try {
  using AScalar = typename AView::non_const_value_type;
  using BScalar = typename BView::non_const_value_type;
  using CScalar = typename Matrix::value_type;
  static_assert(detail::check_view<Exec, AView, 2>() && detail::check_view<Exec, BView, 2>() &&
                detail::check_matrix<Exec, Matrix>() &&
                detail::check_result<typename Matrix::value_view>() &&
                detail::check_semiring<Exec, Semiring, AScalar, BScalar>());
  constexpr const char* operation = "sddmm_op";
  const detail::ScopedRegion region("filigree::sddmm_op");
  const auto pattern = detail::operator_rows(operation, "C", Op::none, C);
  const detail::DenseShape a = detail::dense_shape(A), b = detail::dense_shape(B);
  const std::int64_t depth = op_a == Op::none ? a.cols : a.rows;
  detail::check_operand_size(operation, "A", op_a, a, C.num_rows(), depth,
                             "the rows of C for the rows of op(A)");
  detail::check_operand_size(operation, "B", op_b, b, depth, C.num_cols(),
                             "the columns of op(A) x the columns of C for op(B)");
  const detail::ResultShape result = detail::result_shape(C);
  detail::check_overlap(operation, "A", a.data, a.span_bytes, "C", result.data, result.bytes,
                        false);
  detail::check_overlap(operation, "B", b.data, b.span_bytes, "C", result.data, result.bytes,
                        false);
  detail::check_operand(operation, "C", exec, C, detail::result_memory("C.values()", C.values()),
                        false);
  const auto store = detail::result_store<Exec, false>(operation, semiring, result, output);
  const detail::DenseDot<Semiring, AScalar, BScalar> dot{
      semiring, detail::dense_operand<const AScalar>(op_a, A.data(), a),
      detail::dense_operand<const BScalar>(op_b, B.data(), b), depth};
  detail::OperatorEntries<Exec, CScalar, decltype(pattern), decltype(dot), decltype(store)>{
      pattern, C.values().data(), dot, store}
      .launch("filigree::sddmm_op::generic", exec);
  constexpr KernelId kernel{"sddmm_op_generic"};
  detail::log_operators(operation, kernel.name, C.num_rows(), C.num_cols(), C.nnz(), depth);
  return kernel;
} catch (...) {
  detail::rethrow_as_error("sddmm_op");
}

}  // namespace filigree
