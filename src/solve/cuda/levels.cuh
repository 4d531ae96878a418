// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include "cuda/sum_over_lanes.hpp"
#include "solve/cuda/arguments.hpp"
#include "solve/cuda/words.cuh"

/// Rows level by level (level_order.hpp), in the order of tickets. A warp takes the next 32 / Lanes
/// parts: a part is a row's unknowns of Columns columns, and a group of Lanes lanes takes the row's
/// entries in turn. An unknown is handed on in one word that holds all ones until it is there: no
/// flags and no fences. Tickets are taken in order, a warp's own parts too, and only parts before
/// them are waited for, or others of the warp by groups that take turns: a warp never waits for one
/// that does not run yet.

namespace filigree::cuda {

template <class T>
using SolveWord = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;

template <class T>
inline constexpr SolveWord<T> no_unknown = ~SolveWord<T>(0);

__device__ inline float from_word(unsigned word) { return __uint_as_float(word); }
__device__ inline double from_word(unsigned long long word) {
  return __longlong_as_double((long long)word);
}
/// A result of all ones is a NaN: another NaN takes its place.
__device__ inline unsigned to_word(float value) {
  const unsigned word = __float_as_uint(value);
  return word == no_unknown<float> ? 0x7fffffffu : word;
}
__device__ inline unsigned long long to_word(double value) {
  const auto word = (unsigned long long)__double_as_longlong(value);
  return word == no_unknown<double> ? 0x7fffffffffffffffull : word;
}

/// Words side by side. Each is there, or not, by itself.
template <class Word>
__device__ inline void load_words(const Word* address, Word (&words)[1]) {
  words[0] = load_relaxed(address);
}
__device__ inline void load_words(const unsigned* address, unsigned (&words)[2]) {
  asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];"
               : "=r"(words[0]), "=r"(words[1])
               : "l"(address)
               : "memory");
}
__device__ inline void load_words(const unsigned long long* address,
                                  unsigned long long (&words)[2]) {
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(words[0]), "=l"(words[1])
               : "l"(address)
               : "memory");
}

/// Which part a lane works on.
struct SolvePart {
  std::int64_t row, begin, end;
  std::int64_t column;
  bool exists;
};

/// One lane's share of a part, on its way through its entries towards the diagonal: those that come
/// last are waited for last.
template <class T, class Index, int Lanes, int Columns, int Batch>
class SolveShare {
 public:
  __device__ SolveShare(const SolveArguments<T, Index>& a, const SolvePart& part, int lane)
      : row_(part.row), column_(part.column) {
    const std::int64_t length = part.end - part.begin;
    // The diagonal where sorted rows have it, so that its inverse is known before it is needed.
    near_ = a.lower ? part.end - 1 : part.begin;
    next_ = a.lower ? part.begin + lane : part.end - 1 - lane;
    left_ = length > lane ? (length - lane + Lanes - 1) / Lanes : 0;
    if (length > 0 && !a.unit_diagonal) {
      const T stored = value(a, near_);
      if (std::int64_t(a.cols[near_]) - a.base == row_) pivot_ = stored;
    }
    const T factor = a.alpha.get();
#pragma unroll
    for (int c = 0; c < Columns; ++c)
      right_[c] = factor == T(0)
                      ? T(0)
                      : factor * a.b[row_ * a.b_row_stride + (column_ + c) * a.b_col_stride];
    load(a);
    inverse_ = T(1) / pivot_;
  }

  /// Asks for the unknowns at hand. Where all are there it adds them up and takes the next entries.
  /// \return whether the lane's entries are all in the sum
  __device__ bool advance(const SolveArguments<T, Index>& a, const SolveWord<T>* words) {
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      if (is_missing(j))
        load_words(words + std::int64_t(cols_[j]) * a.num_columns + column_, words_[j]);
    bool all = true;
#pragma unroll
    for (int j = 0; j < Batch; ++j) all = all && !is_missing(j);
    if (!all) return false;
#pragma unroll
    for (int j = 0; j < Batch; ++j)
#pragma unroll
      for (int c = 0; c < Columns; ++c) sums_[c] += values_[j] * from_word(words_[j][c]);
    if (left_ == 0) return true;
    load(a);
    return false;
  }

  /// Adds up what the lanes of a group have. To be called by whole warps.
  __device__ void gather(int lane) {
#pragma unroll
    for (int c = 0; c < Columns; ++c) sum_over_lanes<1, Lanes / 2>(&sums_[c], lane);
    if (__any_sync(whole_warp, further_ != T(0))) sum_over_lanes<1, Lanes / 2>(&further_, lane);
  }

  /// Divides by the pivot and hands the unknowns on.
  __device__ void store(const SolveArguments<T, Index>& a, SolveWord<T>* words) const {
#pragma unroll
    for (int c = 0; c < Columns; ++c) {
      const SolveWord<T> word = to_word(unknown(a, right_[c] - sums_[c]));
      store_relaxed(words + row_ * a.num_columns + column_ + c, word);
      a.x[row_ * a.x_row_stride + (column_ + c) * a.x_col_stride] = from_word(word);
    }
  }

 private:
  __device__ static T value(const SolveArguments<T, Index>& a, std::int64_t k) {
    return a.values[a.places.is_null() ? k : a.places[k]];
  }

  __device__ bool is_missing(int j) const {
    bool result = false;
#pragma unroll
    for (int c = 0; c < Columns; ++c) result = result || words_[j][c] == no_unknown<T>;
    return result;
  }

