// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <vector>

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/color_graph_problem.hpp>
#include <filigree/detail/incomplete_factor_front.hpp>
#include <filigree/gauss_seidel_options.hpp>

/// What stands between the public calls of gauss_seidel.hpp and the compiled library.

namespace filigree::detail {

/// The rows of A, of Bsr its block rows, colour by colour.
template <class Exec, class Index>
struct GaussSeidelState {
  template <class T>
  using Array = Kokkos::View<T*, typename Exec::memory_space>;

  FactorSource<Index> source;
  GaussSeidelOptions options;
  std::uint64_t checksum = 0;  ///< with PatternCheck::content
  Array<std::int32_t> colors;
  Array<std::int32_t> rows;                ///< those of a colour in ascending order
  std::vector<std::int64_t> color_begins;  ///< in `rows`; behind the last colour the end
  double build_seconds = 0;

  std::int64_t num_colors() const {
    return color_begins.empty() ? 0 : std::int64_t(color_begins.size()) - 1;
  }
};

/// How the rows of Csr and Bsr are walked.
template <class Index>
using GaussSeidelCsrRows = CsrRows<Index, AnyOffsets>;
template <class Index>
using GaussSeidelBsrRows = BsrRows<Index, AnyOffsets>;

/// Rows of entries, so many after one another in each block row.
template <class Rows, class T>
struct GaussSeidelProblem : Rows {
  std::int64_t rows_of_block = 1;
  const T* values = nullptr;
  DenseOperand<const T> b;
  DenseOperand<T> x;
  std::int64_t num_columns = 1;
  T omega{1};
  std::int64_t* pivot_position = nullptr;  ///< as report_pivot wants it
};

struct GaussSeidelShapes {
  std::int64_t num_rows = 0;
  DenseShape b, x;
  std::int64_t num_systems = 0;  ///< of the report
};
/// Throws invalid_value unless the sweep makes sense, b and x have as many rows as A and as many
/// columns as each other, are apart, and no entries of x share memory.
FILIGREE_EXPORT void check_gauss_seidel(const GaussSeidelShapes& shapes,
                                        const GaussSeidelSweep& sweep);
/// Starts the kernels of the sweeps.
template <class Exec, class Rows, class T>
FILIGREE_EXPORT void run_gauss_seidel(
    const Exec& exec, const GaussSeidelState<Exec, typename Rows::index_type>& state,
    const GaussSeidelProblem<Rows, T>& problem, const GaussSeidelSweep& sweep);

/// The rows of A with these values, which are A's own where its scalars are of type T.
template <class Matrix, class T>
auto gauss_seidel_problem(const Matrix& A, const T* values) {
  using Index = std::remove_const_t<typename Matrix::index_type>;
  constexpr bool has_blocks = requires { A.block(); };
  using Rows = std::conditional_t<has_blocks, GaussSeidelBsrRows<Index>, GaussSeidelCsrRows<Index>>;
  GaussSeidelProblem<Rows, T> problem;
  problem.num_rows = A.num_rows();
  problem.num_cols = A.num_cols();
  problem.base = std::int64_t(A.index_base());
  if constexpr (has_blocks) {
    problem.block = A.block();
    problem.rows_of_block = A.block().rows;
    problem.begin_offsets = A.row_offsets().data();
    problem.end_offsets = A.row_offsets().data() + 1;
  } else {
    problem.row_offsets = A.row_offsets().data();
  }
  problem.col_indices = A.col_indices().data();
  problem.values = values;
  return problem;
}

/// A copy of the given colours, which gauss_seidel_plan completes; an empty View where none are
/// given.
template <class Exec, class Colors>
Kokkos::View<std::int32_t*, typename Exec::memory_space> given_colors(const Exec& exec,
                                                                      std::int64_t num_rows,
                                                                      const Colors& colors) {
  if constexpr (Kokkos::is_view_v<Colors>) {
    check_vector("gauss_seidel_plan", "colors", colors, num_rows,
                 "the number of rows, or of block rows");
    const auto copy = allocate<std::int32_t, typename Exec::memory_space>(
        "gauss_seidel_plan", exec, "filigree::gauss_seidel::colors", num_rows);
    Kokkos::deep_copy(exec, copy, colors);
    return copy;
  } else {
    return {};
  }
}

/// Rows whose colour is -1, or all where `colors` is empty, get one. Waits for the device. \throws
/// Error as gauss_seidel_plan
template <class Exec, class Index>
FILIGREE_EXPORT std::shared_ptr<const GaussSeidelState<Exec, Index>> make_gauss_seidel_plan(
    const Exec& exec, const FactorSource<Index>& source,
    const Kokkos::View<std::int32_t*, typename Exec::memory_space>& colors,
    const GaussSeidelOptions& options);

/// Throws stale_plan unless `source` is the pattern that the plan was made for.
template <class Exec, class Index>
FILIGREE_EXPORT void check_gauss_seidel_pattern(const Exec& exec,
                                                const GaussSeidelState<Exec, Index>& state,
                                                const FactorSource<Index>& source);

/// The plan for its pattern in other arrays: rows and colours are the plan's. \throws Error
/// stale_plan where sizes or properties, or with PatternCheck::content the contents, are others
template <class Exec, class Index>
FILIGREE_EXPORT std::shared_ptr<const GaussSeidelState<Exec, Index>> bind_gauss_seidel_plan(
    const Exec& exec, const GaussSeidelState<Exec, Index>& state,
    const FactorSource<Index>& source);

}  // namespace filigree::detail
