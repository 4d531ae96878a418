// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>

#include "sddmm/cuda/contiguous_copy.cuh"
#include "sddmm/cuda/lane_groups.cuh"
#include "sddmm/cuda/launch.hpp"

namespace filigree::cuda {

/// launch(arguments, grid) for all matrices of the batch, in grids of `blocks` blocks a matrix.
template <class Arguments, class Launch>
cudaError_t launch_batch(Arguments arguments, unsigned blocks, const Launch& launch) {
  // The grid's second dimension ends at 65,535.
  constexpr std::int64_t most = 65'535;
  for (std::int64_t rest = arguments.batches; rest > 0; rest -= most) {
    launch(arguments, dim3(blocks, unsigned(std::min(rest, most))));
    arguments.left.data += most * arguments.left.batch_stride;
    arguments.right.data += most * arguments.right.batch_stride;
    arguments.values += most * arguments.values_stride;
  }
  return cudaGetLastError();
}

template <class Config, class Arguments>
cudaError_t launch_parts(const Arguments& arguments, std::int64_t row_bytes, int multiprocessors,
                         cudaStream_t stream) {
  const int part =
      sddmm_part(arguments.nnz, arguments.num_rows, row_bytes, Config::groups, multiprocessors);
  const auto parts = unsigned((arguments.nnz + part - 1) / part);
  return launch_batch(arguments, parts, [&](const Arguments& some, dim3 blocks) {
    lane_groups_kernel<Config><<<blocks, Config::threads, 0, stream>>>(some, part);
  });
}

/// Tiles of rows or, with Config::rows above 1, of nodes.
template <class Config, class Arguments>
cudaError_t launch_tiles(const Arguments& arguments, const SddmmTile& tile, cudaStream_t stream) {
  const auto tiles = unsigned(number_of_tiles(tile, arguments.num_rows / Config::rows));
  return launch_batch(arguments, tiles, [&](const Arguments& some, dim3 blocks) {
    lane_groups_tile_kernel<Config><<<blocks, Config::threads, 0, stream>>>(some, tile);
  });
}

/// \tparam Parts the LaneGroupsFor of a shape
template <class Parts, class Arguments>
cudaError_t launch_lane_groups_as(const Arguments& arguments, const SddmmRows& rows,
                                  const std::uint32_t* hot_columns, int multiprocessors,
                                  cudaStream_t stream) {
  const std::int64_t row_bytes = arguments.inner * std::int64_t(sizeof(typename Arguments::A));
  if constexpr (Parts::has_nodes) {
    const SddmmTile tile =
        sddmm_node_tile(rows, arguments.num_rows, row_bytes, Parts::type::groups, multiprocessors);
    const auto launch = [&]<int Rows>() {
      return launch_tiles<typename Parts::template node_type<Rows>>(arguments, tile, stream);
    };
    if (tile.rows > 0 && rows.node_rows == 2) return launch.template operator()<2>();
    if (tile.rows > 0 && rows.node_rows == 3) return launch.template operator()<3>();
    if (tile.rows > 0 && rows.node_rows == 4) return launch.template operator()<4>();
  }
  if constexpr (Parts::has_tiles) {
    using Config = typename Parts::tile_type;
    const SddmmTile tile = sddmm_tile(rows, arguments.num_rows, arguments.nnz, row_bytes,
                                      Config::groups, multiprocessors);
    if (tile.rows > 0) return launch_tiles<Config>(arguments, tile, stream);
  }
  if constexpr (Parts::has_hot_columns) {
    if (hot_columns != nullptr)
      return launch_parts<typename Parts::type>(WithHotColumns<Arguments>{arguments, hot_columns},
                                                row_bytes, multiprocessors, stream);
  }
  return launch_parts<typename Parts::type>(arguments, row_bytes, multiprocessors, stream);
}

template <class Arguments>
cudaError_t launch_lane_groups(const Arguments& arguments, const SddmmRows& rows,
                               const std::uint32_t* hot_columns, int multiprocessors,
                               cudaStream_t stream) {
  using A = typename Arguments::A;
  constexpr int scalar_bytes = int(sizeof(A)), widest = 16 / scalar_bytes;
  if (arguments.nnz == 0 || arguments.batches == 0) return cudaSuccess;
  const auto bits = [](const StridedMatrix<const A>& matrix) {
    return reinterpret_cast<std::uintptr_t>(matrix.data) |
           std::uint64_t((matrix.row_stride | matrix.batch_stride) * scalar_bytes);
  };
  const std::uint64_t misalignment =
      std::uint64_t(arguments.inner * scalar_bytes) | bits(arguments.left) | bits(arguments.right);
  const SddmmShape shape =
      sddmm_shape(arguments.inner, sddmm_width(misalignment, scalar_bytes), scalar_bytes);
  cudaError_t error = cudaErrorInvalidValue;  // no instance
  const auto test = [&]<int Width, int Lanes, int Chunks, bool Tiled>() {
    if (shape.width != Width || shape.lanes != Lanes || shape.chunks != Chunks ||
        shape.tiled != Tiled)
      return;
    using Parts = LaneGroupsFor<A, typename Arguments::C, Width, Lanes, Chunks, Tiled>;
    error = launch_lane_groups_as<Parts>(arguments, rows, hot_columns, multiprocessors, stream);
  };
  test.template operator()<widest, 2, 1, false>();
  test.template operator()<widest, 4, 1, false>();
  test.template operator()<widest, 8, 1, false>();
  test.template operator()<widest, 8, 2, false>();
  test.template operator()<widest, 16, 2, false>();
  test.template operator()<widest, 32, 2, false>();
  test.template operator()<widest, 32, 2, true>();
  if constexpr (widest > 1) {
    test.template operator()<1, 4, 1, false>();
    test.template operator()<1, 8, 1, false>();
    test.template operator()<1, 32, 1, false>();
    test.template operator()<1, 32, 4, false>();
    test.template operator()<1, 32, 4, true>();
  }
  return error;
}

template <class T>
cudaError_t launch_contiguous_copy(const StridedMatrix<const T>& from, T* to,
                                   std::int64_t to_stride, std::int64_t num_rows,
                                   std::int64_t inner, cudaStream_t stream) {
  if (num_rows == 0 || inner == 0) return cudaSuccess;
  const auto tiles = unsigned((num_rows + contiguous_copy_tile - 1) / contiguous_copy_tile);
  contiguous_copy_kernel<<<tiles, contiguous_copy_threads, 0, stream>>>(from, to, to_stride,
                                                                        num_rows, inner);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
