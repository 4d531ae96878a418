// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "banded/cuda/arguments.hpp"
#include "banded/cuda/elimination.cuh"
#include "banded/cuda/launch.hpp"
#include "cuda/copy_async.hpp"
#include "cuda/launch.hpp"
#include "cuda/shared_memory.hpp"

/// Interleaved systems, one a thread: Gaussian elimination from the first row to the last.
///
/// Factors of all rows would be written to memory and read back: of pentadiagonal systems 12 words
/// a row beside the 7 that must move. Instead the first pass keeps only the rows that are carried
/// on, at every chunk of rows. The second pass goes from the last chunk to the first: it eliminates
/// the chunk once more, now with factors in shared memory, where the rows were, and substitutes.
/// That reads diagonals and B twice: 14 words a row in all.

namespace filigree::cuda {

/// A system as its thread sees it.
template <class T, int P, bool Pivots>
class SystemChain {
 public:
  static constexpr int band = 2 * P + 1, words = band + 1;
  static constexpr int chunk = int(system_chunk(sizeof(T)));

  __device__ SystemChain(const BandedArguments<T, P>& arguments, std::int64_t item, T* shared,
                         T* checkpoints)
      : arguments_(arguments),
        slots_(shared + threadIdx.x),
        checkpoints_(checkpoints + item),
        items_(arguments.num_systems * arguments.num_columns),
        system_(item % arguments.num_systems),
        column_(item / arguments.num_systems) {}

  /// The first rows, which are carried on.
  __device__ void begin() {
#pragma unroll
    for (int r = 0; r < P; ++r) {
#pragma unroll
      for (int w = 0; w < words; ++w) row_[r][w] = zero<T>();
#pragma unroll
      for (int d = P - r; d <= 2 * P; ++d)
        if (has(r, d)) row_[r][d - (P - r)] = *entry(r, d);
      if (r < arguments_.num_rows) row_[r][band] = *rhs(r);
    }
  }

  /// Starts the copies of a row to a slot, as a group; a row past the end is 0.
  __device__ void fetch(int to, std::int64_t row) const {
#pragma unroll
    for (int d = 0; d <= 2 * P; ++d)
      if (has(row, d))
        copy_async(slot(to, d), entry(row, d));
      else
        *slot(to, d) = zero<T>();
    if (row < arguments_.num_rows)
      copy_async(slot(to, band), rhs(row));
    else
      *slot(to, band) = zero<T>();
    copy_commit();
  }

  /// Eliminates the next unknown, by the rows that are carried on and the one in the slot, which is
  /// the oldest of `chunk` groups of copies. \tparam Keeps the pivot row goes to the slot, its
  /// inverse pivot first. Returns whether there was no pivot.
  template <bool Keeps>
  __device__ bool eliminate(int from) {
    copy_wait<chunk - 1>();
#pragma unroll
    for (int w = 0; w < words; ++w) row_[P][w] = *slot(from, w);
    const bool is_missing = bring_pivot<Pivots>(row_, 0, 0, 0);
    T pivot[words];
#pragma unroll
    for (int w = 1; w < words; ++w) pivot[w] = row_[0][w];
    const T inverted = inverse(row_[0][0]);
#pragma unroll
    for (int i = 1; i <= P; ++i) {
      const T factor = times(row_[i][0], inverted);
#pragma unroll
      for (int w = 1; w < words; ++w) {
        const bool meets = Pivots || w <= P || w == band;
        const T value = meets ? minus_times(row_[i][w], factor, pivot[w]) : row_[i][w];
        row_[i - 1][w == band ? band : w - 1] = value;
      }
      row_[i - 1][band - 1] = zero<T>();
    }
    if constexpr (Keeps) {
      *slot(from, 0) = inverted;
#pragma unroll
      for (int w = 1; w < words; ++w) *slot(from, w) = pivot[w];
    }
    return is_missing;
  }

  __device__ void store_checkpoint(std::int64_t number) const {
    T* const to = checkpoint(number);
#pragma unroll
    for (int i = 0; i < P * band; ++i)
      to[i * items_] = row_[i / band][i % band == 2 * P ? band : i % band];
  }
  __device__ void load_checkpoint(std::int64_t number) {
    const T* const from = checkpoint(number);
#pragma unroll
    for (int i = 0; i < P * band; ++i)
      row_[i / band][i % band == 2 * P ? band : i % band] = from[i * items_];
#pragma unroll
    for (int r = 0; r < P; ++r) row_[r][2 * P] = zero<T>();
  }

  /// The unknown whose pivot row is in the slot, from those after it.
  __device__ T substitute(int from) {
    T sum = *slot(from, band);
#pragma unroll
    for (int j = 2 * P; j > 0; --j)
      if (Pivots || j <= P) sum = minus_times(sum, *slot(from, j), after_[j - 1]);
#pragma unroll
    for (int j = 2 * P - 1; j > 0; --j) after_[j] = after_[j - 1];
    return after_[0] = times(sum, *slot(from, 0));
  }

