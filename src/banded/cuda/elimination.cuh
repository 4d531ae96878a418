// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "banded/cuda/arithmetic.cuh"
#include "cuda/warp.hpp"

/// Gaussian elimination with partial pivoting in an order that can be shared out.
///
/// The rows a .. b of a system with P diagonals on either side meet the unknowns a - P .. b + P.
/// All rows that meet the unknowns a + P .. b - P are among them, so that these can be eliminated
/// with the best pivot that there is; 2 P equations are left, in the 2 P unknowns around each end:
/// a segment. Of two neighbouring segments the 2 P unknowns between them can be eliminated in turn.
/// Whatever the partition, that is elimination with partial pivoting of the matrix with its columns
/// in another order: it needs nothing of the matrix but that it is not singular.
///
/// Sources: S. Wright, "Stable parallel elimination for boundary value ODEs" (1994), for the order;
/// C. Klein, R. Strzodka, "Tridiagonal GPU solver with scaled partial pivoting at maximum
/// bandwidth" (ICPP 2021), for eliminating a second time instead of storing factors.

namespace filigree::cuda {

/// Which coefficients there are. Without pivoting the unknowns are eliminated by the rows that they
/// are the diagonal of: of a segment's equations the first P never meet the P unknowns after the
/// right end, the last P never those before the left end.
template <int P, bool Pivots>
struct SegmentShape {
  static constexpr int size = 2 * P;

  __host__ __device__ static constexpr bool has_left(int i, int j) {
    return Pivots || i < P || j >= P;
  }
  __host__ __device__ static constexpr bool has_right(int i, int j) {
    return Pivots || i >= P || j < P;
  }
  /// Whether pivot row c of a joint has column j: between, left, right, then right-hand sides.
  __host__ __device__ static constexpr bool joint_has(int c, int j) {
    if (j < size) return j > c;
    if (Pivots || j >= 3 * size) return true;
    return j < 2 * size ? j - size >= P : c >= P && j - 2 * size < P;
  }
  /// The words of the pivot rows before row c, of K right-hand sides; their inverse pivots first.
  __host__ __device__ static constexpr int joint_words(int c, int columns) {
    int words = 0;
    for (int i = 0; i < c; ++i) {
      ++words;
      for (int j = 0; j < 3 * size + columns; ++j) words += joint_has(i, j) ? 1 : 0;
    }
    return words;
  }
};

/// 2 P equations: left times the unknowns around the left end, right times those around the right.
template <class T, int P, int K, bool Pivots>
struct Segment {
  static constexpr int size = 2 * P;
  using Shape = SegmentShape<P, Pivots>;

  T left[size][size];
  T right[size][size];
  T rhs[size][K];

  /// Rows of the identity, as they stand past the end of a system.
  __device__ void set_identity() {
#pragma unroll
    for (int i = 0; i < size; ++i) {
#pragma unroll
      for (int j = 0; j < size; ++j) {
        left[i][j] = j == i + P ? one<T>() : zero<T>();
        right[i][j] = j == i - P ? one<T>() : zero<T>();
      }
#pragma unroll
      for (int k = 0; k < K; ++k) rhs[i][k] = zero<T>();
    }
  }
  /// f(word) for each in the order of memory.
  template <class F>
  __device__ void for_each_word(const F& f) {
#pragma unroll
    for (int i = 0; i < size; ++i) {
#pragma unroll
      for (int j = 0; j < size; ++j)
        if (Shape::has_left(i, j)) f(left[i][j]);
#pragma unroll
      for (int j = 0; j < size; ++j)
        if (Shape::has_right(i, j)) f(right[i][j]);
#pragma unroll
      for (int k = 0; k < K; ++k) f(rhs[i][k]);
    }
  }
  /// Words are `stride` apart.
  __device__ void load(const T* from, int stride) {
    int word = 0;
    for_each_word([&](T& value) { value = from[word++ * stride]; });
  }
  __device__ void store(T* to, int stride) {
    int word = 0;
    for_each_word([&](T& value) { to[word++ * stride] = value; });
  }
};

/// The unknowns around a boundary.
template <class T, int P, int K>
struct Boundary {
  static constexpr int size = 2 * P;
  static constexpr int words = size * K;

