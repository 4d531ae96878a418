// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Marks a function that host code and device kernels both call. It is the Kokkos-free counterpart
/// of KOKKOS_FUNCTION: the tuned CUDA kernels use these headers without Kokkos.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define FILIGREE_FUNCTION __host__ __device__
#else
#define FILIGREE_FUNCTION
#endif
