// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/warp.hpp"
#include "solve/cuda/arguments.hpp"
#include "solve/cuda/pivot.cuh"

/// Many right-hand sides, in the order of levels.cuh. A warp takes a row and a tile of right-hand
/// sides, `PerLane` of them a lane, whose unknowns lie together in memory. Each lane takes an entry
/// of the row and asks whether the unknowns that it needs are there, by one flag for all of a tile;
/// then the lanes read these together, entry by entry.

namespace filigree::cuda {

/// Where unknowns are handed on: X, or what is copied to it later.
template <class T>
struct UnknownsByRows {
  T* data;
  std::int64_t row_stride;
  unsigned* flags;  ///< for each tile and row; 0 until the unknowns are there
};

template <class T, class Index, int PerLane, int Batch>
class ColumnsOfRow {
 public:
  static constexpr int width = 32 * PerLane;  ///< of a tile

  __device__ ColumnsOfRow(const SolveArguments<T, Index>& a, const UnknownsByRows<T>& x,
                          std::int64_t row, int tile)
      : a_(a),
        x_(x),
        lane_(int(threadIdx.x) % 32),
        row_(Index(row)),
        column_(tile * width + lane_),
        flags_(x.flags + tile * a.num_rows) {}

  __device__ void solve() {
    const T factor = a_.alpha.get();
    T right[PerLane];
#pragma unroll
    for (int p = 0; p < PerLane; ++p) {
      right[p] = T(0);
      if (factor != T(0) && is_there(p))
        right[p] = factor * a_.b[row_ * a_.b_row_stride + column(p) * a_.b_col_stride];
    }
    const std::int64_t begin = a_.begins[row_] - a_.base;
    const std::int64_t length = a_.ends[row_] - a_.base - begin;
    for (std::int64_t done = 0; done < length; done += 32) {
      const std::int64_t own = done + lane_;
      const int count = length - done < 32 ? int(length - done) : 32;
      take_entries(a_.lower ? begin + own : begin + length - 1 - own, count, done + 32 >= length);
    }
#pragma unroll
    for (int p = 0; p < PerLane; ++p)
      if (is_there(p))
        store_relaxed(place(row_, p),
                      to_word(over_pivot(a_, row_, right[p] - sum_[p], pivot_, inverse_)));
    __syncwarp();
    if (lane_ == 0) store_release(flags_ + row_, 1u);
  }

 private:
  __device__ std::int64_t column(int p) const { return column_ + 32 * p; }
  __device__ bool is_there(int p) const { return column(p) < a_.num_columns; }
  __device__ Word<T>* place(Index row, int p) const {
    return reinterpret_cast<Word<T>*>(x_.data) + row * x_.row_stride + column(p);
  }

  /// The next `count` entries of the row, one a lane.
  /// \param at the lane's
  __device__ void take_entries(std::int64_t at, int count, bool are_last) {
    Index col = -1;  // of an entry that counts
    T value = T(0);
    if (lane_ < count) {
      const Index stored = Index(a_.cols[at] - a_.base);
      const T found = a_.values[a_.places.is_null() ? at : a_.places[at]];
      if (a_.lower ? stored < row_ : stored > row_) {
        col = stored;
        value = found;
      } else if (stored == row_) {
        pivot_ += found;
      }
    }
    if (are_last) add_up_pivot();
    bool is_ready = col < 0;
    for (int done = 0; done < count;) {
      if (!is_ready) is_ready = load_acquire(flags_ + col) != 0;
      const unsigned waiting = __ballot_sync(whole_warp, !is_ready);
      const int ready = waiting == 0 ? count : min(count, __ffs(waiting) - 1);
      __syncwarp();  // what one lane acquired all of them may read
      for (; done < ready; done += Batch) add_products(col, value, done, ready);
      done = ready;
    }
  }

  /// Adds the products of up to Batch entries whose unknowns are there.
  __device__ void add_products(Index col, T value, int first, int end) {
    Word<T> found[Batch][PerLane];
    T values[Batch];
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      const Index needed = __shfl_sync(whole_warp, col, (first + j) % 32);
      values[j] = __shfl_sync(whole_warp, value, (first + j) % 32);
      const bool counts = first + j < end && needed >= 0;
      if (!counts) values[j] = T(0);
#pragma unroll
      for (int p = 0; p < PerLane; ++p) {
        found[j][p] = 0;
        if (counts && is_there(p)) found[j][p] = load_relaxed(place(needed, p));
      }
    }
#pragma unroll
    for (int j = 0; j < Batch; ++j)
#pragma unroll
      for (int p = 0; p < PerLane; ++p) sum_[p] = fma(values[j], from_word(found[j][p]), sum_[p]);
  }

  /// Lanes found the row's entries on the diagonal: one, or none.
  __device__ void add_up_pivot() {
    pivot_ = warp_sum(pivot_);
    inverse_ = T(1) / pivot_;
  }

  const SolveArguments<T, Index>& a_;
  const UnknownsByRows<T>& x_;
  int lane_;
  Index row_;
  int column_;
  unsigned* flags_;  ///< of the tile
  T sum_[PerLane] = {};
  T pivot_ = T(0), inverse_ = T(0);
};

template <class T, class Index, int PerLane, int Batch, int Warps>
__global__ void __launch_bounds__(64, Warps / 2)
    solve_columns_kernel(SolveArguments<T, Index> a, unsigned long long* ticket,
                         UnknownsByRows<T> x) {
  using Columns = ColumnsOfRow<T, Index, PerLane, Batch>;
  const std::int64_t tiles = (a.num_columns + Columns::width - 1) / Columns::width;
  for (;;) {
    unsigned long long mine = 0;
    if (threadIdx.x % 32 == 0) mine = atomicAdd(ticket, 1ull);
    const auto share = std::int64_t(__shfl_sync(whole_warp, mine, 0));
    if (share >= a.num_rows * tiles) return;
    const std::int64_t step = tiles == 1 ? share : share / tiles;
    Columns(a, x, row_of(a, step), int(share - step * tiles)).solve();
    __syncwarp();
  }
}

}  // namespace filigree::cuda
