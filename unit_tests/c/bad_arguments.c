/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each function of the C API with one bad argument after the other: the documented status, a
 * message, nothing written, and a handle that works. src/c/functions.txt has the cases. */
#include <filigree/c/filigree.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results.inc"
#include "share_variables.h"

enum { rows = 3, cols = 4, entries = 5, dense_cols = 2, poison = 0xA5 };

/* The arguments of every call by their names, objects that do not fit, and where results go. */
typedef struct {
  filigree_handle_t handle, spare_handle;
  filigree_sparse_matrix_t A, csc, coo, bsr, sell, blocked_ell, ell, dia, hdia, int32_A, other_A,
      no_arrays, A_in_y, wrong_base, spare_matrix, triangle, other_triangle, int32_triangle,
      no_pivot, triangle_in_C, B_int64, A_in_C, out_of_range, spgemm_result, geam_result, D,
      csc_result, dense_result, twice;
  filigree_dense_vector_t x, y, float_x, x_in_y, spare_vector, y4, y4_apart;
  filigree_sparse_vector_t sparse_x, no_entries, float_sparse_x, sparse_x_in_y, sparse_result,
      spare_sparse_vector;
  filigree_dense_matrix_t B, C, B_in_C, spare_dense, right_sides, float_C, shifted_C, square_C,
      wide;
  filigree_banded_matrix_t bands, float_bands, four_systems, no_bands, bands_in_C, five_bands,
      spare_bands;
  filigree_banded_solve_plan_t banded_solve_plan, spare_banded_solve_plan;
  filigree_spmv_plan_t spmv_plan, spare_spmv_plan;
  filigree_spmm_plan_t spmm_plan, spare_spmm_plan;
  filigree_spgemm_plan_t spgemm_plan, spare_spgemm_plan;
  filigree_geam_plan_t geam_plan, spare_geam_plan;
  filigree_incomplete_factor_plan_t incomplete_factor_plan, spare_incomplete_factor_plan;
  filigree_sddmm_plan_t sddmm_plan, spare_sddmm_plan;
  filigree_gauss_seidel_plan_t gauss_seidel_plan, spare_gauss_seidel_plan;
  filigree_dense_to_sparse_plan_t dense_to_sparse_plan, spare_dense_to_sparse_plan;
  filigree_triangular_solve_plan_t triangular_solve_plan, spare_triangular_solve_plan;

  int64_t num_rows, num_cols, nnz, memory_limit_bytes, inner, num_systems, row_stride,
      system_stride;
  const void* const* diagonals;
  void *row_offsets, *col_indices, *values, *x_values, *B_values, *workspace, *stream, *user_data,
      *pivot_position;
  size_t workspace_bytes;
  const void *alpha, *beta;
  const char* path;
  FILE* file;
  filigree_log_callback_t callback;
  int level, mask, device, num_diagonals, periodic;
  int fill, bad_enum;
  double pivot_substitute, pivot_tolerance;
  const double* pivot_boost;
  filigree_incomplete_factor_t kind;
  filigree_pivoting_t pivoting;
  filigree_sweep_t direction;
  filigree_diagonal_t diagonal;
  filigree_zero_pivot_t zero_pivot;
  filigree_index_type_t index_type;
  filigree_index_base_t base;
  filigree_scalar_type_t scalar_type;
  filigree_format_t format;
  filigree_op_t op, op_a, op_b;
  filigree_algorithm_t algorithm;
  filigree_pointer_mode_t mode;
  filigree_target_t target;
  filigree_property_t property;

  results out;
  double y_array[cols], C_array[rows * rows];
  int32_t result_offsets[cols + 1], result_indices[cols * dense_cols];
} fixture;

typedef struct {
  const char* name;
  void (*run)(fixture* f);
} named_test;

/* The matrix 1 . 2 .
 *            . 3 . .
 *            4 . . 5 */
