// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include <filigree/core/types.hpp>

namespace filigree {

/// The scalar types that files are read into and written from.
template <class T>
concept io_scalar = std::same_as<T, float> || std::same_as<T, double> ||
    std::same_as<T, complex_float> || std::same_as<T, complex_double> ||
    std::same_as<T, std::int64_t> || std::same_as<T, std::uint64_t>;

/// How a file is read.
struct ReadOptions {
  /// A symmetric or Hermitian file gives both triangles and MatrixType::general. Otherwise the
  /// stored (lower) triangle is kept as it is and the type says so. Skew-symmetric files are always
  /// expanded, since no matrix type stands for them.
  bool expand_symmetry = false;
  /// A complex file may be read into a real scalar; imaginary parts are dropped. Otherwise that is
  /// an error.
  bool discard_imaginary = false;
  /// An integer that the scalar type does not hold exactly (beyond 2^53 in double) may be rounded
  /// to the nearest value. Otherwise that is an error, which names the entry.
  bool round_integers = false;
  /// Takes files that break the rules of their format in ways whose meaning is plain, which are
  /// errors otherwise; docs/io.md lists them. Each kind is noted once a file.
  bool lenient = false;
  /// Where notes go, besides the log (LogKind::hint): a sentence for each kind of thing that was
  /// not taken as it stands in the file. None where it is null.
  std::vector<std::string>* notes = nullptr;
  /// Harwell-Boeing files only: also read the right-hand sides, guesses and solutions that follow
  /// the matrix. Otherwise they are skipped unread.
  bool right_hand_sides = false;
  /// The most bytes that a compressed file, or a file that is no regular file (a pipe), may hold
  /// once it is unpacked, and the most that the assembly of an unassembled pattern may take: a
  /// small file can stand for a very large one. Regular uncompressed files need no limit. Text is
  /// unpacked through a window of a few MiB, whatever its length; binary files are unpacked in
  /// memory.
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
