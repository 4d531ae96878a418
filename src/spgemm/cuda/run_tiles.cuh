// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cuda/copy_async.hpp"
#include "cuda/dependent_launch.hpp"
#include "cuda/scalar.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/run_factors.cuh"
#include "spgemm/cuda/table.cuh"

/// The values of runs: periods of rows whose products have the same places. A thread block brings
/// the values of a tile's rows of A and B to shared memory, and the run's list of products. Then a
/// warp adds up an entry of all periods, one a lane.

namespace filigree::cuda {

/// A product of a period as shared memory has it: where its values are, of the first period.
struct RunProduct {
  unsigned a;           ///< from the first value of A's rows on, in bytes
  unsigned b_and_step;  ///< from the first value on, and how far on B's is for the next period

  /// Halves of a word count such parts of a value, so that a byte holds those of all periods.
  template <class C>
  static constexpr int unit = sizeof(C) <= 8 ? int(sizeof(C)) : 8;

  template <class C>
  __device__ static RunProduct of(int a, int stride, int b) {
    constexpr int parts = int(sizeof(C)) / unit<C>;
    return {unsigned(a * int(sizeof(C))), unsigned(b * parts | stride * parts << 16)};
  }
};

/// A period as a lane has it: addresses in shared memory.
struct RunLane {
  unsigned a;      ///< of the first value of its rows of A
  unsigned first;  ///< of the first value of all
  unsigned units;  ///< bytes that a unit of b_and_step's halves stands for

  __device__ unsigned of_a(unsigned word) const { return a + word; }
  __device__ unsigned of_b(unsigned word) const { return __dp2a_lo(word, units, first); }
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
  SpgemmRunList list;
  std::int64_t a_begin, c_begin;  ///< of the first period
  int left;                       ///< periods of the tile, these and those behind them
  int periods = 0, a_length, c_length;
  RunFactors factors;

  __device__ RunTile(const Arguments& given, const RunShape& given_shape,
                     const RunMemory<C>& given_memory, std::int64_t number)
      : arguments(given), shape(given_shape), memory(given_memory) {
    const SpgemmTile tile = arguments.runs.tiles[number];
    list = SpgemmRunList::at(arguments.runs.lists, tile.list, arguments.lanes);
    a_begin = tile.a_begin;
    c_begin = tile.c_begin;
    left = tile.periods;
    a_length = list.a_length();
    c_length = list.c_length();
  }
  /// Finds out how many periods there is room for, and where their values lie.
  __device__ void lay_out() {
    factors.find(arguments.pattern, a_begin, a_length, list.order()[lane_number()]);
    for (periods = left;; periods = (periods + 1) / 2) {
      const int of_b = factors.lay_out(arguments.pattern.b, arguments.runs.step, periods);
      if (of_b + periods * a_stride() <= shape.capacity || periods == 1) break;
    }
  }
  /// Goes on to the periods for which there was no room. \returns whether there are any
  __device__ bool advance() {
    left -= periods;
    a_begin += periods * a_length;
    c_begin += periods * c_length;
    return left > 0;
  }
  /// Starts to bring the values of A and B.
  __device__ void fetch() const {
    const SmallDivisor length(a_length);
    const int apart = a_stride() - a_length;  // 1, or 0
    for (int e = int(threadIdx.x); e < periods * a_length; e += int(blockDim.x))
      bring(memory.values + e + (apart == 0 ? 0 : length.divide(e)),
            arguments.a_values + a_begin + e, arguments.conjugate_a);
    C* const of_b = memory.values + periods * a_stride();
    for (unsigned rest = __ballot_sync(whole_warp, factors.stretch > 0); rest != 0;
         rest &= rest - 1) {
      const int k = __ffs(int(rest)) - 1, stretch = __shfl_sync(whole_warp, factors.stretch, k);
      const auto* const from = arguments.b_values + __shfl_sync(whole_warp, factors.b_end, k);
      C* const to = of_b + __shfl_sync(whole_warp, factors.end, k);
      for (int e = int(threadIdx.x) - stretch; e < 0; e += int(blockDim.x))
        bring(to + e, from + e, arguments.conjugate_b);
    }
  }
  /// Brings the list, with places in shared memory.
  __device__ void fetch_list() const {
    const int count = SpgemmRuns::batch * list.batches();
    const int place = periods * a_stride() + factors.place(), stride = factors.stride;
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
    const int lane = lane_number() & ((1 << bits) - 1);
    const RunLane mine = lane_of(min(lane, periods - 1));
    const C alpha = arguments.alpha.get();
    for (int base = int(threadIdx.x) / 32 * chunk; base < c_length; base += shape.warps * chunk) {
      const int count = min(chunk, c_length - base);
      for (int e = lane_number() >> bits; e < count; e += 32 >> bits)
        memory.sums[e * memory.stride + lane] =
            multiply_add(zero<C>(), alpha, sum_of(memory.entries[base + e], mine));
      __syncwarp();
      write(base, count);
      __syncwarp();
    }
  }
  /// Writes the entries of all of a tile's periods where they have no sums.
  __device__ void write_zeros() const {
    for (int k = int(threadIdx.x); k < left * c_length; k += int(blockDim.x))
      write_value(arguments, c_begin + k, zero<C>());
  }

