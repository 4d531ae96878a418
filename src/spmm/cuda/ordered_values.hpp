// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "spmm/cuda/select.hpp"

/// Values copied into the order of a plan's rows, in two passes that both read and write runs: one
/// by one, each value would cost a read of a sector of its own.

namespace filigree::cuda {

/// A permutation of values by way of an array between them. Tiles of value_tile consecutive ones
/// are put in order first, each within itself; then each tile of the result collects its own.
struct ValueOrder {
  const std::uint16_t* slots = nullptr;   ///< by value: its place in its tile
  const std::int32_t* sources = nullptr;  ///< by tile of the result: places between, ascending
  const std::uint16_t* target_slots = nullptr;  ///< by source: its place in the tile of the result
};

/// `count` values of `value_bytes`, 2, 4, 8 or 16, below 2^31 of them. `between` and `to` have room
/// for as many and are 16-byte aligned, `from` is aligned to a value; none overlap. Allocates
/// nothing, waits for nothing.
cudaError_t launch_ordered_values(std::size_t value_bytes, std::int64_t count,
                                  const ValueOrder& order, const void* from, void* between,
                                  void* to, cudaStream_t stream);

}  // namespace filigree::cuda
