// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>
#include <string>

#include <convert/entries.hpp>
#include <convert/majors.hpp>
#include <convert/stable_order.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/convert_problem.hpp>

namespace filigree::detail {
namespace {

/// How entries follow each other in storage.
struct StoredOrder {
  bool ordered;              ///< by primary, then secondary index
  bool secondary_ascending;  ///< one sort, by the primary index, is then enough
};

constexpr int disordered = 1, descending = 2;

template <class Index>
struct FindDisorder {
  const Index* primary;
  const Index* secondary;

  KOKKOS_FUNCTION void operator()(std::int64_t k, int& bits) const {
    const bool falls = secondary[k] < secondary[k - 1];
    if (falls) bits |= descending;
    if (primary[k] < primary[k - 1] || (primary[k] == primary[k - 1] && falls)) bits |= disordered;
  }
};

template <class Exec, class Index>
StoredOrder stored_order(const Exec& exec, const EntryList<Index>& entries) {
  int found = 0;
  Kokkos::parallel_reduce("filigree::convert::stored_order",
                          EntryRange<Exec>(exec, 1, Kokkos::max<std::int64_t>(entries.count, 1)),
                          FindDisorder<Index>{entries.primary, entries.secondary},
                          Kokkos::BOr<int>(found));
  return {(found & disordered) == 0, (found & descending) == 0};
}

template <class Exec, class Index>
typename EntryOrder<Exec>::Positions sorted_permutation(const Exec& exec,
                                                        const EntryList<Index>& entries,
                                                        bool secondary_ascending) {
  const std::int64_t count = entries.count;
  const auto base = Index(entries.base);
  auto permutation = result_array<std::int64_t>(exec, "filigree::convert::permutation", count);
  if (secondary_ascending) {
    stable_permutation_by_key<Exec, Index, std::int64_t>(
        exec, entries.num_primary, base, as_view<Exec>(entries.primary, count), permutation);
    return permutation;
  }
  const auto by_secondary = scratch<std::int64_t>(exec, "filigree::convert::by_secondary", count);
  stable_permutation_by_key<Exec, Index, std::int64_t>(exec, entries.num_secondary, base,
                                                       as_view<Exec>(entries.secondary, count),
                                                       by_secondary.view());
  const auto primary = scratch<Index>(exec, "filigree::convert::primary", count);
  gather_bytes(exec, sizeof(Index), count, by_secondary.data(), entries.primary, primary.data());
  const auto by_primary = scratch<std::int64_t>(exec, "filigree::convert::by_primary", count);
  stable_permutation_by_key<Exec, Index, std::int64_t>(exec, entries.num_primary, base,
                                                       primary.view(), by_primary.view());
  gather_bytes(exec, sizeof(std::int64_t), count, by_primary.data(), by_secondary.data(),
               permutation.data());
  return permutation;
}

/// The k-th entry in order, and whether it equals the one before it.
template <class Index>
struct OrderedEntries {
  const Index* primary;
  const Index* secondary;
  const std::int64_t* permutation;  ///< null: identity

  KOKKOS_FUNCTION std::int64_t position(std::int64_t k) const {
    return permutation == nullptr ? k : permutation[k];
  }
  KOKKOS_FUNCTION bool repeats(std::int64_t k) const {
    if (k == 0) return false;
    const std::int64_t here = position(k), before = position(k - 1);
    return primary[here] == primary[before] && secondary[here] == secondary[before];
  }
};

template <class Index>
struct FindFirstRepeat {
  OrderedEntries<Index> ordered;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& low) const {
    if (ordered.repeats(k)) low = Kokkos::min(low, ordered.position(k));
  }
};

template <class Index>
struct CountDistinct {
  OrderedEntries<Index> ordered;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& sum) const {
    sum += !ordered.repeats(k);
  }
};

template <class Index>
struct ListSegments {
  OrderedEntries<Index> ordered;
  std::int64_t count;
  std::int64_t num_entries;
  std::int64_t* segments;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& sum, bool final) const {
    const bool head = !ordered.repeats(k);
    if (final && head) segments[sum] = k;
    if (final && k == count - 1) segments[num_entries] = count;
    sum += head;
  }
};

template <class Index>
struct GatherEntries {
  OrderedEntries<Index> ordered;
  const std::int64_t* segments;  ///< null: of one entry each
  Index shift;
  Index* primary;    ///< may be null
  Index* secondary;  ///< may be null

  KOKKOS_FUNCTION void operator()(std::int64_t u) const {
    const std::int64_t from = ordered.position(segments == nullptr ? u : segments[u]);
    if (primary != nullptr) primary[u] = ordered.primary[from] + shift;
    if (secondary != nullptr) secondary[u] = ordered.secondary[from] + shift;
  }
};

template <class Position>
struct StorePosition {
  Position* positions;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const { positions[k] = Position(k); }
};

