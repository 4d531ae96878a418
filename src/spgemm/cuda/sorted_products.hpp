// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace filigree::cuda {

/// All products of C, those of a row sorted by column and, inside a column, by their order in A's
/// row: what one product in one call makes in the place of C's columns and a list of products,
/// before it knows how many entries C has.
template <class Index>
struct SpgemmSortedProducts {
  static constexpr int tile = 1024;  ///< products that a thread block takes

  std::int64_t count = 0;
  Index* columns = nullptr;         ///< of the first product of an entry, from 0 on; -1: of others
  std::uint64_t* places = nullptr;  ///< as listed_product has them: an entry of A, one of B
  std::int64_t* tile_entries = nullptr;  ///< entries of C before each tile, and of all

  __host__ __device__ std::int64_t num_tiles() const { return (count + tile - 1) / tile; }
  /// Gives the arrays their places in memory of so many bytes, which is returned: 12 a product, 16
  /// with 64-bit indices, and 8 a tile.
  std::int64_t share(std::byte* memory) {
    std::int64_t bytes = 0;
    const auto next = [&](auto& array, std::int64_t length) {
      if (memory != nullptr)
        array = reinterpret_cast<std::decay_t<decltype(array)>>(memory + bytes);
      bytes += std::int64_t(sizeof(*array)) * length;
    };
    next(places, count);
    next(tile_entries, num_tiles() + 1);
    next(columns, count);
    return bytes;
  }
};

}  // namespace filigree::cuda
