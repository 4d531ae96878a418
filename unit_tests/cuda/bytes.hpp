// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <vector_types.h>

namespace filigree::cuda {

/// So many bytes, all of which a copy must bring.
template <int bytes>
struct Bytes {
  unsigned char byte[bytes];
  bool operator==(const Bytes&) const = default;
};
template <int bytes>
using Word = std::conditional_t<
    bytes == 16, ulonglong2,
    std::conditional_t<
        bytes == 8, std::uint64_t,
        std::conditional_t<bytes == 4, std::uint32_t,
                           std::conditional_t<bytes == 2, std::uint16_t, std::uint8_t>>>>;

/// Different ones.
template <int bytes>
std::vector<Bytes<bytes>> numbered_bytes(std::size_t count) {
  std::vector<Bytes<bytes>> result(count);
  std::uint32_t next = 12345;
  for (auto& entry : result)
    for (auto& byte : entry.byte)
      byte = static_cast<unsigned char>((next = next * 1664525 + 1013904223) >> 24);
  return result;
}

}  // namespace filigree::cuda
