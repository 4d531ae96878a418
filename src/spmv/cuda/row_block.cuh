// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include "cuda/cache_policy.hpp"
#include "cuda/opaque.hpp"
#include "cuda/staged_slice.hpp"
#include "cuda/warp.hpp"
#include "pattern/index_encoding.hpp"
#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/partition.hpp"
#include "spmv/cuda/row_block.hpp"
#include "spmv/cuda/warp_tile.cuh"

/// SpMV by row blocks: a thread block owns consecutive rows, the bulk copy engine streams their
/// values (and what it needs of their indices) through shared memory, and then a thread walks a
/// row. Gathers of x coalesce across the rows of a warp where neighbouring rows look alike, and no
/// reduction across threads is needed. Rows of odd length are free of bank conflicts.

namespace filigree::cuda {

// The encodings of blocks as they lie in memory.
inline constexpr auto encoding_raw = std::uint8_t(filigree::detail::IndexEncoding::raw);
inline constexpr auto encoding_narrow = std::uint8_t(filigree::detail::IndexEncoding::narrow);
inline constexpr auto encoding_shared_lists =
    std::uint8_t(filigree::detail::IndexEncoding::shared_lists);
inline constexpr auto encoding_dictionary =
    std::uint8_t(filigree::detail::IndexEncoding::dictionary);
using filigree::detail::not_in_dictionary;

/// Rows that a thread walks at once, the most entries of each that it gathers at once, which is one
/// less than a power of two, and whether several threads share a row. (That they do not is known to
/// the compiler where rows are short: it measured 15% faster than a run-time 1.)
template <int Rows, int Entries, bool SharedRow>
struct Walk {
  static constexpr int rows = Rows;
  static constexpr int entries = Entries;
  static constexpr bool shared_row = SharedRow;
};

/// Calls body(first, at, size) for the parts of `count` entries, each a power of two: `first` is
/// its first entry, `at` its first place among Entries, whatever the others are. Without a test for
/// each entry, and all that is indexed by at and size stays in registers. (The largest part first:
/// measured up to 7% faster than the smallest first, 27-point grid in single precision.)
template <int Entries, class Body>
__device__ inline void for_parts(int count, const Body& body) {
  const auto part = [&](auto size) {
    if constexpr (size.value <= Entries) {
      if (count & size.value)
        body(count & ~(2 * size.value - 1),
             std::integral_constant<int, Entries + 1 - 2 * size.value>(), size);
    }
  };
  part(std::integral_constant<int, 8>());
  part(std::integral_constant<int, 4>());
  part(std::integral_constant<int, 2>());
  part(std::integral_constant<int, 1>());
  static_assert(Entries == 7 || Entries == 15);
}

/// sums[j] += sum over k < length[j] of values[j][k] x[j][columns[j][k]], with all the loads of a
/// step before their use.
template <class Shape, class C, class A, class X, class Column>
__device__ inline void walk_rows(C (&sums)[Shape::rows], const A* const (&values)[Shape::rows],
                                 const Column* const (&columns)[Shape::rows],
                                 const int (&length)[Shape::rows], const X* const (&x)[Shape::rows],
                                 bool conjugated) {
  int longest = length[0];
#pragma unroll
  for (int j = 1; j < Shape::rows; ++j) longest = max(longest, length[j]);
  for (int k = 0; k < longest; k += Shape::entries) {
    int count[Shape::rows];
#pragma unroll
    for (int j = 0; j < Shape::rows; ++j) count[j] = max(0, min(length[j] - k, Shape::entries));
    X gathered[Shape::rows][Shape::entries];
    if constexpr (Shape::rows == 1) {
      // All columns before the first gather. Set to 0, as registers that only a taken branch sets
      // would be kept from one step to the next, and spill.
      Column column[Shape::entries] = {};
      for_parts<Shape::entries>(count[0], [&](int first, auto at, auto size) {
        const Column* const of_part = columns[0] + (k + first);
#pragma unroll
        for (int i = 0; i < size.value; ++i) column[at.value + i] = of_part[i];
      });
      for_parts<Shape::entries>(count[0], [&](int, auto at, auto size) {
#pragma unroll
        for (int i = 0; i < size.value; ++i) gathered[0][at.value + i] = x[0][column[at.value + i]];
      });
    } else {
      // Rows hide each other's waits: the zeros cost more (10%, 5-point grid, single precision).
#pragma unroll
      for (int j = 0; j < Shape::rows; ++j) {
        for_parts<Shape::entries>(count[j], [&](int first, auto at, auto size) {
          const Column* const of_part = columns[j] + (k + first);
#pragma unroll
          for (int i = 0; i < size.value; ++i) gathered[j][at.value + i] = x[j][of_part[i]];
        });
      }
    }
#pragma unroll
    for (int j = 0; j < Shape::rows; ++j) {
      for_parts<Shape::entries>(count[j], [&](int first, auto at, auto size) {
        const A* const of_part = values[j] + (k + first);
#pragma unroll
        for (int i = 0; i < size.value; ++i)
          sums[j] = accumulate(sums[j], of_part[i], gathered[j][at.value + i], conjugated);
      });
    }
  }
}

/// One row block as a thread block sees it.
struct BlockRange {
  std::int64_t first_row;
  std::int64_t end_row;
  std::int64_t begin;
  std::int64_t end;
  std::uint8_t encoding;

