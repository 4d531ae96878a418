// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "solve/cuda/find_levels.hpp"

/// Levels of rows whose needs lie regularly, as those of a grid do, without rows that wait for rows
/// of other thread blocks. The rows are cut into sections, where the nearest row that is needed is
/// far: before lines and planes. A thread block finds the levels of a section's rows among those
/// alone; a level among all rows is that and the section's offset, the least for which each of its
/// rows stands behind those that it needs in other sections. So levels are always valid. They are
/// the lowest ones if no row stands behind all that it needs by more than one level, as on grids.
/// By how much rows do, all together, is at most what there are too many levels: where that is more
/// than a little, or a section needs rows of too many others, the result says that it failed.

namespace filigree::cuda {

/// Of a row.
inline constexpr std::int64_t most_section_entries = 16;

/// Rows of a section, in the mean: one has at most twice as many. 0: there are too many sections.
constexpr std::int64_t section_rows(std::int64_t num_rows, int multiprocessors) {
  constexpr std::int64_t fewest = 1024, most = 6000, most_sections = 6000;
  const std::int64_t at_once = 2 * std::max(multiprocessors, 1);
  const std::int64_t rows = std::clamp((num_rows + at_once - 1) / at_once, fewest, most);
  return (num_rows + rows - 1) / rows <= most_sections ? rows : 0;
}

/// A need of a section: its offset is at least that of section `other` and `distance`.
struct SectionEdge {
  std::int32_t other;  ///< -1: none
  std::int32_t distance;
};

struct SectionResult {
  std::int32_t highest;  ///< level
  std::int32_t failed;   ///< 0, or the levels are not to be used
};

/// What the kernels hand to each other, on the device.
struct SectionState {
  std::int64_t rows;  ///< of a section, in the mean
  std::int64_t num_sections;
  unsigned long long* slack;  ///< levels by which rows stand too far behind those that they need
  SectionResult* result;
  std::int32_t* begins;   ///< of the sections' rows, in the order of the solve
  std::int32_t* offsets;  ///< of the sections' levels
  SectionEdge* edges;     ///< edges_of_section of each section

  static constexpr int edges_of_section = 32;
  static constexpr std::int64_t first_words = 2;  ///< that are 0 at first

  static constexpr std::int64_t words(std::int64_t num_sections) {
    return first_words + 1 + (2 + edges_of_section) * num_sections;
  }
  /// \param words() of them
  static SectionState in(std::int64_t* words, std::int64_t num_rows, std::int64_t rows) {
    SectionState state;
    state.rows = rows;
    state.num_sections = (num_rows + rows - 1) / rows;
    state.slack = reinterpret_cast<unsigned long long*>(words);
    state.result = reinterpret_cast<SectionResult*>(words + 1);
    words += first_words;
    state.begins = reinterpret_cast<std::int32_t*>(words);
    words += state.num_sections + 1;
    state.offsets = reinterpret_cast<std::int32_t*>(words);
    words += state.num_sections;
    state.edges = reinterpret_cast<SectionEdge*>(words);
    return state;
  }
};

/// Writes rows' levels, the lowest 1, and *state.result. Waits for nothing.
/// \param max_row_entries of a row, at most most_section_entries; where a row has more, as those do
///     with entries of the other triangle in between, the result may say that it failed
template <class Index>
cudaError_t launch_section_levels(const LevelArguments<Index>& arguments,
                                  std::int64_t max_row_entries, const SectionState& state,
                                  cudaStream_t stream);

}  // namespace filigree::cuda
