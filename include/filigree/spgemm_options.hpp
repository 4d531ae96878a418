// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <filigree/core/operation.hpp>
#include <filigree/spmv_options.hpp>

namespace filigree {

/// What a sparse times sparse matrix product is asked for.
struct SpgemmOptions {
  /// Kernels that may run; tuned throws not_supported where there is none for the product.
  Backend backend = Backend::automatic;
  PatternCheck pattern_check = PatternCheck::identity;  ///< of A, B and D when a plan is applied
  /// The name of the kernel to run, as KernelId gives it, instead of the library's choice. Throws
  /// not_supported where that kernel does not take the product.
  std::string_view kernel = {};
  /// The most bytes that making the plan, the plan itself and its workspace may have together, at
  /// any moment, beside the result; as much as the kernels like best where empty. Has no say in the
  /// result's bits. What rewriting an operand takes while that goes on (of an op, of symmetric
  /// storage, of rows of B or D that are not sorted) does not count, what it leaves does.
  std::optional<std::int64_t> memory_limit_bytes{};
  /// Whether a plan may keep a list of the products of C's entries, 4 or 8 bytes a product and 4 an
  /// entry of C, with which new values take less time. The CUDA kernel makes one where products are
  /// at most 16 times as many as entries of C, where most rows repeat others in runs only where
  /// they are as many, and where memory_limit_bytes allows it. Has no say in the bits.
  bool lists_products = true;
  /// Whether the plan is for one product, as that of a product in one call is: a list is made only
  /// where C's pattern and values together take less time with it. On CUDA, without
  /// memory_limit_bytes, up to 2^28 products are sorted instead, in 12 bytes each (16 with 64-bit
  /// indices), and C's pattern may still be on its way when the plan is there: other instances of
  /// the execution space, and what reads it on the host, have to wait for the plan's. Has no say in
  /// the bits.
  bool used_once = false;
  /// The index base of the result; that of A where empty.
  std::optional<IndexBase> index_base{};
  /// Whether C's rows have to be sorted. Where false they may be in any order, which C's property
  /// `sorted` then says: on hosts the pattern takes less time where rows do not repeat. Pattern and
  /// values are the same but for the order. Rows are sorted all the same on devices, by the generic
  /// kernel, where C has more than 2^19 columns or more than four for each row of A and entry of A
  /// and B, with a D of a pattern of its own, and where memory_limit_bytes leaves no room.
  bool sorted = true;
};

}  // namespace filigree
