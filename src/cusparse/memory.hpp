// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <utility>

#include <cuda_runtime_api.h>

#include <core/allow_allocation.hpp>
#include <cusparse/guard.hpp>
#include <runtime/operands.hpp>

/// Memory that a description holds between calls.

namespace filigree::cusparse {

/// Memory of the device, on a host build of the host.
class HeldMemory {
 public:
  HeldMemory() = default;
  HeldMemory(HeldMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  HeldMemory& operator=(HeldMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  /// \throws std::bad_alloc
  explicit HeldMemory(std::size_t bytes) : bytes_(bytes) {
    const detail::AllowAllocation allowed;
    if (cudaMalloc(&data_, bytes) != cudaSuccess) throw std::bad_alloc();
  }
  ~HeldMemory() {
    if (data_ == nullptr) return;
    const detail::AllowAllocation allowed;
    cudaFree(data_);
  }

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace filigree::cusparse
