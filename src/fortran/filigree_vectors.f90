! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! filigree_vectors.f90 is made by src/fortran/generate.py of filigree_vectors.f90.in.

!> Sparse vectors, alone, with dense vectors and with dense matrices. Programs use module filigree.
module filigree_vectors
  use filigree_arrays
  implicit none

  !> A vector of which some entries are stored, in arrays that stay the caller's.
  type, extends(library_object) :: sparse_vector
  contains
    procedure :: length => sparse_length
    procedure :: nnz => sparse_nnz
    procedure :: scalar_type => sparse_scalar_type
    procedure, private :: sparse_create_address
    generic :: create => sparse_create_address
    procedure, private :: sparse_create_sp_i32
    generic :: create => sparse_create_sp_i32
    procedure, private :: sparse_create_sp_i64
    generic :: create => sparse_create_sp_i64
    procedure, private :: sparse_create_dp_i32
    generic :: create => sparse_create_dp_i32
    procedure, private :: sparse_create_dp_i64
    generic :: create => sparse_create_dp_i64
    procedure, private :: sparse_create_csp_i32
    generic :: create => sparse_create_csp_i32
    procedure, private :: sparse_create_csp_i64
    generic :: create => sparse_create_csp_i64
    procedure, private :: sparse_create_cdp_i32
    generic :: create => sparse_create_cdp_i32
    procedure, private :: sparse_create_cdp_i64
    generic :: create => sparse_create_cdp_i64
    procedure, private :: axpby_object, gather_object, scatter_object, rotate_object, dot_object, &
        gemv_object
    generic :: axpby => axpby_object
    generic :: gather => gather_object
    generic :: scatter => scatter_object
    generic :: rotate => rotate_object
    generic :: dot => dot_object
    generic :: gemv => gemv_object
    procedure, private :: axpby_sp, gather_sp, scatter_sp, rotate_sp, dot_sp, gemv_sp
    generic :: axpby => axpby_sp
    generic :: gather => gather_sp
    generic :: scatter => scatter_sp
    generic :: rotate => rotate_sp
    generic :: dot => dot_sp
    generic :: gemv => gemv_sp
    procedure, private :: axpby_dp, gather_dp, scatter_dp, rotate_dp, dot_dp, gemv_dp
    generic :: axpby => axpby_dp
    generic :: gather => gather_dp
    generic :: scatter => scatter_dp
    generic :: rotate => rotate_dp
    generic :: dot => dot_dp
    generic :: gemv => gemv_dp
    procedure, private :: axpby_csp, gather_csp, scatter_csp, rotate_csp, dot_csp, gemv_csp
    generic :: axpby => axpby_csp
    generic :: gather => gather_csp
    generic :: scatter => scatter_csp
    generic :: rotate => rotate_csp
    generic :: dot => dot_csp
    generic :: gemv => gemv_csp
    procedure, private :: axpby_cdp, gather_cdp, scatter_cdp, rotate_cdp, dot_cdp, gemv_cdp
    generic :: axpby => axpby_cdp
    generic :: gather => gather_cdp
    generic :: scatter => scatter_cdp
    generic :: rotate => rotate_cdp
    generic :: dot => dot_cdp
    generic :: gemv => gemv_cdp
  end type sparse_vector

