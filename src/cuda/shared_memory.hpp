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

/// The share of a multiprocessor's memory, in percent, that a kernel's next launches would have as
/// shared memory, which leaves the rest to the L1 cache; cudaSharedmemCarveoutDefault: what as many
/// thread blocks as fit can use. A hint, also where two threads give different ones.
template <class Kernel>
cudaError_t prefer_shared_memory(Kernel kernel, int percent) {
  return cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, percent);
}

}  // namespace filigree::cuda
