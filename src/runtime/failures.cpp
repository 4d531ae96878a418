// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/failures.hpp>

#include <exception>
#include <new>

#include <filigree/core/log.hpp>

namespace filigree::runtime {
namespace {

void log_message(const char* call, const char* message) noexcept {
  try {
    detail::log(LogKind::error, call, message);
  } catch (...) {  // without memory there is no message
  }
}

}  // namespace

Status log_failure(const char* call) noexcept {
  try {
    throw;
  } catch (const Error& error) {
    log_message(call, error.what());
    return error.status();
  } catch (const std::bad_alloc&) {
    log_message(call, "no memory left on the host");
    return Status::alloc_failed;
  } catch (const std::exception& error) {
    // Kokkos throws these where the device reports an error.
    log_message(call, error.what());
    return Status::execution_failed;
  } catch (...) {
    log_message(call, "an exception of an unknown type");
    return Status::internal_error;
  }
}

}  // namespace filigree::runtime
