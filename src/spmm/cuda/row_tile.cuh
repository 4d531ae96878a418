// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/warp.hpp"
#include "spmm/cuda/long_row.cuh"
#include "spmm/cuda/tile.cuh"
#include "spmm/cuda/vectors.cuh"

/// SpMM with a row-major B: the threads of a group share a row of A, each for its own columns of B,
/// which it loads as vectors. A warp's groups take consecutive rows, and a block rows that lie side
/// by side, so that rows of B that neighbouring rows of A share are found in the L1 cache.

namespace filigree::cuda {

/// The row of the block's matrix B that a column index of 0 names, and the bytes from row to row.
template <class Arguments>
__device__ inline const char* rows_of_b(const Arguments& arguments) {
  return opaque_rows(arguments.b.at(blockIdx.z, -std::int64_t(arguments.base), 0));
}
template <class Arguments>
__device__ inline std::int32_t pitch_of_b(const Arguments& arguments) {
  return std::int32_t(arguments.b.ld * std::int64_t(sizeof(typename Arguments::A)));
}

/// Entries behind those that are staged which may be read, and are not used.
inline constexpr int entries_read_over = 8;

/// A thread's loads of a row of B: V vectors of W entries, Step bytes apart, each by loads of P of
/// them.
template <int W, int P, int V, int Step, class A>
struct Gathered {
  static constexpr int piece_bytes = int(P * sizeof(A));
  Bits<piece_bytes> pieces[V][W / P];

  template <bool Full>
  __device__ void load_row(bool is_there, const char* address) {
#pragma unroll
    for (int v = 0; v < V; ++v)
#pragma unroll
      for (int p = 0; p < W / P; ++p) {
        const char* const from = address + v * Step + p * piece_bytes;
        if constexpr (Full) {
          load(pieces[v][p], from);
        } else {
          leave_unset(pieces[v][p]);
          load_if(is_there, pieces[v][p], from);
        }
      }
  }

  template <class Arguments, class C>
  __device__ void add_to(C (&sums)[V * W], const Arguments& arguments, const A& value) const {
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const auto entries = as_vector<A, W>(pieces[v]);
#pragma unroll
      for (int w = 0; w < W; ++w)
        sums[v * W + w] = accumulate(sums[v * W + w], value,
                                     conjugate_if(entries.entry[w], arguments.conjugate_b),
                                     arguments.conjugate_a);
    }
  }
};

/// sums += U entries of A for the columns of B from `b` on. All loads come before the first use.
template <int W, int P, int V, int Step, int U, class Arguments>
__device__ inline void gather_entries(typename Arguments::C (&sums)[V * W],
                                      const Arguments& arguments,
                                      const typename Arguments::A* values,
                                      const typename Arguments::Index* columns, const char* b,
                                      std::int32_t pitch) {
  Gathered<W, P, V, Step, typename Arguments::A> rows[U];
#pragma unroll
  for (int u = 0; u < U; ++u)
    rows[u].template load_row<true>(true, row_address(b, columns[u], pitch));
#pragma unroll
  for (int u = 0; u < U; ++u) rows[u].add_to(sums, arguments, values[u]);
}

/// As gather_entries for `count` entries, fewer than U. Reads staged entries behind them and does
/// not use those.
template <int W, int P, int V, int Step, int U, class Arguments>
__device__ inline void gather_rest(typename Arguments::C (&sums)[V * W], const Arguments& arguments,
                                   const typename Arguments::A* values,
                                   const typename Arguments::Index* columns, int count,
                                   const char* b, std::int32_t pitch) {
  static_assert(U <= entries_read_over);
  Gathered<W, P, V, Step, typename Arguments::A> rows[U];
#pragma unroll
  for (int u = 0; u < U; ++u)
    rows[u].template load_row<false>(u < count, row_address(b, columns[u], pitch));
#pragma unroll
  for (int u = 0; u < U; ++u)
    if (u < count) rows[u].add_to(sums, arguments, values[u]);
}

