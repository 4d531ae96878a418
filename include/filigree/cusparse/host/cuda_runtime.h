/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_HOST_CUDA_RUNTIME_H
#define FILIGREE_HOST_CUDA_RUNTIME_H

/** \file
 * The runtime's other name. */

#include "cuda_runtime_api.h"

#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__
#endif

#endif