static int32_t row_offsets[rows + 1] = {0, 2, 3, 5};
static int32_t col_indices[entries] = {0, 2, 1, 0, 3};
static int32_t row_indices[entries] = {0, 0, 1, 2, 2};
static double values[entries] = {1, 2, 3, 4, 5};
static int32_t other_offsets[rows + 1] = {0, 2, 3, 5};
static int32_t int32_values[entries] = {1, 2, 3, 4, 5};
static int32_t csc_offsets[cols + 1] = {0, 2, 3, 4, 5};
static int32_t csc_indices[entries] = {0, 2, 1, 0, 2};
static double csc_values[entries] = {1, 4, 3, 2, 5};
/* The matrix 2 . .
 *            1 4 .
 *            . 3 5, and one that has no first pivot */
static int32_t triangle_offsets[rows + 1] = {0, 1, 3, 5};
static int32_t other_triangle_offsets[rows + 1] = {0, 1, 3, 5};
static int32_t triangle_indices[entries] = {0, 0, 1, 1, 2};
static int64_t int64_offsets[rows + 1] = {0, 1, 3, 5};
static int64_t int64_indices[entries] = {0, 0, 1, 1, 2};
static int32_t twice_indices[entries] = {0, 1, 1, 1, 2};
static int32_t identity[rows] = {0, 1, 2};
static int32_t out_of_range_indices[entries] = {0, 2, 4, 0, 3};
static int32_t no_pivot_indices[entries] = {1, 0, 1, 1, 2};
static double triangle_values[entries] = {2, 1, 4, 3, 5};
static double x_array[cols] = {1, 2, 3, 4};
static float float_x_array[rows * dense_cols] = {1, 2, 3, 4, 5, 6};
static double B_array[cols * dense_cols] = {1, 2, 3, 4, 5, 6, 7, 8};
static double right_sides[rows * dense_cols] = {2, 5, 8, 2, 5, 8};
static double wide_array[rows * cols] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static double middle[rows] = {4, 4, 4}, beside[rows] = {1, 1, 1};
static const void* diagonals[5] = {beside, middle, beside, beside, beside};
static const void* no_diagonals[5];
static int32_t block_offsets[2] = {0, 1}, block_indices[1] = {0};
static const double one = 1, zero = 0;
/* Names of this program's own: both may run at once in one folder. */
#ifdef FILIGREE_TEST_ON_DEVICE
#define FILE_NAME "c_bad_arguments_cuda"
#else
#define FILE_NAME "c_bad_arguments"
#endif
static const char matrix_file[] = FILE_NAME ".mtx";
static const char written_file[] = FILE_NAME "_written.mtx";

#ifdef FILIGREE_TEST_ON_DEVICE
static const filigree_target_t target = FILIGREE_TARGET_DEVICE;
#else
static const filigree_target_t target = FILIGREE_TARGET_HOST;
#endif

static int failures = 0, cases = 0;

static void must(filigree_status_t status, const char* what) {
  if (status == FILIGREE_STATUS_SUCCESS) return;
  printf("%s: %s\n", what, filigree_last_error_message());
  exit(1);
}

static void complain(const char* function, const char* argument, const char* what,
                     const char* complaint) {
  printf("%s, %s = %s: %s\n", function, argument, what, complaint);
  ++failures;
}

static void poison_results(fixture* f) {
  memset(&f->out, poison, sizeof f->out);
  memset(f->y_array, poison, sizeof f->y_array);
  memset(f->C_array, poison, sizeof f->C_array);
  memset(f->result_offsets, poison, sizeof f->result_offsets);
  memset(f->result_indices, poison, sizeof f->result_indices);
}

static int is_poisoned(const void* memory, size_t bytes) {
  const unsigned char* byte = memory;
  size_t i;
  for (i = 0; i < bytes; ++i)
    if (byte[i] != poison) return 0;
  return 1;
}

