! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> A sparse matrix times a vector, and times a block of vectors.
program block
  use, intrinsic :: iso_fortran_env, only: real64
  use filigree, only: csr_matrix, FILIGREE_OP_TRANSPOSE
  implicit none
  ! 1 . 2 .
  ! . 3 . .
  ! 4 . . 5
  integer, target :: row_offsets(4) = [1, 3, 4, 6]
  integer, target :: col_indices(5) = [1, 3, 2, 1, 4]
  real(real64), target :: values(5) = [1, 2, 3, 4, 5]
  real(real64) :: x(4) = [1, 2, 3, 4], y(3)
  real(real64) :: B(4, 2), C(3, 2), D(4, 2)
  type(csr_matrix) :: A

  call A%create(3, 4, row_offsets, col_indices, values)
  call A%multiply(x, y)
  print '(a, 3f6.0)', "A x       ", y

  B(:, 1) = x
  B(:, 2) = 10 * x
  call A%multiply(B, C)
  print '(a, 3f6.0)', "A B, col 1", C(:, 1)
  print '(a, 3f6.0)', "     col 2", C(:, 2)

  call A%multiply(C, D, alpha=2.0_real64, op=FILIGREE_OP_TRANSPOSE)
  print '(a, 4f6.0)', "2 A^T C, 1", D(:, 1)
end program block
