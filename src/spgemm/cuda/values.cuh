// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/scalar.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/run_rows.cuh"
#include "spgemm/cuda/table.cuh"

/// The values of C. A row belongs to a thread or a warp, a long one in pieces to several warps. Its
/// owner walks the row of A in order. Of each row of B that this names, the threads of a warp take
/// an entry each: their columns are all different, so that they never add to one sum at once. So
/// every sum has one order. A group of threads takes runs, whose rows share the places of products.

namespace filigree::cuda {

/// A thread's row. C's row, a row of B and D's are sorted: a column is looked for from where the
/// one before it was found.
template <class Arguments>
struct ThreadRow {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;

  const Arguments& arguments;
  std::int64_t begin;  ///< of C's row
  int count;
  C sums[SpgemmShare::thread_entries];
  Index columns[SpgemmShare::thread_entries];

  __device__ void clear() {
    for (int k = 0; k < count; ++k) {
      sums[k] = zero<C>();
      columns[k] = arguments.c.column(begin + k);
    }
  }
  template <class Value>
  __device__ void add(const SpgemmRows<Index>& rows, std::int64_t first, std::int64_t last,
                      const C& factor, const Value& value) {
    int at = 0;
    for (std::int64_t p = first; p < last; ++p) {
      const Index column = rows.column(p);
      while (columns[at] != column) ++at;
      sums[at] = multiply_add(sums[at], factor, value(p));
    }
  }
};

template <class Arguments>
__global__ void __launch_bounds__(128) add_thread_rows(const Arguments arguments) {
  using C = typename Arguments::C;
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const auto &a = arguments.pattern.a, &b = arguments.pattern.b, &d = arguments.pattern.d;
  if (row >= arguments.c.num_rows) return;
  const std::int64_t begin = arguments.c.begin(row), length = arguments.c.end(row) - begin;
  if (length == 0 || SpgemmShare::kind(length) != 0 || arguments.runs.take(row, length)) return;
  ThreadRow<Arguments> mine{arguments, begin, int(length)};
  mine.clear();
  const C alpha = arguments.alpha.get(), beta = arguments.beta.get();
  if (!is_zero(alpha)) {
    for (std::int64_t k = a.begin(row); k < a.end(row); ++k) {
      const std::int64_t inner = a.column(k);
      mine.add(b, b.begin(inner), b.end(inner),
               spgemm_value<C>(arguments.a_values[k], arguments.conjugate_a), [&](std::int64_t p) {
                 return spgemm_value<C>(arguments.b_values[p], arguments.conjugate_b);
               });
    }
    for (int k = 0; k < mine.count; ++k)
      mine.sums[k] = multiply_add(zero<C>(), alpha, mine.sums[k]);
  }
  const bool reads_d = arguments.d_values != nullptr && !is_zero(beta);
  if (reads_d && !arguments.d_like_c)
    mine.add(d, d.begin(row), d.end(row), beta,
             [&](std::int64_t p) { return widen<C>(arguments.d_values[p]); });
  for (int k = 0; k < mine.count; ++k) write_value(arguments, begin + k, mine.sums[k]);
}

/// A warp's table of C's columns, words of 32 with the place of their first one among the sums.
template <class Arguments, int places, int entries>
struct SumTable {
  using Index = typename Arguments::Index;
  using C = typename Arguments::C;

  C sums[entries];
  Index keys[places];
  unsigned bits[places];
  int before[places];

