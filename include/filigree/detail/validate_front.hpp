// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/detail/validate_problem.hpp>
#include <filigree/validate.hpp>

/// From containers to plain structs of pointers, and the compiled checks behind validate().

namespace filigree {
namespace detail {

/// The pattern of a container whose entries (blocks) follow each other: `major` is the row, of a
/// Csc or Bsc matrix the column.
template <class Index, class Offset>
struct CheckedPattern {
  Container container = Container::csr;
  MatrixProperties properties{};
  std::int64_t num_major = 0;
  std::int64_t num_minor = 0;
  std::int64_t nnz = 0;
  std::int64_t num_offsets = 0;
  const Offset* offsets = nullptr;       ///< csr, csc
  const Index* major_indices = nullptr;  ///< coo
  const Index* minor_indices = nullptr;
  std::int64_t index_step = 1;  ///< 2 where pairs of a row and a column follow each other
  std::int64_t major_size = 1;  ///< rows (of Bsc: columns) of a block
  std::int64_t minor_size = 1;
};

/// The lowest position of a NaN (twice the position) or an infinite value (that + 1); -1: none.
template <class Exec, class Scalar>
FILIGREE_EXPORT std::int64_t first_not_finite(const Exec& exec, std::int64_t count,
                                              const Scalar* values);

/// All checks but that of the values, whose outcome `not_finite` enters at its position.
template <class Exec, class Index, class Offset>
FILIGREE_EXPORT ValidateReport check_pattern(const Exec& exec,
                                             const CheckedPattern<Index, Offset>& pattern,
                                             const ValidateOptions& options,
                                             std::int64_t not_finite);

/// Throws invalid_value with the report's message unless it is ok.
FILIGREE_EXPORT void throw_offence(std::string_view operation, std::string_view argument,
                                   const ValidateReport& report);

template <class Exec, class Scalar, class Index, class Offset>
ValidateReport validate_pattern(const Exec& exec, const CheckedPattern<Index, Offset>& pattern,
                                const Scalar* values, const ValidateOptions& options) try {
  const ScopedRegion region("filigree::validate");
  const std::int64_t not_finite = options.finite ? first_not_finite(exec, pattern.nnz, values) : -1;
  return check_pattern(exec, pattern, options, not_finite);
} catch (...) {
  rethrow_as_error("validate");
}

template <class Scalar, class Index, class Offset, class MemorySpace>
CheckedPattern<Index, Offset> checked_pattern(
    const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A) {
  return {Container::csr,         A.properties(), A.num_rows(),
          A.num_cols(),           A.nnz(),        std::int64_t(A.row_offsets().extent(0)),
          A.row_offsets().data(), nullptr,        A.col_indices().data()};
}
template <class Scalar, class Index, class Offset, class MemorySpace>
CheckedPattern<Index, Offset> checked_pattern(
    const CscMatrix<Scalar, Index, Offset, MemorySpace>& A) {
  return {Container::csc,         A.properties(), A.num_cols(),
          A.num_rows(),           A.nnz(),        std::int64_t(A.col_offsets().extent(0)),
          A.col_offsets().data(), nullptr,        A.row_indices().data()};
}

template <class Exec, class Matrix>
void check_reachable() {
  static_assert(is_accessible_v<Exec, typename Matrix::memory_space>,
                "the execution space cannot reach the matrix's memory: copy it there first");
}

}  // namespace detail

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options) {
  detail::check_reachable<Exec, CsrMatrix<Scalar, Index, Offset, MemorySpace>>();
  return detail::validate_pattern<Exec, std::remove_const_t<Scalar>>(
      exec, detail::checked_pattern(A), A.values().data(), options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options) {
  detail::check_reachable<Exec, CscMatrix<Scalar, Index, Offset, MemorySpace>>();
  return detail::validate_pattern<Exec, std::remove_const_t<Scalar>>(
      exec, detail::checked_pattern(A), A.values().data(), options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options) {
  detail::check_reachable<Exec, CooMatrix<Scalar, Index, MemorySpace>>();
  const detail::CheckedPattern<Index, std::int64_t> pattern{detail::Container::coo,
                                                            A.properties(),
                                                            A.num_rows(),
                                                            A.num_cols(),
                                                            A.nnz(),
                                                            0,
                                                            nullptr,
                                                            A.row_indices().data(),
                                                            A.col_indices().data()};
  return detail::validate_pattern<Exec, std::remove_const_t<Scalar>>(exec, pattern,
                                                                     A.values().data(), options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const SparseVector<Scalar, Index, MemorySpace>& x,
                        const ValidateOptions& options) {
  detail::check_reachable<Exec, SparseVector<Scalar, Index, MemorySpace>>();
  const detail::CheckedPattern<Index, std::int64_t> pattern{
      detail::Container::sparse_vector,
      MatrixProperties{.index_base = x.index_base()},
      1,
      x.size(),
      x.nnz(),
      0,
      nullptr,
      nullptr,
      x.indices().data()};
  return detail::validate_pattern<Exec, std::remove_const_t<Scalar>>(exec, pattern,
                                                                     x.values().data(), options);
}

template <execution_space Exec, class Matrix>
void validate_or_throw(const Exec& exec, const Matrix& A, const ValidateOptions& options) try {
  detail::throw_offence("validate_or_throw", "A", validate(exec, A, options));
} catch (...) {
  detail::rethrow_as_error("validate_or_throw");
}

}  // namespace filigree

#include <filigree/detail/validate_formats.hpp>
