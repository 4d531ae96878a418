// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/sum_over_lanes.hpp"
#include "cuda/warp.hpp"
#include "solve/cuda/arguments.hpp"
#include "solve/cuda/pivot.cuh"

/// Square blocks of few rows, one right-hand side at a time, in the order of levels.cuh and with
/// its words, which lie by right-hand sides. A warp takes a block row, a lane one or two columns of
/// a block, so that each word is asked for by one lane. What a block row reads of the matrix is
/// there before its lanes wait; what is left then are its products, one sum over lanes and a
/// substitution with rows divided by their pivots, which each lane does for itself.

namespace filigree::cuda {

/// The block on the diagonal, by rows; rows and columns in the order of the solve.
template <class T, int Size>
struct SmallDiagonal {
  T values[Size * Size];
  T over_pivots[Size * Size];  ///< each row over its pivot; on the diagonal the pivot's inverse
};

/// A warp's block row.
template <class T, class Index, int Size, int Batch>
class SmallBlockRow {
  static constexpr int width = Size % 2 == 0 ? 2 : 1;  ///< columns of a block that a lane takes
  static constexpr int parts = Size / width;
  static constexpr int side_by_side = 32 / parts;       ///< blocks that the lanes have
  static constexpr int at_once = side_by_side * Batch;  ///< blocks that are read ahead
  static constexpr int area = Size * Size;
  static constexpr int num_sums = Size == 3 ? 4 : Size;
  static constexpr int lanes_of_sum = 32 / num_sums;
  static constexpr bool diagonal_fits = Size <= 4;  ///< into registers

 public:
  /// \param words of the right-hand side
  __device__ SmallBlockRow(const SolveArguments<T, Index>& a, Word<T>* words,
                           SmallDiagonal<T, Size>& diagonal, std::int64_t row, std::int64_t column)
      : a_(a),
        words_(words),
        diagonal_(diagonal),
        lane_(int(threadIdx.x)),
        row_(row),
        column_(column),
        extent_(int(min((long long)(Size), (long long)(a.num_unknowns - row * Size)))) {}

  __device__ void solve() {
    const std::int64_t begin = a_.begins[row_] - a_.base, end = a_.ends[row_] - a_.base;
    first_ = a_.lower ? begin : end - 1;
    // The diagonal where sorted rows have it.
    const std::int64_t near = a_.lower ? end - 1 : begin;
    const bool is_near = begin < end && std::int64_t(a_.cols[near]) - a_.base == row_;
    const std::int64_t length = end - begin - (is_near ? 1 : 0);
    const T right = right_side(turned(min(lane_ / lanes_of_sum, Size - 1)));
    read_diagonal(near, is_near ? near + 1 : near);
    // The first time so many that the last batch is full.
    int count = int(length % at_once);
    if (count == 0 && length > 0) count = at_once;
    for (std::int64_t done = 0;;) {
      read(done, count);
      done += count;
      if (done == length && __any_sync(whole_warp, has_further_)) read_diagonal(begin, end);
      wait_and_multiply();
      if (done == length) break;
      count = at_once;
    }
    sum_over_lanes<num_sums, 16>(sums_, lane_);
    solve_diagonal(right - sums_[0]);
    publish();
  }

 private:
  /// Rows of a block row count in the order in which they are solved: the row that is number `s`.
  __device__ int turned(int s) const { return a_.lower ? s : Size - 1 - s; }
  __device__ const T* block(std::int64_t at) const {
    return a_.values + (a_.places.is_null() ? at : a_.places[at]) * area;
  }

  __device__ T right_side(int row) const {
    const T factor = a_.alpha.get();
    if (row >= extent_ || factor == T(0)) return T(0);
    return factor * a_.b[(row_ * Size + row) * a_.b_row_stride + column_ * a_.b_col_stride];
  }

