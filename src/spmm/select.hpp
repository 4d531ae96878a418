// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <filigree/core/operation.hpp>
#include <filigree/spmm_options.hpp>
#include <pattern/statistics.hpp>
#include <select/choose.hpp>
#include <spmv/select.hpp>

/// The heuristic: a pure function from what is known of a product to a kernel.

namespace filigree::detail {

/// How a dense matrix lies in memory.
enum class DenseLayout { row_major, column_major, strided };

/// The layout of a matrix with these strides; one row or one column has whichever suits.
DenseLayout dense_layout(std::int64_t row_stride, std::int64_t col_stride);

struct SpmmInput {
  /// A plan's; a one-shot product knows rows, columns, nnz and the mean row length, the rest is 0.
  PatternStatistics statistics;
  bool planned = true;
  bool on_host = true;
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< asked for by name; empty: the best one
  MathMode math_mode = MathMode::standard;

  std::int64_t num_columns = 0;
  std::int64_t batch_count = 1;
  bool own_patterns = false;  ///< each matrix of the batch has its own: for generic kernels alone
  DenseLayout b_layout = DenseLayout::row_major;
  DenseLayout c_layout = DenseLayout::row_major;
  std::int64_t b_ld = 0;  ///< entries from a row (column) of B to the next

  // The rows of op(A).
  bool has_value_index = false;
  bool has_row_lists = false;  ///< a plan's, for hosts
  // A plan's, for hosts, of the rows that a transposed product reads (ScatteredRows).
  std::int64_t column_sums = 0;
  std::int64_t row_parts = 0;
  /// A plan's, for devices: the share of entries (i, j) for which (i + 1, j + 1) is an entry too.
  double followed = 0;
  /// A plan's, for devices: how many consecutive rows, counted from 0, have the same columns, all
  /// over the matrix, and values that lie side by side (find_node_rows).
  int node_rows = 1;
  std::int64_t long_segments = 0;  ///< a plan's, for devices: pieces of the longest rows
  bool has_value_order = false;    ///< a plan's, for devices: it can put the values in order
  bool filtered = false;
  bool unit_diagonal = false;

  std::size_t scalar_bytes = 8;  ///< of A and B
  std::size_t index_bytes = 4;
  bool conjugates = false;  ///< complex values of A or B are conjugated

  // Blocked-ELL, and Bsr with plain blocks; 0: another format.
  std::int64_t block_size = 0;
  std::int64_t ell_cols = 0;           ///< of Blocked-ELL
  std::int64_t num_blocks = 0;         ///< a plan's, of Bsr, for devices
  std::int64_t longest_block_row = 0;  ///< likewise, in blocks
  bool has_block_steps = false;  ///< a plan's, for devices: whether it knows the blocks' order
  /// A plan's, for devices: the blocks that are not empty, if no block row has a block column
  /// twice; else, and where it was not counted, 0.
  std::int64_t distinct_blocks = 0;
  bool aligned = true;  ///< matrices of values and B begin at multiples of 16 bytes
  /// Where the rows of B begin, as cuda::SpmmShape has it.
  int b_alignment = 16;
  bool has_workspace = false;  ///< the caller gave one

  DeviceLimits device;
};

inline std::string_view select_spmm_kernel(const SpmmInput& input, std::string_view generic,
                                           std::span<const KernelCandidate> candidates) {
  return choose_kernel("spmm", input.backend, input.kernel, generic, candidates);
}

}  // namespace filigree::detail
