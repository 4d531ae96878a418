// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/spmv_problem.hpp>

namespace filigree::detail {

/// The columns that come up most often, as power laws have them: a kernel that keeps their entries
/// of x close by saves what their gathers cost.
template <class MemorySpace>
struct HotColumns {
  Kokkos::View<std::int32_t*, MemorySpace> columns;  ///< ascending, counted from 0
  double coverage = 0;                               ///< the share of the entries that lie in them

  std::int64_t count() const { return std::int64_t(columns.extent(0)); }
};

/// At most `max_columns` of the most frequent columns, by a sample of about 2^21 entries; none
/// where no column stands out. The same for every run. Waits for the device; columns must fit 32
/// bits.
template <class Exec, class Offset, class Index>
HotColumns<typename Exec::memory_space> find_hot_columns(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern, std::int64_t max_columns);

/// A bit for each column: bit c % 32 of word c / 32 is set where c is one of `columns`.
/// Waits for the device.
template <class Exec>
Kokkos::View<std::uint32_t*, typename Exec::memory_space> mark_columns(
    const Exec& exec, const Kokkos::View<std::int32_t*, typename Exec::memory_space>& columns,
    std::int64_t num_cols);

/// For each entry its column counted from 0 or, where that is hot, ~(its place in hot_columns).
template <class Exec, class Offset, class Index>
Kokkos::View<std::int32_t*, typename Exec::memory_space> encode_hot_columns(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern,
    const Kokkos::View<std::int32_t*, typename Exec::memory_space>& hot_columns);

}  // namespace filigree::detail