static int handle_works(fixture* f) {
  const filigree_status_t status = filigree_spmv(f->handle, FILIGREE_OP_NONE, &one, f->A, f->x,
                                                 &zero, f->y, FILIGREE_ALGORITHM_DEFAULT, NULL, 0);
  wait_for_device();
  return status == FILIGREE_STATUS_SUCCESS && f->y_array[0] == 7 && f->y_array[1] == 6 &&
         f->y_array[2] == 24;
}

static void refused(fixture* f, const char* function, const char* argument, const char* what,
                    filigree_status_t expected, filigree_status_t status) {
  ++cases;
  wait_for_device();
  if (status != expected) {
    complain(function, argument, what, "not the expected status, but this one:");
    printf("  %s, not %s\n", filigree_status_name(status), filigree_status_name(expected));
  } else if (strchr(filigree_last_error_message(), '[') == NULL) {
    complain(function, argument, what, "no message");
  }
  if (!is_poisoned(&f->out, sizeof f->out) || !is_poisoned(f->y_array, sizeof f->y_array) ||
      !is_poisoned(f->C_array, sizeof f->C_array) ||
      !is_poisoned(f->result_offsets, sizeof f->result_offsets) ||
      !is_poisoned(f->result_indices, sizeof f->result_indices))
    complain(function, argument, what, "something was written");
  if (!handle_works(f)) complain(function, argument, what, "the handle does not work afterwards");
  poison_results(f);
}

static void accepted(fixture* f, const char* function, filigree_status_t status) {
  (void)f;
  wait_for_device();
  if (status == FILIGREE_STATUS_SUCCESS) return;
  complain(function, "all arguments", "right", filigree_last_error_message());
}

#include "refusals.inc"

static filigree_sparse_matrix_t csr_of(int64_t num_cols, int32_t* offsets, int32_t* indices,
                                       void* entry_values, filigree_scalar_type_t type) {
  filigree_sparse_matrix_t matrix;
  must(filigree_csr_create(&matrix, rows, num_cols, entries, offsets, indices, entry_values,
                           FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO, type),
       "csr_create");
  return matrix;
}

static filigree_sparse_matrix_t csr(int32_t* offsets, void* entry_values,
                                    filigree_scalar_type_t type) {
  return csr_of(cols, offsets, col_indices, entry_values, type);
}

static filigree_sparse_matrix_t square(int32_t* offsets, int32_t* indices, void* entry_values,
                                       filigree_scalar_type_t type) {
  return csr_of(rows, offsets, indices, entry_values, type);
}

static filigree_dense_vector_t vector(int64_t size, void* entry_values,
                                      filigree_scalar_type_t type) {
  filigree_dense_vector_t result;
  must(filigree_dense_vector_create(&result, size, entry_values, type), "dense_vector_create");
  return result;
}

static filigree_dense_matrix_t dense_of(int64_t num_rows, void* entry_values,
                                        filigree_scalar_type_t type) {
  filigree_dense_matrix_t result;
  must(filigree_dense_matrix_create(&result, num_rows, dense_cols, num_rows, entry_values, type,
                                    FILIGREE_LAYOUT_COLUMN_MAJOR),
       "dense_matrix_create");
  return result;
}

static filigree_dense_matrix_t dense(int64_t num_rows, void* entry_values) {
  return dense_of(num_rows, entry_values, FILIGREE_SCALAR_DOUBLE);
}

static void set_arguments(fixture* f) {
  f->num_rows = rows;
  f->num_cols = cols;
  f->nnz = entries;
  f->row_offsets = row_offsets;
  f->col_indices = col_indices;
  f->values = values;
  f->x_values = x_array;
  f->B_values = B_array;
  f->alpha = &one;
  f->beta = &zero;
  f->path = "";
  f->device = -1;
  f->fill = FILIGREE_FILL_UPPER;
  f->bad_enum = 7;
  f->scalar_type = FILIGREE_SCALAR_DOUBLE;
  f->num_systems = 1;
  f->num_diagonals = 3;
  f->diagonals = diagonals;
  f->row_stride = 1;
}

