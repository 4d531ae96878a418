// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_SPMM_ROWS HdiaRows<std::int32_t, AnyOffsets>
#include <spmm/formats/instances.inc>
#define FILIGREE_SPMM_ROWS HdiaRows<std::int64_t, AnyOffsets>
#include <spmm/formats/instances.inc>
