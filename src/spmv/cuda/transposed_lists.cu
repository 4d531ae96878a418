// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmv/cuda/transposed_lists.cuh"

#include "cuda/shared_memory.hpp"
#include "spmv/cuda/instances.hpp"
#include "spmv/cuda/transposed_lists_launch.hpp"

namespace filigree::cuda {

template <class Arguments>
cudaError_t launch_collect(const Arguments& arguments, const TransposedLists& lists,
                           cudaStream_t stream) {
  if (arguments.num_rows == 0) return cudaSuccess;
  const auto shared_bytes =
      unsigned(lists.num_deltas) * (unsigned(sizeof(std::int32_t)) + unsigned(lists.num_lists));
  const auto blocks = unsigned((arguments.num_rows + collect_threads - 1) / collect_threads);
  collect_kernel<<<blocks, collect_threads, shared_bytes, stream>>>(arguments, lists);
  return cudaGetLastError();
}

template <class Arguments>
cudaError_t launch_windows(const Arguments& arguments, const TransposedLists& lists,
                           void* workspace, cudaStream_t stream) {
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  if (arguments.num_rows == 0) return cudaSuccess;
  WindowLayout layout{};
  layout.values_at =
      (std::uint32_t(lists.window_entries) * std::uint32_t(sizeof(C)) + 15) / 16 * 16;
  layout.entries_at =
      layout.values_at + std::uint32_t(StagedSlice<A>::shared_bytes(
                             std::size_t(window_threads) * std::size_t(lists.max_list_length)));
  layout.bytes = layout.entries_at + 4 * std::uint32_t(lists.num_lists) *
                                         std::uint32_t(lists.num_batches) * window_batch;
  const auto kernel = window_kernel<Arguments>;
  const cudaError_t error = allow_shared_memory(kernel, layout.bytes);
  if (error != cudaSuccess) return error;
  int log_rows = 0;
  while ((1 << log_rows) < lists.rows_a_tile) ++log_rows;
  const auto tiles = int((arguments.num_cols + lists.rows_a_tile - 1) / lists.rows_a_tile);
  C* const partials = static_cast<C*>(workspace);
  kernel<<<unsigned(tiles), window_threads, layout.bytes, stream>>>(arguments, lists, layout,
                                                                    partials);
  const cudaError_t failed =
      launch_dependent(window_sum_kernel<Arguments>, {(arguments.num_rows + 255) / 256, 256},
                       stream, arguments, lists, log_rows, tiles, partials);
  return failed != cudaSuccess ? failed : cudaGetLastError();
}

#define FILIGREE_SPMV_LAUNCH(A, X, Y, C, Offset, Index)                                \
  template cudaError_t launch_collect(const SpmvArguments<A, X, Y, C, Offset, Index>&, \
                                      const TransposedLists&, cudaStream_t);           \
  template cudaError_t launch_windows(const SpmvArguments<A, X, Y, C, Offset, Index>&, \
                                      const TransposedLists&, void*, cudaStream_t);
// Columns are not read: an index of the offsets' type serves all.
#undef FILIGREE_SPMV_INDICES
#define FILIGREE_SPMV_INDICES(A, X, Y, C)                      \
  FILIGREE_SPMV_LAUNCH(A, X, Y, C, std::int32_t, std::int32_t) \
  FILIGREE_SPMV_LAUNCH(A, X, Y, C, std::int64_t, std::int64_t)
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_DOUBLE
FILIGREE_SPMV_COMPLEX
FILIGREE_SPMV_16BIT

}  // namespace filigree::cuda
