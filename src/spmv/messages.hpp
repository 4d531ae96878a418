// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/core/operation.hpp>

namespace filigree::detail {

/// A line for the log: which kernel ran on what.
void log_product(KernelId kernel, Op op, std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz);

/// Throws not_supported: Backend::tuned was asked for and `kernel` does not take the types.
[[noreturn]] void throw_no_tuned_kernel(KernelId kernel, const char* a, const char* x, const char* y);

/// Throws invalid_value unless a workspace of `bytes` is large enough and aligned.
void check_workspace(const void* workspace, std::size_t bytes, std::size_t needed);

}  // namespace filigree::detail
