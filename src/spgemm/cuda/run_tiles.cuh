// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cuda/copy_async.hpp"
#include "cuda/scalar.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/run_factors.cuh"
#include "spgemm/cuda/table.cuh"

/// The values of runs: periods of rows whose products have the same places. A thread block brings
/// the values of a tile's rows of A and B to shared memory, and the run's list of products. Then a
/// warp adds up an entry of all periods, one a lane.

namespace filigree::cuda {

/// A product of a period as shared memory has it: where its values are, in bytes.
struct RunProduct {
  unsigned b;           ///< from the first value on, of the first period
  unsigned a_and_step;  ///< in A's rows; in the upper half, how far on B's is for the next period

  template <class C>
  __device__ static RunProduct of(int a, int stride, int b) {
    return {unsigned(b * int(sizeof(C))),
            unsigned(a * int(sizeof(C)) | stride * int(sizeof(C)) << 16)};
  }
};

/// Division of numbers below 2048 by one of up to 64.
struct SmallDivisor {
  unsigned inverse;

  __device__ explicit SmallDivisor(int divisor) : inverse((1u << 20) / unsigned(divisor) + 1) {}
  __device__ int divide(int number) const { return int(unsigned(number) * inverse >> 20); }
};

/// How a thread block is made for a product's tiles.
struct RunShape {
  int warps;
  int capacity;    ///< values of A and B in shared memory, a multiple of 4
  int chunk_bits;  ///< entries of C, a power of 2, that a warp adds up before it writes them
  int batches, entries;

  __host__ __device__ int chunk() const { return 1 << chunk_bits; }
};

/// A thread block's shared memory.
template <class C>
struct RunMemory {
  static constexpr int stride = SpgemmRuns::tile_periods + 1;
  static_assert(sizeof(uint4) == SpgemmRuns::batch * sizeof(RunProduct));

  C* values;          ///< of A's rows, then of B's
  uint4* batches;     ///< of products
  C* sums;            ///< the warp's, by entries and periods
  unsigned* entries;  ///< of C, as SpgemmRunList has them

  static std::size_t bytes(const RunShape& shape) {
    return std::size_t(shape.batches) * sizeof(uint4) +
           std::size_t(shape.capacity + shape.warps * shape.chunk() * stride) * sizeof(C) +
           std::size_t(shape.entries) * sizeof(unsigned);
  }
  __device__ RunMemory(unsigned char* memory, const RunShape& shape) {
    values = reinterpret_cast<C*>(memory);
    batches = reinterpret_cast<uint4*>(values + shape.capacity);
    sums = reinterpret_cast<C*>(batches + shape.batches);
    entries = reinterpret_cast<unsigned*>(sums + shape.warps * shape.chunk() * stride);
    sums += int(threadIdx.x) / 32 * shape.chunk() * stride;
  }
};

/// Periods of a tile that are taken together: as many as there is room for.
template <class Arguments>
struct RunTile {
  using C = typename Arguments::C;

  const Arguments& arguments;
  const RunShape& shape;
  const RunMemory<C>& memory;
  const SpgemmRunList& list;
  std::int64_t a_begin, c_begin;  ///< of the first period
  int periods;
  int a_length = 0, c_length = 0, a_stride = 0;
  RunFactors factors;

