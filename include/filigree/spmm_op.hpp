// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/detail/operator_front.hpp>
#include <filigree/detail/operator_gather.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/product_output.hpp>
#include <filigree/semiring.hpp>

namespace filigree {

/// Sparse matrix times dense matrix over a semiring:
///
///     t(i, j) = the semiring's sum over the stored entries k of row i of op_a(A)
///               of multiply(A(i, k), B(k, j))
///     C(i, j) = epilogue(i, j, accumulate(C(i, j), t(i, j)))     where the mask keeps (i, j)
///
/// B and C are Views of rank 2 in any layouts, each in its own, with any leading dimensions; what
/// lies between rows or columns is neither read nor written. B may be transposed (op_b). All else,
/// also which A and op_a are taken, as of spmv_op.
///
/// O((nnz + rows) columns of C) work, less what the mask drops. Returns the kernel that ran,
/// "spmm_op_generic".
/// \throws Error as spmv_op; invalid_value also where entries of C share memory.
///
/// Source of the semantics: cusparseSpMMOp (cuSPARSE 13 guide, section 6.6.9), whose
/// epilogue(sum, C(i, j)) is the accumulator here, and GrB_mxm of the GraphBLAS C API
/// Specification.
template <execution_space Exec, class Semiring, class Matrix, class BView, class CView,
          class Output = ProductOutput<>>
KernelId spmm_op(const Exec& exec, Op op_a, Op op_b, const Semiring& semiring, const Matrix& A,
                 const BView& B, const CView& C, const Output& output = {}) try {
  using BScalar = typename BView::non_const_value_type;
  using CScalar = typename CView::non_const_value_type;
  static_assert(detail::check_view<Exec, BView, 2>() && detail::check_view<Exec, CView, 2>() &&
                detail::check_result<CView>() && detail::check_matrix<Exec, Matrix>() &&
                detail::check_semiring<Exec, Semiring, typename Matrix::scalar_type, BScalar>());
  constexpr const char* operation = "spmm_op";
  const detail::ScopedRegion region("filigree::spmm_op");
  const auto rows = detail::operator_rows(operation, "A", op_a, A);
  detail::SpmmShapes shapes{Side::left,
                            op_a,
                            op_b,
                            A.num_rows(),
                            A.num_cols(),
                            false,
                            1,
                            detail::dense_shape(B),
                            detail::dense_shape(C),
                            operation};
  detail::check_spmm_shapes(shapes);
  detail::check_operand(operation, "A", exec, A, detail::result_memory("C", C));
  const auto store = detail::result_store<Exec, false>(operation, semiring,
                                                       {shapes.C.rows,
                                                        shapes.C.cols,
                                                        C.data(),
                                                        shapes.C.span_bytes,
                                                        {shapes.C.strides[1], shapes.C.strides[2]}},
                                                       output);
  detail::OperatorGather<Exec, Semiring, decltype(rows), BScalar, CScalar, decltype(store), false>(
      semiring, rows, detail::dense_operand<const BScalar>(op_b, B.data(), shapes.B),
      detail::dense_operand<CScalar>(C.data(), shapes.C), shapes.C.cols, store)
      .launch("filigree::spmm_op::generic", exec);
  constexpr KernelId kernel{"spmm_op_generic"};
  detail::log_operators(operation, kernel.name, rows.num_rows, rows.num_cols, rows.nnz,
                        shapes.C.cols);
  return kernel;
} catch (...) {
  detail::rethrow_as_error("spmm_op");
}

/// With B as it is (op_b = Op::none).
template <execution_space Exec, class Semiring, class Matrix, class BView, class CView,
          class Output = ProductOutput<>>
requires(Kokkos::is_view_v<CView> && !std::is_same_v<Semiring, Op>) KernelId
    spmm_op(const Exec& exec, Op op_a, const Semiring& semiring, const Matrix& A, const BView& B,
            const CView& C, const Output& output = {}) {
  return spmm_op(exec, op_a, Op::none, semiring, A, B, C, output);
}

}  // namespace filigree
