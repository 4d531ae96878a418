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

/// Several right-hand sides by chunks (chunks.cuh), a tile of them at once, where lanes hold rows
/// to their last entry. Some warps together take a step, some lanes a row of it, for pairs of
/// right-hand sides each. Shared memory holds the unknowns of the rows that were solved last, not
/// of the whole chunk: `window` rows, in the order of the steps. Others of the chunk come in words,
/// as those of other chunks do.

namespace filigree::cuda {

/// An entry that counts, as it is put down for all lanes of its row.
template <class T>
struct alignas(2 * sizeof(T)) EntryOfRow {
  T value;
  std::int32_t where;  ///< the unknowns' position, or where they are in shared memory
};

/// A thread block's shared memory: where its parts begin, in bytes.
struct ChunkColumnsShared {
  std::uint32_t zeros, entries, bytes;
};

template <class T, class Index, int Lanes, int PerLane, int Near, int Teams, int TeamWarps>
class ChunkColumns : ChunkWalk<T, Index, Lanes, PerLane, Near / Lanes> {
  using Walk = ChunkWalk<T, Index, Lanes, PerLane, Near / Lanes>;
  using Entries = typename Walk::Entries;
  using Entry = EntryOfRow<T>;
  using Walk::a_;
  using Walk::barrier_of;
  using Walk::first_;
  static constexpr int batch = Near / Lanes;  // entries of a lane
  static constexpr int warp_rows = 32 / Lanes;
  static constexpr int inside_batch = 4;  // entries at a time, of the window
  static constexpr int outside_batch = Near < 9 ? Near : 9;
  static_assert(Near % Lanes == 0 && PerLane % 2 == 0);
  // Groups that teams wait at, and the next one, have barriers of their own.
  static_assert(Teams >= chunk_group_steps && Teams < num_named_barriers);

 public:
  static constexpr int width = Lanes * PerLane;  ///< of a tile
  static constexpr int threads = 32 * Teams * TeamWarps;
  static constexpr int step_rows = TeamWarps * warp_rows;
  /// A step writes over unknowns that lie a window before its rows, while others of its group, from
  /// whose first row it is less than this, read theirs.
  static constexpr int window_margin = Teams * step_rows;

  __host__ __device__ static constexpr ChunkColumnsShared shared(int window) {
    ChunkColumnsShared parts{};
    parts.zeros = std::uint32_t(window) * width * sizeof(T);
    parts.entries = parts.zeros + width * sizeof(T);
    parts.bytes = parts.entries + Teams * step_rows * (Near + 1) * sizeof(Entry);
    return parts;
  }

  /// \param window a power of two, more than window_margin
  __device__ ChunkColumns(const SolveArguments<T, Index>& a, std::int64_t chunk, std::int64_t tile,
                          Word<T>* words, unsigned char* shared_memory, int window)
      : Walk(a, chunk, row_of_step(), tile * width + 2 * own_lane()),
        words_(words + tile * a.num_rows * width + 2 * own_lane()),
        factor_(a.alpha.get()),
        window_(window) {
    const ChunkColumnsShared parts = shared(window);
    unknowns_ = shared_address(shared_memory) + 2 * own_lane() * std::uint32_t(sizeof(T));
    zeros_ = unknowns_ + parts.zeros;
    entries_ = reinterpret_cast<Entry*>(shared_memory + parts.entries) +
               int(threadIdx.x) / Lanes * (Near + 1);
    if (threadIdx.x < width) reinterpret_cast<T*>(shared_memory + parts.zeros)[threadIdx.x] = T(0);
    __syncthreads();
  }

  __device__ void run() {
    Walk::run(int(threadIdx.x) / (32 * TeamWarps), Teams,
              [&](const detail::SolveStep& step, Entries& entries, const auto& read_ahead) {
                solve(step, entries, read_ahead);
              });
  }

 private:
  __device__ static int lane() { return int(threadIdx.x) % 32; }
  __device__ static int own_lane() { return int(threadIdx.x) % Lanes; }
  __device__ static int row_of_step() { return int(threadIdx.x) % (32 * TeamWarps) / Lanes; }
  /// Of a row's unknowns in shared memory, counted from the block's first.
  __device__ std::uint32_t slot(int position) const {
    return std::uint32_t(position & (window_ - 1)) * std::uint32_t(width * sizeof(T));
  }
  __device__ Word<T>* words_of(std::int32_t position, int p) const {
    return words_ + std::int64_t(position) * width + p * Lanes;
  }
  /// Entries of the row in shared memory: from the front those whose unknowns are there, from the
  /// back the others.
  struct Counts {
    int inside = 0, outside = 0;
  };

