// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <core/device_limits.hpp>
#include <filigree/core/operation.hpp>
#include <pattern/compressed.hpp>
#include <pattern/statistics.hpp>
#include <select/choose.hpp>

/// What the choice of a kernel rests on. The kernels themselves say what they take and how long
/// they are expected to take: tuned.hpp.

namespace filigree::detail {

inline constexpr std::string_view csr_generic = "csr_generic";

/// Products of fewer entries take about as long as their launches.
inline constexpr std::int64_t many_entries = 1'000'000;

/// Whether rows have so many entries on average that each needs more threads than a warp, or a part
/// of one.
inline bool rows_are_long(std::int64_t nnz, std::int64_t num_rows) { return nnz > 1024 * num_rows; }

/// The sectors of x that groups of neighbouring rows read, each counted once a group, summed over
/// all groups: what a device's L2 cache is asked for where its L1 caches hold what a group reads.
/// Estimates by a sample; 0 where they were not counted.
struct XSectors {
  double of_blocks = 0;       ///< groups as large as a row block
  double of_wide_blocks = 0;  ///< wide_blocks times as large; only where hot columns may pay
  static constexpr std::int64_t wide_blocks = 4;
};

struct SpmvInput {
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
  bool mirrored = false;

  std::size_t scalar_bytes = 8;
  std::size_t index_bytes = 4;
  std::size_t offset_bytes = 4;

  /// What the smaller encoding reads a product, offsets apart; 0 where none was made.
  double compressed_index_bytes = 0;
  std::array<std::int64_t, num_index_encodings> entries_of{};  ///< by IndexEncoding

  XSectors x_sectors;

  /// The share of the entries that lie in the plan's hot columns; 0 where none were looked for.
  double hot_coverage = 0;

  /// Where the pattern is the transpose of what is stored and all stored rows are in the
  /// dictionary, as TransposedLists has it: the deltas of all lists, and the sums that tiles of
  /// stored rows keep in windows; 0 where there are none.
  int list_deltas = 0;
  double window_sums = 0;
  /// Whether values read through value_index lie close to those of the next rows; looked at where
  /// rows are short.
  bool values_nearby = false;

  DeviceLimits device;

  double raw_index_bytes() const { return double(index_bytes) * double(statistics.nnz); }
  bool is_compressed() const { return compressed_index_bytes > 0; }
};

struct KernelChoice {
  std::string_view kernel = csr_generic;
  std::string reason;
};

/// Whether the smaller encoding saves enough to be worth its place.
bool compression_pays(const SpmvInput& input);

/// Whether the rows of a rewritten pattern are so short that two passes, which cost something a row
/// of the result too, lose to reading the values in its order where these lie nearby.
bool has_short_rows(const SpmvInput& input);

/// Why a kernel is chosen, or none.
std::string row_length_reason(const SpmvInput& input);
std::string index_bytes_reason(const SpmvInput& input);
std::string generic_reason(const SpmvInput& input);

}  // namespace filigree::detail
