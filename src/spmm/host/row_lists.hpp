// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/explain_front.hpp>
#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <pattern/compressed.hpp>

/// Rows of op(A) that share their lists of (column - row): a plan's dictionary. Products then read
/// one byte a row instead of the columns, and take several rows at a time.

namespace filigree::detail {

/// What kernels see of them; `ids` of null: there are none.
struct HostRowLists {
  /// Row r has the columns r + lists[list_offsets[ids[r]] + k]; not_in_dictionary: its raw columns.
  const std::uint8_t* ids = nullptr;
  const std::int32_t* list_offsets = nullptr;
  const std::int32_t* lists = nullptr;
};

/// The list of one id.
struct HostRowList {
  const std::int32_t* columns;
  std::int64_t length;

  HostRowList(const HostRowLists& lists, int id)
      : columns(lists.lists + lists.list_offsets[id]),
        length(lists.list_offsets[id + 1] - lists.list_offsets[id]) {}
};

/// What a plan keeps: owns what HostRowLists points to.
template <class MemorySpace>
struct RowLists {
  Kokkos::View<std::uint8_t*, MemorySpace> ids;
  Kokkos::View<std::int32_t*, MemorySpace> list_offsets;
  Kokkos::View<std::int32_t*, MemorySpace> lists;
  /// What a product reads: ids, lists and the raw columns of rows that share none.
  PatternRead pattern_read{};

  bool exist() const { return ids.extent(0) > 0; }
  std::int64_t memory_bytes() const {
    return std::int64_t(ids.extent(0) + 4 * list_offsets.extent(0) + 4 * lists.extent(0));
  }
  HostRowLists view() const { return {ids.data(), list_offsets.data(), lists.data()}; }
};

/// Finds them. Empty where fewer than nine of ten rows share lists, or where values lie in another
/// order than the rows. Reads the pattern twice; waits for the result.
template <class Offset, class Index>
RowLists<Kokkos::DefaultHostExecutionSpace::memory_space> find_row_lists(
    const Kokkos::DefaultHostExecutionSpace& exec, const GatherPattern<Offset, Index>& pattern);

}  // namespace filigree::detail
