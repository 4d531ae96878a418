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
/// tickets are waited for: there is no deadlock. A step makes a block of L, and subtracts its
/// multiples from others of the row, of L L^H by blocks of the same column of L.
///
/// In an entry's sums the terms come in one order: every call has the same bits.

namespace filigree::cuda {

/// A step: the row of one of the row's columns.
struct BlockStep {
  std::int64_t diagonal;  ///< its block there
  std::int64_t part;      ///< U: the first block behind that
  int place;              ///< of the column in this row
  int count;              ///< of blocks that are needed
};

/// A block that a step needs, counted from BlockStep::part, or of L L^H from the begin of the row
/// of the column of that block of this row it goes with.
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

  BlockStep* steps;
  std::int64_t* parts;  ///< L L^H: where the row of each column begins
  T* own;               ///< the row's blocks
  T* at_hand;           ///< of this step and of the next one
  int step_room;        ///< of one of these
  int* columns;         ///< of the row's blocks
  BlockMatch* matches;

  __device__ BlockFactorShared(void* memory, const BlockFactorRoom& room)
      : steps(static_cast<BlockStep*>(memory)),
        parts(reinterpret_cast<std::int64_t*>(steps + room.batch)),
        own(reinterpret_cast<T*>(parts + room.row)) {
    at_hand = own + room.row * area;
    step_room = (1 + room.at_hand) * area + Size;
    columns = reinterpret_cast<int*>(at_hand + 2 * step_room);
    matches = reinterpret_cast<BlockMatch*>(columns + room.row);
  }
};

template <class T, int Size, bool is_lu, bool is_row_major>
class BlockFactorRow {
  static constexpr int area = Size * Size;
  static constexpr int threads = block_factor_threads(Size);
  static constexpr int groups = threads / area;  ///< of threads that take a block
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
    for (int k = threadIdx.x; k < length_; k += threads) {
      const auto column = shared_.columns[k] = int(a_.cols[begin_ + k] - a_.base);
      if (!is_lu) shared_.parts[k] = a_.begins[column] - a_.base;
    }
    for (int e = threadIdx.x; e < length_ * area; e += threads)
      shared_.own[e] = a_.values[begin_ * area + e];
    for (int first = 0; first < left_; first += room_.batch) {
      const int last = min(first + room_.batch, left_);
      __syncthreads();
      find_steps(first, last);
      __syncthreads();
      take_steps(last - first);
    }
    __syncthreads();
    if (threadIdx.x < 32) is_lu ? factor_diagonal_lu() : factor_diagonal_cholesky();
    if constexpr (is_lu) {
      __syncthreads();
      divide_behind_diagonal();
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

  /// Finds where the rows are that steps `first` to `last` need, and which blocks. Some lanes take
  /// a row; of L L^H all rows of the row's columns.
  __device__ void find_steps(int first, int last) const {
    for (int step = first + int(threadIdx.x); step < last; step += threads) {
      const std::int64_t diagonal = a_.diagonals[shared_.columns[step]] - a_.base;
      shared_.steps[step - first] = {diagonal, diagonal + 1, step, 0};
    }
    __syncthreads();
    const int team = int(threadIdx.x) / finders;
    if constexpr (is_lu) {
      for (int step = first + team; step < last; step += threads / finders) {
        const BlockStep& mine = shared_.steps[step - first];
        const std::int64_t end = a_.ends[shared_.columns[mine.place]] - a_.base;
        for_columns(mine.part, int(end - mine.part), [&](int column, int k) {
          const int own = find(column, mine.place + 1, length_);
          if (own >= 0) add_match(step - first, k, own);
        });
      }
    } else {
      for (int own = team; own < left_; own += threads / finders) {
        const std::int64_t part = shared_.parts[own];
        const std::int64_t end = a_.diagonals[shared_.columns[own]] - a_.base;
        for_columns(part, int(end - part), [&](int column, int k) {
          const int step = find(column, 0, own);
          if (first <= step && step < last) add_match(step - first, k, own);
        });
      }
    }
  }

  static constexpr int finders = 16;  ///< lanes of a row that is looked through

  /// f(column, number) for some blocks of a row, a lane a block.
  template <class F>
  __device__ void for_columns(std::int64_t part, int count, const F& f) const {
    for (int k = int(threadIdx.x) % finders; k < count; k += finders)
      f(int(a_.cols[part + k] - a_.base), k);
  }
  /// In any order: a step's blocks go with different ones of the row.
  __device__ void add_match(int step, int other, int own) const {
    const int k = atomicAdd(&shared_.steps[step].count, 1);
    shared_.matches[step * room_.others + k] = {std::uint16_t(other), std::uint16_t(own)};
  }

  /// Where a column is in the own row, from `low` to `end`; -1: nowhere.
  __device__ int find(int column, int low, int end) const {
    int high = end;
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

  /// Words that a thread asks for and waits for.
  template <int Count>
  struct Words {
    const Word<T>* from[Count];  ///< null: none
    Word<T> words[Count];

    __device__ void ask() {
#pragma unroll
      for (int j = 0; j < Count; ++j)
        words[j] = from[j] != nullptr ? load_relaxed(from[j]) : Word<T>(0);
    }
    __device__ T receive(int j) {
      while (words[j] == no_result<T>) words[j] = load_relaxed(from[j]);
      return from_word(words[j]);
    }
  };

  /// Words of a step's block of the diagonal, and its reciprocals, of a thread.
  static constexpr int heads = (area + Size + threads - 1) / threads;
  /// Blocks of a step of which a thread asks for its word at a time.
  static constexpr int at_once = 2;

  __device__ void ask_for_head(const BlockStep& step, Words<heads>& words) const {
#pragma unroll
    for (int j = 0; j < heads; ++j) {
      const int e = int(threadIdx.x) + j * threads, row = row_of(e), col = col_of(e);
      words.from[j] = nullptr;
      if (e < area ? (is_lu ? row < col : row > col) : false)
        words.from[j] = words_.factors + step.diagonal * area + e;
      else if (area <= e && e < area + Size)
        words.from[j] =
            words_.reciprocals + std::int64_t(shared_.columns[step.place]) * Size + (e - area);
    }
    words.ask();
  }
  __device__ void receive_head(Words<heads>& words, const AtHand& at_hand) const {
#pragma unroll
    for (int j = 0; j < heads; ++j) {
      const int e = int(threadIdx.x) + j * threads;
      const T value = words.receive(j);
      if (e < area + Size) at_hand.pivot[e] = value;
    }
  }

  /// Of the blocks from `first` on, of which there are `count`.
  __device__ void ask_for_blocks(const BlockStep& step, const BlockMatch* matches, int first,
                                 int count, Words<at_once>& words) const {
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const int k = first + group_ + j * groups;
      words.from[j] = nullptr;
      if (k >= count || group_ >= groups) continue;
      const BlockMatch match = matches[k];
      const std::int64_t part = is_lu ? step.part : shared_.parts[match.own];
      words.from[j] = words_.factors + (part + match.other) * area + place_;
    }
    words.ask();
  }
  __device__ void receive_blocks(int first, int count, Words<at_once>& words, T* blocks) const {
    const int to = is_lu || !is_row_major ? place_ : place_ % Size * Size + place_ / Size;
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const int k = first + group_ + j * groups;
      const T value = words.receive(j);
      if (k < count && group_ < groups) blocks[k * area + to] = value;
    }
  }
  /// Both, from `first` on.
  __device__ void bring_blocks(const BlockStep& step, const BlockMatch* matches, int first,
                               int count, T* blocks) const {
    for (; first < count; first += at_once * groups) {
      Words<at_once> words;
      ask_for_blocks(step, matches, first, count, words);
      receive_blocks(first, count, words, blocks);
    }
  }

