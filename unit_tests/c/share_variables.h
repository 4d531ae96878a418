/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests whose arrays are variables of the program's, on a device: it reads and writes them where
 * they lie. FILIGREE_TEST_ON_DEVICE says that there is one. */
#ifndef FILIGREE_TEST_SHARE_VARIABLES_H
#define FILIGREE_TEST_SHARE_VARIABLES_H

/* The test that runs now. */
static const char* volatile running = "none";

#ifdef FILIGREE_TEST_ON_DEVICE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

/* Where a device answers otherwise than the host. */
#define HOST_OR_DEVICE(host, device) (device)

extern char __data_start[], _end[]; /* where the linker has put the variables */

static void name_running(int number) {
  printf("signal %d in the test of %s\n", number, running);
  fflush(stdout);
  signal(number, SIG_DFL);
  raise(number);
}

static void share_variables(void) {
  const uintptr_t page = 4096, begin = (uintptr_t)__data_start / page * page;
  const uintptr_t end = ((uintptr_t)_end + page - 1) / page * page;
  const cudaError_t status =
      cudaHostRegister((void*)begin, (size_t)(end - begin), cudaHostRegisterMapped);
  if (status != cudaSuccess) {
    printf("the device does not take the program's memory: %s\n", cudaGetErrorString(status));
    exit(1);
  }
  /* a program that ends in the middle has said all that it found, and where it was */
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  signal(SIGSEGV, name_running);
  signal(SIGABRT, name_running);
}
static void wait_for_device(void) { cudaDeviceSynchronize(); }
#else
#define HOST_OR_DEVICE(host, device) (host)

static void share_variables(void) {}
static void wait_for_device(void) {}
#endif

#endif
