// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace filigree::detail::cuda {

/// Device memory for what is launched on `stream` between allocation and release, from a pool of
/// the library's own. Neither call waits for the device. Once nothing is in use any more the pool
/// keeps up to 1 GiB a device for the next call and gives the rest back when the device is next
/// waited for; CUDA takes what it keeps where another allocation would fail. Where the driver has
/// no pools it is cudaMalloc and cudaFree.
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  /// Once an object. `memory` is 256-byte aligned.
  cudaError_t allocate(std::size_t bytes, int device, cudaStream_t stream);
  void* memory() const { return memory_; }

 private:
  void* memory_ = nullptr;
  bool pooled_ = false;
  cudaStream_t stream_ = nullptr;
};

}  // namespace filigree::detail::cuda
