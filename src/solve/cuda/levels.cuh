// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/sum_over_lanes.hpp"
#include "solve/cuda/arguments.hpp"

/// Rows level by level (level_order.hpp), in the order of tickets. A warp takes the next 32 rows, a
/// thread each. An unknown is handed on in one word that holds all ones until it is there: no flags
/// and no fences. Tickets are taken in order and only rows before a warp's own are waited for, or
/// its own by threads that take turns: a warp never waits for one that does not run yet.

namespace filigree::cuda {

/// A row on its way through its entries, towards the diagonal: unknowns that come last are waited
/// for last.
template <class T, class Index, int Batch>
class SolveRow {
 public:
  __device__ SolveRow(const SolveArguments<T, Index>& a, std::int64_t row) : row_(row) {
    const std::int64_t begin = a.begins[row] - a.base;
    left_ = a.ends[row] - a.base - begin;
    next_ = a.lower ? begin : begin + left_ - 1;
    // The diagonal where sorted rows have it, so that its inverse is known before it is needed.
    const std::int64_t near = a.lower ? begin + left_ - 1 : begin;
    if (left_ > 0 && !a.unit_diagonal && std::int64_t(a.cols[near]) - a.base == row) {
      pivot_ = value(a, near);
      inverse_ = T(1) / pivot_;
      has_inverse_ = true;
      --left_;
    }
    const T factor = a.alpha.get();
    if (factor != T(0)) right_ = factor * a.b[row * a.b_row_stride];
    load(a);
  }

  /// Entries that are not yet in the sum, but for those at hand.
  __device__ std::int64_t num_left() const { return left_; }

  /// Asks for the unknowns at hand. Where all are there it adds them up and takes the next entries.
  /// \return whether the row is complete
  __device__ bool advance(const SolveArguments<T, Index>& a, const Word<T>* words) {
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      if (words_[j] == no_result<T>) words_[j] = load_relaxed(words + cols_[j]);
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

  /// All threads of a warp add up what is left of the row of thread `owner`.
  __device__ void share(const SolveArguments<T, Index>& a, const Word<T>* words, int lane,
                        int owner) {
    const std::int64_t row = __shfl_sync(all_threads, row_, owner);
    const std::int64_t left = __shfl_sync(all_threads, left_, owner);
    const std::int64_t next = __shfl_sync(all_threads, next_, owner);
    T sum = T(0), pivot = T(0);
    for (std::int64_t first = lane; first < left; first += 32 * shared_batch) {
      const Word<T>* sources[shared_batch];
      Word<T> seen[shared_batch];
      T factors[shared_batch];
#pragma unroll
      for (int j = 0; j < shared_batch; ++j) {
        const std::int64_t k = first + 32 * j;
        seen[j] = 0;
        factors[j] = T(0);
        if (k >= left) continue;
        const std::int64_t at = a.lower ? next + k : next - k;
        const std::int64_t col = std::int64_t(a.cols[at]) - a.base;
        if (col == row && !a.unit_diagonal) pivot += value(a, at);
        if (a.lower ? col >= row : col <= row) continue;
        factors[j] = value(a, at);
        sources[j] = words + col;
        seen[j] = no_result<T>;
      }
#pragma unroll
      for (int j = 0; j < shared_batch; ++j)
        if (seen[j] == no_result<T>) seen[j] = load_relaxed(sources[j]);
#pragma unroll
      for (int j = 0; j < shared_batch; ++j) {
        while (seen[j] == no_result<T>) seen[j] = load_relaxed(sources[j]);
        sum += factors[j] * from_word(seen[j]);
      }
    }
    sum_over_lanes<1, 16>(&sum, lane);
    sum_over_lanes<1, 16>(&pivot, lane);
    if (lane != owner) return;
    sum_ += sum;
    if (pivot != T(0)) {
      pivot_ += pivot;
      has_inverse_ = false;
    }
    left_ = 0;
  }

  /// Divides by the pivot and hands the unknown on.
  __device__ void store(const SolveArguments<T, Index>& a, Word<T>* words) const {
    const Word<T> word = to_word(unknown(a));
    store_relaxed(words + row_, word);
    a.x[row_ * a.x_row_stride] = from_word(word);
  }

  static constexpr unsigned all_threads = 0xffffffffu;

 private:
  __device__ static T value(const SolveArguments<T, Index>& a, std::int64_t k) {
    return a.values[a.places.is_null() ? k : a.places[k]];
  }

  /// Takes the next entries; the first time so many that the last batch is full.
  __device__ void load(const SolveArguments<T, Index>& a) {
    const int length = left_ % Batch != 0 ? int(left_ % Batch) : left_ > 0 ? Batch : 0;
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      words_[j] = 0;
      values_[j] = T(0);
      if (j >= length) continue;
      const std::int64_t at = a.lower ? next_ + j : next_ - j;
      const std::int64_t col = std::int64_t(a.cols[at]) - a.base;
      if (a.lower ? col < row_ : col > row_) {
        cols_[j] = Index(col);
        values_[j] = value(a, at);
        words_[j] = no_result<T>;
      } else if (col == row_ && !a.unit_diagonal) {
        pivot_ += value(a, at);
        has_inverse_ = false;
      }
    }
    next_ += a.lower ? length : -length;
    left_ -= length;
  }

