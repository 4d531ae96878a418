// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/warp.hpp"
#include "solve/cuda/arguments.hpp"
#include "solve/cuda/pivot.cuh"

/// Square blocks and many right-hand sides, in the order of levels.cuh and with its words, by rows.
/// A thread block takes a block row and a tile of right-hand sides, one a lane. Its warps take the
/// row's blocks in turn: each stages the values of its own, waits for the last unknown of the rows
/// that they need, and reads all of these at once. The first warp adds up what they found and
/// solves with the block on the diagonal.

namespace filigree::cuda {

inline constexpr int block_columns_tile = 32;

template <class T, class Index, int Size, int Warps, int Batch>
class BlockColumns {
  static constexpr int area = Size * Size;
  /// Blocks that a warp stages at once.
  static constexpr int chunk = area <= 16 ? 8 : area <= 64 ? 4 : 2;

 public:
  struct Shared {
    T values[Warps][chunk * area];
    T diagonal[area];
    T inverses[Size];
    T sums[Warps > 1 ? Warps - 1 : 1][Size][32];
    long long share;
  };

  __device__ BlockColumns(const SolveArguments<T, Index>& a, Word<T>* words, Shared& shared,
                          std::int64_t row, std::int64_t first_column)
      : a_(a),
        shared_(shared),
        lane_(int(threadIdx.x) % 32),
        warp_(int(threadIdx.x) / 32),
        row_(Index(row)),
        first_column_(first_column),
        words_(words + first_column) {}

  __device__ void solve() {
    const std::int64_t begin = a_.begins[row_] - a_.base;
    const int length = int(a_.ends[row_] - a_.base - begin);
    const T factor = a_.alpha.get();
#pragma unroll
    for (int s = 0; s < Size; ++s) {
      rest_[s] = T(0);
      const std::int64_t row = unknown(row_, turned(s));
      if (warp_ == 0 && factor != T(0) && is_there(row))
        rest_[s] = factor * a_.b[row * a_.b_row_stride + column() * a_.b_col_stride];
    }
    if (warp_ == 0) read_diagonal(begin, length);
    for (int done = 0; done < length; done += chunk * Warps) {
      const int own = done + lane_ * Warps + warp_;  // the lane's entry, one of chunk
      const bool has_one = lane_ < chunk && own < length;
      take_chunk(has_one, a_.lower ? begin + own : begin + length - 1 - own);
    }
    if constexpr (Warps > 1) add_up();
    if (warp_ > 0) return;
    solve_diagonal();
    publish();
  }

 private:
  __device__ std::int64_t column() const { return first_column_ + lane_; }
  __device__ static std::int64_t unknown(Index block_row, int r) {
    return std::int64_t(block_row) * Size + r;
  }
  __device__ bool is_there(std::int64_t row) const {
    return row < a_.num_unknowns && column() < a_.num_columns;
  }
  __device__ bool needs(Index col) const { return a_.lower ? col < row_ : col > row_; }
  __device__ std::int64_t block_at(std::int64_t at) const {
    return a_.places.is_null() ? at : a_.places[at];
  }

  /// Rows of a block row count in the order in which they are solved: the row, or the column of a
  /// block on the diagonal, that comes as number `s`.
  __device__ int turned(int s) const { return a_.lower ? s : Size - 1 - s; }
  /// Where value v of a stored block is: rows in that order, columns as they are.
  __device__ int staged(int v) const {
    const int row = a_.blocks_by_rows ? v / Size : v % Size;
    const int col = a_.blocks_by_rows ? v % Size : v / Size;
    return turned(row) * Size + col;
  }