  __device__ std::uint32_t rows() const { return std::uint32_t(end_row - first_row); }
  /// How many entries a block has that is staged.
  __device__ std::uint32_t entries() const { return std::uint32_t(end - begin); }
};

template <class Arguments>
__device__ inline BlockRange block_range(const Arguments& arguments, const RowBlocks& blocks,
                                         std::int64_t block) {
  BlockRange range;
  range.first_row = block * blocks.rows_per_block;
  range.end_row = min(range.first_row + blocks.rows_per_block, arguments.num_rows);
  range.begin = std::int64_t(arguments.row_offsets[range.first_row]) - arguments.base;
  range.end = std::int64_t(arguments.row_offsets[range.end_row]) - arguments.base;
  range.encoding = blocks.block_encoding != nullptr ? blocks.block_encoding[block] : encoding_raw;
  return range;
}

/// What a block stages: values, offsets, and what its encoding needs to find columns.
template <bool Compressed, class Arguments>
struct StagedBlock {
  using Index = typename Arguments::Index;

  StagedSlice<typename Arguments::A> values;
  StagedSlice<typename Arguments::Offset> offsets;
  StagedSlice<unsigned char> indices;
  bool inside;  ///< 16 bytes behind each slice are still the array's

  __device__ StagedBlock(const Arguments& arguments, const RowBlocks& blocks,
                         const StageLayout& layout, unsigned char* stage, const BlockRange& r)
      : StagedBlock(arguments, blocks, layout, stage, r,
                    arguments.nnz - r.end >= 16 && arguments.num_rows - r.end_row >= 16) {}

  /// By one thread.
  __device__ void start(TransactionBarrier& barrier, std::uint64_t policy) const {
    barrier.arrive_and_expect(values.bulk_bytes() + offsets.bulk_bytes() + indices.bulk_bytes());
    values.start(barrier, policy);
    offsets.start(barrier, policy);
    indices.start(barrier, policy);
  }

  /// By all threads: what a bulk copy cannot reach.
  __device__ void copy_rest() const {
    if (inside) return;
    values.copy_rest(threadIdx.x);
    offsets.copy_rest(threadIdx.x);
    indices.copy_rest(threadIdx.x);
  }

  __device__ const Index* columns() const { return entries<Index>(); }
  __device__ const std::uint16_t* narrow() const { return entries<std::uint16_t>(); }
  __device__ const std::uint8_t* ids() const { return indices.entries(); }

 private:
  __device__ StagedBlock(const Arguments& arguments, const RowBlocks& blocks,
                         const StageLayout& layout, unsigned char* stage, const BlockRange& r,
                         bool inside_)
      : values(stage, arguments.values + r.begin, r.entries(), inside_),
        offsets(stage + layout.offsets_at, arguments.row_offsets + r.first_row, r.rows() + 1,
                inside_),
        indices(index_slice(arguments, blocks, stage + layout.indices_at, r, inside_)),
        inside(inside_) {}

  __device__ static StagedSlice<unsigned char> index_slice(const Arguments& arguments,
                                                           const RowBlocks& blocks,
                                                           unsigned char* stage,
                                                           const BlockRange& r, bool inside) {
    const void* first = arguments.col_indices + r.begin;
    std::uint32_t bytes = r.entries() * std::uint32_t(sizeof(Index));
    if (Compressed && r.encoding == encoding_dictionary) {
      first = blocks.pattern_ids + r.first_row;
      bytes = r.rows();
    } else if (Compressed && r.encoding == encoding_narrow) {
      first = blocks.narrow + r.begin;
      bytes = r.entries() * std::uint32_t(sizeof(std::uint16_t));
    }
    return {stage, static_cast<const unsigned char*>(first), bytes, inside};
  }

