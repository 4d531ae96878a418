// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/launch.hpp"
#include "cuda/shared_memory.hpp"
#include "cuda/tensor_map.hpp"
#include "structured/cuda/split_matmul.hpp"
#include "structured/cuda/takes.hpp"
#include "structured/cuda/wgmma_matmul.cuh"
#include "structured/cuda/wgmma_matmul.hpp"

namespace filigree::cuda {

/// Whether the epilogue has no more than one alpha, by value, which is not 0, or in memory, where
/// it may be.
inline bool scales_only(const structured::Epilogue& e) {
  const bool one_alpha = e.alpha_of_channel != nullptr ? e.one_alpha : e.alpha != 0;
  return !e.reads_c() && one_alpha && e.bias == nullptr &&
         e.activation == structured::Activation::none && e.scale == 1;
}

/// Whether the copy engine stores D. At the edge of a matrix it writes whole granules of 16 bytes,
/// so that lines of D which end inside one would change what lies behind them.
template <class Out>
bool stored_directly(const MatmulArguments& arguments) {
  constexpr std::int64_t size = sizeof(Out);
  const bool along_m = arguments.d_stride_m == 1;
  return (along_m || arguments.d_stride_n == 1) &&
         size * (along_m ? arguments.m : arguments.n) % 16 == 0 &&
         copy_aligned(arguments.d, size * (along_m ? arguments.d_stride_n : arguments.d_stride_m),
                      size * arguments.d_batch_stride) &&
         (arguments.batches == 1 || arguments.d_batch_stride != 0) &&
         scales_only(arguments.epilogue);
}

template <class In>
WgmmaParameters wgmma_parameters(const MatmulArguments& arguments, const void* metadata, int tile_k,
                                 int rows, int cols) {
  const Layout<In> layout{arguments.m, arguments.k};
  WgmmaParameters p{};
  p.m = arguments.m;
  p.n = arguments.n;
  p.metadata = static_cast<const unsigned char*>(metadata);
  p.metadata_batch_bytes = arguments.a_batch_bytes;
  p.row_block_bytes = layout.blocks_per_row() * structured::block_words * 4;
  p.last_row_block = layout.padded_rows() / structured::block_rows - 1;
  p.k_tiles = int(layout.padded_cols() / tile_k);
  p.tiles_m = int((arguments.m + rows - 1) / rows);
  p.tiles_n = int((arguments.n + cols - 1) / cols);
  p.batches = int(arguments.batches);
  p.a_batched = arguments.a_batch_bytes != 0;
  p.b_batched = arguments.b_batch_stride != 0;
  p.c = arguments.c;
  p.d = arguments.d;
  p.d_stride_m = arguments.d_stride_m;
  p.d_stride_n = arguments.d_stride_n;
  p.d_batch_stride = arguments.d_batch_stride;
  p.epilogue = arguments.epilogue;
  return p;
}

/// In boxes of lines of 64 or 128 bytes.
template <class In>
cudaError_t encode_a(CUtensorMap& map, const MatmulArguments& arguments, int box_rows,
                     int line_bytes) {
  const Layout<In> layout{arguments.m, arguments.k};
  constexpr int size = sizeof(In);
  return encode_tensor_map<In>(
      map, {.data = arguments.a,
            .sizes = {layout.row_values(), layout.padded_rows(),
                      arguments.a_batch_bytes != 0 ? arguments.batches : 1},
            .strides = {layout.row_values() * size, arguments.a_batch_bytes},
            .box = {line_bytes / size, box_rows},
            .swizzle = line_bytes == 128 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B});
}

template <class In>
cudaError_t encode_b(CUtensorMap& map, const MatmulArguments& arguments, bool along_k, int box) {
  constexpr int size = sizeof(In);
  return encode_tensor_map<In>(
      map, {.data = arguments.b,
            .sizes = {along_k ? arguments.k : arguments.n, along_k ? arguments.n : arguments.k,
                      arguments.b_batch_stride != 0 ? arguments.batches : 1},
            .strides = {size * (along_k ? arguments.b_stride_n : arguments.b_stride_k),
                        size * arguments.b_batch_stride},
            .box = {128 / size, box},
            .swizzle = CU_TENSOR_MAP_SWIZZLE_128B});
}

template <class Out, class Config>
cudaError_t encode_d(CUtensorMap& map, const MatmulArguments& arguments) {
  constexpr int size = sizeof(Out);
  constexpr bool along_m = Config::d_m;
  return encode_tensor_map<Out>(
      map,
      {.data = arguments.d,
       .sizes = {along_m ? arguments.m : arguments.n, along_m ? arguments.n : arguments.m,
                 arguments.batches},
       .strides = {size * (along_m ? arguments.d_stride_n : arguments.d_stride_m),
                   size * arguments.d_batch_stride},
       .box = {along_m ? Config::box_m : Config::box_n, along_m ? Config::box_n : Config::box_m},
       .swizzle =
           Config::line * size == 128 ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B});
}

template <class In, class Out, class Config>
cudaError_t launch_wgmma(const MatmulArguments& arguments, int multiprocessors, cudaStream_t stream,
                         const PartialSums& sums = {}) {
  const Layout<In> layout{arguments.m, arguments.k};
  WgmmaParameters p = wgmma_parameters<In>(
      arguments, static_cast<const unsigned char*>(arguments.a) + layout.values_bytes(),
      Config::tile_k, Config::tile_m * Config::cluster, Config::tile_n);
  p.direct = !Config::split && stored_directly<Out>(arguments);
  p.sums = sums;
  CUtensorMap map_a, map_b, map_d;
  cudaError_t error = encode_a<In>(map_a, arguments, Config::tile_m, 64);
  if (error == cudaSuccess)
    error = encode_b<In>(map_b, arguments, Config::b_k,
                         Config::b_k ? Config::tile_n / Config::cluster : Config::tile_k);
  map_d = map_a;
  if (error == cudaSuccess && p.direct) error = encode_d<Out, Config>(map_d, arguments);
  const auto kernel = wgmma_matmul_kernel<In, Out, Config>;
  if (error == cudaSuccess) error = allow_shared_memory(kernel, Config::shared_bytes);
  if (error != cudaSuccess) return error;
  const std::int64_t pieces =
      std::int64_t(p.tiles_m) * p.tiles_n * p.batches * (Config::split ? sums.parts : 1);
  const std::int64_t clusters = multiprocessors / Config::cluster;
  return launch_clusters(kernel,
                         {.blocks = (pieces < clusters ? pieces : clusters) * Config::cluster,
                          .threads = unsigned(Config::threads),
                          .shared_bytes = Config::shared_bytes,
                          .cluster = unsigned(Config::cluster)},
                         stream, map_a, map_b, map_d, p);
}

template <class In, class Out>
cudaError_t launch_wgmma_matmul(const MatmulArguments& arguments, int multiprocessors,
                                cudaStream_t stream) {
  const bool d_m = arguments.d_stride_m == 1;
  if (arguments.b_stride_k == 1)
    return d_m ? launch_wgmma<In, Out, WgmmaConfig<In, Out, true, true, 2>>(arguments,
                                                                            multiprocessors, stream)
               : launch_wgmma<In, Out, WgmmaConfig<In, Out, true, false, 2>>(
                     arguments, multiprocessors, stream);
  if constexpr (sizeof(In) == 2)
    return d_m ? launch_wgmma<In, Out, WgmmaConfig<In, Out, false, true, 2>>(
                     arguments, multiprocessors, stream)
               : launch_wgmma<In, Out, WgmmaConfig<In, Out, false, false, 2>>(
                     arguments, multiprocessors, stream);
  return cudaErrorInvalidValue;
}

template <class In>
cudaError_t launch_partial_sums(const MatmulArguments& arguments, const PartialSums& sums,
                                int multiprocessors, cudaStream_t stream) {
  using Sum = Accumulator<In>;
  if (arguments.b_stride_k == 1)
    return launch_wgmma<In, Sum, WgmmaConfig<In, Sum, true, false, 2, true>>(
        arguments, multiprocessors, stream, sums);
  if constexpr (sizeof(In) == 2)
    return launch_wgmma<In, Sum, WgmmaConfig<In, Sum, false, false, 2, true>>(
        arguments, multiprocessors, stream, sums);
  return cudaErrorInvalidValue;
}

}  // namespace filigree::cuda