 private:
  /// Entries of A from a period's rows to the next one's: odd, without conflicts of banks.
  __device__ int a_stride() const { return a_length | 1; }
  template <class A>
  __device__ static void bring(C* to, const A* from, bool conjugated) {
    if constexpr (std::is_same_v<A, C>)
      if (!conjugated) return copy_async(to, from);
    *to = spgemm_value<C>(*from, conjugated);
  }
  __device__ RunLane lane_of(int period) const {
    constexpr unsigned unit = RunProduct::unit<C>;
    static_assert(unit * (SpgemmRuns::tile_periods - 1) < 256);
    const unsigned first = shared_address(memory.values);
    return {first + unsigned(period * a_stride() * int(sizeof(C))), first,
            unit | unsigned(period) * unit << 8};
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
  __device__ static C value_at(unsigned shared) {
    return *static_cast<const C*>(__cvta_shared_to_generic(shared));
  }
  /// No single product is behind a condition: each is fused with its sum, as in all kernels.
  /// \param entry as SpgemmRunList has it
  __device__ C sum_of(unsigned entry, const RunLane& lane) const {
    const uint4* batch = memory.batches + (entry & 0xffffu);
    int left_over = int(entry >> 16);
    C sum = zero<C>();
#pragma unroll 1
    for (; left_over >= 4; left_over -= 4, batch += 2) {
      const uint4 one = batch[0], two = batch[1];
      const C a0 = value_at(lane.of_a(one.x)), a1 = value_at(lane.of_a(one.z)),
              a2 = value_at(lane.of_a(two.x)), a3 = value_at(lane.of_a(two.z));
      const C b0 = value_at(lane.of_b(one.y)), b1 = value_at(lane.of_b(one.w)),
              b2 = value_at(lane.of_b(two.y)), b3 = value_at(lane.of_b(two.w));
      sum = multiply_add(multiply_add(sum, a0, b0), a1, b1);
      sum = multiply_add(multiply_add(sum, a2, b2), a3, b3);
    }
    if (left_over >= 2) {
      const uint4 one = *batch++;
      const C a0 = value_at(lane.of_a(one.x)), a1 = value_at(lane.of_a(one.z)),
              b0 = value_at(lane.of_b(one.y)), b1 = value_at(lane.of_b(one.w));
      sum = multiply_add(multiply_add(sum, a0, b0), a1, b1);
    }
    if (left_over % 2 != 0) {
      const uint4 one = *batch;
      sum = multiply_add(sum, value_at(lane.of_a(one.x)), value_at(lane.of_b(one.y)));
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
  const RunMemory<C> memory(shared, shape);
  RunTile<Arguments> taken(arguments, shape, memory, blockIdx.x);
  if (is_zero(arguments.alpha.get())) {
    taken.write_zeros();
  } else {
    do {
      taken.lay_out();
      taken.fetch();
      taken.fetch_list();
      wait_for_copies();
      __syncthreads();
      taken.add();
      __syncthreads();  // before the memory is the next periods'
    } while (taken.advance());
  }
  if (blockIdx.x == gridDim.x - 1) wait_for_primary();  // no block waits before all have begun
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
  if (sizeof(C) < sizeof(double)) ++shape.chunk_bits;  // whole sectors, and room for them
  shape.batches = runs.most_batches;
  shape.entries = runs.most_entries;
  const std::size_t room = most_bytes - RunMemory<C>::bytes(shape);
  shape.capacity = std::min((runs.most_values + 3) / 4, int(room / (4 * sizeof(C)))) * 4;
  return shape;
}

/// \param overlaps as launch_kernel has it
template <class Arguments>
cudaError_t launch_run_tiles(const Arguments& arguments, bool overlaps, cudaStream_t stream) {
  if (arguments.runs.num_tiles == 0) return cudaSuccess;
  const RunShape shape = run_shape(arguments);
  const std::size_t bytes = RunMemory<typename Arguments::C>::bytes(shape);
  const auto kernel = add_run_tiles<Arguments>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  const LaunchShape launch{arguments.runs.num_tiles, unsigned(32 * shape.warps), bytes};
  return launch_kernel(kernel, launch, overlaps, stream, arguments, shape);
}

}  // namespace filigree::cuda
