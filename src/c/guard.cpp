// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <c/guard.hpp>

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include <filigree/core/error.hpp>
#include <runtime/target.hpp>

namespace filigree::c {
namespace {

/// An array, so that the message of a failed allocation needs no allocation, and so that it
/// outlives every destructor of the thread. Longer messages are cut.
thread_local char last_message[2048];

void keep_message(const char* message) noexcept {
  std::snprintf(last_message, sizeof last_message, "%s", message);
}

void keep_message(const char* call, const char* what, const char* status) noexcept {
  std::snprintf(last_message, sizeof last_message, "%s: %s [%s]", call, what, status);
}

}  // namespace

filigree_status_t record_failure(const char* call) noexcept {
  try {
    throw;
  } catch (const Error& error) {
    keep_message(error.what());
    return filigree_status_t(error.status());
  } catch (const std::bad_alloc&) {
    keep_message(call, "no memory left on the host", "alloc_failed");
    return FILIGREE_STATUS_ALLOC_FAILED;
  } catch (const std::exception& error) {
    // Kokkos throws these where the device reports an error.
    keep_message(call, error.what(), "execution_failed");
    return FILIGREE_STATUS_EXECUTION_FAILED;
  } catch (...) {
    keep_message(call, "an exception of an unknown type", "internal_error");
    return FILIGREE_STATUS_INTERNAL_ERROR;
  }
}

const char* last_error_message() noexcept { return last_message; }

void check_handle(const char* call, const filigree_handle* handle) {
  if (handle == nullptr)
    detail::throw_error(Status::not_initialized,
                        {call, "handle", "null pointer", "a handle of filigree_handle_create",
                         "make a handle first"});
  if (!runtime::is_running())
    detail::throw_error(Status::not_initialized,
                        {call, "handle", "Kokkos was finalised", "a Kokkos that runs",
                         "call Filigree before Kokkos ends"});
}

void check_pointer(const char* call, const char* argument, const void* pointer) {
  if (pointer == nullptr)
    detail::throw_error(Status::invalid_value,
                        {call, argument, "null pointer", "a pointer", "pass what it is to be"});
}

void check_enumeration(const char* call, const char* argument, int value, int num_values) {
  if (value < 0 || value >= num_values)
    detail::throw_error(Status::invalid_value,
                        {call, argument, std::to_string(value),
                         "0 to " + std::to_string(num_values - 1), "use the enumeration's names"});
}

void check_size(const char* call, const char* argument, std::int64_t value) {
  if (value < 0)
    detail::throw_error(Status::invalid_value,
                        {call, argument, std::to_string(value), "0 or more", "pass a size"});
}

}  // namespace filigree::c
