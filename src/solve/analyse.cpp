// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <convert/check_offsets.hpp>
#include <convert/entries.hpp>
#include <convert/stable_order.hpp>
#include <core/execution_spaces.hpp>
#include <core/refuse.hpp>
#include <solve/analyse.hpp>
#include <solve/host/pipeline.hpp>
#include <solve/order_rows.hpp>
#include <spmv/checksum.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view operation = "triangular_solve_plan";

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

template <class Index>
SolveTask checked_task(Op op, const SolveSource<Index>& source,
                       const TriangularSolveOptions& options) {
  const MatrixProperties& properties = source.properties;
  if (op < Op::none || op > Op::conjugate_transpose)
    refuse(operation, "op", std::to_string(int(op)),
           "Op::none, Op::transpose or Op::conjugate_transpose", "pass one of these");
  if (source.num_rows != source.num_cols)
    refuse(operation, "A", size_text(source.num_rows, source.num_cols), "a square matrix",
           "pass a square matrix");
  if (properties.type != MatrixType::triangular && !options.fill)
    throw_error(Status::matrix_type_not_supported,
                {operation, "A", "a matrix of type " + std::string(name(properties.type)),
                 "a triangular matrix, or options.fill",
                 "set the matrix's type to triangular, or name the triangle by options.fill"});
  SolveTask task;
  task.transposed = op != Op::none;
  task.lower = (options.fill.value_or(properties.fill) == FillMode::lower) != task.transposed;
  const bool is_triangular = properties.type == MatrixType::triangular;
  const DiagonalType own = is_triangular ? properties.diagonal : DiagonalType::non_unit;
  task.unit_diagonal = options.diagonal.value_or(own) == DiagonalType::unit;
  task.keeps_diagonal = !task.unit_diagonal || source.block.rows != 1;
  return task;
}

template <class T, class Exec>
Kokkos::View<T*, typename Exec::memory_space> plan_array(const Exec& exec, const char* label,
                                                         std::int64_t length) {
  return allocate<T, typename Exec::memory_space>(operation, exec, label, length);
}

// --- rows of op(A) that are not stored as rows ---------------------------------------------------

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
  /// Of compressed rows or columns.
  KOKKOS_FUNCTION void operator()(const std::int64_t k, const std::int64_t major) const {
    if (source.by_columns)
      write(k, std::int64_t(source.row_indices[k]) - source.base, major);
    else
      write(k, major, std::int64_t(source.col_indices[k]) - source.base);
  }
  /// Of single entries.
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

/// Makes the analysis' rows the triangle of op(A), entry by entry, and the places of its values.
template <class Position, class Exec, class Index>
void rewrite_rows(const Exec& exec, const SolveSource<Index>& source, const SolveTask& task,
                  SolveAnalysis<Exec, Index>& analysis) {
  using Space = typename Exec::memory_space;
  const std::int64_t n = source.num_rows;
  // All scratch at once, as a device takes long for each allocation.
  const auto bytes_of = [](std::int64_t length, std::size_t entry_bytes) {
    return groups_of(length * std::int64_t(entry_bytes), 256) * 256;
  };
  const std::int64_t index_bytes = bytes_of(source.nnz, sizeof(Index));
  const std::int64_t order_bytes = bytes_of(source.nnz, sizeof(Position));
  const auto scratch =
      plan_array<std::byte>(exec, "filigree::solve::entry_scratch",
                            2 * index_bytes + order_bytes + bytes_of(n, sizeof(std::int32_t)));
  const auto entries = std::size_t(source.nnz);
  const Kokkos::View<Index*, Space> rows(reinterpret_cast<Index*>(scratch.data()), entries);
  const Kokkos::View<Index*, Space> cols(reinterpret_cast<Index*>(scratch.data() + index_bytes),
                                         entries);
  const Kokkos::View<Position*, Space> order(
      reinterpret_cast<Position*>(scratch.data() + 2 * index_bytes), entries);
  const Kokkos::View<std::int32_t*, Space> has_pivot(
      reinterpret_cast<std::int32_t*>(scratch.data() + 2 * index_bytes + order_bytes),
      std::size_t(n));
  auto& offsets = of_width<Position>(analysis.begin_offsets);
  offsets = plan_array<Position>(exec, "filigree::solve::row_offsets", n + 2);
  Kokkos::deep_copy(exec, has_pivot, 0);
  write_entries(exec, WriteEntry<Index>{source, task, rows.data(), cols.data(), has_pivot.data()});
  stable_order_by_key<Exec, Index, Position>(
      exec, n + 1, Index(0), Kokkos::View<const Index*, Space>(rows), offsets, order);
  const auto count = std::int64_t(read_entry(exec, offsets.data(), n));
  analysis.col_indices = plan_array<Index>(exec, "filigree::solve::col_indices", count);
  auto& places = of_width<Position>(analysis.value_index);
  places = plan_array<Position>(exec, "filigree::solve::value_index", count);
  Kokkos::parallel_for(
      "filigree::solve::take_in_order", EntryRange<Exec>(exec, 0, count),
      TakeInOrder<Position, Index>{order.data(), cols.data(), source.places, source.has_places,
                                   analysis.col_indices.data(), places.data()});
  auto& result = analysis.rows;
  result.begin_offsets = offsets.data();
  result.end_offsets = offsets.data() + 1;
  result.col_indices = analysis.col_indices.data();
  result.value_index = places.data();
  result.has_value_index = true;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t longest = 0, missing = none;
  Kokkos::parallel_reduce("filigree::solve::reduce_triangle", EntryRange<Exec>(exec, 0, n),
                          ReduceTriangle<Index>{result, has_pivot.data()},
                          Kokkos::Max<std::int64_t>(longest), Kokkos::Min<std::int64_t>(missing));
  // Scratch goes out of scope here, with kernels on exec that may still read it.
  exec.fence("filigree::solve::rewrite_rows");
  analysis.statistics = {n, count, longest};
  if (missing != none) analysis.missing_pivot = missing + result.index_base;
}

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

