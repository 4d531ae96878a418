// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "cuda/shared_memory.hpp"
#include "spmm/cuda/column_walk.cuh"
#include "spmm/cuda/launch.hpp"
#include "spmm/cuda/long_row.cuh"
#include "spmm/cuda/node_tile.cuh"
#include "spmm/cuda/row_major_copy.cuh"
#include "spmm/cuda/row_tile.cuh"

namespace filigree::cuda {

inline std::uint32_t whole_vectors(std::size_t bytes) {
  return std::uint32_t((bytes + 15) / 16 * 16);
}

/// Cuts a warp into groups of threads that share a row, or a node.
inline void set_groups(SpmmTile& tile) {
  tile.groups = 32 / tile.lanes;
  tile.lane_inverse = (65'536 + tile.lanes - 1) / tile.lanes;
}

/// Sets where the arrays of a part of a block lie, and returns the bytes that the parts take.
template <class Arguments>
std::size_t lay_out(SpmmTile& tile, int parts, bool is_walk) {
  const auto room = std::size_t(tile.capacity + (is_walk ? 0 : entries_read_over));
  tile.columns_at = whole_vectors(sizeof(typename Arguments::A) * room);
  tile.places_at = tile.columns_at + whole_vectors(sizeof(typename Arguments::Index) * room);
  tile.part_bytes = tile.places_at;
  if (!is_walk) {
    set_groups(tile);
    tile.part_bytes += whole_vectors(sizeof(int) * std::size_t(tile.groups * tile.group_rows + 1));
  }
  return tile.part_bytes * std::size_t(parts);
}

/// How often the rows must be taken, each time for other columns of B. The grid's second dimension
/// ends at 65,535.
inline std::int64_t column_passes(SpmmTile& tile, std::int64_t n) {
  const std::int64_t turns = (n + tile.columns - 1) / tile.columns;
  tile.column_tiles = int(std::max<std::int64_t>(tile.column_tiles, (turns + 65'534) / 65'535));
  return (turns + tile.column_tiles - 1) / tile.column_tiles;
}

template <class Arguments, class Kernel>
cudaError_t launch_tiles(Kernel kernel, const Arguments& arguments, SpmmTile tile, int parts,
                         bool is_walk, std::int64_t long_limit, cudaStream_t stream) {
  const std::size_t bytes = lay_out<Arguments>(tile, parts, is_walk);
  const cudaError_t error = allow_shared_memory(kernel, bytes);
  if (error != cudaSuccess) return error;
  const std::int64_t blocks = number_of_tiles(tile, arguments.num_rows);
  const std::int64_t passes = column_passes(tile, arguments.n);
  const dim3 grid(unsigned(blocks), unsigned(passes), unsigned(arguments.batches));
  kernel<<<grid, tile.threads, bytes, stream>>>(arguments, tile, long_limit);
  return cudaGetLastError();
}

/// Four warps a block, with room for a whole segment each where it is small.
template <class Arguments, class Kernel>
cudaError_t launch_segment_tiles(Kernel kernel, const Arguments& arguments, SpmmTile tile,
                                 const LongRows& long_rows, cudaStream_t stream) {
  constexpr int warps = 4;
  constexpr auto entry_bytes = sizeof(typename Arguments::A) + sizeof(typename Arguments::Index);
  tile.capacity = int(segment_entries) / (entry_bytes > 16 ? 2 : 1);
  tile.group_rows = 1;
  const std::size_t bytes = lay_out<Arguments>(tile, warps, false);
  const cudaError_t error = allow_shared_memory(kernel, bytes);
  if (error != cudaSuccess) return error;
  const std::int64_t passes = column_passes(tile, arguments.n);
  const dim3 grid(unsigned((long_rows.num_segments + warps - 1) / warps), unsigned(passes),
                  unsigned(arguments.batches));
  kernel<<<grid, 32 * warps, bytes, stream>>>(arguments, tile, long_rows);
  return cudaGetLastError();
}

/// Each warp stages the entries of a node for each of its groups (StagedNodes).
template <class Arguments, class Kernel>
cudaError_t launch_node_tiles(Kernel kernel, const Arguments& arguments, SpmmTile tile,
                              cudaStream_t stream) {
  set_groups(tile);
  const auto values = std::size_t(tile.groups * (tile.node_rows * tile.capacity + 1));
  const auto columns = std::size_t(tile.groups * (tile.capacity + 1));
  tile.columns_at = whole_vectors(sizeof(typename Arguments::A) * values);
  tile.part_bytes = tile.columns_at + whole_vectors(sizeof(typename Arguments::Index) * columns);
  const std::size_t bytes = tile.part_bytes * std::size_t(tile.threads / 32);
  const cudaError_t error = allow_shared_memory(kernel, bytes);
  if (error != cudaSuccess) return error;
  const std::int64_t blocks = number_of_tiles(tile, arguments.num_rows / tile.node_rows);
  const std::int64_t passes = column_passes(tile, arguments.n);
  const dim3 grid(unsigned(blocks), unsigned(passes), unsigned(arguments.batches));
  kernel<<<grid, tile.threads, bytes, stream>>>(arguments, tile);
  return cudaGetLastError();
}

/// Nodes of Rows rows.
template <int Rows, class Arguments>
cudaError_t launch_nodes_of(const Arguments& arguments, const SpmmTile& tile, cudaStream_t stream) {
  constexpr int width = int(16 / sizeof(typename Arguments::A));
  const auto launch = [&](auto kernel) {
    return launch_node_tiles(kernel, arguments, tile, stream);
  };
  if (tile.vectors == 1) return launch(node_tile_kernel<Rows, width, 1, 0, 8, 256, 3, Arguments>);
  if (tile.lanes == 8) return launch(node_tile_kernel<Rows, width, 2, 128, 4, 256, 3, Arguments>);
  if (tile.lanes == 16) return launch(node_tile_kernel<Rows, width, 2, 256, 4, 256, 3, Arguments>);
  return launch(node_tile_kernel<Rows, width, 2, 512, 4, 256, 3, Arguments>);
}

template <class Arguments>
cudaError_t launch_node_tiles(const Arguments& arguments, const SpmmTile& tile,
                              cudaStream_t stream) {
  if constexpr (sizeof(typename Arguments::A) >= 4) {
    if (tile.node_rows == 2) return launch_nodes_of<2>(arguments, tile, stream);
    if (tile.node_rows == 3) return launch_nodes_of<3>(arguments, tile, stream);
    if (tile.node_rows == 4) return launch_nodes_of<4>(arguments, tile, stream);
  }
  return cudaErrorInvalidValue;  // no instance
}

/// The rows that are not listed, then the sums of the listed ones' segments.
template <int Width, class Arguments>
cudaError_t launch_row_tiles(const Arguments& arguments, const SpmmTile& tile,
                             const LongRows& long_rows, cudaStream_t stream) {
  // Eight loads in flight a thread. With 64 registers half of a multiprocessor's threads run; two
  // vectors need more.
  const auto launch = [&](auto kernel, auto segment_kernel) {
    const cudaError_t error =
        launch_tiles(kernel, arguments, tile, tile.threads / 32, false, long_rows.limit, stream);
    if (error != cudaSuccess || long_rows.count == 0) return error;
    SpmmTile of_segments = tile;
    // A thread has one vector: rows that are long are no grid's, whatever the plan took them for.
    of_segments.lanes = std::min(32, tile.columns / Width);
    return launch_segment_tiles(segment_kernel, arguments, of_segments, long_rows, stream);
  };
  constexpr auto segments = segment_tile_kernel<Width, Width, 8, 256, 4, Arguments>;
  if constexpr (Width * sizeof(typename Arguments::A) == 16 && Width <= 4) {
    if (tile.vectors == 2 && tile.lanes == 8)
      return launch(row_tile_kernel<Width, Width, 2, 128, 4, false, 256, 3, Arguments>, segments);
    if (tile.vectors == 2)
      return launch(row_tile_kernel<Width, Width, 2, 64, 4, false, 256, 3, Arguments>, segments);
  }
  if constexpr (Width * sizeof(typename Arguments::A) == 16 && Width > 1) {
    // Vectors of several loads: fewer of them, for the same registers.
    if (tile.load == 1)
      return launch(row_tile_kernel<Width, 1, 1, 0, 4, true, 256, 4, Arguments>,
                    segment_tile_kernel<Width, 1, 4, 256, 4, Arguments>);
    if constexpr (Width > 2)
      if (tile.load == 2)
        return launch(row_tile_kernel<Width, 2, 1, 0, 8, true, 256, 4, Arguments>,
                      segment_tile_kernel<Width, 2, 8, 256, 4, Arguments>);
  }
  if (tile.shares_rows)
    return launch(row_tile_kernel<Width, Width, 1, 0, 8, true, 256, 4, Arguments>, segments);
  return launch(row_tile_kernel<Width, Width, 1, 0, 8, false, 256, 4, Arguments>, segments);
}

/// The widths that there are instances of: all of a scalar's vectors up to 16 bytes, or the ends
/// and one between for 16-bit scalars.
template <class Arguments>
cudaError_t launch_row_tiles(const Arguments& arguments, const SpmmTile& tile, int width,
                             const LongRows& long_rows, cudaStream_t stream) {
  constexpr int bytes = int(sizeof(typename Arguments::A));
  if constexpr (bytes < 16)
    if (width * bytes == 16)
      return launch_row_tiles<16 / bytes>(arguments, tile, long_rows, stream);
  if constexpr (bytes == 4)
    if (width == 2) return launch_row_tiles<2>(arguments, tile, long_rows, stream);
  if constexpr (bytes == 2)
    if (width >= 2) return launch_row_tiles<2>(arguments, tile, long_rows, stream);
  return launch_row_tiles<1>(arguments, tile, long_rows, stream);
}

template <class Arguments>
cudaError_t launch_row_major_copy(Arguments& arguments, const SpmmChoice& choice, void* packed,
                                  cudaStream_t stream) {
  using A = typename Arguments::A;
  const bool is_shared = arguments.b.batch_stride == 0;
  DenseMatrix<A> copy;
  copy.data = static_cast<A*>(packed);
  copy.ld = choice.packed_ld;
  copy.batch_stride = is_shared ? 0
                                : packed_bytes(arguments.num_cols, arguments.n, int(sizeof(A))) /
                                      std::int64_t(sizeof(A));
  dim3 grid(unsigned((arguments.num_cols + copy_rows - 1) / copy_rows), 1,
            unsigned(is_shared ? 1 : arguments.batches));
  if (arguments.b.row_major) {
    padded_copy_kernel<int(16 / sizeof(A))>
        <<<grid, copy_threads, 0, stream>>>(arguments.b, copy, arguments.num_cols, arguments.n);
  } else {
    grid.y = unsigned((copy.ld + copy_columns - 1) / copy_columns);
    row_major_copy_kernel<<<grid, copy_threads, 0, stream>>>(arguments.b, copy, arguments.num_cols,
                                                             arguments.n);
  }
  arguments.b = {copy.data, copy.ld, true, copy.batch_stride};
  return cudaGetLastError();
}

template <class Arguments>
cudaError_t launch_spmm(const Arguments& given, const SpmmChoice& choice, const LongRows& long_rows,
                        void* packed, cudaStream_t stream) {
  if (given.num_rows == 0 || given.n == 0 || given.batches == 0) return cudaSuccess;
  Arguments arguments = given;
  cudaError_t error = cudaSuccess;
  if (packs(choice.kernel) && arguments.num_cols > 0)
    error = launch_row_major_copy(arguments, choice, packed, stream);
  if (error != cudaSuccess) return error;
  const SpmmTile& tile = choice.tile;
  if (takes_nodes(choice.kernel)) return launch_node_tiles(arguments, tile, stream);
  if (choice.kernel == SpmmKernel::column_walk) {
    error = launch_tiles(column_walk_kernel<2, 256, 3, Arguments>, arguments, tile, tile.rows / 32,
                         true, long_rows.limit, stream);
    if (error == cudaSuccess) error = launch_segment_sums(arguments, long_rows, stream);
  } else {
    error = launch_row_tiles(arguments, tile, choice.width, long_rows, stream);
  }
  return error != cudaSuccess ? error : launch_long_rows(arguments, long_rows, stream);
}

}  // namespace filigree::cuda
