// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda.h>

#include <cstdint>

#include "cuda/ptx.hpp"
#include "cuda/transaction_barrier.hpp"

/// Tensor copies (boxes of up to 3 dimensions, described by a tensor map) between global and
/// shared memory. Stores belong to groups (bulk_copy.hpp). Source: PTX ISA, cp.async.bulk.tensor
/// (compute capability 9.0). For older architectures the code compiles, and traps.

namespace filigree::cuda {

/// Starts the copy of a box at (x, y, z), x the contiguous dimension.
__device__ inline void tensor_load(std::uint32_t shared, const CUtensorMap& map, int x, int y,
                                   int z, TransactionBarrier& barrier) {
  FILIGREE_PTX_SM90(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], "
      "[%1, {%3, %4, %5}], [%2];" ::"r"(shared),
      "l"(&map), "r"(shared_address(&barrier.state)), "r"(x), "r"(y), "r"(z)
      : "memory");
}

/// A copy into one place of every thread block of the cluster in `mask`, where it completes
/// on the same barrier.
__device__ inline void tensor_load_multicast(std::uint32_t shared, const CUtensorMap& map, int x,
                                             int y, int z, TransactionBarrier& barrier,
                                             std::uint16_t mask) {
  FILIGREE_PTX_SM90(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%3, %4, %5}], [%2], %6;" ::"r"(shared),
      "l"(&map), "r"(shared_address(&barrier.state)), "r"(x), "r"(y), "r"(z), "h"(mask)
      : "memory");
}

/// Starts the copy of a box from shared memory; what lies outside the tensor is left out.
__device__ inline void tensor_store(const CUtensorMap& map, std::uint32_t shared, int x, int y,
                                    int z) {
  FILIGREE_PTX_SM90(
      "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4}], "
      "[%1];" ::"l"(&map),
      "r"(shared), "r"(x), "r"(y), "r"(z)
      : "memory");
}

}  // namespace filigree::cuda
