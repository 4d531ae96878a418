! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> Reads a matrix of a file and changes its format by a prototype: formats [file [format]]. Without
!> a file it writes a small one first.
program formats
  use, intrinsic :: iso_fortran_env, only: real64
  use filigree, only: sparse_matrix, csr_matrix, csc_matrix, coo_matrix, bsr_matrix, sell_matrix, &
      blocked_ell_matrix, ell_matrix, dia_matrix, hdia_matrix
  implicit none
  character(len=200) :: file, name
  class(sparse_matrix), allocatable :: prototype
  type(sparse_matrix) :: A, B
  real(real64), allocatable :: x(:), y(:), z(:)

  file = "formats_example.mtx"
  name = "bsr"
  if (command_argument_count() > 0) call get_command_argument(1, file)
  if (command_argument_count() > 1) call get_command_argument(2, name)
  if (command_argument_count() == 0) call write_small(trim(file))

  call A%read(file, expand_symmetry=.true.)
  select case (name)
  case ("csr")
    allocate (csr_matrix :: prototype)
  case ("csc")
    allocate (csc_matrix :: prototype)
  case ("coo")
    allocate (coo_matrix :: prototype)
  case ("sell")
    allocate (sell_matrix :: prototype)
  case ("blocked_ell")
    allocate (blocked_ell_matrix :: prototype)
  case ("ell")
    allocate (ell_matrix :: prototype)
  case ("dia")
    allocate (dia_matrix :: prototype)
  case ("hdia")
    allocate (hdia_matrix :: prototype)
  case ("bsr")
    allocate (bsr_matrix :: prototype)
  case default
    error stop "the formats are csr, csc, coo, bsr, sell, blocked_ell, ell, dia and hdia"
  end select
  call B%convert(A, mold=prototype, block_rows=2)

  allocate (x(A%num_cols()), y(A%num_rows()), z(A%num_rows()))
  call random_number(x)
  call A%multiply(x, y)
  call B%multiply(x, z)
  print '(4(i0, a), 2a, es8.1)', A%num_rows(), " x ", A%num_cols(), ", ", A%nnz(), " entries, ", &
      B%nnz(), " places as ", trim(name), ", largest difference ", maxval(abs(y - z))
  if (any(abs(y - z) > 1e-12_real64 * (1 + abs(y)))) error stop "the products differ"
  deallocate (x, y, z)

contains

  subroutine write_small(path)
    character(len=*), intent(in) :: path
    integer, target :: offsets(5) = [1, 3, 5, 7, 9], cols(8) = [1, 2, 1, 2, 3, 4, 3, 4]
    real(real64), target :: values(8) = [4, -1, -1, 4, 4, -1, -1, 4]
    type(csr_matrix) :: small
    call small%create(4, 4, offsets, cols, values)
    call small%write(path)
  end subroutine write_small
end program formats
