// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/log.hpp>
#include <cusparse/objects.hpp>

/// Handles, versions, matrices of the legacy calls, and what returns no status.

namespace filigree::cusparse {

void Create(cusparseHandle_t* handle) {
  honour_log_variables();
  int device = 0;
  require(cudaGetDevice(&device) == cudaSuccess, "cusparseCreate", "handle", "no device",
          "a device");
  runtime::start(runtime::has_device ? device : -1);
  *handle = new cusparseContext{runtime::has_device ? runtime::Target::device(nullptr)
                                                    : runtime::Target::host()};
}

void Destroy(cusparseHandle_t handle) { destroy(handle); }

void GetVersion(cusparseHandle_t, int* version) { *version = CUSPARSE_VERSION; }

void GetProperty(libraryPropertyType type, int* value) {
  switch (type) {
    case MAJOR_VERSION:
      *value = CUSPARSE_VER_MAJOR;
      return;
    case MINOR_VERSION:
      *value = CUSPARSE_VER_MINOR;
      return;
    case PATCH_LEVEL:
      *value = CUSPARSE_VER_PATCH;
      return;
  }
  check(false, "cusparseGetProperty", "type", "no property", "a part of the version");
}

/// Frameworks set the stream before each call, mostly to what it is.
void SetStream(cusparseHandle_t handle, cudaStream_t stream) {
  if (stream == handle->stream) return;
  if (!handle->target.is_host()) handle->target = handle->targets.of(stream);
  handle->stream = stream;
}

void GetStream(cusparseHandle_t handle, cudaStream_t* stream) { *stream = handle->stream; }

void SetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  handle->pointer_mode = mode;
}

void GetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  *mode = handle->pointer_mode;
}

void CreateMatDescr(cusparseMatDescr_t* matrix) { *matrix = new cusparseMatDescr; }
void DestroyMatDescr(cusparseMatDescr_t matrix) { delete matrix; }

void SetMatType(cusparseMatDescr_t matrix, cusparseMatrixType_t type) { matrix->type = type; }
void SetMatFillMode(cusparseMatDescr_t matrix, cusparseFillMode_t fill) { matrix->fill = fill; }
void SetMatDiagType(cusparseMatDescr_t matrix, cusparseDiagType_t diagonal) {
  matrix->diagonal = diagonal;
}
void SetMatIndexBase(cusparseMatDescr_t matrix, cusparseIndexBase_t base) { matrix->base = base; }

}  // namespace filigree::cusparse

cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t matrix) {
  return matrix == nullptr ? CUSPARSE_MATRIX_TYPE_GENERAL : matrix->type;
}
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t matrix) {
  return matrix == nullptr ? CUSPARSE_FILL_MODE_LOWER : matrix->fill;
}
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t matrix) {
  return matrix == nullptr ? CUSPARSE_DIAG_TYPE_NON_UNIT : matrix->diagonal;
}
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t matrix) {
  return matrix == nullptr ? CUSPARSE_INDEX_BASE_ZERO : matrix->base;
}

const char* cusparseGetErrorName(cusparseStatus_t status) {
  switch (status) {
    case CUSPARSE_STATUS_SUCCESS:
      return "CUSPARSE_STATUS_SUCCESS";
    case CUSPARSE_STATUS_NOT_INITIALIZED:
      return "CUSPARSE_STATUS_NOT_INITIALIZED";
    case CUSPARSE_STATUS_ALLOC_FAILED:
      return "CUSPARSE_STATUS_ALLOC_FAILED";
    case CUSPARSE_STATUS_INVALID_VALUE:
      return "CUSPARSE_STATUS_INVALID_VALUE";
    case CUSPARSE_STATUS_ARCH_MISMATCH:
      return "CUSPARSE_STATUS_ARCH_MISMATCH";
    case CUSPARSE_STATUS_MAPPING_ERROR:
      return "CUSPARSE_STATUS_MAPPING_ERROR";
    case CUSPARSE_STATUS_EXECUTION_FAILED:
      return "CUSPARSE_STATUS_EXECUTION_FAILED";
    case CUSPARSE_STATUS_INTERNAL_ERROR:
      return "CUSPARSE_STATUS_INTERNAL_ERROR";
    case CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED:
      return "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED";
    case CUSPARSE_STATUS_ZERO_PIVOT:
      return "CUSPARSE_STATUS_ZERO_PIVOT";
    case CUSPARSE_STATUS_NOT_SUPPORTED:
      return "CUSPARSE_STATUS_NOT_SUPPORTED";
    case CUSPARSE_STATUS_INSUFFICIENT_RESOURCES:
      return "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES";
  }
  return "unknown status";
}

const char* cusparseGetErrorString(cusparseStatus_t status) {
  // of literals, hence with a null character at the end
  const bool is_status = status >= 0 && status <= CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
  return is_status ? filigree::status_description(filigree::Status(status)).data()
                   : "unknown status";
}