  T x[size][K];

  __device__ void load(const T* from, int stride) {
#pragma unroll
    for (int i = 0; i < words; ++i) x[i / K][i % K] = from[i * stride];
  }
  __device__ void store(T* to, int stride) const {
#pragma unroll
    for (int i = 0; i < words; ++i) to[i * stride] = x[i / K][i % K];
  }
};

/// Lowers the word of a system to `row`; -1, as nothing was found yet, counts as above all.
__device__ inline void note_no_pivot(std::int64_t* positions, std::int64_t system,
                                     std::int64_t row) {
  if (positions != nullptr)
    atomicMin(reinterpret_cast<unsigned long long*>(positions + system),
              static_cast<unsigned long long>(row));
}

/// Exchanges row `place`, from column c on, with the one of the first `outer` rows and those below
/// that has the largest entry there, if its own is not. Returns whether nothing can be divided by
/// what is the pivot then.
template <bool Pivots, int Rows, int Width, class T>
__device__ bool bring_pivot(T (&row)[Rows][Width], int c, int place, int outer) {
  auto best = magnitude(row[place][c]);
  if constexpr (Pivots) {
    int pivot = place;
#pragma unroll
    for (int i = 0; i < Rows; ++i) {
      if (i >= outer && i <= place) continue;
      const auto candidate = magnitude(row[i][c]);
      if (candidate > best) {
        best = candidate;
        pivot = i;
      }
    }
    if (pivot != place) {
#pragma unroll
      for (int i = 0; i < Rows; ++i) {
        if (i >= outer && i <= place) continue;
#pragma unroll
        for (int j = c; j < Width; ++j) exchange_if(pivot == i, row[place][j], row[i][j]);
      }
    }
  }
  return is_no_pivot(best);
}

/// Makes `first` the segment of both, and writes the joint: the equations by which the unknowns
/// between the two were eliminated, in words `stride` apart. Pivot row c has the inverse pivot and
/// the coefficients of the unknowns c + 1 .. 2 P - 1, those of both outer ends, and the right-hand
/// sides, as far as SegmentShape has them. Returns the number of the unknown that no equation has,
/// or -1.
template <class T, int P, int K, bool Pivots>
__device__ int join(Segment<T, P, K, Pivots>& first, const Segment<T, P, K, Pivots>& second,
                    T* joint, int stride) {
  using Shape = SegmentShape<P, Pivots>;
  constexpr int size = 2 * P, width = 3 * size + K;  // of a row: between, left, right, rhs
  T row[2 * size][width];
#pragma unroll
  for (int i = 0; i < size; ++i) {
#pragma unroll
    for (int j = 0; j < size; ++j) {
      row[i][j] = Shape::has_right(i, j) ? first.right[i][j] : zero<T>();
      row[i][size + j] = Shape::has_left(i, j) ? first.left[i][j] : zero<T>();
      row[i][2 * size + j] = zero<T>();
      row[size + i][j] = Shape::has_left(i, j) ? second.left[i][j] : zero<T>();
      row[size + i][size + j] = zero<T>();
      row[size + i][2 * size + j] = Shape::has_right(i, j) ? second.right[i][j] : zero<T>();
    }
#pragma unroll
    for (int k = 0; k < K; ++k) {
      row[i][3 * size + k] = first.rhs[i][k];
      row[size + i][3 * size + k] = second.rhs[i][k];
    }
  }
  int missing = -1, word = 0;
#pragma unroll
  for (int c = 0; c < size; ++c) {
    // The last equations of `first`, then the first ones of `second`: where the diagonal dominates
    // they are the pivot rows.
    const int place = P + c;
    if (bring_pivot<Pivots>(row, c, place, P) && missing < 0) missing = c;
    const T inverted = inverse(row[place][c]);
#pragma unroll
    for (int i = 0; i < 2 * size; ++i) {
      if (i >= P && i <= place) continue;
      if (!Pivots && i >= 3 * P && c < P) continue;  // it does not meet the unknown
      const T factor = times(row[i][c], inverted);
#pragma unroll
      for (int j = 0; j < width; ++j)
        if (Shape::joint_has(c, j)) row[i][j] = minus_times(row[i][j], factor, row[place][j]);
    }
    joint[word++ * stride] = inverted;
#pragma unroll
    for (int j = 0; j < width; ++j)
      if (Shape::joint_has(c, j)) joint[word++ * stride] = row[place][j];
  }
#pragma unroll
  for (int i = 0; i < size; ++i) {
    const int from = i < P ? i : size + i;
#pragma unroll
    for (int j = 0; j < size; ++j) {
      first.left[i][j] = row[from][size + j];
      first.right[i][j] = row[from][2 * size + j];
    }
#pragma unroll
    for (int k = 0; k < K; ++k) first.rhs[i][k] = row[from][3 * size + k];
  }
  return missing;
}

/// The unknowns at a joint from those at its outer ends.
template <class T, int P, int K, bool Pivots>
__device__ Boundary<T, P, K> unknowns_at(const T* joint, int stride, const Boundary<T, P, K>& left,
                                         const Boundary<T, P, K>& right) {
  using Shape = SegmentShape<P, Pivots>;
  constexpr int size = 2 * P;
  Boundary<T, P, K> result;
#pragma unroll
  for (int c = size - 1; c >= 0; --c) {
    const int begin = Shape::joint_words(c, K), end = Shape::joint_words(c + 1, K);
#pragma unroll
    for (int k = 0; k < K; ++k) {
      T sum = joint[(end - K + k) * stride];
      int word = begin + 1;
#pragma unroll
      for (int j = c + 1; j < size; ++j)
        sum = minus_times(sum, joint[word++ * stride], result.x[j][k]);
#pragma unroll
      for (int j = 0; j < size; ++j)
        if (Shape::joint_has(c, size + j))
          sum = minus_times(sum, joint[word++ * stride], left.x[j][k]);
#pragma unroll
      for (int j = 0; j < size; ++j)
        if (Shape::joint_has(c, 2 * size + j))
          sum = minus_times(sum, joint[word++ * stride], right.x[j][k]);
      result.x[c][k] = times(sum, joint[begin * stride]);
    }
  }
  return result;
}

/// Solves the segment of a whole system, outside of which all unknowns are 0: those around the left
/// and the right end. Returns whether it is singular.
template <class T, int P, int K, bool Pivots>
__device__ bool solve_ends(const Segment<T, P, K, Pivots>& segment, Boundary<T, P, K>& left,
                           Boundary<T, P, K>& right) {
  constexpr int size = 2 * P, width = size + K;
  T row[size][width];
#pragma unroll
  for (int i = 0; i < size; ++i) {
#pragma unroll
    for (int j = 0; j < P; ++j) {
      row[i][j] = segment.left[i][P + j];
      row[i][P + j] = segment.right[i][j];
    }
#pragma unroll
    for (int k = 0; k < K; ++k) row[i][size + k] = segment.rhs[i][k];
  }
  bool singular = false;
#pragma unroll
  for (int c = 0; c < size; ++c) {
    singular |= bring_pivot<Pivots>(row, c, c, 0);
    row[c][c] = inverse(row[c][c]);
#pragma unroll
    for (int i = c + 1; i < size; ++i) {
      const T factor = times(row[i][c], row[c][c]);
#pragma unroll
      for (int j = c + 1; j < width; ++j) row[i][j] = minus_times(row[i][j], factor, row[c][j]);
    }
  }
#pragma unroll
  for (int k = 0; k < K; ++k) {
#pragma unroll
    for (int c = size - 1; c >= 0; --c) {
      T sum = row[c][size + k];
#pragma unroll
      for (int j = c + 1; j < size; ++j) sum = minus_times(sum, row[c][j], row[j][size + k]);
      row[c][size + k] = times(sum, row[c][c]);
    }
#pragma unroll
    for (int j = 0; j < P; ++j) {
      left.x[j][k] = zero<T>();
      left.x[P + j][k] = row[j][size + k];
      right.x[j][k] = row[P + j][size + k];
      right.x[P + j][k] = zero<T>();
    }
  }
  return singular;
}

/// Rows on the way through a partition: 2 P that wait, and the next one. Without pivoting the one
/// at place P is always the pivot row. \tparam L columns kept of the unknowns around the left end:
/// 2 P, or 0 where these are known
template <class T, int P, int K, int L, bool Pivots>
struct SweepRows {
  static constexpr int count = 2 * P + 1;
  /// What a pivot row has beside the pivot: without pivoting fewer columns.
  static constexpr int pivot_band = Pivots ? 2 * P : P;
  static constexpr int first_left = Pivots ? 0 : P;

