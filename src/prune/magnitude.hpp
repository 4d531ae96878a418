// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/core/types.hpp>
#include <filigree/detail/prune_problem.hpp>

/// |a| of every storage scalar as a double, and the double as ordered bits. A double holds the
/// magnitude of every real type exactly; that of complex numbers is rounded the same way on every
/// back end.

namespace filigree::detail {

/// sqrt(x^2 + y^2) without overflow or underflow on the way. The squares of parts from a float are
/// exact; for double the sum is written as one fma, so that no compiler can contract it otherwise.
KOKKOS_INLINE_FUNCTION double hypotenuse(double a, double b) {
  double x = Kokkos::fabs(a), y = Kokkos::fabs(b);
  if (Kokkos::isinf(x) || Kokkos::isinf(y)) return Kokkos::Experimental::infinity_v<double>;
  if (x < y) {
    const double larger = y;
    y = x;
    x = larger;
  }
  if (y == 0) return x;
  double scale = 1, back = 1;
  if (x > 0x1p500) {
    scale = 0x1p-600;
    back = 0x1p600;
  } else if (x < 0x1p-500) {
    scale = 0x1p600;
    back = 0x1p-600;
  }
  x *= scale;
  y *= scale;
  return Kokkos::sqrt(Kokkos::fma(x, x, y * y)) * back;
}

template <class Scalar>
KOKKOS_INLINE_FUNCTION double magnitude(const Scalar& value) {
  if constexpr (is_complex_v<Scalar>) {
    const auto wide = convert<complex_double>(value);
    return hypotenuse(wide.real(), wide.imag());
  } else {
    return Kokkos::fabs(convert<double>(value));
  }
}

/// NaN comes out above infinity whatever its sign, since fabs clears it.
template <class Scalar>
KOKKOS_INLINE_FUNCTION MagnitudeKey magnitude_key(const Scalar& value) {
  return Kokkos::bit_cast<MagnitudeKey>(magnitude(value));
}

/// The bits of a key below this one are 0 for all magnitudes of the type that are numbers: a
/// double has 52 fraction bits, the type so many less.
template <class Scalar>
inline constexpr int lowest_key_bit = 0;
template <>
inline constexpr int lowest_key_bit<float> = 52 - 23;
template <>
inline constexpr int lowest_key_bit<half> = 52 - 10;
template <>
inline constexpr int lowest_key_bit<bfloat16> = 52 - 7;
template <>
inline constexpr int lowest_key_bit<std::int8_t> = 52 - 7;
template <>
inline constexpr int lowest_key_bit<std::int32_t> = 52 - 31;

}  // namespace filigree::detail
