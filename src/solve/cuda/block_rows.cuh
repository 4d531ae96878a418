// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/sum_over_lanes.hpp"
#include "cuda/warp.hpp"
#include "solve/cuda/arguments.hpp"
#include "solve/cuda/pivot.cuh"

/// Square blocks, one right-hand side at a time, in the order of levels.cuh and with its words. A
/// thread block takes a block row: `Lanes` lanes each of its rows, which go through the row's
/// entries of all blocks in turn. The block on the diagonal, read ahead, is solved with by a warp.

namespace filigree::cuda {

/// One lane's share of a row in a block row, on its way towards the diagonal.
template <class T, class Index, int Lanes, int Batch>
class BlockRowShare {
 public:
  /// \param first the block that comes first, `num_blocks` of them
  __device__ BlockRowShare(const SolveArguments<T, Index>& a, std::int64_t block_row, int row,
                           std::int64_t first, std::int64_t num_blocks)
      : block_row_(Index(block_row)),
        row_(row),
        block_(first),
        block_step_(Lanes / a.block_size),
        col_step_(Lanes % a.block_size) {
    const int lane = int(threadIdx.x) % Lanes;
    block_ += a.lower ? lane / a.block_size : -(lane / a.block_size);
    col_ = lane % a.block_size;
    end_ = a.lower ? first + num_blocks : first - num_blocks;
  }

  /// The sum of the lane's products.
  __device__ T sum(const SolveArguments<T, Index>& a, const Word<T>* words) {
    T sum = T(0);
    while (block_ != end_ && (block_ < end_) == a.lower) {
      T values[Batch];
      Index cols[Batch];
      Word<T> found[Batch];
#pragma unroll
      for (int j = 0; j < Batch; ++j) {
        found[j] = 0;
        values[j] = T(0);
        if (block_ != end_ && (block_ < end_) == a.lower) take(a, cols[j], values[j], found[j]);
      }
      for (bool all = false; !all;) {
        all = true;
#pragma unroll
        for (int j = 0; j < Batch; ++j)
          if (found[j] == no_result<T>)
            found[j] = load_relaxed(words + std::int64_t(cols[j]) * a.num_columns);
#pragma unroll
        for (int j = 0; j < Batch; ++j) all = all && found[j] != no_result<T>;
      }
#pragma unroll
      for (int j = 0; j < Batch; ++j) sum = fma(values[j], from_word(found[j]), sum);
    }
    return sum;
  }
  /// Whether the lane came by another block of the diagonal.
  __device__ bool has_further() const { return has_further_; }

 private:
  __device__ void take(const SolveArguments<T, Index>& a, Index& col, T& value, Word<T>& word) {
    const Index block_col = Index(a.cols[block_] - a.base);
    const std::int64_t unknown = std::int64_t(block_col) * a.block_size + col_;
    if ((a.lower ? block_col < block_row_ : block_col > block_row_) && unknown < a.num_unknowns) {
      const std::int64_t at = (a.places.is_null() ? block_ : a.places[block_]) * a.block_size;
      value = a.values[a.blocks_by_rows ? (at + row_) * a.block_size + col_
                                        : (at + col_) * a.block_size + row_];
      col = Index(unknown);
      word = no_result<T>;
    } else if (block_col == block_row_) {
      has_further_ = true;
    }
    block_ += a.lower ? block_step_ : -block_step_;
    col_ += col_step_;
    if (col_ < a.block_size) return;
    col_ -= a.block_size;
    block_ += a.lower ? 1 : -1;
  }

  Index block_row_;
  int row_;
  std::int64_t block_, end_;
  int block_step_, col_step_, col_;
  bool has_further_ = false;
};

template <int Threads>
__device__ void wait_for_all() {
  if constexpr (Threads == 32)
    __syncwarp();
  else
    __syncthreads();
}

/// Waits for all, and says whether any of them says so.
template <int Threads>
__device__ bool wait_for_any(bool own) {
  if constexpr (Threads == 32) {
    const bool any = __any_sync(whole_warp, own);
    __syncwarp();
    return any;
  } else {
    return __syncthreads_or(own) != 0;
  }
}

template <class T>
struct BlockRowShared {
  T diagonal[largest_block * largest_block];  ///< by rows
  T rest[largest_block];
  long long share;
};

/// Adds up the blocks at `first`, and so on, that stand on the diagonal.
template <int Threads, class T, class Index>
__device__ void read_diagonal(const SolveArguments<T, Index>& a, std::int64_t row,
                              std::int64_t begin, std::int64_t end, T* diagonal) {
  const int area = a.block_size * a.block_size;
  for (int v = int(threadIdx.x); v < area; v += Threads) {
    T sum = T(0);
    for (std::int64_t k = begin; k < end; ++k)
      if (std::int64_t(a.cols[k]) - a.base == row)
        sum += a.values[(a.places.is_null() ? k : a.places[k]) * area + v];
    diagonal[a.blocks_by_rows ? v : v % a.block_size * a.block_size + v / a.block_size] = sum;
  }
}

/// The block on the diagonal, a lane a row: what there is to do before the right-hand side is
/// known, and the solve itself. For whole warps.
template <class T, class Index>
class BlockDiagonal {
 public:
  __device__ BlockDiagonal(const SolveArguments<T, Index>& a, const T* diagonal, int extent)
      : row_(diagonal + own_row(extent) * a.block_size),
        extent_(extent),
        pivot_(a.unit_diagonal ? T(1) : row_[own_row(extent)]),
        inverse_(T(1) / pivot_) {}

