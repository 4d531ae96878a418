// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <runtime/blocks.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>

/// Between CSR matrices and matrices of blocks. Each call finds the pattern anew: between those
/// that count and those that convert nothing is kept. All of them wait.

namespace filigree::cusparse {
namespace {

runtime::SparseOperand csr_of(const char* call, const cusparseContext& handle, int m, int n,
                              const cusparseMatDescr& description, const int* offsets,
                              const int* indices) {
  check_general(call, description);
  const int nnz = stored_count(call, handle, offsets, m, IndexBase(description.base));
  return csr_operand(call, runtime::ScalarType::float64, m, n, nnz, description, nullptr, offsets,
                     indices);
}

/// `num_blocks`: -1 where only the offsets have it.
runtime::BlockPattern blocks_of(const char* call, const cusparseContext& handle, int mb, int nb,
                                int num_blocks, const BlockLayout& block, IndexBase base,
                                const int* offsets, const int* indices) {
  if (num_blocks > 0) check_pointer(call, "the column indices", indices);
  const int stored = stored_count(call, handle, offsets, mb, base);
  check(num_blocks < 0 || num_blocks == stored, call, "nnzb", std::to_string(num_blocks).c_str(),
        "the number of blocks that the offsets have");
  if (stored > 0) check_pointer(call, "the column indices", indices);
  return {block, base, mb, nb, stored, offsets, indices};
}

/// Arrays of a result. Those of the values are null where only the pattern is wanted.
struct Result {
  int* offsets;
  int* indices;
  runtime::ScalarType scalar = runtime::ScalarType::float64;
  const void* from = nullptr;
  std::int64_t num_from = 0;
  void* to = nullptr;
  bool with_values = false;
};

/// Before a pattern is found. A result has entries where there are some to come from.
void check_arrays(const char* call, const Result& result) {
  check_pointer(call, "the result's offsets", result.offsets);
  if (result.num_from == 0) return;
  check_pointer(call, "the result's indices", result.indices);
  if (!result.with_values) return;
  check_pointer(call, "the result's values", result.to);
  check_pointer(call, "the values", result.from);
}

/// The same where only offsets say how many entries there are.
void check_both_arrays(const char* call, const int* indices, const Result& result) {
  if (!result.with_values) return;
  check_both(call, "A", indices, result.from);
  check_both(call, "C", result.indices, result.to);
}

void write(const cusparseContext& handle, const runtime::ConvertedPattern& pattern,
           const Result& result) {
  runtime::copy_pattern(handle.target, pattern, result.offsets, result.indices);
  if (result.with_values && pattern.num_values > 0)
    runtime::move_values(handle.target, pattern, result.scalar, result.from, result.num_from,
                         result.to);
  handle.target.fence();  // the pattern goes
}

void write_count(const char* call, const cusparseContext& handle,
                 const runtime::ConvertedPattern& pattern, int* offsets, int* count) {
  check_pointer(call, "bsrSortedRowPtrC", offsets);
  runtime::copy_pattern(handle.target, pattern, offsets, nullptr);
  write_number(call, handle, count, pattern.num_indices);
}

std::int64_t places(std::int64_t num_blocks, int rows, int cols) {
  return num_blocks * rows * cols;
}

void count_blocks(const char* call, const cusparseContext& handle, cusparseDirection_t direction,
                  int m, int n, const cusparseMatDescr& of_a, const int* offsets_a,
                  const int* indices_a, const cusparseMatDescr& of_c, int block_rows,
                  int block_cols, int* offsets, int* count) {
  const BlockLayout block = layout_of(call, direction, block_rows, block_cols);
  check_general(call, of_c);
  const auto pattern =
      runtime::csr_to_blocks(handle.target, csr_of(call, handle, m, n, of_a, offsets_a, indices_a),
                             block, IndexBase(of_c.base));
  write_count(call, handle, pattern, offsets, count);
}

void to_blocks(const char* call, const cusparseContext& handle, cusparseDirection_t direction,
               int m, int n, const cusparseMatDescr& of_a, const int* offsets_a,
               const int* indices_a, const cusparseMatDescr& of_c, int block_rows, int block_cols,
               Result result) {
  const BlockLayout block = layout_of(call, direction, block_rows, block_cols);
  check_general(call, of_c);
  result.with_values = true;
  check_both_arrays(call, indices_a, result);
  const runtime::SparseOperand A = csr_of(call, handle, m, n, of_a, offsets_a, indices_a);
  result.num_from = A.nnz;
  check_arrays(call, result);
  write(handle, runtime::csr_to_blocks(handle.target, A, block, IndexBase(of_c.base)), result);
}

void to_entries(const char* call, const cusparseContext& handle, cusparseDirection_t direction,
                int mb, int nb, const cusparseMatDescr& of_a, const int* offsets_a,
                const int* indices_a, int block_rows, int block_cols, const cusparseMatDescr& of_c,
                Result result) {
  check_general(call, of_a);
  check_general(call, of_c);
  check_both_arrays(call, indices_a, result);
  const runtime::BlockPattern A =
      blocks_of(call, handle, mb, nb, -1, layout_of(call, direction, block_rows, block_cols),
                IndexBase(of_a.base), offsets_a, indices_a);
  result.num_from = places(A.num_blocks, block_rows, block_cols);
  check_arrays(call, result);
  write(handle, runtime::blocks_to_csr(handle.target, A, IndexBase(of_c.base)), result);
}

/// From blocks of one shape to blocks of another.
struct Reblocking {
  runtime::BlockPattern A;
  BlockLayout block;
  IndexBase base;
};

Reblocking reblocking_of(const char* call, const cusparseContext& handle,
                         cusparseDirection_t direction, int mb, int nb, int nnzb,
                         const cusparseMatDescr& of_a, const int* offsets, const int* indices,
                         int rows_a, int cols_a, const cusparseMatDescr& of_c, int rows_c,
                         int cols_c) {
  check_general(call, of_a);
  check_general(call, of_c);
  const BlockLayout from = layout_of(call, direction, rows_a, cols_a);
  const BlockLayout to = layout_of(call, direction, rows_c, cols_c);
  return {blocks_of(call, handle, mb, nb, nnzb, from, IndexBase(of_a.base), offsets, indices), to,
          IndexBase(of_c.base)};
}

/// Nothing but the sizes of blocks and the type of the matrix can be wrong.
template <class Bytes>
void no_buffer(const char* call, cusparseDirection_t direction, const cusparseMatDescr* description,
               int rows, int cols, Bytes* bytes) {
  if (description != nullptr) check_general(call, *description);
  layout_of(call, direction, rows, cols);
  *bytes = 0;
}

}  // namespace

void Xcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                 const cusparseMatDescr_t of_a, const int* offsets_a, const int* indices_a,
                 int block, const cusparseMatDescr_t of_c, int* offsets, int* count) {
  count_blocks("cusparseXcsr2bsrNnz", *handle, direction, m, n, *of_a, offsets_a, indices_a, *of_c,
               block, block, offsets, count);
}
void csr2bsr(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
             int m, int n, const cusparseMatDescr_t of_a, const void* values_a,
             const int* offsets_a, const int* indices_a, int block, const cusparseMatDescr_t of_c,
             void* values, int* offsets, int* indices) {
  to_blocks("cusparse<t>csr2bsr", *handle, direction, m, n, *of_a, offsets_a, indices_a, *of_c,
            block, block, {offsets, indices, type, values_a, 0, values});
}

