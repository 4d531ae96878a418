! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> Poisson's equation on a square by conjugate gradients, preconditioned by an incomplete Cholesky
!> factor: five-point differences, zero on the boundary, a right-hand side of which the solution is
!> known.
module poisson_problem
  use, intrinsic :: iso_fortran_env, only: real64
  use filigree, only: csr_matrix, spmv_plan, incomplete_factor_plan, triangular_solve_plan, &
      FILIGREE_INCOMPLETE_FACTOR_CHOLESKY, FILIGREE_OP_TRANSPOSE
  implicit none
  private
  public :: assemble, factor, solve

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

  !> A x = b by conjugate gradients from x = 0, until the residual is `tolerance` times b. `L` has
  !> A's pattern, and the factor in its lower triangle.
  subroutine solve(A, L, b, x, tolerance, iterations)
    type(csr_matrix), intent(in) :: A, L
    real(real64), intent(in) :: b(:), tolerance
    real(real64), intent(out) :: x(:)
    integer, intent(out) :: iterations
    type(spmv_plan) :: plan
    type(triangular_solve_plan) :: forward, backward
    real(real64) :: r(size(b)), p(size(b)), q(size(b)), z(size(b)), rz, rz_next, step, goal
    call plan%create(A)  ! once for all products
    call forward%create(L)
    call backward%create(L, FILIGREE_OP_TRANSPOSE)
    x = 0
    r = b
    call precondition()
    p = z
    rz = dot_product(r, z)
    goal = tolerance * norm2(b)
    iterations = 0
    do while (norm2(r) > goal .and. iterations < 10 * size(b))
      call plan%run(A, p, q)
      step = rz / dot_product(p, q)
      x = x + step * p
      r = r - step * q
      call precondition()
      rz_next = dot_product(r, z)
      p = z + (rz_next / rz) * p
      rz = rz_next
      iterations = iterations + 1
    end do
  contains
    !> L L^T z = r
    subroutine precondition()
      call forward%run(L, r, q)
      call backward%run(L, q, z)
    end subroutine precondition
  end subroutine solve

  !> The incomplete Cholesky factor of A, in values of its pattern.
  subroutine factor(A, values)
    type(csr_matrix), intent(in) :: A
    real(real64), intent(inout) :: values(:)
    type(incomplete_factor_plan) :: plan
    call plan%create(FILIGREE_INCOMPLETE_FACTOR_CHOLESKY, A)
    call plan%run(A, values)
  end subroutine factor
end module poisson_problem

program poisson
  use, intrinsic :: iso_fortran_env, only: real64
  use filigree, only: csr_matrix
  use poisson_problem, only: assemble, factor, solve
  implicit none
  integer, parameter :: n = 100
  ! targets: the matrix uses these arrays, it does not copy them
  integer, allocatable, target :: row_offsets(:), col_indices(:)
  real(real64), allocatable, target :: values(:), factors(:)
  real(real64) :: b(n * n), x(n * n), exact(n * n), line(n), h
  type(csr_matrix) :: A, L
  integer :: i, j, iterations

  call assemble(n, row_offsets, col_indices, values)
  call A%create(n * n, n * n, row_offsets, col_indices, values)
  allocate (factors, source=values)
  call factor(A, factors)
  call L%create(n * n, n * n, row_offsets, col_indices, factors)

  ! u = x (1 - x) y (1 - y), for which the differences are exact: -u_xx - u_yy = b / h^2
  h = 1 / real(n + 1, real64)
  line = [(i * h * (1 - i * h), i = 1, n)]
  exact = [((line(i) * line(j), i = 1, n), j = 1, n)]
  b = [((2 * h**2 * (line(i) + line(j)), i = 1, n), j = 1, n)]
  call solve(A, L, b, x, 1e-10_real64, iterations)

  print '(i0, a, i0, a, i0, a)', n * n, " unknowns, ", A%nnz(), " entries, ", iterations, &
      " iterations"
  print '(a, es8.1)', "largest error ", maxval(abs(x - exact))
  if (maxval(abs(x - exact)) > 1e-8_real64) error stop "the error is too large"
end program poisson
