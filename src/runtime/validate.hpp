// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/export.hpp>
#include <runtime/operands.hpp>
#include <runtime/target.hpp>

/// validate for matrices whose types are known when the program runs.

namespace filigree::runtime {

/// Throws invalid_value with the first offence that validate() of filigree/validate.hpp finds in
/// the arrays of A. Values are not read, and may be missing. Waits.
FILIGREE_EXPORT void validate(const Target& target, const SparseOperand& A);

}  // namespace filigree::runtime
