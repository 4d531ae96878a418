// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names, values and types that functions.txt says, asked of the cusparse.h that is found: once
// of ours, and once of the CUDA toolkit's.
#define CUSPARSE_ENABLE_EXPERIMENTAL_API
#define DISABLE_CUSPARSE_DEPRECATED
#include <cusparse.h>

#include <type_traits>

#if CUSPARSE_VERSION >= 12900
#define FILIGREE_HAS_NEW_FUNCTIONS
#endif

#include "interface.inc"
