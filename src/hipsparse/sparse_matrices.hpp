// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cusparse/guard.hpp>
#include <cusparse/memory.hpp>
#include <cusparse/objects.hpp>

/// Coordinates whose row and column lie side by side, which cuSPARSE's interface does not have.

namespace filigree::hipsparse {

bool is_interleaved(const cusparseSpMatDescr& matrix);

/// Whether a call reads the arrays of a matrix: those that ask for a size do not.
enum class ArrayUse { unread, read };

/// A matrix of interleaved coordinates with rows and columns apart, where they are read in memory
/// of its own, for which its end then waits.
class SeparateCoordinates {
 public:
  SeparateCoordinates(const cusparseContext& handle, const cusparseSpMatDescr& matrix,
                      ArrayUse arrays);
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
                               cusparseConstSpMatDescr_t matrix, ArrayUse arrays, const F& f) {
  if (handle == nullptr || matrix == nullptr || !is_interleaved(*matrix))
    return f(const_cast<cusparseSpMatDescr_t>(matrix));
  cusparseStatus_t status = CUSPARSE_STATUS_SUCCESS;
  const cusparseStatus_t separated = cusparse::guarded(call, [&] {
    cusparse::check_handle(call, handle);
    SeparateCoordinates made(*handle, *matrix, arrays);
    status = f(made.description());
  });
  return separated == CUSPARSE_STATUS_SUCCESS ? status : separated;
}

}  // namespace filigree::hipsparse
