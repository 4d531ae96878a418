/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A product by hipSPARSE's names, on a GPU or a CPU; docs/hipsparse_interface.md shows it. */
#include <hip/hip_runtime_api.h>
#include <hipsparse/hipsparse.h>
#include <stdio.h>

static int check(hipsparseStatus_t status) {
  if (status == HIPSPARSE_STATUS_SUCCESS) return 1;
  fprintf(stderr, "%s\n", hipsparseGetErrorString(status));
  return 0;
}

/* A copy of an array in the device's memory. */
static void* on_device(const void* array, size_t bytes) {
  void* copy = NULL;
  if (hipMalloc(&copy, bytes) != hipSuccess) return NULL;
  hipMemcpy(copy, array, bytes, hipMemcpyHostToDevice);
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
  hipsparseHandle_t handle = NULL;
  hipsparseSpMatDescr_t A = NULL;
  hipsparseDnVecDescr_t x = NULL, y = NULL;

  const int done =
      check(hipsparseCreate(&handle)) &&
      check(hipsparseCreateCsr(&A, 3, 4, 5, arrays[0], arrays[1], arrays[2], HIPSPARSE_INDEX_32I,
                               HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_64F)) &&
      check(hipsparseCreateDnVec(&x, 4, arrays[3], HIP_R_64F)) &&
      check(hipsparseCreateDnVec(&y, 3, arrays[4], HIP_R_64F)) &&
      check(hipsparseSpMV_bufferSize(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, &alpha, A, x, &beta,
                                     y, HIP_R_64F, HIPSPARSE_SPMV_ALG_DEFAULT, &bytes)) &&
      (bytes == 0 || hipMalloc(&buffer, bytes) == hipSuccess) &&
      check(hipsparseSpMV(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, &alpha, A, x, &beta, y,
                          HIP_R_64F, HIPSPARSE_SPMV_ALG_DEFAULT, buffer));
  if (done) {
    hipMemcpy(y_values, arrays[4], sizeof y_values, hipMemcpyDeviceToHost);
    printf("y = %g %g %g\n", y_values[0], y_values[1], y_values[2]);
  }

  if (y != NULL) check(hipsparseDestroyDnVec(y));
  if (x != NULL) check(hipsparseDestroyDnVec(x));
  if (A != NULL) check(hipsparseDestroySpMat(A));
  if (handle != NULL) check(hipsparseDestroy(handle));
  hipFree(buffer);
  for (k = 0; k < sizeof arrays / sizeof arrays[0]; ++k) hipFree(arrays[k]);
  return done ? 0 : 1;
}
