// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include <filigree/detail/spmm_arguments.hpp>

namespace filigree::detail {

/// A line for the log: which kernel ran on what.
void log_spmm(std::string_view kernel, std::int64_t num_rows, std::int64_t num_cols,
              std::int64_t nnz, std::int64_t num_columns, std::int64_t batch_count);

/// Throws invalid_value where entries of a result share memory: two threads may not write one.
void check_entries_apart(std::string_view operation, std::string_view argument,
                         const DenseShape& shape);

}  // namespace filigree::detail
