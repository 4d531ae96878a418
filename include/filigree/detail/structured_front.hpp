// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/detail/structured_problem.hpp>
#include <filigree/format/packed_matrix.hpp>
#include <filigree/format/structured.hpp>
#include <filigree/structured_options.hpp>

/// What stands between the public calls of structured.hpp and the compiled library.

namespace filigree {

namespace structured {

/// `to` becomes `from` with zeros where the rule does not keep; they may be one. Groups lie along
/// rows; groups and tiles past the last row or column are completed with zeros. Does not wait.
template <class Exec, class T>
FILIGREE_EXPORT void prune(const Exec& exec, DenseView<const T> from, DenseView<T> to,
                           StructuredPruneRule rule, const StructuredKind& kind);

/// The first group, along rows, with too many entries that are not zero. Waits.
template <class Exec, class T>
FILIGREE_EXPORT StructuredCheck check(const Exec& exec, DenseView<const T> matrix,
                                      const StructuredKind& kind);

/// Writes the compressed form of each matrix, one after the other. Entries past those that a group
/// keeps are lost: check first. Does not wait.
template <class Exec, class T>
FILIGREE_EXPORT void compress(const Exec& exec, DenseView<const T> matrix,
                              const StructuredKind& kind, void* compressed);

/// Writes every entry of the matrices: the kept ones, and zero elsewhere. Does not wait.
template <class Exec, class T>
FILIGREE_EXPORT void decompress(const Exec& exec, const void* compressed,
                                const StructuredKind& kind, DenseView<T> matrix);

}  // namespace structured

namespace detail {

/// Throws invalid_value unless `pruned` has A's sizes, its entries are apart from each other, and
/// it is A or shares no memory with it.
FILIGREE_EXPORT void check_structured_prune(const DenseShape& A, const DenseShape& pruned);

/// A structured matrix's shape, without types.
struct StructuredShape {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t batch = 1;
  GroupDirection direction = GroupDirection::along_rows;
  StructuredKind kind;
  const void* bytes = nullptr;
  std::int64_t bytes_of_a_matrix = 0;
};

template <class Scalar, class MemorySpace>
StructuredShape structured_shape(const StructuredMatrix<Scalar, MemorySpace>& matrix) {
  return {matrix.num_rows(), matrix.num_cols(),     matrix.batch_count(),      matrix.direction(),
          matrix.kind(),     matrix.bytes().data(), matrix.bytes_of_a_matrix()};
}

/// Throws invalid_value unless the dense matrices, read or written, have the sizes and the batch of
/// the structured ones and share no memory with them.
FILIGREE_EXPORT void check_structured_pair(std::string_view operation, const DenseShape& dense,
                                           bool dense_is_written,
                                           const StructuredShape& structured);
/// Throws invalid_value, naming the group, unless the check passed.
FILIGREE_EXPORT void throw_unstructured(const StructuredCheck& found);

/// The matrix, or where its groups lie along columns its transpose.
template <class T>
structured::DenseView<T> structured_lines(storage_t<T>* data, const DenseShape& shape,
                                          GroupDirection direction) {
  structured::DenseView<T> result{
      data,        shape.rows,      shape.cols, shape.strides[1], shape.strides[2],
      shape.batch, shape.strides[0]};
  if (direction == GroupDirection::along_columns) {
    std::swap(result.rows, result.cols);
    std::swap(result.row_stride, result.col_stride);
  }
  return result;
}

/// A View whose entries of 4 bits would take a byte each.
template <class Argument>
inline constexpr bool is_unpacked_view =
    Kokkos::is_view_v<Argument>&& is_packed<typename Argument::value_type>;

template <class T>
inline constexpr bool is_structured_matrix = false;
template <class Scalar, class MemorySpace>
inline constexpr bool is_structured_matrix<StructuredMatrix<Scalar, MemorySpace>> = true;

/// Says what calls take as a matrix where the argument is none.
template <class Exec, class Argument>
constexpr bool check_structured_argument() {
  constexpr bool is_matrix = is_structured_matrix<Argument> || dense_argument<Argument>;
  static_assert(is_matrix,
                "dense matrices are Kokkos Views of rank 2, batches of them of rank 3 (batch x "
                "rows x columns), those of float4_e2m1 PackedMatrix: pass other memory, such as a "
                "std::vector's, as an unmanaged View");
  if constexpr (is_matrix) {
    static_assert(!is_unpacked_view<Argument>,
                  "dense matrices of float4_e2m1 are PackedMatrix, not Kokkos Views");
    static_assert(
        is_accessible_v<Exec, typename Argument::memory_space>,
        "the execution space cannot reach the memory of an argument: copy it there first");
  }
  return true;
}

template <class Argument>
concept of_structured_scalar =
    structured_scalar<std::remove_const_t<typename Argument::value_type>>;

/// check_structured_argument() of all that pruning, checking and compression take, and of its
/// scalars.
template <class Exec, class... Arguments>
constexpr bool check_structured_arguments() {
  static_assert((check_structured_argument<Exec, Arguments>() && ...));
  static_assert((of_structured_scalar<Arguments> && ...),
                "structured matrices are of half, bfloat16, float, int8, float8_e4m3, float8_e5m2 "
                "or float4_e2m1");
  return true;
}

/// structured_kind of an argument's scalar; none where calls do not take it, which say so.
template <class Argument>
inline constexpr StructuredKind kind_of_argument = {};
template <of_structured_scalar Argument>
inline constexpr StructuredKind kind_of_argument<Argument> =
    structured_kind<std::remove_const_t<typename Argument::value_type>>;

}  // namespace detail
}  // namespace filigree
