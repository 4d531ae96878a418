// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solve/cuda/chunk_schedule.hpp"

#include <climits>

#include "cuda/launch.hpp"
#include "cuda/sum_of_threads.hpp"

namespace filigree::cuda {
namespace {

constexpr int schedule_threads = 1024;
constexpr int num_warps = schedule_threads / 32;
constexpr int window_levels = 512;  ///< that are sorted at once

/// Rows, steps and groups of levels, in one word, so that a scan takes all of them.
struct Counts {
  unsigned long long word = 0;
  static constexpr int bits = 21;
  static constexpr unsigned mask = (1u << bits) - 1;

  __device__ static Counts of(int rows, int steps, int groups) {
    return {(unsigned long long)(rows) | (unsigned long long)(steps) << bits |
            (unsigned long long)(groups) << (2 * bits)};
  }
  __device__ int rows() const { return int(unsigned(word) & mask); }
  __device__ int steps() const { return int(unsigned(word >> bits) & mask); }
  __device__ int groups() const { return int(unsigned(word >> (2 * bits)) & mask); }
};

/// A thread block orders the rows of a chunk by level, window after window of levels: a stable sort
/// by counting, in which each warp has the same share of the rows.
class ChunkOrder {
 public:
  struct Shared {
    std::uint16_t counts[num_warps][window_levels];  ///< then the places of the next rows
    int first[window_levels];                        ///< row of a level in the chunk's order
    unsigned long long warps[num_warps];
    int lowest, highest;  ///< levels
  };

  __device__ ChunkOrder(const ChunkScheduleArguments& a, Shared& shared)
      : a_(a),
        shared_(shared),
        first_(std::int64_t(blockIdx.x) * a.chunk_rows),
        count_(int(min(a.chunk_rows, a.num_rows - first_))),
        share_((count_ + schedule_threads - 1) / schedule_threads * 32) {}

  __device__ void run() {
    find_levels();
    Counts before;
    for (int low = shared_.lowest; low <= shared_.highest; low += window_levels) {
      for (int i = thread(); i < num_warps * window_levels; i += schedule_threads)
        shared_.counts[0][i] = 0;
      __syncthreads();
      walk(low, [](int, int, int) {});
      __syncthreads();
      before = place_levels(before);
      __syncthreads();
      walk(low, [&](int level, int before, int place) {
        const std::int64_t position = first_ + shared_.first[level] + before;
        a_.order[position] = std::uint16_t(place);
        a_.positions[row(place)] = std::int32_t(position);
      });
      __syncthreads();
    }
    link_steps(before.steps());
    if (thread() == 0) a_.first_steps[blockIdx.x] = before.steps();
  }

 private:
  __device__ static int thread() { return int(threadIdx.x); }
  __device__ static int lane() { return int(threadIdx.x) % 32; }
  __device__ static int warp() { return int(threadIdx.x) / 32; }
  __device__ std::int64_t row(int place) const {
    return a_.lower ? first_ + place : a_.num_rows - 1 - first_ - place;
  }

  __device__ void find_levels() {
    if (thread() == 0) {
      shared_.lowest = INT_MAX;
      shared_.highest = 0;
    }
    __syncthreads();
    int lowest = INT_MAX, highest = 0;
    for (int p = thread(); p < count_; p += schedule_threads) {
      const int level = a_.levels[row(p)];
      lowest = min(lowest, level);
      highest = max(highest, level);
    }
    atomicMin(&shared_.lowest, lowest);
    atomicMax(&shared_.highest, highest);
    __syncthreads();
  }

  /// The warp's rows of the window's levels, in their order, each of which its count counts.
  /// \param take(level, count before the row, the row's place)
  template <class Take>
  __device__ void walk(int low, const Take& take) const {
    const int begin = warp() * share_, end = min(count_, begin + share_);
    for (int first = begin; first < end; first += 32) {
      const int place = first + lane();
      const int level = place < end ? a_.levels[row(place)] - low : -1;
      const bool is_in = unsigned(level) < unsigned(window_levels);
      const unsigned same = __match_any_sync(whole_warp, is_in ? level : -1);
      std::uint16_t& count = shared_.counts[warp()][is_in ? level : 0];
      const int before = count;
      __syncwarp();
      if (is_in && __ffs(int(same)) - 1 == lane()) count = std::uint16_t(before + __popc(same));
      __syncwarp();
      if (is_in) take(level, before + __popc(same & ((1u << lane()) - 1)), place);
    }
  }

