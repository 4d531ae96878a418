// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spmv/cuda/warp_tile.hpp"

namespace filigree::cuda {

/// The last long row whose segments start at or before this one.
__device__ inline std::int64_t long_row_of(const LongRows& long_rows, std::int64_t segment) {
  std::int64_t low = 0;
  std::int64_t high = long_rows.count - 1;
  while (low < high) {
    const std::int64_t middle = (low + high + 1) / 2;
    if (long_rows.first_segment[middle] <= segment)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

}  // namespace filigree::cuda
