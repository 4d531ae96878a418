// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of structured that knows that CUDA exists.

#include <Kokkos_Core.hpp>

#include <string_view>

#include "structured/select.hpp"

#if defined(KOKKOS_ENABLE_CUDA)
#include "cuda/check_launch.hpp"
#include "cuda/launch_device.hpp"
#include "structured/cuda/small_n.hpp"
#include "structured/cuda/split_matmul.hpp"
#include "structured/cuda/tiled_matmul.hpp"
#include "structured/cuda/wgmma_matmul.hpp"
#endif

namespace filigree::structured {

/// The tuned kernels of an execution space.
template <class Exec>
struct Tuned {
  static Machine machine(const Exec&) { return {.is_host = detail::is_host_execution_v<Exec>}; }

  template <class In, class Out>
  static void launch(const Exec& exec, std::string_view, const MatmulArguments& arguments,
                     void* = nullptr) {
    if constexpr (detail::is_host_execution_v<Exec>) HostMatmul<In, Out>{arguments}.launch(exec);
  }
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct Tuned<Kokkos::Cuda> {
#if defined(KOKKOS_ARCH_HOPPER90)
  static constexpr bool built_for_wgmma = true;
#else
  static constexpr bool built_for_wgmma = false;
#endif

  static Machine machine(const Kokkos::Cuda& exec) {
    const cudaDeviceProp& device = exec.cuda_device_prop();
    return {.is_cuda = true,
            .has_wgmma = built_for_wgmma && device.major == 9 && device.minor == 0,
            .multiprocessors = device.multiProcessorCount};
  }

  /// `workspace`: of workspace_bytes.
  template <class In, class Out>
  static void launch(const Kokkos::Cuda& exec, std::string_view kernel,
                     const MatmulArguments& arguments, void* workspace = nullptr) {
    detail::check_launch("structured_matmul", kernel.data(),
                         launch_by_name<In, Out>(exec, kernel, arguments, workspace));
  }

 private:
  template <class In, class Out>
  static cudaError_t launch_by_name(const Kokkos::Cuda& exec, std::string_view kernel,
                                    const MatmulArguments& arguments,
                                    [[maybe_unused]] void* workspace) {
    const cudaStream_t stream = detail::launch_stream(exec);
    if constexpr (built_for_wgmma) {
      const int multiprocessors = exec.cuda_device_prop().multiProcessorCount;
      if (kernel == small_n_name)
        return cuda::launch_small_n<In, Out>(arguments, multiprocessors, stream);
      if (kernel == wgmma_name)
        return cuda::launch_wgmma_matmul<In, Out>(arguments, multiprocessors, stream);
      if (const int parts = parts_of(kernel); parts > 1)
        return cuda::launch_split_matmul<In, Out>(arguments, parts, workspace, multiprocessors,
                                                  stream);
    }
    return cuda::launch_tiled_matmul<In, Out>(arguments, stream);
  }
};
#endif

}  // namespace filigree::structured
