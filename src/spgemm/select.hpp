// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <core/device_limits.hpp>
#include <spgemm/phases.hpp>

namespace filigree::detail {

/// What the choice of a kernel rests on: a pure function of it is Kernel::can_implement.
struct SpgemmInput {
  std::int64_t num_rows = 0;  ///< of C
  std::int64_t inner = 0;     ///< rows of op(B)
  std::int64_t num_cols = 0;  ///< of C
  std::int64_t a_nnz = 0;
  std::int64_t b_nnz = 0;
  DeviceLimits device{};
};

}  // namespace filigree::detail
