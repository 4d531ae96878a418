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

/// What there is of a needed row: its block of the diagonal, of which one triangle counts, the
/// reciprocals of its pivots, and blocks that go with some of this row, of L L^H by columns.
template <class T, int Size>
struct BlockFactorsAtHand {
  T* pivot;
  T* reciprocals;
  T* blocks;

  __device__ explicit BlockFactorsAtHand(T* memory)
      : pivot(memory), reciprocals(pivot + Size * Size), blocks(reciprocals + Size) {}
};

/// The arrays of a thread block.
template <class T, int Size>
struct BlockFactorShared {
  static constexpr int area = Size * Size;

  NeededRow* needed;
  T* own;         ///< the row's blocks
  T* at_hand;     ///< of this step and of the next one
  int step_room;  ///< of one of these
  T* sums;        ///< L L^H: what groups of threads have added up
  T* columns_of;  ///< L L^H: the last block of L, by columns
  int* columns;   ///< of the row's blocks
  BlockMatch* matches;

  __device__ BlockFactorShared(void* memory, const BlockFactorRoom& room, bool is_lu)
      : needed(static_cast<NeededRow*>(memory)), own(reinterpret_cast<T*>(needed + room.batch)) {
    at_hand = own + room.row * area;
    step_room = (1 + room.at_hand) * area + Size;
    sums = at_hand + 2 * step_room;
    columns_of = sums + (is_lu ? 0 : blockDim.x);
    columns = reinterpret_cast<int*>(columns_of + (is_lu ? 0 : area));
    matches = reinterpret_cast<BlockMatch*>(columns + room.row);
  }
};

template <class T, int Size, bool is_lu, bool is_row_major>
class BlockFactorRow {
  static constexpr int area = Size * Size;
  using AtHand = BlockFactorsAtHand<T, Size>;

 public:
  __device__ BlockFactorRow(const BlockFactorArguments<T>& a, const FactorWords<T>& words,
                            const BlockFactorRoom& room, const BlockFactorShared<T, Size>& shared,
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
      take_steps(first, last);
    }
    __syncthreads();
    if (threadIdx.x < 32) is_lu ? factor_diagonal_lu() : factor_diagonal_cholesky();
    if constexpr (is_lu) {
      __syncthreads();
      divide_behind_diagonal();
      for (int e = threadIdx.x; e < left_ * area; e += blockDim.x)
        a_.factors[begin_ * area + e] = shared_.own[e];
    }
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

  // --- words -------------------------------------------------------------------------------------

  static constexpr int at_once = 4;  ///< words that a thread asks for
  using Words = Word<T>[at_once];

  /// A step's words, number `e` of them: the block of the diagonal, reciprocals, blocks.
  __device__ const Word<T>* address(int step, const NeededRow& needed, const BlockMatch* matches,
                                    int e) const {
    if (e < area) {
      const int row = row_of(e), col = col_of(e);
      const bool counts = is_lu ? row < col : row > col;
      return counts ? words_.factors + needed.diagonal * area + e : nullptr;
    }
    e -= area;
    if (e < Size) return words_.reciprocals + std::int64_t(shared_.columns[step]) * Size + e;
    e -= Size;
    return words_.factors + (needed.part + matches[e / area].other) * area + e % area;
  }
  /// Where that is at hand.
  __device__ static int place_at_hand(int e) {
    constexpr int before = area + Size;
    if (is_lu || !is_row_major || e < before) return e;
    const int place = (e - before) % area;
    return e - place + place % Size * Size + place / Size;
  }

