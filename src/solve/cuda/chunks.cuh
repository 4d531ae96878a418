// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/named_barrier.hpp"
#include "cuda/opaque.hpp"
#include "cuda/shared_access.hpp"
#include "cuda/shared_address.hpp"
#include "cuda/sum_over_lanes.hpp"
#include "cuda/warp.hpp"
#include "solve/cuda/chunk_shape.hpp"
#include "solve/cuda/chunk_walk.cuh"
#include "solve/cuda/pivot.cuh"

/// One right-hand side by chunks of rows that follow one another, each of them a thread block's.
/// Its warps take the chunk's steps (solve_chunks.hpp) in turn. Unknowns of the chunk are handed on
/// in shared memory, from group to group of steps by a barrier of just the warps that need them, so
/// that waiting takes no issue slots; those of other chunks in words (handed_on.hpp), which lie in
/// the order of the schedule: what the rows of a step ask for is, on a grid, what the rows of a few
/// steps of another chunk have written side by side. What a step reads of the matrix is on its way
/// several turns ahead.
///
/// Chunks are taken by tickets, and a step waits for steps of lower levels alone: of all rows that
/// are not solved, the lowest in a chunk that runs can always go on.

namespace filigree::cuda {

template <class T, class Index, int Lanes, int Batch, int Warps>
class ChunkSolve : ChunkWalk<T, Index, Lanes, 1, Batch> {
  using Walk = ChunkWalk<T, Index, Lanes, 1, Batch>;
  using Entries = typename Walk::Entries;
  using Walk::a_;
  using Walk::barrier_of;
  using Walk::first_;
  // Groups that warps wait at, and the next one, have barriers of their own.
  static_assert(Warps >= chunk_group_steps && Warps < num_named_barriers);

 public:
  /// \param own the addresses of the chunk's unknowns in shared memory, and one more
  __device__ ChunkSolve(const SolveArguments<T, Index>& a, std::int64_t chunk, Word<T>* words,
                        std::uint32_t own)
      : Walk(a, chunk, int(threadIdx.x) % 32 / Lanes, 0),
        words_(words),
        own_(own),
        zero_(own + std::uint32_t(a.chunks.chunk_rows) * std::uint32_t(sizeof(T))),
        lane_(int(threadIdx.x) % 32),
        factor_(a.alpha.get()) {}

  __device__ void run() {
    Walk::run(int(threadIdx.x) / 32, Warps,
              [&](const detail::SolveStep& step, Entries& entries, const auto& read_ahead) {
                solve(step, entries, read_ahead);
              });
  }

 private:
  __device__ T value(std::int64_t k) const {
    return a_.values[a_.places.is_null() ? k : a_.places[k]];
  }
  __device__ bool needs(std::int64_t row, Index col) const {
    return a_.lower ? std::int64_t(col) < row : std::int64_t(col) > row;
  }

