// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/repeats.cuh"
#include "spgemm/cuda/table.cuh"

/// The pattern of C. A thread keeps the columns of a row with few products in order. Those of other
/// rows are collected as words of 32: in a warp's hash table, or, where they do not fit, in an
/// array of all words of a window of columns, which is a block's. Words and the bits in them do not
/// depend on the order of insertion. A row that repeats the one before it, moved by a column, is
/// copied.

namespace filigree::cuda {
namespace {

constexpr int table_places = 512;

/// The products of a row, D's entries included: a warp's.
template <class Index>
__device__ std::int64_t row_products(const SpgemmPattern<Index>& pattern, std::int64_t row) {
  std::int64_t sum = 0;
  for (std::int64_t k = pattern.a.begin(row) + lane_number(); k < pattern.a.end(row); k += 32) {
    const std::int64_t inner = pattern.a.column(k);
    sum += pattern.b.end(inner) - pattern.b.begin(inner);
  }
  return warp_sum(sum) + (pattern.has_d() ? pattern.d.end(row) - pattern.d.begin(row) : 0);
}

/// A warp finds out the kinds of 32 rows: short rows of A are a thread's, others the warp's.
template <class Index>
__global__ void __launch_bounds__(256) find_kinds(const SpgemmSymbolic<Index> symbolic) {
  const auto& pattern = symbolic.pattern;
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool there = row < pattern.a.num_rows;
  const std::int64_t begin = there ? pattern.a.begin(row) : 0;
  const std::int64_t end = there ? pattern.a.end(row) : 0;
  const bool is_short = end - begin <= 64;
  bool in_run = begin < end && end - begin <= SpgemmRuns::a_entries && !pattern.has_d();
  bool repeats = in_run && lane_number() > 0 && is_moved(pattern.a, row);
  std::int64_t products = 0;
  if (is_short) {
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int64_t inner = pattern.a.column(k);
      products += pattern.b.end(inner) - pattern.b.begin(inner);
      in_run = in_run && (symbolic.b_rows[inner] & short_row) != 0;
      repeats = repeats && (symbolic.b_rows[inner] & moved_row) != 0;
    }
    if (there && pattern.has_d()) products += pattern.d.end(row) - pattern.d.begin(row);
  }
  for (unsigned left = __ballot_sync(whole_warp, !is_short); left != 0; left &= left - 1) {
    const int lane = __ffs(int(left)) - 1;
    const std::int64_t sum = row_products(pattern, __shfl_sync(whole_warp, row, lane));
    if (lane_number() == lane) products = sum;
  }
  using Kind = SpgemmRowKind;
  const Kind kind = products == 0                        ? Kind::empty
                    : repeats                            ? Kind::repeat
                    : products <= symbolic.few_products  ? Kind::thread
                    : products <= symbolic.most_products ? Kind::warp
                                                         : Kind::block;
  if (there) {
    symbolic.kinds[row] = kind;
    symbolic.runs[row] = repeats  ? SpgemmRunRow::repeat
                         : in_run ? SpgemmRunRow::first
                                  : SpgemmRunRow::none;
    if (kind == Kind::empty) symbolic.row_lengths[row] = 0;
    if (kind == Kind::block)
      symbolic.block_rows[atomicAdd(&symbolic.tally->block_rows, 1ull)] = row;
  }
  for (int k = 1; k < 5; ++k) {
    const unsigned such = __ballot_sync(whole_warp, there && int(kind) == k);
    unsigned long long place = 0;
    if (lane_number() == 0 && such != 0)
      place = atomicAdd(&symbolic.tally->kinds[k], static_cast<unsigned long long>(__popc(such)));
    place = __shfl_sync(whole_warp, place, 0) + __popc(such & ((1u << lane_number()) - 1u));
    if (there && int(kind) == k && kind == Kind::thread) symbolic.rows[place] = row;
    if (there && int(kind) == k && kind == Kind::warp)
      symbolic.rows[pattern.a.num_rows - 1 - static_cast<std::int64_t>(place)] = row;
  }
}

/// A thread's columns in order.
template <class Index>
struct SortedColumns {
  Index columns[SpgemmSymbolic<Index>::few_products];
  int count = 0;

