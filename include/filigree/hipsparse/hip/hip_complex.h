/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HIP_COMPLEX_H
#define FILIGREE_HIP_COMPLEX_H

/** \file
 * Complex numbers by HIP's names. */

#include <cuComplex.h>

/** \name The types and what makes one. */
/**@{*/
typedef cuComplex hipComplex;
typedef cuComplex hipFloatComplex;
typedef cuDoubleComplex hipDoubleComplex;
static inline hipComplex make_hipComplex(float real, float imaginary) {
  return make_cuComplex(real, imaginary);
}
static inline hipComplex make_hipFloatComplex(float real, float imaginary) {
  return make_cuComplex(real, imaginary);
}
static inline hipDoubleComplex make_hipDoubleComplex(double real, double imaginary) {
  return make_cuDoubleComplex(real, imaginary);
}
static inline float hipCrealf(hipComplex number) { return number.x; }
static inline float hipCimagf(hipComplex number) { return number.y; }
static inline double hipCreal(hipDoubleComplex number) { return number.x; }
static inline double hipCimag(hipDoubleComplex number) { return number.y; }
/**@}*/

#endif
