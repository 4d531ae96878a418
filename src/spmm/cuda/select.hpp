// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

namespace filigree::cuda {

/// How a kernel cuts a product into thread blocks.
struct SpmmTile {
  int threads = 256;     ///< of a block
  int rows = 32;         ///< of a tile; the column walk: a power of two that divides threads
  int tiles = 1;         ///< consecutive tiles of a block
  int capacity = 0;      ///< entries of a tile that is staged; larger ones read global memory
  int columns = 0;       ///< of B that a thread takes a row's entries for at once
  int column_tiles = 1;  ///< of `columns` each that a block takes in turn
  bool vectors = true;   ///< row tiles: whether rows of B may be read by 16 bytes

  // Set by the launcher: where a tile's arrays lie in shared memory.
  std::uint32_t columns_at = 0;
  std::uint32_t begins_at = 0;
  std::uint32_t buffer_at = 0;
};

}  // namespace filigree::cuda
