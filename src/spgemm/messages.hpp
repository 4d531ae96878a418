// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

namespace filigree::detail {

/// A line for the log: which kernel ran on what.
void log_spgemm(std::string_view kernel, std::int64_t num_rows, std::int64_t num_cols,
                std::int64_t nnz);

}  // namespace filigree::detail
