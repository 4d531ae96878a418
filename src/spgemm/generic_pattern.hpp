// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <bit>
#include <cstdint>

#include <filigree/detail/spgemm_problem.hpp>
#include <spmv/checksum.hpp>

/// The pattern of C by the generic kernel: a worker collects a row's columns in a hash table of its
/// own, 32 columns to a place, as the symbolic phase of KKMEM does (Deveci, Trott, Rajamanickam,
/// "Multithreaded sparse matrix-matrix multiplication for many-core and GPU architectures", 2018).

namespace filigree::detail {

/// A worker's table: open addressing, linear probing. Place: a group of 32 columns, and which of
/// them there are; an empty place has no columns.
template <class Index>
struct ColumnTable {
  Index* groups;
  std::uint32_t* masks;
  std::uint32_t capacity;  ///< a power of 2, above the number of groups

  KOKKOS_FUNCTION void clear() const {
    for (std::uint32_t p = 0; p < capacity; ++p) masks[p] = 0;
  }
  /// Returns 1 for a new column, else 0.
  KOKKOS_FUNCTION int insert(std::int64_t column) const {
    const auto group = Index(column / 32);
    const std::uint32_t bit = std::uint32_t(1) << (column % 32);
    auto place = std::uint32_t(mix(std::uint64_t(group))) & (capacity - 1);
    while (masks[place] != 0 && groups[place] != group) place = (place + 1) & (capacity - 1);
    if ((masks[place] & bit) != 0) return 0;
    groups[place] = group;
    masks[place] |= bit;
    return 1;
  }
  /// Moves what is in the table to its front, in ascending order; returns how many places that are.
  KOKKOS_FUNCTION std::uint32_t sort() const {
    std::uint32_t count = 0;
    for (std::uint32_t p = 0; p < capacity; ++p)
      if (masks[p] != 0) move(p, count++);
    // Heap sort: in place, and O(n log n) for every order.
    for (std::uint32_t i = count / 2; i-- > 0;) sift(i, count);
    for (std::uint32_t i = count; i-- > 1;) {
      exchange(0, i);
      sift(0, i);
    }
    return count;
  }

 private:
  KOKKOS_FUNCTION void move(std::uint32_t from, std::uint32_t to) const {
    groups[to] = groups[from];
    masks[to] = masks[from];
  }
  KOKKOS_FUNCTION void exchange(std::uint32_t a, std::uint32_t b) const {
    const Index group = groups[a];
    const std::uint32_t mask = masks[a];
    move(b, a);
    groups[b] = group;
    masks[b] = mask;
  }
  KOKKOS_FUNCTION void sift(std::uint32_t root, std::uint32_t count) const {
    for (;;) {
      std::uint32_t child = 2 * root + 1;
      if (child >= count) return;
      if (child + 1 < count && groups[child] < groups[child + 1]) ++child;
      if (groups[root] >= groups[child]) return;
      exchange(root, child);
      root = child;
    }
  }
};

/// Places that a table needs for so many products at most.
KOKKOS_INLINE_FUNCTION std::uint32_t table_capacity(std::int64_t products, std::int64_t num_cols) {
  const std::int64_t groups = Kokkos::min(products, num_cols / 32 + 1);
  std::uint32_t capacity = 8;
  while (std::int64_t(capacity) < 2 * groups && capacity < (std::uint32_t(1) << 31)) capacity *= 2;
  return capacity;
}

/// Counts the rows' entries, or writes them.
template <class Index>
struct SpgemmRowSets {
  SpgemmPattern<Index> pattern;
  Index* groups = nullptr;
  std::uint32_t* masks = nullptr;
  std::int64_t table_stride = 0;  ///< from a worker's table to the next one's
  std::int64_t workers = 1;
  std::int64_t* row_lengths = nullptr;  ///< to be counted; null: rows are written
  AnyOffsets offsets{};
  Index* col_indices = nullptr;
  std::int64_t base = 0;

  KOKKOS_FUNCTION void operator()(const std::int64_t worker) const {
    const std::int64_t num_rows = pattern.a.num_rows;
    for (std::int64_t row = worker; row < num_rows; row += workers) {
      const std::uint32_t capacity = table_capacity(pattern.products(row), pattern.b.num_cols);
      const ColumnTable<Index> table{groups + worker * table_stride, masks + worker * table_stride,
                                     capacity};
      const std::int64_t count = collect(row, table);
      if (row_lengths != nullptr)
        row_lengths[row] = count;
      else
        write(row, table);
    }
  }

 private:
  KOKKOS_FUNCTION std::int64_t collect(std::int64_t row, const ColumnTable<Index>& table) const {
    const auto &a = pattern.a, &b = pattern.b, &d = pattern.d;
    table.clear();
    std::int64_t count = 0;
    for (std::int64_t k = a.begin(row), a_end = a.end(row); k < a_end; ++k) {
      const std::int64_t inner = a.column(k);
      for (std::int64_t p = b.begin(inner), b_end = b.end(inner); p < b_end; ++p)
        count += table.insert(b.column(p));
    }
    if (pattern.has_d())
      for (std::int64_t p = d.begin(row), d_end = d.end(row); p < d_end; ++p)
        count += table.insert(d.column(p));
    return count;
  }

  KOKKOS_FUNCTION void write(std::int64_t row, const ColumnTable<Index>& table) const {
    Index* to = col_indices + (offsets[row] - base);
    const std::uint32_t count = table.sort();
    for (std::uint32_t p = 0; p < count; ++p)
      for (int bit = 0; bit < 32; ++bit)
        if ((table.masks[p] >> bit & 1u) != 0)
          *to++ = Index(std::int64_t(table.groups[p]) * 32 + bit + base);
  }
};

}  // namespace filigree::detail