  __device__ Word<T> ask_for_one(int step, const NeededRow& needed, const BlockMatch* matches,
                                 int e) const {
    const Word<T>* const from = address(step, needed, matches, e);
    return from != nullptr ? load_relaxed(from) : Word<T>(0);
  }
  /// Asks for words from `first` on, of which there are `count`.
  __device__ void ask(int step, const NeededRow& needed, const BlockMatch* matches, int first,
                      int count, Words& words) const {
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const int e = first + int(threadIdx.x) + j * int(blockDim.x);
      words[j] = e < count ? ask_for_one(step, needed, matches, e) : Word<T>(0);
    }
  }
  /// Waits for them.
  __device__ void receive(int step, const NeededRow& needed, const BlockMatch* matches, int first,
                          int count, Words& words, T* to) const {
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const int e = first + int(threadIdx.x) + j * int(blockDim.x);
      while (words[j] == no_result<T>) words[j] = ask_for_one(step, needed, matches, e);
      if (e < count) to[place_at_hand(e)] = from_word(words[j]);
    }
  }
  /// Both, from `first` on.
  __device__ void bring(int step, const NeededRow& needed, const BlockMatch* matches, int first,
                        int count, T* to) const {
    for (; first < count; first += at_once * int(blockDim.x)) {
      Words words;
      ask(step, needed, matches, first, count, words);
      receive(step, needed, matches, first, count, words, to);
    }
  }
  __device__ int words_at_hand(const NeededRow& needed) const {
    return area + Size + min(int(needed.count), room_.at_hand) * area;
  }

  // --- steps -------------------------------------------------------------------------------------

  /// A step's words are asked for before the step ahead of it is taken.
  __device__ void take_steps(int first, int last) {
    const auto needed = [&](int step) -> const NeededRow& { return shared_.needed[step - first]; };
    const auto matches = [&](int step) { return shared_.matches + (step - first) * room_.others; };
    Words words;
    const auto ask_for = [&](int step) {
      ask(step, needed(step), matches(step), 0, words_at_hand(needed(step)), words);
    };
    ask_for(first);
    for (int step = first; step < last; ++step) {
      T* const memory = shared_.at_hand + step % 2 * shared_.step_room;
      const int count = words_at_hand(needed(step));
      receive(step, needed(step), matches(step), 0, count, words, memory);
      bring(step, needed(step), matches(step), at_once * int(blockDim.x), count, memory);
      if (step + 1 < last) ask_for(step + 1);
      __syncthreads();
      if constexpr (is_lu)
        subtract_row(step, needed(step), matches(step), AtHand(memory));
      else
        divide_by_row(step, needed(step), matches(step), AtHand(memory));
    }
  }

  /// f(matches, count) for those that are at hand at a time.
  template <class F>
  __device__ void for_matches(int step, const NeededRow& needed, const BlockMatch* matches,
                              const AtHand& at_hand, const F& f) const {
    const int count = int(needed.count);
    for (int first = 0; first < count; first += room_.at_hand) {
      const int here = min(count - first, room_.at_hand);
      if (first > 0) {
        __syncthreads();
        constexpr int before = area + Size;
        bring(step, needed, matches + first, before, before + here * area, at_hand.pivot);
        __syncthreads();
      }
      f(matches + first, here);
    }
  }

  /// A thread's row of a block times the inverse of the needed row's upper triangle, or of L L^H of
  /// the conjugate transpose of its lower one.
  __device__ void solve_row(T (&x)[Size], const AtHand& at_hand) const {
#pragma unroll
    for (int j = 0; j < Size; ++j) {
      x[j] *= at_hand.reciprocals[j];
#pragma unroll
      for (int c = j + 1; c < Size; ++c) x[c] -= x[j] * at_hand.pivot[is_lu ? at(j, c) : at(c, j)];
    }
  }

  // --- L U ---------------------------------------------------------------------------------------

  /// Makes block `step` one of L, and subtracts its multiple of U's row of its column.
  __device__ void subtract_row(int step, const NeededRow& needed, const BlockMatch* matches,
                               const AtHand& at_hand) const {
    T* const left = own(step);
    if (threadIdx.x < Size) {
      const int row = int(threadIdx.x);
      T x[Size];
#pragma unroll
      for (int c = 0; c < Size; ++c) x[c] = left[at(row, c)];
      solve_row(x, at_hand);
#pragma unroll
      for (int c = 0; c < Size; ++c) left[at(row, c)] = x[c];
    }
    __syncthreads();
    for_matches(step, needed, matches, at_hand, [&](const BlockMatch* some, int here) {
      for (int e = threadIdx.x; e < here * area; e += blockDim.x) {
        const int row = row_of(e % area), col = col_of(e % area);
        const T* const right = at_hand.blocks + e / area * area;
        T* const result = own(some[e / area].own) + e % area;
        T rest = *result;
#pragma unroll
        for (int j = 0; j < Size; ++j) rest -= left[at(row, j)] * right[at(j, col)];
        *result = rest;
      }
    });
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
      if (threadIdx.x == j) hand_on_reciprocal(j, reciprocal);
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
      for (int c = 0; c < Size; ++c) {
        block[at(row, c)] = x[c];
        hand_on(left_ * area + at(row, c), x[c]);
      }
  }

  /// Blocks of U behind the diagonal: a thread a column.
  __device__ void divide_behind_diagonal() const {
    const T* const lower = own(left_);
    for (int e = threadIdx.x; e < (length_ - left_ - 1) * Size; e += blockDim.x) {
      const T* const block = own(left_ + 1 + e / Size);
      const int col = e % Size;
      T x[Size];
#pragma unroll
      for (int r = 0; r < Size; ++r) x[r] = block[at(r, col)];
#pragma unroll
      for (int j = 0; j < Size; ++j)
#pragma unroll
        for (int r = j + 1; r < Size; ++r) x[r] -= lower[at(r, j)] * x[j];
#pragma unroll
      for (int r = 0; r < Size; ++r) hand_on((left_ + 1 + e / Size) * area + at(r, col), x[r]);
    }
  }

  // --- L L^H -------------------------------------------------------------------------------------

  /// Makes block `step` one of L by the products of this row and that of its column, which groups
  /// of threads share, and subtracts its square from the diagonal.
  __device__ void divide_by_row(int step, const NeededRow& needed, const BlockMatch* matches,
                                const AtHand& at_hand) const {
    T* const left = own(step);
    const int groups = int(blockDim.x) / area;
    const int group = int(threadIdx.x) / area, place = int(threadIdx.x) % area;
    const int row = row_of(place), col = col_of(place);
    T sum = T(0);
    for_matches(step, needed, matches, at_hand, [&](const BlockMatch* some, int here) {
      for (int match = group; match < here && group < groups; match += groups) {
        const T* const with = own(some[match].own);
        const T* const other = at_hand.blocks + match * area;
#pragma unroll
        for (int j = 0; j < Size; ++j) sum += with[at(row, j)] * other[j * Size + col];
      }
    });
    shared_.sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x < Size) {
      const int own_row = int(threadIdx.x);
      T x[Size];
#pragma unroll
      for (int c = 0; c < Size; ++c) {
        x[c] = left[at(own_row, c)];
        for (int g = 0; g < groups; ++g) x[c] -= shared_.sums[g * area + at(own_row, c)];
      }
      solve_row(x, at_hand);
#pragma unroll
      for (int c = 0; c < Size; ++c) {
        left[at(own_row, c)] = x[c];
        shared_.columns_of[c * Size + own_row] = x[c];
      }
    }
    __syncthreads();
    if (threadIdx.x >= area) return;
    hand_on(step * area + place, left[place]);
    if (col > row) return;
    T* const result = own(left_) + place;
    T rest = *result;
