// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

#include <filigree/detail/spmv_problem.hpp>
#include <pattern/index_encoding.hpp>

/// Smaller encodings of column indices. A plan makes one from a pattern; the values stay in the
/// user's array, and so do the raw columns, which some encodings still read in part.
///
/// Rows are cut into blocks of `rows_per_block` consecutive rows; each block takes the smallest of
/// - dictionary: one byte a row names a list of (column - row) that many rows share;
/// - shared_lists: consecutive rows with equal columns form a group, of which only the first row's
///   columns are read;
/// - narrow: 16-bit offsets from the block's lowest column;
/// - raw: the columns as they are.

namespace filigree::detail {

inline constexpr int max_dictionary_lists = not_in_dictionary;

/// What kernels see of a compressed pattern: pointers only, for host and device kernels alike.
struct CompressedIndices {
  int rows_per_block = 0;
  std::int64_t num_blocks = 0;
  const std::uint8_t* block_encoding = nullptr;  ///< IndexEncoding, one a block; null = all raw

  /// Dictionary: row r of a dictionary block has the columns r + lists[list_offsets[id] + k],
  /// k < list_offsets[id + 1] - list_offsets[id], id = pattern_ids[r], in the order of its values.
  int num_lists = 0;
  const std::uint8_t* pattern_ids = nullptr;   ///< num_rows
  const std::int32_t* list_offsets = nullptr;  ///< num_lists + 1
  const std::int32_t* lists = nullptr;         ///< column - row, zero-based

  /// Shared lists: block b has the groups block_groups[b] <= g < block_groups[b + 1]; group g
  /// begins with row group_rows[g] and ends where the next begins, the block's last one where the
  /// block ends. A group has at most 8 rows.
  const std::int32_t* block_groups = nullptr;  ///< num_blocks + 1
  const std::int64_t* group_rows = nullptr;

  /// Narrow: entry k of block b has the column block_base[b] + narrow[k], zero-based.
  const std::uint16_t* narrow = nullptr;  ///< nnz, filled for narrow blocks only
  const std::int64_t* block_base = nullptr;

  std::int64_t max_block_entries = 0;  ///< of blocks without rows that are cut
  std::int64_t num_groups = 0;         ///< of shared lists, in all
  bool has_raw_blocks = false;
  bool only_shared_lists = false;  ///< every block is of shared lists
};

/// A compressed pattern in `MemorySpace`: owns what CompressedIndices points to.
template <class MemorySpace>
struct EncodedPattern {
  Kokkos::View<std::uint8_t*, MemorySpace> block_encoding;
  Kokkos::View<std::uint8_t*, MemorySpace> pattern_ids;
  Kokkos::View<std::int32_t*, MemorySpace> list_offsets;
  Kokkos::View<std::int32_t*, MemorySpace> lists;
  Kokkos::View<std::int32_t*, MemorySpace> block_groups;
  Kokkos::View<std::int64_t*, MemorySpace> group_rows;
  Kokkos::View<std::uint16_t*, MemorySpace> narrow;
  Kokkos::View<std::int64_t*, MemorySpace> block_base;

  int rows_per_block = 0;
  std::int64_t num_blocks = 0;
  /// Blocks, and entries in blocks, of each encoding.
  std::int64_t blocks_of[num_index_encodings] = {};
  std::int64_t entries_of[num_index_encodings] = {};
  std::int64_t max_block_entries = 0;  ///< of blocks without rows that are cut
  std::int64_t max_list_length = 0;    ///< of the dictionary
  std::int64_t list_entries = 0;       ///< of the whole dictionary
  std::int64_t rows_off_dictionary =
      0;  ///< rows of dictionary blocks that are not in the dictionary
  double index_bytes =
      0;  ///< bytes of indices, ids and bases that one product reads, offsets apart

  bool is_compressed() const { return entries_of[0] < total_entries(); }
  std::int64_t total_entries() const {
    return entries_of[0] + entries_of[1] + entries_of[2] + entries_of[3];
  }

  CompressedIndices indices() const {
    const int num_lists = list_offsets.extent(0) == 0 ? 0 : int(list_offsets.extent(0)) - 1;
    return {rows_per_block,
            num_blocks,
            block_encoding.data(),
            num_lists,
            pattern_ids.data(),
            list_offsets.data(),
            lists.data(),
            block_groups.data(),
            group_rows.data(),
            narrow.data(),
            block_base.data(),
            max_block_entries,
            std::int64_t(group_rows.extent(0)),
            blocks_of[int(IndexEncoding::raw)] > 0,
            blocks_of[int(IndexEncoding::shared_lists)] == num_blocks};
  }

  std::int64_t memory_bytes() const {
    return std::int64_t(block_encoding.extent(0) + pattern_ids.extent(0) +
                        4 * list_offsets.extent(0) + 4 * lists.extent(0) +
                        4 * block_groups.extent(0) + 8 * group_rows.extent(0) +
                        2 * narrow.extent(0) + 8 * block_base.extent(0));
  }
};

/// Which encodings a build may choose.
struct CompressionOptions {
  int rows_per_block = 256;
  bool allow_dictionary = true;
  bool allow_shared_lists = true;
  bool allow_narrow = true;
  /// A dictionary's list that fewer rows have saves nothing; but a kernel may want every row in it.
  std::uint64_t least_rows_a_list = 2;
  /// Rows of more entries are cut by the kernel: they do not count for max_block_entries.
  std::int64_t longest_whole_row = std::numeric_limits<std::int64_t>::max();
  /// Which bits of a list's hash count. Fewer make collisions, which tests want: they cost
  /// compression, never correctness.
  std::uint64_t hash_mask = ~std::uint64_t(0);
};

/// Chooses and builds the encoding of each row block of a gather pattern without a filter. Two
/// passes over the columns, on the execution space; waits for the result. The result is the same in
/// every run and with any number of threads. docs/compressed_plans.md describes how.
template <class Exec, class Offset, class Index>
EncodedPattern<typename Exec::memory_space> compress_pattern(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern,
    const CompressionOptions& options);

}  // namespace filigree::detail
