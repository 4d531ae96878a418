// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace filigree::test {

/// Counts what Kokkos allocates and waits for while it lives. One at a time.
class EventCounts {
 public:
  EventCounts() {
    allocations_ = fences_ = copies_ = 0;
    using namespace Kokkos::Tools::Experimental;
    set_allocate_data_callback(
        [](Kokkos_Profiling_SpaceHandle, const char* label, const void*, std::uint64_t bytes) {
          // A team launch on CUDA asks for its scratch memory even where that is 0 bytes.
          if (bytes == 0) return;
          ++allocations_;
          last_allocation_ = label;
        });
    // Kokkos' Threads end each kernel with a fence of their own.
    set_begin_fence_callback([](const char* name, std::uint32_t, std::uint64_t*) {
      if (!std::string_view(name).starts_with("Kokkos::ThreadsInternal::fence")) ++fences_;
    });
    set_begin_deep_copy_callback([](Kokkos_Profiling_SpaceHandle, const char*, const void*,
                                    Kokkos_Profiling_SpaceHandle, const char*, const void*,
                                    std::uint64_t) { ++copies_; });
  }
  ~EventCounts() {
    using namespace Kokkos::Tools::Experimental;
    set_allocate_data_callback(nullptr);
    set_begin_fence_callback(nullptr);
    set_begin_deep_copy_callback(nullptr);
  }
  EventCounts(const EventCounts&) = delete;
  EventCounts& operator=(const EventCounts&) = delete;

  static int allocations() { return allocations_; }
  /// The label of the last one, for messages.
  static std::string last_allocation() { return last_allocation_; }
  static int fences() { return fences_; }
  static int copies() { return copies_; }

 private:
  static inline std::atomic<int> allocations_ = 0;
  static inline std::string last_allocation_;
  static inline std::atomic<int> fences_ = 0;
  static inline std::atomic<int> copies_ = 0;
};

}  // namespace filigree::test
