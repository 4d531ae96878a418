// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solve/cuda/section_levels.hpp"

#include <climits>

#include "cuda/launch.hpp"
#include "cuda/shared_memory.hpp"
#include "cuda/warp.hpp"

namespace filigree::cuda {
namespace {

/// Few, as a tile's rounds are as many as it has lines of a grid, and each goes over all of it.
constexpr int level_threads = 256;
constexpr int num_warps = level_threads / 32;

/// The largest of a warp's values.
__device__ inline int max_over_warp(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(whole_warp, value);
#else
#pragma unroll
  for (int delta = 16; delta > 0; delta /= 2)
    value = max(value, __shfl_xor_sync(whole_warp, value, delta));
  return value;
#endif
}

/// Rows counted in the order of the solve.
template <class Index>
class RankedRows {
 public:
  __device__ explicit RankedRows(const LevelArguments<Index>& a) : a_(a) {}

  __device__ std::int64_t row(std::int64_t rank) const {
    return a_.lower ? rank : a_.num_rows - 1 - rank;
  }
  __device__ std::int64_t begin(std::int64_t row) const { return a_.begins[row] - a_.base; }
  __device__ std::int64_t end(std::int64_t row) const { return a_.ends[row] - a_.base; }
  /// Of entry k's column.
  __device__ std::int64_t rank(std::int64_t k) const {
    return row(std::int64_t(a_.cols[k]) - a_.base);
  }
  /// The row's entry number j from the diagonal on, if its columns ascend.
  __device__ std::int64_t nearest(std::int64_t begin, std::int64_t end, int j) const {
    return a_.lower ? end - 1 - j : begin + j;
  }

 private:
  const LevelArguments<Index>& a_;
};

/// The rows of a thread block's section.
struct SectionRange {
  std::int64_t first;
  int count;

