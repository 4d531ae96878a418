// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include <convert/entries.hpp>
#include <convert/formats/scan.hpp>
#include <convert/tuned.hpp>
#include <core/relaxed_load.hpp>
#include <filigree/detail/format_problem.hpp>

/// From Csr to Dia and Hdia.

namespace filigree::detail {
namespace {

/// Whether diagonal i (counted from the lowest one there can be) holds an entry.
struct IsMarked {
  const std::int32_t* marks;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const { return marks[i] != 0; }
};

/// Calls f(row, column, entry) for the entries of a row in order of storage.
template <class Index, class Offset, class F>
struct WalkRow {
  CompressedPattern<Index, Offset> A;
  F f;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    const auto base = std::int64_t(A.base), end = std::int64_t(A.offsets[row + 1]) - base;
    for (std::int64_t k = std::int64_t(A.offsets[row]) - base; k < end; ++k)
      f(row, std::int64_t(A.indices[k]) - base, k);
  }
};

/// Calls f for every entry, each row in one thread.
template <class Exec, class Index, class Offset, class F>
void for_each_entry(const char* label, const Exec& exec,
                    const CompressedPattern<Index, Offset>& pattern, const F& f) {
  Kokkos::parallel_for(label, EntryRange<Exec>(exec, 0, pattern.num_major),
                       WalkRow<Index, Offset, F>{pattern, f});
}

struct MarkDiagonal {
  std::int64_t num_rows;
  std::int32_t* marks;

  /// Racing threads store the same value.
  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t col, std::int64_t) const {
    std::int32_t& mark = marks[col - row + num_rows - 1];
    if (relaxed_load(&mark) == 0) Kokkos::atomic_store(&mark, 1);
  }
};

/// Each entry's hack and diagonal, from 0.
struct StoreHackDiagonal {
  std::int64_t num_rows;
  std::int64_t hack_size;
  std::int64_t* hacks;
  std::int64_t* diagonals;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t col, std::int64_t k) const {
    hacks[k] = row / hack_size;
    diagonals[k] = col - row + num_rows - 1;
  }
};

/// The diagonals that are marked, as those of one hack.
struct ListDiagonal {
  std::int64_t num_rows;
  std::int64_t candidates;
  std::int64_t num_diagonals;
  const std::int32_t* marks;
  const std::int64_t* positions;
  std::int64_t* diagonals;
  std::int64_t* hack_offsets;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if (i < candidates && marks[i] != 0) diagonals[positions[i]] = i - (num_rows - 1);
    if (i == 0) {
      hack_offsets[0] = 0;
      hack_offsets[1] = num_diagonals;
    }
  }
};

/// The place of each entry; the lowest one whose place is taken is looked for.
template <class Index, class Offset>
struct FillDiagonals {
  CompressedPattern<Index, Offset> A;
  std::int64_t hack_size;
  const std::int64_t* hack_offsets;
  const std::int64_t* diagonals;
  std::int64_t* places;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& low) const {
    const auto base = std::int64_t(A.base), end = std::int64_t(A.offsets[row + 1]) - base;
    const std::int64_t hack = row / hack_size, row_in_hack = row % hack_size;
    for (std::int64_t k = std::int64_t(A.offsets[row]) - base; k < end; ++k) {
      // The last diagonal that begins at or before this one is it: all of them are listed.
      const std::int64_t diagonal = std::int64_t(A.indices[k]) - base - row;
      const std::int64_t first = hack_offsets[hack];
      const std::int64_t d =
          first + major_of_entry(diagonals + first, hack_offsets[hack + 1] - first, 0, diagonal);
      std::int64_t& place = places[d * hack_size + row_in_hack];
      // The row is this thread's own.
      if (place >= 0)
        low = Kokkos::min(low, k);
      else
        place = k;
    }
  }
};

}  // namespace

