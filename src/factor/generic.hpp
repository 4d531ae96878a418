// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <core/fill_words.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/incomplete_factor_problem.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/spmm_problem.hpp>

/// The generic kernel: every type and pattern, on every execution space.

namespace filigree::detail {

/// Row after row, each by those before it. On a host one thread takes all rows, and finds the
/// places of a row's columns in an array of as many marks as there are columns. On a device a
/// thread takes a row, in the order in which threads arrive, waits for each row that it needs, and
/// publishes its own by a flag: no thread waits for one that has not arrived. Within a warp threads
/// wait in turn, in one loop, for some may need others.
template <class Exec, class Problem, FactorKind kind, bool has_places, bool is_narrow>
class FactorGeneric {
  using T = typename Problem::scalar_type;
  static constexpr bool on_host = is_host_execution_v<Exec>;
  using Mark = std::conditional_t<is_narrow, std::int32_t, std::int64_t>;

 public:
  /// \param marks of a host: 0 for each column \param done of a device: 0 for each row
  FactorGeneric(const Problem& problem, Mark* marks, std::int64_t* ticket, std::int32_t* done)
      : problem_(problem), marks_(marks), ticket_(ticket), done_(done) {}

  KOKKOS_FUNCTION void operator()(const std::int64_t) const {
    if constexpr (on_host) {
      for (std::int64_t row = 0; row < problem_.rows.num_rows; ++row) factor_row(row);
    } else {
      factor_row(problem_.rows.row_of(Kokkos::atomic_fetch_add(ticket_, std::int64_t(1))));
    }
  }

