// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <hipsparse/support.hpp>

#include <cstring>

/// Versions, names, descriptions, and what other files share.

namespace filigree::hipsparse {

void GetVersion(cusparseHandle_t, int* version) {
  *version = hipsparseVersionMajor * 100000 + hipsparseVersionMinor * 100 + hipsparseVersionPatch;
}

/// Programs give an array of 256.
void GetGitRevision(cusparseHandle_t, char* revision) { std::strcpy(revision, "filigree"); }

void CopyMatDescr(cusparseMatDescr_t to, const cusparseMatDescr_t from) { *to = *from; }

runtime::ScalarOperand one(ScalarType type) {
  static constexpr float of_float[] = {1, 0};
  static constexpr double of_double[] = {1, 0};
  const bool is_double = type == ScalarType::float64 || type == ScalarType::complex_float64;
  return {is_double ? static_cast<const void*>(of_double) : of_float, false};
}

}  // namespace filigree::hipsparse

const char* hipsparseGetErrorName(hipsparseStatus_t status) {
  switch (status) {
#define FILIGREE_NAME_OF(name) \
  case name:                   \
    return #name
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_SUCCESS);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_NOT_INITIALIZED);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_ALLOC_FAILED);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_INVALID_VALUE);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_ARCH_MISMATCH);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_MAPPING_ERROR);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_EXECUTION_FAILED);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_INTERNAL_ERROR);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_ZERO_PIVOT);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_NOT_SUPPORTED);
    FILIGREE_NAME_OF(HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES);
#undef FILIGREE_NAME_OF
  }
  return "unknown status";
}
