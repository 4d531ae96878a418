// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/listed_product.cuh"
#include "spgemm/cuda/row_kinds.cuh"
#include "spgemm/cuda/table.cuh"

/// C from its sorted products: a thread block takes a tile of them.

namespace filigree::cuda {

/// The first products of entries among a tile's, as bits.
template <class Index>
struct ProductTile {
  using Products = SpgemmSortedProducts<Index>;
  static constexpr int threads = 256, each = Products::tile / threads, words = Products::tile / 32;
  static_assert(words == 32);

  struct Heads {
    unsigned bits[words];
    int before[words];  ///< entries before those of a word
  };

  const Products& products;
  std::int64_t first;
  int count;
  Heads& heads;

  __device__ ProductTile(const Products& all, std::int64_t number, Heads& memory)
      : products(all),
        first(number * Products::tile),
        count(int(min(all.count - first, std::int64_t(Products::tile)))),
        heads(memory) {}

  /// The thread's product number u, which need not be there.
  __device__ static int mine(int u) { return u * threads + int(threadIdx.x); }
  /// Reads the columns of the thread's products: -1 of none.
  __device__ void read(Index (&columns)[each]) const {
#pragma unroll
    for (int u = 0; u < each; ++u)
      columns[u] = mine(u) < count ? products.columns[first + mine(u)] : Index(-1);
#pragma unroll
    for (int u = 0; u < each; ++u) {
      const unsigned word = __ballot_sync(whole_warp, columns[u] >= 0);
      if (lane_number() == 0) heads.bits[mine(u) / 32] = word;
    }
    __syncthreads();
    count_heads();
    if (int(threadIdx.x) * 32 < count) bits()[threadIdx.x] = heads.bits[threadIdx.x];
  }
  /// Reads the bits that such a read has left in the place of columns.
  __device__ void read_heads() const {
    if (threadIdx.x < words)
      heads.bits[threadIdx.x] = int(threadIdx.x) * 32 < count ? bits()[threadIdx.x] : 0;
    __syncthreads();
    count_heads();
  }
  __device__ bool is_head(int product) const {
    return (heads.bits[product / 32] >> (product % 32) & 1u) != 0;
  }
  /// Entries of C before the one that begins with a product.
  __device__ std::int64_t entry(std::int64_t before_tile, int product) const {
    const unsigned lower = heads.bits[product / 32] & ((1u << (product % 32)) - 1u);
    return before_tile + heads.before[product / 32] + __popc(lower);
  }
  /// Whether the first product behind the tile, which is there, is the first one of an entry.
  __device__ bool next_is_head() const {
    return (*reinterpret_cast<const unsigned*>(products.columns + first + count) & 1u) != 0;
  }

 private:
  __device__ unsigned* bits() const {
    return reinterpret_cast<unsigned*>(products.columns + first);
  }
  __device__ void count_heads() const {
    if (threadIdx.x < words) {
      const int mine = __popc(heads.bits[threadIdx.x]);
      heads.before[threadIdx.x] = inclusive_warp_sum(mine) - mine;
    }
    __syncthreads();
  }
};

/// C's columns. From then on there are bits of first products in the place of those of products.
template <class Index>
__global__ void __launch_bounds__(ProductTile<Index>::threads)
    place_columns(const SpgemmSortedProducts<Index> products, Index base, Index* to) {
  using Tile = ProductTile<Index>;
  __shared__ typename Tile::Heads heads;
  const Tile tile(products, blockIdx.x, heads);
  const std::int64_t before = products.tile_entries[blockIdx.x];
  Index columns[Tile::each];
  tile.read(columns);
#pragma unroll
  for (int u = 0; u < Tile::each; ++u)
    if (columns[u] >= 0) to[tile.entry(before, Tile::mine(u))] = columns[u] + base;
}

/// The factors of a tile's products.
template <class C>
struct TileFactors {
  C a[SpgemmSortedProducts<int>::tile], b[SpgemmSortedProducts<int>::tile];
};

/// C's values: a thread adds up entries that begin in the tile. The last one may go on in others.
template <class Arguments>
struct TileValues {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  using Tile = ProductTile<Index>;

  const Arguments& arguments;
  const Tile& tile;
  TileFactors<C>& factors;

