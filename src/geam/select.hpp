// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <core/device_limits.hpp>

namespace filigree::detail {

/// What the choice of kernels rests on. A plan chooses once, for pattern and values.
struct GeamInput {
  std::int64_t num_rows = 0;
  std::int64_t a_nnz = 0;
  std::int64_t b_nnz = 0;
  DeviceLimits device{};
};

/// Takes the place of a problem where the choice does not depend on its types.
struct GeamProblem {};

}  // namespace filigree::detail