  /// Adds up the blocks that stand on the diagonal: one, or none.
  __device__ void read_diagonal(std::int64_t begin, int length) {
    for (int v = lane_; v < area; v += 32) shared_.diagonal[v] = T(0);
    __syncwarp();  // a lane may add to what another one cleared
    for (int done = 0; done < length; done += 32) {
      const std::int64_t at = begin + done + lane_;
      const bool is_diagonal = done + lane_ < length && Index(a_.cols[at] - a_.base) == row_;
      for (unsigned left = __ballot_sync(whole_warp, is_diagonal); left != 0; left &= left - 1) {
        const T* const block = a_.values + block_at(begin + done + __ffs(left) - 1) * area;
        for (int v = lane_; v < area; v += 32) {
          const int at_row = staged(v) / Size, at_col = staged(v) % Size;
          shared_.diagonal[at_row * Size + turned(at_col)] += block[v];
        }
      }
    }
    __syncwarp();
    if (lane_ < Size) shared_.inverses[lane_] = T(1) / shared_.diagonal[lane_ * (Size + 1)];
    __syncwarp();
  }
  /// Takes the warp's next entries, one of each of the lanes that have one.
  __device__ void take_chunk(bool has_one, std::int64_t at) {
    Index col = has_one ? Index(a_.cols[at] - a_.base) : Index(0);
    const bool is_needed = has_one && needs(col);
    const std::int64_t block = is_needed ? block_at(at) : 0;
    const unsigned needed = __ballot_sync(whole_warp, is_needed);
    stage(needed, block);
    // Its last unknown of the tile's first column, which comes about last.
    const std::int64_t last =
        min((long long)unknown(col, a_.lower ? Size - 1 : 0), (long long)(a_.num_unknowns - 1));
    const Word<T>* const scout = words_ + last * a_.num_columns;
    bool is_ready = !is_needed;
    for (unsigned left = needed; left != 0;) {
      if (!is_ready) is_ready = load_relaxed(scout) != no_result<T>;
      const unsigned waiting = __ballot_sync(whole_warp, !is_ready);
      const unsigned ready = waiting == 0 ? left : left & ((waiting & -waiting) - 1);
      left &= ~ready;
      for (unsigned now = ready; now != 0;) now = take_off(now, col);
    }
  }

  __device__ void stage(unsigned needed, std::int64_t block) {
    constexpr int values_of_lane = (chunk * area + 31) / 32;
    T values[values_of_lane];
#pragma unroll
    for (int i = 0; i < values_of_lane; ++i) {
      const int entry = (i * 32 + lane_) / area, v = (i * 32 + lane_) % area;
      const std::int64_t from = __shfl_sync(whole_warp, block, entry % 32);
      values[i] = T(0);
      if (entry < chunk && (needed >> entry & 1) != 0) values[i] = a_.values[from * area + v];
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < values_of_lane; ++i) {
      const int entry = (i * 32 + lane_) / area, v = (i * 32 + lane_) % area;
      if (entry < chunk) shared_.values[warp_][entry * area + staged(v)] = values[i];
    }
    __syncwarp();
  }