/// What a warp takes next of the entries of its rows, from `position` on: as many as there is room
/// for, up to the next row that is left to others. Empty where `position` was in such a row.
struct WarpChunk {
  std::int64_t begin;
  std::int64_t end;

  __device__ WarpChunk(const EntryRange& mine, bool is_left_out, std::int64_t position,
                       std::int64_t last, int capacity)
      : begin(position), end(min(position + capacity, last)) {
    if (!__any_sync(whole_warp, is_left_out)) return;
    const unsigned here =
        __ballot_sync(whole_warp, is_left_out && mine.begin <= position && position < mine.end);
    if (here != 0) {
      begin = end = __shfl_sync(whole_warp, mine.end, __ffs(here) - 1);
      return;
    }
    const unsigned next =
        __ballot_sync(whole_warp, is_left_out && position < mine.begin && mine.begin < end);
    if (next != 0) end = __shfl_sync(whole_warp, mine.begin, __ffs(next) - 1);
  }

  /// Where an entry lies in the chunk; at its begin or end where it lies before or behind it.
  __device__ int place(std::int64_t entry) const {
    return int(min(max(entry, begin), end) - begin);
  }
};

/// The columns of B and C that the threads of a group take at a time, and where a thread's lie.
template <class Arguments, int W, int P, int V, int Step>
class ColumnTile {
 public:
  using C = typename Arguments::C;
  using Y = typename Arguments::Y;

  const char* b;

  /// \c b: of B, the first column of the row that a column index of 0 names.
  __device__ ColumnTile(const Arguments& arguments, const SpmmTile& shape, const char* b,
                        int first_column, int end_column, int mine)
      : count_(min(shape.columns, end_column - first_column) - mine) {
    int first = first_column + mine;
    if (P < W && count_ > 0 && count_ < W) {
      // There may be nothing behind the last column: the thread takes others' columns along.
      passed_ = W - count_;
      first -= passed_;
      count_ = W;
    }
    by_vectors_ = shape.vector_stores && arguments.c.row_major && count_ > (V - 1) * step &&
                  count_ - (V - 1) * step >= W && passed_ == 0;
    // A thread without columns of its own takes others along, and stores nothing.
    const int others = P < W ? min(first_column, end_column - W) : first_column;
    this->b =
        b + std::int64_t(count_ > 0 ? first : others) * std::int64_t(sizeof(typename Arguments::A));
    first_ = first;
    c_ = arguments.c.at(blockIdx.z, 0, first);
  }

  /// A row's sums as they are, to `row`, for this thread's columns.
  __device__ void store_sums(C* row, const C (&sums)[V * W]) const {
#pragma unroll
    for (int v = 0; v < V; ++v)
#pragma unroll
      for (int w = 0; w < W; ++w)
        if (w >= passed_ && v * step + w < count_) row[first_ + v * step + w] = sums[v * W + w];
  }

  /// The results of a row, for this thread's columns.
  __device__ void store(const Arguments& arguments, int row, const C (&sums)[V * W]) const {
    if (count_ <= 0) return;
    const C alpha = arguments.alpha.get();
    const C beta = arguments.beta.get();
    Y* const c = c_ + (arguments.c.row_major ? row * arguments.c.ld : row);
    if (by_vectors_) {
      store_by_vectors(c, sums, alpha, beta);
      return;
    }
    const std::int64_t ld = arguments.c.row_major ? 1 : arguments.c.ld;
    if (is_zero(beta))
      store_each(c, ld, sums, alpha, zero<C>());
    else
      store_each(c, ld, sums, alpha, beta);
  }

 private:
  static constexpr int step = Step / int(sizeof(typename Arguments::A));  ///< of columns

  __device__ void store_each(Y* c, std::int64_t ld, const C (&sums)[V * W], const C& alpha,
                             const C& beta) const {
#pragma unroll
    for (int v = 0; v < V; ++v)
#pragma unroll
      for (int w = 0; w < W; ++w) {
        const int column = v * step + w;
        if (w >= passed_ && column < count_) {
          Y* const to = c + column * ld;
          *to = scaled(sums[v * W + w], alpha, beta, to);
        }
      }
  }

