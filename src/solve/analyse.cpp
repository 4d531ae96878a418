// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <convert/check_offsets.hpp>
#include <core/execution_spaces.hpp>
#include <core/refuse.hpp>
#include <solve/analyse.hpp>
#include <solve/host/pipeline.hpp>
#include <solve/order_rows.hpp>
#include <solve/read_triangle.hpp>
#include <solve/rewrite_triangle.hpp>
#include <spmv/checksum.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view operation = solve_plan_operation;

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
  } else if (source.num_rows > 0 && !transpose_triangle(exec, source, task, analysis)) {
    if (is_narrow)
      rewrite_triangle<std::int32_t>(exec, source, task, analysis);
    else
      rewrite_triangle<std::int64_t>(exec, source, task, analysis);
  }
  analysis.statistics.has_columns = has_columns;
  if (analysis.missing_pivot >= 0)
    analysis.missing_pivot =
        rows.index_base + (analysis.missing_pivot - rows.index_base) * rows.blocks.size;
  if (analysis.missing_pivot >= 0 && options.on_zero_pivot == ZeroPivot::report)
    throw_zero_pivot(operation, analysis.missing_pivot, true);
  if constexpr (is_host_execution_v<Exec>) {
    if (is_for_many(use))
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
  return checksum(exec, line_offsets(source.offsets, source.num_rows),
                  source.by_columns ? rows : cols);
}

#define FILIGREE_INSTANTIATE_INDEX(Exec, Index)                                                   \
  template SolveAnalysis<Exec, Index> analyse_solve(                                              \
      const Exec&, Op, const ListedSource<Exec, Index>&, const TriangularSolveOptions&, PlanUse); \
  template std::uint64_t solve_checksum(const Exec&, const SolveSource<Index>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE_INDEX)
#undef FILIGREE_INSTANTIATE_INDEX

}  // namespace filigree::detail
