// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <limits>
#include <string>

#include <runtime/hybrid.hpp>

#include <hipsparse/support.hpp>

/// Hybrid matrices (ELLPACK and COO), as CUDA 10 had them.

namespace filigree::hipsparse {

/// Programs look into hipsparseHybMat_t, which is a plain struct in hipSPARSE: these members come
/// first. The arrays are those of `matrix`.
struct HybridObject {
  int rows = 0;
  int cols = 0;
  hipsparseHybPartition_t partition = HIPSPARSE_HYB_PARTITION_AUTO;
  int ell_places = 0;
  int ell_width = 0;
  const void* ell_columns = nullptr;
  const void* ell_values = nullptr;
  int coo_entries = 0;
  const void* coo_rows = nullptr;
  const void* coo_columns = nullptr;
  const void* coo_values = nullptr;

  runtime::HybridMatrix matrix;
};
static_assert(offsetof(HybridObject, ell_columns) == 24 &&
              offsetof(HybridObject, coo_values) == 64);

namespace {

HybridObject& hybrid(hipsparseHybMat_t matrix) { return *static_cast<HybridObject*>(matrix); }

/// The ell part has twice the entries at most.
void check_width(const char* call, int rows, std::int64_t nnz, std::int64_t width) {
  check(width >= 0 && (rows == 0 || width <= (2 * nnz - 1) / rows + 1), call,
        "the ell part's width", std::to_string(width).c_str(),
        "0 to twice the entries of a mean row");
}

/// By itself hipSPARSE has an ell part of the width of the mean row.
HybOptions hybrid_options(const char* call, int rows, std::int64_t nnz, int width,
                          hipsparseHybPartition_t partition) {
  HybOptions options;
  options.memory_limit_bytes = std::numeric_limits<std::int64_t>::max();
  const bool is_max = partition == HIPSPARSE_HYB_PARTITION_MAX;
  options.partition = is_max ? HybPartition::max : HybPartition::user;
  if (partition == HIPSPARSE_HYB_PARTITION_USER) options.ell_width = width;
  if (partition == HIPSPARSE_HYB_PARTITION_AUTO && nnz > 0)
    options.ell_width = (nnz - 1) / rows + 1;
  if (!is_max) check_width(call, rows, nnz, options.ell_width);
  return options;
}

void check_converted(const char* call, ScalarType type, const HybridObject& A,
                     const cusparseMatDescr& description) {
  check(A.matrix.state != nullptr && A.matrix.scalar == type, call, "hybA",
        "no matrix of this type", "one that hipsparse<t>csr2hyb has made");
  if (description.type != CUSPARSE_MATRIX_TYPE_GENERAL)
    detail::throw_error(Status::matrix_type_not_supported,
                        {call, "descrA", "a matrix that is not general",
                         "HIPSPARSE_MATRIX_TYPE_GENERAL", "set that type"});
}

}  // namespace

void CreateHybMat(hipsparseHybMat_t* matrix) { *matrix = new HybridObject; }
void DestroyHybMat(hipsparseHybMat_t matrix) { destroy(&hybrid(matrix)); }

void csr2hyb(ScalarType type, cusparseHandle_t handle, int rows, int cols,
             const cusparseMatDescr_t description, const void* values, const int* offsets,
             const int* indices, hipsparseHybMat_t result, int width,
             hipsparseHybPartition_t partition) {
  constexpr const char* call = "hipsparse<t>csr2hyb";
  check_pointer(call, "csrSortedRowPtrA", offsets);
  int end = 0;
  copy_and_wait(call, *handle, &end, offsets + rows, sizeof end);
  const int nnz = end - int(description->base);
  const SparseOperand A =
      csr_operand(call, type, rows, cols, nnz, *description, values, offsets, indices);
  HybridObject made;
  made.rows = rows;
  made.cols = cols;
  made.partition = partition;
  made.matrix =
      runtime::make_hybrid(handle->target, A, hybrid_options(call, rows, nnz, width, partition));
  check_width(call, rows, nnz, made.matrix.ell_width);
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  const std::int64_t places = made.matrix.ell_width * rows;
  require(places <= most, call, "userEllWidth", "an ell part of 2^31 places and more", "fewer");
  made.ell_width = int(made.matrix.ell_width);
  made.ell_places = int(places);
  made.ell_columns = made.matrix.ell_columns;
  made.ell_values = made.matrix.ell_values;
  made.coo_entries = int(made.matrix.coo_nnz);
  made.coo_rows = made.matrix.coo_rows;
  made.coo_columns = made.matrix.coo_columns;
  made.coo_values = made.matrix.coo_values;
  hybrid(result) = std::move(made);
}

void hybmv(ScalarType type, cusparseHandle_t handle, cusparseOperation_t op_a, const void* alpha,
           const cusparseMatDescr_t description, const hipsparseHybMat_t matrix, const void* x,
           const void* beta, void* y) {
  const HybridObject& A = hybrid(matrix);
  check_converted("hipsparse<t>hybmv", type, A, *description);
  const bool swaps = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
  runtime::spmv(handle->target, op(op_a), handle->scalar(alpha), A.matrix,
                {type, swaps ? A.rows : A.cols, without_const(x)}, handle->scalar(beta),
                {type, swaps ? A.cols : A.rows, y});
}

void hyb2csr(ScalarType type, cusparseHandle_t handle, const cusparseMatDescr_t description,
             const hipsparseHybMat_t matrix, void* values, int* offsets, int* indices) {
  constexpr const char* call = "hipsparse<t>hyb2csr";
  const HybridObject& A = hybrid(matrix);
  check_converted(call, type, A, *description);
  runtime::hybrid_to_csr(handle->target, A.matrix,
                         csr_operand(call, type, A.rows, A.cols, int(A.matrix.nnz), *description,
                                     values, offsets, indices));
}

}  // namespace filigree::hipsparse
