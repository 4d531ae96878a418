// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "banded/cuda/arithmetic.cuh"

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

/// 2 P equations: left times the unknowns around the left end, right times those around the right.
template <class T, int P, int K>
struct Segment {
  static constexpr int size = 2 * P;
  static constexpr int words = size * (2 * size + K);

  T left[size][size];
  T right[size][size];
  T rhs[size][K];

  /// The segment of no rows: the unknowns around both ends are the same.
  __device__ void set_empty() {
#pragma unroll
    for (int i = 0; i < size; ++i) {
#pragma unroll
      for (int j = 0; j < size; ++j) {
        left[i][j] = i == j ? one<T>() : zero<T>();
        right[i][j] = negative(left[i][j]);
      }
#pragma unroll
      for (int k = 0; k < K; ++k) rhs[i][k] = zero<T>();
    }
  }
  __device__ void load(const T* from) {
#pragma unroll
    for (int i = 0; i < size; ++i) {
#pragma unroll
      for (int j = 0; j < size; ++j) {
        left[i][j] = from[i * (2 * size + K) + j];
        right[i][j] = from[i * (2 * size + K) + size + j];
      }
#pragma unroll
      for (int k = 0; k < K; ++k) rhs[i][k] = from[i * (2 * size + K) + 2 * size + k];
    }
  }
  __device__ void store(T* to) const {
#pragma unroll
    for (int i = 0; i < size; ++i) {
#pragma unroll
      for (int j = 0; j < size; ++j) {
        to[i * (2 * size + K) + j] = left[i][j];
        to[i * (2 * size + K) + size + j] = right[i][j];
      }
#pragma unroll
      for (int k = 0; k < K; ++k) to[i * (2 * size + K) + 2 * size + k] = rhs[i][k];
    }
  }
};

/// The unknowns around a boundary.
template <class T, int P, int K>
struct Boundary {
  static constexpr int size = 2 * P;
  static constexpr int words = size * K;

  T x[size][K];

  __device__ void load(const T* from) {
#pragma unroll
    for (int i = 0; i < words; ++i) x[i / K][i % K] = from[i];
  }
  __device__ void store(T* to) const {
#pragma unroll
    for (int i = 0; i < words; ++i) to[i] = x[i / K][i % K];
  }
};

/// Makes `first` the segment of both, and writes the joint: the equations by which the unknowns
/// between the two were eliminated. Pivot row i has the inverse pivot and the coefficients of the
/// unknowns i + 1 .. 2 P - 1, those of both outer ends, and the right-hand sides. Returns the
/// number of the unknown that no equation has, or -1.
template <class T, int P, int K>
__device__ int join(Segment<T, P, K>& first, const Segment<T, P, K>& second, T* joint) {
  constexpr int size = 2 * P, width = 3 * size + K;  // of a row: between, left, right, rhs
  T row[2 * size][width];
#pragma unroll
  for (int i = 0; i < size; ++i) {
#pragma unroll
    for (int j = 0; j < size; ++j) {
      row[i][j] = first.right[i][j];
      row[i][size + j] = first.left[i][j];
      row[i][2 * size + j] = zero<T>();
      row[size + i][j] = second.left[i][j];
      row[size + i][size + j] = zero<T>();
      row[size + i][2 * size + j] = second.right[i][j];
    }
#pragma unroll
    for (int k = 0; k < K; ++k) {
      row[i][3 * size + k] = first.rhs[i][k];
      row[size + i][3 * size + k] = second.rhs[i][k];
    }
  }
  int missing = -1;
#pragma unroll
  for (int c = 0; c < size; ++c) {
    auto best = magnitude(row[c][c]);
    int pivot = c;
#pragma unroll
    for (int i = c + 1; i < 2 * size; ++i) {
      const auto candidate = magnitude(row[i][c]);
      if (candidate > best) {
        best = candidate;
        pivot = i;
      }
    }
    if (is_no_pivot(best) && missing < 0) missing = c;
#pragma unroll
    for (int i = c + 1; i < 2 * size; ++i)
#pragma unroll
      for (int j = c; j < width; ++j) exchange_if(pivot == i, row[c][j], row[i][j]);
    const T inverted = inverse(row[c][c]);
#pragma unroll
    for (int i = c + 1; i < 2 * size; ++i) {
      const T factor = times(row[i][c], inverted);
#pragma unroll
      for (int j = c + 1; j < width; ++j) row[i][j] = minus_times(row[i][j], factor, row[c][j]);
    }
    *joint++ = inverted;
#pragma unroll
    for (int j = c + 1; j < width; ++j) *joint++ = row[c][j];
  }
#pragma unroll
  for (int i = 0; i < size; ++i) {
#pragma unroll
    for (int j = 0; j < size; ++j) {
      first.left[i][j] = row[size + i][size + j];
      first.right[i][j] = row[size + i][2 * size + j];
    }
#pragma unroll
    for (int k = 0; k < K; ++k) first.rhs[i][k] = row[size + i][3 * size + k];
  }
  return missing;
}

