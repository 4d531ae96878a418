// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "pattern/index_encoding.hpp"

/// Products with the transpose of a matrix whose rows are all in the dictionary: what the kernels
/// read of a plan. No CUDA here: the plan's own code and its tests run on any machine.

namespace filigree::cuda {

inline constexpr int max_list_windows = 8;
inline constexpr int max_list_deltas = 64;

/// A row that lacks a delta has this slot for it; so a list has at most 255 entries.
inline constexpr std::uint8_t no_slot = 255;

/// An empty row may have no list.
inline constexpr int no_list = filigree::detail::not_in_dictionary;

/// Deltas of a batch, and rows that a thread block takes at once. Within a batch no two deltas
/// differ by less, so that the rows of a batch add to different places.
inline constexpr int window_batch = 9;
inline constexpr int window_threads = 128;
inline constexpr std::uint32_t no_window_entry = ~std::uint32_t(0);

/// Stored rows of a tile.
constexpr int window_rows(std::size_t sum_bytes) { return sum_bytes > 8 ? 256 : 512; }

/// Row i's entry with delta d (column - row) is values[offset of row i + slot(list of i, d)].
struct TransposedLists {
  const std::uint8_t* list_of_row;  ///< by stored row
  int num_lists;
  int num_deltas;
  const std::int32_t* deltas;  ///< descending: the rows that a column meets then ascend
  const std::uint8_t* slots;   ///< num_lists x num_deltas

  /// A tile of stored rows adds to num_windows windows of the result: window w covers the rows from
  /// tile's first row + first[w] on, and its sums stand at base[w] among the tile's window_entries.
  int num_windows;
  int first[max_list_windows];
  int base[max_list_windows];
  int length[max_list_windows];
  int window_entries;
  int rows_a_tile;  ///< a power of two
  int num_batches;
  int max_list_length;
  const std::uint32_t*
      entries;  ///< num_lists x num_batches x window_batch: slot + 256 x place of row 0
};

}  // namespace filigree::cuda
