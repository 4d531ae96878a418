// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/table.cuh"

/// The pattern of C. A row's columns are collected 32 to a word: which words there are in a hash
/// table in shared memory, or, of rows that are too large for one, in an array of all words of a
/// window of columns. Words and the bits in them do not depend on the order of insertion.

namespace filigree::cuda {
namespace {

/// Rows of at most so many products take a small table, in which nearly all of them fit.
constexpr int few_products = 48;
constexpr int small_places = 64, large_places = 512;

/// A group's table: words of 32 columns, by number, and their bits.
template <class Index, int lanes>
struct WordTable {
  Index* keys;
  unsigned* bits;
  int places;
  LaneGroup<lanes> group;
  bool full = false;

  __device__ void clear() {
    for (int p = group.lane; p < places; p += lanes) {
      keys[p] = Index(-1);
      bits[p] = 0;
    }
    group.sync();
  }
  __device__ void insert(Index column) {
    const int place = insert_key(keys, places, Index(column / 32));
    if (place < 0)
      full = true;
    else
      atomicOr(&bits[place], 1u << (column % 32));
  }
  /// The columns begin .. end - 1 of a row.
  __device__ void insert(const SpgemmRows<Index>& rows, std::int64_t begin, std::int64_t end) {
    for (std::int64_t p = begin + group.lane; p < end; p += lanes) insert(rows.column(p));
  }
  __device__ bool is_full() {
    group.sync();
    return __any_sync(group.mask, full);
  }
  __device__ int count() const {
    int sum = 0;
    for (int p = group.lane; p < places; p += lanes) sum += __popc(bits[p]);
    return group.sum(sum);
  }
  /// Moves the words that there are to the table's front; returns their number.
  __device__ int compact() const {
    int kept = 0;
    for (int base = 0; base < places; base += lanes) {
      const Index key = keys[base + group.lane];
      const unsigned bit = bits[base + group.lane];
      const int shift = int(threadIdx.x) % 32 - group.lane;
      const unsigned there = (__ballot_sync(group.mask, bit != 0) & group.mask) >> shift;
      if (bit != 0) {
        const int to = kept + __popc(there & ((1u << group.lane) - 1u));
        keys[to] = key;
        bits[to] = bit;
      }
      kept += __popc(there);
      group.sync();
    }
    return kept;
  }
  /// Writes the columns in ascending order: a word's begin behind those of all lower words.
  __device__ void write(Index* columns, Index base) const {
    const int words = compact();
    for (int w = group.lane; w < words; w += lanes) {
      const Index key = keys[w];
      int place = 0;
      for (int other = 0; other < words; ++other)
        if (keys[other] < key) place += __popc(bits[other]);
      for (unsigned left = bits[w]; left != 0; left &= left - 1)
        columns[place++] = key * 32 + Index(__ffs(int(left)) - 1) + base;
    }
    group.sync();
  }
};

/// Products of a row, D's entries included.
template <class Index, int lanes>
__device__ std::int64_t row_products(const SpgemmPattern<Index>& pattern, std::int64_t row,
                                     const LaneGroup<lanes>& group) {
  std::int64_t sum = 0;
  for (std::int64_t k = pattern.a.begin(row) + group.lane; k < pattern.a.end(row); k += lanes) {
    const std::int64_t inner = pattern.a.column(k);
    sum += pattern.b.end(inner) - pattern.b.begin(inner);
  }
#pragma unroll
  for (int bits = lanes / 2; bits > 0; bits /= 2)
    sum += __shfl_xor_sync(group.mask, sum, bits, lanes);
  return sum + (pattern.has_d() ? pattern.d.end(row) - pattern.d.begin(row) : 0);
}

/// Collects a row; false where the table is full.
template <class Index, int lanes>
__device__ bool collect_row(const SpgemmPattern<Index>& pattern, std::int64_t row,
                            WordTable<Index, lanes>& table) {
  const auto& group = table.group;
  table.clear();
  const std::int64_t end = pattern.a.end(row);
  for (std::int64_t first = pattern.a.begin(row); first < end; first += lanes) {
    std::int64_t b_begin = 0, b_end = 0;
    if (first + group.lane < end) {
      const std::int64_t inner = pattern.a.column(first + group.lane);
      b_begin = pattern.b.begin(inner);
      b_end = pattern.b.end(inner);
    }
    const int count = int(end - first < lanes ? end - first : lanes);
    for (int j = 0; j < count; ++j)
      table.insert(pattern.b, group.from(b_begin, j), group.from(b_end, j));
    if (table.is_full()) return false;
  }
  if (pattern.has_d()) table.insert(pattern.d, pattern.d.begin(row), pattern.d.end(row));
  return !table.is_full();
}

/// A group of threads takes a row whose products are more than `above` and at most `most`.
template <class Index, int lanes>
__global__ void __launch_bounds__(256) take_rows(const SpgemmSymbolic<Index> symbolic, int places,
                                                 std::int64_t above, std::int64_t most) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int in_block = int(threadIdx.x) / lanes, groups = int(blockDim.x) / lanes;
  const std::int64_t row = std::int64_t(blockIdx.x) * groups + in_block;
  if (row >= symbolic.pattern.a.num_rows) return;
  auto* const keys = reinterpret_cast<Index*>(shared);
  auto* const bits = reinterpret_cast<unsigned*>(keys + std::int64_t(groups) * places);
  WordTable<Index, lanes> table{keys + in_block * places, bits + in_block * places, places,
                                LaneGroup<lanes>()};
  const auto& group = table.group;
  const bool writes = symbolic.columns != nullptr;
  // An unfit row keeps a mark of its own until the tally has been read.
  if (writes && symbolic.row_lengths[row] <= 0) return;
  const std::int64_t products = row_products(symbolic.pattern, row, group);
  if (products <= above || products > most) return;
  const bool fits = collect_row(symbolic.pattern, row, table);
  if (writes) {
    if (fits)
      table.write(symbolic.columns + (symbolic.offsets[row] - symbolic.base), Index(symbolic.base));
    return;
  }
  const int count = table.count();
  if (group.lane == 0) symbolic.row_lengths[row] = fits ? count : -1;
}

/// Notes the rows that have too many products for a table, or did not fit theirs.
template <class Index, int lanes>
__global__ void __launch_bounds__(256)
    note_unfit(const SpgemmSymbolic<Index> symbolic, std::int64_t most) {
  const LaneGroup<lanes> group;
  const std::int64_t row = (std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x) / lanes;
  if (row >= symbolic.pattern.a.num_rows) return;
  bool unfit = symbolic.row_lengths[row] < 0;
  if (!unfit) unfit = row_products(symbolic.pattern, row, group) > most;
  if (unfit && group.lane == 0) symbolic.unfit[atomicAdd(&symbolic.tally->unfit, 1ull)] = row;
}

/// A thread block takes a row: bits of all columns, one window of `words` after the other.
template <class Index>
__global__ void __launch_bounds__(512) mask_rows(const SpgemmSymbolic<Index> symbolic, int words) {
  extern __shared__ __align__(16) unsigned char shared[];
  auto* const bits = reinterpret_cast<unsigned*>(shared);
  __shared__ unsigned warp_sums[32];
  const auto& pattern = symbolic.pattern;
  const std::int64_t row = symbolic.unfit[blockIdx.x];
  const LaneGroup<32> group;
  const int warp = int(threadIdx.x) / 32, warps = int(blockDim.x) / 32;
  const std::int64_t window = std::int64_t(words) * 32;
  std::int64_t count = 0;  // of the columns before the window
  Index* const columns = symbolic.columns == nullptr
                             ? nullptr
                             : symbolic.columns + (symbolic.offsets[row] - symbolic.base);
  for (std::int64_t low = 0; low < pattern.num_cols; low += window) {
    const std::int64_t high = low + window;
    for (int w = int(threadIdx.x); w < words; w += int(blockDim.x)) bits[w] = 0;
    __syncthreads();
    const auto set = [&](const SpgemmRows<Index>& rows, std::int64_t begin, std::int64_t end) {
      if (low > 0) begin = lower_bound(rows, begin, end, Index(low));
      for (std::int64_t p = begin + group.lane; p < end; p += 32) {
        const std::int64_t column = rows.column(p);
        if (column >= high) break;
        atomicOr(&bits[(column - low) / 32], 1u << (column % 32));
      }
    };
    for (std::int64_t k = pattern.a.begin(row) + warp; k < pattern.a.end(row); k += warps) {
      const std::int64_t inner = pattern.a.column(k);
      set(pattern.b, pattern.b.begin(inner), pattern.b.end(inner));
    }
    if (pattern.has_d() && warp == 0) set(pattern.d, pattern.d.begin(row), pattern.d.end(row));
    __syncthreads();
    for (int base = 0; base < words; base += int(blockDim.x)) {
      const int w = base + int(threadIdx.x);
      const unsigned mine = w < words ? bits[w] : 0;
      int before = __popc(mine);
#pragma unroll
      for (int delta = 1; delta < 32; delta *= 2) {
        const int other = __shfl_up_sync(0xffffffffu, before, delta);
        if (group.lane >= delta) before += other;
      }
      if (group.lane == 31) warp_sums[warp] = unsigned(before);
      __syncthreads();
      std::int64_t place = count + before - __popc(mine);
      for (int other = 0; other < warps; ++other) {
        if (other < warp) place += warp_sums[other];
        count += warp_sums[other];
      }
      if (columns != nullptr)
        for (unsigned left = mine; left != 0; left &= left - 1)
          columns[place++] =
              Index(low + std::int64_t(w) * 32 + (__ffs(int(left)) - 1) + symbolic.base);
      __syncthreads();
    }
  }
  if (columns == nullptr && threadIdx.x == 0) symbolic.row_lengths[row] = count;
}

__global__ void __launch_bounds__(256)
    cut_rows(const std::int64_t* row_lengths, std::int64_t num_rows, SpgemmTally* tally,
             SpgemmPiece* pieces) {
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t length = row < num_rows ? row_lengths[row] : 0;
  const int kind = SpgemmTables::kind(length);
  constexpr std::int64_t each = SpgemmTables::piece_entries;
  const std::int64_t mine = kind == 2 ? (length + each - 1) / each : 0;
  if (pieces != nullptr) {
    if (mine == 0) return;
    const unsigned long long first =
        atomicAdd(&tally->pieces, static_cast<unsigned long long>(mine));
    for (std::int64_t k = 0; k < mine; ++k) pieces[first + k] = {row, k * each};
    return;
  }
  for (int k = 0; k < 3; ++k) {
    const unsigned there = __ballot_sync(0xffffffffu, length > 0 && kind == k);
    if (threadIdx.x % 32 == 0 && there != 0)
      atomicAdd(&tally->rows[k], static_cast<unsigned long long>(__popc(there)));
  }
  if (mine > 0) atomicAdd(&tally->pieces, static_cast<unsigned long long>(mine));
}

template <class Index, int lanes>
cudaError_t launch_tables(const SpgemmSymbolic<Index>& symbolic, cudaStream_t stream) {
  constexpr int threads = 256, groups = threads / lanes;
  const auto blocks = unsigned((symbolic.pattern.a.num_rows + groups - 1) / groups);
  const auto bytes = [](int places) { return groups * places * (sizeof(Index) + 4); };
  const auto kernel = take_rows<Index, lanes>;
  // Rows with more products are quicker in a block's mask than in a table that they overflow.
  constexpr std::int64_t most = 32 * large_places;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes(large_places));
      error != cudaSuccess)
    return error;
  kernel<<<blocks, threads, bytes(small_places), stream>>>(symbolic, small_places, 0, few_products);
  kernel<<<blocks, threads, bytes(large_places), stream>>>(symbolic, large_places, few_products,
                                                           most);
  if (symbolic.columns == nullptr)
    note_unfit<Index, lanes><<<blocks, threads, 0, stream>>>(symbolic, most);
  return cudaGetLastError();
}

}  // namespace