  /// \param first row of the matrix
  __device__ T solve(const SolveArguments<T, Index>& a, std::int64_t first, T rest) const {
    const int lane = int(threadIdx.x) % 32;
    T left = T(0);
    const T own = substitute(a, rest, [&](T own_rest) {
      left = own_rest;
      return over_pivot_by_inverse(own_rest, pivot_, inverse_);
    });
    const bool is_right =
        lane >= extent_ || is_quotient(own, inverse_) || (left == T(0) && own == T(0));
    if (__all_sync(whole_warp, is_right)) return own;
    return substitute(
        a, rest, [&](T own_rest) { return over_pivot(a, first + lane, own_rest, pivot_, T(0)); });
  }

 private:
  __device__ static int own_row(int extent) { return min(int(threadIdx.x) % 32, extent - 1); }

  template <class Divide>
  __device__ T substitute(const SolveArguments<T, Index>& a, T rest, const Divide& divide) const {
    const int lane = int(threadIdx.x) % 32;
    T own = T(0);
    for (int step = 0; step < extent_; ++step) {
      const int solved = a.lower ? step : extent_ - 1 - step;
      const T beside = row_[solved];
      T x = T(0);
      if (lane == solved) own = x = divide(rest);
      x = __shfl_sync(whole_warp, x, solved);
      if (a.lower ? lane > solved : lane < solved) rest = fma(-beside, x, rest);
    }
    return own;
  }

  const T* row_;
  int extent_;
  T pivot_, inverse_;
};

template <class T, class Index, int Threads, int Lanes, int Batch>
__global__ void __launch_bounds__(Threads)
    solve_block_rows_kernel(SolveArguments<T, Index> a, unsigned long long* ticket,
                            Word<T>* words) {
  __shared__ BlockRowShared<T> shared;
  const int row_of_block = int(threadIdx.x) / Lanes;
  const bool first_warp = threadIdx.x < 32;
  for (;;) {
    if (threadIdx.x == 0) shared.share = (long long)(draw_from_all_ones(ticket));
    wait_for_all<Threads>();
    if (shared.share >= a.num_rows * a.num_columns) return;
    const std::int64_t step = a.num_columns == 1 ? shared.share : shared.share / a.num_columns;
    const std::int64_t column = shared.share - step * a.num_columns;
    const std::int64_t row = row_of(a, step), first_row = row * a.block_size;
    const int extent = int(min((long long)a.block_size, (long long)(a.num_unknowns - first_row)));
    const std::int64_t begin = a.begins[row] - a.base, end = a.ends[row] - a.base;
    // The diagonal where sorted rows have it.
    const std::int64_t near = a.lower ? end - 1 : begin;
    const bool is_near = begin < end && std::int64_t(a.cols[near]) - a.base == row;
    T right = T(0);
    const T factor = a.alpha.get();
    if (first_warp && int(threadIdx.x) < extent && factor != T(0))
      right = factor * a.b[(first_row + threadIdx.x) * a.b_row_stride + column * a.b_col_stride];
    read_diagonal<Threads>(a, row, near, is_near ? near + 1 : near, shared.diagonal);
    wait_for_all<Threads>();
    BlockDiagonal<T, Index> diagonal(a, shared.diagonal, extent);
    T sum = T(0);
    bool has_further = false;
    if (row_of_block < extent) {
      BlockRowShare<T, Index, Lanes, Batch> share(a, row, row_of_block, a.lower ? begin : end - 1,
                                                  end - begin - (is_near ? 1 : 0));
      sum = share.sum(a, words + column);
      has_further = share.has_further();
    }
    __syncwarp();
    sum_over_lanes<1, Lanes / 2>(&sum, int(threadIdx.x));
    if (row_of_block < extent && threadIdx.x % Lanes == 0) shared.rest[row_of_block] = sum;
    if (wait_for_any<Threads>(has_further)) {
      read_diagonal<Threads>(a, row, begin, end, shared.diagonal);
      wait_for_all<Threads>();
      diagonal = BlockDiagonal<T, Index>(a, shared.diagonal, extent);
    }
    if (first_warp) {
      const bool is_row = int(threadIdx.x) < extent;
      const T x = diagonal.solve(a, first_row, is_row ? right - shared.rest[threadIdx.x] : T(0));
      const std::int64_t unknown = first_row + threadIdx.x;
      if (is_row) {
        const Word<T> word = to_word(x);
        store_relaxed(words + unknown * a.num_columns + column, word);
        a.x[unknown * a.x_row_stride + column * a.x_col_stride] = from_word(word);
      }
    }
    wait_for_all<Threads>();
  }
}

}  // namespace filigree::cuda
