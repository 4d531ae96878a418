// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "cuda/launch.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/long_rows.cuh"
#include "spgemm/cuda/product_list.hpp"
#include "spgemm/cuda/row_kinds.cuh"
#include "spgemm/cuda/sorted_products.cuh"
#include "spgemm/cuda/sorted_rows.cuh"

/// C's columns together with a list of the products of its entries.

namespace filigree::cuda {
namespace {

unsigned blocks_of_256(std::int64_t items) { return unsigned((items + 255) / 256); }

/// The row that has C's entry `entry`.
template <class Index>
__device__ std::int64_t row_of(const SpgemmListing<Index>& listing, std::int64_t entry) {
  std::int64_t low = 0, high = listing.pattern.a.num_rows;
  while (high - low > 1) {  // low begins at the entry or before it, high behind it or is the end
    const std::int64_t middle = low + (high - low) / 2;
    (listing.offsets[middle] - listing.base <= entry ? low : high) = middle;
  }
  return low;
}

/// The entries of A of every chunk, or the most of them.
template <class Index>
__global__ void __launch_bounds__(256) find_chunks(const SpgemmListing<Index> listing) {
  const std::int64_t number = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  std::int64_t count = 0;
  if (number < listing.list.num_chunks()) {
    const std::int64_t begin = number * SpgemmChunk::entries;
    const std::int64_t last = min(begin + SpgemmChunk::entries, listing.list.nnz) - 1;
    const auto& a = listing.pattern.a;
    const std::int64_t a_begin = a.begin(row_of(listing, begin));
    count = a.end(row_of(listing, last)) - a_begin;
    if (listing.list.chunks != nullptr)
      listing.list.chunks[number] = {a_begin, std::uint32_t(count), 0};
  }
  if (listing.list.chunks != nullptr) return;
  const auto most = static_cast<SpgemmTally::Count>(max_over_lanes(count));
  if (lane_number() == 0 && most > listing.tally->most_a) atomicMax(&listing.tally->most_a, most);
}

/// Where the rows of B begin that A's entries name.
template <class Index>
__global__ void __launch_bounds__(256)
    find_b_begins(const SpgemmListing<Index> listing, std::int64_t entries) {
  const std::int64_t k = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (k >= entries) return;
  const auto &a = listing.pattern.a, &b = listing.pattern.b;
  listing.list.b_begins[k] = std::uint32_t(b.begin(a.column(k)));
}

/// Lists rows by kind, and parts or chunks of those of the last one.
template <class Index>
__global__ void __launch_bounds__(256) list_rows(const SpgemmListing<Index> listing) {
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool there = row < listing.pattern.a.num_rows;
  const std::int64_t products =
      there ? listing.first_products[row + 1] - listing.first_products[row] : 0;
  const int mine = SpgemmListKind::of(products, listing.last_sort);
  SpgemmListTally& tally = *listing.tally;
  for (int kind = 0; kind < SpgemmListKind::kinds; ++kind) {
    if (!__syncthreads_or(mine == kind)) continue;
    const std::int64_t place = take_places(&tally.placed_rows[kind], mine == kind);
    if (mine == kind) listing.rows[listing.first_rows[kind] + place] = row;
  }
  if (mine != SpgemmListKind::kinds - 1) return;
  const auto take = [](SpgemmTally::Count& taken, std::int64_t count) {
    return std::int64_t(atomicAdd(&taken, static_cast<SpgemmTally::Count>(count)));
  };
  if (listing.sorts_products()) {
    const auto& a = listing.pattern.a;
    const std::int64_t begin = a.begin(row), chunks = SpgemmLongChunk::of(a.end(row) - begin);
    const std::int64_t first = take(tally.chunks, chunks);
    for (std::int64_t k = 0; k < chunks; ++k)
      listing.long_products.chunks[first + k] = {row, first, begin + k * SpgemmLongChunk::entries};
  } else if (const std::int64_t parts = SpgemmRowPart::of(products); parts > 1) {
    const std::int64_t first = take(tally.parts, parts);
    for (std::int64_t k = 0; k < parts; ++k) listing.list.parts[first + k] = {row, k, parts};
  }
}

/// A block takes a chunk. Sorts the products of entries with few of them, lists entries with many,
/// and writes the end of the last one's.
template <class Index, class Word>
__global__ void __launch_bounds__(256)
    finish_chunks(const SpgemmListing<Index> listing, std::uint32_t products) {
  constexpr int each = SpgemmChunk::entries / 256;
  const SpgemmProductList& list = listing.list;
  const bool sorts = list.chunks[blockIdx.x].has_long_rows != 0;
  const std::int64_t first = std::int64_t(blockIdx.x) * SpgemmChunk::entries + threadIdx.x;
  std::uint32_t starts[each], ends[each];
#pragma unroll
  for (int u = 0; u < each; ++u) {
    const std::int64_t entry = first + 256 * u;
    starts[u] = entry < list.nnz ? list.starts[entry] : products;
    ends[u] = entry + 1 < list.nnz ? list.starts[entry + 1] : products;
  }
#pragma unroll
  for (int u = 0; u < each; ++u) {
    const std::uint32_t count = ends[u] - starts[u];
    if (count > std::uint32_t(SpgemmChunk::most_products))
      list.long_entries[atomicAdd(list.num_long, 1u)] = std::uint32_t(first + 256 * u);
    else if (sorts && count > 1)
      sort_few(static_cast<Word*>(list.products) + starts[u], int(count));
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) list.starts[list.nnz] = products;
}

/// A column and the number of a product of a row, in as few bits as will do.
template <class Index, int warps, int each>
cudaError_t launch_sort(const SpgemmListing<Index>& listing, int kind, bool overlaps,
                        cudaStream_t stream) {
  constexpr std::int64_t narrow_columns = (std::int64_t(1) << 32) / (32 * warps * each);
  return listing.pattern.num_cols <= narrow_columns
             ? launch_sort_rows<Index, unsigned, warps, each>(listing, kind, overlaps, stream)
             : launch_sort_rows<Index, unsigned long long, warps, each>(listing, kind, overlaps,
                                                                        stream);
}

/// \param overlaps whether the first of these kernels may begin beside the one launched last, which
///     lists no rows
template <class Index>
cudaError_t launch_sorts(const SpgemmListing<Index>& listing, bool overlaps, cudaStream_t stream) {
  using Launch = cudaError_t (*)(const SpgemmListing<Index>&, int, bool, cudaStream_t);
  constexpr Launch launches[] = {launch_sort<Index, 1, 1>,
                                 launch_sort<Index, 1, 2>,
                                 launch_sort<Index, 1, 4>,
                                 launch_sort<Index, 1, 8>,
                                 launch_sort<Index, 1, 16>,
                                 launch_sort<Index, 4, 8>,
                                 launch_sort<Index, 8, 16>,
                                 launch_sort<Index, 16, 16>,
                                 launch_sort_rows<Index, unsigned, 24, 16>,
                                 launch_sort_rows<Index, unsigned, 32, 16>};
  cudaError_t error = cudaSuccess;
  for (int kind = listing.last_sort; kind >= 0 && error == cudaSuccess; --kind) {
    if (listing.first_rows[kind + 1] == listing.first_rows[kind]) continue;
    error = launches[kind](listing, kind, overlaps, stream);
    overlaps = true;
  }
  return error;
}

template <class Index>
cudaError_t launch_long_rows(const SpgemmListing<Index>& listing, std::int64_t products,
                             cudaStream_t stream) {
  const int words = window_words(listing.pattern.num_cols, LongRow<Index>::most_words);
  const std::size_t bytes =
      RankedBits::bytes(words) + LongRow<Index>::shared_ends * sizeof(std::uint32_t);
  const std::int64_t most_parts = SpgemmRowPart::most_of(products);
  const auto blocks = [](std::int64_t items) {
    constexpr std::int64_t most = 1024;  // more than are under way at once
    return std::min(items, most);
  };
  if (most_parts > 0) {
    const auto count = count_parts<Index>;
    if (const cudaError_t error = allow_shared_memory(count, bytes); error != cudaSuccess)
      return error;
    count<<<unsigned(blocks(most_parts)), 32 * block_warps, bytes, stream>>>(listing, words);
  }
  const auto list = list_long_rows<Index>;
  if (const cudaError_t error = allow_shared_memory(list, bytes); error != cudaSuccess)
    return error;
  // Those of large windows are all under way at once, so that other rows begin beside them.
  constexpr std::int64_t beside = 256;
  const std::int64_t items = listing.pattern.a.num_rows + most_parts;
  const LaunchShape shape{blocks(words > RankedBits::most_single ? std::min(items, beside) : items),
                          32 * block_warps, bytes};
  const bool overlaps = most_parts > 0;  // the kernel before that is count_parts
  return launch_kernel(list, shape, overlaps, stream, listing, words);
}

template <class Index>
cudaError_t launch_list_rows(const SpgemmListing<Index>& listing, cudaStream_t stream) {
  const cudaError_t error = cudaMemsetAsync(listing.tally, 0, sizeof(*listing.tally), stream);
  if (error != cudaSuccess) return error;
  list_rows<<<blocks_of_256(listing.pattern.a.num_rows), 256, 0, stream>>>(listing);
  return cudaGetLastError();
}

template <class Word, class Index>
cudaError_t launch_finish(const SpgemmListing<Index>& listing, std::int64_t products,
                          cudaStream_t stream) {
  const SpgemmProductList& list = listing.list;
  finish_chunks<Index, Word>
      <<<unsigned(list.num_chunks()), 256, 0, stream>>>(listing, std::uint32_t(products));
  constexpr unsigned blocks = 1024;  // more than are under way at once
  sort_long_entries<Word><<<blocks, LongEntrySort<Word>::threads, 0, stream>>>(list);
  return cudaGetLastError();
}

}  // namespace

bool spgemm_list_pays(const SpgemmTally& found, bool has_runs, bool used_once) {
  if (used_once) {  // rows that are long and hold few products for each entry
    return !has_runs && found.products >= SpgemmTally::row_products * found.num_rows() &&
           found.products <= SpgemmTally::entry_products * found.entries;
  }
  // Runs keep nothing for a product, and are slower only where there is little else to read.
  return has_runs ? found.products == found.entries : found.products <= 16 * found.entries;
}

template <class Index>
cudaError_t launch_spgemm_list_count(const SpgemmListing<Index>& listing, cudaStream_t stream) {
  const cudaError_t error = cudaMemsetAsync(listing.tally, 0, sizeof(*listing.tally), stream);
  if (error != cudaSuccess) return error;
  find_chunks<<<blocks_of_256(listing.list.num_chunks()), 256, 0, stream>>>(listing);
  return cudaGetLastError();
}

template <class Index>
cudaError_t launch_spgemm_list_fill(const SpgemmListing<Index>& listing, std::int64_t a_entries,
                                    std::int64_t products, cudaStream_t stream) {
  const SpgemmProductList& list = listing.list;
  cudaError_t error = cudaMemsetAsync(list.num_long, 0, sizeof(*list.num_long), stream);
  if (error != cudaSuccess) return error;
  find_chunks<<<blocks_of_256(list.num_chunks()), 256, 0, stream>>>(listing);
  find_b_begins<<<blocks_of_256(a_entries), 256, 0, stream>>>(listing, a_entries);
  error = launch_list_rows(listing, stream);
  if (error == cudaSuccess) error = launch_long_rows(listing, products, stream);
  if (error == cudaSuccess) error = launch_sorts(listing, true, stream);
  if (error != cudaSuccess) return error;
  return list.is_wide ? launch_finish<std::uint64_t>(listing, products, stream)
                      : launch_finish<std::uint32_t>(listing, products, stream);
}

cudaError_t spgemm_last_sort(std::int64_t num_cols, int& last) {
  int device = 0, most_bytes = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&most_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  const auto fits = [&](int kind, std::size_t narrow, std::size_t wide) {
    const std::int64_t narrow_columns =
        (std::int64_t(1) << 32) / SpgemmListKind::most_products(kind);
    return (num_cols <= narrow_columns ? narrow : wide) <= std::size_t(most_bytes);
  };
  using Wide = unsigned long long;
  last = 6;
  if (fits(7, SortedRow<int, unsigned, 16, 16>::bytes(), SortedRow<int, Wide, 16, 16>::bytes()))
    last = 7;
  if (fits(9, SortedRow<int, unsigned, 32, 16>::bytes(), SIZE_MAX)) last = 9;
  return error;
}

template <class Index>
cudaError_t launch_spgemm_sort_products(const SpgemmListing<Index>& listing, cudaStream_t stream) {
  const auto& sorted = listing.sorted;
  const std::size_t lengths = sizeof(std::int64_t) * std::size_t(listing.pattern.a.num_rows),
                    tiles = sizeof(std::int64_t) * std::size_t(sorted.num_tiles());
  cudaError_t error = cudaMemsetAsync(listing.row_lengths, 0, lengths, stream);
  if (error == cudaSuccess) error = cudaMemsetAsync(sorted.tile_entries, 0, tiles, stream);
  if (error == cudaSuccess) error = launch_list_rows(listing, stream);
  if (error == cudaSuccess && listing.long_products.count > 0)
    error = launch_spgemm_long_products(listing, stream);
  return error == cudaSuccess ? launch_sorts(listing, false, stream) : error;
}

template <class Index>
cudaError_t launch_spgemm_place_columns(const SpgemmSortedProducts<Index>& sorted,
                                        std::int64_t base, Index* columns, cudaStream_t stream) {
  place_columns<<<unsigned(sorted.num_tiles()), ProductTile<Index>::threads, 0, stream>>>(
      sorted, Index(base), columns);
  return cudaGetLastError();
}

#define FILIGREE_INSTANTIATE(Index)                                                            \
  template cudaError_t launch_spgemm_sort_products(const SpgemmListing<Index>&, cudaStream_t); \
  template cudaError_t launch_spgemm_place_columns(const SpgemmSortedProducts<Index>&,         \
                                                   std::int64_t, Index*, cudaStream_t);        \
  template cudaError_t launch_spgemm_list_count(const SpgemmListing<Index>&, cudaStream_t);    \
  template cudaError_t launch_spgemm_list_fill(const SpgemmListing<Index>&, std::int64_t,      \
                                               std::int64_t, cudaStream_t);
FILIGREE_INSTANTIATE(std::int32_t)
FILIGREE_INSTANTIATE(std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::cuda
