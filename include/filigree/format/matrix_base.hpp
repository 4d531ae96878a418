// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/types.hpp>

namespace filigree {

/// Sizes and properties: what every sparse matrix container carries.
class MatrixBase {
 public:
  MatrixBase() = default;

  std::int64_t num_rows() const noexcept { return num_rows_; }
  std::int64_t num_cols() const noexcept { return num_cols_; }
  /// The number of stored entries (duplicates and explicit zeros count).
  std::int64_t nnz() const noexcept { return nnz_; }

  const MatrixProperties& properties() const noexcept { return properties_; }
  IndexBase index_base() const noexcept { return properties_.index_base; }

 private:
  std::int64_t num_rows_ = 0;
  std::int64_t num_cols_ = 0;
  std::int64_t nnz_ = 0;

 protected:
  MatrixBase(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
             const MatrixProperties& properties)
      : num_rows_(num_rows), num_cols_(num_cols), nnz_(nnz), properties_(properties) {}

  MatrixProperties properties_{};
};

namespace detail {

/// Throws invalid_value unless 0 <= value <= limit.
FILIGREE_EXPORT void check_extent(std::string_view operation, std::string_view argument,
                                  std::int64_t value, std::int64_t limit,
                                  std::string_view limit_meaning);
/// Throws invalid_value unless the array `argument` has `expected` entries.
FILIGREE_EXPORT void check_length(std::string_view operation, std::string_view argument,
                                  std::int64_t length, std::int64_t expected,
                                  std::string_view expected_meaning);
/// Throws invalid_value where a wrapped pointer is null though the array has entries.
FILIGREE_EXPORT void check_pointer(std::string_view operation, std::string_view argument,
                                   const void* pointer, std::int64_t length);
/// Throws matrix_type_not_supported for a symmetric, hermitian or triangular matrix that is not
/// square.
FILIGREE_EXPORT void check_square_type(std::string_view operation,
                                       const MatrixProperties& properties, std::int64_t num_rows,
                                       std::int64_t num_cols);

template <class T, class MemorySpace>
using UnmanagedView = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// The largest row or column count that indices of type Index can name in either base.
template <class Index>
inline constexpr std::int64_t max_extent = std::int64_t(std::numeric_limits<Index>::max());

}  // namespace detail
}  // namespace filigree
