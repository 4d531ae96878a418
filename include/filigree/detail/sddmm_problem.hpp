// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/sddmm_rows.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <filigree/detail/stored_batch.hpp>

/// Sampled dense-dense products as kernels take them: plain structs of pointers, sizes and strides.

namespace filigree::detail {

/// The compute type of C = alpha (op(A) op(B)) o spy(C) + beta C where A and B have one storage
/// type; void where the combination is not supported.
template <class AB, class C>
struct SddmmComputeType {
  using type = void;
};
#define FILIGREE_SDDMM_TYPES(ab, c, compute) \
  template <>                                \
  struct SddmmComputeType<ab, c> {           \
    using type = compute;                    \
  }
#include <filigree/detail/sddmm_types.inc>
#undef FILIGREE_SDDMM_TYPES

/// Where the entries of C are. A Csr matrix is one of 1 x 1 blocks; a Csc or Bsc matrix is its
/// transpose's rows.
template <class Index>
struct SddmmPattern : BsrRows<Index, AnyOffsets> {
  std::int64_t num_blocks = 0;
  bool is_blocked = false;           ///< Bsr, Bsc
  PatternStrides strides{};          ///< of a batch, whose first pattern this is
  std::int64_t first_block_row = 0;  ///< where the offsets begin

  KOKKOS_FUNCTION std::int64_t block_entries() const { return this->block.rows * this->block.cols; }
  KOKKOS_FUNCTION std::int64_t num_places() const { return num_blocks * block_entries(); }
  KOKKOS_FUNCTION std::int64_t num_block_rows() const {
    return groups_of(this->num_rows, this->block.rows);
  }
  /// The first block of a block row, from 0.
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t block_row) const {
    return this->begin_offsets[first_block_row + block_row] - this->base;
  }
  /// The pattern of matrix `batch`. Of patterns of their own it has as many blocks as the offsets
  /// say, which may be fewer than the arrays have places for.
  KOKKOS_FUNCTION SddmmPattern of_matrix(std::int64_t batch) const {
    SddmmPattern result = *this;
    if (!strides.are_own) return result;
    result.first_block_row = batch * strides.offsets;
    result.col_indices += batch * strides.indices;
    result.num_blocks = result.begin(num_block_rows());
    return result;
  }
  /// The block row that a block is in, which is one of low .. high: a binary search.
  KOKKOS_FUNCTION std::int64_t block_row_of(std::int64_t which, std::int64_t low,
                                            std::int64_t high) const {
    return partition_point(low + 1, high + 1,
                           [&](std::int64_t block_row) { return begin(block_row) <= which; }) -
           1;
  }
};

/// The pattern of a Csr or Csc matrix.
template <class Offset, class Index>
SddmmPattern<Index> sddmm_pattern(const StoredPattern<Offset, Index>& stored) {
  const bool by_columns = stored.format == StoredFormat::csc;
  SddmmPattern<Index> result;
  result.num_rows = by_columns ? stored.num_cols : stored.num_rows;
  result.num_cols = by_columns ? stored.num_rows : stored.num_cols;
  result.base = std::int64_t(stored.properties.index_base);
  result.block = {1, 1, BlockOrder::row_major};
  result.begin_offsets = stored.offsets;
  result.col_indices = by_columns ? stored.row_indices : stored.col_indices;
  result.num_blocks = stored.nnz;
  return result;
}
template <class Offset, class Index>
bool walks_columns(const StoredPattern<Offset, Index>& stored) {
  return stored.format == StoredFormat::csc;
}

/// The pattern of a Bsr or Bsc matrix.
template <class Index, class Offset>
SddmmPattern<Index> sddmm_pattern(const StoredRows<BsrRows<Index, Offset>>& stored) {
  SddmmPattern<Index> result;
  result.num_rows = stored.rows.num_rows;
  result.num_cols = stored.rows.num_cols;
  result.base = stored.rows.base;
  result.block = stored.rows.block;
  result.begin_offsets = stored.rows.begin_offsets;
  result.col_indices = stored.rows.col_indices;
  result.num_blocks = stored.num_places / result.block_entries();
  result.is_blocked = true;
  return result;
}
template <class Index, class Offset>
bool walks_columns(const StoredRows<BsrRows<Index, Offset>>& stored) {
  return stored.by_columns;
}

/// The patterns of a batch.
template <class Stored>
auto sddmm_pattern(const StoredBatch<Stored>& batch) {
  auto result = sddmm_pattern(batch.first);
  result.strides = batch.strides;
  return result;
}
template <class Stored>
bool walks_columns(const StoredBatch<Stored>& batch) {
  return walks_columns(batch.first);
}

/// Everything of C = alpha (op(A) op(B)) o spy(C) + beta C but the pattern: entry (i, j) of C gets
/// the sum over k of left(i, k) right(j, k).
template <class AB, class C_, class Compute>
struct SddmmOperands {
  using dense_scalar = AB;
  using c_scalar = C_;
  using compute_type = Compute;

  ScalarArgument<Compute> alpha;  ///< nothing of A and B reaches the result where it is 0
  ScalarArgument<Compute> beta;   ///< C is not read where it is 0
  DenseOperand<const AB> left;    ///< op(A)
  DenseOperand<const AB> right;   ///< the transpose of op(B)
  C_* values = nullptr;
  std::int64_t values_stride = 0;  ///< from a matrix of the batch to the next
  std::int64_t inner = 0;          ///< columns of op(A), rows of op(B)
  std::int64_t batch_count = 1;
  void* workspace = nullptr;  ///< may be null: a kernel that needs one then allocates it
  std::size_t workspace_bytes = 0;
};

/// What a plan finds out about its pattern, and keeps, for tuned kernels.
template <class MemorySpace>
struct SddmmPrepared {
  SddmmRows rows;
  /// Columns with so many entries that a device's L2 cache should keep their rows of
  /// the right matrix: bit c % 32 of word c / 32 is column c's. Empty: there are none.
  Kokkos::View<std::uint32_t*, MemorySpace> hot_columns;

  std::int64_t memory_bytes() const { return std::int64_t(4 * hot_columns.extent(0)); }
};
template <class Exec>
using sddmm_prepared_t = SddmmPrepared<typename Exec::memory_space>;

template <class Index, class AB, class C, class Compute>
struct SddmmProblem : SddmmOperands<AB, C, Compute> {
  using index_type = Index;

  SddmmPattern<Index> pattern;
  SddmmRows rows{};                            ///< of the pattern, where there is a plan
  const std::uint32_t* hot_columns = nullptr;  ///< as SddmmPrepared has them; null: none
};

}  // namespace filigree::detail
