// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>

#include <convert/entries.hpp>
#include <convert/majors.hpp>
#include <convert/stable_order.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <spmv/normalise.hpp>

/// Rewriting of a stored pattern into rows of op(A): transposed, from coordinates, expanded from
/// one triangle. Values stay where they are; the new pattern names their places.

namespace filigree::detail {

template <class Exec, class T>
using DeviceView = Kokkos::View<T*, typename Exec::memory_space>;

template <class T, class Exec>
DeviceView<Exec, T> plan_array(const Exec& exec, const char* label, std::int64_t length) {
  return allocate<T, typename Exec::memory_space>("spmv_plan", exec, label, length);
}

/// Rows of op(A) and what they live in.
template <class Exec, class Offset, class Index>
struct RewrittenPattern {
  GatherPattern<Offset, Index> pattern;
  DeviceView<Exec, Offset> row_offsets;
  DeviceView<Exec, Index> col_indices;   ///< empty where the user's array serves
  DeviceView<Exec, Offset> value_index;  ///< empty where entry k's value is values[k]
};

/// Entries one by one, counted from the base as they are stored.
template <class Exec, class Offset, class Index>
struct PlacedEntries {
  std::int64_t count = 0;
  std::int64_t base = 0;
  const Index* rows = nullptr;
  const Index* cols = nullptr;
  DeviceView<Exec, Index> own_rows;
  DeviceView<Exec, Index> own_cols;
  DeviceView<Exec, Offset> source;  ///< as GatherPattern::value_index; empty: entry k is values[k]
};

/// The compressed dimension's index of every entry.
template <class Exec, class Offset, class Index>
DeviceView<Exec, Index> expand_offsets(const Exec& exec, std::int64_t num_majors, std::int64_t nnz,
                                       const Offset* offsets, std::int64_t base) {
  const auto majors = plan_array<Index>(exec, "filigree::spmv::expanded", nnz);
  walk_entries("filigree::spmv::expand_offsets", exec, offsets, num_majors, nnz, base,
               StoreMajor<Index>{base, majors.data()});
  return majors;
}

template <class Index>
struct TakeEveryOther {
  const Index* indices;
  Index* result;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const { result[k] = indices[2 * k]; }
};

/// The indices at 0, 2, 4, ...
template <class Exec, class Index>
DeviceView<Exec, Index> every_other(const Exec& exec, const Index* indices, std::int64_t count) {
  const auto result = plan_array<Index>(exec, "filigree::spmv::split", count);
  Kokkos::parallel_for("filigree::spmv::split", EntryRange<Exec>(exec, 0, count),
                       TakeEveryOther<Index>{indices, result.data()});
  return result;
}

template <class Exec, class Offset, class Index>
PlacedEntries<Exec, Offset, Index> list_entries(const Exec& exec,
                                                const StoredPattern<Offset, Index>& stored) {
  PlacedEntries<Exec, Offset, Index> list;
  list.count = stored.nnz;
  list.base = stored.properties.index_base == IndexBase::one ? 1 : 0;
  list.rows = stored.row_indices;
  list.cols = stored.col_indices;
  if (stored.format == StoredFormat::coo_aos) {
    list.own_rows = every_other<Exec>(exec, stored.row_indices, stored.nnz);
    list.own_cols = every_other<Exec>(exec, stored.col_indices, stored.nnz);
    list.rows = list.own_rows.data();
    list.cols = list.own_cols.data();
  } else if (stored.format == StoredFormat::csr) {
    list.own_rows = expand_offsets<Exec, Offset, Index>(exec, stored.num_rows, stored.nnz,
                                                        stored.offsets, list.base);
    list.rows = list.own_rows.data();
  } else if (stored.format == StoredFormat::csc) {
    list.own_cols = expand_offsets<Exec, Offset, Index>(exec, stored.num_cols, stored.nnz,
                                                        stored.offsets, list.base);
    list.cols = list.own_cols.data();
  }
  return list;
}

/// How many entries of op(A) a stored one at (row, col) stands for.
KOKKOS_INLINE_FUNCTION int multiplicity(const EntryFilter& filter, bool mirrored, std::int64_t row,
                                        std::int64_t col) {
  if (!filter.keeps(row, col)) return 0;
  return mirrored && row != col ? 2 : 1;
}

template <class Index>
struct CountActing {
  EntryFilter filter;
  bool mirrored;
  const Index* rows;
  const Index* cols;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, std::int64_t& sum) const {
    sum += multiplicity(filter, mirrored, std::int64_t(rows[k]), std::int64_t(cols[k]));
  }
};

