// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cfloat>

#include "cuda/scalar.hpp"

/// Arithmetic of eliminations, of real and complex scalars.

namespace filigree::cuda {

template <class T>
struct RealOf {
  using type = T;
};
template <class T>
struct RealOf<Complex<T>> {
  using type = T;
};
template <class T>
using real_of = typename RealOf<T>::type;

template <class T>
__device__ inline T one() {
  if constexpr (is_complex_v<T>)
    return T{1, 0};
  else
    return T(1);
}

template <class T>
__device__ inline T negative(const T& a) {
  if constexpr (is_complex_v<T>)
    return T{-a.re, -a.im};
  else
    return -a;
}

template <class T>
__device__ inline T times(const T& a, const T& b) {
  if constexpr (is_complex_v<T>)
    return T{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  else
    return a * b;
}

/// a - f b
template <class T>
__device__ inline T minus_times(const T& a, const T& f, const T& b) {
  return multiply_add(a, negative(f), b);
}

/// What pivots are compared by.
template <class T>
__device__ inline real_of<T> magnitude(const T& a) {
  if constexpr (is_complex_v<T>)
    return fabs(a.re) + fabs(a.im);
  else
    return fabs(a);
}

/// Whether nothing can be divided by a pivot of this magnitude (its inverse overflows).
__device__ inline bool is_no_pivot(float magnitude) { return magnitude < FLT_MIN; }
__device__ inline bool is_no_pivot(double magnitude) { return magnitude < DBL_MIN; }

/// 1 / a to about one unit in the last place, where a and 1 / a are normal numbers: an
/// approximation to 20 bits or more and one iteration, for double of third order, without the
/// branches of a division.
__device__ inline float inverse(float a) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(a));
  return fmaf(y, fmaf(-a, y, 1.0f), y);
}
__device__ inline double inverse(double a) {
  double y;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(a));
  const double error = fma(-a, y, 1.0);
  return fma(y, fma(error, error, error), y);
}
/// Scaled, so that squares neither overflow nor vanish.
template <class T>
__device__ inline Complex<T> inverse(const Complex<T>& a) {
  const T scale = inverse(magnitude(a));
  const T re = a.re * scale, im = a.im * scale;
  const T factor = scale * inverse(re * re + im * im);
  return {re * factor, -im * factor};
}

template <class T>
__device__ inline T select(bool first, const T& a, const T& b) {
  if constexpr (is_complex_v<T>)
    return T{first ? a.re : b.re, first ? a.im : b.im};
  else
    return first ? a : b;
}

/// Exchanges a and b where `exchange` is true, without a branch.
template <class T>
__device__ inline void exchange_if(bool exchange, T& a, T& b) {
  const T former = a;
  a = select(exchange, b, a);
  b = select(exchange, former, b);
}

}  // namespace filigree::cuda
