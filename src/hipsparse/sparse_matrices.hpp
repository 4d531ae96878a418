// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cusparse/guard.hpp>
#include <cusparse/memory.hpp>
#include <cusparse/objects.hpp>

/// Coordinates whose row and column lie side by side, which cuSPARSE's interface does not have.

namespace filigree::hipsparse {

bool is_interleaved(const cusparseSpMatDescr& matrix);

/// The same matrix with rows and columns apart, in memory of its own. Its end waits.
class SeparateCoordinates {
 public:
  SeparateCoordinates(const cusparseContext& handle, const cusparseSpMatDescr& matrix);
  SeparateCoordinates(const SeparateCoordinates&) = delete;
  SeparateCoordinates& operator=(const SeparateCoordinates&) = delete;
  ~SeparateCoordinates();

  cusparseSpMatDescr_t description() { return &description_; }

 private:
  const cusparseContext& handle_;
  cusparseSpMatDescr description_;
  cusparse::HeldMemory indices_;
};

/// f(the matrix as cuSPARSE's interface has it), which returns a status.
template <class F>
cusparseStatus_t with_separate(const char* call, cusparseHandle_t handle,
                               cusparseConstSpMatDescr_t matrix, const F& f) {
  if (handle == nullptr || matrix == nullptr || !is_interleaved(*matrix))
    return f(const_cast<cusparseSpMatDescr_t>(matrix));
  cusparseStatus_t status = CUSPARSE_STATUS_SUCCESS;
  const cusparseStatus_t separated = cusparse::guarded(call, [&] {
    cusparse::check_handle(call, handle);
    SeparateCoordinates made(*handle, *matrix);
    status = f(made.description());
  });
  return separated == CUSPARSE_STATUS_SUCCESS ? status : separated;
}

}  // namespace filigree::hipsparse
