// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/shared_memory.hpp"
#include "cuda/tensor_map.hpp"
#include "spmm/cuda_blocked/launch.hpp"
#include "spmm/cuda_blocked/warp_16bit.cuh"
#include "spmm/cuda_blocked/warp_direct.cuh"
#include "spmm/cuda_blocked/warp_tf32.cuh"
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
  p.values = arguments.values;
  p.values_ld = arguments.values_cols();
  p.slot_rows = arguments.is_bsr ? int(arguments.block_size) : 0;
  p.slot_cols = arguments.is_bsr ? 0 : int(arguments.block_size);
  p.b = arguments.b;
  p.b_ld = arguments.b_ld;
  const int slab = 128 / arguments.scalar_bytes;
  p.b_in_slabs = arguments.b_row_major && arguments.n > slab && arguments.n % slab == 0;
  p.c = arguments.c;
  p.c_ld = arguments.c_ld;
  p.c_row_major = arguments.c_row_major;
  p.c_aligned = (reinterpret_cast<std::uintptr_t>(arguments.c) |
                 std::uintptr_t(arguments.c_ld) * sizeof(Out)) %
                    16 ==
                0;
  const std::int64_t line = arguments.c_row_major ? arguments.n : arguments.m;
  p.c_by_copy = p.c_aligned && line * std::int64_t(sizeof(Out)) % 16 == 0;
  p.schedule = schedule;
  p.tiles_m = int((arguments.m + tile_m - 1) / tile_m);
  p.tiles_n = int((arguments.n + tile_n - 1) / tile_n);
  return p;
}

/// The swizzle of boxes with lines of 16, 32, 64 or 128 bytes.
inline CUtensorMapSwizzle swizzle_of(int line_bytes) {
  return line_bytes == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
         : line_bytes == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
         : line_bytes == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
                            : CU_TENSOR_MAP_SWIZZLE_NONE;
}

/// B in boxes of lines of 128 bytes and `depth` rows where it is row-major, of `depth` rows and
/// tile_n columns otherwise.
template <class Config>
cudaError_t encode_dense(CUtensorMap& map, const BlockedEllArguments& arguments, bool in_slabs) {
  constexpr int bytes = sizeof(typename Config::In), slab = 128 / bytes;
  TensorShape shape{.data = arguments.b,
                    .sizes = {arguments.k, arguments.n, 1},
                    .strides = {bytes * arguments.b_ld, 0},
                    .box = {Config::depth, Config::tile_n, 1},
                    .swizzle = swizzle_of(Config::line_bytes)};
  if (Config::b_row_major) {
    shape.sizes[0] = in_slabs ? slab : arguments.n;
    shape.sizes[1] = arguments.k;
    shape.sizes[2] = in_slabs ? arguments.n / slab : 1;
    shape.strides[1] = in_slabs ? 128 : 0;
    shape.box[0] = slab;
    shape.box[1] = Config::depth;
    shape.box[2] = in_slabs ? Config::slabs : 1;
    shape.swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
  }
  return encode_tensor_map<typename Config::In>(map, shape);
}

/// A column-major B in boxes of all pieces of a stage next to each other.
template <class Config>
cudaError_t encode_all(CUtensorMap& map, const BlockedEllArguments& arguments) {
  static_assert(Config::pieces * Config::line_bytes == 128);
  return encode_tensor_map<typename Config::In>(
      map, {.data = arguments.b,
            .sizes = {arguments.k, arguments.n, 1},
            .strides = {std::int64_t(sizeof(typename Config::In)) * arguments.b_ld, 0},
            .box = {Config::pieces * Config::depth, Config::tile_n},
            .swizzle = CU_TENSOR_MAP_SWIZZLE_128B});
}

