// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/plan_pointer.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <filigree/spgemm_options.hpp>

/// \file
/// Sparse times sparse matrix: C = alpha op(A) op(B) + beta D. C is a Csr matrix; plans take A, B
/// and D as Csr or Csc, products in one call in any format.
///
/// C has an entry where a product of two stored entries falls, or where D has one, also where they
/// cancel; its rows are sorted (unless SpgemmOptions::sorted is false) and name no column twice. A,
/// B and D may be unsorted, hold duplicates (which count with their sum), be in either base, and be
/// symmetric, Hermitian or triangular: then they stand for the whole matrix. Indices and offsets
/// may be of 32 or 64 bits in any mix: C has the wider of those of A and B.
///
/// A plan is the pattern phase: C's pattern, and what it takes to fill in values, again and again.
/// An entry is the sum of its products in the order of A's row, which depends neither on the number
/// of threads nor on the memory limit: every call is bitwise repeatable. Where alpha is 0 nothing
/// of A and B reaches the result; where beta is 0, nothing of D. docs/spgemm.md has the whole
/// contract.
///
/// Source of the semantics: cuSPARSE 13 guide, sections 6.6.12 and 6.6.13 (where D is C, and has
/// its pattern).

namespace filigree {

/// The type that a product of these storage types is computed in, which is also the type of alpha
/// and beta; void where the combination is not supported. D has the type of C.
template <class A, class B, class C>
using spgemm_compute_t =
    typename detail::SpgemmTypes<std::remove_const_t<A>, std::remove_const_t<B>,
                                 std::remove_const_t<C>>::type;

/// Whether spgemm takes matrices A and B of these types and makes a C of that one. True means that
/// every Op, index and offset type works.
template <class A, class B, class C>
inline constexpr bool spgemm_supports = !std::is_void_v<spgemm_compute_t<A, B, C>>;

namespace detail {
struct SpgemmPlanMaker;
}

/// C's pattern, and products that have it. Immutable: any number of threads and streams may use one
/// plan, and its copies, at once. It depends on patterns and ops, never on values, and does not
/// keep the arrays of A, B and D alive; those of C's pattern are its own, shared with every result.
///
/// Given the workspace that it asks for, apply allocates nothing, and with PatternCheck::identity
/// it synchronises nothing, so it can be captured in a CUDA graph.
template <execution_space Exec, class AB, class Index, class Offset>
class SpgemmPlan {
 public:
  /// The scalar of A and B.
  using ab_scalar = AB;
  ///@{
  /// The integers of C, and where it lies.
  using index_type = Index;
  using offset_type = Offset;
  using memory_space = typename Exec::memory_space;
  ///@}
  /// Memory for apply() to work in, of workspace_bytes() or more; without it apply() may allocate.
  using workspace_view = Kokkos::View<std::byte*, memory_space>;
  /// C with values of this type.
  template <class Scalar>
  using result_type = CsrMatrix<Scalar, Index, Offset, memory_space>;
  /// What alpha and beta are passed as, for a C of this scalar.
  template <class Scalar>
  using scalar_argument = ScalarArgument<spgemm_compute_t<AB, AB, Scalar>>;

  /// An empty plan, to be assigned later: using it is an error (invalid_value).
  SpgemmPlan() = default;
  /// Whether this is a plan, and not an empty one.
  explicit operator bool() const noexcept { return bool(state_); }

  ///@{
  /// Sizes of C.
  std::int64_t num_rows() const { return state_->a.rows.num_rows; }
  std::int64_t num_cols() const { return state_->b.rows.num_cols; }
  ///@}
  /// Entries of C.
  std::int64_t nnz() const { return std::int64_t(state_->col_indices.extent(0)); }
  /// Products of two entries that a call adds up.
  std::int64_t products() const { return state_->prepared.products; }
  ///@{
  /// The arrays of C's pattern.
  const auto& row_offsets() const { return state_->row_offsets; }
  const auto& col_indices() const { return state_->col_indices; }
  ///@}

