// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <factor/blocks.hpp>
#include <filigree/detail/incomplete_factor_problem.hpp>
#include <filigree/detail/spmm_problem.hpp>

/// A thread's way through rows on a host, each by those before it.

namespace filigree::detail {

/// Finds a row's columns in an array that is as long as rows and those that they need are wide
/// (problem.statistics.window, a power of two): column c has place c % window.
///  - L U keeps the row there. What rows above take off is taken off at all of their columns: what
///    this writes between the row's own ones is never read, which costs less than to ask.
///  - L L^H has marks there, where each column is in the row.
template <class Problem, FactorKind kind, bool has_places, bool is_narrow>
class FactorLoop {
  using T = typename Problem::scalar_type;
  using Mark = std::conditional_t<is_narrow, std::int32_t, std::int64_t>;

 public:
  using Scratch = std::conditional_t<kind == FactorKind::lu, T, Mark>;

  /// \param scratch the thread's own, of problem.statistics.window entries
  FactorLoop(const Problem& problem, Scratch* scratch)
      : problem_(problem), scratch_(scratch), mask_(problem.statistics.window - 1) {
    std::fill_n(scratch_, problem.statistics.window, Scratch{});
  }

  /// The rows have to be given in ascending order.
  void rows(std::int64_t first, std::int64_t last) const {
    for (std::int64_t row = first; row < last; ++row)
      if constexpr (kind == FactorKind::lu)
        factor_lu(row);
      else
        factor_cholesky(row);
  }

 private:
  /// With is_narrow all offsets are, which is known where they are read.
  static std::int64_t offset(const AnyOffsets& offsets, std::int64_t row) {
    if constexpr (is_narrow)
      return static_cast<const std::int32_t*>(offsets.data())[row];
    else
      return offsets[row];
  }
  std::int64_t begin_of(std::int64_t row) const {
    return offset(problem_.rows.begin_offsets, row) - problem_.rows.base;
  }
  std::int64_t end_of(std::int64_t row) const {
    return offset(problem_.rows.end_offsets, row) - problem_.rows.base;
  }
  std::int64_t diagonal_of(std::int64_t row) const {
    return offset(problem_.rows.diagonals, row) - problem_.rows.base;
  }
  std::int64_t place(std::int64_t k) const {
    if constexpr (has_places)
      return problem_.rows.value_index[k];
    else
      return k;
  }
  T& factor(std::int64_t k) const { return problem_.factors[place(k)]; }
  T value(std::int64_t k) const { return problem_.values[place(k)]; }
  Scratch& scratch(std::int64_t col) const { return scratch_[col & mask_]; }

  void factor_lu(std::int64_t row) const {
    const auto& rows = problem_.rows;
    const std::int64_t begin = begin_of(row), diagonal = diagonal_of(row), end = end_of(row);
    for (std::int64_t k = begin; k < end; ++k) scratch(rows.column(k)) = value(k);
    for (std::int64_t k = begin; k < diagonal; ++k) {
      const std::int64_t col = rows.column(k);
      const std::int64_t pivot = diagonal_of(col), last = end_of(col);
      const T multiple = scratch(col) / factor(pivot);
      factor(k) = multiple;
      for (std::int64_t q = pivot + 1; q < last; ++q)
        scratch(rows.column(q)) -= multiple * factor(q);
    }
    factor(diagonal) = pivot_of_factor(problem_, kind, row, scratch(row));
    for (std::int64_t k = diagonal + 1; k < end; ++k) factor(k) = scratch(rows.column(k));
  }

  void factor_cholesky(std::int64_t row) const {
    const auto& rows = problem_.rows;
    const std::int64_t begin = begin_of(row), diagonal = diagonal_of(row);
    const std::int64_t first = rows.column(begin);
    T squares{};
    for (std::int64_t k = begin; k < diagonal; ++k) {
      const std::int64_t col = rows.column(k), pivot = diagonal_of(col), low = begin_of(col);
      T sum{};
      // Columns before the row's first one have nothing to be multiplied with.
      for (std::int64_t q = pivot - 1; q >= low; --q) {
        const std::int64_t at = rows.column(q);
        if (at < first) break;
        const Mark mark = scratch(at);
        if (mark > Mark(begin)) sum += factor(std::int64_t(mark) - 1) * conjugate(factor(q));
      }
      const T result = (value(k) - sum) / factor(pivot);
      factor(k) = result;
      squares += result * conjugate(result);
      scratch(col) = Mark(k + 1);  // marks of rows before this one are not above `begin`
    }
    factor(diagonal) = pivot_of_factor(problem_, kind, row, value(diagonal) - squares);
  }

  Problem problem_;
  Scratch* scratch_;
  std::int64_t mask_;
};

/// The scratch of so many threads.
inline std::size_t factor_scratch_bytes(std::int64_t window, std::size_t scalar_bytes,
                                        std::int64_t threads) {
  return std::size_t(threads * window) * std::max(scalar_bytes, sizeof(std::int64_t));
}

template <FactorKind kind, bool has_places, class Problem, class Run>
void with_factor_loop_of(const Problem& problem, void* scratch, const Run& run) {
  const auto call = [&]<class Loop>(std::type_identity<Loop>) {
    run([problem, scratch](std::int64_t thread) {
      return Loop(problem, static_cast<typename Loop::Scratch*>(scratch) +
                               thread * problem.statistics.window);
    });
  };
  const auto& rows = problem.rows;
  if (rows.begin_offsets.is_wide() || rows.diagonals.is_wide())
    call(std::type_identity<FactorLoop<Problem, kind, has_places, false>>{});
  else
    call(std::type_identity<FactorLoop<Problem, kind, has_places, true>>{});
}

template <FactorKind kind, class Problem, class Run>
void with_factor_block_loop(const Problem& problem, const Run& run) {
  run([problem](std::int64_t) { return FactorBlockLoop<Problem, kind>{problem}; });
}

/// Calls run(make) where make(thread) is the problem's loop for a thread.
/// \param scratch factor_scratch_bytes() for all threads
template <class Problem, class Run>
void with_factor_loop(const Problem& problem, void* scratch, const Run& run) {
  const bool has_places = problem.rows.has_value_index;
  if (problem.rows.blocks.any())
    problem.kind == FactorKind::lu ? with_factor_block_loop<FactorKind::lu>(problem, run)
                                   : with_factor_block_loop<FactorKind::cholesky>(problem, run);
  else if (problem.kind == FactorKind::lu)
    has_places ? with_factor_loop_of<FactorKind::lu, true>(problem, scratch, run)
               : with_factor_loop_of<FactorKind::lu, false>(problem, scratch, run);
  else
    has_places ? with_factor_loop_of<FactorKind::cholesky, true>(problem, scratch, run)
               : with_factor_loop_of<FactorKind::cholesky, false>(problem, scratch, run);
}

}  // namespace filigree::detail
