// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/explain_front.hpp>
#include <filigree/detail/same_pattern.hpp>
#include <filigree/detail/sddmm_problem.hpp>
#include <filigree/detail/spmm_arguments.hpp>
#include <filigree/format/bsc.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/sddmm_options.hpp>

/// What stands between the public calls of sddmm.hpp and the compiled library.

namespace filigree::detail {

template <class Matrix>
inline constexpr bool is_sddmm_format = false;
template <class S, class I, class O, class M>
inline constexpr bool is_sddmm_format<CsrMatrix<S, I, O, M>> = true;
template <class S, class I, class O, class M>
inline constexpr bool is_sddmm_format<CscMatrix<S, I, O, M>> = true;
template <class S, class I, class O, class M>
inline constexpr bool is_sddmm_format<BsrMatrix<S, I, O, M>> = true;
template <class S, class I, class O, class M>
inline constexpr bool is_sddmm_format<BscMatrix<S, I, O, M>> = true;
template <class Matrix>
inline constexpr bool is_sddmm_format<MatrixBatch<Matrix>> = is_sddmm_format<Matrix>;

template <class A, class B, class C>
struct SddmmTypes {
  using type =
      std::conditional_t<std::is_same_v<A, B>, typename SddmmComputeType<A, C>::type, void>;
};

/// The compute type of a call; CArgument is a matrix, a StridedBatch or a MatrixBatch.
template <class AView, class BView, class CArgument>
struct SddmmFrontCompute {
  static_assert(Kokkos::is_view_v<AView> && Kokkos::is_view_v<BView>,
                "A and B are Kokkos Views of rank 2, batches of them of rank 3");
  using type = typename SddmmTypes<typename AView::non_const_value_type,
                                   typename BView::non_const_value_type,
                                   std::remove_const_t<typename CArgument::scalar_type>>::type;
  static_assert(!std::is_void_v<type>,
                "sddmm does not take these scalar types: see sddmm_supports and "
                "detail/sddmm_types.inc for the combinations of (A and B, C) that it takes");
};
template <class AView, class BView, class CArgument>
using sddmm_front_compute_t = typename SddmmFrontCompute<AView, BView, CArgument>::type;

// --- arguments -----------------------------------------------------------------------------------

struct SddmmShapes {
  std::string_view operation = "sddmm";
  Op op_a = Op::none;
  Op op_b = Op::none;
  DenseShape A;
  DenseShape B;
  std::int64_t c_rows = 0;
  std::int64_t c_cols = 0;
  bool c_is_batch = false;
  std::int64_t c_batch = 1;
  std::int64_t c_stride = 0;  ///< from a matrix's values to the next one's
  std::int64_t c_places = 0;  ///< of a matrix
  const void* c_values = nullptr;
  std::size_t c_scalar_bytes = 1;
};

/// Throws invalid_value unless sizes and batches agree and C's values are apart from each other and
/// from A and B.
FILIGREE_EXPORT void check_sddmm_shapes(const SddmmShapes& shapes);
/// Throws stale_plan.
[[noreturn]] FILIGREE_EXPORT void throw_stale_sddmm_plan();

/// Strips the values of C to a pointer, in `operands` and, to be checked, in `shapes`.
template <class CArgument, class Operands>
void set_sddmm_result(const CArgument& c, SddmmShapes& shapes, Operands& operands) {
  using Result = SparseArgument<CArgument>;
  const auto& matrix = Result::pattern(c);
  static_assert(is_sddmm_format<typename Result::matrix_type>,
                "the sparse matrix is a CsrMatrix, CscMatrix, BsrMatrix or BscMatrix, or a "
                "StridedBatch or MatrixBatch of one");
  static_assert(!std::is_const_v<typename CArgument::value_type>,
                "the result cannot have const values");
  shapes.c_rows = matrix.num_rows();
  shapes.c_cols = matrix.num_cols();
  shapes.c_scalar_bytes = sizeof(typename CArgument::value_type);
  if constexpr (Result::is_batch) {
    shapes.c_is_batch = true;
    shapes.c_batch = c.count();
    shapes.c_stride = Result::values_stride(c);
    shapes.c_places = Result::values_length(c);
    operands.values = Result::values(c);
    operands.values_stride = shapes.c_stride;
    operands.batch_count = shapes.c_batch;
  } else {
    shapes.c_places = std::int64_t(matrix.values().extent(0));
    operands.values = c.values().data();
  }
  shapes.c_values = operands.values;
}

/// Throws invalid_value unless C's values are apart from its pattern.
template <class Exec, class CArgument>
void check_sddmm_pattern_apart(std::string_view operation, const Exec& exec, const CArgument& c,
                               const SddmmShapes& shapes) {
  const std::int64_t places =
      shapes.c_batch > 0 ? (shapes.c_batch - 1) * shapes.c_stride + shapes.c_places : 0;
  check_operand(operation, "C", exec, c,
                {"C.values()", shapes.c_values, std::size_t(places) * shapes.c_scalar_bytes},
                false);
}

/// Checks the arguments of a call and strips them to pointers.
template <class Exec, class AView, class BView, class CArgument>
auto checked_sddmm_operands(
    const Exec& exec, Op op_a, Op op_b,
    const ScalarArgument<sddmm_front_compute_t<AView, BView, CArgument>>& alpha, const AView& a,
    const BView& b, const ScalarArgument<sddmm_front_compute_t<AView, BView, CArgument>>& beta,
    const CArgument& c) {
  using AB = typename AView::non_const_value_type;
  using Compute = sddmm_front_compute_t<AView, BView, CArgument>;
  static_assert(is_accessible_v<Exec, typename AView::memory_space> &&
                    is_accessible_v<Exec, typename BView::memory_space> &&
                    is_accessible_v<Exec, typename CArgument::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  SddmmOperands<AB, typename CArgument::scalar_type, Compute> operands{alpha, beta, {}, {}};
  SddmmShapes shapes;
  shapes.op_a = op_a;
  shapes.op_b = op_b;
  shapes.A = dense_shape(a);
  shapes.B = dense_shape(b);
  set_sddmm_result(c, shapes, operands);
  check_sddmm_shapes(shapes);
  check_sddmm_pattern_apart("sddmm", exec, c, shapes);
  operands.left = dense_operand<const AB>(op_a, a.data(), shapes.A);
  operands.right = dense_operand<const AB>(op_b, b.data(), shapes.B).transposed();
  operands.inner = op_a == Op::none ? shapes.A.cols : shapes.A.rows;
  return operands;
}

// --- products ------------------------------------------------------------------------------------

/// How a product is to be run.
struct SddmmRun {
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< asked for by name
  bool planned = false;          ///< a workspace may be had
};

template <class Exec, class Index, class AB, class C, class Compute>
FILIGREE_EXPORT KernelId run_sddmm(const Exec& exec,
                                   const SddmmProblem<Index, AB, C, Compute>& problem,
                                   const SddmmRun& run);

/// What is known of a plan without looking at operands.
struct SddmmPlanFacts {
  std::string_view format;
  std::int64_t pattern_bytes = 0;  ///< that a product reads
  std::int64_t plan_bytes = 0;
  double build_seconds = 0;
};

/// What run_sddmm would run, and what that takes. Throws as run_sddmm.
template <class Exec, class Index, class AB, class C, class Compute>
FILIGREE_EXPORT SddmmExplanation explain_sddmm(const Exec& exec,
                                               const SddmmProblem<Index, AB, C, Compute>& problem,
                                               const SddmmRun& run, const SddmmPlanFacts& facts);

/// A checksum of the pattern. Waits for the device.
template <class Exec, class Index>
FILIGREE_EXPORT std::uint64_t sddmm_checksum(const Exec& exec, const SddmmPattern<Index>& pattern);

template <class Exec, class Stored>
std::uint64_t stored_checksum(const Exec& exec, const Stored& stored) {
  return sddmm_checksum(exec, sddmm_pattern(stored));
}
template <class Exec, class Stored>
std::uint64_t stored_checksum(const Exec& exec, const StoredBatch<Stored>& batch) {
  return batch_checksum(exec, batch);
}

/// The most workspace that a kernel asks for.
template <class Exec>
FILIGREE_EXPORT std::size_t sddmm_workspace_bytes(std::int64_t num_rows, std::int64_t num_cols,
                                                  std::int64_t inner, std::size_t scalar_bytes);

template <class Stored, class AB, class C, class Compute, class MemorySpace>
auto sddmm_problem(const Stored& stored, const SddmmOperands<AB, C, Compute>& operands,
                   const SddmmPrepared<MemorySpace>& prepared) {
  const auto pattern = sddmm_pattern(stored);
  using Index = typename decltype(pattern)::index_type;
  SddmmProblem<Index, AB, C, Compute> problem{operands, pattern, prepared.rows,
                                              prepared.hot_columns.data()};
  if (walks_columns(stored)) std::swap(problem.left, problem.right);
  return problem;
}

template <class Exec, class Stored, class AB, class C, class Compute>
KernelId run_sddmm_pattern(const Exec& exec, const Stored& stored,
                           const SddmmOperands<AB, C, Compute>& operands, const SddmmRun& run,
                           const sddmm_prepared_t<Exec>& prepared = {}) {
  return run_sddmm(exec, sddmm_problem(stored, operands, prepared), run);
}

// --- plans ---------------------------------------------------------------------------------------

template <class Exec, class Stored>
struct SddmmPlanState {
  Stored stored;
  SddmmOptions options;  ///< without the kernel's name, whose memory is the caller's
  std::string kernel;
  std::size_t scalar_bytes = 0;
  std::uint64_t checksum = 0;  ///< with PatternCheck::content
  sddmm_prepared_t<Exec> prepared;
  double build_seconds = 0;

  SddmmRun run() const { return {options.backend, kernel, true}; }
};

/// Reads the offsets, a few rows' columns (all, where these promise nodes) and a sample of all
/// columns where these are many, and waits for the device, where there is something that kernels
/// want to know.
template <class Exec, class Stored>
FILIGREE_EXPORT std::shared_ptr<const SddmmPlanState<Exec, Stored>> make_sddmm_plan(
    const Exec& exec, const Stored& stored, std::size_t scalar_bytes, const SddmmOptions& options);

/// The workspace with which a planned product allocates nothing.
template <class Exec, class Stored>
std::size_t sddmm_plan_workspace_bytes(const SddmmPlanState<Exec, Stored>& state,
                                       std::int64_t inner) {
  return sddmm_workspace_bytes<Exec>(state.stored.num_rows, state.stored.num_cols, inner,
                                     state.scalar_bytes);
}
/// No kernel for patterns of their own needs any.
template <class Exec, class Stored>
std::size_t sddmm_plan_workspace_bytes(const SddmmPlanState<Exec, StoredBatch<Stored>>&,
                                       std::int64_t) {
  return 0;
}

/// Throws stale_plan where sizes, or with PatternCheck::content the contents, are others.
template <class Exec, class Stored>
void check_sddmm_contents(const Exec& exec, const SddmmPlanState<Exec, Stored>& state,
                          const Stored& stored) {
  if (!has_same_shape(state.stored, stored) ||
      (state.options.pattern_check == PatternCheck::content &&
       stored_checksum(exec, stored) != state.checksum))
    throw_stale_sddmm_plan();
}

/// Throws stale_plan unless `stored` is the pattern that the plan was made for.
template <class Exec, class Stored>
void check_sddmm_pattern(const Exec& exec, const SddmmPlanState<Exec, Stored>& state,
                         const Stored& stored) {
  if (state.options.pattern_check == PatternCheck::content)
    check_sddmm_contents(exec, state, stored);
  else if (!(state.stored == stored))
    throw_stale_sddmm_plan();
}

template <class Exec, class Stored, class AB, class C, class Compute>
KernelId run_sddmm_plan(const Exec& exec, const SddmmPlanState<Exec, Stored>& state,
                        const Stored& stored, const SddmmOperands<AB, C, Compute>& operands) {
  check_sddmm_pattern(exec, state, stored);
  return run_sddmm_pattern(exec, stored, operands, state.run(), state.prepared);
}

template <class Exec, class Stored, class AB, class C, class Compute>
SddmmExplanation explain_sddmm_plan(const Exec& exec, const SddmmPlanState<Exec, Stored>& state,
                                    const Stored& stored,
                                    const SddmmOperands<AB, C, Compute>& operands) {
  check_sddmm_pattern(exec, state, stored);
  return explain_sddmm(exec, sddmm_problem(stored, operands, state.prepared), state.run(),
                       {stored_format(stored), pattern_bytes(stored), state.prepared.memory_bytes(),
                        state.build_seconds});
}

}  // namespace filigree::detail
