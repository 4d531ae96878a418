// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <pattern/statistics.hpp>
#include <spmm/cuda/select.hpp>
#include <spmm/host/row_lists.hpp>
#include <spmm/select.hpp>
#include <spmv/tuned_arrays.hpp>

namespace filigree::detail {

/// What a plan keeps for the kernels that its products may run.
template <class Exec>
struct SpmmPrepared {
  PatternStatistics statistics;
  DeviceLimits device;
  std::size_t index_bytes = 4;
  RowLists<typename Exec::memory_space> row_lists;

  // For devices.
  TunedArrays<typename Exec::memory_space> arrays;  ///< long rows, as prepare_long_rows has them
  cuda::GridStrides grid;
  double followed = 0;  ///< as SpmmInput has it

  /// What select() may know of the plan.
  SpmmInput input() const {
    SpmmInput result;
    result.statistics = statistics;
    result.has_row_lists = row_lists.exist();
    result.followed = followed;
    result.long_segments = arrays.counts[1];
    result.index_bytes = index_bytes;
    result.device = device;
    return result;
  }
};

}  // namespace filigree::detail