/// C in boxes of `rows` rows and `cols` columns.
template <class Out>
cudaError_t encode_result(CUtensorMap& map, const BlockedEllArguments& arguments, int rows,
                          int cols) {
  const bool along_n = arguments.c_row_major;
  const int line = along_n ? cols : rows;
  constexpr int bytes = sizeof(Out);
  return encode_tensor_map<Out>(
      map, {.data = arguments.c,
            .sizes = {along_n ? arguments.n : arguments.m, along_n ? arguments.m : arguments.n, 1},
            .strides = {bytes * arguments.c_ld, 0},
            .box = {line, along_n ? rows : cols},
            .swizzle = swizzle_of(bytes * line)});
}

/// Persistent thread blocks, one a multiprocessor, or one a tile.
template <class Config, class... P, class... Arguments>
cudaError_t launch_tiles(void (*kernel)(P...), std::int64_t tiles, int multiprocessors,
                         cudaStream_t stream, const Arguments&... arguments) {
  const cudaError_t error = allow_shared_memory(kernel, Config::shared_bytes);
  if (error != cudaSuccess) return error;
  const std::int64_t blocks = tiles < multiprocessors ? tiles : multiprocessors;
  kernel<<<unsigned(blocks), Config::threads, Config::shared_bytes, stream>>>(arguments...);
  return cudaGetLastError();
}

/// p: blocked_ell_parameters of the arguments, and what a kernel with pads needs besides.
template <class Out, class Config, class Parameters>
cudaError_t launch_wgmma_tiles(const BlockedEllArguments& arguments, const Parameters& p,
                               const BlockedEllFactors<typename Config::Sum>& factors,
                               int multiprocessors, cudaStream_t stream) {
  constexpr std::int64_t bytes = sizeof(typename Config::In);
  using Copied = CopiedChunk<Out>;
  CUtensorMap map_a, map_b, map_c{};
  const std::int64_t cols = arguments.values_cols();
  cudaError_t error =
      encode_tensor_map<typename Config::In>(map_a, {.data = arguments.values,
                                                     .sizes = {cols, arguments.values_rows(), 1},
                                                     .strides = {bytes * cols, 0},
                                                     .box = {Config::depth, Config::box_rows},
                                                     .swizzle = swizzle_of(Config::line_bytes)});
  if (error == cudaSuccess) error = encode_dense<Config>(map_b, arguments, p.b_in_slabs);
  if (error == cudaSuccess && Copied::exists && p.c_by_copy)
    error =
        encode_result<Out>(map_c, arguments, Copied::box_rows(arguments.c_row_major), Copied::cols);
  if (error != cudaSuccess) return error;
  return launch_tiles<Config>(wgmma_blocked_ell<Out, Config, Parameters>,
                              std::int64_t(p.tiles_m) * p.tiles_n, multiprocessors, stream, map_a,
                              map_b, map_c, p, factors);
}

/// Lists of the larger of Config::tile_m and a block's rows.
template <class Out, class Config>
cudaError_t launch_wgmma_tiles(const BlockedEllArguments& arguments,
                               const BlockedEllFactors<typename Config::Sum>& factors,
                               const BlockSchedule& schedule, int multiprocessors,
                               cudaStream_t stream) {
  return launch_wgmma_tiles<Out, Config>(
      arguments, blocked_ell_parameters<Out>(arguments, schedule, Config::tile_m, Config::tile_n),
      factors, multiprocessors, stream);
}

/// Lists of Config::tile_m rows, or of a block's where Config::splits_blocks and it has more.
template <class Out, class Config>
cudaError_t launch_warp_tiles(const BlockedEllArguments& arguments,
                              const BlockedEllFactors<typename Config::Sum>& factors,
                              const BlockSchedule& schedule, int multiprocessors,
                              cudaStream_t stream) {
  const BlockedEllParameters p =
      blocked_ell_parameters<Out>(arguments, schedule, Config::tile_m, Config::tile_n);
  CUtensorMap map_b, map_all{}, map_c{};
  cudaError_t error = encode_dense<Config>(map_b, arguments, p.b_in_slabs);
  if constexpr (Config::may_read_all)
    if (error == cudaSuccess) error = encode_all<Config>(map_all, arguments);
  if (error == cudaSuccess && sizeof(Out) == 2 && p.c_by_copy)
    error = encode_result<Out>(map_c, arguments, 16, 64);
  if (error != cudaSuccess) return error;
  return launch_tiles<Config>(warp_blocked_ell<Out, Config>, std::int64_t(p.tiles_m) * p.tiles_n,
                              multiprocessors, stream, map_b, map_all, map_c, p, factors);
}

