// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>
#include <string_view>

#include <filigree/permutation.hpp>

/// From containers to plain pointers for permutation.hpp.

namespace filigree {
namespace detail {

/// Types, layouts and lengths of a permutation of values; `permuted` has its length.
template <class Exec, class PositionView, class FromView, class ToView>
void check_permuted(std::string_view operation, const PositionView& positions, const FromView& from,
                    const ToView& to, std::string_view permuted_argument,
                    std::int64_t permuted_length) {
  using Scalar = typename ToView::value_type;
  static_assert(PositionView::rank() == 1 && FromView::rank() == 1 && ToView::rank() == 1,
                "positions and values are Views of rank 1");
  static_assert(index_integer<typename PositionView::non_const_value_type>,
                "positions are int32_t or int64_t");
  static_assert(std::is_same_v<typename FromView::non_const_value_type, Scalar>,
                "both arrays have the same scalar type, and the result is not const");
  static_assert(is_accessible_v<Exec, typename PositionView::memory_space> &&
                    is_accessible_v<Exec, typename FromView::memory_space> &&
                    is_accessible_v<Exec, typename ToView::memory_space>,
                "the execution space cannot reach an array: copy it there first");
  check_length(operation, permuted_argument, permuted_length, std::int64_t(positions.extent(0)),
               "the length of positions");
  check_contiguous(operation, "positions", positions.span_is_contiguous());
  check_contiguous(operation, "from", from.span_is_contiguous());
  check_contiguous(operation, "to", to.span_is_contiguous());
  check_disjoint(operation, "from", from.data(), from.extent(0) * sizeof(Scalar), "to", to.data(),
                 to.extent(0) * sizeof(Scalar));
  check_disjoint(operation, "positions", positions.data(),
                 positions.extent(0) * sizeof(typename PositionView::value_type), "to", to.data(),
                 to.extent(0) * sizeof(Scalar));
}

template <class I, class M, class Exec>
Kokkos::View<I*, M> scattered(std::string_view operation, const Exec& exec, const char* label,
                              const Kokkos::View<const I*, M>& from,
                              const Kokkos::View<const std::int64_t*, M>& positions) {
  const auto count = std::int64_t(positions.extent(0));
  auto result = allocate<I, M>(operation, exec, label, count);
  scatter_bytes(exec, sizeof(I), count, positions.data(), from.data(), result.data());
  return result;
}

template <class Matrix>
void check_unsorted(std::string_view operation, const Sorted<Matrix>& sorted) {
  check_length(operation, "sorted.permutation", std::int64_t(sorted.permutation.extent(0)),
               sorted.matrix.nnz(), "nnz");
}

inline MatrixProperties unsorted(MatrixProperties properties) {
  properties.sorted = false;
  return properties;
}

}  // namespace detail

template <execution_space Exec, class PositionView>
void identity_permutation(const Exec& exec, const PositionView& positions) try {
  using Position = typename PositionView::value_type;
  static_assert(PositionView::rank() == 1 && index_integer<Position>,
                "positions are a View of rank 1 of int32_t or int64_t");
  static_assert(is_accessible_v<Exec, typename PositionView::memory_space>,
                "the execution space cannot reach the positions");
  const detail::ScopedRegion region("filigree::identity_permutation");
  const auto length = std::int64_t(positions.extent(0));
  detail::check_extent("identity_permutation", "positions", length, detail::max_extent<Position>,
                       "the position type's range");
  detail::check_contiguous("identity_permutation", "positions", positions.span_is_contiguous());
  detail::fill_positions(exec, length, positions.data());
} catch (...) {
  detail::rethrow_as_error("identity_permutation");
}

template <execution_space Exec, class PositionView, class FromView, class ToView>
void permute_values(const Exec& exec, const PositionView& positions, const FromView& from,
                    const ToView& to) try {
  const detail::ScopedRegion region("filigree::permute_values");
  detail::check_permuted<Exec>("permute_values", positions, from, to, "to",
                               std::int64_t(to.extent(0)));
  detail::gather_bytes(exec, sizeof(typename ToView::value_type), std::int64_t(positions.extent(0)),
                       positions.data(), from.data(), to.data());
} catch (...) {
  detail::rethrow_as_error("permute_values");
}

template <execution_space Exec, class PositionView, class FromView, class ToView>
void unpermute_values(const Exec& exec, const PositionView& positions, const FromView& from,
                      const ToView& to) try {
  const detail::ScopedRegion region("filigree::unpermute_values");
  detail::check_permuted<Exec>("unpermute_values", positions, from, to, "from",
                               std::int64_t(from.extent(0)));
  detail::scatter_bytes(exec, sizeof(typename ToView::value_type),
                        std::int64_t(positions.extent(0)), positions.data(), from.data(),
                        to.data());
} catch (...) {
  detail::rethrow_as_error("unpermute_values");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> unsort_entries(
    const Exec& exec, const Sorted<CsrMatrix<Scalar, Index, Offset, MemorySpace>>& sorted) try {
  const auto& A = sorted.matrix;
  const detail::ConversionCall call("filigree::unsort_entries", exec, A, false);
  const std::string_view operation = call.operation();
  detail::check_unsorted(operation, sorted);
  return {A.num_rows(),
          A.num_cols(),
          A.row_offsets(),
          detail::scattered(operation, exec, "filigree::col_indices", A.col_indices(),
                            sorted.permutation),
          detail::scattered<std::remove_const_t<Scalar>, MemorySpace>(
              operation, exec, "filigree::values", A.values(), sorted.permutation),
          detail::unsorted(A.properties())};
} catch (...) {
  detail::rethrow_as_error("unsort_entries");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> unsort_entries(
    const Exec& exec, const Sorted<CscMatrix<Scalar, Index, Offset, MemorySpace>>& sorted) try {
  const auto& A = sorted.matrix;
  const detail::ConversionCall call("filigree::unsort_entries", exec, A, false);
  const std::string_view operation = call.operation();
  detail::check_unsorted(operation, sorted);
  return {A.num_rows(),
          A.num_cols(),
          A.col_offsets(),
          detail::scattered(operation, exec, "filigree::row_indices", A.row_indices(),
                            sorted.permutation),
          detail::scattered<std::remove_const_t<Scalar>, MemorySpace>(
              operation, exec, "filigree::values", A.values(), sorted.permutation),
          detail::unsorted(A.properties())};
} catch (...) {
  detail::rethrow_as_error("unsort_entries");
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> unsort_entries(
    const Exec& exec, const Sorted<CooMatrix<Scalar, Index, MemorySpace>>& sorted) try {
  const auto& A = sorted.matrix;
  const detail::ConversionCall call("filigree::unsort_entries", exec, A, false);
  const std::string_view operation = call.operation();
  detail::check_unsorted(operation, sorted);
  return {A.num_rows(),
          A.num_cols(),
          detail::scattered(operation, exec, "filigree::row_indices", A.row_indices(),
                            sorted.permutation),
          detail::scattered(operation, exec, "filigree::col_indices", A.col_indices(),
                            sorted.permutation),
          detail::scattered<std::remove_const_t<Scalar>, MemorySpace>(
              operation, exec, "filigree::values", A.values(), sorted.permutation),
          detail::unsorted(A.properties())};
} catch (...) {
  detail::rethrow_as_error("unsort_entries");
}

}  // namespace filigree