  template <class T>
  __device__ const T* entries() const {
    return reinterpret_cast<const T*>(indices.entries());
  }
};

/// A thread walks rows, Shape::rows at once; or, where rows are long, lanes_a_row threads walk a
/// part of a row each. (Taking a row's entries in turn instead costs bank conflicts: 10% on 81
/// entries a row.)
template <class Shape, bool Compressed, class Arguments, class Store>
__device__ inline void walk_block(const Arguments& arguments, const RowBlocks& blocks,
                                  const BlockRange& range, std::int64_t block,
                                  const StagedBlock<Compressed, Arguments>& staged,
                                  const Store& store) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  using C = typename Arguments::C;
  const int rows = int(range.rows());
  const auto first = staged.offsets.entries()[0];
  const int lanes = Shape::shared_row ? blocks.lanes_a_row : 1;
  const int lane = int(threadIdx.x) % lanes;
  const int step = row_block_threads / lanes;
  // Whole warps stay in the loop: the shuffles at its end need them.
  for (int base_row = 0; base_row < rows; base_row += Shape::rows * step) {
    const int r = base_row + int(threadIdx.x) / lanes;
    C sums[Shape::rows];
    const A* values[Shape::rows];
    int local[Shape::rows];  // this thread's first entry, in the block
    int part[Shape::rows];   // and in the row
    int length[Shape::rows];
#pragma unroll
    for (int j = 0; j < Shape::rows; ++j) {
      const int my_row = r + j * step;
      sums[j] = zero<C>();
      local[j] = part[j] = length[j] = 0;
      if (my_row < rows) {
        const int row_begin = int(staged.offsets.entries()[my_row] - first);
        length[j] = int(staged.offsets.entries()[my_row + 1] - first) - row_begin;
        if constexpr (Shape::shared_row) {
          const int share = (length[j] + lanes - 1) / lanes;
          part[j] = min(lane * share, length[j]);
          length[j] = min(share, length[j] - part[j]);
        }
        local[j] = row_begin + part[j];
      }
      values[j] = staged.values.entries() + local[j];
    }
    const X* x[Shape::rows];
    // Rows whose columns are an array of the block's, counted from x_at.
    const auto walk = [&]<class Column>(const Column* of_block, const X* x_at) {
      const Column* columns[Shape::rows];
      x_at = opaque_global(x_at);
#pragma unroll
      for (int j = 0; j < Shape::rows; ++j) {
        columns[j] = of_block + local[j];
        x[j] = x_at;
      }
      walk_rows<Shape>(sums, values, columns, length, x, arguments.conjugate);
    };
    if (range.encoding == encoding_raw) {
      walk(staged.columns(), arguments.x - arguments.base);
    } else if (Compressed && range.encoding == encoding_dictionary) {
      const std::int32_t* list[Shape::rows];
      bool listed = true;
      const X* const first_x = opaque_global(arguments.x + range.first_row + r);
#pragma unroll
      for (int j = 0; j < Shape::rows; ++j) {
        const std::uint8_t id = length[j] > 0 ? staged.ids()[r + j * step] : 0;
        listed = listed && id != not_in_dictionary;
        list[j] = opaque_global(blocks.lists +
                                (id != not_in_dictionary ? blocks.list_offsets[id] : 0) + part[j]);
        x[j] = first_x + j * step;
      }
      if (listed)
        walk_rows<Shape>(sums, values, list, length, x, arguments.conjugate);
      else
        walk(arguments.col_indices + range.begin, arguments.x - arguments.base);
    } else {
      walk(staged.narrow(), arguments.x + blocks.block_base[block]);
    }
#pragma unroll
    for (int j = 0; j < Shape::rows; ++j) {
      for (int delta = lanes / 2; delta > 0; delta /= 2)
        sums[j] = add(sums[j], shuffle_down(sums[j], delta, lanes));
      if (lane == 0 && r + j * step < rows) store(range.first_row + r + j * step, sums[j]);
    }
  }
}

/// Blocks of a multiprocessor: as many as leave the gathers of a walk their registers, all of them
/// issued before the first sum. In double precision raw columns take more of them (27-point grid:
/// 0.356 ms with 14 blocks, 0.386 with 16), the dictionary fewer (0.275 and 0.264).
template <bool Compressed, class Shape, bool Reduce, class C>
inline constexpr int row_block_occupancy =
    sizeof(C) > 8
        ? 8
        : (sizeof(C) > 4 ? ((Compressed && Shape::rows == 1) || Shape::shared_row ? 16 : 14) -
                               (Reduce ? 2 : 0)
                         : (Compressed && Shape::rows > 1 ? 20 : 18));

/// The rows of a block that is too large to stage, by warp tiles of so many rows. `products`: room
/// for chunk_entries a warp.
inline constexpr int overflow_tile_rows = 8;
template <class Arguments, class Store>
__device__ inline void sum_block_by_tiles(const Arguments& arguments, const BlockRange& range,
                                          std::int64_t limit, typename Arguments::C* products,
                                          const Store& store) {
  products += threadIdx.x / 32 * chunk_entries;
  for (std::int64_t row = range.first_row + int(threadIdx.x) / 32 * overflow_tile_rows;
       row < range.end_row; row += row_block_threads / 32 * overflow_tile_rows) {
    const int lanes_a_row = 32 / overflow_tile_rows;
    const std::int64_t my_row = min(row + int(threadIdx.x) % 32 / lanes_a_row, range.end_row);
    const TileRow mine = tile_row(arguments, my_row, range.end_row);
    const auto sum = sum_tile<false>(arguments, PlainGather<Arguments>(arguments), mine,
                                     lanes_a_row, limit, products);
    const bool is_long = mine.end - mine.begin > limit;
    if (int(threadIdx.x) % lanes_a_row == 0 && my_row < range.end_row && !is_long)
      store(my_row, sum);
  }
}

