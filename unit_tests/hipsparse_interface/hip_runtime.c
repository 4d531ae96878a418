/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HIP's runtime as a library of the name and symbol versions that programs built elsewhere look
 * for: hip/hip_runtime_api.h, its functions exported. hipsparse-test runs on it. */
#define FILIGREE_HIP_FUNCTION __attribute__((visibility("default")))
#include <hip/hip_runtime_api.h>

_Static_assert(sizeof(hipDeviceProp_t) == 1472, "as HIP 6 has it");
_Static_assert(offsetof(hipDeviceProp_t, totalGlobalMem) == 288, "as HIP 6 has it");
_Static_assert(offsetof(hipDeviceProp_t, major) == 360, "as HIP 6 has it");
_Static_assert(offsetof(hipDeviceProp_t, multiProcessorCount) == 388, "as HIP 6 has it");
_Static_assert(offsetof(hipDeviceProp_t, gcnArchName) == 1160, "as HIP 6 has it");