void csr2gebsr_bufferSize(runtime::ScalarType, cusparseHandle_t, cusparseDirection_t direction, int,
                          int, const cusparseMatDescr_t of_a, const void*, const int*, const int*,
                          int rows, int cols, int* bytes) {
  no_buffer("cusparse<t>csr2gebsr_bufferSize", direction, of_a, rows, cols, bytes);
}
void csr2gebsr_bufferSizeExt(runtime::ScalarType, cusparseHandle_t, cusparseDirection_t direction,
                             int, int, const cusparseMatDescr_t of_a, const void*, const int*,
                             const int*, int rows, int cols, std::size_t* bytes) {
  no_buffer("cusparse<t>csr2gebsr_bufferSizeExt", direction, of_a, rows, cols, bytes);
}
void Xcsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                   const cusparseMatDescr_t of_a, const int* offsets_a, const int* indices_a,
                   const cusparseMatDescr_t of_c, int* offsets, int rows, int cols, int* count,
                   void*) {
  count_blocks("cusparseXcsr2gebsrNnz", *handle, direction, m, n, *of_a, offsets_a, indices_a,
               *of_c, rows, cols, offsets, count);
}
void csr2gebsr(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
               int m, int n, const cusparseMatDescr_t of_a, const void* values_a,
               const int* offsets_a, const int* indices_a, const cusparseMatDescr_t of_c,
               void* values, int* offsets, int* indices, int rows, int cols, void*) {
  to_blocks("cusparse<t>csr2gebsr", *handle, direction, m, n, *of_a, offsets_a, indices_a, *of_c,
            rows, cols, {offsets, indices, type, values_a, 0, values});
}

void bsr2csr(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
             int mb, int nb, const cusparseMatDescr_t of_a, const void* values_a,
             const int* offsets_a, const int* indices_a, int block, const cusparseMatDescr_t of_c,
             void* values, int* offsets, int* indices) {
  to_entries("cusparse<t>bsr2csr", *handle, direction, mb, nb, *of_a, offsets_a, indices_a, block,
             block, *of_c, {offsets, indices, type, values_a, 0, values, true});
}
void Xgebsr2csr(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb,
                const cusparseMatDescr_t of_a, const int* offsets_a, const int* indices_a, int rows,
                int cols, const cusparseMatDescr_t of_c, int* offsets, int* indices) {
  to_entries("cusparseXgebsr2csr", *handle, direction, mb, nb, *of_a, offsets_a, indices_a, rows,
             cols, *of_c, {offsets, indices});
}
void gebsr2csr(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
               int mb, int nb, const cusparseMatDescr_t of_a, const void* values_a,
               const int* offsets_a, const int* indices_a, int rows, int cols,
               const cusparseMatDescr_t of_c, void* values, int* offsets, int* indices) {
  to_entries("cusparse<t>gebsr2csr", *handle, direction, mb, nb, *of_a, offsets_a, indices_a, rows,
             cols, *of_c, {offsets, indices, type, values_a, 0, values, true});
}

