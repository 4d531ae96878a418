// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <banded/generic.hpp>
#include <banded/host/lanes.hpp>
#include <banded/host/shape.hpp>
#include <banded/select.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/pivot_report.hpp>
#include <filigree/detail/banded_problem.hpp>

/// Systems on the host: 16 of double side by side in vectors, or 16 partitions of a tridiagonal
/// one, of which all unknowns but the first and last one are eliminated with pivots among all rows
/// that they are in. These form a pentadiagonal system, which the generic kernel solves; then the
/// partitions are eliminated once more, with solutions.

namespace filigree::detail {

/// Groups of lanes of a thread, an item each.
template <class T>
struct BandedLanes {
  static constexpr std::int64_t width = lane_count<T>;

  BandedProblem<T> problem;
  BandedHostShape<T> shape;
  BandedProblem<T> coarse;  ///< its x is its b
  std::byte* workspace = nullptr;
  LaneStep step = LaneStep::solve;
  std::int64_t first_column = 0;
  int num_columns = 1;

  void operator()(const std::int64_t thread) const {
    LaneTask<T> task;
    task.step = step;
    task.pivots = problem.pivots;
    task.num_columns = num_columns;
    task.num_rows = shape.lane_rows;
    const int P = task.half_bandwidth = problem.half_bandwidth, C = int(shape.columns);
    task.chunk =
        reinterpret_cast<T*>(workspace + shape.lanes + std::size_t(thread) * shape.lane_bytes);
    task.factors = task.chunk + lane_chunk_words(P, C) * width;
    task.side = task.factors + shape.tiles * shape.lane_rows * width * lane_factor_words(P, C);
    const std::int64_t begin = shape.groups * thread / shape.threads;
    const std::int64_t end = shape.groups * (thread + 1) / shape.threads;
    // What was condensed last may still be in a cache.
    for (std::int64_t i = 0; i < end - begin; ++i)
      run_group(step == LaneStep::expand ? end - 1 - i : begin + i, task);
  }

 private:
  /// The lanes of a group.
  struct Place {
    std::int64_t system = 0;     ///< of lane 0
    std::int64_t first_row = 0;  ///< of lane 0
    std::int64_t lanes = 0;
  };

  Place place_of(std::int64_t group) const {
    if (shape.partitions == 0) {
      const std::int64_t first = group * shape.tiles * width;
      return {first, 0, std::min(problem.num_systems - first, shape.tiles * width)};
    }
    const std::int64_t in_system = group % shape.groups_of_system();
    return {group / shape.groups_of_system(), in_system * width * shape.lane_rows,
            std::min(shape.partitions - in_system * width, width)};
  }

  /// The rows first .. last - 1 of systems of an array.
  void set_lanes(LaneArray<T>& array, const T* data, std::int64_t row_stride,
                 std::int64_t system_stride, std::int64_t first, std::int64_t last,
                 const Place& place) const {
    array.row_stride = row_stride;
    array.lane_stride = shape.partitions > 0 ? shape.lane_rows * row_stride : system_stride;
    array.full_begin = 0;
    array.full_end = shape.lane_rows;
    for (std::int64_t l = 0; l < width; ++l) {
      const std::int64_t row = shape.partitions > 0 ? place.first_row + l * shape.lane_rows : 0;
      array.begin[l] = std::clamp<std::int64_t>(first - row, 0, shape.lane_rows);
      array.end[l] = l < place.lanes ? std::clamp<std::int64_t>(last - row, 0, shape.lane_rows) : 0;
      array.full_begin = std::max(array.full_begin, array.begin[l]);
      array.full_end = std::min(array.full_end, array.end[l]);
    }
    array.data =
        last > first ? data + place.first_row * row_stride + place.system * system_stride : nullptr;
  }

  void run_group(std::int64_t group, LaneTask<T>& task) const {
    const Place place = place_of(group);
    if (place.lanes <= width || (place.lanes == shape.tiles * width && is_side_by_side())) {
      task.width = std::max(place.lanes, width);
      return run_place(place, task);
    }
    task.width = width;
    for (std::int64_t first = 0; first < place.lanes; first += width)
      run_place({place.system + first, 0, std::min(place.lanes - first, width)}, task);
  }

