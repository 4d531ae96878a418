// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/partition_point.hpp>

/// What kernels over the entries of a pattern share.

namespace filigree::detail {

template <class Exec>
using EntryRange = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// The row of an entry is searched for once an item and then walked along: long items on a host,
/// where the search would cost more than the walk, single entries on a device, where lanes read
/// neighbours.
template <class Exec>
inline constexpr std::int64_t entries_per_item = is_host_execution_v<Exec> ? 1024 : 1;

template <class Exec>
std::int64_t num_items(std::int64_t nnz) {
  return nnz / entries_per_item<Exec> + (nnz % entries_per_item<Exec> != 0);
}

/// The row (column) that entry `entry` lies in: the last one that begins at or before it.
template <class Offset>
KOKKOS_INLINE_FUNCTION std::int64_t major_of_entry(const Offset* offsets, std::int64_t num_major,
                                                   std::int64_t base, std::int64_t entry) {
  return partition_point(
             1, num_major,
             [&](std::int64_t major) { return std::int64_t(offsets[major]) - base <= entry; }) -
         1;
}

template <class T, class Exec>
Kokkos::View<T*, typename Exec::memory_space> scratch(const Exec& exec, const char* label,
                                                      std::int64_t length) {
  return allocate<T, typename Exec::memory_space>("conversion", exec, label, length);
}

/// A pointer as the View that Kokkos calls want.
template <class Exec, class T>
Kokkos::View<T*, typename Exec::memory_space> as_view(T* data, std::int64_t length) {
  return Kokkos::View<T*, typename Exec::memory_space>(data, length);
}

/// One entry brought to the host; waits for `exec`.
template <class Exec, class T>
T read_entry(const Exec& exec, const T* data, std::int64_t position) {
  T value{};
  Kokkos::deep_copy(exec, Kokkos::View<T, Kokkos::HostSpace>(&value),
                    Kokkos::View<const T, typename Exec::memory_space>(data + position));
  exec.fence("filigree::convert::read_entry");
  return value;
}

}  // namespace filigree::detail