  __device__ void store_by_vectors(Y* c, const C (&sums)[V * W], const C& alpha,
                                   const C& beta) const {
#pragma unroll
    for (int v = 0; v < V; ++v) {
      Y* const to = c + v * step;
      Vector<Y, W> result;
      if (is_zero(beta)) {
#pragma unroll
        for (int w = 0; w < W; ++w)
          result.entry[w] = scaled(sums[v * W + w], alpha, zero<C>(), to + w);
      } else {
#pragma unroll
        for (int w = 0; w < W; ++w) result.entry[w] = scaled(sums[v * W + w], alpha, beta, to + w);
      }
      store_vector(to, result);
    }
  }

  int first_;       ///< of columns, this thread's
  int count_;       ///< of columns, from this thread's first one on; none where it is not positive
  int passed_ = 0;  ///< of these the first ones, which another thread stores
  bool by_vectors_;
  Y* c_;
};

/// sums += the staged entries [k, end).
template <int W, int P, int V, int Step, int U, class Arguments>
__device__ inline void sum_entries(typename Arguments::C (&sums)[V * W], const Arguments& arguments,
                                   const StagedEntries<Arguments>& staged, int k, int end,
                                   const char* b, std::int32_t pitch) {
#pragma unroll 1
  for (; k + U <= end; k += U)
    gather_entries<W, P, V, Step, U>(sums, arguments, staged.values + k, staged.columns + k, b,
                                     pitch);
  if (k < end)
    gather_rest<W, P, V, Step, U>(sums, arguments, staged.values + k, staged.columns + k, end - k,
                                  b, pitch);
}

/// The products of rows whose entries are staged: each group takes every groups-th row. `places`:
/// where the entries of each row begin, and the last one's end.
template <int W, int P, int V, int Step, int U, class Arguments>
__device__ inline void sum_rows(const Arguments& arguments, const StagedEntries<Arguments>& staged,
                                const int* places, const RowRange& rows,
                                const ColumnTile<Arguments, W, P, V, Step>& tile,
                                std::int32_t pitch, int group, int groups) {
  using C = typename Arguments::C;
#pragma unroll 1
  for (int r = group; r < rows.count; r += groups) {
    C sums[V * W];
#pragma unroll
    for (auto& sum : sums) sum = zero<C>();
    sum_entries<W, P, V, Step, U>(sums, arguments, staged, places[r], places[r + 1], tile.b, pitch);
    tile.store(arguments, rows.first + r, sums);
  }
}

/// sums += this group's share of the staged entries [begin, end).
template <int W, int P, int V, int Step, int U, class Arguments>
__device__ inline void share_entries(typename Arguments::C (&sums)[V * W],
                                     const Arguments& arguments,
                                     const StagedEntries<Arguments>& staged, int begin, int end,
                                     const char* b, std::int32_t pitch, int group, int groups) {
  if (group >= groups) return;
  const int share = (end - begin + groups - 1) / groups;
  const int first = begin + group * share;
  sum_entries<W, P, V, Step, U>(sums, arguments, staged, first, min(end, first + share), b, pitch);
}

/// Adds the sums of a warp's groups, for group 0.
template <int Count, class C>
__device__ inline void add_groups(C (&sums)[Count], int lanes, int group, int groups) {
#pragma unroll 1
  for (int distance = groups > 1 ? 1 << (31 - __clz(groups - 1)) : 0; distance > 0; distance /= 2)
#pragma unroll
    for (auto& sum : sums) {
      const C other = shuffle_down(sum, distance * lanes, 32);
      if (group + distance < groups) sum = add(sum, other);
    }
}

