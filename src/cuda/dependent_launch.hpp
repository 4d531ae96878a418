// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <utility>

#include "cuda/launch.hpp"

/// Programmatic dependent launch: a short kernel that needs another one's results is brought onto
/// the device while that one still runs, which hides its launch. Source: CUDA C++ programming
/// guide, "Programmatic Dependent Launch and Synchronization" (compute capability 9.0; before it
/// the two run one after the other, as always).

namespace filigree::cuda {

/// In the first kernel: from here on the second one may be brought in.
__device__ inline void launch_dependents() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// In the second kernel: waits until the first one has ended and its results are visible.
__device__ inline void wait_for_primary() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Launches `kernel`, which calls wait_for_primary, after the kernel launched last on `stream`.
/// That one must be the library's own: what ran before it is then complete, and what it has
/// launched reads nothing that the kernel writes before its wait.
template <class... Parameters, class... Values>
cudaError_t launch_dependent(void (*kernel)(Parameters...), const LaunchShape& shape,
                             cudaStream_t stream, Values&&... values) {
  return launch_kernel(kernel, shape, true, stream, std::forward<Values>(values)...);
}

}  // namespace filigree::cuda
