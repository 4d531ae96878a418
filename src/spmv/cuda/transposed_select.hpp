// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <core/explanation.hpp>
#include <spmv/cuda/select.hpp>

/// What cuda/select.hpp says of kernels, for those of planned products whose values are read
/// through an index: products with the transpose of what is stored, and others whose rows the plan
/// wrote. The shares are of 33 matrices in f32 and f64 on an H100 (filigree_perf_spmv_kernels) and
/// of six on an H200.

namespace filigree::detail {

/// Warp tiles: rows of the transposed pattern, values through value_index.
struct CsrPermutedChoice {
  static constexpr std::string_view name = "csr_permuted_cuda";

  static bool can_implement(const SpmvInput& input) {
    return is_plain(input) && input.has_value_index && input.device.compute_capability >= 80;
  }
  /// A value far from the next row's takes a sector.
  static double seconds(const SpmvInput& input) {
    const double value_bytes = input.values_nearby
                                   ? double(input.scalar_bytes)
                                   : std::max(sector_bytes, double(input.scalar_bytes));
    const double entry_bytes = value_bytes + double(input.index_bytes + input.offset_bytes);
    return cuda_cost::memory_seconds(
        input, cuda_cost::vector_bytes(input) + double(input.statistics.nnz) * entry_bytes, 0.6);
  }
  static std::string reason(const SpmvInput&) {
    return "values are read through the plan's permutation";
  }
};

/// Two passes that stream: TwoPassPattern.
struct CsrTwoPassChoice {
  static constexpr std::string_view name = "csr_two_pass_cuda";

  static bool can_implement(const SpmvInput& input) {
    // Entries, rows and places are numbered by 32 bits.
    constexpr std::int64_t limit = std::int64_t(1) << 30;
    const PatternStatistics& s = input.statistics;
    return is_plain(input) && input.transposes && s.nnz > 0 && s.nnz < limit &&
           s.num_rows < limit && s.num_cols < limit && input.device.compute_capability >= 90;
  }
  /// Values are read, and sums written and read, of which there are about half as many; a row costs
  /// something too.
  static double seconds(const SpmvInput& input) {
    constexpr double launches = 10e-6, row = 3.3e-9;
    const PatternStatistics& s = input.statistics;
    const double entry_bytes = 2 * double(input.scalar_bytes) + 2;
    return launches + cuda_cost::memory_seconds(input, double(s.nnz) * entry_bytes, 0.8) +
           cuda_cost::spread_seconds(input, double(s.num_rows), row);
  }
  static std::string reason(const SpmvInput&) {
    return "products are ordered tile by tile, then summed row by row";
  }
};

/// A thread a row of the result, over stored rows that are all in the dictionary.
struct CsrCollectChoice {
  static constexpr std::string_view name = "csr_collect_cuda";

  static bool can_implement(const SpmvInput& input) {
    constexpr std::int64_t limit = std::int64_t(1) << 30;  // of rows
    return is_plain(input) && input.list_deltas > 0 && input.statistics.num_rows < limit &&
           input.statistics.num_cols < limit && input.device.compute_capability >= 80;
  }
  static double read_bytes(const SpmvInput& input) {
    return cuda_cost::vector_bytes(input) + cuda_cost::value_bytes(input) +
           input.compressed_index_bytes;
  }
  /// A thread asks for each delta whether a stored row has it, and takes the row's value there.
  static double seconds(const SpmvInput& input) {
    const double scalar = double(input.scalar_bytes);
    const double row = 0.1e-9 * scalar + (0.41e-9 + 0.03e-9 * scalar) * input.list_deltas;
    return cuda_cost::combined(
        {cuda_cost::memory_seconds(input, read_bytes(input), 0.8),
         cuda_cost::spread_seconds(input, double(input.statistics.num_rows), row)});
  }
  static std::string reason(const SpmvInput& input) {
    return formatted("%.2f bytes of index per entry: all stored rows are in the dictionary",
                     input.compressed_index_bytes / double(input.statistics.nnz));
  }
};

/// As csr_collect_cuda, by tiles of stored rows, whose sums go through windows of the result.
struct CsrWindowsChoice {
  static constexpr std::string_view name = "csr_windows_cuda";

  static bool can_implement(const SpmvInput& input) {
    // With the longest lists, and the most of them, a tile takes some 140 KB.
    constexpr std::size_t shared_bytes = 160 * 1024;
    return CsrCollectChoice::can_implement(input) && input.window_sums > 0 &&
           input.device.compute_capability >= 90 &&
           input.device.shared_bytes_per_block >= shared_bytes;
  }
  /// What windows hold is written, and read again.
  static double seconds(const SpmvInput& input) {
    constexpr double row = 2e-9;
    const double sum_bytes = 2 * input.window_sums * double(input.scalar_bytes);
    return cuda_cost::memory_seconds(input, CsrCollectChoice::read_bytes(input) + sum_bytes, 0.9) +
           cuda_cost::spread_seconds(input, double(input.statistics.num_rows), row);
  }
  static std::string reason(const SpmvInput& input) { return CsrCollectChoice::reason(input); }
};

}  // namespace filigree::detail
