/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The C API from its first call, which starts Kokkos, to after its end. Prints "ok" and nothing
 * else. */
#include <filigree/c/filigree.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int32_t offsets[3] = {0, 1, 2};
static int32_t columns[2] = {0, 1};
static double values[2] = {2, 3};
static double x_array[2] = {10, 100};
static double y_array[2];
static const double one = 1, zero = 0;

static filigree_handle_t handle;
static filigree_sparse_matrix_t A;
static filigree_dense_vector_t x, y;
static filigree_spmv_plan_t plan;
static int log_lines = 0;
static char last_line[512];

#define EXPECT(condition)                                               \
  do {                                                                  \
    if (!(condition)) {                                                 \
      printf("line %d: not " #condition "; last error: %s\n", __LINE__, \
             filigree_last_error_message());                            \
      exit(1);                                                          \
    }                                                                   \
  } while (0)
#define SUCCEEDS(call) EXPECT((call) == FILIGREE_STATUS_SUCCESS)

static filigree_status_t product(void) {
  return filigree_spmv(handle, FILIGREE_OP_NONE, &one, A, x, &zero, y, FILIGREE_ALGORITHM_DEFAULT,
                       NULL, 0);
}

/* Runs after Kokkos has ended: it was registered before Kokkos was started. */
static void after_the_end(void) {
  if (product() != FILIGREE_STATUS_NOT_INITIALIZED ||
      filigree_spmv_plan_destroy(plan) != FILIGREE_STATUS_SUCCESS ||
      filigree_handle_destroy(handle) != FILIGREE_STATUS_SUCCESS ||
      filigree_sparse_matrix_destroy(A) != FILIGREE_STATUS_SUCCESS) {
    printf("after the end: %s\n", filigree_last_error_message());
    _Exit(1);
  }
  printf("ok\n");
}

static void take_line(int kind, const char* line, void* user_data) {
  EXPECT(user_data == &log_lines);
  EXPECT(kind == 1 || kind == 2 || kind == 4 || kind == 8 || kind == 16);
  ++log_lines;
  if (kind == 16) snprintf(last_line, sizeof last_line, "%s", line);
}

static void statuses(void) {
  int status;
  for (status = 0; status <= FILIGREE_STATUS_STALE_PLAN; ++status) {
    EXPECT(strncmp(filigree_status_name((filigree_status_t)status), "FILIGREE_STATUS_", 16) == 0);
    EXPECT(strlen(filigree_status_description((filigree_status_t)status)) > 10);
  }
  EXPECT(strcmp(filigree_status_name(FILIGREE_STATUS_STALE_PLAN), "FILIGREE_STATUS_STALE_PLAN") ==
         0);
  EXPECT(strcmp(filigree_status_name((filigree_status_t)13), "unknown status") == 0);
  EXPECT(strcmp(filigree_status_description((filigree_status_t)(-1)), "unknown status") == 0);
  EXPECT(filigree_last_error_message()[0] == '\0');
}

static void versions(void) {
  int major, minor, patch, devices;
  SUCCEEDS(filigree_get_property(FILIGREE_PROPERTY_VERSION_MAJOR, &major));
  SUCCEEDS(filigree_get_property(FILIGREE_PROPERTY_VERSION_MINOR, &minor));
  SUCCEEDS(filigree_get_property(FILIGREE_PROPERTY_VERSION_PATCH, &patch));
  SUCCEEDS(filigree_get_property(FILIGREE_PROPERTY_DEVICE_COUNT, &devices));
  EXPECT(major * 10000 + minor * 100 + patch == FILIGREE_VERSION);
  EXPECT(strcmp(filigree_version_string(), FILIGREE_VERSION_STRING) == 0);
  EXPECT(devices >= 0);
}

static void errors(void) {
  EXPECT(product() == FILIGREE_STATUS_NOT_INITIALIZED); /* there is no handle yet */
  EXPECT(strcmp(filigree_last_error_message(),
                "filigree_spmv: argument 'handle': null pointer, expected a handle of "
                "filigree_handle_create; make a handle first [not_initialized]") == 0);
}

static void device_handle(void) {
  int has_device;
  filigree_handle_t on_device = NULL;
  SUCCEEDS(filigree_get_property(FILIGREE_PROPERTY_HAS_DEVICE, &has_device));
  if (has_device) return;
  EXPECT(filigree_handle_create(&on_device, FILIGREE_TARGET_DEVICE, -1) ==
         FILIGREE_STATUS_NOT_SUPPORTED);
  EXPECT(on_device == NULL);
}

