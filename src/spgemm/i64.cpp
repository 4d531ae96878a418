// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_SPGEMM_INDEX std::int64_t
#include <spgemm/instances.inc>
