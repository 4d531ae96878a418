/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stands for the vendor's library: a few of cuSPARSE's functions, which take objects of their own
   only, and say by what they write that they were called. */
#include <cusparse.h>
#include <stdlib.h>

#include "vendor.h"

enum { vendor_mark = 0x56454e44 };

typedef struct object {
  int mark;
  int64_t rows, cols, nnz;
  void* arrays[3];
  int batch_count, fill, mode;
  cudaStream_t stream;
  int calls;
} object;

static int live_objects;
static object last_handle, last_matrix;

int vendor_live_objects(void) { return live_objects; }
void* vendor_last_array(int number) { return last_matrix.arrays[number]; }
int vendor_last_batch_count(void) { return last_matrix.batch_count; }
int vendor_last_fill(void) { return last_matrix.fill; }
int vendor_last_mode(void) { return last_handle.mode; }
cudaStream_t vendor_last_stream(void) { return last_handle.stream; }
int vendor_last_matrix_calls(void) { return last_matrix.calls; }

static cusparseStatus_t make(void* to) {
  object* made = calloc(1, sizeof *made);
  if (made == NULL) return CUSPARSE_STATUS_ALLOC_FAILED;
  made->mark = vendor_mark;
  made->batch_count = 1;
  ++live_objects;
  *(object**)to = made;
  return CUSPARSE_STATUS_SUCCESS;
}
static int is_ours(const void* pointer) {
  return pointer != NULL && ((const object*)pointer)->mark == vendor_mark;
}
static cusparseStatus_t end(const void* pointer) {
  if (!is_ours(pointer)) return CUSPARSE_STATUS_INTERNAL_ERROR;
  --live_objects;
  free((void*)pointer);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) { return make(handle); }
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) { return end(handle); }
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  if (!is_ours(handle)) return CUSPARSE_STATUS_INTERNAL_ERROR;
  ((object*)handle)->stream = stream;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  if (!is_ours(handle)) return CUSPARSE_STATUS_INTERNAL_ERROR;
  ((object*)handle)->mode = mode;
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t make_matrix(void* to, int64_t rows, int64_t cols, int64_t nnz, void* first,
                                    void* second, void* values) {
  const cusparseStatus_t status = make(to);
  if (status == CUSPARSE_STATUS_SUCCESS) {
    object* made = *(object**)to;
    made->rows = rows;
    made->cols = cols;
    made->nnz = nnz;
    made->arrays[0] = first;
    made->arrays[1] = second;
    made->arrays[2] = values;
  }
  return status;
}
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void* offsets, void* indices, void* values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
  (void)offset_type, (void)index_type, (void)base, (void)type;
  return make_matrix(matrix, rows, cols, nnz, offsets, indices, values);
}
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int count, int64_t offsets,
                                            int64_t entries) {
  (void)offsets, (void)entries;
  if (!is_ours(matrix)) return CUSPARSE_STATUS_INTERNAL_ERROR;
  ((object*)matrix)->batch_count = count;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* indices,
                                        void* values) {
  object* changed = (object*)matrix;
  if (!is_ours(matrix)) return CUSPARSE_STATUS_INTERNAL_ERROR;
  changed->arrays[0] = offsets;
  changed->arrays[1] = indices;
  changed->arrays[2] = values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void* data,
                                           size_t bytes) {
  if (!is_ours(matrix) || bytes != sizeof(int)) return CUSPARSE_STATUS_INTERNAL_ERROR;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) ((object*)matrix)->fill = *(int*)data;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t* rows,
                                      int64_t* cols, int64_t* nnz) {
  const object* of = (const object*)matrix;
  if (!is_ours(matrix)) return CUSPARSE_STATUS_INTERNAL_ERROR;
  *rows = of->rows;
  *cols = of->cols;
  *nnz = of->nnz;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) { return end(matrix); }

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* vector, int64_t size, void* values,
                                     cudaDataType type) {
  (void)type;
  return make_matrix(vector, size, 1, size, values, NULL, NULL);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) { return end(vector); }
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* matrix, int64_t rows, int64_t cols,
                                     int64_t ld, void* values, cudaDataType type,
                                     cusparseOrder_t order) {
  (void)ld, (void)type, (void)order;
  return make_matrix(matrix, rows, cols, rows * cols, values, NULL, NULL);
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) { return end(matrix); }

cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B,
                                                cusparseDenseToSparseAlg_t algorithm,
                                                void* buffer) {
  (void)algorithm, (void)buffer;
  if (!is_ours(handle) || !is_ours(A) || !is_ours(B)) return CUSPARSE_STATUS_INTERNAL_ERROR;
  ((object*)B)->nnz = vendor_nnz;
  ++((object*)B)->calls;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t A,
                                               cusparseSpMatDescr_t B,
                                               cusparseDenseToSparseAlg_t algorithm, void* buffer) {
  (void)algorithm, (void)buffer;
  if (!is_ours(handle) || !is_ours(A) || !is_ours(B)) return CUSPARSE_STATUS_INTERNAL_ERROR;
  ++((object*)B)->calls;
  last_matrix = *(const object*)B;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t* state) { return make(state); }
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t state) { return end(state); }
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                         const void* alpha, cusparseConstSpMatDescr_t A,
                                         cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                         cudaDataType compute, cusparseSpSVAlg_t algorithm,
                                         cusparseSpSVDescr_t state, size_t* bytes) {
  (void)op, (void)alpha, (void)compute, (void)algorithm;
  if (!is_ours(handle) || !is_ours(A) || !is_ours(x) || !is_ours(y) || !is_ours(state))
    return CUSPARSE_STATUS_INTERNAL_ERROR;
  last_handle = *(const object*)handle;
  last_matrix = *(const object*)A;
  *bytes = vendor_buffer_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
