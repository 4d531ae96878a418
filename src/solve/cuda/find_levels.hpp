// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/offset_array.hpp"
#include "solve/level_statistics.hpp"

namespace filigree::cuda {

/// The rows whose levels are wanted.
template <class Index>
struct LevelArguments {
  std::int64_t num_rows;
  std::int64_t base;  ///< of the arrays
  OffsetArray begins;
  OffsetArray ends;
  const Index* cols;
  bool lower;
  std::int32_t* levels;  ///< level_words() of them, 8-byte aligned
};

/// The rows' levels, and behind them a ticket.
constexpr std::int64_t level_words(std::int64_t num_rows) { return (num_rows + 1) / 2 * 2 + 2; }

/// Writes rows' levels, the lowest 1. Waits for nothing.
template <class Index>
cudaError_t launch_find_levels(const LevelArguments<Index>& arguments,
                               const detail::LevelStatistics& rows, int multiprocessors,
                               cudaStream_t stream);

}  // namespace filigree::cuda