  /// \param oldest position of the row whose unknowns are the oldest that shared memory surely has
  __device__ Counts put_down(const Entries& entries, std::int32_t own, std::int32_t oldest,
                             T& pivot) const {
    const unsigned group = group_mask<Lanes>(lane()), below = group & ((1u << lane()) - 1);
    Counts counts;
#pragma unroll
    for (int j = 0; j < batch; ++j) {
      const std::int32_t position = entries.positions[j];
      if (position == own) pivot += entries.values[j];
      const bool is_needed = position < own, is_inside = is_needed && position >= oldest;
      const unsigned inside = __ballot_sync(whole_warp, is_inside) & group;
      const unsigned needed = __ballot_sync(whole_warp, is_needed) & group;
      const int at = is_inside ? counts.inside + __popc(inside & below)
                               : Near - 1 - counts.outside - __popc(needed & ~inside & below);
      if (is_needed)
        entries_[at] = {entries.values[j], is_inside ? std::int32_t(slot(position)) : position};
      counts.inside += __popc(inside);
      counts.outside += __popc(needed & ~inside);
    }
    return counts;
  }

  template <class ReadAhead>
  __device__ void solve(const detail::SolveStep& step, Entries& entries,
                        const ReadAhead& read_ahead) {
    const std::int64_t row = entries.row;
    const bool is_row = row >= 0;
    const std::int32_t first = std::int32_t(first_) + step.first;
    const std::int32_t own_position = first + row_of_step();
    T rest[PerLane], pivot = T(0);
#pragma unroll
    for (int p = 0; p < PerLane; ++p) rest[p] = factor_ == T(0) ? T(0) : factor_ * entries.right[p];
    __syncwarp();  // the step before has read its entries
    const std::int32_t oldest = max(std::int32_t(first_), first - (window_ - window_margin));
    const Counts counts = put_down(entries, own_position, oldest, pivot);
    read_ahead(entries);
    sum_over_lanes<1, Lanes / 2>(&pivot, lane());
    if (a_.unit_diagonal || !is_row) pivot = T(1);
    const T inverse = T(1) / pivot;
    const bool is_plain = pivot != T(0) && is_quotient(T(1), inverse);
    __syncwarp();
    add_outside(counts.outside, rest);
    // What is needed from the barrier on, where every instruction counts, is computed before it.
    std::uint32_t own = unknowns_ + slot(own_position);
    constexpr int team = 32 * TeamWarps;
    int barrier = barrier_of(step.number), threads = team * (step.before + step.beside);
    int next_barrier = barrier_of(step.number + 1);
    int next_threads = team * (step.beside + step.after);
    computed_here(own);
    computed_here(barrier);
    computed_here(threads);
    computed_here(next_barrier);
    computed_here(next_threads);
    const bool has_more = __any_sync(whole_warp, counts.inside > inside_batch);
    std::uint32_t inside[inside_batch];
    T values[inside_batch];
    take_inside(0, counts.inside, inside, values);
#pragma unroll
    for (int j = 0; j < inside_batch; ++j) {
      computed_here(inside[j]);
      computed_here(values[j]);
    }
    if (step.before > 0) named_barrier(barrier, threads);
    add_inside(inside, values, rest);
    for (int done = inside_batch; has_more && __any_sync(whole_warp, done < counts.inside);
         done += inside_batch) {
      take_inside(done, counts.inside, inside, values);
      add_inside(inside, values, rest);
    }
    T unknowns[PerLane];
#pragma unroll
    for (int p = 0; p < PerLane; ++p) {
      unknowns[p] = over_pivot_by_inverse(rest[p], pivot, inverse);
      if (!is_plain || !(has_quotient_exponent(unknowns[p]) || rest[p] == T(0)))
        unknowns[p] = is_row ? over_pivot(a_, row, rest[p], pivot, inverse) : T(0);
    }
    if (is_row)
#pragma unroll
      for (int p = 0; p < PerLane; p += 2)
        store_pair(own + p * Lanes * std::uint32_t(sizeof(T)), unknowns[p], unknowns[p + 1]);
    if (step.after > 0) named_barrier_arrive(next_barrier, next_threads);
    if (is_row) publish(row, own_position, unknowns);
  }

