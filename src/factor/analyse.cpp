// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>

#include <convert/check_offsets.hpp>
#include <convert/entries.hpp>
#include <convert/sorted_rows.hpp>
#include <convert/stable_order.hpp>
#include <core/execution_spaces.hpp>
#include <factor/analyse.hpp>
#include <factor/messages.hpp>
#include <factor/select.hpp>
#include <filigree/detail/partition_point.hpp>
#include <solve/host/pipeline.hpp>
#include <solve/level_order.hpp>
#include <solve/row_habits.hpp>
#include <spmv/checksum.hpp>

namespace filigree::detail {
namespace {

constexpr std::int64_t no_row = std::numeric_limits<std::int64_t>::max();

/// Calls f with the offsets in their own type.
template <class F>
auto with_offsets(const AnyOffsets& offsets, const F& f) {
  return offsets.is_wide() ? f(static_cast<const std::int64_t*>(offsets.data()))
                           : f(static_cast<const std::int32_t*>(offsets.data()));
}

template <class Exec, class Index>
bool is_sorted(const Exec& exec, const FactorSource<Index>& source) {
  return with_offsets(source.offsets, [&]<class Offset>(const Offset* offsets) {
    return is_sorted_and_unique(
        exec, CompressedPattern<Index, Offset>{source.num_rows, source.num_cols, source.nnz,
                                               source.properties.index_base, offsets,
                                               source.col_indices});
  });
}

// --- rows whose columns do not ascend ------------------------------------------------------------

template <class Index>
struct WriteEntryRow {
  Index* rows;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, const std::int64_t row) const {
    rows[k] = Index(row);
  }
};

template <class Position, class T>
struct TakeFrom {
  const Position* places;
  const T* values;
  T* taken;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const { taken[k] = values[places[k]]; }
};

template <class Position, class Exec, class T>
void take_from(const Exec& exec, const Position* places, const T* values, T* taken,
               std::int64_t length) {
  Kokkos::parallel_for("filigree::factor::take_from", EntryRange<Exec>(exec, 0, length),
                       TakeFrom<Position, T>{places, values, taken});
}

/// Makes the analysis' columns ascend in each row, and the places of their values.
template <class Position, class Exec, class Index>
void sort_rows(const Exec& exec, std::string_view operation, const FactorSource<Index>& source,
               FactorAnalysis<Exec, Index>& analysis) {
  using Space = typename Exec::memory_space;
  const std::int64_t nnz = source.nnz;
  const auto array = [&]<class T>(T, const char* label) {
    return scratch_array<T>(operation, exec, label, nnz);
  };
  const auto by_column = array(Position{}, "filigree::factor::by_column");
  const auto by_row = array(Position{}, "filigree::factor::by_row");
  const auto entry_rows = array(Index{}, "filigree::factor::entry_rows");
  const auto taken = array(Index{}, "filigree::factor::rows_by_column");
  auto& places = of_width<Position>(analysis.value_index);
  places = plan_array<Position>(operation, exec, "filigree::factor::value_index", nnz);
  analysis.col_indices = plan_array<Index>(operation, exec, "filigree::factor::col_indices", nnz);
  with_offsets(source.offsets, [&](const auto* offsets) {
    walk_entries("filigree::factor::entry_rows", exec, offsets, source.num_rows, nnz, source.base(),
                 WriteEntryRow<Index>{entry_rows.data()});
  });
  stable_permutation_by_key<Exec, Index, Position>(
      exec, source.num_cols, Index(source.base()),
      Kokkos::View<const Index*, Space>(source.col_indices, std::size_t(nnz)), by_column.view());
  take_from(exec, by_column.data(), entry_rows.data(), taken.data(), nnz);
  stable_permutation_by_key<Exec, Index, Position>(exec, source.num_rows, Index(0),
                                                   Kokkos::View<const Index*, Space>(taken.view()),
                                                   by_row.view());
  take_from(exec, by_row.data(), by_column.data(), places.data(), nnz);
  take_from(exec, places.data(), source.col_indices, analysis.col_indices.data(), nnz);
  analysis.rows.col_indices = analysis.col_indices.data();
  analysis.rows.value_index = places.data();
  analysis.rows.has_value_index = true;
}

// --- what there is in the rows -------------------------------------------------------------------

/// The first row of the matrix in a row, counted from the matrix's index base.
template <class Index>
std::int64_t position_of(const FactorRows<Index>& rows, std::int64_t row) {
  return row * rows.blocks.size + rows.index_base;
}

/// The first row with an entry twice, of sorted ones.
template <class Index>
struct FindRepeated {
  FactorRows<Index> rows;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& first) const {
    for (std::int64_t k = rows.begin(row) + 1; k < rows.end(row); ++k)
      if (rows.col_indices[k] == rows.col_indices[k - 1]) first = Kokkos::min(first, row);
  }
};

