// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmm/cuda_blocked/densify.hpp"
#include "spmm/cuda_blocked/launch.cuh"

namespace filigree::cuda {

/// Those of A dense, and those of the stored blocks.
struct DensifiedParameters : BlockedEllParameters {
  BlockedEllParameters stored;
};

/// Entry (i, j) of A B without the zeros that make A dense.
template <class In, bool b_row_major>
__device__ inline float stored_sum(const DensifiedParameters& p, std::int64_t i, std::int64_t j) {
  return stored_sum<In, b_row_major>(p.stored, i, j);
}

/// The tile for blocks of 64 rows and more. Its rows meet blocks that they do not have.
template <class In, bool b_row_major>
struct DensifiedTile : WgmmaTile<In, b_row_major, 128 / int(sizeof(In)), 256, 64> {
  static constexpr bool pads = true;
};

template <class In, class Out, bool b_row_major>
cudaError_t launch_densified_as(const BlockedEllArguments& arguments,
                                const BlockedEllFactors<blocked_ell_sum_t<In>>& factors,
                                const BlockSchedule& schedule, const DensifiedMatrix& dense,
                                int multiprocessors, cudaStream_t stream) {
  if constexpr (std::is_same_v<In, std::int8_t>) {
    return launch_blocked_ell_as<In, Out, b_row_major>(dense.arguments, factors, dense.schedule,
                                                       multiprocessors, stream);
  } else {
    using Config = DensifiedTile<In, b_row_major>;
    const auto parameters = [](const BlockedEllArguments& of, const BlockSchedule& steps) {
      return blocked_ell_parameters<Out>(of, steps, Config::tile_m, Config::tile_n);
    };
    const DensifiedParameters p{parameters(dense.arguments, dense.schedule),
                                parameters(arguments, schedule)};
    return launch_wgmma_tiles<Out, Config>(dense.arguments, p, factors, multiprocessors, stream);
  }
}

template <class In, class Out>
cudaError_t launch_densified(const BlockedEllArguments& arguments,
                             const BlockedEllFactors<blocked_ell_sum_t<In>>& factors,
                             const BlockSchedule& schedule, void* workspace, int multiprocessors,
                             cudaStream_t stream) {
  const DensifiedMatrix dense = densified_in(arguments, workspace);
  if constexpr (sizeof(In) == 2)
    if (arguments.b_row_major)
      return launch_densified_as<In, Out, true>(arguments, factors, schedule, dense,
                                                multiprocessors, stream);
  if (arguments.b_row_major) return cudaErrorNotSupported;
  return launch_densified_as<In, Out, false>(arguments, factors, schedule, dense, multiprocessors,
                                             stream);
}

}  // namespace filigree::cuda
