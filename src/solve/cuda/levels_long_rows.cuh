// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/sum_over_lanes.hpp"
#include "solve/cuda/levels.cuh"
#include "solve/cuda/long_rows.cuh"

/// levels.cuh where some rows are so long that a thread block's warps share them.

namespace filigree::cuda {

template <class T, class Index, int Batch>
struct SolveLongRow {
  const SolveArguments<T, Index>& a;
  const Word<T>* words;

  /// The sums over `length` of a row's entries from number `done` on, on all lanes.
  __device__ SolveSums<T> operator()(const LongRow& row, std::int64_t done,
                                     std::int64_t length) const {
    const int lane = int(threadIdx.x) % 32;
    SolveShare<T, Index, 32, Batch> share(row.row, row.column);
    share.start(a, a.lower ? row.first + done : row.first - done, length, lane);
    while (!share.advance(a, words)) {
    }
    __syncwarp();
    auto sums = share.sums();
    sum_over_lanes<1, 16>(&sums.products, lane);
    sum_over_lanes<1, 16>(&sums.diagonal, lane);
    return sums;
  }
};

template <class T, class Index, int Warps, int Lanes, int Batch>
__global__ void __launch_bounds__(32 * Warps)
    solve_long_rows_kernel(SolveArguments<T, Index> a, unsigned long long* ticket, Word<T>* words) {
  constexpr int long_batch = 8;
  __shared__ LongRowBoard<SolveSums<T>> board;
  LongRowTeam<SolveSums<T>> team(board);
  __syncthreads();
  const int lane = int(threadIdx.x) % 32;
  const std::int64_t shares = a.num_rows * a.num_columns;
  const SolveLongRow<T, Index, long_batch> piece{a, words};
  for (;;) {
    unsigned long long mine = 0;
    if (lane == 0) mine = draw_from_all_ones(ticket);
    const std::int64_t first = std::int64_t(__shfl_sync(whole_warp, mine, 0)) * (32 / Lanes);
    if (first >= shares) break;
    const bool is_open = first + lane / Lanes < shares;
    const std::int64_t which = is_open ? first + lane / Lanes : first;
    const std::int64_t step = a.num_columns == 1 ? which : which / a.num_columns;
    SolveShare<T, Index, Lanes, Batch> share(a, row_of(a, step), int(which - step * a.num_columns));
    if (__any_sync(whole_warp, is_open && share.length() > long_row_entries)) {
      const std::int64_t end = min((long long)(first + 32 / Lanes), (long long)(shares));
      for (std::int64_t number = first; number < end; ++number) {
        const std::int64_t its_step = number / a.num_columns, row = row_of(a, its_step);
        const int column = int(number - its_step * a.num_columns);
        SolveShare<T, Index, 32, long_batch> whole(a, row, column);
        whole.set_sums(team.go_through_all({number, row, whole.first(), whole.length(), column},
                                           64 * long_batch, piece));
        whole.complete(a, words, lane, true);
        __syncwarp();
      }
      continue;
    }
    share.start(a, share.first(), share.length(), lane % Lanes);
    complete_rows(share, a, words, lane, is_open, [&] { team.help(first, piece); });
  }
  team.leave(piece);
}

}  // namespace filigree::cuda