/// With fewer registers, for a walk that would spill some: a few lanes share a row and
/// load so many entries each at once; then a warp a row of more than overflow_limit entries.
inline constexpr int overflow_lanes = 8;
inline constexpr int overflow_loads = 4;
inline constexpr std::int64_t overflow_limit = 4 * overflow_loads * overflow_lanes;
template <class Arguments, class Store>
__device__ inline void sum_block_by_lanes(const Arguments& arguments, const BlockRange& range,
                                          std::int64_t limit, const Store& store) {
  using C = typename Arguments::C;
  const int lane = int(threadIdx.x) % overflow_lanes;
  for (std::int64_t first = range.first_row; first < range.end_row;
       first += row_block_threads / overflow_lanes) {
    const std::int64_t row = first + int(threadIdx.x) / overflow_lanes;
    const TileRow mine = tile_row(arguments, min(row, range.end_row), range.end_row);
    const std::int64_t entries = mine.end - mine.begin;
    const bool is_short = entries <= overflow_limit;
    C sum = zero<C>();
    if (is_short)
      sum = sum_entries<overflow_loads>(arguments, mine.begin + lane, mine.end, overflow_lanes);
    for (int delta = overflow_lanes / 2; delta > 0; delta /= 2)
      sum = add(sum, shuffle_down(sum, delta, overflow_lanes));
    if (lane == 0 && row < range.end_row && is_short) store(row, sum);
    const bool is_wide = lane == 0 && !is_short && entries <= limit;
    for (unsigned wide = __ballot_sync(whole_warp, is_wide); wide != 0; wide &= wide - 1) {
      const int owner = __ffs(wide) - 1;
      const std::int64_t begin = __shfl_sync(whole_warp, mine.begin, owner);
      const std::int64_t end = __shfl_sync(whole_warp, mine.end, owner);
      sum =
          sum_warp(sum_entries<overflow_loads>(arguments, begin + int(threadIdx.x) % 32, end, 32));
      if (threadIdx.x % 32 == 0) store(first + (int(threadIdx.x) + owner) / overflow_lanes, sum);
    }
  }
}

/// One thread block a row block.
template <bool Compressed, class Shape, bool Reduce, class Arguments>
__global__ void __launch_bounds__(
    row_block_threads, row_block_occupancy<Compressed, Shape, Reduce, typename Arguments::C>)
    row_block_kernel(const Arguments arguments, const RowBlocks blocks, const StageLayout layout) {
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ TransactionBarrier barrier;
  __shared__ C reduction_shared[Reduce ? 64 : 1];

  launch_dependents();  // they write other rows, and wait before they read what was written
  if (threadIdx.x == 0) {
    init_barrier<1>(barrier);
    fence_barrier_init();
  }
  const std::int64_t block = blockIdx.x;
  const BlockRange range = block_range(arguments, blocks, block);
  Reduction<C> reduction;
  const C alpha = arguments.alpha.get();
  const C beta = arguments.beta.get();
  const auto store = [&](std::int64_t row, const C& sum) {
    const auto stored = store_row(arguments, row, sum, alpha, beta);
    if constexpr (Reduce) reduction.include(arguments, row, stored);
  };
  if (Compressed && range.encoding == encoding_shared_lists) {
    // The group kernel's; a pair of partials is left all the same.
  } else if (range.end - range.begin > blocks.capacity) {
    if constexpr (Compressed && Shape::rows == 1)
      sum_block_by_lanes(arguments, range, blocks.limit, store);
    else
      sum_block_by_tiles(arguments, range, blocks.limit, reinterpret_cast<C*>(shared), store);
  } else {
    const StagedBlock<Compressed, Arguments> staged(arguments, blocks, layout, shared, range);
    if (threadIdx.x == 0) staged.start(barrier, evict_first_policy());
    // Only the last block's arrays can end short of a 16-byte boundary.
    staged.copy_rest();
    __syncthreads();
    barrier.wait(0);
    walk_block<Shape, Compressed>(arguments, blocks, range, block, staged, store);
  }
  if constexpr (Reduce) {
    __syncthreads();
    reduce_block(reduction, reduction_shared, arguments.partials + 2 * block);
  }
  // The sums of segments may still be under way, which what follows needs.
  wait_for_primary();
}

}  // namespace filigree::cuda
