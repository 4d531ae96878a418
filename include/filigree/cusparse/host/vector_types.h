/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HOST_VECTOR_TYPES_H
#define FILIGREE_HOST_VECTOR_TYPES_H

/** \file
 * Pairs of CUDA, for programs that are built without it. */

#if defined(__GNUC__)
/** At a multiple of so many bytes, as CUDA has it. */
#define FILIGREE_ALIGNED(bytes) __attribute__((aligned(bytes)))
#else
#define FILIGREE_ALIGNED(bytes)
#endif

/** \name Two numbers. */
/**@{*/
typedef struct FILIGREE_ALIGNED(8) float2 {
  float x, y;
} float2;
typedef struct FILIGREE_ALIGNED(16) double2 {
  double x, y;
} double2;
/**@}*/

#endif
