// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/convert_front.hpp>
#include <filigree/detail/copies.hpp>
#include <filigree/detail/format_types.hpp>

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

/// The container with constant values.
template <class Matrix>
constant_t<Matrix> with_const_values(const Matrix& A) {
  return A;
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
    std::optional<IndexBase> index_base) try {
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
} catch (...) {
  detail::rethrow_as_error("cast_indices");
}

template <index_integer NewIndex, index_integer NewOffset, execution_space Exec, class Scalar,
          class Index, class Offset, class MemorySpace>
CscMatrix<std::remove_const_t<Scalar>, NewIndex, NewOffset, MemorySpace> cast_indices(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    std::optional<IndexBase> index_base) try {
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
} catch (...) {
  detail::rethrow_as_error("cast_indices");
}

template <index_integer NewIndex, execution_space Exec, class Scalar, class Index,
          class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, NewIndex, MemorySpace> cast_indices(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
    std::optional<IndexBase> index_base) try {
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
} catch (...) {
  detail::rethrow_as_error("cast_indices");
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
auto copy_to(const Matrix& A) try {
  const detail::ScopedRegion region("filigree::copy_to");
  return detail::copy<MemorySpace>(A);
} catch (...) {
  detail::rethrow_as_error("copy_to");
}

template <class MemorySpace, class Matrix>
auto mirror_in(const Matrix& A) {
  if constexpr (std::is_same_v<typename Matrix::memory_space, MemorySpace>)
    return detail::with_const_values(A);
  else
    return detail::with_const_values(copy_to<MemorySpace>(A));
}

}  // namespace filigree