/// The unknowns at a joint from those at its outer ends.
template <class T, int P, int K>
__device__ Boundary<T, P, K> unknowns_at(const T* joint, const Boundary<T, P, K>& left,
                                         const Boundary<T, P, K>& right) {
  constexpr int size = 2 * P, width = 3 * size + K;
  Boundary<T, P, K> result;
#pragma unroll
  for (int c = size - 1; c >= 0; --c) {
    // The rows before have width, width - 1, ... words; column j of this one is at row[j - c].
    const T* const row = joint + c * width - c * (c - 1) / 2;
#pragma unroll
    for (int k = 0; k < K; ++k) {
      T sum = row[3 * size + k - c];
#pragma unroll
      for (int j = 0; j < size; ++j) {
        sum = minus_times(sum, row[size + j - c], left.x[j][k]);
        sum = minus_times(sum, row[2 * size + j - c], right.x[j][k]);
      }
#pragma unroll
      for (int j = c + 1; j < size; ++j) sum = minus_times(sum, row[j - c], result.x[j][k]);
      result.x[c][k] = times(sum, row[0]);
    }
  }
  return result;
}

/// Solves the segment of a whole system, outside of which all unknowns are 0: those around the left
/// and the right end. Returns whether it is singular.
template <class T, int P, int K>
__device__ bool solve_ends(const Segment<T, P, K>& segment, Boundary<T, P, K>& left,
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
    auto best = magnitude(row[c][c]);
    int pivot = c;
#pragma unroll
    for (int i = c + 1; i < size; ++i) {
      const auto candidate = magnitude(row[i][c]);
      if (candidate > best) {
        best = candidate;
        pivot = i;
      }
    }
    singular |= is_no_pivot(best);
#pragma unroll
    for (int i = c + 1; i < size; ++i)
#pragma unroll
      for (int j = c; j < width; ++j) exchange_if(pivot == i, row[c][j], row[i][j]);
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

/// Rows on the way through a partition: 2 P that wait, and the next one.
/// \tparam L columns kept of the unknowns around the left end: 2 P, or 0 where these are known
template <class T, int P, int K, int L>
struct SweepRows {
  static constexpr int count = 2 * P + 1;

  T left[count][L == 0 ? 1 : L];
  T band[count][2 * P + 1];  ///< of the unknown to be eliminated and those after it
  T rhs[count][K];

  /// Brings the row with the largest coefficient of the first unknown to place P, where it already
  /// is if the diagonal dominates. Returns that magnitude. For whole warps.
  __device__ real_of<T> choose_pivot() {
    auto best = magnitude(band[P][0]);
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
    if (__any_sync(0xffffffffu, pivot != P)) {
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
    return best;
  }

  /// Eliminates the first unknown by the row at place P, drops that row and moves on.
  __device__ void eliminate(const T& inverted) {
    T pivot_left[L == 0 ? 1 : L], pivot_band[2 * P + 1], pivot_rhs[K];
#pragma unroll
    for (int j = 0; j < L; ++j) pivot_left[j] = left[P][j];
#pragma unroll
    for (int j = 0; j <= 2 * P; ++j) pivot_band[j] = band[P][j];
#pragma unroll
    for (int k = 0; k < K; ++k) pivot_rhs[k] = rhs[P][k];
#pragma unroll
    for (int i = 0; i < count; ++i) {
      if (i == P) continue;
      const int to = i < P ? i : i - 1;
      const T factor = times(band[i][0], inverted);
#pragma unroll
      for (int j = 0; j < L; ++j) left[to][j] = minus_times(left[i][j], factor, pivot_left[j]);
#pragma unroll
      for (int k = 0; k < K; ++k) rhs[to][k] = minus_times(rhs[i][k], factor, pivot_rhs[k]);
#pragma unroll
      for (int j = 0; j < 2 * P; ++j)
        band[to][j] = minus_times(band[i][j + 1], factor, pivot_band[j + 1]);
      band[to][2 * P] = zero<T>();
    }
  }
};

}  // namespace filigree::cuda
