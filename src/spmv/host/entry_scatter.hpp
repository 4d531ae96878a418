// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/detail/spmv_gather.hpp>

#include "spmv/host/block_rows.hpp"
#include "spmv/host/scatter_walks.hpp"

namespace filigree::detail {

/// Coordinates whose entries add to the results of their columns, all of them: some at a time,
/// asking ahead. To find their rows first would not be faster.
template <class Offset, class Index>
struct TransposedEntries : EntriesWalk<Offset, Index> {
  static constexpr std::int64_t items_at_a_time = 1024;

  bool conjugate = false;

  /// Adds what entries first .. last - 1 add to alpha A^T x.
  template <class A, class X, class Compute>
  void add(const A* values, const Compute& alpha, const X* x, std::int64_t first, std::int64_t last,
           Compute* sums) const {
    const bool pairs = this->stored.index_stride() == 2;
    if (alpha == Compute(1))
      return pairs
                 ? add_strided<2>(values, x, first, last, sums, [](const Compute& v) { return v; })
                 : add_strided<1>(values, x, first, last, sums, [](const Compute& v) { return v; });
    const auto scale = [&](const Compute& v) { return Compute(alpha * v); };
    pairs ? add_strided<2>(values, x, first, last, sums, scale)
          : add_strided<1>(values, x, first, last, sums, scale);
  }

 private:
  template <std::int64_t stride, class A, class X, class Compute, class Scale>
  void add_strided(const A* values, const X* x, std::int64_t first, std::int64_t last,
                   Compute* sums, const Scale& scale) const {
    const Index* const rows = this->stored.row_indices;
    const Index* const cols = this->stored.col_indices;
    const std::int64_t base = this->stored.properties.index_base == IndexBase::one ? 1 : 0;
    const bool conjugates = conjugate;
    const auto add_entry = [&](std::int64_t k) {
      sums[std::int64_t(cols[k * stride]) - base] += scale(
          spmv_term<Compute>(values[k], conjugates, x[std::int64_t(rows[k * stride]) - base]));
    };
    constexpr std::int64_t step = 16;
    for (; first + step <= last; first += step) {
      prefetch_ahead(values + first, step);
      prefetch_ahead(rows + first * stride, step * stride);
      if (stride == 1) prefetch_ahead(cols + first, step);
      for (std::int64_t k = 0; k < step; ++k) add_entry(first + k);
    }
    for (; first < last; ++first) add_entry(first);
  }
};

template <class Offset, class Index>
inline constexpr bool adds_by_itself<TransposedEntries<Offset, Index>> = true;

}  // namespace filigree::detail