/// The number of entries that `list` stands for.
template <class Exec, class Offset, class Index>
std::int64_t count_acting(const Exec& exec, const NormalisedOp& op,
                          const PlacedEntries<Exec, Offset, Index>& list) {
  std::int64_t total = 0;
  Kokkos::parallel_reduce("filigree::spmv::count_acting", EntryRange<Exec>(exec, 0, list.count),
                          CountActing<Index>{op.filter, op.mirrored, list.rows, list.cols}, total);
  return total;
}

/// Writes what an entry stands for: itself, and where it is mirrored its mirror image.
template <class Offset, class Index>
struct WriteActing {
  EntryFilter filter;
  bool mirrored;
  bool conjugate_mirror;
  const Index* rows;
  const Index* cols;
  const Offset* places;  ///< null: entry k is values[k]
  Index* new_rows;
  Index* new_cols;
  Offset* source;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, std::int64_t& place,
                                  const bool final) const {
    const Index row = rows[k];
    const Index col = cols[k];
    const int copies = multiplicity(filter, mirrored, std::int64_t(row), std::int64_t(col));
    if (!final) {
      place += copies;
      return;
    }
    const Offset at = places != nullptr ? places[k] : Offset(k);
    if (copies > 0) {
      new_rows[place] = row;
      new_cols[place] = col;
      source[place] = at;
    }
    if (copies > 1) {
      new_rows[place + 1] = col;
      new_cols[place + 1] = row;
      source[place + 1] = conjugate_mirror ? Offset(~at) : at;
    }
    place += copies;
  }
};

template <class Exec, class Offset, class Index>
void write_acting(const Exec& exec, const NormalisedOp& op,
                  const PlacedEntries<Exec, Offset, Index>& from,
                  const PlacedEntries<Exec, Offset, Index>& to) {
  Kokkos::parallel_scan(
      "filigree::spmv::write_acting", EntryRange<Exec>(exec, 0, from.count),
      WriteActing<Offset, Index>{op.filter, op.mirrored, op.conjugate_mirror, from.rows, from.cols,
                                 from.source.data(), to.own_rows.data(), to.own_cols.data(),
                                 to.source.data()});
}

/// Leaves out the entries that do not count and adds the mirrored ones.
template <class Exec, class Offset, class Index>
PlacedEntries<Exec, Offset, Index> acting_entries(const Exec& exec, const NormalisedOp& op,
                                                  const PlacedEntries<Exec, Offset, Index>& list) {
  if (op.filter.keeps_all() && !op.mirrored) return list;
  PlacedEntries<Exec, Offset, Index> result;
  result.count = count_acting(exec, op, list);
  result.base = list.base;
  if (result.count == list.count && !op.mirrored) return list;
  if (result.count >= std::int64_t(std::numeric_limits<Offset>::max()))
    throw_error(Status::insufficient_resources,
                {"spmv_plan", "A",
                 std::to_string(result.count) + " entries once both triangles are written out",
                 "at most " + std::to_string(std::numeric_limits<Offset>::max() - 1) +
                     ", the offset type's range",
                 "use 64-bit offsets, or a one-shot product"});
  result.own_rows = plan_array<Index>(exec, "filigree::spmv::acting_rows", result.count);
  result.own_cols = plan_array<Index>(exec, "filigree::spmv::acting_cols", result.count);
  result.source = plan_array<Offset>(exec, "filigree::spmv::acting_source", result.count);
  result.rows = result.own_rows.data();
  result.cols = result.own_cols.data();
  write_acting(exec, op, list, result);
  return result;
}

template <class Index>
struct CountDescents {
  const Index* keys;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, std::int64_t& sum) const {
    sum += keys[k] > keys[k + 1] ? 1 : 0;
  }
};

template <class Exec, class Index>
bool is_ascending(const Exec& exec, const Index* keys, std::int64_t count) {
  std::int64_t descents = 0;
  if (count > 1)
    Kokkos::parallel_reduce("filigree::spmv::is_ascending", EntryRange<Exec>(exec, 0, count - 1),
                            CountDescents<Index>{keys}, descents);
  return descents == 0;
}

