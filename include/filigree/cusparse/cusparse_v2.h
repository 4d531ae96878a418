/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_CUSPARSE_V2_H
#define FILIGREE_CUSPARSE_V2_H

/** \file
 * The name under which older programs include cuSPARSE's interface. */

#include "cusparse.h"

#endif
