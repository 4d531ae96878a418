// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/warp.hpp"
#include "factor/cuda/arguments.hpp"

/// Rows of square blocks, level by level (level_order.hpp), in the order of tickets. A thread block
/// takes a row and keeps it in shared memory. Which blocks of other rows it needs is looked up
/// before the first wait. Factors are handed on in words that are their own flags, as
/// short_rows.cuh does, and apart from these the reciprocal of each pivot. Only rows of earlier
/// tickets are waited for: there is no deadlock.
///
/// In an entry's sums the terms come in one order: every call has the same bits.

namespace filigree::cuda {

/// A row that is needed.
struct NeededRow {
  std::int64_t diagonal;  ///< its block there
  std::int64_t part;      ///< U: the first block behind that, L L^H: the first of the row
  std::int64_t count;     ///< of its blocks from there on that have a column of this row
};

/// A block of a needed row, counted from NeededRow::part, and that of this row it goes with.
struct BlockMatch {
  std::uint16_t other, own;
};

/// The arrays of a thread block.
template <class T, int Size>
struct BlockRowShared {
  static constexpr int area = Size * Size;

  NeededRow* needed;
  T* own;          ///< the row's blocks
  T* pivot;        ///< a needed row's block of the diagonal
  T* at_hand;      ///< its other blocks
  T* sums;         ///< L L^H: what groups of threads have added up
  T* reciprocals;  ///< of the pivots of `pivot`
  int* columns;    ///< of the row's blocks
  BlockMatch* matches;

  __device__ BlockRowShared(void* memory, const BlockRowRoom& room, bool is_lu)
      : needed(static_cast<NeededRow*>(memory)),
        own(reinterpret_cast<T*>(needed + room.batch)),
        pivot(own + room.row * area),
        at_hand(pivot + area),
        sums(at_hand + room.at_hand * area),
        reciprocals(sums + (is_lu ? 0 : blockDim.x)),
        columns(reinterpret_cast<int*>(reciprocals + Size)),
        matches(reinterpret_cast<BlockMatch*>(columns + room.row)) {}
};

template <class T, int Size, bool is_lu, bool is_row_major>
class BlockRow {
  static constexpr int area = Size * Size;

 public:
  __device__ BlockRow(const BlockFactorArguments<T>& a, const FactorWords<T>& words,
                      const BlockRowRoom& room, const BlockRowShared<T, Size>& shared,
                      std::int64_t number)
      : a_(a), words_(words), room_(room), shared_(shared), number_(number) {
    begin_ = a.begins[number] - a.base;
    left_ = int(a.diagonals[number] - a.base - begin_);
    length_ = is_lu ? int(a.ends[number] - a.base - begin_) : left_ + 1;
  }

  __device__ void run() {
    for (int k = threadIdx.x; k < length_; k += blockDim.x)
      shared_.columns[k] = int(a_.cols[begin_ + k] - a_.base);
    for (int e = threadIdx.x; e < length_ * area; e += blockDim.x)
      shared_.own[e] = a_.values[begin_ * area + e];
    for (int first = 0; first < left_; first += room_.batch) {
      const int last = min(first + room_.batch, left_);
      __syncthreads();
      look_up(first, last);
      __syncthreads();
      for (int step = first; step < last; ++step) {
        const NeededRow& needed = shared_.needed[step - first];
        const BlockMatch* const matches = shared_.matches + (step - first) * room_.others;
        is_lu ? subtract_row(step, needed, matches) : divide_by_row(step, needed, matches);
      }
    }
    __syncthreads();
    if (threadIdx.x < 32) is_lu ? factor_diagonal_lu() : factor_diagonal_cholesky();
    __syncthreads();
    if constexpr (is_lu) {
      divide_behind_diagonal();
      __syncthreads();
    }
    store();
  }

 private:
  __device__ static int at(int row, int col) {
    return is_row_major ? row * Size + col : col * Size + row;
  }
  __device__ static int row_of(int place) { return is_row_major ? place / Size : place % Size; }
  __device__ static int col_of(int place) { return is_row_major ? place % Size : place / Size; }
  __device__ T* own(int k) const { return shared_.own + k * area; }

  // --- what is needed of other rows --------------------------------------------------------------