  __device__ void store(std::int64_t row, const T& value) const {
    const auto& x = arguments_.x;
    x.data[row * x.row_stride + system_ * x.system_stride + column_ * x.column_stride] = value;
  }
  /// Writes the P unknowns that were found last, of this row and those after it.
  __device__ void store_held(std::int64_t row) const {
#pragma unroll
    for (int j = 0; j < P; ++j)
      if (row + j < arguments_.num_rows) store(row + j, after_[j]);
  }
  __device__ std::int64_t system() const { return system_; }

 private:
  __device__ bool has(std::int64_t row, int d) const {
    return row < arguments_.num_rows && row + d - P < arguments_.num_rows;
  }
  __device__ const T* entry(std::int64_t row, int d) const {
    const auto& from = arguments_.diagonals[d];
    return from.data + ((row + from.row_shift) * from.row_stride + system_ * from.system_stride);
  }
  __device__ const T* rhs(std::int64_t row) const {
    const auto& b = arguments_.b;
    return b.data + (row * b.row_stride + system_ * b.system_stride + column_ * b.column_stride);
  }
  __device__ T* slot(int number, int word) const {
    return slots_ + (number * words + word) * system_threads;
  }
  __device__ T* checkpoint(std::int64_t number) const {
    return checkpoints_ + (number - 1) * (P * band) * items_;
  }

  const BandedArguments<T, P>& arguments_;
  T* slots_;
  T* checkpoints_;
  std::int64_t items_;
  std::int64_t system_;
  std::int64_t column_;
  /// Entries of the unknown that is eliminated next and those after it, then the right-hand side.
  /// In rows that are carried on the last unknown has 0.
  T row_[P + 1][words];
  T after_[2 * P] = {};  ///< the solution after the unknown at hand
};

template <class T, int P, bool Pivots>
__global__ void __launch_bounds__(system_threads)
    systems_kernel(const BandedArguments<T, P> arguments, T* checkpoints) {
  extern __shared__ __align__(16) unsigned char shared[];
  using Chain = SystemChain<T, P, Pivots>;
  constexpr int S = Chain::chunk;
  const std::int64_t item = std::int64_t(blockIdx.x) * system_threads + threadIdx.x;
  if (item >= arguments.num_systems * arguments.num_columns) return;
  Chain chain(arguments, item, reinterpret_cast<T*>(shared), checkpoints);
  const std::int64_t m = arguments.num_rows, last = (m - 1) / S * S;
  std::int64_t missing = -1;

  chain.begin();
  for (int i = 0; i < S; ++i) chain.fetch(i, P + i);
  for (std::int64_t first = 0; first < last; first += S) {
    if (first > 0) chain.store_checkpoint(first / S);
    for (int i = 0; i < S; ++i) {
      if (chain.template eliminate<false>(i) && missing < 0) missing = first + i;
      chain.fetch(i, first + i + S + P);
    }
  }
  bool backward = false;  // the order of a chunk's rows in the slots
  for (std::int64_t first = last; first >= 0; first -= S, backward = !backward) {
    if (first < last && first > 0) chain.load_checkpoint(first / S);
    if (first < last && first == 0) chain.begin();
    const int count = int(min(std::int64_t(S), m - first));
    for (int i = 0; i < count; ++i) {
      const bool is_missing = chain.template eliminate<true>(backward ? S - 1 - i : i);
      if (is_missing && first == last && missing < 0) missing = first + i;
      copy_commit();  // no copy: the next row's group is the oldest of as many
    }
    // X may be B, whose rows the chunk has just read up to P rows into the one after it.
    if (first < last) chain.store_held(first + S);
    for (int i = S - 1; i >= 0; --i) {
      const int at = backward ? S - 1 - i : i;
      if (i < count) {
        const T value = chain.substitute(at);
        if (i >= P || first == 0) chain.store(first + i, value);
      }
      if (first > 0) chain.fetch(at, first - 1 - i + P);
    }
  }
  if (missing >= 0) note_no_pivot(arguments.positions, chain.system(), missing);
}

template <class T, int P, bool Pivots>
cudaError_t launch_systems(const BandedArguments<T, P>& arguments, void* workspace,
                           cudaStream_t stream) {
  LaunchShape launch;
  const std::int64_t items = arguments.num_systems * arguments.num_columns;
  launch.blocks = (items + system_threads - 1) / system_threads;
  launch.threads = system_threads;
  launch.shared_bytes = std::size_t(systems_shared_bytes(P, sizeof(T)));
  const cudaError_t error = allow_shared_memory(systems_kernel<T, P, Pivots>, launch.shared_bytes);
  if (error != cudaSuccess) return error;
  return launch_kernel(systems_kernel<T, P, Pivots>, launch, false, stream, arguments,
                       static_cast<T*>(workspace));
}

template <class T, int P>
cudaError_t launch_banded_systems(const BandedArguments<T, P>& arguments, bool pivots,
                                  void* workspace, cudaStream_t stream) {
  return pivots ? launch_systems<T, P, true>(arguments, workspace, stream)
                : launch_systems<T, P, false>(arguments, workspace, stream);
}

}  // namespace filigree::cuda