void gebsr2gebsc_bufferSize(runtime::ScalarType, cusparseHandle_t, int, int, int, const void*,
                            const int*, const int*, int rows, int cols, int* bytes) {
  no_buffer("cusparse<t>gebsr2gebsc_bufferSize", CUSPARSE_DIRECTION_ROW, nullptr, rows, cols,
            bytes);
}
void gebsr2gebsc_bufferSizeExt(runtime::ScalarType, cusparseHandle_t, int, int, int, const void*,
                               const int*, const int*, int rows, int cols, std::size_t* bytes) {
  no_buffer("cusparse<t>gebsr2gebsc_bufferSizeExt", CUSPARSE_DIRECTION_ROW, nullptr, rows, cols,
            bytes);
}
/// Blocks move as a whole, whatever their order.
void gebsr2gebsc(runtime::ScalarType type, cusparseHandle_t handle, int mb, int nb, int nnzb,
                 const void* values_a, const int* offsets_a, const int* indices_a, int rows,
                 int cols, void* values, int* indices, int* offsets, cusparseAction_t action,
                 cusparseIndexBase_t base, void*) {
  constexpr const char* call = "cusparse<t>gebsr2gebsc";
  const BlockLayout block = layout_of(call, CUSPARSE_DIRECTION_ROW, rows, cols);
  const Result result{offsets,
                      indices,
                      type,
                      values_a,
                      places(nnzb, rows, cols),
                      values,
                      action == CUSPARSE_ACTION_NUMERIC};
  check_arrays(call, result);
  const runtime::BlockPattern A =
      blocks_of(call, *handle, mb, nb, nnzb, block, IndexBase(base), offsets_a, indices_a);
  write(*handle, runtime::blocks_to_columns(handle->target, A, IndexBase(base)), result);
}

void gebsr2gebsr_bufferSize(runtime::ScalarType, cusparseHandle_t, cusparseDirection_t direction,
                            int, int, int, const cusparseMatDescr_t of_a, const void*, const int*,
                            const int*, int rows_a, int cols_a, int rows_c, int cols_c,
                            int* bytes) {
  layout_of("cusparse<t>gebsr2gebsr_bufferSize", direction, rows_a, cols_a);
  no_buffer("cusparse<t>gebsr2gebsr_bufferSize", direction, of_a, rows_c, cols_c, bytes);
}
void gebsr2gebsr_bufferSizeExt(runtime::ScalarType, cusparseHandle_t, cusparseDirection_t direction,
                               int, int, int, const cusparseMatDescr_t of_a, const void*,
                               const int*, const int*, int rows_a, int cols_a, int rows_c,
                               int cols_c, std::size_t* bytes) {
  layout_of("cusparse<t>gebsr2gebsr_bufferSizeExt", direction, rows_a, cols_a);
  no_buffer("cusparse<t>gebsr2gebsr_bufferSizeExt", direction, of_a, rows_c, cols_c, bytes);
}
void Xgebsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb,
                     int nnzb, const cusparseMatDescr_t of_a, const int* offsets_a,
                     const int* indices_a, int rows_a, int cols_a, const cusparseMatDescr_t of_c,
                     int* offsets, int rows_c, int cols_c, int* count, void*) {
  constexpr const char* call = "cusparseXgebsr2gebsrNnz";
  const Reblocking what = reblocking_of(call, *handle, direction, mb, nb, nnzb, *of_a, offsets_a,
                                        indices_a, rows_a, cols_a, *of_c, rows_c, cols_c);
  write_count(call, *handle,
              runtime::blocks_to_blocks(handle->target, what.A, what.block, what.base), offsets,
              count);
}
void gebsr2gebsr(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction,
                 int mb, int nb, int nnzb, const cusparseMatDescr_t of_a, const void* values_a,
                 const int* offsets_a, const int* indices_a, int rows_a, int cols_a,
                 const cusparseMatDescr_t of_c, void* values, int* offsets, int* indices,
                 int rows_c, int cols_c, void*) {
  constexpr const char* call = "cusparse<t>gebsr2gebsr";
  const Result result{offsets, indices, type, values_a, places(nnzb, rows_a, cols_a), values, true};
  check_arrays(call, result);
  const Reblocking what = reblocking_of(call, *handle, direction, mb, nb, nnzb, *of_a, offsets_a,
                                        indices_a, rows_a, cols_a, *of_c, rows_c, cols_c);
  write(*handle, runtime::blocks_to_blocks(handle->target, what.A, what.block, what.base), result);
}

}  // namespace filigree::cusparse
