// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/offset_array.hpp"

/// Incomplete factorizations as tuned CUDA kernels take them.

namespace filigree::cuda {

/// Rows with ascending columns; all but the columns.
template <class T>
struct FactorCall {
  bool is_lu;
  std::int64_t num_rows;
  std::int64_t num_entries;
  std::int64_t max_row_entries;
  std::int64_t max_lower_entries;  ///< of a row, its diagonal included
  std::int64_t base;
  OffsetArray order;  ///< the rows, those that another needs before it
  OffsetArray begins;
  OffsetArray ends;
  OffsetArray diagonals;
  const T* values;
  T* factors;  ///< may be `values`
  double pivot_tolerance;
  bool by_absolute_value;
  bool has_pivot_boost;
  T pivot_boost;
  std::int64_t* position;  ///< the lowest row whose pivot counts as zero; null: nobody asks
};

template <class T, class Index>
struct FactorArguments : FactorCall<T> {
  const Index* cols;
};

/// The entries are square blocks, which rows, columns and places count; none stands over the
/// matrix's end.
template <class T>
struct BlockFactorArguments : FactorCall<T> {
  OffsetArray cols;
  int size;
  bool is_row_major;  ///< the values of a block
};

/// The longest row that factor_levels_kernel takes.
constexpr std::int64_t longest_factor_row = 512;

/// The longest row that factor_short_rows_kernel takes.
constexpr std::int64_t longest_short_factor_row = 32;

/// The most entries before the diagonal that factor_pivot_rows_kernel takes.
constexpr std::int64_t longest_pivot_factor_row = 8;

/// What rows hand on to others.
template <class T>
struct FactorWords {
  Word<T>* factors;
  Word<T>* reciprocals;  ///< of each row's pivot
};

/// A ticket, and behind it, where the factors take the place of the values, the words that they are
/// handed on in.
constexpr std::size_t factor_workspace_bytes(std::int64_t num_entries, std::size_t scalar_bytes,
                                             bool in_place) {
  return 16 + (in_place ? std::size_t(num_entries) * scalar_bytes : 0);
}

/// Those of rows' pivots come first.
constexpr std::size_t short_factor_workspace_bytes(std::int64_t num_rows, std::int64_t num_entries,
                                                   std::size_t scalar_bytes, bool in_place) {
  return factor_workspace_bytes(num_entries, scalar_bytes, in_place) +
         std::size_t(num_rows) * scalar_bytes;
}

/// A ticket, and the words of rows' pivots.
constexpr std::size_t pivot_factor_workspace_bytes(std::int64_t num_rows,
                                                   std::size_t scalar_bytes) {
  return 16 + std::size_t(num_rows) * scalar_bytes;
}

/// The sizes of blocks that factor_block_rows_kernel takes.
constexpr bool is_factor_block(std::int64_t size) { return (2 <= size && size <= 8) || size == 16; }

/// As short_factor_workspace_bytes, of blocks of `size` rows.
constexpr std::size_t block_factor_workspace_bytes(std::int64_t num_rows, std::int64_t num_entries,
                                                   std::int64_t size, std::size_t scalar_bytes,
                                                   bool in_place) {
  return short_factor_workspace_bytes(num_rows * size, num_entries * size * size, scalar_bytes,
                                      in_place);
}

/// How the shared memory of a thread block is cut, in elements.
struct BlockFactorRoom {
  int row;      ///< blocks of the longest row
  int others;   ///< blocks that a row takes of another, at most
  int batch;    ///< rows that are needed and looked up at a time
  int at_hand;  ///< blocks of another row that are there at a time
  std::size_t bytes;
};

constexpr BlockFactorRoom block_factor_room(std::int64_t max_row_entries,
                                            std::int64_t max_lower_entries, bool is_lu, int size,
                                            std::size_t scalar_bytes) {
  const auto at_most = [](std::int64_t a, std::int64_t b) { return a < b ? a : b; };
  const auto at_least = [](std::int64_t a, std::int64_t b) { return a > b ? a : b; };
  const std::int64_t row = is_lu ? max_row_entries : max_lower_entries;
  const std::int64_t others = at_least(row - 1, 1), area = size * size;
  const std::int64_t batch = at_most(at_least(1024 / others, 1), 32);
  const std::int64_t at_hand =
      at_most(others, at_least(1, 8192 / (area * std::int64_t(scalar_bytes))));
  const std::int64_t scalars = row * area + 2 * ((1 + at_hand) * area + size);
  const std::int64_t bytes =
      scalars * std::int64_t(scalar_bytes) + batch * 24 + 12 * row + 4 * batch * others;
  return {int(row), int(others), int(batch), int(at_hand), std::size_t(bytes)};
}

/// Threads of a thread block, which takes a row of blocks: as many as a block has entries at least.
constexpr int block_factor_threads(int size) {
  return size == 2 ? 32 : size <= 4 ? 64 : size <= 8 ? 128 : 256;
}

}  // namespace filigree::cuda
