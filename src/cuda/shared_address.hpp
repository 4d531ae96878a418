// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::cuda {

/// As instructions that are given an address in shared memory want it.
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

}  // namespace filigree::cuda
