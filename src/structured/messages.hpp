// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/detail/structured_problem.hpp>

/// Errors and log lines that the operations on structured matrices share.

namespace filigree::detail {

/// "rows x cols"
std::string size_text(std::int64_t rows, std::int64_t cols);

/// Throws invalid_value.
[[noreturn]] void refuse_structured(std::string_view operation, std::string_view argument,
                                    const std::string& found, const std::string& expected,
                                    const std::string& remedy);

/// Throws invalid_value where two entries of a result have one address, by a stride of 0.
void check_structured_result(std::string_view operation, std::string_view argument,
                             const DenseShape& shape);

/// Of two shapes of one size: whether their entries lie in the same way.
bool same_strides(const DenseShape& a, const DenseShape& b);

/// Sizes and strides of a product in one line: what a kernel's time depends on.
std::string structured_problem_text(const structured::MatmulArguments& arguments);

}  // namespace filigree::detail
