// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/core/operation.hpp>
#include <filigree/spmv_options.hpp>

namespace filigree {

/// What a sampled dense-dense product is asked for.
struct SddmmOptions {
  /// Kernels that may run; tuned throws not_supported where there is none for the product.
  Backend backend = Backend::automatic;
  PatternCheck pattern_check = PatternCheck::identity;  ///< of a plan
  /// The name of the kernel to run, as KernelId gives it, instead of the library's choice. Throws
  /// not_supported where that kernel does not take the product.
  std::string_view kernel = {};
};

}  // namespace filigree
