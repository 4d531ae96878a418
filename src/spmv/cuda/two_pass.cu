// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/dependent_launch.hpp"
#include "cuda/shared_memory.hpp"
#include "spmv/cuda/instances.hpp"
#include "spmv/cuda/two_pass_bucket.cuh"
#include "spmv/cuda/two_pass_launch.hpp"
#include "spmv/cuda/two_pass_tile.cuh"

namespace filigree::cuda {

template <class Arguments>
cudaError_t launch_two_pass(const Arguments& arguments, const TwoPass& plan, void* workspace,
                            cudaStream_t stream) {
  using C = typename Arguments::C;
  constexpr int threads = two_pass_threads(sizeof(C));
  // One more: where there is nothing to store or load.
  constexpr std::size_t shared_bytes = (two_pass_block<C> + 1) * sizeof(C);
  C* const partials = static_cast<C*>(workspace);
  C* const carries = partials + plan.num_partials;
  const auto tile_kernel =
      plan.merged ? two_pass_tile_kernel<true, Arguments> : two_pass_tile_kernel<false, Arguments>;
  const auto bucket_kernel = two_pass_bucket_kernel<Arguments>;
  for (const void* kernel :
       {reinterpret_cast<const void*>(tile_kernel), reinterpret_cast<const void*>(bucket_kernel)}) {
    const cudaError_t error = allow_shared_memory(kernel, shared_bytes);
    if (error != cudaSuccess) return error;
  }
  tile_kernel<<<unsigned(plan.num_tiles), threads, shared_bytes, stream>>>(arguments, plan,
                                                                           partials);
  cudaError_t error = launch_dependent(
      bucket_kernel, {plan.num_buckets, unsigned(threads), std::size_t(shared_bytes)}, stream,
      arguments, plan, partials, carries);
  if (plan.num_buckets > 1 && error == cudaSuccess)
    error = launch_dependent(two_pass_carry_kernel<Arguments>, {(plan.num_buckets + 3) / 4, 128},
                             stream, arguments, plan, carries);
  return error != cudaSuccess ? error : cudaGetLastError();
}

#define FILIGREE_SPMV_LAUNCH(A, X, Y, C, Offset, Index)                                 \
  template cudaError_t launch_two_pass(const SpmvArguments<A, X, Y, C, Offset, Index>&, \
                                       const TwoPass&, void*, cudaStream_t);
// The pattern's own indices are not read: one type of them serves all.
#undef FILIGREE_SPMV_INDICES
#define FILIGREE_SPMV_INDICES(A, X, Y, C) \
  FILIGREE_SPMV_LAUNCH(A, X, Y, C, std::int64_t, std::int64_t)
FILIGREE_SPMV_SINGLE
FILIGREE_SPMV_DOUBLE
FILIGREE_SPMV_COMPLEX
FILIGREE_SPMV_16BIT

}  // namespace filigree::cuda
