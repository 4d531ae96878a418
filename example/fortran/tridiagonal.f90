! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> Heat in many rods at once: each step solves a tridiagonal system for each rod, all of them in one
!> call, prepared once.
program tridiagonal
  use, intrinsic :: iso_fortran_env, only: real64
  use filigree, only: banded_matrix, banded_solve_plan, FILIGREE_PIVOTING_NONE
  implicit none
  integer, parameter :: points = 200, rods = 50, steps = 100
  real(real64), parameter :: pi = acos(-1.0_real64), length = 1, time = 0.1_real64
  ! column s has what is of rod s
  real(real64), target :: lower(points, rods), diagonal(points, rods), upper(points, rods)
  real(real64), target :: heat(points, rods)  ! a target, since it is solved in place
  real(real64) :: conductivity, h, dt, expected, largest
  type(banded_matrix) :: A
  type(banded_solve_plan) :: plan
  integer :: i, s, step

  h = length / (points + 1)
  dt = time / steps
  do s = 1, rods
    conductivity = 0.1_real64 * s / rods
    lower(:, s) = -conductivity * dt / h**2
    upper(:, s) = lower(:, s)
    diagonal(:, s) = 1 + 2 * conductivity * dt / h**2
    heat(:, s) = [(sin(pi * i * h), i = 1, points)]
  end do

  call A%create(lower, diagonal, upper)
  call plan%create(A, heat, heat, pivoting=FILIGREE_PIVOTING_NONE)
  do step = 1, steps
    call plan%run(A, heat, heat)
  end do

  largest = 0
  do s = 1, rods
    conductivity = 0.1_real64 * s / rods
    expected = (1 + conductivity * dt * (2 * sin(pi * h / 2) / h)**2)**(-steps)
    largest = max(largest, maxval(abs(heat(:, s) - expected * [(sin(pi * i * h), i = 1, points)])))
  end do
  print '(i0, a, i0, a, es8.1)', rods, " rods, ", steps, " steps, largest error ", largest
  if (largest > 1e-12_real64) error stop "the rods are not as they should be"
end program tridiagonal
