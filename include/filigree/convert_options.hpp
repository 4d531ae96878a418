// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include <filigree/core/operation.hpp>

/// \file
/// What the conversions of convert_formats.hpp can be told. In all of them: the index base of the
/// result (that of the matrix where empty); whether the matrix is validated first; how many bytes a
/// result that pads may have (convert_formats.hpp).

namespace filigree {

/// For conversions to Ell.
struct EllOptions {
  ///@{
  /// Index base of the result, where empty that of the matrix; whether the matrix is validated
  /// first; the most bytes of the result and of a map with 8 bytes a place; where empty, the result
  /// alone may have 10 times those of the Csr matrix + 1 MiB.
  std::optional<IndexBase> index_base{};
  bool validate = true;
  std::optional<std::int64_t> memory_limit_bytes{};
  ///@}
  /// Places of each row; the length of the longest row where empty, and at least that.
  std::optional<std::int64_t> ell_width{};
  /// row_stride is num_rows rounded up to a multiple of this.
  std::int64_t row_alignment = 1;
};

/// A window that holds all rows.
inline constexpr std::int64_t all_rows = std::numeric_limits<std::int64_t>::max();

/// For conversions to Sell.
struct SellOptions {
  ///@{
  /// Index base of the result, where empty that of the matrix; whether the matrix is validated
  /// first; the most bytes of the result and of a map with 8 bytes a place; where empty, the result
  /// alone may have 10 times those of the Csr matrix + 1 MiB.
  std::optional<IndexBase> index_base{};
  bool validate = true;
  std::optional<std::int64_t> memory_limit_bytes{};
  ///@}
  /// Rows of each slice. Those of a warp read neighbouring places where it is a multiple of 32.
  std::int64_t slice_size = 32;
  /// Rows are sorted by length, longest first, within windows of this many (the sigma of
  /// SELL-C-sigma), which keeps slices narrow; equally long ones stay in order. 1: not sorted, and
  /// no permutation is stored. all_rows: the jagged diagonals.
  std::int64_t sort_window = 1;
};

/// SellOptions in the words of the hacked ELLPACK format.
struct HllOptions {
  ///@{
  /// Index base of the result, where empty that of the matrix; whether the matrix is validated
  /// first; the most bytes of the result and of a map with 8 bytes a place; where empty, the result
  /// alone may have 10 times those of the Csr matrix + 1 MiB.
  std::optional<IndexBase> index_base{};
  bool validate = true;
  std::optional<std::int64_t> memory_limit_bytes{};
  ///@}
  std::int64_t hack_size = 32;   ///< SellOptions::slice_size
  std::int64_t sort_window = 1;  ///< SellOptions::sort_window
};

/// How many places a row has in the Ell part of a Hyb matrix.
enum class HybPartition {
  automatic,  ///< as many as at least a third of the rows fill (Bell and Garland 2009)
  user,       ///< HybOptions::ell_width
  max,        ///< as many as the longest row has entries: the Coo part is empty
};

/// For conversions to Hyb.
struct HybOptions {
  ///@{
  /// Index base of the result, where empty that of the matrix; whether the matrix is validated
  /// first; the most bytes of the result and of a map with 8 bytes a place; where empty, the result
  /// alone may have 10 times those of the Csr matrix + 1 MiB.
  std::optional<IndexBase> index_base{};
  bool validate = true;
  std::optional<std::int64_t> memory_limit_bytes{};
  ///@}
  /// Who chooses the width of the Ell part.
  HybPartition partition = HybPartition::automatic;
  std::int64_t ell_width = 0;  ///< for HybPartition::user
};

/// For conversions to Dia.
struct DiaOptions {
  ///@{
  /// Index base of the result, where empty that of the matrix; whether the matrix is validated
  /// first; the most bytes of the result and of a map with 8 bytes a place; where empty, the result
  /// alone may have 10 times those of the Csr matrix + 1 MiB.
  std::optional<IndexBase> index_base{};
  bool validate = true;
  std::optional<std::int64_t> memory_limit_bytes{};
  ///@}
  /// row_stride is num_rows rounded up to a multiple of this.
  std::int64_t row_alignment = 1;
};

/// For conversions to Hdia.
struct HdiaOptions {
  ///@{
  /// Index base of the result, where empty that of the matrix; whether the matrix is validated
  /// first; the most bytes of the result and of a map with 8 bytes a place; where empty, the result
  /// alone may have 10 times those of the Csr matrix + 1 MiB.
  std::optional<IndexBase> index_base{};
  bool validate = true;
  std::optional<std::int64_t> memory_limit_bytes{};
  ///@}
  /// Rows of each hack, at least 1.
  std::int64_t hack_size = 64;
};

/// What becomes of entries whose value is zero.
enum class ZeroEntries { keep, drop };

/// How an Ell matrix marks the places past a row's entries.
enum class EllPadding {
  marked,           ///< column index -1
  repeated_column,  ///< the last valid column once more: a column is stored once in such rows
};

/// For conversions from a format to Csr.
struct ToCsrOptions {
  ///@{
  /// Index base of the result, where empty that of the matrix; whether the matrix is validated
  /// first.
  std::optional<IndexBase> index_base{};
  bool validate = true;
  ///@}
  /// Where empty: one-shot conversions drop the zeros of formats that cannot tell them from fill
  /// (Dia, Hdia, block formats) and keep those of the others; plans keep all, since their pattern
  /// is to serve any values. A plan with ZeroEntries::drop keeps the entries that are not zero when
  /// it is made.
  std::optional<ZeroEntries> zeros{};
  /// How the rows of an Ell matrix (or the Ell part of a Hyb matrix) are padded.
  EllPadding padding = EllPadding::marked;
};

}  // namespace filigree
