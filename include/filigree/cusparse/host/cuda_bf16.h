/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HOST_CUDA_BF16_H
#define FILIGREE_HOST_CUDA_BF16_H

/** \file
 * bfloat16 of CUDA, for programs that are built without it: its bits, and conversions from and to
 * float. */

#include <string.h>

/** The upper half of a float: the bits. */
typedef struct __nv_bfloat16 {
  unsigned short bits;
} __nv_bfloat16;

/** The nearest one; of two that are as near, the even one. */
static inline __nv_bfloat16 __float2bfloat16(float value) {
  unsigned int bits;
  __nv_bfloat16 result;
  memcpy(&bits, &value, sizeof bits);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    bits = 0x7fff0000u; /* not a number */
  else
    bits += 0x7fffu + ((bits >> 16) & 1u);
  result.bits = (unsigned short)(bits >> 16);
  return result;
}

/** The same number. */
static inline float __bfloat162float(__nv_bfloat16 value) {
  const unsigned int bits = (unsigned int)value.bits << 16;
  float result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

#endif
