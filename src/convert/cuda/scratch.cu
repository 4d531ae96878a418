// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convert/cuda/scratch.hpp"

#include <cstdint>
#include <map>
#include <mutex>

namespace filigree::detail::cuda {
namespace {

constexpr std::uint64_t kept_bytes = std::uint64_t(1) << 30;

cudaError_t make_pool(int device, cudaMemPool_t& pool) {
  int supported = 0;
  const cudaError_t error =
      cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device);
  if (error != cudaSuccess || supported == 0) return error;
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = device;
  const cudaError_t made = cudaMemPoolCreate(&pool, &properties);
  if (made != cudaSuccess) return made;
  std::uint64_t bytes = kept_bytes;
  return cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes);
}

/// The pool of a device, made when it is first asked for; null where there are none.
cudaError_t pool_of(int device, cudaMemPool_t& pool) {
  static std::mutex mutex;
  static std::map<int, cudaMemPool_t> pools;  // until the process ends
  const std::lock_guard<std::mutex> lock(mutex);
  if (const auto found = pools.find(device); found != pools.end()) {
    pool = found->second;
    return cudaSuccess;
  }
  pool = nullptr;
  const cudaError_t error = make_pool(device, pool);
  if (error == cudaSuccess) pools.emplace(device, pool);
  return error;
}

}  // namespace

cudaError_t Scratch::allocate(std::size_t bytes, int device, cudaStream_t stream) {
  cudaMemPool_t pool = nullptr;
  const cudaError_t error = pool_of(device, pool);
  if (error != cudaSuccess) return error;
  stream_ = stream;
  pooled_ = pool != nullptr;
  return pooled_ ? cudaMallocFromPoolAsync(&memory_, bytes, pool, stream)
                 : cudaMalloc(&memory_, bytes);
}

Scratch::~Scratch() {
  if (memory_ == nullptr) return;
  // What was launched before reports its errors itself.
  static_cast<void>(pooled_ ? cudaFreeAsync(memory_, stream_) : cudaFree(memory_));
}

}  // namespace filigree::detail::cuda
