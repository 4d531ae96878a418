/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that cuSPARSE had until CUDA 10 or 11, in a program that still calls them. */
#define FILIGREE_CUSPARSE_LEGACY
#include <cuda_runtime.h>
#include <cusparse.h>

#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(int is_right, const char* what) {
  if (is_right) return;
  printf("%s\n", what);
  ++failures;
}
static void done(cusparseStatus_t status, const char* call) {
  if (status != CUSPARSE_STATUS_SUCCESS) printf("%s\n", cusparseGetErrorName(status));
  expect(status == CUSPARSE_STATUS_SUCCESS, call);
}

static void* on_device(const void* array, size_t bytes) {
  void* copy = NULL;
  if (cudaMalloc(&copy, bytes) != cudaSuccess) return NULL;
  cudaMemcpy(copy, array, bytes, cudaMemcpyHostToDevice);
  return copy;
}

/* Whether an array of the device has these numbers. */
static int is(const void* array, const double* numbers, size_t count) {
  double copy[16];
  cudaMemcpy(copy, array, count * sizeof *copy, cudaMemcpyDeviceToHost);
  return memcmp(copy, numbers, count * sizeof *copy) == 0;
}

int main(void) {
  /* 2 . .
     1 4 .
     . 3 5 */
  const int offsets[] = {0, 1, 3, 5}, columns[] = {0, 0, 1, 1, 2};
  const double values[] = {2, 1, 4, 3, 5}, ones[] = {1, 1, 1}, sums[] = {2, 5, 8};
  const double dense[] = {2, 1, 0, 0, 4, 3, 0, 0, 5};
  const double square[] = {4, 6, 16, 3, 27, 25};
  const double alpha = 1, beta = 0, zeros[9] = {0};
  int* const A_offsets = on_device(offsets, sizeof offsets);
  int* const A_columns = on_device(columns, sizeof columns);
  double* const A_values = on_device(values, sizeof values);
  double* const x = on_device(ones, sizeof ones);
  double* const y = on_device(zeros, sizeof zeros);
  int* const C_offsets = on_device(zeros, 4 * sizeof(int));
  int* const C_columns = on_device(zeros, 6 * sizeof(int));
  double* const C_values = on_device(zeros, sizeof zeros);
  cusparseHandle_t handle = NULL;
  cusparseMatDescr_t A = NULL;
  csrsv2Info_t info = NULL;
  double dot = 0;
  size_t bytes = 0;
  int count = 0;
  void* buffer = NULL;

  done(cusparseCreate(&handle), "Create");
  done(cusparseCreateMatDescr(&A), "CreateMatDescr");
  done(cusparseDcsrmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 3, 5, &alpha, A, A_values,
                      A_offsets, A_columns, x, &beta, y),
       "csrmv");
  expect(is(y, sums, 3), "csrmv: the product");
  done(cusparseDdoti(handle, 3, A_values, A_columns + 2, y, &dot, CUSPARSE_INDEX_BASE_ZERO),
       "doti");
  expect(dot == 2 * 5 + 1 * 5 + 4 * 8, "doti: the sum");

  done(cusparseCreateCsrsv2Info(&info), "CreateCsrsv2Info");
  done(cusparseDcsrsv2_bufferSizeExt(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 5, A, A_values,
                                     A_offsets, A_columns, info, &bytes),
       "csrsv2_bufferSizeExt");
  cudaMalloc(&buffer, bytes);
  done(cusparseDcsrsv2_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 5, A, A_values,
                                A_offsets, A_columns, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer),
       "csrsv2_analysis");
  done(cusparseDcsrsv2_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 5, &alpha, A, A_values,
                             A_offsets, A_columns, info, y, x, CUSPARSE_SOLVE_POLICY_NO_LEVEL,
                             buffer),
       "csrsv2_solve");
  expect(is(x, ones, 3), "csrsv2: the solution");
  done(cusparseDestroyCsrsv2Info(info), "DestroyCsrsv2Info");

  done(cusparseDcsr2dense(handle, 3, 3, A, A_values, A_offsets, A_columns, y, 3), "csr2dense");
  expect(is(y, dense, 9), "csr2dense: the matrix");

  done(cusparseXcsrgemmNnz(handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                           CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 3, 3, A, 5, A_offsets, A_columns, A,
                           5, A_offsets, A_columns, A, C_offsets, &count),
       "csrgemmNnz");
  expect(count == 6, "csrgemmNnz: the number of entries");
  done(cusparseDcsrgemm(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE,
                        3, 3, 3, A, 5, A_values, A_offsets, A_columns, A, 5, A_values, A_offsets,
                        A_columns, A, C_values, C_offsets, C_columns),
       "csrgemm");
  expect(is(C_values, square, 6), "csrgemm: the product");

  expect(cusparseDcsrmv(NULL, CUSPARSE_OPERATION_NON_TRANSPOSE, 3, 3, 5, &alpha, A, A_values,
                        A_offsets, A_columns, x, &beta, y) == CUSPARSE_STATUS_NOT_INITIALIZED,
         "csrmv: no handle");
  expect(cusparseDcsrmv(handle, (cusparseOperation_t)9, 3, 3, 5, &alpha, A, A_values, A_offsets,
                        A_columns, x, &beta, y) == CUSPARSE_STATUS_INVALID_VALUE,
         "csrmv: no operation");
  done(cusparseDestroyMatDescr(A), "DestroyMatDescr");
  done(cusparseDestroy(handle), "Destroy");
  void* const arrays[] = {A_offsets, A_columns, A_values, x,     y,
                          C_offsets, C_columns, C_values, buffer};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) cudaFree(arrays[i]);
  printf("%d failures\n", failures);
  return failures != 0;
}