// --- what there is in the rows -------------------------------------------------------------------

/// Of a row: where its triangle is, and whether it is in one piece.
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

/// Of all rows.
struct RowTotals {
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
  if (late) begins = plan_array<Position>(exec, "filigree::solve::begin_offsets", n);
  if (early) ends = plan_array<Position>(exec, "filigree::solve::end_offsets", n);
  Kokkos::parallel_for("filigree::solve::write_parts", EntryRange<Exec>(exec, 0, n),
                       WriteParts<Position, Index>{read, begins.data(), ends.data()});
  if (late) analysis.rows.begin_offsets = begins.data();
  if (early) analysis.rows.end_offsets = ends.data();
}

template <class Exec, class Index>
RowTotals reduce_rows(const Exec& exec, const ReadRow<Index>& read) {
  RowTotals totals;
  if (read.rows.num_rows > 0)
    Kokkos::parallel_reduce(
        "filigree::solve::read_rows", EntryRange<Exec>(exec, 0, read.rows.num_rows),
        ReduceRows<Index>{read}, totals.entries, Kokkos::Max<std::int64_t>(totals.longest),
        Kokkos::Min<std::int64_t>(totals.missing), totals.scattered, totals.late, totals.early);
  return totals;
}

template <class Exec, class Index>
void note_totals(const RowTotals& totals, SolveAnalysis<Exec, Index>& analysis) {
  analysis.statistics = {analysis.rows.num_rows, totals.entries, totals.longest};
  if (totals.missing != RowTotals().missing)
    analysis.missing_pivot = totals.missing + analysis.rows.index_base;
}

/// Of rows that are used as they are stored.
template <class Exec, class Index>
void read_rows(const Exec& exec, const SolveSource<Index>& source, const SolveTask& task,
               SolveAnalysis<Exec, Index>& analysis) {
  const ReadRow<Index> read{analysis.rows, task};
  const RowTotals totals = reduce_rows(exec, read);
  note_totals(totals, analysis);
  // Rows that also hold entries of the other triangle in between are walked as they are.
  if (totals.scattered > 0 || totals.late + totals.early == 0) return;
  if (source.nnz < std::numeric_limits<std::int32_t>::max())
    narrow_rows<std::int32_t>(exec, read, totals.late > 0, totals.early > 0, analysis);
  else
    narrow_rows<std::int64_t>(exec, read, totals.late > 0, totals.early > 0, analysis);
}

/// The blocks as parts of rows of op(A).
template <class Index>
SquareBlocks blocks_of(const SolveSource<Index>& source, const SolveTask& task) {
  const std::int64_t size = source.block.rows;
  if (size == 1) return {};
  const bool is_turned = source.by_columns != task.transposed;
  const bool by_rows = (source.block.order == BlockOrder::row_major) != is_turned;
  return {size, by_rows ? size : 1, by_rows ? 1 : size, source.matrix_rows};
}

