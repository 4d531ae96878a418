/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each function of hipSPARSE's interface with nothing but zeros: what takes a handle refuses it,
 * what takes a description alone refuses that. The table has them.
 */
#include <hipsparse/hipsparse.h>

#include <stdio.h>

static int failures = 0, calls = 0;

static void expect(const char* function, hipsparseStatus_t expected, hipsparseStatus_t status) {
  ++calls;
  if (status == expected) return;
  printf("%s: %s, not %s\n", function, hipsparseGetErrorName(status),
         hipsparseGetErrorName(expected));
  ++failures;
}

static void call_all(void) {
  const hipComplex zero_hipComplex = {0, 0};
  const hipDoubleComplex zero_hipDoubleComplex = {0, 0};
#include "first_calls.inc"
  if (calls != num_calls) {
    printf("%d calls, not %d\n", calls, num_calls);
    ++failures;
  }
}

int main(void) {
  call_all();
  printf("%d functions were called, %d failures\n", calls, failures);
  return failures != 0;
}
