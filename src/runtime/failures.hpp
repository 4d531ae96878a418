// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/error.hpp>
#include <filigree/core/export.hpp>

namespace filigree::runtime {

/// Logs why a call failed, unless there is no memory for that.
FILIGREE_EXPORT void log_failure(const char* call, const char* message) noexcept;

/// The same of the exception that is being handled, of whatever type, whose status it returns.
FILIGREE_EXPORT Status log_failure(const char* call) noexcept;

}  // namespace filigree::runtime
