// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/error.hpp>
#include <filigree/core/export.hpp>

namespace filigree::runtime {

/// The status of the exception that is being handled, of whatever type, whose message goes to the
/// log, unless there is no memory for that.
FILIGREE_EXPORT Status log_failure(const char* call) noexcept;

}  // namespace filigree::runtime
