// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_FACTOR_INDEX std::int32_t
#include <factor/instances.inc>