/// Writes where a row's diagonal is.
template <class Position, class Index>
struct FindDiagonal {
  FactorRows<Index> rows;
  Position* diagonals;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& missing,
                                  std::int64_t& longest, std::int64_t& lower, std::int64_t& before,
                                  std::int64_t& behind, std::int64_t& num_lower) const {
    const std::int64_t begin = rows.begin(row), end = rows.end(row);
    const std::int64_t k =
        partition_point(begin, end, [&](std::int64_t at) { return rows.column(at) < row; });
    if (k == end || rows.column(k) != row) missing = Kokkos::min(missing, row);
    diagonals[row] = Position(k + rows.base);
    longest = Kokkos::max(longest, end - begin);
    lower = Kokkos::max(lower, k - begin + 1);
    num_lower += k - begin;
    if (begin == end) return;
    before = Kokkos::max(before, row - rows.column(begin));
    behind = Kokkos::max(behind, rows.column(end - 1) - row);
  }
};

/// A power of two, not below the columns that a row and the rows that it needs span.
std::int64_t window_of(FactorKind kind, std::int64_t num_rows, std::int64_t before,
                       std::int64_t behind) {
  const std::int64_t width = 1 + before + (kind == FactorKind::lu ? behind : 0);
  return std::int64_t(std::bit_ceil(std::uint64_t(std::min(width, num_rows))));
}

/// \return entries before the diagonals
template <class Position, class Exec, class Index>
std::int64_t find_diagonals(const Exec& exec, FactorKind kind,
                            FactorAnalysis<Exec, Index>& analysis) {
  auto& diagonals = of_width<Position>(analysis.diagonals);
  const std::int64_t n = analysis.rows.num_rows;
  diagonals =
      plan_array<Position>(factor_plan_operation(kind), exec, "filigree::factor::diagonals", n);
  std::int64_t missing = no_row, longest = 0, lower = 0, before = 0, behind = 0, num_lower = 0;
  Kokkos::parallel_reduce("filigree::factor::find_diagonals", EntryRange<Exec>(exec, 0, n),
                          FindDiagonal<Position, Index>{analysis.rows, diagonals.data()},
                          Kokkos::Min<std::int64_t>(missing), Kokkos::Max<std::int64_t>(longest),
                          Kokkos::Max<std::int64_t>(lower), Kokkos::Max<std::int64_t>(before),
                          Kokkos::Max<std::int64_t>(behind), Kokkos::Sum<std::int64_t>(num_lower));
  if (missing != no_row) throw_missing_diagonal(kind, position_of(analysis.rows, missing));
  analysis.rows.diagonals = diagonals.data();
  analysis.statistics.max_row_entries = longest;
  analysis.statistics.max_lower_entries = lower;
  if (!analysis.rows.blocks.any()) analysis.statistics.window = window_of(kind, n, before, behind);
  return num_lower;
}

/// What a row needs are the rows of its entries before this one's end.
template <class Index>
SolveRows<Index> rows_before_diagonals(const FactorRows<Index>& rows) {
  SolveRows<Index> lower = rows;
  lower.end_offsets = rows.diagonals;
  return lower;
}

/// Whether a step of a row changes more than the diagonal: of L U entries of the row behind the
/// step's column which the step's row has, too, of L L^H those before it. Looks through the row and
/// not through the step's one, which many rows may need.
template <class Index>
struct FindTriangle {
  FactorRows<Index> rows;
  FactorKind kind;

  KOKKOS_FUNCTION bool has_column(std::int64_t row, std::int64_t col) const {
    const std::int64_t end = rows.end(row);
    const std::int64_t k = partition_point(rows.begin(row), end,
                                           [&](std::int64_t at) { return rows.column(at) < col; });
    return k < end && rows.column(k) == col;
  }
  KOKKOS_FUNCTION void operator()(const std::int64_t row, int& found) const {
    const bool is_lu = kind == FactorKind::lu;
    for (std::int64_t k = rows.begin(row); k < rows.diagonal(row) && found == 0; ++k) {
      const std::int64_t end = is_lu ? rows.end(row) : k;
      for (std::int64_t j = is_lu ? k + 1 : rows.begin(row); j < end; ++j)
        if (rows.column(j) != row && has_column(rows.column(k), rows.column(j))) found = 1;
    }
  }
};

template <class Exec, class Index>
bool has_triangles(const Exec& exec, FactorKind kind, const FactorAnalysis<Exec, Index>& analysis) {
  if (analysis.rows.blocks.any() ||
      analysis.statistics.max_row_entries > longest_row_looked_through ||
      analysis.statistics.max_lower_entries - 1 > longest_row_without_triangles)
    return true;
  int found = 0;
  Kokkos::parallel_reduce("filigree::factor::find_triangles",
                          EntryRange<Exec>(exec, 0, analysis.rows.num_rows),
                          FindTriangle<Index>{analysis.rows, kind}, Kokkos::LOr<int>(found));
  return found != 0;
}

