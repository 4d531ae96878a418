// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace filigree::detail::cuda {

/// The arrays of a stable ordering by key, in device memory; see stable_order_by_key.
template <class Key, class Position>
struct RadixOrder {
  std::int64_t num_keys;
  Key base;
  std::int64_t count;  ///< of keys
  const Key* keys;
  Position* offsets;  ///< num_keys + 1; null where they are not wanted
  Position* permutation;
};

/// Scratch memory that radix_order() needs. Nothing is launched.
template <class Key, class Position>
cudaError_t radix_order_workspace(const RadixOrder<Key, Position>& problem, std::size_t& bytes);

/// Orders on `stream`, without synchronising. `workspace` is 256-byte aligned device memory.
template <class Key, class Position>
cudaError_t radix_order(const RadixOrder<Key, Position>& problem, void* workspace,
                        std::size_t workspace_bytes, cudaStream_t stream);

}  // namespace filigree::detail::cuda
