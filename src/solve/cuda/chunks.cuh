// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/named_barrier.hpp"
#include "cuda/sum_over_lanes.hpp"
#include "cuda/warp.hpp"
#include "filigree/detail/solve_chunks.hpp"
#include "solve/cuda/arguments.hpp"
#include "solve/cuda/chunk_shape.hpp"
#include "solve/cuda/pivot.cuh"

/// One right-hand side by chunks of rows that follow one another, each of them a thread block's.
/// Its warps take the chunk's steps (solve_chunks.hpp) in turn. Unknowns of the chunk are handed on
/// in shared memory, from group to group of steps by a barrier of just the warps that need them, so
/// that waiting takes no issue slots; those of other chunks in words (handed_on.hpp). What a step
/// reads of the matrix is on its way several turns ahead.
///
/// Chunks are taken by tickets, and a step waits for steps of lower levels alone: of all rows that
/// are not solved, the lowest in a chunk that runs can always go on.

namespace filigree::cuda {

/// A lane's part in a row, as it is read ahead: the entries nearest to the diagonal. All of it is
/// as memory has it. Whatever would be computed of what is on its way, the warp would wait for.
template <class T, class Index, int Batch>
struct ChunkEntries {
  std::int64_t row;                 ///< -1: none
  std::int64_t far_begin, far_end;  ///< the row's other entries
  T right;                          ///< of B
  Index cols[Batch];                ///< the row's own where there is no entry
  T values[Batch];                  ///< 0 there
};

template <class T, class Index, int Lanes, int Batch, int Warps>
class ChunkSolve {
  using Entries = ChunkEntries<T, Index, Batch>;
  // Groups that warps wait at, and the next one, have barriers of their own.
  static_assert(Warps >= chunk_group_steps && Warps < num_named_barriers);

 public:
  __device__ ChunkSolve(const SolveArguments<T, Index>& a, std::int64_t chunk, Word<T>* words,
                        Word<T>* own)
      : a_(a),
        schedule_(a.chunks),
        words_(words),
        own_(own),
        lane_(int(threadIdx.x) % 32),
        factor_(a.alpha.get()),
        first_(chunk * a.chunks.chunk_rows),
        begin_(a.chunks.first_steps[chunk]),
        num_steps_(int(a.chunks.first_steps[chunk + 1] - begin_)) {}

  __device__ void run() {
    const int warp = int(threadIdx.x) / 32;
    detail::SolveStep steps[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) steps[i] = step(warp + i * Warps);
    int places[3];
#pragma unroll
    for (int i = 0; i < 3; ++i) places[i] = place(steps[i]);
    Bounds bounds[2] = {bounds_of(places[0]), bounds_of(places[1])};
    Entries entries = take(bounds[0]);
    for (int k = warp; k < num_steps_; k += Warps) {
      solve(steps[0], entries, [&](Entries& next) {
        next = take(bounds[1]);
        bounds[1] = bounds_of(places[2]);
        places[2] = place(steps[3]);
        steps[0] = steps[1];
        steps[1] = steps[2];
        steps[2] = steps[3];
        steps[3] = step(k + 4 * Warps);
      });
    }
  }

 private:
  struct Bounds {
    std::int64_t row;  ///< -1: none
    OffsetArray::Raw begin, end;
  };

  __device__ detail::SolveStep step(int k) const {
    return k < num_steps_ ? schedule_.steps[begin_ + k] : detail::SolveStep{};
  }
  /// Within the chunk, of the row of the lane's group; -1: it has none.
  __device__ int place(const detail::SolveStep& step) const {
    const int group = lane_ / Lanes;
    return group < step.rows ? int(schedule_.order[first_ + step.first + group]) : -1;
  }
  __device__ Bounds bounds_of(int place) const {
    Bounds bounds{-1, {}, {}};
    if (place < 0) return bounds;
    bounds.row = a_.lower ? first_ + place : a_.num_rows - 1 - first_ - place;
    bounds.begin = a_.begins.raw(bounds.row);
    bounds.end = a_.ends.raw(bounds.row);
    return bounds;
  }

  __device__ Entries take(const Bounds& bounds) const {
    Entries taken;
    const std::int64_t row = bounds.row;
    const std::int64_t begin = row < 0 ? 0 : a_.begins.value(bounds.begin) - a_.base;
    const std::int64_t end = row < 0 ? 0 : a_.ends.value(bounds.end) - a_.base;
    const std::int64_t first = a_.lower ? end - 1 - lane_ % Lanes : begin + lane_ % Lanes;
    const std::int64_t length = a_.lower ? first - begin + 1 : end - first;  // from there on
    const auto at = [&](int j) { return a_.lower ? first - j * Lanes : first + j * Lanes; };
    taken.row = row;
    taken.right = row < 0 ? T(0) : a_.b[row * a_.b_row_stride];
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      taken.cols[j] = j * Lanes < length ? a_.cols[at(j)] : Index(row + a_.base);
    if (a_.places.is_null()) {
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        taken.values[j] = j * Lanes < length ? a_.values[at(j)] : T(0);
    } else {
      OffsetArray::Raw places[Batch];
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        places[j] = j * Lanes < length ? a_.places.raw(at(j)) : OffsetArray::Raw();
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        taken.values[j] = j * Lanes < length ? a_.values[a_.places.value(places[j])] : T(0);
    }
    constexpr int near = Lanes * Batch;
    taken.far_begin = a_.lower ? begin : begin + near;
    taken.far_end = a_.lower ? end - near : end;
    return taken;
  }
  __device__ T value(std::int64_t k) const {
    return a_.values[a_.places.is_null() ? k : a_.places[k]];
  }
  __device__ bool needs(std::int64_t row, Index col) const {
    return a_.lower ? std::int64_t(col) < row : std::int64_t(col) > row;
  }

