// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/scratch.hpp>

/// What kernels over the entries of a pattern share.

namespace filigree::detail {

template <class Exec>
using EntryRange = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// The row (column) that entry `entry` lies in: the last one that begins at or before it.
template <class Offset>
KOKKOS_INLINE_FUNCTION std::int64_t major_of_entry(const Offset* offsets, std::int64_t num_major,
                                                   std::int64_t base, std::int64_t entry) {
  return partition_point(
             1, num_major,
             [&](std::int64_t major) { return std::int64_t(offsets[major]) - base <= entry; }) -
         1;
}

/// Calls f(entry, row) (column) for every entry of compressed rows. A team takes equally many
/// entries, however long the rows are, and looks for its first and last row only: a search for
/// every entry takes a device ten times as long as writing what was found.
template <class Exec, class Offset, class F>
struct WalkEntries {
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Policy::member_type;
  static constexpr std::int64_t entries_per_team = is_host_execution_v<Exec> ? 1024 : 16384;

  const Offset* offsets;
  std::int64_t num_major;
  std::int64_t nnz;
  std::int64_t base;
  F f;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const std::int64_t begin = std::int64_t(team.league_rank()) * entries_per_team;
    const std::int64_t end = begin + entries_per_team < nnz ? begin + entries_per_team : nnz;
    const std::int64_t first = major_of_entry(offsets, num_major, base, begin);
    const std::int64_t last = major_of_entry(offsets, num_major, base, end - 1);
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(team, first, last + 1), [&](const std::int64_t major) {
          const std::int64_t major_begin = std::int64_t(offsets[major]) - base;
          const std::int64_t major_end = std::int64_t(offsets[major + 1]) - base;
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, Kokkos::max(major_begin, begin),
                                                         Kokkos::min(major_end, end)),
                               [&](const std::int64_t k) { f(k, major); });
        });
  }
};

template <class Exec, class Offset, class F>
void walk_entries(const char* label, const Exec& exec, const Offset* offsets,
                  std::int64_t num_major, std::int64_t nnz, std::int64_t base, const F& f) {
  if (nnz == 0) return;  // the arrays may be null
  using Walk = WalkEntries<Exec, Offset, F>;
  const double mean = double(nnz) / double(num_major);
  const int lanes =
      is_host_execution_v<Exec> ? 1 : int(std::bit_ceil(unsigned(std::min(mean, 62.0) / 2 + 1)));
  const int threads = is_host_execution_v<Exec> ? 1 : 256 / lanes;
  const std::int64_t teams = (nnz + Walk::entries_per_team - 1) / Walk::entries_per_team;
  Kokkos::parallel_for(label, typename Walk::Policy(exec, int(teams), threads, lanes),
                       Walk{offsets, num_major, nnz, base, f});
}

/// Memory to work in, for whichever call it is.
template <class T, class Exec>
ScratchArray<T, typename Exec::memory_space> scratch(const Exec& exec, const char* label,
                                                     std::int64_t length) {
  return scratch_array<T>("", exec, label, length);
}
/// Memory of what such a call returns.
template <class T, class Exec>
Kokkos::View<T*, typename Exec::memory_space> result_array(const Exec& exec, const char* label,
                                                           std::int64_t length) {
  return allocate<T, typename Exec::memory_space>("", exec, label, length);
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
