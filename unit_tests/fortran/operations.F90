! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define MODULE_NAME operations_sp
#define VALUE real(real32)
#define OTHER real(real64)
#define CONVERT(re, im) (real(re, real32))
#define CONJUGATE(x) (x)
#include "operations.inc"

#define MODULE_NAME operations_dp
#define VALUE real(real64)
#define OTHER real(real32)
#define CONVERT(re, im) (real(re, real64))
#define CONJUGATE(x) (x)
#include "operations.inc"

#define MODULE_NAME operations_csp
#define VALUE complex(real32)
#define OTHER complex(real64)
#define CONVERT(re, im) (cmplx(re, im, real32))
#define CONJUGATE(x) (conjg(x))
#include "operations.inc"

#define MODULE_NAME operations_cdp
#define VALUE complex(real64)
#define OTHER complex(real32)
#define CONVERT(re, im) (cmplx(re, im, real64))
#define CONJUGATE(x) (conjg(x))
#include "operations.inc"

program operations
  use expectations, only: finish
  use operations_sp, only: test_sp => test_operations
  use operations_dp, only: test_dp => test_operations
  use operations_csp, only: test_csp => test_operations
  use operations_cdp, only: test_cdp => test_operations
  implicit none
  call test_sp()
  call test_dp()
  call test_csp()
  call test_cdp()
  call finish()
end program operations
