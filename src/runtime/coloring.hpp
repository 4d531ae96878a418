// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/export.hpp>
#include <runtime/operands.hpp>
#include <runtime/target.hpp>

/// color_graph for matrices whose types are known when the program runs.

namespace filigree::runtime {

/// Writes the colour of each row of A, a square CSR matrix of which the pattern counts, to `colors`
/// in the target's memory, and returns how many there are. `fraction`, `distance`: as in
/// ColoringOptions. Waits. Throws what color_graph throws.
FILIGREE_EXPORT std::int64_t color_graph(const Target& target, const SparseOperand& A,
                                         std::int32_t* colors, double fraction, int distance = 1);

}  // namespace filigree::runtime