  /// That a group of steps waits at.
  __device__ static int barrier_of(int group) { return 1 + group % num_named_barriers; }

  /// \param read_ahead reads the entries of the warp's next step, and what comes behind it; changes
  ///     its own steps
  template <class ReadAhead>
  __device__ void solve(const detail::SolveStep step, Entries& entries,
                        const ReadAhead& read_ahead) {
    const std::int64_t row = entries.row;
    const T right = factor_ == T(0) ? T(0) : factor_ * entries.right;
    T sum = T(0), pivot = T(0);
    if (__any_sync(whole_warp, entries.far_begin < entries.far_end)) add_far(entries, sum, pivot);
    Word<T> found[Batch];
    T values[Batch];
    int place[Batch];
    unsigned inside = 0, outside = 0;  // the chunk
    const Word<T>* const words = words_;
    Index cols[Batch];
#pragma unroll
    for (int j = 0; j < Batch; ++j) {
      cols[j] = Index(entries.cols[j] - a_.base);
      values[j] = entries.values[j];
      found[j] = 0;
      place[j] = 0;
      if (needs(row, cols[j])) {
        const std::int64_t rank = a_.lower ? cols[j] : a_.num_rows - 1 - cols[j];
        if (rank >= first_) {
          inside |= 1u << j;
          place[j] = int(rank - first_);
        } else {
          outside |= 1u << j;
          found[j] = load_relaxed(words + cols[j]);
        }
      } else if (std::int64_t(cols[j]) == row) {
        pivot += values[j];
      }
    }
    read_ahead(entries);
    if constexpr (Lanes > 1) sum_over_lanes<1, Lanes / 2>(&pivot, lane_);
    if (a_.unit_diagonal || row < 0) pivot = T(1);
    const T inverse = T(1) / pivot;
    const bool is_plain = pivot != T(0) && is_quotient(T(1), inverse);
    const int threads_before = 32 * (step.before + step.beside);
    for (;;) {
      bool all = true;
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        all = all && ((outside >> j & 1) == 0 || found[j] != no_result<T>);
      if (__all_sync(whole_warp, all)) break;
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        if ((outside >> j & 1) != 0 && found[j] == no_result<T>)
          found[j] = load_relaxed(words + cols[j]);
    }
    T second = T(0);
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      if ((outside >> j & 1) != 0) {
        T& own = j % 2 == 0 ? sum : second;
        own = fma(values[j], from_word(found[j]), own);
      }
    // One lane of a row has its right-hand side. From the barrier on every instruction counts.
    const bool publishes = row >= 0 && lane_ % Lanes == 0;
    T rest = (Lanes == 1 || publishes ? right : T(0)) - (sum + second);
    second = T(0);
    const std::int64_t rank = (a_.lower ? row : a_.num_rows - 1 - row) - first_;
    if (step.before > 0) named_barrier(barrier_of(step.number), threads_before);
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      if ((inside >> j & 1) != 0) found[j] = own_[place[j]];
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      if ((inside >> j & 1) != 0) {
        T& own = j % 2 == 0 ? rest : second;
        own = fma(-values[j], from_word(found[j]), own);
      }
    rest += second;
    if constexpr (Lanes > 1) sum_over_lanes<1, Lanes / 2>(&rest, lane_);
    T unknown = over_pivot_by_inverse(rest, pivot, inverse);
    if (!is_plain || !(has_quotient_exponent(unknown) || rest == T(0)))
      unknown = row < 0 ? T(0) : over_pivot(a_, row, rest, pivot, inverse);
    const Word<T> word = to_word(unknown);
    if (publishes) own_[rank] = word;
    if (step.after > 0)
      named_barrier_arrive(barrier_of(step.number + 1), 32 * (step.beside + step.after));
    if (!publishes) return;
    store_relaxed(words_ + row, word);
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
          if (found[j] == no_result<T>) found[j] = load_relaxed(words_ + cols[j]);
          all = all && found[j] != no_result<T>;
        }
      }
#pragma unroll
      for (int j = 0; j < batch; ++j)
        if (needs(row, cols[j])) sum = fma(values[j], from_word(found[j]), sum);
    }
    __syncwarp();
  }

  const SolveArguments<T, Index>& a_;
  const detail::SolveChunks& schedule_;
  Word<T>* words_;
  Word<T>* own_;  ///< the chunk's, in shared memory
  int lane_;
  T factor_;
  std::int64_t first_;  ///< row of the chunk, counted in the order of the solve
  std::int64_t begin_;
  int num_steps_;
};

/// A thread block a chunk: of the ticket that it draws when it begins to run.
template <class T, class Index, int Lanes, int Batch, int Warps>
__global__ void __launch_bounds__(32 * Warps)
    solve_chunks_kernel(SolveArguments<T, Index> a, unsigned long long* ticket, Word<T>* words) {
  extern __shared__ unsigned long long own[];  // also of narrower words
  __shared__ long long chunk;
  if (threadIdx.x == 0)
    chunk = (long long)(atomicAdd(ticket, 1ull) + 1);  // the first one finds all ones
  __syncthreads();
  ChunkSolve<T, Index, Lanes, Batch, Warps>(a, chunk, words, reinterpret_cast<Word<T>*>(own)).run();
}

}  // namespace filigree::cuda
