// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>
#include <runtime/failures.hpp>
#include <runtime/target.hpp>

#include <cusparselt/objects.hpp>

/// The library, its handle, and its errors.

namespace filigree::cusparselt {
namespace {

constexpr const char* status_names[] = {"CUSPARSE_STATUS_SUCCESS",
                                        "CUSPARSE_STATUS_NOT_INITIALIZED",
                                        "CUSPARSE_STATUS_ALLOC_FAILED",
                                        "CUSPARSE_STATUS_INVALID_VALUE",
                                        "CUSPARSE_STATUS_ARCH_MISMATCH",
                                        "CUSPARSE_STATUS_MAPPING_ERROR",
                                        "CUSPARSE_STATUS_EXECUTION_FAILED",
                                        "CUSPARSE_STATUS_INTERNAL_ERROR",
                                        "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
                                        "CUSPARSE_STATUS_ZERO_PIVOT",
                                        "CUSPARSE_STATUS_NOT_SUPPORTED",
                                        "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES"};

bool is_status(cusparseStatus_t status) {
  return int(status) >= 0 && status <= CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
}

}  // namespace

cusparseStatus_t record_failure(const char* call) noexcept {
  const Status status = runtime::log_failure(call);
  // What was planned is another product than the call's.
  return status == Status::stale_plan ? CUSPARSE_STATUS_INVALID_VALUE : cusparseStatus_t(status);
}

void check(bool condition, const char* call, const char* argument, const char* found,
           const char* expected) {
  if (!condition)
    detail::throw_error(Status::invalid_value,
                        {call, argument, found, expected, "see docs/cusparselt_interface.md"});
}

void require(bool condition, const char* call, const char* argument, const char* found,
             const char* expected) {
  if (!condition)
    detail::throw_error(Status::not_supported,
                        {call, argument, found, expected, "see docs/cusparselt_interface.md"});
}

void refuse_handle(const char* call) {
  detail::throw_error(Status::not_initialized,
                      {call, "handle", "a handle that was not initialised, or has ended",
                       "a handle of cusparseLtInit", "make one first"});
}

}  // namespace filigree::cusparselt

using namespace filigree::cusparselt;

cusparseStatus_t cusparseLtInit(cusparseLtHandle_t* handle) {
  constexpr const char* call = "cusparseLtInit";
  return guarded(call, {{"handle", handle}}, [&] {
    check(handle != nullptr, call, "handle", "null pointer", "memory for a handle");
    int device = 0;
    require(cudaGetDevice(&device) == cudaSuccess, call, "handle", "no device", "a device");
    filigree::runtime::start(filigree::runtime::has_device ? device : -1);
    write(call, "handle", handle, Handle{});
  });
}

cusparseStatus_t cusparseLtDestroy(const cusparseLtHandle_t* handle) {
  constexpr const char* call = "cusparseLtDestroy";
  return guarded(call, {{"handle", handle}}, [&] {
    check_handle(call, handle);
    end<Handle>(call, "handle", handle);
  });
}

cusparseStatus_t cusparseLtGetVersion(const cusparseLtHandle_t* handle, int* version) {
  constexpr const char* call = "cusparseLtGetVersion";
  return guarded(call, {{"handle", handle}}, [&] {
    check_handle(call, handle);
    check(version != nullptr, call, "version", "null pointer", "memory for a number");
    *version = CUSPARSELT_VERSION;
  });
}

cusparseStatus_t cusparseLtGetProperty(libraryPropertyType type, int* value) {
  constexpr const char* call = "cusparseLtGetProperty";
  return guarded(call, {{"propertyType", int(type)}}, [&] {
    check(value != nullptr, call, "value", "null pointer", "memory for a number");
    check(type == MAJOR_VERSION || type == MINOR_VERSION || type == PATCH_LEVEL, call,
          "propertyType", "no property", "a part of the version");
    *value = type == MAJOR_VERSION   ? CUSPARSELT_VER_MAJOR
             : type == MINOR_VERSION ? CUSPARSELT_VER_MINOR
                                     : CUSPARSELT_VER_PATCH;
  });
}

const char* cusparseLtGetErrorName(cusparseStatus_t status) {
  return is_status(status) ? status_names[status] : "unknown status";
}

const char* cusparseLtGetErrorString(cusparseStatus_t status) {
  // of literals, hence with a null character at the end
  return is_status(status) ? filigree::status_description(filigree::Status(status)).data()
                           : "unknown status";
}
