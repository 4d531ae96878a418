// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/block_csr.hpp>

#include <string>

#include <runtime/triangular_solve.hpp>

#include <cusparse/guard.hpp>

namespace filigree::cusparse {

void check_block_matrix(const BlockMatrix& A) {
  check_general(A.call, A.description);
  check(A.block > 0, A.call, "blockDim", std::to_string(A.block).c_str(), "1 or more");
}

BlockCsr::BlockCsr(const cusparseContext& handle, const BlockMatrix& A)
    : direction_(A.direction), num_blocks_(A.nnzb), block_(A.block), base_(A.description.base) {
  check_block_matrix(A);
  const auto base = IndexBase(A.description.base);
  const int stored = stored_count(A.call, handle, A.offsets, A.mb, base);
  check(stored == A.nnzb, A.call, "nnzb", std::to_string(A.nnzb).c_str(),
        "the number of blocks that the offsets have");
  if (stored > 0) check_pointer(A.call, "the column indices", A.indices);
  const BlockOrder order =
      A.direction == CUSPARSE_DIRECTION_ROW ? BlockOrder::row_major : BlockOrder::col_major;
  pattern_ = runtime::blocks_to_csr(
      handle.target, {{A.block, A.block, order}, base, A.mb, A.mb, A.nnzb, A.offsets, A.indices},
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
            A.scalar == operand_.scalar && std::int64_t(A.mb) * A.block == size() &&
            int(A.description.base) == base_,
        A.call, "info", "an analysis of another matrix", "one of this matrix");
}

void BlockCsr::load(const cusparseContext& handle, const char* call, const void* values) const {
  if (operand_.nnz == 0) return;
  check_pointer(call, "the values", values);
  runtime::move_values(handle.target, pattern_, operand_.scalar, values, operand_.nnz,
                       operand_.values);
}

void BlockCsr::store(const cusparseContext& handle, void* values) const {
  if (operand_.nnz > 0)
    runtime::move_values_back(handle.target, pattern_, operand_.scalar, operand_.values, values);
}

std::int64_t BlockCsr::missing_block(const cusparseContext& handle) const {
  TriangularSolveOptions options;
  options.fill = FillMode::lower;
  options.on_zero_pivot = ZeroPivot::skip_row;
  return block_row(runtime::missing_pivot(
      runtime::make_triangular_solve_plan(handle.target, Op::none, operand_, options)));
}

}  // namespace filigree::cusparse
