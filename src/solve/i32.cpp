// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_SOLVE_INDEX std::int32_t
#include <solve/instances.inc>
