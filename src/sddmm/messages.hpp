// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace filigree::detail {

/// A line for the log: which kernel ran on what.
void log_sddmm(std::string_view kernel, std::int64_t num_rows, std::int64_t num_cols,
               std::int64_t num_places, std::int64_t inner, std::int64_t batch_count);

/// Throws invalid_value unless a workspace of `bytes` is large enough and aligned.
void check_sddmm_workspace(const void* workspace, std::size_t bytes, std::size_t needed);

}  // namespace filigree::detail
