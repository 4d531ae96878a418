// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <pattern/statistics.hpp>
#include <spmm/host/row_lists.hpp>
#include <spmv/tuned_arrays.hpp>

namespace filigree::detail {

/// What a plan keeps for the kernels that its products may run.
template <class Exec>
struct SpmmPrepared {
  PatternStatistics statistics;
  TunedArrays<typename Exec::memory_space> arrays;
  RowLists<typename Exec::memory_space> row_lists;
};

}  // namespace filigree::detail
