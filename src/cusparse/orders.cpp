// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/orders.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/objects.hpp>

/// Indices and offsets, and entries in order.

namespace filigree::cusparse {
namespace {

void check_arrays(const char* call, int count, std::initializer_list<const void*> arrays) {
  for (const void* array : arrays)
    if (count > 0) check_pointer(call, "an array", array);
}

void sort(const char* call, const cusparseContext& handle, const runtime::EntryArrays& entries,
          void* buffer) {
  check_arrays(call, int(entries.count),
               {entries.primary, entries.secondary, entries.carried, buffer});
  if (entries.count > 0) runtime::sort_entries(handle.target, entries, buffer);
}

/// Of a compressed matrix, whose lines' indices are made for it. They lie behind what the sort
/// works in.
void sort_lines(const char* call, const cusparseContext& handle, int lines, int width, int nnz,
                const cusparseMatDescr& description, const int* offsets, int* indices,
                int* permutation, void* buffer) {
  check_arrays(call, nnz, {offsets, indices, permutation, buffer});
  if (nnz == 0) return;
  int* const line = static_cast<int*>(buffer) + 3 * std::int64_t(nnz);
  runtime::offsets_to_indices(handle.target, lines, nnz, IndexBase(description.base), offsets,
                              line);
  runtime::sort_entries(handle.target, {lines, width, nnz, line, indices, permutation}, buffer);
}

std::size_t line_sort_bytes(int nnz) {
  return runtime::sort_bytes(nnz) + std::size_t(nnz) * sizeof(int);
}

}  // namespace

void Xcoo2csr(cusparseHandle_t handle, const int* rows, int nnz, int num_rows, int* offsets,
              cusparseIndexBase_t base) {
  constexpr const char* call = "cusparseXcoo2csr";
  check_arrays(call, nnz, {rows});
  check_pointer(call, "csrSortedRowPtr", offsets);
  runtime::indices_to_offsets(handle->target, num_rows, nnz, IndexBase(base), rows, offsets);
}
void Xcsr2coo(cusparseHandle_t handle, const int* offsets, int nnz, int num_rows, int* rows,
              cusparseIndexBase_t base) {
  check_arrays("cusparseXcsr2coo", nnz, {offsets, rows});
  runtime::offsets_to_indices(handle->target, num_rows, nnz, IndexBase(base), offsets, rows);
}

void CreateIdentityPermutation(cusparseHandle_t handle, int count, int* permutation) {
  check_arrays("cusparseCreateIdentityPermutation", count, {permutation});
  runtime::make_identity(handle->target, count, permutation);
}

void Xcoosort_bufferSizeExt(cusparseHandle_t, int, int, int nnz, const int*, const int*,
                            std::size_t* bytes) {
  *bytes = runtime::sort_bytes(nnz);
}
void XcoosortByRow(cusparseHandle_t handle, int rows, int cols, int nnz, int* row_indices,
                   int* col_indices, int* permutation, void* buffer) {
  sort("cusparseXcoosortByRow", *handle, {rows, cols, nnz, row_indices, col_indices, permutation},
       buffer);
}
void XcoosortByColumn(cusparseHandle_t handle, int rows, int cols, int nnz, int* row_indices,
                      int* col_indices, int* permutation, void* buffer) {
  sort("cusparseXcoosortByColumn", *handle,
       {cols, rows, nnz, col_indices, row_indices, permutation}, buffer);
}

void Xcsrsort_bufferSizeExt(cusparseHandle_t, int, int, int nnz, const int*, const int*,
                            std::size_t* bytes) {
  *bytes = line_sort_bytes(nnz);
}
void Xcsrsort(cusparseHandle_t handle, int rows, int cols, int nnz,
              const cusparseMatDescr_t description, const int* offsets, int* indices,
              int* permutation, void* buffer) {
  sort_lines("cusparseXcsrsort", *handle, rows, cols, nnz, *description, offsets, indices,
             permutation, buffer);
}
void Xcscsort_bufferSizeExt(cusparseHandle_t, int, int, int nnz, const int*, const int*,
                            std::size_t* bytes) {
  *bytes = line_sort_bytes(nnz);
}
void Xcscsort(cusparseHandle_t handle, int rows, int cols, int nnz,
              const cusparseMatDescr_t description, const int* offsets, int* indices,
              int* permutation, void* buffer) {
  sort_lines("cusparseXcscsort", *handle, cols, rows, nnz, *description, offsets, indices,
             permutation, buffer);
}

}  // namespace filigree::cusparse
