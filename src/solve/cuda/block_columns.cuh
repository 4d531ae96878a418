// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/warp.hpp"
#include "solve/cuda/arguments.hpp"
#include "solve/cuda/pivot.cuh"

/// Square blocks and many right-hand sides, in the order of levels.cuh and with its words, by rows.
/// A thread block takes a block row and a tile of right-hand sides, one a lane. Its warps take the
/// row's blocks in turn: each stages the values of its own, waits until at most one block row that
/// they need is missing, asks for all unknowns at once, and takes off the products in their order.
/// The first warp adds up what they found and solves with the block on the diagonal.

namespace filigree::cuda {
inline constexpr int block_columns_tile = 32;

template <class T, class Index, int Size, int Warps, int Batch>
class BlockColumns {
  static constexpr int area = Size * Size;

 public:
  struct Shared {
    T values[Warps][Batch * area];  ///< column by column
    T diagonal[area];     ///< column by column, rows and columns in the order of the solve
    T over_pivots[area];  ///< the same, each row over its pivot; on the diagonal its inverse
    bool is_regular;
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
        is_column_(first_column + lane_ < a.num_columns),
        column_(min((long long)(first_column + lane_), (long long)(a.num_columns - 1))),
        words_(words) {}

  __device__ void solve() {
    const std::int64_t begin = a_.begins[row_] - a_.base;
    const int length = int(a_.ends[row_] - a_.base - begin);
    const T factor = a_.alpha.get();
#pragma unroll
    for (int s = 0; s < Size; ++s) {
      rest_[s] = T(0);
      const std::int64_t row = unknown(row_, turned(s));
      if (warp_ == 0 && factor != T(0) && row < a_.num_unknowns)
        rest_[s] = factor * a_.b[row * a_.b_row_stride + column_ * a_.b_col_stride];
    }
    for (int done = 0; done < length; done += Batch * Warps) {
      const int own = done + lane_ * Warps + warp_;  // the lane's entry, one of Batch
      const bool has_one = lane_ < Batch && own < length;
      take(has_one, a_.lower ? begin + own : begin + length - 1 - own);
      if (warp_ == Warps - 1 && done == 0) read_diagonal(begin, length);
      multiply();
    }
    if (warp_ == Warps - 1 && length == 0) read_diagonal(begin, length);
    if constexpr (Warps > 1) add_up();
    if (warp_ > 0) return;
    solve_diagonal();
    publish();
  }

 private:
  __device__ static std::int64_t unknown(Index block_row, int r) {
    return std::int64_t(block_row) * Size + r;
  }
  __device__ bool needs(Index col) const { return a_.lower ? col < row_ : col > row_; }
  __device__ const T* block(std::int64_t at) const {
    return a_.values + (a_.places.is_null() ? at : a_.places[at]) * area;
  }
  /// Rows of a block row count in the order in which they are solved: the row, or the column of a
  /// block on the diagonal, that comes as number `s`.
  __device__ int turned(int s) const { return a_.lower ? s : Size - 1 - s; }
  __device__ int row_of_value(int v) const { return a_.blocks_by_rows ? v / Size : v % Size; }
  __device__ int col_of_value(int v) const { return a_.blocks_by_rows ? v % Size : v / Size; }

