/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HIPSPARSE_HIPSPARSE_H
#define FILIGREE_HIPSPARSE_HIPSPARSE_H

/** \file
 * As programs write it: hipsparse/hipsparse.h. */

#include "../hipsparse.h"

#endif
