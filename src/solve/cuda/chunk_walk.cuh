// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/named_barrier.hpp"
#include "filigree/detail/solve_chunks.hpp"
#include "solve/cuda/arguments.hpp"

/// How warps go through the steps of a chunk (solve_chunks.hpp), and what they read of the matrix
/// on their way, several turns ahead.

namespace filigree::cuda {

/// A lane's part in a row, as it is read ahead: of the entries nearest to the diagonal. All of it
/// is as memory has it. Whatever would be computed of what is on its way, the warp would wait for.
template <class T, class Index, int PerLane, int Batch>
struct WalkEntries {
  int place;          ///< of the row, within the chunk; -1: none
  T right[PerLane];   ///< of B
  Index cols[Batch];  ///< the row's own where there is no entry
  T values[Batch];    ///< 0 there
};

/// `Lanes` lanes take a row of a step, `Batch` of its entries and `PerLane` right-hand sides each.
template <class T, class Index, int Lanes, int PerLane, int Batch>
class ChunkWalk {
 public:
  using Entries = WalkEntries<T, Index, PerLane, Batch>;
  /// A step as it was read, in one piece.
  using RawStep = uint2;
  static_assert(sizeof(RawStep) == sizeof(detail::SolveStep));
  /// Entries of a row that its lanes hold.
  static constexpr int near = Lanes * Batch;

  /// \param row_of_step which of a step's rows the lane has a part in
  /// \param column the lane's first right-hand side
  __device__ ChunkWalk(const SolveArguments<T, Index>& a, std::int64_t chunk, int row_of_step,
                       std::int64_t column)
      : a_(a),
        first_(chunk * a.chunks.chunk_rows),
        begin_(a.chunks.first_steps[chunk]),
        num_steps_(int(a.chunks.first_steps[chunk + 1] - begin_)),
        row_of_step_(row_of_step),
        column_(column) {}

  __device__ std::int64_t row_at(int place) const {
    return a_.lower ? first_ + place : a_.num_rows - 1 - first_ - place;
  }
  /// Of a row's unknown within the chunk; below 0: it is another chunk's, and solved before.
  __device__ Index place_of(Index row) const {
    return (a_.lower ? row : Index(a_.num_rows - 1) - row) - Index(first_);
  }
  /// Right-hand sides of a lane are pairs, those of a row's lanes side by side.
  __device__ std::int64_t column(int p) const { return column_ + p / 2 * (2 * Lanes) + p % 2; }

  /// \param solve(step, entries, read_ahead): read_ahead(entries) reads the entries of the warp's
  ///     next step, and what comes behind it
  template <class Solve>
  __device__ void run(int first_step, int stride, const Solve& solve) {
    RawStep steps[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) steps[i] = step(first_step + i * stride);
    int places[3];
#pragma unroll
    for (int i = 0; i < 3; ++i) places[i] = place(steps[i]);
    Bounds bounds[2] = {bounds_of(places[0]), bounds_of(places[1])};
    Entries entries = take(bounds[0]);
    for (int k = first_step; k < num_steps_; k += stride) {
      solve(__builtin_bit_cast(detail::SolveStep, steps[0]), entries, [&](Entries& next) {
        next = take(bounds[1]);
        bounds[1] = bounds_of(places[2]);
        places[2] = place(steps[3]);
        steps[0] = steps[1];
        steps[1] = steps[2];
        steps[2] = steps[3];
        steps[3] = step(k + 4 * stride);
      });
    }
  }

 private:
  struct Bounds {
    int place;
    OffsetArray::Raw begin, end;
  };

  __device__ RawStep step(int k) const {
    const auto* const steps = reinterpret_cast<const RawStep*>(a_.chunks.steps);
    return k < num_steps_ ? steps[begin_ + k] : RawStep{};
  }
  __device__ int place(const RawStep& raw) const {
    const auto step = __builtin_bit_cast(detail::SolveStep, raw);
    return row_of_step_ < step.rows ? int(a_.chunks.order[first_ + step.first + row_of_step_]) : -1;
  }
  __device__ Bounds bounds_of(int place) const {
    Bounds bounds{place, {}, {}};
    if (place < 0) return bounds;
    bounds.begin = a_.begins.raw(row_at(place));
    bounds.end = a_.ends.raw(row_at(place));
    return bounds;
  }
  __device__ Entries take(const Bounds& bounds) const {
    Entries taken;
    const bool is_there = bounds.place >= 0;
    const std::int64_t row = row_at(bounds.place);
    const std::int64_t begin = is_there ? a_.begins.value(bounds.begin) - a_.base : 0;
    const std::int64_t end = is_there ? a_.ends.value(bounds.end) - a_.base : 0;
    // Those nearest to the diagonal are some of `near` places that lie together.
    const int length = int(min(end - begin, std::int64_t(near)));
    const int own = int(threadIdx.x) % Lanes;
    const std::int64_t low = (a_.lower ? end - near : begin) + own;
    const int before = a_.lower ? near - length : 0;  // places
    const auto holds = [&](int j) { return unsigned(own - before + j * Lanes) < unsigned(length); };
    const Index* const cols = a_.cols + low;
    const T* const values = a_.values + low;
    taken.place = bounds.place;
#pragma unroll
    for (int p = 0; p < PerLane; ++p) {
      taken.right[p] = T(0);
      if (is_there && column(p) < a_.num_columns)
        taken.right[p] = a_.b[row * a_.b_row_stride + column(p) * a_.b_col_stride];
    }
#pragma unroll
    for (int j = 0; j < Batch; ++j)
      taken.cols[j] = holds(j) ? cols[j * Lanes] : Index(row + a_.base);
    if (a_.places.is_null()) {
#pragma unroll
      for (int j = 0; j < Batch; ++j) taken.values[j] = holds(j) ? values[j * Lanes] : T(0);
    } else {
      OffsetArray::Raw places[Batch];
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        places[j] = holds(j) ? a_.places.raw(low + j * Lanes) : OffsetArray::Raw();
#pragma unroll
      for (int j = 0; j < Batch; ++j)
        taken.values[j] = holds(j) ? a_.values[a_.places.value(places[j])] : T(0);
    }
    return taken;
  }

 protected:
  const SolveArguments<T, Index>& a_;
  std::int64_t first_;  ///< row of the chunk, counted in the order of the solve

 private:
  std::int64_t begin_;
  int num_steps_;
  int row_of_step_;
  std::int64_t column_;
};

}  // namespace filigree::cuda
