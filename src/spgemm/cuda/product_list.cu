// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/listed_product.cuh"
#include "spgemm/cuda/place_table.cuh"
#include "spgemm/cuda/product_list.hpp"
#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/table.cuh"

/// Lists of products. Products of C's entries are counted, then written in the order in which
/// threads come by, and put into the order of A's row at last.

namespace filigree::cuda {
namespace {

/// What a team keeps in shared memory: entries of A at hand and the table of C's columns.
template <class Index>
struct TeamProducts {
  ProductStage stage;
  PlaceTable<Index> table;

  __host__ __device__ static std::size_t bytes(const SpgemmTeam& size) {
    const std::size_t threads = 32 * std::size_t(size.warps), warps = std::size_t(size.warps);
    const std::size_t all = threads * ProductStage::entry_bytes + warps * sizeof(int) +
                            std::size_t(size.places) * PlaceTable<Index>::place_bytes;
    return (all + 15) / 16 * 16;
  }
  __device__ TeamProducts(const SpgemmTeam& size, int count, unsigned char* memory) {
    const Team team{size.warps};
    int places = size.places;
    while (places >= 4 * count) places /= 2;
    auto* const stage_places = reinterpret_cast<std::int64_t*>(memory);
    auto* const keys = reinterpret_cast<Index*>(stage_places + team.threads());
    auto* const bits = reinterpret_cast<unsigned*>(keys + places);
    int* const ends = reinterpret_cast<int*>(bits + places);
    stage = {team, stage_places, ends, ends + team.threads()};
    table = {team, places, keys, bits,
             reinterpret_cast<unsigned short*>(stage.warp_sums + team.warps)};
  }
};

/// Counts a product of C's entry `entry`, or writes it: entry `of_a` of A times entry `of_b` of B.
template <class Index>
__device__ void list_product(const SpgemmListing<Index>& listing, std::int64_t entry,
                             std::int64_t of_a, std::int64_t of_b) {
  const std::uint32_t place = atomicAdd(&listing.counts[entry], 1u);
  if (listing.list.chunks == nullptr) return;
  const std::int64_t a = of_a - listing.list.chunks[entry / SpgemmChunk::entries].a_begin;
  const std::int64_t b = of_b - listing.list.b_begins[of_a];
  if (listing.list.is_wide)
    static_cast<std::uint64_t*>(listing.list.products)[place] = listed_product<std::uint64_t>(a, b);
  else
    static_cast<std::uint32_t*>(listing.list.products)[place] = listed_product<std::uint32_t>(a, b);
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

/// Whether a thread takes a row of C of so many entries.
template <class Index>
__device__ bool is_thread_row(const SpgemmRows<Index>& a, std::int64_t row, std::int64_t length) {
  constexpr std::int64_t most_a = 8;  // a warp is quicker with more
  return length <= SpgemmShare::thread_entries && a.end(row) - a.begin(row) <= most_a;
}

/// Threads of a block whose threads have a row each.
constexpr int row_threads = 64;

/// C's columns are in shared memory, those of neighbouring threads side by side. A row of B and one
/// of C are sorted: a column is looked for from where the one before it was found.
template <class Index>
__global__ void __launch_bounds__(row_threads)
    list_thread_rows(const SpgemmListing<Index> listing) {
  __shared__ Index columns[SpgemmShare::thread_entries * row_threads];
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const auto &a = listing.pattern.a, &b = listing.pattern.b, &c = listing.c;
  if (row >= c.num_rows) return;
  const std::int64_t begin = c.begin(row), length = c.end(row) - begin;
  if (!is_thread_row(a, row, length)) return;
  Index* const mine = columns + threadIdx.x;
  for (std::int64_t k = 0; k < length; ++k) mine[k * row_threads] = c.column(begin + k);
  for (std::int64_t k = a.begin(row); k < a.end(row); ++k) {
    const std::int64_t inner = a.column(k);
    int at = 0;
    for (std::int64_t p = b.begin(inner); p < b.end(inner); ++p) {
      const Index column = b.column(p);
      while (mine[at * row_threads] != column) ++at;
      list_product(listing, begin + at, k, p);
    }
  }
}

template <class Index>
__global__ void __launch_bounds__(SpgemmTeam::most_threads)
    list_team_rows(const SpgemmListing<Index> listing, const SpgemmTeam size,
                   const SpgemmPiece* pieces, std::int64_t items) {
  extern __shared__ __align__(16) unsigned char shared[];
  const int teams = int(blockDim.x) / (32 * size.warps), number = int(threadIdx.x) / 32 % teams;
  const std::int64_t item = std::int64_t(blockIdx.x) * teams + number;
  if (item >= items) return;
  const auto &a = listing.pattern.a, &b = listing.pattern.b, &c = listing.c;
  const auto [row, begin, length, count] = TeamItem::get(c, size, pieces, item);
  if (pieces == nullptr && (length == 0 || length > size.entries || is_thread_row(a, row, length)))
    return;

  const TeamProducts<Index> mine(size, count, shared + number * TeamProducts<Index>::bytes(size));
  mine.table.fill(c, begin, count);
  const Index low = c.column(begin), high = c.column(begin + count - 1);
  const Team team = mine.stage.team;
  const std::int64_t end = a.end(row);
  for (std::int64_t first = a.begin(row); first < end; first += team.threads()) {
    const std::int64_t k = first + team.thread();
    mine.stage.take(b, k < end ? std::int64_t(a.column(k)) : -1, count < length, low, high);
    mine.stage.each_product(b, [&](Index column, int entry, std::int64_t place) {
      list_product(listing, begin + mine.table.number(column), first + entry, place);
    });
    team.sync();
  }
}

template <class Index>
cudaError_t launch_list_team(const SpgemmListing<Index>& listing, const SpgemmTeam& size,
                             const SpgemmPiece* pieces, std::int64_t items, cudaStream_t stream) {
  if (items == 0) return cudaSuccess;
  const int teams = size.warps == 1 ? 4 : 1;
  const std::size_t bytes = std::size_t(teams) * TeamProducts<Index>::bytes(size);
  const auto kernel = list_team_rows<Index>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  kernel<<<unsigned((items + teams - 1) / teams), unsigned(32 * size.warps * teams), bytes,
           stream>>>(listing, size, pieces, items);
  return cudaGetLastError();
}

/// All products, once.
template <class Index>
cudaError_t launch_list_products(const SpgemmListing<Index>& listing, cudaStream_t stream) {
  using Share = SpgemmShare;
  const std::int64_t of_blocks = listing.rows[Share::block];
  cudaError_t error = launch_list_team(listing, Share::piece_team, listing.piece + of_blocks,
                                       listing.pieces, stream);
  if (error == cudaSuccess)
    error = launch_list_team(listing, Share::block_team, listing.piece, of_blocks, stream);
  const std::int64_t rows = listing.c.num_rows;
  if (error == cudaSuccess)
    error = launch_list_team(listing, Share::warp_team, nullptr, rows, stream);
  if (error != cudaSuccess || listing.rows[Share::thread] == 0) return error;
  list_thread_rows<<<unsigned((rows + row_threads - 1) / row_threads), row_threads, 0, stream>>>(
      listing);
  return cudaGetLastError();
}

/// The row that has C's entry `entry`.
template <class Index>
__device__ std::int64_t row_of(const SpgemmRows<Index>& c, std::int64_t entry) {
  std::int64_t low = 0, high = c.num_rows;  // a row that begins behind it, or the last one's end
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (c.begin(middle) <= entry ? low : high) = middle;
  }
  return low;
}

constexpr int chunk_threads = 128;
constexpr int thread_entries = SpgemmChunk::entries / chunk_threads;

/// Where a thread's first entry has its products among its chunk's; `all` becomes the chunk's
/// number of them.
__device__ inline int products_before(int mine, int& all) {
  __shared__ int sums[chunk_threads / 32];
  const int warp = int(threadIdx.x) / 32, up_to = inclusive_warp_sum(mine);
  if (lane_number() == 31) sums[warp] = up_to;
  __syncthreads();
  int before = up_to - mine;
  all = 0;
  for (int other = 0; other < chunk_threads / 32; ++other) {
    if (other < warp) before += sums[other];
    all += sums[other];
  }
  return before;
}

/// Counts entries with many products; with a list, gives every entry its place there.
template <class Index>
__global__ void __launch_bounds__(chunk_threads) share_list(const SpgemmListing<Index> listing) {
  using Count = SpgemmTally::Count;
  __shared__ SpgemmChunk chunk;
  const std::int64_t begin = std::int64_t(blockIdx.x) * SpgemmChunk::entries;
  const std::int64_t end = min(begin + SpgemmChunk::entries, listing.list.nnz);
  const std::int64_t first = begin + std::int64_t(threadIdx.x) * thread_entries;
  SpgemmListTally& tally = *listing.tally;
  int counts[thread_entries], mine = 0;
#pragma unroll
  for (int u = 0; u < thread_entries; ++u) {
    counts[u] = first + u < end ? int(listing.counts[first + u]) : 0;
    if (counts[u] <= SpgemmChunk::most_products)
      mine += counts[u];
    else if (listing.list.chunks == nullptr)
      atomicAdd(&tally.long_entries, Count(1));
  }
  int all = 0;
  int place = products_before(mine, all);
  if (threadIdx.x == 0) {
    const auto &a = listing.pattern.a, &c = listing.c;
    const std::int64_t a_begin = a.begin(row_of(c, begin)), a_end = a.end(row_of(c, end - 1));
    if (listing.list.chunks == nullptr) {
      if (Count(a_end - a_begin) > tally.most_a) atomicMax(&tally.most_a, Count(a_end - a_begin));
    } else {
      chunk = {std::int64_t(atomicAdd(&tally.listed, Count(all))), a_begin, a_end - a_begin, all};
      listing.list.chunks[blockIdx.x] = chunk;
    }
  }
  if (listing.list.chunks == nullptr) return;
  __syncthreads();
#pragma unroll
  for (int u = 0; u < thread_entries; ++u) {
    if (first + u >= end) continue;
    listing.list.starts[first + u] = static_cast<unsigned short>(place);
    std::int64_t next = chunk.first_product + place;
    if (counts[u] <= SpgemmChunk::most_products) {
      place += counts[u];
    } else {
      next = std::int64_t(atomicAdd(&tally.listed, Count(counts[u])));
      listing.list.long_entries[atomicAdd(&tally.placed_entries, Count(1))] = {first + u, next,
                                                                               counts[u]};
    }
    listing.counts[first + u] = std::uint32_t(next);
  }
}

/// Brings a chunk's products into order: a thread those of an entry, few of which have several.
template <class Word>
__global__ void __launch_bounds__(chunk_threads) sort_chunks(const SpgemmProductList list) {
  const SpgemmChunk chunk = list.chunks[blockIdx.x];
  const std::int64_t begin = std::int64_t(blockIdx.x) * SpgemmChunk::entries;
  const int count = int(min(list.nnz - begin, std::int64_t(SpgemmChunk::entries)));
  auto* const products = static_cast<Word*>(list.products) + chunk.first_product;
  for (int e = int(threadIdx.x); e < count; e += chunk_threads) {
    const int first = list.starts[begin + e];
    const int end = e + 1 < count ? list.starts[begin + e + 1] : int(chunk.products);
    for (int p = first + 1; p < end; ++p) {
      const Word mine = products[p];
      int to = p;
      for (; to > first && products[to - 1] > mine; --to) products[to] = products[to - 1];
      products[to] = mine;
    }
  }
}

constexpr int sort_threads = 512;

/// Brings the products of an entry with many into order: a bitonic network whose comparisons all
/// put the smaller word first, so that words past the end, which are not there, would stay there.
template <class Word>
__global__ void __launch_bounds__(sort_threads) sort_long_entries(const SpgemmProductList list) {
  const SpgemmLongEntry entry = list.long_entries[blockIdx.x];
  auto* const products = static_cast<Word*>(list.products) + entry.first_product;
  const auto exchange = [&](std::int64_t low, std::int64_t high) {
    if (high >= entry.products) return;
    const Word a = products[low], b = products[high];
    if (a <= b) return;
    products[low] = b;
    products[high] = a;
  };
  for (std::int64_t run = 2; run < 2 * entry.products; run *= 2)
    for (std::int64_t step = run / 2; step > 0; step /= 2) {
      for (std::int64_t pair = threadIdx.x; 2 * pair < entry.products + step;
           pair += sort_threads) {
        const std::int64_t low = 2 * pair - (pair & (step - 1));
        // the first step of a run compares its halves from both ends
        exchange(low, step == run / 2 ? low + run - 1 - 2 * (low & (run - 1)) : low + step);
      }
      __syncthreads();
    }
}

template <class Word>
cudaError_t launch_sort(const SpgemmProductList& list, cudaStream_t stream) {
  sort_chunks<Word><<<unsigned(list.num_chunks()), chunk_threads, 0, stream>>>(list);
  if (list.num_long > 0)
    sort_long_entries<Word><<<unsigned(list.num_long), sort_threads, 0, stream>>>(list);
  return cudaGetLastError();
}

template <class Index>
cudaError_t launch_share_list(const SpgemmListing<Index>& listing, cudaStream_t stream) {
  share_list<<<unsigned(listing.list.num_chunks()), chunk_threads, 0, stream>>>(listing);
  return cudaGetLastError();
}

}  // namespace

template <class Index>
cudaError_t launch_spgemm_list_count(const SpgemmListing<Index>& listing, cudaStream_t stream) {
  cudaError_t error = cudaMemsetAsync(
      listing.counts, 0, std::size_t(listing.list.nnz) * sizeof(*listing.counts), stream);
  if (error == cudaSuccess)
    error = cudaMemsetAsync(listing.tally, 0, sizeof(*listing.tally), stream);
  if (error == cudaSuccess) error = launch_list_products(listing, stream);
  return error == cudaSuccess ? launch_share_list(listing, stream) : error;
}

template <class Index>
cudaError_t launch_spgemm_list_fill(const SpgemmListing<Index>& listing, std::int64_t a_entries,
                                    cudaStream_t stream) {
  find_b_begins<<<unsigned((a_entries + 255) / 256), 256, 0, stream>>>(listing, a_entries);
  cudaError_t error = launch_share_list(listing, stream);
  if (error == cudaSuccess) error = launch_list_products(listing, stream);
  if (error != cudaSuccess) return error;
  return listing.list.is_wide ? launch_sort<std::uint64_t>(listing.list, stream)
                              : launch_sort<std::uint32_t>(listing.list, stream);
}

#define FILIGREE_INSTANTIATE(Index)                                                         \
  template cudaError_t launch_spgemm_list_count(const SpgemmListing<Index>&, cudaStream_t); \
  template cudaError_t launch_spgemm_list_fill(const SpgemmListing<Index>&, std::int64_t,   \
                                               cudaStream_t);
FILIGREE_INSTANTIATE(std::int32_t)
FILIGREE_INSTANTIATE(std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::cuda
