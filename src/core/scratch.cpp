// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/detail/scratch.hpp>

#include <core/execution_spaces.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cuda_runtime_api.h>

#include <limits>
#include <map>
#include <mutex>
#include <type_traits>
#include <utility>

#include <core/no_memory.hpp>
#endif

namespace filigree::detail {

#if defined(KOKKOS_ENABLE_CUDA)
namespace {

constexpr std::uint64_t kept_bytes = std::uint64_t(1) << 30;

/// Null where there are no pools.
cudaMemPool_t make_pool(int device) {
  int supported = 0;
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = device;
  std::uint64_t bytes = kept_bytes;
  cudaMemPool_t pool = nullptr;
  if (cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device) == cudaSuccess &&
      supported != 0 && cudaMemPoolCreate(&pool, &properties) == cudaSuccess)
    static_cast<void>(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes));
  static_cast<void>(cudaGetLastError());  // a pool that is not there is no error
  return pool;
}

/// The pool of a device, made when it is first asked for, until the process ends.
cudaMemPool_t pool_of(int device) {
  static std::mutex mutex;
  static std::map<int, cudaMemPool_t> pools;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = pools.find(device);
  return found != pools.end() ? found->second
                              : pools.emplace(device, make_pool(device)).first->second;
}

/// What gives memory back. Errors are those of what was launched before, which reports them itself.
struct ReturnToPool {
  Kokkos::Tools::SpaceHandle space;
  std::string label;
  std::uint64_t bytes;
  int device;
  cudaStream_t stream;
  ScratchRelease release;

  void operator()(void* memory) const {
    if (memory == nullptr) return;
    if (Kokkos::Tools::profileLibraryLoaded())
      Kokkos::Tools::deallocateData(space, label, memory, bytes);
    if (release == ScratchRelease::in_order) {
      static_cast<void>(cudaFreeAsync(memory, stream));
      return;
    }
    static_cast<void>(cudaSetDevice(device));
    static_cast<void>(cudaDeviceSynchronize());
    static_cast<void>(cudaFree(memory));  // which does not wait where memory is a pool's
  }
};

std::shared_ptr<void> take(std::string_view operation, const Kokkos::Cuda& exec,
                           const std::string& label, std::int64_t length, std::size_t entry_bytes,
                           ScratchRelease release) {
  const int device = exec.cuda_device();
  const cudaMemPool_t pool = pool_of(device);
  if (pool == nullptr || length <= 0) return nullptr;
  if (length > std::numeric_limits<std::int64_t>::max() / std::int64_t(2 * entry_bytes))
    throw_alloc_failed(operation, label, length, entry_bytes);
  const std::uint64_t bytes = std::uint64_t(length) * entry_bytes;
  ReturnToPool give_back{Kokkos::Tools::make_space_handle(Kokkos::CudaSpace::name()),
                         label,
                         bytes,
                         device,
                         exec.cuda_stream(),
                         release};
  void* memory = nullptr;
  static_cast<void>(cudaSetDevice(device));
  const cudaError_t error = cudaMallocFromPoolAsync(&memory, bytes, pool, exec.cuda_stream());
  if (error != cudaSuccess) {
    static_cast<void>(cudaGetLastError());  // the next launch is not to report it
    if (error == cudaErrorMemoryAllocation)
      throw_alloc_failed(operation, label, length, entry_bytes);
    throw_device_failure(operation, label, cudaGetErrorString(error));
  }
  const auto space = give_back.space;
  std::shared_ptr<void> result(memory, std::move(give_back));
  if (Kokkos::Tools::profileLibraryLoaded())
    Kokkos::Tools::allocateData(space, label, memory, bytes);  // which may throw, as a test does
  return result;
}

}  // namespace
#endif

template <class Exec>
std::shared_ptr<void> take_from_pool([[maybe_unused]] std::string_view operation,
                                     [[maybe_unused]] const Exec& exec,
                                     [[maybe_unused]] const std::string& label,
                                     [[maybe_unused]] std::int64_t length,
                                     [[maybe_unused]] std::size_t entry_bytes,
                                     [[maybe_unused]] ScratchRelease release) {
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>)
    return take(operation, exec, label, length, entry_bytes, release);
#endif
  return nullptr;
}

#define FILIGREE_INSTANTIATE(Exec)                                                                 \
  template std::shared_ptr<void> take_from_pool(std::string_view, const Exec&, const std::string&, \
                                                std::int64_t, std::size_t, ScratchRelease);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
