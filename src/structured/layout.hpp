// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/float4.hpp>
#include <filigree/core/float8.hpp>
#include <filigree/core/half.hpp>
#include <filigree/core/structured_kind.hpp>

/// The compressed layout of structured matrices. It depends on the shape, the kind and the size of
/// the entries, not on the kernel that reads it, and is the same on hosts and devices.
///
/// A matrix A of m rows and k columns is structured along its rows: they are cut into *groups* of
/// consecutive columns, and these into *units* (an entry; of paired 4:8 a pair), of which a group
/// keeps some. Kept values of floats are rounded to tf32 (10 fraction bits). What a group keeps is
/// its *code*: the positions of its kept units, ascending from the lowest bits, in 2 bits each
/// (1:4, 2:4, paired 4:8) or 4 bits (2:8); for 1:2, 0x4 for position 0 and 0xe for position 1.
///
/// One allocation of compressed_bytes() holds two arrays, little endian, one after the other.
///
/// **Values**: padded_rows x (padded_cols * kept / group) entries, row-major without gaps.
/// padded_rows is m rounded up to 64, padded_cols is k rounded up to whole metadata blocks and to
/// 128 bytes of kept entries. Entry (r, kept * g + s) is the s-th kept entry of group g of row r.
/// Padding is zero. Entries of 4 bits lie two in a byte, the even one in the low bits.
///
/// **Metadata**: the codes of a row make up a stream of *cells* of 4 bits: the bits of group g
/// begin at bit g * code_bits of it. Cells lie in 32-bit words in the order in which the lanes of
/// wgmma.sp and mma.sp take them. The padded matrix is cut into blocks of 64 rows and 16 cells, in
/// the order row block by row block, from left to right within each. A block has 128 words (512
/// bytes), word w for lane w of the four warps that own the block's rows. With the row r and cell c
/// inside the block the cell lies in
///   16- and 32-bit types: word 32 (r / 16) + 4 (r % 8) + c / 4, bits 16 (r / 8 % 2) + 4 (c % 4);
///   8- and 4-bit types: word 32 (r / 16) + 4 (r % 8) + 2 (c / 8) + r / 8 % 2, bits 4 (c % 8)
/// and the three above. Groups of the padding have the code of an empty group: the last positions.
///
/// Source of the lane order: PTX ISA, "Sparse matrix storage" of mma.sp and wgmma.mma_async.sp.

namespace filigree::structured {

template <class T>
inline constexpr bool is_element_v =
    std::is_same_v<T, half> || std::is_same_v<T, bfloat16> || std::is_same_v<T, float> ||
    std::is_same_v<T, std::int8_t> || std::is_same_v<T, float8_e4m3> ||
    std::is_same_v<T, float8_e5m2> || std::is_same_v<T, float4_e2m1>;

/// A kind known at compile time.
template <int kept_entries_, int group_size_, int unit_ = 1>
struct FixedKind {
  static constexpr int kept = kept_entries_;
  static constexpr int group = group_size_;
  static constexpr int unit = unit_;
  static constexpr int units = group / unit;
  static constexpr int kept_units = kept / unit;
  static constexpr int position_bits = units == 4 ? 2 : 4;