  /// C with these values, nnz() of them.
  template <class Scalar>
  result_type<Scalar> matrix(const Kokkos::View<Scalar*, memory_space>& values) const {
    return {num_rows(), num_cols(), row_offsets(), col_indices(), values, state_->properties};
  }
  /// C with values of its own, which are not set.
  template <class Scalar = AB>
  result_type<Scalar> make_result(const Exec& exec) const {
    return matrix(detail::allocate<Scalar, memory_space>("SpgemmPlan::make_result", exec,
                                                         "filigree::values", nnz()));
  }

  /// The workspace, in bytes, that makes apply allocate nothing. Each product that runs at the same
  /// time as another needs one of its own; its contents do not matter.
  std::size_t workspace_bytes() const {
    using Widest = detail::arithmetic_t<AB>;
    return std::size_t(state_->workspace_bytes(sizeof(AB), sizeof(Widest)));
  }
  /// What the plan holds beside C's pattern.
  std::int64_t memory_bytes() const { return state_->memory_bytes(); }

  /// C = alpha op(A) op(B) + beta D. C is a matrix of the plan's (matrix, make_result), A and B
  /// have the patterns that the plan was made for, and so has D, if it was made with one; else D is
  /// a matrix of the plan's too, also C itself. Returns the kernel that ran. \throws Error
  /// stale_plan where a pattern is not the plan's; invalid_value where C's values
  ///   overlap others; not_supported where a kernel was asked for that does not take the product.
  template <class AMatrix, class BMatrix, class DMatrix, class C>
  KernelId apply(const Exec& exec, const scalar_argument<typename C::scalar_type>& alpha,
                 const AMatrix& A, const BMatrix& B,
                 const scalar_argument<typename C::scalar_type>& beta, const DMatrix& D,
                 const C& result, const workspace_view& workspace = {}) const try {
    static_assert(detail::is_compressed<DMatrix>, "D is a CsrMatrix or CscMatrix");
    static_assert(std::is_same_v<typename DMatrix::scalar_type, typename C::scalar_type>,
                  "D has the scalar type of C");
    const detail::ScopedRegion region("filigree::spgemm");
    auto values = checked(exec, alpha, A, B, beta, result, workspace);
    values.d = D.values().data();
    values.of_d = detail::spgemm_identity(D);
    values.d_like_c = !state_->has_d;
    if (state_->has_d)
      detail::check_spgemm_pattern(exec, "D", D, state_->of_d, state_->options.pattern_check);
    else
      check_result("D", D);
    check_overlap(exec, A, B, result);
    detail::check_operand("spgemm", "D", exec, D, detail::result_memory("C", result.values()),
                          state_->has_d || D.values().data() != result.values().data());
    return detail::run_spgemm_plan(exec, *state_, values);
  } catch (...) {
    detail::rethrow_as_error("spgemm");
  }

  /// C = alpha op(A) op(B). (Of a plan that was made with D, entries that only D has become 0.)
  template <class AMatrix, class BMatrix, class C>
  KernelId apply(const Exec& exec, const scalar_argument<typename C::scalar_type>& alpha,
                 const AMatrix& A, const BMatrix& B, const C& result,
                 const workspace_view& workspace = {}) const try {
    using Compute = spgemm_compute_t<AB, AB, typename C::scalar_type>;
    const detail::ScopedRegion region("filigree::spgemm");
    const auto values =
        checked(exec, alpha, A, B, ScalarArgument<Compute>(Compute{}), result, workspace);
    check_overlap(exec, A, B, result);
    return detail::run_spgemm_plan(exec, *state_, values);
  } catch (...) {
    detail::rethrow_as_error("spgemm");
  }

  /// For the library's own use: what apply works from.
  const auto& state() const { return *state_; }

