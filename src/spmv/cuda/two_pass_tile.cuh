// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/dependent_launch.hpp"
#include "cuda/stream_load.hpp"
#include "spmv/cuda/two_pass.cuh"

/// The first of two passes: products of a tile in the order of the result's rows.

namespace filigree::cuda {

/// Multiplies the entries of a tile and puts the products where `slots` says. A warp takes
/// consecutive words; what it needs to know of them its lanes load together.
template <bool Full, class Arguments>
__device__ inline void multiply_tile(const Arguments& arguments, const TwoPass& plan,
                                     typename Arguments::C* products) {
  using A = typename Arguments::A;
  using X = typename Arguments::X;
  using C = typename Arguments::C;
  constexpr int words = chunk_entries_a_thread;
  constexpr int loads = two_pass_loads<C>;
  const int lane = threadIdx.x % 32;
  const std::int64_t tile = std::int64_t(blockIdx.x) * two_pass_block<C>;
  const std::int64_t warp_begin = tile + std::int64_t(threadIdx.x / 32) * words * 32;
  std::uint32_t bits = 0;
  std::int32_t first_row = 0;
  if (lane < words) {
    bits = plan.row_bits[warp_begin / 32 + lane];
    first_row = plan.word_rows[warp_begin / 32 + lane];
  }
#pragma unroll 1
  for (int word = 0; word < words; word += loads) {
    const std::int64_t begin = warp_begin + word * 32 + lane;
    A value[loads];
    X factor[loads];
    std::uint16_t slot[loads];
#pragma unroll
    for (int j = 0; j < loads; ++j) {
      const std::int64_t k = Full ? begin + 32 * j : min(begin + 32 * j, plan.num_entries - 1);
      value[j] = stream_load(arguments.values + k);
      slot[j] = stream_load(plan.slots + k);
    }
#pragma unroll
    for (int j = 0; j < loads; ++j) {
      std::int32_t row = __shfl_sync(whole_warp, first_row, word + j) +
                         __popc(__shfl_sync(whole_warp, bits, word + j) & lanes_up_to_mine());
      if (!Full && begin + 32 * j >= plan.num_entries) row = 0;
      if (plan.rows != nullptr) row = plan.rows[row];
      factor[j] = arguments.x[row];
    }
#pragma unroll
    for (int j = 0; j < loads; ++j) {
      // Stores without a condition: loads would otherwise sink into it, one after the other.
      const bool inside = Full || begin + 32 * j < plan.num_entries;
      products[inside ? int(slot[j]) : two_pass_block<C>] =
          accumulate(zero<C>(), value[j], factor[j], arguments.conjugate);
    }
  }
}

/// A thread adds up a chunk of the tile's order, in place; its warp then writes the sums, of which
/// each thread has another number, one beside the other.
template <class C>
__device__ inline void write_merged(const TwoPass& plan, int count, C* products, C* partials) {
  constexpr int chunk = chunk_entries_a_thread;
  const int lane = threadIdx.x % 32;
  const std::int64_t number = std::int64_t(blockIdx.x) * two_pass_width<C> + threadIdx.x;
  const std::uint32_t heads = plan.chunk_heads[number];
  const int before = plan.chunk_partials[number];
  const int begin = int(threadIdx.x) * chunk;
  int at = begin;
  C sum = zero<C>();
#pragma unroll
  for (int group = 0; group < chunk; group += 8) {
    C product[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      product[i] = products[swizzled(begin + group + i)];
      if (begin + group + i >= count) product[i] = zero<C>();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      if (group + i > 0 && (heads >> (group + i) & 1) != 0) {
        products[swizzled(at++)] = sum;
        sum = product[i];
      } else {
        sum = add(sum, product[i]);
      }
    }
  }
  if (heads != 0) products[swizzled(at)] = sum;
  __syncwarp();
  const int first = __shfl_sync(whole_warp, before, 0);
  const int last = __shfl_sync(whole_warp, before + __popc(heads), 31);
  C* const out = partials + plan.tile_partials[blockIdx.x];
  for (int base = first; base < last; base += 32) {
    const int partial = base + lane;
    int owner = 0;  // the last lane whose sums begin at or before this one
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
      if (__shfl_sync(whole_warp, before, owner + step) <= partial) owner += step;
    const int place = partial - __shfl_sync(whole_warp, before, owner);
    if (partial < last)
      out[partial] = products[swizzled((int(threadIdx.x) - lane + owner) * chunk + place)];
  }
}

template <bool Full, bool Merged, class Arguments>
__device__ inline void transpose_tile(const Arguments& arguments, const TwoPass& plan,
                                      typename Arguments::C* products,
                                      typename Arguments::C* partials) {
  using C = typename Arguments::C;
  constexpr int block = two_pass_block<C>;
  const std::int64_t tile = std::int64_t(blockIdx.x) * block;
  const int count = Full ? block : int(plan.num_entries - tile);
  multiply_tile<Full>(arguments, plan, products);
  __syncthreads();
  if constexpr (Merged) {
    write_merged(plan, count, products, partials);
  } else {
#pragma unroll 8
    for (int i = threadIdx.x; i < block; i += two_pass_width<C>)
      if (Full || i < count) partials[tile + i] = products[swizzled(i)];
  }
}

/// First pass, a block a tile: its partials.
template <bool Merged, class Arguments>
__global__ void __launch_bounds__(two_pass_width<typename Arguments::C>,
                                  two_pass_occupancy<typename Arguments::C>)
    two_pass_tile_kernel(const Arguments arguments, const TwoPass plan,
                         typename Arguments::C* partials) {
  extern __shared__ __align__(16) unsigned char shared[];
  auto* const products = reinterpret_cast<typename Arguments::C*>(shared);
  launch_dependents();
  if (blockIdx.x + 1 < gridDim.x)
    transpose_tile<true, Merged>(arguments, plan, products, partials);
  else
    transpose_tile<false, Merged>(arguments, plan, products, partials);
}

}  // namespace filigree::cuda
