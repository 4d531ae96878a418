// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <filigree/core/half.hpp>

#include "cuda/warp.hpp"

/// Scalars of tuned kernels: the library's storage types without Kokkos. Complex<T> has the size,
/// alignment and layout of Kokkos::complex<T>.

namespace filigree::cuda {

template <class T>
struct alignas(2 * sizeof(T)) Complex {
  T re;
  T im;
};

template <class T>
inline constexpr bool is_complex_v = false;
template <class T>
inline constexpr bool is_complex_v<Complex<T>> = true;
template <class T>
inline constexpr bool is_complex_v<complex_storage<T>> = true;

/// Storage to compute type: the widening that detail::convert does for Kokkos types.
template <class To, class From>
__device__ inline To widen(const From& from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (is_complex_v<To>) {
    using Real = decltype(To::re);
    if constexpr (is_complex_v<From>)
      return To{Real(float(from.re)), Real(float(from.im))};
    else
      return To{Real(from), Real(0)};
  } else {
    return To(from);
  }
}

/// Compute to storage type, rounded once.
template <class To, class From>
__device__ inline To narrow(const From& from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (is_complex_v<To>) {
    using Real = decltype(To::re);
    return To{Real(float(from.re)), Real(float(from.im))};
  } else {
    return To(float(from));
  }
}

template <class T>
__device__ inline T zero() {
  if constexpr (is_complex_v<T>)
    return T{0, 0};
  else
    return T(0);
}

template <class T>
__device__ inline T add(const T& a, const T& b) {
  if constexpr (is_complex_v<T>)
    return T{a.re + b.re, a.im + b.im};
  else
    return a + b;
}

template <class T>
__device__ inline T conjugate(const T& a) {
  if constexpr (is_complex_v<T>)
    return T{a.re, -a.im};
  else
    return a;
}

template <class T>
__device__ inline bool is_zero(const T& a) {
  if constexpr (is_complex_v<T>)
    return a.re == 0 && a.im == 0;
  else
    return a == T(0);
}

/// sum + a x. A real a on a complex x costs two products, not four.
template <class C, class A, class X>
__device__ inline C multiply_add(C sum, const A& a, const X& x) {
  if constexpr (is_complex_v<C> && is_complex_v<A>) {
    const C wide_a = widen<C>(a);
    const C wide_x = widen<C>(x);
    sum.re += wide_a.re * wide_x.re;
    sum.im += wide_a.re * wide_x.im;
    sum.re -= wide_a.im * wide_x.im;
    sum.im += wide_a.im * wide_x.re;
  } else if constexpr (is_complex_v<C>) {
    const auto wide_a = decltype(C::re)(a);
    const C wide_x = widen<C>(x);
    sum.re += wide_a * wide_x.re;
    sum.im += wide_a * wide_x.im;
  } else {
    sum += widen<C>(a) * widen<C>(x);
  }
  return sum;
}

template <class C>
__device__ inline C shuffle_down(C value, int delta, int width) {
  if constexpr (is_complex_v<C>)
    return C{__shfl_down_sync(whole_warp, value.re, delta, width),
             __shfl_down_sync(whole_warp, value.im, delta, width)};
  else
    return __shfl_down_sync(whole_warp, value, delta, width);
}

/// The value of the lane whose number differs from this one's in the bits of \c bits.
template <class C>
__device__ inline C shuffle_xor(C value, int bits) {
  if constexpr (is_complex_v<C>)
    return C{__shfl_xor_sync(whole_warp, value.re, bits),
             __shfl_xor_sync(whole_warp, value.im, bits)};
  else
    return __shfl_xor_sync(whole_warp, value, bits);
}

}  // namespace filigree::cuda
