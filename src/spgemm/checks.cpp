// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>
#include <string_view>

#include <core/refuse.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <spgemm/messages.hpp>

namespace filigree::detail {
namespace {

std::int64_t rows_of(Op op, const SpgemmIdentity& matrix) {
  return op == Op::none ? matrix.num_rows : matrix.num_cols;
}
std::int64_t cols_of(Op op, const SpgemmIdentity& matrix) {
  return op == Op::none ? matrix.num_cols : matrix.num_rows;
}

}  // namespace

void check_spgemm_sizes(Op op_a, const SpgemmIdentity& a, Op op_b, const SpgemmIdentity& b) {
  const std::int64_t inner = cols_of(op_a, a);
  if (rows_of(op_b, b) != inner)
    refuse("spgemm", "B", size_text(b.num_rows, b.num_cols),
           std::to_string(inner) + (op_b == Op::none ? " rows" : " columns") +
               ", the columns of op(A)",
           "pass a matrix of that size");
}

void check_spgemm_d(Op op_a, const SpgemmIdentity& a, Op op_b, const SpgemmIdentity& b,
                    const SpgemmIdentity& d) {
  const std::int64_t rows = rows_of(op_a, a), cols = cols_of(op_b, b);
  if (d.num_rows != rows || d.num_cols != cols)
    refuse("spgemm", "D", size_text(d.num_rows, d.num_cols),
           size_text(rows, cols) + ", the size of op(A) op(B)", "pass a matrix of that size");
}

void check_spgemm_nnz(std::int64_t nnz, std::int64_t products, std::int64_t limit) {
  if (nnz > limit)
    throw_error(Status::insufficient_resources,
                {"spgemm", "C",
                 std::to_string(nnz) + " entries, of " + std::to_string(products) + " products",
                 "at most " + std::to_string(limit) + ", the offset type's range",
                 "ask for 64-bit offsets: spgemm<std::int64_t>, spgemm_plan<std::int64_t>"});
}

void check_spgemm_sorted(std::string_view argument, std::int64_t unsorted) {
  if (unsorted != 0)
    throw_error(Status::invalid_value,
                {"spgemm_plan", argument,
                 std::to_string(unsorted) + " entries that do not lie behind the one before them",
                 "rows that are sorted and name no column twice, as its properties say",
                 "set properties.sorted and properties.unique as the rows are; validate tells"});
}

void check_spgemm_limit(std::int64_t limit, std::int64_t needed) {
  if (needed > limit)
    throw_error(Status::insufficient_resources,
                {"spgemm", "options.memory_limit_bytes", std::to_string(limit) + " bytes",
                 "at least " + std::to_string(needed) + " bytes, which the smallest step takes",
                 "raise the limit, or multiply some rows of A at a time"});
}

void throw_stale_spgemm_plan(std::string_view argument, std::string_view operation) {
  throw_error(
      Status::stale_plan,
      {operation, argument,
       "another pattern than the plan's: its size, properties or arrays differ",
       argument == "C" ? "a matrix of the plan's" : "the pattern that the plan was made for",
       argument == "C" ? "take C from SpgemmPlan::make_result or SpgemmPlan::matrix"
                       : "make a new plan"});
}

void log_spgemm_plan(std::int64_t num_rows, std::int64_t num_cols, std::int64_t products,
                     std::int64_t nnz, std::int64_t plan_bytes, double seconds) {
  if (!logs_kernels()) return;
  log_kernel("spgemm_plan", "plan",
             size_text(num_rows, num_cols) + ", " + std::to_string(products) + " products, " +
                 std::to_string(nnz) + " entries, " + std::to_string(plan_bytes) + " bytes, " +
                 std::to_string(seconds * 1e3) + " ms");
}

void log_spgemm(std::string_view kernel, std::int64_t num_rows, std::int64_t num_cols,
                std::int64_t nnz) {
  log_kernel("spgemm", kernel,
             size_text(num_rows, num_cols) + ", " + std::to_string(nnz) + " entries of the result");
}

}  // namespace filigree::detail
