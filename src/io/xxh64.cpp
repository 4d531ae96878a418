// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "xxh64.hpp"

#include <bit>
#include <cstring>

namespace filigree::detail {
namespace {

constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87u;
constexpr std::uint64_t prime2 = 0xC2B2AE3D27D4EB4Fu;
constexpr std::uint64_t prime3 = 0x165667B19E3779F9u;
constexpr std::uint64_t prime4 = 0x85EBCA77C2B2AE63u;
constexpr std::uint64_t prime5 = 0x27D4EB2F165667C5u;

/// The specification reads little-endian words.
template <class Word>
std::uint64_t word_at(const unsigned char* bytes) {
  Word word;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes, sizeof word);
  } else {
    word = 0;
    for (std::size_t i = sizeof word; i-- > 0;) word = Word(word << 8 | bytes[i]);
  }
  return word;
}

std::uint64_t round(std::uint64_t lane, std::uint64_t word) {
  return std::rotl(lane + word * prime2, 31) * prime1;
}

std::uint64_t merge(std::uint64_t hash, std::uint64_t lane) {
  return (hash ^ round(0, lane)) * prime1 + prime4;
}

std::uint64_t avalanche(std::uint64_t hash) {
  hash = (hash ^ hash >> 33) * prime2;
  hash = (hash ^ hash >> 29) * prime3;
  return hash ^ hash >> 32;
}

}  // namespace

std::uint64_t xxh64(const void* data, std::size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  std::size_t left = size;
  std::uint64_t hash = prime5;
  if (left >= 32) {
    std::uint64_t lanes[4] = {prime1 + prime2, prime2, 0, 0 - prime1};
    for (; left >= 32; left -= 32, bytes += 32)
      for (int i = 0; i < 4; ++i) lanes[i] = round(lanes[i], word_at<std::uint64_t>(bytes + 8 * i));
    hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) +
           std::rotl(lanes[3], 18);
    for (const std::uint64_t lane : lanes) hash = merge(hash, lane);
  }
  hash += size;
  for (; left >= 8; left -= 8, bytes += 8)
    hash = std::rotl(hash ^ round(0, word_at<std::uint64_t>(bytes)), 27) * prime1 + prime4;
  if (left >= 4) {
    hash = std::rotl(hash ^ word_at<std::uint32_t>(bytes) * prime1, 23) * prime2 + prime3;
    left -= 4;
    bytes += 4;
  }
  for (; left > 0; --left, ++bytes) hash = std::rotl(hash ^ *bytes * prime5, 11) * prime1;
  return avalanche(hash);
}

}  // namespace filigree::detail
