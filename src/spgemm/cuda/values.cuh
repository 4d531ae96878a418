// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/scalar.hpp"
#include "cuda/shared_memory.hpp"
#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/table.cuh"

/// The values of C. A group of threads owns a row of C, or a piece of one, and a hash table of its
/// columns with a sum each. It walks the row of A in order; of each row of B that this names, every
/// thread takes an entry. The columns of such a row are all different, so that the threads never
/// add to one sum at once, and each sum has one order.

namespace filigree::cuda {

/// A table with sums.
template <class Arguments, int lanes>
struct SumTable {
  using Index = typename Arguments::Index;
  using C = typename Arguments::C;

  C* sums;
  Index* keys;
  int places;

  __device__ C& at(Index column) const { return sums[find_key(keys, places, column)]; }
};

/// Adds the products of a row of A to the sums of columns first .. last.
template <bool is_piece, class Arguments, int lanes>
__device__ void add_products(const Arguments& arguments, std::int64_t row,
                             const SumTable<Arguments, lanes>& table, const LaneGroup<lanes>& group,
                             typename Arguments::Index first, typename Arguments::Index last) {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  const auto &a = arguments.pattern.a, &b = arguments.pattern.b;
  const std::int64_t end = a.end(row);
  for (std::int64_t chunk = a.begin(row); chunk < end; chunk += lanes) {
    const std::int64_t k = chunk + group.lane;
    std::int64_t b_begin = 0, b_end = 0;
    C factor = zero<C>();
    if (k < end) {
      const std::int64_t inner = a.column(k);
      factor = widen<C>(arguments.a_values[k]);
      if (arguments.conjugate_a) factor = conjugate(factor);
      b_begin = b.begin(inner);
      b_end = b.end(inner);
      if (is_piece) {
        b_begin = lower_bound(b, b_begin, b_end, first);
        b_end = lower_bound(b, b_begin, b_end, Index(last + 1));
      }
    }
    const unsigned some = __ballot_sync(group.mask, b_begin < b_end) & group.mask;
    for (unsigned left = some; left != 0; left &= left - 1) {
      const int j = (__ffs(int(left)) - 1) % lanes;
      const std::int64_t begin = group.from(b_begin, j), row_end = group.from(b_end, j);
      const C value = from_lane(group, factor, j);
      for (std::int64_t p = begin + group.lane; p < row_end; p += lanes) {
        C x = widen<C>(arguments.b_values[p]);
        if (arguments.conjugate_b) x = conjugate(x);
        C& sum = table.at(b.column(p));
        sum = multiply_add(sum, value, x);
      }
      group.sync();
    }
  }
}

/// sums = alpha sums + beta D, where D has a pattern of its own.
template <class Arguments, int lanes>
__device__ void add_d(const Arguments& arguments, std::int64_t row,
                      const SumTable<Arguments, lanes>& table, const LaneGroup<lanes>& group,
                      typename Arguments::Index first, typename Arguments::Index last) {
  using C = typename Arguments::C;
  const auto& d = arguments.pattern.d;
  const C beta = arguments.beta.get();
  const std::int64_t begin = lower_bound(d, d.begin(row), d.end(row), first);
  for (std::int64_t p = begin + group.lane; p < d.end(row); p += lanes) {
    if (d.column(p) > last) break;
    C& sum = table.at(d.column(p));
    sum = multiply_add(sum, beta, widen<C>(arguments.d_values[p]));
  }
  group.sync();
}

/// Rows of one kind, or pieces.
template <bool is_piece, int lanes, class Arguments>
__global__ void __launch_bounds__(128) add_rows(const Arguments arguments, int places, int kind) {
  using C = typename Arguments::C;
  using Index = typename Arguments::Index;
  extern __shared__ __align__(16) unsigned char shared[];
  const LaneGroup<lanes> group;
  const int in_block = int(threadIdx.x) / lanes, groups = int(blockDim.x) / lanes;
  const std::int64_t item = std::int64_t(blockIdx.x) * groups + in_block;
  if (item >= (is_piece ? arguments.pieces : arguments.c.num_rows)) return;
  SpgemmPiece piece{item, 0};
  if (is_piece) piece = arguments.piece[item];
  const auto& c = arguments.c;
  const std::int64_t begin = c.begin(piece.row) + piece.first;
  std::int64_t count = c.end(piece.row) - begin;
  if (is_piece)
    count = min(count, std::int64_t(SpgemmTables::piece_entries));
  else if (count == 0 || SpgemmTables::kind(count) != kind)
    return;

  SumTable<Arguments, lanes> table{
      reinterpret_cast<C*>(shared) + in_block * places,
      reinterpret_cast<Index*>(reinterpret_cast<C*>(shared) + groups * places) + in_block * places,
      places};
  for (int p = group.lane; p < places; p += lanes) {
    table.keys[p] = Index(-1);
    table.sums[p] = zero<C>();
  }
  group.sync();
  for (std::int64_t k = group.lane; k < count; k += lanes)
    insert_key(table.keys, places, c.column(begin + k));
  group.sync();

  const Index first = c.column(begin), last = c.column(begin + count - 1);
  const C alpha = arguments.alpha.get(), beta = arguments.beta.get();
  if (!is_zero(alpha)) {
    add_products<is_piece>(arguments, piece.row, table, group, first, last);
    for (int p = group.lane; p < places; p += lanes)
      table.sums[p] = multiply_add(zero<C>(), alpha, table.sums[p]);
    group.sync();
  }
  const bool reads_d = arguments.d_values != nullptr && !is_zero(beta);
  if (reads_d && !arguments.d_like_c) add_d(arguments, piece.row, table, group, first, last);
  for (std::int64_t k = group.lane; k < count; k += lanes) {
    C sum = table.at(c.column(begin + k));
    if (reads_d && arguments.d_like_c)
      sum = multiply_add(sum, beta, widen<C>(arguments.d_values[begin + k]));
    arguments.values[begin + k] = narrow<typename Arguments::Y>(sum);
  }
}

template <bool is_piece, int lanes, class Arguments>
cudaError_t launch_rows(const Arguments& arguments, int places, int kind, std::int64_t items,
                        cudaStream_t stream) {
  if (items == 0) return cudaSuccess;
  constexpr int threads = 128, groups = threads / lanes;
  const std::size_t bytes =
      groups * places * (sizeof(typename Arguments::C) + sizeof(typename Arguments::Index));
  const auto kernel = add_rows<is_piece, lanes, Arguments>;
  if (const cudaError_t error = allow_shared_memory(kernel, bytes); error != cudaSuccess)
    return error;
  const std::int64_t all = is_piece ? items : arguments.c.num_rows;
  kernel<<<unsigned((all + groups - 1) / groups), threads, bytes, stream>>>(arguments, places,
                                                                            kind);
  return cudaGetLastError();
}

template <int lanes, class Arguments>
cudaError_t launch_values(const Arguments& arguments, cudaStream_t stream) {
  constexpr int places[] = {SpgemmTables::small, SpgemmTables::medium};
  cudaError_t error = cudaSuccess;
  for (int kind = 0; kind < 2 && error == cudaSuccess; ++kind)
    error = launch_rows<false, lanes>(arguments, places[kind], kind, arguments.rows[kind], stream);
  if (error == cudaSuccess)
    error = launch_rows<true, 32>(arguments, SpgemmTables::large, 2, arguments.pieces, stream);
  return error;
}

template <class Arguments>
cudaError_t launch_spgemm_values(const Arguments& arguments, cudaStream_t stream) {
  return arguments.lanes == 8 ? launch_values<8>(arguments, stream)
                              : launch_values<32>(arguments, stream);
}

}  // namespace filigree::cuda

#define FILIGREE_SPGEMM_LAUNCH(A, Y, C)                                                    \
  template cudaError_t launch_spgemm_values(const SpgemmArguments<std::int32_t, A, Y, C>&, \
                                            cudaStream_t);                                 \
  template cudaError_t launch_spgemm_values(const SpgemmArguments<std::int64_t, A, Y, C>&, \
                                            cudaStream_t);