static void settings(void) {
  filigree_target_t target;
  filigree_pointer_mode_t mode;
  void* stream = x_array;
  SUCCEEDS(filigree_get_target(handle, &target));
  EXPECT(target == FILIGREE_TARGET_HOST);
  SUCCEEDS(filigree_get_stream(handle, &stream));
  EXPECT(stream == NULL);
  SUCCEEDS(filigree_set_pointer_mode(handle, FILIGREE_POINTER_MODE_DEVICE));
  SUCCEEDS(filigree_get_pointer_mode(handle, &mode));
  EXPECT(mode == FILIGREE_POINTER_MODE_DEVICE);
  SUCCEEDS(product()); /* the host reads its scalars from the same memory in both modes */
  EXPECT(y_array[0] == 20 && y_array[1] == 300);
}

/* Matrices of blocks and slices give what they were made of, and take other arrays. */
static void getters_of_blocks(void) {
  filigree_sparse_matrix_t bsr, sell, ell;
  const void *got_offsets, *got_columns, *got_values;
  void *other_offsets, *other_columns, *other_values;
  filigree_index_type_t offset_type, index_type;
  filigree_layout_t layout;
  int64_t rows_of_block, cols_of_block, count;
  SUCCEEDS(filigree_bsr_create(&bsr, 2, 2, 2, 1, FILIGREE_LAYOUT_COLUMN_MAJOR, 2, offsets, columns,
                               values, FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32,
                               FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE));
  SUCCEEDS(filigree_const_bsr_get(bsr, &rows_of_block, &cols_of_block, &layout, &count,
                                  &got_offsets, &got_columns, &got_values, &offset_type,
                                  &index_type));
  EXPECT(rows_of_block == 2 && cols_of_block == 1 && layout == FILIGREE_LAYOUT_COLUMN_MAJOR);
  EXPECT(count == 2 && got_offsets == offsets && got_columns == columns && got_values == values);
  EXPECT(offset_type == FILIGREE_INDEX_INT32 && index_type == FILIGREE_INDEX_INT32);
  SUCCEEDS(filigree_bsr_set_pointers(bsr, columns, offsets, x_array));
  SUCCEEDS(filigree_bsr_get(bsr, &rows_of_block, &cols_of_block, &layout, &count, &other_offsets,
                            &other_columns, &other_values, &offset_type, &index_type));
  EXPECT(other_offsets == columns && other_columns == offsets && other_values == x_array);
  SUCCEEDS(filigree_sparse_matrix_destroy(bsr));

  SUCCEEDS(filigree_sell_create(&sell, 2, 2, 2, 2, 4, offsets, columns, values,
                                FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32,
                                FILIGREE_SCALAR_DOUBLE));
  SUCCEEDS(filigree_const_sell_get(sell, &rows_of_block, &count, &got_offsets, &got_columns,
                                   &got_values, &offset_type, &index_type));
  EXPECT(rows_of_block == 2 && count == 4 && got_offsets == offsets && got_values == values);
  SUCCEEDS(filigree_sell_set_pointers(sell, columns, offsets, x_array));
  SUCCEEDS(filigree_sell_get(sell, &rows_of_block, &count, &other_offsets, &other_columns,
                             &other_values, &offset_type, &index_type));
  EXPECT(other_offsets == columns && other_columns == offsets && other_values == x_array);
  SUCCEEDS(filigree_sparse_matrix_destroy(sell));

  SUCCEEDS(filigree_blocked_ell_create(&ell, 2, 2, 1, 2, columns, values, FILIGREE_INDEX_INT32,
                                       FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE));
  SUCCEEDS(filigree_const_blocked_ell_get(ell, &rows_of_block, &count, &got_columns, &got_values,
                                          &index_type));
  EXPECT(rows_of_block == 1 && count == 2 && got_columns == columns && got_values == values);
  SUCCEEDS(filigree_blocked_ell_set_pointers(ell, offsets, x_array));
  SUCCEEDS(filigree_blocked_ell_get(ell, &rows_of_block, &count, &other_columns, &other_values,
                                    &index_type));
  EXPECT(other_columns == offsets && other_values == x_array);
  SUCCEEDS(filigree_sparse_matrix_destroy(ell));
}