/// Offsets of ascending keys, counted from the base.
template <class Exec, class Offset, class Index>
void find_row_offsets(const Exec& exec, std::int64_t base, const Index* keys, std::int64_t count,
                      const DeviceView<Exec, Offset>& offsets) {
  FindRowOffsets<Offset, Index>{keys,
                                count,
                                base,
                                base,
                                offsets.data(),
                                std::int64_t(offsets.extent(0)),
                                offsets_at_a_time<Exec>}
      .launch("filigree::spmv::find_row_offsets", exec);
}

template <class Offset, class Index>
struct ApplyOrder {
  const Index* cols;
  const Offset* source;  ///< null: entry k is values[k]
  Offset* order;
  Index* new_cols;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const {
    const Offset from = order[k];
    new_cols[k] = cols[from];
    if (source != nullptr) order[k] = source[from];
  }
};

/// Writes columns and value places in row order; `order` becomes value_index.
template <class Exec, class Offset, class Index>
void apply_order(const Exec& exec, const Index* cols, const DeviceView<Exec, Offset>& source,
                 const DeviceView<Exec, Offset>& order, const DeviceView<Exec, Index>& new_cols) {
  Kokkos::parallel_for(
      "filigree::spmv::apply_order", EntryRange<Exec>(exec, 0, order.extent(0)),
      ApplyOrder<Offset, Index>{cols, source.data(), order.data(), new_cols.data()});
}

template <class Offset>
struct ShiftOffset {
  Offset* offsets;
  Offset by;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const { offsets[k] += by; }
};

template <class Exec, class Offset>
void shift(const Exec& exec, const DeviceView<Exec, Offset>& offsets, std::int64_t by) {
  if (by == 0) return;
  Kokkos::parallel_for("filigree::spmv::shift_offsets",
                       EntryRange<Exec>(exec, 0, offsets.extent(0)),
                       ShiftOffset<Offset>{offsets.data(), Offset(by)});
}

/// Rows of op(A) for the entries of a num_rows x num_cols matrix A.
template <class Exec, class Offset, class Index>
RewrittenPattern<Exec, Offset, Index> rewrite_entries(
    const Exec& exec, const NormalisedOp& op, std::int64_t num_rows, std::int64_t num_cols,
    const PlacedEntries<Exec, Offset, Index>& list) {
  const auto entries = acting_entries(exec, op, list);
  const Index* const keys = op.transposed ? entries.cols : entries.rows;
  const Index* const others = op.transposed ? entries.rows : entries.cols;
  RewrittenPattern<Exec, Offset, Index> result;
  auto& pattern = result.pattern;
  pattern.num_rows = op.transposed ? num_cols : num_rows;
  pattern.num_cols = op.transposed ? num_rows : num_cols;
  pattern.nnz = entries.count;
  pattern.base = Index(entries.base);
  pattern.set_actions(op.acting_when_listed());
  result.row_offsets =
      plan_array<Offset>(exec, "filigree::spmv::plan_row_offsets", pattern.num_rows + 1);
  if (is_ascending(exec, keys, entries.count)) {
    find_row_offsets(exec, entries.base, keys, entries.count, result.row_offsets);
    result.col_indices = op.transposed ? entries.own_rows : entries.own_cols;
    result.value_index = entries.source;
    pattern.col_indices = others;
  } else {
    using Space = typename Exec::memory_space;
    result.col_indices = plan_array<Index>(exec, "filigree::spmv::plan_col_indices", entries.count);
    result.value_index =
        plan_array<Offset>(exec, "filigree::spmv::plan_value_index", entries.count);
    stable_order_by_key<Exec, Index, Offset>(exec, pattern.num_rows, Index(entries.base),
                                             Kokkos::View<const Index*, Space>(keys, entries.count),
                                             result.row_offsets, result.value_index);
    shift<Exec, Offset>(exec, result.row_offsets, entries.base);
    apply_order<Exec, Offset, Index>(exec, others, entries.source, result.value_index,
                                     result.col_indices);
    pattern.transposes = entries.source.extent(0) == 0 && is_ascending(exec, others, entries.count);
    pattern.col_indices = result.col_indices.data();
  }
  pattern.row_offsets = result.row_offsets.data();
  pattern.value_index = result.value_index.extent(0) > 0 ? result.value_index.data() : nullptr;
  // Scratch arrays go out of scope here, with kernels on exec that may still read them.
  exec.fence("filigree::spmv::rewrite_pattern");
  return result;
}

}  // namespace filigree::detail
