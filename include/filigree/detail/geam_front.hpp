// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/as_compressed.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/geam_problem.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/geam_options.hpp>

/// What stands between the public calls of geam.hpp and the compiled library.

namespace filigree::detail {

template <class A, class B, class C>
struct GeamTypes {
  using type = std::conditional_t<std::is_same_v<A, B>, typename GeamComputeType<A, C>::type, void>;
};

/// The compute type of a call.
template <class AMatrix, class BMatrix, class C>
struct GeamFrontCompute {
  using type = typename GeamTypes<typename AMatrix::scalar_type, typename BMatrix::scalar_type,
                                  std::remove_const_t<C>>::type;
  static_assert(!std::is_void_v<type>,
                "geam does not take these scalar types: see geam_supports and "
                "detail/geam_types.inc for the combinations of (A and B, C) that it takes");
};
template <class AMatrix, class BMatrix, class C>
using geam_front_compute_t = typename GeamFrontCompute<AMatrix, BMatrix, C>::type;

template <class A, class B>
using wider_t = std::conditional_t<(sizeof(A) > sizeof(B)), A, B>;

/// The scalar of a result: `Asked`, or where that is void the operands'.
template <class Asked, class AMatrix>
using geam_result_t =
    std::conditional_t<std::is_void_v<Asked>, typename AMatrix::scalar_type, Asked>;

template <class S, class I, class O, class M>
GeamOperand geam_operand(const CsrMatrix<S, I, O, M>& A) {
  return {false,   A.properties(),         A.num_rows(),          A.num_cols(),
          A.nnz(), A.row_offsets().data(), A.col_indices().data()};
}
template <class S, class I, class O, class M>
GeamOperand geam_operand(const CscMatrix<S, I, O, M>& A) {
  return {true,    A.properties(),         A.num_rows(),          A.num_cols(),
          A.nnz(), A.col_offsets().data(), A.row_indices().data()};
}

/// Throws invalid_value unless op_a(A) and op_b(B) have one size.
FILIGREE_EXPORT void check_geam_shapes(Op op_a, const GeamOperand& a, Op op_b,
                                       const GeamOperand& b);
/// Throws insufficient_resources unless offsets of so many bytes can count `nnz` entries.
FILIGREE_EXPORT void check_geam_nnz(std::string_view argument, std::int64_t nnz,
                                    std::size_t offset_bytes);
/// Throws stale_plan.
[[noreturn]] FILIGREE_EXPORT void throw_stale_geam_plan(std::string_view argument);

// --- plans ---------------------------------------------------------------------------------------

/// What a plan keeps of an operand beside its pattern: the arrays of its GeamSource.
template <class Offset, class MemorySpace>
struct GeamSourceArrays {
  ScratchArray<Offset, MemorySpace> places;
  ScratchArray<std::int64_t, MemorySpace> codes;
  Kokkos::View<std::int64_t*, MemorySpace> segments;
  bool conjugate = false;

  GeamSource source() const {
    return {places.data() == nullptr ? AnyOffsets() : AnyOffsets(places.data()), codes.data(),
            segments.data(), conjugate};
  }
  std::int64_t memory_bytes() const {
    return std::int64_t(sizeof(Offset) * places.extent(0) +
                        8 * (codes.extent(0) + segments.extent(0)));
  }
};

/// All that a plan holds. Written by make_geam_plan, then only read.
template <class Exec, class Index, class Offset>
struct GeamPlanState {
  using memory_space = typename Exec::memory_space;

  GeamOperand a;
  GeamOperand b;
  std::uint64_t checksum = 0;  ///< of both patterns, with PatternCheck::content
  PatternCheck pattern_check = PatternCheck::identity;
  GeamSourceArrays<Offset, memory_space> a_source;
  GeamSourceArrays<Offset, memory_space> b_source;

  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  MatrixProperties properties{};
  Kokkos::View<Offset*, memory_space> row_offsets;
  Kokkos::View<Index*, memory_space> col_indices;
  ScratchArray<GeamWord, memory_space> words;
  ScratchArray<GeamRanks, memory_space> groups;

  KernelId kernel{};
  double build_seconds = 0;

