// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/operator_problem.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/product_output.hpp>

/// The arguments of products with user-given operators: checked, and stripped to pointers.

namespace filigree::detail {

/// Throws not_supported unless the rows of op(A) (else, its columns) are stored as lists.
FILIGREE_EXPORT void check_stored_lists(std::string_view operation, std::string_view argument,
                                        bool is_csr, Op op);
/// Throws matrix_type_not_supported unless every stored entry counts, as it is.
FILIGREE_EXPORT void check_general(std::string_view operation, std::string_view argument,
                                   const MatrixProperties& properties);
/// Throws invalid_value unless the matrix is flagged sorted (and unique, where `distinct`).
FILIGREE_EXPORT void check_sorted(std::string_view operation, std::string_view argument,
                                  const MatrixProperties& properties, bool distinct);
/// Throws invalid_value unless the argument has these sizes.
FILIGREE_EXPORT void check_size(std::string_view operation, std::string_view argument,
                                std::int64_t rows, std::int64_t cols, std::int64_t expected_rows,
                                std::int64_t expected_cols, std::string_view meaning);
FILIGREE_EXPORT void log_operators(std::string_view operation, std::string_view kernel,
                                   std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
                                   std::int64_t depth);

/// The static checks of the value types and functors of a call.
template <class Exec, class Semiring, class A, class B>
constexpr bool check_semiring() {
  using T = typename Semiring::value_type;
  static_assert(std::is_invocable_r_v<T, const decltype(Semiring::add)&, const T&, const T&>,
                "a semiring's add is called as T operator()(T, T) const");
  static_assert(
      std::is_invocable_v<const decltype(Semiring::multiply)&, const A&, const B&>,
      "a semiring's multiply is called with a stored value of A and an entry of the other "
      "operand, each in its storage type");
  static_assert(is_host_execution_v<Exec> || sizeof(T) <= 4 || sizeof(T) % 4 == 0,
                "on a device a semiring's value type has a size of at most 4 or a multiple of 4 "
                "bytes: pad the struct");
  return true;
}

template <class Scalar, class Index, class Offset, class Space>
OperatorRows<std::remove_const_t<Scalar>, Index, Offset> stored_lists(
    const CsrMatrix<Scalar, Index, Offset, Space>& A, Op op) {
  return {{{A.num_rows(), A.num_cols()},
           std::int64_t(A.index_base()),
           A.row_offsets().data(),
           A.col_indices().data()},
          A.nnz(),
          A.values().data(),
          op == Op::conjugate_transpose};
}
template <class Scalar, class Index, class Offset, class Space>
OperatorRows<std::remove_const_t<Scalar>, Index, Offset> stored_lists(
    const CscMatrix<Scalar, Index, Offset, Space>& A, Op op) {
  return {{{A.num_cols(), A.num_rows()},
           std::int64_t(A.index_base()),
           A.col_offsets().data(),
           A.row_indices().data()},
          A.nnz(),
          A.values().data(),
          op == Op::conjugate_transpose};
}

template <class Matrix>
inline constexpr bool is_csr_v = false;
template <class Scalar, class Index, class Offset, class Space>
inline constexpr bool is_csr_v<CsrMatrix<Scalar, Index, Offset, Space>> = true;
template <class Matrix>
inline constexpr bool is_csc_v = false;
template <class Scalar, class Index, class Offset, class Space>
inline constexpr bool is_csc_v<CscMatrix<Scalar, Index, Offset, Space>> = true;

template <class Exec, class Matrix>
constexpr bool check_matrix() {
  static_assert(is_csr_v<Matrix> || is_csc_v<Matrix>,
                "products with operators take sparse matrices as Csr or Csc");
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space>,
                "the execution space cannot reach the matrix's memory: copy it there first");
  return true;
}

/// The rows of op(A): of Csr and none, or of Csc and a transpose.
template <class Matrix>
auto operator_rows(std::string_view operation, std::string_view argument, Op op, const Matrix& A) {
  check_stored_lists(operation, argument, is_csr_v<Matrix>, op);
  check_general(operation, argument, A.properties());
  return stored_lists(A, op);
}

/// Whether op(B)'s columns are the lists that are stored, as of Csc and none: else its rows are.
template <class Matrix>
bool is_stored_by_columns(Op op, const Matrix&) {
  return is_csc_v<Matrix> == (op == Op::none);
}

/// Throws invalid_value unless op(argument) is rows x cols.
inline void check_operand_size(std::string_view operation, std::string_view argument, Op op,
                               const DenseShape& shape, std::int64_t rows, std::int64_t cols,
                               std::string_view meaning) {
  if (op == Op::none)
    check_size(operation, argument, shape.rows, shape.cols, rows, cols, meaning);
  else
    check_size(operation, argument, shape.rows, shape.cols, cols, rows, meaning);
}