static void make_triangles(fixture* f) {
  filigree_triangular_solve_plan_t* plans[] = {&f->triangular_solve_plan,
                                               &f->spare_triangular_solve_plan};
  size_t i;
  f->triangle = square(triangle_offsets, triangle_indices, triangle_values, FILIGREE_SCALAR_DOUBLE);
  f->other_triangle =
      square(other_triangle_offsets, triangle_indices, triangle_values, FILIGREE_SCALAR_DOUBLE);
  f->int32_triangle =
      square(triangle_offsets, triangle_indices, int32_values, FILIGREE_SCALAR_INT32);
  f->no_pivot = square(triangle_offsets, no_pivot_indices, triangle_values, FILIGREE_SCALAR_DOUBLE);
  f->triangle_in_C = square(triangle_offsets, triangle_indices, f->C_array, FILIGREE_SCALAR_DOUBLE);
  must(filigree_incomplete_factor_plan_create(f->handle, &f->incomplete_factor_plan,
                                              FILIGREE_INCOMPLETE_FACTOR_LU, f->triangle, 0, NULL),
       "incomplete_factor_plan_create");
  must(filigree_incomplete_factor_plan_create(f->handle, &f->spare_incomplete_factor_plan,
                                              FILIGREE_INCOMPLETE_FACTOR_LU, f->triangle, 0, NULL),
       "incomplete_factor_plan_create");
  must(filigree_gauss_seidel_plan_create(f->handle, &f->gauss_seidel_plan, f->triangle),
       "gauss_seidel_plan_create");
  must(filigree_gauss_seidel_plan_create(f->handle, &f->spare_gauss_seidel_plan, f->triangle),
       "gauss_seidel_plan_create");
  for (i = 0; i < sizeof plans / sizeof plans[0]; ++i)
    must(filigree_triangular_solve_plan_create(f->handle, plans[i], FILIGREE_OP_NONE, f->triangle,
                                               FILIGREE_FILL_LOWER, FILIGREE_DIAGONAL_NON_UNIT,
                                               FILIGREE_ZERO_PIVOT_REPORT, 1),
         "triangular_solve_plan_create");
}

static void make_sparse_results(fixture* f) {
  filigree_spgemm_plan_t* products[] = {&f->spgemm_plan, &f->spare_spgemm_plan};
  filigree_geam_plan_t* sums[] = {&f->geam_plan, &f->spare_geam_plan};
  size_t i;
  must(filigree_csr_create(&f->B_int64, rows, rows, entries, int64_offsets, int64_indices,
                           triangle_values, FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT64,
                           FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE),
       "csr_create");
  f->A_in_C = csr(row_offsets, f->C_array, FILIGREE_SCALAR_DOUBLE);
  /* the square of the triangle, and A + A */
  must(filigree_csr_create(&f->spgemm_result, rows, rows, 6, f->result_offsets, f->result_indices,
                           f->C_array, FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32,
                           FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE),
       "csr_create");
  f->geam_result =
      csr_of(cols, f->result_offsets, f->result_indices, f->C_array, FILIGREE_SCALAR_DOUBLE);
  for (i = 0; i < 2; ++i) {
    must(filigree_spgemm_plan_create(f->handle, products[i], FILIGREE_OP_NONE, FILIGREE_OP_NONE,
                                     f->triangle, f->triangle, NULL, FILIGREE_INDEX_INT32, 0),
         "spgemm_plan_create");
    must(filigree_geam_plan_create(f->handle, sums[i], FILIGREE_OP_NONE, f->A, FILIGREE_OP_NONE,
                                   f->csc, FILIGREE_INDEX_INT32),
         "geam_plan_create");
  }
}

