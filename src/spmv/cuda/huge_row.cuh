// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cooperative_groups.h>

#include "cuda/dependent_launch.hpp"
#include "cuda/warp.hpp"
#include "spmv/cuda/warp_tile.cuh"

/// The huge rows of a one-shot product, which knows nothing of row lengths and has no memory of its
/// own. A row of more than `limit` entries holds a multiple of `limit`; so the rows that hold the
/// multiples are looked up, and a cluster of thread blocks sums each of those that are huge, its
/// shares in the same order every time.

namespace filigree::cuda {

inline constexpr int huge_row_cluster = 8;
inline constexpr int huge_row_clusters = 16;
inline constexpr int huge_row_threads = 512;
inline constexpr int huge_row_warps = huge_row_threads / 32;

/// A range of rows that holds an entry, from offsets at rows around the one that would hold it if
/// all rows were of one length. All loaded at once, where halving the range takes one load after
/// the other.
struct RowBracket {
  std::int64_t low;
  std::int64_t high;
};
template <class Arguments>
__device__ inline RowBracket rows_near_entry(const Arguments& arguments, std::int64_t position) {
  constexpr int count = 8;
  const std::int64_t distance[count] = {-16384, -1024, -64, -4, 4, 64, 1024, 16384};
  const double rows_an_entry = double(arguments.num_rows) / double(arguments.nnz);
  const auto guess = std::int64_t(double(position) * rows_an_entry);
  const auto row = [&](int i) {
    return max(std::int64_t(0), min(guess + distance[i], arguments.num_rows));
  };
  std::int64_t begins[count];
#pragma unroll
  for (int i = 0; i < count; ++i) begins[i] = std::int64_t(arguments.row_offsets[row(i)]);
  RowBracket range{0, arguments.num_rows};
#pragma unroll
  for (int i = 0; i < count; ++i)
    if (begins[i] - arguments.base <= position) range.low = row(i);
#pragma unroll
  for (int i = count - 1; i >= 0; --i)
    if (begins[i] - arguments.base > position) range.high = row(i);
  return range;
}

/// The huge row whose first multiple of `limit` is `position`; -1 where there is none.
template <class Arguments>
__device__ inline std::int64_t huge_row_at(const Arguments& arguments, std::int64_t position,
                                           std::int64_t limit) {
  if (position >= arguments.nnz) return -1;
  const RowBracket near = rows_near_entry(arguments, position);
  const std::int64_t row = row_of_entry<8>(arguments, position, near.low, near.high);
  const TileRow range = tile_row(arguments, row, arguments.num_rows);
  const bool is_first = position - limit < range.begin;
  return is_first && range.end - range.begin > limit ? row : -1;
}

/// The huge rows that a thread block has found, by thread.
struct FoundRows {
  std::int64_t row_of_thread[huge_row_threads];
  unsigned found[huge_row_warps];       ///< a bit a thread
  bool any_in_block[huge_row_cluster];  ///< of the cluster
};

/// The sum of a huge row by all blocks of a cluster, stored by the first.
template <class Arguments>
__device__ inline void product_of_huge_row(const Arguments& arguments, std::int64_t row,
                                           const cooperative_groups::cluster_group& cluster) {
  using C = typename Arguments::C;
  __shared__ C sum_of_warp[huge_row_warps];
  __shared__ C sum_of_block[huge_row_cluster];
  const int rank = int(cluster.block_rank());
  const TileRow range = tile_row(arguments, row, arguments.num_rows);
  const std::int64_t share = (range.end - range.begin + huge_row_cluster - 1) / huge_row_cluster;
  const std::int64_t begin = min(range.end, range.begin + rank * share);
  constexpr int loads = sizeof(C) <= 8 ? 8 : 4;
  const C sum = sum_warp(sum_entries<loads>(arguments, begin + threadIdx.x,
                                            min(range.end, begin + share), huge_row_threads));
  __syncthreads();
  if (threadIdx.x % 32 == 0) sum_of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    C total = zero<C>();
    for (int i = 0; i < huge_row_warps; ++i) total = add(total, sum_of_warp[i]);
    *cluster.map_shared_rank(&sum_of_block[rank], 0) = total;
  }
  cluster.sync();
  if (rank == 0 && threadIdx.x == 0) {
    C total = zero<C>();
    for (int i = 0; i < huge_row_cluster; ++i) total = add(total, sum_of_block[i]);
    store_row(arguments, row, total, arguments.alpha.get(), arguments.beta.get());
  }
  cluster.sync();
}

template <class Arguments>
__global__ void __launch_bounds__(huge_row_threads)
    huge_row_kernel(const Arguments arguments, const std::int64_t limit) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  namespace cg = cooperative_groups;
  __shared__ FoundRows rows;
  const cg::cluster_group cluster = cg::this_cluster();
  launch_dependents();  // other rows, whose kernel waits for this one before it ends
  const int rank = int(cluster.block_rank());
  // No block may be written to before it has started.
  cluster.sync();
  const std::int64_t positions = (arguments.nnz + limit - 1) / limit;
  // Neighbouring positions go to different clusters, since huge rows are often neighbours; and few
  // to each block, since what the search costs is a multiprocessor's loads.
  const std::int64_t first = blockIdx.x / huge_row_cluster + huge_row_clusters * rank +
                             std::int64_t(gridDim.x) * threadIdx.x;
  // All blocks of a cluster stay in the loop, since they sum together what each of them has found.
  const std::int64_t stride = std::int64_t(gridDim.x) * huge_row_threads;
  for (std::int64_t i = 0; i * stride < positions; ++i) {
    const std::int64_t row = huge_row_at(arguments, (first + i * stride) * limit, limit);
    rows.row_of_thread[threadIdx.x] = row;
    const unsigned in_warp = __ballot_sync(whole_warp, row >= 0);
    if (threadIdx.x % 32 == 0) rows.found[threadIdx.x / 32] = in_warp;
    const bool any = __syncthreads_or(row >= 0);
    if (threadIdx.x < huge_row_cluster)
      *cluster.map_shared_rank(&rows.any_in_block[rank], int(threadIdx.x)) = any;
    cluster.sync();
    for (int r = 0; r < huge_row_cluster; ++r) {
      if (!rows.any_in_block[r]) continue;
      const FoundRows& theirs = *cluster.map_shared_rank(&rows, r);
      for (int w = 0; w < huge_row_warps; ++w)
        for (unsigned found = theirs.found[w]; found != 0; found &= found - 1)
          product_of_huge_row(arguments, theirs.row_of_thread[32 * w + __ffs(found) - 1], cluster);
    }
    cluster.sync();
  }
  wait_for_primary();
#endif
}

/// \c dependent: after a kernel of the same product.
template <class Arguments>
cudaError_t launch_huge_rows(const Arguments& arguments, std::int64_t limit, bool dependent,
                             cudaStream_t stream) {
  const LaunchShape shape{huge_row_cluster * huge_row_clusters, huge_row_threads, 0,
                          huge_row_cluster};
  return launch_kernel(huge_row_kernel<Arguments>, shape, dependent, stream, arguments, limit);
}

}  // namespace filigree::cuda
