! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> The module hipsparse: a product by the generic calls, with every way in which an argument is
!> passed; what calls answer in numbers and enumerations; refusals.
program calls
  use, intrinsic :: iso_c_binding
  use hipsparse
  implicit none

  interface
    integer(c_int) function hipMalloc(memory, bytes) bind(c, name="hipMalloc")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr) :: memory
      integer(c_size_t), value :: bytes
    end function hipMalloc
    integer(c_int) function hipFree(memory) bind(c, name="hipFree")
      import :: c_int, c_ptr
      type(c_ptr), value :: memory
    end function hipFree
    integer(c_int) function hipMemcpy(to, from, bytes, kind) bind(c, name="hipMemcpy")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: bytes
      integer(c_int), value :: kind
    end function hipMemcpy
  end interface

  ! 1 . 2 .
  ! . 3 . .
  ! 4 . . 5
  integer(c_int32_t), target :: offsets(4) = [0, 2, 3, 5], cols(5) = [0, 2, 1, 0, 3]
  real(c_double), target :: values(5) = [1, 2, 3, 4, 5], x(4) = [1, 2, 3, 4], y(3) = -1
  real(c_double), target :: alpha = 1, beta = 0
  integer(c_size_t), target :: bytes = 0
  integer(c_int64_t) :: rows, columns, entries
  integer(c_int) :: version, mode, offset_type, index_type, base, value_type
  integer :: k
  type(c_ptr) :: handle, A, x_vector, y_vector, at(5), found(3), buffer

  call must(hipsparseCreate(handle), "create")
  version = 0
  call must(hipsparseGetVersion(handle, version), "version")
  call expect(version > 0, "a version")
  call must(hipsparseSetPointerMode(handle, HIPSPARSE_POINTER_MODE_HOST), "set the mode")
  mode = -1
  call must(hipsparseGetPointerMode(handle, mode), "the mode")
  call expect(mode == HIPSPARSE_POINTER_MODE_HOST, "the mode that was set")
  at(1) = on_device(c_loc(offsets), 16_c_size_t)
  at(2) = on_device(c_loc(cols), 20_c_size_t)
  at(3) = on_device(c_loc(values), 40_c_size_t)
  at(4) = on_device(c_loc(x), 32_c_size_t)
  at(5) = on_device(c_loc(y), 24_c_size_t)
  call must(hipsparseCreateCsr(A, 3_c_int64_t, 4_c_int64_t, 5_c_int64_t, at(1), at(2), at(3), &
      HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO, HIP_R_64F), "a matrix")
  call must(hipsparseCreateDnVec(x_vector, 4_c_int64_t, at(4), HIP_R_64F), "x")
  call must(hipsparseCreateDnVec(y_vector, 3_c_int64_t, at(5), HIP_R_64F), "y")
  call must(hipsparseSpMV_bufferSize(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, c_loc(alpha), A, &
      x_vector, c_loc(beta), y_vector, HIP_R_64F, HIPSPARSE_SPMV_ALG_DEFAULT, c_loc(bytes)), "size")
  call expect(hipMalloc(buffer, max(bytes, 8_c_size_t)) == 0, "a buffer")
  call must(hipsparseSpMV(handle, HIPSPARSE_OPERATION_NON_TRANSPOSE, c_loc(alpha), A, x_vector, &
      c_loc(beta), y_vector, HIP_R_64F, HIPSPARSE_SPMV_ALG_DEFAULT, buffer), "a product")
  call expect(hipMemcpy(c_loc(y), at(5), 24_c_size_t, 2_c_int) == 0, "a copy")
  call expect(all(abs(y - [7, 6, 24]) <= 0), "the product")

  rows = 0
  call must(hipsparseCsrGet(A, rows, columns, entries, found(1), found(2), found(3), offset_type, &
      index_type, base, value_type), "what a matrix is")
  call expect(rows == 3 .and. columns == 4 .and. entries == 5, "sizes")
  call expect(c_associated(found(1), at(1)) .and. c_associated(found(2), at(2)) .and. &
      c_associated(found(3), at(3)), "arrays")
  call expect(offset_type == HIPSPARSE_INDEX_32I .and. index_type == HIPSPARSE_INDEX_32I .and. &
      base == HIPSPARSE_INDEX_BASE_ZERO .and. value_type == HIP_R_64F, "types")

  call expect(hipsparseSpMV(handle, 7_c_int, c_loc(alpha), A, x_vector, c_loc(beta), y_vector, &
      HIP_R_64F, HIPSPARSE_SPMV_ALG_DEFAULT, buffer) == HIPSPARSE_STATUS_INVALID_VALUE, "refused")
  call expect(hipsparseDestroySpMat(c_null_ptr) == HIPSPARSE_STATUS_INVALID_VALUE, "no matrix")
  call must(hipsparseDestroyDnVec(x_vector), "x ends")
  call must(hipsparseDestroyDnVec(y_vector), "y ends")
  call must(hipsparseDestroySpMat(A), "A ends")
  call must(hipsparseDestroy(handle), "the handle ends")
  call must(hipFree(buffer), "the buffer ends")
  do k = 1, 5
    call must(hipFree(at(k)), "memory ends")
  end do

contains

  function on_device(array, bytes) result(copy)
    type(c_ptr), intent(in) :: array
    integer(c_size_t), intent(in) :: bytes
    type(c_ptr) :: copy
    copy = c_null_ptr
    call expect(hipMalloc(copy, bytes) == 0, "memory")
    call expect(hipMemcpy(copy, array, bytes, 1_c_int) == 0, "a copy")
  end function on_device

  subroutine must(status, what)
    integer(c_int), intent(in) :: status
    character(len=*), intent(in) :: what
    call expect(status == HIPSPARSE_STATUS_SUCCESS, what)
  end subroutine must

  subroutine expect(condition, what)
    logical, intent(in) :: condition
    character(len=*), intent(in) :: what
    if (.not. condition) error stop what
  end subroutine expect
end program calls
