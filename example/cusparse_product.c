/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A product by cuSPARSE's names, on a GPU or a CPU; docs/cusparse_interface.md shows it. */
#include <cuda_runtime.h>
#include <cusparse.h>
#include <stdio.h>

static int check(cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_SUCCESS) return 1;
  fprintf(stderr, "%s\n", cusparseGetErrorString(status));
  return 0;
}

/* A copy of an array in the device's memory. */
static void* on_device(const void* array, size_t bytes) {
  void* copy = NULL;
  if (cudaMalloc(&copy, bytes) != cudaSuccess) return NULL;
  cudaMemcpy(copy, array, bytes, cudaMemcpyHostToDevice);
  return copy;
}

int main(void) {
  /* 1 . 2 .
     . 3 . .
     4 . . 5 */
  const int row_offsets[] = {0, 2, 3, 5}, col_indices[] = {0, 2, 1, 0, 3};
  const double values[] = {1, 2, 3, 4, 5}, x_values[] = {1, 2, 3, 4};
  const double alpha = 1, beta = 0;
  double y_values[3] = {0, 0, 0};
  void* const arrays[] = {on_device(row_offsets, sizeof row_offsets),
                          on_device(col_indices, sizeof col_indices),
                          on_device(values, sizeof values), on_device(x_values, sizeof x_values),
                          on_device(y_values, sizeof y_values)};
  void* buffer = NULL;
  size_t bytes = 0, k;
  cusparseHandle_t handle = NULL;
  cusparseSpMatDescr_t A = NULL;
  cusparseDnVecDescr_t x = NULL, y = NULL;

  const int done =
      check(cusparseCreate(&handle)) &&
      check(cusparseCreateCsr(&A, 3, 4, 5, arrays[0], arrays[1], arrays[2], CUSPARSE_INDEX_32I,
                              CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F)) &&
      check(cusparseCreateDnVec(&x, 4, arrays[3], CUDA_R_64F)) &&
      check(cusparseCreateDnVec(&y, 3, arrays[4], CUDA_R_64F)) &&
      check(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, A, x, &beta,
                                    y, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes)) &&
      (bytes == 0 || cudaMalloc(&buffer, bytes) == cudaSuccess) &&
      check(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, A, x, &beta, y,
                         CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
  if (done) {
    cudaMemcpy(y_values, arrays[4], sizeof y_values, cudaMemcpyDeviceToHost);
    printf("y = %g %g %g\n", y_values[0], y_values[1], y_values[2]);
  }

  if (y != NULL) check(cusparseDestroyDnVec(y));
  if (x != NULL) check(cusparseDestroyDnVec(x));
  if (A != NULL) check(cusparseDestroySpMat(A));
  if (handle != NULL) check(cusparseDestroy(handle));
  cudaFree(buffer);
  for (k = 0; k < sizeof arrays / sizeof arrays[0]; ++k) cudaFree(arrays[k]);
  return done ? 0 : 1;
}
