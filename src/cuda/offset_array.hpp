// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/stream_load.hpp"

namespace filigree::cuda {

/// Offsets, or places of values, of either width: a row or a slice reads so few of them that a test
/// each costs less than twice as many kernels.
class OffsetArray {
 public:
  OffsetArray() = default;
  __host__ __device__ explicit OffsetArray(const std::int32_t* offsets) : data_(offsets) {}
  __host__ __device__ explicit OffsetArray(const std::int64_t* offsets)
      : data_(offsets), is_wide_(true) {}

  __host__ __device__ bool is_null() const { return data_ == nullptr; }
  __device__ std::int64_t operator[](std::int64_t i) const {
    return is_wide_ ? static_cast<const std::int64_t*>(data_)[i]
                    : std::int64_t(static_cast<const std::int32_t*>(data_)[i]);
  }
  /// An entry as it was read: nothing waits for it before value() does.
  struct Raw {
    std::uint32_t low = 0;
    std::int32_t high = 0;  ///< of wide ones
  };
  __device__ Raw raw(std::int64_t i) const {
    Raw result;
    if (is_wide_) {
      const int2 both = static_cast<const int2*>(data_)[i];
      result.low = std::uint32_t(both.x);
      result.high = both.y;
    } else {
      result.low = static_cast<const std::uint32_t*>(data_)[i];
    }
    return result;
  }
  __device__ std::int64_t value(const Raw& raw) const {
    if (!is_wide_) return std::int32_t(raw.low);
    return std::int64_t((std::uint64_t(std::uint32_t(raw.high)) << 32) | raw.low);
  }
  /// The array from its entry i on.
  __device__ OffsetArray from(std::int64_t i) const {
    OffsetArray result = *this;
    result.data_ = place(i);
    return result;
  }
  __device__ void prefetch(std::int64_t i) const { prefetch_sector(place(i)); }

 private:
  __device__ const char* place(std::int64_t i) const {
    return static_cast<const char*>(data_) + i * (is_wide_ ? 8 : 4);
  }

  const void* data_ = nullptr;
  bool is_wide_ = false;
};

}  // namespace filigree::cuda
