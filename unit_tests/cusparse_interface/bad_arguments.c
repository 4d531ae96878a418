/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each function of cuSPARSE's interface with one bad argument after the other: the documented
 * status, nothing written, and a handle that works.
 * src/cusparse/functions.txt has the cases. On a device the arrays are the program's own, too: it
 * reads and writes them where they lie. */
#include <cusparse.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c/share_variables.h"

enum { rows = 3, cols = 4, entries = 5, dense_cols = 2, poison = 0xA5, num_results = 12 };

/* Values of any type. */
typedef union {
  float of_float[2 * entries];
  double of_double[2 * entries];
  cuComplex of_complex[entries];
  cuDoubleComplex of_double_complex[entries];
} factor_array;

/* Analyses of a matrix of blocks of values of one type. */
typedef struct {
  bsrsv2Info_t bsrsv2;
  bsrsm2Info_t bsrsm2;
  bsrilu02Info_t bsrilu02;
  bsric02Info_t bsric02;
} block_infos;

/* The arguments of calls, objects that do not fit, and where results go. */
typedef struct {
  cusparseHandle_t handle, spare_handle;
  cusparseMatDescr_t mat_descr, spare_mat_descr, symmetric;
  csrilu02Info_t csrilu02, new_csrilu02, destroyed_csrilu02;
  csric02Info_t csric02, new_csric02, destroyed_csric02;
  pruneInfo_t prune, destroyed_prune;
  csru2csrInfo_t csru2csr, new_csru2csr, destroyed_csru2csr;
  cusparseColorInfo_t color, destroyed_color;
  bsrsv2Info_t bsrsv2, new_bsrsv2, destroyed_bsrsv2;
  bsrsm2Info_t bsrsm2, new_bsrsm2, destroyed_bsrsm2;
  bsrilu02Info_t bsrilu02, new_bsrilu02, destroyed_bsrilu02;
  bsric02Info_t bsric02, new_bsric02, destroyed_bsric02;
  block_infos of_float, of_double, of_cuComplex, of_cuDoubleComplex;
  /* analysed as numbers of each type */
  _Alignas(16) factor_array factor_values;
  double tolerance;
  cusparseSpVecDescr_t sp_vec, sp_out, sp_in_y, destroyed_sp_vec;
  cusparseDnVecDescr_t dn_vec, destroyed_dn_vec, x, y, y4, z, float_x, x_in_y;
  cusparseDnMatDescr_t dn_mat, destroyed_dn_mat, B, C, C4, left, full;
  cusparseSpMatDescr_t A, csr, csc, coo, bsr, blocked_ell, no_arrays, batch, square, no_square,
      no_pivot, sampled, made, product, converted, destroyed_sp_mat;
  cusparseSpMVDescr_t spmv, destroyed_spmv;
  cusparseSpMVOpDescr_t spmv_op, destroyed_spmv_op;
  cusparseSpMVOpPlan_t spmv_plan, destroyed_spmv_plan, plan;
  cusparseSpMatConvertDescr_t convert, new_convert, destroyed_convert;
  cusparseSpSVDescr_t spsv, new_spsv, destroyed_spsv;
  cusparseSpGEAMDescr_t spgeam, new_spgeam, destroyed_spgeam;
  cusparseSpGEMMDescr_t spgemm, new_spgemm, destroyed_spgemm;
  cusparseSpSMDescr_t spsm, new_spsm, destroyed_spsm;
  int attribute;

  /* one a result, as large as the largest and aligned for any */
  double out[num_results][16];
  /* aligned for complex numbers */
  _Alignas(16) double y_array[cols];
  _Alignas(16) double C_array[cols * dense_cols];
} fixture;

typedef struct {
  const char* name;
  void (*run)(fixture* f);
} named_test;

/* The matrix 1 . 2 .
 *            . 3 . .
 *            4 . . 5 */
