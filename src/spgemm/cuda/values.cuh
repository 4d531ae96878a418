// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spgemm/cuda/dense_rows.cuh"
#include "spgemm/cuda/group_rows.cuh"
#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/list_values.cuh"
#include "spgemm/cuda/run_tiles.cuh"
#include "spgemm/cuda/scaled_rows.cuh"
#include "spgemm/cuda/sorted_products.cuh"
#include "spgemm/cuda/team_rows.cuh"
#include "spgemm/cuda/thread_rows.cuh"

/// The values of C. A row belongs to a thread or a group of them, a warp or a thread block, a long
/// one in pieces to several; runs, whose rows share the places of products, and rows of a dense C
/// have kernels of their own; a list of products does without rows. Every sum is added up in the
/// order of A's row.

namespace filigree::cuda {

template <class Arguments>
cudaError_t launch_spgemm_values(const Arguments& arguments, cudaStream_t stream) {
  using Share = SpgemmShare;
  if (arguments.sorted.columns != nullptr) return launch_sorted_values(arguments, stream);
  if (arguments.list.chunks != nullptr) return launch_list_values(arguments, stream);
  if (arguments.is_scaled) return launch_scaled_rows(arguments, stream);
  if (arguments.is_dense) return launch_dense_rows(arguments, stream);
  const std::int64_t rows = arguments.c.num_rows, of_blocks = arguments.rows[Share::block];
  cudaError_t error = launch_team_rows(arguments, Share::piece_team, arguments.piece + of_blocks,
                                       arguments.pieces, stream);
  if (error == cudaSuccess)
    error = launch_team_rows(arguments, Share::block_team, arguments.piece, of_blocks, stream);
  if (error == cudaSuccess && arguments.rows[Share::warp] > 0)
    error = launch_team_rows(arguments, Share::warp_team, nullptr, rows, stream);
  if (error != cudaSuccess) return error;
  if (arguments.rows[Share::run] > 0) {
    const bool has_others = arguments.runs.num_others > 0;
    if (has_others) error = launch_group_rows(arguments, arguments.runs.num_others, stream);
    return error == cudaSuccess ? launch_run_tiles(arguments, has_others, stream) : error;
  }
  if (arguments.rows[Share::group] == 0) return cudaSuccess;
  return arguments.lanes == 8 ? launch_thread_rows(arguments, stream)
                              : launch_group_rows(arguments, rows, stream);
}

}  // namespace filigree::cuda

#define FILIGREE_SPGEMM_LAUNCH(A, Y, C)                                                    \
  template cudaError_t launch_spgemm_values(const SpgemmArguments<std::int32_t, A, Y, C>&, \
                                            cudaStream_t);                                 \
  template cudaError_t launch_spgemm_values(const SpgemmArguments<std::int64_t, A, Y, C>&, \
                                            cudaStream_t);
