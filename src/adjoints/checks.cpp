// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <filigree/core/error.hpp>
#include <filigree/detail/adjoint_front.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <spmm/messages.hpp>

namespace filigree::detail {

void check_adjoint_size(std::string_view operation, std::string_view argument,
                        const DenseShape& shape, Op op, std::int64_t rows, std::int64_t cols) {
  const std::int64_t found_rows = op == Op::none ? shape.rows : shape.cols;
  const std::int64_t found_cols = op == Op::none ? shape.cols : shape.rows;
  if (found_rows == rows && (cols < 0 || found_cols == cols)) return;
  const auto size_text = [](std::int64_t m, std::int64_t n) {
    return std::to_string(m) + " x " + (n < 0 ? "any" : std::to_string(n));
  };
  const std::string of_op = op == Op::none ? "" : ", after op " + std::string(name(op));
  throw_error(
      Status::invalid_value,
      {operation, argument, size_text(found_rows, found_cols) + of_op,
       size_text(rows, cols) + ", as the sizes of the product say", "pass a matrix of that size"});
}

void check_adjoint_result(std::string_view operation, std::string_view argument,
                          const DenseShape& shape, std::string_view result,
                          const DenseShape& result_shape) {
  check_entries_apart(operation, result, result_shape);
  if (shape.rows == 0 || shape.cols == 0 || result_shape.rows == 0 || result_shape.cols == 0)
    return;
  check_overlap(operation, argument, shape.data, shape.span_bytes, result, result_shape.data,
                result_shape.span_bytes, false);
}

void check_adjoint_plan(std::string_view operation, Op op, Side side, Op expected) {
  if (op == expected && side == Side::left) return;
  throw_error(
      Status::invalid_value,
      {operation, "plan",
       "a plan for op " + std::string(name(op)) + (side == Side::left ? "" : " on the right"),
       "one for op " + std::string(name(expected)) + " on the left", "make it with adjoint_op"});
}

void throw_adjoint_scalar(std::string_view operation) {
  throw_error(Status::not_supported,
              {operation, "alpha", "a complex alpha in memory, which is to be conjugated",
               "a value", "pass alpha by value"});
}

void check_adjoint_type(std::string_view operation, std::string_view argument,
                        const MatrixProperties& properties) {
  if (properties.type == MatrixType::general) return;
  throw_error(Status::matrix_type_not_supported,
              {operation, argument, "a " + std::string(name(properties.type)) + " one",
               "a general one, whose stored values are independent of each other",
               "expand the matrix first"});
}

}  // namespace filigree::detail