  template <class ReadAhead>
  __device__ void solve(const detail::SolveStep& step, Entries& entries,
                        const ReadAhead& read_ahead) {
    const std::int64_t row = entries.row;
    const T right = factor_ == T(0) ? T(0) : factor_ * entries.right[0];
    T sum = T(0), pivot = T(0);
    if (__any_sync(whole_warp, entries.far_begin < entries.far_end)) add_far(entries, sum, pivot);
    Word<T> found[Batch];
    T values[Batch];
    std::int32_t positions[Batch];
    std::uint32_t inside[Batch];  // addresses of the chunk's unknowns that the row needs, or of 0
    unsigned outside = 0;         // the chunk
    const std::int32_t own_position = std::int32_t(first_) + step.first + lane_ / Lanes;
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      positions[j] = entries.positions[j];
      values[j] = entries.values[j];
      found[j] = 0;
      inside[j] = zero_;
      if (positions[j] == own_position) pivot += values[j];
      if (positions[j] >= own_position) continue;
      const std::int32_t place = positions[j] - std::int32_t(first_);
      if (place >= 0) {
        inside[j] = own_ + std::uint32_t(place) * std::uint32_t(sizeof(T));
      } else {
        outside |= 1u << j;
        found[j] = load_relaxed(words_ + positions[j]);
      }
    }
    read_ahead(entries);
    if constexpr (Lanes > 1) sum_over_lanes<1, Lanes / 2>(&pivot, lane_);
    if (a_.unit_diagonal || row < 0) pivot = T(1);
    const T inverse = T(1) / pivot;
    const bool is_plain = pivot != T(0) && is_quotient(T(1), inverse);
    for (;;) {
      bool all = true;
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        all = all && ((outside >> j & 1) == 0 || found[j] != no_result<T>);
      if (__all_sync(whole_warp, all)) break;
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        if ((outside >> j & 1) != 0 && found[j] == no_result<T>)
          found[j] = load_relaxed(words_ + positions[j]);
    }
    T second = T(0);
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      if ((outside >> j & 1) != 0) {
        T& own = j % 2 == 0 ? sum : second;
        own = fma(values[j], from_word(found[j]), own);
      }
    // One lane of a row has its right-hand side. What is needed from the barrier on, where every
    // instruction counts, is computed before it.
    const bool publishes = row >= 0 && lane_ % Lanes == 0;
    T rest = (Lanes == 1 || publishes ? right : T(0)) - (sum + second);
    second = T(0);
    std::uint32_t own =
        own_ + std::uint32_t(own_position - std::int32_t(first_)) * std::uint32_t(sizeof(T));
    int barrier = barrier_of(step.number), threads = 32 * (step.before + step.beside);
    int next_barrier = barrier_of(step.number + 1), next_threads = 32 * (step.beside + step.after);
    computed_here(own);
    computed_here(barrier);
    computed_here(threads);
    computed_here(next_barrier);
    computed_here(next_threads);
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      values[j] = inside[j] == zero_ ? -T(0) : -values[j];
      computed_here(inside[j]);
      computed_here(values[j]);
    }
    if (step.before > 0) named_barrier(barrier, threads);
    T unknowns[Batch];
#pragma unroll
    for (int j = 0; j < Batch; ++j) load_one(inside[j], unknowns[j]);
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      T& part = j % 2 == 0 ? rest : second;
      part = fma(values[j], unknowns[j], part);
    }
    rest += second;
    if constexpr (Lanes > 1) sum_over_lanes<1, Lanes / 2>(&rest, lane_);
    T unknown = over_pivot_by_inverse(rest, pivot, inverse);
    if (!is_plain || !(has_quotient_exponent(unknown) || rest == T(0)))
      unknown = row < 0 ? T(0) : over_pivot(a_, row, rest, pivot, inverse);
    if (publishes) store_one(own, unknown);
    if (step.after > 0) named_barrier_arrive(next_barrier, next_threads);
    if (!publishes) return;
    const Word<T> word = to_word(unknown);
    store_relaxed(words_ + own_position, word);
    a_.x[row * a_.x_row_stride] = from_word(word);
  }

  /// Entries that are further away than a lane holds: all of them in words, also of the chunk.
  __device__ void add_far(const Entries& entries, T& sum, T& pivot) const {
    constexpr int batch = 4;
    const std::int64_t row = entries.row;
    for (std::int64_t at = entries.far_begin + lane_ % Lanes; at < entries.far_end;
         at += batch * Lanes) {
      Word<T> found[batch];
      T values[batch];
      Index cols[batch];
#pragma unroll
      for (int j = 0; j < batch; ++j)
        cols[j] = at + j * Lanes < entries.far_end ? a_.cols[at + j * Lanes] : Index(row + a_.base);
#pragma unroll
      for (int j = 0; j < batch; ++j)
        values[j] = at + j * Lanes < entries.far_end ? value(at + j * Lanes) : T(0);
#pragma unroll
      for (int j = 0; j < batch; ++j) {
        cols[j] = Index(cols[j] - a_.base);
        found[j] = needs(row, cols[j]) ? no_result<T> : Word<T>(0);
        if (std::int64_t(cols[j]) == row) pivot += values[j];
      }
      for (bool all = false; !all;) {
        all = true;
#pragma unroll
        for (int j = 0; j < batch; ++j) {
          if (found[j] == no_result<T>)
            found[j] = load_relaxed(words_ + a_.chunks.positions[cols[j]]);
          all = all && found[j] != no_result<T>;
        }
      }
#pragma unroll
      for (int j = 0; j < batch; ++j)
        if (needs(row, cols[j])) sum = fma(values[j], from_word(found[j]), sum);
    }
    __syncwarp();
  }

  Word<T>* words_;
  std::uint32_t own_;   ///< of the chunk's unknowns, in shared memory
  std::uint32_t zero_;  ///< of a 0 behind them
  int lane_;
  T factor_;
};

/// A thread block a chunk: of the ticket that it draws when it begins to run.
template <class T, class Index, int Lanes, int Batch, int Warps>
__global__ void __launch_bounds__(32 * Warps)
    solve_chunks_kernel(SolveArguments<T, Index> a, unsigned long long* ticket, Word<T>* words) {
  extern __shared__ unsigned long long own[];  // also of narrower unknowns
  __shared__ long long chunk;
  if (threadIdx.x == 0) {
    chunk = (long long)(draw_from_all_ones(ticket));
    reinterpret_cast<T*>(own)[a.chunks.chunk_rows] = T(0);
  }
  __syncthreads();
  ChunkSolve<T, Index, Lanes, Batch, Warps>(a, chunk, words, shared_address(own)).run();
}

}  // namespace filigree::cuda
