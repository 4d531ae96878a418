! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> Poisson's equation on a square by conjugate gradients: five-point differences, zero on the
!> boundary, a right-hand side of which the solution is known.
module poisson_problem
  use, intrinsic :: iso_fortran_env, only: real64
  use filigree, only: csr_matrix, spmv_plan
  implicit none
  private
  public :: assemble, solve

contains

  !> The matrix of an n by n grid, its points numbered along x first.
  subroutine assemble(n, row_offsets, col_indices, values)
    integer, intent(in) :: n
    integer, allocatable, intent(out) :: row_offsets(:), col_indices(:)
    real(real64), allocatable, intent(out) :: values(:)
    integer :: i, j, entries
    allocate (row_offsets(n * n + 1), col_indices(5 * n * n), values(5 * n * n))
    entries = 0
    do j = 1, n
      do i = 1, n
        row_offsets(point(i, j)) = entries + 1
        if (j > 1) call add(point(i, j - 1), -1)
        if (i > 1) call add(point(i - 1, j), -1)
        call add(point(i, j), 4)
        if (i < n) call add(point(i + 1, j), -1)
        if (j < n) call add(point(i, j + 1), -1)
      end do
    end do
    row_offsets(n * n + 1) = entries + 1
    col_indices = col_indices(:entries)
    values = values(:entries)
  contains
    integer function point(i, j)
      integer, intent(in) :: i, j
      point = i + n * (j - 1)
    end function point
    subroutine add(column, value)
      integer, intent(in) :: column, value
      entries = entries + 1
      col_indices(entries) = column
      values(entries) = value
    end subroutine add
  end subroutine assemble

  !> A x = b by conjugate gradients from x = 0, until the residual is `tolerance` times b.
  subroutine solve(A, b, x, tolerance, iterations)
    type(csr_matrix), intent(in) :: A
    real(real64), intent(in) :: b(:), tolerance
    real(real64), intent(out) :: x(:)
    integer, intent(out) :: iterations
    type(spmv_plan) :: plan
    real(real64) :: r(size(b)), p(size(b)), q(size(b)), rr, rr_next, step, goal
    call plan%create(A)  ! once for all products
    x = 0
    r = b
    p = r
    rr = dot_product(r, r)
    goal = tolerance**2 * rr
    iterations = 0
    do while (rr > goal .and. iterations < 10 * size(b))
      call plan%run(A, p, q)
      step = rr / dot_product(p, q)
      x = x + step * p
      r = r - step * q
      rr_next = dot_product(r, r)
      p = r + (rr_next / rr) * p
      rr = rr_next
      iterations = iterations + 1
    end do
  end subroutine solve
end module poisson_problem

program poisson
  use, intrinsic :: iso_fortran_env, only: real64
  use filigree, only: csr_matrix
  use poisson_problem, only: assemble, solve
  implicit none
  integer, parameter :: n = 100
  ! targets: the matrix uses these arrays, it does not copy them
  integer, allocatable, target :: row_offsets(:), col_indices(:)
  real(real64), allocatable, target :: values(:)
  real(real64) :: b(n * n), x(n * n), exact(n * n), line(n), h
  type(csr_matrix) :: A
  integer :: i, j, iterations

  call assemble(n, row_offsets, col_indices, values)
  call A%create(n * n, n * n, row_offsets, col_indices, values)

  ! u = x (1 - x) y (1 - y), for which the differences are exact: -u_xx - u_yy = b / h^2
  h = 1 / real(n + 1, real64)
  line = [(i * h * (1 - i * h), i = 1, n)]
  exact = [((line(i) * line(j), i = 1, n), j = 1, n)]
  b = [((2 * h**2 * (line(i) + line(j)), i = 1, n), j = 1, n)]
  call solve(A, b, x, 1e-10_real64, iterations)

  print '(i0, a, i0, a, i0, a)', n * n, " unknowns, ", A%nnz(), " entries, ", iterations, &
      " iterations"
  print '(a, es8.1)', "largest error ", maxval(abs(x - exact))
  if (maxval(abs(x - exact)) > 1e-8_real64) error stop "the error is too large"
end program poisson
