// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <memory>
#include <mutex>

#include <filigree/core/operation.hpp>
#include <runtime/products.hpp>

/// The plans that the description of a sparse matrix keeps.

namespace filigree::cusparse {

enum class PlannedProduct { spmv, spmm, sddmm };

/// One plan for each product and op. They are made by the calls that end in _preprocess, whose
/// contract is that the pattern stays: plans compare sizes and addresses, not indices. Whatever
/// changes these in the description drops them. Several threads may run products with one
/// description at once.
class KeptPlans {
 public:
  using Pointer = std::shared_ptr<const runtime::Plan>;

  /// Null where there is none.
  Pointer find(PlannedProduct product, Op op) const {
    const std::lock_guard lock(mutex_);
    return plans_[place(product, op)];
  }
  void keep(PlannedProduct product, Op op, Pointer plan) {
    const std::lock_guard lock(mutex_);
    plans_[place(product, op)].swap(plan);
  }
  void drop() {
    const std::lock_guard lock(mutex_);
    plans_.fill(nullptr);
  }

 private:
  static std::size_t place(PlannedProduct product, Op op) {
    return std::size_t(product) * 3 + std::size_t(op);
  }

  mutable std::mutex mutex_;
  std::array<Pointer, 9> plans_;
};

}  // namespace filigree::cusparse