static void make_conversions(fixture* f) {
  filigree_dense_to_sparse_plan_t* plans[] = {&f->dense_to_sparse_plan,
                                              &f->spare_dense_to_sparse_plan};
  size_t i;
  f->twice = square(triangle_offsets, twice_indices, triangle_values, FILIGREE_SCALAR_DOUBLE);
  must(filigree_bsr_create(&f->bsr, 2, 2, 2, 2, FILIGREE_LAYOUT_ROW_MAJOR, 1, block_offsets,
                           block_indices, values, FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32,
                           FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE),
       "bsr_create");
  must(filigree_csc_create(&f->csc_result, rows, cols, entries, f->result_offsets,
                           f->result_indices, f->C_array, FILIGREE_INDEX_INT32,
                           FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE),
       "csc_create");
  /* all of B */
  must(filigree_csr_create(&f->dense_result, cols, dense_cols, (int64_t)cols * dense_cols,
                           f->result_offsets, f->result_indices, f->C_array, FILIGREE_INDEX_INT32,
                           FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE),
       "csr_create");
  must(filigree_dense_matrix_create(&f->square_C, rows, rows, rows, f->C_array,
                                    FILIGREE_SCALAR_DOUBLE, FILIGREE_LAYOUT_COLUMN_MAJOR),
       "dense_matrix_create");
  for (i = 0; i < sizeof plans / sizeof plans[0]; ++i)
    must(filigree_dense_to_sparse_plan_create(f->handle, plans[i], f->B, FILIGREE_FORMAT_CSR,
                                              FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32,
                                              FILIGREE_BASE_ZERO),
         "dense_to_sparse_plan_create");
}

static filigree_sparse_vector_t sparse_vector(int32_t* indices, void* entry_values,
                                              filigree_scalar_type_t type) {
  filigree_sparse_vector_t result;
  must(filigree_sparse_vector_create(&result, cols, 2, indices, entry_values, FILIGREE_INDEX_INT32,
                                     FILIGREE_BASE_ZERO, type),
       "sparse_vector_create");
  return result;
}

static void make_vectors(fixture* f) {
  f->y4 = vector(cols, f->y_array, FILIGREE_SCALAR_DOUBLE);
  f->y4_apart = vector(cols, f->C_array, FILIGREE_SCALAR_DOUBLE);
  f->sparse_x = sparse_vector(col_indices, values, FILIGREE_SCALAR_DOUBLE);
  f->no_entries = sparse_vector(NULL, NULL, FILIGREE_SCALAR_DOUBLE);
  f->float_sparse_x = sparse_vector(col_indices, float_x_array, FILIGREE_SCALAR_FLOAT);
  f->sparse_x_in_y = sparse_vector(col_indices, f->y_array, FILIGREE_SCALAR_DOUBLE);
  f->sparse_result = sparse_vector(col_indices, f->y_array, FILIGREE_SCALAR_DOUBLE);
  f->spare_sparse_vector = sparse_vector(col_indices, values, FILIGREE_SCALAR_DOUBLE);
}

static void destroy_vectors(fixture* f) {
  const filigree_sparse_vector_t vectors[] = {f->sparse_x,       f->no_entries,
                                              f->float_sparse_x, f->sparse_x_in_y,
                                              f->sparse_result,  f->spare_sparse_vector};
  size_t i;
  for (i = 0; i < sizeof vectors / sizeof vectors[0]; ++i)
    if (vectors[i] != NULL) must(filigree_sparse_vector_destroy(vectors[i]), "destroy");
}

static filigree_banded_matrix_t banded(int64_t systems, int number, const void* const* arrays,
                                       filigree_scalar_type_t type) {
  filigree_banded_matrix_t result;
  must(filigree_banded_matrix_create(&result, rows, systems, number, arrays, 1, 0, type),
       "banded_matrix_create");
  return result;
}

