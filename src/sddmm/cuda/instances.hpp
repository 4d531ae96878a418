// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// The scalar and index types that the tuned SDDMM kernels are there for. A file that instantiates
/// names the scalars of A and B, of C and of sums.

#define FILIGREE_SDDMM_LAUNCH(A, Y, C)                                                  \
  template cudaError_t launch_lane_groups(const SddmmArguments<A, Y, C, std::int32_t>&, \
                                          const SddmmRows&, const std::uint32_t*, int,  \
                                          cudaStream_t);                                \
  template cudaError_t launch_lane_groups(const SddmmArguments<A, Y, C, std::int64_t>&, \
                                          const SddmmRows&, const std::uint32_t*, int,  \
                                          cudaStream_t);

#define FILIGREE_SDDMM_COPY(A)                                                                 \
  template cudaError_t launch_contiguous_copy(const StridedMatrix<const A>&, A*, std::int64_t, \
                                              std::int64_t, std::int64_t, cudaStream_t);