  __device__ explicit SectionRange(const SectionState& state)
      : first(state.begins[blockIdx.x]), count(int(state.begins[blockIdx.x + 1] - first)) {}
};

/// The part that the row of a rank lies in.
__device__ inline int part_of(const SectionState& state, unsigned rank) {
  // A section begins at most half the mean length from where it would if all had that.
  unsigned section = rank / unsigned(state.rows);
  if (int(rank) < state.begins[section])
    --section;
  else if (int(rank) >= state.begins[section + 1])
    ++section;
  return int(2 * section) + (int(rank) - state.begins[section] >= state.cuts[section]);
}

/// A thread block finds where a section begins: of the rows near, that for which the nearest one
/// that it needs is furthest, where no further than a section counts; of such rows the nearest.
template <class Index>
__global__ void section_begins_kernel(LevelArguments<Index> a, SectionState state) {
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

/// Levels of a section's rows, a thread a row of those that follow one another. Runs of rows that
/// need the one before are solved by a scan; rounds of it go on while other needs raise a level.
/// A thread keeps which of a row's `Most` entries at most lie in the section.
template <class Index, int Most>
class SectionLevels {
 public:
  __device__ SectionLevels(const LevelArguments<Index>& a, const SectionRange& range,
                           std::uint16_t* levels, std::uint16_t* lowest, int none)
      : ranked_(a), range_(range), levels_(levels), lowest_(lowest), none_(none) {}

  /// \return whether the row holds more entries than a thread keeps
  __device__ bool run_tile(int begin, int* warp_values) {
    const int thread = int(threadIdx.x), place = begin + thread;
    const bool is_row = place < range_.count;
    const bool is_long = read(begin, place, is_row);
    // Later runs have higher keys, so that a maximum over all threads before is one over the run.
    const int run = runs_before(warp_values);
    if (is_row) levels_[place] = 0;
    __syncthreads();
    for (int level = 0;;) {
      int highest = base_;
#pragma unroll
      for (int j = 0; j < Most; ++j)
        if ((used_ >> j & 1) != 0)
          highest = max(highest, int(levels_[held_[j / 2] >> (16 * (j % 2)) & 0xffff]));
      const int key =
          max_of_threads_before((run << 16) + highest + 1 - thread + level_threads, warp_values);
      const int found = (key & 0xffff) - level_threads + thread;
      const bool is_higher = is_row && found != level;
      if (is_higher) levels_[place] = std::uint16_t(found);
      level = found;
      if (!__syncthreads_or(is_higher)) return is_long;
    }
  }

  /// Where the last part of the section begins that needs none of the rows before it.
  /// \param cut a word in shared memory
  __device__ int last_cut(int* warp_values, int* cut) const {
    const int each = (range_.count + level_threads - 1) / level_threads;
    const int begin = min(range_.count, int(threadIdx.x) * each);
    const int end = min(range_.count, begin + each);
    if (threadIdx.x == 0) *cut = 0;
    int least = INT_MAX;
    for (int p = begin; p < end; ++p) least = min(least, int(lowest_[p]));
    // Of the threads behind.
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    int behind = least;
#pragma unroll
    for (int delta = 1; delta < 32; delta *= 2) {
      const int other = __shfl_down_sync(whole_warp, behind, delta);
      if (lane + delta < 32) behind = min(behind, other);
    }
    if (lane == 0) warp_values[warp] = behind;
    behind = __shfl_down_sync(whole_warp, behind, 1);
    if (lane == 31) behind = INT_MAX;
    __syncthreads();
    const int of_warps = lane > warp && lane < num_warps ? warp_values[lane] : INT_MAX;
    behind = min(behind, -max_over_warp(-of_warps));
    for (int p = end - 1; p >= begin; --p) {
      behind = min(behind, int(lowest_[p]));
      if (behind < p) continue;
      if (p > 0) atomicMax(cut, p);
      break;
    }
    __syncthreads();
    return *cut > 0 ? *cut : range_.count;
  }

 private:
  /// Notes what a row needs in the section, the entries nearest to the diagonal first.
  __device__ bool read(int begin, int place, bool is_row) {
    base_ = 0;
    is_chained_ = false;
    std::int64_t first = 0, end = 0;
    if (is_row) {
      const std::int64_t row = ranked_.row(range_.first + place);
      first = ranked_.begin(row);
      end = ranked_.end(row);
    }
    std::int64_t places[Most];
#pragma unroll
    for (int j = 0; j < Most; ++j)
      places[j] =
          j < end - first ? ranked_.rank(ranked_.nearest(first, end, j)) - range_.first : -1;
    int lowest = place;
    used_ = 0;
#pragma unroll
    for (int j = 0; j < Most; ++j) {
      const bool is_near = places[j] >= 0 && places[j] < place;
      const int near = is_near ? int(places[j]) : none_;
      if (is_near) lowest = min(lowest, near);
      if (is_near && near < begin) base_ = max(base_, int(levels_[near]));
      const bool is_before = is_near && near == place - 1 && near >= begin;
      is_chained_ = is_chained_ || is_before;
      const bool is_held = is_near && near >= begin && !is_before;
      const unsigned other = j % 2 == 0 ? 0 : held_[j / 2];
      held_[j / 2] = other | unsigned(is_held ? near : none_) << (16 * (j % 2));
      used_ |= unsigned(__any_sync(whole_warp, is_held)) << j;
    }
    if (is_row) lowest_[place] = std::uint16_t(lowest);
    return end - first > Most;
  }

  /// How many runs begin with this thread's row or before.
  __device__ int runs_before(int* warp_values) const {
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const unsigned begins = __ballot_sync(whole_warp, !is_chained_);
    if (lane == 0) warp_values[warp] = __popc(begins);
    __syncthreads();
    int before = lane < warp ? warp_values[lane] : 0;
#pragma unroll
    for (int delta = 16; delta > 0; delta /= 2)
      before += __shfl_xor_sync(whole_warp, before, delta);
    __syncthreads();
    return before + __popc(begins & (whole_warp >> (31 - lane)));
  }

  /// Of this thread's and those before. To be followed by a barrier.
  __device__ static int max_of_threads_before(int value, int* warp_values) {
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
#pragma unroll
    for (int delta = 1; delta < 32; delta *= 2) {
      const int other = __shfl_up_sync(whole_warp, value, delta);
      if (lane >= delta) value = max(value, other);
    }
    if (lane == 31) warp_values[warp] = value;
    __syncthreads();
    return max(value, max_over_warp(lane < warp ? warp_values[lane] : 0));
  }

  RankedRows<Index> ranked_;
  SectionRange range_;
  std::uint16_t* levels_;  ///< in shared memory, as all that is handed on
  std::uint16_t* lowest_;  ///< of the section's rows, that each needs or is
  int none_;               ///< a place whose level is 0
  int base_;               ///< the highest level of those needed in tiles before
  bool is_chained_;        ///< needs the row before it, in the same tile
  unsigned used_;          ///< by some lane of the warp
  unsigned held_[Most / 2];  ///< places of others needed in the tile, two a word
};

template <class Index, int Most>
__global__ void __launch_bounds__(level_threads)
    section_levels_kernel(LevelArguments<Index> a, SectionState state, int most_rows) {
  extern __shared__ std::uint16_t section_words[];
  __shared__ int warp_values[num_warps];
  __shared__ int cut;
  const SectionRange range(state);
  std::uint16_t* const levels = section_words;
  if (threadIdx.x == 0) levels[most_rows] = 0;
  SectionLevels<Index, Most> section(a, range, levels, levels + most_rows + 1, most_rows);
  bool is_long = false;
  for (int begin = 0; begin < range.count; begin += level_threads)
    is_long = section.run_tile(begin, warp_values) || is_long;
  if (is_long) state.result->failed = 1;
  const RankedRows<Index> ranked(a);
  for (int p = int(threadIdx.x); p < range.count; p += level_threads)
    a.levels[ranked.row(range.first + p)] = levels[p];
  const int last = section.last_cut(warp_values, &cut);
  if (threadIdx.x == 0) state.cuts[blockIdx.x] = last;
}

/// What parts need of others, in a small table of each of the section's two.
class SectionTable {
 public:
  static constexpr int length = SectionState::edges_of_part;

  __device__ void clear() {
    for (int i = int(threadIdx.x); i < 2 * length; i += int(blockDim.x)) {
      others_[i] = -1;
      distances_[i] = INT_MIN;
    }
  }
  /// \return whether there was a place for it
  __device__ bool add(int part, int other, int distance) {
    for (int i = 0; i < length; ++i) {
      const int at = part * length + (other + i) % length;
      int there = *const_cast<volatile int*>(others_ + at);
      if (there == -1) there = atomicCAS(others_ + at, -1, other);
      if (there != -1 && there != other) continue;
      if (*const_cast<volatile int*>(distances_ + at) < distance)
        atomicMax(distances_ + at, distance);
      return true;
    }
    return false;
  }
  __device__ void store(SectionEdge* edges) const {
    for (int i = int(threadIdx.x); i < 2 * length; i += int(blockDim.x))
      edges[i] = {others_[i], distances_[i]};
  }

 private:
  int others_[2 * length];
  int distances_[2 * length];
};

/// The part that rows which follow one another in the order of the solve lie in.
struct PartRange {
  int part = -1;
  int begin = 0, end = 0;

  __device__ bool holds(int rank) const { return unsigned(rank - begin) < unsigned(end - begin); }
  __device__ static PartRange of(const SectionState& state, int rank) {
    const int part = part_of(state, unsigned(rank)), section = part / 2;
    const int middle = state.begins[section] + state.cuts[section];
    if (part % 2 == 0) return {part, state.begins[section], middle};
    return {part, middle, state.begins[section + 1]};
  }
};

/// Notes what a section's parts need of others. Neighbouring entries need the same part mostly: of
/// these a thread notes the greatest distance alone.
template <class Index>
__global__ void section_edges_kernel(LevelArguments<Index> a, SectionState state) {
  __shared__ SectionTable table;
  const RankedRows<Index> ranked(a);
  const SectionRange range(state);
  table.clear();
  __syncthreads();
  const int cut = state.cuts[blockIdx.x];
  bool fits = true;
  PartRange other;
  for (int p = int(threadIdx.x); p < range.count; p += int(blockDim.x)) {
    const std::int64_t row = ranked.row(range.first + p), end = ranked.end(row);
    const int level = a.levels[row];
    int highest = 0;  // of those needed of `other`
    for (std::int64_t k = ranked.begin(row); k < end; ++k) {
      const std::int64_t rank = ranked.rank(k);
      if (rank >= range.first) continue;  // in the section, or not needed
      if (!other.holds(int(rank))) {
        if (highest > 0) fits = table.add(p >= cut, other.part, highest + 1 - level) && fits;
        other = PartRange::of(state, int(rank));
        highest = 0;
      }
      highest = max(highest, a.levels[ranked.row(rank)]);
    }
    if (highest > 0) fits = table.add(p >= cut, other.part, highest + 1 - level) && fits;
  }
  if (!fits) state.result->failed = 1;
  __syncthreads();
  table.store(state.edges + 2 * SectionState::edges_of_part * std::int64_t(blockIdx.x));
}

/// One warp, section after section: each needs sections before it alone, and none of its parts the
/// other, so that half a warp takes a part.
__global__ void section_offsets_kernel(SectionState state) {
  constexpr int ahead = 8;  // sections whose needs are on their way
  static_assert(2 * SectionState::edges_of_part == 32);
  extern __shared__ int offsets[];
  const int sections = int(state.num_sections), lane = int(threadIdx.x), part = lane / 16;
  const auto load = [&](int section) {
    return section < sections ? state.edges[32 * section + lane] : SectionEdge{-1, 0};
  };
  SectionEdge next[ahead];
#pragma unroll
  for (int i = 0; i < ahead; ++i) next[i] = load(i);
  for (int first = 0; first < sections; first += ahead) {
    SectionEdge edges[ahead];
#pragma unroll
    for (int i = 0; i < ahead; ++i) edges[i] = next[i];
#pragma unroll
    for (int i = 0; i < ahead; ++i) next[i] = load(first + ahead + i);
#pragma unroll
    for (int i = 0; i < ahead; ++i) {
      const int least = edges[i].other < 0 ? 0 : offsets[edges[i].other] + edges[i].distance;
      const int found[] = {max_over_warp(part == 0 ? max(0, least) : 0),
                           max_over_warp(part == 1 ? max(0, least) : 0)};
      if (lane == 0 && first + i < sections) {
        offsets[2 * (first + i)] = found[0];
        offsets[2 * (first + i) + 1] = found[1];
      }
      __syncwarp();
    }
  }
  for (int i = lane; i < 2 * sections; i += 32) state.offsets[i] = offsets[i];
}

/// Adds up by how much rows stand too far behind those that they need: rows that need one of their
/// section stand right behind one.
template <class Index>
__global__ void section_slack_kernel(LevelArguments<Index> a, SectionState state) {
  __shared__ int highest;
  __shared__ unsigned long long slack;
  if (threadIdx.x == 0) {
    highest = 0;
    slack = 0;
  }
  __syncthreads();
  const RankedRows<Index> ranked(a);
  const SectionRange range(state);
  const auto level_of = [&](std::int64_t rank) {
    return a.levels[ranked.row(rank)] + state.offsets[part_of(state, unsigned(rank))];
  };
  int own_highest = 0;
  unsigned long long own_slack = 0;
  const int cut = state.cuts[blockIdx.x];
  const int offsets[] = {state.offsets[2 * blockIdx.x], state.offsets[2 * blockIdx.x + 1]};
  for (int p = int(threadIdx.x); p < range.count; p += int(blockDim.x)) {
    const std::int64_t row = ranked.row(range.first + p);
    const int offset = offsets[p >= cut], level = a.levels[row];
    own_highest = max(own_highest, level + offset);
    if (level > 1) continue;
    int needed = 0;
    for (std::int64_t k = ranked.begin(row); k < ranked.end(row); ++k)
      if (const std::int64_t rank = ranked.rank(k); rank < range.first)
        needed = max(needed, level_of(rank));
    own_slack += unsigned(offset - needed);
  }
  atomicMax(&highest, max_over_warp(own_highest));
  if (own_slack != 0) atomicAdd(&slack, own_slack);
  __syncthreads();
  if (threadIdx.x != 0) return;
  atomicMax(&state.result->highest, highest);
  if (slack != 0) atomicAdd(state.slack, slack);
}

template <class Index>
__global__ void add_offsets_kernel(LevelArguments<Index> a, SectionState state) {
  constexpr int levels_a_slack = 16;
  const std::int64_t row = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (*state.slack * levels_a_slack > (unsigned long long)(state.result->highest)) {
    if (row == 0) state.result->failed = 1;
  } else if (row < a.num_rows) {
    a.levels[row] += state.offsets[part_of(state, unsigned(RankedRows<Index>(a).row(row)))];
  }
}

}  // namespace

template <class Index>
cudaError_t launch_section_levels(const LevelArguments<Index>& a, std::int64_t max_row_entries,
                                  const SectionState& state, cudaStream_t stream) {
  const std::int64_t sections = state.num_sections;
  const auto most_rows = int(2 * state.rows);
  const auto shared = std::size_t(2 * most_rows + 1) * sizeof(std::uint16_t);
  const auto levels_kernel = max_row_entries <= 4   ? section_levels_kernel<Index, 4>
                             : max_row_entries <= 8 ? section_levels_kernel<Index, 8>
                                                    : section_levels_kernel<Index, 16>;
  cudaError_t error = cudaMemsetAsync(
      state.slack, 0, SectionState::first_words * sizeof(std::int64_t), stream);
  const auto then = [&](const LaunchShape& shape, auto kernel, const auto&... arguments) {
    if (error == cudaSuccess)
      error = launch_kernel(kernel, shape, false, stream, arguments...);
  };
  if (error == cudaSuccess) error = allow_shared_memory(levels_kernel, shared);
  then({sections, 1024}, section_begins_kernel<Index>, a, state);
  then({sections, level_threads, shared}, levels_kernel, a, state, most_rows);
  then({sections, 1024}, section_edges_kernel<Index>, a, state);
  then({1, 32, std::size_t(2 * sections) * sizeof(int)}, section_offsets_kernel, state);
  then({sections, 1024}, section_slack_kernel<Index>, a, state);
  then({(a.num_rows + 255) / 256, 256}, add_offsets_kernel<Index>, a, state);
  return error;
}

template cudaError_t launch_section_levels(const LevelArguments<std::int32_t>&, std::int64_t,
                                           const SectionState&, cudaStream_t);
template cudaError_t launch_section_levels(const LevelArguments<std::int64_t>&, std::int64_t,
                                           const SectionState&, cudaStream_t);

}  // namespace filigree::cuda
