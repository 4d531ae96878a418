// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include <filigree/core/operation.hpp>
#include <filigree/core/types.hpp>

namespace filigree::detail {

/// One entry of a file, indices from 1.
template <class Scalar>
struct FileEntry {
  std::int64_t row;
  std::int64_t col;
  Scalar value;
};

/// The longest line: two 64-bit integers and two doubles, each with its separator.
inline constexpr std::size_t longest_line = 2 * 20 + 2 * 32;

template <class Number>
char* format_number(char* out, Number number, char separator) {
  out = std::to_chars(out, out + 32, number).ptr;
  *out++ = separator;
  return out;
}

/// The shortest text that reads back as the same value; returns behind the line end.
template <class Scalar>
char* format_value(char* out, const Scalar& value) {
  if constexpr (is_complex_v<Scalar>) {
    out = format_number(out, value.real(), ' ');
    return format_number(out, value.imag(), '\n');
  } else {
    return format_number(out, value, '\n');
  }
}

template <class Scalar>
char* format_entry(char* out, const FileEntry<Scalar>& entry, bool pattern_only) {
  out = format_number(out, entry.row, ' ');
  out = format_number(out, entry.col, pattern_only ? '\n' : ' ');
  return pattern_only ? out : format_value(out, entry.value);
}

/// What of a stored matrix goes into a file: leaves out the entries that the properties declare
/// ignored, and mirrors an upper triangle of a symmetric or Hermitian matrix, as files hold lower
/// ones.
struct WrittenEntries {
  MatrixProperties properties;

  bool keeps(std::int64_t row, std::int64_t col) const {
    if (properties.type == MatrixType::general) return true;
    if (row == col) return properties.diagonal == DiagonalType::non_unit;
    return properties.fill == FillMode::lower ? row > col : row < col;
  }

  /// `row` and `col` count from the matrix's index base.
  template <class Scalar>
  FileEntry<Scalar> apply(std::int64_t row, std::int64_t col, Scalar value) const {
    const std::int64_t shift = 1 - std::int64_t(properties.index_base);
    const bool mirror = properties.type != MatrixType::general &&
                        properties.type != MatrixType::triangular && row < col;
    if (mirror) {
      std::swap(row, col);
      if (properties.type == MatrixType::hermitian) value = conjugate(value);
    }
    return {row + shift, col + shift, value};
  }
};

/// Walks over the entries of a COO matrix.
template <class Scalar, class Index>
struct CooCursor {
  const Index* row_indices;
  const Index* col_indices;
  const Scalar* values;

  void seek(std::int64_t) {}
  std::int64_t row(std::int64_t k) const { return row_indices[k]; }
  std::int64_t col(std::int64_t k) const { return col_indices[k]; }
  const Scalar& value(std::int64_t k) const { return values[k]; }
};

/// Walks over the entries of a CSR matrix; row(k) must be asked for ascending k from the last
/// seek().
template <class Scalar, class Index, class Offset>
struct CsrCursor {
  const Offset* row_offsets;
  const Index* col_indices;
  const Scalar* values;
  std::int64_t num_rows;
  std::int64_t base;
  std::int64_t current = 0;

  void seek(std::int64_t k) {
    current = std::upper_bound(row_offsets, row_offsets + num_rows + 1, Offset(k + base)) -
              row_offsets - 1;
  }
  std::int64_t row(std::int64_t k) {
    while (std::int64_t(row_offsets[current + 1]) <= k + base) ++current;
    return current + base;
  }
  std::int64_t col(std::int64_t k) const { return col_indices[k]; }
  const Scalar& value(std::int64_t k) const { return values[k]; }
};

}  // namespace filigree::detail
