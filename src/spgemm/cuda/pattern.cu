// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/column_bits.cuh"
#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/repeats.cuh"
#include "spgemm/cuda/row_kinds.cuh"
#include "spgemm/cuda/table.cuh"
#include "spgemm/cuda/word_table.cuh"

/// The pattern of C. A thread keeps the columns of a row with few products in order. Those of other
/// rows are collected as words of 32: in a warp's hash table, or, where they do not fit, in an
/// array of all words of a window of columns, which is a block's. Words and the bits in them do not
/// depend on the order of insertion. A row that repeats one before it, moved by columns, is copied.

namespace filigree::cuda {
namespace {

/// Threads of a block whose threads have a row each.
constexpr int row_threads = 64;

/// A thread's columns in order, in shared memory: those of neighbouring threads lie side by side.
template <class Index>
struct SortedColumns {
  Index* columns;
  int count = 0;

  __device__ Index& at(int k) const { return columns[k * row_threads]; }
  /// The columns of a row. Each is looked for from where the one before it was found, which is
  /// behind it only where the row is not sorted.
  __device__ void merge(const SpgemmRows<Index>& rows, const SpgemmSpan& range) {
    constexpr int together = 4;  // loads that are under way at once
    int place = 0;
    Index before = -1;
    for (std::int64_t p = range.begin; p < range.end; p += together) {
      Index columns_of[together];
#pragma unroll
      for (int u = 0; u < together; ++u)
        columns_of[u] = p + u < range.end ? rows.column(p + u) : Index(-1);
#pragma unroll
      for (int u = 0; u < together; ++u)
        if (columns_of[u] >= 0) {
          place = insert(columns_of[u], columns_of[u] < before ? 0 : place);
          before = columns_of[u];
        }
    }
  }

 private:
  __device__ int insert(Index column, int place) {
    while (place < count && at(place) < column) ++place;
    if (place < count && at(place) == column) return place;
    for (int k = count; k > place; --k) at(k) = at(k - 1);
    at(place) = column;
    ++count;
    return place;
  }
};

template <class Index>
__device__ void thread_row(const SpgemmSymbolic<Index>& symbolic, std::int64_t row, Index* memory) {
  const auto& pattern = symbolic.pattern;
  SortedColumns<Index> sorted{memory};
  const std::int64_t end = pattern.a.end(row);
  std::int64_t k = pattern.a.begin(row);
  // A row of B is looked up while the one before it is merged.
  for (SpgemmSpan next = pattern.b_row(k, end); k < end;) {
    const SpgemmSpan mine = next;
    next = pattern.b_row(++k, end);
    sorted.merge(pattern.b, mine);
  }
  if (pattern.has_d()) sorted.merge(pattern.d, {pattern.d.begin(row), pattern.d.end(row)});
  if (symbolic.columns == nullptr) {
    symbolic.row_lengths[row] = sorted.count;
    return;
  }
  Index* const columns = symbolic.columns + (symbolic.offsets[row] - symbolic.base);
  for (int k = 0; k < sorted.count; ++k) columns[k] = sorted.at(k) + Index(symbolic.base);
}

template <class Index>
__global__ void __launch_bounds__(row_threads) thread_rows(const SpgemmSymbolic<Index> symbolic) {
  __shared__ Index memory[row_threads * SpgemmSymbolic<Index>::few_products];
  launch_dependents();  // find_runs, which waits
  if (symbolic.sorts_products()) return;
  const auto count = std::int64_t(symbolic.tally->kinds[int(SpgemmRowKind::thread)]);
  const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
  for (std::int64_t item = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; item < count;
       item += step)
    thread_row(symbolic, symbolic.rows[item], memory + threadIdx.x);
}

/// Collects a row; false where the table is full.
template <class Index>
__device__ bool collect_row(const SpgemmPattern<Index>& pattern, std::int64_t row,
                            const ProductStage& stage, WordTable<Index>& table) {
  const auto &a = pattern.a, &d = pattern.d;
  table.clear();
  const std::int64_t end = a.end(row);
  for (std::int64_t k = a.begin(row) + lane_number(); k - lane_number() < end; k += 32) {
    stage.take(pattern.b, k < end ? std::int64_t(a.column(k)) : -1, false, Index(0), Index(0));
    constexpr int together = 4;  // loads that are under way at once
    stage.template each_products<together>(
        pattern.b, end - (k - lane_number()),
        [&](const Index(&columns)[together], const int(&)[together],
            const std::int64_t(&)[together]) {
#pragma unroll
          for (const Index column : columns) table.insert(column);
        });
    if (table.full) return false;
  }
  if (pattern.has_d())
    for (std::int64_t p = d.begin(row); p < d.end(row); p += 32)
      table.insert(p + lane_number() < d.end(row) ? d.column(p + lane_number()) : Index(-1));
  return !table.full;
}

template <class Index>
__device__ void warp_row(const SpgemmSymbolic<Index>& symbolic, std::int64_t row,
                         const ProductStage& stage, WordTable<Index>& table) {
  const bool fits = collect_row(symbolic.pattern, row, stage, table);
  __syncwarp();
  if (symbolic.columns != nullptr)
    return table.write(symbolic.columns + (symbolic.offsets[row] - symbolic.base),
                       Index(symbolic.base));
  const std::int64_t length = table.count();
  if (lane_number() != 0) return;
  if (fits) {
    symbolic.row_lengths[row] = length;
  } else {
    symbolic.kinds[row] = SpgemmRowKind::block;
    symbolic.block_rows[atomicAdd(&symbolic.tally->kinds[int(SpgemmRowKind::block)], 1ull)] = row;
  }
}

/// What each of a thread block's warps has in shared memory, when it has rows.
template <class Index>
struct WarpMemory {
  static constexpr int warps = 4;
  static constexpr int tries = 24;  ///< a table that needs more is about to be full

