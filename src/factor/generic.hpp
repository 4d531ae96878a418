// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <core/fill_words.hpp>
#include <core/relaxed_load.hpp>
#include <factor/blocks.hpp>
#include <factor/host/loop.hpp>
#include <factor/select.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/incomplete_factor_problem.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/spmm_problem.hpp>

/// The generic kernel: every type and pattern, on every execution space.

namespace filigree::detail {

/// Row after row, each by those before it. A thread takes a row, in the order in which threads
/// arrive, waits for each row that it needs, and publishes its own by a flag: no thread waits for
/// one that has not arrived. Within a warp threads wait in turn, in one loop, for some may need
/// others.
template <class Problem, FactorKind kind, bool has_places>
class FactorGeneric {
  using T = typename Problem::scalar_type;

 public:
  /// \param done 0 for each row
  FactorGeneric(const Problem& problem, std::int64_t* ticket, std::int32_t* done)
      : problem_(problem), ticket_(ticket), done_(done) {}

  KOKKOS_FUNCTION void operator()(const std::int64_t) const {
    factor_row(problem_.rows.row_of(Kokkos::atomic_fetch_add(ticket_, std::int64_t(1))));
  }

 private:
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
    if (relaxed_load(done_ + row) == 0) return false;
    Kokkos::memory_fence();
    return true;
  }

  KOKKOS_INLINE_FUNCTION void factor_row(std::int64_t row) const {
    const auto& rows = problem_.rows;
    const std::int64_t begin = rows.begin(row), diagonal = rows.diagonal(row);
    const std::int64_t end = kind == FactorKind::lu ? rows.end(row) : diagonal + 1;
    for (std::int64_t k = begin; k < end; ++k) factor(k) = value(k);
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
        Kokkos::memory_fence();
        Kokkos::atomic_store(done_ + row, 1);
        is_done = true;
      }
    }
  }

  /// Calls f with the entry of a column among `begin` to `end`, where there is one.
  template <class F>
  KOKKOS_INLINE_FUNCTION void with_entry(std::int64_t col, std::int64_t begin, std::int64_t end,
                                         const F& f) const {
    const std::int64_t k = partition_point(
        begin, end, [&](std::int64_t at) { return problem_.rows.column(at) < col; });
    if (k < end && problem_.rows.column(k) == col) f(k);
  }

  /// Makes entry `k`, of column `col`, one of L, and subtracts its multiple of U's row `col`.
  KOKKOS_INLINE_FUNCTION void subtract_row(std::int64_t k, std::int64_t col, std::int64_t begin,
                                           std::int64_t end) const {
    const auto& rows = problem_.rows;
    const std::int64_t pivot = rows.diagonal(col), last = rows.end(col);
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
    const std::int64_t pivot = rows.diagonal(col);
    T sum{};
    for (std::int64_t q = rows.begin(col); q < pivot; ++q) {
      with_entry(rows.column(q), begin, end,
                 [&](std::int64_t with) { sum += factor(with) * conjugate(factor(q)); });
    }
    const T result = (factor(k) - sum) / factor(pivot);
    factor(k) = result;
    return result * conjugate(result);
  }

  Problem problem_;
  std::int64_t* ticket_;
  std::int32_t* done_;
};

/// A host's scratch; a device's ticket and flags.
template <class Exec>
std::size_t generic_factor_workspace_bytes(const FactorInput& input) {
  const std::int64_t num_rows = input.statistics.num_rows;
  if (num_rows == 0) return 0;
  if constexpr (is_host_execution_v<Exec>)
    return factor_scratch_bytes(input.statistics.window, input.scalar_bytes, 1);
  else
    return sizeof(std::int64_t) * std::size_t(1 + (num_rows + 1) / 2);
}

template <FactorKind kind, bool has_places, class Exec, class Problem>
void launch_device_factor(const Exec& exec, const Problem& problem) {
  const std::int64_t num_rows = problem.statistics.num_rows;
  auto* const words = static_cast<std::int64_t*>(problem.workspace);
  fill_words(exec, words, 1 + (num_rows + 1) / 2, 0);
  if (problem.rows.blocks.any()) {
    using Blocks = FactorBlocks<Problem, kind>;
    Kokkos::parallel_for("filigree::factor::blocks",
                         Kokkos::TeamPolicy<Exec>(exec, int(std::min(num_rows, Blocks::max_teams)),
                                                  Blocks::team_threads),
                         Blocks{problem, words, reinterpret_cast<std::int32_t*>(words + 1)});
    return;
  }
  Kokkos::parallel_for(
      "filigree::factor::generic",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows),
      FactorGeneric<Problem, kind, has_places>(problem, words,
                                               reinterpret_cast<std::int32_t*>(words + 1)));
}

/// On a host one thread takes all rows.
template <class Exec, class Problem>
void launch_generic_factor(const Exec& exec, const Problem& problem) {
  const bool has_places = problem.rows.has_value_index;
  if constexpr (is_host_execution_v<Exec>)
    with_factor_loop(problem, problem.workspace, [&](const auto& make) {
      Kokkos::parallel_for(
          "filigree::factor::generic",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, 1),
          [make, n = problem.statistics.num_rows](std::int64_t) { make(0).rows(0, n); });
    });
  else if (problem.kind == FactorKind::lu)
    has_places ? launch_device_factor<FactorKind::lu, true>(exec, problem)
               : launch_device_factor<FactorKind::lu, false>(exec, problem);
  else
    has_places ? launch_device_factor<FactorKind::cholesky, true>(exec, problem)
               : launch_device_factor<FactorKind::cholesky, false>(exec, problem);
}

}  // namespace filigree::detail
