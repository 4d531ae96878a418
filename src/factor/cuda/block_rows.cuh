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
  std::int64_t* parts;   ///< L L^H: where the row of each column begins
  T* own;                ///< the row's blocks
  T* at_hand;            ///< of this step and of the next one
  int step_room;         ///< of one of these
  int* columns;          ///< of the row's blocks
  std::uint16_t* order;  ///< of steps: their columns' places in the row
  std::uint16_t* turns;  ///< of these places: their steps
  BlockMatch* matches;

  __device__ BlockFactorShared(void* memory, const BlockFactorRoom& room)
      : steps(static_cast<BlockStep*>(memory)),
        parts(reinterpret_cast<std::int64_t*>(steps + room.batch)),
        own(reinterpret_cast<T*>(parts + room.row)) {
    at_hand = own + room.row * area;
    step_room = (1 + room.at_hand) * area + Size;
    columns = reinterpret_cast<int*>(at_hand + 2 * step_room);
    order = reinterpret_cast<std::uint16_t*>(columns + room.row);
    turns = order + room.row;
    matches = reinterpret_cast<BlockMatch*>(turns + room.row);
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
    for (int k = threadIdx.x; k < length_; k += blockDim.x) {
      const auto column = shared_.columns[k] = int(a_.cols[begin_ + k] - a_.base);
      if (!is_lu) shared_.parts[k] = a_.begins[column] - a_.base;
    }
    for (int e = threadIdx.x; e < length_ * area; e += blockDim.x)
      shared_.own[e] = a_.values[begin_ * area + e];
    if (threadIdx.x < 32) order_steps();
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

  /// Those steps last whose rows are of the level before this row's, and are done last: no other
  /// step needs their blocks of L. By one warp.
  __device__ void order_steps() const {
    const int lane = int(threadIdx.x), level = a_.levels[number_];
    int placed = 0;
    for (int late = 0; late < 2; ++late)
      for (int first = 0; first < left_; first += 32) {
        const int k = first + lane;
        const bool is_next =
            k < left_ && (a_.levels[a_.cols[begin_ + k] - a_.base] + 1 == level) == (late == 1);
        const unsigned next = __ballot_sync(whole_warp, is_next);
        if (is_next) {
          const int turn = placed + __popc(next & ((1u << lane) - 1));
          shared_.order[turn] = std::uint16_t(k);
          shared_.turns[k] = std::uint16_t(turn);
        }
        placed += __popc(next);
      }
  }

  /// Finds where the rows are that steps `first` to `last` need, and which blocks. A warp takes a
  /// row; of L L^H all rows of the row's columns.
  __device__ void find_steps(int first, int last) const {
    const int warp = int(threadIdx.x / 32), warps = int(blockDim.x / 32);
    for (int step = first + int(threadIdx.x); step < last; step += int(blockDim.x)) {
      const int place = shared_.order[step];
      const std::int64_t diagonal = a_.diagonals[shared_.columns[place]] - a_.base;
      shared_.steps[step - first] = {diagonal, diagonal + 1, place, 0};
    }
    __syncthreads();
    if constexpr (is_lu) {
      for (int step = first + warp; step < last; step += warps) {
        const BlockStep& mine = shared_.steps[step - first];
        const std::int64_t end = a_.ends[shared_.columns[mine.place]] - a_.base;
        for_columns(mine.part, int(end - mine.part), [&](int column, int k) {
          const int own = find(column, mine.place + 1, length_);
          if (own >= 0) add_match(step - first, k, own);
        });
      }
    } else {
      for (int own = warp; own < left_; own += warps) {
        const std::int64_t part = shared_.parts[own];
        const std::int64_t end = a_.diagonals[shared_.columns[own]] - a_.base;
        for_columns(part, int(end - part), [&](int column, int k) {
          const int place = find(column, 0, own);
          const int step = place >= 0 ? shared_.turns[place] : -1;
          if (first <= step && step < last) add_match(step - first, k, own);
        });
      }
    }
  }

  /// f(column, number) for some blocks of a row, a lane a block.
  template <class F>
  __device__ void for_columns(std::int64_t part, int count, const F& f) const {
    for (int k = int(threadIdx.x % 32); k < count; k += 32) f(int(a_.cols[part + k] - a_.base), k);
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

  static constexpr int at_once = 4;  ///< words that a thread asks for
  struct Words {
    const Word<T>* from[at_once];  ///< null: none
    Word<T> words[at_once];
  };

  /// A step's words, number `e` of them: the block of the diagonal, reciprocals, blocks.
  __device__ const Word<T>* address(const BlockStep& step, const BlockMatch* matches, int e) const {
    if (e < area) {
      const int row = row_of(e), col = col_of(e);
      const bool counts = is_lu ? row < col : row > col;
      return counts ? words_.factors + step.diagonal * area + e : nullptr;
    }
    e -= area;
    if (e < Size) return words_.reciprocals + std::int64_t(shared_.columns[step.place]) * Size + e;
    e -= Size;
    const BlockMatch match = matches[e / area];
    const std::int64_t part = is_lu ? step.part : shared_.parts[match.own];
    return words_.factors + (part + match.other) * area + e % area;
  }
  /// Where that is at hand.
  __device__ static int place_at_hand(int e) {
    constexpr int before = area + Size;
    if (is_lu || !is_row_major || e < before) return e;
    const int place = (e - before) % area;
    return e - place + place % Size * Size + place / Size;
  }

  /// Asks for words from `first` on, of which there are `count`.
  __device__ void ask(const BlockStep& step, const BlockMatch* matches, int first, int count,
                      Words& words) const {
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const int e = first + int(threadIdx.x) + j * int(blockDim.x);
      words.from[j] = e < count ? address(step, matches, e) : nullptr;
      words.words[j] = words.from[j] != nullptr ? load_relaxed(words.from[j]) : Word<T>(0);
    }
  }
  /// Waits for them.
  __device__ void receive(int first, int count, Words& words, T* to) const {
#pragma unroll
    for (int j = 0; j < at_once; ++j) {
      const int e = first + int(threadIdx.x) + j * int(blockDim.x);
      while (words.words[j] == no_result<T>) words.words[j] = load_relaxed(words.from[j]);
      if (e < count) to[place_at_hand(e)] = from_word(words.words[j]);
    }
  }
  /// Both, from `first` on.
  __device__ void bring(const BlockStep& step, const BlockMatch* matches, int first, int count,
                        T* to) const {
    for (; first < count; first += at_once * int(blockDim.x)) {
      Words words;
      ask(step, matches, first, count, words);
      receive(first, count, words, to);
    }
  }
  __device__ int words_at_hand(const BlockStep& step) const {
    return area + Size + min(step.count, room_.at_hand) * area;
  }

  // --- steps -------------------------------------------------------------------------------------

  /// A step's words are asked for before the step ahead of it is taken.
  __device__ void take_steps(int count) const {
    const auto matches = [&](int step) { return shared_.matches + step * room_.others; };
    Words words;
    const auto ask_for = [&](int step) {
      const BlockStep& next = shared_.steps[step];
      ask(next, matches(step), 0, words_at_hand(next), words);
    };
    ask_for(0);
    for (int k = 0; k < count; ++k) {
      const BlockStep& step = shared_.steps[k];
      T* const memory = shared_.at_hand + k % 2 * shared_.step_room;
      const int num_words = words_at_hand(step);
      receive(0, num_words, words, memory);
      bring(step, matches(k), at_once * int(blockDim.x), num_words, memory);
      if (k + 1 < count) ask_for(k + 1);
      __syncthreads();
      take_step(step, matches(k), AtHand(memory));
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
        constexpr int before = area + Size;
        bring(step, matches + first, before, before + here * area, at_hand.pivot);
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
    const int groups = int(blockDim.x) / area;
    const int group = int(threadIdx.x) / area, place = int(threadIdx.x) % area;
    const int row = row_of(place), col = col_of(place);
    T x[Size];
    row_of_left(x, left, row, at_hand);
    for_matches(step, matches, at_hand, [&](const BlockMatch* some, int here) {
      for (int match = group; match < here && group < groups; match += groups) {
        const T* const right = at_hand.blocks + match * area;
        T* const result = own(some[match].own) + place;
        T rest = *result;
#pragma unroll
        for (int j = 0; j < Size; ++j) rest -= x[j] * right[is_lu ? at(j, col) : j * Size + col];
        *result = rest;
      }
    });
    if (group == 0) {
      T mine = x[0];
#pragma unroll
      for (int c = 1; c < Size; ++c)
        if (c == col) mine = x[c];
      if constexpr (is_lu)
        a_.factors[(begin_ + step.place) * area + place] = mine;
      else
        hand_on(step.place * area + place, mine);
    }
    if (!is_lu && group == groups - 1 && col <= row) {
      T y[Size];
      row_of_left(y, left, col, at_hand);
      T* const result = own(left_) + place;
      T rest = *result;
#pragma unroll
      for (int j = 0; j < Size; ++j) rest -= x[j] * y[j];
      *result = rest;
    }
  }

  // --- L U ---------------------------------------------------------------------------------------

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
