// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <core/refuse.hpp>
#include <filigree/detail/gauss_seidel_front.hpp>
#include <spmm/messages.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view operation = "gauss_seidel";

}  // namespace

void check_gauss_seidel(const GaussSeidelShapes& shapes, const GaussSeidelSweep& sweep) {
  const auto check = [](std::string_view argument, std::int64_t found, std::int64_t expected,
                        const char* of, const char* meaning) {
    if (found != expected)
      refuse(operation, argument, std::to_string(found) + of,
             std::to_string(expected) + of + ", " + meaning, "pass a View of that size");
  };
  check("b", shapes.b.rows, shapes.num_rows, " rows", "the rows of A");
  check("x", shapes.x.rows, shapes.num_rows, " rows", "the rows of A");
  check("b", shapes.b.cols, shapes.x.cols, " columns", "the columns of x");
  if (shapes.x.rows > 0 && shapes.x.cols > 0) {
    check_entries_apart(operation, "x", shapes.x);
    check_overlap(operation, "b", shapes.b.data, shapes.b.span_bytes, "x", shapes.x.data,
                  shapes.x.span_bytes, false);
  }
  if (shapes.num_systems > 1)
    refuse(operation, "report", "a report for " + std::to_string(shapes.num_systems) + " systems",
           "a report for one system, or none", "make the PivotReport for one system");
  if (sweep.direction < SweepDirection::forward || sweep.direction > SweepDirection::symmetric)
    refuse(operation, "sweep.direction", std::to_string(int(sweep.direction)),
           "SweepDirection::forward, backward or symmetric", "pass one of these");
  if (!std::isfinite(sweep.omega))
    refuse(operation, "sweep.omega", std::to_string(sweep.omega), "a finite number",
           "pass a number between 0 and 2, 1 for Gauss-Seidel");
  if (sweep.count < 0)
    refuse(operation, "sweep.count", std::to_string(sweep.count), "0 or more",
           "pass the number of sweeps");
}

}  // namespace filigree::detail