  /// Where the rows of each warp and level go, and the levels' steps.
  __device__ Counts place_levels(Counts before) {
    const int level = thread();
    int rows = 0;
    if (level < window_levels)
      for (int w = 0; w < num_warps; ++w) {
        const int of_warp = shared_.counts[w][level];
        shared_.counts[w][level] = std::uint16_t(rows);
        rows += of_warp;
      }
    const int steps = (rows + a_.step_rows - 1) / a_.step_rows;
    const int groups = (steps + a_.group_steps - 1) / a_.group_steps;
    Counts own = Counts::of(rows, steps, groups);
    Counts all;
    const Counts lower = {before.word + sum_of_threads_before(own.word, all.word, shared_.warps)};
    if (level < window_levels) shared_.first[level] = lower.rows();
    write_steps(lower, rows, steps);
    return {before.word + all.word};
  }

  /// `before` has a step's place within its group until link_steps().
  __device__ void write_steps(const Counts& lower, int rows, int steps) const {
    for (int s = 0; s < steps; ++s) {
      const int group = s / a_.group_steps, within = s % a_.group_steps;
      detail::SolveStep step;
      step.first = std::uint16_t(lower.rows() + s * a_.step_rows);
      step.rows = std::uint8_t(min(a_.step_rows, rows - s * a_.step_rows));
      step.before = std::uint8_t(within);
      step.beside = std::uint8_t(min(a_.group_steps, steps - group * a_.group_steps));
      step.number = std::uint16_t(lower.groups() + group);
      a_.steps[first_ + lower.steps() + s] = step;
    }
  }

  /// What a step knows of the groups before and behind its own.
  __device__ void link_steps(int num_steps) const {
    detail::SolveStep* const steps = a_.steps + first_;
    for (int s = thread(); s < num_steps; s += schedule_threads) {
      const int group = s - steps[s].before, next = group + steps[s].beside;
      steps[s].before = group > 0 ? steps[group - 1].beside : 0;
      steps[s].after = next < num_steps ? steps[next].beside : 0;
    }
  }

  const ChunkScheduleArguments& a_;
  Shared& shared_;
  std::int64_t first_;
  int count_;  ///< rows
  int share_;  ///< rows of a warp
};

__global__ void __launch_bounds__(schedule_threads)
    order_chunks_kernel(ChunkScheduleArguments arguments) {
  __shared__ ChunkOrder::Shared shared;
  ChunkOrder(arguments, shared).run();
}

/// From numbers of steps to where they begin; one warp.
__global__ void add_steps_kernel(ChunkScheduleArguments a) {
  const int lane = int(threadIdx.x);
  long long before = 0;
  for (std::int64_t first = 0; first < a.num_chunks; first += 32) {
    const std::int64_t chunk = first + lane;
    const long long own = chunk < a.num_chunks ? a.first_steps[chunk] : 0;
    const long long sum = inclusive_warp_sum(own);
    if (chunk < a.num_chunks) a.first_steps[chunk] = before + sum - own;
    before += __shfl_sync(whole_warp, sum, 31);
  }
  if (lane == 0) a.first_steps[a.num_chunks] = before;
}

__global__ void move_steps_kernel(ChunkScheduleArguments a, detail::SolveStep* steps) {
  const std::int64_t begin = a.first_steps[blockIdx.x], end = a.first_steps[blockIdx.x + 1];
  const detail::SolveStep* const from = a.steps + std::int64_t(blockIdx.x) * a.chunk_rows - begin;
  for (std::int64_t s = begin + threadIdx.x; s < end; s += blockDim.x) steps[s] = from[s];
}

}  // namespace

cudaError_t launch_order_chunks(const ChunkScheduleArguments& arguments, cudaStream_t stream) {
  const cudaError_t error = launch_kernel(
      order_chunks_kernel, {arguments.num_chunks, schedule_threads}, false, stream, arguments);
  if (error != cudaSuccess) return error;
  return launch_kernel(add_steps_kernel, {1, 32}, false, stream, arguments);
}

cudaError_t launch_move_steps(const ChunkScheduleArguments& arguments, detail::SolveStep* steps,
                              cudaStream_t stream) {
  return launch_kernel(move_steps_kernel, {arguments.num_chunks, 128}, false, stream, arguments,
                       steps);
}

}  // namespace filigree::cuda
