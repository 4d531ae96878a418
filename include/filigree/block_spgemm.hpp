// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/block_spgemm_front.hpp>
#include <filigree/detail/plan_pointer.hpp>
#include <filigree/spgemm.hpp>
#include <filigree/spgemm_options.hpp>

/// \file
/// Sparse times sparse matrix by blocks: C = alpha op(A) op(B) + beta C for Bsr matrices, C being
/// one too. C has a block where a product of two stored blocks falls; its block rows are sorted and
/// name no block column twice. Blocks of op(A) are m x k, those of op(B) k x n, those of C m x n,
/// in the order of A's. (spgemm takes Bsr matrices as well, and makes a Csr matrix of their
/// entries.)
///
/// A and B are general; block columns may be unsorted and come twice, then both count. Indices and
/// offsets may be of 32 or 64 bits in any mix: C has the wider ones. What blocks hold outside the
/// matrix is not read; in C it is 0. Types and determinism are those of spgemm: docs/spgemm.md.
///
/// Source of the semantics: those of spgemm, a block for an entry.

namespace filigree {

/// C's pattern of blocks, and products that have it. What SpgemmPlan promises holds here too.
template <execution_space Exec, class AB, class Index, class Offset>
class BlockSpgemmPlan {
 public:
  /// The scalar of A and B.
  using ab_scalar = AB;
  /// Where the plan and C lie.
  using memory_space = typename Exec::memory_space;
  /// Memory for apply() to work in, of workspace_bytes() or more; without it apply() may allocate.
  using workspace_view = Kokkos::View<std::byte*, memory_space>;
  /// C with values of this type.
  template <class Scalar>
  using result_type = BsrMatrix<Scalar, Index, Offset, memory_space>;
  /// What alpha and beta are passed as, for a C of this scalar.
  template <class Scalar>
  using scalar_argument = ScalarArgument<spgemm_compute_t<AB, AB, Scalar>>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  BlockSpgemmPlan() = default;
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }

  ///@{
  /// C's size in entries, its blocks, how many there are.
  std::int64_t num_rows() const { return state_->num_rows; }
  std::int64_t num_cols() const { return state_->num_cols; }
  const BlockLayout& block() const { return state_->c_block; }
  std::int64_t num_blocks() const { return state_->num_blocks(); }
  ///@}
  /// Products of two blocks that a call adds up.
  std::int64_t products() const { return state_->blocks->prepared.products; }

  /// C with these values, those of num_blocks() blocks.
  template <class Scalar>
  result_type<Scalar> matrix(const Kokkos::View<Scalar*, memory_space>& values) const {
    return {num_rows(),
            num_cols(),
            block(),
            state_->blocks->row_offsets,
            state_->blocks->col_indices,
            values,
            state_->blocks->properties};
  }
  /// C with values of its own, which are not set.
  template <class Scalar = AB>
  result_type<Scalar> make_result(const Exec& exec) const try {
    return matrix(detail::allocate<Scalar, memory_space>(
        "BlockSpgemmPlan::make_result", exec, "filigree::values",
        detail::checked_product("BlockSpgemmPlan::make_result", "C", num_blocks(),
                                block().rows * block().cols)));
  } catch (...) {
    detail::rethrow_as_error("BlockSpgemmPlan::make_result");
  }

  /// The workspace, in bytes, that makes apply allocate nothing. Each product that runs at the same
  /// time as another needs one of its own; its contents do not matter.
  std::size_t workspace_bytes() const { return std::size_t(state_->workspace_bytes); }
  /// What the plan holds beside C's pattern.
  std::int64_t memory_bytes() const { return state_->blocks->memory_bytes(); }

  /// C = alpha op(A) op(B) + beta C. C is a matrix of the plan's (matrix, make_result), A and B
  /// have the patterns that the plan was made for. Returns the kernel that ran. \throws Error
  /// stale_plan where a pattern is not the plan's; invalid_value where C's values
  ///   overlap others, or the workspace is too small
  template <class AMatrix, class BMatrix, class C>
  KernelId apply(const Exec& exec, const scalar_argument<typename C::scalar_type>& alpha,
                 const AMatrix& A, const BMatrix& B,
                 const scalar_argument<typename C::scalar_type>& beta, const C& result,
                 const workspace_view& workspace = {}) const try {
    using Compute = spgemm_compute_t<AB, AB, typename C::scalar_type>;
    static_assert(detail::is_bsr<AMatrix> && detail::is_bsr<BMatrix>, "A and B are BsrMatrix");
    static_assert(std::is_same_v<typename AMatrix::scalar_type, AB> &&
                      std::is_same_v<typename BMatrix::scalar_type, AB>,
                  "A and B have the scalar type that the plan was made for");
    static_assert(!std::is_void_v<Compute>,
                  "block_spgemm does not take these scalar types: see "
                  "spgemm_supports and detail/spgemm_types.inc");
    const detail::ScopedRegion region("filigree::block_spgemm");
    return detail::apply_block_spgemm<Exec, Index, Offset, Compute>(exec, *state_, alpha, A, B,
                                                                    beta, result, workspace);
  } catch (...) {
    detail::rethrow_as_error("block_spgemm");
  }

