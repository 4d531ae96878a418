// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>

#include <core/refuse.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/geam_front.hpp>
#include <geam/messages.hpp>

namespace filigree::detail {
namespace {

std::string turned_size_text(Op op, const GeamOperand& operand) {
  const std::string size = op == Op::none ? size_text(operand.num_rows, operand.num_cols)
                                          : size_text(operand.num_cols, operand.num_rows);
  return op == Op::none ? size : size + " after the " + std::string(name(op));
}

}  // namespace

void check_geam_shapes(Op op_a, const GeamOperand& a, Op op_b, const GeamOperand& b) {
  const std::int64_t rows = op_a == Op::none ? a.num_rows : a.num_cols;
  const std::int64_t cols = op_a == Op::none ? a.num_cols : a.num_rows;
  if (rows == (op_b == Op::none ? b.num_rows : b.num_cols) &&
      cols == (op_b == Op::none ? b.num_cols : b.num_rows))
    return;
  refuse("geam", "B", turned_size_text(op_b, b), size_text(rows, cols) + ", the size of op(A)",
         "pass matrices of one size");
}

void check_geam_nnz(std::string_view argument, std::int64_t nnz, std::size_t offset_bytes) {
  if (offset_bytes == 8 || nnz < INT32_MAX) return;
  throw_error(Status::insufficient_resources,
              {"geam", argument, std::to_string(nnz) + " entries",
               "at most " + std::to_string(INT32_MAX - 1) + ", what int32_t offsets can count",
               "ask for std::int64_t offsets: geam_plan<std::int64_t>(...), or geam<C, "
               "std::int64_t>(...)"});
}

void throw_stale_geam_plan(std::string_view argument) {
  throw_error(
      Status::stale_plan,
      {"geam", argument, "another pattern than the plan's: its size, properties or arrays differ",
       argument == "C" ? "a result of this plan" : "the pattern that the plan was made for",
       argument == "C" ? "take it from the plan's result()" : "make a new plan"});
}

void throw_unsorted_geam() {
  throw_error(Status::invalid_value,
              {"geam_plan", "A, B", "rows whose columns do not ascend",
               "rows that are sorted and name no column twice, as their properties say",
               "set properties.sorted and properties.unique as the rows are; validate tells"});
}

void log_geam_plan(std::string_view kernel, std::int64_t num_rows, std::int64_t num_cols,
                   std::int64_t a_nnz, std::int64_t b_nnz, std::int64_t nnz) {
  log_kernel("geam_plan", kernel,
             size_text(num_rows, num_cols) + ", " + std::to_string(a_nnz) + " and " +
                 std::to_string(b_nnz) + " entries make " + std::to_string(nnz));
}

void log_geam(std::string_view kernel, std::int64_t nnz) {
  log_kernel("geam", kernel, std::to_string(nnz) + " entries");
}

}  // namespace filigree::detail