  /// The columns of a sorted row. Each is looked for from where the one before it was found.
  __device__ void merge(const SpgemmRows<Index>& rows, std::int64_t begin, std::int64_t end) {
    int at = 0;
    for (std::int64_t p = begin; p < end; ++p) {
      const Index column = rows.column(p);
      while (at < count && columns[at] < column) ++at;
      if (at < count && columns[at] == column) continue;
      for (int k = count; k > at; --k) columns[k] = columns[k - 1];
      columns[at] = column;
      ++count;
    }
  }
};

template <class Index>
__global__ void __launch_bounds__(256)
    thread_rows(const SpgemmSymbolic<Index> symbolic, std::int64_t count) {
  const auto& pattern = symbolic.pattern;
  const std::int64_t item = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (item >= count) return;
  const std::int64_t row = symbolic.rows[item];
  SortedColumns<Index> sorted;
  for (std::int64_t k = pattern.a.begin(row); k < pattern.a.end(row); ++k) {
    const std::int64_t inner = pattern.a.column(k);
    sorted.merge(pattern.b, pattern.b.begin(inner), pattern.b.end(inner));
  }
  if (pattern.has_d()) sorted.merge(pattern.d, pattern.d.begin(row), pattern.d.end(row));
  if (symbolic.columns == nullptr) {
    symbolic.row_lengths[row] = sorted.count;
    return;
  }
  Index* const columns = symbolic.columns + (symbolic.offsets[row] - symbolic.base);
  for (int k = 0; k < sorted.count; ++k) columns[k] = sorted.columns[k] + Index(symbolic.base);
}

/// A warp's table: words of 32 columns, by number, and their bits.
template <class Index>
struct WordTable {
  Index* keys;
  unsigned* bits;
  bool full = false;