  static FILIGREE_FUNCTION constexpr StructuredKind value() { return {kept, group, unit}; }
};

/// The kind that the tuned kernels of a type take; the usual one of types without any.
template <class T>
using OwnKind =
    std::conditional_t<detail::is_packed<T>, FixedKind<4, 8, 2>,
                       std::conditional_t<sizeof(T) == 4, FixedKind<1, 2>, FixedKind<2, 4>>>;

/// f of the kind, known at compile time.
template <class Function>
FILIGREE_FUNCTION void with_kind(const StructuredKind& kind, const Function& f) {
  if (kind.group == 2)
    f(FixedKind<1, 2>{});
  else if (kind.group == 4 && kind.kept == 2)
    f(FixedKind<2, 4>{});
  else if (kind.group == 4)
    f(FixedKind<1, 4>{});
  else if (kind.unit == 1)
    f(FixedKind<2, 8>{});
  else
    f(FixedKind<4, 8, 2>{});
}

/// Bits of a group's metadata, of a StructuredKind or a FixedKind.
template <class Kind>
FILIGREE_FUNCTION constexpr int code_bits_of(const Kind& kind) {
  return kind.kept / kind.unit * (kind.group / kind.unit == 4 ? 2 : 4);
}

/// Columns of a group of a type's own kind, and how many of them are kept.
template <class T>
inline constexpr int group_size = OwnKind<T>::group;
template <class T>
inline constexpr int kept_entries = OwnKind<T>::kept;

inline constexpr int block_rows = 64;
inline constexpr int block_cells = 16;
inline constexpr int block_words = 128;
/// Groups of a metadata block of a type's own kind, whose codes take a cell each.
inline constexpr int block_groups = block_cells;

/// Columns of a metadata block of a type's own kind.
template <class T>
inline constexpr int block_cols = block_groups* group_size<T>;

struct MetadataPlace {
  int word;
  int bit;
};

/// Where a cell of a row of a block lies. `bytes`: size of an entry.
FILIGREE_FUNCTION constexpr MetadataPlace metadata_place(int bytes, int row, int cell) {
  const int warp = row / 16;
  const int upper = row / 8 % 2;
  if (bytes == 1) return {32 * warp + 4 * (row % 8) + 2 * (cell / 8) + upper, 4 * (cell % 8)};
  return {32 * warp + 4 * (row % 8) + cell / 4, 16 * upper + 4 * (cell % 4)};
}

struct CellPlace {
  int row;
  int cell;
};

/// The row and cell of a block that are the `nibble`-th, from the lowest, of a word: the inverse of
/// metadata_place.
FILIGREE_FUNCTION constexpr CellPlace cell_place(int bytes, int word, int nibble) {
  const int warp = word / 32;
  const int lane = word % 32;
  if (bytes == 1) return {16 * warp + 8 * (lane % 2) + lane / 4, 8 * (lane / 2 % 2) + nibble};
  return {16 * warp + 8 * (nibble / 4) + lane / 4, 4 * (lane % 4) + nibble % 4};
}

struct CodePlace {
  std::int64_t word;
  int bit;
};

/// Where the lowest bit of the code of a row's group lies in the metadata of a matrix.
FILIGREE_FUNCTION constexpr CodePlace code_place(int bytes, int code_bits,
                                                 std::int64_t blocks_per_row, std::int64_t row,
                                                 std::int64_t group) {
  const std::int64_t bit = group * code_bits, cell = bit / 4;
  const auto place = metadata_place(bytes, int(row % block_rows), int(cell % block_cells));
  const std::int64_t block = row / block_rows * blocks_per_row + cell / block_cells;
  return {block * block_words + place.word, place.bit + int(bit % 4)};
}

/// Sizes and addresses in the compressed form of a rows x cols matrix.
template <class T>
struct Layout {
  std::int64_t rows;
  std::int64_t cols;
  StructuredKind kind = OwnKind<T>::value();

  /// Columns of a metadata block.
  FILIGREE_FUNCTION constexpr int cols_of_block() const {
    return block_cells * 4 * kind.group / code_bits_of(kind);
  }
  /// Multiple to which columns are padded; sizes are powers of two.
  FILIGREE_FUNCTION constexpr int col_alignment() const {
    const int of_values = 1024 / detail::storage_bits<T> * kind.group / kind.kept;
    return of_values < cols_of_block() ? cols_of_block() : of_values;
  }
  FILIGREE_FUNCTION constexpr std::int64_t padded_rows() const {
    return (rows + block_rows - 1) / block_rows * block_rows;
  }
  FILIGREE_FUNCTION constexpr std::int64_t padded_cols() const {
    return (cols + col_alignment() - 1) / col_alignment() * col_alignment();
  }
  /// Kept entries of a padded row: the pitch of the values.
  FILIGREE_FUNCTION constexpr std::int64_t row_values() const {
    return padded_cols() / kind.group * kind.kept;
  }
  FILIGREE_FUNCTION constexpr std::int64_t blocks_per_row() const {
    return padded_cols() / cols_of_block();
  }
  FILIGREE_FUNCTION constexpr std::int64_t num_values() const {
    return padded_rows() * row_values();
  }
  FILIGREE_FUNCTION constexpr std::int64_t num_words() const {
    return padded_rows() / block_rows * blocks_per_row() * block_words;
  }
  FILIGREE_FUNCTION constexpr std::int64_t values_bytes() const {
    return num_values() * detail::storage_bits<T> / 8;
  }
  /// Size of the whole; a multiple of 512 where it is not 0.
  FILIGREE_FUNCTION constexpr std::int64_t compressed_bytes() const {
    return values_bytes() + num_words() * 4;
  }
};

}  // namespace filigree::structured
