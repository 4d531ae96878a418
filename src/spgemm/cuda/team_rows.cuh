// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/scalar.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/place_table.cuh"
#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/table.cuh"

/// Values of rows that are a team's: one warp or several. The team takes as many entries of A's row
/// as it has threads, numbers their products in order, and shares these out: warps find out places
/// and factors at the same time, but add one after the other. So every sum has one order.

namespace filigree::cuda {

/// A product a lane, or none. The first lane of those of one sum adds them all, in order.
template <class C>
struct WarpProducts {
  int number = -1;    ///< of the sum
  unsigned such = 0;  ///< lanes with the same sum, this one included
  int most = 0;       ///< products of one sum
  C factor = zero<C>(), value = zero<C>();

  __device__ void find_equal() {
    such = __match_any_sync(whole_warp, number);
    if (number < 0) such = 0;
    most = int(__reduce_max_sync(whole_warp, unsigned(__popc(such))));
  }
  __device__ void add_to(C* sums) const {
    const bool is_first = such != 0 && __ffs(int(such)) - 1 == lane_number();
    C sum = is_first ? multiply_add(sums[number], factor, value) : zero<C>();
    unsigned left = such & (such - 1);
    for (int more = 1; more < most; ++more, left &= left - 1) {
      const int lane = left != 0 ? __ffs(int(left)) - 1 : lane_number();
      const C other_factor = from_lane(factor, lane), other = from_lane(value, lane);
      if (left != 0) sum = multiply_add(sum, other_factor, other);
    }
    if (is_first) sums[number] = sum;
    __syncwarp();
  }
};

/// What a team keeps in shared memory: sums, the table of the columns that they belong to, and
/// entries of A at hand.
template <class Arguments>
struct TeamRow {
  using Index = typename Arguments::Index;
  using C = typename Arguments::C;

  const Arguments& arguments;
  Team team;
  C *sums, *factors;
  ProductStage stage;
  PlaceTable<Index> table;

  __host__ __device__ static std::size_t bytes(const SpgemmTeam& size) {
    const std::size_t threads = 32 * std::size_t(size.warps), warps = std::size_t(size.warps);
    const std::size_t all =
        std::size_t(size.entries) * sizeof(C) + threads * (sizeof(C) + ProductStage::entry_bytes) +
        warps * sizeof(int) + std::size_t(size.places) * PlaceTable<Index>::place_bytes;
    return (all + 15) / 16 * 16;
  }
  /// \param count entries of C; a smaller table does for few
  __device__ TeamRow(const Arguments& given, const SpgemmTeam& size, int count,
                     unsigned char* memory)
      : arguments(given), team{size.warps} {
    int places = size.places;
    while (places >= 4 * count) places /= 2;
    sums = reinterpret_cast<C*>(memory);
    factors = sums + size.entries;
    auto* const stage_places = reinterpret_cast<std::int64_t*>(factors + team.threads());
    auto* const keys = reinterpret_cast<Index*>(stage_places + team.threads());
    auto* const bits = reinterpret_cast<unsigned*>(keys + places);
    int* const ends = reinterpret_cast<int*>(bits + places);
    stage = {team, stage_places, ends, ends + team.threads()};
    table = {team, places, keys, bits,
             reinterpret_cast<unsigned short*>(stage.warp_sums + team.warps)};
  }

  /// Sums of 0 for the entries of C from `begin` on.
  __device__ void clear(std::int64_t begin, int count) const {
    for (int k = team.thread(); k < count; k += team.threads()) sums[k] = zero<C>();
    table.fill(arguments.c, begin, count);
  }

  /// Adds the products of a row of A.
  /// \param part whether only the columns low .. high of B take part
  __device__ void add(std::int64_t row, bool part, Index low, Index high) const {
    const auto& a = arguments.pattern.a;
    const std::int64_t end = a.end(row);
    for (std::int64_t first = a.begin(row); first < end; first += team.threads()) {
      const std::int64_t k = first + team.thread();
      if (k < end)
        factors[team.thread()] = spgemm_value<C>(arguments.a_values[k], arguments.conjugate_a);
      stage.take(arguments.pattern.b, k < end ? std::int64_t(a.column(k)) : -1, part, low, high);
      add_stage();
      team.sync();
    }
  }

