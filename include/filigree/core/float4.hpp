// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/export.hpp>
#include <filigree/core/float8.hpp>

namespace filigree {

/// A number of 4 bits (OCP Microscaling Formats 1.0, FP4): 1 sign, 2 exponent, 1 fraction bit; 0,
/// 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives; no infinity, no NaN. An object holds one of them in
/// its low 4 bits; matrices hold two a byte: PackedMatrix. No arithmetic, as other storage types.
struct FILIGREE_EXPORT float4_e2m1 {
  std::uint8_t bits;  ///< 0 to 15

  float4_e2m1() = default;
  /// To nearest, ties to even, past 6 to 6. NaN becomes 6 (as the hardware's conversion with
  /// satfinite does).
  FILIGREE_FUNCTION constexpr explicit float4_e2m1(float value) : bits(round_from_float(value)) {}
  /// Exact.
  FILIGREE_FUNCTION constexpr operator float() const {
    // The eight magnitudes, doubled, in 4 bits each.
    const std::uint32_t doubled = 0xc8643210u >> (4 * (bits & 7u)) & 0xfu;
    const float magnitude = 0.5f * float(doubled);
    return bits & 8u ? -magnitude : magnitude;
  }

  /// The number with these bits; the high 4 are dropped.
  static FILIGREE_FUNCTION constexpr float4_e2m1 from_bits(std::uint8_t bits) {
    float4_e2m1 result{};
    result.bits = bits & 0xfu;
    return result;
  }

 private:
  static FILIGREE_FUNCTION constexpr std::uint8_t round_from_float(float value) {
    if (value != value) return 7;
    const std::uint8_t rounded = detail::round_to_8_bits<1, 1, 7>(value);
    return std::uint8_t(rounded >> 4 | (rounded & 7u));
  }
};

namespace detail {

template <class T>
inline constexpr bool is_packed = std::is_same_v<std::remove_const_t<T>, float4_e2m1>;

/// Bits of an entry in memory.
template <class T>
inline constexpr int storage_bits = is_packed<T> ? 4 : 8 * int(sizeof(T));

/// What an array of entries is an array of: bytes, where two entries share one.
template <class T>
using storage_t =
    std::conditional_t<is_packed<T>,
                       std::conditional_t<std::is_const_v<T>, const std::uint8_t, std::uint8_t>, T>;

/// Entry `at` of an array; of two in a byte, the even one has the low bits.
template <class T>
FILIGREE_FUNCTION inline T load_entry(const storage_t<T>* data, std::int64_t at) {
  if constexpr (is_packed<T>)
    return T::from_bits(std::uint8_t(data[at / 2] >> (4 * (at % 2))));
  else
    return data[at];
}

/// The other entry of the byte stays; no other thread may write it at the same time.
template <class T>
FILIGREE_FUNCTION inline void store_entry(storage_t<T>* data, std::int64_t at, T value) {
  if constexpr (is_packed<T>) {
    const int shift = 4 * int(at % 2);
    data[at / 2] = std::uint8_t((data[at / 2] & (0xf0u >> shift)) | unsigned(value.bits) << shift);
  } else {
    data[at] = value;
  }
}

}  // namespace detail

static_assert(sizeof(float4_e2m1) == 1);

}  // namespace filigree
