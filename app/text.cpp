// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text.hpp"

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
  return std::filesystem::path(path).filename().string();
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
