// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/scalar.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/table.cuh"

/// Values of rows that are a team's: one warp or several. The team takes as many entries of A's row
/// as it has threads, numbers their products in order, and shares these out: warps find out places
/// and factors at the same time, but add one after the other. So every sum has one order.

namespace filigree::cuda {

/// What a team keeps in shared memory: sums, the table of the columns that they belong to (words of
/// 32 with the place of their first one), and entries of A at hand.
template <class Arguments, class Share>
struct TeamRow {
  using Index = typename Arguments::Index;
  using C = typename Arguments::C;
  using Members = Team<Share::warps>;
  static constexpr int threads = Members::threads;

  C sums[Share::entries];
  C factors[threads];
  ProductStage<Share::warps> stage;
  Index keys[Share::places];
  unsigned bits[Share::places];
  unsigned short before[Share::places];

  __device__ void fill(const SpgemmRows<Index>& c, std::int64_t begin, int count) {
    for (int p = Members::thread(); p < Share::places; p += threads) keys[p] = Index(-1);
    Members::sync();
    for (int k = Members::thread(); k < count; k += threads) {
      sums[k] = zero<C>();
      const Index column = c.column(begin + k), word = column / 32;
      if (k > 0 && c.column(begin + k - 1) / 32 == word) continue;
      const int place = insert_key(keys, Share::places, Share::places, word);
      unsigned there = 1u << (column % 32);
      for (int next = k + 1; next < count; ++next) {
        const Index other = c.column(begin + next);
        if (other / 32 != word) break;
        there |= 1u << (other % 32);
      }
      bits[place] = there;
      before[place] = static_cast<unsigned short>(k);
    }
    Members::sync();
  }
  __device__ int number(Index column) const {
    const int place = find_key(keys, Share::places, Index(column / 32));
    return before[place] + __popc(bits[place] & ((1u << (column % 32)) - 1u));
  }

  /// Takes the entries of A from `first` on.
  /// \param part whether only the columns low .. high of B take part
  __device__ void take(const Arguments& arguments, std::int64_t first, std::int64_t end, bool part,
                       Index low, Index high) {
    const auto& a = arguments.pattern.a;
    const std::int64_t k = first + Members::thread();
    if (k < end)
      factors[Members::thread()] = spgemm_value<C>(arguments.a_values[k], arguments.conjugate_a);
    stage.take(arguments.pattern.b, k < end ? std::int64_t(a.column(k)) : -1, part, low, high);
  }

  /// Adds the products of the entries at hand.
  __device__ void add(const Arguments& arguments) {
    constexpr int together = Share::together, span = 32 * together;
    const int products = stage.products();
    for (int base = 0; base < products; base += Share::warps * span) {
      const int first = base + Members::warp() * span;
      Products mine[together];
#pragma unroll
      for (int u = 0; u < together; ++u)
        mine[u] = find(arguments, first + 32 * u + lane_number(), products);
      for (int warp = 0; warp < Share::warps && base + warp * span < products; ++warp) {
        if (warp == Members::warp())
#pragma unroll
          for (int u = 0; u < together; ++u) mine[u].add_to(sums);
        Members::sync();
      }
    }
  }

 private:
  /// A product a lane, or none. The first lane of those of one sum adds them all, in order.
  struct Products {
    int number = -1;
    unsigned such = 0;  ///< lanes with the same sum, this one included
    int most = 0;       ///< products of one sum
    C factor = zero<C>(), value = zero<C>();

