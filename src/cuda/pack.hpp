// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace filigree::cuda {

/// Count consecutive entries, loaded or stored at once: their address is a multiple of their size
/// together.
template <class T, int Count>
struct alignas(sizeof(T) * Count) Pack {
  T entry[Count];
};

}  // namespace filigree::cuda
