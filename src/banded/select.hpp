// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <core/device_limits.hpp>

namespace filigree::detail {

/// What the choice of kernels rests on.
struct BandedInput {
  std::int64_t num_rows = 0;
  std::int64_t num_systems = 0;
  std::int64_t num_columns = 0;  ///< of B and X
  int half_bandwidth = 1;
  std::int64_t scalar_bytes = 0;
  bool periodic = false;
  bool pivots = true;
  bool by_system = false;  ///< neighbouring systems, not rows, lie side by side
  DeviceLimits device{};
  int concurrency = 1;  ///< threads of a host
};

}  // namespace filigree::detail
