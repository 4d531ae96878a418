// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace filigree::cuda {

/// Lets a kernel be launched with so much dynamic shared memory: more than 48 KiB must be asked
/// for.
template <class Kernel>
cudaError_t allow_shared_memory(Kernel kernel, std::size_t bytes) {
  if (bytes <= 48 * 1024) return cudaSuccess;
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes));
}

}  // namespace filigree::cuda
