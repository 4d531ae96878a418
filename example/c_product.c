/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The product of a sparse matrix with a vector by the C API. docs/c_api.md shows main(). */
#include <filigree/c/filigree.h>

#include <stdio.h>

static int check(filigree_status_t status) {
  if (status == FILIGREE_STATUS_SUCCESS) return 1;
  fprintf(stderr, "%s\n", filigree_last_error_message());
  return 0;
}

int main(void) {
  /* 1 . 2 .
     . 3 . .
     4 . . 5 */
  const int32_t row_offsets[] = {0, 2, 3, 5};
  const int32_t col_indices[] = {0, 2, 1, 0, 3};
  const double values[] = {1, 2, 3, 4, 5};
  const double x_values[] = {1, 2, 3, 4};
  double y_values[3];
  const double alpha = 1, beta = 0;
  filigree_handle_t handle = NULL;
  filigree_const_sparse_matrix_t A = NULL;
  filigree_const_dense_vector_t x = NULL;
  filigree_dense_vector_t y = NULL;

  const int done =
      check(filigree_handle_create(&handle, FILIGREE_TARGET_HOST, -1)) &&
      check(filigree_const_csr_create(&A, 3, 4, 5, row_offsets, col_indices, values,
                                      FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32,
                                      FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE)) &&
      check(filigree_const_dense_vector_create(&x, 4, x_values, FILIGREE_SCALAR_DOUBLE)) &&
      check(filigree_dense_vector_create(&y, 3, y_values, FILIGREE_SCALAR_DOUBLE)) &&
      check(filigree_spmv(handle, FILIGREE_OP_NONE, &alpha, A, x, &beta, y,
                          FILIGREE_ALGORITHM_DEFAULT, NULL, 0)) &&
      check(filigree_synchronize(handle));
  if (done) printf("y = %g %g %g\n", y_values[0], y_values[1], y_values[2]);

  if (y != NULL) check(filigree_dense_vector_destroy(y));
  if (x != NULL) check(filigree_dense_vector_destroy(x));
  if (A != NULL) check(filigree_sparse_matrix_destroy(A));
  if (handle != NULL) check(filigree_handle_destroy(handle));
  return done ? 0 : 1;
}