  /// Adds up the blocks at `begin`, and so on, that stand on the diagonal. Rows and columns behind
  /// the matrix's end are the identity's.
  __device__ void read_diagonal(std::int64_t begin, std::int64_t end) {
    __syncwarp();
    for (int v = lane_; v < area; v += 32) {
      const int row = a_.blocks_by_rows ? v / Size : v % Size;
      const int col = a_.blocks_by_rows ? v % Size : v / Size;
      T sum = T(0);
      for (std::int64_t k = begin; k < end; ++k)
        if (std::int64_t(a_.cols[k]) - a_.base == row_) sum += block(k)[v];
      if (row >= extent_ || col >= extent_) sum = T(row == col);
      if (a_.unit_diagonal && row == col) sum = T(1);
      diagonal_.values[turned(row) * Size + turned(col)] = sum;
    }
    __syncwarp();
    bool is_regular = true;
    for (int v = lane_; v < area; v += 32) {
      const int row = v / Size, col = v % Size;
      const T inverse = T(1) / diagonal_.values[row * (Size + 1)];
      const T quotient = row == col ? inverse : diagonal_.values[v] * inverse;
      diagonal_.over_pivots[v] = quotient;
      is_regular &= (row < col) | (diagonal_.values[v] == T(0)) | has_quotient_exponent(quotient);
      is_regular &= has_quotient_exponent(inverse);
    }
    is_regular_ = __all_sync(whole_warp, is_regular) != 0;
    __syncwarp();
    if constexpr (diagonal_fits) {
#pragma unroll
      for (int s = 0; s < Size; ++s)
#pragma unroll
        for (int below = s; below < Size; ++below)
          over_pivots_[below][s] = diagonal_.over_pivots[below * Size + s];
    }
  }

