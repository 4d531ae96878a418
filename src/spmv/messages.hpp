// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/operation.hpp>

namespace filigree::detail {

/// A line for the log: which kernel ran on what.
void log_product(KernelId kernel, Op op, std::int64_t num_rows, std::int64_t num_cols,
                 std::int64_t nnz);

/// Throws not_supported: Backend::tuned was asked for and `kernel` does not take the types.
[[noreturn]] void throw_no_tuned_kernel(KernelId kernel, const char* a, const char* x,
                                        const char* y);

/// Throws not_supported: op(A) of a part of the block rows is no product of block rows.
[[noreturn]] void throw_masked(std::string_view operation, Op op, MatrixType type);

/// Throws stale_plan: `found` is what A is.
[[noreturn]] void throw_stale_plan(std::string_view operation, const std::string& found);

}  // namespace filigree::detail