  /// As SpmvPlan::bound_to, for a plan without D; results share the plan's pattern as before.
  template <class AMatrix, class BMatrix>
  SpgemmPlan bound_to(const Exec& exec, const AMatrix& A, const BMatrix& B) const try {
    detail::check_operand("SpgemmPlan::bound_to", "A", exec, A);
    detail::check_operand("SpgemmPlan::bound_to", "B", exec, B);
    const auto bound = std::make_shared<State>(*state_);
    const PatternCheck check = state_->options.pattern_check;
    detail::bind_spgemm_operand(exec, "A", A, check, bound->of_a, bound->a);
    detail::bind_spgemm_operand(exec, "B", B, check, bound->of_b, bound->b);
    return SpgemmPlan(bound);
  } catch (...) {
    detail::rethrow_as_error("SpgemmPlan::bound_to");
  }

 private:
  using State = detail::SpgemmPlanState<Exec, Index, Offset>;

  friend struct detail::SpgemmPlanMaker;

  explicit SpgemmPlan(std::shared_ptr<const State> state)
      : state_("SpgemmPlan", std::move(state)) {}

  bool is_result(const detail::SpgemmIdentity& matrix) const {
    return !matrix.by_columns && matrix.offsets == row_offsets().data() &&
           matrix.col_indices == col_indices().data();
  }
  template <class Matrix>
  void check_result(const char* argument, const Matrix& matrix) const {
    if (matrix.num_rows() != num_rows() || matrix.num_cols() != num_cols() ||
        !(matrix.properties() == state_->properties) || !is_result(detail::spgemm_identity(matrix)))
      detail::throw_stale_spgemm_plan(argument);
  }

  template <class Alpha, class AMatrix, class BMatrix, class Beta, class C>
  auto checked(const Exec& exec, const Alpha& alpha, const AMatrix& A, const BMatrix& B,
               const Beta& beta, const C& result, const workspace_view& workspace) const {
    using Scalar = typename C::scalar_type;
    using Compute = spgemm_compute_t<AB, AB, Scalar>;
    static_assert(std::is_same_v<typename AMatrix::scalar_type, AB> &&
                      std::is_same_v<typename BMatrix::scalar_type, AB>,
                  "A and B have the scalar type that the plan was made for");
    static_assert(!std::is_void_v<Compute>,
                  "spgemm does not take these scalar types: see "
                  "spgemm_supports and detail/spgemm_types.inc");
    static_assert(!std::is_const_v<typename C::value_type>, "the result cannot have const values");
    const PatternCheck check = state_->options.pattern_check;
    detail::check_spgemm_pattern(exec, "A", A, state_->of_a, check);
    detail::check_spgemm_pattern(exec, "B", B, state_->of_b, check);
    check_result("C", result);
    return detail::SpgemmValues<AB, Scalar, Compute>{.alpha = alpha,
                                                     .beta = beta,
                                                     .a = A.values().data(),
                                                     .b = B.values().data(),
                                                     .c = result.values().data(),
                                                     .workspace = workspace.data(),
                                                     .workspace_bytes = workspace.extent(0),
                                                     .of_a = detail::spgemm_identity(A),
                                                     .of_b = detail::spgemm_identity(B),
                                                     .of_d = {}};
  }

  template <class AMatrix, class BMatrix, class C>
  void check_overlap(const Exec& exec, const AMatrix& A, const BMatrix& B, const C& c) const {
    const detail::ResultMemory result = detail::result_memory("C", c.values());
    detail::check_operand("spgemm", "A", exec, A, result);
    detail::check_operand("spgemm", "B", exec, B, result);
    detail::check_operand("spgemm", "C", exec, c, result, false);
  }

