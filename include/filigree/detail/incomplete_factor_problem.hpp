// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <filigree/core/pivot_report.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>

/// Incomplete factorizations as kernels take them: plain structs of pointers and sizes.

namespace filigree::detail {

/// L U, L with a unit diagonal that is not stored; or L L^H.
enum class FactorKind { lu, cholesky };

/// Rows with ascending columns. What a row needs are the rows of its columns left of the diagonal,
/// as in the solve with its lower triangle. The rows may be of blocks, as those of a solve.
template <class Index>
struct FactorRows : SolveRows<Index> {
  AnyOffsets diagonals;  ///< row r's diagonal is entry diagonals[r] - base

  KOKKOS_FUNCTION std::int64_t diagonal(std::int64_t row) const {
    return diagonals[row] - this->base;
  }
};

/// What a plan knows of the rows, as the choice of a kernel wants it; of those of blocks it counts
/// blocks.
struct FactorStatistics {
  std::int64_t num_rows = 0;
  std::int64_t num_entries = 0;
  std::int64_t max_row_entries = 0;    ///< entries of the longest row
  std::int64_t max_lower_entries = 0;  ///< left of the diagonal, and it
  std::int64_t window = 0;  ///< columns that a row and those that it needs span, at most;
                            ///< of blocks 0
  /// Whether entries beside the diagonal need any but a product with a pivot's reciprocal. Looked
  /// for on devices, in short rows of entries.
  bool has_triangles = true;
};

template <class Index, class T>
struct FactorProblem {
  using index_type = Index;
  using scalar_type = T;

  FactorKind kind = FactorKind::lu;
  FactorRows<Index> rows;
  FactorStatistics statistics;
  SolvePipeline pipeline;  ///< how a host's threads share the rows
  const T* values = nullptr;
  T* factors = nullptr;
  bool in_place = false;  ///< whether the factors take the place of the values
  double pivot_tolerance = 0;
  bool by_absolute_value = false;  ///< a pivot counts as zero by its absolute value
  bool has_pivot_boost = false;
  T pivot_boost{};
  std::int64_t* pivot_position = nullptr;  ///< as report_pivot wants it
  void* workspace = nullptr;  ///< may be null: a kernel that needs one then allocates it
  std::size_t workspace_bytes = 0;
};

/// What stands on the diagonal of the factors, by the policy for pivots that count as zero. A NaN
/// counts as zero. Of a negative pivot the root is that of its absolute value, as in cuSPARSE.
template <class Index, class T>
KOKKOS_FUNCTION T pivot_of_factor(const FactorProblem<Index, T>& problem, FactorKind kind,
                                  std::int64_t row, T pivot) {
  const auto real = double(Kokkos::real(pivot));  // all that ic0 has of it
  const double size = kind == FactorKind::lu      ? double(Kokkos::abs(pivot))
                      : problem.by_absolute_value ? Kokkos::abs(real)
                                                  : real;
  if (!(size > problem.pivot_tolerance)) {
    report_pivot(problem.pivot_position, row + problem.rows.index_base);
    if (problem.has_pivot_boost) pivot = problem.pivot_boost;
  }
  return kind == FactorKind::lu ? pivot : T(Kokkos::sqrt(Kokkos::abs(Kokkos::real(pivot))));
}

}  // namespace filigree::detail
