// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <unistd.h>

#include <filigree/convert.hpp>
#include <filigree/io/read.hpp>

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

/// A compressed file may fill the machine's memory, no more.
inline ReadOptions read_options(bool expand_symmetry) {
  const std::int64_t pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGE_SIZE);
  ReadOptions options;
  options.expand_symmetry = expand_symmetry;
  if (pages > 0 && page > 0) options.max_bytes = std::uint64_t(pages) * std::uint64_t(page);
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

template <class Scalar, class Index, class Offset = Index>
struct LoadedMatrix {
  CsrMatrix<Scalar, Index, Offset> matrix;  ///< both triangles, sorted, duplicates summed
  std::int64_t duplicates = 0;              ///< entries that repeated another one
};

template <class Scalar, class Index, class Offset = Index>
LoadedMatrix<Scalar, Index, Offset> load_matrix(const std::string& path) {
  return read_input([&] {
    const auto entries = read_matrix<Scalar, Index>(path, read_options(true));
    const auto matrix =
        coo_to_csr<Offset>(Kokkos::DefaultExecutionSpace{}, mirror_in<DefaultMemorySpace>(entries));
    return LoadedMatrix<Scalar, Index, Offset>{matrix, entries.nnz() - matrix.nnz()};
  });
}

inline MatrixFileHeader load_header(const std::string& path, ProgressLine& progress) {
  progress.show("reading " + file_name(path));
  return read_input([&] { return read_matrix_header(path); });
}

}  // namespace filigree::tool