 private:
  using State = detail::BlockSpgemmState<Exec, Index, Offset>;

  template <class O, execution_space E, class A, class B>
  friend auto block_spgemm_plan(const E&, Op, Op, const A&, const B&, const SpgemmOptions&);

  explicit BlockSpgemmPlan(std::shared_ptr<const State> state)
      : state_("BlockSpgemmPlan", std::move(state)) {}

  detail::PlanPointer<State> state_{"BlockSpgemmPlan"};
};

/// Makes a plan for C = alpha op_a(A) op_b(B) + beta C. Reads the patterns, not the values, and
/// waits for the device. C's offsets are of type Offset; void: the wider of those of A and B. Of
/// `options` backend and kernel are of the values' kernels, lists_products, used_once and sorted do
/// not count. \throws Error invalid_value where sizes of the matrices or of their blocks do not
/// agree;
///   matrix_type_not_supported where one is not general; insufficient_resources where C has more
///   blocks than Offset counts, or options.memory_limit_bytes is too low
template <class Offset = void, execution_space Exec, class AMatrix, class BMatrix>
auto block_spgemm_plan(const Exec& exec, Op op_a, Op op_b, const AMatrix& A, const BMatrix& B,
                       const SpgemmOptions& options = {}) try {
  static_assert(detail::is_bsr<AMatrix> && detail::is_bsr<BMatrix>, "A and B are BsrMatrix");
  using AB = typename AMatrix::scalar_type;
  static_assert(spgemm_supports<AB, typename BMatrix::scalar_type, AB>,
                "block_spgemm does not take these scalar types: see spgemm_supports and "
                "detail/spgemm_types.inc");
  static_assert(is_accessible_v<Exec, typename AMatrix::memory_space> &&
                    is_accessible_v<Exec, typename BMatrix::memory_space>,
                "the execution space cannot read a matrix's memory: copy it there first");
  using Index = detail::spgemm_index_t<AMatrix, BMatrix>;
  using COffset = detail::spgemm_offset_t<Offset, AMatrix, BMatrix>;
  const detail::ScopedRegion region("filigree::block_spgemm_plan");
  return BlockSpgemmPlan<Exec, AB, Index, COffset>(detail::make_block_spgemm_plan<COffset>(
      exec, detail::block_spgemm_input<Exec, Index>(exec, op_a, op_b, A, B, options)));
} catch (...) {
  detail::rethrow_as_error("block_spgemm_plan");
}

/// C = alpha op_a(A) op_b(B) in one call: a Bsr matrix with arrays of its own and the scalar type
/// of A. Waits for the device. \throws Error as block_spgemm_plan and BlockSpgemmPlan::apply
template <class Offset = void, execution_space Exec, class AMatrix, class BMatrix>
auto block_spgemm(const Exec& exec, Op op_a, Op op_b,
                  const ScalarArgument<
                      spgemm_compute_t<typename AMatrix::scalar_type, typename BMatrix::scalar_type,
                                       typename AMatrix::scalar_type>>& alpha,
                  const AMatrix& A, const BMatrix& B, const SpgemmOptions& options = {}) try {
  const auto plan = block_spgemm_plan<Offset>(exec, op_a, op_b, A, B, options);
  const auto C = plan.make_result(exec);
  plan.apply(exec, alpha, A, B, 0, C);
  exec.fence("filigree::block_spgemm");  // before the plan goes
  return C;
} catch (...) {
  detail::rethrow_as_error("block_spgemm");
}

/// C = A B.
template <class Offset = void, execution_space Exec, class AMatrix, class BMatrix>
auto block_spgemm(const Exec& exec, const AMatrix& A, const BMatrix& B,
                  const SpgemmOptions& options = {}) {
  return block_spgemm<Offset>(exec, Op::none, Op::none, 1, A, B, options);
}

}  // namespace filigree
