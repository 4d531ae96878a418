// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>

namespace filigree::detail {

/// The compute type of y = alpha op(A) x + beta y for given storage types; void where the
/// combination is not supported. detail/spmv_types.inc has one line a combination.
template <class A, class X, class Y>
struct SpmvComputeType {
  using type = void;
};
#define FILIGREE_SPMV_TYPES(a, x, y, compute) \
  template <>                                 \
  struct SpmvComputeType<a, x, y> {           \
    using type = compute;                     \
  }
#include <filigree/detail/spmv_types.inc>
#undef FILIGREE_SPMV_TYPES

/// Which stored entries take part: those below, on and above the diagonal.
struct EntryFilter {
  bool below = true;
  bool diagonal = true;
  bool above = true;

  KOKKOS_INLINE_FUNCTION bool keeps_all() const { return below && diagonal && above; }
  KOKKOS_INLINE_FUNCTION bool keeps(std::int64_t row, std::int64_t col) const {
    return row > col ? below : (row < col ? above : diagonal);
  }
};

/// What acts on all entries of the rows that a product walks.
struct EntryActions {
  EntryFilter filter{};        ///< entries that it drops take no part
  bool unit_diagonal = false;  ///< adds x[i] (of a dense operand row i) to row i
  bool conjugate = false;      ///< conjugates every value

  const EntryActions& actions() const { return *this; }
  void set_actions(const EntryActions& actions) { *this = actions; }
};

/// Rows of column indices: what gather kernels walk. It is a user's CSR pattern, or one that a plan
/// made (transposed, expanded from symmetric storage, ordered from coordinates).
template <class Offset, class Index>
struct GatherPattern : EntryActions {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  const Offset* row_offsets = nullptr;  ///< num_rows + 1, counted from `base`
  const Index* col_indices = nullptr;   ///< counted from `base`
  /// Where entry k's value lies: p >= 0 names values[p], p < 0 the conjugate of values[~p]; null
  /// where entry k's value is values[k].
  const Offset* value_index = nullptr;
  Index base = 0;
  /// The product is with the transpose of these rows: entry k of row i adds to z[col_indices[k]].
  /// Few kernels take that; it has no value_index, filter or unit_diagonal.
  bool scatters = false;
  /// Whether the values lie row by row of the transpose: value_index names every place below nnz
  /// once, and in the order of places col_indices ascend.
  bool transposes = false;
  /// Where it does, and the stored rows have offsets: theirs, num_cols + 1, counted from `base`.
  const Offset* stored_offsets = nullptr;
};

/// The number of places of the product's result.
template <class Offset, class Index>
std::int64_t result_length(const GatherPattern<Offset, Index>& pattern) {
  return pattern.scatters ? pattern.num_cols : pattern.num_rows;
}

/// Everything of z = alpha A x + beta y but the pattern.
template <class A, class X, class Y, class Compute>
struct SpmvOperands {
  using matrix_scalar = A;
  using x_scalar = X;
  using y_scalar = Y;
  using compute_type = Compute;

  const A* values;
  ScalarArgument<Compute> alpha;  ///< nothing of A and x reaches the result where it is 0
  const X* x;
  ScalarArgument<Compute> beta;
  const Y* y;  ///< not read where beta is 0
  Y* z;        ///< may be y
  /// Where \c reductions is not null, reductions[0] = sum conj(dot_with[i]) z[i] (0 where dot_with
  /// is null) and reductions[1] = sum |z[i]|^2.
  const Y* dot_with = nullptr;
  Compute* reductions = nullptr;
  void* workspace = nullptr;  ///< may be null: a kernel that needs one then allocates it
  std::size_t workspace_bytes = 0;
  bool may_allocate = true;  ///< a one-shot product; not one that adds to what another has stored
};

/// z = alpha A x + beta y for a gather pattern A: what every kernel takes.
template <class A, class X, class Y, class Compute, class Offset, class Index>
struct SpmvProblem : SpmvOperands<A, X, Y, Compute> {
  using offset_type = Offset;
  using index_type = Index;

  GatherPattern<Offset, Index> pattern;
};

/// z = alpha A x + beta y for a matrix in a format of its own: what a format's kernels take.
template <class Rows, class A, class X, class Y, class Compute>
struct SpmvRowsProblem : SpmvOperands<A, X, Y, Compute>, EntryActions {
  using rows_type = Rows;

  Rows rows;             ///< a visitor of detail/format_rows.hpp
  std::int64_t nnz = 0;  ///< as the container counts them
};

}  // namespace filigree::detail
