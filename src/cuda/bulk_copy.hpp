// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/cache_policy.hpp"
#include "cuda/ptx.hpp"

/// Copies of consecutive bytes from device to shared memory by the bulk copy engine (compute
/// capability 9.0), completing on a barrier in shared memory. Source: PTX ISA, sections on mbarrier
/// and cp.async.bulk. For older architectures the code compiles, and traps: kernels that use it are
/// not chosen there.

namespace filigree::cuda {

__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// A thread block's dynamic shared memory as a Shared, at its first multiple of 1024 bytes: tiles
/// that are swizzled by 128 bytes start there. 1023 more bytes than sizeof(Shared) are needed.
template <class Shared>
__device__ inline Shared& at_swizzle_boundary(unsigned char* shared) {
  const std::uint32_t misaligned = shared_address(shared) % 1024;
  return *reinterpret_cast<Shared*>(shared + (misaligned == 0 ? 0 : 1024 - misaligned));
}

/// A transaction barrier for one phase: one thread arrives, announcing the bytes that will come.
struct CopyBarrier {
  std::uint64_t state;

  __device__ void init() {
    FILIGREE_PTX_SM90("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared_address(&state)) : "memory");
    // The copy engine must see the barrier before it completes on it.
    FILIGREE_PTX_SM90("fence.mbarrier_init.release.cluster;" ::: "memory");
  }

  __device__ void arrive_and_expect(std::uint32_t bytes) {
    FILIGREE_PTX_SM90(
        "mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(&state)),
        "r"(bytes)
        : "memory");
  }

  __device__ void wait(std::uint32_t parity) {
    FILIGREE_PTX_SM90(
        "{\n"
        ".reg .pred done;\n"
        "again:\n"
        "mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
        "@!done bra again;\n"
        "}\n" ::"r"(shared_address(&state)),
        "r"(parity)
        : "memory");
  }
};

/// Starts a copy; both addresses and the size are multiples of 16 bytes.
__device__ inline void bulk_copy(void* shared, const void* global, std::uint32_t bytes,
                                 CopyBarrier& barrier, std::uint64_t policy) {
  FILIGREE_PTX_SM90(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], "
      "[%1], %2, [%3], %4;" ::"r"(shared_address(shared)),
      "l"(global), "r"(bytes), "r"(shared_address(&barrier.state)), "l"(policy)
      : "memory");
}

/// Starts to bring consecutive bytes into the L2 cache; the address and the size are multiples of
/// 16. Nothing before compute capability 9.0.
__device__ inline void bulk_prefetch(const void* global, std::uint32_t bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(global), "r"(bytes));
#endif
}

/// The slice [begin, end) of an array of `length` entries, staged in shared memory: the copy starts
/// at the 16-byte boundary at or before the slice and never passes the array's end. What a bulk
/// copy cannot reach (fewer than 16 bytes at the array's end) the threads copy themselves. Sizes
/// are 32-bit arithmetic, since every thread waits for it before the first copy starts.
template <class T>
class StagedSlice {
 public:
  /// Shared memory for `capacity` entries, with room for the alignment on both sides.
  static __host__ __device__ constexpr std::size_t shared_bytes(std::size_t capacity) {
    return (capacity * sizeof(T) + 32 + 15) / 16 * 16;
  }

  /// \param shared a multiple of 16 bytes
  __device__ StagedSlice(void* shared, const T* array, std::int64_t length, std::int64_t begin,
                         std::int64_t end)
      : StagedSlice(shared, array + begin, std::uint32_t(end - begin),
                    (length - end) * std::int64_t(sizeof(T)) >= 16) {}

  /// \param inside 16 bytes behind the slice are still the array's
  __device__ StagedSlice(void* shared, const T* first, std::uint32_t count, bool inside)
      : source_(first),
        shared_(static_cast<char*>(shared)),
        lead_(std::uint32_t(reinterpret_cast<std::uintptr_t>(source_)) & 15),
        end_(lead_ + count * std::uint32_t(sizeof(T))),
        bytes_(count > 0 ? (inside ? end_ + 15 : end_) & ~15u : 0) {}

  __device__ std::uint32_t bulk_bytes() const { return bytes_; }

  /// By one thread.
  __device__ void start(CopyBarrier& barrier, std::uint64_t policy) const {
    if (bytes_ > 0)
      bulk_copy(shared_, reinterpret_cast<const char*>(source_) - lead_, bytes_, barrier, policy);
  }

  /// By at least 16 threads; needs a block barrier after it.
  __device__ void copy_rest(std::uint32_t thread) const {
    const std::uint32_t at = max(lead_, bytes_) + thread * std::uint32_t(sizeof(T));
    if (at < end_)
      *reinterpret_cast<T*>(shared_ + at) =
          *reinterpret_cast<const T*>(reinterpret_cast<const char*>(source_) + (at - lead_));
  }

  /// The slice's first entry.
  __device__ const T* entries() const { return reinterpret_cast<const T*>(shared_ + lead_); }

 private:
  const T* source_;
  char* shared_;
  std::uint32_t lead_;   ///< bytes from the boundary to the slice
  std::uint32_t end_;    ///< of the slice, in bytes from the boundary
  std::uint32_t bytes_;  ///< that the bulk copy takes
};

}  // namespace filigree::cuda