  __device__ T unknown(const SolveArguments<T, Index>& a) const {
    const T rest = right_ - sum_;
    if (a.unit_diagonal) return rest;
    if (pivot_ == T(0)) {
      if (a.position != nullptr)
        atomicMin(reinterpret_cast<unsigned long long*>(a.position),
                  static_cast<unsigned long long>(row_ + a.index_base));
      if (a.policy == PivotPolicy::skip) return T(0);
      return rest / (a.policy == PivotPolicy::substitute ? a.substitute : pivot_);
    }
    // The correctly rounded inverse and one correction give what the division gives (Markstein,
    // 1990), unless something left the range of normal numbers.
    const T first = rest * inverse_;
    const T quotient = fma(fma(-first, pivot_, rest), inverse_, first);
    return has_inverse_ && fabs(quotient) < unlimited / 4 && fabs(inverse_) < unlimited &&
                   fabs(first) > smallest && fabs(inverse_) > smallest
               ? quotient
               : rest / pivot_;
  }

  static constexpr int shared_batch = 8;  ///< entries of a shared row that a thread has at hand
  static constexpr T unlimited = sizeof(T) == 8 ? T(1.7e308) : T(3.4e38f);
  static constexpr T smallest = sizeof(T) == 8 ? T(1e-290) : T(1e-30f);

  std::int64_t row_, next_, left_;
  T right_ = T(0), sum_ = T(0), pivot_ = T(0), inverse_ = T(0);
  bool has_inverse_ = false;
  Index cols_[Batch];
  T values_[Batch];
  Word<T> words_[Batch];
};

/// Rows with more entries are added up by a warp.
constexpr int long_solve_row = 48;

template <class T, class Index, int Batch>
__global__ void __launch_bounds__(32)
    solve_levels_kernel(SolveArguments<T, Index> a, unsigned long long* ticket, Word<T>* words) {
  using Row = SolveRow<T, Index, Batch>;
  constexpr unsigned all_threads = Row::all_threads;
  const int lane = int(threadIdx.x);
  for (;;) {
    unsigned long long mine = 0;
    if (lane == 0) mine = atomicAdd(ticket, 1ull) + 1;  // the first one finds all ones
    const std::int64_t first = std::int64_t(__shfl_sync(all_threads, mine, 0)) * 32;
    if (first >= a.num_rows) return;
    const bool is_row = first + lane < a.num_rows;
    Row row(a, a.order[is_row ? first + lane : first]);
    // Long rows in turn, each after those before it, which it may need.
    unsigned longs = __ballot_sync(all_threads, is_row && row.num_left() > long_solve_row);
    for (int from = 0; from < 32;) {
      const int owner = longs != 0 ? __ffs(int(longs)) - 1 : 32;
      bool waits = is_row && lane >= from && lane < owner;
      while (__any_sync(all_threads, waits)) {
        if (waits && row.advance(a, words)) {
          row.store(a, words);
          waits = false;
        }
      }
      if (owner < 32) {
        row.share(a, words, lane, owner);
        for (bool is_open = lane == owner; __any_sync(all_threads, is_open);) {
          if (is_open && row.advance(a, words)) {
            row.store(a, words);
            is_open = false;
          }
        }
        longs &= longs - 1;
      }
      from = owner + 1;
    }
  }
}

}  // namespace filigree::cuda