  /// Finds out how many periods there is room for, and where their values lie.
  __device__ void lay_out() {
    a_length = list.a_length();
    c_length = list.c_length();
    a_stride = a_length | 1;  // odd: without conflicts of banks
    factors.find(arguments.pattern, a_begin, a_length, list.order()[lane_number()]);
    for (;; periods = (periods + 1) / 2) {
      const int of_b = factors.lay_out(arguments.pattern.b, arguments.runs.step, periods);
      if (of_b + periods * a_stride <= shape.capacity || periods == 1) break;
    }
  }
  /// Starts to bring the values of A and B. A warp takes a row of B's of the first period, and
  /// those that follow, at a time.
  __device__ void fetch() const {
    const SmallDivisor length(a_length);
    const int apart = a_stride - a_length;  // 1, or 0
    for (int e = int(threadIdx.x); e < periods * a_length; e += int(blockDim.x))
      bring(memory.values + e + (apart == 0 ? 0 : length.divide(e)),
            arguments.a_values + a_begin + e, arguments.conjugate_a);
    for (int k = int(threadIdx.x) / 32; k < a_length; k += shape.warps) {
      const int added = __shfl_sync(whole_warp, factors.added, k);
      const auto* const from = arguments.b_values + __shfl_sync(whole_warp, factors.b_end, k);
      C* const to = b_values() + __shfl_sync(whole_warp, factors.end, k);
#pragma unroll 4
      for (int e = lane_number() - added; e < 0; e += 32)
        bring(to + e, from + e, arguments.conjugate_b);
    }
  }
  /// Brings the list, with places in shared memory.
  __device__ void fetch_list() const {
    const int count = SpgemmRuns::batch * list.batches();
    const int place = periods * a_stride + factors.place(), stride = factors.stride;
    const SpgemmRunProduct* const products = list.products(arguments.lanes);
    auto* const to = reinterpret_cast<RunProduct*>(memory.batches);
    for (int base = int(threadIdx.x) & ~31; base < count; base += int(blockDim.x)) {
      const int i = base + lane_number();
      const SpgemmRunProduct product = i < count ? products[i] : SpgemmRunProduct{};
      const int first = __shfl_sync(whole_warp, place, product.rank());
      const int step = __shfl_sync(whole_warp, stride, product.rank());
      if (i < count) to[i] = RunProduct::of<C>(product.a(), step, first + product.b());
    }
    for (int e = int(threadIdx.x); e < c_length; e += int(blockDim.x))
      memory.entries[e] = list.entries()[e];
  }
  /// Adds up the entries of all periods, and writes them.
  __device__ void add() const {
    // Where half of a warp's lanes suffice for the periods, the others add up another entry.
    const int bits = periods > 16 ? 5 : 4, chunk = shape.chunk();
    const int lane = lane_number() & ((1 << bits) - 1), period = min(lane, periods - 1);
    const C alpha = arguments.alpha.get();
    for (int base = int(threadIdx.x) / 32 * chunk; base < c_length; base += shape.warps * chunk) {
      const int count = min(chunk, c_length - base);
      for (int e = lane_number() >> bits; e < count; e += 32 >> bits)
        memory.sums[e * memory.stride + lane] =
            multiply_add(zero<C>(), alpha, sum_of(memory.entries[base + e], period));
      __syncwarp();
      write(base, count);
      __syncwarp();
    }
  }

