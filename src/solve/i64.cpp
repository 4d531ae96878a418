// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_SOLVE_INDEX std::int64_t
#include <solve/instances.inc>
