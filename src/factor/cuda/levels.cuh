// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/warp.hpp"
#include "factor/cuda/arguments.hpp"

/// Rows level by level (level_order.hpp), in the order of tickets. A warp takes a row and keeps it
/// in shared memory: a lane each takes an entry of a row that it needs, and looks for its column in
/// the own row before it waits for its value. Factors are handed on in words that are their own
/// flags: the factors themselves, or a copy where these take the place of the values.
/// Tickets are taken in order and only rows before a warp's own are waited for: a warp never waits
/// for one that does not run yet.

namespace filigree::cuda {

/// A row on its way through its entries left of the diagonal.
template <class T, class Index, bool is_lu>
class FactorRow {
 public:
  /// \param row, columns room for the row's values and columns in shared memory
  __device__ FactorRow(const FactorArguments<T, Index>& a, Word<T>* words, std::int64_t number,
                       int lane, T* row, Index* columns)
      : words_(words), number_(number), lane_(lane), row_(row), columns_(columns) {
    begin_ = a.begins[number] - a.base;
    const std::int64_t diagonal = a.diagonals[number] - a.base;
    left_ = int(diagonal - begin_);
    length_ = is_lu ? int(a.ends[number] - a.base - begin_) : left_ + 1;
    for (int k = lane_; k < length_; k += 32) {
      row_[k] = a.values[begin_ + k];
      columns_[k] = Index(a.cols[begin_ + k] - Index(a.base));
    }
    __syncwarp();
    take_steps(a);
  }

  __device__ bool is_complete() const { return step_ == left_; }

  /// Asks for the factors that the steps at hand need, and takes those steps, in order, for which
  /// all lanes have them.
  __device__ void advance(const FactorArguments<T, Index>& a) {
#pragma unroll
    for (int j = 0; j < batch; ++j) {
      if (pivots_[j] == no_result<T>) pivots_[j] = load_relaxed(words_ + diagonals_[j]);
      if (at_hand_[j] == no_result<T>) at_hand_[j] = load_relaxed(words_ + sources_[j]);
    }
#pragma unroll
    for (int j = 0; j < batch; ++j) {
      const bool has_all = pivots_[j] != no_result<T> && at_hand_[j] != no_result<T>;
      if (!__all_sync(whole_warp, has_all) || j != taken_ || j >= count_) continue;
      is_lu ? subtract_row(a, j) : divide_by_row(a, j);
      ++taken_;
    }
    if (taken_ < count_) return;
    step_ += count_;
    take_steps(a);
  }

  /// Hands on what is complete only now, and writes the row.
  __device__ void store(const FactorArguments<T, Index>& a) {
    __syncwarp();
    T pivot = row_[left_] - squares_;
    const double size = a.by_absolute_value ? fabs(double(pivot)) : double(pivot);
    if (!(size > a.pivot_tolerance)) {
      if (lane_ == 0 && a.position != nullptr)
        atomicMin(reinterpret_cast<unsigned long long*>(a.position),
                  static_cast<unsigned long long>(number_ + a.base));
      if (a.has_pivot_boost) pivot = a.pivot_boost;
    }
    if (!is_lu) pivot = sqrt(fabs(pivot));
    for (int k = left_ + lane_; k < length_; k += 32) hand_on(a, k, k == left_ ? pivot : row_[k]);
    if constexpr (is_lu)
      for (int k = lane_; k < left_; k += 32) a.factors[begin_ + k] = row_[k];
  }

 private:
  static constexpr Index none = Index(-1);

  static constexpr int batch = 4;  ///< steps at hand

  __device__ static Index column(const FactorArguments<T, Index>& a, std::int64_t k) {
    return Index(a.cols[k] - Index(a.base));
  }

  /// Looks up what the next steps take of other rows, behind their diagonals, or of Cholesky what
  /// is before these, and where that is in the own row.
  __device__ void take_steps(const FactorArguments<T, Index>& a) {
    count_ = min(batch, left_ - step_);
    taken_ = 0;
    Index mine[batch];
#pragma unroll
    for (int j = 0; j < batch; ++j) {
      parts_[j] = 0;
      if (j >= count_) continue;
      const std::int64_t other = columns_[step_ + j];
      diagonals_[j] = a.diagonals[other] - a.base;
      const std::int64_t begin = is_lu ? diagonals_[j] + 1 : a.begins[other] - a.base;
      parts_[j] = int((is_lu ? a.ends[other] - a.base : diagonals_[j]) - begin);
      sources_[j] = begin + lane_;
    }
#pragma unroll
    for (int j = 0; j < batch; ++j) mine[j] = lane_ < parts_[j] ? column(a, sources_[j]) : none;
#pragma unroll
    for (int j = 0; j < batch; ++j) {
      targets_[j] = mine[j] != none ? find(mine[j], step_ + j) : -1;
      pivots_[j] = j < count_ ? no_result<T> : 0;
      at_hand_[j] = targets_[j] >= 0 ? no_result<T> : 0;
    }
  }

