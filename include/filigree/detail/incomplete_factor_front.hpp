// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/incomplete_factor_problem.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <filigree/detail/triangular_solve_front.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/incomplete_factor_options.hpp>

/// What stands between the public calls of incomplete_factor.hpp and the compiled library.

namespace filigree::detail {

template <class S>
inline constexpr bool is_factor_scalar = std::is_same_v<std::remove_const_t<S>, float> ||
                                         std::is_same_v<std::remove_const_t<S>, double> ||
                                         std::is_same_v<std::remove_const_t<S>, complex_float> ||
                                         std::is_same_v<std::remove_const_t<S>, complex_double>;

template <class Matrix>
inline constexpr bool is_factor_matrix = false;
template <class S, class I, class O, class M>
inline constexpr bool is_factor_matrix<CsrMatrix<S, I, O, M>> = is_factor_scalar<S>;
template <class S, class I, class O, class M>
inline constexpr bool is_factor_matrix<BsrMatrix<S, I, O, M>> = is_factor_scalar<S>;

/// The pattern of A, with offsets of either width. Of a Bsr matrix `num_rows`, `num_cols` and `nnz`
/// count blocks.
template <class Index>
struct FactorSource {
  MatrixProperties properties{};
  bool is_complex = false;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  AnyOffsets offsets;
  const Index* col_indices = nullptr;
  BlockLayout block;
  std::int64_t matrix_rows = 0;
  std::int64_t matrix_cols = 0;

  std::int64_t base() const { return std::int64_t(properties.index_base); }
  friend bool operator==(const FactorSource& a, const FactorSource& b) {
    return a.properties == b.properties && a.num_rows == b.num_rows && a.num_cols == b.num_cols &&
           a.nnz == b.nnz && a.offsets.data() == b.offsets.data() &&
           a.col_indices == b.col_indices && a.block == b.block && a.matrix_rows == b.matrix_rows &&
           a.matrix_cols == b.matrix_cols;
  }
};

template <class Matrix>
auto factor_source(const Matrix& A) {
  FactorSource<std::remove_const_t<typename Matrix::index_type>> source;
  source.properties = A.properties();
  source.is_complex = is_complex_v<std::remove_const_t<typename Matrix::scalar_type>>;
  source.matrix_rows = A.num_rows();
  source.matrix_cols = A.num_cols();
  if constexpr (requires { A.block(); }) source.block = A.block();
  source.num_rows = groups_of(source.matrix_rows, source.block.rows);
  source.num_cols = groups_of(source.matrix_cols, source.block.cols);
  source.nnz = std::int64_t(A.col_indices().extent(0));
  source.offsets = A.row_offsets().data();
  source.col_indices = A.col_indices().data();
  return source;
}

// --- plans ---------------------------------------------------------------------------------------

/// What a plan found out about the pattern.
template <class Exec, class Index>
struct FactorAnalysis {
  using Space = typename Exec::memory_space;

  FactorRows<Index> rows;
  FactorStatistics statistics;
  OffsetsOfAnyWidth<Space> diagonals;
  OffsetsOfAnyWidth<Space> order;
  OffsetsOfAnyWidth<Space> value_index;    ///< of rows that are not sorted as they are stored
  ScratchArray<Index, Space> col_indices;  ///< theirs, sorted
  HostPipeline pipeline;

