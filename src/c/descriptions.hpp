// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <c/objects.hpp>

/// What descriptions of matrices and vectors have in common.

namespace filigree::c {

inline runtime::ScalarType scalar_of(filigree_scalar_type_t type) {
  return runtime::ScalarType(type);
}
/// Nothing of this API writes the arrays of a description that was made of const ones.
inline void* without_const(const void* array) { return const_cast<void*>(array); }

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
