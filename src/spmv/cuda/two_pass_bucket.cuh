// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/copy_async.hpp"
#include "cuda/dependent_launch.hpp"
#include "cuda/stream_load.hpp"
#include "spmv/cuda/two_pass.cuh"

/// The second of two passes: a bucket's sums, row by row, and the rows of several buckets.

namespace filigree::cuda {

/// Loads a bucket's runs, the whole block along them: what the blocks before and after it need of
/// the same tile is then near by in time. Waits for the first pass.
template <class C>
__device__ inline void load_bucket(const TwoPass& plan, const C* partials, C* sums) {
  constexpr int words = chunk_entries_a_thread;
  constexpr int warps = two_pass_width<C> / 32;
  constexpr int loads = 12;
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const std::int64_t first_word = std::int64_t(blockIdx.x) * words * warps;
  const int last = plan.fill[blockIdx.x] - 1;
  std::uint32_t bits = 0;
  std::int32_t first_run = 0;
  if (lane < words) {
    bits = plan.run_bits[first_word + lane * warps + warp];
    first_run = plan.word_runs[first_word + lane * warps + warp];
  }
  wait_for_primary();
  if (last < 0) return;
#pragma unroll
  for (int word = 0; word < words; word += loads) {
    std::uint32_t source[loads];
#pragma unroll
    for (int j = 0; j < loads; ++j) {
      const int run = __shfl_sync(whole_warp, first_run, word + j) +
                      __popc(__shfl_sync(whole_warp, bits, word + j) & lanes_up_to_mine());
      source[j] = __ldg(plan.run_sources + run);
    }
#pragma unroll
    for (int j = 0; j < loads; ++j) {
      const int place = ((word + j) * warps + warp) * 32 + lane;
      copy_async(sums + place, partials + (source[j] + std::uint32_t(min(place, last))));
    }
  }
}

/// The sum, over this thread and those before it, of what belongs to the row that is open at its
/// end; `begun`: whether that row begins in the block so far.
template <class C>
struct OpenRow {
  C sum;
  bool begun;
};

template <class C>
__device__ inline OpenRow<C> join(const OpenRow<C>& before, const OpenRow<C>& mine) {
  return {mine.begun ? mine.sum : add(before.sum, mine.sum), before.begun || mine.begun};
}

template <class C>
__device__ inline C shuffle_up(C value, int delta) {
  if constexpr (is_complex_v<C>)
    return C{__shfl_up_sync(whole_warp, value.re, delta),
             __shfl_up_sync(whole_warp, value.im, delta)};
  else
    return __shfl_up_sync(whole_warp, value, delta);
}

template <class C>
__device__ inline OpenRow<C> scan_warp(OpenRow<C> row) {
#pragma unroll
  for (int delta = 1; delta < 32; delta *= 2) {
    const OpenRow<C> before{shuffle_up(row.sum, delta),
                            __shfl_up_sync(whole_warp, int(row.begun), delta) != 0};
    if (threadIdx.x % 32 >= delta) row = join(before, row);
  }
  return row;
}

/// What is open before each thread, in a fixed order of additions. \c of_warps has an entry a warp.
template <class C>
__device__ inline OpenRow<C> scan_before(const OpenRow<C>& mine, OpenRow<C>* of_warps) {
  constexpr int warps = two_pass_width<C> / 32;
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const OpenRow<C> through = scan_warp(mine);
  if (lane == 31) of_warps[warp] = through;
  __syncthreads();
  if (warp == 0) {
    const OpenRow<C> total =
        scan_warp(lane < warps ? of_warps[lane] : OpenRow<C>{zero<C>(), false});
    if (lane < warps) of_warps[lane] = total;
  }
  __syncthreads();
  OpenRow<C> before{shuffle_up(through.sum, 1),
                    __shfl_up_sync(whole_warp, int(through.begun), 1) != 0};
  if (lane == 0) before = {zero<C>(), false};
  return warp == 0 ? before : join(of_warps[warp - 1], before);
}

/// Second pass, a block a bucket. Rows that lie in one bucket are stored; of those that go on in
/// the next one the sums go to carries: [2 b] of the row that is open where bucket b begins, [2 b +
/// 1] of the row that begins in b and is open where it ends.
template <class Arguments>
__global__ void __launch_bounds__(two_pass_width<typename Arguments::C>,
                                  two_pass_occupancy<typename Arguments::C>)
    two_pass_bucket_kernel(const Arguments arguments, const TwoPass plan,
                           const typename Arguments::C* partials, typename Arguments::C* carries) {
  using C = typename Arguments::C;
  constexpr int chunk = chunk_entries_a_thread;
  constexpr int threads = two_pass_width<C>;
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ OpenRow<C> of_warps[threads / 32];
  C* const sums = reinterpret_cast<C*>(shared);
  launch_dependents();
  const std::int64_t number = std::int64_t(blockIdx.x) * threads + threadIdx.x;
  uint4 order[chunk / 8];
#pragma unroll
  for (int i = 0; i < chunk / 8; ++i)
    order[i] = stream_load(reinterpret_cast<const uint4*>(plan.order + number * chunk) + i);
  const std::int32_t first_row = plan.chunk_rows[number];
  const C alpha = arguments.alpha.get();
  const C beta = arguments.beta.get();
  load_bucket(plan, partials, sums);
  if (threadIdx.x == 0) sums[two_pass_block<C>] = zero<C>();
  wait_for_copies();
  __syncthreads();

  const auto entry = [&](int i) {
    const std::uint32_t pair = reinterpret_cast<const std::uint32_t*>(order)[i / 2];
    return i % 2 == 0 ? pair & 0xffffu : pair >> 16;
  };
  const bool begins_row = (entry(0) & row_head) != 0;
  std::int32_t row = first_row;
  OpenRow<C> mine{zero<C>(), begins_row};
  C leading = zero<C>();  // of the row that is open where the chunk begins
#pragma unroll
  for (int group = 0; group < chunk; group += 8) {
    C partial[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) partial[i] = sums[entry(group + i) & (row_head - 1)];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      if (group + i > 0 && (entry(group + i) & row_head) != 0) {
        if (mine.begun)
          store_row(arguments, row, mine.sum, alpha, beta);
        else
          leading = mine.sum;
        ++row;
        mine = {partial[i], true};
      } else {
        mine.sum = add(mine.sum, partial[i]);
      }
    }
  }
  const OpenRow<C> before = scan_before(mine, of_warps);
  if (mine.begun && (threadIdx.x > 0 || !begins_row)) {
    // This thread closes the row that was open before it.
    const std::int32_t closed = begins_row ? first_row - 1 : first_row;
    const C sum = add(before.sum, leading);
    if (before.begun)
      store_row(arguments, closed, sum, alpha, beta);
    else
      carries[2 * std::int64_t(blockIdx.x)] = sum;
  }
  if (threadIdx.x == threads - 1) {
    const OpenRow<C> open = join(before, mine);
    const bool ends =
        blockIdx.x + 1 == gridDim.x ||
        (plan.order[(std::int64_t(blockIdx.x) + 1) * two_pass_block<C>] & row_head) != 0;
    if (!open.begun)
      carries[2 * std::int64_t(blockIdx.x)] = open.sum;
    else if (ends)
      store_row(arguments, row, open.sum, alpha, beta);
    else
      carries[2 * std::int64_t(blockIdx.x) + 1] = open.sum;
  }
}

