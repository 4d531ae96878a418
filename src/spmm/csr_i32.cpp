// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_SPMM_INDEX std::int32_t
#include <spmm/csr_instances.inc>
