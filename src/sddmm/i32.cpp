// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_SDDMM_INDEX std::int32_t
#include <sddmm/instances.inc>
