// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/ilut_options.hpp>
#include <runtime/operands.hpp>
#include <runtime/owned_matrix.hpp>
#include <runtime/target.hpp>

/// Orders of a matrix, and matrices with arrays of the library's that are made of a square CSR
/// matrix whose types are known when the program runs. Throws what the calls of reorder.hpp,
/// iluk_pattern.hpp and ilut.hpp throw; not_supported for other formats and scalars. All wait.

namespace filigree::runtime {

/// `order`: as many integers of A's index type as rows, in the target's memory. A's values are not
/// read, and may be missing.
FILIGREE_EXPORT void reverse_cuthill_mckee(const Target& target, const SparseOperand& A,
                                           void* order);
FILIGREE_EXPORT OwnedMatrix reorder(const Target& target, const SparseOperand& A,
                                    const void* order);
FILIGREE_EXPORT OwnedMatrix iluk_pattern(const Target& target, const SparseOperand& A,
                                         std::int64_t level);

/// Both factors as one matrix, and the first pivot that was replaced, or -1.
struct OwnedFactors {
  OwnedMatrix matrix;
  std::int64_t first_zero_pivot = -1;
};
FILIGREE_EXPORT OwnedFactors ilut(const Target& target, const SparseOperand& A,
                                  const IlutOptions& options);

}  // namespace filigree::runtime
