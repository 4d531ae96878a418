// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <core/fill_words.hpp>
#include <core/relaxed_load.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <spmm/generic.hpp>

/// The generic kernel: every layout and type, on every execution space.

namespace filigree::detail {

/// Right-hand sides are solved in tiles. On a host a thread takes a tile and solves row after row.
/// On a device a thread takes a row of a tile, in the order in which threads arrive, waits for each
/// unknown that the row needs, and then publishes its own by a flag: no thread waits for one that
/// has not arrived. Within a warp threads wait in turn, in one loop, for some may need others. Rows
/// of blocks are taken one by one, too (a host has SolveBlocks).
template <class Exec, class Problem>
class SolveGeneric {
  using Compute = typename Problem::compute_type;
  using X = typename Problem::x_scalar;
  static constexpr bool on_host = is_host_execution_v<Exec>;
  static constexpr int tile_columns = 4;

 public:
  explicit SolveGeneric(const Problem& problem) : problem_(problem) {}

  static std::size_t workspace_bytes(const Problem& problem) {
    if (on_host) return 0;
    return sizeof(std::int64_t) * std::size_t(1 + groups_of(num_items(problem), 2));
  }

  void launch(const Exec& exec) {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    tiles_ = num_tiles(problem_);
    if constexpr (on_host) {
      Kokkos::parallel_for("filigree::solve::generic", Policy(exec, 0, tiles_), *this);
    } else {
      auto* const words = static_cast<std::int64_t*>(problem_.workspace);
      const auto length = std::int64_t(workspace_bytes(problem_) / sizeof(std::int64_t));
      fill_words(exec, words, length, 0);
      ticket_ = words;
      solved_ = reinterpret_cast<std::int32_t*>(words + 1);
      Kokkos::parallel_for("filigree::solve::generic", Policy(exec, 0, num_items(problem_)), *this);
    }
  }

  KOKKOS_FUNCTION void operator()(const std::int64_t which) const {
    if constexpr (on_host) {
      for (std::int64_t step = 0; step < problem_.rows.num_rows; ++step)
        solve_row(problem_.rows.row_of(step), which);
    } else {
      const std::int64_t item = Kokkos::atomic_fetch_add(ticket_, std::int64_t(1));
      const std::int64_t row = row_of(item / tiles_);
      if (row < num_unknowns(problem_)) solve_row(row, item % tiles_);
    }
  }

 private:
  static std::int64_t num_tiles(const Problem& problem) {
    return groups_of(problem.num_columns, tile_columns);
  }
  static std::int64_t num_items(const Problem& problem) {
    return problem.rows.num_rows * problem.rows.blocks.size * num_tiles(problem);
  }
  KOKKOS_INLINE_FUNCTION static std::int64_t num_unknowns(const Problem& problem) {
    return problem.rows.blocks.any() ? problem.rows.blocks.num_rows : problem.rows.num_rows;
  }
  /// The row of the matrix that is solved as number `step`; behind its end where blocks stand over.
  KOKKOS_INLINE_FUNCTION std::int64_t row_of(std::int64_t step) const {
    const auto& rows = problem_.rows;
    const std::int64_t size = rows.blocks.size;
    const std::int64_t row = step % size;
    return rows.row_of(step / size) * size + (rows.lower ? row : size - 1 - row);
  }

  KOKKOS_INLINE_FUNCTION std::int32_t* flag(std::int64_t row, std::int64_t tile) const {
    return solved_ + row * tiles_ + tile;
  }
  /// Whether the row's unknowns of the tile may be read.
  KOKKOS_INLINE_FUNCTION bool is_solved(std::int64_t row, std::int64_t tile) const {
    if constexpr (on_host) return true;
    if (relaxed_load(flag(row, tile)) == 0) return false;
    Kokkos::memory_fence();
    return true;
  }

  KOKKOS_INLINE_FUNCTION void solve_row(std::int64_t row, std::int64_t tile) const {
    const auto& rows = problem_.rows;
    const std::int64_t size = rows.blocks.size, block_row = row / size;
    const std::int64_t row_of_block = row - block_row * size;
    const std::int64_t first = tile * tile_columns;
    const int columns = int(Kokkos::min(std::int64_t(tile_columns), problem_.num_columns - first));
    Compute sums[tile_columns] = {};
    Compute pivot{};
    const std::int64_t end = rows.end(block_row);
    std::int64_t k = rows.begin(block_row), within = 0;  // a column of block k
    for (bool is_done = false; !is_done;) {
      if (k < end) {
        const std::int64_t col = rows.column(k) * size + within;
        if (col == row && !rows.unit_diagonal) pivot += value(k, row_of_block, within);
        if (rows.needs(row, col) && col < num_unknowns(problem_)) {
          if (!is_solved(col, tile)) continue;
          const Compute entry = value(k, row_of_block, within);
          for (int c = 0; c < columns; ++c)
            sums[c] += entry * convert<Compute>(problem_.X.at(0, col, first + c));
        }
        if (++within < size) continue;
        within = 0;
        ++k;
      } else {
        store(row, first, columns, sums, pivot);
        if constexpr (!on_host) {
          Kokkos::memory_fence();
          Kokkos::atomic_store(flag(row, tile), 1);
        }
        is_done = true;
      }
    }
  }

  KOKKOS_INLINE_FUNCTION Compute value(std::int64_t k, std::int64_t row, std::int64_t col) const {
    const Compute stored = convert<Compute>(
        problem_.values[problem_.rows.blocks.place(problem_.rows.place(k), row, col)]);
    return problem_.rows.conjugate ? conjugate(stored) : stored;
  }

  KOKKOS_INLINE_FUNCTION void store(std::int64_t row, std::int64_t first, int columns,
                                    const Compute* sums, const Compute& pivot) const {
    const Compute alpha = problem_.alpha.get();
    for (int c = 0; c < columns; ++c) {
      Compute rest = -sums[c];
      if (alpha != Compute{})
        rest =
            alpha * dense_entry<Compute>(problem_.B.at(0, row, first + c), problem_.B.conjugate) -
            sums[c];
      problem_.X.at(0, row, first + c) = convert<X>(divide_by_pivot(problem_, row, rest, pivot));
    }
  }

  Problem problem_;
  std::int64_t tiles_ = 0;
  std::int64_t* ticket_ = nullptr;
  std::int32_t* solved_ = nullptr;  ///< of each row and tile, 0 or 1
};

}  // namespace filigree::detail
