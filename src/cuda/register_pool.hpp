// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// How many registers each thread of a warpgroup has from here on; by all of them. Source: PTX ISA,
/// setmaxnreg (sm_90a; elsewhere it is nothing, and kernels that count on it are not chosen).

namespace filigree::cuda {

/// Gives back registers, down to so many.
template <int registers>
__device__ inline void give_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
#endif
}

/// Takes registers, up to so many: waits until others have given them.
template <int registers>
__device__ inline void take_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
#endif
}

}  // namespace filigree::cuda
