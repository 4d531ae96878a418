// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_SPMV_OFFSET std::int32_t
#define FILIGREE_SPMV_INDEX std::int64_t
#include <spmv/run_instances.inc>
