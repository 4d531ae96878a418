// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

#include <filigree/core/export.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/spmv_problem.hpp>

/// Products of a sparse with a dense matrix as kernels take them: plain structs of pointers, sizes
/// and strides.

namespace filigree::detail {

/// The compute type of C = alpha op(A) op(B) + beta C for given storage types; void where the
/// combination is not supported.
template <class A, class B, class C>
struct SpmmComputeType {
  using type = void;
};
#define FILIGREE_SPMM_TYPES(a, b, c, compute) \
  template <>                                 \
  struct SpmmComputeType<a, b, c> {           \
    using type = compute;                     \
  }
#include <filigree/detail/spmm_types.inc>
#undef FILIGREE_SPMM_TYPES

/// A dense matrix, or a batch of them: entry (i, j) of matrix b lies at data[b * batch_stride +
/// i * row_stride + j * col_stride]. Layout, leading dimension and transposition are all in the
/// strides.
template <class T>
struct DenseOperand {
  T* data = nullptr;
  std::int64_t row_stride = 0;
  std::int64_t col_stride = 0;
  std::int64_t batch_stride = 0;
  bool conjugate = false;  ///< every entry is conjugated where it is read

  KOKKOS_FUNCTION T& at(std::int64_t batch, std::int64_t row, std::int64_t col) const {
    return data[batch * batch_stride + row * row_stride + col * col_stride];
  }

  DenseOperand transposed() const {
    DenseOperand result = *this;
    std::swap(result.row_stride, result.col_stride);
    return result;
  }
};

/// Everything of C = alpha A B + beta C but the pattern of A.
template <class A, class B_, class C_, class Compute>
struct SpmmOperands {
  using matrix_scalar = A;
  using b_scalar = B_;
  using c_scalar = C_;
  using compute_type = Compute;

  const A* values = nullptr;
  std::int64_t values_stride = 0;  ///< from a matrix of the batch to the next; 0: one for all
  bool conjugate = false;          ///< every value of A is conjugated (once more)
  ScalarArgument<Compute> alpha;   ///< nothing of A and B reaches the result where it is 0
  DenseOperand<const B_> B;
  ScalarArgument<Compute> beta;  ///< C is not read where it is 0
  DenseOperand<C_> C;
  std::int64_t num_columns = 0;  ///< of B and C
  std::int64_t batch_count = 1;
  void* workspace = nullptr;  ///< may be null: a kernel that needs one then allocates it
  std::size_t workspace_bytes = 0;
  bool values_in_order = false;  ///< values[k] is that of entry k of a plan's rows (SpmmValues)
};

/// A visitor of rows of column indices: a GatherPattern with offsets of either width. A negative
/// place p stands for the conjugate of values[~p].
template <class Index>
struct FILIGREE_EXPORT GatherRows : CsrRows<Index, AnyOffsets> {
  AnyOffsets value_index;  ///< of null data: entry k's value is values[k]
  bool has_value_index = false;

  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t row, F&& f) const {
    for (std::int64_t k = this->begin(row), row_end = this->end(row); k < row_end; ++k)
      f(this->column(k), has_value_index ? value_index[k] : k);
  }
};

/// Where the patterns of a batch lie in which each matrix has its own.
struct PatternStrides {
  bool are_own = false;      ///< not: one pattern for all
  std::int64_t offsets = 0;  ///< from a matrix's first offset to the next one's
  std::int64_t indices = 0;  ///< the same of indices

  friend bool operator==(const PatternStrides&, const PatternStrides&) = default;
};

/// A's rows, and what acts on all of its entries.
template <class Rows_>
struct SpmmRows : EntryActions {
  using rows_type = Rows_;

  Rows_ rows;  ///< of a batch the first matrix's
  std::int64_t nnz = 0;
  PatternStrides strides{};  ///< of GatherRows and BsrxRows
};

/// The bytes of `count` offsets.
inline std::int64_t offset_bytes(const AnyOffsets& offsets, std::int64_t count) {
  return count * (offsets.is_wide() ? 8 : 4);
}

template <class Offset, class Index>
SpmmRows<GatherRows<Index>> spmm_rows(const GatherPattern<Offset, Index>& pattern) {
  SpmmRows<GatherRows<Index>> result;
  auto& rows = result.rows;
  rows.num_rows = pattern.num_rows;
  rows.num_cols = pattern.num_cols;
  rows.base = std::int64_t(pattern.base);
  rows.row_offsets = pattern.row_offsets;
  rows.col_indices = pattern.col_indices;
  rows.value_index = pattern.value_index;
  rows.has_value_index = pattern.value_index != nullptr;
  result.nnz = pattern.nnz;
  result.set_actions(pattern);
  return result;
}

/// C = alpha A B + beta C.
template <class Rows, class A, class B, class C, class Compute>
struct SpmmProblem : SpmmOperands<A, B, C, Compute> {
  using rows_type = Rows;

  SpmmRows<Rows> matrix;
};

/// The entries of a Csr, Csc, Coo or CooAos matrix as they are stored, for products whose rows they
/// are not: by entry for coordinates (a stored "row" is one entry), else by rows or columns.
template <class Index>
struct StoredEntries {
  std::int64_t num_majors = 0;  ///< rows, columns or entries
  bool by_entry = false;
  bool by_columns = false;
  std::int64_t base = 0;
  AnyOffsets offsets;
  std::int64_t index_stride = 1;
  const Index* row_indices = nullptr;
  const Index* col_indices = nullptr;

  PatternStrides strides{};

  /// Calls f(row, column, place) for the entries of a major of matrix `batch`.
  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t batch, std::int64_t major, F&& f) const {
    const std::int64_t shift = batch * strides.indices;
    if (by_entry) {
      const std::int64_t at = shift + major * index_stride;
      f(std::int64_t(row_indices[at]) - base, std::int64_t(col_indices[at]) - base, major);
      return;
    }
    const std::int64_t offset = batch * strides.offsets + major;
    const std::int64_t end = offsets[offset + 1] - base;
    for (std::int64_t k = offsets[offset] - base; k < end; ++k) {
      if (by_columns)
        f(std::int64_t(row_indices[shift + k]) - base, major, k);
      else
        f(major, std::int64_t(col_indices[shift + k]) - base, k);
    }
  }
};

/// How a one-shot product walks a stored pattern: rows of op(A) where `is_gather`, else entry by
/// entry, each at (row, col) acting as the flags say.
template <class Index>
struct OneShotWalk {
  bool is_gather = true;
  SpmmRows<GatherRows<Index>> matrix;  ///< else only its sizes, unit_diagonal and conjugate
  StoredEntries<Index> entries;
  EntryFilter filter{};  ///< by stored row and column
  bool transposed = false;
  bool mirrored = false;
  bool conjugate_mirror = false;
};

}  // namespace filigree::detail