static int32_t row_offsets[rows + 2] = {0, 2, 3, 5, 5};
static int32_t col_indices[entries + 1] = {0, 2, 1, 0, 3, 0};
static int32_t row_indices[entries] = {0, 0, 1, 2, 2};
static int32_t coo_rows[entries] = {2, 0, 1, 2, 0}, coo_columns[entries] = {0, 2, 1, 0, 3};
static int32_t int_values[entries], int_buffer[4 * entries];
static double values[entries + 1] = {1, 2, 3, 4, 5, 0};
/* The lower triangle
 * 1 . . .
 * . 2 . .
 * 3 . 4 .
 * . . . 5 */
static int32_t square_offsets[cols + 1] = {0, 1, 2, 4, 5};
static int32_t square_indices[entries] = {0, 1, 0, 2, 3};
static double square_values[entries] = {1, 2, 3, 4, 5};
static int32_t no_pivot_indices[entries] = {0, 0, 0, 2, 3};
/* room for any matrix of this size */
static double sampled_values[entries], product_values[rows * cols];
static _Alignas(16) double made_values[rows * cols];
static int32_t made_offsets[cols + 1], made_indices[rows * cols];
static int32_t product_offsets[rows + 1], product_indices[rows * cols];
static double full_array[rows * cols] = {1, 0, 4, 0, 3, 0, 2, 0, 0, 0, 0, 5};
static double sp_out_values[2] = {1, 2};
static double x_array[cols] = {1, 2, 3, 4};
static float float_x_array[cols] = {1, 2, 3, 4};
static double B_array[cols * dense_cols] = {1, 2, 3, 4, 5, 6, 7, 8};
static const cuDoubleComplex one = {1, 0}; /* as long as a scalar of any type */
static const double zero = 0;
static int two = 2, eleven = 11;
static double z_array[rows];
static int32_t converted_offsets[cols + 1], converted_indices[entries];
static double converted_values[entries];
/* Diagonals of any type, whose systems may be singular: nobody looks at their solutions. */
static _Alignas(16) double bands[2 * entries] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static _Alignas(16) double solve_buffer[1 << 18];
/* 3 x 4 blocks of 2 x 3, and their places as entries */
enum { places = entries * 6 };
static _Alignas(16) double block_values[2 * places];
static _Alignas(16) double entry_values[5 * places];
static int32_t entry_offsets[4 * cols], entry_indices[places];
static const float zero_float = 0, minus_one_float = -1;
static const double zero_double = 0, minus_one_double = -1;
static const cuComplex minus_one_cuComplex = {-1, 0};
static const cuDoubleComplex minus_one_cuDoubleComplex = {-1, 0};
static const cuComplex zero_cuComplex = {0, 0};
static const cuDoubleComplex zero_cuDoubleComplex = {0, 0};
static cusparseSpMatPointers_t csr_pointers, coo_pointers;

static int failures = 0, cases = 0;

static void must(cusparseStatus_t status, const char* what) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  printf("%s: %s\n", what, cusparseGetErrorName(status));
  exit(1);
}

static void complain(const char* function, const char* argument, const char* what,
                     const char* complaint) {
  printf("%s, %s = %s: %s\n", function, argument, what, complaint);
  ++failures;
}

static void poison_results(fixture* f) {
  memset(f->out, poison, sizeof f->out);
  memset(f->y_array, poison, sizeof f->y_array);
  memset(f->C_array, poison, sizeof f->C_array);
}

static int is_poisoned(const void* memory, size_t bytes) {
  const unsigned char* byte = memory;
  size_t i;
  for (i = 0; i < bytes; ++i)
    if (byte[i] != poison) return 0;
  return 1;
}