  __device__ void publish(std::int64_t row, std::int32_t position,
                          const T (&unknowns)[PerLane]) const {
#pragma unroll
    for (int p = 0; p < PerLane; p += 2) {
      const Word<T> first = to_word(unknowns[p]), second = to_word(unknowns[p + 1]);
      store_relaxed_pair(words_of(position, p), first, second);
      const std::int64_t column = this->column(p);
      T* const x = a_.x + row * a_.x_row_stride + column * a_.x_col_stride;
      if (column < a_.num_columns) x[0] = from_word(first);
      if (column + 1 < a_.num_columns) x[a_.x_col_stride] = from_word(second);
    }
  }

  /// The products of entries whose unknowns come in words, of a pair of right-hand sides after the
  /// other: as many entries at once as registers hold, since round trips are what a step takes long
  /// for.
  __device__ void add_outside(int count, T (&rest)[PerLane]) const {
#pragma unroll
    for (int p = 0; p < PerLane; p += 2)
      for (int done = 0; __any_sync(whole_warp, done < count); done += outside_batch)
        add_words(entries_ + (Near - 1 - done), count - done, p, rest[p], rest[p + 1]);
  }
  /// \param entries the first one; the others lie before it
  __device__ void add_words(const Entry* entries, int count, int p, T& first, T& second) const {
    Word<T> found[outside_batch][2];
#pragma unroll
    for (int j = 0; j < outside_batch; ++j)
      found[j][0] = found[j][1] = j < count ? no_result<T> : Word<T>(0);
    const auto is_there = [&](int j) {
      return found[j][0] != no_result<T> && found[j][1] != no_result<T>;
    };
    for (bool all = false; !all;) {
#pragma unroll
      for (int j = 0; j < outside_batch; ++j)
        if (!is_there(j))
          load_relaxed_pair(words_of(entries[-j].where, p), found[j][0], found[j][1]);
      all = true;
#pragma unroll
      for (int j = 0; j < outside_batch; ++j) all = all && is_there(j);
      all = __all_sync(whole_warp, all);
    }
#pragma unroll
    for (int j = 0; j < outside_batch; ++j)
      if (j < count) {
        first = fma(-entries[-j].value, from_word(found[j][0]), first);
        second = fma(-entries[-j].value, from_word(found[j][1]), second);
      }
  }

  /// \param values their negatives
  __device__ void take_inside(int done, int count, std::uint32_t (&inside)[inside_batch],
                              T (&values)[inside_batch]) const {
#pragma unroll
    for (int j = 0; j < inside_batch; ++j) {
      inside[j] = zeros_;
      values[j] = -T(0);
      if (done + j >= count) continue;
      const Entry entry = entries_[done + j];
      inside[j] = unknowns_ + std::uint32_t(entry.where);
      values[j] = -entry.value;
    }
  }
  __device__ void add_inside(const std::uint32_t (&inside)[inside_batch],
                             const T (&values)[inside_batch], T (&rest)[PerLane]) const {
    T unknowns[inside_batch][PerLane];
#pragma unroll
    for (int j = 0; j < inside_batch; ++j)
#pragma unroll
      for (int p = 0; p < PerLane; p += 2)
        load_pair(inside[j] + p * Lanes * std::uint32_t(sizeof(T)), unknowns[j][p],
                  unknowns[j][p + 1]);
#pragma unroll
    for (int j = 0; j < inside_batch; ++j)
#pragma unroll
      for (int p = 0; p < PerLane; ++p) rest[p] = fma(values[j], unknowns[j][p], rest[p]);
  }

  Word<T>* words_;  ///< of the tile, from the lane's first right-hand side on
  T factor_;
  int window_;
  std::uint32_t unknowns_, zeros_;  ///< in shared memory, of the lane's first right-hand side
  Entry* entries_;                  ///< of the row
};

/// A thread block a chunk and a tile of right-hand sides: of the ticket that it draws when it
/// begins to run.
template <class Columns, class T, class Index>
__global__ void __launch_bounds__(Columns::threads, 1)
    solve_chunk_columns_kernel(SolveArguments<T, Index> a, unsigned long long* ticket,
                               Word<T>* words, int window) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  __shared__ long long share;
  if (threadIdx.x == 0) share = (long long)(draw_from_all_ones(ticket));
  __syncthreads();
  const std::int64_t tile = share / a.chunks.num_chunks;
  Columns(a, share - tile * a.chunks.num_chunks, tile, words, shared_memory, window).run();
}

}  // namespace filigree::cuda
