// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <filigree/detail/format_rows.hpp>
#include <pattern/statistics.hpp>
#include <spmm/cuda/select.hpp>
#include <spmm/host/row_lists.hpp>
#include <spmm/host/scattered_rows.hpp>
#include <spmm/select.hpp>
#include <spmm/value_order.hpp>
#include <spmv/long_rows.hpp>

namespace filigree::detail {

/// Whether blocks are square and row-major, those of a block row follow those of the one before,
/// and no block row is left out: what tuned kernels may take of Bsr.
template <class Index>
bool has_plain_blocks(const BsrxRows<Index>& rows) {
  const AnyOffsets& begin = rows.begin_offsets;
  const auto* const next = static_cast<const std::byte*>(begin.data()) + (begin.is_wide() ? 8 : 4);
  return rows.block.rows == rows.block.cols && rows.block.order == BlockOrder::row_major &&
         !rows.masked && begin.data() != nullptr && rows.end_offsets.data() == next &&
         rows.end_offsets.is_wide() == begin.is_wide();
}

/// Sets block_size and ell_cols (of an SpmmInput or what a plan keeps) where rows are
/// Blocked-ELL's, block_size alone where they are Bsr's with plain blocks.
template <class Target, class Rows>
void set_block_shape(Target&, const Rows&) {}
template <class Target, class Index>
void set_block_shape(Target& target, const BlockedEllRows<Index>& rows) {
  target.block_size = rows.block_size;
  target.ell_cols = rows.ell_cols;
}
template <class Target, class Index>
void set_block_shape(Target& target, const BsrxRows<Index>& rows) {
  if (has_plain_blocks(rows)) target.block_size = rows.block.rows;
}

/// What a plan keeps for the kernels that its products may run.
template <class Exec>
struct SpmmPrepared {
  PatternStatistics statistics;
  DeviceLimits device;
  MathMode math_mode = MathMode::standard;
  std::size_t index_bytes = 4;
  std::size_t offset_bytes = 4;  ///< of a pattern by rows, also of its index of values

  // For hosts.
  RowLists<typename Exec::memory_space> row_lists;
  ScatteredRows<typename Exec::memory_space> scattered;  ///< of a transposed product

  // For devices.
  PreparedLongRows<typename Exec::memory_space> long_rows;
  cuda::GridStrides grid;
  double followed = 0;  ///< as SpmmInput has it
  int node_rows = 1;    ///< likewise
  ValueOrder<typename Exec::memory_space> value_order;

  // Blocked-ELL, and Bsr with plain blocks.
  std::int64_t block_size = 0;
  std::int64_t ell_cols = 0;           ///< of Blocked-ELL
  std::int64_t num_blocks = 0;         ///< of Bsr, where its tuned kernel may take it
  std::int64_t longest_block_row = 0;  ///< likewise, in blocks
  Kokkos::View<std::byte*, typename Exec::memory_space> block_steps;  ///< the tuned kernels'
  std::int64_t distinct_blocks = 0;                                   ///< as SpmmInput has it

  std::int64_t memory_bytes() const {
    return row_lists.memory_bytes() + scattered.memory_bytes() + long_rows.memory_bytes() +
           value_order.memory_bytes() + std::int64_t(block_steps.extent(0));
  }

  /// What select() may know of the plan. Values in the order of the rows serve no kernel that
  /// reads them, or puts them in order, from where they are stored.
  SpmmInput input(bool values_in_order) const {
    SpmmInput result;
    result.statistics = statistics;
    result.has_row_lists = row_lists.exist();
    result.column_sums = values_in_order ? 0 : scattered.windows.num_sums;
    result.row_parts = scattered.windows.parts;
    result.followed = followed;
    result.node_rows = node_rows;
    result.long_segments = long_rows.num_segments;
    result.has_value_order = !values_in_order && value_order.exists();
    result.block_size = block_size;
    result.ell_cols = ell_cols;
    result.num_blocks = num_blocks;
    result.longest_block_row = longest_block_row;
    result.has_block_steps = block_steps.extent(0) > 0;
    result.distinct_blocks = distinct_blocks;
    result.index_bytes = index_bytes;
    result.device = device;
    result.math_mode = math_mode;
    return result;
  }
};

}  // namespace filigree::detail