  // --- steps -------------------------------------------------------------------------------------

  /// A step's words are asked for before the step ahead of it is taken.
  __device__ void take_steps(int count) const {
    const auto matches = [&](int step) { return shared_.matches + step * room_.others; };
    const auto at_hand_of = [&](const BlockStep& step) { return min(step.count, room_.at_hand); };
    Words<heads> head;
    Words<at_once> words;
    const auto ask_for = [&](int k) {
      const BlockStep& step = shared_.steps[k];
      ask_for_head(step, head);
      ask_for_blocks(step, matches(k), 0, at_hand_of(step), words);
    };
    ask_for(0);
    for (int k = 0; k < count; ++k) {
      const BlockStep& step = shared_.steps[k];
      const AtHand at_hand(shared_.at_hand + k % 2 * shared_.step_room);
      receive_head(head, at_hand);
      receive_blocks(0, at_hand_of(step), words, at_hand.blocks);
      bring_blocks(step, matches(k), at_once * groups, at_hand_of(step), at_hand.blocks);
      if (k + 1 < count) ask_for(k + 1);
      __syncthreads();
      take_step(step, matches(k), at_hand);
    }
  }

  /// f(matches, count) for those that are at hand at a time.
  template <class F>
  __device__ void for_matches(const BlockStep& step, const BlockMatch* matches,
                              const AtHand& at_hand, const F& f) const {
    for (int first = 0; first < step.count; first += room_.at_hand) {
      const int here = min(step.count - first, room_.at_hand);
      if (first > 0) {
        __syncthreads();
        bring_blocks(step, matches + first, 0, here, at_hand.blocks);
        __syncthreads();
      }
      f(matches + first, here);
    }
  }

