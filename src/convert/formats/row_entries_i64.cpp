// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#define FILIGREE_INDEX std::int64_t
#include <convert/formats/row_entries.inc>
