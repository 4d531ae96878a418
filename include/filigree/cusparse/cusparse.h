/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_CUSPARSE_H
#define FILIGREE_CUSPARSE_H

/**
 * \file
 * cuSPARSE's interface, version 12.9.4, on Filigree: programs that call cuSPARSE are compiled with
 * this folder on the include path and linked with filigree_cusparse in cuSPARSE's place. On a CUDA
 * build the toolkit's headers are used; on a host build those of the folder host/, with which
 * memory of the "device" is memory of the host.
 *
 * docs/cusparse_interface.md says what is there, and where a call differs from cuSPARSE's.
 */

#include <stdint.h>
#include <stdio.h>

#include <cuComplex.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>
#include <library_types.h>

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 9
#define CUSPARSE_VER_PATCH 4
#define CUSPARSE_VER_BUILD 2
#define CUSPARSE_VERSION (CUSPARSE_VER_MAJOR * 1000 + CUSPARSE_VER_MINOR * 100 + CUSPARSE_VER_PATCH)

#ifndef CUSPARSEAPI
#define CUSPARSEAPI
#endif

/** Whether there is a type __half: in C the toolkit has none, and hides the functions that take it. */
#if defined(__cplusplus) || defined(FILIGREE_HOST_CUDA_FP16_H)
#define FILIGREE_CUSPARSE_HAS_HALF
#endif

/** Marks what the library exports. */
#if defined(__GNUC__)
#define FILIGREE_CUSPARSE_EXPORT __attribute__((visibility("default")))
#else
#define FILIGREE_CUSPARSE_EXPORT
#endif

/** Behind the word enum: in C++, too, an enumeration holds any int, so that a wrong value can be
 *  refused. */
#ifdef __cplusplus
#define FILIGREE_CUSPARSE_INT : int
extern "C" {
#else
#define FILIGREE_CUSPARSE_INT
#endif

/** \name The library, matrices of the legacy calls, and what these find out about a matrix. */
/**@{*/
typedef struct cusparseContext* cusparseHandle_t;
typedef struct cusparseMatDescr* cusparseMatDescr_t;
typedef struct bsrsv2Info* bsrsv2Info_t;
typedef struct bsrsm2Info* bsrsm2Info_t;
typedef struct csric02Info* csric02Info_t;
typedef struct bsric02Info* bsric02Info_t;
typedef struct csrilu02Info* csrilu02Info_t;
typedef struct bsrilu02Info* bsrilu02Info_t;
typedef struct csru2csrInfo* csru2csrInfo_t;
typedef struct cusparseColorInfo* cusparseColorInfo_t;
typedef struct pruneInfo* pruneInfo_t;
/**@}*/

/** \name Vectors and matrices of the generic calls: sizes, types and the caller's pointers. */
/**@{*/
typedef struct cusparseSpVecDescr* cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr* cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr* cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr* cusparseDnMatDescr_t;
typedef const struct cusparseSpVecDescr* cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr* cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr* cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr* cusparseConstDnMatDescr_t;
/**@}*/

/** \name What operations of several calls keep between them. */
/**@{*/
typedef struct cusparseSpMVDescr* cusparseSpMVDescr_t;
typedef struct cusparseSpMVOpDescr* cusparseSpMVOpDescr_t;
typedef struct cusparseSpMVOpPlan* cusparseSpMVOpPlan_t;
typedef struct cusparseSpMatConvertDescr* cusparseSpMatConvertDescr_t;
typedef struct cusparseSpSVDescr* cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr* cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr* cusparseSpGEMMDescr_t;
typedef struct cusparseSpGEAMDescr* cusparseSpGEAMDescr_t;
typedef struct cusparseSpMMOpPlan* cusparseSpMMOpPlan_t;
/**@}*/

/** Called with each message: its level, the call and the text. */
typedef void (*cusparseLoggerCallback_t)(int level, const char* function, const char* message);

/** The arrays of a sparse matrix, by format. */
typedef struct cusparseSpMatPointers cusparseSpMatPointers_t;
/** The sizes of a sparse matrix, by format. */
typedef struct cusparseSpMatSizes cusparseSpMatSizes_t;

#include "cusparse_functions.h"

/** Each member of the union is for the format of its name. */
struct cusparseSpMatPointers {
  cusparseFormat_t format;
  union {
    struct {
      void *rowInd, *colInd, *values;
    } coo;
    struct {
      void *rowOffsets, *colInd, *values;
    } csr;
    struct {
      void *colOffsets, *rowInd, *values;
    } csc;
    struct {
      void *colInd, *values;
    } blockedEll;
    struct {
      void *sliceOffsets, *colInd, *values;
    } slicedEll;
    struct {
      void *rowOffsets, *colInd, *values;
    } bsr;
    struct {
      void* reserved[8];
    } _reserved; /**< room for formats to come */
  } data;
};

/** Each member of the union is for the format of its name. */
struct cusparseSpMatSizes {
  cusparseFormat_t format;
  union {
    struct {
      int64_t rows, cols, nnz;
    } coo, csr, csc;
    struct {
      int64_t rows, cols, ellBlockSize, ellCols;
    } blockedEll;
    struct {
      int64_t rows, cols, nnz, sellValuesSize, sliceSize;
    } slicedEll;
    struct {
      int64_t brows, bcols, bnnz, rowBlockSize, colBlockSize;
    } bsr;
    struct {
      int64_t reserved[8];
    } _reserved; /**< room for formats to come */
  } data;
};

#ifdef __cplusplus
}
#endif

/* What cuSPARSE has no longer, on Filigree's hipSPARSE, in whose folder it lies. */
#ifdef FILIGREE_CUSPARSE_LEGACY
#include <cusparse_legacy.h>
#endif

#endif
