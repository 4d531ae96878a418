// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/export.hpp>
#include <runtime/operands.hpp>
#include <runtime/owned_matrix.hpp>
#include <runtime/target.hpp>

/// Conversions between any two of the formats of SparseOperand in two steps, so that who calls can
/// make room between them: the pattern with where values come from, then the values, of all types.

namespace filigree::runtime {

struct FormatConversion {
  /// What was made, in arrays of its own; not its values.
  OwnedMatrix pattern;
  /// Where each of its values lies in the source, -1: it is zero. In the pattern's memory.
  const std::int64_t* places = nullptr;
  std::int64_t num_source_values = 0;
};

/// A, or where `transposed` its transpose, in the format of `shape` with its blocks, slices or
/// hacks and its index base; index types are A's. All that is stored of A is stored in the result.
/// Values of A are not looked at. Throws what convert_to() throws. Waits.
FILIGREE_EXPORT FormatConversion convert_format(const Target& target, const SparseOperand& A,
                                                bool transposed, const SparseOperand& shape);

/// Copies the pattern, and where `with_values` A's values to their places, into the arrays of B,
/// which has the conversion's sizes and types. In stream order.
FILIGREE_EXPORT void write_converted(const Target& target, const FormatConversion& conversion,
                                     const SparseOperand& A, const SparseOperand& B,
                                     bool with_values);

/// A's transpose where A lies: its rows are A's columns. Of CSR, CSC and COO.
FILIGREE_EXPORT SparseOperand transposed(SparseOperand A);

}  // namespace filigree::runtime