contains

  !> A vector of `size` entries, of which those at `indices` are `values`, the others zero. `base` is
  !> the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine sparse_create_sp_i32(this, size, indices, values, base, info)
    class(sparse_vector), intent(inout) :: this
    integer(c_int32_t), intent(in) :: size
    integer(c_int32_t), intent(in), target :: indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call sparse_create(this, int(size, c_int64_t), argument(indices), argument(values), base, info)
  end subroutine sparse_create_sp_i32

  !> A vector of `size` entries, of which those at `indices` are `values`, the others zero. `base` is
  !> the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine sparse_create_sp_i64(this, size, indices, values, base, info)
    class(sparse_vector), intent(inout) :: this
    integer(c_int64_t), intent(in) :: size
    integer(c_int64_t), intent(in), target :: indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call sparse_create(this, int(size, c_int64_t), argument(indices), argument(values), base, info)
  end subroutine sparse_create_sp_i64

  !> A vector of `size` entries, of which those at `indices` are `values`, the others zero. `base` is
  !> the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine sparse_create_dp_i32(this, size, indices, values, base, info)
    class(sparse_vector), intent(inout) :: this
    integer(c_int32_t), intent(in) :: size
    integer(c_int32_t), intent(in), target :: indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call sparse_create(this, int(size, c_int64_t), argument(indices), argument(values), base, info)
  end subroutine sparse_create_dp_i32

  !> A vector of `size` entries, of which those at `indices` are `values`, the others zero. `base` is
  !> the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine sparse_create_dp_i64(this, size, indices, values, base, info)
    class(sparse_vector), intent(inout) :: this
    integer(c_int64_t), intent(in) :: size
    integer(c_int64_t), intent(in), target :: indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call sparse_create(this, int(size, c_int64_t), argument(indices), argument(values), base, info)
  end subroutine sparse_create_dp_i64

  !> A vector of `size` entries, of which those at `indices` are `values`, the others zero. `base` is
  !> the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine sparse_create_csp_i32(this, size, indices, values, base, info)
    class(sparse_vector), intent(inout) :: this
    integer(c_int32_t), intent(in) :: size
    integer(c_int32_t), intent(in), target :: indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call sparse_create(this, int(size, c_int64_t), argument(indices), argument(values), base, info)
  end subroutine sparse_create_csp_i32

  !> A vector of `size` entries, of which those at `indices` are `values`, the others zero. `base` is
  !> the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine sparse_create_csp_i64(this, size, indices, values, base, info)
    class(sparse_vector), intent(inout) :: this
    integer(c_int64_t), intent(in) :: size
    integer(c_int64_t), intent(in), target :: indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call sparse_create(this, int(size, c_int64_t), argument(indices), argument(values), base, info)
  end subroutine sparse_create_csp_i64

  !> A vector of `size` entries, of which those at `indices` are `values`, the others zero. `base` is
  !> the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine sparse_create_cdp_i32(this, size, indices, values, base, info)
    class(sparse_vector), intent(inout) :: this
    integer(c_int32_t), intent(in) :: size
    integer(c_int32_t), intent(in), target :: indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call sparse_create(this, int(size, c_int64_t), argument(indices), argument(values), base, info)
  end subroutine sparse_create_cdp_i32

  !> A vector of `size` entries, of which those at `indices` are `values`, the others zero. `base` is
  !> the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine sparse_create_cdp_i64(this, size, indices, values, base, info)
    class(sparse_vector), intent(inout) :: this
    integer(c_int64_t), intent(in) :: size
    integer(c_int64_t), intent(in), target :: indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call sparse_create(this, int(size, c_int64_t), argument(indices), argument(values), base, info)
  end subroutine sparse_create_cdp_i64

  !> A vector in memory that Fortran does not see, a device's.
  subroutine sparse_create_address(this, size, nnz, indices, values, scalar_type, index_type, &
      base, info)
    class(sparse_vector), intent(inout) :: this
    integer(c_int64_t), intent(in) :: size, nnz
    type(c_ptr), intent(in) :: indices, values
    integer(c_int), intent(in) :: scalar_type, index_type
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call sparse_create(this, size, array_argument(indices, nnz, scalar_type=index_type), &
        array_argument(values, nnz, scalar_type=scalar_type), base, info)
  end subroutine sparse_create_address

  subroutine sparse_create(this, size, indices, values, base, info)
    class(sparse_vector), intent(inout) :: this
    integer(c_int64_t), intent(in) :: size
    type(array_argument), intent(in) :: indices, values
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (.not. (indices%usable .and. values%usable)) then
      call refuse("create: arrays must be contiguous, for they are not copied", info)
    else if (indices%num_rows /= values%num_rows) then
      call refuse("create: there must be as many indices as values", info)
    else
      object = c_null_ptr
      status = filigree_sparse_vector_create(object, size, values%num_rows, indices%address, &
          values%address, indices%scalar_type, chosen_value(base, FILIGREE_BASE_ONE), &
          values%scalar_type)
      if (status == FILIGREE_STATUS_SUCCESS) &
          call this%held%take(object, filigree_sparse_vector_destroy)
      call settle(status, info)
    end if
  end subroutine sparse_create

  !> Entries of the vector, stored entries, and the type of the values.
  subroutine get_facts(this, sizes, scalar_type, info)
    class(sparse_vector), intent(in) :: this
    integer(c_int64_t), intent(out) :: sizes(2)
    integer(c_int), intent(out) :: scalar_type
    integer, intent(out), optional :: info
    type(c_ptr) :: at(2)
    integer(c_int) :: index_type, base
    sizes = 0
    scalar_type = -1
    call settle(filigree_sparse_vector_get(this%held%object, sizes(1), sizes(2), at(1), at(2), &
        index_type, base, scalar_type), info)
  end subroutine get_facts

  !> Entries, the zeros too.
  function sparse_length(this, info) result(number)
    class(sparse_vector), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int64_t) :: number, sizes(2)
    integer(c_int) :: scalar_type
    call get_facts(this, sizes, scalar_type, info)
    number = sizes(1)
  end function sparse_length

  !> Stored entries.
  function sparse_nnz(this, info) result(number)
    class(sparse_vector), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int64_t) :: number, sizes(2)
    integer(c_int) :: scalar_type
    call get_facts(this, sizes, scalar_type, info)
    number = sizes(2)
  end function sparse_nnz

  !> FILIGREE_SCALAR_DOUBLE or another.
  function sparse_scalar_type(this, info) result(scalar_type)
    class(sparse_vector), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int64_t) :: sizes(2)
    integer(c_int) :: scalar_type
    call get_facts(this, sizes, scalar_type, info)
  end function sparse_scalar_type

  !> y = alpha x + beta y, of which `this` is x; alpha and beta are 1 where they are absent.
  subroutine axpby_sp(this, y, alpha, beta, handle, info)
    class(sparse_vector), intent(in) :: this
    real(c_float), intent(inout), target :: y(:)
    real(c_float), intent(in), optional :: alpha, beta
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    type(c_ptr) :: object
    integer(c_int) :: status
    call set_factors(factors, alpha)
    factors(2) = 1
    if (present(beta)) factors(2) = beta
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_axpby(chosen(handle), &
        c_loc(factors(1)), this%held%object, c_loc(factors(2)), object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine axpby_sp

  !> The entries of y at x's indices become x's values; `this` is x.
  subroutine gather_sp(this, y, handle, info)
    class(sparse_vector), intent(inout) :: this
    real(c_float), intent(in), target :: y(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_gather(chosen(handle), object, this%held%object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine gather_sp

  !> x's values become the entries of y at its indices; `this` is x.
  subroutine scatter_sp(this, y, handle, info)
    class(sparse_vector), intent(in) :: this
    real(c_float), intent(inout), target :: y(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_scatter(chosen(handle), this%held%object, object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine scatter_sp

  !> Givens rotation: where x has entries, x and y become c x + s y and c y - s x.
  subroutine rotate_sp(this, y, c, s, handle, info)
    class(sparse_vector), intent(inout) :: this
    real(c_float), intent(inout), target :: y(:)
    real(c_float), intent(in) :: c, s
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    type(c_ptr) :: object
    integer(c_int) :: status
    factors = [c, s]
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_rotate(chosen(handle), &
        c_loc(factors(1)), c_loc(factors(2)), this%held%object, object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine rotate_sp

  !> The sum of op(x) times the entries of y at its indices; op is FILIGREE_OP_NONE or
  !> FILIGREE_OP_CONJUGATE_TRANSPOSE: x is conjugated.
  subroutine dot_sp(this, y, answer, op, handle, info)
    class(sparse_vector), intent(in) :: this
    real(c_float), intent(in), target :: y(:)
    real(c_float), intent(inout), target :: answer
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_spvv(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), this%held%object, object, FILIGREE_SCALAR_FLOAT, c_loc(answer))
    call close_vector(object)
    call settle_any(status, info)
  end subroutine dot_sp

  !> y = alpha op(A) x + beta y for a dense A, of which the columns that x names are read (rows,
  !> where op is a transpose); alpha is 1 and beta 0 where they are absent.
  subroutine gemv_sp(this, A, y, alpha, beta, op, handle, info)
    class(sparse_vector), intent(in) :: this
    real(c_float), intent(in), target :: A(:, :)
    real(c_float), intent(inout), target :: y(:)
    real(c_float), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    type(c_ptr) :: A_object, y_object
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_vector(argument(y), y_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_gemvi(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), c_loc(factors(1)), A_object, this%held%object, &
        c_loc(factors(2)), y_object)
    call close_block(A_object)
    call close_vector(y_object)
    call settle_any(status, info)
  end subroutine gemv_sp

  !> y = alpha x + beta y, of which `this` is x; alpha and beta are 1 where they are absent.
  subroutine axpby_dp(this, y, alpha, beta, handle, info)
    class(sparse_vector), intent(in) :: this
    real(c_double), intent(inout), target :: y(:)
    real(c_double), intent(in), optional :: alpha, beta
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    type(c_ptr) :: object
    integer(c_int) :: status
    call set_factors(factors, alpha)
    factors(2) = 1
    if (present(beta)) factors(2) = beta
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_axpby(chosen(handle), &
        c_loc(factors(1)), this%held%object, c_loc(factors(2)), object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine axpby_dp

  !> The entries of y at x's indices become x's values; `this` is x.
  subroutine gather_dp(this, y, handle, info)
    class(sparse_vector), intent(inout) :: this
    real(c_double), intent(in), target :: y(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_gather(chosen(handle), object, this%held%object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine gather_dp

  !> x's values become the entries of y at its indices; `this` is x.
  subroutine scatter_dp(this, y, handle, info)
    class(sparse_vector), intent(in) :: this
    real(c_double), intent(inout), target :: y(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_scatter(chosen(handle), this%held%object, object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine scatter_dp

  !> Givens rotation: where x has entries, x and y become c x + s y and c y - s x.
  subroutine rotate_dp(this, y, c, s, handle, info)
    class(sparse_vector), intent(inout) :: this
    real(c_double), intent(inout), target :: y(:)
    real(c_double), intent(in) :: c, s
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    type(c_ptr) :: object
    integer(c_int) :: status
    factors = [c, s]
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_rotate(chosen(handle), &
        c_loc(factors(1)), c_loc(factors(2)), this%held%object, object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine rotate_dp

  !> The sum of op(x) times the entries of y at its indices; op is FILIGREE_OP_NONE or
  !> FILIGREE_OP_CONJUGATE_TRANSPOSE: x is conjugated.
  subroutine dot_dp(this, y, answer, op, handle, info)
    class(sparse_vector), intent(in) :: this
    real(c_double), intent(in), target :: y(:)
    real(c_double), intent(inout), target :: answer
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_spvv(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), this%held%object, object, FILIGREE_SCALAR_DOUBLE, c_loc(answer))
    call close_vector(object)
    call settle_any(status, info)
  end subroutine dot_dp

  !> y = alpha op(A) x + beta y for a dense A, of which the columns that x names are read (rows,
  !> where op is a transpose); alpha is 1 and beta 0 where they are absent.
  subroutine gemv_dp(this, A, y, alpha, beta, op, handle, info)
    class(sparse_vector), intent(in) :: this
    real(c_double), intent(in), target :: A(:, :)
    real(c_double), intent(inout), target :: y(:)
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    type(c_ptr) :: A_object, y_object
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_vector(argument(y), y_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_gemvi(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), c_loc(factors(1)), A_object, this%held%object, &
        c_loc(factors(2)), y_object)
    call close_block(A_object)
    call close_vector(y_object)
    call settle_any(status, info)
  end subroutine gemv_dp

  !> y = alpha x + beta y, of which `this` is x; alpha and beta are 1 where they are absent.
  subroutine axpby_csp(this, y, alpha, beta, handle, info)
    class(sparse_vector), intent(in) :: this
    complex(c_float_complex), intent(inout), target :: y(:)
    complex(c_float_complex), intent(in), optional :: alpha, beta
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    type(c_ptr) :: object
    integer(c_int) :: status
    call set_factors(factors, alpha)
    factors(2) = 1
    if (present(beta)) factors(2) = beta
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_axpby(chosen(handle), &
        c_loc(factors(1)), this%held%object, c_loc(factors(2)), object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine axpby_csp

  !> The entries of y at x's indices become x's values; `this` is x.
  subroutine gather_csp(this, y, handle, info)
    class(sparse_vector), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: y(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_gather(chosen(handle), object, this%held%object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine gather_csp

  !> x's values become the entries of y at its indices; `this` is x.
  subroutine scatter_csp(this, y, handle, info)
    class(sparse_vector), intent(in) :: this
    complex(c_float_complex), intent(inout), target :: y(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_scatter(chosen(handle), this%held%object, object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine scatter_csp

  !> Givens rotation: where x has entries, x and y become c x + s y and c y - s x.
  subroutine rotate_csp(this, y, c, s, handle, info)
    class(sparse_vector), intent(inout) :: this
    complex(c_float_complex), intent(inout), target :: y(:)
    complex(c_float_complex), intent(in) :: c, s
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    type(c_ptr) :: object
    integer(c_int) :: status
    factors = [c, s]
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_rotate(chosen(handle), &
        c_loc(factors(1)), c_loc(factors(2)), this%held%object, object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine rotate_csp

  !> The sum of op(x) times the entries of y at its indices; op is FILIGREE_OP_NONE or
  !> FILIGREE_OP_CONJUGATE_TRANSPOSE: x is conjugated.
  subroutine dot_csp(this, y, answer, op, handle, info)
    class(sparse_vector), intent(in) :: this
    complex(c_float_complex), intent(in), target :: y(:)
    complex(c_float_complex), intent(inout), target :: answer
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_spvv(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), this%held%object, object, FILIGREE_SCALAR_COMPLEX_FLOAT, c_loc(answer))
    call close_vector(object)
    call settle_any(status, info)
  end subroutine dot_csp

  !> y = alpha op(A) x + beta y for a dense A, of which the columns that x names are read (rows,
  !> where op is a transpose); alpha is 1 and beta 0 where they are absent.
  subroutine gemv_csp(this, A, y, alpha, beta, op, handle, info)
    class(sparse_vector), intent(in) :: this
    complex(c_float_complex), intent(in), target :: A(:, :)
    complex(c_float_complex), intent(inout), target :: y(:)
    complex(c_float_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    type(c_ptr) :: A_object, y_object
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_vector(argument(y), y_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_gemvi(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), c_loc(factors(1)), A_object, this%held%object, &
        c_loc(factors(2)), y_object)
    call close_block(A_object)
    call close_vector(y_object)
    call settle_any(status, info)
  end subroutine gemv_csp

  !> y = alpha x + beta y, of which `this` is x; alpha and beta are 1 where they are absent.
  subroutine axpby_cdp(this, y, alpha, beta, handle, info)
    class(sparse_vector), intent(in) :: this
    complex(c_double_complex), intent(inout), target :: y(:)
    complex(c_double_complex), intent(in), optional :: alpha, beta
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(c_ptr) :: object
    integer(c_int) :: status
    call set_factors(factors, alpha)
    factors(2) = 1
    if (present(beta)) factors(2) = beta
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_axpby(chosen(handle), &
        c_loc(factors(1)), this%held%object, c_loc(factors(2)), object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine axpby_cdp

  !> The entries of y at x's indices become x's values; `this` is x.
  subroutine gather_cdp(this, y, handle, info)
    class(sparse_vector), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: y(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_gather(chosen(handle), object, this%held%object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine gather_cdp

  !> x's values become the entries of y at its indices; `this` is x.
  subroutine scatter_cdp(this, y, handle, info)
    class(sparse_vector), intent(in) :: this
    complex(c_double_complex), intent(inout), target :: y(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_scatter(chosen(handle), this%held%object, object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine scatter_cdp

  !> Givens rotation: where x has entries, x and y become c x + s y and c y - s x.
  subroutine rotate_cdp(this, y, c, s, handle, info)
    class(sparse_vector), intent(inout) :: this
    complex(c_double_complex), intent(inout), target :: y(:)
    complex(c_double_complex), intent(in) :: c, s
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(c_ptr) :: object
    integer(c_int) :: status
    factors = [c, s]
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_rotate(chosen(handle), &
        c_loc(factors(1)), c_loc(factors(2)), this%held%object, object)
    call close_vector(object)
    call settle_any(status, info)
  end subroutine rotate_cdp

  !> The sum of op(x) times the entries of y at its indices; op is FILIGREE_OP_NONE or
  !> FILIGREE_OP_CONJUGATE_TRANSPOSE: x is conjugated.
  subroutine dot_cdp(this, y, answer, op, handle, info)
    class(sparse_vector), intent(in) :: this
    complex(c_double_complex), intent(in), target :: y(:)
    complex(c_double_complex), intent(inout), target :: answer
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(argument(y), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_spvv(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), this%held%object, object, FILIGREE_SCALAR_COMPLEX_DOUBLE, c_loc(answer))
    call close_vector(object)
    call settle_any(status, info)
  end subroutine dot_cdp

  !> y = alpha op(A) x + beta y for a dense A, of which the columns that x names are read (rows,
  !> where op is a transpose); alpha is 1 and beta 0 where they are absent.
  subroutine gemv_cdp(this, A, y, alpha, beta, op, handle, info)
    class(sparse_vector), intent(in) :: this
    complex(c_double_complex), intent(in), target :: A(:, :)
    complex(c_double_complex), intent(inout), target :: y(:)
    complex(c_double_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(c_ptr) :: A_object, y_object
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_vector(argument(y), y_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_gemvi(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), c_loc(factors(1)), A_object, this%held%object, &
        c_loc(factors(2)), y_object)
    call close_block(A_object)
    call close_vector(y_object)
    call settle_any(status, info)
  end subroutine gemv_cdp

  ! --- the same for vectors and matrices in any memory

  !> The factors in the vector's type.
  subroutine vector_factors(this, factors, alpha, beta)
    class(sparse_vector), intent(in) :: this
    complex(c_double_complex), intent(out) :: factors(2)
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int) :: scalar_type
    integer :: failed
    scalar_type = this%scalar_type(failed)
    call set_factors_as(factors, scalar_type, alpha, beta)
  end subroutine vector_factors

  subroutine axpby_object(this, y, alpha, beta, handle, info)
    class(sparse_vector), intent(in) :: this
    class(dense_vector), intent(in) :: y
    real(c_double), intent(in), optional :: alpha, beta
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    real(c_double) :: of_y
    of_y = 1
    if (present(beta)) of_y = beta
    call vector_factors(this, factors, alpha, of_y)
    call settle(filigree_axpby(chosen(handle), c_loc(factors(1)), this%held%object, &
        c_loc(factors(2)), y%held%object), info)
  end subroutine axpby_object

  subroutine gather_object(this, y, handle, info)
    class(sparse_vector), intent(inout) :: this
    class(dense_vector), intent(in) :: y
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    object = y%held%object
    call settle(filigree_gather(chosen(handle), object, this%held%object), info)
  end subroutine gather_object

  subroutine scatter_object(this, y, handle, info)
    class(sparse_vector), intent(in) :: this
    class(dense_vector), intent(in) :: y
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    object = y%held%object
    call settle(filigree_scatter(chosen(handle), this%held%object, object), info)
  end subroutine scatter_object

  subroutine rotate_object(this, y, c, s, handle, info)
    class(sparse_vector), intent(inout) :: this
    class(dense_vector), intent(in) :: y
    real(c_double), intent(in) :: c, s
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call vector_factors(this, factors, c, s)
    call settle(filigree_rotate(chosen(handle), c_loc(factors(1)), c_loc(factors(2)), &
        this%held%object, y%held%object), info)
  end subroutine rotate_object

  !> `answer`: the address of a number of x's type, in the memory where the vectors are
  subroutine dot_object(this, y, answer, op, handle, info)
    class(sparse_vector), intent(in) :: this
    class(dense_vector), intent(in) :: y
    type(c_ptr), intent(in) :: answer
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    integer(c_int) :: scalar_type
    integer :: failed
    scalar_type = max(FILIGREE_SCALAR_FLOAT, this%scalar_type(failed))
    call settle(filigree_spvv(chosen(handle), chosen_value(op, FILIGREE_OP_NONE), &
        this%held%object, y%held%object, scalar_type, answer), info)
  end subroutine dot_object

  subroutine gemv_object(this, A, y, alpha, beta, op, handle, info)
    class(sparse_vector), intent(in) :: this
    class(dense_matrix), intent(in) :: A
    class(dense_vector), intent(in) :: y
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call vector_factors(this, factors, alpha, beta)
    call settle(filigree_gemvi(chosen(handle), chosen_value(op, FILIGREE_OP_NONE), &
        c_loc(factors(1)), A%held%object, this%held%object, c_loc(factors(2)), y%held%object), &
        info)
  end subroutine gemv_object
end module filigree_vectors
