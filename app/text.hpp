// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace filigree::tool {

/// A file that cannot be written.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A number with so many significant digits, without an exponent where that is readable.
std::string significant(double value, int digits = 3);
/// "21.4 kB"
std::string bytes_text(double bytes);
/// "1 234 567"
std::string grouped(std::int64_t number);
/// A text for terminals and files in UTF-8: control characters, and bytes that are none of UTF-8,
/// as
/// \\xNN.
std::string printable(std::string_view text);
/// The last part of a path, printable.
std::string file_name(std::string_view path);

/// Writes a text to a file, or to stdout where the name is "-". A failed call leaves a former file
/// as it was. \throws OutputError
void write_text(const std::string& path, std::string_view text);
/// \throws OutputError where what was printed did not arrive.
void flush_stdout();

}  // namespace filigree::tool
