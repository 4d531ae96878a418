// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/blocks.hpp>
#include <runtime/products.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>

/// Products with matrices of square blocks.

namespace filigree::cusparse {
namespace {

runtime::BlockPart part_of(const char* call, cusparseDirection_t direction, int mb, int nb,
                           int nnzb, const cusparseMatDescr& description, const int* begin,
                           const int* end, const int* indices, int block) {
  check_general(call, description);
  runtime::BlockPart part;
  part.A = {layout_of(call, direction, block, block),
            IndexBase(description.base),
            mb,
            nb,
            nnzb,
            begin,
            indices};
  part.end_offsets = end;
  return part;
}

void multiply(const cusparseContext& handle, runtime::ScalarType type, cusparseOperation_t trans,
              const void* alpha, const runtime::BlockPart& part, const void* values, const void* x,
              const void* beta, void* y) {
  const std::int64_t rows = part.A.num_block_rows * part.A.block.rows;
  const std::int64_t cols = part.A.num_block_cols * part.A.block.cols;
  const bool is_plain = trans == CUSPARSE_OPERATION_NON_TRANSPOSE;
  runtime::spmv(handle.target, op(trans), handle.scalar(alpha), part, values,
                {type, is_plain ? cols : rows, without_const(x)}, handle.scalar(beta),
                {type, is_plain ? rows : cols, y});
}

/// The whole matrix.
runtime::BlockPart whole_of(const char* call, cusparseDirection_t direction, int mb, int nb,
                            int nnzb, const cusparseMatDescr& description, const int* offsets,
                            const int* indices, int block) {
  if (mb > 0) check_pointer(call, "bsrSortedRowPtrA", offsets);
  return part_of(call, direction, mb, nb, nnzb, description, offsets,
                 offsets == nullptr ? nullptr : offsets + 1, indices, block);
}

}  // namespace

void bsrmv(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
           cusparseOperation_t trans, int mb, int nb, int nnzb, const void* alpha,
           const cusparseMatDescr_t description, const void* values, const int* offsets,
           const int* indices, int block, const void* x, const void* beta, void* y) {
  multiply(
      *handle, type, trans, alpha,
      whole_of("cusparse<t>bsrmv", direction, mb, nb, nnzb, *description, offsets, indices, block),
      values, x, beta, y);
}

void bsrxmv(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
            cusparseOperation_t trans, int mask_size, int mb, int nb, int nnzb, const void* alpha,
            const cusparseMatDescr_t description, const void* values, const int* mask,
            const int* begin, const int* end, const int* indices, int block, const void* x,
            const void* beta, void* y) {
  constexpr const char* call = "cusparse<t>bsrxmv";
  require(trans == CUSPARSE_OPERATION_NON_TRANSPOSE, call, "transA", "a transpose",
          "CUSPARSE_OPERATION_NON_TRANSPOSE");
  runtime::BlockPart part =
      part_of(call, direction, mb, nb, nnzb, *description, begin, end, indices, block);
  part.is_masked = true;
  part.mask_size = mask_size;
  part.mask = mask;
  multiply(*handle, type, trans, alpha, part, values, x, beta, y);
}

void bsrmm(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
           cusparseOperation_t trans_a, cusparseOperation_t trans_b, int mb, int n, int kb,
           int nnzb, const void* alpha, const cusparseMatDescr_t description, const void* values,
           const int* offsets, const int* indices, const int block, const void* B, const int ldb,
           const void* beta, void* C, int ldc) {
  constexpr const char* call = "cusparse<t>bsrmm";
  const runtime::BlockPart A =
      whole_of(call, direction, mb, kb, nnzb, *description, offsets, indices, block);
  const bool is_plain_a = trans_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool is_plain_b = trans_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const std::int64_t inner = std::int64_t(is_plain_a ? kb : mb) * block;
  const std::int64_t rows = std::int64_t(is_plain_a ? mb : kb) * block;
  const auto layout = runtime::Layout::column_major;
  const runtime::DenseOperand dense_b{
      type, layout, is_plain_b ? inner : n, is_plain_b ? n : inner, ldb, without_const(B)};
  const runtime::DenseOperand dense_c{type, layout, rows, n, ldc, C};
  runtime::check(call, dense_b);
  runtime::check(call, dense_c);
  runtime::spmm(handle->target, op(trans_a), op(trans_b), handle->scalar(alpha), A, values, dense_b,
                handle->scalar(beta), dense_c);
}

}  // namespace filigree::cusparse