  static constexpr int most_places = WordTable<Index>::most_places;

  Index keys[warps][most_places];
  unsigned bits[warps][most_places];
  std::int64_t places[warps][32];
  int ends[warps][32];
};

/// Rows that are counted to see how many products an entry has; the others are like them.
constexpr int sampled_rows = 1024;

template <class Index>
__global__ void __launch_bounds__(128) sample_rows(const SpgemmSymbolic<Index> symbolic) {
  __shared__ WarpMemory<Index> memory;
  const int warp = int(threadIdx.x) / 32;
  if (!symbolic.tally->may_sort(symbolic.pattern.a.num_rows, symbolic.pattern.num_cols)) return;
  const auto of_kind = [&](SpgemmRowKind kind) {
    return std::int64_t(symbolic.tally->kinds[int(kind)]);
  };
  const bool are_short = of_kind(SpgemmRowKind::warp) == 0;  // then of those that are threads'
  const std::int64_t count = of_kind(are_short ? SpgemmRowKind::thread : SpgemmRowKind::warp);
  const std::int64_t number = std::int64_t(blockIdx.x) * memory.warps + warp;
  if (number >= count) return;
  const std::int64_t item = count <= sampled_rows ? number : number * count / sampled_rows;
  const std::int64_t row = symbolic.rows[are_short ? item : symbolic.pattern.a.num_rows - 1 - item];
  const std::int64_t products = symbolic.row_products[row];
  WordTable<Index> table{memory.keys[warp], memory.bits[warp],
                         WordTable<Index>::places_for(products, 4), memory.tries};
  const ProductStage stage{{1}, memory.places[warp], memory.ends[warp], nullptr};
  const bool fits = collect_row(symbolic.pattern, row, stage, table);
  __syncwarp();
  const std::int64_t length = fits ? table.count() : products;  // of many words: little is merged
  if (lane_number() != 0) return;
  add_to(&symbolic.tally->sampled_products, products);
  add_to(&symbolic.tally->sampled_entries, length);
}

template <class Index>
__global__ void __launch_bounds__(128) warp_rows(const SpgemmSymbolic<Index> symbolic) {
  __shared__ WarpMemory<Index> memory;
  if (symbolic.sorts_products()) return;
  constexpr int warps = memory.warps;
  auto& [keys, bits, places, ends] = memory;
  const int warp = int(threadIdx.x) / 32;
  const auto count = std::int64_t(symbolic.tally->kinds[int(SpgemmRowKind::warp)]);
  for (std::int64_t item = std::int64_t(blockIdx.x) * warps + warp; item < count;
       item += std::int64_t(gridDim.x) * warps) {
    const std::int64_t row = symbolic.rows[symbolic.pattern.a.num_rows - 1 - item];
    if (symbolic.kinds[row] != SpgemmRowKind::warp) continue;  // the table has overflown
    const bool counts = symbolic.columns == nullptr;
    // Of products that are counted most may be words of their own, and look-ups are all there is.
    const int size =
        counts ? WordTable<Index>::places_for(symbolic.row_products[row], 4)
               : WordTable<Index>::places_for(symbolic.offsets[row + 1] - symbolic.offsets[row], 2);
    WordTable<Index> table{keys[warp], bits[warp], size, counts ? memory.tries : size};
    const ProductStage stage{{1}, places[warp], ends[warp], nullptr};
    warp_row(symbolic, row, stage, table);
    __syncwarp();
  }
}

/// Writes the columns of a row that has all of them, which needs no look at A and B.
template <class Index>
__device__ bool write_full_row(const SpgemmSymbolic<Index>& symbolic, std::int64_t row) {
  const std::int64_t begin = symbolic.offsets[row], cols = symbolic.pattern.num_cols;
  if (symbolic.offsets[row + 1] - begin < cols) return false;
  Index* const columns = symbolic.columns + (begin - symbolic.base);
  for (std::int64_t k = threadIdx.x; k < cols; k += blockDim.x)
    columns[k] = Index(k + symbolic.base);
  return true;
}

/// A thread block takes a row: bits of all columns, one window of `words` after the other. A thread
/// counts and writes the words of a stretch of its own.
template <class Index>
__device__ void block_row(const SpgemmSymbolic<Index>& symbolic, std::int64_t row, int words,
                          const ProductStage& stage, unsigned* bits) {
  if (symbolic.columns != nullptr && write_full_row(symbolic, row)) return;
  const int thread = int(threadIdx.x), threads = int(blockDim.x), warp = thread / 32;
  const int stretch = (words + threads - 1) / threads | 1;  // odd: without conflicts of banks
  const int first = min(thread * stretch, words), last = min(first + stretch, words);
  std::int64_t count = 0;  // of the columns before the window
  Index* const columns = symbolic.columns == nullptr
                             ? nullptr
                             : symbolic.columns + (symbolic.offsets[row] - symbolic.base);
  for (std::int64_t low = 0; low < symbolic.pattern.num_cols; low += std::int64_t(words) * 32) {
    set_bits(symbolic.pattern, row, low, words, stage, bits);
    int mine = 0;
    for (int w = first; w < last; ++w) mine += __popc(bits[w]);
    const int before = inclusive_warp_sum(mine);
    if (lane_number() == 31) stage.warp_sums[warp] = before;
    __syncthreads();
    std::int64_t place = count + before - mine;
    for (int other = 0; other < block_warps; ++other) {
      if (other < warp) place += stage.warp_sums[other];
      count += stage.warp_sums[other];
    }
    if (columns != nullptr)
      for (int w = first; w < last; ++w)
        for (unsigned left = bits[w]; left != 0; left &= left - 1)
          columns[place++] =
              Index(low + std::int64_t(w) * 32 + (__ffs(int(left)) - 1) + symbolic.base);
    __syncthreads();
  }
  if (columns == nullptr && thread == 0) symbolic.row_lengths[row] = count;
}

template <class Index>
__global__ void __launch_bounds__(32 * block_warps)
    block_rows(const SpgemmSymbolic<Index> symbolic, int words) {
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ std::int64_t places[32 * block_warps];
  __shared__ int ends[32 * block_warps], warp_sums[block_warps];
  const ProductStage stage{{block_warps}, places, ends, warp_sums};
  if (symbolic.sorts_products()) return;
  const auto count = std::int64_t(symbolic.tally->kinds[int(SpgemmRowKind::block)]);
  for (std::int64_t item = blockIdx.x; item < count; item += gridDim.x)
    block_row(symbolic, symbolic.block_rows[item], words, stage,
              reinterpret_cast<unsigned*>(shared));
}

/// Tells whether the rows of B and D are sorted, as windows of columns want them.
template <class Index>
__global__ void __launch_bounds__(256) find_unsorted(const SpgemmSymbolic<Index> symbolic) {
  const auto find = [](const SpgemmRows<Index>& rows, SpgemmTally::Count& count) {
    if (rows.num_rows == 0) return;
    const std::int64_t thread = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::int64_t sum = block_sum(unsorted_entries(rows, rows.end(rows.num_rows - 1), thread,
                                                        std::int64_t(gridDim.x) * blockDim.x));
    if (threadIdx.x == 0 && sum != 0) atomicAdd(&count, static_cast<SpgemmTally::Count>(sum));
  };
  find(symbolic.pattern.b, symbolic.tally->unsorted_b);
  find(symbolic.pattern.d, symbolic.tally->unsorted_d);
}

unsigned blocks_for(std::int64_t items, int each) { return unsigned((items + each - 1) / each); }

template <class Index>
cudaError_t launch_block_rows(const SpgemmSymbolic<Index>& symbolic, cudaStream_t stream) {
  const auto kernel = block_rows<Index>;
  constexpr std::int64_t most_words = 20 * 1024;  // 80 KiB: what any device of these kernels has
  const int words = window_words(symbolic.pattern.num_cols, most_words);
  const std::size_t bytes = std::size_t(words) * 4;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  constexpr std::int64_t most_blocks = 1024;  // more than are under way at once
  const auto blocks = unsigned(std::min(symbolic.pattern.a.num_rows, most_blocks));
  kernel<<<blocks, 32 * block_warps, bytes, stream>>>(symbolic, words);
  return cudaGetLastError();
}

/// The lengths of all rows that have any and repeat no other one, or their columns.
/// \param found null: kinds have not been counted yet
template <class Index>
cudaError_t launch_rows(const SpgemmSymbolic<Index>& symbolic, const SpgemmTally* found,
                        cudaStream_t stream) {
  const std::int64_t rows = symbolic.pattern.a.num_rows;
  const auto blocks = [&](SpgemmRowKind kind, int each) {
    constexpr unsigned most_blocks = 1 << 13;
    const std::int64_t items = found == nullptr ? rows : std::int64_t(found->kinds[int(kind)]);
    return std::min(blocks_for(items, each), most_blocks);
  };
  if (const unsigned n = blocks(SpgemmRowKind::thread, row_threads); n > 0)
    thread_rows<<<n, row_threads, 0, stream>>>(symbolic);
  if (const unsigned n = blocks(SpgemmRowKind::warp, 4); n > 0)
    warp_rows<<<n, 128, 0, stream>>>(symbolic);
  if (blocks(SpgemmRowKind::block, 1) > 0)
    if (const cudaError_t error = launch_block_rows(symbolic, stream); error != cudaSuccess)
      return error;
  return cudaGetLastError();
}

}  // namespace

template <class Index>
cudaError_t launch_spgemm_count(const SpgemmSymbolic<Index>& symbolic, cudaStream_t stream) {
  const auto &a = symbolic.pattern.a, &b = symbolic.pattern.b;
  constexpr unsigned many_blocks = 2048;  // more than are under way at once
  const auto few_blocks = [&](std::int64_t rows) {
    return std::min(blocks_for(rows, 256), many_blocks);
  };
  if (b.num_rows > 0) find_b_rows<<<few_blocks(b.num_rows), 256, 0, stream>>>(symbolic);
  if (symbolic.pattern.num_cols > 32 * least_window)
    find_unsorted<<<many_blocks, 256, 0, stream>>>(symbolic);
  const cudaError_t of_long_rows = launch_dependent(
      sum_long_rows<Index>, LaunchShape{few_blocks(a.num_rows), 256}, stream, symbolic);
  if (of_long_rows != cudaSuccess) return of_long_rows;
  find_kinds<<<few_blocks(a.num_rows), 256, 0, stream>>>(symbolic);
  if (symbolic.may_sort) sample_rows<<<sampled_rows / 4, 128, 0, stream>>>(symbolic);
  if (const cudaError_t error = launch_rows(symbolic, nullptr, stream); error != cudaSuccess)
    return error;
  share_rows<<<few_blocks(a.num_rows), 256, 0, stream>>>(symbolic);
  return cudaGetLastError();
}

template <class Index>
cudaError_t launch_spgemm_fill(const SpgemmSymbolic<Index>& symbolic, const SpgemmTally& found,
                               SpgemmPiece* pieces, cudaStream_t stream) {
  const cudaError_t error = launch_rows(symbolic, &found, stream);
  if (error != cudaSuccess || pieces == nullptr) return error;
  list_pieces<<<blocks_for(symbolic.pattern.a.num_rows, 256), 256, 0, stream>>>(symbolic, pieces);
  return cudaGetLastError();
}

template <class Index>
cudaError_t launch_spgemm_copy_rows(const SpgemmSymbolic<Index>& symbolic, const SpgemmTally& found,
                                    bool overlaps, cudaStream_t stream) {
  if (found.kinds[int(SpgemmRowKind::repeat)] == 0) return cudaSuccess;
  const LaunchShape shape{(symbolic.pattern.a.num_rows + 255) / 256, 256};
  return launch_kernel(copy_rows<Index>, shape, overlaps, stream, symbolic);
}

#define FILIGREE_INSTANTIATE(Index)                                                              \
  template cudaError_t launch_spgemm_copy_rows(const SpgemmSymbolic<Index>&, const SpgemmTally&, \
                                               bool, cudaStream_t);                              \
  template cudaError_t launch_spgemm_count(const SpgemmSymbolic<Index>&, cudaStream_t);          \
  template cudaError_t launch_spgemm_fill(const SpgemmSymbolic<Index>&, const SpgemmTally&,      \
                                          SpgemmPiece*, cudaStream_t);
FILIGREE_INSTANTIATE(std::int32_t)
FILIGREE_INSTANTIATE(std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::cuda
