// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace filigree::cuda {

/// A float in memory that is multiplied as tf32: rounded to 10 fraction bits, ties to even.
struct tf32 {
  float value;
};

}  // namespace filigree::cuda
