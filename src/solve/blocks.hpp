// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <core/fill_words.hpp>
#include <core/one_thread_team.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <spmm/generic.hpp>

/// The generic kernel for square blocks.

namespace filigree::detail {

/// As SolveGeneric, but what is solved at once is a block row of a tile of right-hand sides, on a
/// device by a team: it takes off what the blocks beside the diagonal contribute, block by block as
/// their unknowns arrive, then solves with the triangle of the block on the diagonal.
template <class Exec, class Problem>
class SolveBlocks {
  using Compute = typename Problem::compute_type;
  using X = typename Problem::x_scalar;
  static constexpr bool on_host = is_host_execution_v<Exec>;
  static constexpr int tile_columns = 4;
  static constexpr int team_threads = 32;
  static constexpr std::int64_t max_teams = 1 << 20;

 public:
  explicit SolveBlocks(const Problem& problem)
      : problem_(problem), tiles_(groups_of(problem.num_columns, tile_columns)) {}

  /// On a host what is left of the right-hand sides; on a device a ticket and flags.
  static std::size_t workspace_bytes(const Problem& problem) {
    const SolveBlocks kernel(problem);
    if (on_host) return std::size_t(kernel.tiles_) * kernel.rest_bytes();
    return sizeof(std::int64_t) * std::size_t(1 + groups_of(kernel.num_items(), 2));
  }

  void launch(const Exec& exec) {
    if (num_items() == 0) return;
    if constexpr (on_host) {
      Kokkos::parallel_for(
          "filigree::solve::blocks",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, tiles_), *this);
    } else {
      auto* const words = static_cast<std::int64_t*>(problem_.workspace);
      fill_words(exec, words, 1 + groups_of(num_items(), 2), 0);
      ticket_ = words;
      solved_ = reinterpret_cast<std::int32_t*>(words + 1);
      Kokkos::parallel_for(
          "filigree::solve::blocks",
          Kokkos::TeamPolicy<Exec>(exec, int(std::min(num_items(), max_teams)), team_threads)
              .set_scratch_size(0, Kokkos::PerTeam(int(rest_bytes() + alignof(Compute)))),
          *this);
    }
  }

  /// Of a host: a tile.
  void operator()(const std::int64_t tile) const requires on_host {
    auto* const rest =
        static_cast<Compute*>(problem_.workspace) + tile * problem_.rows.blocks.size * tile_columns;
    for (std::int64_t step = 0; step < problem_.rows.num_rows; ++step)
      solve_row(OneThreadTeam(), rest, problem_.rows.row_of(step), tile);
  }

  /// Of a device: a team takes block rows until there are none.
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const requires(!on_host) {
    auto* const rest = static_cast<Compute*>(team.team_scratch(0).get_shmem_aligned(
        problem_.rows.blocks.size * tile_columns * std::int64_t(sizeof(Compute)),
        alignof(Compute)));
    for (;;) {
      std::int64_t item = 0;
      if (team.team_rank() == 0) item = Kokkos::atomic_fetch_add(ticket_, std::int64_t(1));
      team.team_broadcast(item, 0);
      if (item >= problem_.rows.num_rows * tiles_) return;
      solve_row(team, rest, problem_.rows.row_of(item / tiles_), item % tiles_);
    }
  }

  /// \param rest as many entries as a block has rows and a tile columns; their contents do not
  /// matter
  template <class Team>
  KOKKOS_FUNCTION void solve_row(const Team& team, Compute* rest, std::int64_t row,
                                 std::int64_t tile) const {
    const auto& rows = problem_.rows;
    Part part{row, row * rows.blocks.size, int(rows.blocks.extent(row)), tile * tile_columns, 0, 0,
              0};
    part.num_columns =
        int(Kokkos::min(std::int64_t(tile_columns), problem_.num_columns - part.first_column));
    take_right_sides(team, rest, part);
    for (std::int64_t k = rows.begin(row); k < rows.end(row); ++k) {
      const std::int64_t col = rows.column(k);
      if (col == row) {
        if (part.diagonal_end == 0) part.diagonal_begin = k;
        part.diagonal_end = k + 1;
      } else if (rows.needs(row, col)) {
        if constexpr (!on_host) wait_for(col, tile);
        take_off(team, rest, part, k, col);
      }
    }
    team.team_barrier();
    solve_diagonal(team, rest, part);
    if constexpr (!on_host) {
      Kokkos::memory_fence();
      team.team_barrier();
      if (team.team_rank() == 0) Kokkos::atomic_store(solved_ + row * tiles_ + tile, 1);
    }
  }

