! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! filigree_arrays.f90 is made by src/fortran/generate.py of filigree_arrays.f90.in.

!> Arrays of the caller's as the C API is told of them, and the factors alpha and beta. Programs
!> use module filigree.
module filigree_arrays
  use filigree_base
  implicit none

  !> An array of the caller's.
  type :: array_argument
    type(c_ptr) :: address = c_null_ptr
    integer(c_int64_t) :: num_rows = 0
    integer(c_int64_t) :: num_cols = 1
    integer(c_int64_t) :: leading_dimension = 1
    integer(c_int) :: scalar_type = FILIGREE_SCALAR_DOUBLE  ! of indices: their type
    integer(c_int) :: layout = FILIGREE_LAYOUT_COLUMN_MAJOR
    logical :: usable = .true.  ! entries, of a block those of a column or a row, lie side by side
  end type array_argument

  !> A vector in memory that stays the caller's, of the host or of a device.
  type, extends(library_object) :: dense_vector
  contains
    procedure, private :: vector_create_address
    generic :: create => vector_create_address
    procedure, private :: vector_create_sp
    generic :: create => vector_create_sp
    procedure, private :: vector_create_dp
    generic :: create => vector_create_dp
    procedure, private :: vector_create_csp
    generic :: create => vector_create_csp
    procedure, private :: vector_create_cdp
    generic :: create => vector_create_cdp
  end type dense_vector

  !> A block of vectors, column by column, in memory that stays the caller's.
  type, extends(library_object) :: dense_matrix
  contains
    procedure, private :: matrix_create_address
    generic :: create => matrix_create_address
    procedure, private :: matrix_create_sp, matrix_create_column_sp
    generic :: create => matrix_create_sp, matrix_create_column_sp
    procedure, private :: matrix_create_dp, matrix_create_column_dp
    generic :: create => matrix_create_dp, matrix_create_column_dp
    procedure, private :: matrix_create_csp, matrix_create_column_csp
    generic :: create => matrix_create_csp, matrix_create_column_csp
    procedure, private :: matrix_create_cdp, matrix_create_column_cdp
    generic :: create => matrix_create_cdp, matrix_create_column_cdp
  end type dense_matrix

  interface argument
    procedure indices_i32, index_block_i32
    procedure indices_i64, index_block_i64
    procedure vector_sp, block_sp, blocks_sp
    procedure vector_dp, block_dp, blocks_dp
    procedure vector_csp, block_csp, blocks_csp
    procedure vector_cdp, block_cdp, blocks_cdp
  end interface argument

  !> The factors alpha and beta: what the caller gave, or 1 and 0.
  interface set_factors
    procedure set_factors_sp
    procedure set_factors_dp
    procedure set_factors_csp
    procedure set_factors_cdp
  end interface set_factors

