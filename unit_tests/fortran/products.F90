! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define MODULE_NAME products_sp
#define VALUE real(real32)
#define CONVERT(re, im) real(re, real32)
#define CONJUGATE(x) x
#include "products.inc"

#define MODULE_NAME products_dp
#define VALUE real(real64)
#define CONVERT(re, im) real(re, real64)
#define CONJUGATE(x) x
#include "products.inc"

#define MODULE_NAME products_csp
#define VALUE complex(real32)
#define CONVERT(re, im) cmplx(re, im, real32)
#define CONJUGATE(x) conjg(x)
#include "products.inc"

#define MODULE_NAME products_cdp
#define VALUE complex(real64)
#define CONVERT(re, im) cmplx(re, im, real64)
#define CONJUGATE(x) conjg(x)
#include "products.inc"

program products
  use expectations, only: finish
  use products_sp, only: test_sp => test_products
  use products_dp, only: test_dp => test_products
  use products_csp, only: test_csp => test_products
  use products_cdp, only: test_cdp => test_products
  implicit none
  call test_sp()
  call test_dp()
  call test_csp()
  call test_cdp()
  call finish()
end program products