 private:
  /// A block row and a tile, as every function here needs them.
  struct Part {
    std::int64_t row;    ///< of blocks
    std::int64_t first;  ///< row of the matrix
    int num_rows;
    std::int64_t first_column;  ///< of B and X
    int num_columns;
    std::int64_t diagonal_begin;  ///< entries that may be blocks of the diagonal
    std::int64_t diagonal_end;
  };

  std::int64_t num_items() const { return problem_.rows.num_rows * tiles_; }
  std::size_t rest_bytes() const {
    return std::size_t(problem_.rows.blocks.size * tile_columns) * sizeof(Compute);
  }

  /// f(row, column) for each entry of a tile, those of a thread in turn.
  template <class Team, class F>
  KOKKOS_INLINE_FUNCTION static void for_each_entry(const Team& team, int num_rows, int num_columns,
                                                    const F& f) {
    if constexpr (on_host) {
      for (int r = 0; r < num_rows; ++r)
        for (int c = 0; c < num_columns; ++c) f(r, c);
    } else {
      for (int e = team.team_rank(); e < num_rows * num_columns; e += team.team_size())
        f(e / num_columns, e % num_columns);
    }
  }

  KOKKOS_INLINE_FUNCTION void wait_for(std::int64_t row, std::int64_t tile) const {
    while (Kokkos::atomic_load(solved_ + row * tiles_ + tile) == 0) {
    }
    Kokkos::memory_fence();
  }

  template <class Team>
  KOKKOS_INLINE_FUNCTION void take_right_sides(const Team& team, Compute* rest,
                                               const Part& part) const {
    const Compute alpha = problem_.alpha.get();
    for_each_entry(team, part.num_rows, part.num_columns, [&](int r, int c) {
      Compute scaled{};
      if (alpha != Compute{})
        scaled =
            alpha * dense_entry<Compute>(problem_.B.at(0, part.first + r, part.first_column + c),
                                         problem_.B.conjugate);
      rest[r * part.num_columns + c] = scaled;
    });
  }

  /// Subtracts the product of block `k` and the unknowns of block row `col`. Each thread keeps to
  /// its own entries of `rest`.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void take_off(const Team& team, Compute* rest, const Part& part,
                                       std::int64_t k, std::int64_t col) const {
    const auto& blocks = problem_.rows.blocks;
    const std::int64_t first = col * blocks.size;
    const int width = int(blocks.extent(col));
    for_each_entry(team, part.num_rows, part.num_columns, [&](int r, int c) {
      Compute sum{};
      for (int j = 0; j < width; ++j)
        sum +=
            value(k, r, j) * convert<Compute>(problem_.X.at(0, first + j, part.first_column + c));
      rest[r * part.num_columns + c] -= sum;
    });
  }

  /// Solves with the block on the diagonal, and stores the unknowns.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void solve_diagonal(const Team& team, Compute* rest,
                                             const Part& part) const {
    const bool lower = problem_.rows.lower;
    const int n = part.num_rows, columns = part.num_columns;
    for (int step = 0; step < n; ++step) {
      const int r = lower ? step : n - 1 - step;
      for (int c = team.team_rank(); c < columns; c += team.team_size()) {
        const Compute pivot = problem_.rows.unit_diagonal ? Compute{} : diagonal_value(part, r, r);
        X& x = problem_.X.at(0, part.first + r, part.first_column + c);
        x = convert<X>(divide_by_pivot(problem_, part.first + r, rest[r * columns + c], pivot));
        rest[r * columns + c] = convert<Compute>(x);
      }
      team.team_barrier();
      const int first = lower ? r + 1 : 0;
      for_each_entry(team, n - 1 - step, columns, [&](int i, int c) {
        rest[(first + i) * columns + c] -=
            diagonal_value(part, first + i, r) * rest[r * columns + c];
      });
      team.team_barrier();
    }
  }

  KOKKOS_INLINE_FUNCTION Compute value(std::int64_t k, int row, int col) const {
    const auto& rows = problem_.rows;
    const Compute stored =
        convert<Compute>(problem_.values[rows.blocks.place(rows.place(k), row, col)]);
    return rows.conjugate ? conjugate(stored) : stored;
  }
  /// The sum of the row's blocks that stand on the diagonal: one, or none.
  KOKKOS_INLINE_FUNCTION Compute diagonal_value(const Part& part, int row, int col) const {
    Compute sum{};
    for (std::int64_t k = part.diagonal_begin; k < part.diagonal_end; ++k)
      if (problem_.rows.column(k) == part.row) sum += value(k, row, col);
    return sum;
  }

  Problem problem_;
  std::int64_t tiles_ = 0;
  std::int64_t* ticket_ = nullptr;
  std::int32_t* solved_ = nullptr;  ///< of each block row and tile, 0 or 1
};

}  // namespace filigree::detail
