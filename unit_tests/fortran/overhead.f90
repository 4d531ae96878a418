! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> What a call through module filigree takes beside the call of the C API that it makes: the least
!> of many, in turns.
program overhead
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use filigree
  use filigree_c, only: filigree_spmv, filigree_dense_vector_create, filigree_dense_vector_destroy
  use expectations
  implicit none
  integer, parameter :: n = 4, calls = 2000, turns = 30
  real(real64), parameter :: limit = 2e-6_real64  ! seconds
  integer, target :: offsets(n + 1) = [1, 2, 3, 4, 5], cols(n) = [1, 2, 3, 4]
  real(real64), target :: values(n) = 1, x(n) = 2, y(n) = 0, one = 1, zero = 0
  real(real64) :: through_module, through_c
  type(csr_matrix) :: A
  type(filigree_handle) :: handle
  type(c_ptr) :: x_object, y_object
  integer(int64) :: begin, rate
  integer :: turn, k, status

  call handle%create(FILIGREE_TARGET_HOST)
  call A%create(n, n, offsets, cols, values)
  x_object = c_null_ptr
  y_object = c_null_ptr
  status = filigree_dense_vector_create(x_object, int(n, c_int64_t), c_loc(x), &
      FILIGREE_SCALAR_DOUBLE)
  status = max(status, filigree_dense_vector_create(y_object, int(n, c_int64_t), c_loc(y), &
      FILIGREE_SCALAR_DOUBLE))
  through_module = huge(limit)
  through_c = huge(limit)
  do turn = 1, turns
    call system_clock(begin, rate)
    do k = 1, calls
      call A%multiply(x, y, handle=handle)
    end do
    through_module = min(through_module, seconds_since(begin))
    call system_clock(begin)
    do k = 1, calls
      status = max(status, filigree_spmv(handle%c_object(), FILIGREE_OP_NONE, c_loc(one), &
          A%c_object(), x_object, c_loc(zero), y_object, FILIGREE_ALGORITHM_DEFAULT, c_null_ptr, &
          0_c_size_t))
    end do
    through_c = min(through_c, seconds_since(begin))
  end do
  call expect(status == FILIGREE_STATUS_SUCCESS .and. all(abs(y - 2) <= 0), "the calls are right")
  print '(2(a, f0.3), a)', "multiply: ", 1e6_real64 * through_module, " us, filigree_spmv: ", &
      1e6_real64 * through_c, " us"
  call expect(through_module - through_c <= limit, "the module takes no more than 2 us more")
  status = filigree_dense_vector_destroy(x_object)
  status = filigree_dense_vector_destroy(y_object)
  call finish()

contains

  !> Of each call since then.
  real(real64) function seconds_since(begin)
    integer(int64), intent(in) :: begin
    integer(int64) :: now
    call system_clock(now)
    seconds_since = real(now - begin, real64) / real(rate, real64) / calls
  end function seconds_since
end program overhead