template <class Exec, class Index, class Offset>
HackDiagonals<Exec> find_diagonals(const Exec& exec,
                                   const CompressedPattern<Index, Offset>& pattern,
                                   std::int64_t row_stride) {
  const std::int64_t num_rows = pattern.num_major;
  const std::int64_t candidates =
      num_rows == 0 || pattern.num_minor == 0 ? 0 : num_rows + pattern.num_minor - 1;
  // Where diagonals are far more than entries, memory for the entries.
  if (candidates / 8 > pattern.nnz + 4096)
    return find_hack_diagonals(exec, pattern, Kokkos::max<std::int64_t>(row_stride, 1));
  const auto marks = scratch<std::int32_t>(exec, "filigree::convert::diagonal_marks", candidates);
  Kokkos::deep_copy(exec, marks.view(), 0);
  for_each_entry("filigree::convert::mark_diagonals", exec, pattern,
                 MarkDiagonal{num_rows, marks.data()});
  const auto positions =
      scratch<std::int64_t>(exec, "filigree::convert::diagonal_positions", candidates + 1);
  HackDiagonals<Exec> result;
  result.hack_size = Kokkos::max<std::int64_t>(row_stride, 1);
  result.num_diagonals = scan_lengths("filigree::convert::diagonal_positions", exec, candidates,
                                      IsMarked{marks.data()}, positions.data());
  result.diagonals =
      result_array<std::int64_t>(exec, "filigree::convert::diagonals", result.num_diagonals);
  result.hack_offsets = result_array<std::int64_t>(exec, "filigree::convert::hack_offsets", 2);
  Kokkos::parallel_for(
      "filigree::convert::list_diagonals", EntryRange<Exec>(exec, 0, candidates + 1),
      ListDiagonal{num_rows, candidates, result.num_diagonals, marks.data(), positions.data(),
                   result.diagonals.data(), result.hack_offsets.data()});
  return result;
}

template <class Exec, class Index, class Offset>
HackDiagonals<Exec> find_hack_diagonals(const Exec& exec,
                                        const CompressedPattern<Index, Offset>& pattern,
                                        std::int64_t hack_size) {
  const std::int64_t num_rows = pattern.num_major, nnz = pattern.nnz;
  const std::int64_t num_hacks = groups_of(num_rows, hack_size);
  HackDiagonals<Exec> result;
  result.hack_size = hack_size;
  result.hack_offsets =
      result_array<std::int64_t>(exec, "filigree::convert::hack_offsets", num_hacks + 1);
  const auto hacks = scratch<std::int64_t>(exec, "filigree::convert::hacks", nnz);
  const auto all = scratch<std::int64_t>(exec, "filigree::convert::hack_diagonals", nnz);
  for_each_entry("filigree::convert::store_hack_diagonals", exec, pattern,
                 StoreHackDiagonal{num_rows, hack_size, hacks.data(), all.data()});
  const EntryList<std::int64_t> entries{
      num_hacks, num_rows + pattern.num_minor, nnz, IndexBase::zero, hacks.data(), all.data()};
  const EntryOrder<Exec> order = order_entries(exec, entries, EqualEntries::merge);
  result.num_diagonals = order.num_entries;
  const auto distinct_hacks =
      scratch<std::int64_t>(exec, "filigree::convert::distinct_hacks", order.num_entries);
  result.diagonals =
      result_array<std::int64_t>(exec, "filigree::convert::diagonals", order.num_entries);
  gather_entries(exec, entries, order, IndexBase::zero, distinct_hacks.data(),
                 result.diagonals.data());
  shift_integers<Exec, std::int64_t, std::int64_t>(exec, order.num_entries, result.diagonals.data(),
                                                   1 - num_rows, result.diagonals.data());
  compress_sorted<Exec, std::int64_t, std::int64_t>(exec, num_hacks, order.num_entries,
                                                    IndexBase::zero, distinct_hacks.data(),
                                                    IndexBase::zero, result.hack_offsets.data());
  return result;
}

template <class Exec, class Index, class Offset>
std::int64_t fill_diagonals(const Exec& exec, const CompressedPattern<Index, Offset>& pattern,
                            const HackDiagonals<Exec>& found, std::int64_t* places) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  Kokkos::deep_copy(exec, as_view<Exec>(places, found.num_diagonals * found.hack_size), -1);
  std::int64_t lowest = none;
  Kokkos::parallel_reduce(
      "filigree::convert::fill_diagonals", EntryRange<Exec>(exec, 0, pattern.num_major),
      FillDiagonals<Index, Offset>{pattern, found.hack_size, found.hack_offsets.data(),
                                   found.diagonals.data(), places},
      Kokkos::Min<std::int64_t>(lowest));
  return lowest == none ? -1 : lowest;
}

#define FILIGREE_INSTANTIATE(Exec, Index, Offset)                                            \
  template HackDiagonals<Exec> find_diagonals(                                               \
      const Exec&, const CompressedPattern<Index, Offset>&, std::int64_t);                   \
  template HackDiagonals<Exec> find_hack_diagonals(                                          \
      const Exec&, const CompressedPattern<Index, Offset>&, std::int64_t);                   \
  template std::int64_t fill_diagonals(const Exec&, const CompressedPattern<Index, Offset>&, \
                                       const HackDiagonals<Exec>&, std::int64_t*);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
