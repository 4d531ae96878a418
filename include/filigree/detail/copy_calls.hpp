// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/convert_front.hpp>

/// The calls of convert.hpp that keep the format and the order of entries.

namespace filigree {
namespace detail {

template <class NewIndex>
void check_indices_fit(std::string_view operation, const MatrixBase& A) {
  constexpr std::string_view meaning = "the new index type's range";
  check_extent(operation, "A.num_rows", A.num_rows(), max_extent<NewIndex>, meaning);
  check_extent(operation, "A.num_cols", A.num_cols(), max_extent<NewIndex>, meaning);
}

/// The arrays of a matrix with another index base, and how far that moves indices and offsets.
struct Rebase {
  MatrixProperties properties;
  std::int64_t shift;

  Rebase(const MatrixBase& A, std::optional<IndexBase> base) : properties(A.properties()) {
    properties.index_base = base.value_or(A.index_base());
    shift = int(properties.index_base) - int(A.index_base());
  }
};

template <class To, class T, class From>
Kokkos::View<std::remove_const_t<T>*, To> copied(const Kokkos::View<T*, From>& from) {
  using Value = std::remove_const_t<T>;
  const auto length = std::int64_t(from.extent(0));
  auto to =
      allocate<Value, To>("copy_to", typename To::execution_space{}, "filigree::copy", length);
  Kokkos::deep_copy(to, from);
  return to;
}

template <class To, class S, class I, class O, class M>
CsrMatrix<std::remove_const_t<S>, I, O, To> copy(const CsrMatrix<S, I, O, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          copied<To>(A.row_offsets()),
          copied<To>(A.col_indices()),
          copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class O, class M>
CscMatrix<std::remove_const_t<S>, I, O, To> copy(const CscMatrix<S, I, O, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          copied<To>(A.col_offsets()),
          copied<To>(A.row_indices()),
          copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class M>
CooMatrix<std::remove_const_t<S>, I, To> copy(const CooMatrix<S, I, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          copied<To>(A.row_indices()),
          copied<To>(A.col_indices()),
          copied<To>(A.values()),
          A.properties()};
}
template <class To, class S, class I, class M>
SparseVector<std::remove_const_t<S>, I, To> copy(const SparseVector<S, I, M>& x) {
  return {x.size(), copied<To>(x.indices()), copied<To>(x.values()), x.index_base()};
}

/// The container with constant values.
template <class S, class I, class O, class M>
CsrMatrix<const S, I, O, M> with_const_values(const CsrMatrix<S, I, O, M>& A) {
  return A;
}
template <class S, class I, class O, class M>
CscMatrix<const S, I, O, M> with_const_values(const CscMatrix<S, I, O, M>& A) {
  return A;
}
template <class S, class I, class M>
CooMatrix<const S, I, M> with_const_values(const CooMatrix<S, I, M>& A) {
  return A;
}
template <class S, class I, class M>
SparseVector<const S, I, M> with_const_values(const SparseVector<S, I, M>& x) {
  return x;
}

inline MatrixProperties transposed_properties(MatrixProperties properties) {
  if (properties.type != MatrixType::general)
    properties.fill = properties.fill == FillMode::lower ? FillMode::upper : FillMode::lower;
  return properties;
}

}  // namespace detail

template <index_integer NewIndex, index_integer NewOffset, execution_space Exec, class Scalar,
          class Index, class Offset, class MemorySpace>
CsrMatrix<std::remove_const_t<Scalar>, NewIndex, NewOffset, MemorySpace> cast_indices(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    std::optional<IndexBase> index_base) {
  const detail::ConversionCall call("filigree::cast_indices", exec, A, false);
  const std::string_view operation = call.operation();
  detail::check_indices_fit<NewIndex>(operation, A);
  detail::check_nnz<NewOffset>(operation, A.nnz());
  const detail::Rebase rebase(A, index_base);
  return {A.num_rows(),
          A.num_cols(),
          detail::shifted<NewOffset, MemorySpace>(operation, exec, "filigree::row_offsets",
                                                  A.row_offsets(), rebase.shift),
          detail::shifted<NewIndex, MemorySpace>(operation, exec, "filigree::col_indices",
                                                 A.col_indices(), rebase.shift),
          detail::copied_values(operation, exec, A.values()),
          rebase.properties};
}

template <index_integer NewIndex, index_integer NewOffset, execution_space Exec, class Scalar,
          class Index, class Offset, class MemorySpace>
CscMatrix<std::remove_const_t<Scalar>, NewIndex, NewOffset, MemorySpace> cast_indices(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    std::optional<IndexBase> index_base) {
  const detail::ConversionCall call("filigree::cast_indices", exec, A, false);
  const std::string_view operation = call.operation();
  detail::check_indices_fit<NewIndex>(operation, A);
  detail::check_nnz<NewOffset>(operation, A.nnz());
  const detail::Rebase rebase(A, index_base);
  return {A.num_rows(),
          A.num_cols(),
          detail::shifted<NewOffset, MemorySpace>(operation, exec, "filigree::col_offsets",
                                                  A.col_offsets(), rebase.shift),
          detail::shifted<NewIndex, MemorySpace>(operation, exec, "filigree::row_indices",
                                                 A.row_indices(), rebase.shift),
          detail::copied_values(operation, exec, A.values()),
          rebase.properties};
}

template <index_integer NewIndex, execution_space Exec, class Scalar, class Index,
          class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, NewIndex, MemorySpace> cast_indices(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
    std::optional<IndexBase> index_base) {
  const detail::ConversionCall call("filigree::cast_indices", exec, A, false);
  const std::string_view operation = call.operation();
  detail::check_indices_fit<NewIndex>(operation, A);
  const detail::Rebase rebase(A, index_base);
  return {A.num_rows(),
          A.num_cols(),
          detail::shifted<NewIndex, MemorySpace>(operation, exec, "filigree::row_indices",
                                                 A.row_indices(), rebase.shift),
          detail::shifted<NewIndex, MemorySpace>(operation, exec, "filigree::col_indices",
                                                 A.col_indices(), rebase.shift),
          detail::copied_values(operation, exec, A.values()),
          rebase.properties};
}

template <class Scalar, class Index, class Offset, class MemorySpace>
CscMatrix<Scalar, Index, Offset, MemorySpace> transposed(
    const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A) {
  return {A.num_cols(),    A.num_rows(), A.row_offsets(),
          A.col_indices(), A.values(),   detail::transposed_properties(A.properties())};
}

template <class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<Scalar, Index, Offset, MemorySpace> transposed(
    const CscMatrix<Scalar, Index, Offset, MemorySpace>& A) {
  return {A.num_cols(),    A.num_rows(), A.col_offsets(),
          A.row_indices(), A.values(),   detail::transposed_properties(A.properties())};
}

template <class Scalar, class Index, class MemorySpace>
CooMatrix<Scalar, Index, MemorySpace> transposed(const CooMatrix<Scalar, Index, MemorySpace>& A) {
  MatrixProperties properties = detail::transposed_properties(A.properties());
  properties.sorted = false;
  return {A.num_cols(), A.num_rows(), A.col_indices(), A.row_indices(), A.values(), properties};
}

template <class MemorySpace, class Matrix>
auto copy_to(const Matrix& A) {
  const detail::ScopedRegion region("filigree::copy_to");
  return detail::copy<MemorySpace>(A);
}

template <class MemorySpace, class Matrix>
auto mirror_in(const Matrix& A) {
  if constexpr (std::is_same_v<typename Matrix::memory_space, MemorySpace>)
    return detail::with_const_values(A);
  else
    return detail::with_const_values(copy_to<MemorySpace>(A));
}

}  // namespace filigree
