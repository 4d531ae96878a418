// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm/cuda_blocked/densify.hpp"

namespace filigree::cuda {
namespace {

constexpr int densify_threads = 256;

std::int64_t dense_block_rows(const BlockedEllArguments& arguments) {
  return (arguments.m + densified_block - 1) / densified_block;
}
std::int64_t dense_block_cols(const BlockedEllArguments& arguments) {
  return (arguments.k + densified_block - 1) / densified_block;
}
std::int64_t dense_line(const BlockedEllArguments& arguments) {
  return arguments.block_cols() * arguments.block_size;
}

/// Values in vectors of 16 bytes.
struct Densify {
  std::int64_t m;
  int block_size;
  int block_vectors;  ///< of a row of a block
  int block_cols;
  bool is_bsr;
  const uint4* values;
  std::int64_t values_ld;
  BlockSchedule schedule;
  uint4* dense;
  std::int64_t dense_ld;
  BlockSchedule dense_schedule;
  int dense_steps;

  /// The first row of the block in slot 0 of a block row.
  __device__ const uint4* slot_0(std::int64_t block_row) const {
    return values + (is_bsr ? schedule.row_begin(block_row) : block_row) * block_size * values_ld;
  }
  __device__ std::int64_t slot_step() const {
    return is_bsr ? block_size * values_ld : block_vectors;
  }
};

/// A thread block for a block row and a block column a thread: each thread looks up its column's
/// slot, then all copy along the rows. The first row and column of each dense block write its part
/// of the schedule.
__global__ void __launch_bounds__(densify_threads)
    densify_blocks(const __grid_constant__ Densify p) {
  __shared__ int slots[densify_threads];
  const int thread = int(threadIdx.x), first_col = int(blockIdx.y) * densify_threads;
  const int col = first_col + thread;
  const std::int64_t block_row = blockIdx.x, row = block_row * p.block_size;
  slots[thread] = col < p.block_cols ? p.schedule.slot_of(block_row, col) : -1;
  if (thread == 0 && first_col == 0 && row % densified_block == 0)
    p.dense_schedule.counts[row / densified_block] = p.dense_steps;
  if (block_row == 0 && col < p.block_cols && col * p.block_size % densified_block == 0) {
    const int step = int(col * p.block_size / densified_block);
    p.dense_schedule.cols[step] = step;
  }
  __syncthreads();
  const int cols =
      p.block_cols - first_col < densify_threads ? p.block_cols - first_col : densify_threads;
  const int rows = p.m - row < p.block_size ? int(p.m - row) : p.block_size;
  const std::int64_t slot_step = p.slot_step();
  const uint4* const slot_0 = p.slot_0(block_row);
  uint4* const line = p.dense + row * p.dense_ld + std::int64_t(first_col) * p.block_vectors;
  for (int v = thread; v < cols * p.block_vectors; v += densify_threads) {
    const int slot = slots[v / p.block_vectors];
    const uint4* const from = slot_0 + slot * slot_step + v % p.block_vectors;
#pragma unroll 8
    for (int r = 0; r < rows; ++r)
      line[r * p.dense_ld + v] = slot < 0 ? uint4{} : from[r * p.values_ld];
  }
}

}  // namespace

DensifiedMatrix densified_in(const BlockedEllArguments& arguments, void* workspace) {
  DensifiedMatrix dense{arguments, {}};
  dense.arguments.block_size = densified_block;
  dense.arguments.ell_cols = dense_line(arguments);
  dense.arguments.is_bsr = false;
  dense.arguments.row_offsets = nullptr;
  dense.arguments.col_indices = nullptr;
  dense.arguments.values = workspace;
  const std::int64_t bytes = arguments.m * dense_line(arguments) * arguments.scalar_bytes;
  dense.schedule.num_lists = dense_block_rows(arguments);
  dense.schedule.group = 1;
  dense.schedule.blocks_per_row = 0;  // all lists begin at the same place
  dense.schedule.counts =
      reinterpret_cast<std::int32_t*>(static_cast<unsigned char*>(workspace) + bytes);
  dense.schedule.distinct = dense.schedule.counts;
  dense.schedule.cols = dense.schedule.counts + dense_block_rows(arguments);
  dense.schedule.slots = dense.schedule.cols;
  return dense;
}

std::size_t densified_bytes(const BlockedEllArguments& arguments) {
  const std::int64_t words = dense_block_rows(arguments) + dense_block_cols(arguments);
  return std::size_t(arguments.m * dense_line(arguments) * arguments.scalar_bytes) +
         std::size_t(words) * sizeof(std::int32_t);
}

cudaError_t densify(const BlockedEllArguments& arguments, const BlockSchedule& schedule,
                    void* workspace, cudaStream_t stream) {
  const int of_vector = 16 / arguments.scalar_bytes;
  const DensifiedMatrix to = densified_in(arguments, workspace);
  const Densify p{.m = arguments.m,
                  .block_size = int(arguments.block_size),
                  .block_vectors = int(arguments.block_size) / of_vector,
                  .block_cols = int(arguments.block_cols()),
                  .is_bsr = arguments.is_bsr,
                  .values = static_cast<const uint4*>(arguments.values),
                  .values_ld = arguments.values_cols() / of_vector,
                  .schedule = schedule,
                  .dense = static_cast<uint4*>(workspace),
                  .dense_ld = to.arguments.ell_cols / of_vector,
                  .dense_schedule = to.schedule,
                  .dense_steps = int(dense_block_cols(arguments))};
  const dim3 grid(unsigned(arguments.block_rows()),
                  unsigned((arguments.block_cols() + densify_threads - 1) / densify_threads));
  densify_blocks<<<grid, densify_threads, 0, stream>>>(p);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
