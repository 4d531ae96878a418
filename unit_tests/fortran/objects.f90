! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!> Handles, descriptions and plans: good and bad arguments, arrays that are not copied, objects
!> that several variables hold, and the end of each of them.
program objects
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use filigree
  use filigree_c, only: filigree_csc_get, filigree_coo_get, filigree_csr_get, filigree_csr_create, &
      filigree_log_set_mask
  use expectations
  implicit none

  ! 2 . 1
  ! . 3 .
  integer, target :: offsets(3) = [1, 3, 4], cols(3) = [1, 3, 2], rows(3) = [1, 1, 2]
  integer, target :: col_offsets(4) = [1, 2, 3, 4], rows_by_col(3) = [1, 2, 1]
  real(real64), target :: values(3) = [2, 1, 3], values_by_col(3) = [2, 3, 1]
  real(real64) :: x(3) = [1, 10, 100], y(2)

  call test_library()
  call test_handles()
  call test_arrays_stay()
  call test_taking()
  call test_bad_matrices()
  call test_attributes()
  call test_values()
  call test_bad_products()
  call test_plans()
  call test_empty()
  call test_sharing()
  call test_ends()
  call finish()

contains

  subroutine test_library()
    integer :: info
    call expect(index(filigree_version(), ".") > 1, "a version")
    call expect(len(filigree_status_text(int(FILIGREE_STATUS_STALE_PLAN))) > 10, "a status' text")
    call expect(filigree_status_text(-1) == "unknown status", "a status that is none")
    call expect(filigree_device_count() >= 0, "devices")
    call expect(filigree_has_device() .or. filigree_device_count() == 0, "devices without use")
    call filigree_log_level(7, info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "a level that is none", "level")
    call filigree_log_file("/nowhere/at/all", info)
    call expect_status(info, FILIGREE_STATUS_MAPPING_ERROR, "a folder that is none", "/nowhere")
  end subroutine test_library

  subroutine test_handles()
    type(filigree_handle) :: handle, on_device
    type(csr_matrix) :: A
    type(spmv_plan) :: plan
    integer :: info
    call handle%synchronize(info)
    call expect_status(info, FILIGREE_STATUS_NOT_INITIALIZED, "no handle", "handle")
    call expect(handle%last_kernel(info) == "", "no handle, no kernel")
    call expect_status(info, FILIGREE_STATUS_NOT_INITIALIZED, "no handle to ask")
    call handle%create(7_c_int, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "a target that is none", "target")
    call handle%create(FILIGREE_TARGET_HOST, device=1000000, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "a device that is none", "device")
    call expect(.not. c_associated(handle%c_object()), "still no handle")
    if (.not. filigree_has_device()) then
      call on_device%create(FILIGREE_TARGET_DEVICE, info=info)
      call expect_status(info, FILIGREE_STATUS_NOT_SUPPORTED, "no device")
    end if
    call handle%create(FILIGREE_TARGET_HOST, info=info)
    call expect_status(info, FILIGREE_STATUS_SUCCESS, "a handle")
    call expect(c_associated(handle%c_object()), "a handle's address")
    call handle%set_stream(c_null_ptr, info)
    call expect_status(info, FILIGREE_STATUS_SUCCESS, "the default stream")
    call handle%set_stream(c_loc(values), info)
    call expect_status(info, FILIGREE_STATUS_NOT_SUPPORTED, "a stream on the host", "stream")
    call A%create(2, 3, offsets, cols, values)
    call A%multiply(x, y, handle=handle)
    call handle%synchronize()
    call expect(index(handle%last_kernel(), "csr_") == 1, "the kernel that ran")
    call expect(all(abs(y - [102, 30]) <= 0), "a product by a handle")
    call plan%create(A, handle=handle)
    call handle%destroy()
    call A%multiply(x, y, handle=handle, info=info)
    call expect_status(info, FILIGREE_STATUS_NOT_INITIALIZED, "a handle that has ended", "handle")
    call plan%run(A, x, y, info=info)
    call expect_status(info, FILIGREE_STATUS_SUCCESS, "the plan holds its handle")
  end subroutine test_handles

  !> The library has the addresses of the caller's arrays.
  subroutine test_arrays_stay()
    type(csr_matrix) :: csr
    type(csc_matrix) :: csc
    type(coo_matrix) :: coo
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    at = c_null_ptr
    types = -1
    call csr%create(2, 3, offsets, cols, values)
    status = filigree_csr_get(csr%c_object(), at(1), at(2), at(3), types(1), types(2))
    call expect(c_associated(at(1), c_loc(offsets)) .and. c_associated(at(2), c_loc(cols)) .and. &
        c_associated(at(3), c_loc(values)) .and. status == 0, "CSR: no copies")
    call csc%create(2, 3, col_offsets, rows_by_col, values_by_col)
    status = filigree_csc_get(csc%c_object(), at(1), at(2), at(3), types(1), types(2))
    call expect(c_associated(at(1), c_loc(col_offsets)) .and. c_associated(at(2), &
        c_loc(rows_by_col)) .and. c_associated(at(3), c_loc(values_by_col)) .and. status == 0, &
        "CSC: no copies")
    call coo%create(2, 3, rows, cols, values)
    status = filigree_coo_get(coo%c_object(), at(1), at(2), at(3), types(1))
    call expect(c_associated(at(1), c_loc(rows)) .and. c_associated(at(2), c_loc(cols)) .and. &
        c_associated(at(3), c_loc(values)) .and. status == 0, "COO: no copies")
    call expect(csr%num_rows() == 2 .and. csr%num_cols() == 3 .and. csr%nnz() == 3, "sizes")
    call expect(csr%format() == FILIGREE_FORMAT_CSR .and. csc%format() == FILIGREE_FORMAT_CSC &
        .and. coo%format() == FILIGREE_FORMAT_COO, "formats")
    call expect(csr%index_base() == FILIGREE_BASE_ONE, "the base is one")
    call expect(csr%scalar_type() == FILIGREE_SCALAR_DOUBLE, "the type of values")
    call csr%create(2_c_int64_t, 3_c_int64_t, 3_c_int64_t, c_loc(offsets), c_loc(cols), &
        c_loc(values), FILIGREE_SCALAR_DOUBLE, FILIGREE_INDEX_INT32)
    call csr%multiply(x, y)
    call expect(all(abs(y - [102, 30]) <= 0), "CSR by addresses")
    call csc%create(2_c_int64_t, 3_c_int64_t, 3_c_int64_t, c_loc(col_offsets), &
        c_loc(rows_by_col), c_loc(values_by_col), FILIGREE_SCALAR_DOUBLE, FILIGREE_INDEX_INT32, &
        FILIGREE_INDEX_INT32, FILIGREE_BASE_ONE)
    call csc%multiply(x, y)
    call expect(all(abs(y - [102, 30]) <= 0), "CSC by addresses")
    call coo%create(2_c_int64_t, 3_c_int64_t, 3_c_int64_t, c_loc(rows), c_loc(cols), &
        c_loc(values), FILIGREE_SCALAR_DOUBLE, FILIGREE_INDEX_INT32)
    call coo%multiply(x, y)
    call expect(all(abs(y - [102, 30]) <= 0), "COO by addresses")
  end subroutine test_arrays_stay

  !> A matrix that the C API made ends with the variable.
  subroutine test_taking()
    type(csr_matrix) :: A
    type(c_ptr) :: object
    object = c_null_ptr
    call expect(filigree_csr_create(object, 2_c_int64_t, 3_c_int64_t, 3_c_int64_t, c_loc(offsets), &
        c_loc(cols), c_loc(values), FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32, &
        FILIGREE_BASE_ONE, FILIGREE_SCALAR_DOUBLE) == 0, "a matrix of the C API")
    call A%take(object)
    call A%multiply(x, y)
    call expect(all(abs(y - [102, 30]) <= 0), "a matrix that was taken")
  end subroutine test_taking

  subroutine test_bad_matrices()
    type(csr_matrix) :: csr
    type(csc_matrix) :: csc
    type(coo_matrix) :: coo
    integer, target :: every_second(6) = 1
    integer :: info
    call csr%create(3, 3, offsets, cols, values, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "CSR offsets", "one offset more")
    call csr%create(2, 3, offsets, cols(:2), values, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "CSR columns", "as many indices")
    call csr%create(2, 3, offsets, every_second(::2), values, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "CSR with gaps", "contiguous")
    call csr%create(2, 3, offsets, cols, values, 2_c_int, info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "CSR base", "base")
    call csr%create(2, -3, offsets, cols, values, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "CSR columns", "num_cols")
    call csc%create(2, 2, col_offsets, rows_by_col, values, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "CSC offsets", "more than columns")
    call csc%create(2, 3, col_offsets, rows_by_col, values(::2), info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "CSC with gaps", "contiguous")
    call csc%create(-2, 3, col_offsets, rows_by_col, values, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "CSC rows", "num_rows")
    call coo%create(2, 3, rows, cols, values(:2), info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "COO values", "as many rows")
    call coo%create(2, 3, every_second(::2), cols, values, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "COO with gaps", "contiguous")
    call coo%create(2, 3, rows, cols, values, -1_c_int, info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "COO base", "base")
    call csr%create(2_c_int64_t, 3_c_int64_t, 3_c_int64_t, c_loc(offsets), c_loc(cols), &
        c_loc(values), -1_c_int, FILIGREE_INDEX_INT32, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "a type that is none", "scalar_type")
    call csc%create(2_c_int64_t, 3_c_int64_t, -3_c_int64_t, c_loc(col_offsets), &
        c_loc(rows_by_col), c_loc(values), FILIGREE_SCALAR_DOUBLE, FILIGREE_INDEX_INT32, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "a count below 0", "nnz")
    call coo%create(2_c_int64_t, 3_c_int64_t, 3_c_int64_t, c_loc(rows), c_loc(cols), &
        c_loc(values), FILIGREE_SCALAR_DOUBLE, 9_c_int, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "widths that are none", "index_type")
    call expect(.not. c_associated(csr%c_object()), "still no matrix")
    call expect(csr%nnz(info) == 0, "no matrix, no entries")
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no matrix to ask", "null pointer")
    call expect(csr%num_rows(info) == 0 .and. csr%num_cols(info) == 0, "no matrix, no sizes")
    call expect(csr%format(info) == -1 .and. csr%index_base(info) == -1 .and. &
        csr%scalar_type(info) == -1, "no matrix, no types")
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no matrix to ask", "null pointer")
  end subroutine test_bad_matrices

  subroutine test_attributes()
    type(csr_matrix) :: A
    ! the lower triangle of a symmetric matrix
    integer, target :: lower_offsets(3) = [1, 2, 4], lower_cols(3) = [1, 1, 2]
    integer :: info
    call A%set_attributes(fill=FILIGREE_FILL_UPPER, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "attributes of nothing")
    call A%create(2, 2, lower_offsets, lower_cols, values)
    call A%set_attributes(FILIGREE_MATRIX_TYPE_SYMMETRIC, FILIGREE_FILL_LOWER, &
        FILIGREE_DIAGONAL_NON_UNIT, sorted=.true., unique=.true.)
    call A%multiply(x(:2), y)
    call expect(all(abs(y - [12, 31]) <= 0), "a symmetric matrix")
    call A%set_attributes(fill=7_c_int, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "a triangle that is none")
    call A%create(2, 3, offsets, cols, values)
    call A%set_attributes(FILIGREE_MATRIX_TYPE_SYMMETRIC, info=info)
    call expect_status(info, FILIGREE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, "symmetric, not square")
  end subroutine test_attributes

  subroutine test_values()
    type(csr_matrix) :: A
    real(real64), target :: others(3) = [4, 2, 6], more(6) = 1
    real(real32), target :: singles(3) = [8, 4, 12]
    integer :: info
    call A%set_values(others, info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "values of nothing", "null pointer")
    call A%create(2, 3, offsets, cols, values)
    call A%set_values(others)
    call A%multiply(x, y)
    call expect(all(abs(y - [204, 60]) <= 0), "other values")
    call A%set_values(c_loc(values))
    call A%multiply(x, y)
    call expect(all(abs(y - [102, 30]) <= 0), "values by their address")
    call A%set_values(more, info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "too many values", "as many values")
    call A%set_values(more(::2), info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "values with gaps", "contiguous")
    call A%set_values(singles, info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "other types", "of one type")
    values(1) = 7  ! the matrix sees what becomes of its array
    call A%multiply(x, y)
    call expect(all(abs(y - [107, 30]) <= 0), "the caller's array is the matrix's")
    values(1) = 2
  end subroutine test_values

  subroutine test_bad_products()
    type(csr_matrix) :: A
    real(real64) :: longer(6), B(3, 2), C(2, 2), wide(6, 2)
    real(real32) :: singles(3)
    integer :: info
    longer = 0
    wide = 0
    singles = 0
    B = 1
    call A%multiply(x, y, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no matrix", "null pointer")
    call A%multiply(c_loc(values), c_loc(values), info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no matrix, addresses")
    call A%multiply(1_c_int64_t, c_loc(values), 3_c_int64_t, c_loc(values), 2_c_int64_t, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no matrix, addresses of blocks")
    call A%create(2, 3, offsets, cols, values)
    y = 5
    call A%multiply(x(:2), y, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "x too short", "'x'")
    call A%multiply(x, longer(::3), info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "y with gaps", "contiguous")
    call A%multiply(longer(::2), y, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "x with gaps", "contiguous")
    call A%multiply(x, y, op=5_c_int, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "an op that is none", "op")
    call A%multiply(x, y, algorithm=5_c_int, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "an algorithm that is none")
    call A%multiply(singles, singles(:2), info=info)
    call expect_status(info, FILIGREE_STATUS_NOT_SUPPORTED, "vectors of another type")
    call expect(all(abs(y - 5) <= 0), "nothing was written")
    C = 5
    call A%multiply(B, C(:1, :), info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "C too short", "'C'")
    call A%multiply(wide(::2, :), C, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "B with gaps", "contiguous")
    call A%multiply(B, C, op_b=FILIGREE_OP_TRANSPOSE, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "op_b")
    call A%multiply(2_c_int64_t, c_loc(values), 1_c_int64_t, c_loc(values), 2_c_int64_t, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "a leading dimension too short")
    call expect(all(abs(C - 5) <= 0), "nothing was written to C")
    ! columns from the last to the first are no block
    call A%multiply(B(:, 2:1:-1), C, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "columns backwards", &
        "leading_dimension")
  end subroutine test_bad_products

  subroutine test_plans()
    type(csr_matrix) :: A, other, none
    type(spmv_plan) :: plan
    type(spmm_plan) :: block_plan
    integer, target :: other_cols(3) = [1, 2, 2]
    real(real64) :: B(3, 2), C(2, 2)
    integer :: info
    B = 1
    C = 0
    call plan%create(none, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "a plan of nothing", "null pointer")
    call block_plan%create(none, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "a plan of nothing", "null pointer")
    call expect(plan%workspace_bytes(info) == 0, "no plan, no workspace")
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no plan to ask", "null pointer")
    call expect(block_plan%workspace_bytes(2, info) == 0, "no plan, no workspace")
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no plan to ask", "null pointer")
    call A%create(2, 3, offsets, cols, values)
    call other%create(2, 3, offsets, other_cols, values)
    call plan%run(A, x, y, info=info)
    call expect(info /= FILIGREE_STATUS_SUCCESS, "no plan")
    call block_plan%run(A, B, C, info=info)
    call expect(info /= FILIGREE_STATUS_SUCCESS, "no plan of blocks")
    call plan%create(A, 9_c_int, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "an op that is none", "op")
    call block_plan%create(A, 9_c_int, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "an op that is none", "op")
    call plan%create(A)
    call block_plan%create(A)
    call expect(c_associated(plan%c_object()) .and. c_associated(block_plan%c_object()), "plans")
    call plan%run(other, x, y, info=info)
    call expect_status(info, FILIGREE_STATUS_STALE_PLAN, "another pattern")
    call block_plan%run(other, B, C, info=info)
    call expect_status(info, FILIGREE_STATUS_STALE_PLAN, "another pattern of blocks")
    call plan%run(none, x, y, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no matrix", "null pointer")
    call plan%run(none, c_loc(values), c_loc(values), info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no matrix", "null pointer")
    call block_plan%run(none, 1_c_int64_t, c_loc(values), 3_c_int64_t, c_loc(values), &
        2_c_int64_t, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "no matrix", "null pointer")
    call plan%run(A, x(:2), y, info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "x too short", "'x'")
    call block_plan%run(A, B, C(:, :1), info=info)
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "C too narrow", "'C'")
    call expect(block_plan%workspace_bytes(-1, info) == 0, "columns below 0")
    call expect_status(info, FILIGREE_STATUS_INVALID_VALUE, "columns below 0", "num_cols")
    call plan%destroy()
    call block_plan%destroy()
    call expect(.not. c_associated(plan%c_object()), "the plan has ended")
  end subroutine test_plans

  !> Matrices without rows, columns or entries.
  subroutine test_empty()
    type(csr_matrix) :: A
    type(coo_matrix) :: coo
    integer, target :: one(1) = [1], ones(3) = [1, 1, 1], no_indices(0)
    real(real64), target :: no_values(0)
    real(real64) :: none(0), no_columns(3, 0), C(2, 0)
    call A%create(2, 3, ones, no_indices, no_values)
    y = 5
    call A%multiply(x, y)
    call expect(all(abs(y) <= 0), "no entries")
    call A%create(0, 3, one, no_indices, no_values)
    call A%multiply(x, none)
    call expect(A%num_rows() == 0, "no rows")
    call coo%create(2, 0, no_indices, no_indices, no_values)
    y = 5
    call coo%multiply(none, y)
    call expect(all(abs(y) <= 0), "no columns")
    call A%create(2, 3, offsets, cols, values)
    call A%multiply(no_columns, C)
    call expect(size(C) == 0, "a block without columns")
  end subroutine test_empty

  !> After an assignment both variables hold one object, and the last ends it.
  subroutine test_sharing()
    type(csr_matrix) :: A, again
    class(sparse_matrix), allocatable :: any
    type(sparse_matrix) :: of_any_format
    type(csr_matrix), allocatable :: copied
    type(spmv_plan) :: plan, plan_again
    call A%create(2, 3, offsets, cols, values)
    call plan%create(A)
    again = A
    plan_again = plan
    call expect(c_associated(again%c_object(), A%c_object()), "one object")
    again = again
    call A%destroy()
    call plan%destroy()
    call plan_again%run(again, x, y)
    call expect(all(abs(y - [102, 30]) <= 0), "the other variable's is still there")
    of_any_format = again
    call expect(of_any_format%format() == FILIGREE_FORMAT_CSR, "a variable of any format")
    allocate (copied, source=again)
    call copied%multiply(x, y)
    deallocate (copied)  ! ends nothing: it was copied past the assignment
    call again%multiply(x, y)
    call expect(all(abs(y - [102, 30]) <= 0), "a copy has not ended the original's")
    allocate (any, mold=again)
    select type (any)
    type is (csr_matrix)
      call any%create(2, 3, offsets, cols, values)
    end select
    call any%multiply(x, y)
    call expect(all(abs(y - [102, 30]) <= 0), "a format chosen by a prototype")
  end subroutine test_sharing

  !> Counts what is made and what ends, by the log.
  subroutine test_ends()
    character(len=*), parameter :: path = "objects_test.log"
    character(len=300) :: line
    integer :: unit, status, info, made, ended
    open (newunit=unit, file=path)
    close (unit, status="delete")
    call filigree_log_file(path)
    call filigree_log_level(1)
    call expect(filigree_log_set_mask(16_c_int) == 0, "calls are logged")
    call use_some()
    call filigree_log_level(0)
    call filigree_log_file("", info)
    call expect_status(info, FILIGREE_STATUS_SUCCESS, "the log goes to standard error again")
    made = 0
    ended = 0
    open (newunit=unit, file=path, status="old", action="read")
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      if (index(line, "_create]") > 0) made = made + 1
      if (index(line, "_destroy]") > 0) ended = ended + 1
    end do
    close (unit, status="delete")
    call expect(made == 9, "two handles, three matrices, two plans and two vectors are made")
    call expect(ended == made, "all of them end")
    if (made /= 9 .or. ended /= made) print '(a, i0, a, i0)', "  made ", made, ", ended ", ended
  end subroutine test_ends

  subroutine use_some()
    type(csr_matrix) :: A(2), copy
    type(filigree_handle) :: handle
    type(spmv_plan) :: plan
    type(spmm_plan), allocatable :: block_plan
    call handle%create(FILIGREE_TARGET_HOST)
    call handle%create(FILIGREE_TARGET_HOST)
    call A(1)%create(2, 3, offsets, cols, values)
    call A(2)%create(2, 3, offsets, cols, values)
    call A(2)%create(2, 3, offsets, cols, values)
    copy = A(1)
    call plan%create(A(1), handle=handle)
    allocate (block_plan)
    call block_plan%create(A(2))
    call plan%run(copy, x, y)
  end subroutine use_some
end program objects
