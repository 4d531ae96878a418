// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/format/matrix_base.hpp>

namespace filigree::detail {

namespace {

void check_range(std::string_view operation, std::string_view argument, std::int64_t value,
                 std::int64_t limit, std::string_view limit_meaning, std::string_view remedy) {
  if (value >= 0 && value <= limit) return;
  throw_error(Status::invalid_value,
              {operation, argument, std::to_string(value),
               "0 to " + std::to_string(limit) + " (" + std::string(limit_meaning) + ")",
               std::string(remedy)});
}

}  // namespace

void check_extent(std::string_view operation, std::string_view argument, std::int64_t value,
                  std::int64_t limit, std::string_view limit_meaning) {
  check_range(operation, argument, value, limit, limit_meaning,
              value < 0 ? "pass a size" : "use 64-bit indices or offsets");
}

void check_at_most(std::string_view operation, std::string_view argument, std::int64_t value,
                   std::int64_t limit, std::string_view limit_meaning) {
  check_range(operation, argument, value, limit, limit_meaning, "pass a value in that range");
}

void check_length(std::string_view operation, std::string_view argument, std::int64_t length,
                  std::int64_t expected, std::string_view expected_meaning) {
  if (length == expected) return;
  throw_error(Status::invalid_value,
              {operation, argument, "length " + std::to_string(length),
               "length " + std::to_string(expected) + " (" + std::string(expected_meaning) + ")",
               "pass an array of that length"});
}

void check_pointer(std::string_view operation, std::string_view argument, const void* pointer,
                   std::int64_t length) {
  if (pointer != nullptr || length == 0) return;
  throw_error(Status::invalid_value, {operation, argument, "null pointer",
                                      "an array of " + std::to_string(length) + " entries",
                                      "pass a pointer that the execution space can read"});
}

void check_at_least(std::string_view operation, std::string_view argument, std::int64_t value,
                    std::int64_t minimum, std::string_view minimum_meaning) {
  if (value >= minimum) return;
  throw_error(Status::invalid_value,
              {operation, argument, std::to_string(value),
               "at least " + std::to_string(minimum) + " (" + std::string(minimum_meaning) + ")",
               "pass a size in that range"});
}

std::int64_t checked_product(std::string_view operation, std::string_view argument, std::int64_t a,
                             std::int64_t b) {
  constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
  if (a >= 0 && b >= 0 && (b == 0 || a <= limit / b)) return a * b;
  throw_error(Status::invalid_value,
              {operation, argument, std::to_string(a) + " x " + std::to_string(b),
               "a product from 0 to " + std::to_string(limit), "pass smaller sizes"});
}

void check_range_length(std::string_view operation, std::string_view argument, std::int64_t length,
                        std::int64_t needed) {
  if (length < 0 || length >= needed) return;
  throw_error(Status::invalid_value,
              {operation, argument, std::to_string(length) + " entries",
               "at least " + std::to_string(needed), "pass the whole array"});
}

void check_square_type(std::string_view operation, const MatrixProperties& properties,
                       std::int64_t num_rows, std::int64_t num_cols) {
  if (properties.type == MatrixType::general || num_rows == num_cols) return;
  throw_error(
      Status::matrix_type_not_supported,
      {operation, "properties.type", std::string(name(properties.type)),
       "a square matrix, not " + std::to_string(num_rows) + " x " + std::to_string(num_cols),
       "use MatrixType::general"});
}

}  // namespace filigree::detail
