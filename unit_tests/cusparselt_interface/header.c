/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <cusparseLt.h>

_Static_assert(sizeof(cusparseLtMatmulPlan_t) == 512, "callers assume this size");
_Static_assert(_Alignof(cusparseLtMatmulPlan_t) == 16, "and this alignment");
