// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/float8.hpp>
#include <filigree/core/half.hpp>

/// The compressed layout of structured matrices. It depends on the shape and the type of the
/// entries, not on the kernel that reads it, and is the same on hosts and devices.
///
/// A matrix A of m rows and k columns is structured along its rows: they are cut into *groups* of
/// consecutive columns, and a group keeps
///   2 of 4 entries: half, bfloat16, int8, float8_e4m3, float8_e5m2;
///   1 of 2 entries: float, whose kept values are rounded to tf32 (10 fraction bits).
/// A group has 4 bits of metadata, its *code*: i0 | i1 << 2 with the kept positions i0 < i1 for 2
/// of 4; for 1 of 2, 0x4 for position 0 and 0xe for position 1.
///
/// One allocation of compressed_bytes() holds two arrays, little endian, one after the other.
///
/// **Values**: padded_rows x (padded_cols * kept / group) entries, row-major without gaps, so that
/// a row takes a multiple of 128 bytes. padded_rows is m rounded up to 64, padded_cols is k rounded
/// up to 256 bytes of entries (128 columns of 16-bit, 64 of 32-bit, 256 of 8-bit types). Entry
/// (r, kept * g + s) is the s-th kept entry of group g of row r. Padding is zero.
///
/// **Metadata**: 32-bit words in the order in which the lanes of wgmma.sp and mma.sp take them.
/// The padded matrix is cut into blocks of 64 rows and 16 groups (64 columns; 32 of float), in
/// the order row block by row block, from left to right within each. A block has 128 words (512
/// bytes), word w for lane w of the four warps that own the block's rows. With the row r and group
/// g inside the block the code lies in
///   16- and 32-bit types: word 32 (r / 16) + 4 (r % 8) + g / 4, bits 16 (r / 8 % 2) + 4 (g % 4);
///   8-bit types: word 32 (r / 16) + 4 (r % 8) + 2 (g / 8) + r / 8 % 2, bits 4 (g % 8)
/// and the three above. Groups of the padding have the code of an empty group: the last positions.
///
/// Source of the lane order: PTX ISA, "Sparse matrix storage" of mma.sp and wgmma.mma_async.sp.

namespace filigree::structured {

template <class T>
inline constexpr bool is_element_v =
    std::is_same_v<T, half> || std::is_same_v<T, bfloat16> || std::is_same_v<T, float> ||
    std::is_same_v<T, std::int8_t> || std::is_same_v<T, float8_e4m3> ||
    std::is_same_v<T, float8_e5m2>;

/// Columns of a group, and how many of them are kept.
template <class T>
inline constexpr int group_size = sizeof(T) == 4 ? 2 : 4;
template <class T>
inline constexpr int kept_entries = group_size<T> / 2;

inline constexpr int block_rows = 64;
inline constexpr int block_groups = 16;
inline constexpr int block_words = 128;

/// Columns of a metadata block.
template <class T>
inline constexpr int block_cols = block_groups* group_size<T>;

/// Multiple to which columns are padded.
template <class T>
inline constexpr int col_alignment = 256 / int(sizeof(T));

/// Code of a group that keeps its last positions: that of an empty group.
inline constexpr std::uint32_t last_positions = 0xe;

struct MetadataPlace {
  int word;
  int bit;
};

/// Where the code of a row and a group of a block lies. `bytes`: size of an entry.
FILIGREE_FUNCTION constexpr MetadataPlace metadata_place(int bytes, int row, int group) {
  const int warp = row / 16;
  const int upper = row / 8 % 2;
  if (bytes == 1) return {32 * warp + 4 * (row % 8) + 2 * (group / 8) + upper, 4 * (group % 8)};
  return {32 * warp + 4 * (row % 8) + group / 4, 16 * upper + 4 * (group % 4)};
}

struct GroupPlace {
  int row;
  int group;
};

/// The row and group of a block whose code is the `nibble`-th, from the lowest, of a word: the
/// inverse of metadata_place.
FILIGREE_FUNCTION constexpr GroupPlace group_place(int bytes, int word, int nibble) {
  const int warp = word / 32;
  const int lane = word % 32;
  if (bytes == 1) return {16 * warp + 8 * (lane % 2) + lane / 4, 8 * (lane / 2 % 2) + nibble};
  return {16 * warp + 8 * (nibble / 4) + lane / 4, 4 * (lane % 4) + nibble % 4};
}

/// Sizes and addresses in the compressed form of a rows x cols matrix.
template <class T>
struct Layout {
  std::int64_t rows;
  std::int64_t cols;

  FILIGREE_FUNCTION constexpr std::int64_t padded_rows() const {
    return (rows + block_rows - 1) / block_rows * block_rows;
  }
  FILIGREE_FUNCTION constexpr std::int64_t padded_cols() const {
    return (cols + col_alignment<T> - 1) / col_alignment<T> * col_alignment<T>;
  }
  /// Kept entries of a padded row: the pitch of the values.
  FILIGREE_FUNCTION constexpr std::int64_t row_values() const { return padded_cols() / 2; }
  FILIGREE_FUNCTION constexpr std::int64_t blocks_per_row() const {
    return padded_cols() / block_cols<T>;
  }
  FILIGREE_FUNCTION constexpr std::int64_t num_values() const {
    return padded_rows() * row_values();
  }
  FILIGREE_FUNCTION constexpr std::int64_t num_words() const {
    return padded_rows() / block_rows * blocks_per_row() * block_words;
  }
  FILIGREE_FUNCTION constexpr std::int64_t values_bytes() const {
    return num_values() * std::int64_t(sizeof(T));
  }
  /// Size of the whole; a multiple of 512 where it is not 0.
  FILIGREE_FUNCTION constexpr std::int64_t compressed_bytes() const {
    return values_bytes() + num_words() * 4;
  }

  /// Index of the word, and the bit in it, that hold the code of group `group` of row `row`.
  FILIGREE_FUNCTION constexpr std::int64_t word_index(std::int64_t row, std::int64_t group) const {
    const std::int64_t block = row / block_rows * blocks_per_row() + group / block_groups;
    return block * block_words +
           metadata_place(sizeof(T), int(row % block_rows), int(group % block_groups)).word;
  }
  FILIGREE_FUNCTION constexpr int bit_index(std::int64_t row, std::int64_t group) const {
    return metadata_place(sizeof(T), int(row % block_rows), int(group % block_groups)).bit;
  }
};

}  // namespace filigree::structured