  __device__ void clear() {
    for (int p = lane_number(); p < table_places; p += 32) {
      keys[p] = Index(-1);
      bits[p] = 0;
    }
    __syncwarp();
  }
  /// The columns begin .. end - 1 of a row.
  __device__ void insert(const SpgemmRows<Index>& rows, std::int64_t begin, std::int64_t end) {
    constexpr int tries = 24;  // a table that needs more is about to be full
    for (std::int64_t p = begin + lane_number(); p < end && !full; p += 32) {
      const Index column = rows.column(p);
      const int place = insert_key(keys, table_places, tries, Index(column / 32));
      if (place < 0)
        full = true;
      else if ((bits[place] >> (column % 32) & 1u) == 0)
        atomicOr(&bits[place], 1u << (column % 32));
    }
  }
  __device__ bool is_full() const { return __any_sync(whole_warp, full); }
  __device__ std::int64_t count() const {
    std::int64_t sum = 0;
    for (int p = lane_number(); p < table_places; p += 32) sum += __popc(bits[p]);
    return warp_sum(sum);
  }
  /// Moves the words that there are to the table's front; returns their number.
  __device__ int compact() const {
    int kept = 0;
    for (int base = 0; base < table_places; base += 32) {
      const Index key = keys[base + lane_number()];
      const unsigned bit = bits[base + lane_number()];
      __syncwarp();  // all have read before any writes
      const unsigned there = __ballot_sync(whole_warp, bit != 0);
      if (bit != 0) {
        const int to = kept + __popc(there & ((1u << lane_number()) - 1u));
        keys[to] = key;
        bits[to] = bit;
      }
      kept += __popc(there);
      __syncwarp();
    }
    return kept;
  }
  /// Writes the columns in ascending order: a word's begin behind those of all lower words.
  __device__ void write(Index* columns, Index base) const {
    const int words = compact();
    for (int w = lane_number(); w < words; w += 32) {
      const Index key = keys[w];
      int place = 0;
      for (int other = 0; other < words; ++other)
        if (keys[other] < key) place += __popc(bits[other]);
      for (unsigned left = bits[w]; left != 0; left &= left - 1)
        columns[place++] = key * 32 + Index(__ffs(int(left)) - 1) + base;
    }
    __syncwarp();
  }
};

/// Collects a row; false where the table is full.
template <class Index>
__device__ bool collect_row(const SpgemmPattern<Index>& pattern, std::int64_t row,
                            WordTable<Index>& table) {
  table.clear();
  const std::int64_t end = pattern.a.end(row);
  for (std::int64_t first = pattern.a.begin(row); first < end; first += 32) {
    std::int64_t b_begin = 0, b_end = 0;
    if (first + lane_number() < end) {
      const std::int64_t inner = pattern.a.column(first + lane_number());
      b_begin = pattern.b.begin(inner);
      b_end = pattern.b.end(inner);
    }
    const int count = int(end - first < 32 ? end - first : 32);
    for (int j = 0; j < count; ++j)
      table.insert(pattern.b, __shfl_sync(whole_warp, b_begin, j),
                   __shfl_sync(whole_warp, b_end, j));
    if (table.is_full()) return false;
  }
  if (pattern.has_d()) table.insert(pattern.d, pattern.d.begin(row), pattern.d.end(row));
  __syncwarp();
  return !table.is_full();
}

template <class Index>
__global__ void __launch_bounds__(128)
    warp_rows(const SpgemmSymbolic<Index> symbolic, std::int64_t count) {
  constexpr int warps = 4;
  __shared__ Index keys[warps][table_places];
  __shared__ unsigned bits[warps][table_places];
  const int warp = int(threadIdx.x) / 32;
  const std::int64_t item = std::int64_t(blockIdx.x) * warps + warp;
  if (item >= count) return;
  const std::int64_t row = symbolic.rows[symbolic.pattern.a.num_rows - 1 - item];
  if (symbolic.kinds[row] != SpgemmRowKind::warp) return;  // the table has overflown
  WordTable<Index> table{keys[warp], bits[warp]};
  const bool fits = collect_row(symbolic.pattern, row, table);
  if (symbolic.columns != nullptr)
    return table.write(symbolic.columns + (symbolic.offsets[row] - symbolic.base),
                       Index(symbolic.base));
  const std::int64_t length = table.count();
  if (lane_number() != 0) return;
  if (fits) {
    symbolic.row_lengths[row] = length;
  } else {
    symbolic.kinds[row] = SpgemmRowKind::block;
    symbolic.block_rows[atomicAdd(&symbolic.tally->block_rows, 1ull)] = row;
  }
}

/// Sets the bits of a row's columns in low .. high - 1: by a group of 8 threads.
template <class Index>
__device__ void set_bits(const SpgemmRows<Index>& rows, std::int64_t begin, std::int64_t end,
                         std::int64_t low, std::int64_t high, unsigned* bits) {
  if (low > 0) begin = lower_bound(rows, begin, end, Index(low));
  for (std::int64_t p = begin + threadIdx.x % 8; p < end; p += 8) {
    const std::int64_t column = rows.column(p);
    if (column >= high) break;
    atomicOr(&bits[(column - low) / 32], 1u << (column % 32));
  }
}

/// A thread block takes a row: bits of all columns, one window of `words` after the other. A thread
/// counts and writes the words of a stretch of its own.
template <class Index>
__global__ void __launch_bounds__(512) block_rows(const SpgemmSymbolic<Index> symbolic, int words) {
  extern __shared__ __align__(16) unsigned char shared[];
  auto* const bits = reinterpret_cast<unsigned*>(shared);
  __shared__ int warp_sums[16];
  const auto& pattern = symbolic.pattern;
  const std::int64_t row = symbolic.block_rows[blockIdx.x];
  const int thread = int(threadIdx.x), threads = int(blockDim.x), warp = thread / 32;
  const std::int64_t window = std::int64_t(words) * 32;
  const int stretch = (words + threads - 1) / threads | 1;  // odd: without conflicts of banks
  const int first = min(thread * stretch, words), last = min(first + stretch, words);
  std::int64_t count = 0;  // of the columns before the window
  Index* const columns = symbolic.columns == nullptr
                             ? nullptr
                             : symbolic.columns + (symbolic.offsets[row] - symbolic.base);
  for (std::int64_t low = 0; low < pattern.num_cols; low += window) {
    for (int w = thread; w < words; w += threads) bits[w] = 0;
    __syncthreads();
    for (std::int64_t k = pattern.a.begin(row) + thread / 8; k < pattern.a.end(row);
         k += threads / 8) {
      const std::int64_t inner = pattern.a.column(k);
      set_bits(pattern.b, pattern.b.begin(inner), pattern.b.end(inner), low, low + window, bits);
    }
    if (pattern.has_d() && thread < 8)
      set_bits(pattern.d, pattern.d.begin(row), pattern.d.end(row), low, low + window, bits);
    __syncthreads();
    int mine = 0;
    for (int w = first; w < last; ++w) mine += __popc(bits[w]);
    const int before = inclusive_warp_sum(mine);
    if (lane_number() == 31) warp_sums[warp] = before;
    __syncthreads();
    std::int64_t place = count + before - mine;
    for (int other = 0; other < threads / 32; ++other) {
      if (other < warp) place += warp_sums[other];
      count += warp_sums[other];
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

__global__ void __launch_bounds__(256)
    cut_rows(const std::int64_t* row_lengths, std::int64_t num_rows, const SpgemmRuns runs,
             SpgemmTally* tally, SpgemmPiece* pieces) {
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t length = row < num_rows ? row_lengths[row] : 0;
  const int kind = length > 0 && runs.take(row, length) ? 3 : SpgemmShare::kind(length);
  constexpr std::int64_t each = SpgemmShare::piece_entries;
  const std::int64_t mine = kind == 2 ? (length + each - 1) / each : 0;
  if (pieces != nullptr) {
    if (mine == 0) return;
    const unsigned long long first =
        atomicAdd(&tally->pieces, static_cast<unsigned long long>(mine));
    for (std::int64_t k = 0; k < mine; ++k) pieces[first + k] = {row, k * each};
    return;
  }
  for (int k = 0; k < 4; ++k) {
    const unsigned there = __ballot_sync(whole_warp, length > 0 && kind == k);
    if (lane_number() == 0 && there != 0)
      atomicAdd(&tally->rows[k], static_cast<unsigned long long>(__popc(there)));
  }
  if (mine > 0) atomicAdd(&tally->pieces, static_cast<unsigned long long>(mine));
}

unsigned blocks_for(std::int64_t items, int each) { return unsigned((items + each - 1) / each); }

}  // namespace

template <class Index>
cudaError_t launch_spgemm_kinds(const SpgemmSymbolic<Index>& symbolic, cudaStream_t stream) {
  if (symbolic.pattern.b.num_rows > 0)
    find_b_rows<<<blocks_for(symbolic.pattern.b.num_rows, 256), 256, 0, stream>>>(symbolic);
  find_kinds<<<blocks_for(symbolic.pattern.a.num_rows, 256), 256, 0, stream>>>(symbolic);
  return cudaGetLastError();
}

template <class Index>
cudaError_t launch_spgemm_rows(const SpgemmSymbolic<Index>& symbolic, const SpgemmTally& found,
                               cudaStream_t stream) {
  const auto of_threads = std::int64_t(found.kinds[int(SpgemmRowKind::thread)]);
  const auto of_warps = std::int64_t(found.kinds[int(SpgemmRowKind::warp)]);
  if (of_threads > 0)
    thread_rows<<<blocks_for(of_threads, 256), 256, 0, stream>>>(symbolic, of_threads);
  if (of_warps > 0) warp_rows<<<blocks_for(of_warps, 4), 128, 0, stream>>>(symbolic, of_warps);
  return cudaGetLastError();
}

template <class Index>
cudaError_t launch_spgemm_repeats(const SpgemmSymbolic<Index>& symbolic, const SpgemmTally& found,
                                  cudaStream_t stream) {
  if (found.kinds[int(SpgemmRowKind::repeat)] == 0) return cudaSuccess;
  const unsigned blocks = blocks_for(symbolic.pattern.a.num_rows, 256);
  if (symbolic.columns == nullptr)
    copy_lengths<<<blocks, 256, 0, stream>>>(symbolic);
  else
    copy_rows<<<blocks, 256, 0, stream>>>(symbolic);
  return cudaGetLastError();
}

template <class Index>
cudaError_t launch_spgemm_blocks(const SpgemmSymbolic<Index>& symbolic, std::int64_t count,
                                 cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  const auto kernel = block_rows<Index>;
  constexpr std::int64_t most_words = 48 * 1024;  // 192 KiB
  const auto words = int(std::min((symbolic.pattern.num_cols + 31) / 32, most_words));
  const std::size_t bytes = std::size_t(words) * 4;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  kernel<<<unsigned(count), 512, bytes, stream>>>(symbolic, words);
  return cudaGetLastError();
}

cudaError_t launch_spgemm_pieces(const std::int64_t* row_lengths, std::int64_t num_rows,
                                 const SpgemmRuns& runs, SpgemmTally* tally, SpgemmPiece* pieces,
                                 cudaStream_t stream) {
  cut_rows<<<blocks_for(num_rows, 256), 256, 0, stream>>>(row_lengths, num_rows, runs, tally,
                                                          pieces);
  return cudaGetLastError();
}

#define FILIGREE_INSTANTIATE(Index)                                                            \
  template cudaError_t launch_spgemm_kinds(const SpgemmSymbolic<Index>&, cudaStream_t);        \
  template cudaError_t launch_spgemm_rows(const SpgemmSymbolic<Index>&, const SpgemmTally&,    \
                                          cudaStream_t);                                       \
  template cudaError_t launch_spgemm_repeats(const SpgemmSymbolic<Index>&, const SpgemmTally&, \
                                             cudaStream_t);                                    \
  template cudaError_t launch_spgemm_blocks(const SpgemmSymbolic<Index>&, std::int64_t,        \
                                            cudaStream_t);
FILIGREE_INSTANTIATE(std::int32_t)
FILIGREE_INSTANTIATE(std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::cuda
