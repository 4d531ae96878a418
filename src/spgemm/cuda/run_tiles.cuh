// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cuda/scalar.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/table.cuh"

/// The values of runs: rows whose products have the same places. A team of warps brings the values
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

/// A team's shared memory.
template <class Arguments>
struct RunMemory {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  static constexpr int tile_entries = 8, tile_stride = 33;

  RunFactor* factors;       ///< of A's entries
  Index* columns;           ///< of C's entries
  C* values;                ///< of A's rows, then of B's
  C* tiles;                 ///< a warp's sums, by entries and rows
  RunProduct* products;     ///< of C's entries
  unsigned* bits;           ///< of C's entries: the entries of A that they have products of
  unsigned short* starts;   ///< of C's entries' products, and the end of the last one's
  unsigned char* c_places;  ///< of products in C's row; an entry of A has `lanes`

  __host__ __device__ static std::size_t bytes(int capacity, int lanes, int warps) {
    const int entries = SpgemmRuns::entries(lanes), products = SpgemmRuns::a_entries * lanes;
    const std::size_t all = std::size_t(capacity + warps * tile_entries * tile_stride) * sizeof(C) +
                            SpgemmRuns::a_entries * sizeof(RunFactor) +
                            std::size_t(entries) * (sizeof(Index) + sizeof(unsigned)) +
                            std::size_t(products) * (sizeof(RunProduct) + 1) +
                            std::size_t(entries + 1) * sizeof(short);
    return (all + 15) / 16 * 16;
  }
  __device__ RunMemory(unsigned char* memory, int capacity, int lanes, int warps) {
    const int entries = SpgemmRuns::entries(lanes);
    factors = reinterpret_cast<RunFactor*>(memory);  // first what is aligned to most
    columns = reinterpret_cast<Index*>(factors + SpgemmRuns::a_entries);
    values = reinterpret_cast<C*>(columns + entries);
    tiles = values + capacity;
    products = reinterpret_cast<RunProduct*>(tiles + warps * tile_entries * tile_stride);
    bits = reinterpret_cast<unsigned*>(products + SpgemmRuns::a_entries * lanes);
    starts = reinterpret_cast<unsigned short*>(bits + entries);
    c_places = reinterpret_cast<unsigned char*>(starts + entries + 1);
  }
};

/// Rows of a run that are taken together: as many as there is room for.
template <class Arguments>
struct RunTile {
  using C = typename Arguments::C;
  using Memory = RunMemory<Arguments>;

  const Arguments& arguments;
  const Team& team;
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
    if (there && team.warp() == 0) memory.factors[lane_number()] = mine;
    team.sync();
  }
  /// Brings the values of A and B. A warp takes an entry of A's row at a time.
  __device__ void fetch() const {
    for (int e = team.thread(); e < rows * a_length; e += team.threads())
      memory.values[e / a_length * a_stride + e % a_length] =
          spgemm_value<C>(arguments.a_values[a_begin + e], arguments.conjugate_a);
    for (int k = team.warp(); k < a_length; k += team.warps) {
      const RunFactor& factor = memory.factors[k];
      const auto* const from = arguments.b_values + factor.b_end;
      C* const to = b_values() + factor.end;
#pragma unroll 4
      for (int e = lane_number() - factor.added; e < 0; e += 32)
        to[e] = spgemm_value<C>(from[e], arguments.conjugate_b);
    }
  }
  /// Lists the products of C's entries in the order of A's row. An entry has one of an entry of A
  /// at most, so that bits tell their number and order.
  __device__ void list() const {
    for (int e = team.thread(); e < c_length; e += team.threads()) {
      memory.columns[e] = arguments.c.column(c_begin + e);
      memory.bits[e] = 0;
    }
    team.sync();
    each_product([&](int k, int p, unsigned char& place) {
      place = static_cast<unsigned char>(
          place_of(arguments.pattern.b.column(memory.factors[k].b_begin + p)));
      atomicOr(&memory.bits[place], 1u << k);
    });
    team.sync();
    if (team.warp() == 0) find_starts();
    team.sync();
    each_product([&](int k, int p, const unsigned char& place) {
      const int before = __popc(memory.bits[place] & ((1u << k) - 1u));
      const RunFactor& factor = memory.factors[k];
      memory.products[memory.starts[place] + before] =
          RunProduct(k, factor.b_length, factor.place() + p);
    });
    team.sync();
  }
  /// Adds up the entries of all rows, and writes them.
  __device__ void add() const {
    constexpr int entries = Memory::tile_entries, stride = Memory::tile_stride;
    const C alpha = arguments.alpha.get();
    const int row = min(lane_number(), rows - 1);
    const C *const of_a = memory.values + row * a_stride, *const of_b = b_values();
    C* const tile = memory.tiles + team.warp() * entries * stride;
    for (int base = team.warp() * entries; base < c_length; base += team.warps * entries) {
      const int count = min(entries, c_length - base);
      for (int e = 0; e < count; ++e) {
        const int last = memory.starts[base + e + 1];
        C sum = zero<C>();
#pragma unroll 4
        for (int k = memory.starts[base + e]; k < last; ++k) {
          const RunProduct product = memory.products[k];
          sum = multiply_add(sum, of_a[product.a()], of_b[product.b(row)]);
        }
        tile[e * stride + lane_number()] = multiply_add(zero<C>(), alpha, sum);
      }
      __syncwarp();
      const int e = lane_number() % entries;
      for (int r = lane_number() / entries; r < rows && e < count; r += 32 / entries)
        write_value(arguments, c_begin + std::int64_t(r) * c_length + base + e,
                    tile[e * stride + r]);
      __syncwarp();
    }
    team.sync();  // before the memory is another tile's
  }

 private:
  __device__ C* b_values() const { return memory.values + rows * a_stride; }
  /// visit(k, p, place in C's row) for product p of A's entry k.
  template <class Visit>
  __device__ void each_product(const Visit& visit) const {
    const int lanes = arguments.runs.lanes, p = team.thread() % lanes;
    for (int k = team.thread() / lanes; k < a_length; k += team.threads() / lanes)
      if (p < memory.factors[k].b_length) visit(k, p, memory.c_places[k * lanes + p]);
  }
  __device__ int place_of(typename Arguments::Index column) const {
    int low = 0, high = c_length - 1;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (memory.columns[middle] < column)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
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
};

