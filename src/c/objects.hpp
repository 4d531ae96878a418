// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include <filigree/c/filigree.h>
#include <runtime/banded.hpp>
#include <runtime/coloring.hpp>
#include <runtime/convert.hpp>
#include <runtime/csr_results.hpp>
#include <runtime/gauss_seidel.hpp>
#include <runtime/geam.hpp>
#include <runtime/incomplete_factor.hpp>
#include <runtime/memory.hpp>
#include <runtime/operands.hpp>
#include <runtime/owned_matrix.hpp>
#include <runtime/products.hpp>
#include <runtime/sddmm.hpp>
#include <runtime/spgemm.hpp>
#include <runtime/target.hpp>
#include <runtime/triangular_solve.hpp>
#include <runtime/validate.hpp>
#include <runtime/vectors.hpp>

/// What the C API's pointers point to.

struct filigree_handle {
  filigree::runtime::Target target;
  filigree::runtime::StreamTargets targets{};  ///< of the streams that were set, on a device
  filigree_pointer_mode_t pointer_mode = FILIGREE_POINTER_MODE_HOST;
  /// The kernel of the last operation; several threads may make one at once.
  mutable std::atomic<const char*> last_kernel{""};
};

struct filigree_sparse_matrix {
  filigree::runtime::SparseOperand operand;
  std::shared_ptr<const void> arrays{};  ///< holds those that are the library's
};

struct filigree_dense_vector {
  filigree::runtime::VectorOperand operand;
};

struct filigree_sparse_vector {
  filigree::runtime::SparseVectorOperand operand;
};

struct filigree_dense_matrix {
  filigree::runtime::DenseOperand operand;
};

struct filigree_banded_matrix {
  filigree::runtime::BandedOperand operand;
};

struct filigree_spmv_plan {
  filigree::runtime::Plan plan;
};

struct filigree_spmm_plan {
  filigree::runtime::Plan plan;
};

struct filigree_triangular_solve_plan {
  filigree::runtime::Plan plan;
};

struct filigree_spgemm_plan {
  filigree::runtime::ResultPlan plan;
};

struct filigree_geam_plan {
  filigree::runtime::ResultPlan plan;
};

struct filigree_dense_to_sparse_plan {
  filigree::runtime::ResultPlan plan;
};

struct filigree_sddmm_plan {
  filigree::runtime::Plan plan;
};

struct filigree_incomplete_factor_plan {
  filigree::runtime::Plan plan;
};

struct filigree_gauss_seidel_plan {
  filigree::runtime::Plan plan;
};

struct filigree_banded_solve_plan {
  filigree::runtime::BandedPlan plan;
};

namespace filigree::c {

/// A description that holds its arrays.
inline filigree_sparse_matrix* describe(const runtime::OwnedMatrix& matrix) {
  return new filigree_sparse_matrix{matrix.operand, matrix.arrays};
}

/// alpha or beta, as the handle says where it lies.
inline runtime::ScalarOperand scalar(const filigree_handle* handle, const void* value) {
  const bool on_device =
      handle->pointer_mode == FILIGREE_POINTER_MODE_DEVICE && !handle->target.is_host();
  return {value, on_device};
}

/// Names of kernels are literals, hence end with a null character.
inline void note_kernel(const filigree_handle* handle, KernelId kernel) {
  handle->last_kernel = kernel.name.empty() ? "" : kernel.name.data();
}

using runtime::destroy;

/// Throws invalid_value for a matrix of another format.
void check_format(const char* call, const filigree_sparse_matrix* matrix, Format format);

}  // namespace filigree::c
