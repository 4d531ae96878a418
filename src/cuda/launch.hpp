// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <utility>

/// Launches that <<<...>>> cannot express.

namespace filigree::cuda {

struct LaunchShape {
  std::int64_t blocks;
  unsigned threads;
  std::size_t shared_bytes = 0;
  unsigned cluster = 0;  ///< thread blocks of a cluster, along x; 0: without clusters
  unsigned blocks_y = 1;
  unsigned blocks_z = 1;
};

/// \param overlaps the kernel may be brought in before the one launched last on `stream` has ended
///     (dependent_launch.hpp)
template <class... Parameters, class... Values>
cudaError_t launch_kernel(void (*kernel)(Parameters...), const LaunchShape& shape, bool overlaps,
                          cudaStream_t stream, Values&&... values) {
  cudaLaunchAttribute attributes[2] = {};
  unsigned count = 0;
  if (overlaps) {
    attributes[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[count++].val.programmaticStreamSerializationAllowed = 1;
  }
  if (shape.cluster > 0) {
    attributes[count].id = cudaLaunchAttributeClusterDimension;
    attributes[count++].val.clusterDim = {shape.cluster, 1, 1};
  }
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(unsigned(shape.blocks), shape.blocks_y, shape.blocks_z);
  config.blockDim = dim3(shape.threads);
  config.dynamicSmemBytes = shape.shared_bytes;
  config.stream = stream;
  config.attrs = attributes;
  config.numAttrs = count;
  return cudaLaunchKernelEx(&config, kernel, std::forward<Values>(values)...);
}

/// In clusters of shape.cluster thread blocks.
template <class... Parameters, class... Values>
cudaError_t launch_clusters(void (*kernel)(Parameters...), const LaunchShape& shape,
                            cudaStream_t stream, Values&&... values) {
  return launch_kernel(kernel, shape, false, stream, std::forward<Values>(values)...);
}

}  // namespace filigree::cuda
