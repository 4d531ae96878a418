// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solve/cuda/find_levels.hpp"

#include <algorithm>

#include "cuda/handed_on.hpp"
#include "cuda/launch.hpp"
#include "cuda/warp.hpp"
#include "solve/cuda/long_rows.cuh"

namespace filigree::cuda {
namespace {

constexpr unsigned no_level = ~0u;
constexpr int warps_block = 4;

template <class Index>
__device__ void store_level(const LevelArguments<Index>& a, std::int64_t row, unsigned level) {
  store_relaxed(reinterpret_cast<unsigned*>(a.levels) + row, level);
}

/// The row that is number `step`.
template <class Index>
__device__ LongRow row_at(const LevelArguments<Index>& a, std::int64_t step) {
  const std::int64_t row = a.lower ? step : a.num_rows - 1 - step;
  const std::int64_t begin = a.begins[row] - a.base, end = a.ends[row] - a.base;
  return {step, row, a.lower ? begin : end - 1, end - begin, 0};
}

/// One lane's share of a row's entries, those that the solve needs last at the end.
template <class Index, int Lanes, int batch>
class LevelShare {
 public:
  /// \param first place of the entry that comes first, of `length`
  __device__ LevelShare(const LevelArguments<Index>& a, std::int64_t row, std::int64_t first,
                        std::int64_t length, int lane)
      : row_(row), next_(a.lower ? first + lane : first - lane) {
    left_ = length > lane ? (length - lane + Lanes - 1) / Lanes : 0;
    load(a);
  }

  /// Asks for the levels at hand; where all are there it takes the next entries.
  /// \return whether it has seen all
  __device__ bool advance(const LevelArguments<Index>& a) {
    bool all = true;
#pragma unroll
    for (int j = 0; j < batch; ++j) {
      if (seen_[j] == no_level) seen_[j] = load_relaxed(words(a) + cols_[j]);
      all = all && seen_[j] != no_level;
    }
    if (!all) return false;
#pragma unroll
    for (int j = 0; j < batch; ++j) highest_ = max(highest_, seen_[j]);
    if (left_ == 0) return true;
    load(a);
    return false;
  }

  /// To be called by whole warps. \return the highest level that a group has seen
  __device__ unsigned gather() const { return max_over_lanes<Lanes>(highest_); }
  __device__ void store(const LevelArguments<Index>& a, unsigned highest) const {
    store_level(a, row_, highest + 1);
  }

 private:
  __device__ static unsigned* words(const LevelArguments<Index>& a) {
    return reinterpret_cast<unsigned*>(a.levels);
  }
  /// Where rows are long, all of a batch is read before one column is looked at, which would wait
  /// for it.
  static constexpr bool reads_first = Lanes >= 8;

  __device__ void load(const LevelArguments<Index>& a) {
    const int length = int(min(left_, std::int64_t(batch)));
    const auto read = [&](int j) {
      return a.cols[a.lower ? next_ + j * Lanes : next_ - j * Lanes];
    };
    Index ahead[batch];
    if constexpr (reads_first) {
#pragma unroll
      for (int j = 0; j < batch; ++j) ahead[j] = j < length ? read(j) : Index(0);
    }
#pragma unroll
    for (int j = 0; j < batch; ++j) {
      seen_[j] = 0;
      if (j >= length) continue;
      const std::int64_t col = std::int64_t(reads_first ? ahead[j] : read(j)) - a.base;
      cols_[j] = Index(col);
      if (a.lower ? col < row_ : col > row_) seen_[j] = no_level;
    }
    next_ += (a.lower ? length : -length) * Lanes;
    left_ -= length;
  }

