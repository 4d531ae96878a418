! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Made by src/fortran/generate.py of src/c/functions.txt.

!> The C API of Filigree, function by function: docs/c_api.md says what each is for. Functions
!> return a status. Objects, arrays and alpha and beta are type(c_ptr); a string ends with
!> c_null_char. Module filigree is made of these.
module filigree_c
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_float, c_funptr, &
      c_int, c_int32_t, c_int64_t, c_ptr, c_size_t
  implicit none
  private :: c_char, c_double, c_float, c_funptr, c_int, c_int32_t, c_int64_t, c_ptr, c_size_t

  !> What a call returns.
  integer(c_int), parameter :: FILIGREE_STATUS_SUCCESS = 0
  integer(c_int), parameter :: FILIGREE_STATUS_NOT_INITIALIZED = 1
  integer(c_int), parameter :: FILIGREE_STATUS_ALLOC_FAILED = 2
  integer(c_int), parameter :: FILIGREE_STATUS_INVALID_VALUE = 3
  integer(c_int), parameter :: FILIGREE_STATUS_ARCH_MISMATCH = 4
  integer(c_int), parameter :: FILIGREE_STATUS_MAPPING_ERROR = 5
  integer(c_int), parameter :: FILIGREE_STATUS_EXECUTION_FAILED = 6
  integer(c_int), parameter :: FILIGREE_STATUS_INTERNAL_ERROR = 7
  integer(c_int), parameter :: FILIGREE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8
  integer(c_int), parameter :: FILIGREE_STATUS_ZERO_PIVOT = 9
  integer(c_int), parameter :: FILIGREE_STATUS_NOT_SUPPORTED = 10
  integer(c_int), parameter :: FILIGREE_STATUS_INSUFFICIENT_RESOURCES = 11
  integer(c_int), parameter :: FILIGREE_STATUS_STALE_PLAN = 12

  !> Where the calls of a handle run. Arrays lie in the memory of the target.
  integer(c_int), parameter :: FILIGREE_TARGET_HOST = 0
  integer(c_int), parameter :: FILIGREE_TARGET_DEVICE = 1

  !> Where alpha and beta lie.
  integer(c_int), parameter :: FILIGREE_POINTER_MODE_HOST = 0
  integer(c_int), parameter :: FILIGREE_POINTER_MODE_DEVICE = 1

  !> op(A): the matrix, or a transpose of it.
  integer(c_int), parameter :: FILIGREE_OP_NONE = 0
  integer(c_int), parameter :: FILIGREE_OP_TRANSPOSE = 1
  integer(c_int), parameter :: FILIGREE_OP_CONJUGATE_TRANSPOSE = 2

  !> The type of values. A complex number is its real part, then its imaginary part.
  integer(c_int), parameter :: FILIGREE_SCALAR_FLOAT = 0
  integer(c_int), parameter :: FILIGREE_SCALAR_DOUBLE = 1
  integer(c_int), parameter :: FILIGREE_SCALAR_COMPLEX_FLOAT = 2
  integer(c_int), parameter :: FILIGREE_SCALAR_COMPLEX_DOUBLE = 3
  integer(c_int), parameter :: FILIGREE_SCALAR_HALF = 4
  integer(c_int), parameter :: FILIGREE_SCALAR_BFLOAT16 = 5
  integer(c_int), parameter :: FILIGREE_SCALAR_COMPLEX_HALF = 6
  integer(c_int), parameter :: FILIGREE_SCALAR_COMPLEX_BFLOAT16 = 7
  integer(c_int), parameter :: FILIGREE_SCALAR_INT8 = 8
  integer(c_int), parameter :: FILIGREE_SCALAR_INT32 = 9

  !> The type of indices and offsets.
  integer(c_int), parameter :: FILIGREE_INDEX_INT32 = 0
  integer(c_int), parameter :: FILIGREE_INDEX_INT64 = 1

  !> The index of the first row and column.
  integer(c_int), parameter :: FILIGREE_BASE_ZERO = 0
  integer(c_int), parameter :: FILIGREE_BASE_ONE = 1

  !> The storage formats.
  integer(c_int), parameter :: FILIGREE_FORMAT_CSR = 0
  integer(c_int), parameter :: FILIGREE_FORMAT_CSC = 1
  integer(c_int), parameter :: FILIGREE_FORMAT_COO = 2
  integer(c_int), parameter :: FILIGREE_FORMAT_COO_AOS = 3
  integer(c_int), parameter :: FILIGREE_FORMAT_ELL = 4
  integer(c_int), parameter :: FILIGREE_FORMAT_SELL = 5
  integer(c_int), parameter :: FILIGREE_FORMAT_BSR = 6
  integer(c_int), parameter :: FILIGREE_FORMAT_BSC = 7
  integer(c_int), parameter :: FILIGREE_FORMAT_BSRX = 8
  integer(c_int), parameter :: FILIGREE_FORMAT_BLOCKED_ELL = 9
  integer(c_int), parameter :: FILIGREE_FORMAT_HYB = 10
  integer(c_int), parameter :: FILIGREE_FORMAT_DIA = 11
  integer(c_int), parameter :: FILIGREE_FORMAT_HDIA = 12

  !> How a dense matrix lies in memory.
  integer(c_int), parameter :: FILIGREE_LAYOUT_ROW_MAJOR = 0
  integer(c_int), parameter :: FILIGREE_LAYOUT_COLUMN_MAJOR = 1

  !> Which stored entries count, and what the others are taken for.
  integer(c_int), parameter :: FILIGREE_MATRIX_TYPE_GENERAL = 0
  integer(c_int), parameter :: FILIGREE_MATRIX_TYPE_SYMMETRIC = 1
  integer(c_int), parameter :: FILIGREE_MATRIX_TYPE_HERMITIAN = 2
  integer(c_int), parameter :: FILIGREE_MATRIX_TYPE_TRIANGULAR = 3

  !> The triangle that counts, its diagonal included.
  integer(c_int), parameter :: FILIGREE_FILL_LOWER = 0
  integer(c_int), parameter :: FILIGREE_FILL_UPPER = 1

  !> What stands on the diagonal of a matrix that is not general.
  integer(c_int), parameter :: FILIGREE_DIAGONAL_NON_UNIT = 0
  integer(c_int), parameter :: FILIGREE_DIAGONAL_UNIT = 1

  !> What is known of a sparse matrix beyond its arrays; each value is an int or an enumeration.
  integer(c_int), parameter :: FILIGREE_MATRIX_ATTRIBUTE_TYPE = 0
  integer(c_int), parameter :: FILIGREE_MATRIX_ATTRIBUTE_FILL = 1
  integer(c_int), parameter :: FILIGREE_MATRIX_ATTRIBUTE_DIAGONAL = 2
  integer(c_int), parameter :: FILIGREE_MATRIX_ATTRIBUTE_SORTED = 3
  integer(c_int), parameter :: FILIGREE_MATRIX_ATTRIBUTE_UNIQUE = 4

  !> What becomes of a row whose pivot is zero or not stored.
  integer(c_int), parameter :: FILIGREE_ZERO_PIVOT_REPORT = 0
  integer(c_int), parameter :: FILIGREE_ZERO_PIVOT_SKIP_ROW = 1
  integer(c_int), parameter :: FILIGREE_ZERO_PIVOT_SUBSTITUTE = 2

  !> Whether rows of a banded system are exchanged in the elimination.
  integer(c_int), parameter :: FILIGREE_PIVOTING_PARTIAL = 0
  integer(c_int), parameter :: FILIGREE_PIVOTING_NONE = 1

  !> The incomplete factorizations, whose factors have the pattern of the matrix.
  integer(c_int), parameter :: FILIGREE_INCOMPLETE_FACTOR_LU = 0
  integer(c_int), parameter :: FILIGREE_INCOMPLETE_FACTOR_CHOLESKY = 1

  !> The order of the colours in a sweep of Gauss-Seidel.
  integer(c_int), parameter :: FILIGREE_SWEEP_FORWARD = 0
  integer(c_int), parameter :: FILIGREE_SWEEP_BACKWARD = 1
  integer(c_int), parameter :: FILIGREE_SWEEP_SYMMETRIC = 2

  !> How a product in one call may compute.
  integer(c_int), parameter :: FILIGREE_ALGORITHM_DEFAULT = 0
  integer(c_int), parameter :: FILIGREE_ALGORITHM_DETERMINISTIC = 1

  !> What filigree_get_property answers.
  integer(c_int), parameter :: FILIGREE_PROPERTY_VERSION_MAJOR = 0
  integer(c_int), parameter :: FILIGREE_PROPERTY_VERSION_MINOR = 1
  integer(c_int), parameter :: FILIGREE_PROPERTY_VERSION_PATCH = 2
  integer(c_int), parameter :: FILIGREE_PROPERTY_HAS_DEVICE = 3
  integer(c_int), parameter :: FILIGREE_PROPERTY_DEVICE_COUNT = 4

  !> What filigree_device_get_property answers, of a device or of the host; 0 where it does not
  !> apply or is not known.
  integer(c_int), parameter :: FILIGREE_DEVICE_PROPERTY_MULTIPROCESSORS = 0
  integer(c_int), parameter :: FILIGREE_DEVICE_PROPERTY_WARP_SIZE = 1
  integer(c_int), parameter :: FILIGREE_DEVICE_PROPERTY_MAX_THREADS_PER_MULTIPROCESSOR = 2
  integer(c_int), parameter :: FILIGREE_DEVICE_PROPERTY_MAX_REGISTERS_PER_BLOCK = 3
  integer(c_int), parameter :: FILIGREE_DEVICE_PROPERTY_MEMORY_CLOCK_KHZ = 4
  integer(c_int), parameter :: FILIGREE_DEVICE_PROPERTY_MEMORY_BUS_BITS = 5
  integer(c_int), parameter :: FILIGREE_DEVICE_PROPERTY_PEAK_BANDWIDTH_MB_PER_S = 6
  integer(c_int), parameter :: FILIGREE_DEVICE_PROPERTY_UNIFIED_ADDRESSING = 7
  integer(c_int), parameter :: FILIGREE_DEVICE_PROPERTY_MEMORY_BYTES = 8
  integer(c_int), parameter :: FILIGREE_DEVICE_PROPERTY_CACHE_BYTES = 9

  !> Between which memories filigree_memory_copy copies.
  integer(c_int), parameter :: FILIGREE_COPY_TO_TARGET = 0
  integer(c_int), parameter :: FILIGREE_COPY_FROM_TARGET = 1
  integer(c_int), parameter :: FILIGREE_COPY_WITHIN_TARGET = 2

  interface
    ! --- Errors, versions

    !> The identifier of a status, "FILIGREE_STATUS_INVALID_VALUE"; "unknown status" where it is
    !> none.
    function filigree_status_name(status) bind(c, name="filigree_status_name")
      import :: c_int, c_ptr
      integer(c_int), value :: status
      type(c_ptr) :: filigree_status_name
    end function filigree_status_name

    !> What the status says, in one sentence.
    function filigree_status_description(status) bind(c, name="filigree_status_description")
      import :: c_int, c_ptr
      integer(c_int), value :: status
      type(c_ptr) :: filigree_status_description
    end function filigree_status_description

    !> What was wrong with the last call of this thread that failed: argument, value, limit,
    !> remedy. Empty where none has failed. Valid until the next call that fails.
    function filigree_last_error_message() bind(c, name="filigree_last_error_message")
      import :: c_ptr
      type(c_ptr) :: filigree_last_error_message
    end function filigree_last_error_message

    !> "major.minor.patch" of the library.
    function filigree_version_string() bind(c, name="filigree_version_string")
      import :: c_ptr
      type(c_ptr) :: filigree_version_string
    end function filigree_version_string

    !> A property of the library. Kokkos need not run.
    function filigree_get_property(property, value) bind(c, name="filigree_get_property")
      import :: c_int
      integer(c_int), value :: property
      integer(c_int), intent(inout) :: value
      integer(c_int) :: filigree_get_property
    end function filigree_get_property

    ! --- Devices

    !> The device that calls run on which do not choose one.
    function filigree_get_device(device) bind(c, name="filigree_get_device")
      import :: c_int
      integer(c_int), intent(inout) :: device
      integer(c_int) :: filigree_get_device
    end function filigree_get_device

    !> What a device is.
    function filigree_device_get_property(device, property, value) bind(c, &
        name="filigree_device_get_property")
      import :: c_int, c_int64_t
      integer(c_int), value :: device
      integer(c_int), value :: property
      integer(c_int64_t), intent(inout) :: value
      integer(c_int) :: filigree_device_get_property
    end function filigree_device_get_property

    !> The name of a device, or of the host's processor.
    function filigree_device_get_name(device, name) bind(c, name="filigree_device_get_name")
      import :: c_int, c_ptr
      integer(c_int), value :: device
      type(c_ptr), intent(inout) :: name
      integer(c_int) :: filigree_device_get_name
    end function filigree_device_get_name

    ! --- Logging

    !> Logs every kind up to a level: 0 none, 1 errors, 2 and kernels that ran, 3 and hints, 4 and
    !> plans, 5 and calls of this API.
    function filigree_log_set_level(level) bind(c, name="filigree_log_set_level")
      import :: c_int
      integer(c_int), value :: level
      integer(c_int) :: filigree_log_set_level
    end function filigree_log_set_level

    !> Logs exactly these kinds: the sum of 1 errors, 2 kernels, 4 hints, 8 plans, 16 calls.
    function filigree_log_set_mask(mask) bind(c, name="filigree_log_set_mask")
      import :: c_int
      integer(c_int), value :: mask
      integer(c_int) :: filigree_log_set_mask
    end function filigree_log_set_mask

    !> Appends what is logged to a file.
    function filigree_log_open_file(path) bind(c, name="filigree_log_open_file")
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int) :: filigree_log_open_file
    end function filigree_log_open_file

    !> Writes what is logged to an open file, which must stay open until another is set.
    function filigree_log_set_file(file) bind(c, name="filigree_log_set_file")
      import :: c_int, c_ptr
      type(c_ptr), value :: file
      integer(c_int) :: filigree_log_set_file
    end function filigree_log_set_file

    !> Calls a function with what is logged instead of writing it.
    function filigree_log_set_callback(callback, user_data) bind(c, &
        name="filigree_log_set_callback")
      import :: c_funptr, c_int, c_ptr
      type(c_funptr), value :: callback
      type(c_ptr), value :: user_data
      integer(c_int) :: filigree_log_set_callback
    end function filigree_log_set_callback

    !> Logs nothing from now on, whatever this API is asked for later.
    function filigree_log_force_disable() bind(c, name="filigree_log_force_disable")
      import :: c_int
      integer(c_int) :: filigree_log_force_disable
    end function filigree_log_force_disable

    ! --- Handles

    !> Makes a handle. Starts Kokkos where it does not run, without a word, and ends it with the
    !> program.
    function filigree_handle_create(handle, target, device) bind(c, name="filigree_handle_create")
      import :: c_int, c_ptr
      type(c_ptr), intent(inout) :: handle
      integer(c_int), value :: target
      integer(c_int), value :: device
      integer(c_int) :: filigree_handle_create
    end function filigree_handle_create

    !> Ends a handle; objects that were made with it stay.
    function filigree_handle_destroy(handle) bind(c, name="filigree_handle_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int) :: filigree_handle_destroy
    end function filigree_handle_destroy

    !> Runs the handle's later calls on a stream. One that is not among the last sixteen that were
    !> set allocates.
    function filigree_set_stream(handle, stream) bind(c, name="filigree_set_stream")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: stream
      integer(c_int) :: filigree_set_stream
    end function filigree_set_stream

    !> The stream of the handle.
    function filigree_get_stream(handle, stream) bind(c, name="filigree_get_stream")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: stream
      integer(c_int) :: filigree_get_stream
    end function filigree_get_stream

    !> Says where alpha and beta lie; in host memory where it is not called.
    function filigree_set_pointer_mode(handle, mode) bind(c, name="filigree_set_pointer_mode")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: mode
      integer(c_int) :: filigree_set_pointer_mode
    end function filigree_set_pointer_mode

    !> Where alpha and beta lie.
    function filigree_get_pointer_mode(handle, mode) bind(c, name="filigree_get_pointer_mode")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), intent(inout) :: mode
      integer(c_int) :: filigree_get_pointer_mode
    end function filigree_get_pointer_mode

    !> Where the handle's calls run.
    function filigree_get_target(handle, target) bind(c, name="filigree_get_target")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), intent(inout) :: target
      integer(c_int) :: filigree_get_target
    end function filigree_get_target

    !> Waits for all that was started on the handle's stream.
    function filigree_synchronize(handle) bind(c, name="filigree_synchronize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int) :: filigree_synchronize
    end function filigree_synchronize

    !> The kernel that the handle's last product ran, "csr_generic"; names are stable.
    function filigree_get_last_kernel(handle, name) bind(c, name="filigree_get_last_kernel")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: name
      integer(c_int) :: filigree_get_last_kernel
    end function filigree_get_last_kernel

    ! --- Memory

    !> Memory of the handle's target, for programs that have no other way to a device's. What is
    !> in it is undefined.
    function filigree_memory_allocate(handle, bytes, memory) bind(c, &
        name="filigree_memory_allocate")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      integer(c_size_t), value :: bytes
      type(c_ptr), intent(inout) :: memory
      integer(c_int) :: filigree_memory_allocate
    end function filigree_memory_allocate

    !> Ends memory of filigree_memory_allocate, after all that was started on the handle's stream.
    function filigree_memory_free(handle, memory) bind(c, name="filigree_memory_free")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: memory
      integer(c_int) :: filigree_memory_free
    end function filigree_memory_free

    !> Copies, in the order of the handle's stream, and waits.
    function filigree_memory_copy(handle, kind, to, from, bytes) bind(c, &
        name="filigree_memory_copy")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      integer(c_int), value :: kind
      type(c_ptr), value :: to
      type(c_ptr), value :: from
      integer(c_size_t), value :: bytes
      integer(c_int) :: filigree_memory_copy
    end function filigree_memory_copy

    !> Sets each byte, in the order of the handle's stream.
    function filigree_memory_fill(handle, memory, byte, bytes) bind(c, &
        name="filigree_memory_fill")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      type(c_ptr), value :: memory
      integer(c_int), value :: byte
      integer(c_size_t), value :: bytes
      integer(c_int) :: filigree_memory_fill
    end function filigree_memory_fill

    ! --- Sparse matrices

    !> Describes a matrix in compressed sparse rows, in arrays that stay the caller's.
    function filigree_csr_create(matrix, num_rows, num_cols, nnz, row_offsets, col_indices, &
        values, offset_type, index_type, base, scalar_type) bind(c, name="filigree_csr_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: row_offsets
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_csr_create
    end function filigree_csr_create

    !> Describes a matrix in compressed sparse columns, in arrays that stay the caller's.
    function filigree_csc_create(matrix, num_rows, num_cols, nnz, col_offsets, row_indices, &
        values, offset_type, index_type, base, scalar_type) bind(c, name="filigree_csc_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: col_offsets
      type(c_ptr), value :: row_indices
      type(c_ptr), value :: values
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_csc_create
    end function filigree_csc_create

    !> Describes a matrix in coordinates, in any order, in arrays that stay the caller's. More
    !> than 2^31 entries may have 32-bit indices.
    function filigree_coo_create(matrix, num_rows, num_cols, nnz, row_indices, col_indices, &
        values, index_type, base, scalar_type) bind(c, name="filigree_coo_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: row_indices
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_coo_create
    end function filigree_coo_create

    !> filigree_csr_create for arrays that nothing may write.
    function filigree_const_csr_create(matrix, num_rows, num_cols, nnz, row_offsets, col_indices, &
        values, offset_type, index_type, base, scalar_type) bind(c, &
        name="filigree_const_csr_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: row_offsets
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_csr_create
    end function filigree_const_csr_create

    !> filigree_csc_create for arrays that nothing may write.
    function filigree_const_csc_create(matrix, num_rows, num_cols, nnz, col_offsets, row_indices, &
        values, offset_type, index_type, base, scalar_type) bind(c, &
        name="filigree_const_csc_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: col_offsets
      type(c_ptr), value :: row_indices
      type(c_ptr), value :: values
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_csc_create
    end function filigree_const_csc_create

    !> filigree_coo_create for arrays that nothing may write.
    function filigree_const_coo_create(matrix, num_rows, num_cols, nnz, row_indices, col_indices, &
        values, index_type, base, scalar_type) bind(c, name="filigree_const_coo_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: row_indices
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_coo_create
    end function filigree_const_coo_create

    !> Describes a matrix of dense blocks, in arrays that stay the caller's. The sizes are in
    !> entries; blocks need not divide them.
    function filigree_bsr_create(matrix, num_rows, num_cols, block_rows, block_cols, block_layout, &
        num_blocks, row_offsets, col_indices, values, offset_type, index_type, base, scalar_type) &
        bind(c, name="filigree_bsr_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: block_rows
      integer(c_int64_t), value :: block_cols
      integer(c_int), value :: block_layout
      integer(c_int64_t), value :: num_blocks
      type(c_ptr), value :: row_offsets
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_bsr_create
    end function filigree_bsr_create

    !> Describes a matrix in slices of rows, in arrays that stay the caller's: in each slice the
    !> first entries of all its rows, then the second ones. Indices count from 0.
    function filigree_sell_create(matrix, num_rows, num_cols, nnz, slice_size, num_places, &
        slice_offsets, col_indices, values, offset_type, index_type, scalar_type) bind(c, &
        name="filigree_sell_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      integer(c_int64_t), value :: slice_size
      integer(c_int64_t), value :: num_places
      type(c_ptr), value :: slice_offsets
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_sell_create
    end function filigree_sell_create

    !> Describes a matrix with as many square blocks in each row of blocks, in arrays that stay
    !> the caller's.
    function filigree_blocked_ell_create(matrix, num_rows, num_cols, block_size, ell_cols, &
        col_indices, values, index_type, base, scalar_type) bind(c, &
        name="filigree_blocked_ell_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: block_size
      integer(c_int64_t), value :: ell_cols
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_blocked_ell_create
    end function filigree_blocked_ell_create

    !> Describes a matrix whose rows all have the same number of places, in arrays that stay the
    !> caller's: the first places of all rows, then the second ones.
    function filigree_ell_create(matrix, num_rows, num_cols, nnz, ell_width, row_stride, &
        col_indices, values, index_type, base, scalar_type) bind(c, name="filigree_ell_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      integer(c_int64_t), value :: ell_width
      integer(c_int64_t), value :: row_stride
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_ell_create
    end function filigree_ell_create

    !> Describes a matrix of diagonals, in arrays that stay the caller's: one diagonal after the
    !> other, the entry of row i at its place i.
    function filigree_dia_create(matrix, num_rows, num_cols, nnz, num_diagonals, row_stride, &
        diagonal_offsets, values, index_type, base, scalar_type) bind(c, &
        name="filigree_dia_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      integer(c_int64_t), value :: num_diagonals
      integer(c_int64_t), value :: row_stride
      type(c_ptr), value :: diagonal_offsets
      type(c_ptr), value :: values
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_dia_create
    end function filigree_dia_create

    !> Describes a matrix of hacks, of hack_size rows each, with diagonals of their own, in arrays
    !> that stay the caller's.
    function filigree_hdia_create(matrix, num_rows, num_cols, nnz, hack_size, num_diagonals, &
        hack_offsets, diagonal_offsets, values, offset_type, index_type, base, scalar_type) &
        bind(c, name="filigree_hdia_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      integer(c_int64_t), value :: hack_size
      integer(c_int64_t), value :: num_diagonals
      type(c_ptr), value :: hack_offsets
      type(c_ptr), value :: diagonal_offsets
      type(c_ptr), value :: values
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_hdia_create
    end function filigree_hdia_create

    !> filigree_bsr_create for arrays that nothing may write.
    function filigree_const_bsr_create(matrix, num_rows, num_cols, block_rows, block_cols, &
        block_layout, num_blocks, row_offsets, col_indices, values, offset_type, index_type, base, &
        scalar_type) bind(c, name="filigree_const_bsr_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: block_rows
      integer(c_int64_t), value :: block_cols
      integer(c_int), value :: block_layout
      integer(c_int64_t), value :: num_blocks
      type(c_ptr), value :: row_offsets
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_bsr_create
    end function filigree_const_bsr_create

    !> filigree_sell_create for arrays that nothing may write.
    function filigree_const_sell_create(matrix, num_rows, num_cols, nnz, slice_size, num_places, &
        slice_offsets, col_indices, values, offset_type, index_type, scalar_type) bind(c, &
        name="filigree_const_sell_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      integer(c_int64_t), value :: slice_size
      integer(c_int64_t), value :: num_places
      type(c_ptr), value :: slice_offsets
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_sell_create
    end function filigree_const_sell_create

    !> filigree_blocked_ell_create for arrays that nothing may write.
    function filigree_const_blocked_ell_create(matrix, num_rows, num_cols, block_size, ell_cols, &
        col_indices, values, index_type, base, scalar_type) bind(c, &
        name="filigree_const_blocked_ell_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: block_size
      integer(c_int64_t), value :: ell_cols
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_blocked_ell_create
    end function filigree_const_blocked_ell_create

    !> filigree_ell_create for arrays that nothing may write.
    function filigree_const_ell_create(matrix, num_rows, num_cols, nnz, ell_width, row_stride, &
        col_indices, values, index_type, base, scalar_type) bind(c, &
        name="filigree_const_ell_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      integer(c_int64_t), value :: ell_width
      integer(c_int64_t), value :: row_stride
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_ell_create
    end function filigree_const_ell_create

    !> filigree_dia_create for arrays that nothing may write.
    function filigree_const_dia_create(matrix, num_rows, num_cols, nnz, num_diagonals, row_stride, &
        diagonal_offsets, values, index_type, base, scalar_type) bind(c, &
        name="filigree_const_dia_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      integer(c_int64_t), value :: num_diagonals
      integer(c_int64_t), value :: row_stride
      type(c_ptr), value :: diagonal_offsets
      type(c_ptr), value :: values
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_dia_create
    end function filigree_const_dia_create

    !> filigree_hdia_create for arrays that nothing may write.
    function filigree_const_hdia_create(matrix, num_rows, num_cols, nnz, hack_size, num_diagonals, &
        hack_offsets, diagonal_offsets, values, offset_type, index_type, base, scalar_type) &
        bind(c, name="filigree_const_hdia_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: nnz
      integer(c_int64_t), value :: hack_size
      integer(c_int64_t), value :: num_diagonals
      type(c_ptr), value :: hack_offsets
      type(c_ptr), value :: diagonal_offsets
      type(c_ptr), value :: values
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_hdia_create
    end function filigree_const_hdia_create

    !> Ends a description; the arrays stay.
    function filigree_sparse_matrix_destroy(matrix) bind(c, name="filigree_sparse_matrix_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int) :: filigree_sparse_matrix_destroy
    end function filigree_sparse_matrix_destroy

    !> The arrays and types of a CSR matrix.
    function filigree_csr_get(matrix, row_offsets, col_indices, values, offset_type, index_type) &
        bind(c, name="filigree_csr_get")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), intent(inout) :: row_offsets
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: offset_type
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_csr_get
    end function filigree_csr_get

    !> The arrays and types of a CSC matrix.
    function filigree_csc_get(matrix, col_offsets, row_indices, values, offset_type, index_type) &
        bind(c, name="filigree_csc_get")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), intent(inout) :: col_offsets
      type(c_ptr), intent(inout) :: row_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: offset_type
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_csc_get
    end function filigree_csc_get

    !> The arrays and types of a COO matrix.
    function filigree_coo_get(matrix, row_indices, col_indices, values, index_type) bind(c, &
        name="filigree_coo_get")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), intent(inout) :: row_indices
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_coo_get
    end function filigree_coo_get

    !> The arrays and types of a CSR matrix that nothing may write.
    function filigree_const_csr_get(matrix, row_offsets, col_indices, values, offset_type, &
        index_type) bind(c, name="filigree_const_csr_get")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), intent(inout) :: row_offsets
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: offset_type
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_const_csr_get
    end function filigree_const_csr_get

    !> The arrays and types of a CSC matrix that nothing may write.
    function filigree_const_csc_get(matrix, col_offsets, row_indices, values, offset_type, &
        index_type) bind(c, name="filigree_const_csc_get")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), intent(inout) :: col_offsets
      type(c_ptr), intent(inout) :: row_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: offset_type
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_const_csc_get
    end function filigree_const_csc_get

    !> The arrays and types of a COO matrix that nothing may write.
    function filigree_const_coo_get(matrix, row_indices, col_indices, values, index_type) bind(c, &
        name="filigree_const_coo_get")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), intent(inout) :: row_indices
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_const_coo_get
    end function filigree_const_coo_get

    !> Other arrays for a CSR matrix of the same sizes and types.
    function filigree_csr_set_pointers(matrix, row_offsets, col_indices, values) bind(c, &
        name="filigree_csr_set_pointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: row_offsets
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int) :: filigree_csr_set_pointers
    end function filigree_csr_set_pointers

    !> Other arrays for a CSC matrix of the same sizes and types.
    function filigree_csc_set_pointers(matrix, col_offsets, row_indices, values) bind(c, &
        name="filigree_csc_set_pointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: col_offsets
      type(c_ptr), value :: row_indices
      type(c_ptr), value :: values
      integer(c_int) :: filigree_csc_set_pointers
    end function filigree_csc_set_pointers

    !> Other arrays for a COO matrix of the same sizes and types.
    function filigree_coo_set_pointers(matrix, row_indices, col_indices, values) bind(c, &
        name="filigree_coo_set_pointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: row_indices
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int) :: filigree_coo_set_pointers
    end function filigree_coo_set_pointers

    !> All of a BSR matrix, but its size.
    function filigree_bsr_get(matrix, block_rows, block_cols, block_layout, num_blocks, &
        row_offsets, col_indices, values, offset_type, index_type) bind(c, &
        name="filigree_bsr_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: block_rows
      integer(c_int64_t), intent(inout) :: block_cols
      integer(c_int), intent(inout) :: block_layout
      integer(c_int64_t), intent(inout) :: num_blocks
      type(c_ptr), intent(inout) :: row_offsets
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: offset_type
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_bsr_get
    end function filigree_bsr_get

    !> All of a matrix in slices of rows, but its size.
    function filigree_sell_get(matrix, slice_size, num_places, slice_offsets, col_indices, values, &
        offset_type, index_type) bind(c, name="filigree_sell_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: slice_size
      integer(c_int64_t), intent(inout) :: num_places
      type(c_ptr), intent(inout) :: slice_offsets
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: offset_type
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_sell_get
    end function filigree_sell_get

    !> All of a matrix with as many square blocks in each row of blocks, but its size.
    function filigree_blocked_ell_get(matrix, block_size, ell_cols, col_indices, values, &
        index_type) bind(c, name="filigree_blocked_ell_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: block_size
      integer(c_int64_t), intent(inout) :: ell_cols
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_blocked_ell_get
    end function filigree_blocked_ell_get

    !> All of an ELL matrix, but its size.
    function filigree_ell_get(matrix, ell_width, row_stride, col_indices, values, index_type) &
        bind(c, name="filigree_ell_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: ell_width
      integer(c_int64_t), intent(inout) :: row_stride
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_ell_get
    end function filigree_ell_get

    !> All of a DIA matrix, but its size.
    function filigree_dia_get(matrix, num_diagonals, row_stride, diagonal_offsets, values, &
        index_type) bind(c, name="filigree_dia_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: num_diagonals
      integer(c_int64_t), intent(inout) :: row_stride
      type(c_ptr), intent(inout) :: diagonal_offsets
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_dia_get
    end function filigree_dia_get

    !> All of an HDIA matrix, but its size.
    function filigree_hdia_get(matrix, hack_size, num_diagonals, hack_offsets, diagonal_offsets, &
        values, offset_type, index_type) bind(c, name="filigree_hdia_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: hack_size
      integer(c_int64_t), intent(inout) :: num_diagonals
      type(c_ptr), intent(inout) :: hack_offsets
      type(c_ptr), intent(inout) :: diagonal_offsets
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: offset_type
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_hdia_get
    end function filigree_hdia_get

    !> All of a BSR matrix that nothing may write, but its size.
    function filigree_const_bsr_get(matrix, block_rows, block_cols, block_layout, num_blocks, &
        row_offsets, col_indices, values, offset_type, index_type) bind(c, &
        name="filigree_const_bsr_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: block_rows
      integer(c_int64_t), intent(inout) :: block_cols
      integer(c_int), intent(inout) :: block_layout
      integer(c_int64_t), intent(inout) :: num_blocks
      type(c_ptr), intent(inout) :: row_offsets
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: offset_type
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_const_bsr_get
    end function filigree_const_bsr_get

    !> All of a matrix in slices of rows that nothing may write, but its size.
    function filigree_const_sell_get(matrix, slice_size, num_places, slice_offsets, col_indices, &
        values, offset_type, index_type) bind(c, name="filigree_const_sell_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: slice_size
      integer(c_int64_t), intent(inout) :: num_places
      type(c_ptr), intent(inout) :: slice_offsets
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: offset_type
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_const_sell_get
    end function filigree_const_sell_get

    !> All of a matrix with as many square blocks in each row of blocks that nothing may write,
    !> but its size.
    function filigree_const_blocked_ell_get(matrix, block_size, ell_cols, col_indices, values, &
        index_type) bind(c, name="filigree_const_blocked_ell_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: block_size
      integer(c_int64_t), intent(inout) :: ell_cols
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_const_blocked_ell_get
    end function filigree_const_blocked_ell_get

    !> All of an ELL matrix that nothing may write, but its size.
    function filigree_const_ell_get(matrix, ell_width, row_stride, col_indices, values, &
        index_type) bind(c, name="filigree_const_ell_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: ell_width
      integer(c_int64_t), intent(inout) :: row_stride
      type(c_ptr), intent(inout) :: col_indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_const_ell_get
    end function filigree_const_ell_get

    !> All of a DIA matrix that nothing may write, but its size.
    function filigree_const_dia_get(matrix, num_diagonals, row_stride, diagonal_offsets, values, &
        index_type) bind(c, name="filigree_const_dia_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: num_diagonals
      integer(c_int64_t), intent(inout) :: row_stride
      type(c_ptr), intent(inout) :: diagonal_offsets
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_const_dia_get
    end function filigree_const_dia_get

    !> All of an HDIA matrix that nothing may write, but its size.
    function filigree_const_hdia_get(matrix, hack_size, num_diagonals, hack_offsets, &
        diagonal_offsets, values, offset_type, index_type) bind(c, name="filigree_const_hdia_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: hack_size
      integer(c_int64_t), intent(inout) :: num_diagonals
      type(c_ptr), intent(inout) :: hack_offsets
      type(c_ptr), intent(inout) :: diagonal_offsets
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: offset_type
      integer(c_int), intent(inout) :: index_type
      integer(c_int) :: filigree_const_hdia_get
    end function filigree_const_hdia_get

    !> Other arrays for a BSR matrix of the same sizes and types.
    function filigree_bsr_set_pointers(matrix, row_offsets, col_indices, values) bind(c, &
        name="filigree_bsr_set_pointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: row_offsets
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int) :: filigree_bsr_set_pointers
    end function filigree_bsr_set_pointers

    !> Other arrays for a sliced ELL matrix of the same sizes and types.
    function filigree_sell_set_pointers(matrix, slice_offsets, col_indices, values) bind(c, &
        name="filigree_sell_set_pointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: slice_offsets
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int) :: filigree_sell_set_pointers
    end function filigree_sell_set_pointers

    !> Other arrays for a Blocked-ELL matrix of the same sizes and types.
    function filigree_blocked_ell_set_pointers(matrix, col_indices, values) bind(c, &
        name="filigree_blocked_ell_set_pointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int) :: filigree_blocked_ell_set_pointers
    end function filigree_blocked_ell_set_pointers

    !> Other arrays for an ELL matrix of the same sizes and types.
    function filigree_ell_set_pointers(matrix, col_indices, values) bind(c, &
        name="filigree_ell_set_pointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: col_indices
      type(c_ptr), value :: values
      integer(c_int) :: filigree_ell_set_pointers
    end function filigree_ell_set_pointers

    !> Other arrays for a DIA matrix of the same sizes and types.
    function filigree_dia_set_pointers(matrix, diagonal_offsets, values) bind(c, &
        name="filigree_dia_set_pointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: diagonal_offsets
      type(c_ptr), value :: values
      integer(c_int) :: filigree_dia_set_pointers
    end function filigree_dia_set_pointers

    !> Other arrays for an HDIA matrix of the same sizes and types.
    function filigree_hdia_set_pointers(matrix, hack_offsets, diagonal_offsets, values) bind(c, &
        name="filigree_hdia_set_pointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: hack_offsets
      type(c_ptr), value :: diagonal_offsets
      type(c_ptr), value :: values
      integer(c_int) :: filigree_hdia_set_pointers
    end function filigree_hdia_set_pointers

    !> The size of a matrix.
    function filigree_sparse_matrix_get_size(matrix, num_rows, num_cols, nnz) bind(c, &
        name="filigree_sparse_matrix_get_size")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: num_rows
      integer(c_int64_t), intent(inout) :: num_cols
      integer(c_int64_t), intent(inout) :: nnz
      integer(c_int) :: filigree_sparse_matrix_get_size
    end function filigree_sparse_matrix_get_size

    !> The format of a matrix.
    function filigree_sparse_matrix_get_format(matrix, format) bind(c, &
        name="filigree_sparse_matrix_get_format")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int), intent(inout) :: format
      integer(c_int) :: filigree_sparse_matrix_get_format
    end function filigree_sparse_matrix_get_format

    !> The index base of a matrix.
    function filigree_sparse_matrix_get_base(matrix, base) bind(c, &
        name="filigree_sparse_matrix_get_base")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int), intent(inout) :: base
      integer(c_int) :: filigree_sparse_matrix_get_base
    end function filigree_sparse_matrix_get_base

    !> The type of a matrix's values.
    function filigree_sparse_matrix_get_scalar_type(matrix, scalar_type) bind(c, &
        name="filigree_sparse_matrix_get_scalar_type")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int), intent(inout) :: scalar_type
      integer(c_int) :: filigree_sparse_matrix_get_scalar_type
    end function filigree_sparse_matrix_get_scalar_type

    !> The values of a matrix.
    function filigree_sparse_matrix_get_values(matrix, values) bind(c, &
        name="filigree_sparse_matrix_get_values")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), intent(inout) :: values
      integer(c_int) :: filigree_sparse_matrix_get_values
    end function filigree_sparse_matrix_get_values

    !> The values of a matrix that nothing may write.
    function filigree_const_sparse_matrix_get_values(matrix, values) bind(c, &
        name="filigree_const_sparse_matrix_get_values")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), intent(inout) :: values
      integer(c_int) :: filigree_const_sparse_matrix_get_values
    end function filigree_const_sparse_matrix_get_values

    !> Other values for a matrix of the same pattern; plans stay valid.
    function filigree_sparse_matrix_set_values(matrix, values) bind(c, &
        name="filigree_sparse_matrix_set_values")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: values
      integer(c_int) :: filigree_sparse_matrix_set_values
    end function filigree_sparse_matrix_set_values

    !> Tells what is known of a matrix.
    function filigree_sparse_matrix_set_attribute(matrix, attribute, value, value_bytes) bind(c, &
        name="filigree_sparse_matrix_set_attribute")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: matrix
      integer(c_int), value :: attribute
      type(c_ptr), value :: value
      integer(c_size_t), value :: value_bytes
      integer(c_int) :: filigree_sparse_matrix_set_attribute
    end function filigree_sparse_matrix_set_attribute

    !> What was told of a matrix.
    function filigree_sparse_matrix_get_attribute(matrix, attribute, value) bind(c, &
        name="filigree_sparse_matrix_get_attribute")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int), value :: attribute
      integer(c_int), intent(inout) :: value
      integer(c_int) :: filigree_sparse_matrix_get_attribute
    end function filigree_sparse_matrix_get_attribute

    !> The shape of a matrix's blocks, slices or hacks.
    function filigree_sparse_matrix_get_blocks(matrix, block_rows, block_cols) bind(c, &
        name="filigree_sparse_matrix_get_blocks")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: block_rows
      integer(c_int64_t), intent(inout) :: block_cols
      integer(c_int) :: filigree_sparse_matrix_get_blocks
    end function filigree_sparse_matrix_get_blocks

    !> Checks all that the arrays of a matrix hold: offsets, the range of indices, padding, and
    !> rows that its attributes say are sorted or without duplicates. The message of
    !> FILIGREE_STATUS_INVALID_VALUE says what is wrong first. Operations check the ends of arrays
    !> only. Waits.
    function filigree_sparse_matrix_validate(handle, A) bind(c, &
        name="filigree_sparse_matrix_validate")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: A
      integer(c_int) :: filigree_sparse_matrix_validate
    end function filigree_sparse_matrix_validate

    ! --- Matrices with arrays of the library's

    !> A in a format, with arrays of its own, which end with it: pointers from filigree_csr_get
    !> and its like. Entries that are stored more than once stay so, and are INVALID_VALUE for BSR
    !> and Blocked-ELL; zeros of blocks are dropped. Waits.
    function filigree_sparse_matrix_convert(handle, A, format, block_rows, block_cols, base, B) &
        bind(c, name="filigree_sparse_matrix_convert")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: A
      integer(c_int), value :: format
      integer(c_int64_t), value :: block_rows
      integer(c_int64_t), value :: block_cols
      integer(c_int), value :: base
      type(c_ptr), intent(inout) :: B
      integer(c_int) :: filigree_sparse_matrix_convert
    end function filigree_sparse_matrix_convert

    !> What the beginning of a matrix file says: Matrix Market, Harwell-Boeing, Rutherford-Boeing
    !> or Filigree's binary format, compressed or not.
    function filigree_matrix_file_get_info(path, num_rows, num_cols, num_entries, is_complex) &
        bind(c, name="filigree_matrix_file_get_info")
      import :: c_char, c_int, c_int64_t
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int64_t), intent(inout) :: num_rows
      integer(c_int64_t), intent(inout) :: num_cols
      integer(c_int64_t), intent(inout) :: num_entries
      integer(c_int), intent(inout) :: is_complex
      integer(c_int) :: filigree_matrix_file_get_info
    end function filigree_matrix_file_get_info

    !> The matrix of a file, as filigree_matrix_file_get_info knows them. A symmetric or Hermitian
    !> one is its lower triangle with the matrix type set. Waits.
    function filigree_sparse_matrix_read(handle, path, format, offset_type, index_type, base, &
        scalar_type, expand_symmetry, A) bind(c, name="filigree_sparse_matrix_read")
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: format
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int), value :: expand_symmetry
      type(c_ptr), intent(inout) :: A
      integer(c_int) :: filigree_sparse_matrix_read
    end function filigree_sparse_matrix_read

    !> Writes a Matrix Market file, which appears when it is complete; a name that ends in .gz is
    !> compressed. Numbers read back bit for bit. Waits.
    function filigree_sparse_matrix_write(handle, A, path) bind(c, &
        name="filigree_sparse_matrix_write")
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: A
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int) :: filigree_sparse_matrix_write
    end function filigree_sparse_matrix_write

    ! --- Dense vectors

    !> Describes a contiguous vector in an array that stays the caller's.
    function filigree_dense_vector_create(vector, size, values, scalar_type) bind(c, &
        name="filigree_dense_vector_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: vector
      integer(c_int64_t), value :: size
      type(c_ptr), value :: values
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_dense_vector_create
    end function filigree_dense_vector_create

    !> filigree_dense_vector_create for an array that nothing may write.
    function filigree_const_dense_vector_create(vector, size, values, scalar_type) bind(c, &
        name="filigree_const_dense_vector_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: vector
      integer(c_int64_t), value :: size
      type(c_ptr), value :: values
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_dense_vector_create
    end function filigree_const_dense_vector_create

    !> Ends a description; the array stays.
    function filigree_dense_vector_destroy(vector) bind(c, name="filigree_dense_vector_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: vector
      integer(c_int) :: filigree_dense_vector_destroy
    end function filigree_dense_vector_destroy

    !> All of a vector.
    function filigree_dense_vector_get(vector, size, values, scalar_type) bind(c, &
        name="filigree_dense_vector_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: vector
      integer(c_int64_t), intent(inout) :: size
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: scalar_type
      integer(c_int) :: filigree_dense_vector_get
    end function filigree_dense_vector_get

    !> All of a vector that nothing may write.
    function filigree_const_dense_vector_get(vector, size, values, scalar_type) bind(c, &
        name="filigree_const_dense_vector_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: vector
      integer(c_int64_t), intent(inout) :: size
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: scalar_type
      integer(c_int) :: filigree_const_dense_vector_get
    end function filigree_const_dense_vector_get

    !> Another array for a vector of the same size and type.
    function filigree_dense_vector_set_values(vector, values) bind(c, &
        name="filigree_dense_vector_set_values")
      import :: c_int, c_ptr
      type(c_ptr), value :: vector
      type(c_ptr), value :: values
      integer(c_int) :: filigree_dense_vector_set_values
    end function filigree_dense_vector_set_values

    ! --- Sparse vectors

    !> Describes a sparse vector, in arrays that stay the caller's.
    function filigree_sparse_vector_create(vector, size, nnz, indices, values, index_type, base, &
        scalar_type) bind(c, name="filigree_sparse_vector_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: vector
      integer(c_int64_t), value :: size
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: indices
      type(c_ptr), value :: values
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_sparse_vector_create
    end function filigree_sparse_vector_create

    !> filigree_sparse_vector_create for arrays that nothing may write.
    function filigree_const_sparse_vector_create(vector, size, nnz, indices, values, index_type, &
        base, scalar_type) bind(c, name="filigree_const_sparse_vector_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: vector
      integer(c_int64_t), value :: size
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: indices
      type(c_ptr), value :: values
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_const_sparse_vector_create
    end function filigree_const_sparse_vector_create

    !> Ends a description; the arrays stay.
    function filigree_sparse_vector_destroy(vector) bind(c, name="filigree_sparse_vector_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: vector
      integer(c_int) :: filigree_sparse_vector_destroy
    end function filigree_sparse_vector_destroy

    !> All of a sparse vector.
    function filigree_sparse_vector_get(vector, size, nnz, indices, values, index_type, base, &
        scalar_type) bind(c, name="filigree_sparse_vector_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: vector
      integer(c_int64_t), intent(inout) :: size
      integer(c_int64_t), intent(inout) :: nnz
      type(c_ptr), intent(inout) :: indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: index_type
      integer(c_int), intent(inout) :: base
      integer(c_int), intent(inout) :: scalar_type
      integer(c_int) :: filigree_sparse_vector_get
    end function filigree_sparse_vector_get

    !> All of a sparse vector that nothing may write.
    function filigree_const_sparse_vector_get(vector, size, nnz, indices, values, index_type, &
        base, scalar_type) bind(c, name="filigree_const_sparse_vector_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: vector
      integer(c_int64_t), intent(inout) :: size
      integer(c_int64_t), intent(inout) :: nnz
      type(c_ptr), intent(inout) :: indices
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: index_type
      integer(c_int), intent(inout) :: base
      integer(c_int), intent(inout) :: scalar_type
      integer(c_int) :: filigree_const_sparse_vector_get
    end function filigree_const_sparse_vector_get

    !> Other values for a vector of the same indices.
    function filigree_sparse_vector_set_values(vector, values) bind(c, &
        name="filigree_sparse_vector_set_values")
      import :: c_int, c_ptr
      type(c_ptr), value :: vector
      type(c_ptr), value :: values
      integer(c_int) :: filigree_sparse_vector_set_values
    end function filigree_sparse_vector_set_values

    ! --- Dense matrices

    !> Describes a dense matrix in an array that stays the caller's.
    function filigree_dense_matrix_create(matrix, num_rows, num_cols, leading_dimension, values, &
        scalar_type, layout) bind(c, name="filigree_dense_matrix_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: leading_dimension
      type(c_ptr), value :: values
      integer(c_int), value :: scalar_type
      integer(c_int), value :: layout
      integer(c_int) :: filigree_dense_matrix_create
    end function filigree_dense_matrix_create

    !> filigree_dense_matrix_create for an array that nothing may write.
    function filigree_const_dense_matrix_create(matrix, num_rows, num_cols, leading_dimension, &
        values, scalar_type, layout) bind(c, name="filigree_const_dense_matrix_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: matrix
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_cols
      integer(c_int64_t), value :: leading_dimension
      type(c_ptr), value :: values
      integer(c_int), value :: scalar_type
      integer(c_int), value :: layout
      integer(c_int) :: filigree_const_dense_matrix_create
    end function filigree_const_dense_matrix_create

    !> Ends a description; the array stays.
    function filigree_dense_matrix_destroy(matrix) bind(c, name="filigree_dense_matrix_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int) :: filigree_dense_matrix_destroy
    end function filigree_dense_matrix_destroy

    !> All of a dense matrix.
    function filigree_dense_matrix_get(matrix, num_rows, num_cols, leading_dimension, values, &
        scalar_type, layout) bind(c, name="filigree_dense_matrix_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: num_rows
      integer(c_int64_t), intent(inout) :: num_cols
      integer(c_int64_t), intent(inout) :: leading_dimension
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: scalar_type
      integer(c_int), intent(inout) :: layout
      integer(c_int) :: filigree_dense_matrix_get
    end function filigree_dense_matrix_get

    !> All of a dense matrix that nothing may write.
    function filigree_const_dense_matrix_get(matrix, num_rows, num_cols, leading_dimension, &
        values, scalar_type, layout) bind(c, name="filigree_const_dense_matrix_get")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: matrix
      integer(c_int64_t), intent(inout) :: num_rows
      integer(c_int64_t), intent(inout) :: num_cols
      integer(c_int64_t), intent(inout) :: leading_dimension
      type(c_ptr), intent(inout) :: values
      integer(c_int), intent(inout) :: scalar_type
      integer(c_int), intent(inout) :: layout
      integer(c_int) :: filigree_const_dense_matrix_get
    end function filigree_const_dense_matrix_get

    !> Another array for a dense matrix of the same sizes and type.
    function filigree_dense_matrix_set_values(matrix, values) bind(c, &
        name="filigree_dense_matrix_set_values")
      import :: c_int, c_ptr
      type(c_ptr), value :: matrix
      type(c_ptr), value :: values
      integer(c_int) :: filigree_dense_matrix_set_values
    end function filigree_dense_matrix_set_values

    ! --- Sparse matrix times vector

    !> The workspace that filigree_spmv makes use of, after the checks that it would make. No
    !> product has use for one today.
    function filigree_spmv_workspace_bytes(handle, op, A, x, y, algorithm, bytes) bind(c, &
        name="filigree_spmv_workspace_bytes")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      integer(c_int), value :: op
      type(c_ptr), value :: A
      type(c_ptr), value :: x
      type(c_ptr), value :: y
      integer(c_int), value :: algorithm
      integer(c_size_t), intent(inout) :: bytes
      integer(c_int) :: filigree_spmv_workspace_bytes
    end function filigree_spmv_workspace_bytes

    !> y = alpha op(A) x + beta y. Where beta is 0, y is not read; where alpha is 0, nothing of A
    !> and x reaches y.
    function filigree_spmv(handle, op, alpha, A, x, beta, y, algorithm, workspace, &
        workspace_bytes) bind(c, name="filigree_spmv")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      integer(c_int), value :: op
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: x
      type(c_ptr), value :: beta
      type(c_ptr), value :: y
      integer(c_int), value :: algorithm
      type(c_ptr), value :: workspace
      integer(c_size_t), value :: workspace_bytes
      integer(c_int) :: filigree_spmv
    end function filigree_spmv

    !> Prepares products with op(A). Reads the pattern, not the values; waits for the device.
    function filigree_spmv_plan_create(handle, plan, op, A) bind(c, &
        name="filigree_spmv_plan_create")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: plan
      integer(c_int), value :: op
      type(c_ptr), value :: A
      integer(c_int) :: filigree_spmv_plan_create
    end function filigree_spmv_plan_create

    !> Ends a plan.
    function filigree_spmv_plan_destroy(plan) bind(c, name="filigree_spmv_plan_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: plan
      integer(c_int) :: filigree_spmv_plan_destroy
    end function filigree_spmv_plan_destroy

    !> The workspace with which the plan's products allocate nothing.
    function filigree_spmv_plan_get_workspace_bytes(plan, bytes) bind(c, &
        name="filigree_spmv_plan_get_workspace_bytes")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: plan
      integer(c_size_t), intent(inout) :: bytes
      integer(c_int) :: filigree_spmv_plan_get_workspace_bytes
    end function filigree_spmv_plan_get_workspace_bytes

    !> y = alpha op(A) x + beta y by a plan: bitwise repeatable; waits for nothing.
    function filigree_spmv_plan_run(handle, plan, alpha, A, x, beta, y, workspace, &
        workspace_bytes) bind(c, name="filigree_spmv_plan_run")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: x
      type(c_ptr), value :: beta
      type(c_ptr), value :: y
      type(c_ptr), value :: workspace
      integer(c_size_t), value :: workspace_bytes
      integer(c_int) :: filigree_spmv_plan_run
    end function filigree_spmv_plan_run

    ! --- Sparse matrix times dense matrix

    !> The workspace that filigree_spmm makes use of, after the checks that it would make. No
    !> product has use for one today.
    function filigree_spmm_workspace_bytes(handle, op_a, op_b, A, B, C, algorithm, bytes) bind(c, &
        name="filigree_spmm_workspace_bytes")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      integer(c_int), value :: op_a
      integer(c_int), value :: op_b
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: C
      integer(c_int), value :: algorithm
      integer(c_size_t), intent(inout) :: bytes
      integer(c_int) :: filigree_spmm_workspace_bytes
    end function filigree_spmm_workspace_bytes

    !> C = alpha op(A) op(B) + beta C. Where beta is 0, C is not read; where alpha is 0, nothing
    !> of A and B reaches C.
    function filigree_spmm(handle, op_a, op_b, alpha, A, B, beta, C, algorithm, workspace, &
        workspace_bytes) bind(c, name="filigree_spmm")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      integer(c_int), value :: op_a
      integer(c_int), value :: op_b
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: algorithm
      type(c_ptr), value :: workspace
      integer(c_size_t), value :: workspace_bytes
      integer(c_int) :: filigree_spmm
    end function filigree_spmm

    !> Prepares products with op(A). Reads the pattern, not the values; waits for the device.
    function filigree_spmm_plan_create(handle, plan, op_a, A) bind(c, &
        name="filigree_spmm_plan_create")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: plan
      integer(c_int), value :: op_a
      type(c_ptr), value :: A
      integer(c_int) :: filigree_spmm_plan_create
    end function filigree_spmm_plan_create

    !> Ends a plan.
    function filigree_spmm_plan_destroy(plan) bind(c, name="filigree_spmm_plan_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: plan
      integer(c_int) :: filigree_spmm_plan_destroy
    end function filigree_spmm_plan_destroy

    !> The workspace with which the plan's products allocate nothing.
    function filigree_spmm_plan_get_workspace_bytes(plan, num_cols, bytes) bind(c, &
        name="filigree_spmm_plan_get_workspace_bytes")
      import :: c_int, c_int64_t, c_ptr, c_size_t
      type(c_ptr), value :: plan
      integer(c_int64_t), value :: num_cols
      integer(c_size_t), intent(inout) :: bytes
      integer(c_int) :: filigree_spmm_plan_get_workspace_bytes
    end function filigree_spmm_plan_get_workspace_bytes

    !> C = alpha op(A) op(B) + beta C by a plan: bitwise repeatable; waits for nothing.
    function filigree_spmm_plan_run(handle, plan, op_b, alpha, A, B, beta, C, workspace, &
        workspace_bytes) bind(c, name="filigree_spmm_plan_run")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      integer(c_int), value :: op_b
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: beta
      type(c_ptr), value :: C
      type(c_ptr), value :: workspace
      integer(c_size_t), value :: workspace_bytes
      integer(c_int) :: filigree_spmm_plan_run
    end function filigree_spmm_plan_run

    ! --- Triangular solves

    !> op(A) X = alpha B for X in one call: makes a plan and waits for the result. Where a pivot
    !> is zero and `zero_pivot` is FILIGREE_ZERO_PIVOT_REPORT, it returns
    !> FILIGREE_STATUS_ZERO_PIVOT after X was written.
    function filigree_triangular_solve(handle, op, alpha, A, B, X, fill, diagonal, zero_pivot, &
        pivot_substitute) bind(c, name="filigree_triangular_solve")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: op
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: X
      integer(c_int), value :: fill
      integer(c_int), value :: diagonal
      integer(c_int), value :: zero_pivot
      real(c_double), value :: pivot_substitute
      integer(c_int) :: filigree_triangular_solve
    end function filigree_triangular_solve

    !> Prepares solves with op(A), of any number of right-hand sides. Reads the pattern, not the
    !> values; waits for the device. A pivot that is not stored is FILIGREE_STATUS_ZERO_PIVOT
    !> where `zero_pivot` is FILIGREE_ZERO_PIVOT_REPORT.
    function filigree_triangular_solve_plan_create(handle, plan, op, A, fill, diagonal, &
        zero_pivot, pivot_substitute) bind(c, name="filigree_triangular_solve_plan_create")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: plan
      integer(c_int), value :: op
      type(c_ptr), value :: A
      integer(c_int), value :: fill
      integer(c_int), value :: diagonal
      integer(c_int), value :: zero_pivot
      real(c_double), value :: pivot_substitute
      integer(c_int) :: filigree_triangular_solve_plan_create
    end function filigree_triangular_solve_plan_create

    !> Ends a plan.
    function filigree_triangular_solve_plan_destroy(plan) bind(c, &
        name="filigree_triangular_solve_plan_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: plan
      integer(c_int) :: filigree_triangular_solve_plan_destroy
    end function filigree_triangular_solve_plan_destroy

    !> The workspace with which the plan's solves allocate nothing.
    function filigree_triangular_solve_plan_get_workspace_bytes(plan, X, bytes) bind(c, &
        name="filigree_triangular_solve_plan_get_workspace_bytes")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: plan
      type(c_ptr), value :: X
      integer(c_size_t), intent(inout) :: bytes
      integer(c_int) :: filigree_triangular_solve_plan_get_workspace_bytes
    end function filigree_triangular_solve_plan_get_workspace_bytes

    !> The first row whose pivot is not stored.
    function filigree_triangular_solve_plan_get_missing_pivot(plan, row) bind(c, &
        name="filigree_triangular_solve_plan_get_missing_pivot")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout) :: row
      integer(c_int) :: filigree_triangular_solve_plan_get_missing_pivot
    end function filigree_triangular_solve_plan_get_missing_pivot

    !> op(A) X = alpha op(B) for X by a plan: bitwise repeatable; waits for nothing.
    function filigree_triangular_solve_plan_run(handle, plan, op_b, alpha, A, B, X, &
        pivot_position, workspace, workspace_bytes) bind(c, &
        name="filigree_triangular_solve_plan_run")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      integer(c_int), value :: op_b
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: X
      type(c_ptr), value :: pivot_position
      type(c_ptr), value :: workspace
      integer(c_size_t), value :: workspace_bytes
      integer(c_int) :: filigree_triangular_solve_plan_run
    end function filigree_triangular_solve_plan_run

    ! --- Sparse matrix times sparse matrix

    !> Finds the pattern of C = alpha op(A) op(B) + beta D. Reads patterns, not values; waits for
    !> the device. CSR matrices whose indices have one type; C's indices have it too, and C's
    !> index base is that of A.
    function filigree_spgemm_plan_create(handle, plan, op_a, op_b, A, B, D, offset_type, &
        memory_limit_bytes) bind(c, name="filigree_spgemm_plan_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: plan
      integer(c_int), value :: op_a
      integer(c_int), value :: op_b
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: D
      integer(c_int), value :: offset_type
      integer(c_int64_t), value :: memory_limit_bytes
      integer(c_int) :: filigree_spgemm_plan_create
    end function filigree_spgemm_plan_create

    !> Ends a plan.
    function filigree_spgemm_plan_destroy(plan) bind(c, name="filigree_spgemm_plan_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: plan
      integer(c_int) :: filigree_spgemm_plan_destroy
    end function filigree_spgemm_plan_destroy

    !> The size of C.
    function filigree_spgemm_plan_get_size(plan, num_rows, num_cols, nnz) bind(c, &
        name="filigree_spgemm_plan_get_size")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout) :: num_rows
      integer(c_int64_t), intent(inout) :: num_cols
      integer(c_int64_t), intent(inout) :: nnz
      integer(c_int) :: filigree_spgemm_plan_get_size
    end function filigree_spgemm_plan_get_size

    !> The workspace with which the plan's products allocate nothing.
    function filigree_spgemm_plan_get_workspace_bytes(plan, bytes) bind(c, &
        name="filigree_spgemm_plan_get_workspace_bytes")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: plan
      integer(c_size_t), intent(inout) :: bytes
      integer(c_int) :: filigree_spgemm_plan_get_workspace_bytes
    end function filigree_spgemm_plan_get_workspace_bytes

    !> Writes C's row offsets and columns, which are sorted and name no column twice. In stream
    !> order.
    function filigree_spgemm_plan_get_pattern(handle, plan, C) bind(c, &
        name="filigree_spgemm_plan_get_pattern")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), value :: C
      integer(c_int) :: filigree_spgemm_plan_get_pattern
    end function filigree_spgemm_plan_get_pattern

    !> A result with arrays of its own, which end with it, and the plan's pattern; its values are
    !> there after filigree_spgemm_plan_run. Waits.
    function filigree_spgemm_plan_make_result(handle, plan, C) bind(c, &
        name="filigree_spgemm_plan_make_result")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), intent(inout) :: C
      integer(c_int) :: filigree_spgemm_plan_make_result
    end function filigree_spgemm_plan_make_result

    !> The values of C = alpha op(A) op(B) + beta D by a plan: bitwise repeatable; waits for
    !> nothing. Where alpha is 0, nothing of A and B reaches C; where beta is 0, nothing of D.
    function filigree_spgemm_plan_run(handle, plan, alpha, A, B, beta, D, C, workspace, &
        workspace_bytes) bind(c, name="filigree_spgemm_plan_run")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: beta
      type(c_ptr), value :: D
      type(c_ptr), value :: C
      type(c_ptr), value :: workspace
      integer(c_size_t), value :: workspace_bytes
      integer(c_int) :: filigree_spgemm_plan_run
    end function filigree_spgemm_plan_run

    ! --- Sums of sparse matrices

    !> Finds the pattern of C = alpha op(A) + beta op(B). Reads patterns, not values; waits for
    !> the device. CSR and CSC matrices; C is CSR with the wider of their indices and A's index
    !> base.
    function filigree_geam_plan_create(handle, plan, op_a, A, op_b, B, offset_type) bind(c, &
        name="filigree_geam_plan_create")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: plan
      integer(c_int), value :: op_a
      type(c_ptr), value :: A
      integer(c_int), value :: op_b
      type(c_ptr), value :: B
      integer(c_int), value :: offset_type
      integer(c_int) :: filigree_geam_plan_create
    end function filigree_geam_plan_create

    !> Ends a plan.
    function filigree_geam_plan_destroy(plan) bind(c, name="filigree_geam_plan_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: plan
      integer(c_int) :: filigree_geam_plan_destroy
    end function filigree_geam_plan_destroy

    !> The size of C.
    function filigree_geam_plan_get_size(plan, num_rows, num_cols, nnz) bind(c, &
        name="filigree_geam_plan_get_size")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout) :: num_rows
      integer(c_int64_t), intent(inout) :: num_cols
      integer(c_int64_t), intent(inout) :: nnz
      integer(c_int) :: filigree_geam_plan_get_size
    end function filigree_geam_plan_get_size

    !> Writes C's row offsets and columns, which are sorted and name no column twice. In stream
    !> order.
    function filigree_geam_plan_get_pattern(handle, plan, C) bind(c, &
        name="filigree_geam_plan_get_pattern")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), value :: C
      integer(c_int) :: filigree_geam_plan_get_pattern
    end function filigree_geam_plan_get_pattern

    !> A result with arrays of its own, which end with it, and the plan's pattern; its values are
    !> there after filigree_geam_plan_run. Waits.
    function filigree_geam_plan_make_result(handle, plan, C) bind(c, &
        name="filigree_geam_plan_make_result")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), intent(inout) :: C
      integer(c_int) :: filigree_geam_plan_make_result
    end function filigree_geam_plan_make_result

    !> The values of C = alpha op(A) + beta op(B) by a plan: bitwise repeatable; allocates nothing
    !> and waits for nothing. Where alpha is 0, A's values are not read; where beta is 0, B's are
    !> not.
    function filigree_geam_plan_run(handle, plan, alpha, A, beta, B, C) bind(c, &
        name="filigree_geam_plan_run")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: beta
      type(c_ptr), value :: B
      type(c_ptr), value :: C
      integer(c_int) :: filigree_geam_plan_run
    end function filigree_geam_plan_run

    ! --- Conversions

    !> Writes A in another of the formats CSR, CSC and COO, into the arrays of B. CSR to CSC is
    !> what a transpose takes. Entries stay as many as they are, also those that are stored more
    !> than once; compressed results are sorted. From COO it waits.
    function filigree_convert(handle, A, B) bind(c, name="filigree_convert")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      integer(c_int) :: filigree_convert
    end function filigree_convert

    !> Writes A into a dense matrix, zeros where it has no entry. Waits where A's attributes do
    !> not say that no entry is stored twice, and refuses a matrix with such entries.
    function filigree_sparse_to_dense(handle, A, B) bind(c, name="filigree_sparse_to_dense")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      integer(c_int) :: filigree_sparse_to_dense
    end function filigree_sparse_to_dense

    !> Finds the entries of a dense matrix that are not zero. Waits for the device.
    function filigree_dense_to_sparse_plan_create(handle, plan, A, format, offset_type, &
        index_type, base) bind(c, name="filigree_dense_to_sparse_plan_create")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: plan
      type(c_ptr), value :: A
      integer(c_int), value :: format
      integer(c_int), value :: offset_type
      integer(c_int), value :: index_type
      integer(c_int), value :: base
      integer(c_int) :: filigree_dense_to_sparse_plan_create
    end function filigree_dense_to_sparse_plan_create

    !> Ends a plan.
    function filigree_dense_to_sparse_plan_destroy(plan) bind(c, &
        name="filigree_dense_to_sparse_plan_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: plan
      integer(c_int) :: filigree_dense_to_sparse_plan_destroy
    end function filigree_dense_to_sparse_plan_destroy

    !> The size of the result.
    function filigree_dense_to_sparse_plan_get_size(plan, num_rows, num_cols, nnz) bind(c, &
        name="filigree_dense_to_sparse_plan_get_size")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout) :: num_rows
      integer(c_int64_t), intent(inout) :: num_cols
      integer(c_int64_t), intent(inout) :: nnz
      integer(c_int) :: filigree_dense_to_sparse_plan_get_size
    end function filigree_dense_to_sparse_plan_get_size

    !> Writes the result's indices, and offsets where it has them. In stream order.
    function filigree_dense_to_sparse_plan_get_pattern(handle, plan, C) bind(c, &
        name="filigree_dense_to_sparse_plan_get_pattern")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), value :: C
      integer(c_int) :: filigree_dense_to_sparse_plan_get_pattern
    end function filigree_dense_to_sparse_plan_get_pattern

    !> A result with arrays of its own, which end with it, and the plan's pattern; its values are
    !> there after filigree_dense_to_sparse_plan_run. Waits.
    function filigree_dense_to_sparse_plan_make_result(handle, plan, C) bind(c, &
        name="filigree_dense_to_sparse_plan_make_result")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), intent(inout) :: C
      integer(c_int) :: filigree_dense_to_sparse_plan_make_result
    end function filigree_dense_to_sparse_plan_make_result

    !> Writes the result's values: those that stand in A at the plan's places, whatever they are
    !> now. Waits for nothing.
    function filigree_dense_to_sparse_plan_run(handle, plan, A, C) bind(c, &
        name="filigree_dense_to_sparse_plan_run")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), value :: A
      type(c_ptr), value :: C
      integer(c_int) :: filigree_dense_to_sparse_plan_run
    end function filigree_dense_to_sparse_plan_run

    ! --- Sampled dense times dense matrix

    !> C = alpha (op(A) op(B)) o spy(C) + beta C: of the product of two dense matrices the entries
    !> that C stores. Where beta is 0, C's values are not read; where alpha is 0, nothing of A and
    !> B reaches C. Bitwise repeatable; allocates nothing and waits for nothing.
    function filigree_sddmm(handle, op_a, op_b, alpha, A, B, beta, C) bind(c, &
        name="filigree_sddmm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: op_a
      integer(c_int), value :: op_b
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: beta
      type(c_ptr), value :: C
      integer(c_int) :: filigree_sddmm
    end function filigree_sddmm

    !> Prepares products for the pattern of C. Reads the pattern, not the values; on a device it
    !> waits.
    function filigree_sddmm_plan_create(handle, plan, C) bind(c, &
        name="filigree_sddmm_plan_create")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: plan
      type(c_ptr), value :: C
      integer(c_int) :: filigree_sddmm_plan_create
    end function filigree_sddmm_plan_create

    !> Ends a plan.
    function filigree_sddmm_plan_destroy(plan) bind(c, name="filigree_sddmm_plan_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: plan
      integer(c_int) :: filigree_sddmm_plan_destroy
    end function filigree_sddmm_plan_destroy

    !> The workspace with which the plan's products allocate nothing.
    function filigree_sddmm_plan_get_workspace_bytes(plan, inner, bytes) bind(c, &
        name="filigree_sddmm_plan_get_workspace_bytes")
      import :: c_int, c_int64_t, c_ptr, c_size_t
      type(c_ptr), value :: plan
      integer(c_int64_t), value :: inner
      integer(c_size_t), intent(inout) :: bytes
      integer(c_int) :: filigree_sddmm_plan_get_workspace_bytes
    end function filigree_sddmm_plan_get_workspace_bytes

    !> C = alpha (op(A) op(B)) o spy(C) + beta C by a plan: bitwise repeatable; waits for nothing.
    function filigree_sddmm_plan_run(handle, plan, op_a, op_b, alpha, A, B, beta, C, workspace, &
        workspace_bytes) bind(c, name="filigree_sddmm_plan_run")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      integer(c_int), value :: op_a
      integer(c_int), value :: op_b
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: beta
      type(c_ptr), value :: C
      type(c_ptr), value :: workspace
      integer(c_size_t), value :: workspace_bytes
      integer(c_int) :: filigree_sddmm_plan_run
    end function filigree_sddmm_plan_run

    ! --- Incomplete factorizations

    !> Prepares ILU(0) or IC(0). Reads the pattern, not the values; waits for the device. An entry
    !> of the diagonal that is not stored is FILIGREE_STATUS_ZERO_PIVOT.
    function filigree_incomplete_factor_plan_create(handle, plan, kind, A, pivot_tolerance, &
        pivot_boost) bind(c, name="filigree_incomplete_factor_plan_create")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: plan
      integer(c_int), value :: kind
      type(c_ptr), value :: A
      real(c_double), value :: pivot_tolerance
      type(c_ptr), value :: pivot_boost
      integer(c_int) :: filigree_incomplete_factor_plan_create
    end function filigree_incomplete_factor_plan_create

    !> Ends a plan.
    function filigree_incomplete_factor_plan_destroy(plan) bind(c, &
        name="filigree_incomplete_factor_plan_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: plan
      integer(c_int) :: filigree_incomplete_factor_plan_destroy
    end function filigree_incomplete_factor_plan_destroy

    !> The workspace with which the plan's factorizations allocate nothing.
    function filigree_incomplete_factor_plan_get_workspace_bytes(plan, bytes) bind(c, &
        name="filigree_incomplete_factor_plan_get_workspace_bytes")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: plan
      integer(c_size_t), intent(inout) :: bytes
      integer(c_int) :: filigree_incomplete_factor_plan_get_workspace_bytes
    end function filigree_incomplete_factor_plan_get_workspace_bytes

    !> Writes the factors by a plan: bitwise repeatable; waits for nothing.
    !> filigree_triangular_solve_plan_create takes them as they are, once for each triangle.
    function filigree_incomplete_factor_plan_run(handle, plan, A, factors, pivot_position, &
        workspace, workspace_bytes) bind(c, name="filigree_incomplete_factor_plan_run")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), value :: A
      type(c_ptr), value :: factors
      type(c_ptr), value :: pivot_position
      type(c_ptr), value :: workspace
      integer(c_size_t), value :: workspace_bytes
      integer(c_int) :: filigree_incomplete_factor_plan_run
    end function filigree_incomplete_factor_plan_run

    !> A with zeros stored wherever the elimination fills in at a level up to k, in arrays of the
    !> library's: the factors of filigree_incomplete_factor_plan_run in its pattern are ILU(k) or
    !> IC(k) of A. Works on one thread of the host, and waits.
    function filigree_iluk_pattern(handle, A, level, B) bind(c, name="filigree_iluk_pattern")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: A
      integer(c_int64_t), value :: level
      type(c_ptr), intent(inout) :: B
      integer(c_int) :: filigree_iluk_pattern
    end function filigree_iluk_pattern

    !> ILUT(p, tau): L U is about A, and what a row keeps is decided by the size of its entries.
    !> Both factors as one CSR matrix in arrays of the library's, for
    !> filigree_triangular_solve_plan_create, once for each triangle, L with a diagonal of ones.
    !> Works on one thread of the host, and waits.
    function filigree_ilut(handle, A, tolerance, fill, pivot_tolerance, pivot_boost, factors, &
        first_zero_pivot) bind(c, name="filigree_ilut")
      import :: c_double, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: A
      real(c_double), value :: tolerance
      integer(c_int64_t), value :: fill
      real(c_double), value :: pivot_tolerance
      type(c_ptr), value :: pivot_boost
      type(c_ptr), intent(inout) :: factors
      integer(c_int64_t), intent(inout) :: first_zero_pivot
      integer(c_int) :: filigree_ilut
    end function filigree_ilut

    ! --- Gauss-Seidel

    !> Prepares sweeps of Gauss-Seidel or SOR by colours of the rows. Reads the pattern, not the
    !> values; waits for the device.
    function filigree_gauss_seidel_plan_create(handle, plan, A) bind(c, &
        name="filigree_gauss_seidel_plan_create")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: plan
      type(c_ptr), value :: A
      integer(c_int) :: filigree_gauss_seidel_plan_create
    end function filigree_gauss_seidel_plan_create

    !> Ends a plan.
    function filigree_gauss_seidel_plan_destroy(plan) bind(c, &
        name="filigree_gauss_seidel_plan_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: plan
      integer(c_int) :: filigree_gauss_seidel_plan_destroy
    end function filigree_gauss_seidel_plan_destroy

    !> The colours: as many kernels run one after the other in a sweep.
    function filigree_gauss_seidel_plan_get_num_colors(plan, num_colors) bind(c, &
        name="filigree_gauss_seidel_plan_get_num_colors")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout) :: num_colors
      integer(c_int) :: filigree_gauss_seidel_plan_get_num_colors
    end function filigree_gauss_seidel_plan_get_num_colors

    !> Relaxes X for A X = B, a right-hand side and its solution a column: bitwise repeatable;
    !> allocates nothing and waits for nothing. A row whose diagonal is zero or not stored keeps
    !> its X.
    function filigree_gauss_seidel_plan_run(handle, plan, A, B, X, direction, omega, count, &
        from_zero, pivot_position) bind(c, name="filigree_gauss_seidel_plan_run")
      import :: c_double, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: X
      integer(c_int), value :: direction
      real(c_double), value :: omega
      integer(c_int64_t), value :: count
      integer(c_int), value :: from_zero
      type(c_ptr), value :: pivot_position
      integer(c_int) :: filigree_gauss_seidel_plan_run
    end function filigree_gauss_seidel_plan_run

    ! --- Colours and orders of rows

    !> Colours the rows of a matrix so that no two that an entry joins get the same colour.
    !> Depends on the pattern only; waits.
    function filigree_color_graph(handle, A, distance, colors, num_colors) bind(c, &
        name="filigree_color_graph")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: A
      integer(c_int), value :: distance
      type(c_ptr), value :: colors
      integer(c_int64_t), intent(inout) :: num_colors
      integer(c_int) :: filigree_color_graph
    end function filigree_color_graph

    !> The reverse Cuthill-McKee order of the rows of a matrix, which brings those that entries
    !> join close to each other. Depends on the pattern only; works on the host, and waits.
    function filigree_reverse_cuthill_mckee(handle, A, order) bind(c, &
        name="filigree_reverse_cuthill_mckee")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: A
      type(c_ptr), value :: order
      integer(c_int) :: filigree_reverse_cuthill_mckee
    end function filigree_reverse_cuthill_mckee

    !> The rows and columns of A in an order, with arrays of the library's; its rows are sorted.
    !> Waits.
    function filigree_reorder(handle, A, order, B) bind(c, name="filigree_reorder")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: A
      type(c_ptr), value :: order
      type(c_ptr), intent(inout) :: B
      integer(c_int) :: filigree_reorder
    end function filigree_reorder

    ! --- Banded systems

    !> Describes tridiagonal or pentadiagonal systems of one size. Each diagonal has an entry for
    !> every row, that of row i of system s at i * row_stride + s * system_stride.
    function filigree_banded_matrix_create(A, num_rows, num_systems, num_diagonals, diagonals, &
        row_stride, system_stride, scalar_type) bind(c, name="filigree_banded_matrix_create")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: A
      integer(c_int64_t), value :: num_rows
      integer(c_int64_t), value :: num_systems
      integer(c_int), value :: num_diagonals
      type(c_ptr), value :: diagonals
      integer(c_int64_t), value :: row_stride
      integer(c_int64_t), value :: system_stride
      integer(c_int), value :: scalar_type
      integer(c_int) :: filigree_banded_matrix_create
    end function filigree_banded_matrix_create

    !> Ends a description. The arrays stay.
    function filigree_banded_matrix_destroy(A) bind(c, name="filigree_banded_matrix_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: A
      integer(c_int) :: filigree_banded_matrix_destroy
    end function filigree_banded_matrix_destroy

    !> Other arrays, laid out in the same way.
    function filigree_banded_matrix_set_diagonals(A, diagonals) bind(c, &
        name="filigree_banded_matrix_set_diagonals")
      import :: c_int, c_ptr
      type(c_ptr), value :: A
      type(c_ptr), value :: diagonals
      integer(c_int) :: filigree_banded_matrix_set_diagonals
    end function filigree_banded_matrix_set_diagonals

    !> op(A) X = B in one call. Where a system has no pivot, its X is unspecified; the others are
    !> right.
    function filigree_banded_solve(handle, op, A, B, X, pivoting, periodic, pivot_positions) &
        bind(c, name="filigree_banded_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: op
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: X
      integer(c_int), value :: pivoting
      integer(c_int), value :: periodic
      type(c_ptr), value :: pivot_positions
      integer(c_int) :: filigree_banded_solve
    end function filigree_banded_solve

    !> Prepares solves of systems of these sizes and strides. Reads none of their entries, and no
    !> array has to be there yet.
    function filigree_banded_solve_plan_create(handle, plan, op, A, B, X, pivoting, periodic) &
        bind(c, name="filigree_banded_solve_plan_create")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(inout) :: plan
      integer(c_int), value :: op
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: X
      integer(c_int), value :: pivoting
      integer(c_int), value :: periodic
      integer(c_int) :: filigree_banded_solve_plan_create
    end function filigree_banded_solve_plan_create

    !> Ends a plan.
    function filigree_banded_solve_plan_destroy(plan) bind(c, &
        name="filigree_banded_solve_plan_destroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: plan
      integer(c_int) :: filigree_banded_solve_plan_destroy
    end function filigree_banded_solve_plan_destroy

    !> The workspace with which the plan's solves allocate nothing.
    function filigree_banded_solve_plan_get_workspace_bytes(plan, bytes) bind(c, &
        name="filigree_banded_solve_plan_get_workspace_bytes")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: plan
      integer(c_size_t), intent(inout) :: bytes
      integer(c_int) :: filigree_banded_solve_plan_get_workspace_bytes
    end function filigree_banded_solve_plan_get_workspace_bytes

    !> op(A) X = B by a plan: bitwise repeatable; waits for nothing.
    function filigree_banded_solve_plan_run(handle, plan, A, B, X, pivot_positions, workspace, &
        workspace_bytes) bind(c, name="filigree_banded_solve_plan_run")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: handle
      type(c_ptr), value :: plan
      type(c_ptr), value :: A
      type(c_ptr), value :: B
      type(c_ptr), value :: X
      type(c_ptr), value :: pivot_positions
      type(c_ptr), value :: workspace
      integer(c_size_t), value :: workspace_bytes
      integer(c_int) :: filigree_banded_solve_plan_run
    end function filigree_banded_solve_plan_run

    ! --- Sparse and dense vectors

    !> y = alpha x + beta y. Where beta is 0, y is not read; where alpha is 0, x's values are not.
    function filigree_axpby(handle, alpha, x, beta, y) bind(c, name="filigree_axpby")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: alpha
      type(c_ptr), value :: x
      type(c_ptr), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: filigree_axpby
    end function filigree_axpby

    !> The entries of y at x's indices become x's values.
    function filigree_gather(handle, y, x) bind(c, name="filigree_gather")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: y
      type(c_ptr), value :: x
      integer(c_int) :: filigree_gather
    end function filigree_gather

    !> x's values become the entries of y at its indices; the others stay.
    function filigree_scatter(handle, x, y) bind(c, name="filigree_scatter")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: x
      type(c_ptr), value :: y
      integer(c_int) :: filigree_scatter
    end function filigree_scatter

    !> Givens rotation: where x has entries, x and y become c x + s y and c y - s x. Indices must
    !> be distinct.
    function filigree_rotate(handle, c, s, x, y) bind(c, name="filigree_rotate")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: c
      type(c_ptr), value :: s
      type(c_ptr), value :: x
      type(c_ptr), value :: y
      integer(c_int) :: filigree_rotate
    end function filigree_rotate

    !> The sum of op(x's values) times the entries of y at its indices, in the target's memory.
    function filigree_spvv(handle, op, x, y, result_type, result) bind(c, name="filigree_spvv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: op
      type(c_ptr), value :: x
      type(c_ptr), value :: y
      integer(c_int), value :: result_type
      type(c_ptr), value :: result
      integer(c_int) :: filigree_spvv
    end function filigree_spvv

    !> y = alpha op(A) x + beta y for a dense A. Where beta is 0, y is not read; where alpha is 0,
    !> nothing of A and x reaches y. Bitwise repeatable; allocates nothing and waits for nothing.
    function filigree_gemvi(handle, op, alpha, A, x, beta, y) bind(c, name="filigree_gemvi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: op
      type(c_ptr), value :: alpha
      type(c_ptr), value :: A
      type(c_ptr), value :: x
      type(c_ptr), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: filigree_gemvi
    end function filigree_gemvi

  end interface

end module filigree_c
