// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/detail/operator_front.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <filigree/format/bsr.hpp>

/// What stands between block_spgemm.hpp and the compiled library. The pattern of blocks is that of
/// a product of matrices with one entry a block, and found as such.

namespace filigree::detail {

/// The blocks of op(A) or op(B): block k of its rows is one that is stored, or the sum of several.
template <class T>
struct BlockFactor {
  const T* values = nullptr;
  const std::int64_t* sources = nullptr;  ///< as SpgemmOperand has them
  const std::int64_t* segments = nullptr;
  std::int64_t entries = 1;                     ///< of a block
  std::int64_t row_stride = 1, col_stride = 1;  ///< in a block of op(A)
  bool conjugate = false;

  /// Calls visit(values of a stored block) for those that make block k.
  template <class Visit>
  KOKKOS_FUNCTION void for_each(std::int64_t k, const Visit& visit) const {
    if (sources == nullptr)
      visit(values + k * entries);
    else if (segments == nullptr)
      visit(values + sources[k] / 2 * entries);
    else
      for (std::int64_t s = segments[k]; s < segments[k + 1]; ++s)
        visit(values + sources[s] / 2 * entries);
  }
};

template <class Index, class AB, class C_, class Compute>
struct BlockSpgemmProblem {
  using index_type = Index;
  using ab_scalar = AB;
  using c_scalar = C_;
  using compute_type = Compute;

  SpgemmPattern<Index> pattern;  ///< of blocks
  SpgemmRows<Index> c;           ///< of blocks, sorted
  BlockFactor<AB> a, b;
  BlockLayout block;  ///< of C
  std::int64_t inner_block = 1;
  std::int64_t num_rows = 0, inner = 0, num_cols = 0;  ///< of entries: blocks stand over the edge

  ScalarArgument<Compute> alpha;
  ScalarArgument<Compute> beta;  ///< the old C is not read where it is 0
  C_* values = nullptr;

  std::int64_t longest_row = 0;  ///< blocks of a block row of C
  void* workspace = nullptr;
  std::size_t workspace_bytes = 0;

  /// Columns of block column `k` of op(A) that are inside.
  KOKKOS_FUNCTION std::int64_t depth(std::int64_t k) const {
    return Kokkos::min(inner_block, inner - k * inner_block);
  }
  /// Entry (i, j) of a block of C from the sum of its products.
  KOKKOS_FUNCTION void store(std::int64_t place, std::int64_t block_row, std::int64_t i,
                             std::int64_t j, const Compute& sum) const {
    C_& entry = values[place * block.rows * block.cols + block.place(i, j)];
    const bool is_inside =
        block_row * block.rows + i < num_rows && c.column(place) * block.cols + j < num_cols;
    const Compute factor = alpha.get(), old = beta.get();
    Compute value{};
    if (is_inside && factor != Compute{}) value = factor * sum;
    if (is_inside && old != Compute{}) value += old * convert<Compute>(entry);
    entry = convert<C_>(value);
  }
};

/// The kernel for the values, and the workspace that it is best given.
struct BlockSpgemmChoice {
  std::string_view kernel;
  std::int64_t workspace_bytes = 0;
};
template <class Exec>
FILIGREE_EXPORT BlockSpgemmChoice choose_block_spgemm(
    const Exec& exec, Backend backend, std::string_view asked, std::int64_t num_block_rows,
    std::int64_t num_block_cols, std::int64_t bytes_of_longest_row, std::int64_t limit);
template <class Exec, class Index, class AB, class C, class Compute>
FILIGREE_EXPORT KernelId run_block_spgemm(const Exec& exec,
                                          const BlockSpgemmProblem<Index, AB, C, Compute>& problem,
                                          std::string_view kernel);

template <class Matrix>
inline constexpr bool is_bsr = false;
template <class S, class I, class O, class M>
inline constexpr bool is_bsr<BsrMatrix<S, I, O, M>> = true;

/// Of its blocks.
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

/// op(A)'s entries in a block.
inline BlockLayout turned(const BlockLayout& block, Op op) {
  if (op == Op::none) return block;
  return {block.cols, block.rows,
          block.order == BlockOrder::row_major ? BlockOrder::col_major : BlockOrder::row_major};
}

template <class Exec, class Index, class Offset>
struct BlockSpgemmState {
  std::shared_ptr<const SpgemmPlanState<Exec, Index, Offset>> blocks;
  SpgemmFingerprint of_a, of_b;
  BlockLayout a_block, b_block, c_block;  ///< of A and B as they are stored
  Op op_a = Op::none, op_b = Op::none;
  std::int64_t num_rows = 0, inner = 0, num_cols = 0;
  BlockSpgemmChoice choice;

