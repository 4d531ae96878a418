// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <cusparse/objects.hpp>
#include <runtime/blocks.hpp>

/// What lies above and left of a line of a square matrix, whose factors and pivots are the same
/// without the rest.

namespace filigree::cusparse {

/// A copy of the first lines (rows, of a BSR matrix block rows) and columns of a CSR or BSR matrix
/// with integers of 32 bits.
class LeadingPart {
 public:
  /// None.
  LeadingPart() = default;
  /// Finds the pattern; waits.
  LeadingPart(const cusparseContext& handle, const char* call, const runtime::SparseOperand& A,
              std::int64_t lines);

  /// Reads the values of the whole matrix; in stream order.
  void load(const cusparseContext& handle, const void* values) const;
  const runtime::SparseOperand& operand() const { return operand_; }

 private:
  runtime::ConvertedPattern pattern_;
  runtime::SparseOperand operand_;
  std::int64_t num_values_ = 0;  ///< of the whole matrix
};

}  // namespace filigree::cusparse
