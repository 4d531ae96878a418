/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HIP_RUNTIME_H
#define FILIGREE_HIP_RUNTIME_H

/** \file
 * The runtime's other name. */

#include "hip_runtime_api.h"

#endif
