// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/detail/spmm_front.hpp>
#include <filigree/detail/stored_batch.hpp>

/// spmm of batches whose matrices each have a pattern of their own: the generic kernels on all
/// matrices in one launch.

namespace filigree::detail {

template <class Stored>
struct StoredIndex;
template <class Offset, class Index_>
struct StoredIndex<StoredPattern<Offset, Index_>> {
  using type = Index_;
};
template <class Rows>
struct StoredIndex<StoredRows<Rows>> {
  using type = typename Rows::index_type;
};
template <class Stored>
using stored_index_t = typename StoredIndex<Stored>::type;

/// The rows of op(A_i) one after another, as a plan orders them where they are not stored so.
template <class MemorySpace, class Index>
struct OrderedBatch {
  Kokkos::View<std::int64_t*, MemorySpace> row_offsets;  ///< of all matrices, and the end
  Kokkos::View<Index*, MemorySpace> col_indices;
  /// As GatherPattern has it, counted from each matrix's first value.
  Kokkos::View<std::int64_t*, MemorySpace> value_index;
  SpmmRows<GatherRows<Index>> matrix;

  std::int64_t memory_bytes() const {
    return bytes_of(row_offsets) + bytes_of(col_indices) + bytes_of(value_index);
  }
};

/// The stored arrays of a batch as kernels walk them.
template <class Offset, class Index>
OneShotWalk<Index> one_shot_walk(Op op, const StoredBatch<StoredPattern<Offset, Index>>& batch) {
  OneShotWalk<Index> walk = one_shot_walk(op, batch.first);
  walk.matrix.strides = batch.strides;
  walk.entries.strides = batch.strides;
  return walk;
}

template <class Index>
struct OneShotBlocks {
  bool is_gather = false;  ///< whether they are rows of op(A)
  SpmmRows<BsrxRows<Index>> matrix;
  SpmmRows<BsrxRows<Index>>
      entries;  ///< the same; their order does not depend on what acts on them
};
template <class Index, class Offset>
OneShotBlocks<Index> one_shot_walk(Op op,
                                   const StoredBatch<StoredRows<BsrRows<Index, Offset>>>& batch) {
  const OneShotRows found = one_shot_rows(op, batch.first);
  OneShotBlocks<Index> walk;
  walk.is_gather = found.is_gather;
  walk.matrix = {found.actions(), kernel_rows(batch.first), batch.first.nnz, batch.strides};
  walk.entries = walk.matrix;
  return walk;
}

// --- plans ---------------------------------------------------------------------------------------

template <class Exec, class Stored>
struct SpmmPlanState<Exec, StoredBatch<Stored>> {
  using Index = stored_index_t<Stored>;

  Op op = Op::none;
  StoredBatch<Stored> stored;
  SpmmOptions options;  ///< without the kernel's name, whose memory is the caller's
  std::string kernel;
  std::uint64_t checksum = 0;  ///< with PatternCheck::content
  /// Null where the stored arrays are rows of op(A).
  std::shared_ptr<const OrderedBatch<typename Exec::memory_space, Index>> ordered;

  double build_seconds = 0;

  SpmmRun<Exec> run() const { return {options.backend, kernel, options.math_mode}; }
};

/// The memory that the plan holds.
template <class Exec, class Stored>
std::int64_t spmm_plan_bytes(const SpmmPlanState<Exec, StoredBatch<Stored>>& state) {
  return state.ordered == nullptr ? 0 : state.ordered->memory_bytes();
}

template <class Exec, class Stored>
FILIGREE_EXPORT std::shared_ptr<const SpmmPlanState<Exec, StoredBatch<Stored>>> make_spmm_plan(
    const Exec& exec, Op op, const StoredBatch<Stored>& stored, const ScalarKind& scalar,
    const SpmmOptions& options);

/// No kernel needs any.
template <class Exec, class Stored>
std::size_t spmm_plan_workspace_bytes(const SpmmPlanState<Exec, StoredBatch<Stored>>&, std::int64_t,
                                      bool) {
  return 0;
}

// --- products ------------------------------------------------------------------------------------

template <class Exec, class Stored>
void check_contents(std::string_view, const Exec& exec,
                    const SpmmPlanState<Exec, StoredBatch<Stored>>& state,
                    const StoredBatch<Stored>& stored) {
  if (!has_same_shape(state.stored, stored) ||
      (state.options.pattern_check == PatternCheck::content &&
       state.checksum != batch_checksum(exec, stored)))
    throw_stale_spmm_plan();
}
template <class Exec, class Stored>
std::shared_ptr<const SpmmPlanState<Exec, StoredBatch<Stored>>> bind_plan(
    const std::shared_ptr<const SpmmPlanState<Exec, StoredBatch<Stored>>>& state,
    const StoredBatch<Stored>& stored) {
  const auto bound = std::make_shared<SpmmPlanState<Exec, StoredBatch<Stored>>>(*state);
  bound->stored = stored;
  return bound;
}

/// As that of one matrix.
template <class Exec, class Stored, class F>
auto visit_spmm_rows(const Exec& exec, const SpmmPlanState<Exec, StoredBatch<Stored>>& state,
                     const StoredBatch<Stored>& stored, const F& f) {
  check_contents("spmm", exec, state, stored);
  if (state.options.pattern_check == PatternCheck::identity && !(state.stored == stored))
    throw_stale_spmm_plan();
  if (state.ordered != nullptr) return f(state.ordered->matrix);
  return f(one_shot_walk(left_op(state.options.side, state.op), stored).matrix);
}

template <class Exec, class Stored, class A, class B, class C, class Compute>
KernelId run_spmm_plan(const Exec& exec, const SpmmPlanState<Exec, StoredBatch<Stored>>& state,
                       const StoredBatch<Stored>& stored,
                       const SpmmOperands<A, B, C, Compute>& operands) {
  return visit_spmm_rows(exec, state, stored, [&](const auto& matrix) {
    return run_spmm(exec, spmm_problem(operands, matrix), state.run());
  });
}

template <class Exec, class Stored, class Index, class A, class B, class C, class Compute>
KernelId run_spmm_walk(const Exec& exec, Op op, const Stored& stored,
                       const OneShotBlocks<Index>& walk,
                       const SpmmOperands<A, B, C, Compute>& operands, const SpmmOptions& options) {
  if (!walk.is_gather) return run_spmm_with_plan(exec, op, stored, operands, options);
  return run_spmm(exec, spmm_problem(operands, walk.matrix),
                  SpmmRun<Exec>{options.backend, options.kernel, options.math_mode});
}

template <class Exec, class Stored, class A, class B, class C, class Compute>
KernelId run_spmm_one_shot(const Exec& exec, Op op, const StoredBatch<Stored>& stored,
                           const SpmmOperands<A, B, C, Compute>& operands,
                           const SpmmOptions& options) {
  return run_spmm_walk(exec, op, stored, one_shot_walk(left_op(options.side, op), stored), operands,
                       options);
}

}  // namespace filigree::detail