  /// Without C's own arrays, which the results share.
  std::int64_t memory_bytes() const {
    return std::int64_t(sizeof(GeamWord) * words.extent(0) + sizeof(GeamRanks) * groups.extent(0)) +
           a_source.memory_bytes() + b_source.memory_bytes();
  }
};

template <class Exec, class Index, class Offset>
FILIGREE_EXPORT std::shared_ptr<const GeamPlanState<Exec, Index, Offset>> make_geam_plan(
    const Exec& exec, Op op_a, const GeamOperand& a, Op op_b, const GeamOperand& b,
    const GeamOptions& options);

/// A checksum of what the arrays of a pattern hold; waits for the device.
template <class Exec>
FILIGREE_EXPORT std::uint64_t geam_checksum(const Exec& exec, const GeamOperand& operand);

template <class Exec, class AB, class C, class Compute>
FILIGREE_EXPORT void run_geam_values(const Exec& exec, KernelId kernel,
                                     const GeamValues<AB, C, Compute>& values);

/// Throws stale_plan unless A and B have the patterns that the plan was made for.
template <class Exec, class Index, class Offset>
void check_geam_patterns(const Exec& exec, const GeamPlanState<Exec, Index, Offset>& state,
                         const GeamOperand& a, const GeamOperand& b) {
  if (!is_same_pattern(state.a, a, state.pattern_check)) throw_stale_geam_plan("A");
  if (!is_same_pattern(state.b, b, state.pattern_check)) throw_stale_geam_plan("B");
  if (state.pattern_check == PatternCheck::content &&
      (geam_checksum(exec, a) ^ (3 * geam_checksum(exec, b))) != state.checksum)
    throw_stale_geam_plan("A or B");
}

/// The plan for A and B of the same patterns in other arrays.
template <class Exec, class Index, class Offset>
std::shared_ptr<const GeamPlanState<Exec, Index, Offset>> bind_geam_plan(
    const Exec& exec, const GeamPlanState<Exec, Index, Offset>& state, const GeamOperand& a,
    const GeamOperand& b) {
  const auto bound = std::make_shared<GeamPlanState<Exec, Index, Offset>>(state);
  for (const auto& [argument, planned, given] :
       {std::tuple("A", &bound->a, &a), std::tuple("B", &bound->b, &b)}) {
    if (!is_same_pattern(*planned, *given, PatternCheck::content)) throw_stale_geam_plan(argument);
    *planned = *given;
  }
  check_geam_patterns(exec, *bound, a, b);
  return bound;
}

/// The values of a result with the plan's pattern.
template <class Exec, class Index, class Offset, class AMatrix, class BMatrix, class CMatrix,
          class Compute>
KernelId run_geam_plan(const Exec& exec, const GeamPlanState<Exec, Index, Offset>& state,
                       const ScalarArgument<Compute>& alpha, const AMatrix& A,
                       const ScalarArgument<Compute>& beta, const BMatrix& B, const CMatrix& C) {
  using AB = typename AMatrix::scalar_type;
  using CScalar = typename CMatrix::value_type;
  static_assert(is_compressed<AMatrix> && is_compressed<BMatrix>,
                "a plan takes CsrMatrix and CscMatrix: convert others with convert_to()");
  static_assert(!std::is_const_v<CScalar>, "the result cannot have const values");
  static_assert(is_accessible_v<Exec, typename AMatrix::memory_space> &&
                    is_accessible_v<Exec, typename BMatrix::memory_space> &&
                    is_accessible_v<Exec, typename CMatrix::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  check_geam_patterns(exec, state, geam_operand(A), geam_operand(B));
  if (C.row_offsets().data() != state.row_offsets.data() ||
      C.col_indices().data() != state.col_indices.data() || C.num_cols() != state.num_cols ||
      C.nnz() != state.nnz)
    throw_stale_geam_plan("C");
  const ResultMemory result = result_memory("C", C.values());
  check_operand("geam", "A", exec, A, result);
  check_operand("geam", "B", exec, B, result);
  check_operand("geam", "C", exec, C, result, false);
  run_geam_values(exec, state.kernel,
                  GeamValues<AB, CScalar, Compute>{
                      state.nnz, state.words.data(), state.groups.data(), state.a_source.source(),
                      state.b_source.source(), alpha, beta, A.values().data(), B.values().data(),
                      C.values().data()});
  return state.kernel;
}

}  // namespace filigree::detail
