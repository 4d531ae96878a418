// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <filigree/format/sparse_vector.hpp>

/// What stands between vector_operations.hpp and the compiled library.

namespace filigree::detail {

/// void where vectors of the type are only moved.
template <class T>
struct VectorComputeType {
  using type = std::conditional_t<std::is_integral_v<T>, void, arithmetic_t<T>>;
};

template <class X>
struct SpvvResultType {
  using type = typename VectorComputeType<X>::type;
};
template <>
struct SpvvResultType<std::int8_t> {
  using type = std::int32_t;
};

template <class X, class Result>
inline constexpr bool spvv_supports = (std::is_same_v<Result, typename SpvvResultType<X>::type> &&
                                       !std::is_void_v<Result>) ||
                                      (std::is_same_v<X, std::int8_t> &&
                                       std::is_same_v<Result, float>);

/// A sparse vector stripped to pointers.
template <class T, class Index>
struct VectorOperands {
  std::int64_t nnz = 0;
  std::int64_t base = 0;
  const Index* indices = nullptr;
  const T* values = nullptr;
};

template <class T, class Index, class Space>
VectorOperands<std::remove_const_t<T>, Index> vector_operands(
    const SparseVector<T, Index, Space>& x) {
  return {x.nnz(), std::int64_t(x.index_base()), x.indices().data(), x.values().data()};
}

template <class T>
struct AxpbyScalars {
  using Compute = typename VectorComputeType<T>::type;
  ScalarArgument<Compute> alpha;
  ScalarArgument<Compute> beta;
  T* y = nullptr;
  std::int64_t length = 0;
};

template <class T>
struct RotScalars {
  using Compute = typename VectorComputeType<T>::type;
  ScalarArgument<Compute> c;
  ScalarArgument<Compute> s;
  T* y = nullptr;
};

template <class Exec, class T, class Index>
FILIGREE_EXPORT void run_axpby(const Exec& exec, const VectorOperands<T, Index>& x,
                               const AxpbyScalars<T>& scalars);
template <class Exec, class T, class Index>
FILIGREE_EXPORT void run_rot(const Exec& exec, const VectorOperands<T, Index>& x, T* x_values,
                             const RotScalars<T>& scalars);
template <class Exec, class T, class Index, class Result>
FILIGREE_EXPORT void run_spvv(const Exec& exec, bool conjugate, const VectorOperands<T, Index>& x,
                              const T* y, Result* result);

/// Throws not_supported for an op that a vector has not, invalid_value for a result that is not
/// there.
FILIGREE_EXPORT void check_spvv(Op op, const void* result);

/// Throws invalid_value unless y is as long as x, contiguous and apart from x's values. Compute is
/// void where the operation does not take the type.
template <class Exec, class Compute, class T, class Index, class XSpace, class YView>
void check_vector_call(std::string_view operation, const Exec& exec,
                       const SparseVector<T, Index, XSpace>& x, const YView& y) {
  static_assert(!std::is_void_v<Compute>, "the operation does not take this scalar type");
  static_assert(std::is_same_v<std::remove_const_t<T>, typename YView::non_const_value_type>,
                "x and y have the same scalar type");
  static_assert(
      is_accessible_v<Exec, XSpace> && is_accessible_v<Exec, typename YView::memory_space>,
      "the execution space cannot reach the memory of an argument: copy it there first");
  check_vector(operation, "y", y, x.size(), "the length of x");
  check_operand(operation, "x", exec, x, result_memory("y", y));
}

}  // namespace filigree::detail