  /// A row of a block times the inverse of the needed row's upper triangle, or of L L^H of the
  /// conjugate transpose of its lower one.
  __device__ void solve_row(T (&x)[Size], const T* block, int row, const AtHand& at_hand) const {
#pragma unroll
    for (int c = 0; c < Size; ++c) x[c] = block[at(row, c)];
#pragma unroll
    for (int j = 0; j < Size; ++j) {
      x[j] *= at_hand.reciprocals[j];
#pragma unroll
      for (int c = j + 1; c < Size; ++c) x[c] -= x[j] * at_hand.pivot[is_lu ? at(j, c) : at(c, j)];
    }
  }

  /// Of small blocks each thread makes the row of L that it needs by itself.
  static constexpr bool solves_alone = Size <= 4;

  /// A row of the step's block of L.
  __device__ void row_of_left(T (&x)[Size], const T* block, int row, const AtHand& at_hand) const {
    if constexpr (solves_alone) {
      solve_row(x, block, row, at_hand);
    } else {
#pragma unroll
      for (int c = 0; c < Size; ++c) x[c] = block[at(row, c)];
    }
  }

  /// Makes a block one of L, and subtracts its multiples. A thread has its place in all blocks.
  __device__ void take_step(const BlockStep& step, const BlockMatch* matches,
                            const AtHand& at_hand) const {
    T* const left = own(step.place);
    if constexpr (!solves_alone) {
      if (threadIdx.x < Size) {
        T x[Size];
        solve_row(x, left, int(threadIdx.x), at_hand);
#pragma unroll
        for (int c = 0; c < Size; ++c) left[at(int(threadIdx.x), c)] = x[c];
      }
      __syncthreads();
    }
    const int row = row_of(place_), col = col_of(place_);
    T x[Size];
    row_of_left(x, left, row, at_hand);
    for_matches(step, matches, at_hand, [&](const BlockMatch* some, int here) {
      for (int match = group_; match < here && group_ < groups; match += groups) {
        const T* const right = at_hand.blocks + match * area;
        T* const result = own(some[match].own) + place_;
        T rest = *result;
#pragma unroll
        for (int j = 0; j < Size; ++j) rest -= x[j] * right[is_lu ? at(j, col) : j * Size + col];
        *result = rest;
      }
    });
    if (group_ == 0) {
      T mine = x[0];
#pragma unroll
      for (int c = 1; c < Size; ++c)
        if (c == col) mine = x[c];
      if constexpr (is_lu)
        a_.factors[(begin_ + step.place) * area + place_] = mine;
      else
        hand_on(step.place * area + place_, mine);
    }
    if (!is_lu && group_ == groups - 1 && col <= row) {
      T y[Size];
      row_of_left(y, left, col, at_hand);
      T* const result = own(left_) + place_;
      T rest = *result;
#pragma unroll
      for (int j = 0; j < Size; ++j) rest -= x[j] * y[j];
      *result = rest;
    }
  }

  // --- L U ---------------------------------------------------------------------------------------

  /// By one warp: a lane a row.
  __device__ void factor_diagonal_lu() const {
    const int row = int(threadIdx.x);
    T* const block = own(left_);
    T x[Size];
#pragma unroll
    for (int c = 0; c < Size; ++c) x[c] = row < Size ? block[at(row, c)] : T(0);
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
    if (row < Size)
#pragma unroll
      for (int c = 0; c < Size; ++c) {
        block[at(row, c)] = x[c];
        hand_on(left_ * area + at(row, c), x[c]);
      }
  }

  /// Blocks of U behind the diagonal: a thread a column.
  __device__ void divide_behind_diagonal() const {
    const T* const lower = own(left_);
    for (int e = threadIdx.x; e < (length_ - left_ - 1) * Size; e += threads) {
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
  const int group_ = int(threadIdx.x) / area, place_ = int(threadIdx.x) % area;
};

/// Thread blocks of a multiprocessor that registers have to do for: the more rows are at work, the
/// more of what comes before the waiting is hidden.
constexpr int block_factor_rows_at_least(int size) { return size <= 4 ? 12 : 1; }

template <class T, int Size, bool is_lu, bool is_row_major>
__global__ void __launch_bounds__(block_factor_threads(Size), block_factor_rows_at_least(Size))
    factor_block_rows_kernel(BlockFactorArguments<T> a, unsigned long long* ticket,
                             FactorWords<T> words, BlockFactorRoom room) {
  extern __shared__ double memory[];
  __shared__ unsigned long long taken;
  const BlockFactorShared<T, Size> shared(memory, room);
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
