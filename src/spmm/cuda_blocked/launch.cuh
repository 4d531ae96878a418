// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/tensor_map.hpp"
#include "spmm/cuda_blocked/launch.hpp"
#include "spmm/cuda_blocked/warp_tile.cuh"
#include "spmm/cuda_blocked/wgmma_tile.cuh"

namespace filigree::cuda {

/// For tiles of tile_m x tile_n entries of a thread block or cluster.
template <class Out>
BlockedEllParameters blocked_ell_parameters(const BlockedEllArguments& arguments,
                                            const BlockSchedule& schedule, std::int64_t tile_m,
                                            std::int64_t tile_n) {
  BlockedEllParameters p{};
  p.m = arguments.m;
  p.n = arguments.n;
  p.k = arguments.k;
  p.block_size = int(arguments.block_size);
  p.ell_cols = arguments.ell_cols;
  p.values = arguments.values;
  p.c = arguments.c;
  p.c_ld = arguments.c_ld;
  p.c_row_major = arguments.c_row_major;
  p.c_aligned = (reinterpret_cast<std::uintptr_t>(arguments.c) |
                 std::uintptr_t(arguments.c_ld) * sizeof(Out)) %
                    16 ==
                0;
  p.alpha = arguments.alpha;
  p.beta = arguments.beta;
  p.schedule = schedule;
  p.tiles_m = int((arguments.m + tile_m - 1) / tile_m);
  p.tiles_n = int((arguments.n + tile_n - 1) / tile_n);
  return p;
}

/// B in boxes of 64 columns and `depth` rows where it is row-major, of `depth` rows and tile_n
/// columns otherwise.
template <class Config>
cudaError_t encode_dense(CUtensorMap& map, const BlockedEllArguments& arguments, int depth) {
  constexpr bool along_n = Config::b_row_major;
  const int line = along_n ? 64 : depth;
  return encode_tensor_map<typename Config::In>(
      map, {.data = arguments.b,
            .sizes = {along_n ? arguments.n : arguments.k, along_n ? arguments.k : arguments.n, 1},
            .strides = {2 * arguments.b_ld, 0},
            .box = {line, along_n ? depth : Config::tile_n},
            .swizzle = line == 64   ? CU_TENSOR_MAP_SWIZZLE_128B
                       : line == 32 ? CU_TENSOR_MAP_SWIZZLE_64B
                                    : CU_TENSOR_MAP_SWIZZLE_32B});
}

/// Persistent clusters, as many as run at once, or one a tile.
template <class Config, class... P, class... Arguments>
cudaError_t launch_tiles(void (*kernel)(P...), std::int64_t tiles, int multiprocessors,
                         cudaStream_t stream, const Arguments&... arguments) {
  cudaError_t error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           int(Config::shared_bytes));
  if (error != cudaSuccess) return error;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = Config::cluster;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(unsigned(multiprocessors / Config::cluster * Config::cluster));
  config.blockDim = dim3(Config::threads);
  config.dynamicSmemBytes = Config::shared_bytes;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  std::int64_t clusters = multiprocessors / Config::cluster;
  if constexpr (Config::cluster > 2) {
    // Larger clusters need free multiprocessors next to each other: some stay idle.
    int most = 0;
    error = cudaOccupancyMaxActiveClusters(&most, kernel, &config);
    if (error != cudaSuccess) return error;
    if (most < clusters) clusters = most;
  }
  if (tiles < clusters) clusters = tiles;
  config.gridDim = dim3(unsigned(clusters * Config::cluster));
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

/// Blocks of 64 rows and more; lists of the larger of Config::tile_m and a block's rows.
template <class Out, class Config>
cudaError_t launch_wgmma_tiles(const BlockedEllArguments& arguments, const BlockSchedule& schedule,
                               int multiprocessors, cudaStream_t stream) {
  const BlockedEllParameters p = blocked_ell_parameters<Out>(arguments, schedule, Config::tile_m,
                                                             Config::tile_n * Config::cluster);
  CUtensorMap map_a, map_b;
  cudaError_t error =
      encode_tensor_map<typename Config::In>(map_a, {.data = arguments.values,
                                                     .sizes = {arguments.ell_cols, arguments.m, 1},
                                                     .strides = {2 * arguments.ell_cols, 0},
                                                     .box = {64, Config::unit_part},
                                                     .swizzle = CU_TENSOR_MAP_SWIZZLE_128B});
  if (error == cudaSuccess) error = encode_dense<Config>(map_b, arguments, Config::depth);
  if (error != cudaSuccess) return error;
  return launch_tiles<Config>(wgmma_blocked_ell<Out, Config>, std::int64_t(p.tiles_m) * p.tiles_n,
                              multiprocessors, stream, map_a, map_b, p);
}

/// Blocks of 16 and 32 rows; lists of Config::tile_m * Config::cluster rows.
template <class Out, class Config>
cudaError_t launch_warp_tiles(const BlockedEllArguments& arguments, const BlockSchedule& schedule,
                              int multiprocessors, cudaStream_t stream) {
  const BlockedEllParameters p = blocked_ell_parameters<Out>(
      arguments, schedule, Config::tile_m * Config::cluster, Config::tile_n);
  CUtensorMap map_b;
  const cudaError_t error = encode_dense<Config>(map_b, arguments, Config::block_size);
  if (error != cudaSuccess) return error;
  return launch_tiles<Config>(warp_blocked_ell<Out, Config>, std::int64_t(p.tiles_m) * p.tiles_n,
                              multiprocessors, stream, map_b, p);
}

template <class In, class Out, bool b_row_major, int cluster>
cudaError_t launch_blocked_ell_as(const BlockedEllArguments& arguments,
                                  const BlockSchedule& schedule, int multiprocessors,
                                  cudaStream_t stream) {
  if (arguments.block_size == 16)
    return launch_warp_tiles<Out, WarpTile<In, b_row_major, 16, cluster>>(arguments, schedule,
                                                                          multiprocessors, stream);
  if (arguments.block_size == 32)
    return launch_warp_tiles<Out, WarpTile<In, b_row_major, 32, cluster>>(arguments, schedule,
                                                                          multiprocessors, stream);
  return launch_wgmma_tiles<Out, WgmmaTile<In, b_row_major, 1, 256, cluster>>(
      arguments, schedule, multiprocessors, stream);
}

template <class In, class Out>
cudaError_t launch_blocked_ell(const BlockedEllArguments& arguments, void* prepared,
                               int multiprocessors, cudaStream_t stream) {
  const BlockedEllChoice choice = choose_blocked_ell(arguments);
  const BlockSchedule schedule = schedule_in(arguments, choice.rows_per_list, prepared);
  const auto launch = [&](auto function) {
    return function(arguments, schedule, multiprocessors, stream);
  };
  if (choice.cluster == 2)
    return arguments.b_row_major ? launch(launch_blocked_ell_as<In, Out, true, 2>)
                                 : launch(launch_blocked_ell_as<In, Out, false, 2>);
  return arguments.b_row_major ? launch(launch_blocked_ell_as<In, Out, true, 1>)
                               : launch(launch_blocked_ell_as<In, Out, false, 1>);
}

}  // namespace filigree::cuda
