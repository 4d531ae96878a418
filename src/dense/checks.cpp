// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

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
  if (shape.size() == 0) return;
  const bool minor_inside = shape.minor_stride <= shape.major_stride;
  const std::int64_t inner = minor_inside ? shape.num_minor : shape.num_major;
  const std::int64_t inner_stride = std::min(shape.minor_stride, shape.major_stride);
  const std::int64_t outer = minor_inside ? shape.num_major : shape.num_minor;
  const std::int64_t outer_stride = std::max(shape.minor_stride, shape.major_stride);
  const bool apart = (inner == 1 || inner_stride >= 1) &&
                     (outer == 1 || outer_stride > (inner - 1) * inner_stride);
  if (apart) return;
  throw_error(Status::invalid_value,
              {operation, argument, shape_text(shape), "strides that keep all entries apart",
               "pass a View whose entries do not overlap"});
}

void check_same_shape(std::string_view operation, std::string_view argument,
                      const StridedShape& expected, const StridedShape& found) {
  if (expected == found) return;
  throw_error(Status::stale_plan, {operation, argument, shape_text(found), shape_text(expected),
                                   "make a new conversion for matrices of another layout"});
}

}  // namespace filigree::detail
