// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cusparse.h>
#include <filigree/core/operation.hpp>
#include <runtime/operands.hpp>
#include <runtime/types.hpp>

/// From the interface's enumerations to the library's, and back.

namespace filigree::cusparse {

///@{
/// Throw not_supported for a type that the library has not.
runtime::ScalarType scalar_type(const char* call, const char* argument, cudaDataType type);
runtime::IndexType index_type(const char* call, const char* argument, cusparseIndexType_t type);
///@}
cudaDataType data_type(runtime::ScalarType type);
inline cusparseIndexType_t index_type(runtime::IndexType type) {
  return type == runtime::IndexType::int32 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
}

/// Those of these enumerations that have other values than the library's are not converted so.
inline Op op(cusparseOperation_t op) { return Op(op); }
static_assert(int(Op::none) == CUSPARSE_OPERATION_NON_TRANSPOSE);
static_assert(int(Op::transpose) == CUSPARSE_OPERATION_TRANSPOSE);
static_assert(int(Op::conjugate_transpose) == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
static_assert(int(IndexBase::zero) == CUSPARSE_INDEX_BASE_ZERO);
static_assert(int(IndexBase::one) == CUSPARSE_INDEX_BASE_ONE);
static_assert(int(FillMode::lower) == CUSPARSE_FILL_MODE_LOWER);
static_assert(int(FillMode::upper) == CUSPARSE_FILL_MODE_UPPER);
static_assert(int(DiagonalType::non_unit) == CUSPARSE_DIAG_TYPE_NON_UNIT);
static_assert(int(DiagonalType::unit) == CUSPARSE_DIAG_TYPE_UNIT);
static_assert(int(MatrixType::triangular) == CUSPARSE_MATRIX_TYPE_TRIANGULAR);

inline runtime::Layout layout(cusparseOrder_t order) {
  return order == CUSPARSE_ORDER_ROW ? runtime::Layout::row_major : runtime::Layout::column_major;
}
inline cusparseOrder_t order(runtime::Layout layout) {
  return layout == runtime::Layout::row_major ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
}

}  // namespace filigree::cusparse
