// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text.hpp"

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace filigree::tool {

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
  if (path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return flush_stdout();
  }
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  int code = errno;
  if (file != nullptr && std::fclose(file) != 0 && written) {
    written = false;
    code = errno;
  }
  if (!written) throw OutputError("cannot write '" + path + "': " + std::strerror(code));
}

void flush_stdout() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw OutputError(std::string("cannot write to standard output: ") + std::strerror(errno));
}

}  // namespace filigree::tool
