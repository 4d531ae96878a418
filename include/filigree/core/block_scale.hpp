// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/core/float8.hpp>

/// \file
/// Factors of narrow matrices: their types, and where the factor of an entry lies.

namespace filigree {

/// A factor of 7 bits in a byte: e4m3 without a sign. 0 to 448; 0x7f is NaN; the highest bit is not
/// read.
struct FILIGREE_EXPORT float8_ue4m3 {
  /// As stored: 4 exponent and 3 fraction bits below the highest bit.
  std::uint8_t bits;

  float8_ue4m3() = default;
  /// To nearest, ties to even, past 448 to 448, below 0 to 0. NaN stays.
  FILIGREE_FUNCTION constexpr explicit float8_ue4m3(float value)
      : bits(value < 0 ? std::uint8_t(0) : std::uint8_t(float8_e4m3(value).bits & 0x7fu)) {}
  /// The smallest one that is not below the value; 448 where there is none. NaN stays.
  static FILIGREE_FUNCTION constexpr float8_ue4m3 round_up(float value) {
    const float8_ue4m3 nearest(value);
    return float(nearest) < value && nearest.bits < 0x7e ? from_bits(std::uint8_t(nearest.bits + 1))
                                                         : nearest;
  }
  /// Exact; NaN stays NaN.
  FILIGREE_FUNCTION constexpr operator float() const {
    return float(float8_e4m3::from_bits(std::uint8_t(bits & 0x7fu)));
  }

  /// The factor with these bits, not converted.
  static FILIGREE_FUNCTION constexpr float8_ue4m3 from_bits(std::uint8_t bits) {
    float8_ue4m3 result{};
    result.bits = bits;
    return result;
  }
};

/// A power of two (OCP Microscaling Formats 1.0, E8M0): 2^(bits - 127), 0xff is NaN. There is no 0.
struct FILIGREE_EXPORT float8_ue8m0 {
  /// The exponent + 127.
  std::uint8_t bits;

  float8_ue8m0() = default;
  /// The smallest one that is not below the value, from 2^-127 to 2^127. NaN stays.
  FILIGREE_FUNCTION constexpr explicit float8_ue8m0(float value) : bits(round_up_bits(value)) {}
  /// As the constructor, under the name that float8_ue4m3 has for it.
  static FILIGREE_FUNCTION constexpr float8_ue8m0 round_up(float value) {
    return float8_ue8m0(value);
  }
  /// Exact; NaN stays NaN.
  FILIGREE_FUNCTION constexpr operator float() const {
    if (bits == 0xff) return __builtin_bit_cast(float, 0x7fc00000u);
    return __builtin_bit_cast(float, bits == 0 ? 0x00400000u : std::uint32_t(bits) << 23);
  }

  /// The factor with these bits, not converted.
  static FILIGREE_FUNCTION constexpr float8_ue8m0 from_bits(std::uint8_t bits) {
    float8_ue8m0 result{};
    result.bits = bits;
    return result;
  }

 private:
  static FILIGREE_FUNCTION constexpr std::uint8_t round_up_bits(float value) {
    if (value != value) return 0xff;
    const std::uint32_t f = __builtin_bit_cast(std::uint32_t, value);
    if (f > 0x7f000000u) return f >> 31 ? 0x00 : 0xfe;  // negative, or past 2^127
    if (f <= 0x00400000u) return 0;
    return std::uint8_t((f + 0x007fffffu) >> 23);
  }
};

static_assert(sizeof(float8_ue4m3) == 1 && sizeof(float8_ue8m0) == 1);

/// How the entries of a matrix are scaled: what is stored times a factor is what is meant.
enum class ScaleMode {
  none,
  scalar,       ///< a float for the whole matrix
  vec32_ue4m3,  ///< a float8_ue4m3 for each 32 consecutive entries
  vec64_ue8m0,  ///< a float8_ue8m0 for each 64
};

/// Entries that share a factor; 0 for modes without blocks.
FILIGREE_FUNCTION constexpr std::int64_t scale_block_size(ScaleMode mode) {
  return mode == ScaleMode::vec32_ue4m3 ? 32 : mode == ScaleMode::vec64_ue8m0 ? 64 : 0;
}

/// Bytes of the factors of a matrix with so many lines of `length` entries, which are cut into
/// blocks. Factors lie in tiles of 512 bytes for 128 lines and 4 blocks, row-major; 0 for modes
/// without blocks. Source of the layout: cuBLASLt, 1D block scaling.
FILIGREE_FUNCTION constexpr std::int64_t scale_bytes(ScaleMode mode, std::int64_t lines,
                                                     std::int64_t length) {
  const std::int64_t block = scale_block_size(mode);
  return block == 0 ? 0 : (lines + 127) / 128 * ((length + 4 * block - 1) / (4 * block)) * 512;
}

/// The byte of the factor of entry `at` of a line. \pre a mode with blocks
FILIGREE_FUNCTION constexpr std::int64_t scale_offset(ScaleMode mode, std::int64_t length,
                                                      std::int64_t line, std::int64_t at) {
  const std::int64_t size = scale_block_size(mode), block = at / size;
  const std::int64_t tiles = (length + 4 * size - 1) / (4 * size);
  return (line / 128 * tiles + block / 4) * 512 + line % 32 * 16 + line % 128 / 32 * 4 + block % 4;
}

}  // namespace filigree