  std::int64_t memory_bytes() const {
    return diagonals.memory_bytes() + order.memory_bytes() + value_index.memory_bytes() +
           pipeline.memory_bytes() + bytes_of(col_indices);
  }
};

/// A checksum of the pattern. Waits for the device.
template <class Exec, class Index>
FILIGREE_EXPORT std::uint64_t factor_checksum(const Exec& exec, const FactorSource<Index>& source);

FILIGREE_EXPORT std::string_view factor_operation(FactorKind kind);
/// Throws zero_pivot for a pivot that counts as zero.
[[noreturn]] FILIGREE_EXPORT void throw_zero_factor_pivot(FactorKind kind, std::int64_t position);
/// Throws invalid_value for an imaginary part that a real matrix has no room for.
FILIGREE_EXPORT void check_real_boost(FactorKind kind, const std::complex<double>& boost);

template <class Exec, class Index>
struct FactorPlanState {
  FactorKind kind = FactorKind::lu;
  FactorSource<Index> source;
  IncompleteFactorOptions options;  ///< without the kernel's name, whose memory is the caller's
  std::string kernel;
  std::uint64_t checksum = 0;  ///< with PatternCheck::content
  FactorAnalysis<Exec, Index> analysis;
  double build_seconds = 0;
};

/// Reads the pattern and waits for the device. \throws Error as ilu0_plan and ic0_plan
template <class Exec, class Index>
FILIGREE_EXPORT std::shared_ptr<const FactorPlanState<Exec, Index>> make_factor_plan(
    const Exec& exec, FactorKind kind, const FactorSource<Index>& source,
    const IncompleteFactorOptions& options, PlanUse use);

/// Throws stale_plan unless `source` is the pattern that the plan was made for.
template <class Exec, class Index>
FILIGREE_EXPORT void check_factor_pattern(const Exec& exec,
                                          const FactorPlanState<Exec, Index>& state,
                                          const FactorSource<Index>& source);

/// The plan for its pattern in other arrays. \throws Error stale_plan where sizes, or with
/// PatternCheck::content the contents, are others
template <class Exec, class Index>
FILIGREE_EXPORT std::shared_ptr<const FactorPlanState<Exec, Index>> bind_factor_plan(
    const Exec& exec, const FactorPlanState<Exec, Index>& state, const FactorSource<Index>& source);

// --- factorizations ------------------------------------------------------------------------------

struct FactorArrays {
  std::int64_t nnz = 0;
  const void* values = nullptr;
  std::int64_t length = 0;  ///< of the factors
  bool is_contiguous = true;
  const void* factors = nullptr;
  std::size_t scalar_bytes = 0;
  std::int64_t num_systems = 0;  ///< of the report
};

/// Throws invalid_value unless the factors have their length and are the values or apart from them,
/// and the report is for one system or none.
FILIGREE_EXPORT void check_factor_arrays(FactorKind kind, const FactorArrays& arrays);

/// How a factorization is to be run.
struct FactorRun {
  Backend backend = Backend::automatic;
  std::string_view kernel = {};  ///< asked for by name
};
/// The kernel that run_factor would run, and the workspace that it needs.
struct FactorChoice {
  KernelId kernel;
  std::size_t workspace_bytes = 0;
};

template <class Exec, class Index, class T>
FILIGREE_EXPORT KernelId run_factor(const Exec& exec, const FactorProblem<Index, T>& problem,
                                    const FactorRun& run);
template <class Exec, class Index, class T>
FILIGREE_EXPORT FactorChoice choose_factor(const Exec& exec, const FactorProblem<Index, T>& problem,
                                           const FactorRun& run);

/// Throws invalid_value or not_supported unless the sweeps make sense.
FILIGREE_EXPORT void check_factor_sweeps(FactorKind kind, const FactorSweeps& sweeps, bool in_place,
                                         bool has_blocks);
/// Waits for the device.
template <class Exec, class Index, class T>
FILIGREE_EXPORT FactorHistory run_factor_sweeps(const Exec& exec,
                                                const FactorProblem<Index, T>& problem,
                                                const FactorSweeps& sweeps);

template <class T>
T boosted_pivot(FactorKind kind, const std::complex<double>& boost) {
  if constexpr (is_complex_v<T>) {
    using Real = typename T::value_type;
    return {Real(boost.real()), Real(boost.imag())};
  } else {
    check_real_boost(kind, boost);
    return T(boost.real());
  }
}

template <class T, class Exec, class Index>
FactorProblem<Index, T> factor_problem(const FactorPlanState<Exec, Index>& state, bool in_place) {
  FactorProblem<Index, T> problem;
  problem.in_place = in_place;
  problem.kind = state.kind;
  problem.rows = state.analysis.rows;
  problem.statistics = state.analysis.statistics;
  problem.pipeline = state.analysis.pipeline.get();
  problem.pivot_tolerance = state.options.pivot_tolerance;
  problem.by_absolute_value = state.kind == FactorKind::lu || !state.options.negative_is_zero;
  problem.has_pivot_boost = state.options.pivot_boost.has_value();
  if (problem.has_pivot_boost)
    problem.pivot_boost = boosted_pivot<T>(state.kind, *state.options.pivot_boost);
  return problem;
}

/// Checks the arguments of a call and strips them to pointers.
template <class Exec, class Index, class A, class Values>
auto checked_factor_problem(const Exec& exec, const FactorPlanState<Exec, Index>& state, const A& a,
                            const Values& factors,
                            const PivotReport<typename Exec::memory_space>& report) {
  using T = std::remove_const_t<typename A::scalar_type>;
  static_assert(Kokkos::is_view_v<Values> && Values::rank() == 1 &&
                    std::is_same_v<typename Values::value_type, T>,
                "the factors are a Kokkos View of rank 1 of the matrix's scalar type");
  static_assert(is_accessible_v<Exec, typename A::memory_space> &&
                    is_accessible_v<Exec, typename Values::memory_space>,
                "the execution space cannot reach the memory of an argument: copy it there first");
  FactorArrays arrays;
  arrays.nnz = a.nnz();
  arrays.values = a.values().data();
  arrays.length = std::int64_t(factors.extent(0));
  arrays.is_contiguous = factors.span_is_contiguous();
  arrays.factors = factors.data();
  arrays.scalar_bytes = sizeof(T);
  arrays.num_systems = report.num_systems();
  check_factor_arrays(state.kind, arrays);
  check_operand(factor_operation(state.kind), "A", exec, a, result_memory("factors", factors),
                false);
  auto problem = factor_problem<T>(state, arrays.values == arrays.factors);
  problem.values = a.values().data();
  problem.factors = factors.data();
  problem.pivot_position = report.positions().data();
  return problem;
}

}  // namespace filigree::detail
