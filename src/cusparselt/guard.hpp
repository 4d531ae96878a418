// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <initializer_list>

#include <cusparse.h>
#include <runtime/call_log.hpp>

/// What stands around every call: its log line, and the step from exceptions to statuses.

namespace filigree::cusparselt {

using runtime::LoggedArgument;

/// The status of the exception that is being handled, whose message goes to the log.
cusparseStatus_t record_failure(const char* call) noexcept;

/// f(), and what it throws as a status.
template <class F>
cusparseStatus_t guarded(const char* call, std::initializer_list<LoggedArgument> arguments,
                         const F& f) noexcept {
  try {
    if (runtime::logs_calls()) runtime::log_call(call, arguments);
    f();
    return CUSPARSE_STATUS_SUCCESS;
  } catch (...) {
    return record_failure(call);
  }
}

/// Throws invalid_value where a condition of the interface is not met.
void check(bool condition, const char* call, const char* argument, const char* found,
           const char* expected);
/// Throws not_supported where a condition of this library is not met.
void require(bool condition, const char* call, const char* argument, const char* found,
             const char* expected);
/// Throws not_initialized.
[[noreturn]] void refuse_handle(const char* call);

}  // namespace filigree::cusparselt
