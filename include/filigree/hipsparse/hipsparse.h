/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HIPSPARSE_H
#define FILIGREE_HIPSPARSE_H

/**
 * \file
 * hipSPARSE's interface, version 4.2.0, on Filigree: programs that call hipSPARSE are compiled with
 * this folder on the include path and linked with libhipsparse of Filigree. The folder hip/ stands
 * for HIP's headers.
 *
 * docs/hipsparse_interface.md says what is there, and where a call differs from hipSPARSE's.
 */

#include <stddef.h>
#include <stdint.h>

#include "hip/hip_complex.h"
#include "hip/hip_runtime_api.h"

#define hipsparseVersionMajor 4
#define hipsparseVersionMinor 2
#define hipsparseVersionPatch 0

/** Marks what the library exports. */
#if defined(__GNUC__)
#define HIPSPARSE_EXPORT __attribute__((visibility("default")))
#else
#define HIPSPARSE_EXPORT
#endif

/** Behind the word enum: in C++, too, an enumeration holds any int, so that a wrong value can be
 *  refused. */
#ifdef __cplusplus
#define FILIGREE_HIPSPARSE_INT : int
extern "C" {
#else
#define FILIGREE_HIPSPARSE_INT
#endif

/** \name The library, matrices of the legacy calls, and what these find out about a matrix. */
/**@{*/
typedef void* hipsparseHandle_t;
typedef void* hipsparseMatDescr_t;
typedef void* hipsparseHybMat_t;
typedef void* hipsparseColorInfo_t;
typedef struct bsrsv2Info* bsrsv2Info_t;
typedef struct bsrsm2Info* bsrsm2Info_t;
typedef struct bsrilu02Info* bsrilu02Info_t;
typedef struct bsric02Info* bsric02Info_t;
typedef struct csrsv2Info* csrsv2Info_t;
typedef struct csrsm2Info* csrsm2Info_t;
typedef struct csrilu02Info* csrilu02Info_t;
typedef struct csric02Info* csric02Info_t;
typedef struct csrgemm2Info* csrgemm2Info_t;
typedef struct pruneInfo* pruneInfo_t;
typedef struct csru2csrInfo* csru2csrInfo_t;
/**@}*/

/** \name Vectors and matrices of the generic calls: sizes, types and the caller's pointers. */
/**@{*/
typedef void* hipsparseSpVecDescr_t;
typedef void* hipsparseDnVecDescr_t;
typedef struct hipsparseSpMatDescr_st* hipsparseSpMatDescr_t;
typedef void* hipsparseDnMatDescr_t;
typedef const void* hipsparseConstSpVecDescr_t;
typedef const void* hipsparseConstDnVecDescr_t;
typedef const struct hipsparseSpMatDescr_st* hipsparseConstSpMatDescr_t;
typedef const void* hipsparseConstDnMatDescr_t;
/**@}*/

/** \name What operations of several calls keep between them. */
/**@{*/
typedef struct hipsparseSpGEMMDescr* hipsparseSpGEMMDescr_t;
typedef struct hipsparseSpSVDescr* hipsparseSpSVDescr_t;
typedef struct hipsparseSpSMDescr* hipsparseSpSMDescr_t;
/**@}*/

#include "hipsparse_functions.h"

#ifdef __cplusplus
}
#endif

#endif
