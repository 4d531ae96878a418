// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/detail/spmv_problem.hpp>

#include "pattern/compressed.hpp"
#include "spmv/host/partition.hpp"
#include "spmv/host/vector_scatter.hpp"
#include "spmv/host/windowed_product.hpp"

/// Products with the transposed matrix on the host, from the rows as they are stored, and with a
/// symmetric one, from one triangle (windowed_product.hpp).

namespace filigree::detail {

/// Rows that add to the sums of their columns, and where they are mirrored of their rows.
template <class A, class X, class Compute, class Offset, class Index>
class CsrScatteredRows {
 public:
  template <class Y>
  CsrScatteredRows(const SpmvProblem<A, X, Y, Compute, Offset, Index>& problem,
                   const CompressedIndices& compressed, Mirroring mirroring)
      : pattern_(problem.pattern),
        rows_{pattern_.row_offsets,
              pattern_.col_indices,
              std::int64_t(pattern_.base),
              problem.values,
              problem.x,
              pattern_.conjugate,
              compressed,
              pattern_.num_rows,
              pattern_.nnz,
              mirroring},
        scatter_(mirroring.mirrored
                     ? range_scatter_for<true, A, X, Compute, Offset, Index>(host_isa())
                     : range_scatter_for<false, A, X, Compute, Offset, Index>(host_isa())) {}

  std::int64_t first_row(std::int64_t part, std::int64_t parts) const {
    return first_row_of_part(pattern_, part, parts, host_range_rows);
  }

  void add(std::int64_t first, std::int64_t last, const ColumnSums<Compute>& to) const {
    const std::int64_t block = first / host_range_rows;
    const auto encoding = rows_.indices.block_encoding == nullptr
                              ? IndexEncoding::raw
                              : IndexEncoding(rows_.indices.block_encoding[block]);
    scatter_(rows_, {block, first, last, encoding}, to);
  }

 private:
  GatherPattern<Offset, Index> pattern_;
  HostRows<A, X, Offset, Index> rows_;
  RangeScatter<A, X, Compute, Offset, Index> scatter_;
};

/// z = alpha A^T x + beta y, A the rows of the problem's pattern, or where these are mirrored
/// z = alpha (A + A^T - D) x + beta y, D the diagonal of A. `windows` are a plan's.
template <class Exec, class A, class X, class Y, class Compute, class Offset, class Index>
class CsrTransposedHost
    : public WindowedProduct<Exec, CsrScatteredRows<A, X, Compute, Offset, Index>, X, Y, Compute> {
  using Rows = CsrScatteredRows<A, X, Compute, Offset, Index>;

 public:
  using Problem = SpmvProblem<A, X, Y, Compute, Offset, Index>;

  static std::size_t workspace_bytes(std::int64_t parts, std::int64_t sums) {
    return windowed_workspace_bytes<Compute>(parts, sums);
  }

  CsrTransposedHost(const Problem& problem, const CompressedIndices& compressed,
                    const ColumnWindows& windows, std::int64_t parts, Mirroring mirroring = {})
      : WindowedProduct<Exec, Rows, X, Y, Compute>(Rows(problem, compressed, mirroring), problem,
                                                   result_length(problem.pattern),
                                                   problem.pattern.unit_diagonal, windows, parts) {}
};

}  // namespace filigree::detail