template <class In, class Out, bool b_row_major>
cudaError_t launch_blocked_ell_as(const BlockedEllArguments& arguments,
                                  const BlockedEllFactors<blocked_ell_sum_t<In>>& factors,
                                  const BlockSchedule& schedule, int multiprocessors,
                                  cudaStream_t stream) {
  const auto by_warps = [&]<class Config>(const Config&) {
    return launch_warp_tiles<Out, Config>(arguments, factors, schedule, multiprocessors, stream);
  };
  if constexpr (std::is_same_v<In, double>) {
    return by_warps(DirectTile<In, b_row_major>{});
  } else if constexpr (std::is_same_v<In, tf32>) {
    if (arguments.block_size == 16) return by_warps(DirectTile<In, b_row_major, 16>{});
    if constexpr (b_row_major)
      return by_warps(DirectTile<In, true, 32>{});
    else
      return arguments.block_size == 32
                 ? launch_wgmma_tiles<Out, WgmmaTile<In, false, 32, 256>>(
                       arguments, factors, schedule, multiprocessors, stream)
                 : launch_wgmma_tiles<Out, WgmmaTile<In, false, 32, 256, 64>>(
                       arguments, factors, schedule, multiprocessors, stream);
  } else if constexpr (std::is_same_v<In, std::int8_t>) {
    if constexpr (!b_row_major)
      if (!choose_blocked_ell(arguments.block_size, 1, false).by_warps)
        return arguments.block_size == 64
                   ? launch_wgmma_tiles<Out, WgmmaTile<In, false, 64, 256>>(
                         arguments, factors, schedule, multiprocessors, stream)
                   : launch_wgmma_tiles<Out, WgmmaTile<In, false, 128, 256>>(
                         arguments, factors, schedule, multiprocessors, stream);
    switch (arguments.block_size) {
      case 16:
        return by_warps(DirectTile<In, b_row_major, 16>{});
      case 32:
        return by_warps(DirectTile<In, b_row_major, 32>{});
      case 64:
        return by_warps(DirectTile<In, b_row_major, 64>{});
      default:
        return by_warps(DirectTile<In, b_row_major, 128>{});
    }
  } else {
    if (choose_blocked_ell(arguments.block_size, 2, b_row_major).by_warps)
      return by_warps(WarpTile<In, b_row_major>{});
    return arguments.block_size == 32
               ? launch_wgmma_tiles<Out, WgmmaTile<In, b_row_major, 32, 256>>(
                     arguments, factors, schedule, multiprocessors, stream)
               : launch_wgmma_tiles<Out, WgmmaTile<In, b_row_major, 64, 256>>(
                     arguments, factors, schedule, multiprocessors, stream);
  }
}

template <class In, class Out>
cudaError_t launch_blocked_ell(const BlockedEllArguments& arguments,
                               const BlockedEllFactors<blocked_ell_sum_t<In>>& factors,
                               void* prepared, int multiprocessors, cudaStream_t stream) {
  const BlockSchedule schedule = prepared_schedule(arguments, prepared);
  const auto launch = arguments.b_row_major ? launch_blocked_ell_as<In, Out, true>
                                            : launch_blocked_ell_as<In, Out, false>;
  return launch(arguments, factors, schedule, multiprocessors, stream);
}

}  // namespace filigree::cuda