static int handle_works(fixture* f) {
  const cusparseStatus_t status =
      cusparseSpMV(f->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, f->A, f->x, &zero, f->y,
                   CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
  wait_for_device();
  return status == CUSPARSE_STATUS_SUCCESS && f->y_array[0] == 7 && f->y_array[1] == 6 &&
         f->y_array[2] == 24;
}

static void check_status(fixture* f, const char* function, const char* argument, const char* what,
                         cusparseStatus_t expected, cusparseStatus_t status) {
  wait_for_device();
  if (status != expected) {
    complain(function, argument, what, "not the expected status, but this one:");
    printf("  %s, not %s\n", cusparseGetErrorName(status), cusparseGetErrorName(expected));
  }
  if (!is_poisoned(f->out, sizeof f->out) || !is_poisoned(f->y_array, sizeof f->y_array) ||
      !is_poisoned(f->C_array, sizeof f->C_array))
    complain(function, argument, what, "something was written");
}

static void refused(fixture* f, const char* function, const char* argument, const char* what,
                    cusparseStatus_t expected, cusparseStatus_t status) {
  ++cases;
  check_status(f, function, argument, what, expected, status);
  if (!handle_works(f)) complain(function, argument, what, "the handle does not work afterwards");
  poison_results(f);
}

static void accepted(fixture* f, const char* function, cusparseStatus_t status) {
  (void)f;
  wait_for_device();
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  complain(function, "all arguments", "right", cusparseGetErrorName(status));
}

#include "refusals.inc"

static cusparseSpMatDescr_t csr(void* offsets, void* entry_values) {
  cusparseSpMatDescr_t matrix;
  must(cusparseCreateCsr(&matrix, rows, cols, entries, offsets, col_indices, entry_values,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                         CUDA_R_64F),
       "CreateCsr");
  return matrix;
}

static cusparseDnVecDescr_t vector(int64_t size, void* entry_values, cudaDataType type) {
  cusparseDnVecDescr_t result;
  must(cusparseCreateDnVec(&result, size, entry_values, type), "CreateDnVec");
  return result;
}

static cusparseDnMatDescr_t dense(int64_t num_rows, void* entry_values) {
  cusparseDnMatDescr_t result;
  must(cusparseCreateDnMat(&result, num_rows, dense_cols, num_rows, entry_values, CUDA_R_64F,
                           CUSPARSE_ORDER_COL),
       "CreateDnMat");
  return result;
}

static cusparseSpVecDescr_t sparse_vector(void* entry_values) {
  cusparseSpVecDescr_t result;
  must(cusparseCreateSpVec(&result, cols, 2, col_indices, entry_values, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
       "CreateSpVec");
  return result;
}

static cusparseSpMatDescr_t square(void* indices, void* entry_values) {
  cusparseSpMatDescr_t matrix;
  must(cusparseCreateCsr(&matrix, cols, cols, entries, square_offsets, indices, entry_values,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                         CUDA_R_64F),
       "CreateCsr");
  return matrix;
}

static cusparseSpMatDescr_t empty(int32_t* offsets, int32_t* indices, double* entry_values) {
  cusparseSpMatDescr_t matrix;
  must(cusparseCreateCsr(&matrix, rows, cols, 0, offsets, indices, entry_values, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
       "CreateCsr");
  return matrix;
}

static void make_matrices(fixture* f) {
  f->sampled = csr(row_offsets, sampled_values);
  f->made = empty(made_offsets, made_indices, made_values);
  f->product = empty(product_offsets, product_indices, product_values);
  f->square = square(square_indices, square_values);
  f->no_square = square(NULL, NULL);
  f->no_pivot = square(no_pivot_indices, square_values);
  f->A = csr(row_offsets, values);
  f->csr = csr(row_offsets, values);
  f->no_arrays = csr(NULL, NULL);
  f->destroyed_sp_mat = csr(row_offsets, values);
  f->batch = csr(row_offsets, values);
  must(cusparseCsrSetStridedBatch(f->batch, 2, 0, 0), "CsrSetStridedBatch");
  must(cusparseCreateCsc(&f->csc, rows, cols, entries, row_offsets, col_indices, values,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                         CUDA_R_64F),
       "CreateCsc");
  must(cusparseCreateCsc(&f->converted, rows, cols, 0, converted_offsets, converted_indices,
                         converted_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
       "CreateCsc");
  must(cusparseCreateCoo(&f->coo, rows, cols, entries, col_indices, col_indices, values,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
       "CreateCoo");
  must(cusparseCreateBsr(&f->bsr, 1, 2, 1, 2, 2, row_offsets, col_indices, values,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                         CUDA_R_64F, CUSPARSE_ORDER_ROW),
       "CreateBsr");
  must(cusparseCreateBlockedEll(&f->blocked_ell, 2, 2, 1, 2, col_indices, values,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
       "CreateBlockedEll");
}

/* The square matrix with blocks of 2 x 2 in the place of its entries. */
#define ANALYSE_BLOCKS(letter, infos)                                                             \
  must(cusparseCreateBsrsv2Info(&(infos).bsrsv2), "CreateBsrsv2Info");                            \
  must(cusparseCreateBsrsm2Info(&(infos).bsrsm2), "CreateBsrsm2Info");                            \
  must(cusparseCreateBsrilu02Info(&(infos).bsrilu02), "CreateBsrilu02Info");                      \
  must(cusparseCreateBsric02Info(&(infos).bsric02), "CreateBsric02Info");                         \
  must(cusparse##letter##bsrsv2_analysis(                                                         \
           f->handle, CUSPARSE_DIRECTION_ROW, CUSPARSE_OPERATION_NON_TRANSPOSE, cols, entries,    \
           f->mat_descr, (void*)block_values, square_offsets, square_indices, 2, (infos).bsrsv2,  \
           CUSPARSE_SOLVE_POLICY_NO_LEVEL, NULL),                                                 \
       "bsrsv2_analysis");                                                                        \
  must(cusparse##letter##bsrsm2_analysis(                                                         \
           f->handle, CUSPARSE_DIRECTION_ROW, CUSPARSE_OPERATION_NON_TRANSPOSE,                   \
           CUSPARSE_OPERATION_NON_TRANSPOSE, cols, 2, entries, f->mat_descr, (void*)block_values, \
           square_offsets, square_indices, 2, (infos).bsrsm2, CUSPARSE_SOLVE_POLICY_NO_LEVEL,     \
           NULL),                                                                                 \
       "bsrsm2_analysis");                                                                        \
  must(cusparse##letter##bsrilu02_analysis(f->handle, CUSPARSE_DIRECTION_ROW, cols, entries,      \
                                           f->mat_descr, (void*)block_values, square_offsets,     \
                                           square_indices, 2, (infos).bsrilu02,                   \
                                           CUSPARSE_SOLVE_POLICY_NO_LEVEL, NULL),                 \
       "bsrilu02_analysis");                                                                      \
  must(cusparse##letter##bsric02_analysis(f->handle, CUSPARSE_DIRECTION_ROW, cols, entries,       \
                                          f->mat_descr, (void*)block_values, square_offsets,      \
                                          square_indices, 2, (infos).bsric02,                     \
                                          CUSPARSE_SOLVE_POLICY_NO_LEVEL, NULL),                  \
       "bsric02_analysis")

static void make_block_infos(fixture* f) {
  block_infos any;
  ANALYSE_BLOCKS(D, any);
  f->bsrsv2 = any.bsrsv2;
  f->bsrsm2 = any.bsrsm2;
  f->bsrilu02 = any.bsrilu02;
  f->bsric02 = any.bsric02;
  ANALYSE_BLOCKS(S, f->of_float);
  ANALYSE_BLOCKS(D, f->of_double);
  ANALYSE_BLOCKS(C, f->of_cuComplex);
  ANALYSE_BLOCKS(Z, f->of_cuDoubleComplex);
  must(cusparseCreateBsrsv2Info(&f->new_bsrsv2), "CreateBsrsv2Info");
  must(cusparseCreateBsrsm2Info(&f->new_bsrsm2), "CreateBsrsm2Info");
  must(cusparseCreateBsrilu02Info(&f->new_bsrilu02), "CreateBsrilu02Info");
  must(cusparseCreateBsric02Info(&f->new_bsric02), "CreateBsric02Info");
  must(cusparseCreateBsrsv2Info(&f->destroyed_bsrsv2), "CreateBsrsv2Info");
  must(cusparseCreateBsrsm2Info(&f->destroyed_bsrsm2), "CreateBsrsm2Info");
  must(cusparseCreateBsrilu02Info(&f->destroyed_bsrilu02), "CreateBsrilu02Info");
  must(cusparseCreateBsric02Info(&f->destroyed_bsric02), "CreateBsric02Info");
}

static void destroy_block_infos(fixture* f) {
  const block_infos infos[] = {{f->bsrsv2, f->bsrsm2, f->bsrilu02, f->bsric02},
                               {f->new_bsrsv2, f->new_bsrsm2, f->new_bsrilu02, f->new_bsric02},
                               f->of_float,
                               f->of_double,
                               f->of_cuComplex,
                               f->of_cuDoubleComplex};
  size_t i;
  for (i = 0; i < sizeof infos / sizeof *infos; ++i) {
    must(cusparseDestroyBsrsv2Info(infos[i].bsrsv2), "DestroyBsrsv2Info");
    must(cusparseDestroyBsrsm2Info(infos[i].bsrsm2), "DestroyBsrsm2Info");
    must(cusparseDestroyBsrilu02Info(infos[i].bsrilu02), "DestroyBsrilu02Info");
    must(cusparseDestroyBsric02Info(infos[i].bsric02), "DestroyBsric02Info");
  }
}

static cusparseSpMVOpDescr_t spmv_operator(const fixture* f) {
  cusparseSpMVOpDescr_t result;
  must(cusparseSpMVOp_createDescr(f->handle, &result, CUSPARSE_OPERATION_NON_TRANSPOSE, f->A, f->x,
                                  f->z, f->y, CUDA_R_64F, CUSPARSE_SPMVOP_ALG_DEFAULT, NULL),
       "createDescr");
  return result;
}

static void make_objects(fixture* f) {
  must(cusparseCreate(&f->handle), "Create");
  must(cusparseCreate(&f->spare_handle), "Create");
  must(cusparseCreateMatDescr(&f->mat_descr), "CreateMatDescr");
  must(cusparseCreateMatDescr(&f->spare_mat_descr), "CreateMatDescr");
  must(cusparseCreateMatDescr(&f->symmetric), "CreateMatDescr");
  must(cusparseSetMatType(f->symmetric, CUSPARSE_MATRIX_TYPE_SYMMETRIC), "SetMatType");
  must(cusparseCreateCsrilu02Info(&f->csrilu02), "CreateCsrilu02Info");
  must(cusparseCreateCsrilu02Info(&f->new_csrilu02), "CreateCsrilu02Info");
  must(cusparseCreateCsrilu02Info(&f->destroyed_csrilu02), "CreateCsrilu02Info");
  must(cusparseCreateCsric02Info(&f->csric02), "CreateCsric02Info");
  must(cusparseCreateCsric02Info(&f->new_csric02), "CreateCsric02Info");
  must(cusparseCreateCsric02Info(&f->destroyed_csric02), "CreateCsric02Info");
  must(cusparseCreatePruneInfo(&f->prune), "CreatePruneInfo");
  must(cusparseCreatePruneInfo(&f->destroyed_prune), "CreatePruneInfo");
  must(cusparseCreateCsru2csrInfo(&f->csru2csr), "CreateCsru2csrInfo");
  must(cusparseCreateCsru2csrInfo(&f->new_csru2csr), "CreateCsru2csrInfo");
  must(cusparseCreateCsru2csrInfo(&f->destroyed_csru2csr), "CreateCsru2csrInfo");
  must(cusparseCreateColorInfo(&f->color), "CreateColorInfo");
  must(cusparseCreateColorInfo(&f->destroyed_color), "CreateColorInfo");
  make_matrices(f);
  f->sp_vec = sparse_vector(values);
  f->destroyed_sp_vec = sparse_vector(values);
  f->sp_out = sparse_vector(sp_out_values);
  f->sp_in_y = sparse_vector(f->y_array);
  f->x = vector(cols, x_array, CUDA_R_64F);
  f->y = vector(rows, f->y_array, CUDA_R_64F);
  f->y4 = vector(cols, f->y_array, CUDA_R_64F);
  f->dn_vec = vector(cols, x_array, CUDA_R_64F);
  f->destroyed_dn_vec = vector(cols, x_array, CUDA_R_64F);
  f->float_x = vector(cols, float_x_array, CUDA_R_32F);
  f->x_in_y = vector(cols, f->y_array, CUDA_R_64F);
  f->z = vector(rows, z_array, CUDA_R_64F);
  f->B = dense(cols, B_array);
  f->C = dense(rows, f->C_array);
  f->C4 = dense(cols, f->C_array);
  f->left = dense(rows, B_array);
  must(cusparseCreateDnMat(&f->full, rows, cols, rows, full_array, CUDA_R_64F, CUSPARSE_ORDER_COL),
       "CreateDnMat");
  f->dn_mat = dense(cols, B_array);
  f->destroyed_dn_mat = dense(cols, B_array);
  must(cusparseSpMV_createDescr(&f->spmv), "createDescr");
  must(cusparseSpMV_createDescr(&f->destroyed_spmv), "createDescr");
  f->spmv_op = spmv_operator(f);
  f->destroyed_spmv_op = spmv_operator(f);
  must(cusparseSpMVOp_createPlan(f->handle, f->spmv_op, &f->spmv_plan, NULL, 0), "createPlan");
  must(cusparseSpMVOp_createPlan(f->handle, f->spmv_op, &f->destroyed_spmv_plan, NULL, 0),
       "createPlan");
  must(cusparseSpMatConvertDescrCreate(&f->convert), "DescrCreate");
  must(cusparseSpMatConvertDescrCreate(&f->new_convert), "DescrCreate");
  must(cusparseSpMatConvertDescrCreate(&f->destroyed_convert), "DescrCreate");
  must(cusparseSpSV_createDescr(&f->spsv), "createDescr");
  must(cusparseSpSV_createDescr(&f->new_spsv), "createDescr");
  must(cusparseSpSV_createDescr(&f->destroyed_spsv), "createDescr");
  must(cusparseSpSM_createDescr(&f->spsm), "createDescr");
  must(cusparseSpSM_createDescr(&f->new_spsm), "createDescr");
  must(cusparseSpSM_createDescr(&f->destroyed_spsm), "createDescr");
  must(cusparseSpGEAM_createDescr(&f->spgeam), "createDescr");
  must(cusparseSpGEAM_createDescr(&f->new_spgeam), "createDescr");
  must(cusparseSpGEAM_createDescr(&f->destroyed_spgeam), "createDescr");
  must(cusparseSpGEMM_createDescr(&f->spgemm), "createDescr");
  must(cusparseSpGEMM_createDescr(&f->new_spgemm), "createDescr");
  must(cusparseSpGEMM_createDescr(&f->destroyed_spgemm), "createDescr");
  f->tolerance = 0;
  must(cusparseDcsrilu02_analysis(f->handle, cols, entries, f->mat_descr,
                                  f->factor_values.of_double, square_offsets, square_indices,
                                  f->csrilu02, CUSPARSE_SOLVE_POLICY_NO_LEVEL, NULL),
       "csrilu02_analysis");
  must(cusparseDcsric02_analysis(f->handle, cols, entries, f->mat_descr, f->factor_values.of_double,
                                 square_offsets, square_indices, f->csric02,
                                 CUSPARSE_SOLVE_POLICY_NO_LEVEL, NULL),
       "csric02_analysis");
  make_block_infos(f);
  csr_pointers.format = CUSPARSE_FORMAT_CSR;
  csr_pointers.data.csr.rowOffsets = row_offsets;
  csr_pointers.data.csr.colInd = col_indices;
  csr_pointers.data.csr.values = values;
  coo_pointers.format = CUSPARSE_FORMAT_COO;
}

static void destroy_objects(fixture* f) {
  const cusparseSpMatDescr_t matrices[] = {f->A,      f->csr,         f->csc,       f->coo,
                                           f->bsr,    f->blocked_ell, f->no_arrays, f->batch,
                                           f->square, f->no_square,   f->no_pivot,  f->sampled,
                                           f->made,   f->product,     f->converted};
  const cusparseDnVecDescr_t vectors[] = {f->x,      f->y,       f->y4,    f->z,
                                          f->dn_vec, f->float_x, f->x_in_y};
  const cusparseDnMatDescr_t dense_matrices[] = {f->B, f->C, f->C4, f->left, f->full, f->dn_mat};
  size_t i;
  for (i = 0; i < sizeof matrices / sizeof *matrices; ++i)
    must(cusparseDestroySpMat(matrices[i]), "DestroySpMat");
  for (i = 0; i < sizeof vectors / sizeof *vectors; ++i)
    must(cusparseDestroyDnVec(vectors[i]), "DestroyDnVec");
  for (i = 0; i < sizeof dense_matrices / sizeof *dense_matrices; ++i)
    must(cusparseDestroyDnMat(dense_matrices[i]), "DestroyDnMat");
  must(cusparseDestroySpVec(f->sp_vec), "DestroySpVec");
  must(cusparseDestroySpVec(f->sp_out), "DestroySpVec");
  must(cusparseDestroySpVec(f->sp_in_y), "DestroySpVec");
  must(cusparseSpGEAM_destroyDescr(f->spgeam), "destroyDescr");
  must(cusparseSpGEAM_destroyDescr(f->new_spgeam), "destroyDescr");
  must(cusparseSpGEMM_destroyDescr(f->spgemm), "destroyDescr");
  must(cusparseSpGEMM_destroyDescr(f->new_spgemm), "destroyDescr");
  must(cusparseSpMV_destroyDescr(f->spmv), "destroyDescr");
  must(cusparseSpMVOp_destroyPlan(f->spmv_plan), "destroyPlan");
  must(cusparseSpMVOp_destroyDescr(f->spmv_op), "destroyDescr");
  must(cusparseSpMatConvertDescrDestroy(f->convert), "DescrDestroy");
  must(cusparseSpMatConvertDescrDestroy(f->new_convert), "DescrDestroy");
  must(cusparseSpSV_destroyDescr(f->spsv), "destroyDescr");
  must(cusparseSpSV_destroyDescr(f->new_spsv), "destroyDescr");
  must(cusparseSpSM_destroyDescr(f->spsm), "destroyDescr");
  must(cusparseSpSM_destroyDescr(f->new_spsm), "destroyDescr");
  must(cusparseDestroyMatDescr(f->mat_descr), "DestroyMatDescr");
  must(cusparseDestroyMatDescr(f->symmetric), "DestroyMatDescr");
  destroy_block_infos(f);
  must(cusparseDestroyPruneInfo(f->prune), "DestroyPruneInfo");
  must(cusparseDestroyCsru2csrInfo(f->csru2csr), "DestroyCsru2csrInfo");
  must(cusparseDestroyCsru2csrInfo(f->new_csru2csr), "DestroyCsru2csrInfo");
  must(cusparseDestroyColorInfo(f->color), "DestroyColorInfo");
  must(cusparseDestroyCsrilu02Info(f->csrilu02), "DestroyCsrilu02Info");
  must(cusparseDestroyCsrilu02Info(f->new_csrilu02), "DestroyCsrilu02Info");
  must(cusparseDestroyCsric02Info(f->csric02), "DestroyCsric02Info");
  must(cusparseDestroyCsric02Info(f->new_csric02), "DestroyCsric02Info");
  must(cusparseDestroy(f->handle), "Destroy");
}

int main(void) {
  static fixture f;
  size_t i;
  share_variables();
  make_objects(&f);
  poison_results(&f);
  for (i = 0; i < sizeof tests / sizeof *tests; ++i) {
    running = tests[i].name;
    tests[i].run(&f);
    poison_results(&f);
  }
  destroy_objects(&f);
  if (cases != num_refusals) {
    printf("%d refusals, not %d\n", cases, num_refusals);
    return 1;
  }
  printf("%d bad arguments, %d failures\n", cases, failures);
  return failures != 0;
}
