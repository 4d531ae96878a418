// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <cusparse/guard.hpp>
#include <cusparse/objects.hpp>

/// What products have in common.

namespace filigree::cusparse {

/// Throws not_supported unless products take the format.
inline void require_product_format(const char* call, const cusparseSpMatDescr& matrix) {
  const bool is_taken = matrix.format == CUSPARSE_FORMAT_CSR ||
                        matrix.format == CUSPARSE_FORMAT_CSC ||
                        matrix.format == CUSPARSE_FORMAT_COO;
  require(is_taken, call, "matA", "a matrix of blocks or slices", "format CSR, CSC or COO");
}

/// Throws not_supported unless a product of these types, which one of runtime's visits calls with
/// them, computes in `given`.
template <class Types>
void check_compute_type(const char* call, const Types&, cudaDataType given) {
  require(data_type(runtime::ScalarTypeOf<typename Types::Compute>::value) == given, call,
          "computeType", "another type than that in which these operands are multiplied",
          "that of docs/spmv.md and docs/spmm.md");
}

/// A vector or a dense matrix of a call that asks for a size: its array may be missing, or be one
/// for all operands, as XLA has it. What stands in for it is apart from other arrays, and read by
/// nobody. `number`: of the operand, from 1 on.
template <class Description>
Description without_array(const Description& description, int number) {
  Description result = description;
  result.operand.values = reinterpret_cast<void*>(std::uintptr_t(number) << 56);
  return result;
}

/// The matrix with the entries that its offsets say: cuSPARSE takes one whose number of entries is
/// given too large. Seen on a host, where the offsets can be read.
runtime::SparseOperand as_stored(const cusparseContext& handle, runtime::SparseOperand matrix);

}  // namespace filigree::cusparse
