// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <spmm/generic.hpp>

/// The generic kernel for square blocks, a host's: on devices, where they are of types that no
/// tuned kernel takes, SolveGeneric takes their rows one by one.

namespace filigree::detail {

/// As SolveGeneric, but what is solved at once is a block row of a tile of right-hand sides: what
/// the blocks beside the diagonal contribute is taken off block by block, then the triangle of the
/// block on the diagonal is solved with.
template <class Exec, class Problem>
class SolveBlocks {
  static_assert(is_host_execution_v<Exec>);
  using Compute = typename Problem::compute_type;
  using X = typename Problem::x_scalar;
  static constexpr int tile_columns = 4;

 public:
  explicit SolveBlocks(const Problem& problem)
      : problem_(problem), tiles_(groups_of(problem.num_columns, tile_columns)) {}

  /// What is left of the right-hand sides.
  static std::size_t workspace_bytes(const Problem& problem) {
    return std::size_t(groups_of(problem.num_columns, tile_columns) * problem.rows.blocks.size *
                       tile_columns) *
           sizeof(Compute);
  }

  void launch(const Exec& exec) const {
    if (problem_.rows.num_rows == 0 || tiles_ == 0) return;
    Kokkos::parallel_for(
        "filigree::solve::blocks",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, tiles_), *this);
  }

  void operator()(const std::int64_t tile) const {
    auto* const rest =
        static_cast<Compute*>(problem_.workspace) + tile * problem_.rows.blocks.size * tile_columns;
    for (std::int64_t step = 0; step < problem_.rows.num_rows; ++step)
      solve_row(rest, problem_.rows.row_of(step), tile);
  }

  /// \param rest as many entries as a block has rows and a tile columns; their contents do not
  /// matter
  void solve_row(Compute* rest, std::int64_t row, std::int64_t tile) const {
    const auto& rows = problem_.rows;
    Part part{row, row * rows.blocks.size, int(rows.blocks.extent(row)), tile * tile_columns, 0, 0,
              0};
    part.num_columns =
        int(std::min(std::int64_t(tile_columns), problem_.num_columns - part.first_column));
    take_right_sides(rest, part);
    for (std::int64_t k = rows.begin(row); k < rows.end(row); ++k) {
      const std::int64_t col = rows.column(k);
      if (col == row) {
        if (part.diagonal_end == 0) part.diagonal_begin = k;
        part.diagonal_end = k + 1;
      } else if (rows.needs(row, col)) {
        take_off(rest, part, k, col);
      }
    }
    solve_diagonal(rest, part);
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

  void take_right_sides(Compute* rest, const Part& part) const {
    const Compute alpha = problem_.alpha.get();
    for (int r = 0; r < part.num_rows; ++r)
      for (int c = 0; c < part.num_columns; ++c) {
        Compute scaled{};
        if (alpha != Compute{})
          scaled =
              alpha * dense_entry<Compute>(problem_.B.at(0, part.first + r, part.first_column + c),
                                           problem_.B.conjugate);
        rest[r * part.num_columns + c] = scaled;
      }
  }

  /// Subtracts the product of block `k` and the unknowns of block row `col`.
  void take_off(Compute* rest, const Part& part, std::int64_t k, std::int64_t col) const {
    const auto& blocks = problem_.rows.blocks;
    const std::int64_t first = col * blocks.size;
    const int width = int(blocks.extent(col));
    for (int r = 0; r < part.num_rows; ++r)
      for (int c = 0; c < part.num_columns; ++c) {
        Compute sum{};
        for (int j = 0; j < width; ++j)
          sum +=
              value(k, r, j) * convert<Compute>(problem_.X.at(0, first + j, part.first_column + c));
        rest[r * part.num_columns + c] -= sum;
      }
  }

  /// Solves with the block on the diagonal, and stores the unknowns.
  void solve_diagonal(Compute* rest, const Part& part) const {
    const bool lower = problem_.rows.lower;
    const int n = part.num_rows, columns = part.num_columns;
    for (int step = 0; step < n; ++step) {
      const int r = lower ? step : n - 1 - step;
      const Compute pivot = problem_.rows.unit_diagonal ? Compute{} : diagonal_value(part, r, r);
      for (int c = 0; c < columns; ++c) {
        X& x = problem_.X.at(0, part.first + r, part.first_column + c);
        x = convert<X>(divide_by_pivot(problem_, part.first + r, rest[r * columns + c], pivot));
        rest[r * columns + c] = convert<Compute>(x);
      }
      const int end = lower ? n : r;
      for (int other = lower ? r + 1 : 0; other < end; ++other) {
        const Compute beside = diagonal_value(part, other, r);
        for (int c = 0; c < columns; ++c)
          rest[other * columns + c] -= beside * rest[r * columns + c];
      }
    }
  }

  Compute value(std::int64_t k, int row, int col) const {
    const auto& rows = problem_.rows;
    const Compute stored =
        convert<Compute>(problem_.values[rows.blocks.place(rows.place(k), row, col)]);
    return rows.conjugate ? conjugate(stored) : stored;
  }
  /// The sum of the row's blocks that stand on the diagonal: one, or none.
  Compute diagonal_value(const Part& part, int row, int col) const {
    Compute sum{};
    for (std::int64_t k = part.diagonal_begin; k < part.diagonal_end; ++k)
      if (problem_.rows.column(k) == part.row) sum += value(k, row, col);
    return sum;
  }

  Problem problem_;
  std::int64_t tiles_ = 0;
};

}  // namespace filigree::detail
