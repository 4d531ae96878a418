// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <pattern/distinct.hpp>
#include <spmv/cuda/partition.hpp>
#include <spmv/select.hpp>

namespace filigree::detail {

/// An estimate of XSectors for groups of `blocks` row blocks each, from a few hundred of them.
/// Waits for the device.
template <class Exec, class Offset, class Index>
double count_x_sectors(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                       std::size_t scalar_bytes, std::int64_t blocks) {
  constexpr std::int64_t samples = 512;
  const std::int64_t columns = std::int64_t(sector_bytes) / std::int64_t(scalar_bytes);
  const double mean = double(pattern.nnz) / double(std::max<std::int64_t>(pattern.num_rows, 1));
  const std::int64_t rows = blocks * cuda::rows_per_block(mean);
  const DistinctKeys keys{rows, std::max<std::int64_t>(columns, 1),
                          4 * std::int64_t(double(rows) * mean) + 1024};
  return double(std::min(count_distinct(exec, pattern, keys, samples).total, pattern.nnz));
}

}  // namespace filigree::detail
