// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include <core/refuse.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/triangular_solve_front.hpp>
#include <solve/messages.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view operation = "triangular_solve";

void check_sizes(const SolveShapes& shapes) {
  const bool turned = shapes.op_b != Op::none;
  if (shapes.op_b < Op::none || shapes.op_b > Op::conjugate_transpose)
    refuse(operation, "op_b", std::to_string(int(shapes.op_b)),
           "Op::none, Op::transpose or Op::conjugate_transpose", "pass one of these");
  if (shapes.is_vector && turned)
    refuse(operation, "op_b", std::string(name(shapes.op_b)) + " of a View of rank 1", "Op::none",
           "pass Views of rank 2, or no op");
  const std::int64_t b_rows = turned ? shapes.B.cols : shapes.B.rows;
  const std::int64_t b_cols = turned ? shapes.B.rows : shapes.B.cols;
  const auto check = [&](std::string_view argument, std::int64_t found, std::int64_t expected,
                         const char* of, const char* meaning) {
    if (found != expected)
      refuse(operation, argument, std::to_string(found) + of,
             std::to_string(expected) + of + ", " + meaning, "pass a View of that size");
  };
  check("X", shapes.X.rows, shapes.num_rows, " rows", "the rows of A");
  check("B", b_rows, shapes.num_rows, " rows of op(B)", "the rows of A");
  check("B", b_cols, shapes.X.cols, " columns of op(B)", "the columns of X");
}

/// Whether a View has no entries: then its strides do not matter.
bool is_empty(const DenseShape& shape) { return shape.rows == 0 || shape.cols == 0; }

void check_entries_apart(const DenseShape& X) {
  const std::int64_t rows = X.strides[1], cols = X.strides[2];
  const bool by_rows = X.cols <= 1 || X.rows <= 1 || rows >= cols * (X.cols - 1) + 1;
  const bool by_cols = X.cols <= 1 || X.rows <= 1 || cols >= rows * (X.rows - 1) + 1;
  const bool moves = (X.rows <= 1 || rows != 0) && (X.cols <= 1 || cols != 0);
  if ((by_rows || by_cols) && moves) return;
  refuse(operation, "X",
         "strides of " + std::to_string(rows) + " and " + std::to_string(cols) +
             ", so that entries share memory",
         "entries apart from each other", "use LayoutRight, LayoutLeft or a stride that is larger");
}

/// Whether the entries of op(B) lie where those of X are.
bool is_in_place(const SolveShapes& shapes) {
  const bool turned = shapes.op_b != Op::none;
  const DenseShape &B = shapes.B, &X = shapes.X;
  const auto same = [](std::int64_t a, std::int64_t b, std::int64_t extent) {
    return extent <= 1 || a == b;
  };
  return B.data == X.data && same(B.strides[turned ? 2 : 1], X.strides[1], X.rows) &&
         same(B.strides[turned ? 1 : 2], X.strides[2], X.cols);
}

}  // namespace

void check_solve_shapes(const SolveShapes& shapes) {
  check_sizes(shapes);
  if (is_empty(shapes.X)) return;
  check_entries_apart(shapes.X);
  if (is_in_place(shapes)) return;
  check_overlap(operation, "B", shapes.B.data, shapes.B.span_bytes, "X", shapes.X.data,
                shapes.X.span_bytes, false);
}

void check_solve_report(std::int64_t num_systems) {
  if (num_systems > 1)
    refuse(operation, "report", "a report for " + std::to_string(num_systems) + " systems",
           "a report for one system, or none", "make the PivotReport for one system");
}

void throw_stale_solve_plan(const char* found) {
  throw_error(Status::stale_plan,
              {operation, "A", found, "the pattern that the plan was made for", "make a new plan"});
}

void throw_zero_pivot(std::string_view call, std::int64_t position, bool is_missing) {
  throw_error(Status::zero_pivot,
              {call, "A",
               std::string(is_missing ? "no stored pivot" : "a pivot of zero") + " in row " +
                   std::to_string(position) + " (counted from the matrix's index base)",
               "a diagonal without zeros",
               "add to the diagonal, or set options.on_zero_pivot to ZeroPivot::skip_row or "
               "ZeroPivot::substitute"});
}

void log_solve_plan(std::string_view format, const SolveStatistics& statistics,
                    std::int64_t memory_bytes, double seconds) {
  if (!log_enabled(LogKind::info)) return;
  log(LogKind::info, "triangular_solve_plan",
      std::string(format) + ", " + std::to_string(statistics.num_rows) + " rows, " +
          std::to_string(statistics.num_entries) + " entries of the triangle, at most " +
          std::to_string(statistics.max_row_entries) + " a row, plan of " +
          std::to_string(memory_bytes) + " bytes, made in " + std::to_string(seconds) + " s");
}

void log_solve(std::string_view kernel, const SolveStatistics& statistics,
               std::int64_t num_columns) {
  log_kernel(operation, kernel,
             std::to_string(statistics.num_rows) + " rows, " +
                 std::to_string(statistics.num_entries) + " entries, " +
                 std::to_string(num_columns) + " right-hand sides");
}

}  // namespace filigree::detail