static void make_bands(fixture* f) {
  filigree_banded_solve_plan_t* plans[] = {&f->banded_solve_plan, &f->spare_banded_solve_plan};
  const void* in_C[3];
  size_t i;
  in_C[0] = beside;
  in_C[1] = middle;
  in_C[2] = f->C_array;
  f->bands = banded(1, 3, diagonals, FILIGREE_SCALAR_DOUBLE);
  f->float_bands = banded(1, 3, diagonals, FILIGREE_SCALAR_FLOAT);
  f->four_systems = banded(4, 3, diagonals, FILIGREE_SCALAR_DOUBLE);
  f->no_bands = banded(1, 3, no_diagonals, FILIGREE_SCALAR_DOUBLE);
  f->bands_in_C = banded(1, 3, in_C, FILIGREE_SCALAR_DOUBLE);
  f->five_bands = banded(1, 5, diagonals, FILIGREE_SCALAR_DOUBLE);
  f->spare_bands = banded(1, 3, diagonals, FILIGREE_SCALAR_DOUBLE);
  for (i = 0; i < sizeof plans / sizeof plans[0]; ++i)
    must(filigree_banded_solve_plan_create(f->handle, plans[i], FILIGREE_OP_NONE, f->bands,
                                           f->right_sides, f->C, FILIGREE_PIVOTING_PARTIAL, 0),
         "banded_solve_plan_create");
}

static void destroy_bands(fixture* f) {
  const filigree_banded_matrix_t matrices[] = {f->bands,      f->float_bands, f->four_systems,
                                               f->no_bands,   f->bands_in_C,  f->five_bands,
                                               f->spare_bands};
  size_t i;
  for (i = 0; i < sizeof matrices / sizeof matrices[0]; ++i)
    if (matrices[i] != NULL) must(filigree_banded_matrix_destroy(matrices[i]), "destroy");
  must(filigree_banded_solve_plan_destroy(f->banded_solve_plan), "destroy");
  if (f->spare_banded_solve_plan != NULL)
    must(filigree_banded_solve_plan_destroy(f->spare_banded_solve_plan), "destroy");
}

static void make_padded(fixture* f) {
  must(filigree_ell_create(&f->ell, 2, 3, 2, 1, 2, col_indices, values, FILIGREE_INDEX_INT32,
                           FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE),
       "ell_create");
  must(filigree_dia_create(&f->dia, 2, 3, 2, 1, 2, block_indices, values, FILIGREE_INDEX_INT32,
                           FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE),
       "dia_create");
  must(filigree_hdia_create(&f->hdia, 2, 3, 2, 2, 1, block_offsets, block_indices, values,
                            FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO,
                            FILIGREE_SCALAR_DOUBLE),
       "hdia_create");
}