  /// Whether systems are, in all arrays.
  bool is_side_by_side() const {
    bool result = problem.b.system_stride == 1 && problem.x.system_stride == 1;
    for (int d = 0; d <= 2 * problem.half_bandwidth; ++d)
      result = result && problem.diagonals[d].system_stride == 1;
    return result;
  }

  void run_place(const Place& place, LaneTask<T>& task) const {
    const std::int64_t m = problem.num_rows;
    const int P = problem.half_bandwidth;
    for (int d = 0; d <= 2 * P; ++d) {
      const auto& diagonal = problem.diagonals[d];
      set_lanes(task.diagonals[d],
                diagonal.data == nullptr ? nullptr
                                         : diagonal.data + diagonal.row_shift * diagonal.row_stride,
                diagonal.row_stride, diagonal.system_stride, std::max(P - d, 0),
                m - std::max(d - P, 0), place);
      task.diagonals[d].outside = T(d == P ? 1 : 0);
    }
    task.x_row_stride = problem.x.row_stride;
    task.x_lane_stride =
        shape.partitions > 0 ? shape.lane_rows * problem.x.row_stride : problem.x.system_stride;
    for (int c = 0; c < num_columns; ++c) {
      const std::int64_t column = first_column + c;
      set_lanes(task.b[c], problem.b.data + column * problem.b.column_stride, problem.b.row_stride,
                problem.b.system_stride, 0, m, place);
      task.x[c] = &problem.x.at(place.system, place.first_row, column);
    }
    if (step == LaneStep::expand) load_ends(place, task);
    run_lanes(task);
    if (step == LaneStep::condense)
      store_coarse_rows(place, task);
    else
      report(place, task);
  }

  /// The coarse row of the first partition of a group.
  std::int64_t coarse_row(const Place& place) const {
    return 2 * (place.first_row / shape.lane_rows);
  }

  void store_coarse_rows(const Place& place, const LaneTask<T>& task) const {
    const auto put = [&](int d, std::int64_t row, T value) {
      const auto& to = coarse.diagonals[d];
      const_cast<T*>(to.data)[place.system * to.system_stride + row] = value;
    };
    for (std::int64_t l = 0; l < place.lanes; ++l)
      for (int i = 0; i < 2; ++i) {
        const std::int64_t row = coarse_row(place) + 2 * l + i;
        const LaneRow<T>& from = task.rows[i];
        put(i == 0 ? 0 : 4, row, T(0));
        put(1 - i, row, from.before[l]);
        put(2 - i, row, from.first[l]);
        put(3 - i, row, from.next[l]);
        put(4 - i, row, from.after[l]);
        for (int c = 0; c < num_columns; ++c) coarse.x.at(place.system, row, c) = from.b[c][l];
      }
  }

  void load_ends(const Place& place, LaneTask<T>& task) const {
    for (std::int64_t l = 0; l < width; ++l)
      for (int e = 0; e < 4; ++e) {
        const std::int64_t row = coarse_row(place) + 2 * l - 1 + e;
        const bool is_there = l < place.lanes && row >= 0 && row < coarse.num_rows;
        for (int c = 0; c < num_columns; ++c)
          task.ends[e][c][l] = is_there ? coarse.x.at(place.system, row, c) : T(0);
      }
  }

  void report(const Place& place, const LaneTask<T>& task) const {
    if (problem.positions == nullptr) return;
    const bool parts = shape.partitions > 0;
    for (std::int64_t l = 0; l < place.lanes; ++l) {
      const std::int64_t row = lane_row_without_pivot(task, int(l));
      if (row < 0) continue;
      report_pivot(problem.positions + place.system + (parts ? 0 : l),
                   parts ? place.first_row + l * shape.lane_rows + row : row);
    }
  }
};

/// Solves the coarse system of a system.
template <class Exec, class T>
struct BandedCoarseFactorize {
  BandedFactorize<Exec, T, 2, false> factorize;
  std::int64_t lane_rows = 1;
  std::int64_t* positions = nullptr;  ///< of the systems' report

  void operator()(const std::int64_t system) const {
    std::int64_t& position = factorize.problem.positions[system];
    position = -1;
    factorize(system);
    if (position < 0 || positions == nullptr) return;
    report_pivot(positions + system,
                 position / 2 * lane_rows + (position % 2 == 0 ? 0 : lane_rows - 1));
  }
};

struct BandedPartitionsHost {
  static constexpr std::string_view name = "banded_partitions_host";