/// A warp a bucket: the row that begins in it and goes on in the next ones.
template <class Arguments>
__global__ void __launch_bounds__(128)
    two_pass_carry_kernel(const Arguments arguments, const TwoPass plan,
                          const typename Arguments::C* carries) {
  using C = typename Arguments::C;
  constexpr std::int64_t threads = two_pass_width<C>;
  // For all threads: no block may end before the second pass has, since the next kernel counts on
  // it.
  wait_for_primary();
  const int lane = threadIdx.x % 32;
  const std::int64_t bucket = std::int64_t(blockIdx.x) * 4 + threadIdx.x / 32;
  const auto goes_on = [&](std::int64_t b) {  // the row before it
    return b < plan.num_buckets && (plan.order[b * two_pass_block<C>] & row_head) == 0;
  };
  if (!goes_on(bucket + 1)) return;
  const std::int32_t row = plan.chunk_rows[(bucket + 1) * threads];
  if (goes_on(bucket) && plan.chunk_rows[bucket * threads] == row) return;
  C sum = zero<C>();
  for (std::int64_t first = bucket + 1;; first += 32) {
    const std::int64_t mine = first + lane;
    const bool of_row = goes_on(mine) && plan.chunk_rows[mine * threads] == row;
    if (of_row) sum = add(sum, carries[2 * mine]);
    if (!__all_sync(whole_warp, of_row)) break;
  }
  sum = sum_warp(sum);
  if (lane == 0)
    store_row(arguments, row, add(carries[2 * bucket + 1], sum), arguments.alpha.get(),
              arguments.beta.get());
}

}  // namespace filigree::cuda
