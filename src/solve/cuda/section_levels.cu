// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solve/cuda/section_levels.cuh"

#include "cuda/launch.hpp"
#include "cuda/shared_memory.hpp"
#include "solve/cuda/section_offsets.cuh"

namespace filigree::cuda {
namespace {

/// A thread block finds where a section begins: of the rows near, that for which the nearest one
/// that it needs is furthest, where no further than a section counts; of such rows the nearest.
template <class Index>
__global__ void __launch_bounds__(1024)
    section_begins_kernel(LevelArguments<Index> a, SectionState state) {
  constexpr int entries_looked_at = 8;
  __shared__ unsigned long long best;
  const RankedRows<Index> ranked(a);
  const std::int64_t section = blockIdx.x, middle = section * state.rows;
  if (threadIdx.x == 0) {
    best = 0;
    if (section == 0) {
      state.begins[0] = 0;
      state.begins[state.num_sections] = int(a.num_rows);
    }
  }
  if (section == 0) return;
  __syncthreads();
  unsigned long long own = 0;
  for (std::int64_t i = threadIdx.x; i < state.rows; i += blockDim.x) {
    const std::int64_t rank = middle - state.rows / 2 + i;
    if (rank >= a.num_rows) break;
    const std::int64_t row = ranked.row(rank), begin = ranked.begin(row), end = ranked.end(row);
    std::int64_t reach = state.rows;
    for (int j = 0; j < min(end - begin, std::int64_t(entries_looked_at)); ++j) {
      const std::int64_t needed = ranked.rank(ranked.nearest(begin, end, j));
      if (needed >= rank) continue;
      reach = min(reach, rank - needed);
      break;
    }
    const std::int64_t away = 2 * (rank < middle ? middle - rank : rank - middle) + (rank < middle);
    own = max(own, (unsigned long long)(reach) << 32 | (unsigned long long)(2 * state.rows - away));
  }
  atomicMax(&best, own);
  __syncthreads();
  if (threadIdx.x != 0) return;
  const std::int64_t away = 2 * state.rows - std::int64_t(best & 0xffffffff);
  state.begins[section] = int(middle + (away % 2 == 0 ? away / 2 : -away / 2));
}

}  // namespace

template <class Index>
cudaError_t launch_section_levels(const LevelArguments<Index>& a, std::int64_t max_row_entries,
                                  const SectionState& state, cudaStream_t stream) {
  const std::int64_t sections = state.num_sections;
  const auto most_rows = int(2 * state.rows);
  const auto shared = std::size_t(most_rows + 1) * sizeof(std::uint16_t);
  const auto levels_kernel = max_row_entries <= 4   ? section_levels_kernel<Index, 4>
                             : max_row_entries <= 8 ? section_levels_kernel<Index, 8>
                                                    : section_levels_kernel<Index, 16>;
  cudaError_t error =
      cudaMemsetAsync(state.slack, 0, SectionState::first_words * sizeof(std::int64_t), stream);
  const auto then = [&](const LaunchShape& shape, auto kernel, const auto&... arguments) {
    if (error == cudaSuccess) error = launch_kernel(kernel, shape, false, stream, arguments...);
  };
  if (error == cudaSuccess) error = allow_shared_memory(levels_kernel, shared);
  then({sections, 1024}, section_begins_kernel<Index>, a, state);
  then({sections, level_threads, shared}, levels_kernel, a, state, most_rows);
  then({sections, 1024}, section_edges_kernel<Index>, a, state);
  then({1, 32, std::size_t(sections) * sizeof(int)}, section_offsets_kernel, state);
  then({sections, 1024}, section_slack_kernel<Index>, a, state);
  then({(a.num_rows + 255) / 256, 256}, add_offsets_kernel<Index>, a, state);
  return error;
}

template cudaError_t launch_section_levels(const LevelArguments<std::int32_t>&, std::int64_t,
                                           const SectionState&, cudaStream_t);
template cudaError_t launch_section_levels(const LevelArguments<std::int64_t>&, std::int64_t,
                                           const SectionState&, cudaStream_t);

}  // namespace filigree::cuda
