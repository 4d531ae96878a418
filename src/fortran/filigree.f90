! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! filigree.f90 is made by src/fortran/generate.py of filigree.f90.in.

!> Sparse matrices and their products for Fortran: docs/fortran.md.
!>
!> Matrices are descriptions: sizes, types and where the caller's arrays are, which are not copied
!> and have to live, as targets, as long as the description is used. Indices begin with 1 where
!> nothing else is said. Every procedure has `info` as its last argument, optional: a status,
!> FILIGREE_STATUS_SUCCESS (0) where all is well. Without it an error stops the program with the
!> library's message.
!>
!> Assignment makes two variables share one description or plan; the last of them ends it.
module filigree
  use, intrinsic :: iso_c_binding
  use filigree_c
  implicit none
  private

  public :: FILIGREE_STATUS_SUCCESS, FILIGREE_STATUS_NOT_INITIALIZED, &
      FILIGREE_STATUS_ALLOC_FAILED, FILIGREE_STATUS_INVALID_VALUE, FILIGREE_STATUS_ARCH_MISMATCH, &
      FILIGREE_STATUS_MAPPING_ERROR, FILIGREE_STATUS_EXECUTION_FAILED, &
      FILIGREE_STATUS_INTERNAL_ERROR, FILIGREE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, &
      FILIGREE_STATUS_ZERO_PIVOT, FILIGREE_STATUS_NOT_SUPPORTED, &
      FILIGREE_STATUS_INSUFFICIENT_RESOURCES, FILIGREE_STATUS_STALE_PLAN
  public :: FILIGREE_TARGET_HOST, FILIGREE_TARGET_DEVICE
  public :: FILIGREE_POINTER_MODE_HOST, FILIGREE_POINTER_MODE_DEVICE
  public :: FILIGREE_OP_NONE, FILIGREE_OP_TRANSPOSE, FILIGREE_OP_CONJUGATE_TRANSPOSE
  public :: FILIGREE_SCALAR_FLOAT, FILIGREE_SCALAR_DOUBLE, FILIGREE_SCALAR_COMPLEX_FLOAT, &
      FILIGREE_SCALAR_COMPLEX_DOUBLE, FILIGREE_SCALAR_HALF, FILIGREE_SCALAR_BFLOAT16, &
      FILIGREE_SCALAR_COMPLEX_HALF, FILIGREE_SCALAR_COMPLEX_BFLOAT16, FILIGREE_SCALAR_INT8, &
      FILIGREE_SCALAR_INT32
  public :: FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT64
  public :: FILIGREE_BASE_ZERO, FILIGREE_BASE_ONE
  public :: FILIGREE_FORMAT_CSR, FILIGREE_FORMAT_CSC, FILIGREE_FORMAT_COO, &
      FILIGREE_FORMAT_COO_AOS, FILIGREE_FORMAT_ELL, FILIGREE_FORMAT_SELL, FILIGREE_FORMAT_BSR, &
      FILIGREE_FORMAT_BSC, FILIGREE_FORMAT_BSRX, FILIGREE_FORMAT_BLOCKED_ELL, FILIGREE_FORMAT_HYB, &
      FILIGREE_FORMAT_DIA, FILIGREE_FORMAT_HDIA
  public :: FILIGREE_LAYOUT_ROW_MAJOR, FILIGREE_LAYOUT_COLUMN_MAJOR
  public :: FILIGREE_MATRIX_TYPE_GENERAL, FILIGREE_MATRIX_TYPE_SYMMETRIC, &
      FILIGREE_MATRIX_TYPE_HERMITIAN, FILIGREE_MATRIX_TYPE_TRIANGULAR
  public :: FILIGREE_FILL_LOWER, FILIGREE_FILL_UPPER
  public :: FILIGREE_DIAGONAL_NON_UNIT, FILIGREE_DIAGONAL_UNIT
  public :: FILIGREE_MATRIX_ATTRIBUTE_TYPE, FILIGREE_MATRIX_ATTRIBUTE_FILL, &
      FILIGREE_MATRIX_ATTRIBUTE_DIAGONAL, FILIGREE_MATRIX_ATTRIBUTE_SORTED, &
      FILIGREE_MATRIX_ATTRIBUTE_UNIQUE
  public :: FILIGREE_ZERO_PIVOT_REPORT, FILIGREE_ZERO_PIVOT_SKIP_ROW, &
      FILIGREE_ZERO_PIVOT_SUBSTITUTE
  public :: FILIGREE_PIVOTING_PARTIAL, FILIGREE_PIVOTING_NONE
  public :: FILIGREE_INCOMPLETE_FACTOR_LU, FILIGREE_INCOMPLETE_FACTOR_CHOLESKY
  public :: FILIGREE_ALGORITHM_DEFAULT, FILIGREE_ALGORITHM_DETERMINISTIC
  public :: FILIGREE_PROPERTY_VERSION_MAJOR, FILIGREE_PROPERTY_VERSION_MINOR, &
      FILIGREE_PROPERTY_VERSION_PATCH, FILIGREE_PROPERTY_HAS_DEVICE, &
      FILIGREE_PROPERTY_DEVICE_COUNT
  public :: FILIGREE_DEVICE_PROPERTY_MULTIPROCESSORS, FILIGREE_DEVICE_PROPERTY_WARP_SIZE, &
      FILIGREE_DEVICE_PROPERTY_MAX_THREADS_PER_MULTIPROCESSOR, &
      FILIGREE_DEVICE_PROPERTY_MAX_REGISTERS_PER_BLOCK, FILIGREE_DEVICE_PROPERTY_MEMORY_CLOCK_KHZ, &
      FILIGREE_DEVICE_PROPERTY_MEMORY_BUS_BITS, FILIGREE_DEVICE_PROPERTY_PEAK_BANDWIDTH_MB_PER_S, &
      FILIGREE_DEVICE_PROPERTY_UNIFIED_ADDRESSING, FILIGREE_DEVICE_PROPERTY_MEMORY_BYTES, &
      FILIGREE_DEVICE_PROPERTY_CACHE_BYTES
  public :: FILIGREE_COPY_TO_TARGET, FILIGREE_COPY_FROM_TARGET, FILIGREE_COPY_WITHIN_TARGET
  public :: filigree_message, filigree_status_text, filigree_version
  public :: filigree_has_device, filigree_device_count
  public :: filigree_log_level, filigree_log_file

  !> What ends an object of the C API.
  integer, parameter :: no_object = 0, handle_object = 1, matrix_object = 2, spmv_object = 3, &
      spmm_object = 4

  !> An object of the C API that several variables may hold.
  type :: shared_object
    type(c_ptr) :: object = c_null_ptr
    integer :: what = no_object
    integer, pointer :: holders => null()
    ! Where this variable is. A copy that the compiler made without asking (allocate with source=,
    ! and gfortran 12 where a component of a component has an assignment of its own) is elsewhere:
    ! it may be used as long as the other variable is there, and ends nothing.
    type(c_ptr) :: place = c_null_ptr
  contains
    procedure, private :: share
    generic :: assignment(=) => share
    procedure :: take
    procedure :: release
    final :: finish
  end type shared_object

  !> Where products run: the host, or a device and one of its streams. Calls without one run on
  !> the host.
  type, public :: filigree_handle
    private
    type(shared_object) :: held
  contains
    procedure :: create => handle_create
    procedure :: destroy => handle_destroy
    procedure :: set_stream => handle_set_stream
    procedure :: synchronize => handle_synchronize
    procedure :: last_kernel => handle_last_kernel
    procedure :: c_object => handle_c_object
    procedure, private :: handle_assign
    generic :: assignment(=) => handle_assign
  end type filigree_handle

  !> A sparse matrix of any format, where class(sparse_matrix) is asked for; one is made as
  !> csr_matrix, csc_matrix or coo_matrix.
  type, public :: sparse_matrix
    private
    type(shared_object) :: held
  contains
    procedure :: destroy => matrix_destroy
    procedure :: num_rows => matrix_num_rows
    procedure :: num_cols => matrix_num_cols
    procedure :: nnz => matrix_nnz
    procedure :: format => matrix_format
    procedure :: index_base => matrix_index_base
    procedure :: scalar_type => matrix_scalar_type
    procedure :: set_attributes => matrix_set_attributes
    procedure :: c_object => matrix_c_object
    procedure, private :: matrix_assign
    generic :: assignment(=) => matrix_assign
    procedure, private :: set_values_address
    generic :: set_values => set_values_address
    procedure, private :: multiply_vector_address, multiply_block_address
    generic :: multiply => multiply_vector_address, multiply_block_address
    procedure, private :: set_values_sp, multiply_vector_sp, multiply_block_sp
    generic :: set_values => set_values_sp
    generic :: multiply => multiply_vector_sp, multiply_block_sp
    procedure, private :: set_values_dp, multiply_vector_dp, multiply_block_dp
    generic :: set_values => set_values_dp
    generic :: multiply => multiply_vector_dp, multiply_block_dp
    procedure, private :: set_values_csp, multiply_vector_csp, multiply_block_csp
    generic :: set_values => set_values_csp
    generic :: multiply => multiply_vector_csp, multiply_block_csp
    procedure, private :: set_values_cdp, multiply_vector_cdp, multiply_block_cdp
    generic :: set_values => set_values_cdp
    generic :: multiply => multiply_vector_cdp, multiply_block_cdp
  end type sparse_matrix

  !> Compressed sparse rows.
  type, extends(sparse_matrix), public :: csr_matrix
  contains
    procedure, private :: csr_create_address
    generic :: create => csr_create_address
    procedure, private :: csr_create_sp_i32
    generic :: create => csr_create_sp_i32
    procedure, private :: csr_create_sp_i64
    generic :: create => csr_create_sp_i64
    procedure, private :: csr_create_sp_i64_i32
    generic :: create => csr_create_sp_i64_i32
    procedure, private :: csr_create_dp_i32
    generic :: create => csr_create_dp_i32
    procedure, private :: csr_create_dp_i64
    generic :: create => csr_create_dp_i64
    procedure, private :: csr_create_dp_i64_i32
    generic :: create => csr_create_dp_i64_i32
    procedure, private :: csr_create_csp_i32
    generic :: create => csr_create_csp_i32
    procedure, private :: csr_create_csp_i64
    generic :: create => csr_create_csp_i64
    procedure, private :: csr_create_csp_i64_i32
    generic :: create => csr_create_csp_i64_i32
    procedure, private :: csr_create_cdp_i32
    generic :: create => csr_create_cdp_i32
    procedure, private :: csr_create_cdp_i64
    generic :: create => csr_create_cdp_i64
    procedure, private :: csr_create_cdp_i64_i32
    generic :: create => csr_create_cdp_i64_i32
  end type csr_matrix

  !> Compressed sparse columns.
  type, extends(sparse_matrix), public :: csc_matrix
  contains
    procedure, private :: csc_create_address
    generic :: create => csc_create_address
    procedure, private :: csc_create_sp_i32
    generic :: create => csc_create_sp_i32
    procedure, private :: csc_create_sp_i64
    generic :: create => csc_create_sp_i64
    procedure, private :: csc_create_sp_i64_i32
    generic :: create => csc_create_sp_i64_i32
    procedure, private :: csc_create_dp_i32
    generic :: create => csc_create_dp_i32
    procedure, private :: csc_create_dp_i64
    generic :: create => csc_create_dp_i64
    procedure, private :: csc_create_dp_i64_i32
    generic :: create => csc_create_dp_i64_i32
    procedure, private :: csc_create_csp_i32
    generic :: create => csc_create_csp_i32
    procedure, private :: csc_create_csp_i64
    generic :: create => csc_create_csp_i64
    procedure, private :: csc_create_csp_i64_i32
    generic :: create => csc_create_csp_i64_i32
    procedure, private :: csc_create_cdp_i32
    generic :: create => csc_create_cdp_i32
    procedure, private :: csc_create_cdp_i64
    generic :: create => csc_create_cdp_i64
    procedure, private :: csc_create_cdp_i64_i32
    generic :: create => csc_create_cdp_i64_i32
  end type csc_matrix

  !> Coordinates.
  type, extends(sparse_matrix), public :: coo_matrix
  contains
    procedure, private :: coo_create_address
    generic :: create => coo_create_address
    procedure, private :: coo_create_sp_i32
    generic :: create => coo_create_sp_i32
    procedure, private :: coo_create_sp_i64
    generic :: create => coo_create_sp_i64
    procedure, private :: coo_create_dp_i32
    generic :: create => coo_create_dp_i32
    procedure, private :: coo_create_dp_i64
    generic :: create => coo_create_dp_i64
    procedure, private :: coo_create_csp_i32
    generic :: create => coo_create_csp_i32
    procedure, private :: coo_create_csp_i64
    generic :: create => coo_create_csp_i64
    procedure, private :: coo_create_cdp_i32
    generic :: create => coo_create_cdp_i32
    procedure, private :: coo_create_cdp_i64
    generic :: create => coo_create_cdp_i64
  end type coo_matrix

  !> Products of one pattern with vectors, prepared.
  type, public :: spmv_plan
    private
    type(shared_object) :: held
    type(filigree_handle) :: handle
    integer(c_int) :: op = FILIGREE_OP_NONE
  contains
    procedure :: create => spmv_plan_create
    procedure :: destroy => spmv_plan_destroy
    procedure :: workspace_bytes => spmv_plan_workspace_bytes
    procedure :: c_object => spmv_plan_c_object
    procedure, private :: spmv_plan_assign
    generic :: assignment(=) => spmv_plan_assign
    procedure, private :: run_vector_address
    generic :: run => run_vector_address
    procedure, private :: run_vector_sp
    generic :: run => run_vector_sp
    procedure, private :: run_vector_dp
    generic :: run => run_vector_dp
    procedure, private :: run_vector_csp
    generic :: run => run_vector_csp
    procedure, private :: run_vector_cdp
    generic :: run => run_vector_cdp
  end type spmv_plan

  !> Products of one pattern with blocks of vectors, prepared.
  type, public :: spmm_plan
    private
    type(shared_object) :: held
    type(filigree_handle) :: handle
    integer(c_int) :: op = FILIGREE_OP_NONE
  contains
    procedure :: create => spmm_plan_create
    procedure :: destroy => spmm_plan_destroy
    procedure :: workspace_bytes => spmm_plan_workspace_bytes
    procedure :: c_object => spmm_plan_c_object
    procedure, private :: spmm_plan_assign
    generic :: assignment(=) => spmm_plan_assign
    procedure, private :: run_block_address
    generic :: run => run_block_address
    procedure, private :: run_block_sp
    generic :: run => run_block_sp
    procedure, private :: run_block_dp
    generic :: run => run_block_dp
    procedure, private :: run_block_csp
    generic :: run => run_block_csp
    procedure, private :: run_block_cdp
    generic :: run => run_block_cdp
  end type spmm_plan

  !> An array of the caller's.
  type :: array_argument
    type(c_ptr) :: address = c_null_ptr
    integer(c_int64_t) :: num_rows = 0
    integer(c_int64_t) :: num_cols = 1
    integer(c_int64_t) :: leading_dimension = 1
    integer(c_int) :: scalar_type = FILIGREE_SCALAR_DOUBLE  ! of indices: their type
    logical :: usable = .true.  ! entries, of a block those of a column, lie side by side
  end type array_argument

  !> A product as the library is asked for it.
  type :: product_call
    type(c_ptr) :: handle = c_null_ptr
    logical :: is_planned = .false.
    type(c_ptr) :: plan = c_null_ptr
    type(c_ptr) :: A = c_null_ptr
    integer(c_int) :: op = FILIGREE_OP_NONE  ! for A
    integer(c_int) :: op_b = FILIGREE_OP_NONE
    integer(c_int) :: algorithm = FILIGREE_ALGORITHM_DEFAULT
    type(c_ptr) :: alpha = c_null_ptr
    type(c_ptr) :: beta = c_null_ptr
    type(c_ptr) :: workspace = c_null_ptr
    integer(c_size_t) :: workspace_bytes = 0
    type(array_argument) :: x  ! or B
    type(array_argument) :: y  ! or C
  end type product_call

  interface argument
    procedure indices_i32
    procedure indices_i64
    procedure vector_sp, block_sp
    procedure vector_dp, block_dp
    procedure vector_csp, block_csp
    procedure vector_cdp, block_cdp
  end interface argument

  !> The factors alpha and beta: what the caller gave, or 1 and 0.
  interface set_factors
    procedure set_factors_sp
    procedure set_factors_dp
    procedure set_factors_csp
    procedure set_factors_cdp
  end interface set_factors

  !> The C library's, for lengths of its strings.
  interface
    function c_strlen(text) bind(c, name="strlen")
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: c_strlen
    end function c_strlen
  end interface

  !> What calls use that are given no handle; made by the first of them.
  type(filigree_handle), target, save :: host_handle

  ! The last error, where this module found it and not the library. One for each thread.
  logical, save :: found_here = .false.
  character(len=200), save :: message_here = ""
  !$omp threadprivate(found_here, message_here)

