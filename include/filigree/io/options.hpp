// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstdint>

#include <filigree/core/types.hpp>

namespace filigree {

/// The scalar types that files are read into and written from.
template <class T>
concept io_scalar = std::same_as<T, float> || std::same_as<T, double> ||
    std::same_as<T, complex_float> || std::same_as<T, complex_double>;

/// How a file is read.
struct ReadOptions {
  /// A symmetric or Hermitian file gives both triangles and MatrixType::general. Otherwise the
  /// stored (lower) triangle is kept as it is and the type says so. Skew-symmetric files are always
  /// expanded, since no matrix type stands for them.
  bool expand_symmetry = false;
  /// A complex file may be read into a real scalar; imaginary parts are dropped. Otherwise that is
  /// an error.
  bool discard_imaginary = false;
  /// Harwell-Boeing files only: also read the right-hand sides, guesses and solutions that follow
  /// the matrix. Otherwise they are skipped unread.
  bool right_hand_sides = false;
  /// The most bytes that a compressed file, or a file that is no regular file (a pipe), may hold
  /// once it is unpacked in memory, and the most that the assembly of an unassembled pattern may
  /// take: a small file can stand for a very large one. Regular uncompressed files need no limit.
  std::uint64_t max_bytes = std::uint64_t(1) << 33;
};

/// How a file is written.
struct WriteOptions {
  /// Text of the comment lines below the header; line ends in it start a further comment line.
  const char* comment = "";
  /// Write only the positions (field `pattern`). Sparse matrices only.
  bool pattern_only = false;
  /// Level of a compressed file (name ends in .gz): 1 fastest to 9 smallest.
  int compression_level = 6;
};

}  // namespace filigree