  /// Adds beta D, where D has a pattern of its own.
  __device__ void add_d(std::int64_t row, Index low, Index high) const {
    const auto& d = arguments.pattern.d;
    const C beta = arguments.beta.get();
    for (std::int64_t p = lower_bound(d, d.begin(row), d.end(row), low) + team.thread();
         p < d.end(row) && d.column(p) <= high; p += team.threads()) {
      const int number = table.number(d.column(p));
      if (number >= 0)
        sums[number] = multiply_add(sums[number], beta, widen<C>(arguments.d_values[p]));
    }
    team.sync();
  }

 private:
  static constexpr int together = 2;  ///< products whose loads are under way at once

  __device__ void add_stage() const {
    constexpr int span = 32 * together;
    const int products = stage.products();
    for (int base = 0; base < products; base += team.warps * span) {
      WarpProducts<C> mine[together];
      const int first = base + team.warp() * span;
      if (first < products) find(first + lane_number(), products, mine);
      for (int warp = 0; warp < team.warps && base + warp * span < products; ++warp) {
        if (warp == team.warp())
#pragma unroll
          for (int u = 0; u < together; ++u) mine[u].add_to(sums);
        team.sync();
      }
    }
  }
  __device__ void find(int first, int products, WarpProducts<C> (&found)[together]) const {
    int entries[together];
    stage.find(first, 32, stage.team.threads(), entries);
#pragma unroll
    for (int u = 0; u < together; ++u) {
      const int product = first + 32 * u;
      if (product < products) {
        const std::int64_t place = stage.places[entries[u]] + product;
        found[u].factor = factors[entries[u]];
        found[u].value = spgemm_value<C>(arguments.b_values[place], arguments.conjugate_b);
        found[u].number = table.number(arguments.pattern.b.column(place));
      }
      found[u].find_equal();
    }
  }
};

/// Rows or pieces of rows: items of a list, or, without one, the rows that are a warp's.
template <class Arguments>
__global__ void __launch_bounds__(SpgemmTeam::most_threads)
    add_team_rows(const Arguments arguments, const SpgemmTeam size, const SpgemmPiece* pieces,
                  std::int64_t items) {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  using Row = TeamRow<Arguments>;
  extern __shared__ __align__(16) unsigned char shared[];
  const int teams = int(blockDim.x) / (32 * size.warps), number = int(threadIdx.x) / 32 % teams;
  const std::int64_t item = std::int64_t(blockIdx.x) * teams + number;
  if (item >= items) return;
  const auto& c = arguments.c;
  const auto [row, begin, length, count] = TeamItem::get(c, size, pieces, item);
  if (pieces == nullptr && arguments.shares[row] != SpgemmShare::warp) return;

  const Row mine(arguments, size, count, shared + number * Row::bytes(size));
  mine.clear(begin, count);
  const Index low = c.column(begin), high = c.column(begin + count - 1);
  const C alpha = arguments.alpha.get(), beta = arguments.beta.get();
  if (!is_zero(alpha)) {
    mine.add(row, count < length, low, high);
    for (int k = mine.team.thread(); k < count; k += mine.team.threads())
      mine.sums[k] = multiply_add(zero<C>(), alpha, mine.sums[k]);
    mine.team.sync();
  }
  const bool reads_d = arguments.d_values != nullptr && !is_zero(beta);
  if (reads_d && !arguments.d_like_c) mine.add_d(row, low, high);
  for (int k = mine.team.thread(); k < count; k += mine.team.threads())
    write_value(arguments, begin + k, mine.sums[k]);
}

template <class Arguments>
cudaError_t launch_team_rows(const Arguments& arguments, const SpgemmTeam& size,
                             const SpgemmPiece* pieces, std::int64_t items, cudaStream_t stream) {
  if (items == 0) return cudaSuccess;
  const int teams = size.warps == 1 ? 4 : 1;
  const std::size_t bytes = std::size_t(teams) * TeamRow<Arguments>::bytes(size);
  const auto kernel = add_team_rows<Arguments>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  kernel<<<unsigned((items + teams - 1) / teams), unsigned(32 * size.warps * teams), bytes,
           stream>>>(arguments, size, pieces, items);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