  T left[count][L == 0 ? 1 : L];
  T band[count][2 * P + 1];  ///< of the unknown to be eliminated and those after it
  T rhs[count][K];

  /// Brings the row with the largest coefficient of the first unknown to place P, where it already
  /// is if the diagonal dominates. Returns that magnitude. For whole warps.
  __device__ real_of<T> choose_pivot() {
    auto best = magnitude(band[P][0]);
    if constexpr (Pivots) {
      int pivot = P;
#pragma unroll
      for (int i = 0; i < count; ++i) {
        if (i == P) continue;
        const auto candidate = magnitude(band[i][0]);
        if (candidate > best) {
          best = candidate;
          pivot = i;
        }
      }
      if (__any_sync(whole_warp, pivot != P)) {
#pragma unroll
        for (int i = 0; i < count; ++i) {
          if (i == P) continue;
          const bool exchanges = pivot == i;
#pragma unroll
          for (int j = 0; j < L; ++j) exchange_if(exchanges, left[P][j], left[i][j]);
#pragma unroll
          for (int j = 0; j <= 2 * P; ++j) exchange_if(exchanges, band[P][j], band[i][j]);
#pragma unroll
          for (int k = 0; k < K; ++k) exchange_if(exchanges, rhs[P][k], rhs[i][k]);
        }
      }
    }
    return best;
  }

