// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace filigree::cuda {

/// Entries of a row of A whose products a thread block writes down.
struct SpgemmLongChunk {
  static constexpr int entries = 512;

  std::int64_t row;
  std::int64_t first;    ///< the number of the row's first chunk, by which its products are sorted
  std::int64_t a_begin;  ///< the chunk's first entry of A

  __host__ __device__ static std::int64_t of(std::int64_t a_entries) {
    return (a_entries + entries - 1) / entries;
  }
};

/// The products of rows with too many to be sorted in shared memory: all of them are sorted
/// together, by row and column, where they leave those of an entry in order.
struct SpgemmLongProducts {
  using Word = std::uint64_t;

  std::int64_t count = 0, num_chunks = 0;
  std::size_t scan_bytes = 0, sort_bytes = 0;

  SpgemmLongChunk* chunks = nullptr;  ///< those of a row follow one another
  std::int64_t* starts = nullptr;     ///< products before each chunk, and of all
  Word* keys[2] = {};                 ///< the row's first chunk, then the column
  Word* places[2] = {};               ///< as SpgemmSortedProducts has them
  std::byte* workspace = nullptr;     ///< of sums, then of the sort

  /// Gives the arrays their places in memory of so many bytes, which is returned.
  std::int64_t share(std::byte* memory) {
    std::int64_t bytes = 0;
    const auto next = [&](auto& array, std::int64_t length) {
      if (memory != nullptr)
        array = reinterpret_cast<std::decay_t<decltype(array)>>(memory + bytes);
      bytes += (std::int64_t(sizeof(*array)) * length + 255) / 256 * 256;
    };
    next(chunks, num_chunks);
    next(starts, num_chunks + 1);
    for (int k = 0; k < 2; ++k) {
      next(keys[k], count);
      next(places[k], count);
    }
    next(workspace, std::int64_t(scan_bytes > sort_bytes ? scan_bytes : sort_bytes));
    return bytes;
  }
};

}  // namespace filigree::cuda