  __device__ void fill(const SpgemmRows<Index>& c, std::int64_t begin, int count) {
    for (int p = lane_number(); p < places; p += 32) {
      keys[p] = Index(-1);
      bits[p] = 0;
      before[p] = entries;
    }
    for (int k = lane_number(); k < count; k += 32) sums[k] = zero<C>();
    __syncwarp();
    for (int k = lane_number(); k < count; k += 32) {
      const Index column = c.column(begin + k);
      const int place = insert_key(keys, places, places, Index(column / 32));
      atomicOr(&bits[place], 1u << (column % 32));
      atomicMin(&before[place], k);
    }
    __syncwarp();
  }
  __device__ int number(Index column) const {
    const int place = find_key(keys, places, Index(column / 32));
    return before[place] + __popc(bits[place] & ((1u << (column % 32)) - 1u));
  }
  __device__ C& at(Index column) { return sums[number(column)]; }
};

/// The part of a row of B that a lane has found, and the entry of A that it is multiplied by.
template <class C>
struct LaneRow {
  std::int64_t begin = 0;
  int length = 0;
  C factor = zero<C>();
};

/// Adds lanes' rows one after the other.
template <class Arguments, class Table, class C>
__device__ void add_long_rows(const Arguments& arguments, const LaneRow<C>& mine, Table& table) {
  const auto& b = arguments.pattern.b;
  for (unsigned left = __ballot_sync(whole_warp, mine.length > 0); left != 0; left &= left - 1) {
    const int j = __ffs(int(left)) - 1;
    const std::int64_t begin = __shfl_sync(whole_warp, mine.begin, j);
    const int count = __shfl_sync(whole_warp, mine.length, j);
    const C value = from_lane(mine.factor, j);
    for (int p = lane_number(); p < count; p += 32) {
      C& sum = table.at(b.column(begin + p));
      sum = multiply_add(sum, value,
                         spgemm_value<C>(arguments.b_values[begin + p], arguments.conjugate_b));
    }
    __syncwarp();
  }
}

/// Adds lanes' rows, 32 products at once: those of one sum take turns, in the rows' order.
/// \param ends the sum of the lengths of lanes up to this one
template <class Arguments, class Table, class C>
__device__ void add_short_rows(const Arguments& arguments, const LaneRow<C>& mine, int ends,
                               Table& table) {
  const auto& b = arguments.pattern.b;
  const int products = __shfl_sync(whole_warp, ends, 31);
  for (int first = 0; first < products; first += 32) {
    const int product = first + lane_number();
    int from = 0;  // the lane whose row it is of
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
      if (__shfl_sync(whole_warp, ends, from + step - 1) <= product) from += step;
    const bool there = product < products;
    const std::int64_t place = __shfl_sync(whole_warp, mine.begin, from) + product -
                               __shfl_sync(whole_warp, ends - mine.length, from);
    const C factor = from_lane(mine.factor, from);
    int number = -1 - lane_number();
    C value = zero<C>();
    if (there) {
      value = spgemm_value<C>(arguments.b_values[place], arguments.conjugate_b);
      number = table.number(b.column(place));
    }
    const unsigned such = __match_any_sync(whole_warp, number);
    const int turn = __popc(such & ((1u << lane_number()) - 1u));
    for (int now = 0; __any_sync(whole_warp, turn >= now); ++now) {
      if (there && turn == now)
        table.sums[number] = multiply_add(table.sums[number], factor, value);
      __syncwarp();
    }
  }
}

/// Adds the products of a row of A; of a piece, those of columns first .. last.
template <bool is_piece, class Arguments, class Table>
__device__ void add_products(const Arguments& arguments, std::int64_t row, Table& table,
                             typename Arguments::Index first, typename Arguments::Index last) {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  const auto &a = arguments.pattern.a, &b = arguments.pattern.b;
  const std::int64_t end = a.end(row);
  for (std::int64_t chunk = a.begin(row); chunk < end; chunk += 32) {
    const std::int64_t k = chunk + lane_number();
    LaneRow<C> mine;
    if (k < end) {
      const std::int64_t inner = a.column(k);
      mine.factor = spgemm_value<C>(arguments.a_values[k], arguments.conjugate_a);
      mine.begin = b.begin(inner);
      std::int64_t b_end = b.end(inner);
      if (is_piece) {
        mine.begin = lower_bound(b, mine.begin, b_end, first);
        b_end = lower_bound(b, mine.begin, b_end, Index(last + 1));
      }
      mine.length = int(b_end - mine.begin);
    }
    const int rows = __popc(__ballot_sync(whole_warp, mine.length > 0));
    constexpr int enough = 1024;  // for the decision; a sum of 32 of them is an int
    const int ends = inclusive_warp_sum(min(mine.length, enough));
    // A step of the latter costs two to three of the former's, of which each row takes one.
    if (__shfl_sync(whole_warp, ends, 31) > 10 * rows)
      add_long_rows(arguments, mine, table);
    else
      add_short_rows(arguments, mine, ends, table);
  }
}

/// Adds beta D, where D has a pattern of its own.
template <class Arguments, class Table>
__device__ void add_d(const Arguments& arguments, std::int64_t row, Table& table,
                      typename Arguments::Index first, typename Arguments::Index last) {
  using C = typename Arguments::C;
  const auto& d = arguments.pattern.d;
  const C beta = arguments.beta.get();
  const std::int64_t begin = lower_bound(d, d.begin(row), d.end(row), first);
  for (std::int64_t p = begin + lane_number(); p < d.end(row) && d.column(p) <= last; p += 32) {
    C& sum = table.at(d.column(p));
    sum = multiply_add(sum, beta, widen<C>(arguments.d_values[p]));
  }
  __syncwarp();
}

/// Warps' rows, or pieces of long ones.
template <bool is_piece, int places, int entries, class Arguments>
__global__ void __launch_bounds__(128) add_warp_rows(const Arguments arguments) {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  using Table = SumTable<Arguments, places, entries>;
  extern __shared__ __align__(16) unsigned char shared[];
  const std::int64_t item = std::int64_t(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  if (item >= (is_piece ? arguments.pieces : arguments.c.num_rows)) return;
  SpgemmPiece piece{item, 0};
  if (is_piece) piece = arguments.piece[item];
  const auto& c = arguments.c;
  const std::int64_t begin = c.begin(piece.row) + piece.first;
  const std::int64_t rest = c.end(piece.row) - begin;
  if (!is_piece && (SpgemmShare::kind(rest) != 1 || arguments.runs.take(piece.row, rest))) return;
  const int count = int(rest < entries ? rest : entries);

  Table& table = reinterpret_cast<Table*>(shared)[threadIdx.x / 32];
  table.fill(c, begin, count);
  const Index first = c.column(begin), last = c.column(begin + count - 1);
  const C alpha = arguments.alpha.get(), beta = arguments.beta.get();
  if (!is_zero(alpha)) {
    add_products<is_piece>(arguments, piece.row, table, first, last);
    for (int k = lane_number(); k < count; k += 32)
      table.sums[k] = multiply_add(zero<C>(), alpha, table.sums[k]);
    __syncwarp();
  }
  const bool reads_d = arguments.d_values != nullptr && !is_zero(beta);
  if (reads_d && !arguments.d_like_c) add_d(arguments, piece.row, table, first, last);
  for (int k = lane_number(); k < count; k += 32) write_value(arguments, begin + k, table.sums[k]);
}

template <bool is_piece, int places, int entries, class Arguments>
cudaError_t launch_warp_rows(const Arguments& arguments, std::int64_t items, cudaStream_t stream) {
  constexpr int warps = 4;
  constexpr std::size_t bytes = warps * sizeof(SumTable<Arguments, places, entries>);
  const auto kernel = add_warp_rows<is_piece, places, entries, Arguments>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  kernel<<<unsigned((items + warps - 1) / warps), 32 * warps, bytes, stream>>>(arguments);
  return cudaGetLastError();
}

template <class Arguments>
cudaError_t launch_spgemm_values(const Arguments& arguments, cudaStream_t stream) {
  using Share = SpgemmShare;
  const std::int64_t rows = arguments.c.num_rows;
  if (arguments.rows[0] > 0) {
    constexpr int threads = 128;
    add_thread_rows<<<unsigned((rows + threads - 1) / threads), threads, 0, stream>>>(arguments);
  }
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess && arguments.rows[1] > 0)
    error =
        launch_warp_rows<false, Share::warp_places, Share::warp_entries>(arguments, rows, stream);
  if (error == cudaSuccess && arguments.pieces > 0)
    error = launch_warp_rows<true, Share::piece_places, Share::piece_entries>(
        arguments, arguments.pieces, stream);
  if (error == cudaSuccess && arguments.rows[3] > 0) error = launch_run_rows(arguments, stream);
  return error;
}

}  // namespace filigree::cuda

#define FILIGREE_SPGEMM_LAUNCH(A, Y, C)                                                    \
  template cudaError_t launch_spgemm_values(const SpgemmArguments<std::int32_t, A, Y, C>&, \
                                            cudaStream_t);                                 \
  template cudaError_t launch_spgemm_values(const SpgemmArguments<std::int64_t, A, Y, C>&, \
                                            cudaStream_t);