    __device__ void find_equal() {
      such = __match_any_sync(whole_warp, number);
      if (number < 0) such = 0;
      most = __reduce_max_sync(whole_warp, unsigned(__popc(such)));
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

  __device__ Products find(const Arguments& arguments, int product, int products) const {
    Products result;
    if (product < products) {
      const int entry = stage.entry(product);
      const std::int64_t place = stage.places[entry] + product;
      result.factor = factors[entry];
      result.value = spgemm_value<C>(arguments.b_values[place], arguments.conjugate_b);
      result.number = number(arguments.pattern.b.column(place));
    }
    result.find_equal();
    return result;
  }
};

/// Adds beta D, where D has a pattern of its own.
template <class Arguments, class Row>
__device__ void add_d(const Arguments& arguments, std::int64_t row, Row& mine,
                      typename Arguments::Index low, typename Arguments::Index high) {
  using C = typename Arguments::C;
  const auto& d = arguments.pattern.d;
  const C beta = arguments.beta.get();
  const std::int64_t begin = lower_bound(d, d.begin(row), d.end(row), low);
  for (std::int64_t p = begin + Row::Members::thread(); p < d.end(row) && d.column(p) <= high;
       p += Row::threads) {
    C& sum = mine.sums[mine.number(d.column(p))];
    sum = multiply_add(sum, beta, widen<C>(arguments.d_values[p]));
  }
  Row::Members::sync();
}

/// Rows or pieces of rows: items of a list, or, without one, the rows of this share.
template <class Share, class Arguments>
__global__ void __launch_bounds__(Team<Share::warps>::block)
    add_team_rows(const Arguments arguments, const SpgemmPiece* pieces, std::int64_t items) {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  using Row = TeamRow<Arguments, Share>;
  using Members = typename Row::Members;
  extern __shared__ __align__(16) unsigned char shared[];
  const int team = int(threadIdx.x) / Row::threads;
  const std::int64_t item = std::int64_t(blockIdx.x) * Members::per_block + team;
  if (item >= items) return;
  const SpgemmPiece piece = pieces == nullptr ? SpgemmPiece{item, 0} : pieces[item];
  const auto &a = arguments.pattern.a, &c = arguments.c;
  const std::int64_t c_begin = c.begin(piece.row), c_end = c.end(piece.row);
  const std::int64_t begin = c_begin + piece.first;
  if (pieces == nullptr && (SpgemmShare::kind(c_end - begin) != SpgemmShare::warp ||
                            arguments.runs.take(piece.row, c_end - begin)))
    return;
  const bool part = c_end - c_begin > Share::entries;
  const int count = int(min(c_end - begin, std::int64_t(Share::entries)));

  Row& mine = reinterpret_cast<Row*>(shared)[team];
  mine.fill(c, begin, count);
  const Index low = c.column(begin), high = c.column(begin + count - 1);
  const C alpha = arguments.alpha.get(), beta = arguments.beta.get();
  if (!is_zero(alpha)) {
    const std::int64_t a_end = a.end(piece.row);
    for (std::int64_t k = a.begin(piece.row); k < a_end; k += Row::threads) {
      mine.take(arguments, k, a_end, part, low, high);
      mine.add(arguments);
      Members::sync();
    }
    for (int k = Members::thread(); k < count; k += Row::threads)
      mine.sums[k] = multiply_add(zero<C>(), alpha, mine.sums[k]);
    Members::sync();
  }
  const bool reads_d = arguments.d_values != nullptr && !is_zero(beta);
  if (reads_d && !arguments.d_like_c) add_d(arguments, piece.row, mine, low, high);
  for (int k = Members::thread(); k < count; k += Row::threads)
    write_value(arguments, begin + k, mine.sums[k]);
}

template <class Share, class Arguments>
cudaError_t launch_team_rows(const Arguments& arguments, const SpgemmPiece* pieces,
                             std::int64_t items, cudaStream_t stream) {
  if (items == 0) return cudaSuccess;
  using Members = Team<Share::warps>;
  constexpr int rows = Members::per_block;
  constexpr std::size_t bytes = rows * sizeof(TeamRow<Arguments, Share>);
  const auto kernel = add_team_rows<Share, Arguments>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  kernel<<<unsigned((items + rows - 1) / rows), Members::block, bytes, stream>>>(arguments, pieces,
                                                                                 items);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