  template <class Exec, class Problem>
  static constexpr bool takes =
      is_host_execution_v<Exec>&& std::is_floating_point_v<typename Problem::scalar_type>;

  static bool can_implement(const BandedInput& input) {
    // A pentadiagonal system is not cut into partitions: lanes without a system would be idle.
    return !input.periodic && (input.half_bandwidth == 1 || input.num_systems >= least_systems);
  }
  static double seconds(const BandedInput&) { return 0; }  // it is alone
  static std::size_t workspace_bytes(const BandedInput& input) {
    return input.scalar_bytes == sizeof(double) ? BandedHostShape<double>(input).bytes
                                                : BandedHostShape<float>(input).bytes;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const BandedInput& input,
                     void* workspace) {
    using T = typename Problem::scalar_type;
    BandedLanes<T> lanes;
    lanes.problem = problem;
    lanes.shape = BandedHostShape<T>(input);
    const auto address = reinterpret_cast<std::uintptr_t>(workspace);
    lanes.workspace = static_cast<std::byte*>(workspace) + (64 - address % 64) % 64;
    for (std::int64_t column = 0; column < problem.num_columns; column += lanes.num_columns) {
      lanes.first_column = column;
      lanes.num_columns = problem.num_columns - column >= most_lane_columns ? most_lane_columns : 1;
      if (lanes.shape.partitions > 0) {
        set_coarse(lanes);
        run(exec, lanes, LaneStep::condense, "filigree::banded_solve::condense");
        solve_coarse(exec, lanes);
        run(exec, lanes, LaneStep::expand, "filigree::banded_solve::expand");
      } else {
        run(exec, lanes, LaneStep::solve, "filigree::banded_solve::lanes");
      }
    }
  }

 private:
  static constexpr std::int64_t least_systems = 8;

  template <class Exec>
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

  template <class T>
  static void set_coarse(BandedLanes<T>& lanes) {
    const std::int64_t rows = lanes.shape.coarse_rows(), systems = lanes.problem.num_systems;
    BandedProblem<T>& coarse = lanes.coarse;
    coarse.num_rows = rows;
    coarse.num_systems = systems;
    coarse.num_columns = lanes.num_columns;
    coarse.half_bandwidth = 2;
    coarse.pivots = lanes.problem.pivots;
    for (int d = 0; d < 5; ++d)
      coarse.diagonals[d] = {reinterpret_cast<T*>(lanes.workspace) + d * rows * systems, 0, 1,
                             rows};
    T* const vectors = reinterpret_cast<T*>(lanes.workspace + lanes.shape.coarse_vectors);
    coarse.x = {vectors, 1, rows, rows * systems};
    coarse.b = {vectors, 1, rows, rows * systems};
    coarse.positions =
        reinterpret_cast<std::int64_t*>(lanes.workspace + lanes.shape.coarse_positions);
  }

  template <class Exec, class T>
  static void run(const Exec& exec, BandedLanes<T> lanes, LaneStep step, const char* label) {
    lanes.step = step;
    Kokkos::parallel_for(label, Range<Exec>(exec, 0, lanes.shape.threads, Kokkos::ChunkSize(1)),
                         lanes);
  }

  template <class Exec, class T>
  static void solve_coarse(const Exec& exec, const BandedLanes<T>& lanes) {
    BandedFactors<T, 2, false> factors;
    const std::int64_t systems = lanes.problem.num_systems;
    factors.steps = lanes.coarse.num_rows;
    factors.num_systems = systems;
    factors.values = reinterpret_cast<T*>(lanes.workspace + lanes.shape.coarse_factors);
    factors.pivots = reinterpret_cast<signed char*>(
        factors.values + factors.steps * decltype(factors)::words * systems);
    Kokkos::parallel_for(
        "filigree::banded_solve::factorize_coarse", Range<Exec>(exec, 0, systems),
        BandedCoarseFactorize<Exec, T>{
            {lanes.coarse, factors}, lanes.shape.lane_rows, lanes.problem.positions});
    Kokkos::parallel_for("filigree::banded_solve::substitute_coarse",
                         Range<Exec>(exec, 0, systems * lanes.num_columns),
                         BandedSubstitute<Exec, T, 2, false>{lanes.coarse, factors});
  }
};

}  // namespace filigree::detail
