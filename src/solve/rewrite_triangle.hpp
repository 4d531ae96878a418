// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

#include <convert/entries.hpp>
#include <convert/stable_order.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <filigree/detail/scratch.hpp>
#include <solve/read_triangle.hpp>

/// Rows of op(A) that are not stored as rows: plans write them.

namespace filigree::detail {

/// Writes for each entry the row of op(A) that it belongs to, num_rows where it does not count, and
/// its column, both from 0.
template <class Index>
struct WriteEntry {
  SolveSource<Index> source;
  SolveTask task;
  Index* rows;
  Index* cols;
  std::int32_t* has_pivot;  ///< of rows of op(A), 0 so far

  KOKKOS_FUNCTION void write(std::int64_t k, std::int64_t stored_row,
                             std::int64_t stored_col) const {
    const std::int64_t row = task.transposed ? stored_col : stored_row;
    const std::int64_t col = task.transposed ? stored_row : stored_col;
    rows[k] = Index(task.keeps(row, col) ? row : source.num_rows);
    cols[k] = Index(col);
    if (row == col) Kokkos::atomic_store(has_pivot + row, 1);
  }
  /// Entry k, which is of compressed row (or column) `major`.
  KOKKOS_FUNCTION void operator()(const std::int64_t k, const std::int64_t major) const {
    if (source.by_columns)
      write(k, std::int64_t(source.row_indices[k]) - source.base, major);
    else
      write(k, major, std::int64_t(source.col_indices[k]) - source.base);
  }
  /// Entry k of a list of coordinates.
  KOKKOS_FUNCTION void operator()(const std::int64_t k) const {
    const std::int64_t at = k * source.index_stride;
    write(k, std::int64_t(source.row_indices[at]) - source.base,
          std::int64_t(source.col_indices[at]) - source.base);
  }
};

template <class Exec, class Index>
void write_entries(const Exec& exec, const WriteEntry<Index>& write) {
  const auto& source = write.source;
  const void* const offsets = source.offsets.data();
  constexpr const char* label = "filigree::solve::write_entries";
  if (offsets == nullptr)
    Kokkos::parallel_for(label, EntryRange<Exec>(exec, 0, source.nnz), write);
  else if (source.offsets.is_wide())
    walk_entries(label, exec, static_cast<const std::int64_t*>(offsets), source.num_rows,
                 source.nnz, source.base, write);
  else
    walk_entries(label, exec, static_cast<const std::int32_t*>(offsets), source.num_rows,
                 source.nnz, source.base, write);
}

template <class Position, class Index>
struct TakeInOrder {
  const Position* order;
  const Index* cols;
  AnyOffsets places;
  bool has_places;
  Index* new_cols;
  Position* new_places;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const {
    const std::int64_t from = order[k];
    new_cols[k] = cols[from];
    new_places[k] = Position(has_places ? places[from] : from);
  }
};

/// Reductions over rows that hold nothing but their triangle.
template <class Index>
struct ReduceTriangle {
  SolveRows<Index> rows;
  const std::int32_t* has_pivot;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& longest,
                                  std::int64_t& missing) const {
    longest = Kokkos::max(longest, rows.end(row) - rows.begin(row));
    if (has_pivot[row] == 0 && !rows.unit_diagonal) missing = Kokkos::min(missing, row);
  }
};

/// The analysis' rows become those that it has written.
template <class Position, class Exec, class Index>
void name_rewritten(SolveAnalysis<Exec, Index>& analysis) {
  auto& rows = analysis.rows;
  const Position* const offsets = of_width<Position>(analysis.begin_offsets).data();
  rows.begin_offsets = offsets;
  rows.end_offsets = offsets + 1;
  rows.col_indices = analysis.col_indices.data();
  rows.value_index = of_width<Position>(analysis.value_index).data();
  rows.has_value_index = true;
}

