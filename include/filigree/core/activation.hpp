// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace filigree {

/// The function that an epilogue puts over a result.
enum class Activation {
  none,
  relu,  ///< at most the threshold: 0; above the bound: the bound; NaN stays
  gelu,  ///< scale x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
};

}  // namespace filigree
