// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include <convert/entries.hpp>
#include <convert/sorted_rows.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <filigree/detail/geam_front.hpp>

/// From an operand as it is stored to the rows of op(A): sorted, each place once.

namespace filigree::detail {

template <class Exec, class T>
using GeamArray = ScratchArray<T, typename Exec::memory_space>;

/// While a plan is made.
template <class T, class Exec>
GeamArray<Exec, T> geam_scratch(const Exec& exec, const char* label, std::int64_t length) {
  return scratch_array<T>("geam_plan", exec, label, length);
}
/// What a plan keeps.
template <class T, class Exec>
GeamArray<Exec, T> geam_kept(const Exec& exec, const char* label, std::int64_t length) {
  return plan_array<T>("geam_plan", exec, label, length);
}

/// The rows of op(A), and what they live in where the user's arrays do not serve.
template <class Exec, class Index, class Offset>
struct GeamRows {
  CompressedPattern<Index, Offset> pattern;
  GeamArray<Exec, Offset> own_offsets;
  GeamArray<Exec, Index> own_columns;
  GeamSourceArrays<Offset, typename Exec::memory_space> source;
};

/// An array of either width as one of T: itself, or a copy in `own`.
template <class T, class Exec>
const T* as_integers(const Exec& exec, const AnyOffsets& array, std::int64_t length,
                     GeamArray<Exec, T>& own) {
  if (array.data() == nullptr || array.is_wide() == (sizeof(T) == 8))
    return static_cast<const T*>(array.data());
  own = geam_scratch<T>(exec, "filigree::geam::integers", length);
  if (array.is_wide())
    shift_integers(exec, length, static_cast<const std::int64_t*>(array.data()), 0, own.data());
  else
    shift_integers(exec, length, static_cast<const std::int32_t*>(array.data()), 0, own.data());
  return own.data();
}

/// The stored pattern in the result's integer types.
template <class Exec, class Index, class Offset>
CompressedPattern<Index, Offset> stored_rows(const Exec& exec, const GeamOperand& operand,
                                             GeamRows<Exec, Index, Offset>& rows) {
  const std::int64_t majors = operand.num_majors();
  CompressedPattern<Index, Offset> pattern;
  pattern.num_major = majors;
  pattern.num_minor = operand.by_columns ? operand.num_rows : operand.num_cols;
  pattern.nnz = operand.nnz;
  pattern.base = operand.properties.index_base;
  pattern.offsets = as_integers<Offset>(exec, operand.offsets, majors + 1, rows.own_offsets);
  pattern.indices = as_integers<Index>(exec, operand.indices, operand.nnz, rows.own_columns);
  return pattern;
}

/// Writes the code of the entry at each position of an order: see GeamSource.
struct WriteCodes {
  const std::int64_t* permutation;  ///< null: position k is entry k
  const std::int64_t* sources;      ///< as expand_entries writes them; null: entry k is value k
  bool conjugate_mirrored;
  std::int64_t* codes;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const {
    const std::int64_t entry = permutation == nullptr ? k : permutation[k];
    if (sources == nullptr)
      codes[k] = 2 * entry;
    else
      codes[k] = sources[entry] < 0 || conjugate_mirrored ? sources[entry] : sources[entry] / 2 * 2;
  }
};

/// The entries that a stored matrix stands for, by (row, column), and what lists of them live in.
template <class Exec, class Index>
struct GeamEntries {
  EntryList<Index> list;
  GeamArray<Exec, Index> own_majors;
  GeamArray<Exec, Index> own_rows;
  GeamArray<Exec, Index> own_cols;
  GeamArray<Exec, std::int64_t> sources;
};

template <class Exec, class Index, class Offset>
GeamEntries<Exec, Index> list_geam_entries(const Exec& exec, std::string_view argument,
                                           const GeamOperand& operand,
                                           const CompressedPattern<Index, Offset>& stored) {
  GeamEntries<Exec, Index> entries;
  entries.own_majors = geam_scratch<Index>(exec, "filigree::geam::majors", stored.nnz);
  expand_offsets(exec, stored, stored.base, entries.own_majors.data());
  const Index* const majors = entries.own_majors.data();
  entries.list = {operand.num_rows,
                  operand.num_cols,
                  stored.nnz,
                  stored.base,
                  operand.by_columns ? stored.indices : majors,
                  operand.by_columns ? majors : stored.indices};
  if (operand.properties.type == MatrixType::general) return entries;
  const std::int64_t count = count_expanded(exec, entries.list, operand.properties);
  check_geam_nnz(argument, count, sizeof(Offset));
  entries.own_rows = geam_scratch<Index>(exec, "filigree::geam::rows", count);
  entries.own_cols = geam_scratch<Index>(exec, "filigree::geam::cols", count);
  entries.sources = geam_scratch<std::int64_t>(exec, "filigree::geam::sources", count);
  expand_entries(exec, entries.list, operand.properties, count, entries.own_rows.data(),
                 entries.own_cols.data(), entries.sources.data());
  entries.list.count = count;
  entries.list.primary = entries.own_rows.data();
  entries.list.secondary = entries.own_cols.data();
  return entries;
}

/// Any operand: its entries listed, expanded, put in order and duplicates brought together.
template <class Exec, class Index, class Offset>
GeamRows<Exec, Index, Offset> ordered_rows(const Exec& exec, std::string_view argument, Op op,
                                           const GeamOperand& operand,
                                           const CompressedPattern<Index, Offset>& stored) {
  auto entries = list_geam_entries<Exec>(exec, argument, operand, stored);
  EntryList<Index>& list = entries.list;
  if (op != Op::none) {
    std::swap(list.num_primary, list.num_secondary);
    std::swap(list.primary, list.secondary);
  }
  const EntryOrder<Exec> order = order_entries(exec, list, EqualEntries::merge);
  GeamRows<Exec, Index, Offset> rows;
  const auto primary = geam_scratch<Index>(exec, "filigree::geam::rows", order.num_entries);
  rows.own_columns = geam_scratch<Index>(exec, "filigree::geam::columns", order.num_entries);
  rows.own_offsets = geam_scratch<Offset>(exec, "filigree::geam::offsets", list.num_primary + 1);
  gather_entries(exec, list, order, list.base, primary.data(), rows.own_columns.data());
  compress_sorted(exec, list.num_primary, order.num_entries, list.base, primary.data(), list.base,
                  rows.own_offsets.data());
  rows.source.codes = geam_kept<std::int64_t>(exec, "filigree::geam::codes", list.count);
  const WriteCodes write{order.permutation.data(), entries.sources.data(),
                         operand.properties.type == MatrixType::hermitian,
                         rows.source.codes.data()};
  Kokkos::parallel_for("filigree::geam::codes", EntryRange<Exec>(exec, 0, list.count), write);
  if (order.merged) rows.source.segments = order.segments;
  rows.pattern = {list.num_primary, list.num_secondary,      order.num_entries,
                  list.base,        rows.own_offsets.data(), rows.own_columns.data()};
  exec.fence("filigree::geam::ordered_rows");  // scratch arrays go out of scope
  return rows;
}

/// The other orientation of a general matrix, whose rows are then sorted.
template <class Exec, class Index, class Offset>
GeamRows<Exec, Index, Offset> transposed_rows(const Exec& exec,
                                              const CompressedPattern<Index, Offset>& stored) {
  GeamRows<Exec, Index, Offset> rows;
  rows.own_offsets = geam_scratch<Offset>(exec, "filigree::geam::offsets", stored.num_minor + 1);
  rows.own_columns = geam_scratch<Index>(exec, "filigree::geam::columns", stored.nnz);
  rows.source.places = geam_kept<Offset>(exec, "filigree::geam::places", stored.nnz);
  transpose_pattern(exec, stored, stored.base, rows.own_offsets.data(), rows.own_columns.data(),
                    rows.source.places.data());
  rows.pattern = {stored.num_minor, stored.num_major,        stored.nnz,
                  stored.base,      rows.own_offsets.data(), rows.own_columns.data()};
  return rows;
}

/// The rows of op(A). Where nothing has to be moved, or all is turned over, the order of entries is
/// known without a sort.
template <class Exec, class Index, class Offset>
GeamRows<Exec, Index, Offset> rows_of_operand(const Exec& exec, std::string_view argument, Op op,
                                              const GeamOperand& operand) {
  check_geam_nnz(argument, operand.nnz, sizeof(Offset));
  const MatrixProperties& properties = operand.properties;
  const bool turned = operand.by_columns != (op != Op::none);
  GeamRows<Exec, Index, Offset> rows;
  const CompressedPattern<Index, Offset> stored = stored_rows(exec, operand, rows);
  const bool is_general = properties.type == MatrixType::general;
  if (is_general && turned) {
    auto result = transposed_rows<Exec>(exec, stored);
    if (properties.unique || is_sorted_and_unique(exec, result.pattern)) {
      exec.fence("filigree::geam::rows_of_operand");  // copies of the operand's go out of scope
      rows = result;
    } else {
      rows = ordered_rows<Exec>(exec, argument, op, operand, stored);
    }
  } else if (is_general &&
             ((properties.sorted && properties.unique) || is_sorted_and_unique(exec, stored))) {
    rows.pattern = stored;
  } else {
    rows = ordered_rows<Exec>(exec, argument, op, operand, stored);
  }
  rows.source.conjugate = op == Op::conjugate_transpose;
  return rows;
}

}  // namespace filigree::detail
