// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FILIGREE_OWNED_SCALAR float
#include <runtime/owned_formats.inc>
