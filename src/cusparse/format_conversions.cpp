// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <utility>

#include <runtime/blocks.hpp>
#include <runtime/convert.hpp>

#include <cusparse/conversions.hpp>
#include <cusparse/guard.hpp>
#include <cusparse/products.hpp>

/// From a sparse matrix of one format to another: op(A) = B.

/// What the analysis has found.
struct cusparseSpMatConvertDescr {
  bool is_analysed = false;
  filigree::runtime::ConvertedPattern blocks;  ///< where blocks are made, or taken apart
};

namespace filigree::cusparse {
namespace {

constexpr const char* convert_call = "cusparseSpMatConvert";

/// op(A) where A lies: the rows of a transpose are A's columns.
runtime::SparseOperand transposed(runtime::SparseOperand A) {
  std::swap(A.num_rows, A.num_cols);
  std::swap(A.row_indices, A.col_indices);
  if (A.format == Format::csr)
    A.format = Format::csc;
  else if (A.format == Format::csc)
    A.format = Format::csr;
  return A;
}

bool is_blocks(const runtime::SparseOperand& A) { return A.format == Format::bsr; }
bool has_entries(const runtime::SparseOperand& A) {
  return A.format == Format::csr || A.format == Format::csc || A.format == Format::coo;
}

struct Conversion {
  runtime::SparseOperand from;  ///< op(A)
  runtime::SparseOperand to;
  bool with_values;

  bool makes_blocks() const { return is_blocks(to); }
  bool takes_blocks() const { return is_blocks(from); }
};

/// Throws where there is no such conversion. The target may have no arrays yet.
Conversion conversion_of(cusparseOperation_t op, const cusparseContext& handle,
                         const cusparseSpMatDescr& A, const cusparseSpMatDescr& B,
                         cusparseAction_t action) {
  Conversion result{as_stored(handle, A.operand), B.operand, action == CUSPARSE_ACTION_NUMERIC};
  auto& [from, to, with_values] = result;
  require(A.batch_count == 1 && B.batch_count == 1, convert_call, "sourceDescr", "a batch",
          "one matrix");
  require(op != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE || !runtime::is_complex(from.scalar),
          convert_call, "opA", "a conjugate transpose", "another operation of complex numbers");
  if (op != CUSPARSE_OPERATION_NON_TRANSPOSE) {
    require(has_entries(from), convert_call, "opA", "a transpose of blocks",
            "CUSPARSE_OPERATION_NON_TRANSPOSE");
    from = transposed(from);
  }
  check(from.num_rows == to.num_rows && from.num_cols == to.num_cols, convert_call, "targetDescr",
        "a matrix of another size", "the size of op(A)");
  check(from.scalar == to.scalar, convert_call, "targetDescr", "another type of values",
        "the type of matA");
  const bool narrow =
      from.index == runtime::IndexType::int32 && from.offset == runtime::IndexType::int32 &&
      to.index == runtime::IndexType::int32 && to.offset == runtime::IndexType::int32;
  const bool has_blocks = (from.format == Format::csr && is_blocks(to)) ||
                          (is_blocks(from) && to.format == Format::csr);
  require(
      (has_entries(from) && has_entries(to) && from.format != to.format) || (has_blocks && narrow),
      convert_call, "targetDescr", "no conversion between these formats",
      "two of CSR, CSC and COO, or CSR and BSR with indices of 32 bits");
  return result;
}

runtime::BlockPattern block_pattern(const runtime::SparseOperand& A) {
  return {A.block,
          A.properties.index_base,
          A.num_lines(),
          A.num_cols / A.block.cols,
          A.num_indices(),
          static_cast<const std::int32_t*>(A.offsets),
          static_cast<const std::int32_t*>(A.col_indices)};
}

runtime::ConvertedPattern blocks_of(const cusparseContext& handle, const Conversion& conversion) {
  const IndexBase base = conversion.to.properties.index_base;
  if (conversion.makes_blocks())
    return runtime::csr_to_blocks(handle.target, conversion.from, conversion.to.block, base);
  if (conversion.takes_blocks())
    return runtime::blocks_to_csr(handle.target, block_pattern(conversion.from), base);
  return {};
}

void convert_blocks(const cusparseContext& handle, const Conversion& conversion,
                    const runtime::ConvertedPattern& pattern) {
  const auto& [from, to, with_values] = conversion;
  check_pointer(convert_call, "the target's offsets", to.offsets);
  if (to.nnz > 0) check_pointer(convert_call, "the target's indices", to.col_indices);
  if (to.nnz > 0 && with_values) check_pointer(convert_call, "the target's values", to.values);
  runtime::copy_pattern(handle.target, pattern, static_cast<std::int32_t*>(to.offsets),
                        static_cast<std::int32_t*>(to.col_indices));
  if (with_values && pattern.num_values > 0)
    runtime::move_values(handle.target, pattern, to.scalar, from.values, from.nnz, to.values);
}

}  // namespace

void SpMatConvertDescrCreate(cusparseSpMatConvertDescr_t* description) {
  *description = new cusparseSpMatConvertDescr;
}
void SpMatConvertDescrDestroy(cusparseSpMatConvertDescr_t description) { destroy(description); }

void SpMatConvert_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                             cusparseConstSpMatDescr_t A, cusparseSpMatDescr_t B,
                             cusparseAction_t action, cusparseSpMatConvertAlg_t,
                             cusparseSpMatConvertDescr_t, std::size_t* bytes) {
  conversion_of(op, *handle, *A, *B, action);
  *bytes = 0;
}

void SpMatConvert_analysis(cusparseHandle_t handle, cusparseOperation_t op,
                           cusparseConstSpMatDescr_t A, cusparseSpMatDescr_t B,
                           cusparseAction_t action, cusparseSpMatConvertAlg_t,
                           cusparseSpMatConvertDescr_t description, void*) {
  const Conversion conversion = conversion_of(op, *handle, *A, *B, action);
  description->blocks = blocks_of(*handle, conversion);
  description->is_analysed = true;
  const bool by_blocks = conversion.makes_blocks() || conversion.takes_blocks();
  B->plans.drop();
  B->operand.nnz = by_blocks ? description->blocks.num_values : conversion.from.nnz;
}

void SpMatConvert(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpMatDescr_t A,
                  cusparseSpMatDescr_t B, cusparseAction_t action, cusparseSpMatConvertAlg_t,
                  cusparseSpMatConvertDescr_t description, void*) {
  check(description->is_analysed, convert_call, "convertDescr", "no analysis",
        "one of cusparseSpMatConvert_analysis");
  const Conversion conversion = conversion_of(op, *handle, *A, *B, action);
  if (!conversion.makes_blocks() && !conversion.takes_blocks())
    return convert_entries(*handle, conversion.from, conversion.to, conversion.with_values);
  check(description->blocks.num_values == conversion.to.nnz, convert_call, "convertDescr",
        "an analysis of another matrix", "one of these matrices");
  convert_blocks(*handle, conversion, description->blocks);
}

}  // namespace filigree::cusparse
