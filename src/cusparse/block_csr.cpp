// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/block_csr.hpp>

#include <array>
#include <numeric>
#include <string>
#include <vector>

#include <cusparse/guard.hpp>
#include <cusparse/pivots.hpp>

namespace filigree::cusparse {

void check_block_matrix(const BlockMatrix& A) {
  check_general(A.call, A.description);
  layout_of(A.call, A.direction, A.block, A.block);
}

BlockCsr::BlockCsr(const cusparseContext& handle, const BlockMatrix& A)
    : direction_(A.direction),
      num_block_rows_(A.mb),
      num_blocks_(A.nnzb),
      block_(A.block),
      base_(A.description.base) {
  check_block_matrix(A);
  const auto base = IndexBase(A.description.base);
  const int stored = stored_count(A.call, handle, A.offsets, A.mb, base);
  check(stored == A.nnzb, A.call, "nnzb", std::to_string(A.nnzb).c_str(),
        "the number of blocks that the offsets have");
  if (stored > 0) check_pointer(A.call, "the column indices", A.indices);
  pattern_ = runtime::blocks_to_csr(handle.target,
                                    {layout_of(A.call, A.direction, A.block, A.block), base, A.mb,
                                     A.mb, A.nnzb, A.offsets, A.indices},
                                    IndexBase::zero);
  values_ = HeldMemory(std::size_t(pattern_.num_values) * runtime::size_of(A.scalar));
  operand_.scalar = A.scalar;
  operand_.num_rows = operand_.num_cols = std::int64_t(A.mb) * A.block;
  operand_.nnz = pattern_.num_values;
  operand_.offsets = without_const(pattern_.offsets);
  operand_.col_indices = without_const(pattern_.indices);
  operand_.values = values_.data();
}

void BlockCsr::check_same(const BlockMatrix& A) const {
  check_block_matrix(A);
  check(num_blocks_ >= 0, A.call, "info", "no analysis", "one of the matrix's pattern");
  check(A.nnzb == num_blocks_ && A.block == block_ && A.direction == direction_ &&
            A.scalar == operand_.scalar && A.mb == num_block_rows_ &&
            int(A.description.base) == base_,
        A.call, "info", "an analysis of another matrix", "one of this matrix");
}

void BlockCsr::load(const cusparseContext& handle, const char* call, const void* values) const {
  if (operand_.nnz == 0) return;
  check_pointer(call, "the values", values);
  runtime::move_values(handle.target, pattern_, operand_.scalar, values,
                       std::int64_t(num_blocks_) * block_ * block_, operand_.values);
}

void BlockCsr::store(const cusparseContext& handle, void* values) const {
  if (operand_.nnz > 0)
    runtime::move_values_back(handle.target, pattern_, operand_.scalar, operand_.values, values);
}

std::int64_t BlockCsr::missing_block(const cusparseContext& handle) const {
  return block_row(missing_pivot(handle, operand_));
}

void BlockCsr::keep_leading(const cusparseContext& handle, const char* call,
                            std::int64_t block_row) {
  const std::int64_t rows = (block_row - base_) * block_;
  const auto read = [&](auto& to, const void* from) {
    if (!to.empty()) copy_and_wait(call, handle, to.data(), from, to.size() * sizeof to.front());
  };
  std::vector<std::int32_t> offsets(std::size_t(rows) + 1);
  read(offsets, pattern_.offsets);
  std::vector<std::int32_t> indices(std::size_t(offsets.back()));
  read(indices, pattern_.indices);
  std::vector<std::int64_t> places(indices.size());
  if (pattern_.places != nullptr)
    read(places, pattern_.places);
  else
    std::iota(places.begin(), places.end(), std::int64_t(0));

  std::size_t kept = 0, k = 0;
  for (std::size_t row = 0; row < std::size_t(rows); ++row) {
    for (const auto end = std::size_t(offsets[row + 1]); k < end; ++k)
      if (indices[k] < rows) {
        indices[kept] = indices[k];
        places[kept++] = places[k];
      }
    offsets[row + 1] = std::int32_t(kept);
  }
  indices.resize(kept);
  places.resize(kept);

  const auto memory = std::make_shared<std::array<HeldMemory, 3>>();
  const auto hold = [&](HeldMemory& to, const auto& from) {
    const std::size_t bytes = from.size() * sizeof from.front();
    if (bytes == 0) return;
    to = HeldMemory(bytes);
    copy_and_wait(call, handle, to.data(), from.data(), bytes);
  };
  auto& [held_offsets, held_indices, held_places] = *memory;
  hold(held_offsets, offsets);
  hold(held_indices, indices);
  hold(held_places, places);
  const auto count = std::int64_t(kept);
  pattern_ = {rows + 1,
              count,
              count,
              static_cast<const std::int32_t*>(held_offsets.data()),
              static_cast<const std::int32_t*>(held_indices.data()),
              static_cast<const std::int64_t*>(held_places.data()),
              memory};
  operand_.num_rows = operand_.num_cols = rows;
  operand_.nnz = count;
  operand_.offsets = held_offsets.data();
  operand_.col_indices = held_indices.data();
}

}  // namespace filigree::cusparse