  /// Eliminates the first unknown by the row at place P, drops that row and moves on.
  __device__ void eliminate(const T& inverted) {
    T pivot_row_left[L == 0 ? 1 : L], pivot_row_band[2 * P + 1], pivot_rhs[K];
#pragma unroll
    for (int j = 0; j < L; ++j) pivot_row_left[j] = left[P][j];
#pragma unroll
    for (int j = 0; j <= 2 * P; ++j) pivot_row_band[j] = band[P][j];
#pragma unroll
    for (int k = 0; k < K; ++k) pivot_rhs[k] = rhs[P][k];
#pragma unroll
    for (int i = 0; i < count; ++i) {
      if (i == P) continue;
      const int to = i < P ? i : i - 1;
      const T factor = times(band[i][0], inverted);
#pragma unroll
      for (int j = 0; j < L; ++j)
        left[to][j] =
            j < first_left ? left[i][j] : minus_times(left[i][j], factor, pivot_row_left[j]);
#pragma unroll
      for (int k = 0; k < K; ++k) rhs[to][k] = minus_times(rhs[i][k], factor, pivot_rhs[k]);
#pragma unroll
      for (int j = 1; j <= 2 * P; ++j)
        band[to][j - 1] =
            j > pivot_band ? band[i][j] : minus_times(band[i][j], factor, pivot_row_band[j]);
      band[to][2 * P] = zero<T>();
    }
  }
};

}  // namespace filigree::cuda
