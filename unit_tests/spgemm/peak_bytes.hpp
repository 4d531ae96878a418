// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace filigree::test {

/// The most bytes that Kokkos holds at once while it lives. One at a time.
class PeakBytes {
 public:
  PeakBytes() {
    now_ = peak_ = 0;
    using namespace Kokkos::Tools::Experimental;
    set_allocate_data_callback(
        [](Kokkos_Profiling_SpaceHandle, const char*, const void*, std::uint64_t bytes) {
          now_ += std::int64_t(bytes);
          peak_ = std::max(peak_, now_);
        });
    set_deallocate_data_callback([](Kokkos_Profiling_SpaceHandle, const char*, const void*,
                                    std::uint64_t bytes) { now_ -= std::int64_t(bytes); });
  }
  ~PeakBytes() {
    using namespace Kokkos::Tools::Experimental;
    set_allocate_data_callback(nullptr);
    set_deallocate_data_callback(nullptr);
  }
  PeakBytes(const PeakBytes&) = delete;
  PeakBytes& operator=(const PeakBytes&) = delete;

  static std::int64_t peak() { return peak_; }

 private:
  static inline std::int64_t now_ = 0;
  static inline std::int64_t peak_ = 0;
};

}  // namespace filigree::test
