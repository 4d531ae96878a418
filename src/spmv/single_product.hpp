// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/execution.hpp>
#include <filigree/spmv_options.hpp>

namespace filigree::detail {

/// The options for the plan of a single product, which is not to make ready what only many products
/// repay: on a device lists, passes and encodings cost tens of products, the generic kernel a few.
template <class Exec>
SpmvOptions single_product(SpmvOptions options) {
  options.compress = false;
  const bool is_free = options.backend == Backend::automatic && options.kernel.empty();
  if (is_free && !is_host_execution_v<Exec>) options.backend = Backend::generic;
  return options;
}

}  // namespace filigree::detail
