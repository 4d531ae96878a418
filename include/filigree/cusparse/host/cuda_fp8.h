/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HOST_CUDA_FP8_H
#define FILIGREE_HOST_CUDA_FP8_H

/** \file
 * The 8-bit floating-point numbers of CUDA, for programs that are built without it: their bits, and
 * conversions from and to float. */

#include <math.h>

#include "cuda_bf16.h"
#include "cuda_fp16.h"

/** The bits of a number. */
typedef unsigned char __nv_fp8_storage_t;

/** The nearest number with so many exponent and fraction bits; of two that are as near, the even
 *  one; beyond the largest, the largest. `largest`: its bits. */
static inline __nv_fp8_storage_t filigree_fp8_of(float value, int bias, int fraction_bits,
                                                 __nv_fp8_storage_t largest) {
  const __nv_fp8_storage_t sign = signbit(value) ? 0x80 : 0;
  const float magnitude = fabsf(value);
  int exponent = 0;
  float steps;
  if (isnan(value)) return 0x7f;
  if (magnitude == 0) return sign;
  if (isinf(value)) return sign | largest;
  (void)frexpf(magnitude, &exponent);
  exponent = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
  steps = nearbyintf(ldexpf(magnitude, fraction_bits - exponent));
  /* a fraction that is rounded up to the next power of two carries into the exponent */
  steps += (float)((exponent + bias - 1) * (1 << fraction_bits));
  return sign | (steps > largest ? largest : (__nv_fp8_storage_t)steps);
}

/** The number of the bits of a finite one. */
static inline float filigree_fp8_to_float(__nv_fp8_storage_t bits, int bias, int fraction_bits) {
  const int exponent = (bits & 0x7f) >> fraction_bits;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const int whole = exponent == 0 ? fraction : fraction + (1 << fraction_bits);
  const float magnitude =
      ldexpf((float)whole, (exponent == 0 ? 1 : exponent) - bias - fraction_bits);
  return (bits & 0x80) != 0 ? -magnitude : magnitude;
}

/** 4 exponent and 3 fraction bits, up to 448. In C++ it comes from and goes to a float by itself.
 */
typedef struct __nv_fp8_e4m3 {
  __nv_fp8_storage_t __x; /**< the bits */
#ifdef __cplusplus
  __nv_fp8_e4m3() = default;
  explicit __nv_fp8_e4m3(float value) : __x(filigree_fp8_of(value, 7, 3, 0x7e)) {}
  explicit operator float() const {
    return (__x & 0x7f) == 0x7f ? NAN : filigree_fp8_to_float(__x, 7, 3);
  }
#endif
} __nv_fp8_e4m3;

/** 5 exponent and 2 fraction bits, up to 57344. */
typedef struct __nv_fp8_e5m2 {
  __nv_fp8_storage_t __x; /**< the bits */
#ifdef __cplusplus
  __nv_fp8_e5m2() = default;
  explicit __nv_fp8_e5m2(float value) : __x(filigree_fp8_of(value, 15, 2, 0x7b)) {}
  explicit operator float() const {
    if ((__x & 0x7f) > 0x7c) return NAN;
    if ((__x & 0x7f) == 0x7c) return (__x & 0x80) != 0 ? -INFINITY : INFINITY;
    return filigree_fp8_to_float(__x, 15, 2);
  }
#endif
} __nv_fp8_e5m2;

#endif
