// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <filigree/core/pivot_report.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/solve_chunks.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <filigree/triangular_solve_options.hpp>

/// Triangular solves as kernels take them: plain structs of pointers, sizes and strides.

namespace filigree::detail {

/// The compute type of op(A) X = alpha B where B and X have one storage type; void where the
/// combination is not supported.
template <class A, class X>
struct SolveComputeType {
  using type = void;
};
#define FILIGREE_SOLVE_TYPES(a, x, compute) \
  template <>                               \
  struct SolveComputeType<a, x> {           \
    using type = compute;                   \
  }
#include <filigree/detail/triangular_solve_types.inc>
#undef FILIGREE_SOLVE_TYPES

/// Blocks of more rows are taken for entries: a kernel keeps what it solves for in fast memory.
inline constexpr std::int64_t largest_solve_block = 256;
/// The largest block on devices, where a thread block has a row of blocks at hand.
inline constexpr std::int64_t largest_device_solve_block = 16;

/// What the entries of SolveRows are where `size` is not 1: square blocks. Rows, columns and places
/// then count blocks; those at the matrix's end may stand over it.
struct SquareBlocks {
  std::int64_t size = 1;
  std::int64_t row_step = 1;  ///< from a value of a block to the one below it
  std::int64_t col_step = 1;
  std::int64_t num_rows = 0;  ///< of the matrix

  KOKKOS_FUNCTION bool any() const { return size != 1; }
  /// The rows (columns) of the matrix in a block row (column).
  KOKKOS_FUNCTION std::int64_t extent(std::int64_t block_row) const {
    return Kokkos::min(size, num_rows - block_row * size);
  }
  KOKKOS_FUNCTION std::int64_t place(std::int64_t block, std::int64_t row, std::int64_t col) const {
    return block * size * size + row * row_step + col * col_step;
  }
};

/// The rows of op(A), among whose entries those of one triangle count.
template <class Index>
struct SolveRows {
  using index_type = Index;

  std::int64_t num_rows = 0;
  std::int64_t base = 0;        ///< of the arrays
  std::int64_t index_base = 0;  ///< of the matrix, which positions are counted from
  AnyOffsets begin_offsets;  ///< row r's entries: begin_offsets[r] - base to end_offsets[r] - base
  AnyOffsets end_offsets;
  const Index* col_indices = nullptr;  ///< counted from `base`
  AnyOffsets value_index;              ///< of null data: entry k's value is values[k]
  bool has_value_index = false;
  AnyOffsets order;  ///< with has_order: row_of() as an array, a row after those that it needs
  bool has_order = false;
  bool lower = true;  ///< the triangle of op(A) that counts
  bool unit_diagonal = false;
  bool conjugate = false;  ///< every value is conjugated
  SquareBlocks blocks;

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t row) const { return begin_offsets[row] - base; }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t row) const { return end_offsets[row] - base; }
  KOKKOS_FUNCTION std::int64_t column(std::int64_t k) const {
    return std::int64_t(col_indices[k]) - base;
  }
  KOKKOS_FUNCTION std::int64_t place(std::int64_t k) const {
    return has_value_index ? value_index[k] : k;
  }
  /// The row that is solved as number `step`.
  KOKKOS_FUNCTION std::int64_t row_of(std::int64_t step) const {
    if (has_order) return order[step];
    return lower ? step : num_rows - 1 - step;
  }
  /// The place of `row` among all, were they solved one after another.
  KOKKOS_FUNCTION std::int64_t rank(std::int64_t row) const {
    return lower ? row : num_rows - 1 - row;
  }
  /// Whether row `row` needs the unknown of column `col`.
  KOKKOS_FUNCTION bool needs(std::int64_t row, std::int64_t col) const {
    return lower ? col < row : col > row;
  }
};

/// Before a piece of rows: block `block` has to have solved step `step`.
struct SolveWait {
  std::int64_t block = 0;
  std::int64_t step = 0;
};

/// How threads of a host share the rows, in the order of the solve: by blocks, which are cut into
/// pieces. Without blocks they do not.
struct SolvePipeline {
  std::int64_t threads = 0;  ///< that it was made for
  std::int64_t num_blocks = 0;
  const std::int64_t* block_begins = nullptr;  ///< steps; behind the last one the number of rows
  const std::int64_t* first_pieces = nullptr;  ///< of each block; behind the last one all pieces
  const std::int64_t* wait_begins = nullptr;   ///< of each piece; behind the last one all waits
  const SolveWait* waits = nullptr;
  double speedup = 1;  ///< one thread's time over that of these, expected
};

/// What a plan knows of the rows, as the choice of a kernel wants it.
struct SolveStatistics {
  std::int64_t num_rows = 0;
  std::int64_t num_entries = 0;      ///< of the triangle, its diagonal included
  std::int64_t max_row_entries = 0;  ///< of a row of the triangle
  std::int64_t num_levels = 0;       ///< 0: not known
  bool has_columns = false;          ///< op(A) is stored by columns, and a plan kept to them too
};

/// Everything of op(A) X = alpha B but the pattern.
template <class A, class X_, class Compute>
struct SolveOperands {
  using matrix_scalar = A;
  using x_scalar = X_;
  using compute_type = Compute;

  const A* values = nullptr;
  ScalarArgument<Compute> alpha;
  DenseOperand<const X_> B{};
  DenseOperand<X_> X{};  ///< may be B
  std::int64_t num_columns = 0;
  ZeroPivot on_zero_pivot = ZeroPivot::report;
  double pivot_substitute = 1;
  std::int64_t* pivot_position = nullptr;  ///< as report_pivot wants it
  void* workspace = nullptr;  ///< may be null: a kernel that needs one then allocates it
  std::size_t workspace_bytes = 0;
};

template <class Index, class A, class X, class Compute>
struct SolveProblem : SolveOperands<A, X, Compute> {
  using index_type = Index;

  SolveRows<Index> rows;
  SolveRows<Index> columns;  ///< with statistics.has_columns: what A stores are columns of op(A)
  SolveStatistics statistics;
  SolvePipeline pipeline;
  SolveChunks chunks;
};

/// What is left of a right-hand side, over the pivot: with the policy for pivots that are zero.
template <class Problem, class Compute>
KOKKOS_FUNCTION Compute divide_by_pivot(const Problem& problem, std::int64_t row,
                                        const Compute& rest, const Compute& pivot) {
  if (problem.rows.unit_diagonal) return rest;
  if (pivot != Compute{}) return rest / pivot;
  report_pivot(problem.pivot_position, row + problem.rows.index_base);
  if (problem.on_zero_pivot == ZeroPivot::skip_row) return Compute{};
  if (problem.on_zero_pivot == ZeroPivot::substitute)
    return rest / convert<Compute>(problem.pivot_substitute);
  return rest / pivot;
}

}  // namespace filigree::detail
