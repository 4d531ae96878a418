// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "sddmm_support.hpp"

/// What the tests of the tuned CUDA kernel for Csr and Csc share.

namespace filigree::test::sddmm_cuda {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

inline constexpr const char* kernel = "sddmm_csr_lane_groups_cuda";
inline const SddmmOptions by_name{.backend = Backend::tuned, .kernel = kernel};

}  // namespace filigree::test::sddmm_cuda
