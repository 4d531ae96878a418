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
#include "spgemm/cuda/group_rows.cuh"
#include "spgemm/cuda/table.cuh"

/// The values of runs: rows whose products have the same places. A thread block brings the values
/// of a run's rows of A and B to shared memory and lists the products of the first row's entries,
/// which stand for those of all. Then a warp adds up an entry of all rows, one a lane.

namespace filigree::cuda {

/// An entry of A's first row, and the rows of B that it and the same entry of the other rows name:
/// they follow one another.
struct RunFactor {
  std::int64_t b_begin, b_end;  ///< entries of B
  int b_length;                 ///< of a row of B
  int end;                      ///< of the values of B in shared memory, up to these
  int added;                    ///< of these, which the entry before has not brought

  /// Where the first row of B is in shared memory.
  __device__ int place() const { return end - int(b_end - b_begin); }
};

/// A product of the first row's, which stands for those of all: its entry of A's row, its value of
/// B in shared memory, and how far on that is for the next row.
class RunProduct {
 public:
  RunProduct() = default;
  __device__ RunProduct(int a, int stride, int b)
      : word_(unsigned(a) | unsigned(stride) << a_bits | unsigned(b) << (a_bits + stride_bits)) {}
  __device__ int a() const { return int(word_ & ((1u << a_bits) - 1u)); }
  __device__ int b(int row) const {
    const int stride = int(word_ >> a_bits & ((1u << stride_bits) - 1u));
    return int(word_ >> (a_bits + stride_bits)) + row * stride;
  }

 private:
  static constexpr int a_bits = 5, stride_bits = 6;
  unsigned word_;
};

/// Division of numbers below 2048 by one of up to 64.
struct SmallDivisor {
  unsigned inverse;

  __device__ explicit SmallDivisor(int divisor) : inverse((1u << 20) / unsigned(divisor) + 1) {}
  __device__ int divide(int number) const { return int(unsigned(number) * inverse >> 20); }
};

/// Threads of a block for rows of B of up to `lanes` entries: each has 4 products of the first row.
__host__ __device__ constexpr int run_threads(int lanes) { return 8 * lanes; }

/// A thread block's shared memory.
template <class Arguments>
struct RunMemory {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  static constexpr int tile_stride = 33;

  RunFactor* factors;      ///< of A's entries
  Index* columns;          ///< of C's entries
  C* values;               ///< of A's rows, then of B's
  C* tile;                 ///< sums, by entries and rows
  RunProduct* products;    ///< of C's entries
  unsigned* bits;          ///< of C's entries: the entries of A that they have products of
  unsigned short* starts;  ///< of C's entries' products, and the end of the last one's

  /// Entries of C whose sums are there at the same time: 8 a warp.
  __host__ __device__ static constexpr int tile_entries(int lanes) { return 2 * lanes; }
  __host__ __device__ static std::size_t bytes(int capacity, int lanes) {
    const int entries = SpgemmRuns::entries(lanes), products = SpgemmRuns::a_entries * lanes;
    const std::size_t all = std::size_t(capacity + tile_entries(lanes) * tile_stride) * sizeof(C) +
                            SpgemmRuns::a_entries * sizeof(RunFactor) +
                            std::size_t(entries) * (sizeof(Index) + sizeof(unsigned)) +
                            std::size_t(products) * sizeof(RunProduct) +
                            std::size_t(entries + 1) * sizeof(short);
    return (all + 15) / 16 * 16;
  }
  __device__ RunMemory(unsigned char* memory, int capacity, int lanes) {
    const int entries = SpgemmRuns::entries(lanes);
    factors = reinterpret_cast<RunFactor*>(memory);  // first what is aligned to most
    columns = reinterpret_cast<Index*>(factors + SpgemmRuns::a_entries);
    values = reinterpret_cast<C*>(columns + entries);
    tile = values + capacity;
    products = reinterpret_cast<RunProduct*>(tile + tile_entries(lanes) * tile_stride);
    bits = reinterpret_cast<unsigned*>(products + SpgemmRuns::a_entries * lanes);
    starts = reinterpret_cast<unsigned short*>(bits + entries);
  }
};

/// Rows of a run that are taken together: as many as there is room for.
template <class Arguments>
struct RunTile {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  using Memory = RunMemory<Arguments>;
  static constexpr int together = 4;  ///< loads that are under way at once

