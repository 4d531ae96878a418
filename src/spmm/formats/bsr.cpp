// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_SPMM_ROWS BsrxRows<std::int32_t>
#include <spmm/formats/instances.inc>
#define FILIGREE_SPMM_ROWS BsrxRows<std::int64_t>
#include <spmm/formats/instances.inc>
