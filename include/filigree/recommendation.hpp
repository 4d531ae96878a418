// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <filigree/core/export.hpp>
#include <filigree/format/any_format.hpp>

/// \file
/// What recommend() is asked and what it answers.

namespace filigree {

/// What is known of a machine.
struct Machine {
  std::string name;              ///< of the processor or device
  bool on_host = true;           ///< false: a device
  int threads = 1;               ///< that run at once: cores of a host, lanes of a device
  double bandwidth = 0;          ///< bytes a second that a triad reaches in memory
  std::int64_t cache_bytes = 0;  ///< of the last level; 0: not known
  double launch_seconds = 0;     ///< a kernel that does nothing
};

/// What recommend() knows of a pattern. Counts of blocks and of diagonals of hacks are made on
/// samples of the rows where the matrix is large.
struct MatrixStatistics {
  ///@{
  /// Sizes, and entries that are stored.
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  ///@}
  ///@{
  /// How many entries rows have: the least and the most, how many rows have none, the mean and the
  /// mean square distance from it.
  std::int64_t min_row_length = 0;
  std::int64_t max_row_length = 0;
  std::int64_t empty_rows = 0;
  double mean_row_length = 0;
  double row_length_variance = 0;
  ///@}
  std::int64_t lower_bandwidth = 0;  ///< max (row - col) over the entries, at least 0
  std::int64_t upper_bandwidth = 0;  ///< max (col - row) over the entries, at least 0

  std::int64_t num_diagonals = 0;  ///< that hold an entry
  /// Diagonals of all hacks of hdia_hack_size rows.
  std::int64_t hdia_diagonals = 0;
  ///@{
  /// Places of a Sell matrix, rows in order and sorted.
  std::int64_t sell_places = 0;
  std::int64_t sorted_sell_places = 0;
  ///@}
  ///@{
  /// The automatic partition of a Hyb matrix: its width and the entries past it.
  std::int64_t hyb_width = 0;
  std::int64_t hyb_coo_entries = 0;
  ///@}
  ///@{
  /// Blocks of block_sizes[i] rows and columns that hold an entry, and those of the block row with
  /// the most of them.
  std::array<std::int64_t, 5> blocks{};
  std::array<std::int64_t, 5> longest_block_row{};
  ///@}
  /// Pieces of x of 8 entries that groups of 32 rows read, summed over the groups.
  std::int64_t x_pieces = 0;
  bool is_sampled = false;  ///< some counts are estimates, made on a part of the rows

  /// Sizes of the square blocks that are counted.
  static constexpr std::array<std::int64_t, 5> block_sizes{2, 3, 4, 8, 16};
  /// Rows of the hacks of hdia_diagonals.
  static constexpr std::int64_t hdia_hack_size = 64;
  ///@{
  /// Rows of the slices of sell_places, and of the windows that sorted_sell_places sorts.
  static constexpr std::int64_t sell_slice_size = 32;
  static constexpr std::int64_t sell_sort_window = 1024;
  ///@}

  /// The square root of row_length_variance.
  FILIGREE_EXPORT double row_length_deviation() const;
};

/// What recommend() is told of the machine and of the memory there is.
struct RecommendOptions {
  /// describe_machine() where empty.
  std::optional<Machine> machine{};
  /// The most bytes that a matrix may have; where empty, as conversions have it: 10 times the bytes
  /// of the Csr matrix + 1 MiB.
  std::optional<std::int64_t> memory_limit_bytes{};
};

/// A format with its parameters, and what a product y = A x in it is expected to cost.
struct Recommendation {
  ///@{
  /// What to convert to: AnyMatrix::convert_to takes them.
  Format format = Format::csr;
  FormatParameters parameters{};
  ///@}
  std::string kernel;  ///< that a plan is expected to choose
  /// What one product takes: an estimate from bytes_moved, the kernel and the machine.
  double expected_seconds = 0;
  std::int64_t bytes_moved = 0;   ///< by one product: values, padding, indices, vectors
  std::int64_t matrix_bytes = 0;  ///< that the matrix takes
  std::string reason;             ///< padding and bytes for each entry, in words

  /// In one line.
  FILIGREE_EXPORT std::string text() const;
};

/// A format that was not ranked.
struct LeftOut {
  ///@{
  /// What was not ranked.
  Format format = Format::csr;
  FormatParameters parameters{};
  ///@}
  std::int64_t matrix_bytes = 0;  ///< that it would take
  std::string reason;             ///< in words, e.g. the memory that it would take and the limit
};

/// What recommend() answers.
struct Recommendations {
  MatrixStatistics statistics;         ///< of the matrix's pattern
  Machine machine;                     ///< that the costs are for
  std::vector<Recommendation> ranked;  ///< best first; never empty: Csr is always there
  std::vector<LeftOut> left_out;       ///< formats that were not ranked, each with a reason

  /// The first of `ranked`.
  const Recommendation& best() const { return ranked.front(); }
};

}  // namespace filigree