  const Arguments& arguments;
  const Memory& memory;
  std::int64_t first;  ///< row
  int rows;
  std::int64_t c_begin;  ///< of the first row
  int c_length;
  std::int64_t a_begin = 0;
  int a_length = 0, a_stride = 0;

  /// Finds A's entries and rows of B.
  __device__ void find(int capacity) {
    const auto &a = arguments.pattern.a, &b = arguments.pattern.b;
    a_begin = a.begin(first);
    a_length = int(a.end(first) - a_begin);
    a_stride = a_length | 1;  // odd: without conflicts of banks
    const bool there = lane_number() < a_length;
    const std::int64_t inner = there ? std::int64_t(a.column(a_begin + lane_number())) : 0;
    const std::int64_t before = __shfl_up_sync(whole_warp, inner, 1);
    RunFactor mine{there ? b.begin(inner) : 0, 0, 0, 0, 0};
    if (there) mine.b_length = int(b.end(inner) - mine.b_begin);
    for (;; rows = (rows + 1) / 2) {
      mine.b_end = there ? b.end(inner + rows - 1) : 0;
      const std::int64_t end_before = __shfl_up_sync(whole_warp, mine.b_end, 1);
      // Rows of B that follow those of the entry before, or are partly the same, join them.
      const bool joins = lane_number() > 0 && before <= inner && inner <= before + rows;
      mine.added = there ? int(mine.b_end - (joins ? end_before : mine.b_begin)) : 0;
      mine.end = inclusive_warp_sum(mine.added);
      const int all = __shfl_sync(whole_warp, mine.end, 31) + rows * a_stride;
      if (all <= capacity || rows == 1) break;
    }
    if (there && threadIdx.x < 32) memory.factors[lane_number()] = mine;
    __syncthreads();
  }
  /// Starts to bring the values of A and B. A warp takes an entry of A's row at a time.
  __device__ void fetch() const {
    const int warps = int(blockDim.x) / 32;
    const SmallDivisor length(a_length);
    for (int e = int(threadIdx.x); e < rows * a_length; e += int(blockDim.x)) {
      const int row = length.divide(e);
      bring(memory.values + row * a_stride + (e - row * a_length), arguments.a_values + a_begin + e,
            arguments.conjugate_a);
    }
    for (int k = int(threadIdx.x) / 32; k < a_length; k += warps) {
      const RunFactor& factor = memory.factors[k];
      const auto* const from = arguments.b_values + factor.b_end;
      C* const to = b_values() + factor.end;
#pragma unroll 4
      for (int e = lane_number() - factor.added; e < 0; e += 32)
        bring(to + e, from + e, arguments.conjugate_b);
    }
  }
  /// Lists the products of C's entries in the order of A's row. An entry has one of an entry of A
  /// at most, so that bits tell their number and order.
  __device__ void list() const {
    const int lanes = arguments.lanes, p = int(threadIdx.x) % lanes;
    const auto entry = [&](int u) { return int(threadIdx.x) / lanes + 8 * u; };
    Index columns[together];
    bool there[together];
#pragma unroll
    for (int u = 0; u < together; ++u) {
      there[u] = entry(u) < a_length && p < memory.factors[entry(u)].b_length;
      columns[u] =
          there[u] ? arguments.pattern.b.column(memory.factors[entry(u)].b_begin + p) : Index(0);
    }
    for (int e = int(threadIdx.x); e < c_length; e += int(blockDim.x)) {
      memory.columns[e] = arguments.c.column(c_begin + e);
      memory.bits[e] = 0;
    }
    __syncthreads();
    int places[together];
    find_places(memory.columns, c_length, columns, places);
#pragma unroll
    for (int u = 0; u < together; ++u)
      if (there[u]) atomicOr(&memory.bits[places[u]], 1u << entry(u));
    __syncthreads();
    if (threadIdx.x < 32) find_starts();
    __syncthreads();
#pragma unroll
    for (int u = 0; u < together; ++u) {
      if (!there[u]) continue;
      const int before = __popc(memory.bits[places[u]] & ((1u << entry(u)) - 1u));
      const RunFactor& factor = memory.factors[entry(u)];
      memory.products[memory.starts[places[u]] + before] =
          RunProduct(entry(u), factor.b_length, factor.place() + p);
    }
  }
  /// Adds up the entries of all rows, and writes them.
  __device__ void add() const {
    // Where half of a warp's lanes suffice for the rows, the others add up another entry. (Not
    // where rows of B are short, and there is little to add.)
    const int bits = rows > 16 || arguments.lanes == 8 ? 5 : 4;
    const int lane = int(threadIdx.x) & ((1 << bits) - 1), row = min(lane, rows - 1);
    const int most = Memory::tile_entries(arguments.lanes);
    const C alpha = arguments.alpha.get();
    const C *const of_a = memory.values + row * a_stride, *const of_b = b_values();
    wait_for_copies();
    __syncthreads();
    for (int base = 0; base < c_length; base += most) {
      const int count = min(most, c_length - base);
      for (int e = int(threadIdx.x) >> bits; e < count; e += int(blockDim.x) >> bits)
        memory.tile[e * Memory::tile_stride + lane] =
            multiply_add(zero<C>(), alpha, sum_of(base + e, row, of_a, of_b));
      __syncthreads();
      const SmallDivisor length(count);
      for (int k = int(threadIdx.x); k < rows * count; k += int(blockDim.x)) {
        const int r = length.divide(k), e = k - r * count;
        write_value(arguments, c_begin + std::int64_t(r) * c_length + base + e,
                    memory.tile[e * Memory::tile_stride + r]);
      }
      __syncthreads();
    }
  }

