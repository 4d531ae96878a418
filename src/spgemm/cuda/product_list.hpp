// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Lists of products: where the products of every entry of C come from. A plan that keeps one finds
/// new values without a look at columns.

namespace filigree::cuda {

/// As many entries of C, one after the other, as a thread block takes.
struct SpgemmChunk {
  static constexpr int entries = 1024;
  /// An entry with more has a thread block of its own.
  static constexpr int most_products = 32;

  std::int64_t a_begin;  ///< the entries of A in the rows that the chunk has a part of
  std::uint32_t a_count;
  std::uint32_t has_long_rows;  ///< 1: products of its entries are to be sorted when they are there
};

/// The columns low .. high - 1 of a row of C with very many products, which a thread block lists.
struct SpgemmRowPart {
  static constexpr std::int64_t products_each = 1 << 15, most = 32;

  std::int64_t row;
  std::int64_t number, parts;  ///< which of the row's parts this is, and how many it has
  std::int64_t low, high;
  std::int64_t entries, products;

  /// How many parts a row with so many products has.
  __host__ __device__ static std::int64_t of(std::int64_t products) {
    if (products <= 2 * products_each) return 1;
    return products / products_each < most ? products / products_each : most;
  }
  /// The most parts that rows with so many products together have.
  static std::int64_t most_of(std::int64_t products) {
    return products <= 2 * products_each ? 0 : products / products_each;
  }
};

/// Products as a plan lists them, those of an entry in the order of A's row: halves of a word name
/// an entry of A, counted from its chunk's first one, and one of B, from its row's first one.
struct SpgemmProductList {
  std::int64_t nnz = 0;                   ///< of C
  SpgemmChunk* chunks = nullptr;          ///< null: there is no list
  std::uint32_t* long_entries = nullptr;  ///< entries with many products, in no order
  std::uint32_t* num_long = nullptr;
  std::uint32_t* b_begins = nullptr;  ///< of A's entries: where the row of B begins
  std::uint32_t* starts = nullptr;    ///< of an entry's products, and the end of the last one's
  void* products = nullptr;
  SpgemmRowPart* parts = nullptr;  ///< while the list is made
  bool is_wide = false;            ///< words of 64 bits, else of 32

  __host__ __device__ std::int64_t num_chunks() const {
    return (nnz + SpgemmChunk::entries - 1) / SpgemmChunk::entries;
  }
  /// Gives the arrays their places in memory of so many bytes, which is returned.
  std::int64_t share(std::byte* memory, std::int64_t num_products, std::int64_t a_entries) {
    std::int64_t bytes = 0;
    const auto next = [&](auto& array, std::int64_t item_bytes, std::int64_t length) {
      if (memory != nullptr)
        array = reinterpret_cast<std::decay_t<decltype(array)>>(memory + bytes);
      bytes += item_bytes * length;
    };
    constexpr std::int64_t word = sizeof(std::uint32_t);
    next(chunks, sizeof(SpgemmChunk), num_chunks());
    next(parts, sizeof(SpgemmRowPart), SpgemmRowPart::most_of(num_products));
    next(products, (is_wide ? 2 : 1) * word, num_products);
    next(b_begins, word, a_entries);
    next(starts, word, nnz + 1);
    next(num_long, word, 1);
    next(long_entries, word, num_products / (SpgemmChunk::most_products + 1));
    return bytes;
  }
};

}  // namespace filigree::cuda