contains

  ! --- arrays of the caller's. Of an array without entries the address is null.

  function indices_i32(x) result(array)
    integer(c_int32_t), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%scalar_type = FILIGREE_INDEX_INT32
    if (size(x) > 0) array%address = c_loc(x(1))
    array%usable = is_contiguous(x)
  end function indices_i32

  !> Indices in columns, which need not lie side by side.
  function index_block_i32(x) result(array)
    integer(c_int32_t), intent(in), target :: x(:, :)
    type(array_argument) :: array
    array%num_rows = size(x, 1, kind=c_int64_t)
    array%num_cols = size(x, 2, kind=c_int64_t)
    array%leading_dimension = max(1_c_int64_t, array%num_rows)
    array%scalar_type = FILIGREE_INDEX_INT32
    if (size(x) == 0) return
    array%address = c_loc(x(1, 1))
    array%usable = is_contiguous(x(:, 1))
    if (size(x, 2) > 1) array%leading_dimension = &
        distance(array%address, c_loc(x(1, 2)), storage_size(x) / 8)
  end function index_block_i32

  function indices_i64(x) result(array)
    integer(c_int64_t), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%scalar_type = FILIGREE_INDEX_INT64
    if (size(x) > 0) array%address = c_loc(x(1))
    array%usable = is_contiguous(x)
  end function indices_i64

  !> Indices in columns, which need not lie side by side.
  function index_block_i64(x) result(array)
    integer(c_int64_t), intent(in), target :: x(:, :)
    type(array_argument) :: array
    array%num_rows = size(x, 1, kind=c_int64_t)
    array%num_cols = size(x, 2, kind=c_int64_t)
    array%leading_dimension = max(1_c_int64_t, array%num_rows)
    array%scalar_type = FILIGREE_INDEX_INT64
    if (size(x) == 0) return
    array%address = c_loc(x(1, 1))
    array%usable = is_contiguous(x(:, 1))
    if (size(x, 2) > 1) array%leading_dimension = &
        distance(array%address, c_loc(x(1, 2)), storage_size(x) / 8)
  end function index_block_i64

  function vector_sp(x) result(array)
    real(c_float), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%leading_dimension = max(1_c_int64_t, array%num_rows)
    array%scalar_type = FILIGREE_SCALAR_FLOAT
    if (size(x) > 0) array%address = c_loc(x(1))
    array%usable = is_contiguous(x)
  end function vector_sp

  function block_sp(x) result(array)
    real(c_float), intent(in), target :: x(:, :)
    type(array_argument) :: array
    array%num_rows = size(x, 1, kind=c_int64_t)
    array%num_cols = size(x, 2, kind=c_int64_t)
    array%leading_dimension = max(1_c_int64_t, array%num_rows)
    array%scalar_type = FILIGREE_SCALAR_FLOAT
    if (size(x) == 0) return
    array%address = c_loc(x(1, 1))
    array%usable = is_contiguous(x(:, 1))
    if (size(x, 2) == 1) return
    array%leading_dimension = distance(array%address, c_loc(x(1, 2)), storage_size(x) / 8)
    if (array%usable .or. array%leading_dimension /= 1) return
    ! what compilers pass for transpose(x)
    array%leading_dimension = distance(array%address, c_loc(x(2, 1)), storage_size(x) / 8)
    array%layout = FILIGREE_LAYOUT_ROW_MAJOR
    array%usable = .true.
  end function block_sp

  !> The blocks of a matrix, one behind the other.
  function blocks_sp(x) result(array)
    real(c_float), intent(in), target :: x(:, :, :)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%scalar_type = FILIGREE_SCALAR_FLOAT
    if (size(x) > 0) array%address = c_loc(x(1, 1, 1))
    array%usable = is_contiguous(x)
  end function blocks_sp

  subroutine set_factors_sp(factors, alpha, beta)
    real(c_float), intent(out) :: factors(2)
    real(c_float), intent(in), optional :: alpha, beta
    factors = [1, 0]
    if (present(alpha)) factors(1) = alpha
    if (present(beta)) factors(2) = beta
  end subroutine set_factors_sp

  subroutine vector_create_sp(this, values, info)
    class(dense_vector), intent(inout) :: this
    real(c_float), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call vector_create(this, argument(values), info)
  end subroutine vector_create_sp

  subroutine matrix_create_sp(this, values, info)
    class(dense_matrix), intent(inout) :: this
    real(c_float), intent(in), target :: values(:, :)
    integer, intent(out), optional :: info
    call matrix_create(this, argument(values), info)
  end subroutine matrix_create_sp

  !> A block of one column.
  subroutine matrix_create_column_sp(this, values, info)
    class(dense_matrix), intent(inout) :: this
    real(c_float), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call matrix_create(this, argument(values), info)
  end subroutine matrix_create_column_sp

  function vector_dp(x) result(array)
    real(c_double), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%leading_dimension = max(1_c_int64_t, array%num_rows)
    array%scalar_type = FILIGREE_SCALAR_DOUBLE
    if (size(x) > 0) array%address = c_loc(x(1))
    array%usable = is_contiguous(x)
  end function vector_dp

  function block_dp(x) result(array)
    real(c_double), intent(in), target :: x(:, :)
    type(array_argument) :: array
    array%num_rows = size(x, 1, kind=c_int64_t)
    array%num_cols = size(x, 2, kind=c_int64_t)
    array%leading_dimension = max(1_c_int64_t, array%num_rows)
    array%scalar_type = FILIGREE_SCALAR_DOUBLE
    if (size(x) == 0) return
    array%address = c_loc(x(1, 1))
    array%usable = is_contiguous(x(:, 1))
    if (size(x, 2) == 1) return
    array%leading_dimension = distance(array%address, c_loc(x(1, 2)), storage_size(x) / 8)
    if (array%usable .or. array%leading_dimension /= 1) return
    ! what compilers pass for transpose(x)
    array%leading_dimension = distance(array%address, c_loc(x(2, 1)), storage_size(x) / 8)
    array%layout = FILIGREE_LAYOUT_ROW_MAJOR
    array%usable = .true.
  end function block_dp

  !> The blocks of a matrix, one behind the other.
  function blocks_dp(x) result(array)
    real(c_double), intent(in), target :: x(:, :, :)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%scalar_type = FILIGREE_SCALAR_DOUBLE
    if (size(x) > 0) array%address = c_loc(x(1, 1, 1))
    array%usable = is_contiguous(x)
  end function blocks_dp

  subroutine set_factors_dp(factors, alpha, beta)
    real(c_double), intent(out) :: factors(2)
    real(c_double), intent(in), optional :: alpha, beta
    factors = [1, 0]
    if (present(alpha)) factors(1) = alpha
    if (present(beta)) factors(2) = beta
  end subroutine set_factors_dp

  subroutine vector_create_dp(this, values, info)
    class(dense_vector), intent(inout) :: this
    real(c_double), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call vector_create(this, argument(values), info)
  end subroutine vector_create_dp

  subroutine matrix_create_dp(this, values, info)
    class(dense_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: values(:, :)
    integer, intent(out), optional :: info
    call matrix_create(this, argument(values), info)
  end subroutine matrix_create_dp

  !> A block of one column.
  subroutine matrix_create_column_dp(this, values, info)
    class(dense_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call matrix_create(this, argument(values), info)
  end subroutine matrix_create_column_dp

  function vector_csp(x) result(array)
    complex(c_float_complex), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%leading_dimension = max(1_c_int64_t, array%num_rows)
    array%scalar_type = FILIGREE_SCALAR_COMPLEX_FLOAT
    if (size(x) > 0) array%address = c_loc(x(1))
    array%usable = is_contiguous(x)
  end function vector_csp

  function block_csp(x) result(array)
    complex(c_float_complex), intent(in), target :: x(:, :)
    type(array_argument) :: array
    array%num_rows = size(x, 1, kind=c_int64_t)
    array%num_cols = size(x, 2, kind=c_int64_t)
    array%leading_dimension = max(1_c_int64_t, array%num_rows)
    array%scalar_type = FILIGREE_SCALAR_COMPLEX_FLOAT
    if (size(x) == 0) return
    array%address = c_loc(x(1, 1))
    array%usable = is_contiguous(x(:, 1))
    if (size(x, 2) == 1) return
    array%leading_dimension = distance(array%address, c_loc(x(1, 2)), storage_size(x) / 8)
    if (array%usable .or. array%leading_dimension /= 1) return
    ! what compilers pass for transpose(x)
    array%leading_dimension = distance(array%address, c_loc(x(2, 1)), storage_size(x) / 8)
    array%layout = FILIGREE_LAYOUT_ROW_MAJOR
    array%usable = .true.
  end function block_csp

  !> The blocks of a matrix, one behind the other.
  function blocks_csp(x) result(array)
    complex(c_float_complex), intent(in), target :: x(:, :, :)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%scalar_type = FILIGREE_SCALAR_COMPLEX_FLOAT
    if (size(x) > 0) array%address = c_loc(x(1, 1, 1))
    array%usable = is_contiguous(x)
  end function blocks_csp

  subroutine set_factors_csp(factors, alpha, beta)
    complex(c_float_complex), intent(out) :: factors(2)
    complex(c_float_complex), intent(in), optional :: alpha, beta
    factors = [1, 0]
    if (present(alpha)) factors(1) = alpha
    if (present(beta)) factors(2) = beta
  end subroutine set_factors_csp

  subroutine vector_create_csp(this, values, info)
    class(dense_vector), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call vector_create(this, argument(values), info)
  end subroutine vector_create_csp

  subroutine matrix_create_csp(this, values, info)
    class(dense_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: values(:, :)
    integer, intent(out), optional :: info
    call matrix_create(this, argument(values), info)
  end subroutine matrix_create_csp

  !> A block of one column.
  subroutine matrix_create_column_csp(this, values, info)
    class(dense_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call matrix_create(this, argument(values), info)
  end subroutine matrix_create_column_csp

  function vector_cdp(x) result(array)
    complex(c_double_complex), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%leading_dimension = max(1_c_int64_t, array%num_rows)
    array%scalar_type = FILIGREE_SCALAR_COMPLEX_DOUBLE
    if (size(x) > 0) array%address = c_loc(x(1))
    array%usable = is_contiguous(x)
  end function vector_cdp

  function block_cdp(x) result(array)
    complex(c_double_complex), intent(in), target :: x(:, :)
    type(array_argument) :: array
    array%num_rows = size(x, 1, kind=c_int64_t)
    array%num_cols = size(x, 2, kind=c_int64_t)
    array%leading_dimension = max(1_c_int64_t, array%num_rows)
    array%scalar_type = FILIGREE_SCALAR_COMPLEX_DOUBLE
    if (size(x) == 0) return
    array%address = c_loc(x(1, 1))
    array%usable = is_contiguous(x(:, 1))
    if (size(x, 2) == 1) return
    array%leading_dimension = distance(array%address, c_loc(x(1, 2)), storage_size(x) / 8)
    if (array%usable .or. array%leading_dimension /= 1) return
    ! what compilers pass for transpose(x)
    array%leading_dimension = distance(array%address, c_loc(x(2, 1)), storage_size(x) / 8)
    array%layout = FILIGREE_LAYOUT_ROW_MAJOR
    array%usable = .true.
  end function block_cdp

  !> The blocks of a matrix, one behind the other.
  function blocks_cdp(x) result(array)
    complex(c_double_complex), intent(in), target :: x(:, :, :)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%scalar_type = FILIGREE_SCALAR_COMPLEX_DOUBLE
    if (size(x) > 0) array%address = c_loc(x(1, 1, 1))
    array%usable = is_contiguous(x)
  end function blocks_cdp

  subroutine set_factors_cdp(factors, alpha, beta)
    complex(c_double_complex), intent(out) :: factors(2)
    complex(c_double_complex), intent(in), optional :: alpha, beta
    factors = [1, 0]
    if (present(alpha)) factors(1) = alpha
    if (present(beta)) factors(2) = beta
  end subroutine set_factors_cdp

  subroutine vector_create_cdp(this, values, info)
    class(dense_vector), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call vector_create(this, argument(values), info)
  end subroutine vector_create_cdp

  subroutine matrix_create_cdp(this, values, info)
    class(dense_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: values(:, :)
    integer, intent(out), optional :: info
    call matrix_create(this, argument(values), info)
  end subroutine matrix_create_cdp

  !> A block of one column.
  subroutine matrix_create_column_cdp(this, values, info)
    class(dense_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call matrix_create(this, argument(values), info)
  end subroutine matrix_create_column_cdp

  !> A vector in memory that Fortran does not see, a device's.
  subroutine vector_create_address(this, size, values, scalar_type, info)
    class(dense_vector), intent(inout) :: this
    integer(c_int64_t), intent(in) :: size
    type(c_ptr), intent(in) :: values
    integer(c_int), intent(in) :: scalar_type
    integer, intent(out), optional :: info
    call vector_create(this, array_argument(values, size, scalar_type=scalar_type), info)
  end subroutine vector_create_address

  !> A block in memory that Fortran does not see, a device's; a column begins leading_dimension
  !> entries after the one before.
  subroutine matrix_create_address(this, num_rows, num_cols, leading_dimension, values, &
      scalar_type, info)
    class(dense_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, leading_dimension
    type(c_ptr), intent(in) :: values
    integer(c_int), intent(in) :: scalar_type
    integer, intent(out), optional :: info
    call matrix_create(this, array_argument(values, num_rows, num_cols, leading_dimension, &
        scalar_type), info)
  end subroutine matrix_create_address

  subroutine vector_create(this, array, info)
    class(dense_vector), intent(inout) :: this
    type(array_argument), intent(in) :: array
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(array, object, status)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call this%held%take(object, filigree_dense_vector_destroy)
    call settle_any(status, info)
  end subroutine vector_create

  subroutine matrix_create(this, array, info)
    class(dense_matrix), intent(inout) :: this
    type(array_argument), intent(in) :: array
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(array, object, status)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call this%held%take(object, filigree_dense_matrix_destroy)
    call settle_any(status, info)
  end subroutine matrix_create

  !> Describes a vector for the time of a call, unless one before has failed.
  subroutine open_vector(array, object, status)
    type(array_argument), intent(in) :: array
    type(c_ptr), intent(out) :: object
    integer(c_int), intent(inout) :: status
    object = c_null_ptr
    if (status /= FILIGREE_STATUS_SUCCESS) return
    if (.not. array%usable) then
      call refuse_contiguous(status)
    else
      found_here = .false.
      status = filigree_dense_vector_create(object, array%num_rows, array%address, &
          array%scalar_type)
    end if
  end subroutine open_vector

  !> Describes a block for the time of a call, unless one before has failed.
  subroutine open_block(array, object, status)
    type(array_argument), intent(in) :: array
    type(c_ptr), intent(out) :: object
    integer(c_int), intent(inout) :: status
    object = c_null_ptr
    if (status /= FILIGREE_STATUS_SUCCESS) return
    if (.not. array%usable) then
      call refuse_contiguous(status)
    else
      found_here = .false.
      status = filigree_dense_matrix_create(object, array%num_rows, array%num_cols, &
          array%leading_dimension, array%address, array%scalar_type, array%layout)
    end if
  end subroutine open_block

  subroutine refuse_contiguous(status)
    integer(c_int), intent(out) :: status
    integer :: info
    call refuse("vectors, and columns of a block, must be contiguous, for they are not copied", &
        info)
    status = int(info, c_int)
  end subroutine refuse_contiguous

  subroutine close_vector(object)
    type(c_ptr), intent(in) :: object
    if (c_associated(object)) call settle(filigree_dense_vector_destroy(object))
  end subroutine close_vector

  subroutine close_block(object)
    type(c_ptr), intent(in) :: object
    if (c_associated(object)) call settle(filigree_dense_matrix_destroy(object))
  end subroutine close_block

  !> From one address to another, in entries of so many bytes.
  function distance(from, to, entry_bytes) result(entries)
    type(c_ptr), intent(in) :: from, to
    integer, intent(in) :: entry_bytes
    integer(c_int64_t) :: entries
    integer(c_intptr_t) :: numbers(2)
    numbers = [transfer(from, numbers), transfer(to, numbers)]
    entries = (numbers(2) - numbers(1)) / entry_bytes
  end function distance

  !> The factors of operands whose type is known when the program runs, in that type.
  subroutine set_factors_as(factors, scalar_type, alpha, beta)
    complex(c_double_complex), intent(out) :: factors(2)
    integer(c_int), intent(in) :: scalar_type
    real(c_double), intent(in), optional :: alpha, beta
    real(c_double) :: numbers(2)
    integer :: k
    call set_factors(numbers, alpha, beta)
    do k = 1, 2
      ! A real number is read from where a complex number has its real part.
      select case (scalar_type)
      case (FILIGREE_SCALAR_DOUBLE, FILIGREE_SCALAR_COMPLEX_DOUBLE)
        factors(k) = cmplx(numbers(k), kind=c_double_complex)
      case default
        factors(k) = transfer([real(numbers(k), c_float), 0.0_c_float, 0.0_c_float, 0.0_c_float], &
            factors(k))
      end select
    end do
  end subroutine set_factors_as
end module filigree_arrays
