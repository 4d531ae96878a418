// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include <filigree/detail/write_file.hpp>

#include "matrix_source.hpp"

namespace filigree::tool {
namespace {

/// Whether a name such as /dev/stdout is the file that standard output goes to.
bool is_standard_output(const std::string& path) {
  struct stat named {};
  struct stat output {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &output) == 0 &&
         named.st_dev == output.st_dev && named.st_ino == output.st_ino;
}

}  // namespace

std::string significant(double value, int digits) {
  std::array<char, 64> text{};
  const double magnitude = std::abs(value);
  const bool plain = value == 0 || (magnitude >= 1e-3 && magnitude < 1e7);
  if (plain && magnitude >= std::pow(10.0, digits))
    std::snprintf(text.data(), text.size(), "%.0f", value);
  else
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

std::string bytes_text(double bytes) {
  constexpr std::array<const char*, 6> units{"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return significant(bytes) + " " + units[unit];
}

std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t first = text[0] == '-' ? 1 : 0;
  for (std::size_t i = text.size(); i > first + 3;) text.insert(i -= 3, " ");
  return text;
}

std::string file_name(std::string_view path) {
  return printable(std::filesystem::path(path).filename().string());
}

/// The bytes of the UTF-8 character at the front, 0 where there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t k) {
    return k < text.size() ? unsigned(static_cast<unsigned char>(text[k])) : 0u;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first < 0x20 || first == 0x7f ? 0 : 1;
  const std::size_t length = first < 0xc2   ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xc0) != 0x80) return 0;
  // longer than need be, halves of pairs, beyond the last one, controls of the upper half
  const unsigned second = byte(1);
  const bool wrong = (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
                     (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90) ||
                     (first == 0xc2 && second < 0xa0);
  return wrong ? 0 : length;
}

std::string printable(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const auto code = static_cast<unsigned char>(text.front());
    if (length == 0)
      result.append("\\x").append(1, digits[code >> 4]).append(1, digits[code & 15]);
    else
      result += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

void write_text(const std::string& path, std::string_view text) {
  // Replacing the file below standard output would lose what is printed before and after.
  if (path == "-" || is_standard_output(path)) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return flush_stdout();
  }
  write_output([&] { detail::write_file("write", path, text); });
}

void flush_stdout() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw OutputError(std::string("cannot write to standard output: ") + std::strerror(errno));
}

}  // namespace filigree::tool
