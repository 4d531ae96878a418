// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <filigree/format/matrix_batch.hpp>

/// Batches whose matrices each have a pattern of their own, as products see them.

namespace filigree::detail {

template <class Matrix>
struct ConstMatrix<MatrixBatch<Matrix>> {
  using type = MatrixBatch<const_matrix_t<Matrix>>;
};

/// The patterns of a MatrixBatch: the first one as it is stored, and where the others lie.
template <class Stored>
struct FILIGREE_EXPORT StoredBatch {
  Stored first;
  std::int64_t count = 0;
  PatternStrides strides{};

  friend bool operator==(const StoredBatch&, const StoredBatch&) = default;
};

template <class Matrix>
auto stored_pattern(const MatrixBatch<Matrix>& batch) {
  const auto first = stored_pattern(batch.first());
  const BatchStrides& strides = batch.strides();
  // Matrices without places have no index to read, and a null pointer may not move.
  const std::int64_t indices = first.nnz == 0 ? 0 : strides.indices;
  return StoredBatch<std::remove_const_t<decltype(first)>>{
      first, batch.count(), {true, strides.offsets, indices}};
}

template <class Stored>
std::string_view stored_format(const StoredBatch<Stored>& batch) {
  return stored_format(batch.first);
}

/// The bytes of offsets and of indices of one matrix.
struct ArrayBytes {
  std::int64_t offsets = 0;
  std::int64_t indices = 0;
};
template <class Offset, class Index>
ArrayBytes array_bytes(const StoredPattern<Offset, Index>& stored) {
  constexpr auto offset = std::int64_t(sizeof(Offset)), index = std::int64_t(sizeof(Index));
  if (stored.is_coo()) return {0, 2 * stored.nnz * index};
  const bool by_columns = stored.format == StoredFormat::csc;
  return {((by_columns ? stored.num_cols : stored.num_rows) + 1) * offset, stored.nnz * index};
}
template <class Index, class Offset>
ArrayBytes array_bytes(const StoredRows<BsrRows<Index, Offset>>& stored) {
  const auto& rows = stored.rows;
  return {(groups_of(rows.num_rows, rows.block.rows) + 1) * std::int64_t(sizeof(Offset)),
          stored.num_places / (rows.block.rows * rows.block.cols) * std::int64_t(sizeof(Index))};
}

/// The bytes of offsets and indices; of a batch those of all matrices, but arrays that they share
/// once.
template <class Stored>
std::int64_t pattern_bytes(const Stored& stored) {
  const ArrayBytes bytes = array_bytes(stored);
  return bytes.offsets + bytes.indices;
}
template <class Stored>
std::int64_t pattern_bytes(const StoredBatch<Stored>& batch) {
  const ArrayBytes bytes = array_bytes(batch.first);
  const auto arrays = [&](std::int64_t stride) { return stride == 0 ? 1 : batch.count; };
  return bytes.offsets * arrays(batch.strides.offsets) +
         bytes.indices * arrays(batch.strides.indices);
}

/// A checksum of `count` arrays of `length` entries that lie `stride` apart. Waits for the device.
template <class Exec>
FILIGREE_EXPORT std::uint64_t batch_checksum(const Exec& exec, const AnyOffsets& array,
                                             std::int64_t length, std::int64_t stride,
                                             std::int64_t count);

/// A checksum of all patterns. Waits for the device.
template <class Exec, class Offset, class Index>
std::uint64_t batch_checksum(const Exec& exec,
                             const StoredBatch<StoredPattern<Offset, Index>>& batch) {
  const auto& first = batch.first;
  const std::int64_t majors = first.format == StoredFormat::csc ? first.num_cols : first.num_rows;
  const std::int64_t indices = batch.strides.indices;
  return batch_checksum(exec, first.offsets, majors + 1, batch.strides.offsets, batch.count) +
         3 * batch_checksum(exec, first.row_indices, first.nnz, indices, batch.count) +
         5 * batch_checksum(exec, first.col_indices, first.nnz, indices, batch.count);
}
template <class Exec, class Index, class Offset>
std::uint64_t batch_checksum(const Exec& exec,
                             const StoredBatch<StoredRows<BsrRows<Index, Offset>>>& batch) {
  const auto& rows = batch.first.rows;
  const std::int64_t num_blocks = batch.first.num_places / (rows.block.rows * rows.block.cols);
  return batch_checksum(exec, rows.begin_offsets, groups_of(rows.num_rows, rows.block.rows) + 1,
                        batch.strides.offsets, batch.count) +
         5 * batch_checksum(exec, rows.col_indices, num_blocks, batch.strides.indices, batch.count);
}

}  // namespace filigree::detail
