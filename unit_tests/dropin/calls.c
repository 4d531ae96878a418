/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program that is linked with libcusparse.so.12, as others are. With FILIGREE_CUSPARSE_FALLBACK
   naming the library of vendor.c, what Filigree refuses is to arrive there, with objects of that
   library; without it, to be refused. */
#include <cusparse.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vendor.h"

static int failures;
#define EXPECT(condition)                                            \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                    \
    }                                                                \
  } while (0)
#define EXPECT_DONE(call) EXPECT((call) == CUSPARSE_STATUS_SUCCESS)

/* The library of vendor.c, null without it. */
static void* vendor;
#define ASK(type, name, argument) (((type(*)())dlsym(vendor, #name))argument)

/* Two times the same 2 x 2 matrix: 1 0; 2 4 */
static int offsets[] = {0, 1, 3, 0, 1, 3}, indices[] = {0, 0, 1, 0, 0, 1};
static double values[] = {1, 2, 4, 1, 2, 4}, x_values[] = {3, 5}, y_values[] = {0, 0};
static const double one = 1, zero = 0;

typedef struct problem {
  cusparseHandle_t handle;
  cusparseSpMatDescr_t A;
  cusparseDnVecDescr_t x, y;
} problem;

static problem make_problem(void) {
  problem made;
  memset(&made, 0, sizeof made);
  EXPECT_DONE(cusparseCreate(&made.handle));
  EXPECT_DONE(cusparseCreateCsr(&made.A, 2, 2, 3, offsets, indices, values, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  EXPECT_DONE(cusparseCreateDnVec(&made.x, 2, x_values, CUDA_R_64F));
  EXPECT_DONE(cusparseCreateDnVec(&made.y, 2, y_values, CUDA_R_64F));
  return made;
}

static void end_problem(problem made) {
  EXPECT_DONE(cusparseDestroyDnVec(made.x));
  EXPECT_DONE(cusparseDestroyDnVec(made.y));
  EXPECT_DONE(cusparseDestroySpMat(made.A));
  EXPECT_DONE(cusparseDestroy(made.handle));
  if (vendor != NULL) EXPECT(ASK(int, vendor_live_objects, ()) == 0);
}

static void product_runs_here(void) {
  problem p = make_problem();
  EXPECT_DONE(cusparseSpMV(p.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, p.A, p.x, &zero, p.y,
                           CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, NULL));
  EXPECT(y_values[0] == 3 && y_values[1] == 26);
  if (vendor != NULL) EXPECT(ASK(int, vendor_live_objects, ()) == 0);
  end_problem(p);
}

static cusparseStatus_t ask_for_buffer(problem p, cusparseSpSVDescr_t state, size_t* bytes) {
  return cusparseSpSV_bufferSize(p.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, p.A, p.x, p.y,
                                 CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, state, bytes);
}

/* A solve with a batch is refused here. */
static void refused_call_arrives_with_twins(void) {
  problem p = make_problem();
  cusparseSpSVDescr_t state = NULL;
  cudaStream_t stream = (cudaStream_t)offsets; /* is passed on */
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_UPPER;
  size_t bytes = 7;
  cusparseStatus_t status;
  EXPECT_DONE(cusparseSpSV_createDescr(&state));
  EXPECT_DONE(cusparseCsrSetStridedBatch(p.A, 2, 3, 3));
  EXPECT_DONE(cusparseSpMatSetAttribute(p.A, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  EXPECT_DONE(cusparseSetStream(p.handle, stream));
  status = ask_for_buffer(p, state, &bytes);
  if (vendor == NULL) {
    EXPECT(status == CUSPARSE_STATUS_NOT_SUPPORTED && bytes == 7);
  } else {
    EXPECT(status == CUSPARSE_STATUS_SUCCESS && bytes == vendor_buffer_bytes);
    EXPECT(ASK(int, vendor_last_batch_count, ()) == 2 &&
           ASK(int, vendor_last_fill, ()) == (int)fill);
    EXPECT(ASK(cudaStream_t, vendor_last_stream, ()) == stream);
    EXPECT(ASK(int, vendor_live_objects, ()) == 5);
    /* what has changed is seen by the next call */
    EXPECT_DONE(cusparseSetPointerMode(p.handle, CUSPARSE_POINTER_MODE_DEVICE));
    EXPECT_DONE(cusparseSpMatSetValues(p.A, values + 3));
    EXPECT_DONE(ask_for_buffer(p, state, &bytes));
    EXPECT(ASK(int, vendor_last_mode, ()) == CUSPARSE_POINTER_MODE_DEVICE);
    EXPECT(ASK(void*, vendor_last_array, (2)) == (void*)(values + 3));
    EXPECT(ASK(int, vendor_live_objects, ()) == 5);
    /* the solve was begun there, and stays there, with a matrix that could be solved with here */
    EXPECT_DONE(cusparseCsrSetStridedBatch(p.A, 1, 0, 0));
    bytes = 7;
    EXPECT_DONE(ask_for_buffer(p, state, &bytes));
    EXPECT(bytes == vendor_buffer_bytes && ASK(int, vendor_last_batch_count, ()) == 1);
  }
  EXPECT_DONE(cusparseSpSV_destroyDescr(state));
  end_problem(p);
}

/* What was begun here stays here, though a later call is refused. */
static void begun_operation_stays(void) {
  problem p = make_problem();
  cusparseSpSVDescr_t state = NULL;
  size_t bytes = 7;
  EXPECT_DONE(cusparseSpSV_createDescr(&state));
  EXPECT_DONE(ask_for_buffer(p, state, &bytes));
  EXPECT(bytes != vendor_buffer_bytes);
  EXPECT_DONE(cusparseCsrSetStridedBatch(p.A, 2, 3, 3));
  EXPECT(ask_for_buffer(p, state, &bytes) == CUSPARSE_STATUS_NOT_SUPPORTED);
  EXPECT_DONE(cusparseSpSV_destroyDescr(state));
  end_problem(p);
}

/* A dense matrix of a type that Filigree has not is the vendor's from the start; calls with it go
 * there. */
static void vendors_object_takes_others_along(void) {
  problem p = make_problem();
  cusparseDnMatDescr_t dense = NULL;
  int64_t rows = 0, cols = 0, nnz = 0;
  const cusparseStatus_t status =
      cusparseCreateDnMat(&dense, 2, 2, 2, y_values, CUDA_R_64U, CUSPARSE_ORDER_COL);
  if (vendor == NULL) {
    EXPECT(status == CUSPARSE_STATUS_NOT_SUPPORTED && dense == NULL);
  } else {
    EXPECT(status == CUSPARSE_STATUS_SUCCESS && ASK(int, vendor_live_objects, ()) == 1);
    EXPECT_DONE(cusparseDenseToSparse_analysis(p.handle, dense, p.A,
                                               CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL));
    EXPECT_DONE(cusparseSpMatGetSize(p.A, &rows, &cols, &nnz));
    EXPECT(rows == 2 && cols == 2 && nnz == vendor_nnz);
    /* new arrays reach the twin that the analysis was made with */
    EXPECT_DONE(cusparseCsrSetPointers(p.A, offsets + 3, indices + 3, values + 3));
    EXPECT_DONE(cusparseDenseToSparse_convert(p.handle, dense, p.A,
                                              CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL));
    EXPECT(ASK(int, vendor_last_matrix_calls, ()) == 2);
    EXPECT(ASK(void*, vendor_last_array, (0)) == (void*)(offsets + 3));
    EXPECT_DONE(cusparseDestroyDnMat(dense));
    EXPECT(ASK(int, vendor_live_objects, ()) == 2);
  }
  end_problem(p);
}

/* Of a call that neither library takes, and of bad arguments, nothing goes anywhere. */
static void refusals_stay(void) {
  problem p = make_problem();
  cusparseSpMMOpPlan_t plan = NULL;
  cusparseDnMatDescr_t B = NULL, C = NULL;
  const char code = 0; /* of operators, which hosts do not run */
  size_t bytes = 0;
  EXPECT_DONE(cusparseCreateDnMat(&B, 2, 1, 2, x_values, CUDA_R_64F, CUSPARSE_ORDER_COL));
  EXPECT_DONE(cusparseCreateDnMat(&C, 2, 1, 2, y_values, CUDA_R_64F, CUSPARSE_ORDER_COL));
  EXPECT(cusparseSpMMOp_createPlan(p.handle, &plan, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                   CUSPARSE_OPERATION_NON_TRANSPOSE, p.A, B, C, CUDA_R_64F,
                                   CUSPARSE_SPMM_OP_ALG_DEFAULT, &code, 1, &code, 1, &code, 1,
                                   &bytes) == CUSPARSE_STATUS_NOT_SUPPORTED);
  EXPECT_DONE(cusparseDestroyDnMat(B));
  EXPECT_DONE(cusparseDestroyDnMat(C));
  EXPECT(cusparseSpMV(p.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, NULL, p.x, &zero, p.y,
                      CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT,
                      NULL) == CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT(cusparseDestroyDnVec(NULL) == CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT(cusparseCreate(NULL) == CUSPARSE_STATUS_INVALID_VALUE);
  end_problem(p);
}

int main(void) {
  const char* name = getenv("FILIGREE_CUSPARSE_FALLBACK");
  if (name != NULL) {
    vendor = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (vendor == NULL) {
      printf("%s\n", dlerror());
      return 1;
    }
  }
  product_runs_here();
  refused_call_arrives_with_twins();
  begun_operation_stays();
  vendors_object_takes_others_along();
  refusals_stay();
  printf("%d failures\n", failures);
  return failures != 0;
}
