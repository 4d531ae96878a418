// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <convert/stable_order.hpp>
#include <core/relaxed_load.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <solve/level_statistics.hpp>
#include <solve/tuned.hpp>

/// The order in which devices solve rows: level by level. A row's level is one more than the
/// highest of those whose unknowns it needs. A device works on as many rows at once as it has
/// threads; taken in their own order most of these would wait for a few, while rows further on, as
/// ready, could not be reached.

namespace filigree::detail {

/// The generic way: each thread takes a row, in the order in which threads arrive, and publishes
/// its level once it has seen the levels that it needs: no thread waits for one that has not
/// arrived.
template <class Index>
struct FindLevels {
  SolveRows<Index> rows;
  std::int32_t* levels;  ///< 0: not known yet
  std::int64_t* ticket;

  KOKKOS_FUNCTION void operator()(const std::int64_t) const {
    const std::int64_t row = rows.row_of(Kokkos::atomic_fetch_add(ticket, std::int64_t(1)));
    const std::int64_t end = rows.end(row);
    std::int64_t k = rows.begin(row);
    std::int32_t level = 0;
    // One loop, so that threads of a warp take turns: one of them may be waited for.
    for (bool is_done = false; !is_done;) {
      if (k == end) {
        Kokkos::atomic_store(levels + row, level + 1);
        is_done = true;
      } else if (const std::int64_t col = rows.column(k); rows.needs(row, col)) {
        const std::int32_t seen = relaxed_load(levels + col);
        level = Kokkos::max(level, seen);
        if (seen != 0) ++k;
      } else {
        ++k;
      }
    }
  }
};

struct MaxLevel {
  const std::int32_t* levels;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& highest) const {
    highest = Kokkos::max(highest, std::int64_t(levels[row]));
  }
};

/// Writes the levels to the beginning of `words`, from 1 on.
template <class Exec, class Index>
void find_levels(const Exec& exec, const SolveRows<Index>& rows,
                 const ScratchArray<std::int64_t, typename Exec::memory_space>& words) {
  Kokkos::deep_copy(exec, words.view(), 0);
  Kokkos::parallel_for(
      "filigree::solve::find_levels",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, rows.num_rows),
      FindLevels<Index>{rows, reinterpret_cast<std::int32_t*>(words.data()),
                        words.data() + words.extent(0) - 1});
}

/// What order_by_levels found beside the order.
template <class Space>
struct RowLevels {
  Kokkos::View<const std::int32_t*, Space> levels;  ///< of each row, from 1 on
  std::int64_t highest = 0;
  ScratchArray<std::int64_t, Space> words;  ///< that the levels lie in
};

/// \param order as many entries as there are rows
template <class Exec, class Position, class Index>
RowLevels<typename Exec::memory_space> order_by_levels(std::string_view operation, const Exec& exec,
                                                       const SolveRows<Index>& rows,
                                                       Position* order,
                                                       const LevelStatistics& statistics = {}) {
  using Space = typename Exec::memory_space;
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  const std::int64_t n = rows.num_rows;
  // Two levels a word, and a ticket.
  const auto words =
      scratch_array<std::int64_t>(operation, exec, "filigree::solve::levels", (n + 1) / 2 + 1);
  const Kokkos::View<const std::int32_t*, Space> levels(
      reinterpret_cast<const std::int32_t*>(words.data()), std::size_t(n));
  std::int64_t highest = 0;
  if constexpr (std::is_void_v<typename TunedLevels<Exec>::type>)
    find_levels(exec, rows, words);
  else
    highest = TunedLevels<Exec>::type::find(operation, exec, rows, statistics, words.data());
  if (highest == 0)
    Kokkos::parallel_reduce("filigree::solve::count_levels", Range(exec, 0, n),
                            MaxLevel{levels.data()}, Kokkos::Max<std::int64_t>(highest));
  stable_permutation_by_key<Exec, std::int32_t, Position>(
      exec, highest, 1, levels, Kokkos::View<Position*, Space>(order, std::size_t(n)));
  return {levels, highest, words};
}

}  // namespace filigree::detail