/// Makes the analysis' rows the triangle of op(A), entry by entry, and the places of its values.
template <class Position, class Exec, class Index>
void rewrite_triangle(const Exec& exec, const SolveSource<Index>& source, const SolveTask& task,
                      SolveAnalysis<Exec, Index>& analysis) {
  using Space = typename Exec::memory_space;
  const std::int64_t n = source.num_rows;
  const auto rows =
      scratch_array<Index>(solve_plan_operation, exec, "filigree::solve::entry_rows", source.nnz);
  const auto cols =
      scratch_array<Index>(solve_plan_operation, exec, "filigree::solve::entry_cols", source.nnz);
  const auto order = scratch_array<Position>(solve_plan_operation, exec,
                                             "filigree::solve::entry_order", source.nnz);
  const auto has_pivot =
      scratch_array<std::int32_t>(solve_plan_operation, exec, "filigree::solve::has_pivot", n);
  auto& offsets = of_width<Position>(analysis.begin_offsets);
  offsets = plan_array<Position>(solve_plan_operation, exec, "filigree::solve::row_offsets", n + 2);
  Kokkos::deep_copy(exec, has_pivot.view(), 0);
  write_entries(exec, WriteEntry<Index>{source, task, rows.data(), cols.data(), has_pivot.data()});
  stable_order_by_key<Exec, Index, Position>(exec, n + 1, Index(0),
                                             Kokkos::View<const Index*, Space>(rows.view()),
                                             offsets.view(), order.view());
  const auto count = std::int64_t(read_entry(exec, offsets.data(), n));
  analysis.col_indices =
      plan_array<Index>(solve_plan_operation, exec, "filigree::solve::col_indices", count);
  auto& places = of_width<Position>(analysis.value_index);
  places = plan_array<Position>(solve_plan_operation, exec, "filigree::solve::value_index", count);
  Kokkos::parallel_for(
      "filigree::solve::take_in_order", EntryRange<Exec>(exec, 0, count),
      TakeInOrder<Position, Index>{order.data(), cols.data(), source.places, source.has_places,
                                   analysis.col_indices.data(), places.data()});
  name_rewritten<Position>(analysis);
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t longest = 0, missing = none;
  Kokkos::parallel_reduce("filigree::solve::reduce_triangle", EntryRange<Exec>(exec, 0, n),
                          ReduceTriangle<Index>{analysis.rows, has_pivot.data()},
                          Kokkos::Max<std::int64_t>(longest), Kokkos::Min<std::int64_t>(missing));
  analysis.statistics = {n, count, longest};
  if (missing != none) analysis.missing_pivot = missing + analysis.rows.index_base;
}

template <class Index>
struct LongestRow {
  SolveRows<Index> rows;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& longest) const {
    longest = Kokkos::max(longest, rows.end(row) - rows.begin(row));
  }
};

template <class Offset, class Exec, class Index>
void transpose_rows(const Exec& exec, const SolveSource<Index>& source,
                    SolveAnalysis<Exec, Index>& analysis) {
  auto& offsets = of_width<Offset>(analysis.begin_offsets);
  auto& places = of_width<Offset>(analysis.value_index);
  offsets = plan_array<Offset>(solve_plan_operation, exec, "filigree::solve::row_offsets",
                               source.num_rows + 1);
  analysis.col_indices =
      plan_array<Index>(solve_plan_operation, exec, "filigree::solve::col_indices", source.nnz);
  places =
      plan_array<Offset>(solve_plan_operation, exec, "filigree::solve::value_index", source.nnz);
  const CompressedPattern<Index, Offset> stored{
      source.num_rows,
      source.num_cols,
      source.nnz,
      IndexBase(source.base),
      static_cast<const Offset*>(source.offsets.data()),
      source.by_columns ? source.row_indices : source.col_indices};
  transpose_pattern(exec, stored, IndexBase::zero, offsets.data(), analysis.col_indices.data(),
                    places.data());
  name_rewritten<Offset>(analysis);
}

/// Transposes what is stored, which takes less time than rewrite_triangle(), where it is nothing
/// but the triangle. \return whether it is
template <class Exec, class Index>
bool transpose_triangle(const Exec& exec, const SolveSource<Index>& source, const SolveTask& task,
                        SolveAnalysis<Exec, Index>& analysis) {
  if (source.offsets.data() == nullptr || source.has_places || source.nnz == 0) return false;
  // The plan's offsets and places get the width of those.
  if (source.offsets.is_wide() && source.nnz < std::numeric_limits<std::int32_t>::max())
    return false;
  ReadRow<Index> read{analysis.rows, task};
  use_stored_rows(source, read.rows);
  read.task.lower = !task.lower;  // of rows of the transpose
  TriangleTotals totals = reduce_rows(exec, read);
  if (totals.entries != source.nnz) return false;
  if (source.offsets.is_wide())
    transpose_rows<std::int64_t>(exec, source, analysis);
  else
    transpose_rows<std::int32_t>(exec, source, analysis);
  Kokkos::parallel_reduce(
      "filigree::solve::longest_row", EntryRange<Exec>(exec, 0, source.num_rows),
      LongestRow<Index>{analysis.rows}, Kokkos::Max<std::int64_t>(totals.longest));
  note_totals(totals, analysis);
  return true;
}

}  // namespace filigree::detail
