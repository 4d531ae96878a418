// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string_view>

#include <convert/entries.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/triangular_solve_front.hpp>

/// What a plan of triangular solves reads of rows as they are stored.

namespace filigree::detail {

inline constexpr std::string_view solve_plan_operation = "triangular_solve_plan";

/// What the plan is asked for, in the terms of op(A).
struct SolveTask {
  bool transposed = false;
  bool lower = true;
  bool unit_diagonal = false;
  bool keeps_diagonal = true;  ///< a block of the diagonal is more than its diagonal

  /// Whether an entry of op(A) counts.
  KOKKOS_FUNCTION bool keeps(std::int64_t row, std::int64_t col) const {
    return row == col ? keeps_diagonal : (col < row) == lower;
  }
};

/// Rows of op(A) that are stored as rows.
template <class Index>
void use_stored_rows(const SolveSource<Index>& source, SolveRows<Index>& rows) {
  const void* const offsets = source.offsets.data();
  rows.base = source.base;
  rows.begin_offsets = source.offsets;
  if (source.offsets.is_wide())
    rows.end_offsets = static_cast<const std::int64_t*>(offsets) + 1;
  else
    rows.end_offsets = static_cast<const std::int32_t*>(offsets) + 1;
  rows.col_indices = source.by_columns ? source.row_indices : source.col_indices;
  rows.value_index = source.places;
  rows.has_value_index = source.has_places;
}

/// Where a row's triangle is; it is in one piece if `count` is `end - first`.
struct RowPart {
  std::int64_t count = 0;  ///< entries of the triangle
  std::int64_t first = 0;  ///< the first of them
  std::int64_t end = 0;    ///< behind the last one
  bool has_pivot = false;
};

template <class Index>
struct ReadRow {
  SolveRows<Index> rows;
  SolveTask task;

  KOKKOS_FUNCTION RowPart part(std::int64_t row) const {
    RowPart result;
    result.first = result.end = rows.begin(row);
    for (std::int64_t k = rows.begin(row); k < rows.end(row); ++k) {
      const std::int64_t col = rows.column(k);
      if (col == row) result.has_pivot = true;
      if (!task.keeps(row, col)) continue;
      if (result.count == 0) result.first = k;
      result.end = k + 1;
      ++result.count;
    }
    return result;
  }
};

/// What is known of the triangles of all rows together.
struct TriangleTotals {
  std::int64_t entries = 0;  ///< of the triangle
  std::int64_t longest = 0;
  std::int64_t missing = std::numeric_limits<std::int64_t>::max();  ///< the first without a pivot
  std::int64_t scattered = 0;  ///< rows whose triangle has other entries in between
  std::int64_t late = 0;       ///< rows that do not begin with their triangle
  std::int64_t early = 0;      ///< rows that do not end with it
};

template <class Index>
struct ReduceRows {
  ReadRow<Index> read;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& entries,
                                  std::int64_t& longest, std::int64_t& missing,
                                  std::int64_t& scattered, std::int64_t& late,
                                  std::int64_t& early) const {
    const RowPart part = read.part(row);
    entries += part.count;
    longest = Kokkos::max(longest, part.count);
    if (!part.has_pivot && !read.task.unit_diagonal) missing = Kokkos::min(missing, row);
    if (part.end - part.first != part.count) ++scattered;
    if (part.first != read.rows.begin(row)) ++late;
    if (part.end != read.rows.end(row)) ++early;
  }
};

template <class Position, class Index>
struct WriteParts {
  ReadRow<Index> read;
  Position* begins;  ///< null: not wanted
  Position* ends;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    const RowPart part = read.part(row);
    if (begins != nullptr) begins[row] = Position(part.first + read.rows.base);
    if (ends != nullptr) ends[row] = Position(part.end + read.rows.base);
  }
};

/// Makes rows begin and end where their triangle does.
template <class Position, class Exec, class Index>
void narrow_rows(const Exec& exec, const ReadRow<Index>& read, bool late, bool early,
                 SolveAnalysis<Exec, Index>& analysis) {
  auto& begins = of_width<Position>(analysis.begin_offsets);
  auto& ends = of_width<Position>(analysis.end_offsets);
  const std::int64_t n = read.rows.num_rows;
  if (late)
    begins = plan_array<Position>(solve_plan_operation, exec, "filigree::solve::begin_offsets", n);
  if (early)
    ends = plan_array<Position>(solve_plan_operation, exec, "filigree::solve::end_offsets", n);
  Kokkos::parallel_for("filigree::solve::write_parts", EntryRange<Exec>(exec, 0, n),
                       WriteParts<Position, Index>{read, begins.data(), ends.data()});
  if (late) analysis.rows.begin_offsets = begins.data();
  if (early) analysis.rows.end_offsets = ends.data();
}

template <class Exec, class Index>
TriangleTotals reduce_rows(const Exec& exec, const ReadRow<Index>& read) {
  TriangleTotals totals;
  if (read.rows.num_rows > 0)
    Kokkos::parallel_reduce(
        "filigree::solve::read_rows", EntryRange<Exec>(exec, 0, read.rows.num_rows),
        ReduceRows<Index>{read}, totals.entries, Kokkos::Max<std::int64_t>(totals.longest),
        Kokkos::Min<std::int64_t>(totals.missing), totals.scattered, totals.late, totals.early);
  return totals;
}

template <class Exec, class Index>
void note_totals(const TriangleTotals& totals, SolveAnalysis<Exec, Index>& analysis) {
  analysis.statistics = {analysis.rows.num_rows, totals.entries, totals.longest};
  if (totals.missing != TriangleTotals().missing)
    analysis.missing_pivot = totals.missing + analysis.rows.index_base;
}

/// Finds the triangles of rows that are used as they are stored.
template <class Exec, class Index>
void read_rows(const Exec& exec, const SolveSource<Index>& source, const SolveTask& task,
               SolveAnalysis<Exec, Index>& analysis) {
  const ReadRow<Index> read{analysis.rows, task};
  const TriangleTotals totals = reduce_rows(exec, read);
  note_totals(totals, analysis);
  // Rows that also hold entries of the other triangle in between are walked as they are.
  analysis.has_others = totals.scattered > 0;
  if (analysis.has_others || totals.late + totals.early == 0) return;
  if (source.nnz < std::numeric_limits<std::int32_t>::max())
    narrow_rows<std::int32_t>(exec, read, totals.late > 0, totals.early > 0, analysis);
  else
    narrow_rows<std::int64_t>(exec, read, totals.late > 0, totals.early > 0, analysis);
}

}  // namespace filigree::detail