contains

  ! --- errors, versions, the log

  !> What was wrong with the last call that failed.
  function filigree_message() result(text)
    character(len=:), allocatable :: text
    if (found_here) then
      text = trim(message_here)
    else
      text = text_of(filigree_last_error_message())
    end if
  end function filigree_message

  !> What a status says, in one sentence.
  function filigree_status_text(status) result(text)
    integer, intent(in) :: status
    character(len=:), allocatable :: text
    text = text_of(filigree_status_description(int(status, c_int)))
  end function filigree_status_text

  !> "major.minor.patch" of the library.
  function filigree_version() result(text)
    character(len=:), allocatable :: text
    text = text_of(filigree_version_string())
  end function filigree_version

  !> Whether the library was built for a device.
  logical function filigree_has_device()
    integer(c_int) :: answer
    answer = 0
    call settle(filigree_get_property(FILIGREE_PROPERTY_HAS_DEVICE, answer))
    filigree_has_device = answer /= 0
  end function filigree_has_device

  !> The devices that this process sees.
  integer function filigree_device_count()
    integer(c_int) :: answer
    answer = 0
    call settle(filigree_get_property(FILIGREE_PROPERTY_DEVICE_COUNT, answer))
    filigree_device_count = answer
  end function filigree_device_count

  !> Logs every kind up to a level: 0 none, 1 errors, 2 and kernels that ran, 3 and hints, 4 and
  !> plans, 5 and calls.
  subroutine filigree_log_level(level, info)
    integer, intent(in) :: level
    integer, intent(out), optional :: info
    call settle(filigree_log_set_level(int(level, c_int)), info)
  end subroutine filigree_log_level

  !> Appends what is logged to a file; an empty name: to standard error.
  subroutine filigree_log_file(path, info)
    character(len=*), intent(in) :: path
    integer, intent(out), optional :: info
    call settle(filigree_log_open_file(trim(path) // c_null_char), info)
  end subroutine filigree_log_file

  function text_of(address) result(text)
    type(c_ptr), intent(in) :: address
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: characters(:)
    integer :: k
    call c_f_pointer(address, characters, [c_strlen(address)])
    allocate (character(len=size(characters)) :: text)
    do k = 1, size(characters)
      text(k:k) = characters(k)
    end do
  end function text_of

  !> Hands a status of the library to the caller, or stops.
  subroutine settle(status, info)
    integer(c_int), intent(in) :: status
    integer, intent(out), optional :: info
    if (status /= FILIGREE_STATUS_SUCCESS) found_here = .false.
    call settle_any(status, info)
  end subroutine settle

  subroutine settle_any(status, info)
    integer(c_int), intent(in) :: status
    integer, intent(out), optional :: info
    if (present(info)) then
      info = status
    else if (status /= FILIGREE_STATUS_SUCCESS) then
      error stop filigree_message()
    end if
  end subroutine settle_any

  !> As settle, for what the library cannot see.
  subroutine refuse(message, info)
    character(len=*), intent(in) :: message
    integer, intent(out), optional :: info
    found_here = .true.
    message_here = message // " [invalid_value]"
    call settle_any(FILIGREE_STATUS_INVALID_VALUE, info)
  end subroutine refuse

  ! --- objects that several variables hold

  !> `this` holds a new object in place of what it held.
  subroutine take(this, object, what)
    class(shared_object), intent(inout), target :: this
    type(c_ptr), intent(in) :: object
    integer, intent(in) :: what
    call this%release()
    this%object = object
    this%what = what
    allocate (this%holders)
    this%holders = 1
    this%place = c_loc(this%what)
  end subroutine take

  subroutine share(this, other)
    class(shared_object), intent(inout), target :: this
    class(shared_object), intent(in) :: other
    type(c_ptr) :: object
    integer :: what
    integer, pointer :: holders
    object = other%object
    what = other%what
    holders => other%holders
    if (associated(holders)) holders = holders + 1  ! first, since `other` may be `this`
    call this%release()
    this%object = object
    this%what = what
    this%holders => holders
    this%place = c_loc(this%what)
  end subroutine share

  !> `this` holds nothing; what no variable holds any more ends.
  subroutine release(this)
    class(shared_object), intent(inout), target :: this
    if (c_associated(this%place, c_loc(this%what))) then
      this%holders = this%holders - 1
      if (this%holders == 0) call finish_object(this)
    end if
    this%holders => null()
    this%place = c_null_ptr
    this%object = c_null_ptr
    this%what = no_object
  end subroutine release

  subroutine finish_object(this)
    class(shared_object), intent(inout) :: this
    integer(c_int) :: status
    deallocate (this%holders)
    status = FILIGREE_STATUS_SUCCESS
    select case (this%what)
    case (handle_object)
      status = filigree_handle_destroy(this%object)
    case (matrix_object)
      status = filigree_sparse_matrix_destroy(this%object)
    case (spmv_object)
      status = filigree_spmv_plan_destroy(this%object)
    case (spmm_object)
      status = filigree_spmm_plan_destroy(this%object)
    end select
    call settle(status)
  end subroutine finish_object

  impure elemental subroutine finish(this)
    type(shared_object), intent(inout) :: this
    call this%release()
  end subroutine finish

  ! --- handles

  !> A handle on `target`, FILIGREE_TARGET_HOST or FILIGREE_TARGET_DEVICE; `device` is the number
  !> of the device, without which the library chooses.
  subroutine handle_create(this, target, device, info)
    class(filigree_handle), intent(inout) :: this
    integer(c_int), intent(in) :: target
    integer, intent(in), optional :: device
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: number, status
    number = -1
    if (present(device)) number = int(device, c_int)
    object = c_null_ptr
    status = filigree_handle_create(object, target, number)
    if (status == FILIGREE_STATUS_SUCCESS) call this%held%take(object, handle_object)
    call settle(status, info)
  end subroutine handle_create

  subroutine handle_assign(this, other)
    class(filigree_handle), intent(inout) :: this
    class(filigree_handle), intent(in) :: other
    this%held = other%held
  end subroutine handle_assign

  subroutine handle_destroy(this)
    class(filigree_handle), intent(inout) :: this
    call this%held%release()
  end subroutine handle_destroy

  !> Runs the handle's later calls on a stream, a cudaStream_t.
  subroutine handle_set_stream(this, stream, info)
    class(filigree_handle), intent(in) :: this
    type(c_ptr), intent(in) :: stream
    integer, intent(out), optional :: info
    call settle(filigree_set_stream(this%held%object, stream), info)
  end subroutine handle_set_stream

  !> Waits for all that was started on the handle's stream.
  subroutine handle_synchronize(this, info)
    class(filigree_handle), intent(in) :: this
    integer, intent(out), optional :: info
    call settle(filigree_synchronize(this%held%object), info)
  end subroutine handle_synchronize

  !> The kernel that the handle's last product ran; empty where there was none.
  function handle_last_kernel(this, info) result(name)
    class(filigree_handle), intent(in) :: this
    integer, intent(out), optional :: info
    character(len=:), allocatable :: name
    type(c_ptr) :: text
    integer(c_int) :: status
    text = c_null_ptr
    status = filigree_get_last_kernel(this%held%object, text)
    name = ""
    if (status == FILIGREE_STATUS_SUCCESS) name = text_of(text)
    call settle(status, info)
  end function handle_last_kernel

  !> The handle of the C API, for module filigree_c.
  function handle_c_object(this) result(object)
    class(filigree_handle), intent(in) :: this
    type(c_ptr) :: object
    object = this%held%object
  end function handle_c_object

  !> What a call uses that was given `handle` or not; null where that could not be made.
  function chosen(handle) result(object)
    class(filigree_handle), intent(in), optional :: handle
    type(c_ptr) :: object
    integer :: info
    if (present(handle)) then
      object = handle%held%object
    else
      if (.not. c_associated(host_handle%held%object)) &
          call host_handle%create(FILIGREE_TARGET_HOST, info=info)
      object = host_handle%held%object
    end if
  end function chosen

  ! --- arrays of the caller's. Of an array without entries the address is null.

  function indices_i32(x) result(array)
    integer(c_int32_t), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%scalar_type = FILIGREE_INDEX_INT32
    if (size(x) > 0) array%address = c_loc(x(1))
    array%usable = is_contiguous(x)
  end function indices_i32

  function indices_i64(x) result(array)
    integer(c_int64_t), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
    array%scalar_type = FILIGREE_INDEX_INT64
    if (size(x) > 0) array%address = c_loc(x(1))
    array%usable = is_contiguous(x)
  end function indices_i64

  function vector_sp(x) result(array)
    real(c_float), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
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
    if (size(x, 2) > 1) array%leading_dimension = distance(array%address, c_loc(x(1, 2)), &
        storage_size(x) / 8)
  end function block_sp

  subroutine set_factors_sp(factors, alpha, beta)
    real(c_float), intent(out) :: factors(2)
    real(c_float), intent(in), optional :: alpha, beta
    factors = [1, 0]
    if (present(alpha)) factors(1) = alpha
    if (present(beta)) factors(2) = beta
  end subroutine set_factors_sp

  function vector_dp(x) result(array)
    real(c_double), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
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
    if (size(x, 2) > 1) array%leading_dimension = distance(array%address, c_loc(x(1, 2)), &
        storage_size(x) / 8)
  end function block_dp

  subroutine set_factors_dp(factors, alpha, beta)
    real(c_double), intent(out) :: factors(2)
    real(c_double), intent(in), optional :: alpha, beta
    factors = [1, 0]
    if (present(alpha)) factors(1) = alpha
    if (present(beta)) factors(2) = beta
  end subroutine set_factors_dp

  function vector_csp(x) result(array)
    complex(c_float_complex), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
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
    if (size(x, 2) > 1) array%leading_dimension = distance(array%address, c_loc(x(1, 2)), &
        storage_size(x) / 8)
  end function block_csp

  subroutine set_factors_csp(factors, alpha, beta)
    complex(c_float_complex), intent(out) :: factors(2)
    complex(c_float_complex), intent(in), optional :: alpha, beta
    factors = [1, 0]
    if (present(alpha)) factors(1) = alpha
    if (present(beta)) factors(2) = beta
  end subroutine set_factors_csp

  function vector_cdp(x) result(array)
    complex(c_double_complex), intent(in), target :: x(:)
    type(array_argument) :: array
    array%num_rows = size(x, kind=c_int64_t)
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
    if (size(x, 2) > 1) array%leading_dimension = distance(array%address, c_loc(x(1, 2)), &
        storage_size(x) / 8)
  end function block_cdp

  subroutine set_factors_cdp(factors, alpha, beta)
    complex(c_double_complex), intent(out) :: factors(2)
    complex(c_double_complex), intent(in), optional :: alpha, beta
    factors = [1, 0]
    if (present(alpha)) factors(1) = alpha
    if (present(beta)) factors(2) = beta
  end subroutine set_factors_cdp

  !> From one address to another, in entries of so many bytes.
  function distance(from, to, entry_bytes) result(entries)
    type(c_ptr), intent(in) :: from, to
    integer, intent(in) :: entry_bytes
    integer(c_int64_t) :: entries
    integer(c_intptr_t) :: numbers(2)
    numbers = [transfer(from, numbers), transfer(to, numbers)]
    entries = (numbers(2) - numbers(1)) / entry_bytes
  end function distance

  !> The factors of arrays that are addresses, in the compute type of the matrix.
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

  ! --- matrices

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_sp_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_sp_i32

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_sp_i32(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: col_offsets(:)
    integer(c_int32_t), intent(in), target :: row_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_sp_i32

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_sp_i64(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_sp_i64

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_sp_i64(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: col_offsets(:)
    integer(c_int64_t), intent(in), target :: row_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_sp_i64

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_sp_i64_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_sp_i64_i32

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_sp_i64_i32(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: col_offsets(:)
    integer(c_int32_t), intent(in), target :: row_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_sp_i64_i32

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_dp_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_dp_i32

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_dp_i32(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: col_offsets(:)
    integer(c_int32_t), intent(in), target :: row_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_dp_i32

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_dp_i64(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_dp_i64

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_dp_i64(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: col_offsets(:)
    integer(c_int64_t), intent(in), target :: row_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_dp_i64

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_dp_i64_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_dp_i64_i32

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_dp_i64_i32(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: col_offsets(:)
    integer(c_int32_t), intent(in), target :: row_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_dp_i64_i32

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_csp_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_csp_i32

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_csp_i32(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: col_offsets(:)
    integer(c_int32_t), intent(in), target :: row_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_csp_i32

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_csp_i64(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_csp_i64

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_csp_i64(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: col_offsets(:)
    integer(c_int64_t), intent(in), target :: row_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_csp_i64

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_csp_i64_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_csp_i64_i32

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_csp_i64_i32(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: col_offsets(:)
    integer(c_int32_t), intent(in), target :: row_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_csp_i64_i32

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_cdp_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_cdp_i32

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_cdp_i32(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: col_offsets(:)
    integer(c_int32_t), intent(in), target :: row_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_cdp_i32

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_cdp_i64(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_cdp_i64

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_cdp_i64(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: col_offsets(:)
    integer(c_int64_t), intent(in), target :: row_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_cdp_i64

  !> A matrix of num_rows + 1 row offsets, columns and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csr_create_cdp_i64_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(row_offsets), argument(col_indices), argument(values), &
        base, info)
  end subroutine csr_create_cdp_i64_i32

  !> A matrix of num_cols + 1 column offsets, rows and values; `base` is the first index,
  !> FILIGREE_BASE_ONE where it is absent.
  subroutine csc_create_cdp_i64_i32(this, num_rows, num_cols, col_offsets, row_indices, values, &
      base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: col_offsets(:)
    integer(c_int32_t), intent(in), target :: row_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), &
        int(num_cols, c_int64_t), argument(col_offsets), argument(row_indices), argument(values), &
        base, info)
  end subroutine csc_create_cdp_i64_i32

  !> A matrix of rows, columns and values, in any order; duplicates are summed. `base` is the first
  !> index, FILIGREE_BASE_ONE where it is absent.
  subroutine coo_create_sp_i32(this, num_rows, num_cols, row_indices, col_indices, values, &
      base, info)
    class(coo_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_indices(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_coordinates(this, int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        argument(row_indices), argument(col_indices), argument(values), base, info)
  end subroutine coo_create_sp_i32

  !> A matrix of rows, columns and values, in any order; duplicates are summed. `base` is the first
  !> index, FILIGREE_BASE_ONE where it is absent.
  subroutine coo_create_sp_i64(this, num_rows, num_cols, row_indices, col_indices, values, &
      base, info)
    class(coo_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_indices(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_coordinates(this, int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        argument(row_indices), argument(col_indices), argument(values), base, info)
  end subroutine coo_create_sp_i64

  !> A matrix of rows, columns and values, in any order; duplicates are summed. `base` is the first
  !> index, FILIGREE_BASE_ONE where it is absent.
  subroutine coo_create_dp_i32(this, num_rows, num_cols, row_indices, col_indices, values, &
      base, info)
    class(coo_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_indices(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_coordinates(this, int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        argument(row_indices), argument(col_indices), argument(values), base, info)
  end subroutine coo_create_dp_i32

  !> A matrix of rows, columns and values, in any order; duplicates are summed. `base` is the first
  !> index, FILIGREE_BASE_ONE where it is absent.
  subroutine coo_create_dp_i64(this, num_rows, num_cols, row_indices, col_indices, values, &
      base, info)
    class(coo_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_indices(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_coordinates(this, int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        argument(row_indices), argument(col_indices), argument(values), base, info)
  end subroutine coo_create_dp_i64

  !> A matrix of rows, columns and values, in any order; duplicates are summed. `base` is the first
  !> index, FILIGREE_BASE_ONE where it is absent.
  subroutine coo_create_csp_i32(this, num_rows, num_cols, row_indices, col_indices, values, &
      base, info)
    class(coo_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_indices(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_coordinates(this, int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        argument(row_indices), argument(col_indices), argument(values), base, info)
  end subroutine coo_create_csp_i32

  !> A matrix of rows, columns and values, in any order; duplicates are summed. `base` is the first
  !> index, FILIGREE_BASE_ONE where it is absent.
  subroutine coo_create_csp_i64(this, num_rows, num_cols, row_indices, col_indices, values, &
      base, info)
    class(coo_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_indices(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_coordinates(this, int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        argument(row_indices), argument(col_indices), argument(values), base, info)
  end subroutine coo_create_csp_i64

  !> A matrix of rows, columns and values, in any order; duplicates are summed. `base` is the first
  !> index, FILIGREE_BASE_ONE where it is absent.
  subroutine coo_create_cdp_i32(this, num_rows, num_cols, row_indices, col_indices, values, &
      base, info)
    class(coo_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_indices(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_coordinates(this, int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        argument(row_indices), argument(col_indices), argument(values), base, info)
  end subroutine coo_create_cdp_i32

  !> A matrix of rows, columns and values, in any order; duplicates are summed. `base` is the first
  !> index, FILIGREE_BASE_ONE where it is absent.
  subroutine coo_create_cdp_i64(this, num_rows, num_cols, row_indices, col_indices, values, &
      base, info)
    class(coo_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_indices(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_coordinates(this, int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        argument(row_indices), argument(col_indices), argument(values), base, info)
  end subroutine coo_create_cdp_i64

  !> A matrix in memory that Fortran does not see, a device's: addresses and what lies there.
  !> Offsets are as wide as indices where `offset_type` is absent.
  subroutine csr_create_address(this, num_rows, num_cols, nnz, row_offsets, col_indices, values, &
      scalar_type, index_type, offset_type, base, info)
    class(csr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    type(c_ptr), intent(in) :: row_offsets, col_indices, values
    integer(c_int), intent(in) :: scalar_type, index_type
    integer(c_int), intent(in), optional :: offset_type, base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSR, num_rows, num_cols, &
        offsets_at(row_offsets, num_rows, index_type, offset_type), &
        array_argument(col_indices, nnz, scalar_type=index_type), &
        array_argument(values, nnz, scalar_type=scalar_type), base, info)
  end subroutine csr_create_address

  !> A matrix in memory that Fortran does not see, a device's: addresses and what lies there.
  !> Offsets are as wide as indices where `offset_type` is absent.
  subroutine csc_create_address(this, num_rows, num_cols, nnz, col_offsets, row_indices, values, &
      scalar_type, index_type, offset_type, base, info)
    class(csc_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    type(c_ptr), intent(in) :: col_offsets, row_indices, values
    integer(c_int), intent(in) :: scalar_type, index_type
    integer(c_int), intent(in), optional :: offset_type, base
    integer, intent(out), optional :: info
    call create_compressed(this, FILIGREE_FORMAT_CSC, num_rows, num_cols, &
        offsets_at(col_offsets, num_cols, index_type, offset_type), &
        array_argument(row_indices, nnz, scalar_type=index_type), &
        array_argument(values, nnz, scalar_type=scalar_type), base, info)
  end subroutine csc_create_address

  !> A matrix in memory that Fortran does not see, a device's: addresses and what lies there.
  subroutine coo_create_address(this, num_rows, num_cols, nnz, row_indices, col_indices, values, &
      scalar_type, index_type, base, info)
    class(coo_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    type(c_ptr), intent(in) :: row_indices, col_indices, values
    integer(c_int), intent(in) :: scalar_type, index_type
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_coordinates(this, num_rows, num_cols, &
        array_argument(row_indices, nnz, scalar_type=index_type), &
        array_argument(col_indices, nnz, scalar_type=index_type), &
        array_argument(values, nnz, scalar_type=scalar_type), base, info)
  end subroutine coo_create_address

  function offsets_at(address, lines, index_type, offset_type) result(offsets)
    type(c_ptr), intent(in) :: address
    integer(c_int64_t), intent(in) :: lines
    integer(c_int), intent(in) :: index_type
    integer(c_int), intent(in), optional :: offset_type
    type(array_argument) :: offsets
    offsets%address = address
    offsets%num_rows = lines + 1
    offsets%scalar_type = index_type
    if (present(offset_type)) offsets%scalar_type = offset_type
  end function offsets_at

  integer(c_int) function chosen_base(base)
    integer(c_int), intent(in), optional :: base
    chosen_base = FILIGREE_BASE_ONE
    if (present(base)) chosen_base = base
  end function chosen_base

  subroutine create_compressed(this, format, num_rows, num_cols, offsets, indices, values, base, &
      info)
    class(sparse_matrix), intent(inout) :: this
    integer(c_int), intent(in) :: format
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    type(array_argument), intent(in) :: offsets, indices, values
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (.not. all([offsets%usable, indices%usable, values%usable])) then
      call refuse("create: arrays must be contiguous, for they are not copied", info)
    else if (offsets%num_rows - 1 /= merge(num_rows, num_cols, format == FILIGREE_FORMAT_CSR)) then
      call refuse("create: there must be one offset more than " // &
          trim(merge("rows   ", "columns", format == FILIGREE_FORMAT_CSR)), info)
    else if (indices%num_rows /= values%num_rows) then
      call refuse("create: there must be as many indices as values", info)
    else
      object = c_null_ptr
      if (format == FILIGREE_FORMAT_CSR) then
        status = filigree_csr_create(object, num_rows, num_cols, values%num_rows, &
            offsets%address, indices%address, values%address, offsets%scalar_type, &
            indices%scalar_type, chosen_base(base), values%scalar_type)
      else
        status = filigree_csc_create(object, num_rows, num_cols, values%num_rows, &
            offsets%address, indices%address, values%address, offsets%scalar_type, &
            indices%scalar_type, chosen_base(base), values%scalar_type)
      end if
      if (status == FILIGREE_STATUS_SUCCESS) call this%held%take(object, matrix_object)
      call settle(status, info)
    end if
  end subroutine create_compressed

  subroutine create_coordinates(this, num_rows, num_cols, rows, cols, values, base, info)
    class(sparse_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    type(array_argument), intent(in) :: rows, cols, values
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (.not. all([rows%usable, cols%usable, values%usable])) then
      call refuse("create: arrays must be contiguous, for they are not copied", info)
    else if (rows%num_rows /= values%num_rows .or. cols%num_rows /= values%num_rows) then
      call refuse("create: there must be as many rows and columns as values", info)
    else
      object = c_null_ptr
      status = filigree_coo_create(object, num_rows, num_cols, values%num_rows, rows%address, &
          cols%address, values%address, rows%scalar_type, chosen_base(base), values%scalar_type)
      if (status == FILIGREE_STATUS_SUCCESS) call this%held%take(object, matrix_object)
      call settle(status, info)
    end if
  end subroutine create_coordinates

  !> A matrix of one format takes no other.
  subroutine matrix_assign(this, other)
    class(sparse_matrix), intent(inout) :: this
    class(sparse_matrix), intent(in) :: other
    if (extends_type_of(other, this)) then
      this%held = other%held
    else
      call refuse("assignment: the matrices have different formats")
    end if
  end subroutine matrix_assign

  !> Ends the description; the arrays stay.
  subroutine matrix_destroy(this)
    class(sparse_matrix), intent(inout) :: this
    call this%held%release()
  end subroutine matrix_destroy

  !> Rows, columns and stored entries.
  subroutine get_size(this, sizes, info)
    class(sparse_matrix), intent(in) :: this
    integer(c_int64_t), intent(out) :: sizes(3)
    integer, intent(out), optional :: info
    sizes = 0
    call settle(filigree_sparse_matrix_get_size(this%held%object, sizes(1), sizes(2), sizes(3)), &
        info)
  end subroutine get_size

  function matrix_num_rows(this, info) result(number)
    class(sparse_matrix), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int64_t) :: number, sizes(3)
    call get_size(this, sizes, info)
    number = sizes(1)
  end function matrix_num_rows

  function matrix_num_cols(this, info) result(number)
    class(sparse_matrix), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int64_t) :: number, sizes(3)
    call get_size(this, sizes, info)
    number = sizes(2)
  end function matrix_num_cols

  !> Stored entries.
  function matrix_nnz(this, info) result(number)
    class(sparse_matrix), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int64_t) :: number, sizes(3)
    call get_size(this, sizes, info)
    number = sizes(3)
  end function matrix_nnz

  !> FILIGREE_FORMAT_CSR or another.
  function matrix_format(this, info) result(format)
    class(sparse_matrix), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int) :: format
    format = -1
    call settle(filigree_sparse_matrix_get_format(this%held%object, format), info)
  end function matrix_format

  !> FILIGREE_BASE_ONE or FILIGREE_BASE_ZERO.
  function matrix_index_base(this, info) result(base)
    class(sparse_matrix), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int) :: base
    base = -1
    call settle(filigree_sparse_matrix_get_base(this%held%object, base), info)
  end function matrix_index_base

  !> FILIGREE_SCALAR_DOUBLE or another.
  function matrix_scalar_type(this, info) result(scalar_type)
    class(sparse_matrix), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int) :: scalar_type
    scalar_type = -1
    call settle(filigree_sparse_matrix_get_scalar_type(this%held%object, scalar_type), info)
  end function matrix_scalar_type

  !> The matrix of the C API, for module filigree_c.
  function matrix_c_object(this) result(object)
    class(sparse_matrix), intent(in) :: this
    type(c_ptr) :: object
    object = this%held%object
  end function matrix_c_object

  !> Tells what is known of a matrix: which stored entries count (FILIGREE_MATRIX_TYPE_SYMMETRIC,
  !> ...), in which triangle, what is on the diagonal, whether indices ascend and occur once.
  subroutine matrix_set_attributes(this, matrix_type, fill, diagonal, sorted, unique, info)
    class(sparse_matrix), intent(inout) :: this
    integer(c_int), intent(in), optional :: matrix_type, fill, diagonal
    logical, intent(in), optional :: sorted, unique
    integer, intent(out), optional :: info
    integer(c_int) :: status, known(5)
    logical :: given(5)
    known = 0
    given = [present(matrix_type), present(fill), present(diagonal), present(sorted), &
        present(unique)]
    if (given(1)) known(1) = matrix_type
    if (given(2)) known(2) = fill
    if (given(3)) known(3) = diagonal
    if (given(4)) known(4) = merge(1_c_int, 0_c_int, sorted)
    if (given(5)) known(5) = merge(1_c_int, 0_c_int, unique)
    status = FILIGREE_STATUS_SUCCESS
    ! the type last: it is checked against the others
    call set(2, FILIGREE_MATRIX_ATTRIBUTE_FILL)
    call set(3, FILIGREE_MATRIX_ATTRIBUTE_DIAGONAL)
    call set(4, FILIGREE_MATRIX_ATTRIBUTE_SORTED)
    call set(5, FILIGREE_MATRIX_ATTRIBUTE_UNIQUE)
    call set(1, FILIGREE_MATRIX_ATTRIBUTE_TYPE)
    call settle(status, info)
  contains
    subroutine set(which, attribute)
      integer, intent(in) :: which
      integer(c_int), intent(in) :: attribute
      integer(c_int), target :: value
      value = known(which)
      if (given(which) .and. status == FILIGREE_STATUS_SUCCESS) &
          status = filigree_sparse_matrix_set_attribute(this%held%object, attribute, &
          c_loc(value), int(storage_size(value) / 8, c_size_t))
    end subroutine set
  end subroutine matrix_set_attributes

  !> Other values for the pattern; plans stay valid.
  subroutine set_values_sp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    real(c_float), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call replace_values(this, argument(values), info)
  end subroutine set_values_sp

  !> Other values for the pattern; plans stay valid.
  subroutine set_values_dp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call replace_values(this, argument(values), info)
  end subroutine set_values_dp

  !> Other values for the pattern; plans stay valid.
  subroutine set_values_csp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call replace_values(this, argument(values), info)
  end subroutine set_values_csp

  !> Other values for the pattern; plans stay valid.
  subroutine set_values_cdp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call replace_values(this, argument(values), info)
  end subroutine set_values_cdp

  !> Other values for the pattern, as many as before and of their type; plans stay valid.
  subroutine set_values_address(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    type(c_ptr), intent(in) :: values
    integer, intent(out), optional :: info
    call settle(filigree_sparse_matrix_set_values(this%held%object, values), info)
  end subroutine set_values_address

  subroutine replace_values(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    type(array_argument), intent(in) :: values
    integer, intent(out), optional :: info
    integer(c_int64_t) :: sizes(3)
    integer(c_int) :: scalar_type
    integer :: status
    call get_size(this, sizes, status)
    scalar_type = this%scalar_type(status)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(int(status, c_int), info)
    else if (.not. values%usable) then
      call refuse("set_values: the array must be contiguous, for it is not copied", info)
    else if (values%num_rows /= sizes(3) .or. values%scalar_type /= scalar_type) then
      call refuse("set_values: there must be as many values as before, of one type", info)
    else
      call set_values_address(this, values%address, info)
    end if
  end subroutine replace_values

  ! --- products

  !> y = alpha op(A) x + beta y. alpha is 1 and beta 0 where they are absent; where beta is 0, y is
  !> not read.
  subroutine multiply_vector_sp(this, x, y, alpha, beta, op, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    real(c_float), intent(in), target :: x(:)
    real(c_float), intent(inout), target :: y(:)
    real(c_float), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(x)
    product%y = argument(y)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call multiply(this, product, op, FILIGREE_OP_NONE, algorithm, handle)
    call run_vector(product, info)
  end subroutine multiply_vector_sp

  !> C = alpha op(A) op_b(B) + beta C. alpha is 1 and beta 0 where they are absent; where beta is
  !> 0, C is not read.
  subroutine multiply_block_sp(this, B, C, alpha, beta, op, op_b, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    real(c_float), intent(in), target :: B(:, :)
    real(c_float), intent(inout), target :: C(:, :)
    real(c_float), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, op_b, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(B)
    product%y = argument(C)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call multiply(this, product, op, op_b, algorithm, handle)
    call run_block(product, info)
  end subroutine multiply_block_sp

  !> y = alpha op(A) x + beta y by the plan. A is its matrix, whose values may have changed.
  subroutine run_vector_sp(this, A, x, y, alpha, beta, workspace, info)
    class(spmv_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_float), intent(in), target :: x(:)
    real(c_float), intent(inout), target :: y(:)
    real(c_float), intent(in), optional :: alpha, beta
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(x)
    product%y = argument(y)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call plan_product(product, this%handle, this%held, A, workspace)
    call run_vector(product, info)
  end subroutine run_vector_sp

  !> C = alpha op(A) op_b(B) + beta C by the plan. A is its matrix, whose values may have changed.
  subroutine run_block_sp(this, A, B, C, alpha, beta, op_b, workspace, info)
    class(spmm_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_float), intent(in), target :: B(:, :)
    real(c_float), intent(inout), target :: C(:, :)
    real(c_float), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_b
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(B)
    product%y = argument(C)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call plan_product(product, this%handle, this%held, A, workspace)
    if (present(op_b)) product%op_b = op_b
    call run_block(product, info)
  end subroutine run_block_sp

  !> y = alpha op(A) x + beta y. alpha is 1 and beta 0 where they are absent; where beta is 0, y is
  !> not read.
  subroutine multiply_vector_dp(this, x, y, alpha, beta, op, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    real(c_double), intent(in), target :: x(:)
    real(c_double), intent(inout), target :: y(:)
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(x)
    product%y = argument(y)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call multiply(this, product, op, FILIGREE_OP_NONE, algorithm, handle)
    call run_vector(product, info)
  end subroutine multiply_vector_dp

  !> C = alpha op(A) op_b(B) + beta C. alpha is 1 and beta 0 where they are absent; where beta is
  !> 0, C is not read.
  subroutine multiply_block_dp(this, B, C, alpha, beta, op, op_b, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    real(c_double), intent(in), target :: B(:, :)
    real(c_double), intent(inout), target :: C(:, :)
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, op_b, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(B)
    product%y = argument(C)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call multiply(this, product, op, op_b, algorithm, handle)
    call run_block(product, info)
  end subroutine multiply_block_dp

  !> y = alpha op(A) x + beta y by the plan. A is its matrix, whose values may have changed.
  subroutine run_vector_dp(this, A, x, y, alpha, beta, workspace, info)
    class(spmv_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_double), intent(in), target :: x(:)
    real(c_double), intent(inout), target :: y(:)
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(x)
    product%y = argument(y)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call plan_product(product, this%handle, this%held, A, workspace)
    call run_vector(product, info)
  end subroutine run_vector_dp

  !> C = alpha op(A) op_b(B) + beta C by the plan. A is its matrix, whose values may have changed.
  subroutine run_block_dp(this, A, B, C, alpha, beta, op_b, workspace, info)
    class(spmm_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_double), intent(in), target :: B(:, :)
    real(c_double), intent(inout), target :: C(:, :)
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_b
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(B)
    product%y = argument(C)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call plan_product(product, this%handle, this%held, A, workspace)
    if (present(op_b)) product%op_b = op_b
    call run_block(product, info)
  end subroutine run_block_dp

  !> y = alpha op(A) x + beta y. alpha is 1 and beta 0 where they are absent; where beta is 0, y is
  !> not read.
  subroutine multiply_vector_csp(this, x, y, alpha, beta, op, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_float_complex), intent(in), target :: x(:)
    complex(c_float_complex), intent(inout), target :: y(:)
    complex(c_float_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(x)
    product%y = argument(y)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call multiply(this, product, op, FILIGREE_OP_NONE, algorithm, handle)
    call run_vector(product, info)
  end subroutine multiply_vector_csp

  !> C = alpha op(A) op_b(B) + beta C. alpha is 1 and beta 0 where they are absent; where beta is
  !> 0, C is not read.
  subroutine multiply_block_csp(this, B, C, alpha, beta, op, op_b, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_float_complex), intent(in), target :: B(:, :)
    complex(c_float_complex), intent(inout), target :: C(:, :)
    complex(c_float_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, op_b, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(B)
    product%y = argument(C)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call multiply(this, product, op, op_b, algorithm, handle)
    call run_block(product, info)
  end subroutine multiply_block_csp

  !> y = alpha op(A) x + beta y by the plan. A is its matrix, whose values may have changed.
  subroutine run_vector_csp(this, A, x, y, alpha, beta, workspace, info)
    class(spmv_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_float_complex), intent(in), target :: x(:)
    complex(c_float_complex), intent(inout), target :: y(:)
    complex(c_float_complex), intent(in), optional :: alpha, beta
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(x)
    product%y = argument(y)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call plan_product(product, this%handle, this%held, A, workspace)
    call run_vector(product, info)
  end subroutine run_vector_csp

  !> C = alpha op(A) op_b(B) + beta C by the plan. A is its matrix, whose values may have changed.
  subroutine run_block_csp(this, A, B, C, alpha, beta, op_b, workspace, info)
    class(spmm_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_float_complex), intent(in), target :: B(:, :)
    complex(c_float_complex), intent(inout), target :: C(:, :)
    complex(c_float_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_b
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(B)
    product%y = argument(C)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call plan_product(product, this%handle, this%held, A, workspace)
    if (present(op_b)) product%op_b = op_b
    call run_block(product, info)
  end subroutine run_block_csp

  !> y = alpha op(A) x + beta y. alpha is 1 and beta 0 where they are absent; where beta is 0, y is
  !> not read.
  subroutine multiply_vector_cdp(this, x, y, alpha, beta, op, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_double_complex), intent(in), target :: x(:)
    complex(c_double_complex), intent(inout), target :: y(:)
    complex(c_double_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(x)
    product%y = argument(y)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call multiply(this, product, op, FILIGREE_OP_NONE, algorithm, handle)
    call run_vector(product, info)
  end subroutine multiply_vector_cdp

  !> C = alpha op(A) op_b(B) + beta C. alpha is 1 and beta 0 where they are absent; where beta is
  !> 0, C is not read.
  subroutine multiply_block_cdp(this, B, C, alpha, beta, op, op_b, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_double_complex), intent(in), target :: B(:, :)
    complex(c_double_complex), intent(inout), target :: C(:, :)
    complex(c_double_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, op_b, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(B)
    product%y = argument(C)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call multiply(this, product, op, op_b, algorithm, handle)
    call run_block(product, info)
  end subroutine multiply_block_cdp

  !> y = alpha op(A) x + beta y by the plan. A is its matrix, whose values may have changed.
  subroutine run_vector_cdp(this, A, x, y, alpha, beta, workspace, info)
    class(spmv_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_double_complex), intent(in), target :: x(:)
    complex(c_double_complex), intent(inout), target :: y(:)
    complex(c_double_complex), intent(in), optional :: alpha, beta
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(x)
    product%y = argument(y)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call plan_product(product, this%handle, this%held, A, workspace)
    call run_vector(product, info)
  end subroutine run_vector_cdp

  !> C = alpha op(A) op_b(B) + beta C by the plan. A is its matrix, whose values may have changed.
  subroutine run_block_cdp(this, A, B, C, alpha, beta, op_b, workspace, info)
    class(spmm_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_double_complex), intent(in), target :: B(:, :)
    complex(c_double_complex), intent(inout), target :: C(:, :)
    complex(c_double_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_b
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(product_call) :: product
    call set_factors(factors, alpha, beta)
    product%x = argument(B)
    product%y = argument(C)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call plan_product(product, this%handle, this%held, A, workspace)
    if (present(op_b)) product%op_b = op_b
    call run_block(product, info)
  end subroutine run_block_cdp

  !> y = alpha op(A) x + beta y for vectors in memory that Fortran does not see, a device's: their
  !> addresses. Their type is the matrix's.
  subroutine multiply_vector_address(this, x, y, alpha, beta, op, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    type(c_ptr), intent(in) :: x, y
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(product_call) :: product
    integer :: status
    call vectors_at(this, x, y, product, op, status)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(int(status, c_int), info)
      return
    end if
    call set_factors_as(factors, product%x%scalar_type, alpha, beta)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call multiply(this, product, op, FILIGREE_OP_NONE, algorithm, handle)
    call run_vector(product, info)
  end subroutine multiply_vector_address

  !> C = alpha op(A) B + beta C for blocks of num_cols columns in memory that Fortran does not see,
  !> a device's: their addresses, and the entries from a column to the next. Their type is the
  !> matrix's.
  subroutine multiply_block_address(this, num_cols, B, ldb, C, ldc, alpha, beta, op, algorithm, &
      handle, info)
    class(sparse_matrix), intent(in) :: this
    integer(c_int64_t), intent(in) :: num_cols, ldb, ldc
    type(c_ptr), intent(in) :: B, C
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(product_call) :: product
    integer :: status
    call vectors_at(this, B, C, product, op, status)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(int(status, c_int), info)
      return
    end if
    product%x%num_cols = num_cols
    product%y%num_cols = num_cols
    product%x%leading_dimension = ldb
    product%y%leading_dimension = ldc
    call set_factors_as(factors, product%x%scalar_type, alpha, beta)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call multiply(this, product, op, FILIGREE_OP_NONE, algorithm, handle)
    call run_block(product, info)
  end subroutine multiply_block_address

  !> y = alpha op(A) x + beta y by the plan, for vectors in memory that Fortran does not see.
  subroutine run_vector_address(this, A, x, y, alpha, beta, info)
    class(spmv_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    type(c_ptr), intent(in) :: x, y
    real(c_double), intent(in), optional :: alpha, beta
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(product_call) :: product
    integer :: status
    call vectors_at(A, x, y, product, this%op, status)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(int(status, c_int), info)
      return
    end if
    call set_factors_as(factors, product%x%scalar_type, alpha, beta)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call plan_product(product, this%handle, this%held, A)
    call run_vector(product, info)
  end subroutine run_vector_address

  !> C = alpha op(A) B + beta C by the plan, for blocks of num_cols columns in memory that Fortran
  !> does not see.
  subroutine run_block_address(this, A, num_cols, B, ldb, C, ldc, alpha, beta, info)
    class(spmm_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    integer(c_int64_t), intent(in) :: num_cols, ldb, ldc
    type(c_ptr), intent(in) :: B, C
    real(c_double), intent(in), optional :: alpha, beta
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(product_call) :: product
    integer :: status
    call vectors_at(A, B, C, product, this%op, status)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(int(status, c_int), info)
      return
    end if
    product%x%num_cols = num_cols
    product%y%num_cols = num_cols
    product%x%leading_dimension = ldb
    product%y%leading_dimension = ldc
    call set_factors_as(factors, product%x%scalar_type, alpha, beta)
    product%alpha = c_loc(factors(1))
    product%beta = c_loc(factors(2))
    call plan_product(product, this%handle, this%held, A)
    call run_block(product, info)
  end subroutine run_block_address

  !> Vectors as long as op(A) has columns and rows, of A's type.
  subroutine vectors_at(A, x, y, product, op, status)
    class(sparse_matrix), intent(in) :: A
    type(c_ptr), intent(in) :: x, y
    type(product_call), intent(inout) :: product
    integer(c_int), intent(in), optional :: op
    integer, intent(out) :: status
    integer(c_int64_t) :: sizes(3)
    integer(c_int) :: scalar_type
    logical :: transposed
    scalar_type = FILIGREE_SCALAR_DOUBLE
    call get_size(A, sizes, status)
    if (status == FILIGREE_STATUS_SUCCESS) scalar_type = A%scalar_type()
    transposed = .false.
    if (present(op)) transposed = op /= FILIGREE_OP_NONE
    product%x%address = x
    product%x%num_rows = merge(sizes(1), sizes(2), transposed)
    product%x%scalar_type = scalar_type
    product%y%address = y
    product%y%num_rows = merge(sizes(2), sizes(1), transposed)
    product%y%scalar_type = scalar_type
  end subroutine vectors_at

  !> What a product in one call is asked with beside its arrays.
  subroutine multiply(A, product, op, op_b, algorithm, handle)
    class(sparse_matrix), intent(in) :: A
    type(product_call), intent(inout) :: product
    integer(c_int), intent(in), optional :: op, op_b, algorithm
    class(filigree_handle), intent(in), optional :: handle
    product%A = A%held%object
    if (present(op)) product%op = op
    if (present(op_b)) product%op_b = op_b
    if (present(algorithm)) product%algorithm = algorithm
    product%handle = chosen(handle)
  end subroutine multiply

  !> What a product by a plan is asked with beside its arrays.
  subroutine plan_product(product, handle, plan, A, workspace)
    type(product_call), intent(inout) :: product
    type(filigree_handle), intent(in) :: handle
    type(shared_object), intent(in) :: plan
    class(sparse_matrix), intent(in) :: A
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    product%is_planned = .true.
    product%handle = handle%held%object
    product%plan = plan%object
    product%A = A%held%object
    if (.not. present(workspace)) return
    if (size(workspace) == 0) return
    product%workspace = c_loc(workspace(1))
    product%workspace_bytes = size(workspace, kind=c_size_t)
  end subroutine plan_product

  subroutine run_vector(product, info)
    type(product_call), intent(in) :: product
    integer, intent(out), optional :: info
    type(c_ptr) :: x, y
    integer(c_int) :: status, ended
    if (.not. (product%x%usable .and. product%y%usable)) then
      call refuse("product: vectors must be contiguous, for they are not copied", info)
      return
    end if
    x = c_null_ptr
    y = c_null_ptr
    status = filigree_const_dense_vector_create(x, product%x%num_rows, product%x%address, &
        product%x%scalar_type)
    if (status == FILIGREE_STATUS_SUCCESS) &
        status = filigree_dense_vector_create(y, product%y%num_rows, product%y%address, &
        product%y%scalar_type)
    if (status == FILIGREE_STATUS_SUCCESS) then
      if (product%is_planned) then
        status = filigree_spmv_plan_run(product%handle, product%plan, product%alpha, product%A, &
            x, product%beta, y, product%workspace, product%workspace_bytes)
      else
        status = filigree_spmv(product%handle, product%op, product%alpha, product%A, x, &
            product%beta, y, product%algorithm, c_null_ptr, 0_c_size_t)
      end if
    end if
    ended = FILIGREE_STATUS_SUCCESS
    if (c_associated(x)) ended = filigree_dense_vector_destroy(x)
    if (c_associated(y)) ended = filigree_dense_vector_destroy(y)
    if (status == FILIGREE_STATUS_SUCCESS) status = ended
    call settle(status, info)
  end subroutine run_vector

  subroutine run_block(product, info)
    type(product_call), intent(in) :: product
    integer, intent(out), optional :: info
    type(c_ptr) :: B, C
    integer(c_int) :: status, ended
    if (.not. (product%x%usable .and. product%y%usable)) then
      call refuse("product: columns must be contiguous, for they are not copied", info)
      return
    end if
    B = c_null_ptr
    C = c_null_ptr
    status = filigree_const_dense_matrix_create(B, product%x%num_rows, product%x%num_cols, &
        product%x%leading_dimension, product%x%address, product%x%scalar_type, &
        FILIGREE_LAYOUT_COLUMN_MAJOR)
    if (status == FILIGREE_STATUS_SUCCESS) &
        status = filigree_dense_matrix_create(C, product%y%num_rows, product%y%num_cols, &
        product%y%leading_dimension, product%y%address, product%y%scalar_type, &
        FILIGREE_LAYOUT_COLUMN_MAJOR)
    if (status == FILIGREE_STATUS_SUCCESS) then
      if (product%is_planned) then
        status = filigree_spmm_plan_run(product%handle, product%plan, product%op_b, &
            product%alpha, product%A, B, product%beta, C, product%workspace, &
            product%workspace_bytes)
      else
        status = filigree_spmm(product%handle, product%op, product%op_b, product%alpha, &
            product%A, B, product%beta, C, product%algorithm, c_null_ptr, 0_c_size_t)
      end if
    end if
    ended = FILIGREE_STATUS_SUCCESS
    if (c_associated(B)) ended = filigree_dense_matrix_destroy(B)
    if (c_associated(C)) ended = filigree_dense_matrix_destroy(C)
    if (status == FILIGREE_STATUS_SUCCESS) status = ended
    call settle(status, info)
  end subroutine run_block

  ! --- plans

  !> Prepares products with op(A); reads the pattern, not the values. The plan runs on `handle`.
  subroutine spmv_plan_create(this, A, op, handle, info)
    class(spmv_plan), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan
    integer(c_int) :: chosen_op, status
    chosen_op = FILIGREE_OP_NONE
    if (present(op)) chosen_op = op
    plan = c_null_ptr
    status = filigree_spmv_plan_create(chosen(handle), plan, chosen_op, A%held%object)
    if (status == FILIGREE_STATUS_SUCCESS) then
      call this%held%take(plan, spmv_object)
      call keep_handle(this%handle, handle)
      this%op = chosen_op
    end if
    call settle(status, info)
  end subroutine spmv_plan_create

  subroutine spmv_plan_assign(this, other)
    class(spmv_plan), intent(inout) :: this
    class(spmv_plan), intent(in) :: other
    this%held = other%held
    this%handle%held = other%handle%held
    this%op = other%op
  end subroutine spmv_plan_assign

  subroutine spmv_plan_destroy(this)
    class(spmv_plan), intent(inout) :: this
    call this%held%release()
    call this%handle%destroy()
  end subroutine spmv_plan_destroy

  !> The workspace with which the plan's products allocate nothing.
  function spmv_plan_workspace_bytes(this, info) result(bytes)
    class(spmv_plan), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    bytes = 0
    call settle(filigree_spmv_plan_get_workspace_bytes(this%held%object, bytes), info)
  end function spmv_plan_workspace_bytes

  !> The plan of the C API, for module filigree_c.
  function spmv_plan_c_object(this) result(object)
    class(spmv_plan), intent(in) :: this
    type(c_ptr) :: object
    object = this%held%object
  end function spmv_plan_c_object

  !> Prepares products with op(A); reads the pattern, not the values. The plan runs on `handle`.
  subroutine spmm_plan_create(this, A, op, handle, info)
    class(spmm_plan), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan
    integer(c_int) :: chosen_op, status
    chosen_op = FILIGREE_OP_NONE
    if (present(op)) chosen_op = op
    plan = c_null_ptr
    status = filigree_spmm_plan_create(chosen(handle), plan, chosen_op, A%held%object)
    if (status == FILIGREE_STATUS_SUCCESS) then
      call this%held%take(plan, spmm_object)
      call keep_handle(this%handle, handle)
      this%op = chosen_op
    end if
    call settle(status, info)
  end subroutine spmm_plan_create

  subroutine spmm_plan_assign(this, other)
    class(spmm_plan), intent(inout) :: this
    class(spmm_plan), intent(in) :: other
    this%held = other%held
    this%handle%held = other%handle%held
    this%op = other%op
  end subroutine spmm_plan_assign

  subroutine spmm_plan_destroy(this)
    class(spmm_plan), intent(inout) :: this
    call this%held%release()
    call this%handle%destroy()
  end subroutine spmm_plan_destroy

  !> The workspace with which products with so many columns allocate nothing.
  function spmm_plan_workspace_bytes(this, num_cols, info) result(bytes)
    class(spmm_plan), intent(in) :: this
    integer, intent(in) :: num_cols
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    bytes = 0
    call settle(filigree_spmm_plan_get_workspace_bytes(this%held%object, &
        int(num_cols, c_int64_t), bytes), info)
  end function spmm_plan_workspace_bytes

  !> The plan of the C API, for module filigree_c.
  function spmm_plan_c_object(this) result(object)
    class(spmm_plan), intent(in) :: this
    type(c_ptr) :: object
    object = this%held%object
  end function spmm_plan_c_object

  !> The handle that a plan was made with, which then lives as long as the plan.
  subroutine keep_handle(kept, handle)
    type(filigree_handle), intent(inout) :: kept
    class(filigree_handle), intent(in), optional :: handle
    if (present(handle)) then
      kept%held = handle%held
    else
      kept%held = host_handle%held
    end if
  end subroutine keep_handle

end module filigree
