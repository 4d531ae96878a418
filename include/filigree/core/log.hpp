// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <filigree/core/export.hpp>

namespace filigree {

/// Logging is off unless asked for, by these calls or by the environment:
/// FILIGREE_LOG_LEVEL (0-5), FILIGREE_LOG_MASK (sum of LogKind values, overrides the level) and
/// FILIGREE_LOG_FILE (a path in which %i becomes the process id; stderr where it is not set).
enum class LogKind : int {
  error = 1,       ///< level 1
  trace = 2,       ///< level 2: the kernel of each product, with op and sizes
  hint = 4,        ///< level 3: products that no tuned kernel took; notes of readers
  info = 8,        ///< level 4: what a plan chose and why
  api_trace = 16,  ///< level 5: conversions and readers, with their arguments
};

/// Enables every kind up to `level`: 0 none, 1 error, 2 + trace, 3 + hint, 4 + info, 5 + API trace.
/// Throws invalid_value outside 0-5.
FILIGREE_EXPORT void set_log_level(int level);
/// Enables exactly the kinds whose LogKind values are summed in `mask` (0-31).
FILIGREE_EXPORT void set_log_mask(int mask);
/// Appends to the file `path`, in which %i becomes the process id; an empty path means stderr.
/// Throws mapping_error where the file cannot be opened; the former target then stays.
FILIGREE_EXPORT void set_log_file(const std::string& path);
/// Calls `callback` with every message instead of writing it; an empty function ends that.
FILIGREE_EXPORT void set_log_callback(std::function<void(LogKind, std::string_view)> callback);

namespace detail {

FILIGREE_EXPORT bool log_enabled(LogKind kind) noexcept;
FILIGREE_EXPORT void log(LogKind kind, std::string_view operation, std::string_view message);

/// Whether log_kernel would write anything.
FILIGREE_EXPORT bool logs_kernels() noexcept;
/// A product that ran, by `kernel`: a trace, and a hint where that is a generic one.
FILIGREE_EXPORT void log_kernel(std::string_view operation, std::string_view kernel,
                                const std::string& problem);

}  // namespace detail
}  // namespace filigree
