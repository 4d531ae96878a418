// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "structured/cuda/partial_sums.hpp"
#include "structured/cuda/takes.hpp"

namespace filigree::cuda {

/// The sums of each part of k, by the kernel of wgmma_matmul.cuh. For the types of A and B in
/// FILIGREE_STRUCTURED_PRODUCTS.
template <class In>
cudaError_t launch_partial_sums(const MatmulArguments& arguments, const PartialSums& sums,
                                int multiprocessors, cudaStream_t stream);

/// D from the sums, in the order of the parts; right after launch_partial_sums on the same stream.
/// Sum: Accumulator of the type of A and B.
template <class Sum, class Out>
cudaError_t launch_split_finish(const MatmulArguments& arguments, const PartialSums& sums,
                                cudaStream_t stream);

/// The structured product for compute capability 9.0 with k in `parts`, for D of few tiles and long
/// k, where split_takes it. `workspace`: a multiple of 16 bytes, PartialSums::bytes of it. Bitwise
/// repeatable; int8 exact.
template <class In, class Out>
cudaError_t launch_split_matmul(const MatmulArguments& arguments, int parts, void* workspace,
                                int multiprocessors, cudaStream_t stream) {
  if (!split_takes<In>(arguments, parts)) return cudaErrorInvalidValue;
  const auto sums = PartialSums::of(workspace, parts, arguments.batches, arguments.m, arguments.n);
  const cudaError_t error = launch_partial_sums<In>(arguments, sums, multiprocessors, stream);
  if (error != cudaSuccess) return error;
  return launch_split_finish<structured::Accumulator<In>, Out>(arguments, sums, stream);
}

}  // namespace filigree::cuda
