// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/sum_over_lanes.hpp"
#include "cuda/warp.hpp"
#include "solve/cuda/arguments.hpp"
#include "solve/cuda/pivot.cuh"

/// Rows level by level (level_order.hpp), or one after another, in the order of tickets. A warp
/// takes the next 32 / Lanes shares, row by row and in each row by columns of X; a group of Lanes
/// lanes takes the row's entries in turn. Unknowns are handed on in words that hold all ones until
/// they are there: no flags and no fences. Tickets are taken in order and only unknowns before a
/// warp's own are waited for, or its own by groups that take turns: a warp never waits for one that
/// does not run yet.

namespace filigree::cuda {

/// What is found in a part of a row: the sum of products, and of entries of the diagonal that are
/// not where sorted rows have theirs.
template <class T>
struct SolveSums {
  T products;
  T diagonal;

  __device__ SolveSums& operator+=(const SolveSums& other) {
    products += other.products;
    diagonal += other.diagonal;
    return *this;
  }
};

/// One lane's share of an unknown, on its way through its entries towards the diagonal: those
/// that come last are waited for last.
template <class T, class Index, int Lanes, int Batch>
class SolveShare {
 public:
  /// The right-hand side and the pivot. start() is to follow.
  __device__ SolveShare(const SolveArguments<T, Index>& a, std::int64_t row, int column)
      : row_(row), column_(column) {
    const std::int64_t begin = a.begins[row] - a.base;
    length_ = a.ends[row] - a.base - begin;
    first_ = a.lower ? begin : begin + length_ - 1;
    // The diagonal where sorted rows have it, so that its inverse is known before it is needed.
    const std::int64_t near = a.lower ? begin + length_ - 1 : begin;
    if (length_ > 0 && !a.unit_diagonal && std::int64_t(a.cols[near]) - a.base == row) {
      pivot_ = value(a, near);
      inverse_ = T(1) / pivot_;
      --length_;
    }
    const T factor = a.alpha.get();
    if (factor != T(0)) right_ = factor * a.b[row * a.b_row_stride + column * a.b_col_stride];
  }
  /// For a part of a row, whose sums another share takes.
  __device__ SolveShare(std::int64_t row, int column) : row_(row), column_(column) {}

  /// The place of the entry that comes first, and how many there are, without the pivot.
  __device__ std::int64_t first() const { return first_; }
  __device__ std::int64_t length() const { return length_; }

  /// Begins with the lane's of `length` entries.
  __device__ void start(const SolveArguments<T, Index>& a, std::int64_t first, std::int64_t length,
                        int lane) {
    next_ = a.lower ? first + lane : first - lane;
    left_ = length > lane ? (length - lane + Lanes - 1) / Lanes : 0;
    load(a);
  }

  /// Asks for the unknowns at hand. Where all are there it adds them up and takes the next entries.
  /// \return whether the lane's entries are all in the sum
  __device__ bool advance(const SolveArguments<T, Index>& a, const Word<T>* words) {
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      if (words_[j] == no_result<T>)
        words_[j] = load_relaxed(words + std::int64_t(cols_[j]) * a.num_columns + column_);
    bool all = true;
#pragma unroll
    for (int j = 0; j < Batch; ++j) all = all && words_[j] != no_result<T>;
    if (!all) return false;
#pragma unroll
    for (int j = 0; j < Batch; ++j) sum_ += values_[j] * from_word(words_[j]);
    if (left_ == 0) return true;
    load(a);
    return false;
  }

  __device__ SolveSums<T> sums() const { return {sum_, further_}; }
  __device__ void set_sums(const SolveSums<T>& sums) {
    sum_ = sums.products;
    further_ = sums.diagonal;
  }

  /// Divides by the pivot and hands the unknown on. To be called by whole warps, in which groups
  /// that are not complete go on with their own sums.
  __device__ void complete(const SolveArguments<T, Index>& a, Word<T>* words, int lane,
                           bool is_complete) const {
    T sum = sum_, further = further_;
    if constexpr (Lanes > 1) {
      sum_over_lanes<1, Lanes / 2>(&sum, lane);
      if (__any_sync(whole_warp, further != T(0))) sum_over_lanes<1, Lanes / 2>(&further, lane);
    }
    if (!is_complete || lane % Lanes != 0) return;
    const Word<T> own = to_word(
        over_pivot(a, row_, right_ - sum, pivot_ + further, further == T(0) ? inverse_ : T(0)));
    store_relaxed(words + row_ * a.num_columns + column_, own);
    a.x[row_ * a.x_row_stride + column_ * a.x_col_stride] = from_word(own);
  }