 private:
  __device__ C* b_values() const { return memory.values + rows * a_stride; }
  template <class A>
  __device__ static void bring(C* to, const A* from, bool conjugated) {
    if constexpr (std::is_same_v<A, C>)
      if (!conjugated) return copy_async(to, from);
    *to = spgemm_value<C>(*from, conjugated);
  }
  __device__ void find_starts() const {
    int sum = 0;
    for (int base = 0; base < c_length; base += 32) {
      const int e = base + lane_number();
      const int mine = e < c_length ? __popc(memory.bits[e]) : 0;
      const int up_to = sum + inclusive_warp_sum(mine);
      if (e < c_length) memory.starts[e] = static_cast<unsigned short>(up_to - mine);
      sum = __shfl_sync(whole_warp, up_to, 31);
    }
    if (lane_number() == 0) memory.starts[c_length] = static_cast<unsigned short>(sum);
  }
  __device__ C sum_of(int entry, int row, const C* of_a, const C* of_b) const {
    const int last = memory.starts[entry + 1];
    C sum = zero<C>();
    for (int first = memory.starts[entry]; first < last; first += together) {
      C factors[together], values[together];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        const RunProduct product = memory.products[min(first + u, last - 1)];
        factors[u] = of_a[product.a()];
        values[u] = of_b[product.b(row)];
      }
#pragma unroll
      for (int u = 0; u < together; ++u)
        if (first + u < last) sum = multiply_add(sum, factors[u], values[u]);
    }
    return sum;
  }
};

/// Adds up rows of groups among 32 rows.
/// \param memory where a group of each 8, 16 or 32 threads has its sums and columns
template <class Arguments>
__device__ void add_other_rows(const Arguments& arguments, std::int64_t first_row,
                               unsigned char* memory) {
  using Row = GroupRow<Arguments>;
  const std::int64_t row = first_row + lane_number();
  const bool is_other = GroupItem::of(arguments, row).length > 0;
  const unsigned others = __ballot_sync(whole_warp, is_other);
  const int lanes = arguments.lanes, groups = int(blockDim.x) / lanes;
  auto* const sums = reinterpret_cast<typename Arguments::C*>(memory);
  auto* const columns =
      reinterpret_cast<typename Arguments::Index*>(sums + Row::entries(groups, lanes));
  for (int number = int(threadIdx.x) / lanes; __any_sync(whole_warp, number < __popc(others));
       number += groups) {
    const bool there = number < __popc(others);
    const GroupItem item =
        there ? GroupItem::of(arguments, first_row + int(__fns(others, 0, number + 1)))
              : GroupItem{};
    Row(arguments, item, sums, columns).run();
  }
}

