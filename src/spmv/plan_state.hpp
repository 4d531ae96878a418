// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <filigree/detail/spmv_front.hpp>
#include <filigree/detail/spmv_problem.hpp>
#include <filigree/spmv.hpp>
#include <pattern/compressed.hpp>
#include <pattern/statistics.hpp>
#include <spmv/listed_rows.hpp>
#include <spmv/normalise.hpp>
#include <spmv/plan_base.hpp>
#include <spmv/select.hpp>
#include <spmv/tuned.hpp>

namespace filigree::detail {

/// All that a plan holds. Written by make_plan, then only read.
template <class Exec, class Offset, class Index>
struct SpmvPlanState : SpmvPlanBase<StoredPattern<Offset, Index>> {
  using memory_space = typename Exec::memory_space;

  /// What kernels walk: the stored arrays, or the ones below.
  GatherPattern<Offset, Index> pattern;
  Kokkos::View<Offset*, memory_space> row_offsets;
  Kokkos::View<Index*, memory_space> col_indices;
  Kokkos::View<Offset*, memory_space> value_index;

  PatternStatistics statistics;
  EncodedPattern<memory_space> compressed;
  std::shared_ptr<const PreparedKernel> prepared;  ///< the chosen tuned kernel's; null: generic

  double compress_seconds = 0;  ///< the part of build_seconds that the smaller encoding took

  bool is_rewritten() const { return row_offsets.extent(0) > 0; }

  std::int64_t memory_bytes() const {
    return std::int64_t(sizeof(Offset) * (row_offsets.extent(0) + value_index.extent(0)) +
                        sizeof(Index) * col_indices.extent(0)) +
           compressed.memory_bytes() + (prepared == nullptr ? 0 : prepared->memory_bytes());
  }
};

/// The plan's pattern where the matrix lies in the arrays of `stored`.
template <class Exec, class Offset, class Index>
GatherPattern<Offset, Index> pattern_in(const SpmvPlanState<Exec, Offset, Index>& state,
                                        const StoredPattern<Offset, Index>& stored) {
  auto pattern = rebound(state.pattern, state.stored, stored);
  // Coordinates in the order of columns.
  if (stored.is_coo() && state.pattern.col_indices == state.stored.row_indices)
    pattern.col_indices = stored.row_indices;
  return pattern;
}

/// What the choice of a kernel needs to know of a pattern; the statistics only as far as sizes go.
template <class Offset, class Index>
SpmvInput pattern_input(const GatherPattern<Offset, Index>& pattern, std::size_t scalar_bytes) {
  SpmvInput input;
  input.statistics.num_rows = pattern.num_rows;
  input.statistics.num_cols = pattern.num_cols;
  input.statistics.nnz = pattern.nnz;
  if (pattern.num_rows > 0)
    input.statistics.mean_row_length = double(pattern.nnz) / double(pattern.num_rows);
  input.has_value_index = pattern.value_index != nullptr;
  input.transposes = pattern.transposes;
  input.filtered = !pattern.filter.keeps_all();
  input.unit_diagonal = pattern.unit_diagonal;
  input.conjugate = pattern.conjugate;
  input.scatters = pattern.scatters;
  input.scalar_bytes = scalar_bytes;
  input.index_bytes = sizeof(Index);
  input.offset_bytes = sizeof(Offset);
  return input;
}

/// A plan for CSR kernels whose pattern is the rows of op(A) of a listed A. Offset must hold the
/// places. The plan's `stored` has sizes only. Waits for the device.
template <class Exec, class Offset, class Index>
std::shared_ptr<const SpmvPlanState<Exec, Offset, Index>> plan_of_rows(
    const Exec& exec, Op op, const NormalisedOp& normal, const ListedRows<Exec, Index>& listed,
    const ScalarKind& scalar, const SpmvOptions& options);

}  // namespace filigree::detail
