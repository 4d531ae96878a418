// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

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
  /// Where the pattern is the transpose of what is stored: entry k of row r is entry positions[..]
  /// of stored row r + lists[..]. Null: values lie row by row.
  const std::int32_t* positions = nullptr;
  AnyOffsets stored_offsets;
  std::int64_t base = 0;  ///< of stored_offsets
};

/// A list with its values' places, for one id.
struct HostRowList {
  const std::int32_t* columns;
  const std::int32_t* positions;
  std::int64_t length;

  HostRowList(const HostRowLists& lists, int id)
      : columns(lists.lists + lists.list_offsets[id]),
        positions(lists.positions == nullptr ? nullptr : lists.positions + lists.list_offsets[id]),
        length(lists.list_offsets[id + 1] - lists.list_offsets[id]) {}
};

/// What a plan keeps: owns what HostRowLists points to, stored_offsets apart.
template <class MemorySpace>
struct RowLists {
  Kokkos::View<std::uint8_t*, MemorySpace> ids;
  Kokkos::View<std::int32_t*, MemorySpace> list_offsets;
  Kokkos::View<std::int32_t*, MemorySpace> lists;
  Kokkos::View<std::int32_t*, MemorySpace> positions;
  AnyOffsets stored_offsets;
  std::int64_t base = 0;

  bool exist() const { return ids.extent(0) > 0; }
  HostRowLists view() const {
    return {ids.data(), list_offsets.data(), lists.data(), positions.data(), stored_offsets, base};
  }
};

/// Finds them. Empty where fewer than nine of ten rows share lists, or where values lie in an order
/// of neither the rows nor their transpose. Reads the pattern twice; waits for the result.
template <class Offset, class Index>
RowLists<Kokkos::DefaultHostExecutionSpace::memory_space> find_row_lists(
    const Kokkos::DefaultHostExecutionSpace& exec, const GatherPattern<Offset, Index>& pattern);

}  // namespace filigree::detail
