// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/cuda/tiled_matmul.hpp"

#include "structured/group.hpp"

/// A thread block computes 64 x 64 entries of D, a thread 4 x 4. B comes through shared memory,
/// where a thread picks the rows that its codes name; a block of metadata (16 groups) at a time.

namespace filigree::cuda {
namespace {

using structured::Accumulator;
using structured::group_size;
using structured::kept_entries;
using structured::Layout;

constexpr int tile = 64;
constexpr int part = 4;  ///< rows and columns of a thread, which are 16 apart
constexpr int side = tile / part;

template <class In>
__device__ Accumulator<In> wide(In x) {
  if constexpr (std::is_same_v<In, std::int8_t>)
    return std::int32_t(x);
  else
    return float(x);
}

/// A slab of B as the products take it.
template <class In>
struct SharedB {
  Accumulator<In> entries[structured::block_cols<In>][tile + 1];

  /// By all threads, which run along B's contiguous dimension.
  __device__ void load(const MatmulArguments& p, const In* b, std::int64_t first_k,
                       std::int64_t first_n) {
    constexpr int depth = structured::block_cols<In>;
    const bool along_k = p.b_stride_k <= p.b_stride_n;
    for (int e = int(threadIdx.x); e < depth * tile; e += side * side) {
      const int l = along_k ? e % depth : e / tile;
      const int j = along_k ? e / depth : e % tile;
      In x = In(0);
      if (first_k + l < p.k && first_n + j < p.n)
        x = b[(first_k + l) * p.b_stride_k + (first_n + j) * p.b_stride_n];
      if constexpr (std::is_same_v<In, float>) x = structured::truncate_to_tf32(x);
      entries[l][j] = wide(x);
    }
  }
};

/// The products of a row's 16 groups with the slab.
template <class In>
__device__ void multiply_row(Accumulator<In> (&sums)[part], const SharedB<In>& b, const In* values,
                             const std::uint32_t* block, int row, std::int64_t cols_left) {
  for (int g = 0; g < structured::block_groups; ++g) {
    const auto place = structured::metadata_place(sizeof(In), row, g);
    const std::uint32_t code = block[place.word] >> place.bit & 0xfu;
#pragma unroll
    for (int s = 0; s < kept_entries<In>; ++s) {
      const int l = g * group_size<In> + structured::position<structured::OwnKind<In>>(code, s);
      if (l >= cols_left) continue;
      const auto a = wide(values[g * kept_entries<In> + s]);
#pragma unroll
      for (int j = 0; j < part; ++j) sums[j] += a * b.entries[l][threadIdx.x % side + j * side];
    }
  }
}

template <class In, class Out>
__global__ void __launch_bounds__(side* side) tiled_matmul_kernel(const MatmulArguments p) {
  __shared__ SharedB<In> b;
  const Layout<In> layout{p.m, p.k};
  const std::int64_t tiles_m = (p.m + tile - 1) / tile;
  const std::int64_t first_row = std::int64_t(blockIdx.x) % tiles_m * tile;
  const std::int64_t first_col = std::int64_t(blockIdx.x) / tiles_m * tile;
  const int thread_row = int(threadIdx.x) / side;
  for (std::int64_t batch = blockIdx.y; batch < p.batches; batch += gridDim.y) {
    const auto* const a = static_cast<const char*>(p.a) + batch * p.a_batch_bytes;
    const auto* const values = reinterpret_cast<const In*>(a);
    const auto* const words = reinterpret_cast<const std::uint32_t*>(a + layout.values_bytes());
    Accumulator<In> sums[part][part] = {};
    for (std::int64_t k = 0; k < p.k; k += structured::block_cols<In>) {
      __syncthreads();
      b.load(p, static_cast<const In*>(p.b) + batch * p.b_batch_stride, k, first_col);
      __syncthreads();
      const std::uint32_t* const block =
          words + (first_row / tile * layout.blocks_per_row() +
                   k / structured::block_cols<In>)*structured::block_words;
#pragma unroll
      for (int i = 0; i < part; ++i) {
        const int row = thread_row + i * side;
        multiply_row(sums[i], b, values + (first_row + row) * layout.row_values() + k / 2, block,
                     row, p.k - k);
      }
    }
#pragma unroll
    for (int i = 0; i < part; ++i)
#pragma unroll
      for (int j = 0; j < part; ++j) {
        const std::int64_t row = first_row + thread_row + i * side;
        const std::int64_t col = first_col + int(threadIdx.x) % side + j * side;
        if (row >= p.m || col >= p.n) continue;
        const std::int64_t at = row * p.d_stride_m + col * p.d_stride_n + batch * p.d_batch_stride;
        static_cast<Out*>(p.d)[at] =
            structured::finish(p.epilogue, p.epilogue.channel_is_col ? col : row, batch, sums[i][j],
                               static_cast<const Out*>(p.c), at);
      }
  }
}

}  // namespace

template <class In, class Out>
cudaError_t launch_tiled_matmul(const MatmulArguments& arguments, cudaStream_t stream) {
  static_assert(tile == structured::block_rows);
  const std::int64_t tiles = (arguments.m + tile - 1) / tile * ((arguments.n + tile - 1) / tile);
  if (tiles == 0 || arguments.batches == 0) return cudaSuccess;
  if (!tiled_matmul_takes(arguments)) return cudaErrorInvalidValue;
  const std::int64_t batches = arguments.batches < grid_limit ? arguments.batches : grid_limit;
  tiled_matmul_kernel<In, Out>
      <<<dim3(unsigned(tiles), unsigned(batches)), side * side, 0, stream>>>(arguments);
  return cudaGetLastError();
}

#define FILIGREE_STRUCTURED_PRODUCT(In, Out) \
  template cudaError_t launch_tiled_matmul<In, Out>(const MatmulArguments&, cudaStream_t);
FILIGREE_STRUCTURED_PRODUCTS(FILIGREE_STRUCTURED_PRODUCT)

}  // namespace filigree::cuda
