// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/pivots.hpp>

#include <array>
#include <numeric>
#include <string>
#include <vector>

#include <filigree/core/error.hpp>
#include <runtime/triangular_solve.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>
#include <cusparse/memory.hpp>

namespace filigree::cusparse {
namespace {

/// The real part of a number in host memory; throws where it has another.
double real_value(const char* call, runtime::ScalarType type, const void* value) {
  const bool is_double =
      type == runtime::ScalarType::float64 || type == runtime::ScalarType::complex_float64;
  double parts[2] = {0, 0};
  for (int i = 0; i < (runtime::is_complex(type) ? 2 : 1); ++i)
    parts[i] = is_double ? static_cast<const double*>(value)[i]
                         : double(static_cast<const float*>(value)[i]);
  require(parts[1] == 0, call, "boost_val", "a number with an imaginary part", "a real one");
  return parts[0];
}

}  // namespace

PivotBoost pivot_boost(const char* call, const cusparseContext& handle, runtime::ScalarType type,
                       int is_on, const double* tolerance, const void* value) {
  require(handle.target.is_host() || handle.pointer_mode == CUSPARSE_POINTER_MODE_HOST, call,
          "tol, boost_val", "numbers in device memory", "the pointer mode of the host");
  if (is_on == 0) return {};
  check_pointer(call, "tol", tolerance);
  check_pointer(call, "boost_val", value);
  return {*tolerance, real_value(call, type, value)};
}

std::int64_t missing_pivot(const cusparseContext& handle, const runtime::SparseOperand& A) {
  TriangularSolveOptions options;
  options.fill = FillMode::lower;
  options.on_zero_pivot = ZeroPivot::skip_row;
  return runtime::missing_pivot(
      runtime::make_triangular_solve_plan(handle.target, Op::none, A, options));
}

runtime::ConvertedPattern leading_part(const cusparseContext& handle, const char* call,
                                       const runtime::ConvertedPattern& pattern, int base,
                                       std::int64_t rows) {
  const auto read = [&](auto& to, const void* from) {
    if (!to.empty()) copy_and_wait(call, handle, to.data(), from, to.size() * sizeof to.front());
  };
  std::vector<std::int32_t> offsets(std::size_t(rows) + 1);
  read(offsets, pattern.offsets);
  for (std::int32_t& offset : offsets) offset -= base;
  std::vector<std::int32_t> indices(std::size_t(offsets.back()));
  read(indices, pattern.indices);
  std::vector<std::int64_t> places(indices.size());
  if (pattern.places != nullptr)
    read(places, pattern.places);
  else
    std::iota(places.begin(), places.end(), std::int64_t(0));

  std::size_t kept = 0, k = 0;
  for (std::size_t row = 0; row < std::size_t(rows); ++row) {
    for (const auto end = std::size_t(offsets[row + 1]); k < end; ++k)
      if (indices[k] - base < rows) {
        indices[kept] = indices[k] - base;
        places[kept++] = places[k];
      }
    offsets[row + 1] = std::int32_t(kept);
  }
  indices.resize(kept);
  places.resize(kept);

  const auto memory = std::make_shared<std::array<HeldMemory, 3>>();
  const auto hold = [&](HeldMemory& to, const auto& from) {
    const std::size_t bytes = from.size() * sizeof from.front();
    if (bytes == 0) return;
    to = HeldMemory(bytes);
    copy_and_wait(call, handle, to.data(), from.data(), bytes);
  };
  auto& [held_offsets, held_indices, held_places] = *memory;
  hold(held_offsets, offsets);
  hold(held_indices, indices);
  hold(held_places, places);
  const auto count = std::int64_t(kept);
  return {rows + 1,
          count,
          count,
          static_cast<const std::int32_t*>(held_offsets.data()),
          static_cast<const std::int32_t*>(held_indices.data()),
          static_cast<const std::int64_t*>(held_places.data()),
          memory};
}

void report_zero_pivot(const char* call, const cusparseContext& handle, std::int64_t found,
                       int* position) {
  write_number(call, handle, position, found);
  if (found >= 0)
    detail::throw_error(Status::zero_pivot, {call, "info", "row " + std::to_string(found),
                                             "pivots that are not zero", "see position"});
}

}  // namespace filigree::cusparse
