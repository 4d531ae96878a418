// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/pivots.hpp>

#include <string>

#include <filigree/core/error.hpp>
#include <runtime/triangular_solve.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>

namespace filigree::cusparse {
namespace {

/// A number of one of the four types, in host memory.
std::complex<double> number_of(runtime::ScalarType type, const void* value) {
  const bool is_double =
      type == runtime::ScalarType::float64 || type == runtime::ScalarType::complex_float64;
  double parts[2] = {0, 0};
  for (int i = 0; i < (runtime::is_complex(type) ? 2 : 1); ++i)
    parts[i] = is_double ? static_cast<const double*>(value)[i]
                         : double(static_cast<const float*>(value)[i]);
  return {parts[0], parts[1]};
}

}  // namespace

PivotBoost pivot_boost(const char* call, const cusparseContext& handle, runtime::ScalarType type,
                       int is_on, const double* tolerance, const void* value) {
  if (is_on == 0) return {};
  check_pointer(call, "tol", tolerance);
  check_pointer(call, "boost_val", value);
  if (!handle.scalar(value).on_device) return {*tolerance, number_of(type, value)};
  double tolerance_here = 0, value_here[2] = {0, 0};
  copy_and_wait(call, handle, &tolerance_here, tolerance, sizeof tolerance_here);
  copy_and_wait(call, handle, value_here, value, size_of(type));
  return {tolerance_here, number_of(type, value_here)};
}

std::int64_t missing_pivot(const cusparseContext& handle, const runtime::SparseOperand& A) {
  TriangularSolveOptions options;
  options.fill = FillMode::lower;
  options.on_zero_pivot = ZeroPivot::skip_row;
  return runtime::missing_pivot(
      runtime::make_triangular_solve_plan(handle.target, Op::none, A, options));
}

std::int64_t line_of(const runtime::SparseOperand& A, std::int64_t row) {
  const auto base = std::int64_t(A.properties.index_base);
  return row < 0 || A.format != Format::bsr ? row : (row - base) / A.block.rows + base;
}

HeldMemory no_position(const cusparseContext& handle) {
  HeldMemory position(sizeof(std::int64_t));
  cudaMemsetAsync(position.data(), 0xff, sizeof(std::int64_t), handle.stream);
  return position;
}
std::int64_t position_of(const char* call, const cusparseContext& handle,
                         const HeldMemory& position) {
  std::int64_t found = -1;
  copy_and_wait(call, handle, &found, position.data(), sizeof found);
  return found;
}

void report_zero_pivot(const char* call, const cusparseContext& handle, std::int64_t found,
                       int* position) {
  write_number(call, handle, position, found);
  if (found >= 0)
    detail::throw_error(Status::zero_pivot, {call, "info", "row " + std::to_string(found),
                                             "pivots that are not zero", "see position"});
}

}  // namespace filigree::cusparse
