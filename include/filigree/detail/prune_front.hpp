// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <limits>
#include <string_view>

#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/prune_problem.hpp>
#include <filigree/prune.hpp>

/// From containers to plain pointers for prune.hpp and dense.hpp.

namespace filigree {
namespace detail {

/// The key that entries must exceed under a rule; waits for the device for a Percentage.
template <class Exec, class S>
MagnitudeKey rule_key(std::string_view operation, const Exec& exec, const StridedShape& shape,
                      const S* entries, const PruneRule& rule) {
  if (const auto* threshold = std::get_if<Threshold>(&rule))
    return threshold_key(operation, threshold->value);
  const std::int64_t position =
      percentage_position(operation, std::get<Percentage>(rule).value, shape.size());
  if (shape.size() == 0) return 0;
  // Where NaN is the threshold, only NaN stays.
  return std::min(select_magnitude(exec, shape, entries, position),
                  threshold_key(operation, std::numeric_limits<double>::infinity()));
}

/// Which entries of a dense matrix or an array stay.
template <class M>
struct Marks {
  StridedShape shape;
  Kokkos::View<std::uint32_t*, M> words;
  Kokkos::View<std::int64_t*, M> starts;

  /// How many stay, in memory that the device writes.
  const std::int64_t* count() const { return starts.data() + shape.num_words(); }
};

template <class M, class Exec, class S>
Marks<M> marked(std::string_view operation, const Exec& exec, const StridedShape& shape,
                const S* entries, const PruneRule& rule) {
  const MagnitudeKey key = rule_key(operation, exec, shape, entries, rule);
  const std::int64_t num_words = shape.num_words();
  Marks<M> marks{
      shape, allocate<std::uint32_t, M>(operation, exec, "filigree::prune::marks", num_words),
      allocate<std::int64_t, M>(operation, exec, "filigree::prune::starts", num_words + 1)};
  mark_entries(exec, shape, entries, key, marks.words.data());
  count_marks(exec, num_words, marks.words.data(), marks.starts.data());
  return marks;
}

template <class M, class Exec, class S>
Marks<M> marked_values(std::string_view operation, const Exec& exec,
                       const Kokkos::View<S*, M>& values, const PruneRule& rule) {
  const StridedShape shape{1, std::int64_t(values.extent(0)), 0, 1};
  return marked<M, Exec, std::remove_const_t<S>>(operation, exec, shape, values.data(), rule);
}

/// Where the kept entries of an array lie in it; waits for the device.
template <class M, class Exec>
Kokkos::View<std::int64_t*, M> kept_positions(std::string_view operation, const Exec& exec,
                                              const Marks<M>& marks) {
  const auto positions = allocate<std::int64_t, M>(operation, exec, "filigree::positions",
                                                   read_count(exec, marks.count()));
  list_marks<Exec, std::int64_t>(exec, marks.shape, marks.words.data(), marks.starts.data(),
                                 IndexBase::zero, nullptr, nullptr, positions.data());
  return positions;
}

/// Some entries of an array of indices, from another base.
template <class M, class I, class Exec>
Kokkos::View<I*, M> picked_indices(std::string_view operation, const Exec& exec,
                                   const Kokkos::View<const I*, M>& indices, std::int64_t shift,
                                   const Kokkos::View<std::int64_t*, M>& positions) {
  const auto count = std::int64_t(positions.extent(0));
  auto result = allocate<I, M>(operation, exec, "filigree::indices", count);
  gather_bytes(exec, sizeof(I), count, positions.data(), indices.data(), result.data());
  if (shift != 0) shift_integers<Exec, I, I>(exec, count, result.data(), shift, result.data());
  return result;
}

template <class Exec, class S, class M>
Kokkos::View<std::remove_const_t<S>*, M> picked_values(
    std::string_view operation, const Exec& exec, const Kokkos::View<S*, M>& values,
    const Kokkos::View<std::int64_t*, M>& positions) {
  const auto count = std::int64_t(positions.extent(0));
  auto result = allocate<std::remove_const_t<S>, M>(operation, exec, "filigree::values", count);
  gather_bytes(exec, sizeof(S), count, positions.data(), values.data(), result.data());
  return result;
}

/// prune for a Csr or a Csc matrix.
template <class Matrix, class Exec, class Source, class O, class I, class M>
Pruned<Matrix> pruned_compressed(const char* label, const Exec& exec, const Source& A,
                                 const Kokkos::View<const O*, M>& offsets,
                                 const Kokkos::View<const I*, M>& indices, const PruneRule& rule,
                                 const ConvertOptions& options) try {
  const ConversionCall call(label, exec, A, options.validate);
  const std::string_view operation = call.operation();
  const Marks<M> marks = marked_values(operation, exec, A.values(), rule);
  const auto positions = kept_positions(operation, exec, marks);
  const Rebase rebase(A, options.index_base);
  const auto num_offsets = std::int64_t(offsets.extent(0));
  const auto new_offsets = allocate<O, M>(operation, exec, "filigree::offsets", num_offsets);
  kept_offsets(exec, num_offsets, offsets.data(), A.index_base(), marks.words.data(),
               marks.starts.data(), rebase.properties.index_base, new_offsets.data());
  return {Matrix(A.num_rows(), A.num_cols(), new_offsets,
                 picked_indices<M, I>(operation, exec, indices, rebase.shift, positions),
                 picked_values(operation, exec, A.values(), positions), rebase.properties),
          positions};
} catch (...) {
  rethrow_as_error(label);
}

template <class CountView>
void check_counts(std::string_view operation, const CountView& counts, std::int64_t length,
                  std::string_view meaning) {
  static_assert(CountView::rank() == 1 && index_integer<typename CountView::value_type>,
                "counts are a View of rank 1 of int32_t or int64_t");
  check_length(operation, "counts", std::int64_t(counts.extent(0)), length, meaning);
  check_contiguous(operation, "counts", counts.span_is_contiguous());
}

}  // namespace detail

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Pruned<CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>> prune(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A, const PruneRule& rule,
    const ConvertOptions& options) {
  return detail::pruned_compressed<
      CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::prune", exec, A, A.row_offsets(), A.col_indices(), rule, options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Pruned<CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>> prune(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A, const PruneRule& rule,
    const ConvertOptions& options) {
  return detail::pruned_compressed<
      CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::prune", exec, A, A.col_offsets(), A.row_indices(), rule, options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
Pruned<CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace>> prune(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A, const PruneRule& rule,
    const ConvertOptions& options) try {
  const detail::ConversionCall call("filigree::prune", exec, A, options.validate);
  const std::string_view operation = call.operation();
  const auto positions = detail::kept_positions(
      operation, exec, detail::marked_values(operation, exec, A.values(), rule));
  const detail::Rebase rebase(A, options.index_base);
  return {{A.num_rows(), A.num_cols(),
           detail::picked_indices(operation, exec, A.row_indices(), rebase.shift, positions),
           detail::picked_indices(operation, exec, A.col_indices(), rebase.shift, positions),
           detail::picked_values(operation, exec, A.values(), positions), rebase.properties},
          positions};
} catch (...) {
  detail::rethrow_as_error("prune");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> compress(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A, double tolerance,
    const ConvertOptions& options) {
  return detail::pruned_compressed<
             CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
             "filigree::compress", exec, A, A.row_offsets(), A.col_indices(),
             PruneRule(Threshold{tolerance}), options)
      .matrix;
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace,
          class CountView>
std::int64_t count_kept(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const PruneRule& rule, const CountView& counts,
                        const ConvertOptions& options) try {
  static_assert(is_accessible_v<Exec, typename CountView::memory_space>,
                "the execution space cannot reach the counts");
  const detail::ConversionCall call("filigree::count_kept", exec, A, options.validate);
  detail::check_counts(call.operation(), counts, A.num_rows(), "the rows");
  detail::check_operand(call.operation(), "A", exec, A, detail::result_memory("counts", counts));
  const auto marks = detail::marked_values(call.operation(), exec, A.values(), rule);
  if (A.num_rows() > 0)
    detail::count_kept(exec, A.num_rows(), A.row_offsets().data(), A.index_base(),
                       marks.words.data(), marks.starts.data(), counts.data());
  return detail::read_count(exec, marks.count());
} catch (...) {
  detail::rethrow_as_error("count_kept");
}

}  // namespace filigree