/// The products of one row a group, of rows that follow each other, where their entries do not all
/// fit or rows of more than `long_limit` entries are among them: a chunk of entries at a time.
/// Where one of them has many, and Shares, the groups share all of them, one after the other. A
/// warp calls it together. \c row: -1 for none.
template <int W, int P, int V, int Step, int U, bool Shares, class Arguments>
__device__ inline void walk_rows(const Arguments& arguments, const SpmmTile& shape,
                                 const StagedEntries<Arguments>& staged, int row,
                                 const ColumnTile<Arguments, W, P, V, Step>& tile,
                                 std::int32_t pitch, int group, int groups,
                                 std::int64_t long_limit) {
  using C = typename Arguments::C;
  const int thread = int(threadIdx.x) % 32;
  const unsigned there = __ballot_sync(whole_warp, row >= 0);
  EntryRange mine;
  if (row >= 0) mine = entries_of_row(arguments, blockIdx.z, row);
  const std::int64_t first = __shfl_sync(whole_warp, mine.begin, 0);
  const std::int64_t last = __shfl_sync(whole_warp, mine.end, 31 - __clz(there));
  const std::int64_t length = mine.end - mine.begin;
  const bool is_left_out = length > long_limit;
  const bool are_shared =
      Shares && groups > 1 && __any_sync(whole_warp, length >= shared_row_entries && !is_left_out);
  C sums[V * W];
#pragma unroll
  for (auto& sum : sums) sum = zero<C>();
  for (std::int64_t position = first; position < last;) {
    const WarpChunk chunk(mine, is_left_out, position, last, shape.capacity);
    position = chunk.end;
    if (chunk.begin == chunk.end) continue;
    __syncwarp();
    staged.start(arguments, chunk.begin, int(chunk.end - chunk.begin), thread, 32);
    wait_for_copies();
    __syncwarp();
    const int begin = chunk.place(mine.begin);
    const int end = chunk.place(mine.end);
    if constexpr (Shares) {
      if (are_shared) {
#pragma unroll 1
        for (int r = 0; r < groups; ++r) {
          const int row_begin = __shfl_sync(whole_warp, begin, r * shape.lanes);
          const int row_end = __shfl_sync(whole_warp, end, r * shape.lanes);
          if (row_begin == row_end) continue;
          share_entries<W, P, V, Step, U>(sums, arguments, staged, row_begin, row_end, tile.b,
                                          pitch, group, groups);
          if (__shfl_sync(whole_warp, mine.end, r * shape.lanes) > chunk.end) continue;
          add_groups(sums, shape.lanes, group, groups);
          const int done = __shfl_sync(whole_warp, row, r * shape.lanes);
          if (group == 0) tile.store(arguments, done, sums);
#pragma unroll
          for (auto& sum : sums) sum = zero<C>();
        }
        continue;
      }
    }
    sum_entries<W, P, V, Step, U>(sums, arguments, staged, begin, end, tile.b, pitch);
  }
  if (row >= 0 && !is_left_out && (!are_shared || length == 0)) tile.store(arguments, row, sums);
}

/// Each warp takes rows that follow each other, group_rows for each of its groups of threads;
/// nothing waits for another warp. A thread takes V vectors of W columns of B, Step bytes apart,
/// by loads of P, for U entries of A at once; with V > 1 rows of B must be whole numbers of V lanes
/// W columns, with P < W they have at least W. Shares: see SpmmTile::shares_rows; what it takes
/// costs registers that short rows miss.
template <int W, int P, int V, int Step, int U, bool Shares, int MaxThreads, int MinBlocks,
          class Arguments>