#pragma unroll
    for (int j = 0; j < Size; ++j)
      rest -= shared_.columns_of[j * Size + row] * shared_.columns_of[j * Size + col];
    *result = rest;
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
      if (threadIdx.x == j) x[j] = sqrt(fabs(pivot_of(j, x[j])));
      const T reciprocal = T(1) / __shfl_sync(whole_warp, x[j], j);
      if (threadIdx.x == j) hand_on_reciprocal(j, reciprocal);
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
        if (c <= row) hand_on(left_ * area + at(row, c), x[c]);
  }

  // --- both --------------------------------------------------------------------------------------

  /// As pivot_of_factor, before a root is taken.
  __device__ T pivot_of(int row, T pivot) const {
    const double size = a_.by_absolute_value ? fabs(double(pivot)) : double(pivot);
    if (size > a_.pivot_tolerance) return pivot;
    if (a_.position != nullptr)
      atomicMin(reinterpret_cast<unsigned long long*>(a_.position),
                static_cast<unsigned long long>(number_ * Size + row + a_.base));
    return a_.has_pivot_boost ? a_.pivot_boost : pivot;
  }

  __device__ void hand_on_reciprocal(int row, T reciprocal) const {
    store_relaxed(words_.reciprocals + number_ * Size + row, to_word(reciprocal));
  }
  /// An entry of the row of blocks, which is written, too.
  __device__ void hand_on(int e, T value) const {
    const Word<T> word = to_word(value);
    store_relaxed(words_.factors + begin_ * area + e, word);
    if (static_cast<void*>(words_.factors) != static_cast<void*>(a_.factors))
      a_.factors[begin_ * area + e] = from_word(word);
  }

  const BlockFactorArguments<T>& a_;
  const FactorWords<T>& words_;
  const BlockFactorRoom& room_;
  const BlockFactorShared<T, Size> shared_;
  std::int64_t number_, begin_ = 0;
  int left_ = 0, length_ = 0;  ///< blocks before the diagonal, and that count
};

template <class T, int Size, bool is_lu, bool is_row_major>
__global__ void __launch_bounds__(block_factor_threads(Size), 1)
    factor_block_rows_kernel(BlockFactorArguments<T> a, unsigned long long* ticket,
                             FactorWords<T> words, BlockFactorRoom room) {
  extern __shared__ double memory[];
  __shared__ unsigned long long taken;
  const BlockFactorShared<T, Size> shared(memory, room, is_lu);
  for (;;) {
    if (threadIdx.x == 0) taken = atomicAdd(ticket, 1ull);
    __syncthreads();
    const auto rank = std::int64_t(taken);
    if (rank >= a.num_rows) return;
    BlockFactorRow<T, Size, is_lu, is_row_major>(a, words, room, shared, a.order[rank]).run();
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
