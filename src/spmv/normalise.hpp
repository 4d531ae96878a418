// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <core/refuse.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/detail/spmv_front.hpp>
#include <filigree/detail/spmv_problem.hpp>

/// op(A) of a matrix with its type, fill and diagonal, in the terms of single entries.

namespace filigree::detail {

/// The filter is by an entry's stored row and column.
struct NormalisedOp : EntryActions {
  bool transposed = false;        ///< a stored entry at (i, j) acts at (j, i)
  bool mirrored = false;          ///< an entry at (i, j), i != j, also acts at (j, i)
  bool conjugate_mirror = false;  ///< the mirrored value is conjugated once more

  /// This product in terms of A^T's entries.
  NormalisedOp of_transpose() const {
    NormalisedOp result = *this;
    result.transposed = !transposed;
    std::swap(result.filter.below, result.filter.above);
    return result;
  }

  /// With the filter by the rows and columns of op(A).
  EntryActions acting() const {
    EntryActions result = *this;
    if (transposed) std::swap(result.filter.below, result.filter.above);
    return result;
  }
  /// What is left to act on entries that were listed by the filter.
  EntryActions acting_when_listed() const { return {{}, unit_diagonal, conjugate}; }
};

/// \throws Error invalid_value for an op that there is not.
inline NormalisedOp normalise(Op op, const MatrixProperties& properties) {
  if (op < Op::none || op > Op::conjugate_transpose)
    refuse("product", "op", std::to_string(int(op)),
           "Op::none, Op::transpose or Op::conjugate_transpose", "pass one of these");
  NormalisedOp result;
  if (properties.type != MatrixType::general) {
    result.filter.below = properties.fill == FillMode::lower;
    result.filter.above = properties.fill == FillMode::upper;
    result.unit_diagonal = properties.diagonal == DiagonalType::unit;
    result.filter.diagonal = !result.unit_diagonal;
  }
  result.mirrored =
      properties.type == MatrixType::symmetric || properties.type == MatrixType::hermitian;
  result.conjugate_mirror = properties.type == MatrixType::hermitian;
  if (properties.type == MatrixType::hermitian) {
    result.conjugate = op == Op::transpose;  // A^T = conj(A), A^H = A
  } else {
    result.conjugate = op == Op::conjugate_transpose;
    result.transposed = op != Op::none && !result.mirrored;
  }
  return result;
}

/// Whether the stored arrays are rows of op(A) as they are.
inline bool is_gather(const NormalisedOp& op, StoredFormat format) {
  return !op.mirrored && ((format == StoredFormat::csr && !op.transposed) ||
                          (format == StoredFormat::csc && op.transposed));
}

/// The stored arrays as rows of op(A); `is_gather` must be true.
template <class Offset, class Index>
GatherPattern<Offset, Index> stored_gather(const NormalisedOp& op,
                                           const StoredPattern<Offset, Index>& stored) {
  GatherPattern<Offset, Index> result;
  result.num_rows = op.transposed ? stored.num_cols : stored.num_rows;
  result.num_cols = op.transposed ? stored.num_rows : stored.num_cols;
  result.nnz = stored.nnz;
  result.row_offsets = stored.offsets;
  result.col_indices = stored.format == StoredFormat::csr ? stored.col_indices : stored.row_indices;
  result.base = stored.properties.index_base == IndexBase::one ? 1 : 0;
  result.set_actions(op.acting());
  return result;
}

/// The rows of op(A)^T, as they are stored, where entries need not be told apart: those that add to
/// the columns of op(A). Nothing where the stored arrays are rows of op(A), or single entries.
template <class Offset, class Index>
std::optional<GatherPattern<Offset, Index>> stored_scatter(
    const NormalisedOp& op, const StoredPattern<Offset, Index>& stored) {
  const bool has_lines = stored.format == StoredFormat::csr || stored.format == StoredFormat::csc;
  if (is_gather(op, stored.format) || !has_lines || op.mirrored || !op.filter.keeps_all())
    return std::nullopt;
  NormalisedOp as_stored = op;
  as_stored.transposed = !op.transposed;
  GatherPattern<Offset, Index> result = stored_gather(as_stored, stored);
  result.scatters = true;
  return result;
}

/// The lines of a symmetric or Hermitian matrix as they are stored, to be mirrored: right where all
/// stored entries act. Nothing for single entries.
template <class Offset, class Index>
std::optional<GatherPattern<Offset, Index>> stored_triangle(
    const NormalisedOp& op, const StoredPattern<Offset, Index>& stored) {
  const bool by_rows = stored.format == StoredFormat::csr;
  if (!op.mirrored || op.unit_diagonal || (!by_rows && stored.format != StoredFormat::csc))
    return std::nullopt;
  GatherPattern<Offset, Index> result = stored_gather(op, stored);
  result.filter = {};
  result.scatters = true;
  // What a row's entry adds to the place of its column is the mirrored product.
  result.conjugate = by_rows ? op.conjugate != op.conjugate_mirror : op.conjugate;
  return result;
}

}  // namespace filigree::detail
