/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HOST_CUCOMPLEX_H
#define FILIGREE_HOST_CUCOMPLEX_H

/** \file
 * Complex numbers of CUDA, for programs that are built without it. */

#include "vector_types.h"

/** \name The real part x, and the imaginary part y. */
/**@{*/
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
/**@}*/

/** \name From parts, and to them. */
/**@{*/
static inline cuFloatComplex make_cuFloatComplex(float real, float imaginary) {
  cuFloatComplex z;
  z.x = real;
  z.y = imaginary;
  return z;
}
static inline cuDoubleComplex make_cuDoubleComplex(double real, double imaginary) {
  cuDoubleComplex z;
  z.x = real;
  z.y = imaginary;
  return z;
}
static inline cuComplex make_cuComplex(float real, float imaginary) {
  return make_cuFloatComplex(real, imaginary);
}
static inline float cuCrealf(cuFloatComplex z) { return z.x; }
static inline float cuCimagf(cuFloatComplex z) { return z.y; }
static inline double cuCreal(cuDoubleComplex z) { return z.x; }
static inline double cuCimag(cuDoubleComplex z) { return z.y; }
/**@}*/

#endif
