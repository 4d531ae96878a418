// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

#include "arguments.hpp"
#include "text.hpp"

namespace filigree::tool {

/// An option of the commands that write a matrix.
inline constexpr OptionSpec output_option{
    "--output", "-o", "FILE", "where to: .mtx or .bin, also with .gz", "", "", true};

/// What a matrix is written as.
enum class Target { matrix_market, binary };

/// \throws UsageError where a file's name does not say it
inline Target target_of(const std::string& path) {
  std::filesystem::path name = path;
  if (name.extension() == ".gz") name.replace_extension();
  if (name.extension() == ".mtx") return Target::matrix_market;
  if (name.extension() == ".bin") return Target::binary;
  throw UsageError("the format of '" + path +
                   "' is not known (known: .mtx, .bin, .mtx.gz, .bin.gz)");
}

/// Prints the line about a matrix that has been written: file, size, entries, bytes.
template <class Matrix>
void print_written(const std::string& path, const Matrix& matrix) {
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(path, unknown);
  std::printf("%s: %lld x %lld, %lld entries%s\n", printable(path).c_str(),
              static_cast<long long>(matrix.num_rows()), static_cast<long long>(matrix.num_cols()),
              static_cast<long long>(matrix.nnz()),
              unknown ? "" : (", " + bytes_text(double(bytes))).c_str());
}

}  // namespace filigree::tool
