// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "factor/cuda/arguments.hpp"

/// Rows level by level (level_order.hpp), in the order of tickets. A group of lanes takes a row and
/// keeps it in shared memory: a lane each takes an entry of a row that it needs, and looks for its
/// column in the own row before it waits for its value. Factors are handed on in words that are
/// their own flags: the factors themselves, or a copy where these take the place of the values.
/// Tickets are taken in order and only rows before a warp's own are waited for, or its own by
/// groups that take turns: a warp never waits for one that does not run yet.

namespace filigree::cuda {

/// A row on its way through its entries left of the diagonal.
template <class T, class Index, int Lanes, bool is_lu>
class FactorRow {
 public:
  /// \param is_row    whether there is such a row: otherwise nothing is left to do
  /// \param row, columns room for the row's values and columns in shared memory
  __device__ FactorRow(const FactorArguments<T, Index>& a, Word<T>* words, std::int64_t number,
                       bool is_row, int lane, T* row, Index* columns)
      : words_(words),
        number_(number),
        lane_(lane % Lanes),
        group_(lanes << (lane / Lanes * Lanes)),
        row_(row),
        columns_(columns) {
    if (!is_row) return;
    begin_ = a.begins[number] - a.base;
    const std::int64_t diagonal = a.diagonals[number] - a.base;
    left_ = int(diagonal - begin_);
    length_ = is_lu ? int(a.ends[number] - a.base - begin_) : left_ + 1;
    for (int k = lane_; k < length_; k += Lanes) {
      row_[k] = a.values[begin_ + k];
      columns_[k] = Index(a.cols[begin_ + k] - Index(a.base));
    }
    __syncwarp(group_);
    next_ = look_up(a, 0);
    next_column_ = first_column(a, next_);
    after_next_ = look_up(a, 1);
    take_step(a);
  }

  __device__ bool is_complete() const { return step_ == left_; }

  /// Asks for the factors that the step needs; where the whole group has them, it takes them.
  __device__ void advance(const FactorArguments<T, Index>& a) {
    bool is_ready = true;
    if (!is_complete()) {
      if (pivot_ == no_result<T>) pivot_ = load_relaxed(words_ + current_.diagonal);
      if (word_ == no_result<T>) word_ = load_relaxed(words_ + source_);
      is_ready = pivot_ != no_result<T> && word_ != no_result<T>;
    }
    const unsigned ready = __ballot_sync(all_lanes, is_ready);
    if (is_complete() || (ready & group_) != group_) return;
    is_lu ? subtract_row() : add_products();
    source_ += Lanes;
    at_ += Lanes;
    if (at_ < current_.length) {
      match(at_ + lane_ < current_.length ? column(a, source_) : none);
      return;
    }
    if (!is_lu) divide(a);
    ++step_;
    take_step(a);
  }

  /// Hands on what is complete only now, and writes the row.
  __device__ void store(const FactorArguments<T, Index>& a) {
    __syncwarp(group_);
    T pivot = row_[left_] - squares_;
    const double size = is_lu ? fabs(double(pivot)) : double(pivot);
    if (!(size > a.pivot_tolerance)) {
      if (lane_ == 0 && a.position != nullptr)
        atomicMin(reinterpret_cast<unsigned long long*>(a.position),
                  static_cast<unsigned long long>(number_ + a.base));
      if (a.has_pivot_boost) pivot = a.pivot_boost;
    }
    if (!is_lu) pivot = sqrt(pivot);
    for (int k = left_ + lane_; k < length_; k += Lanes)
      hand_on(a, k, k == left_ ? pivot : row_[k]);
    if constexpr (is_lu)
      for (int k = lane_; k < left_; k += Lanes) a.factors[begin_ + k] = row_[k];
  }

  static constexpr unsigned all_lanes = 0xffffffffu;

 private:
  static constexpr unsigned lanes = Lanes == 32 ? all_lanes : (1u << (Lanes % 32)) - 1;
  static constexpr Index none = Index(-1);

  /// What a step takes of another row: behind its diagonal, or of Cholesky what is before it.
  struct Part {
    std::int64_t diagonal = 0, begin = 0;
    int length = 0;
  };

  __device__ Part look_up(const FactorArguments<T, Index>& a, int step) const {
    Part part;
    if (step >= left_) return part;
    const std::int64_t other = columns_[step];
    part.diagonal = a.diagonals[other] - a.base;
    part.begin = is_lu ? part.diagonal + 1 : a.begins[other] - a.base;
    part.length = int((is_lu ? a.ends[other] - a.base : part.diagonal) - part.begin);
    return part;
  }
  __device__ static Index column(const FactorArguments<T, Index>& a, std::int64_t k) {
    return Index(a.cols[k] - Index(a.base));
  }
  __device__ Index first_column(const FactorArguments<T, Index>& a, const Part& part) const {
    return lane_ < part.length ? column(a, part.begin + lane_) : none;
  }

