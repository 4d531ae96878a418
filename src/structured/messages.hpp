// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <core/refuse.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/detail/structured_problem.hpp>

/// Checks and lines of text that the operations on structured matrices share.

namespace filigree::detail {

/// Whether the entries of two shapes of one size lie in the same way.
bool same_strides(const DenseShape& a, const DenseShape& b);

/// "2:4", "paired 4:8".
std::string structured_kind_text(const StructuredKind& kind);

/// Throws not_supported, as tuned kernels of CUDA take one kind only, where this is another.
void check_tuned_kind(const StructuredKind& kind, const StructuredKind& tuned);

/// Kind, sizes and strides of a product in one line: what a kernel's time depends on.
std::string structured_problem_text(const structured::MatmulArguments& arguments);

}  // namespace filigree::detail
