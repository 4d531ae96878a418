/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Made by src/hipsparse/generate.py of src/hipsparse/functions.txt and */
/* src/cusparse/functions.txt. */
#ifndef FILIGREE_CUSPARSE_LEGACY_H
#define FILIGREE_CUSPARSE_LEGACY_H

/** \file
 * Functions that cuSPARSE had until CUDA 10 or 11, for programs that still call them: cusparse.h
 * includes this where FILIGREE_CUSPARSE_LEGACY is defined. They are those of Filigree's hipSPARSE, with
 * which the program is linked too. */

#include <hipsparse.h>

/* --- Matrix descriptors and infos of the legacy calls -------------------------------------- */

static inline cusparseStatus_t cusparseCopyMatDescr(
    cusparseMatDescr_t dest, const cusparseMatDescr_t src) {
  return (cusparseStatus_t)hipsparseCopyMatDescr((hipsparseMatDescr_t)dest,
  (hipsparseMatDescr_t)src);
}
static inline cusparseStatus_t cusparseCreateCsrsv2Info(csrsv2Info_t* info) {
  return (cusparseStatus_t)hipsparseCreateCsrsv2Info(info);
}
static inline cusparseStatus_t cusparseDestroyCsrsv2Info(csrsv2Info_t info) {
  return (cusparseStatus_t)hipsparseDestroyCsrsv2Info(info);
}
static inline cusparseStatus_t cusparseCreateCsrsm2Info(csrsm2Info_t* info) {
  return (cusparseStatus_t)hipsparseCreateCsrsm2Info(info);
}
static inline cusparseStatus_t cusparseDestroyCsrsm2Info(csrsm2Info_t info) {
  return (cusparseStatus_t)hipsparseDestroyCsrsm2Info(info);
}
static inline cusparseStatus_t cusparseCreateCsrgemm2Info(csrgemm2Info_t* info) {
  return (cusparseStatus_t)hipsparseCreateCsrgemm2Info(info);
}
static inline cusparseStatus_t cusparseDestroyCsrgemm2Info(csrgemm2Info_t info) {
  return (cusparseStatus_t)hipsparseDestroyCsrgemm2Info(info);
}

/* --- Legacy operations on two vectors ------------------------------------------------------ */

