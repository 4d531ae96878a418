// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Addresses that the compiler adds an index to in one instruction: it does not see what they are
/// made of, and so does not take them apart into the terms of an index.

namespace filigree::cuda {

template <class T>
__device__ inline const T* opaque(const T* address) {
  asm("" : "+l"(address));
  return address;
}

/// The same of an address in global memory, which the compiler would not know any more.
template <class T>
__device__ inline const T* opaque_global(const T* address) {
  address = opaque(address);
  __builtin_assume(__isGlobal(address));
  return address;
}

}  // namespace filigree::cuda
