// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/c/filigree.h>
#include <runtime/call_log.hpp>

/// What stands around every call of the C API: checks, log lines, and the step from exceptions to
/// statuses. Free of Kokkos.

namespace filigree::c {

/// The status of the exception that is being handled, whose message becomes the thread's last one.
filigree_status_t record_failure(const char* call) noexcept;
/// The thread's last message; empty where there was none.
const char* last_error_message() noexcept;

/// f(), and what it throws as a status.
template <class F>
filigree_status_t guarded(const char* call, const F& f) noexcept {
  try {
    f();
    return FILIGREE_STATUS_SUCCESS;
  } catch (...) {
    return record_failure(call);
  }
}

///@{
/// Throw unless the argument is as its role in functions.txt wants it.
void check_handle(const char* call, const filigree_handle* handle);
void check_pointer(const char* call, const char* argument, const void* pointer);
void check_enumeration(const char* call, const char* argument, int value, int num_values);
void check_size(const char* call, const char* argument, std::int64_t value);
///@}

using runtime::log_call;
using runtime::logs_calls;

}  // namespace filigree::c