  detail::PlanPointer<State> state_{"SpgemmPlan"};
};

namespace detail {

/// Checks A and B and brings them to rows.
template <class Exec, class AMatrix, class BMatrix>
auto spgemm_plan_input(const Exec& exec, Op op_a, Op op_b, const AMatrix& A, const BMatrix& B,
                       const SpgemmOptions& options) {
  static_assert(is_compressed<AMatrix> && is_compressed<BMatrix>,
                "plans take CsrMatrix and CscMatrix: convert others with convert_to()");
  using AB = typename AMatrix::scalar_type;
  using Compute = arithmetic_t<AB>;
  static_assert(
      !std::is_void_v<typename SpgemmTypes<AB, typename BMatrix::scalar_type, Compute>::type>,
      "spgemm does not take these scalar types: see spgemm_supports and "
      "detail/spgemm_types.inc");
  static_assert(is_accessible_v<Exec, typename AMatrix::memory_space> &&
                    is_accessible_v<Exec, typename BMatrix::memory_space>,
                "the execution space cannot read a matrix's memory: copy it there first");
  using Index = spgemm_index_t<AMatrix, BMatrix>;
  check_operand("spgemm_plan", "A", exec, A);
  check_operand("spgemm_plan", "B", exec, B);
  SpgemmPlanInput<Exec, Index> input;
  input.options = options;
  input.of_a = spgemm_fingerprint(exec, A, options.pattern_check);
  input.of_b = spgemm_fingerprint(exec, B, options.pattern_check);
  check_spgemm_sizes(op_a, input.of_a.identity, op_b, input.of_b.identity);
  input.a = spgemm_operand<Exec, Index>(exec, A, op_a, false);
  input.b = spgemm_operand<Exec, Index>(exec, B, op_b, true);
  input.ab_bytes = sizeof(AB);
  input.compute_bytes = sizeof(Compute);
  return input;
}

/// Makes plans of what the library has found out.
struct SpgemmPlanMaker {
  template <class AB, class Exec, class Index, class Offset>
  static SpgemmPlan<Exec, AB, Index, Offset> plan(
      std::shared_ptr<const SpgemmPlanState<Exec, Index, Offset>> state) {
    return SpgemmPlan<Exec, AB, Index, Offset>(std::move(state));
  }
};

/// The options of a plan that is used once.
inline SpgemmOptions for_one_product(SpgemmOptions options) {
  options.used_once = true;
  return options;
}

}  // namespace detail

/// Makes a plan for C = alpha op_a(A) op_b(B), or with beta D where D has C's pattern. Reads the
/// patterns, not the values, and waits for the device (see SpgemmOptions::used_once). C's offsets
/// are of type Offset; void: the wider of those of A and B.
/// \throws Error invalid_value where sizes do not agree; insufficient_resources where C has more
///   entries than Offset counts, or, with the bytes needed, options.memory_limit_bytes is too low.
template <class Offset = void, execution_space Exec, class AMatrix, class BMatrix>
auto spgemm_plan(const Exec& exec, Op op_a, Op op_b, const AMatrix& A, const BMatrix& B,
                 const SpgemmOptions& options = {}) try {
  const detail::ScopedRegion region("filigree::spgemm_plan");
  using COffset = detail::spgemm_offset_t<Offset, AMatrix, BMatrix>;
  const auto input = detail::spgemm_plan_input(exec, op_a, op_b, A, B, options);
  return detail::SpgemmPlanMaker::plan<typename AMatrix::scalar_type>(
      detail::make_spgemm_plan<COffset>(exec, input));
} catch (...) {
  detail::rethrow_as_error("spgemm_plan");
}

/// For C = alpha op_a(A) op_b(B) + beta D, whatever D's pattern is: C has its entries too.
template <class Offset = void, execution_space Exec, class AMatrix, class BMatrix, class DMatrix>
requires detail::is_compressed<DMatrix>
auto spgemm_plan(const Exec& exec, Op op_a, Op op_b, const AMatrix& A, const BMatrix& B,
                 const DMatrix& D, const SpgemmOptions& options = {}) try {
  const detail::ScopedRegion region("filigree::spgemm_plan");
  using COffset = detail::spgemm_offset_t<Offset, AMatrix, BMatrix>;
  using Index = detail::spgemm_index_t<AMatrix, BMatrix>;
  static_assert(sizeof(typename DMatrix::index_type) <= sizeof(Index),
                "D's indices are no wider than those of C, which has the wider of A's and B's");
  static_assert(is_accessible_v<Exec, typename DMatrix::memory_space>,
                "the execution space cannot read a matrix's memory: copy it there first");
  detail::check_operand("spgemm_plan", "D", exec, D);
  auto input = detail::spgemm_plan_input(exec, op_a, op_b, A, B, options);
  input.of_d = detail::spgemm_fingerprint(exec, D, options.pattern_check);
  detail::check_spgemm_d(op_a, input.of_a.identity, op_b, input.of_b.identity, input.of_d.identity);
  input.d = detail::spgemm_operand<Exec, Index>(exec, D, Op::none, true);
  input.has_d = true;
  return detail::SpgemmPlanMaker::plan<typename AMatrix::scalar_type>(
      detail::make_spgemm_plan<COffset>(exec, input));
} catch (...) {
  detail::rethrow_as_error("spgemm_plan");
}

/// With A and B as they are (op_a = op_b = Op::none).
template <class Offset = void, execution_space Exec, class AMatrix, class BMatrix>
auto spgemm_plan(const Exec& exec, const AMatrix& A, const BMatrix& B,
                 const SpgemmOptions& options = {}) {
  return spgemm_plan<Offset>(exec, Op::none, Op::none, A, B, options);
}

/// C = alpha op_a(A) op_b(B), as a matrix with arrays of its own and the scalar type of A. A and B
/// are of any format, AnyMatrix too; those that are not Csr or Csc are converted to Csr first (an
/// explicit zero of a format that cannot tell it from padding is no entry then). Waits for the
/// device. \throws Error as spgemm_plan, SpgemmPlan::apply and convert_to
template <class Offset = void, execution_space Exec, class AMatrix, class BMatrix>
auto spgemm(const Exec& exec, Op op_a, Op op_b,
            const ScalarArgument<
                spgemm_compute_t<typename AMatrix::scalar_type, typename BMatrix::scalar_type,
                                 typename AMatrix::scalar_type>>& alpha,
            const AMatrix& A, const BMatrix& B, const SpgemmOptions& options = {}) try {
  const auto a = detail::as_compressed(exec, A);
  const auto b = detail::as_compressed(exec, B);
  const auto plan = spgemm_plan<Offset>(exec, op_a, op_b, a, b, detail::for_one_product(options));
  const auto C = plan.make_result(exec);
  plan.apply(exec, alpha, a, b, C);
  exec.fence("filigree::spgemm");
  return C;
} catch (...) {
  detail::rethrow_as_error("spgemm");
}

/// C = alpha op_a(A) op_b(B) + beta D, as a matrix with arrays of its own and the scalar type of D,
/// whose pattern has the entries of the product and those of D.
template <class Offset = void, execution_space Exec, class AMatrix, class BMatrix, class DMatrix>
auto spgemm(const Exec& exec, Op op_a, Op op_b,
            const ScalarArgument<
                spgemm_compute_t<typename AMatrix::scalar_type, typename BMatrix::scalar_type,
                                 typename DMatrix::scalar_type>>& alpha,
            const AMatrix& A, const BMatrix& B,
            const ScalarArgument<
                spgemm_compute_t<typename AMatrix::scalar_type, typename BMatrix::scalar_type,
                                 typename DMatrix::scalar_type>>& beta,
            const DMatrix& D, const SpgemmOptions& options = {}) try {
  const auto a = detail::as_compressed(exec, A);
  const auto b = detail::as_compressed(exec, B);
  const auto d = detail::as_compressed(exec, D);
  const auto plan =
      spgemm_plan<Offset>(exec, op_a, op_b, a, b, d, detail::for_one_product(options));
  const auto C = plan.template make_result<typename DMatrix::scalar_type>(exec);
  plan.apply(exec, alpha, a, b, beta, d, C);
  exec.fence("filigree::spgemm");
  return C;
} catch (...) {
  detail::rethrow_as_error("spgemm");
}

/// C = A B.
template <class Offset = void, execution_space Exec, class AMatrix, class BMatrix>
auto spgemm(const Exec& exec, const AMatrix& A, const BMatrix& B,
            const SpgemmOptions& options = {}) {
  return spgemm<Offset>(exec, Op::none, Op::none, 1, A, B, options);
}

/// C = alpha op_a(A) op_b(B), made in the caller's arrays, whose types are C's: what multiplies
/// again and again, with other patterns each time, then allocates C only where it grows. C shares
/// the arrays: the next product in them overwrites it. Where an error is thrown their contents are
/// lost. \throws Error as above; invalid_value where A or B has memory of the arrays, or two of
/// them share memory
template <class Scalar, class Index, class Offset, class MemorySpace, execution_space Exec,
          class AMatrix, class BMatrix>
CsrMatrix<Scalar, Index, Offset, MemorySpace> spgemm(
    const Exec& exec, Op op_a, Op op_b,
    const ScalarArgument<spgemm_compute_t<typename AMatrix::scalar_type,
                                          typename BMatrix::scalar_type, Scalar>>& alpha,
    const AMatrix& A, const BMatrix& B, CsrArrays<Scalar, Index, Offset, MemorySpace>& arrays,
    const SpgemmOptions& options = {}) try {
  static_assert(std::is_same_v<Index, detail::spgemm_index_t<AMatrix, BMatrix>>,
                "C has the wider index type of A and B");
  static_assert(std::is_same_v<MemorySpace, typename Exec::memory_space>,
                "C lies in the execution space's own memory");
  const detail::ScopedRegion region("filigree::spgemm");
  const auto a = detail::as_compressed(exec, A);
  const auto b = detail::as_compressed(exec, B);
  const detail::ResultMemory kept[] = {
      detail::result_memory("arrays.row_offsets", arrays.row_offsets),
      detail::result_memory("arrays.col_indices", arrays.col_indices),
      detail::result_memory("arrays.values", arrays.values)};
  for (const detail::ResultMemory& memory : kept) {
    detail::check_operand("spgemm", "A", exec, a, memory);
    detail::check_operand("spgemm", "B", exec, b, memory);
    for (const detail::ResultMemory* other = kept; other != &memory; ++other)
      detail::check_overlap("spgemm", memory.argument, memory.data, memory.bytes, other->argument,
                            other->data, other->bytes, false);
  }
  const auto input =
      detail::spgemm_plan_input(exec, op_a, op_b, a, b, detail::for_one_product(options));
  const auto plan = detail::SpgemmPlanMaker::plan<typename AMatrix::scalar_type>(
      detail::make_spgemm_plan<Offset>(exec, input, &arrays));
  const auto C = plan.matrix(
      detail::kept_array("spgemm", exec, "filigree::values", plan.nnz(), arrays.values));
  plan.apply(exec, alpha, a, b, C);
  return C;
} catch (...) {
  detail::rethrow_as_error("spgemm");
}

/// C = A B, made in the caller's arrays.
template <class Scalar, class Index, class Offset, class MemorySpace, execution_space Exec,
          class AMatrix, class BMatrix>
CsrMatrix<Scalar, Index, Offset, MemorySpace> spgemm(
    const Exec& exec, const AMatrix& A, const BMatrix& B,
    CsrArrays<Scalar, Index, Offset, MemorySpace>& arrays, const SpgemmOptions& options = {}) {
  return spgemm(exec, Op::none, Op::none, 1, A, B, arrays, options);
}

}  // namespace filigree
