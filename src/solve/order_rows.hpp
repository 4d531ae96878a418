// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include <convert/entries.hpp>
#include <core/device_limits.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/triangular_solve_front.hpp>
#include <solve/chunk_schedule.hpp>
#include <solve/level_order.hpp>
#include <solve/tuned.hpp>

/// In which order devices solve rows. (A host's thread solves all of them.)

namespace filigree::detail {

/// Counts rows that need one of those that a device solves at about the same time, of every
/// `step`th row. It looks at the entries beside the diagonal of sorted rows.
template <class Index>
struct CountNear {
  static constexpr std::int64_t step = 16;

  SolveRows<Index> rows;
  std::int64_t at_once;  ///< rows

  KOKKOS_FUNCTION void operator()(const std::int64_t which, std::int64_t& near) const {
    const std::int64_t row = which * step;
    const std::int64_t begin = rows.begin(row), end = rows.end(row);
    const std::int64_t looks = Kokkos::min(end - begin, std::int64_t(16));
    for (std::int64_t k = 0; k < looks; ++k) {
      const std::int64_t col = rows.column(rows.lower ? end - 1 - k : begin + k);
      if (!rows.needs(row, col) || Kokkos::abs(row - col) >= at_once) continue;
      ++near;
      return;
    }
  }
};

/// Whether so few rows need others near them that their own order, in which a device reads them
/// fastest, makes few wait.
template <class Exec, class Index>
bool has_few_near(const Exec& exec, const SolveRows<Index>& rows) {
  constexpr std::int64_t rows_of_multiprocessor = 128;
  const std::int64_t num_counted =
      (rows.num_rows + CountNear<Index>::step - 1) / CountNear<Index>::step;
  std::int64_t near = 0;
  Kokkos::parallel_reduce(
      "filigree::solve::count_near", EntryRange<Exec>(exec, 0, num_counted),
      CountNear<Index>{rows, rows_of_multiprocessor * device_limits(exec).multiprocessors}, near);
  return 4 * near <= num_counted;
}

/// Gives the rows of an analysis the order in which they are solved, and a schedule of chunks where
/// it pays.
template <class Position, class Exec, class Index>
void order_rows(std::string_view operation, const Exec& exec, const TriangularSolveOptions& options,
                PlanUse use, SolveAnalysis<Exec, Index>& analysis) {
  using Chunks = TunedChunks<Exec>;
  auto& rows = analysis.rows;
  auto& statistics = analysis.statistics;
  const bool by_chunks = !options.kernel.empty() && options.kernel == Chunks::name;
  if (has_few_near(exec, rows) && !by_chunks) return;
  auto& order = of_width<Position>(analysis.order);
  order = plan_array<Position>(operation, exec, "filigree::solve::order", rows.num_rows);
  const auto levels =
      order_by_levels(operation, exec, rows, order.data(), statistics.max_row_entries);
  statistics.num_levels = levels.highest;
  rows.order = order.data();
  rows.has_order = true;
  const bool may_choose = options.kernel.empty() && options.backend != Backend::generic &&
                          use == PlanUse::again_and_again;
  if (rows.blocks.any() || !(by_chunks || may_choose)) return;
  const ChunkSizes sizes = Chunks::sizes(statistics, device_limits(exec), by_chunks);
  if (sizes.chunk_rows > 0)
    analysis.chunks =
        schedule_chunks(operation, exec, rows, order.data(), levels.levels.data(), sizes);
}

}  // namespace filigree::detail
