// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/hot_columns.hpp"

#include <type_traits>

#include "cuda/load_bits.hpp"
#include "cuda/shared_address.hpp"
#include "cuda/shared_memory.hpp"
#include "spmv/cuda/instances.hpp"
#include "spmv/cuda/partition.hpp"
#include "spmv/cuda/warp_tile.cuh"

/// On a power law the gathers of x limit the product: each takes a 32-byte sector of the L2 cache.
/// A third of them or more go to a few thousand columns; these are answered from shared memory,
/// which one persistent thread block a multiprocessor fills once.

namespace filigree::cuda {
namespace {

constexpr int hot_threads = 1024;
constexpr int hot_warps = hot_threads / 32;

/// From shared memory where the code is below 0 (of hot entry ~code), from x elsewhere: both into
/// the same register, and the loads that take longer last.
template <class Arguments>
struct HotGather {
  using X = typename Arguments::X;
  using Column = std::int32_t;
  using Bits = std::conditional_t<sizeof(X) == 4, std::uint32_t, std::uint64_t>;
  static_assert(sizeof(X) == sizeof(Bits));
  const Column* columns;
  const X* x;
  std::uint32_t hot;  ///< where entry -1 would be in shared memory
  static constexpr Column any = 0;

  __device__ HotGather(const Column* codes, const X* x_, const X* hot_x)
      : columns(codes), x(opaque_global(x_)), hot(shared_address(hot_x) - sizeof(X)) {}

  __device__ X start(Column code) const {
    Bits bits = 0;
    load_shared_if_negative(code, bits, hot - std::uint32_t(code) * std::uint32_t(sizeof(X)));
    return as_x(bits);
  }
  __device__ void finish(Column code, X& result) const {
    Bits bits;
    memcpy(&bits, &result, sizeof(X));
    load_global_unless_negative(code, bits, x + code);
    result = as_x(bits);
  }

 private:
  static __device__ X as_x(Bits bits) {
    X result;
    memcpy(&result, &bits, sizeof(X));
    return result;
  }
};

template <bool Reduce, class Arguments>
__global__ void __launch_bounds__(hot_threads, 1)
    hot_column_kernel(const Arguments arguments, const HotColumnCodes hot, const int rows_a_warp,
                      const LongRows long_rows) {
  using C = typename Arguments::C;
  using X = typename Arguments::X;
  extern __shared__ __align__(16) unsigned char shared[];
  C* const products = reinterpret_cast<C*>(shared) + threadIdx.x / 32 * chunk_entries;
  X* const hot_x = reinterpret_cast<X*>(shared + hot_warps * chunk_entries * sizeof(C));
  launch_dependents();
  for (int i = threadIdx.x; i < hot.count; i += hot_threads) hot_x[i] = arguments.x[hot.columns[i]];
  __syncthreads();
  const HotGather<Arguments> gather(hot.codes, arguments.x, hot_x);
  Reduction<C> reduction;
  const std::int64_t tiles = (arguments.num_rows + rows_a_warp - 1) / rows_a_warp;
  for (std::int64_t item = std::int64_t(blockIdx.x) * hot_warps + threadIdx.x / 32;
       item < long_rows.num_segments + tiles; item += std::int64_t(gridDim.x) * hot_warps) {
    if (item < long_rows.num_segments)
      sum_segment<false>(arguments, gather, long_rows, item, products);
    else
      product_of_tile<false, Reduce>(arguments, gather, item - long_rows.num_segments, rows_a_warp,
                                     long_rows.limit, products, reduction);
  }
  if constexpr (Reduce) {
    __shared__ C sums[64];
    reduce_block(reduction, sums, arguments.partials + 2 * std::int64_t(blockIdx.x));
  }
}

template <bool Reduce, class Arguments>
cudaError_t launch_hot_column_kernels(const Arguments& arguments, const HotColumnCodes& hot,
                                      const LongRows& long_rows, int multiprocessors,
                                      cudaStream_t stream) {
  using C = typename Arguments::C;
  const auto kernel = hot_column_kernel<Reduce, Arguments>;
  const std::size_t bytes = hot_warps * chunk_entries * sizeof(C) +
                            std::size_t(hot.count) * sizeof(typename Arguments::X);
  cudaError_t error = allow_shared_memory(kernel, bytes);
  if (error != cudaSuccess) return error;
  const int rows = rows_per_warp(arguments.nnz, arguments.num_rows);
  kernel<<<unsigned(multiprocessors), hot_threads, bytes, stream>>>(arguments, hot, rows,
                                                                    long_rows);
  error = finish_long_rows(arguments, long_rows,
                           Reduce ? arguments.partials + 2 * multiprocessors : nullptr, stream);
  if (Reduce && error == cudaSuccess)
    sum_partials_kernel<<<1, 1024, 0, stream>>>(
        arguments.partials,
        multiprocessors + (long_rows.count + warp_tile_warps - 1) / warp_tile_warps,
        arguments.reductions);
  return error != cudaSuccess ? error : cudaGetLastError();
}

}  // namespace

template <class Arguments>
cudaError_t launch_hot_columns(const Arguments& arguments, const HotColumnCodes& hot,
                               const LongRows& long_rows, int multiprocessors,
                               cudaStream_t stream) {
  if (arguments.num_rows == 0) return cudaSuccess;
  if (arguments.reductions != nullptr)
    return launch_hot_column_kernels<true>(arguments, hot, long_rows, multiprocessors, stream);
  return launch_hot_column_kernels<false>(arguments, hot, long_rows, multiprocessors, stream);
}

#define FILIGREE_SPMV_LAUNCH(A, X, Y, C, Offset, Index)                                    \
  template cudaError_t launch_hot_columns(const SpmvArguments<A, X, Y, C, Offset, Index>&, \
                                          const HotColumnCodes&, const LongRows&, int,     \
                                          cudaStream_t);
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_INDICES(double, double, double, double)
FILIGREE_SPMV_INDICES(Complex<float>, Complex<float>, Complex<float>, Complex<float>)

}  // namespace filigree::cuda
