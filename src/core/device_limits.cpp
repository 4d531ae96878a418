// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/device_limits.hpp>

#include <Kokkos_Core.hpp>

#include <core/execution_spaces.hpp>
#include <filigree/core/environment.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cuda/launch_device.hpp>
#endif

namespace filigree::detail {

template <class Exec>
DeviceLimits device_limits(const Exec&) {
  return {};
}

#if defined(KOKKOS_ENABLE_CUDA)
template <>
DeviceLimits device_limits(const Kokkos::Cuda& exec) {
  // The driver is asked once: Kokkos runs on one device, or on several of one kind.
  static const double bandwidth =
      1e6 * device_properties(exec.cuda_device()).peak_bandwidth_mb_per_s;
  const cudaDeviceProp& device = exec.cuda_device_prop();
  return {device.multiProcessorCount, device.sharedMemPerBlockOptin, compute_capability(exec),
          device.l2CacheSize, bandwidth};
}
#endif

#define FILIGREE_INSTANTIATE(Exec) template DeviceLimits device_limits(const Exec&);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
