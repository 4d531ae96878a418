// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_FACTOR_INDEX std::int64_t
#include <factor/instances.inc>
