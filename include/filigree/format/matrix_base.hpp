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
#include <filigree/detail/array_argument.hpp>

namespace filigree {

/// Sizes and properties: what every sparse matrix container carries.
class MatrixBase {
 public:
  MatrixBase() = default;

  ///@{
  /// Sizes of the matrix; rows and columns without entries count.
  std::int64_t num_rows() const noexcept { return num_rows_; }
  std::int64_t num_cols() const noexcept { return num_cols_; }
  ///@}
  /// The number of stored entries (duplicates and explicit zeros count).
  std::int64_t nnz() const noexcept { return nnz_; }

  /// Index base, type, fill, diagonal and flags. with_properties() of a container changes them.
  const MatrixProperties& properties() const noexcept { return properties_; }
  /// The index of the first row and column.
  IndexBase index_base() const noexcept { return properties_.index_base; }

 private:
  std::int64_t num_rows_ = 0;
  std::int64_t num_cols_ = 0;
  std::int64_t nnz_ = 0;

 protected:
  /// For containers, which check the arguments.
  MatrixBase(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz,
             const MatrixProperties& properties)
      : num_rows_(num_rows), num_cols_(num_cols), nnz_(nnz), properties_(properties) {}

  /// What properties() returns.
  MatrixProperties properties_{};
};

namespace detail {

/// Throws invalid_value unless 0 <= value <= limit, where the limit is that of an index or offset
/// type: the message advises a wider one.
FILIGREE_EXPORT void check_extent(std::string_view operation, std::string_view argument,
                                  std::int64_t value, std::int64_t limit,
                                  std::string_view limit_meaning);
/// Throws invalid_value unless 0 <= value <= limit, which no other type would raise.
FILIGREE_EXPORT void check_at_most(std::string_view operation, std::string_view argument,
                                   std::int64_t value, std::int64_t limit,
                                   std::string_view limit_meaning);
/// Throws invalid_value unless the array `argument` has `expected` entries.
FILIGREE_EXPORT void check_length(std::string_view operation, std::string_view argument,
                                  std::int64_t length, std::int64_t expected,
                                  std::string_view expected_meaning);
/// Throws invalid_value where a wrapped pointer is null though the array has entries.
FILIGREE_EXPORT void check_pointer(std::string_view operation, std::string_view argument,
                                   const void* pointer, std::int64_t length);
/// Throws invalid_value where a range has a null pointer though the array has entries, or is short.
template <class Array>
requires requires(const Array& array) { array.length(); }
void check_pointer(std::string_view operation, std::string_view argument, const Array& array,
                   std::int64_t length) {
  check_pointer(operation, argument, static_cast<const void*>(array), length);
  check_range_length(operation, argument, array.length(), length);
}
/// Throws matrix_type_not_supported for a symmetric, hermitian or triangular matrix that is not
/// square.
FILIGREE_EXPORT void check_square_type(std::string_view operation,
                                       const MatrixProperties& properties, std::int64_t num_rows,
                                       std::int64_t num_cols);

/// Throws invalid_value where `value` is below `minimum`.
FILIGREE_EXPORT void check_at_least(std::string_view operation, std::string_view argument,
                                    std::int64_t value, std::int64_t minimum,
                                    std::string_view minimum_meaning);
/// The product of two sizes. Throws invalid_value where one is negative or 64 bits are too few.
FILIGREE_EXPORT std::int64_t checked_product(std::string_view operation, std::string_view argument,
                                             std::int64_t a, std::int64_t b);

/// How many groups of `group` hold `count` things: count / group, rounded up.
KOKKOS_INLINE_FUNCTION constexpr std::int64_t groups_of(std::int64_t count, std::int64_t group) {
  return count / group + (count % group != 0);
}

/// The types that a container may be made of; in a function, so that the messages are written once.
template <class Scalar, class Index, class Offset, class MemorySpace>
constexpr bool check_container_types() {
  static_assert(storage_scalar<std::remove_const_t<Scalar>>,
                "Scalar is not a storage type of Filigree");
  static_assert(index_integer<Index> && index_integer<Offset>,
                "indices and offsets are int32_t or int64_t");
  static_assert(Kokkos::is_memory_space_v<MemorySpace>);
  return true;
}

template <class T, class MemorySpace>
using UnmanagedView = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// A user's array as a View; throws as check_pointer does.
template <class T, class MemorySpace, class Array>
UnmanagedView<T, MemorySpace> wrapped(std::string_view operation, std::string_view argument,
                                      const Array& array, std::int64_t length) {
  check_pointer(operation, argument, array, length);
  return UnmanagedView<T, MemorySpace>(static_cast<T*>(array), length);
}

/// The largest row or column count that indices of type Index can name in either base.
template <class Index>
inline constexpr std::int64_t max_extent = std::int64_t(std::numeric_limits<Index>::max());

/// What every container checks: sizes that indices can name, and a square matrix where the type
/// needs one.
template <class Index>
void check_matrix_sizes(std::string_view operation, std::int64_t num_rows, std::int64_t num_cols,
                        const MatrixProperties& properties) {
  constexpr std::string_view meaning = "the index type's range";
  check_extent(operation, "num_rows", num_rows, max_extent<Index>, meaning);
  check_extent(operation, "num_cols", num_cols, max_extent<Index>, meaning);
  check_square_type(operation, properties, num_rows, num_cols);
}

}  // namespace detail
}  // namespace filigree
