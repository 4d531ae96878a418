// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include <convert/stable_order.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/solve_chunks.hpp>
#include <filigree/detail/triangular_solve_front.hpp>
#include <solve/cuda/select.hpp>

/// Makes the schedule that SolveChunks describes, on the device. Chunk by chunk the rows are
/// ordered by their level among all rows, not among those of the chunk: a chunk may hold rows that
/// can be solved long before others need what they wait for.

namespace filigree::detail {

/// The chunk of each row, in the order of the levels.
template <class Position, class Index>
struct WriteChunks {
  SolveRows<Index> rows;
  const Position* order;  ///< by levels
  std::int64_t chunk_rows;
  std::int32_t* chunks;

  KOKKOS_FUNCTION void operator()(const std::int64_t p) const {
    chunks[p] = std::int32_t(rows.rank(order[p]) / chunk_rows);
  }
};

/// The chunks' order, and their rows' levels in it.
template <class Position, class Index>
struct WriteChunkOrder {
  SolveRows<Index> rows;
  const Position* order;   ///< by levels
  const Position* places;  ///< in it, chunk by chunk
  const std::int32_t* levels;
  std::int64_t chunk_rows;
  std::uint16_t* chunk_order;
  std::int32_t* positions;
  std::int32_t* chunk_levels;

  KOKKOS_FUNCTION void operator()(const std::int64_t p) const {
    const std::int64_t row = order[places[p]];
    chunk_order[p] = std::uint16_t(rows.rank(row) % chunk_rows);
    positions[row] = std::int32_t(p);
    chunk_levels[p] = levels[row];
  }
};

/// Whether a step, or a group of them, begins with the row that is number `within` of its level
/// within the chunk.
KOKKOS_INLINE_FUNCTION bool begins_step(const ChunkSizes& sizes, std::uint32_t within) {
  return within % std::uint32_t(sizes.step_rows) == 0;
}
KOKKOS_INLINE_FUNCTION bool begins_group(const ChunkSizes& sizes, std::uint32_t within) {
  return within % std::uint32_t(sizes.step_rows * sizes.group_steps) == 0;
}

/// Where the rows of each row's level begin within the chunk, in which levels ascend. Counts steps.
template <class Position>
struct FindRuns {
  const std::int32_t* levels;
  ChunkSizes sizes;
  Position* runs;

  KOKKOS_FUNCTION void operator()(const std::int64_t p, std::int64_t& steps) const {
    std::int64_t low = p - p % sizes.chunk_rows, high = p;
    while (low < high) {
      const std::int64_t middle = (low + high) / 2;
      if (levels[middle] < levels[p])
        low = middle + 1;
      else
        high = middle;
    }
    runs[p] = Position(low);
    steps += begins_step(sizes, std::uint32_t(p - low)) ? 1 : 0;
  }
};

/// Numbers of steps and groups so far.
struct StepCounts {
  std::int64_t steps = 0;
  std::int64_t groups = 0;

  KOKKOS_FUNCTION StepCounts& operator+=(const StepCounts& other) {
    steps += other.steps;
    groups += other.groups;
    return *this;
  }
};

/// What is written of steps.
template <class Position>
struct StepArrays {
  SolveStep* steps;
  std::int64_t* first_steps;
  Position* first_groups;  ///< of each chunk; behind the last one all groups
  Position* groups;        ///< the first step of each; behind the last one all steps
  Position* group_of;      ///< each step
};

/// A scan over pieces of rows, as Kokkos' scans take long for each of their items.
template <class Position>
struct FindSteps {
  using value_type = StepCounts;
  static constexpr std::int64_t piece_rows = 16;

  const Position* runs;
  std::int64_t num_rows;
  ChunkSizes sizes;
  StepArrays<Position> arrays;

  KOKKOS_FUNCTION void operator()(const std::int64_t piece, StepCounts& counts,
                                  bool is_final) const {
    const std::int64_t end = Kokkos::min(num_rows, (piece + 1) * piece_rows);
    for (std::int64_t p = piece * piece_rows; p < end; ++p) add(p, counts, is_final);
  }
  KOKKOS_FUNCTION void init(StepCounts& counts) const { counts = {}; }
  KOKKOS_FUNCTION void join(StepCounts& counts, const StepCounts& other) const { counts += other; }

 private:
  KOKKOS_FUNCTION void add(std::int64_t p, StepCounts& counts, bool is_final) const {
    const auto within = std::uint32_t(p - std::int64_t(runs[p]));
    const bool is_step = begins_step(sizes, within), is_group = begins_group(sizes, within);
    if (is_final && within == 0 && p % sizes.chunk_rows == 0) {
      arrays.first_steps[p / sizes.chunk_rows] = counts.steps;
      arrays.first_groups[p / sizes.chunk_rows] = Position(counts.groups);
    }
    if (is_final && is_group) arrays.groups[counts.groups] = Position(counts.steps);
    counts.groups += is_group ? 1 : 0;
    if (is_final && is_step) {
      SolveStep step;
      step.first = std::uint16_t(p % sizes.chunk_rows);
      arrays.steps[counts.steps] = step;
      arrays.group_of[counts.steps] = Position(counts.groups - 1);
    }
    counts.steps += is_step ? 1 : 0;
    if (is_final && p + 1 == num_rows) {
      const std::int64_t num_chunks = p / sizes.chunk_rows + 1;
      arrays.first_steps[num_chunks] = counts.steps;
      arrays.first_groups[num_chunks] = Position(counts.groups);
      arrays.groups[counts.groups] = Position(counts.steps);
    }
  }
};

/// What a step knows of those before and behind it.
template <class Position>
struct LinkSteps {
  StepArrays<Position> arrays;
  std::int64_t num_rows;
  std::int64_t chunk_rows;
  std::int64_t num_chunks;