static inline cusparseStatus_t cusparseSaxpyi(
    cusparseHandle_t handle, int nnz, const float* alpha, const float* xVal, const int* xInd,
    float* y, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseSaxpyi((hipsparseHandle_t)handle, nnz, alpha, xVal, xInd, y,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseDaxpyi(
    cusparseHandle_t handle, int nnz, const double* alpha, const double* xVal, const int* xInd,
    double* y, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDaxpyi((hipsparseHandle_t)handle, nnz, alpha, xVal, xInd, y,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseCaxpyi(
    cusparseHandle_t handle, int nnz, const cuComplex* alpha, const cuComplex* xVal, const int*
    xInd, cuComplex* y, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCaxpyi((hipsparseHandle_t)handle, nnz, alpha, xVal, xInd, y,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseZaxpyi(
    cusparseHandle_t handle, int nnz, const cuDoubleComplex* alpha, const cuDoubleComplex* xVal,
    const int* xInd, cuDoubleComplex* y, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZaxpyi((hipsparseHandle_t)handle, nnz, alpha, xVal, xInd, y,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseSdoti(
    cusparseHandle_t handle, int nnz, const float* xVal, const int* xInd, const float* y, float*
    result, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseSdoti((hipsparseHandle_t)handle, nnz, xVal, xInd, y, result,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseDdoti(
    cusparseHandle_t handle, int nnz, const double* xVal, const int* xInd, const double* y,
    double* result, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDdoti((hipsparseHandle_t)handle, nnz, xVal, xInd, y, result,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseCdoti(
    cusparseHandle_t handle, int nnz, const cuComplex* xVal, const int* xInd, const cuComplex*
    y, cuComplex* result, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCdoti((hipsparseHandle_t)handle, nnz, xVal, xInd, y, result,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseZdoti(
    cusparseHandle_t handle, int nnz, const cuDoubleComplex* xVal, const int* xInd, const
    cuDoubleComplex* y, cuDoubleComplex* result, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZdoti((hipsparseHandle_t)handle, nnz, xVal, xInd, y, result,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseCdotci(
    cusparseHandle_t handle, int nnz, const cuComplex* xVal, const int* xInd, const cuComplex*
    y, cuComplex* result, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCdotci((hipsparseHandle_t)handle, nnz, xVal, xInd, y,
  result, (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseZdotci(
    cusparseHandle_t handle, int nnz, const cuDoubleComplex* xVal, const int* xInd, const
    cuDoubleComplex* y, cuDoubleComplex* result, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZdotci((hipsparseHandle_t)handle, nnz, xVal, xInd, y,
  result, (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseSgthr(
    cusparseHandle_t handle, int nnz, const float* y, float* xVal, const int* xInd,
    cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseSgthr((hipsparseHandle_t)handle, nnz, y, xVal, xInd,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseDgthr(
    cusparseHandle_t handle, int nnz, const double* y, double* xVal, const int* xInd,
    cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDgthr((hipsparseHandle_t)handle, nnz, y, xVal, xInd,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseCgthr(
    cusparseHandle_t handle, int nnz, const cuComplex* y, cuComplex* xVal, const int* xInd,
    cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCgthr((hipsparseHandle_t)handle, nnz, y, xVal, xInd,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseZgthr(
    cusparseHandle_t handle, int nnz, const cuDoubleComplex* y, cuDoubleComplex* xVal, const
    int* xInd, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZgthr((hipsparseHandle_t)handle, nnz, y, xVal, xInd,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseSgthrz(
    cusparseHandle_t handle, int nnz, float* y, float* xVal, const int* xInd,
    cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseSgthrz((hipsparseHandle_t)handle, nnz, y, xVal, xInd,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseDgthrz(
    cusparseHandle_t handle, int nnz, double* y, double* xVal, const int* xInd,
    cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDgthrz((hipsparseHandle_t)handle, nnz, y, xVal, xInd,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseCgthrz(
    cusparseHandle_t handle, int nnz, cuComplex* y, cuComplex* xVal, const int* xInd,
    cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCgthrz((hipsparseHandle_t)handle, nnz, y, xVal, xInd,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseZgthrz(
    cusparseHandle_t handle, int nnz, cuDoubleComplex* y, cuDoubleComplex* xVal, const int*
    xInd, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZgthrz((hipsparseHandle_t)handle, nnz, y, xVal, xInd,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseSsctr(
    cusparseHandle_t handle, int nnz, const float* xVal, const int* xInd, float* y,
    cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseSsctr((hipsparseHandle_t)handle, nnz, xVal, xInd, y,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseDsctr(
    cusparseHandle_t handle, int nnz, const double* xVal, const int* xInd, double* y,
    cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDsctr((hipsparseHandle_t)handle, nnz, xVal, xInd, y,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseCsctr(
    cusparseHandle_t handle, int nnz, const cuComplex* xVal, const int* xInd, cuComplex* y,
    cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCsctr((hipsparseHandle_t)handle, nnz, xVal, xInd, y,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseZsctr(
    cusparseHandle_t handle, int nnz, const cuDoubleComplex* xVal, const int* xInd,
    cuDoubleComplex* y, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZsctr((hipsparseHandle_t)handle, nnz, xVal, xInd, y,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseSroti(
    cusparseHandle_t handle, int nnz, float* xVal, const int* xInd, float* y, const float* c,
    const float* s, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseSroti((hipsparseHandle_t)handle, nnz, xVal, xInd, y, c, s,
  (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseDroti(
    cusparseHandle_t handle, int nnz, double* xVal, const int* xInd, double* y, const double* c,
    const double* s, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDroti((hipsparseHandle_t)handle, nnz, xVal, xInd, y, c, s,
  (hipsparseIndexBase_t)idxBase);
}

/* --- Legacy products and solves with vectors ----------------------------------------------- */

static inline cusparseStatus_t cusparseScsrmv(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int nnz, const float*
    alpha, const cusparseMatDescr_t descrA, const float* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const float* x, const float* beta, float* y) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrmv((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, n, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, x, beta, y);
}
static inline cusparseStatus_t cusparseDcsrmv(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int nnz, const double*
    alpha, const cusparseMatDescr_t descrA, const double* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const double* x, const double* beta, double*
    y) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrmv((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, n, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, x, beta, y);
}
static inline cusparseStatus_t cusparseCcsrmv(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int nnz, const cuComplex*
    alpha, const cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const cuComplex* x, const cuComplex* beta,
    cuComplex* y) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrmv((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, n, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, x, beta, y);
}
static inline cusparseStatus_t cusparseZcsrmv(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int nnz, const
    cuDoubleComplex* alpha, const cusparseMatDescr_t descrA, const cuDoubleComplex*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const
    cuDoubleComplex* x, const cuDoubleComplex* beta, cuDoubleComplex* y) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrmv((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, n, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, x, beta, y);
}
static inline cusparseStatus_t cusparseXcsrsv2_zeroPivot(
    cusparseHandle_t handle, csrsv2Info_t info, int* position) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseXcsrsv2_zeroPivot((hipsparseHandle_t)handle, info,
  position);
}
static inline cusparseStatus_t cusparseScsrsv2_bufferSize(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, float* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csrsv2Info_t info, int* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrsv2_bufferSize((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseDcsrsv2_bufferSize(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, double* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csrsv2Info_t info, int* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrsv2_bufferSize((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseCcsrsv2_bufferSize(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, cuComplex* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csrsv2Info_t info, int* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrsv2_bufferSize((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseZcsrsv2_bufferSize(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csrsv2Info_t info, int* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrsv2_bufferSize((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseScsrsv2_bufferSizeExt(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, float* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csrsv2Info_t info, size_t* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrsv2_bufferSizeExt((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseDcsrsv2_bufferSizeExt(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, double* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csrsv2Info_t info, size_t* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrsv2_bufferSizeExt((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseCcsrsv2_bufferSizeExt(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, cuComplex* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csrsv2Info_t info, size_t* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrsv2_bufferSizeExt((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseZcsrsv2_bufferSizeExt(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csrsv2Info_t info, size_t* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrsv2_bufferSizeExt((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseScsrsv2_analysis(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, const float* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, csrsv2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrsv2_analysis((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseDcsrsv2_analysis(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, const double* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, csrsv2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrsv2_analysis((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseCcsrsv2_analysis(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csrsv2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrsv2_analysis((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseZcsrsv2_analysis(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const
    cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, csrsv2Info_t info, cusparseSolvePolicy_t
    policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrsv2_analysis((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseScsrsv2_solve(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const float* alpha,
    const cusparseMatDescr_t descrA, const float* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csrsv2Info_t info, const float* f, float* x,
    cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrsv2_solve((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, f, x, (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseDcsrsv2_solve(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const double* alpha,
    const cusparseMatDescr_t descrA, const double* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csrsv2Info_t info, const double* f, double* x,
    cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrsv2_solve((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, f, x, (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseCcsrsv2_solve(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const cuComplex* alpha,
    const cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, csrsv2Info_t info, const cuComplex* f,
    cuComplex* x, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrsv2_solve((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, f, x, (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseZcsrsv2_solve(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int nnz, const cuDoubleComplex*
    alpha, const cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, csrsv2Info_t info, const cuDoubleComplex* f,
    cuDoubleComplex* x, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrsv2_solve((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, info, f, x, (hipsparseSolvePolicy_t)policy, pBuffer);
}

/* --- Legacy products and solves with matrices ---------------------------------------------- */

static inline cusparseStatus_t cusparseScsrmm(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int k, int nnz, const
    float* alpha, const cusparseMatDescr_t descrA, const float* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const float* B, int ldb, const float* beta,
    float* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrmm((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, n, k, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc);
}
static inline cusparseStatus_t cusparseDcsrmm(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int k, int nnz, const
    double* alpha, const cusparseMatDescr_t descrA, const double* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const double* B, int ldb, const double* beta,
    double* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrmm((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, n, k, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc);
}
static inline cusparseStatus_t cusparseCcsrmm(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int k, int nnz, const
    cuComplex* alpha, const cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const
    int* csrSortedRowPtrA, const int* csrSortedColIndA, const cuComplex* B, int ldb, const
    cuComplex* beta, cuComplex* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrmm((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, n, k, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc);
}
static inline cusparseStatus_t cusparseZcsrmm(
    cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int k, int nnz, const
    cuDoubleComplex* alpha, const cusparseMatDescr_t descrA, const cuDoubleComplex*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const
    cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta, cuDoubleComplex* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrmm((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, m, n, k, nnz, alpha, (hipsparseMatDescr_t)descrA, csrSortedValA,
  csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc);
}
static inline cusparseStatus_t cusparseScsrmm2(
    cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m, int
    n, int k, int nnz, const float* alpha, const cusparseMatDescr_t descrA, const float*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const float* B, int
    ldb, const float* beta, float* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrmm2((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, n, k, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta,
  C, ldc);
}
static inline cusparseStatus_t cusparseDcsrmm2(
    cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m, int
    n, int k, int nnz, const double* alpha, const cusparseMatDescr_t descrA, const double*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const double* B,
    int ldb, const double* beta, double* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrmm2((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, n, k, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta,
  C, ldc);
}
static inline cusparseStatus_t cusparseCcsrmm2(
    cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m, int
    n, int k, int nnz, const cuComplex* alpha, const cusparseMatDescr_t descrA, const cuComplex*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const cuComplex* B,
    int ldb, const cuComplex* beta, cuComplex* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrmm2((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, n, k, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta,
  C, ldc);
}
static inline cusparseStatus_t cusparseZcsrmm2(
    cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m, int
    n, int k, int nnz, const cuDoubleComplex* alpha, const cusparseMatDescr_t descrA, const
    cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,
    const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta, cuDoubleComplex* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrmm2((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, n, k, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta,
  C, ldc);
}
static inline cusparseStatus_t cusparseSgemmi(
    cusparseHandle_t handle, int m, int n, int k, int nnz, const float* alpha, const float* A,
    int lda, const float* cscValB, const int* cscColPtrB, const int* cscRowIndB, const float*
    beta, float* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseSgemmi((hipsparseHandle_t)handle, m, n, k, nnz, alpha, A,
  lda, cscValB, cscColPtrB, cscRowIndB, beta, C, ldc);
}
static inline cusparseStatus_t cusparseDgemmi(
    cusparseHandle_t handle, int m, int n, int k, int nnz, const double* alpha, const double* A,
    int lda, const double* cscValB, const int* cscColPtrB, const int* cscRowIndB, const double*
    beta, double* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDgemmi((hipsparseHandle_t)handle, m, n, k, nnz, alpha, A,
  lda, cscValB, cscColPtrB, cscRowIndB, beta, C, ldc);
}
static inline cusparseStatus_t cusparseCgemmi(
    cusparseHandle_t handle, int m, int n, int k, int nnz, const cuComplex* alpha, const
    cuComplex* A, int lda, const cuComplex* cscValB, const int* cscColPtrB, const int*
    cscRowIndB, const cuComplex* beta, cuComplex* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCgemmi((hipsparseHandle_t)handle, m, n, k, nnz, alpha, A,
  lda, cscValB, cscColPtrB, cscRowIndB, beta, C, ldc);
}
static inline cusparseStatus_t cusparseZgemmi(
    cusparseHandle_t handle, int m, int n, int k, int nnz, const cuDoubleComplex* alpha, const
    cuDoubleComplex* A, int lda, const cuDoubleComplex* cscValB, const int* cscColPtrB, const
    int* cscRowIndB, const cuDoubleComplex* beta, cuDoubleComplex* C, int ldc) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZgemmi((hipsparseHandle_t)handle, m, n, k, nnz, alpha, A,
  lda, cscValB, cscColPtrB, cscRowIndB, beta, C, ldc);
}
static inline cusparseStatus_t cusparseXcsrsm2_zeroPivot(
    cusparseHandle_t handle, csrsm2Info_t info, int* position) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseXcsrsm2_zeroPivot((hipsparseHandle_t)handle, info,
  position);
}
static inline cusparseStatus_t cusparseScsrsm2_bufferSizeExt(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const float* alpha, const cusparseMatDescr_t descrA, const float*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const float* B, int
    ldb, csrsm2Info_t info, cusparseSolvePolicy_t policy, size_t* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrsm2_bufferSizeExt((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseDcsrsm2_bufferSizeExt(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const double* alpha, const cusparseMatDescr_t descrA, const
    double* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const
    double* B, int ldb, csrsm2Info_t info, cusparseSolvePolicy_t policy, size_t*
    pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrsm2_bufferSizeExt((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseCcsrsm2_bufferSizeExt(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const cuComplex* alpha, const cusparseMatDescr_t descrA, const
    cuComplex* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const
    cuComplex* B, int ldb, csrsm2Info_t info, cusparseSolvePolicy_t policy, size_t*
    pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrsm2_bufferSizeExt((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseZcsrsm2_bufferSizeExt(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const cuDoubleComplex* alpha, const cusparseMatDescr_t descrA,
    const cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, const cuDoubleComplex* B, int ldb, csrsm2Info_t info,
    cusparseSolvePolicy_t policy, size_t* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrsm2_bufferSizeExt((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseScsrsm2_analysis(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const float* alpha, const cusparseMatDescr_t descrA, const float*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const float* B, int
    ldb, csrsm2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrsm2_analysis((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseDcsrsm2_analysis(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const double* alpha, const cusparseMatDescr_t descrA, const
    double* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const
    double* B, int ldb, csrsm2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrsm2_analysis((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseCcsrsm2_analysis(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const cuComplex* alpha, const cusparseMatDescr_t descrA, const
    cuComplex* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const
    cuComplex* B, int ldb, csrsm2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrsm2_analysis((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseZcsrsm2_analysis(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const cuDoubleComplex* alpha, const cusparseMatDescr_t descrA,
    const cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, const cuDoubleComplex* B, int ldb, csrsm2Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrsm2_analysis((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseScsrsm2_solve(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const float* alpha, const cusparseMatDescr_t descrA, const float*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, float* B, int ldb,
    csrsm2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrsm2_solve((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseDcsrsm2_solve(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const double* alpha, const cusparseMatDescr_t descrA, const
    double* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, double* B,
    int ldb, csrsm2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrsm2_solve((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseCcsrsm2_solve(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const cuComplex* alpha, const cusparseMatDescr_t descrA, const
    cuComplex* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,
    cuComplex* B, int ldb, csrsm2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrsm2_solve((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBuffer);
}
static inline cusparseStatus_t cusparseZcsrsm2_solve(
    cusparseHandle_t handle, int algo, cusparseOperation_t transA, cusparseOperation_t transB,
    int m, int nrhs, int nnz, const cuDoubleComplex* alpha, const cusparseMatDescr_t descrA,
    const cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, cuDoubleComplex* B, int ldb, csrsm2Info_t info, cusparseSolvePolicy_t
    policy, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrsm2_solve((hipsparseHandle_t)handle, algo,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, nrhs, nnz, alpha,
  (hipsparseMatDescr_t)descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info,
  (hipsparseSolvePolicy_t)policy, pBuffer);
}

/* --- Legacy sums and products of sparse matrices ------------------------------------------- */

static inline cusparseStatus_t cusparseXcsrgeamNnz(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, int nnzA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const cusparseMatDescr_t descrB, int nnzB,
    const int* csrSortedRowPtrB, const int* csrSortedColIndB, const cusparseMatDescr_t descrC,
    int* csrSortedRowPtrC, int* nnzTotalDevHostPtr) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseXcsrgeamNnz((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descrA, nnzA, csrSortedRowPtrA, csrSortedColIndA,
  (hipsparseMatDescr_t)descrB, nnzB, csrSortedRowPtrB, csrSortedColIndB,
  (hipsparseMatDescr_t)descrC, csrSortedRowPtrC, nnzTotalDevHostPtr);
}
static inline cusparseStatus_t cusparseScsrgeam(
    cusparseHandle_t handle, int m, int n, const float* alpha, const cusparseMatDescr_t descrA,
    int nnzA, const float* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, const float* beta, const cusparseMatDescr_t descrB, int nnzB, const float*
    csrSortedValB, const int* csrSortedRowPtrB, const int* csrSortedColIndB, const
    cusparseMatDescr_t descrC, float* csrSortedValC, int* csrSortedRowPtrC, int*
    csrSortedColIndC) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrgeam((hipsparseHandle_t)handle, m, n, alpha,
  (hipsparseMatDescr_t)descrA, nnzA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, beta,
  (hipsparseMatDescr_t)descrB, nnzB, csrSortedValB, csrSortedRowPtrB, csrSortedColIndB,
  (hipsparseMatDescr_t)descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC);
}
static inline cusparseStatus_t cusparseDcsrgeam(
    cusparseHandle_t handle, int m, int n, const double* alpha, const cusparseMatDescr_t descrA,
    int nnzA, const double* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, const double* beta, const cusparseMatDescr_t descrB, int nnzB, const
    double* csrSortedValB, const int* csrSortedRowPtrB, const int* csrSortedColIndB, const
    cusparseMatDescr_t descrC, double* csrSortedValC, int* csrSortedRowPtrC, int*
    csrSortedColIndC) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrgeam((hipsparseHandle_t)handle, m, n, alpha,
  (hipsparseMatDescr_t)descrA, nnzA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, beta,
  (hipsparseMatDescr_t)descrB, nnzB, csrSortedValB, csrSortedRowPtrB, csrSortedColIndB,
  (hipsparseMatDescr_t)descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC);
}
static inline cusparseStatus_t cusparseCcsrgeam(
    cusparseHandle_t handle, int m, int n, const cuComplex* alpha, const cusparseMatDescr_t
    descrA, int nnzA, const cuComplex* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, const cuComplex* beta, const cusparseMatDescr_t descrB, int nnzB, const
    cuComplex* csrSortedValB, const int* csrSortedRowPtrB, const int* csrSortedColIndB, const
    cusparseMatDescr_t descrC, cuComplex* csrSortedValC, int* csrSortedRowPtrC, int*
    csrSortedColIndC) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrgeam((hipsparseHandle_t)handle, m, n, alpha,
  (hipsparseMatDescr_t)descrA, nnzA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, beta,
  (hipsparseMatDescr_t)descrB, nnzB, csrSortedValB, csrSortedRowPtrB, csrSortedColIndB,
  (hipsparseMatDescr_t)descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC);
}
static inline cusparseStatus_t cusparseZcsrgeam(
    cusparseHandle_t handle, int m, int n, const cuDoubleComplex* alpha, const
    cusparseMatDescr_t descrA, int nnzA, const cuDoubleComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const cuDoubleComplex* beta, const
    cusparseMatDescr_t descrB, int nnzB, const cuDoubleComplex* csrSortedValB, const int*
    csrSortedRowPtrB, const int* csrSortedColIndB, const cusparseMatDescr_t descrC,
    cuDoubleComplex* csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrgeam((hipsparseHandle_t)handle, m, n, alpha,
  (hipsparseMatDescr_t)descrA, nnzA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, beta,
  (hipsparseMatDescr_t)descrB, nnzB, csrSortedValB, csrSortedRowPtrB, csrSortedColIndB,
  (hipsparseMatDescr_t)descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC);
}
static inline cusparseStatus_t cusparseXcsrgemmNnz(
    cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m, int
    n, int k, const cusparseMatDescr_t descrA, int nnzA, const int* csrRowPtrA, const int*
    csrColIndA, const cusparseMatDescr_t descrB, int nnzB, const int* csrRowPtrB, const int*
    csrColIndB, const cusparseMatDescr_t descrC, int* csrRowPtrC, int* nnzTotalDevHostPtr) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseXcsrgemmNnz((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, n, k,
  (hipsparseMatDescr_t)descrA, nnzA, csrRowPtrA, csrColIndA, (hipsparseMatDescr_t)descrB, nnzB,
  csrRowPtrB, csrColIndB, (hipsparseMatDescr_t)descrC, csrRowPtrC, nnzTotalDevHostPtr);
}
static inline cusparseStatus_t cusparseScsrgemm(
    cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m, int
    n, int k, const cusparseMatDescr_t descrA, int nnzA, const float* csrValA, const int*
    csrRowPtrA, const int* csrColIndA, const cusparseMatDescr_t descrB, int nnzB, const float*
    csrValB, const int* csrRowPtrB, const int* csrColIndB, const cusparseMatDescr_t descrC,
    float* csrValC, const int* csrRowPtrC, int* csrColIndC) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrgemm((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, n, k,
  (hipsparseMatDescr_t)descrA, nnzA, csrValA, csrRowPtrA, csrColIndA,
  (hipsparseMatDescr_t)descrB, nnzB, csrValB, csrRowPtrB, csrColIndB,
  (hipsparseMatDescr_t)descrC, csrValC, csrRowPtrC, csrColIndC);
}
static inline cusparseStatus_t cusparseDcsrgemm(
    cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m, int
    n, int k, const cusparseMatDescr_t descrA, int nnzA, const double* csrValA, const int*
    csrRowPtrA, const int* csrColIndA, const cusparseMatDescr_t descrB, int nnzB, const double*
    csrValB, const int* csrRowPtrB, const int* csrColIndB, const cusparseMatDescr_t descrC,
    double* csrValC, const int* csrRowPtrC, int* csrColIndC) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrgemm((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, n, k,
  (hipsparseMatDescr_t)descrA, nnzA, csrValA, csrRowPtrA, csrColIndA,
  (hipsparseMatDescr_t)descrB, nnzB, csrValB, csrRowPtrB, csrColIndB,
  (hipsparseMatDescr_t)descrC, csrValC, csrRowPtrC, csrColIndC);
}
static inline cusparseStatus_t cusparseCcsrgemm(
    cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m, int
    n, int k, const cusparseMatDescr_t descrA, int nnzA, const cuComplex* csrValA, const int*
    csrRowPtrA, const int* csrColIndA, const cusparseMatDescr_t descrB, int nnzB, const
    cuComplex* csrValB, const int* csrRowPtrB, const int* csrColIndB, const cusparseMatDescr_t
    descrC, cuComplex* csrValC, const int* csrRowPtrC, int* csrColIndC) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrgemm((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, n, k,
  (hipsparseMatDescr_t)descrA, nnzA, csrValA, csrRowPtrA, csrColIndA,
  (hipsparseMatDescr_t)descrB, nnzB, csrValB, csrRowPtrB, csrColIndB,
  (hipsparseMatDescr_t)descrC, csrValC, csrRowPtrC, csrColIndC);
}
static inline cusparseStatus_t cusparseZcsrgemm(
    cusparseHandle_t handle, cusparseOperation_t transA, cusparseOperation_t transB, int m, int
    n, int k, const cusparseMatDescr_t descrA, int nnzA, const cuDoubleComplex* csrValA, const
    int* csrRowPtrA, const int* csrColIndA, const cusparseMatDescr_t descrB, int nnzB, const
    cuDoubleComplex* csrValB, const int* csrRowPtrB, const int* csrColIndB, const
    cusparseMatDescr_t descrC, cuDoubleComplex* csrValC, const int* csrRowPtrC, int* csrColIndC) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrgemm((hipsparseHandle_t)handle,
  (hipsparseOperation_t)transA, (hipsparseOperation_t)transB, m, n, k,
  (hipsparseMatDescr_t)descrA, nnzA, csrValA, csrRowPtrA, csrColIndA,
  (hipsparseMatDescr_t)descrB, nnzB, csrValB, csrRowPtrB, csrColIndB,
  (hipsparseMatDescr_t)descrC, csrValC, csrRowPtrC, csrColIndC);
}
static inline cusparseStatus_t cusparseScsrgemm2_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, int k, const float* alpha, const cusparseMatDescr_t
    descrA, int nnzA, const int* csrRowPtrA, const int* csrColIndA, const cusparseMatDescr_t
    descrB, int nnzB, const int* csrRowPtrB, const int* csrColIndB, const float* beta, const
    cusparseMatDescr_t descrD, int nnzD, const int* csrRowPtrD, const int* csrColIndD,
    csrgemm2Info_t info, size_t* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrgemm2_bufferSizeExt((hipsparseHandle_t)handle, m, n, k,
  alpha, (hipsparseMatDescr_t)descrA, nnzA, csrRowPtrA, csrColIndA, (hipsparseMatDescr_t)descrB,
  nnzB, csrRowPtrB, csrColIndB, beta, (hipsparseMatDescr_t)descrD, nnzD, csrRowPtrD, csrColIndD,
  info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseDcsrgemm2_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, int k, const double* alpha, const cusparseMatDescr_t
    descrA, int nnzA, const int* csrRowPtrA, const int* csrColIndA, const cusparseMatDescr_t
    descrB, int nnzB, const int* csrRowPtrB, const int* csrColIndB, const double* beta, const
    cusparseMatDescr_t descrD, int nnzD, const int* csrRowPtrD, const int* csrColIndD,
    csrgemm2Info_t info, size_t* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrgemm2_bufferSizeExt((hipsparseHandle_t)handle, m, n, k,
  alpha, (hipsparseMatDescr_t)descrA, nnzA, csrRowPtrA, csrColIndA, (hipsparseMatDescr_t)descrB,
  nnzB, csrRowPtrB, csrColIndB, beta, (hipsparseMatDescr_t)descrD, nnzD, csrRowPtrD, csrColIndD,
  info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseCcsrgemm2_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, int k, const cuComplex* alpha, const
    cusparseMatDescr_t descrA, int nnzA, const int* csrRowPtrA, const int* csrColIndA, const
    cusparseMatDescr_t descrB, int nnzB, const int* csrRowPtrB, const int* csrColIndB, const
    cuComplex* beta, const cusparseMatDescr_t descrD, int nnzD, const int* csrRowPtrD, const
    int* csrColIndD, csrgemm2Info_t info, size_t* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrgemm2_bufferSizeExt((hipsparseHandle_t)handle, m, n, k,
  alpha, (hipsparseMatDescr_t)descrA, nnzA, csrRowPtrA, csrColIndA, (hipsparseMatDescr_t)descrB,
  nnzB, csrRowPtrB, csrColIndB, beta, (hipsparseMatDescr_t)descrD, nnzD, csrRowPtrD, csrColIndD,
  info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseZcsrgemm2_bufferSizeExt(
    cusparseHandle_t handle, int m, int n, int k, const cuDoubleComplex* alpha, const
    cusparseMatDescr_t descrA, int nnzA, const int* csrRowPtrA, const int* csrColIndA, const
    cusparseMatDescr_t descrB, int nnzB, const int* csrRowPtrB, const int* csrColIndB, const
    cuDoubleComplex* beta, const cusparseMatDescr_t descrD, int nnzD, const int* csrRowPtrD,
    const int* csrColIndD, csrgemm2Info_t info, size_t* pBufferSizeInBytes) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrgemm2_bufferSizeExt((hipsparseHandle_t)handle, m, n, k,
  alpha, (hipsparseMatDescr_t)descrA, nnzA, csrRowPtrA, csrColIndA, (hipsparseMatDescr_t)descrB,
  nnzB, csrRowPtrB, csrColIndB, beta, (hipsparseMatDescr_t)descrD, nnzD, csrRowPtrD, csrColIndD,
  info, pBufferSizeInBytes);
}
static inline cusparseStatus_t cusparseXcsrgemm2Nnz(
    cusparseHandle_t handle, int m, int n, int k, const cusparseMatDescr_t descrA, int nnzA,
    const int* csrRowPtrA, const int* csrColIndA, const cusparseMatDescr_t descrB, int nnzB,
    const int* csrRowPtrB, const int* csrColIndB, const cusparseMatDescr_t descrD, int nnzD,
    const int* csrRowPtrD, const int* csrColIndD, const cusparseMatDescr_t descrC, int*
    csrRowPtrC, int* nnzTotalDevHostPtr, const csrgemm2Info_t info, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseXcsrgemm2Nnz((hipsparseHandle_t)handle, m, n, k,
  (hipsparseMatDescr_t)descrA, nnzA, csrRowPtrA, csrColIndA, (hipsparseMatDescr_t)descrB, nnzB,
  csrRowPtrB, csrColIndB, (hipsparseMatDescr_t)descrD, nnzD, csrRowPtrD, csrColIndD,
  (hipsparseMatDescr_t)descrC, csrRowPtrC, nnzTotalDevHostPtr, info, pBuffer);
}
static inline cusparseStatus_t cusparseScsrgemm2(
    cusparseHandle_t handle, int m, int n, int k, const float* alpha, const cusparseMatDescr_t
    descrA, int nnzA, const float* csrValA, const int* csrRowPtrA, const int* csrColIndA, const
    cusparseMatDescr_t descrB, int nnzB, const float* csrValB, const int* csrRowPtrB, const int*
    csrColIndB, const float* beta, const cusparseMatDescr_t descrD, int nnzD, const float*
    csrValD, const int* csrRowPtrD, const int* csrColIndD, const cusparseMatDescr_t descrC,
    float* csrValC, const int* csrRowPtrC, int* csrColIndC, const csrgemm2Info_t info, void*
    pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsrgemm2((hipsparseHandle_t)handle, m, n, k, alpha,
  (hipsparseMatDescr_t)descrA, nnzA, csrValA, csrRowPtrA, csrColIndA,
  (hipsparseMatDescr_t)descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, beta,
  (hipsparseMatDescr_t)descrD, nnzD, csrValD, csrRowPtrD, csrColIndD,
  (hipsparseMatDescr_t)descrC, csrValC, csrRowPtrC, csrColIndC, info, pBuffer);
}
static inline cusparseStatus_t cusparseDcsrgemm2(
    cusparseHandle_t handle, int m, int n, int k, const double* alpha, const cusparseMatDescr_t
    descrA, int nnzA, const double* csrValA, const int* csrRowPtrA, const int* csrColIndA, const
    cusparseMatDescr_t descrB, int nnzB, const double* csrValB, const int* csrRowPtrB, const
    int* csrColIndB, const double* beta, const cusparseMatDescr_t descrD, int nnzD, const
    double* csrValD, const int* csrRowPtrD, const int* csrColIndD, const cusparseMatDescr_t
    descrC, double* csrValC, const int* csrRowPtrC, int* csrColIndC, const csrgemm2Info_t info,
    void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsrgemm2((hipsparseHandle_t)handle, m, n, k, alpha,
  (hipsparseMatDescr_t)descrA, nnzA, csrValA, csrRowPtrA, csrColIndA,
  (hipsparseMatDescr_t)descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, beta,
  (hipsparseMatDescr_t)descrD, nnzD, csrValD, csrRowPtrD, csrColIndD,
  (hipsparseMatDescr_t)descrC, csrValC, csrRowPtrC, csrColIndC, info, pBuffer);
}
static inline cusparseStatus_t cusparseCcsrgemm2(
    cusparseHandle_t handle, int m, int n, int k, const cuComplex* alpha, const
    cusparseMatDescr_t descrA, int nnzA, const cuComplex* csrValA, const int* csrRowPtrA, const
    int* csrColIndA, const cusparseMatDescr_t descrB, int nnzB, const cuComplex* csrValB, const
    int* csrRowPtrB, const int* csrColIndB, const cuComplex* beta, const cusparseMatDescr_t
    descrD, int nnzD, const cuComplex* csrValD, const int* csrRowPtrD, const int* csrColIndD,
    const cusparseMatDescr_t descrC, cuComplex* csrValC, const int* csrRowPtrC, int* csrColIndC,
    const csrgemm2Info_t info, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsrgemm2((hipsparseHandle_t)handle, m, n, k, alpha,
  (hipsparseMatDescr_t)descrA, nnzA, csrValA, csrRowPtrA, csrColIndA,
  (hipsparseMatDescr_t)descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, beta,
  (hipsparseMatDescr_t)descrD, nnzD, csrValD, csrRowPtrD, csrColIndD,
  (hipsparseMatDescr_t)descrC, csrValC, csrRowPtrC, csrColIndC, info, pBuffer);
}
static inline cusparseStatus_t cusparseZcsrgemm2(
    cusparseHandle_t handle, int m, int n, int k, const cuDoubleComplex* alpha, const
    cusparseMatDescr_t descrA, int nnzA, const cuDoubleComplex* csrValA, const int* csrRowPtrA,
    const int* csrColIndA, const cusparseMatDescr_t descrB, int nnzB, const cuDoubleComplex*
    csrValB, const int* csrRowPtrB, const int* csrColIndB, const cuDoubleComplex* beta, const
    cusparseMatDescr_t descrD, int nnzD, const cuDoubleComplex* csrValD, const int* csrRowPtrD,
    const int* csrColIndD, const cusparseMatDescr_t descrC, cuDoubleComplex* csrValC, const int*
    csrRowPtrC, int* csrColIndC, const csrgemm2Info_t info, void* pBuffer) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsrgemm2((hipsparseHandle_t)handle, m, n, k, alpha,
  (hipsparseMatDescr_t)descrA, nnzA, csrValA, csrRowPtrA, csrColIndA,
  (hipsparseMatDescr_t)descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, beta,
  (hipsparseMatDescr_t)descrD, nnzD, csrValD, csrRowPtrD, csrColIndD,
  (hipsparseMatDescr_t)descrC, csrValC, csrRowPtrC, csrColIndC, info, pBuffer);
}

/* --- Legacy conversions -------------------------------------------------------------------- */

static inline cusparseStatus_t cusparseScsr2csc(
    cusparseHandle_t handle, int m, int n, int nnz, const float* csrSortedVal, const int*
    csrSortedRowPtr, const int* csrSortedColInd, float* cscSortedVal, int* cscSortedRowInd, int*
    cscSortedColPtr, cusparseAction_t copyValues, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsr2csc((hipsparseHandle_t)handle, m, n, nnz, csrSortedVal,
  csrSortedRowPtr, csrSortedColInd, cscSortedVal, cscSortedRowInd, cscSortedColPtr,
  (hipsparseAction_t)copyValues, (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseDcsr2csc(
    cusparseHandle_t handle, int m, int n, int nnz, const double* csrSortedVal, const int*
    csrSortedRowPtr, const int* csrSortedColInd, double* cscSortedVal, int* cscSortedRowInd,
    int* cscSortedColPtr, cusparseAction_t copyValues, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsr2csc((hipsparseHandle_t)handle, m, n, nnz, csrSortedVal,
  csrSortedRowPtr, csrSortedColInd, cscSortedVal, cscSortedRowInd, cscSortedColPtr,
  (hipsparseAction_t)copyValues, (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseCcsr2csc(
    cusparseHandle_t handle, int m, int n, int nnz, const cuComplex* csrSortedVal, const int*
    csrSortedRowPtr, const int* csrSortedColInd, cuComplex* cscSortedVal, int* cscSortedRowInd,
    int* cscSortedColPtr, cusparseAction_t copyValues, cusparseIndexBase_t idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsr2csc((hipsparseHandle_t)handle, m, n, nnz, csrSortedVal,
  csrSortedRowPtr, csrSortedColInd, cscSortedVal, cscSortedRowInd, cscSortedColPtr,
  (hipsparseAction_t)copyValues, (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseZcsr2csc(
    cusparseHandle_t handle, int m, int n, int nnz, const cuDoubleComplex* csrSortedVal, const
    int* csrSortedRowPtr, const int* csrSortedColInd, cuDoubleComplex* cscSortedVal, int*
    cscSortedRowInd, int* cscSortedColPtr, cusparseAction_t copyValues, cusparseIndexBase_t
    idxBase) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsr2csc((hipsparseHandle_t)handle, m, n, nnz, csrSortedVal,
  csrSortedRowPtr, csrSortedColInd, cscSortedVal, cscSortedRowInd, cscSortedColPtr,
  (hipsparseAction_t)copyValues, (hipsparseIndexBase_t)idxBase);
}
static inline cusparseStatus_t cusparseScsr2dense(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const float* csrVal,
    const int* csrRowPtr, const int* csrColInd, float* A, int ld) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsr2dense((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, csrVal, csrRowPtr, csrColInd, A, ld);
}
static inline cusparseStatus_t cusparseDcsr2dense(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const double* csrVal,
    const int* csrRowPtr, const int* csrColInd, double* A, int ld) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsr2dense((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, csrVal, csrRowPtr, csrColInd, A, ld);
}
static inline cusparseStatus_t cusparseCcsr2dense(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const cuComplex*
    csrVal, const int* csrRowPtr, const int* csrColInd, cuComplex* A, int ld) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsr2dense((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, csrVal, csrRowPtr, csrColInd, A, ld);
}
static inline cusparseStatus_t cusparseZcsr2dense(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const
    cuDoubleComplex* csrVal, const int* csrRowPtr, const int* csrColInd, cuDoubleComplex* A, int
    ld) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsr2dense((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, csrVal, csrRowPtr, csrColInd, A, ld);
}
static inline cusparseStatus_t cusparseScsc2dense(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const float* cscVal,
    const int* cscRowInd, const int* cscColPtr, float* A, int ld) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseScsc2dense((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, cscVal, cscRowInd, cscColPtr, A, ld);
}
static inline cusparseStatus_t cusparseDcsc2dense(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const double* cscVal,
    const int* cscRowInd, const int* cscColPtr, double* A, int ld) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDcsc2dense((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, cscVal, cscRowInd, cscColPtr, A, ld);
}
static inline cusparseStatus_t cusparseCcsc2dense(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const cuComplex*
    cscVal, const int* cscRowInd, const int* cscColPtr, cuComplex* A, int ld) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCcsc2dense((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, cscVal, cscRowInd, cscColPtr, A, ld);
}
static inline cusparseStatus_t cusparseZcsc2dense(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const
    cuDoubleComplex* cscVal, const int* cscRowInd, const int* cscColPtr, cuDoubleComplex* A, int
    ld) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZcsc2dense((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, cscVal, cscRowInd, cscColPtr, A, ld);
}
static inline cusparseStatus_t cusparseSdense2csr(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const float* A, int
    ld, const int* nnzPerRow, float* csrVal, int* csrRowPtr, int* csrColInd) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseSdense2csr((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, A, ld, nnzPerRow, csrVal, csrRowPtr, csrColInd);
}
static inline cusparseStatus_t cusparseDdense2csr(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const double* A, int
    ld, const int* nnzPerRow, double* csrVal, int* csrRowPtr, int* csrColInd) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDdense2csr((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, A, ld, nnzPerRow, csrVal, csrRowPtr, csrColInd);
}
static inline cusparseStatus_t cusparseCdense2csr(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const cuComplex* A,
    int ld, const int* nnzPerRow, cuComplex* csrVal, int* csrRowPtr, int* csrColInd) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCdense2csr((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, A, ld, nnzPerRow, csrVal, csrRowPtr, csrColInd);
}
static inline cusparseStatus_t cusparseZdense2csr(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const
    cuDoubleComplex* A, int ld, const int* nnzPerRow, cuDoubleComplex* csrVal, int* csrRowPtr,
    int* csrColInd) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZdense2csr((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, A, ld, nnzPerRow, csrVal, csrRowPtr, csrColInd);
}
static inline cusparseStatus_t cusparseSdense2csc(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const float* A, int
    ld, const int* nnzPerColumn, float* cscVal, int* cscRowInd, int* cscColPtr) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseSdense2csc((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, A, ld, nnzPerColumn, cscVal, cscRowInd, cscColPtr);
}
static inline cusparseStatus_t cusparseDdense2csc(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const double* A, int
    ld, const int* nnzPerColumn, double* cscVal, int* cscRowInd, int* cscColPtr) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseDdense2csc((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, A, ld, nnzPerColumn, cscVal, cscRowInd, cscColPtr);
}
static inline cusparseStatus_t cusparseCdense2csc(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const cuComplex* A,
    int ld, const int* nnzPerColumn, cuComplex* cscVal, int* cscRowInd, int* cscColPtr) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseCdense2csc((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, A, ld, nnzPerColumn, cscVal, cscRowInd, cscColPtr);
}
static inline cusparseStatus_t cusparseZdense2csc(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const
    cuDoubleComplex* A, int ld, const int* nnzPerColumn, cuDoubleComplex* cscVal, int*
    cscRowInd, int* cscColPtr) {
  if (handle == NULL) return CUSPARSE_STATUS_NOT_INITIALIZED;
  return (cusparseStatus_t)hipsparseZdense2csc((hipsparseHandle_t)handle, m, n,
  (hipsparseMatDescr_t)descr, A, ld, nnzPerColumn, cscVal, cscRowInd, cscColPtr);
}

/* --- Sparse matrices ----------------------------------------------------------------------- */

static inline cusparseStatus_t cusparseSpMatSetStridedBatch(
    cusparseSpMatDescr_t spMatDescr, int batchCount) {
  return (cusparseStatus_t)hipsparseSpMatSetStridedBatch((hipsparseSpMatDescr_t)spMatDescr,
  batchCount);
}

#endif
