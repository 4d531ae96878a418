// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <runtime/operands.hpp>
#include <runtime/target.hpp>

/// Prepared operations, with their types taken off. Immutable; copies share what was prepared.

namespace filigree::runtime {

/// A plan of an operation with one sparse matrix.
struct Plan {
  Op op = Op::none;
  Target target;  ///< that it was made on; it runs on those of the same kind
  SparseOperand matrix;
  std::shared_ptr<const void> state;

  /// The state as what the operation made. Its types are those of the target and the matrix.
  template <class State>
  const State& as() const {
    return *static_cast<const State*>(state.get());
  }
};

/// A plan of an operation whose result is a sparse matrix: it has the result's pattern, which
/// copy_pattern brings into arrays of the caller's.
struct ResultPlan {
  Target target;          ///< that it was made on; it runs on those of the same kind
  SparseOperand a, b, d;  ///< those that the operation has
  bool has_d = false;
  SparseOperand result;  ///< sizes, types and the plan's pattern; no values
  std::shared_ptr<const void> state;

  template <class State>
  const State& as() const {
    return *static_cast<const State*>(state.get());
  }
};

/// Writes the pattern of a plan's result into the arrays of C, which has its format, sizes, integer
/// types and index base. \throws Error invalid_value where it has not, or an array is missing
FILIGREE_EXPORT void copy_pattern(const Target& target, const ResultPlan& plan,
                                  const SparseOperand& C);

}  // namespace filigree::runtime
