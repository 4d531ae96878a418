// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <string>

#include <filigree/core/error.hpp>

namespace filigree::detail {

/// What a launcher returned: throws execution_failed, naming the operation and its kernel.
inline void check_launch(const char* operation, const char* kernel, cudaError_t error) {
  if (error == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // the thread's next launch is not to report it
  throw_error(
      Status::execution_failed,
      {operation, "",
       std::string(kernel) + " was refused: CUDA reports '" + cudaGetErrorString(error) + "'",
       "a kernel that runs", "check the device, or use Backend::generic"});
}

}  // namespace filigree::detail