/// Devices only.
template <class Position, class Exec, class Index>
void order_rows(const Exec& exec, FactorKind kind, std::int64_t num_lower,
                FactorAnalysis<Exec, Index>& analysis) {
  auto& order = of_width<Position>(analysis.order);
  order = plan_array<Position>(factor_plan_operation(kind), exec, "filigree::factor::order",
                               analysis.rows.num_rows);
  const auto rows = rows_before_diagonals(analysis.rows);
  order_by_levels(factor_plan_operation(kind), exec, rows, order.data(),
                  {.num_entries = num_lower,
                   .max_row_entries = analysis.statistics.max_lower_entries - 1,
                   .are_scattered = row_habits(exec, rows).are_scattered});
  analysis.rows.order = order.data();
  analysis.rows.has_order = true;
}

template <class Position, class Exec, class Index>
void analyse_rows(const Exec& exec, FactorKind kind, const FactorSource<Index>& source,
                  [[maybe_unused]] PlanUse use, FactorAnalysis<Exec, Index>& analysis) {
  const std::int64_t n = source.num_rows;
  if (!is_sorted(exec, source)) {
    sort_rows<Position>(exec, factor_plan_operation(kind), source, analysis);
    std::int64_t repeated = no_row;
    Kokkos::parallel_reduce("filigree::factor::find_repeated", EntryRange<Exec>(exec, 0, n),
                            FindRepeated<Index>{analysis.rows},
                            Kokkos::Min<std::int64_t>(repeated));
    if (repeated != no_row) throw_repeated_entry(kind, position_of(analysis.rows, repeated));
  }
  [[maybe_unused]] const std::int64_t num_lower = find_diagonals<Position>(exec, kind, analysis);
  if constexpr (!is_host_execution_v<Exec>) {
    analysis.statistics.has_triangles = has_triangles(exec, kind, analysis);
    order_rows<Position>(exec, kind, num_lower, analysis);
  } else if (is_for_many(use)) {
    analysis.pipeline =
        PipelineBuilder<Index>(rows_before_diagonals(analysis.rows), exec.concurrency())
            .build(factor_plan_operation(kind), exec);
  }
}

template <class Index>
SquareBlocks blocks_of(const FactorSource<Index>& source) {
  const std::int64_t size = source.block.rows;
  const bool by_rows = source.block.order == BlockOrder::row_major;
  return {size, by_rows ? size : 1, by_rows ? 1 : size, source.matrix_rows};
}

}  // namespace

template <class Exec, class Index>
FactorAnalysis<Exec, Index> analyse_factor(const Exec& exec, FactorKind kind,
                                           const FactorSource<Index>& source,
                                           const IncompleteFactorOptions& options, PlanUse use) {
  check_factor_request(kind, source.properties, source.is_complex, source.matrix_rows,
                       source.matrix_cols, options);
  check_factor_blocks(kind, source.block);
  check_offsets(factor_plan_operation(kind), "A.row_offsets()", exec, source.offsets,
                source.num_rows, source.nnz, source.base());
  FactorAnalysis<Exec, Index> analysis;
  auto& rows = analysis.rows;
  rows.num_rows = source.num_rows;
  rows.blocks = blocks_of(source);
  rows.base = rows.index_base = source.base();
  rows.begin_offsets = source.offsets;
  rows.col_indices = source.col_indices;
  analysis.statistics.num_rows = source.num_rows;
  analysis.statistics.num_entries = source.nnz;
  if (source.num_rows == 0) return analysis;
  with_offsets(source.offsets, [&](const auto* offsets) { rows.end_offsets = offsets + 1; });
  if (source.nnz < std::numeric_limits<std::int32_t>::max())
    analyse_rows<std::int32_t>(exec, kind, source, use, analysis);
  else
    analyse_rows<std::int64_t>(exec, kind, source, use, analysis);
  // Other streams may use the plan from now on.
  exec.fence("filigree::incomplete_factor_plan");
  return analysis;
}

template <class Exec, class Index>
std::uint64_t factor_checksum(const Exec& exec, const FactorSource<Index>& source) {
  return checksum(exec, line_offsets(source.offsets, source.num_rows),
                  {source.col_indices, source.nnz});
}

#define FILIGREE_INSTANTIATE_INDEX(Exec, Index)                                                 \
  template FactorAnalysis<Exec, Index> analyse_factor(const Exec&, FactorKind,                  \
                                                      const FactorSource<Index>&,               \
                                                      const IncompleteFactorOptions&, PlanUse); \
  template std::uint64_t factor_checksum(const Exec&, const FactorSource<Index>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE_INDEX)
#undef FILIGREE_INSTANTIATE_INDEX

}  // namespace filigree::detail