  std::int64_t row_, next_, left_;
  unsigned highest_ = 0;
  Index cols_[batch];
  unsigned seen_[batch];
};

/// A warp takes the next rows in the order of the solve, so that no warp waits for one that does
/// not run yet; groups of lanes that wait take turns, for some may wait for others.
template <class Index, int Lanes, int Batch>
__global__ void __launch_bounds__(32 * warps_block)
    find_levels_kernel(LevelArguments<Index> a, unsigned long long* ticket) {
  const int lane = int(threadIdx.x) % 32;
  const unsigned group = group_mask<Lanes>(lane);
  for (;;) {
    unsigned long long mine = 0;
    if (lane == 0) mine = draw_from_all_ones(ticket);
    const std::int64_t first = std::int64_t(__shfl_sync(whole_warp, mine, 0)) * (32 / Lanes);
    if (first >= a.num_rows) return;
    const std::int64_t step = first + lane / Lanes;
    bool is_open = step < a.num_rows;
    const std::int64_t at = is_open ? step : first;
    const LongRow row = row_at(a, at);
    LevelShare<Index, Lanes, Batch> share(a, row.row, row.first, row.length, lane % Lanes);
    for (bool is_waiting = is_open; __any_sync(whole_warp, is_open);) {
      if (is_waiting && share.advance(a)) is_waiting = false;
      const unsigned waiting = __ballot_sync(whole_warp, is_waiting);
      const unsigned highest = share.gather();
      if (!is_open || (waiting & group) != 0) continue;
      if (lane % Lanes == 0) share.store(a, highest);
      is_open = false;
    }
  }
}

struct HighestLevel {
  unsigned level;
  __device__ HighestLevel& operator+=(const HighestLevel& other) {
    level = max(level, other.level);
    return *this;
  }
};

/// The same where some rows are long: these are a thread block's.
template <class Index, int Warps, int Lanes>
__global__ void __launch_bounds__(32 * Warps)
    find_levels_long_rows_kernel(LevelArguments<Index> a, unsigned long long* ticket) {
  __shared__ LongRowBoard<HighestLevel> board;
  LongRowTeam<HighestLevel> team(board);
  __syncthreads();
  const int lane = int(threadIdx.x) % 32;
  const unsigned group = group_mask<Lanes>(lane);
  const auto piece = [&](const LongRow& row, std::int64_t done, std::int64_t length) {
    LevelShare<Index, 32, 16> share(a, row.row, a.lower ? row.first + done : row.first - done,
                                    length, lane);
    while (!share.advance(a)) {
    }
    __syncwarp();
    return HighestLevel{share.gather()};
  };
  for (;;) {
    unsigned long long mine = 0;
    if (lane == 0) mine = draw_from_all_ones(ticket);
    const std::int64_t first = std::int64_t(__shfl_sync(whole_warp, mine, 0)) * (32 / Lanes);
    if (first >= a.num_rows) break;
    bool is_open = first + lane / Lanes < a.num_rows;
    const LongRow row = row_at(a, is_open ? first + lane / Lanes : first);
    if (__any_sync(whole_warp, is_open && row.length > long_row_entries)) {
      const std::int64_t end = min((long long)(first + 32 / Lanes), (long long)(a.num_rows));
      for (std::int64_t step = first; step < end; ++step) {
        const LongRow one = row_at(a, step);
        const unsigned highest = max_over_lanes(team.go_through_all(one, 1024, piece).level);
        if (lane == 0) store_level(a, one.row, highest + 1);
        __syncwarp();
      }
      continue;
    }
    LevelShare<Index, Lanes, 4> share(a, row.row, row.first, row.length, lane % Lanes);
    for (bool is_waiting = is_open; __any_sync(whole_warp, is_open);) {
      if (is_waiting && share.advance(a)) is_waiting = false;
      const unsigned waiting = __ballot_sync(whole_warp, is_waiting);
      const unsigned highest = share.gather();
      const bool is_complete = is_open && (waiting & group) == 0;
      if (is_complete && lane % Lanes == 0) share.store(a, highest);
      if (is_complete) is_open = false;
      if (!__any_sync(whole_warp, is_complete)) team.help(first, piece);
    }
  }
  team.leave(piece);
}

template <class Index>
cudaError_t launch(void (*kernel)(LevelArguments<Index>, unsigned long long*),
                   const LevelArguments<Index>& arguments, int threads, int lanes,
                   std::int64_t max_warps, cudaStream_t stream) {
  const std::int64_t warps = std::min((arguments.num_rows * lanes + 31) / 32, max_warps);
  LaunchShape shape;
  shape.threads = unsigned(threads);
  shape.blocks = (32 * warps + threads - 1) / threads;
  // The ticket lies behind the levels.
  auto* const ticket =
      reinterpret_cast<unsigned long long*>(arguments.levels + level_words(arguments.num_rows) - 2);
  return launch_kernel(kernel, shape, false, stream, arguments, ticket);
}
template <class Index, int Lanes>
cudaError_t launch(const LevelArguments<Index>& arguments, std::int64_t max_warps,
                   cudaStream_t stream) {
  return launch(find_levels_kernel<Index, Lanes, 4>, arguments, 32 * warps_block, Lanes, max_warps,
                stream);
}

}  // namespace

template <class Index>
cudaError_t launch_find_levels(const LevelArguments<Index>& arguments,
                               const detail::LevelStatistics& rows, int multiprocessors,
                               cudaStream_t stream) {
  const std::size_t bytes = sizeof(std::int32_t) * level_words(arguments.num_rows);
  const cudaError_t error = cudaMemsetAsync(arguments.levels, 0xff, bytes, stream);
  if (error != cudaSuccess) return error;
  const auto warps = [&](int each) { return std::int64_t(each) * multiprocessors; };
  // Where rows wait for long, or ask for words that lie apart, more warps would ask the L2 cache
  // for more than it can give.
  const std::int64_t longest = rows.max_row_entries;
  if (has_few_long_rows(arguments.num_rows, rows.num_entries, longest))
    return launch(find_levels_long_rows_kernel<Index, 16, 8>, arguments, 32 * 16, 8, warps(16),
                  stream);
  if (longest > 8192)
    return launch(find_levels_kernel<Index, 32, 16>, arguments, 32 * warps_block, 32, warps(24),
                  stream);
  if (rows.num_entries > 128 * arguments.num_rows)
    return launch<Index, 2>(arguments, warps(16), stream);
  if (longest > 32) return launch<Index, 8>(arguments, warps(16), stream);
  if (rows.are_scattered) return launch<Index, 4>(arguments, warps(8), stream);
  if (longest > 8) return launch<Index, 2>(arguments, warps(48), stream);
  return launch<Index, 1>(arguments, warps(48), stream);
}

template cudaError_t launch_find_levels(const LevelArguments<std::int32_t>&,
                                        const detail::LevelStatistics&, int, cudaStream_t);
template cudaError_t launch_find_levels(const LevelArguments<std::int64_t>&,
                                        const detail::LevelStatistics&, int, cudaStream_t);

}  // namespace filigree::cuda
