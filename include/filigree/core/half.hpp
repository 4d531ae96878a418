// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/export.hpp>
#include <filigree/core/macros.hpp>

namespace filigree {

/// \file
/// Storage types of 16 bits. They hold their true size on every back end (Kokkos' own half_t may be
/// a float on a host build) and carry no arithmetic: kernels convert to float, compute there and
/// round once when they store (to nearest, ties to even; NaN stays NaN, overflow becomes Inf).

// (The compiler's built-ins stand for <bit> and <type_traits>: nvcc takes them in device code
// without a flag that every user would need.)

/// IEEE 754 binary16: 1 sign, 5 exponent, 10 fraction bits.
struct FILIGREE_EXPORT float16 {
  /// As stored: sign, exponent and fraction from the highest bit on.
  std::uint16_t bits;

  float16() = default;
  /// To nearest, ties to even; past the largest value infinity. NaN stays NaN.
  FILIGREE_FUNCTION constexpr explicit float16(float value) : bits(round_from_float(value)) {}
  /// Exact: every value is a float; NaN stays NaN.
  FILIGREE_FUNCTION constexpr operator float() const { return widen(bits); }

  /// The number with these bits, not converted.
  static FILIGREE_FUNCTION constexpr float16 from_bits(std::uint16_t bits) {
    float16 result{};
    result.bits = bits;
    return result;
  }

 private:
  static FILIGREE_FUNCTION constexpr float widen(std::uint16_t h) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      float result;
      asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(h));
      return result;
    }
#endif
    // Shift exponent and fraction into place and scale by 2^112 (the difference of the biases);
    // the multiplication normalises subnormals exactly.
    const std::uint32_t sign = std::uint32_t(h & 0x8000u) << 16;
    const std::uint32_t magnitude = std::uint32_t(h & 0x7fffu) << 13;
    if (magnitude >= (0x7c00u << 13))
      return __builtin_bit_cast(float, sign | 0x7f800000u | (magnitude & 0x007fffffu));
    const float scaled = __builtin_bit_cast(float, magnitude) * 0x1p112f;
    return __builtin_bit_cast(float, sign | __builtin_bit_cast(std::uint32_t, scaled));
  }

  static FILIGREE_FUNCTION constexpr std::uint16_t round_from_float(float value) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      std::uint16_t result;
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result) : "f"(value));
      return result;
    }
#endif
    const std::uint32_t f = __builtin_bit_cast(std::uint32_t, value);
    const std::uint16_t sign = std::uint16_t((f >> 16) & 0x8000u);
    const std::uint32_t magnitude = f & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return std::uint16_t(sign | 0x7e00u);   // NaN
    if (magnitude >= 0x477ff000u) return std::uint16_t(sign | 0x7c00u);  // rounds past 65504
    if (magnitude < 0x38800000u) {
      // Subnormal result: adding 0.5 leaves value / 2^-24, rounded to even, in the low bits.
      const float shifted = __builtin_bit_cast(float, magnitude) + 0.5f;
      return std::uint16_t(sign | (__builtin_bit_cast(std::uint32_t, shifted) - 0x3f000000u));
    }
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    return std::uint16_t(sign | ((magnitude - (112u << 23) + 0xfffu + odd) >> 13));
  }
};

#if !defined(FILIGREE_NO_HALF)
/// The usual name of float16. cuda_fp16.h has a type `half` in the global namespace, so that a bare
/// `half` is ambiguous after `using namespace filigree`: define FILIGREE_NO_HALF there.
using half = float16;
#endif

/// bfloat16: 1 sign, 8 exponent, 7 fraction bits (the upper half of a float).
struct FILIGREE_EXPORT bfloat16 {
  /// As stored: sign, exponent and fraction from the highest bit on.
  std::uint16_t bits;

  bfloat16() = default;
  /// To nearest, ties to even; past the largest value infinity. NaN stays NaN.
  FILIGREE_FUNCTION constexpr explicit bfloat16(float value) : bits(round_from_float(value)) {}
  /// Exact: every value is a float; NaN stays NaN.
  FILIGREE_FUNCTION constexpr operator float() const {
    return __builtin_bit_cast(float, std::uint32_t(bits) << 16);
  }

  /// The number with these bits, not converted.
  static FILIGREE_FUNCTION constexpr bfloat16 from_bits(std::uint16_t bits) {
    bfloat16 result{};
    result.bits = bits;
    return result;
  }

 private:
  static FILIGREE_FUNCTION constexpr std::uint16_t round_from_float(float value) {
    const std::uint32_t f = __builtin_bit_cast(std::uint32_t, value);
    if ((f & 0x7fffffffu) > 0x7f800000u) return std::uint16_t((f >> 16) | 0x40u);  // NaN stays NaN
    return std::uint16_t((f + 0x7fffu + ((f >> 16) & 1u)) >> 16);
  }
};

/// A complex number of 16-bit parts: storage only, laid out as real then imaginary part.
template <class Real>
struct FILIGREE_EXPORT complex_storage {
  ///@{
  /// Real and imaginary part.
  Real re;
  Real im;
  ///@}
};

///@{
/// Complex numbers of 4 bytes; products compute with them as complex_float.
using complex_half = complex_storage<float16>;
using complex_bfloat16 = complex_storage<bfloat16>;
///@}

static_assert(sizeof(float16) == 2 && sizeof(bfloat16) == 2);
static_assert(sizeof(complex_half) == 4 && sizeof(complex_bfloat16) == 4);
static_assert(std::is_trivially_copyable_v<float16> &&
              std::is_trivially_default_constructible_v<float16>);

}  // namespace filigree
