// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "banded/cuda/arguments.hpp"
#include "banded/cuda/elimination.cuh"
#include "banded/cuda/tile.cuh"

/// A tile that is factorized once for several right-hand sides, and how its partitions are joined:
/// first the matrix, then right-hand sides by the factors that were kept.

namespace filigree::cuda {

/// The slots of a tile's partitions: the segment of the matrix or, once joined, the joint without
/// right-hand sides, the factors and pivots of that elimination; then two words of each right-hand
/// side: of the segment, of the joint, the unknowns at the partition's begin.
template <class T, int K, bool Pivots>
struct ColumnSlots : Slots<T, int(column_slot_words(K, Pivots))> {
  static constexpr int joint_words = SegmentShape<1, Pivots>::joint_words(2, 0);
  static constexpr int factors = Pivots ? 5 : 4;
  static constexpr int first_column = joint_words + factors + (Pivots ? 1 : 0);
  static_assert(first_column + 2 * K == column_slot_words(K, Pivots));

  __device__ T* factors_at(int which) const { return this->at(which) + joint_words * this->stride; }
  /// Two words, `stride` apart.
  __device__ T* column(int which, int k) const {
    return this->at(which) + (first_column + 2 * k) * this->stride;
  }
};

template <class T>
__device__ T word_of(int bits) {
  if constexpr (is_complex_v<T>)
    return T{real_of<T>(bits), 0};
  else
    return T(bits);
}
template <class T>
__device__ int bits_of(const T& word) {
  if constexpr (is_complex_v<T>)
    return int(word.re);
  else
    return int(word);
}

/// Keeps what right-hand sides need of a join, in words `stride` apart.
template <class T, bool Pivots>
struct JoinRecord {
  T* next;
  int stride;
  int pivots = 0;

  __device__ void pivot(int c, int row) { pivots |= row << (2 * c); }
  __device__ void factor(const T& value) {
    *next = value;
    next += stride;
  }
  __device__ void end() const {
    if constexpr (Pivots) *next = word_of<T>(pivots);
  }
};

/// Of a right-hand side, the words of two segments become those of the joint, [1] and [2], and of
/// the segment of both, [0] and [3].
template <bool Pivots, class T>
__device__ void join_column(T (&rhs)[4], const T* factors, int stride) {
  const int pivots = Pivots ? bits_of(factors[5 * stride]) : 0;
  int word = 0;
#pragma unroll
  for (int c = 0; c < 2; ++c) {
    const int place = 1 + c;
    if constexpr (Pivots) {
      const int pivot = pivots >> (2 * c) & 3;
#pragma unroll
      for (int i = 0; i < 4; ++i)
        if (i == 0 || i > place) exchange_if(pivot == i, rhs[place], rhs[i]);
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      if (i >= 1 && i <= place) continue;
      if (!Pivots && i == 3 && c == 0) continue;
      rhs[i] = minus_times(rhs[i], factors[word++ * stride], rhs[place]);
    }
  }
}

/// Of a right-hand side, the unknowns at a joint from those at its outer ends.
template <bool Pivots, class T>
__device__ void part_column(const T* joint, int stride, const T (&left)[2], const T (&right)[2],
                            T (&x)[2]) {
  using Shape = SegmentShape<1, Pivots>;
#pragma unroll
  for (int c = 1; c >= 0; --c) {
    int word = Shape::joint_words(c, 0) + 1;
    if (c == 0) x[0] = minus_times(x[0], joint[word++ * stride], x[1]);
#pragma unroll
    for (int j = 0; j < 2; ++j)
      if (Shape::joint_has(c, 2 + j)) x[c] = minus_times(x[c], joint[word++ * stride], left[j]);
#pragma unroll
    for (int j = 0; j < 2; ++j)
      if (Shape::joint_has(c, 4 + j)) x[c] = minus_times(x[c], joint[word++ * stride], right[j]);
    x[c] = times(x[c], joint[Shape::joint_words(c, 0) * stride]);
  }
}

/// A tile whose diagonals are replaced by factors: of the unknown u of a partition those of the
/// row that waits and of the next one are at(0, u) and at(1, u), the inverse pivot at(2, u).
template <class T, int K, bool Pivots>
struct ColumnsTile : Tile<T, 1, 0, Pivots> {
  T* column[K];
  T* after[Pivots ? 2 : 1];  ///< entries of pivot rows after the pivot
  ColumnSlots<T, K, Pivots> column_slots;
  T* right_end;     ///< the unknowns right of the tile, two words a column
  unsigned pivots;  ///< of the partition, two bits an unknown: 1 the row that waits, 3 the next one
  unsigned any_pivots;  ///< of any partition of the warp
  T left_entries[3];    ///< of the first row, and of the second one: of unknowns at the left end

