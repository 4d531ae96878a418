// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

namespace filigree::cuda {

/// Lets a kernel be launched with so much dynamic shared memory on the current device: where that
/// and what the kernel has statically are more than 48 KiB together, it must be asked for. The
/// limit is the kernel's, not the launch's: it only grows, since another thread may be about to
/// launch the same kernel with more.
inline cudaError_t allow_shared_memory(const void* kernel, std::size_t bytes) {
  constexpr std::size_t unasked = 48 * 1024, most_static = 32 * 1024;
  if (bytes <= unasked - most_static) return cudaSuccess;
  int device = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  static std::mutex mutex;
  static std::map<std::pair<const void*, int>, std::size_t> limits;
  const std::lock_guard lock(mutex);
  std::size_t& limit = limits[{kernel, device}];
  if (limit == 0) {
    cudaFuncAttributes attributes;
    error = cudaFuncGetAttributes(&attributes, kernel);
    if (error != cudaSuccess) return error;
    limit = unasked - attributes.sharedSizeBytes;
  }
  if (bytes <= limit) return cudaSuccess;
  error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes));
  if (error == cudaSuccess) limit = bytes;
  return error;
}
template <class... P>
cudaError_t allow_shared_memory(void (*kernel)(P...), std::size_t bytes) {
  return allow_shared_memory(reinterpret_cast<const void*>(kernel), bytes);
}

/// The share of a multiprocessor's memory, in percent, that a kernel's next launches would have as
/// shared memory, which leaves the rest to the L1 cache; cudaSharedmemCarveoutDefault: what as many
/// thread blocks as fit can use. A hint, also where two threads give different ones.
template <class Kernel>
cudaError_t prefer_shared_memory(Kernel kernel, int percent) {
  return cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, percent);
}

}  // namespace filigree::cuda
