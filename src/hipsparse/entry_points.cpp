// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <hipsparse/sparse_matrices.hpp>
#include <hipsparse/support.hpp>

namespace {

/// Where hipSPARSE's default is 0, cuSPARSE has none of that number, and the second algorithm is
/// that of CUDA 11. Any other number is passed on, to be refused.
cusparseCsr2CscAlg_t csr2csc_algorithm(hipsparseCsr2CscAlg_t algorithm) {
  if (algorithm == HIPSPARSE_CSR2CSC_ALG_DEFAULT || algorithm == HIPSPARSE_CSR2CSC_ALG2)
    return CUSPARSE_CSR2CSC_ALG1;
  return algorithm == HIPSPARSE_CSR2CSC_ALG1 ? CUSPARSE_CSR2CSC_ALG1
                                             : cusparseCsr2CscAlg_t(-int(algorithm) - 1);
}

/// hipSPARSE has no status of its own for a null handle.
hipsparseStatus_t status_of(cusparseStatus_t status) {
  return status == CUSPARSE_STATUS_NOT_INITIALIZED ? HIPSPARSE_STATUS_INVALID_VALUE
                                                   : hipsparseStatus_t(status);
}

}  // namespace

#include <hipsparse/entry_points.inc>