  /// Adds up the blocks that stand on the diagonal: one, or none.
  __device__ void read_diagonal(std::int64_t begin, int length) {
    T sums[(area + 31) / 32] = {};
    for (int done = 0; done < length; done += 32) {
      const std::int64_t at = begin + done + lane_;
      const bool is_diagonal = done + lane_ < length && Index(a_.cols[at] - a_.base) == row_;
      for (unsigned left = __ballot_sync(whole_warp, is_diagonal); left != 0; left &= left - 1) {
        const T* const from = block(begin + done + __ffs(left) - 1);
#pragma unroll
        for (int i = 0; i < (area + 31) / 32; ++i)
          if (i * 32 + lane_ < area) sums[i] += from[i * 32 + lane_];
      }
    }
#pragma unroll
    for (int i = 0; i < (area + 31) / 32; ++i) {
      const int v = i * 32 + lane_, row = row_of_value(v), col = col_of_value(v);
      if (v >= area) continue;
      if (unknown(row_, row) >= a_.num_unknowns || unknown(row_, col) >= a_.num_unknowns)
        sums[i] = row == col ? T(1) : T(0);
      if (a_.unit_diagonal && row == col) sums[i] = T(1);
      shared_.diagonal[turned(col) * Size + turned(row)] = sums[i];
    }
    __syncwarp();
    bool is_regular = true;
    for (int v = lane_; v < area; v += 32) {
      const int row = v % Size, col = v / Size;
      const T inverse = T(1) / shared_.diagonal[row * (Size + 1)];
      const T value = row == col ? inverse : shared_.diagonal[v] * inverse;
      shared_.over_pivots[v] = value;
      is_regular &= has_quotient_exponent(inverse);
      if (row >= col) is_regular &= has_quotient_exponent(value) | (shared_.diagonal[v] == T(0));
    }
    is_regular = __all_sync(whole_warp, is_regular) != 0;
    if (lane_ == 0) shared_.is_regular = is_regular;
    __syncwarp();
  }

  /// Takes the warp's next entries, one of each of the lanes that have one.
  __device__ void take(bool has_one, std::int64_t at) {
    const Index col = has_one ? Index(a_.cols[at] - a_.base) : Index(0);
    const bool is_needed = has_one && needs(col);
    needed_ = __ballot_sync(whole_warp, is_needed);
    // Its last unknown of the tile's first column, which comes about last.
    scout_ = words_ + unknown(col, a_.lower ? Size - 1 : 0) * a_.num_columns + first_column_;
    const T* const own = is_needed ? block(at) : a_.values;
    constexpr int values_of_lane = (Batch * area + 31) / 32;
    T values[values_of_lane];
#pragma unroll
    for (int i = 0; i < values_of_lane; ++i) {
      const int entry = (i * 32 + lane_) / area, v = (i * 32 + lane_) % area;
      const auto from = reinterpret_cast<const T*>(
          __shfl_sync(whole_warp, reinterpret_cast<unsigned long long>(own), entry % 32));
      const Index its_col = __shfl_sync(whole_warp, col, entry % 32);
      values[i] = T(0);
      if (entry < Batch && (needed_ >> entry & 1) != 0 &&
          unknown(row_, row_of_value(v)) < a_.num_unknowns &&
          unknown(its_col, col_of_value(v)) < a_.num_unknowns)
        values[i] = from[v];
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < values_of_lane; ++i) {
      const int entry = (i * 32 + lane_) / area, v = (i * 32 + lane_) % area;
      if (entry < Batch)
        shared_.values[warp_][entry * area + col_of_value(v) * Size + turned(row_of_value(v))] =
            values[i];
    }
    __syncwarp();
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      from_[j] = words_ + unknown(__shfl_sync(whole_warp, col, j), 0) * a_.num_columns + column_;
  }