  __device__ T& rhs(int k, int row) const { return column[k][this->first_word + row]; }
};

/// Joins the segments of a system's partitions, two by two, and keeps the factors. Returns the
/// lowest partition at whose begin an unknown had no pivot, or -1.
template <class T, int K, bool Pivots>
__device__ int join_matrices(const ColumnsTile<T, K, Pivots>& tile) {
  const auto& slots = tile.column_slots;
  constexpr int stride = tile.column_slots.stride;
  int missing = -1;
  for (int step = 1, active = tile.per_system / 2; active > 0; step *= 2, active /= 2) {
    tile.synchronize();
    if (tile.in_system < active) {
      const int first = tile.partition - tile.in_system + tile.in_system * 2 * step;
      Segment<T, 1, 0, Pivots> left, right;
      left.load(slots.at(first), stride);
      right.load(slots.at(first + step), stride);
      JoinRecord<T, Pivots> record{slots.factors_at(first + step), stride};
      if (join(left, right, slots.at(first + step), stride, record) >= 0 && missing < 0)
        missing = tile.in_system * 2 * step + step;
      record.end();
      left.store(slots.at(first), stride);
    }
  }
  tile.synchronize();
  return missing;
}

/// f(number of the joint, column) for all of a level: `active` joints, a power of two. The threads
/// of the system share them.
template <int K, class Tile, class F>
__device__ void for_each_joint(const Tile& tile, int active, const F& f) {
  const int shift = __ffs(active) - 1;
  for (int n = tile.in_system; n < active * K; n += tile.per_system)
    f(n & (active - 1), n >> shift);
}

/// The same of right-hand sides.
template <class T, int K, bool Pivots>
__device__ void join_columns(const ColumnsTile<T, K, Pivots>& tile) {
  const auto& slots = tile.column_slots;
  constexpr int stride = tile.column_slots.stride;
  const int begin = tile.partition - tile.in_system;
  for (int step = 1, active = tile.per_system / 2; active > 0; step *= 2, active /= 2) {
    tile.synchronize();
    for_each_joint<K>(tile, active, [&](int number, int k) {
      const int first = begin + number * 2 * step;
      T* const left = slots.column(first, k);
      T* const right = slots.column(first + step, k);
      T rhs[4] = {left[0], left[stride], right[0], right[stride]};
      join_column<Pivots>(rhs, slots.factors_at(first + step), stride);
      right[0] = rhs[1];
      right[stride] = rhs[2];
      left[0] = rhs[0];
      left[stride] = rhs[3];
    });
  }
  tile.synchronize();
}

/// From the unknowns at the ends of the tile, which are in the first slot and in right_end, those
/// at the begin of every partition.
template <class T, int K, bool Pivots>
__device__ void part_columns(const ColumnsTile<T, K, Pivots>& tile) {
  const auto& slots = tile.column_slots;
  constexpr int stride = tile.column_slots.stride;
  const int begin = tile.partition - tile.in_system;
  for (int step = tile.per_system / 2, active = 1; step > 0; step /= 2, active *= 2) {
    tile.synchronize();
    for_each_joint<K>(tile, active, [&](int number, int k) {
      const int first = number * 2 * step, last = first + 2 * step;
      const T* const before = slots.column(begin + first, k);
      const bool is_last = last >= tile.per_system;
      const T* const after = is_last ? tile.right_end + 2 * k : slots.column(begin + last, k);
      T* const here = slots.column(begin + first + step, k);
      const T left[2] = {before[0], before[stride]};
      const T right[2] = {after[0], after[is_last ? 1 : stride]};
      T x[2] = {here[0], here[stride]};
      part_column<Pivots>(slots.at(begin + first + step), stride, left, right, x);
      here[0] = x[0];
      here[stride] = x[1];
    });
  }
  tile.synchronize();
}

}  // namespace filigree::cuda
