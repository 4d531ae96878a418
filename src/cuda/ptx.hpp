// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// FILIGREE_PTX_SM90 and FILIGREE_PTX_SM90A: inline assembly that needs compute capability 9.0, or
/// 9.0 and its specific features (sm_90a). For other architectures the code compiles, and traps.

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define FILIGREE_PTX_SM90(...) __trap()
#else
#define FILIGREE_PTX_SM90(...) asm volatile(__VA_ARGS__)
#endif

#if defined(__CUDA_ARCH__) && !defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define FILIGREE_PTX_SM90A(...) __trap()
#else
#define FILIGREE_PTX_SM90A(...) asm volatile(__VA_ARGS__)
#endif
