/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HOST_CUBLAS_V2_H
#define FILIGREE_HOST_CUBLAS_V2_H

/** \file
 * The few calls of cuBLAS that stand beside cuSPARSE's in iterative solvers, for a build without
 * CUDA: plain loops on the host.
 */

#include <math.h>
#include <stddef.h>

#include "cuda_runtime_api.h"

/** By this name of the toolkit's header others tell that it is there. */
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_
#endif

/** What a call returns; here success, or that an argument is null. */
typedef enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

/** A matrix, or a transpose of it. */
typedef enum cublasOperation_t {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2
} cublasOperation_t;

/** Where scalars lie; on a host it is the same. */
typedef enum cublasPointerMode_t {
  CUBLAS_POINTER_MODE_HOST = 0,
  CUBLAS_POINTER_MODE_DEVICE = 1
} cublasPointerMode_t;

/** Nothing: there is no state. */
typedef struct cublasContext* cublasHandle_t;

/** \name The library. */
/**@{*/
static inline cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (handle == NULL) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = (cublasHandle_t)handle;
  return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  return handle == NULL ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  (void)stream;
  return handle == NULL ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  (void)mode;
  return handle == NULL ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_SUCCESS;
}
/**@}*/

/** y = x; y = a x + y; x = a x; the dot product; the norm; C = a op(A) + b op(B), by columns. Of
 * the sums, those of floats are of doubles, too. With b = 0, B is not read. */
#define FILIGREE_HOST_CUBLAS(X, T, root)                                                         \
  static inline cublasStatus_t cublas##X##copy(cublasHandle_t handle, int n, const T* x, int dx, \
                                               T* y, int dy) {                                   \
    ptrdiff_t i;                                                                                 \
    if (handle == NULL) return CUBLAS_STATUS_NOT_INITIALIZED;                                    \
    for (i = 0; i < n; ++i) y[i * dy] = x[i * dx];                                               \
    return CUBLAS_STATUS_SUCCESS;                                                                \
  }                                                                                              \
  static inline cublasStatus_t cublas##X##axpy(cublasHandle_t handle, int n, const T* a,         \
                                               const T* x, int dx, T* y, int dy) {               \
    ptrdiff_t i;                                                                                 \
    if (handle == NULL) return CUBLAS_STATUS_NOT_INITIALIZED;                                    \
    for (i = 0; i < n; ++i) y[i * dy] += *a * x[i * dx];                                         \
    return CUBLAS_STATUS_SUCCESS;                                                                \
  }                                                                                              \
  static inline cublasStatus_t cublas##X##scal(cublasHandle_t handle, int n, const T* a, T* x,   \
                                               int dx) {                                         \
    ptrdiff_t i;                                                                                 \
    if (handle == NULL) return CUBLAS_STATUS_NOT_INITIALIZED;                                    \
    for (i = 0; i < n; ++i) x[i * dx] *= *a;                                                     \
    return CUBLAS_STATUS_SUCCESS;                                                                \
  }                                                                                              \
  static inline cublasStatus_t cublas##X##dot(cublasHandle_t handle, int n, const T* x, int dx,  \
                                              const T* y, int dy, T* result) {                   \
    double sum = 0;                                                                              \
    ptrdiff_t i;                                                                                 \
    if (handle == NULL) return CUBLAS_STATUS_NOT_INITIALIZED;                                    \
    for (i = 0; i < n; ++i) sum += (double)x[i * dx] * (double)y[i * dy];                        \
    *result = (T)sum;                                                                            \
    return CUBLAS_STATUS_SUCCESS;                                                                \
  }                                                                                              \
  static inline cublasStatus_t cublas##X##nrm2(cublasHandle_t handle, int n, const T* x, int dx, \
                                               T* result) {                                      \
    const cublasStatus_t status = cublas##X##dot(handle, n, x, dx, x, dx, result);               \
    if (status == CUBLAS_STATUS_SUCCESS) *result = root(*result);                                \
    return status;                                                                               \
  }                                                                                              \
  static inline cublasStatus_t cublas##X##geam(                                                  \
      cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n,       \
      const T* a, const T* A, int lda, const T* b, const T* B, int ldb, T* C, int ldc) {         \
    ptrdiff_t i, j;                                                                              \
    if (handle == NULL) return CUBLAS_STATUS_NOT_INITIALIZED;                                    \
    for (j = 0; j < n; ++j)                                                                      \
      for (i = 0; i < m; ++i) {                                                                  \
        T sum = *a * A[op_a == CUBLAS_OP_N ? i + j * lda : j + i * lda];                         \
        if (*b != 0) sum += *b * B[op_b == CUBLAS_OP_N ? i + j * ldb : j + i * ldb];             \
        C[i + j * ldc] = sum;                                                                    \
      }                                                                                          \
    return CUBLAS_STATUS_SUCCESS;                                                                \
  }
/** \name In single and double precision. */
/**@{*/
FILIGREE_HOST_CUBLAS(S, float, sqrtf)
FILIGREE_HOST_CUBLAS(D, double, sqrt)
/**@}*/
#undef FILIGREE_HOST_CUBLAS

#endif
