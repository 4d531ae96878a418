// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::detail {

/// What the choice of a kernel rests on: a pure function of it is Kernel::can_implement.
struct SddmmInput {
  bool planned = true;          ///< a workspace may be had
  std::int64_t num_cols = 0;    ///< rows of the right matrix
  std::int64_t num_places = 0;  ///< of C's values
  std::int64_t inner = 0;
  bool right_is_contiguous = true;  ///< along the sum
};

}  // namespace filigree::detail
