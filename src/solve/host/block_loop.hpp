// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/triangular_solve_problem.hpp>
#include <solve/blocks.hpp>
#include <spmm/generic.hpp>

/// A thread's way through block rows on a host, with one right-hand side.

namespace filigree::detail {

/// alpha times the right-hand side's entry of a row.
template <class Problem, class Compute>
Compute scaled_right_side(const Problem& problem, const Compute& alpha, std::int64_t row) {
  if (alpha == Compute{}) return {};
  return alpha * dense_entry<Compute>(problem.B.at(0, row, 0), problem.B.conjugate);
}

/// \tparam Size of blocks, 0: known when it runs
/// \tparam by_rows whether a block's rows are contiguous, as those of op(A); else its columns are
template <class Problem, int Size, bool by_rows>
struct SolveBlockLoop {
  using Compute = typename Problem::compute_type;
  using A = typename Problem::matrix_scalar;
  using X = typename Problem::x_scalar;

  Problem problem;

  void rows(const std::int64_t first, const std::int64_t last) const {
    Compute rest[Size > 0 ? Size : largest_solve_block];
    const Compute alpha = problem.alpha.get();
    for (std::int64_t step = first; step < last; ++step)
      solve_row(problem.rows.row_of(step), alpha, rest);
  }

 private:
  std::int64_t size() const { return Size > 0 ? Size : problem.rows.blocks.size; }
  const A* block(std::int64_t k) const {
    return problem.values + problem.rows.place(k) * size() * size();
  }
  Compute value(const A* block, std::int64_t row, std::int64_t col) const {
    const auto stored = convert<Compute>(block[by_rows ? row * size() + col : col * size() + row]);
    return problem.rows.conjugate ? conjugate(stored) : stored;
  }

  void solve_row(std::int64_t row, const Compute& alpha, Compute* rest) const {
    const auto& rows = problem.rows;
    const std::int64_t first = row * size(), height = rows.blocks.extent(row);
    for (std::int64_t r = 0; r < height; ++r)
      rest[r] = scaled_right_side(problem, alpha, first + r);
    std::int64_t diagonal = -1, num_diagonals = 0;
    for (std::int64_t k = rows.begin(row); k < rows.end(row); ++k) {
      const std::int64_t col = rows.column(k);
      if (col == row) {
        diagonal = k;
        ++num_diagonals;
      } else if (rows.needs(row, col)) {
        const std::int64_t width = rows.blocks.extent(col);
        if (height == size() && width == size())
          take_off(block(k), col, size(), size(), rest);
        else
          take_off(block(k), col, height, width, rest);
      }
    }
    if (num_diagonals == 1)
      solve_diagonal(block(diagonal), first, height, rest);
    else  // sums of blocks, or none
      SolveBlocks<Kokkos::DefaultHostExecutionSpace, Problem>(problem).solve_row(rest, row, 0);
  }

  void take_off(const A* block, std::int64_t block_col, std::int64_t height, std::int64_t width,
                Compute* rest) const {
    const std::int64_t stride = problem.X.row_stride;
    const X* const x = problem.X.data + block_col * size() * stride;
    if constexpr (by_rows) {
      for (std::int64_t r = 0; r < height; ++r) {
        Compute sum = rest[r];
        for (std::int64_t c = 0; c < width; ++c)
          sum -= value(block, r, c) * convert<Compute>(x[c * stride]);
        rest[r] = sum;
      }
    } else {
      for (std::int64_t c = 0; c < width; ++c) {
        const Compute unknown = convert<Compute>(x[c * stride]);
        for (std::int64_t r = 0; r < height; ++r) rest[r] -= value(block, r, c) * unknown;
      }
    }
  }

  void solve_diagonal(const A* block, std::int64_t first, std::int64_t height,
                      Compute* rest) const {
    const bool lower = problem.rows.lower;
    for (std::int64_t step = 0; step < height; ++step) {
      const std::int64_t r = lower ? step : height - 1 - step;
      const Compute pivot = problem.rows.unit_diagonal ? Compute{} : value(block, r, r);
      X& x = problem.X.data[(first + r) * problem.X.row_stride];
      x = convert<X>(divide_by_pivot(problem, first + r, rest[r], pivot));
      const Compute unknown = convert<Compute>(x);
      const std::int64_t end = lower ? height : r;
      for (std::int64_t other = lower ? r + 1 : 0; other < end; ++other)
        rest[other] -= value(block, other, r) * unknown;
    }
  }
};

template <int Size, class Problem, class Run>
void with_block_loop_of(const Problem& problem, const Run& run) {
  if (problem.rows.blocks.col_step == 1)
    run(SolveBlockLoop<Problem, Size, true>{problem});
  else
    run(SolveBlockLoop<Problem, Size, false>{problem});
}

/// Calls run(loop) with the SolveBlockLoop for the problem's blocks.
template <class Problem, class Run>
void with_block_loop(const Problem& problem, const Run& run) {
  switch (problem.rows.blocks.size) {
    case 2:
      return with_block_loop_of<2>(problem, run);
    case 3:
      return with_block_loop_of<3>(problem, run);
    case 4:
      return with_block_loop_of<4>(problem, run);
    default:
      return with_block_loop_of<0>(problem, run);
  }
}

}  // namespace filigree::detail
