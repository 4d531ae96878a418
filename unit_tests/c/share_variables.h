/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests whose arrays are variables of the program's, on a device: it reads and writes them where
 * they lie. FILIGREE_TEST_ON_DEVICE says that there is one. */
#ifndef FILIGREE_TEST_SHARE_VARIABLES_H
#define FILIGREE_TEST_SHARE_VARIABLES_H

#ifdef FILIGREE_TEST_ON_DEVICE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

extern char __data_start[], _end[]; /* where the linker has put the variables */

static void share_variables(void) {
  const uintptr_t page = 4096, begin = (uintptr_t)__data_start / page * page;
  const uintptr_t end = ((uintptr_t)_end + page - 1) / page * page;
  const cudaError_t status =
      cudaHostRegister((void*)begin, (size_t)(end - begin), cudaHostRegisterMapped);
  if (status == cudaSuccess) return;
  printf("the device does not take the program's memory: %s\n", cudaGetErrorString(status));
  exit(1);
}
static void wait_for_device(void) { cudaDeviceSynchronize(); }
#else
static void share_variables(void) {}
static void wait_for_device(void) {}
#endif

#endif
