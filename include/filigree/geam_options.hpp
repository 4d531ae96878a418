// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string_view>

#include <filigree/core/operation.hpp>
#include <filigree/spmv_options.hpp>

namespace filigree {

/// What a sum of two sparse matrices is asked for.
struct GeamOptions {
  /// The index base of the result; that of A where empty.
  std::optional<IndexBase> index_base{};
  /// Kernels that may run; tuned throws not_supported where there is none for the sum.
  Backend backend = Backend::automatic;
  PatternCheck pattern_check = PatternCheck::identity;  ///< of a plan
  /// The name of the kernels to run, as KernelId gives it, instead of the library's choice. Throws
  /// not_supported where they do not take the sum.
  std::string_view kernel = {};
};

}  // namespace filigree
