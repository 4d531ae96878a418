// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/sddmm_rows.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/hot_columns.hpp>

/// The columns of a Csr or Csc pattern whose rows of the right matrix a device's L2 cache should
/// keep.

namespace filigree::detail {

/// Rows of 1 KiB, the longest that a kernel keeps, in somewhat less than half of the L2 cache: the
/// other half is for what passes through. (Measured on an H200, 50 MB, with 12 to 32 MB: 20 to 24
/// were best.)
constexpr std::int64_t most_hot_columns(std::int64_t l2_bytes) { return l2_bytes * 12 / 25 / 1024; }

/// Whether a plan looks for frequent columns: where the right matrix is far larger than what can be
/// kept, the product takes long next to a sample of the columns, and rows have no neighbours to
/// share theirs with (which tiles are for).
inline bool may_have_hot_columns(const SddmmRows& rows, std::int64_t num_cols, std::int64_t nnz,
                                 std::int64_t l2_bytes) {
  return rows.line == 0 && rows.node_rows == 1 && num_cols >= 4 * most_hot_columns(l2_bytes) &&
         num_cols <= INT32_MAX && nnz >= 4'000'000;
}

/// Whether `number` frequent columns with a share of `coverage` of the entries are worth keeping.
/// Where columns are all alike, some have more of the sample's entries than others, too: up to
/// 0.07 more than their share of the columns.
inline bool hot_columns_pay(std::int64_t number, double coverage, std::int64_t num_cols) {
  return coverage >= double(number) / double(num_cols) + 0.1;
}

/// As SddmmPrepared has them. Waits for the device.
template <class Exec, class Offset, class Index>
Kokkos::View<std::uint32_t*, typename Exec::memory_space> prepare_hot_columns(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern, const SddmmRows& rows,
    std::int64_t l2_bytes) {
  if (!may_have_hot_columns(rows, pattern.num_cols, pattern.nnz, l2_bytes)) return {};
  const auto hot = find_hot_columns(exec, pattern, most_hot_columns(l2_bytes));
  if (!hot_columns_pay(hot.count(), hot.coverage, pattern.num_cols)) return {};
  return mark_columns(exec, hot.columns, pattern.num_cols);
}

}  // namespace filigree::detail