template <class Exec, class Index>
std::int64_t first_duplicate(const Exec& exec, const OrderedEntries<Index>& ordered,
                             std::int64_t count) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t lowest = none;
  Kokkos::parallel_reduce("filigree::convert::first_duplicate", EntryRange<Exec>(exec, 0, count),
                          FindFirstRepeat<Index>{ordered}, Kokkos::Min<std::int64_t>(lowest));
  return lowest == none ? -1 : lowest;
}

template <class Exec, class Index>
void find_segments(const Exec& exec, const OrderedEntries<Index>& ordered, std::int64_t count,
                   EntryOrder<Exec>& order) {
  std::int64_t num_entries = 0;
  Kokkos::parallel_reduce("filigree::convert::count_distinct", EntryRange<Exec>(exec, 0, count),
                          CountDistinct<Index>{ordered}, num_entries);
  order.num_entries = num_entries;
  order.merged = num_entries != count;
  if (!order.merged) return;
  order.segments = result_array<std::int64_t>(exec, "filigree::convert::segments", num_entries + 1);
  Kokkos::parallel_scan("filigree::convert::find_segments", EntryRange<Exec>(exec, 0, count),
                        ListSegments<Index>{ordered, count, num_entries, order.segments.data()});
}

}  // namespace

template <class Exec, class Index>
EntryOrder<Exec> order_entries(const Exec& exec, const EntryList<Index>& entries,
                               EqualEntries equal) {
  const StoredOrder stored = stored_order(exec, entries);
  EntryOrder<Exec> order;
  order.num_entries = entries.count;
  order.identity = stored.ordered;
  if (!stored.ordered)
    order.permutation = sorted_permutation(exec, entries, stored.secondary_ascending);
  const OrderedEntries<Index> ordered{entries.primary, entries.secondary, order.permutation.data()};
  if (equal == EqualEntries::find)
    order.first_duplicate = first_duplicate(exec, ordered, entries.count);
  if (equal == EqualEntries::merge) find_segments(exec, ordered, entries.count, order);
  return order;
}

template <class Exec, class Index>
void gather_entries(const Exec& exec, const EntryList<Index>& entries,
                    const EntryOrder<Exec>& order, IndexBase base, Index* primary,
                    Index* secondary) {
  Kokkos::parallel_for(
      "filigree::convert::gather_entries", EntryRange<Exec>(exec, 0, order.num_entries),
      GatherEntries<Index>{{entries.primary, entries.secondary, order.permutation.data()},
                           order.segments.data(),
                           Index(int(base) - int(entries.base)),
                           primary,
                           secondary});
}

template <class Exec, class Index, class Offset>
void compress_sorted(const Exec& exec, std::int64_t num_keys, std::int64_t count,
                     IndexBase key_base, const Index* sorted_keys, IndexBase base,
                     Offset* offsets) {
  FindRowOffsets<Offset, Index>{
      sorted_keys, count,        std::int64_t(key_base), std::int64_t(base),
      offsets,     num_keys + 1, offsets_at_a_time<Exec>}
      .launch("filigree::convert::compress_sorted", exec);
}

template <class Exec, class Index>
void throw_duplicate(std::string_view operation, const Exec& exec, std::int64_t position,
                     const Index* rows, const Index* columns) {
  const Index row = read_entry(exec, rows, position);
  const Index column = read_entry(exec, columns, position);
  throw_error(Status::invalid_value,
              {operation, "A",
               "entry " + std::to_string(position) + " repeats row " + std::to_string(row) +
                   ", column " + std::to_string(column),
               "every entry stored once", "pass Duplicates::sum or Duplicates::keep"});
}

template <class Exec, class Position>
void fill_positions(const Exec& exec, std::int64_t count, Position* positions) {
  Kokkos::parallel_for("filigree::convert::fill_positions", EntryRange<Exec>(exec, 0, count),
                       StorePosition<Position>{positions});
}

#define FILIGREE_INSTANTIATE(Exec, Index)                                                         \
  template void fill_positions(const Exec&, std::int64_t, Index*);                                \
  template EntryOrder<Exec> order_entries(const Exec&, const EntryList<Index>&, EqualEntries);    \
  template void throw_duplicate(std::string_view, const Exec&, std::int64_t, const Index*,        \
                                const Index*);                                                    \
  template void gather_entries(const Exec&, const EntryList<Index>&, const EntryOrder<Exec>&,     \
                               IndexBase, Index*, Index*);                                        \
  template void compress_sorted(const Exec&, std::int64_t, std::int64_t, IndexBase, const Index*, \
                                IndexBase, std::int32_t*);                                        \
  template void compress_sorted(const Exec&, std::int64_t, std::int64_t, IndexBase, const Index*, \
                                IndexBase, std::int64_t*);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
