// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "spgemm/cuda/launch.hpp"
#include "spgemm/cuda/row_kinds.cuh"

/// The pattern of A times a B that has one entry in each row, in ascending columns, as a diagonal
/// matrix or a prolongation by injection has: A's, with other columns.

namespace filigree::cuda {
namespace {

template <class Index>
__global__ void __launch_bounds__(256)
    find_scaled(const SpgemmSymbolic<Index> symbolic, std::int64_t a_entries) {
  const auto &a = symbolic.pattern.a, &b = symbolic.pattern.b;
  const std::int64_t thread = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t threads = std::int64_t(gridDim.x) * blockDim.x;
  std::int64_t wrong = unsorted_entries(a, a_entries, thread, threads), longest = 0;
  if (thread == 0) symbolic.row_lengths[a.num_rows] = 0;
  for (std::int64_t row = thread; row < a.num_rows; row += threads) {
    const std::int64_t length = a.end(row) - a.begin(row);
    symbolic.row_lengths[row] = length;
    longest = max(longest, length);
  }
  for (std::int64_t row = thread; row < b.num_rows; row += threads) {
    const bool is_right = b.begin(row) == row && b.end(row) == row + 1 &&
                          (row == 0 || b.columns[row - 1] < b.columns[row]);
    wrong += is_right ? 0 : 1;
  }
  SpgemmTally& tally = *symbolic.tally;
  wrong = block_sum(wrong);  // never below 0 over all blocks
  if (threadIdx.x == 0 && wrong != 0)
    atomicAdd(&tally.unscaled, static_cast<SpgemmTally::Count>(wrong));
  longest = max_over_lanes(longest);
  if (lane_number() == 0) atomicMax(&tally.longest_row, static_cast<SpgemmTally::Count>(longest));
}

template <class Index>
__global__ void __launch_bounds__(256)
    rename_columns(const SpgemmSymbolic<Index> symbolic, std::int64_t a_entries) {
  constexpr int together = 4;  // loads that are under way at once
  const auto &a = symbolic.pattern.a, &b = symbolic.pattern.b;
  const std::int64_t first = std::int64_t(blockIdx.x) * (256 * together) + threadIdx.x;
  Index columns[together];
#pragma unroll
  for (int u = 0; u < together; ++u) {
    const std::int64_t k = first + 256 * u;
    columns[u] = b.column(a.column(k < a_entries ? k : 0));
  }
#pragma unroll
  for (int u = 0; u < together; ++u)
    if (first + 256 * u < a_entries)
      symbolic.columns[first + 256 * u] = columns[u] + Index(symbolic.base);
}

}  // namespace

template <class Index>
cudaError_t launch_spgemm_find_scaled(const SpgemmSymbolic<Index>& symbolic, std::int64_t a_entries,
                                      cudaStream_t stream) {
  const std::int64_t items =
      std::max({a_entries, symbolic.pattern.a.num_rows, symbolic.pattern.b.num_rows});
  constexpr std::int64_t most_blocks = 2048;  // more than are under way at once
  const auto blocks = unsigned(std::clamp<std::int64_t>((items + 255) / 256, 1, most_blocks));
  find_scaled<<<blocks, 256, 0, stream>>>(symbolic, a_entries);
  return cudaGetLastError();
}

template <class Index>
cudaError_t launch_spgemm_fill_scaled(const SpgemmSymbolic<Index>& symbolic, std::int64_t a_entries,
                                      cudaStream_t stream) {
  rename_columns<<<unsigned((a_entries + 1023) / 1024), 256, 0, stream>>>(symbolic, a_entries);
  return cudaGetLastError();
}

#define FILIGREE_INSTANTIATE(Index)                                                          \
  template cudaError_t launch_spgemm_find_scaled(const SpgemmSymbolic<Index>&, std::int64_t, \
                                                 cudaStream_t);                              \
  template cudaError_t launch_spgemm_fill_scaled(const SpgemmSymbolic<Index>&, std::int64_t, \
                                                 cudaStream_t);
FILIGREE_INSTANTIATE(std::int32_t)
FILIGREE_INSTANTIATE(std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::cuda
