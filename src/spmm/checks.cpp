// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <core/entries_apart.hpp>
#include <core/refuse.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/spmm_front.hpp>
#include <spmm/messages.hpp>

namespace filigree::detail {
namespace {

void check_batches(const SpmmShapes& shapes) {
  const auto check = [&](std::string_view argument, bool is_batch, std::int64_t count) {
    if (!is_batch) return;
    if (!shapes.C.is_batch)
      refuse(shapes.operation, "C", "a View of rank 2",
             "a View of rank 3, as " + std::string(argument) + " is a batch",
             "pass batch x rows x columns");
    if (count != shapes.C.batch)
      refuse(shapes.operation, argument, "a batch of " + std::to_string(count),
             "a batch of " + std::to_string(shapes.C.batch) + ", as C is", "pass as many matrices");
  };
  check("A", shapes.a_is_batch, shapes.a_batch);
  check("B", shapes.B.is_batch, shapes.B.batch);
}

void check_sizes(const SpmmShapes& shapes) {
  const bool a_turned = shapes.op_a != Op::none, b_turned = shapes.op_b != Op::none;
  const std::int64_t a_rows = a_turned ? shapes.a_cols : shapes.a_rows;
  const std::int64_t a_cols = a_turned ? shapes.a_rows : shapes.a_cols;
  const std::int64_t b_rows = b_turned ? shapes.B.cols : shapes.B.rows;
  const std::int64_t b_cols = b_turned ? shapes.B.rows : shapes.B.cols;
  const bool left = shapes.side == Side::left;
  const std::string b_found = size_text(shapes.B.rows, shapes.B.cols);
  if (left && b_rows != a_cols)
    refuse(shapes.operation, "B", b_found,
           std::to_string(a_cols) + (b_turned ? " columns" : " rows") + ", the columns of op(A)",
           "pass a matrix of that size");
  if (!left && b_cols != a_rows)
    refuse(shapes.operation, "B", b_found,
           std::to_string(a_rows) + (b_turned ? " rows" : " columns") + ", the rows of op(A)",
           "pass a matrix of that size");
  const std::int64_t c_rows = left ? a_rows : b_rows, c_cols = left ? b_cols : a_cols;
  if (shapes.C.rows != c_rows || shapes.C.cols != c_cols)
    refuse(shapes.operation, "C", size_text(shapes.C.rows, shapes.C.cols),
           size_text(c_rows, c_cols) + ", the size of the product", "pass a matrix of that size");
}

bool is_empty(const DenseShape& shape) {
  return shape.batch == 0 || shape.rows == 0 || shape.cols == 0;
}

/// Whether two matrices of one leading dimension lie side by side in it, though their spans
/// overlap: columns of one row-major matrix, say.
bool lie_side_by_side(const DenseShape& B, const DenseShape& C) {
  if (B.is_batch || C.is_batch || B.scalar_bytes != C.scalar_bytes) return false;
  for (int major = 1; major <= 2; ++major) {
    const int minor = 3 - major;
    const std::int64_t ld = B.strides[major];
    if (ld != C.strides[major] || B.strides[minor] != 1 || C.strides[minor] != 1) continue;
    const std::int64_t b_width = minor == 2 ? B.cols : B.rows;
    const std::int64_t c_width = minor == 2 ? C.cols : C.rows;
    const auto bytes =
        reinterpret_cast<std::uintptr_t>(C.data) - reinterpret_cast<std::uintptr_t>(B.data);
    const std::int64_t apart = std::int64_t(bytes) / std::int64_t(B.scalar_bytes);
    const std::int64_t shift = ld > 0 ? (apart % ld + ld) % ld : 0;
    if (shift >= b_width && shift + c_width <= ld) return true;
  }
  return false;
}

}  // namespace

void check_entries_apart(std::string_view operation, std::string_view argument,
                         const DenseShape& shape) {
  const StridedExtent dimensions[] = {{shape.batch, shape.strides[0]},
                                      {shape.rows, shape.strides[1]},
                                      {shape.cols, shape.strides[2]}};
  // The first stride of a single matrix is none of its own.
  check_entries_apart(operation, argument, std::span(dimensions).subspan(shape.is_batch ? 0 : 1));
}

void check_spmm_shapes(const SpmmShapes& shapes) {
  check_batches(shapes);
  check_sizes(shapes);
  if (is_empty(shapes.C)) return;
  check_entries_apart(shapes.operation, "C", shapes.C);
  if (is_empty(shapes.B) || lie_side_by_side(shapes.B, shapes.C)) return;
  check_overlap(shapes.operation, "B", shapes.B.data, shapes.B.span_bytes, "C", shapes.C.data,
                shapes.C.span_bytes, false);
}

void throw_stale_spmm_plan() {
  throw_error(Status::stale_plan,
              {"spmm", "A", "another matrix than the plan's: its size, properties or arrays differ",
               "the matrix that the plan was made for", "make a new plan"});
}

void log_spmm(std::string_view kernel, std::int64_t num_rows, std::int64_t num_cols,
              std::int64_t nnz, std::int64_t num_columns, std::int64_t batch_count) {
  log_kernel("spmm", kernel,
             size_text(num_rows, num_cols) + ", nnz " + std::to_string(nnz) + ", " +
                 std::to_string(num_columns) + " columns, batch of " + std::to_string(batch_count));
}

}  // namespace filigree::detail
