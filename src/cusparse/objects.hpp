// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include <cusparse.h>
#include <cusparse/kept_plans.hpp>
#include <cusparse/types.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>
#include <runtime/vectors.hpp>

/// What the interface's pointers point to.

struct cusparseContext {
  filigree::runtime::Target target;
  filigree::runtime::StreamTargets targets{};  ///< of the streams that were set, on a device
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointer_mode = CUSPARSE_POINTER_MODE_HOST;

  /// Whether a kernel can write a result where the pointer mode says that it lies.
  bool reaches_results() const {
    return target.is_host() || pointer_mode == CUSPARSE_POINTER_MODE_DEVICE;
  }
  /// alpha or beta, as the pointer mode says.
  filigree::runtime::ScalarOperand scalar(const void* value) const {
    return {value, pointer_mode == CUSPARSE_POINTER_MODE_DEVICE && !target.is_host()};
  }
};

struct cusparseMatDescr {
  cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};

struct cusparseSpVecDescr {
  filigree::runtime::SparseVectorOperand operand;
};

struct cusparseDnVecDescr {
  filigree::runtime::VectorOperand operand;
};

struct cusparseDnMatDescr {
  filigree::runtime::DenseOperand operand;
  int batch_count = 1;
  std::int64_t batch_stride = 0;
};

struct cusparseSpMatDescr {
  cusparseFormat_t format = CUSPARSE_FORMAT_CSR;
  filigree::runtime::SparseOperand operand;  ///< sizes are in entries, of blocks too

  int batch_count = 1;
  std::int64_t offsets_stride = 0;
  std::int64_t indices_stride = 0;
  std::int64_t values_stride = 0;

  /// Which triangle solves take; products take all entries.
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;

  /// Where a triangle stands for a whole matrix, operand.properties says so.
  cusparseSpMatStorage_t storage = CUSPARSE_STORE_FULL;
  cusparseSymmetryType_t symmetry = CUSPARSE_GENERAL;

  /// Products take a const description.
  mutable filigree::cusparse::KeptPlans plans;
  /// What cusparseDenseToSparse_analysis has found; for any arrays of the matrix.
  std::shared_ptr<const filigree::runtime::ResultPlan> from_dense;

  /// Whether the products of a batch have one pattern.
  bool has_one_pattern() const {
    return batch_count == 1 || (offsets_stride == 0 && indices_stride == 0);
  }
};

namespace filigree::cusparse {

using runtime::destroy;

/// Nothing writes the arrays of a description that was made of const ones: the calls that write
/// take another type.
inline void* without_const(const void* array) { return const_cast<void*>(array); }

/// The description of batch member `number`.
runtime::SparseOperand batch_member(const cusparseSpMatDescr& matrix, int number);
runtime::DenseOperand batch_member(const cusparseDnMatDescr& matrix, int number);

}  // namespace filigree::cusparse