static void make_objects(fixture* f) {
  must(filigree_handle_create(&f->handle, target, -1), "handle_create");
  must(filigree_handle_create(&f->spare_handle, target, -1), "handle_create");
  f->A = csr(row_offsets, values, FILIGREE_SCALAR_DOUBLE);
  f->other_A = csr(other_offsets, values, FILIGREE_SCALAR_DOUBLE);
  f->int32_A = csr(row_offsets, int32_values, FILIGREE_SCALAR_INT32);
  f->no_arrays = csr(NULL, NULL, FILIGREE_SCALAR_DOUBLE);
  f->A_in_y = csr(row_offsets, f->y_array, FILIGREE_SCALAR_DOUBLE);
  must(filigree_csr_create(&f->wrong_base, rows, cols, entries, row_offsets, col_indices, values,
                           FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32, FILIGREE_BASE_ONE,
                           FILIGREE_SCALAR_DOUBLE),
       "csr_create");
  f->out_of_range = csr_of(cols, row_offsets, out_of_range_indices, values, FILIGREE_SCALAR_DOUBLE);
  f->spare_matrix = csr(row_offsets, values, FILIGREE_SCALAR_DOUBLE);
  must(filigree_csc_create(&f->csc, rows, cols, entries, csc_offsets, csc_indices, csc_values,
                           FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO,
                           FILIGREE_SCALAR_DOUBLE),
       "csc_create");
  must(filigree_coo_create(&f->coo, rows, cols, entries, row_indices, col_indices, values,
                           FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE),
       "coo_create");
  must(filigree_sell_create(&f->sell, 2, 2, 2, 2, 4, row_offsets, col_indices, values,
                            FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32, FILIGREE_SCALAR_DOUBLE),
       "sell_create");
  must(
      filigree_blocked_ell_create(&f->blocked_ell, 2, 2, 1, 2, col_indices, values,
                                  FILIGREE_INDEX_INT32, FILIGREE_BASE_ZERO, FILIGREE_SCALAR_DOUBLE),
      "blocked_ell_create");
  make_padded(f);
  f->x = vector(cols, x_array, FILIGREE_SCALAR_DOUBLE);
  f->y = vector(rows, f->y_array, FILIGREE_SCALAR_DOUBLE);
  f->float_x = vector(cols, float_x_array, FILIGREE_SCALAR_FLOAT);
  f->x_in_y = vector(cols, f->y_array, FILIGREE_SCALAR_DOUBLE);
  f->spare_vector = vector(cols, x_array, FILIGREE_SCALAR_DOUBLE);
  f->B = dense(cols, B_array);
  f->C = dense(rows, f->C_array);
  f->B_in_C = dense(cols, f->C_array);
  f->spare_dense = dense(cols, B_array);
  f->right_sides = dense(rows, right_sides);
  f->float_C = dense_of(rows, float_x_array, FILIGREE_SCALAR_FLOAT);
  f->shifted_C = dense(rows, f->C_array + 1);
  must(filigree_dense_matrix_create(&f->wide, rows, cols, rows, wide_array, FILIGREE_SCALAR_DOUBLE,
                                    FILIGREE_LAYOUT_COLUMN_MAJOR),
       "dense_matrix_create");
  make_bands(f);
  make_triangles(f);
  make_sparse_results(f);
  make_conversions(f);
  make_vectors(f);
  must(filigree_sddmm_plan_create(f->handle, &f->sddmm_plan, f->A), "sddmm_plan");
  must(filigree_sddmm_plan_create(f->handle, &f->spare_sddmm_plan, f->A), "sddmm_plan");
  must(filigree_spmv_plan_create(f->handle, &f->spmv_plan, FILIGREE_OP_NONE, f->A), "spmv_plan");
  must(filigree_spmv_plan_create(f->handle, &f->spare_spmv_plan, FILIGREE_OP_NONE, f->A), "plan");
  must(filigree_spmm_plan_create(f->handle, &f->spmm_plan, FILIGREE_OP_NONE, f->A), "spmm_plan");
  must(filigree_spmm_plan_create(f->handle, &f->spare_spmm_plan, FILIGREE_OP_NONE, f->A), "plan");
}