 private:
  __device__ static T value(const SolveArguments<T, Index>& a, std::int64_t k) {
    return a.values[a.places.is_null() ? k : a.places[k]];
  }

  /// Where lanes go through many batches, all of a batch is read before one entry is looked at,
  /// which would wait for it.
  static constexpr bool reads_first = Lanes >= 8 && Batch > 2;

  __device__ std::int64_t place(const SolveArguments<T, Index>& a, int j) const {
    return a.lower ? next_ + j * Lanes : next_ - j * Lanes;
  }

  /// Takes the next entries; the first time so many that the last batch is full.
  __device__ void load(const SolveArguments<T, Index>& a) {
    const int length = left_ % Batch != 0 ? int(left_ % Batch) : left_ > 0 ? Batch : 0;
    Index read_cols[Batch];
    T read_values[Batch];
    if constexpr (reads_first) read(a, length, read_cols, read_values);
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      words_[j] = 0;
      values_[j] = T(0);
      if (j >= length) continue;
      const std::int64_t at = place(a, j);
      const std::int64_t col = std::int64_t(reads_first ? read_cols[j] : a.cols[at]) - a.base;
      const auto found = [&] { return reads_first ? read_values[j] : value(a, at); };
      if (a.lower ? col < row_ : col > row_) {
        cols_[j] = Index(col);
        values_[j] = found();
        words_[j] = no_result<T>;
      } else if (col == row_ && !a.unit_diagonal) {
        further_ += found();
      }
    }
    next_ += (a.lower ? length : -length) * Lanes;
    left_ -= length;
  }
  __device__ void read(const SolveArguments<T, Index>& a, int length, Index (&cols)[Batch],
                       T (&values)[Batch]) const {
#pragma unroll
    for (int j = 0; j < Batch; ++j) cols[j] = j < length ? a.cols[place(a, j)] : Index(0);
    if (a.places.is_null()) {
#pragma unroll
      for (int j = 0; j < Batch; ++j) values[j] = j < length ? a.values[place(a, j)] : T(0);
      return;
    }
    OffsetArray::Raw places[Batch];
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      places[j] = j < length ? a.places.raw(place(a, j)) : OffsetArray::Raw();
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      values[j] = j < length ? a.values[a.places.value(places[j])] : T(0);
  }

  std::int64_t row_, first_ = 0, length_ = 0, next_ = 0, left_ = 0;
  int column_;
  T right_ = T(0), sum_ = T(0);
  T pivot_ = T(0), inverse_ = T(0);
  T further_ = T(0);  ///< entries of the diagonal in other places
  Index cols_[Batch];
  T values_[Batch];
  Word<T> words_[Batch];
};

/// Goes on with a warp's rows until all that are open are complete. Groups of lanes that wait take
/// turns, for some may wait for others.
/// \param idle() what is done when none has become complete
template <class T, class Index, int Lanes, int Batch, class Idle>
__device__ void complete_rows(SolveShare<T, Index, Lanes, Batch>& share,
                              const SolveArguments<T, Index>& a, Word<T>* words, int lane,
                              bool is_open, const Idle& idle) {
  const unsigned group = group_mask<Lanes>(lane);
  for (bool is_waiting = is_open; __any_sync(whole_warp, is_open);) {
    if (is_waiting && share.advance(a, words)) is_waiting = false;
    const unsigned waiting = __ballot_sync(whole_warp, is_waiting);
    const bool is_complete = is_open && (waiting & group) == 0;
    if (!__any_sync(whole_warp, is_complete)) {
      idle();
      continue;
    }
    share.complete(a, words, lane, is_complete);
    if (is_complete) is_open = false;
  }
}

template <class T, class Index, int Lanes, int Batch>
__global__ void __launch_bounds__(32)
    solve_levels_kernel(SolveArguments<T, Index> a, unsigned long long* ticket, Word<T>* words) {
  const int lane = int(threadIdx.x);
  const std::int64_t shares = a.num_rows * a.num_columns;
  for (;;) {
    unsigned long long mine = 0;
    if (lane == 0) mine = draw_from_all_ones(ticket);
    const std::int64_t first = std::int64_t(__shfl_sync(whole_warp, mine, 0)) * (32 / Lanes);
    if (first >= shares) return;
    const bool is_open = first + lane / Lanes < shares;
    const std::int64_t which = is_open ? first + lane / Lanes : first;
    const std::int64_t step = a.num_columns == 1 ? which : which / a.num_columns;
    SolveShare<T, Index, Lanes, Batch> share(a, row_of(a, step), int(which - step * a.num_columns));
    share.start(a, share.first(), share.length(), lane % Lanes);
    complete_rows(share, a, words, lane, is_open, [] {});
  }
}

}  // namespace filigree::cuda
