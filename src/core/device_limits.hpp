// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace filigree::detail {

/// What a device's memory and caches hand out at once.
inline constexpr double sector_bytes = 32;

/// What the choice of a kernel may know of the machine; all 0 on a host.
struct DeviceLimits {
  int multiprocessors = 0;
  std::size_t shared_bytes_per_block = 0;
  int compute_capability = 0;  ///< 10 major + minor; 0 where the tuned kernels do not run
  std::int64_t l2_bytes = 0;
  double bandwidth = 0;  ///< of the memory, nominal, in bytes a second
};

/// Cheap enough for every call: nothing is measured.
template <class Exec>
DeviceLimits device_limits(const Exec& exec);

}  // namespace filigree::detail
