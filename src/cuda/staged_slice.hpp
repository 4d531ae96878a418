// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/bulk_copy.hpp"

namespace filigree::cuda {

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
  __device__ void start(TransactionBarrier& barrier, std::uint64_t policy) const {
    if (bytes_ > 0) {
      const char* const from = reinterpret_cast<const char*>(source_) - lead_;
      bulk_load(shared_address(shared_), from, bytes_, barrier, policy);
    }
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
