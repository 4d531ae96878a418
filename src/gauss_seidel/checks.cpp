// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <core/refuse.hpp>
#include <filigree/detail/gauss_seidel_front.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view operation = "gauss_seidel";

}  // namespace

void check_gauss_seidel(const GaussSeidelVectors& vectors, const GaussSeidelSweep& sweep) {
  check_vector(operation, "b", vectors.b_length, vectors.b_contiguous, vectors.num_rows,
               "the rows of A");
  check_vector(operation, "x", vectors.x_length, vectors.x_contiguous, vectors.num_rows,
               "the rows of A");
  const std::size_t bytes = std::size_t(vectors.num_rows) * vectors.scalar_bytes;
  check_overlap(operation, "b", vectors.b, bytes, "x", vectors.x, bytes, false);
  if (vectors.num_systems > 1)
    refuse(operation, "report", "a report for " + std::to_string(vectors.num_systems) + " systems",
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

void check_gauss_seidel_matrix(const MatrixProperties& properties) {
  if (properties.type == MatrixType::general) return;
  throw_error(Status::matrix_type_not_supported,
              {"gauss_seidel_plan", "A", "a matrix of type " + std::string(name(properties.type)),
               "a general matrix, all of whose entries are stored", "expand the matrix"});
}

void throw_stale_gauss_seidel_plan(const char* found) {
  throw_error(Status::stale_plan,
              {operation, "A", found, "the pattern that the plan was made for", "make a new plan"});
}

}  // namespace filigree::detail
