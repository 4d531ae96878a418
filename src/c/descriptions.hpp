// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <c/objects.hpp>

/// What descriptions of matrices of blocks, slices and diagonals have in common.

namespace filigree::c {

struct MatrixTypes {
  filigree_index_type_t offset, index;
  filigree_index_base_t base;
  filigree_scalar_type_t scalar;
};

/// A description; `matrix` has the format and its sizes, `indices` are columns or diagonals.
filigree_sparse_matrix* make_matrix(const char* call, runtime::SparseOperand matrix,
                                    const MatrixTypes& types, const void* offsets,
                                    const void* indices, const void* values);

/// Other arrays for a matrix of that format.
void set_arrays(const char* call, filigree_sparse_matrix* matrix, Format format, void* offsets,
                void* indices, void* values);

}  // namespace filigree::c
