// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include <convert/majors.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/spmv_stored.hpp>

#include "spmv/host/isa.hpp"
#include "spmv/host/partition.hpp"

/// Coordinates whose rows ascend are compressed rows but for their offsets. To look whether they
/// do, and to find these, takes one pass over the row indices, which a single product on a host
/// wins back: a row then has one sum, or one x, and its entries need not be told apart.

namespace filigree::detail {

template <class Index>
KOKKOS_FORCEINLINE_FUNCTION bool ascends_plain(const Index* keys, std::int64_t count) {
  int descents = 0;
  for (std::int64_t k = 1; k < count; ++k) descents |= keys[k] < keys[k - 1] ? 1 : 0;
  return descents == 0;
}
#if FILIGREE_HOST_SIMD
template <class Index>
FILIGREE_TARGET_AVX2 bool ascends_avx2(const Index* keys, std::int64_t count) {
  return ascends_plain(keys, count);
}
#endif
template <class Index>
bool ascends(const Index* keys, std::int64_t count) {
#if FILIGREE_HOST_SIMD
  if (host_isa() != HostIsa::baseline) return ascends_avx2(keys, count);
#endif
  return ascends_plain(keys, count);
}

/// Coordinates as compressed rows, where they can be and it is worth it.
template <class Exec, class Offset, class Index>
class SortedRows {
 public:
  SortedRows(const Exec& exec, const StoredPattern<Offset, Index>& stored) : rows_(stored) {
    if (!is_worth_it() || !find_offsets(exec)) return;
    rows_.format = StoredFormat::csr;
    rows_.offsets = offsets_.data();
    rows_.row_indices = nullptr;
    rows_.properties.sorted = false;  // of columns that was not looked at
  }

  bool exist() const { return rows_.format == StoredFormat::csr; }
  const StoredPattern<Offset, Index>& stored() const { return rows_; }

 private:
  bool is_worth_it() const {
    constexpr std::int64_t few = 4 * part_weight;
    return rows_.format == StoredFormat::coo && rows_.nnz >= few &&
           rows_.nnz / 2 >= rows_.num_rows && ascends(rows_.row_indices, few);
  }

  /// Whether all rows ascend: if so, these are their offsets.
  bool find_offsets(const Exec& exec) {
    offsets_ = allocate<Offset, typename Exec::memory_space>(
        "spmv", exec, "filigree::spmv::sorted_rows", rows_.num_rows + 1);
    const auto base = std::int64_t(rows_.properties.index_base);
    const Index* const keys = rows_.row_indices;
    const std::int64_t count = rows_.nnz;
    const FindRowOffsets<Offset, Index> find{
        keys, count, base, base, offsets_.data(), rows_.num_rows + 1, offsets_at_a_time<Exec>};
    const std::int64_t parts = host_parts(exec, count);
    std::atomic<bool> good{true};
    run_parts("filigree::spmv::sorted_rows", exec, parts, [&](std::int64_t part) {
      const std::int64_t last = even_share(find.num_items(), part + 1, parts);
      for (std::int64_t item = even_share(find.num_items(), part, parts); item < last && good;
           ++item) {
        find(item);
        // With the next item's first entry.
        const std::int64_t first = find.first_entry(item);
        const std::int64_t end = std::min(find.first_entry(item + 1) + 1, count);
        if (!ascends(keys + first, end - first)) good = false;
      }
    });
    return good && offsets_(0) == Offset(base) && offsets_(rows_.num_rows) == Offset(count + base);
  }

  StoredPattern<Offset, Index> rows_;
  Kokkos::View<Offset*, typename Exec::memory_space> offsets_;
};

}  // namespace filigree::detail