/// A team takes 32 rows, a run of them after the other.
template <class Arguments>
__global__ void __launch_bounds__(256)
    add_run_tiles(const Arguments arguments, const int warps, const int capacity) {
  extern __shared__ __align__(16) unsigned char shared[];
  using Memory = RunMemory<Arguments>;
  const SpgemmRuns& runs = arguments.runs;
  const Team team{warps};
  const int teams = int(blockDim.x) / team.threads(), number = int(threadIdx.x) / team.threads();
  const std::int64_t row =
      (std::int64_t(blockIdx.x) * teams + number) * 32 + std::int64_t(lane_number());
  const bool there = row < arguments.c.num_rows;
  const std::int64_t begin = there ? arguments.c.begin(row) : 0;
  const std::int64_t length = there ? arguments.c.end(row) - begin : 0;
  const bool is_mine = length > 0 && runs.take(row, length);
  if (is_zero(arguments.alpha.get())) {
    for (std::int64_t k = team.warp(); k < length && is_mine; k += warps)
      write_value(arguments, begin + k, zero<typename Arguments::C>());
    return;
  }
  const Memory memory(shared + number * Memory::bytes(capacity, runs.lanes, warps), capacity,
                      runs.lanes, warps);
  const bool repeats = is_mine && runs.rows[row] == SpgemmRunRow::repeat;
  const unsigned repeating = __ballot_sync(whole_warp, repeats);
  unsigned left = __ballot_sync(whole_warp, is_mine && !repeats);
  for (; left != 0; left &= left - 1) {
    const int first = __ffs(int(left)) - 1, rows = __ffs(int(~(repeating >> first >> 1)));
    const auto c_length = int(__shfl_sync(whole_warp, length, first));
    const std::int64_t c_begin = __shfl_sync(whole_warp, begin, first);
    for (int done = 0; done < rows;) {
      RunTile<Arguments> tile{arguments,   team,
                              memory,      row - lane_number() + first + done,
                              rows - done, c_begin + std::int64_t(done) * c_length,
                              c_length};
      tile.find(capacity);
      tile.fetch();
      tile.list();
      tile.add();
      done += tile.rows;
    }
  }
}

/// Values in a team's shared memory: 32 rows of A, and of B as many times 32 as a row has entries
/// (a grid's neighbours along an axis name the same ones), but no more than there is room for.
template <class Arguments>
int run_capacity(const Arguments& arguments, int warps, int teams) {
  constexpr std::size_t most_bytes = 99 * 1024;  // what any device of these kernels has
  const int lanes = arguments.runs.lanes;
  const auto mean = int((arguments.b_entries - 1) / arguments.pattern.b.num_rows) + 1;
  const std::size_t room =
      most_bytes / std::size_t(teams) - RunMemory<Arguments>::bytes(0, lanes, warps);
  return std::min(32 * mean * std::min(mean, 11), int(room / sizeof(typename Arguments::C)) - 1);
}

template <class Arguments>
cudaError_t launch_run_tiles(const Arguments& arguments, cudaStream_t stream) {
  const int lanes = arguments.runs.lanes, warps = lanes == 8 ? 1 : lanes == 16 ? 2 : 8;
  const int teams = warps == 1 ? 4 : 1;
  const int least = (SpgemmRuns::a_entries + 1) * (lanes + 1);  // one row's
  const int capacity = std::max(run_capacity(arguments, warps, teams), least);
  const std::size_t bytes =
      std::size_t(teams) * RunMemory<Arguments>::bytes(capacity, lanes, warps);
  const auto kernel = add_run_tiles<Arguments>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  const std::int64_t each = 32 * teams;
  kernel<<<unsigned((arguments.c.num_rows + each - 1) / each), unsigned(32 * warps * teams), bytes,
           stream>>>(arguments, warps, capacity);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
