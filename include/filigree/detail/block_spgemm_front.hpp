// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <filigree/format/bsr.hpp>

/// What stands between block_spgemm.hpp and the compiled library. The pattern of blocks is that of
/// a product of matrices with one entry a block, and found as such.

namespace filigree::detail {

template <class Matrix>
inline constexpr bool is_bsr = false;
template <class S, class I, class O, class M>
inline constexpr bool is_bsr<BsrMatrix<S, I, O, M>> = true;

/// The identity of the pattern of A's blocks.
template <class Matrix>
SpgemmIdentity block_identity(const Matrix& A) {
  return {A.num_rows(),
          A.num_cols(),
          A.num_blocks(),
          A.properties(),
          A.row_offsets().data(),
          A.col_indices().data(),
          sizeof(typename Matrix::offset_type),
          sizeof(typename Matrix::index_type)};
}
template <class Matrix>
SpgemmRows<typename Matrix::index_type> block_rows(const Matrix& A) {
  return {A.num_block_rows(),           A.num_block_cols(),     A.num_blocks(),
          std::int64_t(A.index_base()), A.row_offsets().data(), A.col_indices().data()};
}

/// A plan but for the pattern of its blocks.
struct BlockSpgemmPlanBase {
  Op op_a = Op::none, op_b = Op::none;
  BlockLayout a_block, b_block;  ///< of A and B as they are stored
  BlockLayout c_block;
  std::int64_t num_rows = 0, inner = 0, num_cols = 0;  ///< of entries
  std::string_view kernel;
  std::int64_t workspace_bytes = 0;
};

template <class Exec, class Index, class Offset>
struct BlockSpgemmState : BlockSpgemmPlanBase {
  std::shared_ptr<const SpgemmPlanState<Exec, Index, Offset>> blocks;

  std::int64_t num_blocks() const { return std::int64_t(blocks->col_indices.extent(0)); }
};

/// What a plan is made of: the pattern of blocks, and what they are.
template <class Exec, class Index>
struct BlockSpgemmInput : SpgemmPlanInput<Exec, Index> {
  Op op_a = Op::none, op_b = Op::none;
  BlockLayout a_block, b_block;
};

/// Throws unless A and B are general and op(A) and op(B) can be multiplied block by block.
FILIGREE_EXPORT void check_block_spgemm(Op op_a, const SpgemmIdentity& a,
                                        const BlockLayout& a_block, Op op_b,
                                        const SpgemmIdentity& b, const BlockLayout& b_block);

/// Waits for the device. \throws Error as block_spgemm_plan
template <class Offset, class Exec, class Index>
FILIGREE_EXPORT std::shared_ptr<const BlockSpgemmState<Exec, Index, Offset>> make_block_spgemm_plan(
    const Exec& exec, const BlockSpgemmInput<Exec, Index>& input);

/// `blocks`: their pattern, which is the plan's. `values` have no D.
template <class Exec, class Index, class AB, class C, class Compute>
FILIGREE_EXPORT KernelId run_block_spgemm(const Exec& exec, const BlockSpgemmPlanBase& plan,
                                          const SpgemmPlanBase<Exec, Index>& blocks,
                                          const SpgemmValues<AB, C, Compute>& values);

/// As check_spgemm_pattern.
template <class Exec, class Matrix>
void check_block_pattern(const Exec& exec, std::string_view argument, const Matrix& A,
                         const BlockLayout& block, const SpgemmFingerprint& expected,
                         PatternCheck check) {
  if (!(A.block() == block) || !may_be_same(expected.identity, block_identity(A), check) ||
      (check == PatternCheck::content && spgemm_checksum(exec, block_rows(A)) != expected.checksum))
    throw_stale_spgemm_plan(argument, "block_spgemm");
}

/// Checks A and B and brings their blocks to rows.
template <class Exec, class Index, class AMatrix, class BMatrix>
BlockSpgemmInput<Exec, Index> block_spgemm_input(const Exec& exec, Op op_a, Op op_b,
                                                 const AMatrix& A, const BMatrix& B,
                                                 const SpgemmOptions& options) {
  constexpr const char* operation = "block_spgemm_plan";
  check_block_spgemm(op_a, block_identity(A), A.block(), op_b, block_identity(B), B.block());
  check_operand(operation, "A", exec, A);
  check_operand(operation, "B", exec, B);
  const auto fingerprint = [&](const auto& matrix) -> SpgemmFingerprint {
    return {block_identity(matrix), options.pattern_check == PatternCheck::content
                                        ? spgemm_checksum(exec, block_rows(matrix))
                                        : 0};
  };
  BlockSpgemmInput<Exec, Index> input;
  input.options = options;
  input.of_a = fingerprint(A);
  input.of_b = fingerprint(B);
  input.a = stored_spgemm_operand<Exec, Index>(exec, block_rows(A), A.properties(), op_a, false);
  input.b = stored_spgemm_operand<Exec, Index>(exec, block_rows(B), B.properties(), op_b, true);
  input.compute_bytes = sizeof(arithmetic_t<typename AMatrix::scalar_type>);
  input.op_a = op_a;
  input.op_b = op_b;
  input.a_block = A.block();
  input.b_block = B.block();
  return input;
}

template <class Exec, class Index, class Offset, class Compute, class AMatrix, class BMatrix,
          class CMatrix>
KernelId apply_block_spgemm(const Exec& exec, const BlockSpgemmState<Exec, Index, Offset>& state,
                            const ScalarArgument<Compute>& alpha, const AMatrix& A,
                            const BMatrix& B, const ScalarArgument<Compute>& beta, const CMatrix& C,
                            const Kokkos::View<std::byte*, typename Exec::memory_space>& given) {
  using AB = typename AMatrix::scalar_type;
  constexpr const char* operation = "block_spgemm";
  static_assert(!std::is_const_v<typename CMatrix::value_type>, "C cannot have const values");
  const auto& blocks = *state.blocks;
  const PatternCheck check = blocks.options.pattern_check;
  check_block_pattern(exec, "A", A, state.a_block, blocks.of_a, check);
  check_block_pattern(exec, "B", B, state.b_block, blocks.of_b, check);
  const SpgemmIdentity of_c = block_identity(C);
  if (!(C.block() == state.c_block) || of_c.offsets != blocks.row_offsets.data() ||
      of_c.col_indices != blocks.col_indices.data() || C.num_rows() != state.num_rows ||
      C.num_cols() != state.num_cols || !(C.properties() == blocks.properties))
    throw_stale_spgemm_plan("C", operation);
  const ResultMemory result = result_memory("C", C.values());
  check_operand(operation, "A", exec, A, result);
  check_operand(operation, "B", exec, B, result);
  check_operand(operation, "C", exec, C, result, false);

  const SpgemmValues<AB, typename CMatrix::scalar_type, Compute> values{
      .alpha = alpha,
      .beta = beta,
      .a = A.values().data(),
      .b = B.values().data(),
      .c = C.values().data(),
      .workspace = given.data(),
      .workspace_bytes = given.extent(0),
      .of_a = block_identity(A),
      .of_b = block_identity(B),
      .of_d = {}};
  return run_block_spgemm(exec, state, blocks, values);
}

}  // namespace filigree::detail
