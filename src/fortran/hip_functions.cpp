// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stddef.h>
#include <string.h>

#include <cuda_runtime_api.h>

/// The functions of hip/hip_runtime_api.h, which are inline for C and C++, as functions that Fortran
/// programs call: hipMalloc, hipMemcpy, ... Compiled where it is used, with the module hipsparse; a
/// program that is linked with HIP's own runtime before it has those.

extern "C" {
#define FILIGREE_HIP_FUNCTION
#include <hip/hip_runtime_api.h>
}
