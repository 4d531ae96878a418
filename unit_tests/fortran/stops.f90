! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> Without `info` an error stops the program with its message: a product with no matrix or, where
!> an argument is given, an assignment of one format to another.
program stops
  use filigree, only: csc_matrix, csr_matrix
  implicit none
  type(csr_matrix) :: A
  type(csc_matrix) :: B
  real :: x(3), y(3)
  x = 1
  y = 0
  if (command_argument_count() > 0) B = A
  call A%multiply(x, y)
  print '(a)', "went on"
end program stops