  __device__ void multiply() {
    constexpr int may_be_missing = Batch > 1 ? 1 : 0;
    bool is_waiting = (needed_ >> lane_ & 1) != 0;
    do {
      if (is_waiting) is_waiting = load_relaxed(scout_) == no_result<T>;
    } while (__popc(__ballot_sync(whole_warp, is_waiting)) > may_be_missing);
    Word<T> found[Batch][Size];
#pragma unroll
    for (int j = 0; j < Batch; ++j)
#pragma unroll
      for (int k = 0; k < Size; ++k) {
        found[j][k] = 0;
        if ((needed_ >> j & 1) != 0)
          found[j][k] = load_relaxed(from_[j] + std::int64_t(k) * a_.num_columns);
      }
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      for (bool all = false; !all;) {
        all = true;
#pragma unroll
        for (int k = 0; k < Size; ++k) all = all && found[j][k] != no_result<T>;
        if (all) break;
#pragma unroll
        for (int k = 0; k < Size; ++k)
          if (found[j][k] == no_result<T>)
            found[j][k] = load_relaxed(from_[j] + std::int64_t(k) * a_.num_columns);
      }
      const T* const block = shared_.values[warp_] + j * area;
#pragma unroll
      for (int k = 0; k < Size; ++k) {
        const T x = from_word(found[j][k]);
#pragma unroll
        for (int r = 0; r < Size; ++r) rest_[r] = fma(-block[k * Size + r], x, rest_[r]);
      }
    }
    __syncwarp();
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
    bool is_right = shared_.is_regular;
    T left[Size];
#pragma unroll
    for (int s = 0; s < Size; ++s) {
      left[s] = rest_[s];
      rest_[s] *= shared_.over_pivots[s * (Size + 1)];
    }
#pragma unroll
    for (int s = 0; s < Size; ++s) {
      is_right &= has_quotient_exponent(rest_[s]) | ((left[s] == T(0)) & (rest_[s] == T(0)));
#pragma unroll
      for (int r = s + 1; r < Size; ++r)
        rest_[r] = fma(-shared_.over_pivots[s * Size + r], rest_[s], rest_[r]);
    }
    if (!__all_sync(whole_warp, is_right)) divide_by_pivots();
  }
  /// Divides with pivots that are zero, and where something left the range of normal numbers.
  __device__ void divide_by_pivots() {
    T* const rest = &shared_.sums[0][0][lane_];  // a row is 32 further on
#pragma unroll 1
    for (int s = 0; s < Size; ++s) {
      if (unknown(row_, turned(s)) >= a_.num_unknowns) continue;
      T left = rest[32 * s];
#pragma unroll 1
      for (int r = 0; r < s; ++r) left = fma(-shared_.diagonal[r * Size + s], rest[32 * r], left);
      rest[32 * s] =
          over_pivot(a_, unknown(row_, turned(s)), left, shared_.diagonal[s * (Size + 1)], T(0));
    }
#pragma unroll
    for (int s = 0; s < Size; ++s) rest_[s] = rest[32 * s];
  }

  __device__ void publish() {
    if (!is_column_) return;
    Word<T>* const own = words_ + unknown(row_, 0) * a_.num_columns + column_;
#pragma unroll
    for (int s = 0; s < Size; ++s)
      store_relaxed(own + turned(s) * a_.num_columns, to_word(rest_[s]));
#pragma unroll
    for (int s = 0; s < Size; ++s) {
      const std::int64_t row = unknown(row_, turned(s));
      if (row < a_.num_unknowns)
        a_.x[row * a_.x_row_stride + column_ * a_.x_col_stride] = from_word(to_word(rest_[s]));
    }
  }

  const SolveArguments<T, Index>& a_;
  Shared& shared_;
  int lane_, warp_;
  Index row_;
  std::int64_t first_column_;
  bool is_column_;
  std::int64_t column_;  ///< the last one's lanes behind it
  Word<T>* words_;
  unsigned needed_ = 0;
  const Word<T>* scout_;
  const Word<T>* from_[Batch];
  T rest_[Size];  ///< of the rows, in the order in which they are solved
};

/// \tparam Blocks of threads of a multiprocessor, for which there are to be registers
template <class T, class Index, int Size, int Warps, int Batch, int Blocks>
__global__ void __launch_bounds__(32 * Warps, Blocks)
    solve_block_columns_kernel(SolveArguments<T, Index> a, unsigned long long* ticket,
                               Word<T>* words) {
  using Columns = BlockColumns<T, Index, Size, Warps, Batch>;
  __shared__ typename Columns::Shared shared;
  const std::int64_t tiles = (a.num_columns + block_columns_tile - 1) / block_columns_tile;
  for (;;) {
    if (threadIdx.x == 0) shared.share = (long long)(draw_from_all_ones(ticket));
    __syncthreads();
    const std::int64_t share = shared.share;
    if (share >= a.num_rows * tiles) return;
    const std::int64_t step = tiles == 1 ? share : share / tiles;
    Columns(a, words, shared, row_of(a, step), (share - step * tiles) * block_columns_tile).solve();
    __syncthreads();
  }
}

}  // namespace filigree::cuda
