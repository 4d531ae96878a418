// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <cusparse/objects.hpp>

/// What the calls share that make descriptions of sparse matrices, and those that look into them.

namespace filigree::cusparse {

/// The arrays of a format: offsets or row indices, column (of csc row) indices, values.
struct Arrays {
  const void *first, *second, *values;
};

struct Types {
  cusparseIndexType_t offsets, indices;
  cusparseIndexBase_t base;
  cudaDataType values;
};

void set_arrays(cusparseSpMatDescr& matrix, const Arrays& arrays);
Arrays arrays_of(const cusparseSpMatDescr& matrix);

/// The description of a csr, csc or coo matrix. Throws what runtime::check throws.
cusparseSpMatDescr* make_sparse_matrix(const char* call, cusparseFormat_t format, std::int64_t rows,
                                       std::int64_t cols, std::int64_t nnz, const Arrays& arrays,
                                       const Types& types);

}  // namespace filigree::cusparse
