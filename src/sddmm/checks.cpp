// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>
#include <string_view>

#include <core/refuse.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/sddmm_front.hpp>
#include <sddmm/messages.hpp>

namespace filigree::detail {
namespace {

void check_batches(const SddmmShapes& shapes) {
  const auto check = [&](std::string_view argument, const DenseShape& shape) {
    if (!shape.is_batch) return;
    if (!shapes.c_is_batch)
      refuse(shapes.operation, "C", "a matrix",
             "a StridedBatch, as " + std::string(argument) + " is a batch",
             "pass a StridedBatch of the matrix and rows of values");
    if (shape.batch != shapes.c_batch)
      refuse(shapes.operation, argument, "a batch of " + std::to_string(shape.batch),
             "a batch of " + std::to_string(shapes.c_batch) + ", as C is", "pass as many matrices");
  };
  check("A", shapes.A);
  check("B", shapes.B);
  if (shapes.c_batch > 1 && shapes.c_places > 0 && shapes.c_stride < shapes.c_places)
    refuse(shapes.operation, "C",
           "a stride of " + std::to_string(shapes.c_stride) + ", so that matrices share memory",
           "at least " + std::to_string(shapes.c_places) + ", the values of a matrix",
           "pass rows apart from each other");
}

void check_sizes(const SddmmShapes& shapes) {
  const bool a_turned = shapes.op_a != Op::none, b_turned = shapes.op_b != Op::none;
  const DenseShape &A = shapes.A, &B = shapes.B;
  const std::int64_t inner = a_turned ? A.rows : A.cols;
  const auto check = [&](std::string_view argument, const DenseShape& shape, bool of_rows,
                         std::int64_t expected, const char* meaning) {
    if ((of_rows ? shape.rows : shape.cols) != expected)
      refuse(shapes.operation, argument, size_text(shape.rows, shape.cols),
             std::to_string(expected) + (of_rows ? " rows, " : " columns, ") + meaning,
             "pass a matrix of that size");
  };
  check("A", A, !a_turned, shapes.c_rows, "the rows of C");
  check("B", B, !b_turned, inner, "the columns of op(A)");
  check("B", B, b_turned, shapes.c_cols, "the columns of C");
}

}  // namespace

void check_sddmm_shapes(const SddmmShapes& shapes) {
  check_batches(shapes);
  check_sizes(shapes);
  if (shapes.c_places == 0 || shapes.c_batch == 0) return;
  const std::size_t c_bytes =
      std::size_t((shapes.c_batch - 1) * shapes.c_stride + shapes.c_places) * shapes.c_scalar_bytes;
  check_overlap(shapes.operation, "A", shapes.A.data, shapes.A.span_bytes, "C", shapes.c_values,
                c_bytes, false);
  check_overlap(shapes.operation, "B", shapes.B.data, shapes.B.span_bytes, "C", shapes.c_values,
                c_bytes, false);
}

void throw_stale_sddmm_plan() {
  throw_error(
      Status::stale_plan,
      {"sddmm", "C", "another pattern than the plan's: its size, properties or arrays differ",
       "the pattern that the plan was made for", "make a new plan"});
}

void log_sddmm(std::string_view kernel, std::int64_t num_rows, std::int64_t num_cols,
               std::int64_t num_places, std::int64_t inner, std::int64_t batch_count) {
  log_kernel("sddmm", kernel,
             size_text(num_rows, num_cols) + ", " + std::to_string(num_places) +
                 " places, inner size " + std::to_string(inner) + ", batch of " +
                 std::to_string(batch_count));
}

}  // namespace filigree::detail
