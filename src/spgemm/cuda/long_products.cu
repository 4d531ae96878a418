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
  const cudaError_t error = cub::DeviceRadixSort::SortPairs(
      products.workspace, bytes, keys, places, products.count, 0, bits, stream);
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
                       products.places[0][to] =
                           listed_product<Word>(chunk.a_begin + entry, place);
                     });
}

/// Moves sorted products to those of their rows, and counts entries.
template <class Index>
__global__ void __launch_bounds__(256)
    place_products(const SpgemmListing<Index> listing, const SpgemmLongProducts products,
                   int column_bits, int from) {
  const std::int64_t k = std::int64_t(blockIdx.x) * 256 + threadIdx.x;
  const bool there = k < products.count;
  const Word key = there ? products.keys[from][k] : ~Word(0);
  const auto first_chunk = std::int64_t(key >> column_bits);
  std::int64_t row = -1;
  std::int64_t tile = -1;
  bool head = false;
  if (there) {
    row = products.chunks[first_chunk].row;
    const std::int64_t start = products.starts[first_chunk];
    head = k == start || products.keys[from][k - 1] != key;
    const std::int64_t to = listing.first_products[row] + (k - start);
    const auto column = Index(key & ((Word(1) << column_bits) - 1));
    listing.sorted.columns[to] = head ? column : Index(-1);
    listing.sorted.places[to] = products.places[from][k];
    tile = to / listing.sorted.tile;
  }
  const unsigned heads = __ballot_sync(whole_warp, head);
  const auto count = [&](std::int64_t* counts, std::int64_t mine) {
    const unsigned same = __match_any_sync(whole_warp, mine);
    if (there && lane_number() == __ffs(int(same)) - 1)
      atomicAdd(reinterpret_cast<SpgemmTally::Count*>(counts + mine),
                SpgemmTally::Count(__popc(heads & same)));
  };
  count(listing.row_lengths, row);
  count(listing.sorted.tile_entries, tile);
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
  cudaError_t error = launch_spgemm_offsets({products.workspace, products.scan_bytes},
                                            products.starts, products.num_chunks, 0,
                                            products.starts, stream);
  if (error != cudaSuccess) return error;
  write_products<<<chunks, SpgemmLongChunk::entries, 0, stream>>>(listing.pattern, products,
                                                                  column_bits);
  int sorted = 0;
  error = sort(products, column_bits + bits_of(products.num_chunks), products.sort_bytes, sorted,
               stream);
  if (error != cudaSuccess) return error;
  place_products<<<unsigned((products.count + 255) / 256), 256, 0, stream>>>(listing, products,
                                                                            column_bits, sorted);
  return cudaGetLastError();
}

template cudaError_t launch_spgemm_long_products(const SpgemmListing<std::int32_t>&, cudaStream_t);
template cudaError_t launch_spgemm_long_products(const SpgemmListing<std::int64_t>&, cudaStream_t);

}  // namespace filigree::cuda