template <class Index>
cudaError_t launch_spgemm_tables(const SpgemmSymbolic<Index>& symbolic, cudaStream_t stream) {
  return symbolic.lanes == 8 ? launch_tables<Index, 8>(symbolic, stream)
                             : launch_tables<Index, 32>(symbolic, stream);
}

template <class Index>
cudaError_t launch_spgemm_masks(const SpgemmSymbolic<Index>& symbolic, std::int64_t count,
                                cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  const auto kernel = mask_rows<Index>;
  constexpr std::int64_t most_words = 48 * 1024;  // 192 KiB
  const auto words = int(std::min((symbolic.pattern.num_cols + 31) / 32, most_words));
  const std::size_t bytes = std::size_t(words) * 4;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  kernel<<<unsigned(count), 512, bytes, stream>>>(symbolic, words);
  return cudaGetLastError();
}

cudaError_t launch_spgemm_pieces(const std::int64_t* row_lengths, std::int64_t num_rows,
                                 SpgemmTally* tally, SpgemmPiece* pieces, cudaStream_t stream) {
  constexpr int threads = 256;
  cut_rows<<<unsigned((num_rows + threads - 1) / threads), threads, 0, stream>>>(
      row_lengths, num_rows, tally, pieces);
  return cudaGetLastError();
}

#define FILIGREE_INSTANTIATE(Index)                                                      \
  template cudaError_t launch_spgemm_tables(const SpgemmSymbolic<Index>&, cudaStream_t); \
  template cudaError_t launch_spgemm_masks(const SpgemmSymbolic<Index>&, std::int64_t,   \
                                           cudaStream_t);
FILIGREE_INSTANTIATE(std::int32_t)
FILIGREE_INSTANTIATE(std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::cuda