  /// Makes what is at hand for the next step the current one's, and loads what those after it need.
  __device__ void take_step(const FactorArguments<T, Index>& a) {
    if (is_complete()) return;
    current_ = next_;
    const Index mine = next_column_;
    next_ = after_next_;
    next_column_ = first_column(a, next_);
    after_next_ = look_up(a, step_ + 2);
    pivot_ = no_result<T>;
    sum_ = T(0);
    at_ = 0;
    source_ = current_.begin + lane_;
    match(mine);
  }

  /// Finds where a column is in the own row. Where it is not, nothing is waited for.
  __device__ void match(Index column) {
    int low = is_lu ? step_ + 1 : 0, high = is_lu ? length_ : step_;
    const int end = high;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (columns_[middle] < column)
        low = middle + 1;
      else
        high = middle;
    }
    target_ = column != none && low < end && columns_[low] == column ? low : -1;
    word_ = target_ >= 0 ? no_result<T> : 0;
  }

  __device__ void subtract_row() {
    if (at_ == 0) {
      multiple_ = row_[step_] / from_word(pivot_);
      __syncwarp(group_);
      if (lane_ == 0) row_[step_] = multiple_;
    }
    if (target_ >= 0) row_[target_] -= multiple_ * from_word(word_);
    __syncwarp(group_);
  }

  __device__ void add_products() {
    if (target_ >= 0) sum_ += row_[target_] * from_word(word_);
  }
  __device__ void divide(const FactorArguments<T, Index>& a) {
#pragma unroll
    for (int delta = Lanes / 2; delta > 0; delta /= 2) sum_ += __shfl_xor_sync(group_, sum_, delta);
    const T result = (row_[step_] - sum_) / from_word(pivot_);
    squares_ += result * result;
    __syncwarp(group_);
    if (lane_ == 0) {
      row_[step_] = result;
      hand_on(a, step_, result);
    }
    __syncwarp(group_);
  }

  __device__ void hand_on(const FactorArguments<T, Index>& a, int k, T value) const {
    const Word<T> word = to_word(value);
    store_relaxed(words_ + begin_ + k, word);
    if (static_cast<void*>(words_) != static_cast<void*>(a.factors))
      a.factors[begin_ + k] = from_word(word);
  }

  Word<T>* words_;
  std::int64_t number_, begin_ = 0, source_ = 0;
  int lane_;
  unsigned group_;
  T* row_;
  Index* columns_;
  int left_ = 0, length_ = 0, step_ = 0, at_ = 0, target_ = -1;
  Part current_, next_, after_next_;
  Index next_column_ = none;
  Word<T> pivot_ = 0, word_ = 0;
  T multiple_ = T(0), sum_ = T(0), squares_ = T(0);
};

constexpr int factor_warps = 4;  ///< of a block

/// \param room entries of a row in shared memory
template <class T, class Index, int Lanes, bool is_lu>
__global__ void __launch_bounds__(32 * factor_warps)
    factor_levels_kernel(FactorArguments<T, Index> a, unsigned long long* ticket, Word<T>* words,
                         int room) {
  using Row = FactorRow<T, Index, Lanes, is_lu>;
  constexpr int groups = 32 / Lanes;
  extern __shared__ double shared[];
  const int lane = int(threadIdx.x % 32);
  const int group = int(threadIdx.x) / Lanes;
  T* const row = reinterpret_cast<T*>(shared) + group * room;
  Index* const columns =
      reinterpret_cast<Index*>(reinterpret_cast<T*>(shared) + factor_warps * groups * room) +
      group * room;
  for (;;) {
    unsigned long long mine = 0;
    if (lane == 0) mine = atomicAdd(ticket, 1ull);
    const std::int64_t first = std::int64_t(__shfl_sync(Row::all_lanes, mine, 0)) * groups;
    if (first >= a.num_rows) return;
    const bool is_row = first + lane / Lanes < a.num_rows;
    Row work(a, words, is_row ? a.order[first + lane / Lanes] : 0, is_row, lane, row, columns);
    bool is_open = true;
    while (__any_sync(Row::all_lanes, is_open)) {
      if (is_open && work.is_complete()) {
        if (is_row) work.store(a);
        is_open = false;
      }
      work.advance(a);
    }
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
