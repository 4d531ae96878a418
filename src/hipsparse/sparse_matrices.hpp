// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cusparse/guard.hpp>
#include <cusparse/memory.hpp>
#include <cusparse/objects.hpp>

/// Sparse matrices that cuSPARSE's interface does not have: coordinates whose row and column lie
/// side by side, and Blocked-ELL that counts from one, whose empty blocks are 0.

namespace filigree::hipsparse {

bool is_cusparses(const cusparseSpMatDescr& matrix);

/// The same matrix with indices of its own, as cuSPARSE's interface has it. Its end waits.
class CusparsesMatrix {
 public:
  CusparsesMatrix(const cusparseContext& handle, const cusparseSpMatDescr& matrix);
  CusparsesMatrix(const CusparsesMatrix&) = delete;
  CusparsesMatrix& operator=(const CusparsesMatrix&) = delete;
  ~CusparsesMatrix();

  cusparseSpMatDescr_t description() { return &description_; }

 private:
  const cusparseContext& handle_;
  cusparseSpMatDescr description_;
  cusparse::HeldMemory indices_;
};

/// f(the matrix as cuSPARSE's interface has it), which returns a status.
template <class F>
cusparseStatus_t with_cusparses(const char* call, cusparseHandle_t handle,
                                cusparseConstSpMatDescr_t matrix, const F& f) {
  if (handle == nullptr || matrix == nullptr || is_cusparses(*matrix))
    return f(const_cast<cusparseSpMatDescr_t>(matrix));
  cusparseStatus_t status = CUSPARSE_STATUS_SUCCESS;
  const cusparseStatus_t rewritten = cusparse::guarded(call, [&] {
    cusparse::check_handle(call, handle);
    CusparsesMatrix made(*handle, *matrix);
    status = f(made.description());
  });
  return rewritten == CUSPARSE_STATUS_SUCCESS ? status : rewritten;
}

}  // namespace filigree::hipsparse
