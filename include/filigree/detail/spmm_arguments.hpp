// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <filigree/format/matrix_batch.hpp>
#include <filigree/spmm_options.hpp>

/// The arguments of spmm.hpp's calls: checked, and stripped to pointers and strides.

namespace filigree {

template <execution_space Exec, class Matrix>
class SpmmValues;

}  // namespace filigree

namespace filigree::detail {

/// The sparse argument: a matrix, or a batch that shares a pattern, or one of patterns of their
/// own, whose "pattern" is the batch itself, or values that a plan put in order.
template <class Argument>
struct SparseArgument {
  using matrix_type = Argument;
  static constexpr bool is_batch = false;
  static const Argument& pattern(const Argument& A) { return A; }
};
template <class Matrix, class Value>
struct SparseArgument<StridedBatch<Matrix, Value>> {
  using matrix_type = Matrix;
  static constexpr bool is_batch = true;
  static const Matrix& pattern(const StridedBatch<Matrix, Value>& A) { return A.pattern; }
  static Value* values(const StridedBatch<Matrix, Value>& A) { return A.values.data(); }
  static std::int64_t values_stride(const StridedBatch<Matrix, Value>& A) {
    return std::int64_t(A.values.stride(0));
  }
  static std::int64_t values_length(const StridedBatch<Matrix, Value>& A) {
    return std::int64_t(A.values.extent(1));
  }
};
template <class Matrix>
struct SparseArgument<MatrixBatch<Matrix>> {
  using matrix_type = MatrixBatch<Matrix>;
  static constexpr bool is_batch = true;
  static const MatrixBatch<Matrix>& pattern(const MatrixBatch<Matrix>& A) { return A; }
  static typename Matrix::value_type* values(const MatrixBatch<Matrix>& A) {
    return A.first().values().data();
  }
  static std::int64_t values_stride(const MatrixBatch<Matrix>& A) { return A.strides().values; }
  static std::int64_t values_length(const MatrixBatch<Matrix>& A) {
    return std::int64_t(A.first().values().extent(0));
  }
};
template <class Exec, class Matrix>
struct SparseArgument<SpmmValues<Exec, Matrix>> {
  using matrix_type = Matrix;
  static const Matrix& pattern(const SpmmValues<Exec, Matrix>& A) { return A.state().pattern; }
};
template <class Argument>
using sparse_matrix_t = typename SparseArgument<Argument>::matrix_type;

template <class Argument>
inline constexpr bool is_spmm_values = false;
template <class Exec, class Matrix>
inline constexpr bool is_spmm_values<SpmmValues<Exec, Matrix>> = true;

/// The values of the sparse argument, one matrix or a batch.
template <class Scalar>
struct SparseValues {
  const Scalar* data = nullptr;
  std::int64_t stride = 0;  ///< from a matrix of the batch to the next
  bool is_batch = false;
  std::int64_t count = 1;
  bool in_order = false;  ///< as SpmmOperands::values_in_order
};
template <class A>
SparseValues<typename A::scalar_type> sparse_values(const A& a) {
  if constexpr (is_spmm_values<A>)
    return a.state().values;
  else if constexpr (SparseArgument<A>::is_batch)
    return {SparseArgument<A>::values(a), SparseArgument<A>::values_stride(a), true, a.count()};
  else
    return {stored_values(a)};
}

/// Values in the order of a plan, or where they were.
template <class Exec, class Matrix>
void add_arrays(OperandArrays& to, const SpmmValues<Exec, Matrix>& A, bool with_values) {
  add_arrays(to, A.state().pattern, with_values);
  to.add("batch", A.state().batch);
  to.add("ordered", A.state().ordered);
}

/// NotAResult where the arguments are in other places: overloads that are not meant drop out.
template <class A, class BView, class CView>
struct SpmmFrontCompute {
  using type = NotAResult;
};
template <class A, class BView, class CView>
requires(Kokkos::is_view_v<BView>&& Kokkos::is_view_v<CView>&& requires {
  typename A::scalar_type;
}) struct SpmmFrontCompute<A, BView, CView> {
  using type = typename SpmmComputeType<std::remove_const_t<typename A::scalar_type>,
                                        typename BView::non_const_value_type,
                                        typename CView::non_const_value_type>::type;
  static_assert(!std::is_void_v<type>,
                "spmm does not take these scalar types: see spmm_supports and "
                "detail/spmm_types.inc for the combinations of (matrix, B, C) that it takes");
};

/// The compute type of a call.
template <class A, class BView, class CView>
using spmm_front_compute_t = typename SpmmFrontCompute<A, BView, CView>::type;

/// A dense argument's sizes, as it was passed.
struct DenseShape {
  bool is_batch = false;
  std::int64_t batch = 1;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t strides[3] = {};  ///< of batch, rows, columns
  const void* data = nullptr;
  std::size_t span_bytes = 0;
  std::size_t scalar_bytes = 1;
};

template <class View>
DenseShape dense_shape(const View& view) {
  static_assert(Kokkos::is_view_v<View> && (View::rank() == 2 || View::rank() == 3),
                "dense matrices are Kokkos Views of rank 2, batches of them of rank 3 (batch x "
                "rows x columns)");
  constexpr std::size_t first = View::rank() - 2;
  DenseShape shape;
  shape.is_batch = first == 1;
  if constexpr (first == 1) {
    shape.batch = std::int64_t(view.extent(0));
    shape.strides[0] = std::int64_t(view.stride(0));
  }
  shape.rows = std::int64_t(view.extent(first));
  shape.cols = std::int64_t(view.extent(first + 1));
  shape.strides[1] = std::int64_t(view.stride(first));
  shape.strides[2] = std::int64_t(view.stride(first + 1));
  shape.data = view.data();
  shape.scalar_bytes = sizeof(typename View::value_type);
  shape.span_bytes = view.span() * shape.scalar_bytes;
  return shape;
}

struct SpmmShapes {
  Side side = Side::left;
  Op op_a = Op::none;
  Op op_b = Op::none;
  std::int64_t a_rows = 0;
  std::int64_t a_cols = 0;
  bool a_is_batch = false;
  std::int64_t a_batch = 1;
  DenseShape B;
  DenseShape C;
  std::string_view operation = "spmm";  ///< that messages name
};

/// Throws invalid_value unless sizes and batches agree, C's entries are apart from each other and
/// from B's.
FILIGREE_EXPORT void check_spmm_shapes(const SpmmShapes& shapes);
/// Throws stale_plan.
[[noreturn]] FILIGREE_EXPORT void throw_stale_spmm_plan();

template <class T>
DenseOperand<T> dense_operand(T* data, const DenseShape& shape) {
  return {data, shape.strides[1], shape.strides[2], shape.strides[0], false};
}

/// op of a dense matrix.
template <class T>
DenseOperand<T> dense_operand(Op op, T* data, const DenseShape& shape) {
  auto operand = dense_operand<T>(data, shape);
  if (op != Op::none) operand = operand.transposed();
  operand.conjugate = op == Op::conjugate_transpose;
  return operand;
}

/// The op of A in C = alpha op(A) B + beta C, B and C transposed where A stands on the right.
/// (There, the transpose of A's conjugate transpose is its conjugate: op none and conjugation.)
inline Op left_op(Side side, Op op) {
  if (side == Side::left) return op;
  return op == Op::none ? Op::transpose : Op::none;
}

/// Checks the arguments of a call and strips them to pointers.
template <class Exec, class A, class BView, class CView>
auto checked_spmm_operands(const Exec& exec, Side side, Op op_a, Op op_b,
                           const ScalarArgument<spmm_front_compute_t<A, BView, CView>>& alpha,
                           const A& a, const BView& b,
                           const ScalarArgument<spmm_front_compute_t<A, BView, CView>>& beta,
                           const CView& c) {
  static_assert(Kokkos::is_view_v<BView> && Kokkos::is_view_v<CView>,
                "dense matrices are Kokkos Views of rank 2, batches of them of rank 3");
  using B = typename BView::non_const_value_type;
  using C = typename CView::non_const_value_type;
  using Matrix = sparse_matrix_t<A>;
  static_assert(!std::is_const_v<typename CView::value_type>,
                "the result cannot be a View of const");
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space> &&
                    is_accessible_v<Exec, typename BView::memory_space> &&
                    is_accessible_v<Exec, typename CView::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  const Matrix& matrix = SparseArgument<A>::pattern(a);
  const auto values = sparse_values(a);
  const SpmmShapes shapes{side,
                          op_a,
                          op_b,
                          matrix.num_rows(),
                          matrix.num_cols(),
                          values.is_batch,
                          values.count,
                          dense_shape(b),
                          dense_shape(c)};
  check_spmm_shapes(shapes);
  check_operand("spmm", "A", exec, a, result_memory("C", c));
  SpmmOperands<typename A::scalar_type, B, C, spmm_front_compute_t<A, BView, CView>> operands{
      values.data, values.stride, false, alpha, {}, beta, {}};
  operands.values_in_order = values.in_order;
  const bool right = side == Side::right;
  operands.conjugate = right && op_a == Op::conjugate_transpose;
  operands.B = dense_operand<const B>(op_b, b.data(), shapes.B);
  if (right) operands.B = operands.B.transposed();
  operands.C = dense_operand<C>(c.data(), shapes.C);
  if (right) operands.C = operands.C.transposed();
  operands.num_columns = right ? shapes.C.rows : shapes.C.cols;
  operands.batch_count = shapes.C.batch;
  return operands;
}

}  // namespace filigree::detail