  std::int64_t num_blocks() const { return std::int64_t(blocks->col_indices.extent(0)); }
};

/// As check_spgemm_pattern.
template <class Exec, class Matrix>
void check_block_pattern(const Exec& exec, std::string_view argument, const Matrix& A,
                         const BlockLayout& block, const SpgemmFingerprint& expected,
                         PatternCheck check) {
  if (!(A.block() == block) || !may_be_same(expected.identity, block_identity(A), check) ||
      (check == PatternCheck::content && spgemm_checksum(exec, block_rows(A)) != expected.checksum))
    throw_stale_spgemm_plan(argument, "block_spgemm");
}

template <class Exec, class Index, class Matrix>
SpgemmOperand<Exec, Index> block_operand(const Exec& exec, const Matrix& A, Op op, bool merges) {
  return stored_spgemm_operand<Exec, Index>(exec, block_rows(A), A.properties(), op, merges);
}

template <class Offset, class Exec, class Index, class AMatrix, class BMatrix>
std::shared_ptr<const BlockSpgemmState<Exec, Index, Offset>> make_block_spgemm(
    const Exec& exec, Op op_a, Op op_b, const AMatrix& A, const BMatrix& B,
    const SpgemmOptions& options) {
  constexpr const char* operation = "block_spgemm_plan";
  using Compute = typename ArithmeticType<typename AMatrix::scalar_type>::type;
  check_general(operation, "A", A.properties());
  check_general(operation, "B", B.properties());
  check_operand(operation, "A", exec, A);
  check_operand(operation, "B", exec, B);
  const auto state = std::make_shared<BlockSpgemmState<Exec, Index, Offset>>();
  const BlockLayout a = turned(A.block(), op_a), b = turned(B.block(), op_b);
  state->a_block = A.block();
  state->b_block = B.block();
  state->c_block = {a.rows, b.cols, A.block().order};
  state->op_a = op_a;
  state->op_b = op_b;
  const auto fingerprint = [&](const auto& matrix) -> SpgemmFingerprint {
    return {block_identity(matrix), options.pattern_check == PatternCheck::content
                                        ? spgemm_checksum(exec, block_rows(matrix))
                                        : 0};
  };
  state->of_a = fingerprint(A);
  state->of_b = fingerprint(B);
  check_spgemm_sizes(op_a, state->of_a.identity, op_b, state->of_b.identity);
  check_size(operation, "B.block()", B.block().rows, B.block().cols,
             op_b == Op::none ? a.cols : B.block().rows, op_b == Op::none ? B.block().cols : a.cols,
             "blocks of op(B) having as many rows as those of op(A) have columns");
  state->num_rows = op_a == Op::none ? A.num_rows() : A.num_cols();
  state->inner = op_a == Op::none ? A.num_cols() : A.num_rows();
  state->num_cols = op_b == Op::none ? B.num_cols() : B.num_rows();

  SpgemmPlanInput<Exec, Index> input;
  input.options = options;
  input.options.kernel = {};
  if (options.backend == Backend::tuned) input.options.backend = Backend::automatic;
  input.options.lists_products = false;
  input.of_a = state->of_a;
  input.of_b = state->of_b;
  input.a = block_operand<Exec, Index>(exec, A, op_a, false);
  input.b = block_operand<Exec, Index>(exec, B, op_b, true);
  state->blocks = make_spgemm_plan<Offset>(exec, input);
  const std::int64_t limit =
      options.memory_limit_bytes.value_or(std::numeric_limits<std::int64_t>::max());
  state->choice = choose_block_spgemm(
      exec, options.backend, options.kernel, state->blocks->a.rows.num_rows,
      state->blocks->b.rows.num_cols,
      state->blocks->prepared.longest_row * a.rows * b.cols * std::int64_t(sizeof(Compute)),
      limit - state->blocks->memory_bytes());
  return state;
}

template <class T, class Exec, class Index>
BlockFactor<T> block_factor(const SpgemmOperand<Exec, Index>& operand, const BlockLayout& stored,
                            Op op, const T* values) {
  const bool by_rows = turned(stored, op).order == BlockOrder::row_major;
  const BlockLayout block = turned(stored, op);
  return {values,
          operand.sources.data(),
          operand.segments.data(),
          block.rows * block.cols,
          by_rows ? block.cols : 1,
          by_rows ? 1 : block.rows,
          operand.conjugate};
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
  check_block_pattern(exec, "A", A, state.a_block, state.of_a, check);
  check_block_pattern(exec, "B", B, state.b_block, state.of_b, check);
  const SpgemmIdentity of_c = block_identity(C);
  if (!(C.block() == state.c_block) || of_c.offsets != blocks.row_offsets.data() ||
      of_c.col_indices != blocks.col_indices.data() || C.num_rows() != state.num_rows ||
      C.num_cols() != state.num_cols || !(C.properties() == blocks.properties))
    throw_stale_spgemm_plan("C", operation);
  const ResultMemory result = result_memory("C", C.values());
  check_operand(operation, "A", exec, A, result);
  check_operand(operation, "B", exec, B, result);
  check_operand(operation, "C", exec, C, result, false);

  const auto needed = std::size_t(state.choice.workspace_bytes);
  Kokkos::View<std::byte*, typename Exec::memory_space> own;
  std::byte* workspace = given.data();
  if (needed > 0 && workspace != nullptr) {
    check_workspace(operation, "BlockSpgemmPlan", workspace, given.extent(0), needed);
  } else if (needed > 0) {
    own = allocate<std::byte, typename Exec::memory_space>(
        operation, exec, "filigree::spgemm::workspace", std::int64_t(needed));
    workspace = own.data();
  }
  const AB *const a_values = A.values().data(), *const b_values = B.values().data();
  BlockSpgemmProblem<Index, AB, typename CMatrix::scalar_type, Compute> problem{
      .pattern = blocks.pattern(),
      .c = blocks.c,
      .a = block_factor(blocks.a, state.a_block, state.op_a, a_values),
      .b = block_factor(blocks.b, state.b_block, state.op_b, b_values),
      .block = state.c_block,
      .inner_block = turned(state.a_block, state.op_a).cols,
      .num_rows = state.num_rows,
      .inner = state.inner,
      .num_cols = state.num_cols,
      .alpha = alpha,
      .beta = beta,
      .values = C.values().data(),
      .longest_row = blocks.prepared.longest_row,
      .workspace = workspace,
      .workspace_bytes = needed};
  rebind_spgemm_rows(problem.pattern.a, state.of_a.identity, block_identity(A));
  rebind_spgemm_rows(problem.pattern.b, state.of_b.identity, block_identity(B));
  return run_block_spgemm(exec, problem, state.choice.kernel);
}

}  // namespace filigree::detail
