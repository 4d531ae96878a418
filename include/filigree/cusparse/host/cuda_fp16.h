/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HOST_CUDA_FP16_H
#define FILIGREE_HOST_CUDA_FP16_H

/** \file
 * The 16-bit floating-point number of CUDA, for programs that are built without it: its bits, and
 * conversions from and to float. */

#include <string.h>

/** IEEE binary16. In C++ it comes from and goes to a float by itself. */
typedef struct __half {
  unsigned short bits; /**< of the number */
#ifdef __cplusplus
  __half() = default;
  inline __half(float value);
  inline operator float() const;
#endif
} __half;
#ifdef __cplusplus
typedef __half half; /**< its name in CUDA C++ */
#endif

/** The nearest half; of two that are as near, the even one. */
static inline __half __float2half(float value) {
  unsigned int bits, magnitude, rounded;
  __half result;
  memcpy(&bits, &value, sizeof bits);
  magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) {
    rounded = 0x7e00u; /* not a number */
  } else if (magnitude >= 0x477ff000u) {
    rounded = 0x7c00u; /* infinite */
  } else if (magnitude >= 0x38800000u) {
    rounded = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
  } else { /* below the smallest normal half; adding a half rounds to its last place */
    float sum;
    memcpy(&sum, &magnitude, sizeof sum);
    sum += 0.5f;
    memcpy(&rounded, &sum, sizeof rounded);
    rounded -= 0x3f000000u;
  }
  result.bits = (unsigned short)(rounded | (bits >> 16 & 0x8000u));
  return result;
}

/** The same number. */
static inline float __half2float(__half value) {
  const unsigned int sign = (unsigned int)(value.bits & 0x8000u) << 16;
  unsigned int magnitude = (unsigned int)(value.bits & 0x7fffu) << 13;
  float result;
  if (magnitude >= 0x0f800000u) {
    magnitude += 0x70000000u; /* infinite, or not a number */
    memcpy(&result, &magnitude, sizeof result);
  } else {
    memcpy(&result, &magnitude, sizeof result);
    result *= 5.192296858534828e+33f; /* 2^112, the difference of the exponents' biases */
    memcpy(&magnitude, &result, sizeof magnitude);
  }
  magnitude |= sign;
  memcpy(&result, &magnitude, sizeof result);
  return result;
}

#ifdef __cplusplus
inline __half::__half(float value) : bits(__float2half(value).bits) {}
inline __half::operator float() const { return __half2float(*this); }
#endif

#endif
