// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include <filigree/core/error.hpp>
#include <runtime/convert.hpp>

#include <cusparse/conversions.hpp>
#include <cusparse/memory.hpp>
#include <cusparse/products.hpp>

/// Between sparse and dense matrices, and from rows to columns.

namespace filigree::cusparse {
namespace {

void check_sizes(const char* call, const cusparseSpMatDescr& sparse,
                 const cusparseDnMatDescr& dense) {
  require(sparse.batch_count == 1 && dense.batch_count == 1, call, "matA", "a batch", "one matrix");
  check(sparse.operand.num_rows == dense.operand.num_rows &&
            sparse.operand.num_cols == dense.operand.num_cols,
        call, "matB", "a matrix of another size", "the size of matA");
  check(sparse.operand.scalar == dense.operand.scalar, call, "matB",
        "a matrix of another type of values", "the type of matA");
}

void check_target(const char* call, const cusparseSpMatDescr& sparse,
                  const cusparseDnMatDescr& dense) {
  require(sparse.format != CUSPARSE_FORMAT_BSR && sparse.format != CUSPARSE_FORMAT_SLICED_ELLPACK,
          call, "matB", "blocks of rows or slices", "format CSR, CSC, COO or Blocked-ELL");
  check_sizes(call, sparse, dense);
}

runtime::SparseOperand compressed(Format format, int rows, int cols, int nnz, const void* values,
                                  const int* offsets, const int* indices, runtime::ScalarType type,
                                  cusparseIndexBase_t base) {
  runtime::SparseOperand result;
  result.format = format;
  result.scalar = type;
  result.properties.index_base = IndexBase(base);
  result.num_rows = rows;
  result.num_cols = cols;
  result.nnz = nnz;
  result.offsets = without_const(offsets);
  (format == Format::csr ? result.col_indices : result.row_indices) = without_const(indices);
  result.values = without_const(values);
  return result;
}

/// Where A's entries lie that are not zero. Programs may convert into another description than the
/// one of the analysis; then they are looked for once more.
std::shared_ptr<const runtime::ResultPlan> nonzeros_of(const cusparseContext& handle,
                                                       const cusparseDnMatDescr& A,
                                                       const cusparseSpMatDescr& B) {
  const runtime::SparseOperand& operand = B.operand;
  return std::make_shared<const runtime::ResultPlan>(
      runtime::make_dense_to_sparse_plan(handle.target, A.operand, operand.format, operand.offset,
                                         operand.index, operand.properties.index_base));
}

}  // namespace

void convert_entries(const cusparseContext& handle, runtime::SparseOperand from,
                     runtime::SparseOperand to, bool with_values) {
  // Without values some are moved all the same.
  const auto count = std::size_t(with_values ? 0 : from.nnz);
  const HeldMemory bytes(2 * count);
  if (!with_values) {
    cudaMemsetAsync(bytes.data(), 0, bytes.bytes(), handle.stream);
    from.scalar = to.scalar = runtime::ScalarType::int8;
    from.values = bytes.data();
    to.values = static_cast<std::byte*>(bytes.data()) + count;
  }
  runtime::convert(handle.target, from, to);
}

void SparseToDense_bufferSize(cusparseHandle_t, cusparseConstSpMatDescr_t A, cusparseDnMatDescr_t B,
                              cusparseSparseToDenseAlg_t, std::size_t* bytes) {
  check_sizes("cusparseSparseToDense_bufferSize", *A, *B);
  *bytes = 0;
}
void SparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t A, cusparseDnMatDescr_t B,
                   cusparseSparseToDenseAlg_t, void*) {
  check_sizes("cusparseSparseToDense", *A, *B);
  runtime::SparseOperand operand = as_stored(*handle, A->operand);
  operand.properties.unique = true;  // taken on trust: the check would wait for the device
  runtime::to_dense(handle->target, operand, B->operand);
}

void DenseToSparse_bufferSize(cusparseHandle_t, cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B,
                              cusparseDenseToSparseAlg_t, std::size_t* bytes) {
  check_target("cusparseDenseToSparse_bufferSize", *B, *A);
  *bytes = 0;
}
void DenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t A,
                            cusparseSpMatDescr_t B, cusparseDenseToSparseAlg_t, void*) {
  check_target("cusparseDenseToSparse_analysis", *B, *A);
  if (B->format == CUSPARSE_FORMAT_BLOCKED_ELL) return;  // whose blocks are the caller's choice
  auto plan = nonzeros_of(*handle, *A, *B);
  B->plans.drop();
  B->operand.nnz = plan->result.nnz;
  B->from_dense = std::move(plan);
}
void DenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t A,
                           cusparseSpMatDescr_t B, cusparseDenseToSparseAlg_t, void*) {
  constexpr const char* call = "cusparseDenseToSparse_convert";
  check_target(call, *B, *A);
  if (B->format == CUSPARSE_FORMAT_BLOCKED_ELL)
    return runtime::sample_dense(handle->target, A->operand, B->operand);
  const auto plan = B->from_dense != nullptr ? B->from_dense : nonzeros_of(*handle, *A, *B);
  check(plan->result.nnz == B->operand.nnz, call, "matB", "another number of entries than A's",
        "what cusparseDenseToSparse_analysis has found");
  runtime::copy_pattern(handle->target, *plan, B->operand);
  runtime::dense_to_sparse(handle->target, *plan, A->operand, B->operand);
}

void Csr2cscEx2_bufferSize(cusparseHandle_t, int, int, int, const void*, const int*, const int*,
                           void*, int*, int*, cudaDataType type, cusparseAction_t,
                           cusparseIndexBase_t, cusparseCsr2CscAlg_t, std::size_t* bytes) {
  scalar_type("cusparseCsr2cscEx2_bufferSize", "valType", type);
  *bytes = 0;
}
void Csr2cscEx2(cusparseHandle_t handle, int rows, int cols, int nnz, const void* values,
                const int* row_offsets, const int* col_indices, void* csc_values, int* col_offsets,
                int* row_indices, cudaDataType type, cusparseAction_t action,
                cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void*) {
  constexpr const char* call = "cusparseCsr2cscEx2";
  const runtime::ScalarType scalar = scalar_type(call, "valType", type);
  convert_entries(
      *handle,
      compressed(Format::csr, rows, cols, nnz, values, row_offsets, col_indices, scalar, base),
      compressed(Format::csc, rows, cols, nnz, csc_values, col_offsets, row_indices, scalar, base),
      action == CUSPARSE_ACTION_NUMERIC);
}

}  // namespace filigree::cusparse