  /// Subtracts the products of up to Batch of these entries, and returns the others.
  __device__ unsigned take_off(unsigned entries, Index col) {
    int which[Batch];
    Index cols[Batch];
    Word<T> found[Batch][Size];
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      which[j] = __ffs(entries) - 1;  // -1: none left
      entries &= entries - 1;
      cols[j] = __shfl_sync(whole_warp, col, which[j] & 31);
#pragma unroll
      for (int k = 0; k < Size; ++k) {
        found[j][k] = 0;
        if (which[j] >= 0 && is_there(unknown(cols[j], k)))
          found[j][k] = load_relaxed(words_ + unknown(cols[j], k) * a_.num_columns + lane_);
      }
    }
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      if (which[j] < 0) continue;
      const T* const block = shared_.values[warp_] + which[j] * area;
#pragma unroll
      for (int k = 0; k < Size; ++k) {
        if (unknown(cols[j], k) >= a_.num_unknowns) continue;
        while (found[j][k] == no_result<T>)
          found[j][k] = load_relaxed(words_ + unknown(cols[j], k) * a_.num_columns + lane_);
        const T x = from_word(found[j][k]);
#pragma unroll
        for (int r = 0; r < Size; ++r) rest_[r] = fma(-block[r * Size + k], x, rest_[r]);
      }
    }
    return entries;
  }

  /// What the warps found, in their order.
  __device__ void add_up() {
    if (warp_ > 0) {
#pragma unroll
      for (int s = 0; s < Size; ++s) shared_.sums[warp_ - 1][s][lane_] = rest_[s];
    }
    __syncthreads();
    if (warp_ > 0) return;
#pragma unroll
    for (int w = 0; w < Warps - 1; ++w)
#pragma unroll
      for (int s = 0; s < Size; ++s) rest_[s] += shared_.sums[w][s][lane_];
  }

  __device__ void solve_diagonal() {
#pragma unroll
    for (int s = 0; s < Size; ++s) shared_.sums[0][s][lane_] = rest_[s];
    bool is_right = true;
#pragma unroll
    for (int s = 0; s < Size; ++s) {
      if (unknown(row_, turned(s)) >= a_.num_unknowns) continue;
      const T pivot = shared_.diagonal[s * (Size + 1)], inverse = shared_.inverses[s];
      const T x = a_.unit_diagonal ? rest_[s] : over_pivot_by_inverse(rest_[s], pivot, inverse);
      is_right = is_right && (a_.unit_diagonal || is_quotient(x, inverse) ||
                              (rest_[s] == T(0) && x == T(0) && is_quotient(inverse, inverse)));
      rest_[s] = x;
#pragma unroll
      for (int r = s + 1; r < Size; ++r)
        rest_[r] = fma(-shared_.diagonal[r * Size + s], x, rest_[r]);
    }
    if (!__all_sync(whole_warp, is_right)) divide_by_pivots();
  }
  /// Divides with pivots that are zero, and where something left the range of normal numbers.
  __device__ void divide_by_pivots() {
    T* const rest = &shared_.sums[0][0][lane_];  // a row is 32 further on
#pragma unroll 1
    for (int s = 0; s < Size; ++s) {
      if (!is_there(unknown(row_, turned(s)))) continue;
      T left = rest[32 * s];
#pragma unroll 1
      for (int r = 0; r < s; ++r)
        if (unknown(row_, turned(r)) < a_.num_unknowns)
          left = fma(-shared_.diagonal[s * Size + r], rest[32 * r], left);
      rest[32 * s] = over_pivot(a_, unknown(row_, turned(s)), left,
                                shared_.diagonal[s * (Size + 1)], shared_.inverses[s]);
    }
#pragma unroll
    for (int s = 0; s < Size; ++s) rest_[s] = rest[32 * s];
  }

  __device__ void publish() {
#pragma unroll
    for (int s = 0; s < Size; ++s) {
      const std::int64_t row = unknown(row_, turned(s));
      if (!is_there(row)) continue;
      const Word<T> word = to_word(rest_[s]);
      store_relaxed(words_ + row * a_.num_columns + lane_, word);
      a_.x[row * a_.x_row_stride + column() * a_.x_col_stride] = from_word(word);
    }
  }

  const SolveArguments<T, Index>& a_;
  Shared& shared_;
  int lane_, warp_;
  Index row_;
  std::int64_t first_column_;
  Word<T>* words_;
  T rest_[Size];  ///< of the rows, in the order in which they are solved
};

template <class T, class Index, int Size, int Warps, int Batch>
__global__ void __launch_bounds__(32 * Warps)
    solve_block_columns_kernel(SolveArguments<T, Index> a, unsigned long long* ticket,
                               Word<T>* words) {
  using Columns = BlockColumns<T, Index, Size, Warps, Batch>;
  __shared__ typename Columns::Shared shared;
  const std::int64_t tiles = (a.num_columns + block_columns_tile - 1) / block_columns_tile;
  for (;;) {
    if (threadIdx.x == 0)
      shared.share = (long long)(atomicAdd(ticket, 1ull) + 1);  // the first one finds all ones
    __syncthreads();
    const std::int64_t share = shared.share;
    if (share >= a.num_rows * tiles) return;
    const std::int64_t step = tiles == 1 ? share : share / tiles;
    Columns(a, words, shared, row_of(a, step), (share - step * tiles) * block_columns_tile).solve();
    __syncthreads();
  }
}

}  // namespace filigree::cuda
