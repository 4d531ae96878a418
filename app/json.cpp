// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace filigree::tool {

std::string JsonWriter::quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\u%04x", unsigned(c));
      result += code.data();
    } else {
      result += c;
    }
  }
  return result + '"';
}

void JsonWriter::raw(std::string_view key, std::string_view value) {
  if (!first_) text_ += ',';
  if (depth_ > 0) text_.append("\n").append(std::size_t(2 * depth_), ' ');
  first_ = false;
  if (!key.empty()) {
    text_ += quoted(key) + ": ";
  }
  text_ += value;
}

void JsonWriter::open(std::string_view key, char bracket) {
  raw(key, std::string_view(&bracket, 1));
  ++depth_;
  first_ = true;
}

void JsonWriter::close(char bracket) {
  --depth_;
  if (!first_) text_.append("\n").append(std::size_t(2 * depth_), ' ');
  text_ += bracket;
  first_ = false;
}

void JsonWriter::add(std::string_view key, std::string_view text) { raw(key, quoted(text)); }

void JsonWriter::add(std::string_view key, double value) {
  if (!std::isfinite(value)) return raw(key, "null");
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  raw(key, {digits.data(), std::size_t(end - digits.data())});
}

}  // namespace filigree::tool
