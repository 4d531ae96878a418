// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <filigree/convert.hpp>
#include <filigree/io/read.hpp>

#include "memory_limit.hpp"
#include "terminal.hpp"
#include "text.hpp"

namespace filigree::tool {

/// A matrix file that cannot be read.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline bool is_memory_shortage(Status status) {
  return status == Status::alloc_failed || status == Status::insufficient_resources;
}

/// The part of a message of read_matrix, write_matrix_market, ... that concerns people who did not
/// write the call: without its name and argument before, and the status behind it.
inline std::string without_call(const std::string& message,
                                std::string_view argument = "argument 'path': ") {
  const std::size_t begin = message.find(argument);
  if (begin == std::string::npos) return message;
  const std::string text = message.substr(begin + argument.size());
  return text.substr(0, text.rfind(" ["));
}

/// Calls read(), which reads a matrix. \throws InputError; Error where memory is short
template <class Read>
auto read_input(Read read) {
  try {
    return read();
  } catch (const Error& error) {
    if (is_memory_shortage(error.status())) throw;
    throw InputError(without_call(error.what()));
  }
}

/// Calls write(), which writes a file. \throws OutputError; Error where it was not the file's fault
template <class Write>
void write_output(Write write) {
  try {
    write();
  } catch (const Error& error) {
    if (error.status() != Status::mapping_error && error.status() != Status::not_supported) throw;
    throw OutputError(without_call(error.what()));
  }
}

/// Whether --lenient was given, and what readers had to note.
inline bool lenient_input = false;
inline std::vector<std::string> input_notes;

/// A compressed file may stand for as much text as the memory that there is, no more.
inline ReadOptions read_options(bool expand_symmetry) {
  ReadOptions options;
  options.expand_symmetry = expand_symmetry;
  options.lenient = lenient_input;
  options.notes = &input_notes;
  options.max_bytes = memory_limit();
  return options;
}

inline bool needs_wide_indices(const MatrixFileHeader& header) {
  constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max();
  // an expanded matrix has at most twice the entries, whose number 32-bit offsets must hold
  return header.num_rows > limit || header.num_cols > limit || header.num_entries > limit / 2 - 1;
}

/// Calls f(type_identity<Scalar>, type_identity<Index>) for the types that a file needs: double or
/// complex_double, 32 or 64 bits.
template <class F>
void with_types(const MatrixFileHeader& header, F f) {
  const auto with_index = [&](auto scalar) {
    if (needs_wide_indices(header))
      f(scalar, std::type_identity<std::int64_t>{});
    else
      f(scalar, std::type_identity<std::int32_t>{});
  };
  if (header.complex)
    with_index(std::type_identity<complex_double>{});
  else
    with_index(std::type_identity<double>{});
}

/// As with_types, but integers stay integers: std::int64_t or std::uint64_t.
template <class F>
void with_file_types(const MatrixFileHeader& header, F f) {
  if (!header.integer) return with_types(header, f);
  const auto with_scalar = [&](auto index) {
    if (header.unsigned_integer)
      f(std::type_identity<std::uint64_t>{}, index);
    else
      f(std::type_identity<std::int64_t>{}, index);
  };
  if (needs_wide_indices(header))
    with_scalar(std::type_identity<std::int64_t>{});
  else
    with_scalar(std::type_identity<std::int32_t>{});
}

/// Whether rows or columns outnumber the entries so much that arrays with a place for each of them
/// would be most of the memory.
inline bool is_hypersparse(std::int64_t num_rows, std::int64_t num_cols, std::int64_t num_entries) {
  constexpr std::int64_t few = 1 << 20;
  const std::int64_t extent = std::max(num_rows, num_cols);
  return extent > few && extent / 16 > num_entries;
}

template <class Scalar, class Index, class Offset = Index>
struct LoadedMatrix {
  CsrMatrix<Scalar, Index, Offset> matrix;  ///< both triangles, sorted, duplicates summed
  std::int64_t duplicates = 0;              ///< entries that repeated another one
};

template <class Scalar, class Index>
using HostEntries = CooMatrix<Scalar, Index, Kokkos::HostSpace>;

/// The entries of both triangles. Where nothing is made of the values that a file could keep,
/// integers may be rounded.
template <class Scalar, class Index>
HostEntries<Scalar, Index> load_entries(const std::string& path, bool round_integers) {
  ReadOptions options = read_options(true);
  options.round_integers = round_integers;
  return read_input([&] { return read_matrix<Scalar, Index>(path, options); });
}

template <class Offset, class Scalar, class Index>
LoadedMatrix<Scalar, Index, Offset> csr_of(const HostEntries<Scalar, Index>& entries) {
  return read_input([&] {
    const auto matrix =
        coo_to_csr<Offset>(Kokkos::DefaultExecutionSpace{}, mirror_in<DefaultMemorySpace>(entries));
    return LoadedMatrix<Scalar, Index, Offset>{matrix, entries.nnz() - matrix.nnz()};
  });
}

template <class Scalar, class Index, class Offset = Index>
LoadedMatrix<Scalar, Index, Offset> load_matrix(const std::string& path,
                                                bool round_integers = false) {
  return csr_of<Offset>(load_entries<Scalar, Index>(path, round_integers));
}

inline MatrixFileHeader load_header(const std::string& path, ProgressLine& progress) {
  progress.show("reading " + file_name(path));
  return read_input([&] { return read_matrix_header(path, read_options(false)); });
}

}  // namespace filigree::tool
