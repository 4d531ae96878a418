// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_SDDMM_INDEX std::int64_t
#include <sddmm/instances.inc>
