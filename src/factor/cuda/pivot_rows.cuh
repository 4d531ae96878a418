// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/warp.hpp"
#include "factor/cuda/arguments.hpp"

/// Patterns without triangles (no row needs an entry of one of its columns' rows beside its own
/// diagonal), as those of grids of 5 and 7 points: of a factor only the pivots are more than
/// products of A's entries with a pivot's reciprocal. A lane takes a row, in the order of tickets;
/// it reads all that it needs of A before it asks for reciprocals, which are words that are their
/// own flags. Only rows of earlier tickets are waited for: there is no deadlock.

namespace filigree::cuda {

template <class T, class Index, int Needs, bool is_lu>
class PivotRow {
 public:
  __device__ PivotRow(const FactorArguments<T, Index>& a, Word<T>* reciprocals, std::int64_t number)
      : a_(a), reciprocals_(reciprocals), number_(number) {
    if (number < 0) return;
    begin_ = a.begins[number] - a.base;
    const std::int64_t diagonal = a.diagonals[number] - a.base;
    left_ = int(diagonal - begin_);
    Index columns[Needs];
#pragma unroll
    for (int j = 0; j < Needs; ++j)
      columns[j] = j < left_ ? a.cols[begin_ + j] - Index(a.base) : Index(0);
#pragma unroll
    for (int j = 0; j < Needs; ++j) {
      lower_[j] = j < left_ ? a.values[begin_ + j] : T(0);
      from_[j] = reciprocals + columns[j];
      words_[j] = j < left_ ? no_result<T> : Word<T>(0);
      if (is_lu && j < left_) find_above(j, columns[j]);
    }
    pivot_ = a.values[diagonal];
    if (is_lu && a.factors != a.values)
      for (std::int64_t k = diagonal + 1; k < a.ends[number] - a.base; ++k)
        a.factors[k] = a.values[k];
  }

  /// Asks for what is not there yet. Lanes of a warp take turns: one may wait for another.
  __device__ bool has_all() {
#pragma unroll
    for (int j = 0; j < Needs; ++j)
      if (words_[j] == no_result<T>) words_[j] = load_relaxed(from_[j]);
    bool result = true;
#pragma unroll
    for (int j = 0; j < Needs; ++j) result = result && words_[j] != no_result<T>;
    return result;
  }

  __device__ void finish() {
#pragma unroll
    for (int j = 0; j < Needs; ++j) {
      lower_[j] *= from_word(words_[j]);
      if (!is_lu || (has_upper_ >> j & 1) != 0)
        pivot_ -= lower_[j] * (is_lu ? upper_[j] : lower_[j]);
    }
    const double size = a_.by_absolute_value ? fabs(double(pivot_)) : double(pivot_);
    if (!(size > a_.pivot_tolerance)) {
      if (a_.position != nullptr)
        atomicMin(reinterpret_cast<unsigned long long*>(a_.position),
                  static_cast<unsigned long long>(number_ + a_.base));
      if (a_.has_pivot_boost) pivot_ = a_.pivot_boost;
    }
    if (!is_lu) pivot_ = sqrt(fabs(pivot_));
    store_relaxed(reciprocals_ + number_, to_word(T(1) / pivot_));
#pragma unroll
    for (int j = 0; j < Needs; ++j)
      if (j < left_) a_.factors[begin_ + j] = lower_[j];
    a_.factors[begin_ + left_] = pivot_;
  }

 private:
  /// Looks for A's entry in this row's column of an earlier row. Where there is none no product is
  /// subtracted, not one with 0: the other factor may be infinite.
  __device__ void find_above(int j, Index row) {
    const std::int64_t end = a_.ends[row] - a_.base;
    std::int64_t found = -1;
    for (std::int64_t k = a_.diagonals[row] - a_.base + 1; k < end && found < 0; k += Needs)
#pragma unroll
      for (int i = 0; i < Needs; ++i)
        if (k + i < end && a_.cols[k + i] - Index(a_.base) == Index(number_)) found = k + i;
    if (found < 0) return;
    upper_[j] = a_.values[found];
    has_upper_ |= 1u << j;
  }

  const FactorArguments<T, Index>& a_;
  Word<T>* reciprocals_;
  std::int64_t number_, begin_ = 0;
  int left_ = 0;
  unsigned has_upper_ = 0;  ///< of the entries before the diagonal, a bit each
  T lower_[Needs] = {}, upper_[Needs] = {}, pivot_ = T(0);
  const Word<T>* from_[Needs] = {};
  Word<T> words_[Needs] = {};
};

constexpr int pivot_row_threads = 64;  ///< of a block

template <class T, class Index, int Needs, bool is_lu>
__global__ void __launch_bounds__(pivot_row_threads)
    factor_pivot_rows_kernel(FactorArguments<T, Index> a, unsigned long long* ticket,
                             Word<T>* reciprocals) {
  const int lane = int(threadIdx.x % 32);
  for (;;) {
    unsigned long long mine = 0;
    if (lane == 0) mine = atomicAdd(ticket, 32ull);
    const auto first = std::int64_t(__shfl_sync(whole_warp, mine, 0));
    if (first >= a.num_rows) return;
    const std::int64_t rank = first + lane;
    bool is_done = rank >= a.num_rows;
    PivotRow<T, Index, Needs, is_lu> row(a, reciprocals, is_done ? -1 : a.order[rank]);
    while (__any_sync(whole_warp, !is_done))
      if (!is_done && row.has_all()) {
        row.finish();
        is_done = true;
      }
  }
}

}  // namespace filigree::cuda