  KOKKOS_FUNCTION void operator()(const std::int64_t s) const {
    const std::int64_t chunk = chunk_of(s);
    const std::int64_t rows = Kokkos::min(chunk_rows, num_rows - chunk * chunk_rows);
    const std::int64_t group = arrays.group_of[s];
    const std::int64_t first = arrays.first_groups[chunk], end = arrays.first_groups[chunk + 1];
    const bool is_last = s + 1 == arrays.first_steps[chunk + 1];
    SolveStep& step = arrays.steps[s];
    step.rows = std::uint8_t((is_last ? rows : arrays.steps[s + 1].first) - step.first);
    step.before = std::uint8_t(group > first ? steps_of(group - 1) : 0);
    step.beside = std::uint8_t(steps_of(group));
    step.after = std::uint8_t(group + 1 < end ? steps_of(group + 1) : 0);
    step.number = std::uint16_t(group - first);
  }

 private:
  KOKKOS_FUNCTION std::int64_t chunk_of(std::int64_t s) const {
    std::int64_t low = 0, high = num_chunks;
    while (high - low > 1) {
      const std::int64_t middle = (low + high) / 2;
      (arrays.first_steps[middle] <= s ? low : high) = middle;
    }
    return low;
  }
  KOKKOS_FUNCTION std::int64_t steps_of(std::int64_t group) const {
    return std::int64_t(arrays.groups[group + 1]) - std::int64_t(arrays.groups[group]);
  }
};

/// \param order of the rows by levels, num_rows of them, at least one
/// \param levels of the rows
template <class Exec, class Position, class Index>
SolveChunkArrays<typename Exec::memory_space> schedule_chunks(
    std::string_view operation, const Exec& exec, const SolveRows<Index>& rows,
    const Position* order, const std::int32_t* levels, const ChunkSizes& sizes) {
  using Space = typename Exec::memory_space;
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  const auto scratch = [&]<class T>(T, const char* label, std::int64_t length) {
    return scratch_array<T>(operation, exec, label, length);
  };
  const std::int64_t n = rows.num_rows;
  SolveChunkArrays<Space> result;
  result.chunk_rows = sizes.chunk_rows;
  result.step_rows = sizes.step_rows;
  const std::int64_t num_chunks = groups_of(n, sizes.chunk_rows);
  result.order = plan_array<std::uint16_t>(operation, exec, "filigree::solve::chunk_order", n);
  result.positions = plan_array<std::int32_t>(operation, exec, "filigree::solve::positions", n);
  result.first_steps =
      plan_array<std::int64_t>(operation, exec, "filigree::solve::first_steps", num_chunks + 1);
  const auto keys = scratch(std::int32_t(), "filigree::solve::chunk_keys", n);
  const auto places = scratch(Position(), "filigree::solve::chunk_places", n);
  const auto runs = scratch(Position(), "filigree::solve::runs", n);
  Kokkos::parallel_for("filigree::solve::write_chunks", Range(exec, 0, n),
                       WriteChunks<Position, Index>{rows, order, sizes.chunk_rows, keys.data()});
  stable_permutation_by_key<Exec, std::int32_t, Position>(
      exec, num_chunks, 0, Kokkos::View<const std::int32_t*, Space>(keys.view()), places.view());
  Kokkos::parallel_for(
      "filigree::solve::write_chunk_order", Range(exec, 0, n),
      WriteChunkOrder<Position, Index>{rows, order, places.data(), levels, sizes.chunk_rows,
                                       result.order.data(), result.positions.data(), keys.data()});
  std::int64_t num_steps = 0;
  Kokkos::parallel_reduce("filigree::solve::find_runs", Range(exec, 0, n),
                          FindRuns<Position>{keys.data(), sizes, runs.data()}, num_steps);
  result.steps = plan_array<SolveStep>(operation, exec, "filigree::solve::steps", num_steps);
  const auto first_groups = scratch(Position(), "filigree::solve::first_groups", num_chunks + 1);
  const auto groups = scratch(Position(), "filigree::solve::groups", num_steps + 1);
  const auto group_of = scratch(Position(), "filigree::solve::group_of", num_steps);
  const StepArrays<Position> arrays{result.steps.data(), result.first_steps.data(),
                                    first_groups.data(), groups.data(), group_of.data()};
  Kokkos::parallel_scan("filigree::solve::find_steps",
                        Range(exec, 0, groups_of(n, FindSteps<Position>::piece_rows)),
                        FindSteps<Position>{runs.data(), n, sizes, arrays});
  Kokkos::parallel_for("filigree::solve::link_steps", Range(exec, 0, num_steps),
                       LinkSteps<Position>{arrays, n, sizes.chunk_rows, num_chunks});
  return result;
}

}  // namespace filigree::detail
