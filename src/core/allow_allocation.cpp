// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/allow_allocation.hpp>

#include <Kokkos_Core.hpp>

namespace filigree::detail {

#if defined(KOKKOS_ENABLE_CUDA)
AllowAllocation::AllowAllocation() {
  auto mode = cudaStreamCaptureModeRelaxed;
  static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode));
  mode_ = mode;
}
AllowAllocation::~AllowAllocation() {
  auto mode = cudaStreamCaptureMode(mode_);
  static_cast<void>(cudaThreadExchangeStreamCaptureMode(&mode));
}
#else
AllowAllocation::AllowAllocation() = default;
AllowAllocation::~AllowAllocation() = default;
#endif

}  // namespace filigree::detail