 private:
  /// With is_narrow all offsets are, which is known where they are read.
  KOKKOS_INLINE_FUNCTION static std::int64_t offset(const AnyOffsets& offsets, std::int64_t row) {
    if constexpr (is_narrow)
      return static_cast<const std::int32_t*>(offsets.data())[row];
    else
      return offsets[row];
  }
  KOKKOS_INLINE_FUNCTION std::int64_t begin_of(std::int64_t row) const {
    return offset(problem_.rows.begin_offsets, row) - problem_.rows.base;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t end_of(std::int64_t row) const {
    return offset(problem_.rows.end_offsets, row) - problem_.rows.base;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t diagonal_of(std::int64_t row) const {
    return offset(problem_.rows.diagonals, row) - problem_.rows.base;
  }
  KOKKOS_INLINE_FUNCTION T& factor(std::int64_t k) const {
    if constexpr (has_places)
      return problem_.factors[problem_.rows.value_index[k]];
    else
      return problem_.factors[k];
  }
  KOKKOS_INLINE_FUNCTION T value(std::int64_t k) const {
    if constexpr (has_places)
      return problem_.values[problem_.rows.value_index[k]];
    else
      return problem_.values[k];
  }

  /// Whether the row's factors may be read.
  KOKKOS_INLINE_FUNCTION bool is_factored(std::int64_t row) const {
    if constexpr (on_host) return true;
    if (Kokkos::atomic_load(done_ + row) == 0) return false;
    Kokkos::memory_fence();
    return true;
  }

  KOKKOS_INLINE_FUNCTION void factor_row(std::int64_t row) const {
    const auto& rows = problem_.rows;
    const std::int64_t begin = begin_of(row), diagonal = diagonal_of(row);
    const std::int64_t end = kind == FactorKind::lu ? end_of(row) : diagonal + 1;
    for (std::int64_t k = begin; k < end; ++k) {
      factor(k) = value(k);
      // Marks of rows before this one are not above `begin`.
      if constexpr (on_host) marks_[rows.column(k)] = Mark(k + 1);
    }
    T squares{};
    std::int64_t k = begin;
    for (bool is_done = false; !is_done;) {
      if (k < diagonal) {
        const std::int64_t col = rows.column(k);
        if (!is_factored(col)) continue;
        if constexpr (kind == FactorKind::lu)
          subtract_row(k, col, begin, end);
        else
          squares += divide_by_row(k, col, begin, end);
        ++k;
      } else {
        factor(diagonal) = pivot_of_factor(problem_, kind, row, factor(diagonal) - squares);
        if constexpr (!on_host) {
          Kokkos::memory_fence();
          Kokkos::atomic_store(done_ + row, 1);
        }
        is_done = true;
      }
    }
  }

  /// Calls f with the entry of a column among `begin` to `end`, where there is one.
  template <class F>
  KOKKOS_INLINE_FUNCTION void with_entry(std::int64_t col, std::int64_t begin, std::int64_t end,
                                         const F& f) const {
    if constexpr (on_host) {
      const Mark mark = marks_[col];
      if (mark > Mark(begin)) f(std::int64_t(mark) - 1);
    } else {
      const std::int64_t k = partition_point(
          begin, end, [&](std::int64_t at) { return problem_.rows.column(at) < col; });
      if (k < end && problem_.rows.column(k) == col) f(k);
    }
  }

  /// Makes entry `k`, of column `col`, one of L, and subtracts its multiple of U's row `col`.
  KOKKOS_INLINE_FUNCTION void subtract_row(std::int64_t k, std::int64_t col, std::int64_t begin,
                                           std::int64_t end) const {
    const auto& rows = problem_.rows;
    const std::int64_t pivot = diagonal_of(col), last = end_of(col);
    const T multiple = factor(k) / factor(pivot);
    factor(k) = multiple;
    for (std::int64_t q = pivot + 1; q < last; ++q) {
      with_entry(rows.column(q), begin, end,
                 [&](std::int64_t to) { factor(to) -= multiple * factor(q); });
    }
  }

  /// Makes entry `k`, of column `col`, one of L by the products of this row and row `col`. Returns
  /// its square.
  KOKKOS_INLINE_FUNCTION T divide_by_row(std::int64_t k, std::int64_t col, std::int64_t begin,
                                         std::int64_t end) const {
    const auto& rows = problem_.rows;
    const std::int64_t pivot = diagonal_of(col);
    T sum{};
    for (std::int64_t q = begin_of(col); q < pivot; ++q) {
      with_entry(rows.column(q), begin, end,
                 [&](std::int64_t with) { sum += factor(with) * conjugate(factor(q)); });
    }
    const T result = (factor(k) - sum) / factor(pivot);
    factor(k) = result;
    return result * conjugate(result);
  }

  Problem problem_;
  Mark* marks_;
  std::int64_t* ticket_;
  std::int32_t* done_;
};

/// A host's marks; a device's ticket and flags.
template <class Exec>
std::size_t generic_factor_workspace_bytes(std::int64_t num_rows) {
  if (num_rows == 0) return 0;
  const std::int64_t words = is_host_execution_v<Exec> ? num_rows : 1 + (num_rows + 1) / 2;
  return sizeof(std::int64_t) * std::size_t(words);
}

template <FactorKind kind, bool has_places, bool is_narrow, class Exec, class Problem>
void launch_generic_factor_as(const Exec& exec, const Problem& problem) {
  using Mark = std::conditional_t<is_narrow, std::int32_t, std::int64_t>;
  constexpr bool on_host = is_host_execution_v<Exec>;
  const std::int64_t num_rows = problem.statistics.num_rows;
  auto* const words = static_cast<std::int64_t*>(problem.workspace);
  const auto num_words =
      std::int64_t(generic_factor_workspace_bytes<Exec>(num_rows) / sizeof(std::int64_t));
  fill_words(exec, words, on_host && is_narrow ? (num_rows + 1) / 2 : num_words, 0);
  Kokkos::parallel_for(
      "filigree::factor::generic",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, on_host ? 1 : num_rows),
      FactorGeneric<Exec, Problem, kind, has_places, is_narrow>(
          problem, reinterpret_cast<Mark*>(words), words,
          reinterpret_cast<std::int32_t*>(words + 1)));
}

template <FactorKind kind, bool has_places, class Exec, class Problem>
void launch_generic_factor_of(const Exec& exec, const Problem& problem) {
  const auto& rows = problem.rows;
  // A device's threads have other things to wait for.
  if (is_host_execution_v<Exec> && !rows.begin_offsets.is_wide() && !rows.diagonals.is_wide())
    launch_generic_factor_as<kind, has_places, is_host_execution_v<Exec>>(exec, problem);
  else
    launch_generic_factor_as<kind, has_places, false>(exec, problem);
}

template <class Exec, class Problem>
void launch_generic_factor(const Exec& exec, const Problem& problem) {
  const bool has_places = problem.rows.has_value_index;
  if (problem.kind == FactorKind::lu)
    has_places ? launch_generic_factor_of<FactorKind::lu, true>(exec, problem)
               : launch_generic_factor_of<FactorKind::lu, false>(exec, problem);
  else
    has_places ? launch_generic_factor_of<FactorKind::cholesky, true>(exec, problem)
               : launch_generic_factor_of<FactorKind::cholesky, false>(exec, problem);
}

}  // namespace filigree::detail
