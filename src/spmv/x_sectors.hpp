// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <pattern/distinct.hpp>
#include <spmv/cuda/partition.hpp>
#include <spmv/select.hpp>

namespace filigree::detail {

/// What a few hundred groups of rows say. Waits for the device.
template <class Exec, class Offset, class Index>
XSectors count_x_sectors(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                         std::size_t scalar_bytes) {
  constexpr std::int64_t samples = 512;
  const std::int64_t columns = std::int64_t(sector_bytes) / std::int64_t(scalar_bytes);
  const double mean = double(pattern.nnz) / double(std::max<std::int64_t>(pattern.num_rows, 1));
  const std::int64_t rows = cuda::rows_per_block(mean);
  const auto count = [&](std::int64_t group_rows) {
    const DistinctKeys keys{group_rows, std::max<std::int64_t>(columns, 1)};
    return double(std::min(count_distinct(exec, pattern, keys, samples).total, pattern.nnz));
  };
  return {count(rows), count(4 * rows)};
}

}  // namespace filigree::detail