  /// Finds where the rows are that steps `first` to `last` need, and which of their blocks. A warp
  /// takes a step.
  __device__ void look_up(int first, int last) {
    const int lane = int(threadIdx.x % 32);
    for (int step = first + int(threadIdx.x / 32); step < last; step += int(blockDim.x / 32)) {
      const std::int64_t other = shared_.columns[step];
      const std::int64_t diagonal = a_.diagonals[other] - a_.base;
      const std::int64_t part = is_lu ? diagonal + 1 : a_.begins[other] - a_.base;
      const int count = int((is_lu ? a_.ends[other] - a_.base : diagonal) - part);
      BlockMatch* const matches = shared_.matches + (step - first) * room_.others;
      int found = 0;
      for (int from = 0; from < count; from += 32) {
        const int target =
            from + lane < count ? find(int(a_.cols[part + from + lane] - a_.base), step) : -1;
        const unsigned with = __ballot_sync(whole_warp, target >= 0);
        if (target >= 0)
          matches[found + __popc(with & ((1u << lane) - 1))] = {std::uint16_t(from + lane),
                                                                std::uint16_t(target)};
        found += __popc(with);
      }
      if (lane == 0) shared_.needed[step - first] = {diagonal, part, found};
    }
  }

  /// Where a column is in the own row, behind a step or of Cholesky before it; -1: nowhere.
  __device__ int find(int column, int step) const {
    int low = is_lu ? step + 1 : 0, high = is_lu ? length_ : step;
    const int end = high;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (shared_.columns[middle] < column)
        low = middle + 1;
      else
        high = middle;
    }
    return low < end && shared_.columns[low] == column ? low : -1;
  }

  /// Brings words into shared memory, as soon as they are there: word(e) is the address, or null.
  template <class Address>
  __device__ void bring(int count, T* to, const Address& address) const {
    constexpr int at_once = 4;
    for (int first = threadIdx.x; first < count; first += at_once * int(blockDim.x)) {
      const Word<T>* from[at_once];
      Word<T> words[at_once];
#pragma unroll
      for (int j = 0; j < at_once; ++j) {
        const int e = first + j * int(blockDim.x);
        from[j] = e < count ? address(e) : nullptr;
        words[j] = from[j] != nullptr ? load_relaxed(from[j]) : Word<T>(0);
      }
#pragma unroll
      for (int j = 0; j < at_once; ++j) {
        while (words[j] == no_result<T>) words[j] = load_relaxed(from[j]);
        if (from[j] != nullptr) to[first + j * int(blockDim.x)] = from_word(words[j]);
      }
    }
  }
  /// The block of the diagonal, of which one triangle counts, and the reciprocals of its pivots.
  __device__ void bring_pivots(int step, const NeededRow& needed) const {
    bring(area, shared_.pivot, [&](int e) -> const Word<T>* {
      const int row = row_of(e), col = col_of(e);
      return (is_lu ? row < col : row > col) ? words_.factors + needed.diagonal * area + e
                                             : nullptr;
    });
    const std::int64_t first = std::int64_t(shared_.columns[step]) * Size;
    bring(Size, shared_.reciprocals, [&](int e) { return words_.reciprocals + first + e; });
  }
  __device__ void bring_blocks(const NeededRow& needed, const BlockMatch* matches,
                               int count) const {
    bring(count * area, shared_.at_hand, [&](int e) {
      return words_.factors + (needed.part + matches[e / area].other) * area + e % area;
    });
  }

  // --- L U ---------------------------------------------------------------------------------------

  /// Makes block `step` one of L, and subtracts its multiple of U's row of its column.
  __device__ void subtract_row(int step, const NeededRow& needed, const BlockMatch* matches) const {
    T* const left = own(step);
    const int count = int(needed.count);
    int here = min(count, room_.at_hand);
    bring_pivots(step, needed);
    bring_blocks(needed, matches, here);
    __syncthreads();
    if (threadIdx.x < Size) solve_row(left);
    __syncthreads();
    for (int first = 0; first < count; first += here) {
      if (first > 0) {
        __syncthreads();
        here = min(count - first, room_.at_hand);
        bring_blocks(needed, matches + first, here);
        __syncthreads();
      }
      for (int e = threadIdx.x; e < here * area; e += blockDim.x) {
        const int match = e / area, row = row_of(e % area), col = col_of(e % area);
        const T* const right = shared_.at_hand + match * area;
        T* const result = own(matches[first + match].own) + e % area;
        T rest = *result;
#pragma unroll
        for (int j = 0; j < Size; ++j) rest -= left[at(row, j)] * right[at(j, col)];
        *result = rest;
      }
    }
    __syncthreads();
  }

