// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <Kokkos_Core.hpp>

#include <string>

#include <filigree/core/error.hpp>
#include <filigree/core/log.hpp>

namespace filigree::detail {

/// 10 major + minor of the device; 0 where the library's tuned kernels, which are machine code of
/// the architecture that Kokkos was built for, do not run on it. Kokkos' own kernels do, from PTX.
inline int compute_capability(const Kokkos::Cuda& exec) {
  const cudaDeviceProp& device = exec.cuda_device_prop();
  const int found = 10 * device.major + device.minor;
#if defined(KOKKOS_IMPL_ARCH_NVIDIA_GPU)
  constexpr int built_for = KOKKOS_IMPL_ARCH_NVIDIA_GPU;
  if (found / 10 != built_for / 10 || found < built_for) return 0;
#endif
  return found;
}

/// The stream that a tuned kernel is launched on. As Kokkos does before its launches, makes the
/// device of `exec` the thread's current one: it may be another in a new thread, or where the
/// application changed it. And takes an error that an earlier CUDA call of the thread has left,
/// which the launch would otherwise report as its own.
/// \throws Error not_supported where the library has no code for the device.
inline cudaStream_t launch_stream(const Kokkos::Cuda& exec) {
  if (compute_capability(exec) == 0)
    throw_error(Status::not_supported,
                {"launch", "exec",
                 "a device of compute capability " + std::to_string(exec.cuda_device_prop().major) +
                     "." + std::to_string(exec.cuda_device_prop().minor),
                 "the architecture that Kokkos and the library were built for",
                 "build both for this device, or use Backend::generic"});
  cudaSetDevice(exec.cuda_device());
  const cudaError_t earlier = cudaGetLastError();
  if (earlier != cudaSuccess && log_enabled(LogKind::error))
    log(LogKind::error, "launch",
        std::string("an earlier CUDA call of this thread had failed: ") +
            cudaGetErrorString(earlier));
  return exec.cuda_stream();
}

}  // namespace filigree::detail
