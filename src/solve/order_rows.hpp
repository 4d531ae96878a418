// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include <core/device_limits.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/triangular_solve_front.hpp>
#include <solve/chunk_rows.hpp>
#include <solve/level_order.hpp>
#include <solve/row_habits.hpp>
#include <solve/tuned.hpp>

/// In which order devices solve rows. (A host's thread solves all of them.)

namespace filigree::detail {

/// Gives the rows of an analysis the order in which they are solved, and a schedule of chunks where
/// it pays.
template <class Position, class Exec, class Index>
void order_rows(std::string_view operation, const Exec& exec, const TriangularSolveOptions& options,
                PlanUse use, SolveAnalysis<Exec, Index>& analysis) {
  using Chunks = TunedChunks<Exec>;
  auto& rows = analysis.rows;
  auto& statistics = analysis.statistics;
  const bool by_chunks = !options.kernel.empty() && options.kernel == Chunks::name;
  const RowHabits habits = row_habits(exec, rows);
  if (habits.has_few_near && !by_chunks) return;
  auto& order = of_width<Position>(analysis.order);
  order = plan_array<Position>(operation, exec, "filigree::solve::order", rows.num_rows);
  const auto levels = order_by_levels(operation, exec, rows, order.data(),
                                      {statistics.num_entries, statistics.max_row_entries,
                                       habits.are_scattered, analysis.has_others});
  statistics.num_levels = levels.highest;
  rows.order = order.data();
  rows.has_order = true;
  // A step of chunks tells by its place in the schedule alone whether a row is needed.
  if (analysis.has_others) return;
  // Rows of a chunk that need others all over it, and before it, hold each other up.
  const bool may_choose = options.kernel.empty() && options.backend != Backend::generic &&
                          use == PlanUse::again_and_again && !habits.are_scattered;
  if (rows.blocks.any() || !(by_chunks || may_choose)) return;
  if constexpr (!Chunks::name.empty()) {
    ChunkSizes sizes = Chunks::sizes(statistics, device_limits(exec), by_chunks);
    if (sizes.chunk_rows == 0) return;
    sizes.chunk_rows = aligned_chunk_rows(exec, rows, sizes);
    analysis.chunks = Chunks::schedule(operation, exec, rows, levels.levels.data(), sizes);
  }
}

}  // namespace filigree::detail