static void destroy_objects(fixture* f) {
  const filigree_sparse_matrix_t matrices[] = {f->A,
                                               f->csc,
                                               f->coo,
                                               f->sell,
                                               f->blocked_ell,
                                               f->ell,
                                               f->dia,
                                               f->hdia,
                                               f->int32_A,
                                               f->other_A,
                                               f->no_arrays,
                                               f->A_in_y,
                                               f->wrong_base,
                                               f->out_of_range,
                                               f->spare_matrix,
                                               f->triangle,
                                               f->other_triangle,
                                               f->int32_triangle,
                                               f->no_pivot,
                                               f->triangle_in_C,
                                               f->B_int64,
                                               f->A_in_C,
                                               f->spgemm_result,
                                               f->geam_result,
                                               f->csc_result,
                                               f->dense_result,
                                               f->twice,
                                               f->bsr};
  const filigree_dense_vector_t vectors[] = {
      f->x, f->y, f->float_x, f->x_in_y, f->spare_vector, f->y4, f->y4_apart};
  const filigree_dense_matrix_t denses[] = {f->B,           f->C,           f->B_in_C,
                                            f->spare_dense, f->right_sides, f->float_C,
                                            f->shifted_C,   f->square_C,    f->wide};
  size_t i;
  for (i = 0; i < sizeof matrices / sizeof matrices[0]; ++i)
    if (matrices[i] != NULL) must(filigree_sparse_matrix_destroy(matrices[i]), "destroy");
  for (i = 0; i < sizeof vectors / sizeof vectors[0]; ++i)
    if (vectors[i] != NULL) must(filigree_dense_vector_destroy(vectors[i]), "destroy");
  for (i = 0; i < sizeof denses / sizeof denses[0]; ++i)
    if (denses[i] != NULL) must(filigree_dense_matrix_destroy(denses[i]), "destroy");
  must(filigree_spmv_plan_destroy(f->spmv_plan), "destroy");
  must(filigree_spmm_plan_destroy(f->spmm_plan), "destroy");
  if (f->spare_spmv_plan != NULL) must(filigree_spmv_plan_destroy(f->spare_spmv_plan), "destroy");
  if (f->spare_spmm_plan != NULL) must(filigree_spmm_plan_destroy(f->spare_spmm_plan), "destroy");
  must(filigree_triangular_solve_plan_destroy(f->triangular_solve_plan), "destroy");
  if (f->spare_triangular_solve_plan != NULL)
    must(filigree_triangular_solve_plan_destroy(f->spare_triangular_solve_plan), "destroy");
  must(filigree_spgemm_plan_destroy(f->spgemm_plan), "destroy");
  destroy_vectors(f);
  destroy_bands(f);
  must(filigree_geam_plan_destroy(f->geam_plan), "destroy");
  must(filigree_incomplete_factor_plan_destroy(f->incomplete_factor_plan), "destroy");
  if (f->spare_incomplete_factor_plan != NULL)
    must(filigree_incomplete_factor_plan_destroy(f->spare_incomplete_factor_plan), "destroy");
  must(filigree_gauss_seidel_plan_destroy(f->gauss_seidel_plan), "destroy");
  if (f->spare_gauss_seidel_plan != NULL)
    must(filigree_gauss_seidel_plan_destroy(f->spare_gauss_seidel_plan), "destroy");
  must(filigree_sddmm_plan_destroy(f->sddmm_plan), "destroy");
  if (f->spare_sddmm_plan != NULL)
    must(filigree_sddmm_plan_destroy(f->spare_sddmm_plan), "destroy");
  must(filigree_dense_to_sparse_plan_destroy(f->dense_to_sparse_plan), "destroy");
  if (f->spare_dense_to_sparse_plan != NULL)
    must(filigree_dense_to_sparse_plan_destroy(f->spare_dense_to_sparse_plan), "destroy");
  if (f->spare_spgemm_plan != NULL)
    must(filigree_spgemm_plan_destroy(f->spare_spgemm_plan), "destroy");
  if (f->spare_geam_plan != NULL) must(filigree_geam_plan_destroy(f->spare_geam_plan), "destroy");
  if (f->spare_handle != NULL) must(filigree_handle_destroy(f->spare_handle), "destroy");
  must(filigree_handle_destroy(f->handle), "destroy");
}

static void write_matrix_file(void) {
  FILE* const file = fopen(matrix_file, "w");
  if (file == NULL) exit(1);
  fputs("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 3\n2 1 4.5\n", file);
  if (fclose(file) != 0) exit(1);
}

int main(void) {
  static fixture f;
  size_t i;
  share_variables();
  write_matrix_file();
  for (i = 0; i < sizeof tests / sizeof tests[0]; ++i) {
    memset(&f, 0, sizeof f);
    set_arguments(&f);
    make_objects(&f);
    poison_results(&f);
    running = tests[i].name;
    tests[i].run(&f);
    destroy_objects(&f);
  }
  remove(matrix_file);
  remove(written_file);
  if (cases != num_refusals) {
    printf("%d cases ran, not %d\n", cases, num_refusals);
    return 1;
  }
  printf("%d calls with a bad argument, %d functions: %d failures\n", cases,
         (int)(sizeof tests / sizeof tests[0]), failures);
  return failures == 0 ? 0 : 1;
}