__global__ void __launch_bounds__(MaxThreads, MinBlocks)
    row_tile_kernel(const __grid_constant__ Arguments arguments,
                    const __grid_constant__ SpmmTile shape, const std::int64_t long_limit) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int thread = int(threadIdx.x) % 32;
  const int groups = shape.groups;
  const int group = (thread * shape.lane_inverse) >> 16;
  const int mine = (thread - group * shape.lanes) * W;
  const int warp_rows = groups * shape.group_rows;
  unsigned char* const memory = shared + threadIdx.x / 32 * shape.part_bytes;
  const BlockPart part(shape, arguments.n);
  const RowRange rows =
      TileRows(shape, part.tile)
          .at(shape, arguments.num_rows, int(threadIdx.x) / 32 * warp_rows, warp_rows);
  if (rows.count == 0) return;

  const OffsetArray offsets =
      arguments.row_offsets.from(blockIdx.z * arguments.offset_stride + rows.first);
  const StagedEntries<Arguments> entries(shape, memory);
  int* const places = reinterpret_cast<int*>(memory + shape.places_at);
  const std::int64_t first = offsets[0];
  const std::int64_t num_entries = offsets[rows.count] - first;
  const bool fit = num_entries <= min(std::int64_t(shape.capacity), long_limit);
  if (fit) {
    entries.start(arguments, first - arguments.base, int(num_entries), thread, 32);
#pragma unroll 1
    for (int r = thread; r < rows.count; r += 32) places[r] = int(offsets[r] - first);
    if (thread == 0) places[rows.count] = int(num_entries);
    wait_for_copies();
  }
  __syncwarp();
  const char* const b = rows_of_b(arguments);
  const std::int32_t pitch = pitch_of_b(arguments);
#pragma unroll 1
  for (int first_column = int(part.first_column); first_column < int(part.end_column);
       first_column += shape.columns) {
    const ColumnTile<Arguments, W, P, V, Step> tile(arguments, shape, b, first_column,
                                                    int(part.end_column), mine);
    if (fit) {
      if (group < groups)
        sum_rows<W, P, V, Step, U>(arguments, entries, places, rows, tile, pitch, group, groups);
      continue;
    }
#pragma unroll 1
    for (int before = 0; before < rows.count; before += groups) {
      const bool is_there = group < groups && before + group < rows.count;
      walk_rows<W, P, V, Step, U, Shares>(arguments, shape, entries,
                                          is_there ? rows.first + before + group : -1, tile, pitch,
                                          group, groups, long_limit);
    }
  }
}

/// A warp a segment of a long row, whose entries its groups share; the sums go to long_rows.sums.
template <int W, int P, int U, int MaxThreads, int MinBlocks, class Arguments>
__global__ void __launch_bounds__(MaxThreads, MinBlocks)
    segment_tile_kernel(const __grid_constant__ Arguments arguments,
                        const __grid_constant__ SpmmTile shape, const LongRows long_rows) {
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  const int thread = int(threadIdx.x) % 32;
  const int groups = shape.groups;
  const int group = (thread * shape.lane_inverse) >> 16;
  const int mine = (thread - group * shape.lanes) * W;
  const std::int64_t segment = std::int64_t(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  if (segment >= long_rows.num_segments) return;
  const EntryRange range = entries_of_segment(arguments, long_rows, blockIdx.z, segment);
  const BlockPart part(shape, arguments.n);
  const StagedEntries<Arguments> staged(shape, shared + threadIdx.x / 32 * shape.part_bytes);
  const char* const b = rows_of_b(arguments);
  const std::int32_t pitch = pitch_of_b(arguments);
  C* const row = static_cast<C*>(long_rows.sums) +
                 (blockIdx.z * long_rows.num_segments + segment) * arguments.n;
#pragma unroll 1
  for (int first_column = int(part.first_column); first_column < int(part.end_column);
       first_column += shape.columns) {
    const ColumnTile<Arguments, W, P, 1, 0> tile(arguments, shape, b, first_column,
                                                 int(part.end_column), mine);
    C sums[W];
#pragma unroll
    for (auto& sum : sums) sum = zero<C>();
#pragma unroll 1
    for (std::int64_t position = range.begin; position < range.end; position += shape.capacity) {
      const int count = int(min(std::int64_t(shape.capacity), range.end - position));
      __syncwarp();
      staged.start(arguments, position, count, thread, 32);
      wait_for_copies();
      __syncwarp();
      share_entries<W, P, 1, 0, U>(sums, arguments, staged, 0, count, tile.b, pitch, group, groups);
    }
    add_groups(sums, shape.lanes, group, groups);
    if (group == 0) tile.store_sums(row, sums);
  }
}

}  // namespace filigree::cuda
