// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <core/entries_apart.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/dense_problem.hpp>

namespace filigree::detail {
namespace {

std::string shape_text(const StridedShape& shape) {
  return std::to_string(shape.num_major) + " x " + std::to_string(shape.num_minor) +
         " with strides " + std::to_string(shape.major_stride) + ", " +
         std::to_string(shape.minor_stride);
}

}  // namespace

void log_dense_call(std::string_view operation, const char* scalar, std::int64_t num_rows,
                    std::int64_t num_cols) {
  if (!log_enabled(LogKind::api_trace)) return;
  log(LogKind::api_trace, operation,
      "dense<" + std::string(scalar) + "> " + std::to_string(num_rows) + " x " +
          std::to_string(num_cols));
}

void check_injective(std::string_view operation, std::string_view argument,
                     const StridedShape& shape) {
  const StridedExtent dimensions[] = {{shape.num_major, shape.major_stride},
                                      {shape.num_minor, shape.minor_stride}};
  check_entries_apart(operation, argument, dimensions);
}

void check_same_shape(std::string_view operation, std::string_view argument,
                      const StridedShape& expected, const StridedShape& found) {
  if (expected == found) return;
  throw_error(Status::stale_plan, {operation, argument, shape_text(found), shape_text(expected),
                                   "make a new conversion for matrices of another layout"});
}

}  // namespace filigree::detail