 private:
  __device__ C* b_values() const { return memory.values + periods * a_stride; }
  template <class A>
  __device__ static void bring(C* to, const A* from, bool conjugated) {
    if constexpr (std::is_same_v<A, C>)
      if (!conjugated) return copy_async(to, from);
    *to = spgemm_value<C>(*from, conjugated);
  }
  /// Writes a chunk's sums: neighbouring lanes neighbouring entries.
  __device__ void write(int base, int count) const {
    const int e = lane_number() & (shape.chunk() - 1), first = lane_number() >> shape.chunk_bits;
    const int step = 32 >> shape.chunk_bits;
    if (e >= count) return;
    const C* from = memory.sums + e * memory.stride;
    std::int64_t place = c_begin + std::int64_t(first) * c_length + base + e;
    if (adds_d_like_c(arguments)) {
      for (int p = first; p < periods; p += step, place += step * c_length)
        write_value(arguments, place, from[p]);
    } else {
      auto* to = arguments.values + place;
      for (int p = first; p < periods; p += step, to += step * c_length) store_value(to, from[p]);
    }
  }
  /// No single product is behind a condition: each is fused with its sum, as in all kernels.
  /// \param entry as SpgemmRunList has it
  __device__ C sum_of(unsigned entry, int period) const {
    const auto* const of_b = reinterpret_cast<const unsigned char*>(memory.values);
    const unsigned char* const of_a = of_b + period * a_stride * int(sizeof(C));
    const auto a = [&](unsigned word) {
      return *reinterpret_cast<const C*>(of_a + (word & 0xffffu));
    };
    const auto b = [&](unsigned first, unsigned word) {
      return *reinterpret_cast<const C*>(of_b + (first + unsigned(period) * (word >> 16)));
    };
    const uint4* batch = memory.batches + (entry & 0xffffu);
    int left = int(entry >> 16);
    C sum = zero<C>();
    for (; left >= 4; left -= 4, batch += 2) {
      const uint4 one = batch[0], two = batch[1];
      const C a0 = a(one.y), a1 = a(one.w), a2 = a(two.y), a3 = a(two.w);
      const C b0 = b(one.x, one.y), b1 = b(one.z, one.w), b2 = b(two.x, two.y),
              b3 = b(two.z, two.w);
      sum = multiply_add(multiply_add(sum, a0, b0), a1, b1);
      sum = multiply_add(multiply_add(sum, a2, b2), a3, b3);
    }
    if (left >= 2) {
      const uint4 one = *batch++;
      const C a0 = a(one.y), a1 = a(one.w), b0 = b(one.x, one.y), b1 = b(one.z, one.w);
      sum = multiply_add(multiply_add(sum, a0, b0), a1, b1);
    }
    if (left % 2 != 0) {
      const uint4 one = *batch;
      sum = multiply_add(sum, a(one.y), b(one.x, one.y));
    }
    return sum;
  }
};

constexpr int most_run_warps = 8;

/// A thread block takes a tile.
template <class Arguments>
__global__ void __launch_bounds__(32 * most_run_warps, 3)
    add_run_tiles(const Arguments arguments, const RunShape shape) {
  using C = typename Arguments::C;
  extern __shared__ __align__(16) unsigned char shared[];
  const SpgemmTile tile = arguments.runs.tiles[blockIdx.x];
  const auto list = SpgemmRunList::at(arguments.runs.lists, tile.list, arguments.lanes);
  if (is_zero(arguments.alpha.get())) {
    const int count = tile.periods * list.c_length();
    for (int k = int(threadIdx.x); k < count; k += int(blockDim.x))
      write_value(arguments, tile.c_begin + k, zero<C>());
    return;
  }
  const RunMemory<C> memory(shared, shape);
  RunTile<Arguments> taken{arguments, shape, memory, list, tile.a_begin, tile.c_begin, 0};
  for (int left = tile.periods; left > 0; left -= taken.periods) {
    taken.periods = left;
    taken.lay_out();
    taken.fetch();
    taken.fetch_list();
    wait_for_copies();
    __syncthreads();
    taken.add();
    if (left > taken.periods) __syncthreads();  // before the memory is the next periods'
    taken.a_begin += taken.periods * taken.a_length;
    taken.c_begin += taken.periods * taken.c_length;
  }
}

template <class Arguments>
RunShape run_shape(const Arguments& arguments) {
  using C = typename Arguments::C;
  // Three thread blocks of a multiprocessor, or, of wider sums, what any device of these kernels
  // has.
  constexpr std::size_t most_bytes = (sizeof(C) <= sizeof(double) ? 75 : 99) * 1024;
  const SpgemmRunTiles& runs = arguments.runs;
  RunShape shape{};
  const int values = runs.most_values;
  shape.warps = values <= 1024 ? 1 : values <= 2048 ? 2 : values <= 4096 ? 4 : most_run_warps;
  shape.chunk_bits = shape.warps == 1 ? 4 : shape.warps == 2 ? 3 : 2;
  shape.batches = runs.most_batches;
  shape.entries = runs.most_entries;
  const std::size_t room = most_bytes - RunMemory<C>::bytes(shape);
  shape.capacity = std::min((runs.most_values + 3) / 4, int(room / (4 * sizeof(C)))) * 4;
  return shape;
}

template <class Arguments>
cudaError_t launch_run_tiles(const Arguments& arguments, cudaStream_t stream) {
  if (arguments.runs.num_tiles == 0) return cudaSuccess;
  const RunShape shape = run_shape(arguments);
  const std::size_t bytes = RunMemory<typename Arguments::C>::bytes(shape);
  const auto kernel = add_run_tiles<Arguments>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  kernel<<<unsigned(arguments.runs.num_tiles), unsigned(32 * shape.warps), bytes, stream>>>(
      arguments, shape);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