static void getters(void) {
  void *got_offsets, *got_columns, *got_values;
  const void* const_values;
  filigree_index_type_t offset_type, index_type;
  filigree_const_dense_vector_t const_x;
  filigree_scalar_type_t scalar_type;
  int64_t size, num_rows, num_cols, nnz;
  int fill = FILIGREE_FILL_UPPER;
  SUCCEEDS(filigree_csr_get(A, &got_offsets, &got_columns, &got_values, &offset_type, &index_type));
  EXPECT(got_offsets == offsets && got_columns == columns && got_values == values);
  EXPECT(offset_type == FILIGREE_INDEX_INT32 && index_type == FILIGREE_INDEX_INT32);
  SUCCEEDS(filigree_sparse_matrix_get_size(A, &num_rows, &num_cols, &nnz));
  EXPECT(num_rows == 2 && num_cols == 2 && nnz == 2);
  SUCCEEDS(
      filigree_sparse_matrix_set_attribute(A, FILIGREE_MATRIX_ATTRIBUTE_FILL, &fill, sizeof fill));
  fill = FILIGREE_FILL_LOWER;
  SUCCEEDS(filigree_sparse_matrix_get_attribute(A, FILIGREE_MATRIX_ATTRIBUTE_FILL, &fill));
  EXPECT(fill == FILIGREE_FILL_UPPER);
  SUCCEEDS(filigree_const_dense_vector_create(&const_x, 2, x_array, FILIGREE_SCALAR_DOUBLE));
  SUCCEEDS(filigree_const_dense_vector_get(const_x, &size, &const_values, &scalar_type));
  EXPECT(size == 2 && const_values == x_array && scalar_type == FILIGREE_SCALAR_DOUBLE);
  SUCCEEDS(filigree_dense_vector_destroy(const_x));
}

static void values_change(void) {
  double others[2] = {5, 7};
  SUCCEEDS(filigree_sparse_matrix_set_values(A, others));
  SUCCEEDS(filigree_spmv_plan_run(handle, plan, &one, A, x, &zero, y, NULL, 0));
  EXPECT(y_array[0] == 50 && y_array[1] == 700);
  SUCCEEDS(filigree_sparse_matrix_set_values(A, values));
}

static void logging(void) {
  const char* kernel;
  SUCCEEDS(filigree_log_set_callback(take_line, &log_lines));
  SUCCEEDS(filigree_log_set_level(5));
  SUCCEEDS(product());
  SUCCEEDS(filigree_log_set_mask(0));
  EXPECT(log_lines >= 2); /* the call and the kernel that ran */
  EXPECT(strstr(last_line, "filigree_log_set_mask") != NULL);
  SUCCEEDS(filigree_get_last_kernel(handle, &kernel));
  EXPECT(strncmp(kernel, "csr_", 4) == 0);
  SUCCEEDS(filigree_log_set_mask(16));
  SUCCEEDS(product());
  EXPECT(strstr(last_line, "[api][filigree_spmv] handle = 0x") != NULL);
  EXPECT(strstr(last_line, "op = none") != NULL);
  SUCCEEDS(filigree_log_force_disable());
  SUCCEEDS(filigree_log_set_level(5));
  log_lines = 0;
  SUCCEEDS(product());
  EXPECT(log_lines == 0);
}

int main(void) {
  if (atexit(after_the_end) != 0) return 1;
  statuses();
  versions();
  errors();
  SUCCEEDS(filigree_handle_create(&handle, FILIGREE_TARGET_HOST, -1));
  device_handle();
  SUCCEEDS(filigree_csr_create(&A, 2, 2, 2, offsets, columns, values, FILIGREE_INDEX_INT32,
                               FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE));
  SUCCEEDS(filigree_dense_vector_create(&x, 2, x_array, FILIGREE_SCALAR_DOUBLE));
  SUCCEEDS(filigree_dense_vector_create(&y, 2, y_array, FILIGREE_SCALAR_DOUBLE));
  getters();
  getters_of_blocks();
  settings();
  SUCCEEDS(filigree_spmv_plan_create(handle, &plan, FILIGREE_OP_NONE, A));
  values_change();
  logging();
  SUCCEEDS(filigree_synchronize(handle));
  return 0;
}