  /// Where a column is in the own row, behind a step or of Cholesky before it; -1: nowhere.
  __device__ int find(Index column, int step) const {
    int low = is_lu ? step + 1 : 0, high = is_lu ? length_ : step;
    const int end = high;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (columns_[middle] < column)
        low = middle + 1;
      else
        high = middle;
    }
    return low < end && columns_[low] == column ? low : -1;
  }

  /// Calls f(place in the own row, factor) for what the lane takes of a step's row. The pivot is
  /// there, so that the rest, where a lane takes more than one entry, will be there soon.
  template <class F>
  __device__ void for_each_match(const FactorArguments<T, Index>& a, int j, const F& f) const {
    if (targets_[j] >= 0) f(targets_[j], from_word(at_hand_[j]));
    for (int at = 32; at + lane_ < parts_[j]; at += 32) {
      const int target = find(column(a, sources_[j] + at), step_ + j);
      if (target < 0) continue;
      Word<T> word = no_result<T>;
      while (word == no_result<T>) word = load_relaxed(words_ + sources_[j] + at);
      f(target, from_word(word));
    }
  }

  __device__ void subtract_row(const FactorArguments<T, Index>& a, int j) {
    const int step = step_ + j;
    const T multiple = row_[step] / from_word(pivots_[j]);
    __syncwarp();
    if (lane_ == 0) row_[step] = multiple;
    for_each_match(a, j, [&](int target, T factor) { row_[target] -= multiple * factor; });
    __syncwarp();
  }

  __device__ void divide_by_row(const FactorArguments<T, Index>& a, int j) {
    const int step = step_ + j;
    T sum = T(0);
    for_each_match(a, j, [&](int target, T factor) { sum += row_[target] * factor; });
    __syncwarp();
    sum = warp_sum(sum);
    const T result = (row_[step] - sum) / from_word(pivots_[j]);
    squares_ += result * result;
    __syncwarp();
    if (lane_ == 0) {
      row_[step] = result;
      hand_on(a, step, result);
    }
    __syncwarp();
  }

  __device__ void hand_on(const FactorArguments<T, Index>& a, int k, T value) const {
    const Word<T> word = to_word(value);
    store_relaxed(words_ + begin_ + k, word);
    if (static_cast<void*>(words_) != static_cast<void*>(a.factors))
      a.factors[begin_ + k] = from_word(word);
  }

  Word<T>* words_;
  std::int64_t number_, begin_ = 0;
  int lane_;
  T* row_;
  Index* columns_;
  int left_ = 0, length_ = 0;
  T squares_ = T(0);
  int step_ = 0, count_ = 0, taken_ = 0;  ///< the first step at hand, how many there are, are done
  std::int64_t diagonals_[batch], sources_[batch];
  int parts_[batch], targets_[batch];
  Word<T> pivots_[batch] = {}, at_hand_[batch] = {};
};

constexpr int factor_warps = 4;  ///< of a block

/// \param room entries of a row in shared memory
template <class T, class Index, bool is_lu>
__global__ void __launch_bounds__(32 * factor_warps)
    factor_levels_kernel(FactorArguments<T, Index> a, unsigned long long* ticket, Word<T>* words,
                         int room) {
  extern __shared__ double shared[];
  const int lane = int(threadIdx.x % 32), warp = int(threadIdx.x / 32);
  T* const row = reinterpret_cast<T*>(shared) + warp * room;
  Index* const columns =
      reinterpret_cast<Index*>(reinterpret_cast<T*>(shared) + factor_warps * room) + warp * room;
  for (;;) {
    unsigned long long mine = 0;
    if (lane == 0) mine = atomicAdd(ticket, 1ull);
    mine = __shfl_sync(whole_warp, mine, 0);
    if (std::int64_t(mine) >= a.num_rows) return;
    FactorRow<T, Index, is_lu> work(a, words, a.order[std::int64_t(mine)], lane, row, columns);
    while (!work.is_complete()) work.advance(a);
    work.store(a);
    __syncwarp();
  }
}

/// Makes the words left of each diagonal, and of it, say that nothing is there yet.
template <class T>
__global__ void __launch_bounds__(256)
    clear_lower_words(std::int64_t num_rows, std::int64_t base, OffsetArray begins,
                      OffsetArray diagonals, Word<T>* words) {
  const std::int64_t row = (std::int64_t(blockIdx.x) * 256 + threadIdx.x) / 8;
  if (row >= num_rows) return;
  const std::int64_t end = diagonals[row] - base;
  for (std::int64_t k = begins[row] - base + threadIdx.x % 8; k <= end; k += 8)
    words[k] = no_result<T>;
}

}  // namespace filigree::cuda
