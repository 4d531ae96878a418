// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/coloring.hpp>
#include <runtime/orders.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>
#include <cusparse/memory.hpp>

/// Colours of the rows of a matrix.

/// The algorithm, of which there is one.
struct cusparseColorInfo {};

namespace filigree::cusparse {
namespace {

/// order[k] = the row in place k, counted from 0, where rows are put in the order of their colours.
void order_by_color(const cusparseContext& handle, int rows, int num_colors, const int* colors,
                    int* order) {
  const auto bytes = std::size_t(rows) * sizeof(int);
  const HeldMemory arrays(2 * bytes), buffer(runtime::sort_bytes(rows));
  auto* const by_color = static_cast<int*>(arrays.data());
  copy_and_wait("cusparse<t>csrcolor", handle, by_color, colors, bytes);
  runtime::make_identity(handle.target, rows, by_color + rows);
  runtime::make_identity(handle.target, rows, order);
  runtime::sort_entries(handle.target, {num_colors, rows, rows, by_color, by_color + rows, order},
                        buffer.data());
  handle.target.fence();  // the arrays go
}

}  // namespace

void CreateColorInfo(cusparseColorInfo_t* info) { *info = new cusparseColorInfo; }
void DestroyColorInfo(cusparseColorInfo_t info) { delete info; }

void csrcolor(runtime::ScalarType type, cusparseHandle_t handle, int m, int nnz,
              const cusparseMatDescr_t description, const void* values, const int* offsets,
              const int* indices, const void* fraction, int* num_colors, int* colors, int* order,
              const cusparseColorInfo_t) {
  constexpr const char* call = "cusparse<t>csrcolor";
  const runtime::SparseOperand A =
      csr_operand(call, type, m, m, nnz, *description, values, offsets, indices);
  const bool is_single =
      type == runtime::ScalarType::float32 || type == runtime::ScalarType::complex_float32;
  float single = 0;
  double share = 0;
  if (is_single)
    copy_and_wait(call, *handle, &single, fraction, sizeof single);
  else
    copy_and_wait(call, *handle, &share, fraction, sizeof share);
  const auto count =
      runtime::color_graph(handle->target, A, colors, is_single ? double(single) : share);
  if (order != nullptr && m > 0) order_by_color(*handle, m, int(count), colors, order);
  write_number(call, *handle, num_colors, count);
}

}  // namespace filigree::cusparse