  /// Takes `count` blocks from number `done` on.
  __device__ void read(std::int64_t done, int count) {
    const int part = lane_ % parts * width;
    Index cols[Batch];
    bool is_there[Batch];
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      const int which = lane_ / parts + j * side_by_side;
      is_there[j] = lane_ < side_by_side * parts && which < count;
      const std::int64_t at = a_.lower ? first_ + done + which : first_ - done - which;
      cols[j] = is_there[j] ? a_.cols[at] : Index(0);
      const T* const own = is_there[j] ? block(at) : a_.values;
#pragma unroll
      for (int s = 0; s < Size; ++s)
#pragma unroll
        for (int w = 0; w < width; ++w) {
          const int row = turned(s), col = part + w;
          values_[j][s][w] =
              is_there[j] ? own[a_.blocks_by_rows ? row * Size + col : col * Size + row] : T(0);
        }
    }
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      const std::int64_t col = std::int64_t(cols[j]) - a_.base;
      const bool is_needed = is_there[j] && (a_.lower ? col < row_ : col > row_);
      if (is_there[j] && col == row_) has_further_ = true;
      is_needed_[j] = is_needed;
      from_[j] = words_ + (is_needed ? col * Size + part : 0);
#pragma unroll
      for (int w = 0; w < width; ++w) {
        const bool is_inside = is_needed && col * Size + part + w < a_.num_unknowns;
#pragma unroll
        for (int s = 0; s < Size; ++s)
          if (!is_inside || turned(s) >= extent_) values_[j][s][w] = T(0);
      }
    }
  }

  __device__ void wait_and_multiply() {
    Word<T> found[Batch][width] = {};
    bool is_waiting = false;
#pragma unroll
    for (int j = 0; j < Batch; ++j) is_waiting |= is_needed_[j];
    while (is_waiting) {
#pragma unroll
      for (int j = 0; j < Batch; ++j) {
        if (!is_needed_[j]) continue;
        if constexpr (width == 2)
          load_relaxed_pair(from_[j], found[j][0], found[j][1]);
        else
          found[j][0] = load_relaxed(from_[j]);
      }
      is_waiting = false;
#pragma unroll
      for (int j = 0; j < Batch; ++j)
#pragma unroll
        for (int w = 0; w < width; ++w) is_waiting |= found[j][w] == no_result<T>;
    }
#pragma unroll
    for (int j = 0; j < Batch; ++j)
#pragma unroll
      for (int w = 0; w < width; ++w)
#pragma unroll
        for (int s = 0; s < Size; ++s)
          sums_[s] = fma(values_[j][s][w], from_word(found[j][w]), sums_[s]);
    __syncwarp();
  }

  /// \param rest of the right-hand side, in the row whose sum the lane has
  __device__ void solve_diagonal(T rest) {
    T left[Size];
#pragma unroll
    for (int s = 0; s < Size; ++s) left[s] = __shfl_sync(whole_warp, rest, s * lanes_of_sum);
#pragma unroll
    for (int s = 0; s < Size; ++s) solved_[s] = left[s] * over_pivot_of(s, s);
    bool is_right = is_regular_;
#pragma unroll
    for (int s = 0; s < Size; ++s) {
      is_right &= has_quotient_exponent(solved_[s]) | ((left[s] == T(0)) & (solved_[s] == T(0)));
#pragma unroll
      for (int below = s + 1; below < Size; ++below)
        solved_[below] = fma(-over_pivot_of(below, s), solved_[s], solved_[below]);
    }
    if (!is_right) divide_by_pivots(left);  // all lanes say the same
  }
  __device__ T over_pivot_of(int row, int col) const {
    if constexpr (diagonal_fits) return over_pivots_[row][col];
    return diagonal_.over_pivots[row * Size + col];
  }
  /// With pivots that are zero, and where something left the range of normal numbers.
  __device__ void divide_by_pivots(T (&left)[Size]) {
#pragma unroll
    for (int s = 0; s < Size; ++s) {
      if (turned(s) >= extent_) continue;
      const T pivot = diagonal_.values[s * (Size + 1)];
      solved_[s] = over_pivot(a_, row_ * Size + turned(s), left[s], pivot, T(0));
#pragma unroll
      for (int below = s + 1; below < Size; ++below)
        left[below] = fma(-diagonal_.values[below * Size + s], solved_[s], left[below]);
    }
  }

  /// Words behind the matrix's end are there, too: who needs the block row asks for all.
  __device__ void publish() const {
    T own = solved_[0];
#pragma unroll
    for (int s = 1; s < Size; ++s)
      if (lane_ == s) own = solved_[s];
    if (lane_ >= Size) return;
    const Word<T> word = to_word(own);
    const std::int64_t unknown = row_ * Size + turned(lane_);
    store_relaxed(words_ + unknown, word);
    if (turned(lane_) < extent_)
      a_.x[unknown * a_.x_row_stride + column_ * a_.x_col_stride] = from_word(word);
  }

  const SolveArguments<T, Index>& a_;
  Word<T>* words_;
  SmallDiagonal<T, Size>& diagonal_;
  int lane_;
  std::int64_t row_, column_;
  int extent_;  ///< rows within the matrix
  std::int64_t first_;
  bool has_further_ = false;  ///< another block of the diagonal
  bool is_regular_ = true;    ///< no quotient of the diagonal's left the range of normal numbers
  T values_[Batch][Size][width];
  bool is_needed_[Batch];
  const Word<T>* from_[Batch];
  T sums_[num_sums] = {};
  T solved_[Size];
  T over_pivots_[diagonal_fits ? Size : 1][diagonal_fits ? Size : 1];
};

/// \tparam Warps of a multiprocessor, for which there are to be registers
template <class T, class Index, int Size, int Batch, int Warps>
__global__ void __launch_bounds__(32, Warps)
    solve_small_block_rows_kernel(SolveArguments<T, Index> a, unsigned long long* ticket,
                                  Word<T>* words) {
  __shared__ SmallDiagonal<T, Size> diagonal;
  for (;;) {
    unsigned long long mine = 0;
    if (threadIdx.x == 0) mine = draw_from_all_ones(ticket);
    const auto share = std::int64_t(__shfl_sync(whole_warp, mine, 0));
    if (share >= a.num_rows * a.num_columns) return;
    const std::int64_t step = a.num_columns == 1 ? share : share / a.num_columns;
    const std::int64_t column = share - step * a.num_columns;
    SmallBlockRow<T, Index, Size, Batch>(a, words + column * a.num_rows * Size, diagonal,
                                         row_of(a, step), column)
        .solve();
  }
}

}  // namespace filigree::cuda
