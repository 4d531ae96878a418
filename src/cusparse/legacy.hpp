// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <cusparse/objects.hpp>

/// What legacy calls have in common, whose matrices are arrays beside a cusparseMatDescr.

namespace filigree::cusparse {

/// Throws matrix_type_not_supported where the matrix is not general.
void check_general(const char* call, const cusparseMatDescr& description);

/// The layout of blocks. Throws invalid_value for a size below 1.
BlockLayout layout_of(const char* call, cusparseDirection_t direction, int rows, int cols);

/// A CSR matrix. Throws matrix_type_not_supported where it is not general.
runtime::SparseOperand csr_operand(const char* call, runtime::ScalarType type, int rows, int cols,
                                   int nnz, const cusparseMatDescr& description, const void* values,
                                   const int* offsets, const int* indices);

/// The arguments of a legacy call for a matrix of square blocks.
struct BlockMatrix {
  const char* call;
  runtime::ScalarType scalar;
  cusparseDirection_t direction;
  int mb;
  int nnzb;
  const cusparseMatDescr& description;
  const void* values;
  const int* offsets;
  const int* indices;
  int block;
};

/// A square BSR matrix. Throws invalid_value for a block size below 1, matrix_type_not_supported
/// where it is not general.
runtime::SparseOperand bsr_operand(const BlockMatrix& A);

/// Throws invalid_value unless the offsets of a BSR matrix have as many blocks as it has. Waits.
void check_offsets(const char* call, const cusparseContext& handle,
                   const runtime::SparseOperand& A);

/// Throws invalid_value where one of a matrix's indices and values is null and the other is not:
/// that is right for no number of entries. For calls that would have to read the number.
void check_both(const char* call, const char* matrix, const void* indices, const void* values);

/// On the handle's stream, not waited for. Throws execution_failed.
void copy_in_order(const char* call, const cusparseContext& handle, void* to, const void* from,
                   std::size_t bytes);

/// Between memory of the host and the device, on the handle's stream. Throws execution_failed.
void copy_and_wait(const char* call, const cusparseContext& handle, void* to, const void* from,
                   std::size_t bytes);

/// As copy_and_wait, but for a stream that records a graph: then the copy is part of the graph.
void copy_result(const char* call, const cusparseContext& handle, void* to, const void* from,
                 std::size_t bytes);

/// How many entries the offsets of a compressed matrix say that there are. Waits.
int stored_count(const char* call, const cusparseContext& handle, const int* offsets, int lines,
                 IndexBase base);

/// Writes a number to memory of the host or the device. Waits.
void write_number(const char* call, const cusparseContext& handle, int* to, std::int64_t value);

}  // namespace filigree::cusparse
