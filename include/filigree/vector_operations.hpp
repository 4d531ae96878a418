// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/vector_front.hpp>
#include <filigree/format/sparse_vector.hpp>

/// \file
/// Operations on a sparse vector x and a dense vector y, a contiguous Kokkos View of rank 1 that is
/// as long as x. Indices may be in any order and in either base. Nothing is allocated, but for the
/// scratch memory that Kokkos lets the first spvv of an execution space instance have; nothing is
/// waited for, but for a result on the host. docs/vector_operations.md has the whole contract.
///
/// Indices outside the vector are the caller's error, which is not noticed: validate(exec, x) does.
///
/// Source of the semantics: cuSPARSE 13 guide, sections 6.6.1 to 6.6.5.

namespace filigree {

/// The type that axpby and rot compute in, which is also the type of their scalars: T itself, float
/// for 16-bit types, complex_float for complex ones of these; void where T is not supported.
template <class T>
using vector_compute_t = typename detail::VectorComputeType<std::remove_const_t<T>>::type;

/// The type of a dot product of X's with Y's that spvv computes in and returns where it is not
/// told: X itself; float for 16-bit types, int32 for int8; void where X is not supported.
template <class X>
using spvv_result_t = typename detail::SpvvResultType<std::remove_const_t<X>>::type;

/// y = alpha x + beta y. Where beta is 0, y is not read; where alpha is 0, x's values are not. An
/// index that is there twice counts twice; its two terms are then added in any order. 16-bit
/// results are rounded after beta y and after each term. Bitwise repeatable where indices are
/// distinct. O(length of y) work. \throws Error invalid_value where y has the wrong length, is not
/// contiguous or shares memory with
///   x's arrays
template <execution_space Exec, class T, class Index, class XSpace, class YView>
void axpby(const Exec& exec, const ScalarArgument<vector_compute_t<T>>& alpha,
           const SparseVector<T, Index, XSpace>& x, const ScalarArgument<vector_compute_t<T>>& beta,
           const YView& y) try {
  using Scalar = std::remove_const_t<T>;
  detail::check_vector_call<Exec, vector_compute_t<T>>("axpby", exec, x, y);
  const detail::ScopedRegion region("filigree::axpby");
  detail::run_axpby(exec, detail::vector_operands(x),
                    detail::AxpbyScalars<Scalar>{alpha, beta, y.data(), x.size()});
} catch (...) {
  detail::rethrow_as_error("axpby");
}

/// x.values(k) = y(index k). All types that a sparse vector may have. O(nnz) work.
/// \throws Error as axpby
template <execution_space Exec, class T, class Index, class XSpace, class YView>
void gather(const Exec& exec, const YView& y, const SparseVector<T, Index, XSpace>& x) try {
  static_assert(!std::is_const_v<T>, "gather writes x's values");
  detail::check_vector_call<Exec, T>("gather", exec, x, y);
  detail::check_operand("gather", "x", exec, x, detail::result_memory("x.values()", x.values()),
                        false);
  const detail::ScopedRegion region("filigree::gather");
  if (x.nnz() > 0)
    detail::gather_bytes(exec, sizeof(T), x.nnz(), x.indices().data(),
                         y.data() - std::int64_t(x.index_base()), x.values().data());
} catch (...) {
  detail::rethrow_as_error("gather");
}

/// y(index k) = x.values(k); other entries of y stay. Of an index that is there twice, one value
/// stays. All types that a sparse vector may have. O(nnz) work.
/// \throws Error as axpby
template <execution_space Exec, class T, class Index, class XSpace, class YView>
void scatter(const Exec& exec, const SparseVector<T, Index, XSpace>& x, const YView& y) try {
  detail::check_vector_call<Exec, T>("scatter", exec, x, y);
  static_assert(!std::is_const_v<typename YView::value_type>, "scatter writes y");
  const detail::ScopedRegion region("filigree::scatter");
  if (x.nnz() > 0)
    detail::scatter_bytes(exec, sizeof(T), x.nnz(), x.indices().data(), x.values().data(),
                          y.data() - std::int64_t(x.index_base()));
} catch (...) {
  detail::rethrow_as_error("scatter");
}

/// Givens rotation of the pairs (x.values(k), y(index k)): both become, of the old values,
/// c x + s y and c y - s x. Indices must be distinct. O(nnz) work.
/// (The printed formula of the source uses the new y for x; this is the rotation that its matrix
/// says.)
/// \throws Error as axpby
template <execution_space Exec, class T, class Index, class XSpace, class YView>
void rot(const Exec& exec, const ScalarArgument<vector_compute_t<T>>& c,
         const ScalarArgument<vector_compute_t<T>>& s, const SparseVector<T, Index, XSpace>& x,
         const YView& y) try {
  static_assert(!std::is_const_v<T>, "rot writes x's values");
  detail::check_vector_call<Exec, vector_compute_t<T>>("rot", exec, x, y);
  detail::check_operand("rot", "x", exec, x, detail::result_memory("x.values()", x.values()),
                        false);
  const detail::ScopedRegion region("filigree::rot");
  detail::run_rot(exec, detail::vector_operands(x), x.values().data(),
                  detail::RotScalars<T>{c, s, y.data()});
} catch (...) {
  detail::rethrow_as_error("rot");
}

/// The sum of op(x.values(k)) y(index k), op being Op::none or Op::conjugate_transpose (the
/// conjugate), in device memory: `result` is a View of rank 0. Result is spvv_result_t of x's
/// scalar, or float for int8. Bitwise repeatable on the same number of threads. O(nnz) work.
/// \throws Error as axpby; not_supported for Op::transpose
template <execution_space Exec, class T, class Index, class XSpace, class YView, class Result,
          class... Properties>
void spvv(const Exec& exec, Op op, const SparseVector<T, Index, XSpace>& x, const YView& y,
          const Kokkos::View<Result, Properties...>& result) try {
  using X = std::remove_const_t<T>;
  static_assert(Kokkos::View<Result, Properties...>::rank() == 0 && !std::is_const_v<Result>,
                "the result is a View of rank 0");
  static_assert(detail::spvv_supports<X, Result>,
                "the result is spvv_result_t of x's scalar, or float for int8");
  static_assert(is_accessible_v<Exec, typename Kokkos::View<Result, Properties...>::memory_space>,
                "the execution space cannot reach the result's memory");
  detail::check_vector_call<Exec, Result>("spvv", exec, x, y);
  detail::check_spvv(op, result.data());
  detail::check_operand("spvv", "x", exec, x, detail::result_memory("result", result));
  detail::check_overlap("spvv", "y", y.data(), detail::byte_size(y), "result", result.data(),
                        sizeof(Result), false);
  const detail::ScopedRegion region("filigree::spvv");
  detail::run_spvv(exec, op == Op::conjugate_transpose, detail::vector_operands(x), y.data(),
                   result.data());
} catch (...) {
  detail::rethrow_as_error("spvv");
}

/// On the host, whose result it waits for.
template <class Result, execution_space Exec, class T, class Index, class XSpace, class YView>
Result spvv_as(const Exec& exec, Op op, const SparseVector<T, Index, XSpace>& x, const YView& y) {
  const Kokkos::View<Result, typename Exec::memory_space> result(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "filigree::spvv::result"));
  spvv(exec, op, x, y, result);
  Result value{};
  Kokkos::deep_copy(exec, Kokkos::View<Result, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&value),
                    result);
  exec.fence("filigree::spvv");
  return value;
}
/// The sum of op(x.values(k)) y(index k) on the host, for which it waits, as spvv_result_t of x's
/// scalar. \throws Error as axpby; not_supported for Op::transpose
template <execution_space Exec, class T, class Index, class XSpace, class YView>
spvv_result_t<T> spvv(const Exec& exec, Op op, const SparseVector<T, Index, XSpace>& x,
                      const YView& y) {
  return spvv_as<spvv_result_t<T>>(exec, op, x, y);
}

}  // namespace filigree
