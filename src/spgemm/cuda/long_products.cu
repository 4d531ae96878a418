// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cub/device/device_radix_sort.cuh>

#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/listed_product.cuh"
#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/row_kinds.cuh"

/// Rows with too many products to be sorted in shared memory: their products are written down in
/// the order of A's rows, sorted by row and column, all together, and moved to their places.

namespace filigree::cuda {
namespace {

using Word = SpgemmLongProducts::Word;
constexpr int chunk_warps = SpgemmLongChunk::entries / 32;

/// Bits that numbers below `count` have.
int bits_of(std::int64_t count) {
  int bits = 1;
  while (bits < 63 && std::int64_t(1) << bits < count) ++bits;
  return bits;
}

cudaError_t sort(SpgemmLongProducts& products, int bits, std::size_t& bytes, int& sorted,
                 cudaStream_t stream) {
  cub::DoubleBuffer<Word> keys(products.keys[0], products.keys[1]);
  cub::DoubleBuffer<Word> places(products.places[0], products.places[1]);
  const cudaError_t error = cub::DeviceRadixSort::SortPairs(products.workspace, bytes, keys, places,
                                                            products.count, 0, bits, stream);
  sorted = keys.selector;
  if (products.workspace != nullptr && places.selector != keys.selector) return cudaErrorUnknown;
  return error;
}

template <class Index>
__global__ void __launch_bounds__(256)
    count_chunk_products(const SpgemmPattern<Index> pattern, const SpgemmLongProducts products) {
  const SpgemmLongChunk chunk = products.chunks[blockIdx.x];
  const std::int64_t end = min(chunk.a_begin + chunk.entries, pattern.a.end(chunk.row));
  std::int64_t mine = 0;
  for (std::int64_t k = chunk.a_begin + threadIdx.x; k < end; k += 256) {
    const std::int64_t inner = pattern.a.column(k);
    mine += pattern.b.end(inner) - pattern.b.begin(inner);
  }
  const std::int64_t all = block_sum(mine);
  if (threadIdx.x == 0) products.starts[blockIdx.x] = all;
}

template <class Index>
__global__ void __launch_bounds__(SpgemmLongChunk::entries)
    write_products(const SpgemmPattern<Index> pattern, const SpgemmLongProducts products,
                   int column_bits) {
  __shared__ std::int64_t places[SpgemmLongChunk::entries];
  __shared__ int ends[SpgemmLongChunk::entries], warp_sums[chunk_warps];
  const ProductStage stage{{chunk_warps}, places, ends, warp_sums};
  const SpgemmLongChunk chunk = products.chunks[blockIdx.x];
  const std::int64_t end = pattern.a.end(chunk.row), k = chunk.a_begin + threadIdx.x;
  stage.take(pattern.b, k < end ? std::int64_t(pattern.a.column(k)) : -1, false, Index(0),
             Index(0));
  const std::int64_t start = products.starts[blockIdx.x];
  const Word row = Word(chunk.first) << column_bits;
  stage.each_product(pattern.b, min(end - chunk.a_begin, std::int64_t(SpgemmLongChunk::entries)),
                     [&](Index column, int entry, std::int64_t place) {
                       const std::int64_t to = start + (place - stage.places[entry]);
                       products.keys[0][to] = row | Word(column);
                       products.places[0][to] = listed_product<Word>(chunk.a_begin + entry, place);
                     });
}

/// Of a block that places products.
constexpr int placing_threads = 256, placed_products = 2048;

/// Moves sorted products to those of their rows, and counts entries: a block takes a stretch of
/// products, most of which are one row's.
template <class Index>
__global__ void __launch_bounds__(placing_threads)
    place_products(const SpgemmListing<Index> listing, const SpgemmLongProducts products,
                   int column_bits, int from) {
  constexpr int each = placed_products / placing_threads;
  __shared__ int of_row, of_tiles[placed_products / SpgemmSortedProducts<Index>::tile + 2];
  using Count = SpgemmTally::Count;
  const auto& sorted = listing.sorted;
  const std::int64_t begin = std::int64_t(blockIdx.x) * placed_products;
  struct Place {
    std::int64_t row, shift;  ///< from a product's number to its place
  };
  const auto place_of = [&](Word key) {
    const auto chunk = std::int64_t(key >> column_bits);
    const std::int64_t row = products.chunks[chunk].row;
    return Place{row, listing.first_products[row] - products.starts[chunk]};
  };
  const Word* const keys = products.keys[from];
  const Place first = place_of(keys[begin]);
  const std::int64_t first_tile = (begin + first.shift) / sorted.tile;
  if (threadIdx.x == 0) of_row = 0;
  if (threadIdx.x < sizeof(of_tiles) / sizeof(int)) of_tiles[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll
  for (int u = 0; u < each; ++u) {
    const std::int64_t k = begin + u * 256 + threadIdx.x;
    const bool there = k < products.count;
    const Word key = there ? keys[k] : 0;
    const Word before = there && k > 0 ? keys[k - 1] : ~key;
    const bool is_first = !there || key >> column_bits == keys[begin] >> column_bits;
    const auto [row, shift] = is_first ? first : place_of(key);
    const bool head = there && key != before;
    const std::int64_t to = k + shift;
    if (there) {
      const auto column = Index(key & ((Word(1) << column_bits) - 1));
      sorted.columns[to] = head ? column : Index(-1);
      sorted.places[to] = products.places[from][k];
    }
    // Most heads are the first row's, and those of a warp one tile's.
    const unsigned mine = __ballot_sync(whole_warp, head && is_first);
    const auto tile = int(to / sorted.tile - first_tile);
    const int one = __shfl_sync(whole_warp, is_first ? tile : 0, 0);
    const unsigned same = __ballot_sync(whole_warp, head && is_first && tile == one);
    if (lane_number() == 0 && mine != 0) atomicAdd(&of_row, __popc(mine));
    if (lane_number() == 0 && same != 0) atomicAdd(&of_tiles[one], __popc(same));
    if (head && is_first && tile != one) atomicAdd(&of_tiles[tile], 1);
    if (head && !is_first) {
      atomicAdd(reinterpret_cast<Count*>(&listing.row_lengths[row]), Count(1));
      atomicAdd(reinterpret_cast<Count*>(&sorted.tile_entries[to / sorted.tile]), Count(1));
    }
  }
  __syncthreads();
  if (threadIdx.x == 0 && of_row > 0)
    atomicAdd(reinterpret_cast<Count*>(&listing.row_lengths[first.row]), Count(of_row));
  if (threadIdx.x < sizeof(of_tiles) / sizeof(int) && of_tiles[threadIdx.x] > 0)
    atomicAdd(reinterpret_cast<Count*>(&sorted.tile_entries[first_tile + threadIdx.x]),
              Count(of_tiles[threadIdx.x]));
}

}  // namespace

cudaError_t spgemm_long_products_bytes(SpgemmLongProducts& products, std::int64_t num_cols) {
  cudaError_t error = spgemm_scan_bytes(products.num_chunks, products.scan_bytes);
  int sorted = 0;
  if (error == cudaSuccess)
    error = sort(products, bits_of(num_cols) + bits_of(products.num_chunks), products.sort_bytes,
                 sorted, nullptr);
  return error;
}

template <class Index>
cudaError_t launch_spgemm_long_products(const SpgemmListing<Index>& listing, cudaStream_t stream) {
  SpgemmLongProducts products = listing.long_products;
  const int column_bits = bits_of(listing.pattern.num_cols);
  const auto chunks = unsigned(products.num_chunks);
  count_chunk_products<<<chunks, 256, 0, stream>>>(listing.pattern, products);
  cudaError_t error =
      launch_spgemm_offsets({products.workspace, products.scan_bytes}, products.starts,
                            products.num_chunks, 0, products.starts, stream);
  if (error != cudaSuccess) return error;
  write_products<<<chunks, SpgemmLongChunk::entries, 0, stream>>>(listing.pattern, products,
                                                                  column_bits);
  int sorted = 0;
  error = sort(products, column_bits + bits_of(products.num_chunks), products.sort_bytes, sorted,
               stream);
  if (error != cudaSuccess) return error;
  const std::int64_t blocks = (products.count + placed_products - 1) / placed_products;
  place_products<<<unsigned(blocks), placing_threads, 0, stream>>>(listing, products, column_bits,
                                                                   sorted);
  return cudaGetLastError();
}

template cudaError_t launch_spgemm_long_products(const SpgemmListing<std::int32_t>&, cudaStream_t);
template cudaError_t launch_spgemm_long_products(const SpgemmListing<std::int64_t>&, cudaStream_t);

}  // namespace filigree::cuda