  /// A thread's row of a block times the inverse of the needed row's upper triangle, or of L L^H of
  /// the conjugate transpose of its lower one.
  __device__ void solve_row(T* block) const {
    const int row = int(threadIdx.x);
    T x[Size];
#pragma unroll
    for (int c = 0; c < Size; ++c) x[c] = block[at(row, c)];
#pragma unroll
    for (int j = 0; j < Size; ++j) {
      x[j] *= shared_.reciprocals[j];
#pragma unroll
      for (int c = j + 1; c < Size; ++c) x[c] -= x[j] * shared_.pivot[is_lu ? at(j, c) : at(c, j)];
    }
#pragma unroll
    for (int c = 0; c < Size; ++c) block[at(row, c)] = x[c];
  }

  /// By one warp: a lane a row.
  __device__ void factor_diagonal_lu() const {
    const int row = min(int(threadIdx.x), Size - 1);
    T* const block = own(left_);
    T x[Size];
#pragma unroll
    for (int c = 0; c < Size; ++c) x[c] = block[at(row, c)];
#pragma unroll
    for (int j = 0; j < Size; ++j) {
      if (threadIdx.x == j) x[j] = pivot_of(j, x[j]);
      const T reciprocal = T(1) / __shfl_sync(whole_warp, x[j], j);
      if (threadIdx.x == j) shared_.reciprocals[j] = reciprocal;
      const bool is_below = row > j;
      if (is_below) x[j] *= reciprocal;
#pragma unroll
      for (int c = j + 1; c < Size; ++c) {
        const T above = __shfl_sync(whole_warp, x[c], j);
        if (is_below) x[c] -= x[j] * above;
      }
    }
    if (threadIdx.x < Size)
#pragma unroll
      for (int c = 0; c < Size; ++c) block[at(row, c)] = x[c];
  }

  /// Blocks of U behind the diagonal: a thread a column.
  __device__ void divide_behind_diagonal() const {
    const T* const lower = own(left_);
    for (int e = threadIdx.x; e < (length_ - left_ - 1) * Size; e += blockDim.x) {
      T* const block = own(left_ + 1 + e / Size);
      const int col = e % Size;
      T x[Size];
#pragma unroll
      for (int r = 0; r < Size; ++r) x[r] = block[at(r, col)];
#pragma unroll
      for (int j = 0; j < Size; ++j)
#pragma unroll
        for (int r = j + 1; r < Size; ++r) x[r] -= lower[at(r, j)] * x[j];
#pragma unroll
      for (int r = 0; r < Size; ++r) block[at(r, col)] = x[r];
    }
  }

  // --- L L^H -------------------------------------------------------------------------------------

