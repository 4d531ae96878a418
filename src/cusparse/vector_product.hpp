// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/spmv_options.hpp>

#include <cusparse/objects.hpp>

/// z = alpha op(A) x + beta y, of which the interface has three sets of calls.

namespace filigree::cusparse {

struct VectorProduct {
  const char* call;
  cusparseOperation_t op;
  const cusparseSpMatDescr& A;
  const cusparseDnVecDescr& x;
  const cusparseDnVecDescr& y;
  const cusparseDnVecDescr& z;  ///< may be y
  cudaDataType compute;
  cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_ALG_DEFAULT;
};

/// Throws as the product does before it writes anything.
void check_product(const VectorProduct& product);
/// Checks a call that looks at no array of the vectors.
void check_without_arrays(const VectorProduct& product);

/// A plan of the product, for whoever promises that the pattern stays.
std::shared_ptr<const KeptPlan> make_plan(const cusparseContext& handle,
                                          const VectorProduct& product);

/// The product, with the plan that A's description keeps or has been worth making.
void multiply(const cusparseContext& handle, const VectorProduct& product, const void* alpha,
              const void* beta);

}  // namespace filigree::cusparse
