// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <utility>

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

struct LaunchShape {
  std::int64_t blocks;
  unsigned threads;
  std::size_t shared_bytes = 0;
  unsigned cluster = 1;  ///< thread blocks of a cluster
};

/// Launches `kernel`, after what is on `stream`, or as launch_dependent does.
template <class... Parameters, class... Values>
cudaError_t launch_shaped(void (*kernel)(Parameters...), const LaunchShape& shape, bool dependent,
                          cudaStream_t stream, Values&&... values) {
  cudaLaunchAttribute attributes[2] = {};
  unsigned count = 0;
  if (dependent) {
    attributes[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[count++].val.programmaticStreamSerializationAllowed = 1;
  }
  if (shape.cluster > 1) {
    attributes[count].id = cudaLaunchAttributeClusterDimension;
    attributes[count].val.clusterDim.x = shape.cluster;
    attributes[count].val.clusterDim.y = 1;
    attributes[count++].val.clusterDim.z = 1;
  }
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(unsigned(shape.blocks));
  config.blockDim = dim3(shape.threads);
  config.dynamicSmemBytes = shape.shared_bytes;
  config.stream = stream;
  config.attrs = attributes;
  config.numAttrs = count;
  return cudaLaunchKernelEx(&config, kernel, std::forward<Values>(values)...);
}

/// Launches `kernel`, which calls wait_for_primary, after the kernel launched last on `stream`.
/// That one must be the library's own: what ran before it is then complete, and what it has
/// launched reads nothing that the kernel writes before its wait.
template <class... Parameters, class... Values>
cudaError_t launch_dependent(void (*kernel)(Parameters...), const LaunchShape& shape,
                             cudaStream_t stream, Values&&... values) {
  return launch_shaped(kernel, shape, true, stream, std::forward<Values>(values)...);
}

}  // namespace filigree::cuda
