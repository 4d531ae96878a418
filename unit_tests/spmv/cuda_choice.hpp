// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <select/kernel_list.hpp>
#include <spmv/cuda/select.hpp>
#include <spmv/cuda/transposed_select.hpp>

/// The choice among the CUDA kernels, as plans make it, on any machine.

namespace filigree::test {

using CudaChoices = detail::KernelList<
    detail::CsrStreamChoice, detail::CsrCompressedChoice, detail::CsrWarpTileChoice,
    detail::CsrSubwarpChoice, detail::CsrPermutedChoice, detail::CsrHotColumnsChoice,
    detail::CsrTwoPassChoice, detail::CsrCollectChoice, detail::CsrWindowsChoice>;

/// What its data sheet says of an H200.
inline detail::DeviceLimits h200() {
  detail::DeviceLimits device;
  device.multiprocessors = 132;
  device.shared_bytes_per_block = 227 * 1024;
  device.compute_capability = 90;
  device.l2_bytes = 50'000'000;
  device.bandwidth = 4.8e12;
  return device;
}

inline detail::DeviceLimits h100() {
  detail::DeviceLimits device = h200();
  device.bandwidth = 3.35e12;
  return device;
}

/// The kernels of a list but one, which is `left_out`.
template <class Kernels>
std::string_view choose(Kernels kernels, const detail::SpmvInput& input,
                        std::string_view left_out = {}) {
  const auto candidates = detail::kernel_candidates(
      kernels, input, [&]<class Kernel>() { return Kernel::name != left_out; });
  return detail::choose_kernel("spmv_plan", input.backend, input.kernel, detail::csr_generic,
                               candidates.span());
}

}  // namespace filigree::test