template <class Exec, class View, int rank>
constexpr bool check_view() {
  static_assert(Kokkos::is_view_v<View> && View::rank() == rank,
                "vectors are Kokkos Views of rank 1, dense matrices of rank 2");
  static_assert(is_accessible_v<Exec, typename View::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  return true;
}

template <class View>
constexpr bool check_result() {
  static_assert(!std::is_const_v<typename View::value_type>,
                "the result cannot be a View of const");
  return true;
}

/// What a mask is checked against: the result's sizes and memory, and where its entries lie: those
/// of a View by strides, those of a matrix by the arrays of its pattern.
struct ResultShape {
  std::int64_t rows = 0;
  std::int64_t cols = 1;
  const void* data = nullptr;
  std::size_t bytes = 0;
  std::int64_t strides[2] = {0, 0};
  const void* offsets = nullptr;
  const void* columns = nullptr;
  bool unique = false;  ///< no two entries of the matrix have one place
};

template <class Matrix>
ResultShape result_shape(const Matrix& C) {
  return {C.num_rows(), C.num_cols(),           C.values().data(),      byte_size(C.values()),
          {0, 0},       C.row_offsets().data(), C.col_indices().data(), C.properties().unique};
}

/// A mask as it goes to the kernel, checked and stripped to pointers. Its flags, or values, may be
/// the very result, entry for entry: kernels read an entry's flag before they write the entry.
template <class Exec, bool is_vector, class Test>
const Mask<Test>& kernel_mask(std::string_view, const ResultShape&, const Mask<Test>& mask) {
  return mask;
}
template <class Exec, bool is_vector, class View>
const Mask<FlagTest<View>>& kernel_mask(std::string_view operation, const ResultShape& result,
                                        const Mask<FlagTest<View>>& mask) {
  static_assert(check_view < Exec, View, is_vector ? 1 : 2 > ());
  const View& flags = mask.test.flags;
  check_size(operation, "mask", std::int64_t(flags.extent(0)), std::int64_t(flags.extent(1)),
             result.rows, result.cols, "the size of the result");
  bool lies_alike = true;
  for (int i = 0; i < int(View::rank()); ++i)
    lies_alike =
        lies_alike && (flags.extent(i) <= 1 || std::int64_t(flags.stride(i)) == result.strides[i]);
  check_overlap(operation, "mask", flags.data(), flags.span() * sizeof(typename View::value_type),
                "the result", result.data, result.bytes, lies_alike);
  return mask;
}
template <class Exec, bool is_vector, class Scalar, class Index, class Offset, class Space>
Mask<StoredEntryTest<Scalar, Index, Offset>> kernel_mask(
    std::string_view operation, const ResultShape& result,
    const Mask<PatternTest<Scalar, Index, Offset, Space>>& mask) {
  static_assert(!is_vector, "the mask of a vector is a View of rank 1, or a functor");
  static_assert(is_accessible_v<Exec, Space>,
                "the execution space cannot read the mask's memory: copy it there first");
  const auto& pattern = mask.test.pattern;
  check_size(operation, "mask", pattern.num_rows(), pattern.num_cols(), result.rows, result.cols,
             "the size of the result");
  check_general(operation, "mask", pattern.properties());
  check_sorted(operation, "mask", pattern.properties(), false);
  OperandArrays arrays("mask");
  add_arrays(arrays, pattern, false);
  check_operand_arrays(operation, arrays, {"the result", result.data, result.bytes},
                       is_host_execution_v<Exec>);
  if (mask.test.by_value)
    check_overlap(operation, "mask", pattern.values().data(), byte_size(pattern.values()),
                  "the result", result.data, result.bytes,
                  result.unique && pattern.row_offsets().data() == result.offsets &&
                      pattern.col_indices().data() == result.columns);
  return {{pattern.row_offsets().data(), pattern.col_indices().data(), pattern.values().data(),
           std::int64_t(pattern.index_base()), mask.test.by_value},
          mask.complemented};
}

template <class Exec, bool is_vector, class Semiring, class M, class Accumulate, class Epilogue>
auto result_store(std::string_view operation, const Semiring& semiring, const ResultShape& result,
                  const ProductOutput<M, Accumulate, Epilogue>& output) {
  const auto mask = kernel_mask<Exec, is_vector>(operation, result, output.mask);
  using KernelOutput = ProductOutput<std::remove_const_t<decltype(mask)>, Accumulate, Epilogue>;
  return ResultStore<is_vector, Semiring, KernelOutput>{
      semiring.zero, KernelOutput{mask, output.accumulate, output.epilogue, output.replace}};
}

}  // namespace filigree::detail
