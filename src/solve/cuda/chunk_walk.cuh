// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/named_barrier.hpp"
#include "filigree/detail/solve_chunks.hpp"
#include "solve/cuda/arguments.hpp"

/// How warps go through the steps of a chunk (solve_chunks.hpp), and what they read of the matrix
/// on their way, several turns ahead.

namespace filigree::cuda {

/// A lane's part in a row, as it is read ahead: the entries nearest to the diagonal. All of it is
/// as memory has it. Whatever would be computed of what is on its way, the warp would wait for.
template <class T, class Index, int PerLane, int Batch>
struct ChunkEntries {
  std::int64_t row;                 ///< -1: none
  std::int64_t far_begin, far_end;  ///< the row's other entries
  T right[PerLane];                 ///< of B
  std::int32_t positions[Batch];    ///< of the unknowns; the largest number where there is no entry
  T values[Batch];                  ///< 0 there
};

/// `Lanes` lanes take a row of a step, each of them `Batch` of its entries and `PerLane` right-hand
/// sides: pairs, those of the row's lanes side by side, where there is not just one.
template <class T, class Index, int Lanes, int PerLane, int Batch>
class ChunkWalk {
 public:
  using Entries = ChunkEntries<T, Index, PerLane, Batch>;
  /// Entries nearest to the diagonal are some of so many that lie together.
  static constexpr int near = Lanes * Batch;

  /// \param group which of a step's rows the lane has a part in
  /// \param column its first right-hand side
  __device__ ChunkWalk(const SolveArguments<T, Index>& a, std::int64_t chunk, int group,
                       std::int64_t column)
      : a_(a),
        first_(chunk * a.chunks.chunk_rows),
        begin_(a.chunks.first_steps[chunk]),
        num_steps_(int(a.chunks.first_steps[chunk + 1] - begin_)),
        group_(group),
        column_(column) {}

  /// Every `stride`-th step.
  /// \param solve(step, entries, read_ahead): read_ahead(entries) reads the entries of the next
  ///     step, and what comes behind it
  template <class Solve>
  __device__ void run(int first_step, int stride, const Solve& solve) {
    RawStep steps[5];
#pragma unroll
    for (int i = 0; i < 5; ++i) steps[i] = step(first_step + i * stride);
    int places[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) places[i] = place(steps[i]);
    const Columns first = columns_of(bounds_of(places[0]));
    Columns columns = columns_of(bounds_of(places[1]));
    Bounds bounds = bounds_of(places[2]);
    int next_place = places[3];
    Entries entries = take(first);
    for (int k = first_step; k < num_steps_; k += stride) {
      solve(__builtin_bit_cast(detail::SolveStep, steps[0]), entries, [&](Entries& next) {
        next = take(columns);
        columns = columns_of(bounds);
        bounds = bounds_of(next_place);
        next_place = place(steps[4]);
#pragma unroll
        for (int i = 0; i < 4; ++i) steps[i] = steps[i + 1];
        steps[4] = step(k + 5 * stride);
      });
    }
  }

  /// That a group of steps waits at.
  __device__ static int barrier_of(int group) { return 1 + group % num_named_barriers; }

  __device__ std::int64_t column(int p) const { return column_ + p / 2 * (2 * Lanes) + p % 2; }

 private:
  struct Bounds {
    std::int64_t row;  ///< -1: none
    OffsetArray::Raw begin, end;
  };

  /// A step as it was read, in one piece.
  using RawStep = uint2;
  static_assert(sizeof(RawStep) == sizeof(detail::SolveStep));

  __device__ RawStep step(int k) const {
    const auto* const steps = reinterpret_cast<const RawStep*>(a_.chunks.steps);
    return k < num_steps_ ? steps[begin_ + k] : RawStep{};
  }
  /// Within the chunk, of the row of the lane's group; -1: it has none.
  __device__ int place(const RawStep& raw) const {
    const auto step = __builtin_bit_cast(detail::SolveStep, raw);
    return group_ < step.rows ? int(a_.chunks.order[first_ + step.first + group_]) : -1;
  }
  __device__ Bounds bounds_of(int place) const {
    Bounds bounds{-1, {}, {}};
    if (place < 0) return bounds;
    bounds.row = a_.lower ? first_ + place : a_.num_rows - 1 - first_ - place;
    bounds.begin = a_.begins.raw(bounds.row);
    bounds.end = a_.ends.raw(bounds.row);
    return bounds;
  }

  /// Where a row's entries are, and the columns of those nearest to the diagonal, as memory has
  /// them.
  struct Columns {
    std::int64_t row;  ///< -1: none
    std::int64_t begin, end;
    Index cols[Batch];
  };

  /// The lane's first one of those.
  __device__ std::int64_t low(const Columns& of) const {
    return (a_.lower ? of.end - near : of.begin) + int(threadIdx.x) % Lanes;
  }
  /// Whether the row has the lane's number j of those.
  __device__ bool holds(const Columns& of, int j) const {
    const int length = int(min(of.end - of.begin, std::int64_t(near)));
    const int before = a_.lower ? near - length : 0;
    return unsigned(int(threadIdx.x) % Lanes - before + j * Lanes) < unsigned(length);
  }
  __device__ Columns columns_of(const Bounds& bounds) const {
    Columns of;
    of.row = bounds.row;
    of.begin = bounds.row < 0 ? 0 : a_.begins.value(bounds.begin) - a_.base;
    of.end = bounds.row < 0 ? 0 : a_.ends.value(bounds.end) - a_.base;
    const Index* const cols = a_.cols + low(of);
#pragma unroll
    for (int j = 0; j < Batch; ++j) of.cols[j] = holds(of, j) ? cols[j * Lanes] : Index(0);
    return of;
  }

  __device__ Entries take(const Columns& of) const {
    Entries taken;
    taken.row = of.row;
    if constexpr (PerLane == 1) {
      taken.right[0] = of.row < 0 ? T(0) : a_.b[of.row * a_.b_row_stride];
    } else {
#pragma unroll
      for (int p = 0; p < PerLane; ++p) {
        taken.right[p] = T(0);
        if (of.row >= 0 && column(p) < a_.num_columns)
          taken.right[p] = a_.b[of.row * a_.b_row_stride + column(p) * a_.b_col_stride];
      }
    }
    const std::int32_t* const positions = a_.chunks.positions - a_.base;
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      taken.positions[j] = holds(of, j) ? positions[of.cols[j]] : INT32_MAX;
    const T* const values = a_.values + low(of);
    if (a_.places.is_null()) {
#pragma unroll
      for (int j = 0; j < Batch; ++j) taken.values[j] = holds(of, j) ? values[j * Lanes] : T(0);
    } else {
      OffsetArray::Raw places[Batch];
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        places[j] = holds(of, j) ? a_.places.raw(low(of) + j * Lanes) : OffsetArray::Raw();
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        taken.values[j] = holds(of, j) ? a_.values[a_.places.value(places[j])] : T(0);
    }
    taken.far_begin = a_.lower ? of.begin : of.begin + near;
    taken.far_end = a_.lower ? of.end - near : of.end;
    return taken;
  }

 protected:
  const SolveArguments<T, Index>& a_;
  std::int64_t first_;  ///< row of the chunk, counted in the order of the solve

 private:
  std::int64_t begin_;
  int num_steps_;
  int group_;
  std::int64_t column_;
};

}  // namespace filigree::cuda
