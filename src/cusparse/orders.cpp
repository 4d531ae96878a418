// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <runtime/orders.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>
#include <cusparse/memory.hpp>

/// Indices and offsets, and entries in order.

struct csru2csrInfo {
  /// Where each of the entries that were sorted was; none before the first sort.
  filigree::cusparse::HeldMemory permutation;
  int count = -1;
};

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

/// Sorts a compressed matrix. Its lines' indices are made for that, behind what the sort works in.
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

/// csru2csr works in the memory of the sort, and in an array of values behind it.
std::size_t sorted_values_place(int nnz) { return (line_sort_bytes(nnz) + 15) / 16 * 16; }

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

void CreateCsru2csrInfo(csru2csrInfo_t* info) { *info = new csru2csrInfo; }
void DestroyCsru2csrInfo(csru2csrInfo_t info) { delete info; }

void csru2csr_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, int, int, int nnz, void*,
                            const int*, int*, csru2csrInfo_t, std::size_t* bytes) {
  *bytes = sorted_values_place(nnz) + std::size_t(nnz) * runtime::size_of(type);
}
void csru2csr(runtime::ScalarType type, cusparseHandle_t handle, int rows, int cols, int nnz,
              const cusparseMatDescr_t description, void* values, const int* offsets, int* indices,
              csru2csrInfo_t info, void* buffer) {
  constexpr const char* call = "cusparse<t>csru2csr";
  check_general(call, *description);
  check_arrays(call, nnz, {values, offsets, indices, buffer});
  if (info->count != nnz) info->permutation = HeldMemory(std::size_t(nnz) * sizeof(int));
  info->count = nnz;
  if (nnz == 0) return;
  auto* const permutation = static_cast<int*>(info->permutation.data());
  runtime::make_identity(handle->target, nnz, permutation);
  sort_lines(call, *handle, rows, cols, nnz, *description, offsets, indices, permutation, buffer);
  char* const unsorted = static_cast<char*>(buffer) + sorted_values_place(nnz);
  copy_in_order(call, *handle, unsorted, values, std::size_t(nnz) * runtime::size_of(type));
  runtime::permute(handle->target, runtime::size_of(type), nnz, permutation, unsorted, values);
}
void csr2csru(runtime::ScalarType type, cusparseHandle_t handle, int, int, int nnz,
              const cusparseMatDescr_t description, void* values, const int*, int* indices,
              csru2csrInfo_t info, void* buffer) {
  constexpr const char* call = "cusparse<t>csr2csru";
  check_general(call, *description);
  check_arrays(call, nnz, {values, indices, buffer});
  check(info->count == nnz, call, "info", std::to_string(info->count).c_str(),
        "one with which cusparse<t>csru2csr has sorted as many entries");
  if (nnz == 0) return;
  const auto* const permutation = static_cast<const int*>(info->permutation.data());
  const auto restore = [&](void* array, std::size_t bytes) {
    copy_in_order(call, *handle, buffer, array, std::size_t(nnz) * bytes);
    runtime::permute_back(handle->target, bytes, nnz, permutation, buffer, array);
  };
  restore(indices, sizeof(int));
  restore(values, runtime::size_of(type));
}

}  // namespace filigree::cusparse
