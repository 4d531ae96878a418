// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/partition.hpp"

namespace filigree::cuda {

inline constexpr std::int64_t no_long_rows = INT64_MAX;

/// Warps of a thread block.
inline constexpr int warp_tile_warps = 4;

/// Entries of a row that one-shot products, which have no list of long rows, leave to a cluster.
/// More than a row block stages.
inline constexpr std::int64_t huge_row_entries = 8192;

/// The rows that are longer than most: they are cut, and the pieces go to different warps.
struct LongRows {
  std::int64_t limit = no_long_rows;  ///< rows of more entries are in the list
  bool unlisted = false;              ///< there is no list: rows above the limit are searched for
  std::int64_t count = 0;
  std::int64_t num_segments = 0;
  const std::int64_t* rows = nullptr;           ///< count, ascending
  const std::int64_t* first_segment = nullptr;  ///< count + 1
  void* sums = nullptr;                         ///< room for num_segments compute values
};

/// The sums of the long rows' segments, or, of unlisted rows, their results. Before the kernel of
/// the other rows, which then may run beside it as a dependent launch. Unlisted rows need compute
/// capability 9.0 and come without reductions.
template <class Arguments>
cudaError_t launch_segments(const Arguments& arguments, const LongRows& long_rows,
                            cudaStream_t stream);

/// The listed long rows' results, after the kernel of the other rows; partials: 2 for every
/// warp_tile_warps long rows.
template <class Arguments>
cudaError_t finish_long_rows(const Arguments& arguments, const LongRows& long_rows,
                             typename Arguments::C* partials, cudaStream_t stream);

/// SpMV by warp tiles, with all long rows. Without \c long_rows (count = 0) one warp sums a row
/// however long it is. Takes a value_index.
template <class Arguments>
cudaError_t launch_warp_tile(const Arguments& arguments, const LongRows& long_rows,
                             cudaStream_t stream);

}  // namespace filigree::cuda
