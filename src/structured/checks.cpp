// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/structured_front.hpp>
#include <filigree/format/packed_matrix.hpp>

#include "spmm/messages.hpp"
#include "structured/layout.hpp"
#include "structured/messages.hpp"

namespace filigree::detail {

bool same_strides(const DenseShape& a, const DenseShape& b) {
  const std::int64_t extents[3] = {a.batch, a.rows, a.cols};
  for (int i = 0; i < 3; ++i)
    if (extents[i] > 1 && a.strides[i] != b.strides[i]) return false;
  return true;
}

namespace {

/// Layout depends on the bits of the scalar only.
template <class T>
StructuredBytes bytes_of(std::int64_t rows, std::int64_t cols, const StructuredKind& kind) {
  const structured::Layout<T> layout{rows, cols, kind};
  return {layout.values_bytes(), layout.num_words() * 4};
}

void check_size(std::string_view operation, std::string_view argument, std::int64_t size) {
  check_at_most(operation, argument, size, std::int64_t(1) << 60, "what padded sizes can be");
}

void check_sizes(std::string_view operation, std::int64_t num_rows, std::int64_t num_cols,
                 std::int64_t batch_count) {
  check_size(operation, "num_rows", num_rows);
  check_size(operation, "num_cols", num_cols);
  check_size(operation, "batch_count", batch_count);
}

}  // namespace

std::string structured_kind_text(const StructuredKind& kind) {
  const std::string text = std::to_string(kind.kept) + ":" + std::to_string(kind.group);
  if (kind.unit == 1) return text;
  return (kind.unit == 2 ? "paired " : "units of " + std::to_string(kind.unit) + " in ") + text;
}

void check_structured_kind(std::string_view operation, const StructuredKind& kind) {
  for (const StructuredKind& known : structured_kinds)
    if (kind == known) return;
  throw_error(Status::not_supported,
              {operation, "kind", structured_kind_text(kind), "1:2, 2:4, 1:4, 2:8 or paired 4:8",
               "pass structured_2_4 or another of these"});
}

void check_tuned_kind(const StructuredKind& kind, const StructuredKind& tuned) {
  if (kind == tuned) return;
  throw_error(Status::not_supported,
              {"structured_matmul", "options.backend",
               "Backend::tuned with a structured matrix of kind " + structured_kind_text(kind),
               structured_kind_text(tuned) + ", of which tuned CUDA kernels are for this scalar",
               "use Backend::automatic, which runs structured_matmul_generic"});
}

StructuredBytes structured_bytes(std::string_view operation, std::int64_t num_rows,
                                 std::int64_t num_cols, GroupDirection direction,
                                 std::int64_t batch_count, int scalar_bits,
                                 const StructuredKind& kind) {
  check_structured_kind(operation, kind);
  check_sizes(operation, num_rows, num_cols, batch_count);
  const bool along_rows = direction == GroupDirection::along_rows;
  const std::int64_t rows = along_rows ? num_rows : num_cols;
  const std::int64_t cols = along_rows ? num_cols : num_rows;
  // Padding adds less than a block in each direction; an entry with its metadata is below 4 bytes.
  const std::int64_t padded = checked_product(operation, "num_cols", rows + 63, cols + 1023);
  checked_product(operation, "num_cols", 4 * batch_count,
                  padded);  // throws where 64 bits are too few
  if (scalar_bits == 4) return bytes_of<float4_e2m1>(rows, cols, kind);
  if (scalar_bits == 8) return bytes_of<std::int8_t>(rows, cols, kind);
  if (scalar_bits == 16) return bytes_of<half>(rows, cols, kind);
  return bytes_of<float>(rows, cols, kind);
}

void check_structured_array(std::string_view operation, const void* bytes, std::int64_t length,
                            std::int64_t bytes_of_a_matrix, std::int64_t batch_count) {
  check_length(operation, "bytes", length, batch_count * bytes_of_a_matrix,
               "compressed_bytes of each matrix");
  if (reinterpret_cast<std::uintptr_t>(bytes) % 16 != 0)
    refuse(operation, "bytes", "an address that is not a multiple of 16", "an aligned one",
           "pass a View as Kokkos allocates it");
}

std::int64_t packed_entries(std::string_view operation, std::int64_t num_rows,
                            std::int64_t num_cols, PackedOrder order, std::int64_t batch_count,
                            std::int64_t& line_stride, std::int64_t& batch_stride) {
  check_sizes(operation, num_rows, num_cols, batch_count);
  const bool by_rows = order == PackedOrder::row_major;
  const std::int64_t lines = by_rows ? num_rows : num_cols, length = by_rows ? num_cols : num_rows;
  const auto check_stride = [operation](std::string_view argument, std::int64_t& stride,
                                        std::int64_t shortest, std::string_view what) {
    if (stride == 0) stride = shortest;
    check_size(operation, argument, stride);
    check_at_least(operation, argument, stride, shortest, what);
    if (stride % 2 != 0)
      refuse(operation, argument, std::to_string(stride),
             "an even number, as two entries share a byte", "pass an even stride, or 0");
  };
  // Not 0, and not 1, so that it tells the order.
  check_stride("line_stride", line_stride, length < 2 ? 2 : length + length % 2,
               "the entries of a line, rounded up to an even number");
  const std::int64_t of_a_matrix = checked_product(operation, "num_rows", lines, line_stride);
  check_stride("batch_stride", batch_stride, of_a_matrix, "the lines of a matrix");
  if (lines == 0 || length == 0 || batch_count == 0) return 0;
  checked_product(operation, "batch_count", batch_count, batch_stride);  // throws: 64 bits
  return (batch_count - 1) * batch_stride + of_a_matrix;
}

void check_packed_array(std::string_view operation, std::int64_t length, std::int64_t expected) {
  check_at_least(operation, "bytes", length, expected, "num_bytes of these sizes and strides");
}

void check_structured_prune(const DenseShape& A, const DenseShape& pruned) {
  constexpr std::string_view operation = "structured_prune";
  if (pruned.rows != A.rows || pruned.cols != A.cols)
    refuse(operation, "pruned", size_text(pruned.rows, pruned.cols),
           size_text(A.rows, A.cols) + ", the size of A", "pass a matrix of that size");
  if (pruned.batch != A.batch)
    refuse(operation, "pruned", "a batch of " + std::to_string(pruned.batch),
           "a batch of " + std::to_string(A.batch) + ", as A is", "pass as many matrices");
  check_entries_apart(operation, "pruned", pruned);
  if (pruned.data == A.data && same_strides(A, pruned)) return;
  check_overlap(operation, "A", A.data, A.span_bytes, "pruned", pruned.data, pruned.span_bytes,
                false);
}

void check_structured_pair(std::string_view operation, const DenseShape& dense,
                           bool dense_is_written, const StructuredShape& structured) {
  const std::string_view argument = dense_is_written ? "A" : "compressed";
  const auto check_size = [&](std::int64_t found_rows, std::int64_t found_cols,
                              std::int64_t found_batch, std::int64_t rows, std::int64_t cols,
                              std::int64_t batch, const std::string& other) {
    if (found_rows != rows || found_cols != cols)
      refuse(operation, argument, size_text(found_rows, found_cols),
             size_text(rows, cols) + ", the size of " + other, "pass a matrix of that size");
    if (found_batch != batch)
      refuse(operation, argument, "a batch of " + std::to_string(found_batch),
             "a batch of " + std::to_string(batch) + ", as " + other + " is",
             "pass as many matrices");
  };
  if (dense_is_written) {
    check_size(dense.rows, dense.cols, dense.batch, structured.rows, structured.cols,
               structured.batch, "the compressed matrix");
    check_entries_apart(operation, argument, dense);
  } else {
    check_size(structured.rows, structured.cols, structured.batch, dense.rows, dense.cols,
               dense.batch, "A");
  }
  check_overlap(operation, "A", dense.data, dense.span_bytes, "the compressed matrix",
                structured.bytes, std::size_t(structured.batch * structured.bytes_of_a_matrix),
                false);
}

void throw_unstructured(const StructuredCheck& found) {
  if (found.passed()) return;
  refuse("structured_compress", "A",
         "a group with too many entries that are not zero, at row " + std::to_string(found.row) +
             ", column " + std::to_string(found.col) + " of matrix " + std::to_string(found.batch),
         "as many as groups keep", "prune it first, or ask for no check to lose them");
}

}  // namespace filigree::detail
