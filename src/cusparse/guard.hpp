// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <cusparse.h>
#include <runtime/call_log.hpp>

/// What stands around every call of cuSPARSE's interface: checks, log lines, and the step from
/// exceptions to statuses. Free of Kokkos.

namespace filigree::cusparse {

using runtime::log_call;
using runtime::logs_calls;

/// The status of the exception that is being handled, whose message goes to the log.
cusparseStatus_t record_failure(const char* call) noexcept;

/// f(), and what it throws as a status.
template <class F>
cusparseStatus_t guarded(const char* call, const F& f) noexcept {
  try {
    f();
    return CUSPARSE_STATUS_SUCCESS;
  } catch (...) {
    return record_failure(call);
  }
}

///@{
/// Throw unless the argument is as functions.txt wants it.
void check_handle(const char* call, const cusparseContext* handle);
void check_pointer(const char* call, const char* argument, const void* pointer);
void check_enumeration(const char* call, const char* argument, int value, bool is_value);
void check_size(const char* call, const char* argument, std::int64_t value);
///@}

/// Throws not_supported where a condition of this library on an argument is not met.
void require(bool condition, const char* call, const char* argument, const char* found,
             const char* expected);
/// Throws invalid_value where a condition of the interface on an argument is not met.
void check(bool condition, const char* call, const char* argument, const char* found,
           const char* expected);

}  // namespace filigree::cusparse
