// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <filigree/core/export.hpp>
#include <filigree/detail/allocate.hpp>

/// Memory that calls work in and plans keep. On CUDA it comes from a pool of the library's own for
/// each device: cudaMalloc and cudaFree take longer than many a kernel, and the latter waits for
/// the device. What nobody uses any more, up to 1 GiB a device, the pool keeps for the next call;
/// the rest goes back when the device is next waited for, and CUDA takes what is kept where another
/// allocation of the process would fail. Without pools (other execution spaces, drivers without
/// them) these are arrays by allocate(). Kokkos Tools see all of them.

namespace filigree::detail {

/// An array whose contents are undefined at first; copies share it, as those of a View do.
template <class T, class MemorySpace>
class ScratchArray {
 public:
  using View = Kokkos::View<T*, MemorySpace>;

  ScratchArray() = default;
  explicit ScratchArray(View view) : view_(std::move(view)) {}
  ScratchArray(std::shared_ptr<void> owner, std::int64_t length)
      : view_(static_cast<T*>(owner.get()), length), owner_(std::move(owner)) {}

  T* data() const { return view_.data(); }
  std::size_t extent(int) const { return view_.extent(0); }
  /// For Kokkos' calls; does not keep the array alive.
  const View& view() const { return view_; }

 private:
  View view_;
  std::shared_ptr<void> owner_;  ///< null: the view is the owner
};

/// When memory may go back to the pool.
enum class ScratchRelease {
  in_order,  ///< after what was launched on the instance that it was taken for, which still exists
  after_fence  ///< once the device has done all that was launched
};

/// Null where `exec` has no pool. \throws Error as allocate() does
template <class Exec>
FILIGREE_EXPORT std::shared_ptr<void> take_from_pool(std::string_view operation, const Exec& exec,
                                                     const std::string& label, std::int64_t length,
                                                     std::size_t entry_bytes,
                                                     ScratchRelease release);

template <class T, class Exec>
ScratchArray<T, typename Exec::memory_space> pool_array(std::string_view operation,
                                                        const Exec& exec, const std::string& label,
                                                        std::int64_t length,
                                                        ScratchRelease release) {
  if (auto memory = take_from_pool(operation, exec, label, length, sizeof(T), release))
    return {std::move(memory), length};
  return ScratchArray<T, typename Exec::memory_space>(
      allocate<T, typename Exec::memory_space>(operation, exec, label, length));
}

/// As allocate(), for what one call launches on `exec` and nobody else. To let go of it waits for
/// nothing.
template <class T, class Exec>
ScratchArray<T, typename Exec::memory_space> scratch_array(std::string_view operation,
                                                           const Exec& exec,
                                                           const std::string& label,
                                                           std::int64_t length) {
  return pool_array<T>(operation, exec, label, length, ScratchRelease::in_order);
}

/// As allocate(), for what a plan keeps and any instance may read once the plan is made. To let go
/// of it waits for the device, as it does with a View.
template <class T, class Exec>
ScratchArray<T, typename Exec::memory_space> plan_array(std::string_view operation,
                                                        const Exec& exec, const std::string& label,
                                                        std::int64_t length) {
  return pool_array<T>(operation, exec, label, length, ScratchRelease::after_fence);
}

template <class T, class MemorySpace>
std::int64_t bytes_of(const ScratchArray<T, MemorySpace>& array) {
  return std::int64_t(array.extent(0) * sizeof(T));
}

}  // namespace filigree::detail
