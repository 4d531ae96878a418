// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enumerations' values, and that hipSPARSE's and cuSPARSE's headers may stand side by side, with what cuSPARSE had once.
#define FILIGREE_CUSPARSE_LEGACY
#include <cusparse.h>
#include <hip/hip_complex.h>
#include <hip/hip_runtime.h>
#include <hipsparse/hipsparse.h>

#include "interface.inc"

static_assert(int(HIP_R_32F) == int(CUDA_R_32F));
static_assert(int(HIP_R_64F) == int(CUDA_R_64F));
static_assert(int(HIP_R_16F) == int(CUDA_R_16F));
static_assert(int(HIP_R_8I) == int(CUDA_R_8I));
static_assert(int(HIP_C_32F) == int(CUDA_C_32F));
static_assert(int(HIP_C_64F) == int(CUDA_C_64F));
static_assert(int(HIP_C_16F) == int(CUDA_C_16F));
static_assert(int(HIP_R_32I) == int(CUDA_R_32I));
static_assert(int(HIP_R_16BF) == int(CUDA_R_16BF));
static_assert(int(HIP_C_16BF) == int(CUDA_C_16BF));
static_assert(int(hipErrorOutOfMemory) == int(cudaErrorMemoryAllocation));
static_assert(int(hipErrorInvalidDevice) == int(cudaErrorInvalidDevice));
static_assert(int(hipErrorNotSupported) == int(cudaErrorNotSupported));
