// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace filigree::test {

/// A gzip member that holds a text uncompressed (RFC 1951, 1952), made without zlib.
inline std::string stored_gzip(std::string_view text) {
  std::string out("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
  const auto number = [&out](std::uint32_t value, int bytes) {
    for (int k = 0; k < bytes; ++k) out += static_cast<char>(value >> (8 * k) & 255);
  };
  std::uint32_t crc = 0xffffffffu;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  const auto size = std::uint32_t(text.size());
  do {
    const std::string_view block = text.substr(0, 65535);
    text.remove_prefix(block.size());
    out += text.empty() ? '\1' : '\0';
    number(std::uint32_t(block.size()), 2);
    number(~std::uint32_t(block.size()), 2);
    out += block;
  } while (!text.empty());
  number(~crc, 4);
  number(size, 4);
  return out;
}

}  // namespace filigree::test
