// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <core/device_limits.hpp>
#include <filigree/core/operation.hpp>
#include <pattern/compressed.hpp>
#include <pattern/statistics.hpp>

/// The heuristic: a pure function from what is known of a pattern to a kernel.

namespace filigree::detail {

enum class SpmvKernel {
  csr_generic,
  csr_scatter,
  coo_scatter,
  csr_scatter_cuda,
  csr_host,
  csr_compressed_host,
  csr_stream_cuda,
  csr_compressed_cuda,
  csr_warp_tile_cuda,
  csr_subwarp_cuda,
  csr_permuted_cuda,
  csr_hot_columns_cuda,
  csr_two_pass_cuda,
  csr_collect_cuda,
  csr_windows_cuda,
  csr_transposed_host,
  csr_scatter_host,
};
inline constexpr std::size_t num_spmv_kernels = 17;

/// Its public name.
KernelId kernel_id(SpmvKernel kernel);

using SpmvKernelSet = std::bitset<num_spmv_kernels>;

/// Products of fewer entries take about as long as their launches.
inline constexpr std::int64_t many_entries = 1'000'000;

/// Whether rows have so many entries on average that each needs more threads than a warp, or a part
/// of one.
inline bool rows_are_long(std::int64_t nnz, std::int64_t num_rows) { return nnz > 1024 * num_rows; }

struct SelectInput {
  PatternStatistics statistics;
  /// Whether a plan is being made. A one-shot product knows rows, columns, nnz and the mean row
  /// length of the statistics, the rest is 0.
  bool planned = true;
  bool on_host = true;
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< asked for by name; empty: the best one

  // The gather pattern.
  bool has_value_index = false;
  bool transposes = false;
  bool filtered = false;
  bool unit_diagonal = false;
  bool conjugate = false;
  bool scatters = false;

  std::size_t scalar_bytes = 8;
  std::size_t index_bytes = 4;
  std::size_t offset_bytes = 4;

  /// What the smaller encoding reads a product, offsets apart; 0 where none was made.
  double compressed_index_bytes = 0;
  std::array<std::int64_t, num_index_encodings> entries_of{};  ///< by IndexEncoding

  /// Whether most entries lie in row blocks for which no smaller encoding was found: their columns
  /// are far apart, and not those of their neighbours.
  bool columns_are_spread = false;

  /// The share of the entries that lie in the plan's hot columns; 0 where none were looked for.
  double hot_coverage = 0;

  /// Whether all stored rows are in the dictionary, as TransposedLists has it, and whether it has
  /// windows. Only where the pattern is the transpose of what is stored.
  bool has_transposed_lists = false;
  bool has_windows = false;
  /// Whether values read through value_index lie close to those of the next rows; looked at where
  /// rows are short.
  bool values_nearby = false;

  DeviceLimits device;
  /// The tuned kernels that take this pattern and these scalar types.
  SpmvKernelSet available;

  double raw_index_bytes() const { return double(index_bytes) * double(statistics.nnz); }
  bool is_compressed() const { return compressed_index_bytes > 0; }
};

struct KernelChoice {
  SpmvKernel kernel = SpmvKernel::csr_generic;
  std::string reason;
};

/// \throws Error not_supported where the backend is tuned and no tuned kernel is available, or
/// where a
///   kernel is asked for by name that is not
SpmvKernel select_kernel(const SelectInput& input);

/// The same with its reason in words.
KernelChoice select(const SelectInput& input);

/// Whether the smaller encoding saves enough to be worth its place.
bool compression_pays(const SelectInput& input);

/// Whether the rows of a rewritten pattern are so short that two passes, which cost something a row
/// of the result too, lose to reading the values in its order where these lie nearby.
bool has_short_rows(const SelectInput& input);

/// Whether every row is so short that a thread loads it at once.
bool are_loaded_at_once(const SelectInput& input);

/// Whether row lengths differ by more than half their mean (standard deviation), so that threads
/// that walk a row each would wait for the longest.
bool is_uneven(const PatternStatistics& statistics);

}  // namespace filigree::detail