/// A thread block takes 32 rows, a run of them after the other.
template <class Arguments>
__global__ void __launch_bounds__(run_threads(32))
    add_run_tiles(const Arguments arguments, const int capacity) {
  extern __shared__ __align__(16) unsigned char shared[];
  const std::int64_t row = std::int64_t(blockIdx.x) * 32 + lane_number();
  const bool there = row < arguments.c.num_rows;
  const std::int64_t begin = there ? arguments.c.begin(row) : 0;
  const std::int64_t length = there ? arguments.c.end(row) - begin : 0;
  const SpgemmShare::Kind share = there ? arguments.shares[row] : SpgemmShare::none;
  const bool is_mine = share == SpgemmShare::run || share == SpgemmShare::repeat;
  if (is_zero(arguments.alpha.get())) {
    for (std::int64_t k = threadIdx.x / 32; k < length && is_mine; k += blockDim.x / 32)
      write_value(arguments, begin + k, zero<typename Arguments::C>());
    return add_other_rows(arguments, row - lane_number(), shared);
  }
  const RunMemory<Arguments> memory(shared, capacity, arguments.lanes);
  const unsigned repeating = __ballot_sync(whole_warp, share == SpgemmShare::repeat);
  unsigned left = __ballot_sync(whole_warp, share == SpgemmShare::run);
  for (; left != 0; left &= left - 1) {
    const int first = __ffs(int(left)) - 1, rows = __ffs(int(~(repeating >> first >> 1)));
    const auto c_length = int(__shfl_sync(whole_warp, length, first));
    const std::int64_t c_begin = __shfl_sync(whole_warp, begin, first);
    for (int done = 0; done < rows;) {
      RunTile<Arguments> tile{arguments,
                              memory,
                              row - lane_number() + first + done,
                              rows - done,
                              c_begin + std::int64_t(done) * c_length,
                              c_length};
      tile.find(capacity);
      tile.fetch();
      tile.list();
      tile.add();
      done += tile.rows;
    }
  }
  add_other_rows(arguments, row - lane_number(), shared);
}

/// Values in a thread block's shared memory: 32 rows of A, and of B as many times 32 as a row has
/// entries (a grid's neighbours along an axis name the same ones), but no more than there is room
/// for, and one row's at least.
template <class Arguments>
int run_capacity(const Arguments& arguments) {
  // Three thread blocks of a multiprocessor, or, of wider sums, what any device of these kernels
  // has.
  constexpr std::size_t most_bytes =
      (sizeof(typename Arguments::C) <= sizeof(double) ? 74 : 99) * 1024;
  const int lanes = arguments.lanes, least = (SpgemmRuns::a_entries + 1) * (lanes + 1);
  const std::int64_t of_all = (arguments.b_entries - 1) / arguments.pattern.b.num_rows + 1;
  const int mean = int(std::min<std::int64_t>(of_all, lanes));  // longer rows are in no run
  const std::size_t room = most_bytes - RunMemory<Arguments>::bytes(0, lanes);
  return std::max(
      std::min(32 * mean * std::min(mean, 11), int(room / sizeof(typename Arguments::C)) - 1),
      least);
}

template <class Arguments>
cudaError_t launch_run_tiles(const Arguments& arguments, cudaStream_t stream) {
  const int lanes = arguments.lanes, capacity = run_capacity(arguments);
  const int others = GroupRow<Arguments>::entries(8, lanes);
  const std::size_t bytes = std::max(
      RunMemory<Arguments>::bytes(capacity, lanes),
      std::size_t(others) * (sizeof(typename Arguments::C) + sizeof(typename Arguments::Index)));
  const auto kernel = add_run_tiles<Arguments>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  kernel<<<unsigned((arguments.c.num_rows + 31) / 32), unsigned(run_threads(lanes)), bytes,
           stream>>>(arguments, capacity);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
