// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_SPMV_ROWS BlockedEllRows<std::int32_t>
#include <spmv/formats/instances.inc>
#define FILIGREE_SPMV_ROWS BlockedEllRows<std::int64_t>
#include <spmv/formats/instances.inc>