  /// Makes block `step` one of L by the products of this row and that of its column.
  __device__ void divide_by_row(int step, const NeededRow& needed,
                                const BlockMatch* matches) const {
    T* const left = own(step);
    const int count = int(needed.count), groups = int(blockDim.x) / area;
    const int group = int(threadIdx.x) / area, place = int(threadIdx.x) % area;
    const int row = row_of(place), col = col_of(place);
    bring_pivots(step, needed);
    T sum = T(0);
    for (int first = 0; first < count; first += room_.at_hand) {
      if (first > 0) __syncthreads();
      const int here = min(count - first, room_.at_hand);
      bring_blocks(needed, matches + first, here);
      __syncthreads();
      for (int match = group; match < here && group < groups; match += groups) {
        const T* const with = own(matches[first + match].own);
        const T* const other = shared_.at_hand + match * area;
#pragma unroll
        for (int j = 0; j < Size; ++j) sum += with[at(row, j)] * other[at(col, j)];
      }
    }
    shared_.sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x < area) {
      T rest = left[place];
      for (int g = 0; g < groups; ++g) rest -= shared_.sums[g * area + place];
      left[place] = rest;
    }
    __syncthreads();
    if (threadIdx.x < Size) solve_row(left);
    __syncthreads();
    if (threadIdx.x < area && col <= row) {
      T* const result = own(left_) + place;
      T rest = *result;
#pragma unroll
      for (int j = 0; j < Size; ++j) rest -= left[at(row, j)] * left[at(col, j)];
      *result = rest;
    }
  }

  /// By one warp: a lane a row.
  __device__ void factor_diagonal_cholesky() const {
    const int row = min(int(threadIdx.x), Size - 1);
    T* const block = own(left_);
    T x[Size];
#pragma unroll
    for (int c = 0; c < Size; ++c) x[c] = c <= row ? block[at(row, c)] : T(0);
#pragma unroll
    for (int j = 0; j < Size; ++j) {
      if (threadIdx.x == j) x[j] = sqrt(pivot_of(j, x[j]));
      const T reciprocal = T(1) / __shfl_sync(whole_warp, x[j], j);
      if (threadIdx.x == j) shared_.reciprocals[j] = reciprocal;
      if (row > j) x[j] *= reciprocal;
#pragma unroll
      for (int c = j + 1; c < Size; ++c) {
        const T other = __shfl_sync(whole_warp, x[j], c);
        if (c <= row) x[c] -= x[j] * other;
      }
    }
    if (threadIdx.x < Size)
#pragma unroll
      for (int c = 0; c < Size; ++c)
        if (c <= row) block[at(row, c)] = x[c];
  }

  // --- both --------------------------------------------------------------------------------------

  /// As pivot_of_factor, before a root is taken.
  __device__ T pivot_of(int row, T pivot) const {
    const double size = is_lu ? fabs(double(pivot)) : double(pivot);
    if (size > a_.pivot_tolerance) return pivot;
    if (a_.position != nullptr)
      atomicMin(reinterpret_cast<unsigned long long*>(a_.position),
                static_cast<unsigned long long>(number_ * Size + row + a_.base));
    return a_.has_pivot_boost ? a_.pivot_boost : pivot;
  }

  /// Hands the row on and writes it; what others wait for comes first.
  __device__ void store() const {
    if (threadIdx.x < Size)
      store_relaxed(words_.reciprocals + number_ * Size + threadIdx.x,
                    to_word(shared_.reciprocals[threadIdx.x]));
    const bool is_apart = static_cast<void*>(words_.factors) != static_cast<void*>(a_.factors);
    for (int e = left_ * area + int(threadIdx.x); is_lu && e < length_ * area; e += blockDim.x)
      store_word(e, is_apart);
    for (int e = threadIdx.x; e < left_ * area; e += blockDim.x) {
      if (is_lu)
        a_.factors[begin_ * area + e] = from_word(to_word(shared_.own[e]));
      else
        store_word(e, is_apart);
    }
    if (!is_lu)
      for (int e = threadIdx.x; e < area; e += blockDim.x)
        if (col_of(e) <= row_of(e)) store_word(left_ * area + e, is_apart);
  }
  __device__ void store_word(int e, bool is_apart) const {
    const Word<T> word = to_word(shared_.own[e]);
    store_relaxed(words_.factors + begin_ * area + e, word);
    if (is_apart) a_.factors[begin_ * area + e] = from_word(word);
  }

  const BlockFactorArguments<T>& a_;
  const FactorWords<T>& words_;
  const BlockRowRoom& room_;
  const BlockRowShared<T, Size>& shared_;
  std::int64_t number_, begin_ = 0;
  int left_ = 0, length_ = 0;  ///< blocks before the diagonal, and that count
};

template <class T, int Size, bool is_lu, bool is_row_major>
__global__ void __launch_bounds__(block_row_threads(Size), Size <= 8 ? 8 : 2)
    factor_block_rows_kernel(BlockFactorArguments<T> a, unsigned long long* ticket,
                             FactorWords<T> words, BlockRowRoom room) {
  extern __shared__ double memory[];
  __shared__ unsigned long long taken;
  const BlockRowShared<T, Size> shared(memory, room, is_lu);
  for (;;) {
    if (threadIdx.x == 0) taken = atomicAdd(ticket, 1ull);
    __syncthreads();
    const auto rank = std::int64_t(taken);
    if (rank >= a.num_rows) return;
    BlockRow<T, Size, is_lu, is_row_major>(a, words, room, shared, a.order[rank]).run();
    __syncthreads();
  }
}

/// Makes the words of L's blocks say that nothing is there yet, those of the lower triangles of the
/// blocks of the diagonal included; others are not touched. A warp takes a row.
template <class T>
__global__ void __launch_bounds__(256)
    clear_lower_blocks(BlockFactorArguments<T> a, Word<T>* words) {
  const std::int64_t row = (std::int64_t(blockIdx.x) * 256 + threadIdx.x) / 32;
  if (row >= a.num_rows) return;
  const std::int64_t area = std::int64_t(a.size) * a.size;
  const std::int64_t diagonal = (a.diagonals[row] - a.base) * area;
  for (std::int64_t e = (a.begins[row] - a.base) * area + threadIdx.x % 32; e < diagonal; e += 32)
    words[e] = no_result<T>;
  for (int e = threadIdx.x % 32; e < area; e += 32) {
    const int slow = e / a.size, fast = e % a.size;
    if (a.is_row_major ? fast <= slow : slow <= fast) words[diagonal + e] = no_result<T>;
  }
}

}  // namespace filigree::cuda
