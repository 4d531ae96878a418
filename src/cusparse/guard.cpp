// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/guard.hpp>

#include <string>

#include <filigree/core/error.hpp>
#include <runtime/failures.hpp>
#include <runtime/target.hpp>

namespace filigree::cusparse {

cusparseStatus_t record_failure(const char* call) noexcept {
  const Status status = runtime::log_failure(call);
  // What was analysed is of another matrix than the call's.
  return status == Status::stale_plan ? CUSPARSE_STATUS_INVALID_VALUE : cusparseStatus_t(status);
}

void check_handle(const char* call, const cusparseContext* handle) {
  if (handle == nullptr)
    detail::throw_error(Status::not_initialized, {call, "handle", "null pointer",
                                                  "a handle of cusparseCreate", "make one first"});
  if (!runtime::is_running())
    detail::throw_error(Status::not_initialized,
                        {call, "handle", "Kokkos was finalised", "a Kokkos that runs",
                         "call cuSPARSE before Kokkos ends"});
}

void check_pointer(const char* call, const char* argument, const void* pointer) {
  check(pointer != nullptr, call, argument, "null pointer", "a pointer");
}

void check_enumeration(const char* call, const char* argument, int value, bool is_value) {
  if (!is_value)
    check(false, call, argument, std::to_string(value).c_str(), "a value of its enumeration");
}

void check_size(const char* call, const char* argument, std::int64_t value) {
  if (value < 0) check(false, call, argument, std::to_string(value).c_str(), "0 or more");
}

void require(bool condition, const char* call, const char* argument, const char* found,
             const char* expected) {
  if (!condition)
    detail::throw_error(Status::not_supported,
                        {call, argument, found, expected, "see docs/cusparse_interface.md"});
}

void check(bool condition, const char* call, const char* argument, const char* found,
           const char* expected) {
  if (!condition)
    detail::throw_error(Status::invalid_value,
                        {call, argument, found, expected, "see docs/cusparse_interface.md"});
}

}  // namespace filigree::cusparse