/// From blocks to rows and entries of the matrix.
template <class Exec, class Index>
void count_in_entries(const SquareBlocks& blocks, SolveAnalysis<Exec, Index>& analysis) {
  SolveStatistics& statistics = analysis.statistics;
  statistics.num_rows = blocks.num_rows;
  statistics.num_entries *= blocks.size * blocks.size;
  statistics.max_row_entries *= blocks.size;
}

}  // namespace

template <class Exec, class Index>
SolveAnalysis<Exec, Index> analyse_solve(const Exec& exec, Op op,
                                         const ListedSource<Exec, Index>& listed,
                                         const TriangularSolveOptions& options, PlanUse use) {
  const SolveSource<Index>& source = listed.source;
  const SolveTask task = checked_task(op, source, options);
  check_offsets(operation, source.by_columns ? "A.col_offsets()" : "A.row_offsets()", exec,
                source.offsets, source.num_rows, source.nnz, source.base);
  SolveAnalysis<Exec, Index> analysis;
  auto& rows = analysis.rows;
  rows.num_rows = source.num_rows;
  rows.index_base = std::int64_t(source.properties.index_base);
  rows.lower = task.lower;
  rows.unit_diagonal = task.unit_diagonal;
  rows.conjugate = op == Op::conjugate_transpose;
  rows.blocks = blocks_of(source, task);
  const bool is_narrow =
      std::max(source.nnz, source.num_places) < std::numeric_limits<std::int32_t>::max();
  const bool has_rows = source.offsets.data() != nullptr && source.by_columns == task.transposed;
  const bool has_columns = is_host_execution_v<Exec> && source.offsets.data() != nullptr &&
                           !has_rows && source.num_rows > 0 && !rows.blocks.any();
  if (has_rows || has_columns) analysis.listed = listed;
  if (has_columns) {
    analysis.columns = rows;
    use_stored_rows(source, analysis.columns);
  }
  if (has_rows) {
    use_stored_rows(source, rows);
    read_rows(exec, source, task, analysis);
  } else if (has_columns && use == PlanUse::once_by_columns) {
    SolveTask of_columns = task;  // of rows of the transpose
    of_columns.lower = !task.lower;
    note_totals(reduce_rows(exec, ReadRow<Index>{analysis.columns, of_columns}), analysis);
  } else if (source.num_rows > 0 && is_narrow) {
    rewrite_rows<std::int32_t>(exec, source, task, analysis);
  } else if (source.num_rows > 0) {
    rewrite_rows<std::int64_t>(exec, source, task, analysis);
  }
  analysis.statistics.has_columns = has_columns;
  if (analysis.missing_pivot >= 0)
    analysis.missing_pivot =
        rows.index_base + (analysis.missing_pivot - rows.index_base) * rows.blocks.size;
  if (analysis.missing_pivot >= 0 && options.on_zero_pivot == ZeroPivot::report)
    throw_zero_pivot(operation, analysis.missing_pivot, true);
  if constexpr (is_host_execution_v<Exec>) {
    if (use == PlanUse::again_and_again)
      analysis.pipeline = PipelineBuilder<Index>(rows, exec.concurrency()).build(operation, exec);
  } else if (rows.num_rows > std::numeric_limits<std::int32_t>::max()) {
    order_rows<std::int64_t>(operation, exec, options, use, analysis);
  } else if (rows.num_rows > 0) {
    order_rows<std::int32_t>(operation, exec, options, use, analysis);
  }
  if (rows.blocks.any()) count_in_entries(rows.blocks, analysis);
  // Other streams may use the plan from now on.
  exec.fence("filigree::triangular_solve_plan");
  return analysis;
}

template <class Exec, class Index>
std::uint64_t solve_checksum(const Exec& exec, const SolveSource<Index>& source) {
  if (source.index_stride != 1)  // columns lie between the rows
    return checksum(exec, {source.row_indices, source.nnz * source.index_stride}, {});
  const ChecksumArray rows(source.row_indices, source.nnz), cols(source.col_indices, source.nnz);
  if (source.offsets.data() == nullptr) return checksum(exec, rows, cols);
  return checksum(exec, {source.offsets, source.num_rows + (source.num_rows > 0 ? 1 : 0)},
                  source.by_columns ? rows : cols);
}

#define FILIGREE_INSTANTIATE_INDEX(Exec, Index)                                                   \
  template SolveAnalysis<Exec, Index> analyse_solve(                                              \
      const Exec&, Op, const ListedSource<Exec, Index>&, const TriangularSolveOptions&, PlanUse); \
  template std::uint64_t solve_checksum(const Exec&, const SolveSource<Index>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE_INDEX)
#undef FILIGREE_INSTANTIATE_INDEX

}  // namespace filigree::detail