  /// Brings the factors of `count` products from `first` on to shared memory.
  __device__ void fetch(std::int64_t first, int count) const {
    std::uint64_t places[Tile::each];
#pragma unroll
    for (int u = 0; u < Tile::each; ++u)
      places[u] = tile.products.places[first + (Tile::mine(u) < count ? Tile::mine(u) : 0)];
#pragma unroll
    for (int u = 0; u < Tile::each; ++u) {
      factors.a[Tile::mine(u)] =
          spgemm_value<C>(arguments.a_values[listed_a(places[u])], arguments.conjugate_a);
      factors.b[Tile::mine(u)] =
          spgemm_value<C>(arguments.b_values[listed_b(places[u])], arguments.conjugate_b);
    }
  }
  __device__ C add(const C& sum, int product) const {
    return multiply_add(sum, factors.a[product], factors.b[product]);
  }
  __device__ void write(std::int64_t entry, const C& sum) const {
    write_value(arguments, entry, multiply_add(zero<C>(), arguments.alpha.get(), sum));
  }
  /// The sum of the entry that begins with a product, as far as the tile has its products; returns
  /// the first product that is none of it.
  __device__ int add_entry(int product, C& sum) const {
    sum = add(zero<C>(), product);
    int next = product + 1;
    for (; next < tile.count && !tile.is_head(next); ++next) sum = add(sum, next);
    return next;
  }
  /// Goes on with the entry that is the tile's last one, which has all products that a tile may
  /// have. For all threads.
  __device__ void go_on(C& sum) const {
    const auto& products = tile.products;
    for (std::int64_t number = tile.first / products.tile + 1; number < products.num_tiles();
         ++number) {
      __syncthreads();  // all have used the factors, and bits
      const Tile next(products, number, tile.heads);
      next.read_heads();
      int end = next.count;
      for (int w = Tile::words - 1; w >= 0; --w)
        if (tile.heads.bits[w] != 0) end = w * 32 + __ffs(int(tile.heads.bits[w])) - 1;
      fetch(next.first, next.count);
      __syncthreads();
      if (threadIdx.x == 0)
#pragma unroll 8
        for (int k = 0; k < end; ++k) sum = add(sum, k);
      if (end < next.count) break;
    }
  }
};

template <class Arguments>
__global__ void __launch_bounds__(256) add_sorted_products(const Arguments arguments) {
  using C = typename Arguments::C;
  using Values = TileValues<Arguments>;
  using Tile = typename Values::Tile;
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ typename Tile::Heads heads;
  __shared__ __align__(16) unsigned char last_memory[sizeof(C)];
  __shared__ std::int64_t last_entry;
  auto& last_sum = reinterpret_cast<C&>(last_memory);
  const auto& products = arguments.sorted;
  const Tile tile(products, blockIdx.x, heads);
  const Values values{arguments, tile, reinterpret_cast<TileFactors<C>&>(shared)};
  const std::int64_t before = products.tile_entries[blockIdx.x];
  const std::int64_t end = tile.first + tile.count;
  const bool goes_on = end < products.count && !tile.next_is_head();
  if (threadIdx.x == 0) last_entry = -1;
  const bool is_zero_product = is_zero(arguments.alpha.get());  // A and B take no part
  tile.read_heads();
  if (!is_zero_product) values.fetch(tile.first, tile.count);
  __syncthreads();
#pragma unroll
  for (int u = 0; u < Tile::each; ++u) {
    if (!tile.is_head(Tile::mine(u))) continue;
    const std::int64_t entry = tile.entry(before, Tile::mine(u));
    C sum = zero<C>();
    if (is_zero_product) {
      write_value(arguments, entry, sum);
    } else if (values.add_entry(Tile::mine(u), sum) == tile.count && goes_on) {
      last_entry = entry;
      last_sum = sum;
    } else {
      values.write(entry, sum);
    }
  }
  if (!goes_on) return;
  __syncthreads();
  if (last_entry < 0) return;
  C sum = last_sum;
  values.go_on(sum);
  if (threadIdx.x == 0) values.write(last_entry, sum);
}

template <class Arguments>
cudaError_t launch_sorted_values(const Arguments& arguments, cudaStream_t stream) {
  using Tile = ProductTile<typename Arguments::Index>;
  constexpr std::size_t bytes = sizeof(TileFactors<typename Arguments::C>);
  static_assert(bytes <= 48 * 1024);
  add_sorted_products<<<unsigned(arguments.sorted.num_tiles()), Tile::threads, bytes, stream>>>(
      arguments);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