  /// Takes the next entries; the first time so many that the last batch is full.
  __device__ void load(const SolveArguments<T, Index>& a) {
    const int length = left_ % Batch != 0 ? int(left_ % Batch) : left_ > 0 ? Batch : 0;
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
#pragma unroll
      for (int c = 0; c < Columns; ++c) words_[j][c] = 0;
      values_[j] = T(0);
      if (j >= length) continue;
      const std::int64_t at = a.lower ? next_ + j * Lanes : next_ - j * Lanes;
      const std::int64_t col = std::int64_t(a.cols[at]) - a.base;
      if (a.lower ? col < row_ : col > row_) {
        cols_[j] = Index(col);
        values_[j] = value(a, at);
        words_[j][0] = no_unknown<T>;
      } else if (col == row_ && at != near_ && !a.unit_diagonal) {
        further_ += value(a, at);
      }
    }
    next_ += (a.lower ? length : -length) * Lanes;
    left_ -= length;
  }

  __device__ T unknown(const SolveArguments<T, Index>& a, T rest) const {
    if (a.unit_diagonal) return rest;
    const T pivot = pivot_ + further_;
    if (pivot == T(0)) {
      if (a.position != nullptr)
        atomicMin(reinterpret_cast<unsigned long long*>(a.position),
                  static_cast<unsigned long long>(row_ + a.index_base));
      if (a.policy == PivotPolicy::skip) return T(0);
      return rest / (a.policy == PivotPolicy::substitute ? a.substitute : pivot);
    }
    // The correctly rounded inverse and one correction give what the division gives (Markstein,
    // 1990), unless something left the range of normal numbers.
    const T first = rest * inverse_;
    const T quotient = fma(fma(-first, pivot, rest), inverse_, first);
    return further_ == T(0) && fabs(quotient) < unlimited / 4 && fabs(inverse_) < unlimited &&
                   fabs(first) > smallest && fabs(inverse_) > smallest
               ? quotient
               : rest / pivot;
  }

  static constexpr T unlimited = sizeof(T) == 8 ? T(1.7e308) : T(3.4e38f);
  static constexpr T smallest = sizeof(T) == 8 ? T(1e-290) : T(1e-30f);

  std::int64_t row_, column_, near_, next_, left_;
  T right_[Columns], sums_[Columns] = {};
  T pivot_ = T(0), inverse_;
  T further_ = T(0);  ///< entries of the diagonal in other places
  Index cols_[Batch];
  T values_[Batch];
  SolveWord<T> words_[Batch][Columns];
};

/// What a warp is to do, asked for ahead of time: tickets first, then rows, then where these begin.
template <class T, class Index, int Lanes, int Columns>
class SolveQueue {
 public:
  __device__ SolveQueue(const SolveArguments<T, Index>& a, unsigned long long* ticket)
      : a_(a), ticket_(ticket), per_row_(a.num_columns / Columns) {
    draw();
    find();
    draw();
    step();
  }

  /// \return the lane's part; where the warp's first does not exist, there are no more
  __device__ SolvePart next() const { return next_; }
  /// To be called when the loads of next() are on their way.
  __device__ void step() {
    next_ = after_;
    next_.begin = a_.begins[next_.row] - a_.base;
    next_.end = a_.ends[next_.row] - a_.base;
    find();
    draw();
  }

 private:
  __device__ void draw() {
    if (threadIdx.x == 0) drawn_ = atomicAdd(ticket_, 1ull) + 1;  // the first one finds all ones
  }
  __device__ void find() {
    const std::int64_t first =
        std::int64_t(__shfl_sync(whole_warp, drawn_, 0)) * (32 / Lanes) + threadIdx.x / Lanes;
    after_.exists = first < a_.num_rows * per_row_;
    const std::int64_t which = after_.exists ? first : 0;
    const std::int64_t step = per_row_ == 1 ? which : which / per_row_;
    after_.row = a_.order[step];
    after_.column = (which - step * per_row_) * Columns;
  }

  const SolveArguments<T, Index>& a_;
  unsigned long long* ticket_;
  std::int64_t per_row_;
  unsigned long long drawn_ = 0;
  SolvePart next_, after_;
};

template <class T, class Index, int Lanes, int Columns, int Batch>
__global__ void __launch_bounds__(32)
    solve_levels_kernel(SolveArguments<T, Index> a, unsigned long long* ticket,
                        SolveWord<T>* words) {
  const int lane = int(threadIdx.x);
  const unsigned group = group_mask<Lanes>(lane);
  SolveQueue<T, Index, Lanes, Columns> queue(a, ticket);
  for (;;) {
    const SolvePart part = queue.next();
    if (!__any_sync(whole_warp, part.exists)) return;
    SolveShare<T, Index, Lanes, Columns, Batch> share(a, part, lane % Lanes);
    queue.step();
    bool is_open = part.exists;
    for (bool is_waiting = is_open; __any_sync(whole_warp, is_open);) {
      if (is_waiting && share.advance(a, words)) is_waiting = false;
      const unsigned waiting = __ballot_sync(whole_warp, is_waiting);
      const bool is_complete = is_open && (waiting & group) == 0;
      if (!__any_sync(whole_warp, is_complete)) continue;
      // Groups that are not complete go on with their own sums.
      auto total = share;
      if constexpr (Lanes > 1) total.gather(lane);
      if (is_complete && lane % Lanes == 0) total.store(a, words);
      if (is_complete) is_open = false;
    }
  }
}

}  // namespace filigree::cuda
