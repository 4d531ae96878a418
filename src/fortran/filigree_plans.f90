! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! filigree_plans.f90 is made by src/fortran/generate.py of filigree_plans.f90.in.

!> Operations prepared once for a pattern and run for any values. Programs use module filigree.
module filigree_plans
  use filigree_matrices
  implicit none

  !> Products of one pattern with vectors.
  type, extends(library_plan) :: spmv_plan
  contains
    procedure :: create => spmv_create
    procedure :: workspace_bytes => spmv_workspace_bytes
    procedure, private :: run_vector_address, run_vector_object
    generic :: run => run_vector_address, run_vector_object
    procedure, private :: run_vector_sp
    generic :: run => run_vector_sp
    procedure, private :: run_vector_dp
    generic :: run => run_vector_dp
    procedure, private :: run_vector_csp
    generic :: run => run_vector_csp
    procedure, private :: run_vector_cdp
    generic :: run => run_vector_cdp
  end type spmv_plan

  !> Products of one pattern with blocks of vectors.
  type, extends(library_plan) :: spmm_plan
  contains
    procedure :: create => spmm_create
    procedure :: workspace_bytes => spmm_workspace_bytes
    procedure, private :: run_block_address, run_block_object
    generic :: run => run_block_address, run_block_object
    procedure, private :: run_block_sp
    generic :: run => run_block_sp
    procedure, private :: run_block_dp
    generic :: run => run_block_dp
    procedure, private :: run_block_csp
    generic :: run => run_block_csp
    procedure, private :: run_block_cdp
    generic :: run => run_block_cdp
  end type spmm_plan

  !> Products of two dense matrices at the entries of one pattern.
  type, extends(library_plan) :: sddmm_plan
  contains
    procedure :: create => sddmm_create
    procedure :: workspace_bytes => sddmm_workspace_bytes
    procedure, private :: run_sddmm_object
    generic :: run => run_sddmm_object
    procedure, private :: run_sddmm_sp
    generic :: run => run_sddmm_sp
    procedure, private :: run_sddmm_dp
    generic :: run => run_sddmm_dp
    procedure, private :: run_sddmm_csp
    generic :: run => run_sddmm_csp
    procedure, private :: run_sddmm_cdp
    generic :: run => run_sddmm_cdp
  end type sddmm_plan

  !> Solves with a triangle of one pattern.
  type, extends(library_plan) :: triangular_solve_plan
  contains
    procedure :: create => solve_create
    procedure :: missing_pivot => solve_missing_pivot
    procedure, private :: run_solve_object, solve_bytes_object
    generic :: run => run_solve_object
    generic :: workspace_bytes => solve_bytes_object
    procedure, private :: run_solve_vector_sp, run_solve_block_sp, solve_bytes_sp
    generic :: run => run_solve_vector_sp, run_solve_block_sp
    generic :: workspace_bytes => solve_bytes_sp
    procedure, private :: run_solve_vector_dp, run_solve_block_dp, solve_bytes_dp
    generic :: run => run_solve_vector_dp, run_solve_block_dp
    generic :: workspace_bytes => solve_bytes_dp
    procedure, private :: run_solve_vector_csp, run_solve_block_csp, solve_bytes_csp
    generic :: run => run_solve_vector_csp, run_solve_block_csp
    generic :: workspace_bytes => solve_bytes_csp
    procedure, private :: run_solve_vector_cdp, run_solve_block_cdp, solve_bytes_cdp
    generic :: run => run_solve_vector_cdp, run_solve_block_cdp
    generic :: workspace_bytes => solve_bytes_cdp
  end type triangular_solve_plan

  !> ILU(0) or IC(0) of one pattern.
  type, extends(library_plan) :: incomplete_factor_plan
  contains
    procedure :: create => factor_create
    procedure :: workspace_bytes => factor_workspace_bytes
    procedure, private :: run_factor_address
    generic :: run => run_factor_address
    procedure, private :: run_factor_sp
    generic :: run => run_factor_sp
    procedure, private :: run_factor_dp
    generic :: run => run_factor_dp
    procedure, private :: run_factor_csp
    generic :: run => run_factor_csp
    procedure, private :: run_factor_cdp
    generic :: run => run_factor_cdp
  end type incomplete_factor_plan

  !> Sweeps of Gauss-Seidel or successive over-relaxation with one pattern.
  type, extends(library_plan) :: gauss_seidel_plan
  contains
    procedure :: create => gauss_seidel_create
    procedure :: num_colors => gauss_seidel_num_colors
    procedure, private :: run_sweeps_object
    generic :: run => run_sweeps_object
    procedure, private :: run_sweeps_vector_sp, run_sweeps_block_sp
    generic :: run => run_sweeps_vector_sp, run_sweeps_block_sp
    procedure, private :: run_sweeps_vector_dp, run_sweeps_block_dp
    generic :: run => run_sweeps_vector_dp, run_sweeps_block_dp
    procedure, private :: run_sweeps_vector_csp, run_sweeps_block_csp
    generic :: run => run_sweeps_vector_csp, run_sweeps_block_csp
    procedure, private :: run_sweeps_vector_cdp, run_sweeps_block_cdp
    generic :: run => run_sweeps_vector_cdp, run_sweeps_block_cdp
  end type gauss_seidel_plan

  !> Products of two sparse matrices of one pattern each.
  type, extends(library_plan) :: spgemm_plan
  contains
    procedure :: create => spgemm_create
    procedure :: nnz => spgemm_nnz
    procedure :: make_result => spgemm_make_result
    procedure :: workspace_bytes => spgemm_workspace_bytes
    procedure :: run => spgemm_run
  end type spgemm_plan

  !> Sums of two sparse matrices of one pattern each.
  type, extends(library_plan) :: geam_plan
  contains
    procedure :: create => geam_create
    procedure :: nnz => geam_nnz
    procedure :: make_result => geam_make_result
    procedure :: run => geam_run
  end type geam_plan

contains

  ! --- products

  !> The workspace that a call was given.
  subroutine use_workspace(workspace, address, bytes)
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    type(c_ptr), intent(out) :: address
    integer(c_size_t), intent(out) :: bytes
    address = c_null_ptr
    bytes = 0
    if (.not. present(workspace)) return
    if (size(workspace) == 0) return
    address = c_loc(workspace(1))
    bytes = size(workspace, kind=c_size_t)
  end subroutine use_workspace

  !> Prepares products with op(A); reads the pattern, not the values. The plan runs on `handle`.
  subroutine spmv_create(this, A, op, handle, info)
    class(spmv_plan), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan
    integer(c_int) :: status
    plan = c_null_ptr
    status = filigree_spmv_plan_create(chosen(handle), plan, &
        chosen_value(op, FILIGREE_OP_NONE), A%held%object)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call keep_plan(this, plan, filigree_spmv_plan_destroy, handle, op)
    call settle(status, info)
  end subroutine spmv_create

  !> Prepares products with op(A); reads the pattern, not the values. The plan runs on `handle`.
  subroutine spmm_create(this, A, op, handle, info)
    class(spmm_plan), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    integer(c_int), intent(in), optional :: op
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan
    integer(c_int) :: status
    plan = c_null_ptr
    status = filigree_spmm_plan_create(chosen(handle), plan, &
        chosen_value(op, FILIGREE_OP_NONE), A%held%object)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call keep_plan(this, plan, filigree_spmm_plan_destroy, handle, op)
    call settle(status, info)
  end subroutine spmm_create

  !> The workspace with which the plan's products allocate nothing.
  function spmv_workspace_bytes(this, info) result(bytes)
    class(spmv_plan), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    bytes = 0
    call settle(filigree_spmv_plan_get_workspace_bytes(this%held%object, bytes), info)
  end function spmv_workspace_bytes

  !> The workspace with which products with so many columns allocate nothing.
  function spmm_workspace_bytes(this, num_cols, info) result(bytes)
    class(spmm_plan), intent(in) :: this
    integer, intent(in) :: num_cols
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    bytes = 0
    call settle(filigree_spmm_plan_get_workspace_bytes(this%held%object, &
        int(num_cols, c_int64_t), bytes), info)
  end function spmm_workspace_bytes

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
    call set_factors(factors, alpha, beta)
    call run_vector(this, A, argument(x), argument(y), c_loc(factors(1)), c_loc(factors(2)), &
        workspace, info)
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
    call set_factors(factors, alpha, beta)
    call run_block(this, A, argument(B), argument(C), c_loc(factors(1)), c_loc(factors(2)), op_b, &
        workspace, info)
  end subroutine run_block_sp

  !> C = alpha (op_a(A) op_b(B)) o spy(C) + beta C by the plan. C is its matrix.
  subroutine run_sddmm_sp(this, A, B, C, alpha, beta, op_a, op_b, workspace, info)
    class(sddmm_plan), intent(in) :: this
    real(c_float), intent(in), target :: A(:, :), B(:, :)
    class(sparse_matrix), intent(inout) :: C
    real(c_float), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    type(c_ptr) :: A_object, B_object, work
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    call use_workspace(workspace, work, bytes)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_block(argument(B), B_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_sddmm_plan_run( &
        this%handle%held%object, this%held%object, chosen_value(op_a, FILIGREE_OP_NONE), &
        chosen_value(op_b, FILIGREE_OP_NONE), c_loc(factors(1)), A_object, B_object, &
        c_loc(factors(2)), C%held%object, work, bytes)
    call close_block(A_object)
    call close_block(B_object)
    call settle_any(status, info)
  end subroutine run_sddmm_sp

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
    call set_factors(factors, alpha, beta)
    call run_vector(this, A, argument(x), argument(y), c_loc(factors(1)), c_loc(factors(2)), &
        workspace, info)
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
    call set_factors(factors, alpha, beta)
    call run_block(this, A, argument(B), argument(C), c_loc(factors(1)), c_loc(factors(2)), op_b, &
        workspace, info)
  end subroutine run_block_dp

  !> C = alpha (op_a(A) op_b(B)) o spy(C) + beta C by the plan. C is its matrix.
  subroutine run_sddmm_dp(this, A, B, C, alpha, beta, op_a, op_b, workspace, info)
    class(sddmm_plan), intent(in) :: this
    real(c_double), intent(in), target :: A(:, :), B(:, :)
    class(sparse_matrix), intent(inout) :: C
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    type(c_ptr) :: A_object, B_object, work
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    call use_workspace(workspace, work, bytes)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_block(argument(B), B_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_sddmm_plan_run( &
        this%handle%held%object, this%held%object, chosen_value(op_a, FILIGREE_OP_NONE), &
        chosen_value(op_b, FILIGREE_OP_NONE), c_loc(factors(1)), A_object, B_object, &
        c_loc(factors(2)), C%held%object, work, bytes)
    call close_block(A_object)
    call close_block(B_object)
    call settle_any(status, info)
  end subroutine run_sddmm_dp

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
    call set_factors(factors, alpha, beta)
    call run_vector(this, A, argument(x), argument(y), c_loc(factors(1)), c_loc(factors(2)), &
        workspace, info)
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
    call set_factors(factors, alpha, beta)
    call run_block(this, A, argument(B), argument(C), c_loc(factors(1)), c_loc(factors(2)), op_b, &
        workspace, info)
  end subroutine run_block_csp

  !> C = alpha (op_a(A) op_b(B)) o spy(C) + beta C by the plan. C is its matrix.
  subroutine run_sddmm_csp(this, A, B, C, alpha, beta, op_a, op_b, workspace, info)
    class(sddmm_plan), intent(in) :: this
    complex(c_float_complex), intent(in), target :: A(:, :), B(:, :)
    class(sparse_matrix), intent(inout) :: C
    complex(c_float_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    type(c_ptr) :: A_object, B_object, work
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    call use_workspace(workspace, work, bytes)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_block(argument(B), B_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_sddmm_plan_run( &
        this%handle%held%object, this%held%object, chosen_value(op_a, FILIGREE_OP_NONE), &
        chosen_value(op_b, FILIGREE_OP_NONE), c_loc(factors(1)), A_object, B_object, &
        c_loc(factors(2)), C%held%object, work, bytes)
    call close_block(A_object)
    call close_block(B_object)
    call settle_any(status, info)
  end subroutine run_sddmm_csp

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
    call set_factors(factors, alpha, beta)
    call run_vector(this, A, argument(x), argument(y), c_loc(factors(1)), c_loc(factors(2)), &
        workspace, info)
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
    call set_factors(factors, alpha, beta)
    call run_block(this, A, argument(B), argument(C), c_loc(factors(1)), c_loc(factors(2)), op_b, &
        workspace, info)
  end subroutine run_block_cdp

  !> C = alpha (op_a(A) op_b(B)) o spy(C) + beta C by the plan. C is its matrix.
  subroutine run_sddmm_cdp(this, A, B, C, alpha, beta, op_a, op_b, workspace, info)
    class(sddmm_plan), intent(in) :: this
    complex(c_double_complex), intent(in), target :: A(:, :), B(:, :)
    class(sparse_matrix), intent(inout) :: C
    complex(c_double_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(c_ptr) :: A_object, B_object, work
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    call use_workspace(workspace, work, bytes)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_block(argument(B), B_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_sddmm_plan_run( &
        this%handle%held%object, this%held%object, chosen_value(op_a, FILIGREE_OP_NONE), &
        chosen_value(op_b, FILIGREE_OP_NONE), c_loc(factors(1)), A_object, B_object, &
        c_loc(factors(2)), C%held%object, work, bytes)
    call close_block(A_object)
    call close_block(B_object)
    call settle_any(status, info)
  end subroutine run_sddmm_cdp

  !> The same for vectors in any memory.
  subroutine run_vector_object(this, A, x, y, alpha, beta, info)
    class(spmv_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    class(dense_vector), intent(in) :: x, y
    real(c_double), intent(in), optional :: alpha, beta
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call matrix_factors(A, factors, alpha, beta)
    call settle(filigree_spmv_plan_run(this%handle%held%object, this%held%object, &
        c_loc(factors(1)), A%held%object, x%held%object, c_loc(factors(2)), y%held%object, &
        c_null_ptr, 0_c_size_t), info)
  end subroutine run_vector_object

  !> The same for blocks in any memory.
  subroutine run_block_object(this, A, B, C, alpha, beta, op_b, info)
    class(spmm_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    class(dense_matrix), intent(in) :: B, C
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_b
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call matrix_factors(A, factors, alpha, beta)
    call settle(filigree_spmm_plan_run(this%handle%held%object, this%held%object, &
        chosen_value(op_b, FILIGREE_OP_NONE), c_loc(factors(1)), A%held%object, B%held%object, &
        c_loc(factors(2)), C%held%object, c_null_ptr, 0_c_size_t), info)
  end subroutine run_block_object

  !> The same for dense matrices in any memory.
  subroutine run_sddmm_object(this, A, B, C, alpha, beta, op_a, op_b, info)
    class(sddmm_plan), intent(in) :: this
    class(dense_matrix), intent(in) :: A, B
    class(sparse_matrix), intent(inout) :: C
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call matrix_factors(C, factors, alpha, beta)
    call settle(filigree_sddmm_plan_run(this%handle%held%object, this%held%object, &
        chosen_value(op_a, FILIGREE_OP_NONE), chosen_value(op_b, FILIGREE_OP_NONE), &
        c_loc(factors(1)), A%held%object, B%held%object, c_loc(factors(2)), C%held%object, &
        c_null_ptr, 0_c_size_t), info)
  end subroutine run_sddmm_object

  !> y = alpha op(A) x + beta y by the plan, for vectors in memory that Fortran does not see.
  subroutine run_vector_address(this, A, x, y, alpha, beta, info)
    class(spmv_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    type(c_ptr), intent(in) :: x, y
    real(c_double), intent(in), optional :: alpha, beta
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(array_argument) :: arrays(2)
    call matrix_factors(A, factors, alpha, beta)
    arrays = operands_at(A, x, y, this%op)
    call run_vector(this, A, arrays(1), arrays(2), c_loc(factors(1)), c_loc(factors(2)), info=info)
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
    type(array_argument) :: arrays(2)
    call matrix_factors(A, factors, alpha, beta)
    arrays = operands_at(A, B, C, this%op, num_cols, ldb, ldc)
    call run_block(this, A, arrays(1), arrays(2), c_loc(factors(1)), c_loc(factors(2)), info=info)
  end subroutine run_block_address

  subroutine run_vector(this, A, x, y, alpha, beta, workspace, info)
    class(spmv_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    type(array_argument), intent(in) :: x, y
    type(c_ptr), intent(in) :: alpha, beta
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: x_object, y_object, work
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call use_workspace(workspace, work, bytes)
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(x, x_object, status)
    call open_vector(y, y_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_spmv_plan_run( &
        this%handle%held%object, this%held%object, alpha, A%held%object, x_object, beta, &
        y_object, work, bytes)
    call close_vector(x_object)
    call close_vector(y_object)
    call settle_any(status, info)
  end subroutine run_vector

  subroutine run_block(this, A, B, C, alpha, beta, op_b, workspace, info)
    class(spmm_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    type(array_argument), intent(in) :: B, C
    type(c_ptr), intent(in) :: alpha, beta
    integer(c_int), intent(in), optional :: op_b
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, C_object, work
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call use_workspace(workspace, work, bytes)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(B, B_object, status)
    call open_block(C, C_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_spmm_plan_run( &
        this%handle%held%object, this%held%object, chosen_value(op_b, FILIGREE_OP_NONE), alpha, &
        A%held%object, B_object, beta, C_object, work, bytes)
    call close_block(B_object)
    call close_block(C_object)
    call settle_any(status, info)
  end subroutine run_block

  !> Prepares products at the entries of C; reads its pattern, not its values.
  subroutine sddmm_create(this, C, handle, info)
    class(sddmm_plan), intent(inout) :: this
    class(sparse_matrix), intent(in) :: C
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan
    integer(c_int) :: status
    plan = c_null_ptr
    status = filigree_sddmm_plan_create(chosen(handle), plan, C%held%object)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call keep_plan(this, plan, filigree_sddmm_plan_destroy, handle)
    call settle(status, info)
  end subroutine sddmm_create

  !> The workspace with which products with so many columns of op_a(A) allocate nothing.
  function sddmm_workspace_bytes(this, inner, info) result(bytes)
    class(sddmm_plan), intent(in) :: this
    integer, intent(in) :: inner
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    bytes = 0
    call settle(filigree_sddmm_plan_get_workspace_bytes(this%held%object, &
        int(inner, c_int64_t), bytes), info)
  end function sddmm_workspace_bytes

  ! --- triangular solves, incomplete factors

  !> Prepares solves with the triangle `fill` of op(A) (lower where it is absent); reads the
  !> pattern, not the values. `pivot_substitute` is for FILIGREE_ZERO_PIVOT_SUBSTITUTE.
  subroutine solve_create(this, A, op, fill, diagonal, zero_pivot, pivot_substitute, handle, info)
    class(triangular_solve_plan), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    real(c_double), intent(in), optional :: pivot_substitute
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan
    integer(c_int) :: status
    real(c_double) :: substitute
    substitute = 1
    if (present(pivot_substitute)) substitute = pivot_substitute
    plan = c_null_ptr
    status = filigree_triangular_solve_plan_create(chosen(handle), plan, &
        chosen_value(op, FILIGREE_OP_NONE), A%held%object, &
        chosen_value(fill, FILIGREE_FILL_LOWER), &
        chosen_value(diagonal, FILIGREE_DIAGONAL_NON_UNIT), &
        chosen_value(zero_pivot, FILIGREE_ZERO_PIVOT_REPORT), substitute)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call keep_plan(this, plan, filigree_triangular_solve_plan_destroy, handle, op)
    call settle(status, info)
  end subroutine solve_create

  !> The first row whose pivot is not stored, counted from the index base; -1 where there is none.
  function solve_missing_pivot(this, info) result(row)
    class(triangular_solve_plan), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int64_t) :: row
    row = -1
    call settle(filigree_triangular_solve_plan_get_missing_pivot(this%held%object, row), info)
  end function solve_missing_pivot

  !> op(A) x = alpha b by the plan. A is its matrix, whose values may have changed; x may be b.
  !> `pivot_position` is the first row whose pivot is zero, counted from the index base, or -1.
  subroutine run_solve_vector_sp(this, A, b, x, alpha, pivot_position, workspace, info)
    class(triangular_solve_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_float), intent(in), target :: b(:)
    real(c_float), intent(inout), target :: x(:)
    real(c_float), intent(in), optional :: alpha
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    call set_factors(factors, alpha)
    call run_solve(this, A, argument(b), argument(x), c_loc(factors(1)), FILIGREE_OP_NONE, &
        pivot_position, workspace, info)
  end subroutine run_solve_vector_sp

  !> op(A) X = alpha op_b(B) by the plan; otherwise the same.
  subroutine run_solve_block_sp(this, A, B, X, alpha, op_b, pivot_position, workspace, info)
    class(triangular_solve_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_float), intent(in), target :: B(:, :)
    real(c_float), intent(inout), target :: X(:, :)
    real(c_float), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op_b
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    call set_factors(factors, alpha)
    call run_solve(this, A, argument(B), argument(X), c_loc(factors(1)), op_b, pivot_position, &
        workspace, info)
  end subroutine run_solve_block_sp

  !> The workspace with which solves for such an X allocate nothing.
  function solve_bytes_sp(this, X, info) result(bytes)
    class(triangular_solve_plan), intent(in) :: this
    real(c_float), intent(in), target :: X(:, :)
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    type(c_ptr) :: object
    integer(c_int) :: status
    bytes = 0
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(X), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = &
        filigree_triangular_solve_plan_get_workspace_bytes(this%held%object, object, bytes)
    call close_block(object)
    call settle_any(status, info)
  end function solve_bytes_sp

  !> Writes the factors: as many values as A has, those of A or apart from them. Triangular solves
  !> take them as values of A's pattern. `pivot_position` is the first row whose pivot counts as
  !> zero, counted from the index base, or -1.
  subroutine run_factor_sp(this, A, factors, pivot_position, workspace, info)
    class(incomplete_factor_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_float), intent(inout), target :: factors(:)
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(array_argument) :: array
    integer(c_int) :: scalar_type
    integer :: failed
    array = argument(factors)
    scalar_type = A%scalar_type(failed)
    if (.not. array%usable) then
      call refuse("run: the factors must be contiguous, for they are not copied", info)
    else if (array%num_rows /= A%nnz(failed) .or. scalar_type /= FILIGREE_SCALAR_FLOAT) then
      call refuse("run: there must be as many factors as A has entries, of their type", info)
    else
      call run_factor(this, A, array%address, pivot_position, workspace, info)
    end if
  end subroutine run_factor_sp

  !> op(A) x = alpha b by the plan. A is its matrix, whose values may have changed; x may be b.
  !> `pivot_position` is the first row whose pivot is zero, counted from the index base, or -1.
  subroutine run_solve_vector_dp(this, A, b, x, alpha, pivot_position, workspace, info)
    class(triangular_solve_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_double), intent(in), target :: b(:)
    real(c_double), intent(inout), target :: x(:)
    real(c_double), intent(in), optional :: alpha
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    call set_factors(factors, alpha)
    call run_solve(this, A, argument(b), argument(x), c_loc(factors(1)), FILIGREE_OP_NONE, &
        pivot_position, workspace, info)
  end subroutine run_solve_vector_dp

  !> op(A) X = alpha op_b(B) by the plan; otherwise the same.
  subroutine run_solve_block_dp(this, A, B, X, alpha, op_b, pivot_position, workspace, info)
    class(triangular_solve_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_double), intent(in), target :: B(:, :)
    real(c_double), intent(inout), target :: X(:, :)
    real(c_double), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op_b
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    call set_factors(factors, alpha)
    call run_solve(this, A, argument(B), argument(X), c_loc(factors(1)), op_b, pivot_position, &
        workspace, info)
  end subroutine run_solve_block_dp

  !> The workspace with which solves for such an X allocate nothing.
  function solve_bytes_dp(this, X, info) result(bytes)
    class(triangular_solve_plan), intent(in) :: this
    real(c_double), intent(in), target :: X(:, :)
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    type(c_ptr) :: object
    integer(c_int) :: status
    bytes = 0
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(X), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = &
        filigree_triangular_solve_plan_get_workspace_bytes(this%held%object, object, bytes)
    call close_block(object)
    call settle_any(status, info)
  end function solve_bytes_dp

  !> Writes the factors: as many values as A has, those of A or apart from them. Triangular solves
  !> take them as values of A's pattern. `pivot_position` is the first row whose pivot counts as
  !> zero, counted from the index base, or -1.
  subroutine run_factor_dp(this, A, factors, pivot_position, workspace, info)
    class(incomplete_factor_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_double), intent(inout), target :: factors(:)
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(array_argument) :: array
    integer(c_int) :: scalar_type
    integer :: failed
    array = argument(factors)
    scalar_type = A%scalar_type(failed)
    if (.not. array%usable) then
      call refuse("run: the factors must be contiguous, for they are not copied", info)
    else if (array%num_rows /= A%nnz(failed) .or. scalar_type /= FILIGREE_SCALAR_DOUBLE) then
      call refuse("run: there must be as many factors as A has entries, of their type", info)
    else
      call run_factor(this, A, array%address, pivot_position, workspace, info)
    end if
  end subroutine run_factor_dp

  !> op(A) x = alpha b by the plan. A is its matrix, whose values may have changed; x may be b.
  !> `pivot_position` is the first row whose pivot is zero, counted from the index base, or -1.
  subroutine run_solve_vector_csp(this, A, b, x, alpha, pivot_position, workspace, info)
    class(triangular_solve_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_float_complex), intent(in), target :: b(:)
    complex(c_float_complex), intent(inout), target :: x(:)
    complex(c_float_complex), intent(in), optional :: alpha
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    call set_factors(factors, alpha)
    call run_solve(this, A, argument(b), argument(x), c_loc(factors(1)), FILIGREE_OP_NONE, &
        pivot_position, workspace, info)
  end subroutine run_solve_vector_csp

  !> op(A) X = alpha op_b(B) by the plan; otherwise the same.
  subroutine run_solve_block_csp(this, A, B, X, alpha, op_b, pivot_position, workspace, info)
    class(triangular_solve_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_float_complex), intent(in), target :: B(:, :)
    complex(c_float_complex), intent(inout), target :: X(:, :)
    complex(c_float_complex), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op_b
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    call set_factors(factors, alpha)
    call run_solve(this, A, argument(B), argument(X), c_loc(factors(1)), op_b, pivot_position, &
        workspace, info)
  end subroutine run_solve_block_csp

  !> The workspace with which solves for such an X allocate nothing.
  function solve_bytes_csp(this, X, info) result(bytes)
    class(triangular_solve_plan), intent(in) :: this
    complex(c_float_complex), intent(in), target :: X(:, :)
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    type(c_ptr) :: object
    integer(c_int) :: status
    bytes = 0
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(X), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = &
        filigree_triangular_solve_plan_get_workspace_bytes(this%held%object, object, bytes)
    call close_block(object)
    call settle_any(status, info)
  end function solve_bytes_csp

  !> Writes the factors: as many values as A has, those of A or apart from them. Triangular solves
  !> take them as values of A's pattern. `pivot_position` is the first row whose pivot counts as
  !> zero, counted from the index base, or -1.
  subroutine run_factor_csp(this, A, factors, pivot_position, workspace, info)
    class(incomplete_factor_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_float_complex), intent(inout), target :: factors(:)
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(array_argument) :: array
    integer(c_int) :: scalar_type
    integer :: failed
    array = argument(factors)
    scalar_type = A%scalar_type(failed)
    if (.not. array%usable) then
      call refuse("run: the factors must be contiguous, for they are not copied", info)
    else if (array%num_rows /= A%nnz(failed) .or. scalar_type /= FILIGREE_SCALAR_COMPLEX_FLOAT) then
      call refuse("run: there must be as many factors as A has entries, of their type", info)
    else
      call run_factor(this, A, array%address, pivot_position, workspace, info)
    end if
  end subroutine run_factor_csp

  !> op(A) x = alpha b by the plan. A is its matrix, whose values may have changed; x may be b.
  !> `pivot_position` is the first row whose pivot is zero, counted from the index base, or -1.
  subroutine run_solve_vector_cdp(this, A, b, x, alpha, pivot_position, workspace, info)
    class(triangular_solve_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_double_complex), intent(in), target :: b(:)
    complex(c_double_complex), intent(inout), target :: x(:)
    complex(c_double_complex), intent(in), optional :: alpha
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call set_factors(factors, alpha)
    call run_solve(this, A, argument(b), argument(x), c_loc(factors(1)), FILIGREE_OP_NONE, &
        pivot_position, workspace, info)
  end subroutine run_solve_vector_cdp

  !> op(A) X = alpha op_b(B) by the plan; otherwise the same.
  subroutine run_solve_block_cdp(this, A, B, X, alpha, op_b, pivot_position, workspace, info)
    class(triangular_solve_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_double_complex), intent(in), target :: B(:, :)
    complex(c_double_complex), intent(inout), target :: X(:, :)
    complex(c_double_complex), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op_b
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call set_factors(factors, alpha)
    call run_solve(this, A, argument(B), argument(X), c_loc(factors(1)), op_b, pivot_position, &
        workspace, info)
  end subroutine run_solve_block_cdp

  !> The workspace with which solves for such an X allocate nothing.
  function solve_bytes_cdp(this, X, info) result(bytes)
    class(triangular_solve_plan), intent(in) :: this
    complex(c_double_complex), intent(in), target :: X(:, :)
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    type(c_ptr) :: object
    integer(c_int) :: status
    bytes = 0
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(X), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = &
        filigree_triangular_solve_plan_get_workspace_bytes(this%held%object, object, bytes)
    call close_block(object)
    call settle_any(status, info)
  end function solve_bytes_cdp

  !> Writes the factors: as many values as A has, those of A or apart from them. Triangular solves
  !> take them as values of A's pattern. `pivot_position` is the first row whose pivot counts as
  !> zero, counted from the index base, or -1.
  subroutine run_factor_cdp(this, A, factors, pivot_position, workspace, info)
    class(incomplete_factor_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_double_complex), intent(inout), target :: factors(:)
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(array_argument) :: array
    integer(c_int) :: scalar_type
    integer :: failed
    array = argument(factors)
    scalar_type = A%scalar_type(failed)
    if (.not. array%usable) then
      call refuse("run: the factors must be contiguous, for they are not copied", info)
    else if (array%num_rows /= A%nnz(failed) .or. scalar_type /= FILIGREE_SCALAR_COMPLEX_DOUBLE) &
        then
      call refuse("run: there must be as many factors as A has entries, of their type", info)
    else
      call run_factor(this, A, array%address, pivot_position, workspace, info)
    end if
  end subroutine run_factor_cdp

  function solve_bytes_object(this, X, info) result(bytes)
    class(triangular_solve_plan), intent(in) :: this
    class(dense_matrix), intent(in) :: X
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    bytes = 0
    call settle(filigree_triangular_solve_plan_get_workspace_bytes(this%held%object, &
        X%held%object, bytes), info)
  end function solve_bytes_object

  !> op(A) X = alpha op_b(B) by the plan, for blocks in any memory; a pivot's position is not given.
  subroutine run_solve_object(this, A, B, X, alpha, op_b, info)
    class(triangular_solve_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    class(dense_matrix), intent(in) :: B, X
    real(c_double), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op_b
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call matrix_factors(A, factors, alpha)
    call settle(filigree_triangular_solve_plan_run(this%handle%held%object, this%held%object, &
        chosen_value(op_b, FILIGREE_OP_NONE), c_loc(factors(1)), A%held%object, B%held%object, &
        X%held%object, c_null_ptr, c_null_ptr, 0_c_size_t), info)
  end subroutine run_solve_object

  subroutine run_solve(this, A, B, X, alpha, op_b, pivot_position, workspace, info)
    class(triangular_solve_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    type(array_argument), intent(in) :: B, X
    type(c_ptr), intent(in) :: alpha
    integer(c_int), intent(in), optional :: op_b
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object, work, position
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call use_workspace(workspace, work, bytes)
    position = c_null_ptr
    if (present(pivot_position)) position = c_loc(pivot_position)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(B, B_object, status)
    call open_block(X, X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_triangular_solve_plan_run( &
        this%handle%held%object, this%held%object, chosen_value(op_b, FILIGREE_OP_NONE), alpha, &
        A%held%object, B_object, X_object, position, work, bytes)
    call close_block(B_object)
    call close_block(X_object)
    call settle_any(status, info)
  end subroutine run_solve

  !> Prepares FILIGREE_INCOMPLETE_FACTOR_LU or _CHOLESKY of A, in compressed rows; reads the
  !> pattern, not the values. A pivot whose absolute value is not above `pivot_tolerance` (0) counts
  !> as zero; `pivot_boost` takes its place where it is given.
  subroutine factor_create(this, kind, A, pivot_tolerance, pivot_boost, handle, info)
    class(incomplete_factor_plan), intent(inout) :: this
    integer(c_int), intent(in) :: kind
    class(sparse_matrix), intent(in) :: A
    real(c_double), intent(in), optional :: pivot_tolerance
    real(c_double), intent(in), target, optional :: pivot_boost
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan, boost
    integer(c_int) :: status
    real(c_double) :: tolerance
    tolerance = 0
    if (present(pivot_tolerance)) tolerance = pivot_tolerance
    boost = c_null_ptr
    if (present(pivot_boost)) boost = c_loc(pivot_boost)
    plan = c_null_ptr
    status = filigree_incomplete_factor_plan_create(chosen(handle), plan, kind, A%held%object, &
        tolerance, boost)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call keep_plan(this, plan, filigree_incomplete_factor_plan_destroy, handle)
    call settle(status, info)
  end subroutine factor_create

  !> The workspace with which the plan's factorizations allocate nothing.
  function factor_workspace_bytes(this, info) result(bytes)
    class(incomplete_factor_plan), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    bytes = 0
    call settle(filigree_incomplete_factor_plan_get_workspace_bytes(this%held%object, bytes), info)
  end function factor_workspace_bytes

  !> The same into memory that Fortran does not see, of A's type.
  subroutine run_factor_address(this, A, factors, info)
    class(incomplete_factor_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    type(c_ptr), intent(in) :: factors
    integer, intent(out), optional :: info
    call run_factor(this, A, factors, info=info)
  end subroutine run_factor_address

  subroutine run_factor(this, A, factors, pivot_position, workspace, info)
    class(incomplete_factor_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    type(c_ptr), intent(in) :: factors
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: work, position
    integer(c_size_t) :: bytes
    call use_workspace(workspace, work, bytes)
    position = c_null_ptr
    if (present(pivot_position)) position = c_loc(pivot_position)
    call settle(filigree_incomplete_factor_plan_run(this%handle%held%object, this%held%object, &
        A%held%object, factors, position, work, bytes), info)
  end subroutine run_factor

  ! --- Gauss-Seidel

  !> Prepares sweeps with A, in compressed rows; reads the pattern, not the values.
  subroutine gauss_seidel_create(this, A, handle, info)
    class(gauss_seidel_plan), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan
    integer(c_int) :: status
    plan = c_null_ptr
    status = filigree_gauss_seidel_plan_create(chosen(handle), plan, A%held%object)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call keep_plan(this, plan, filigree_gauss_seidel_plan_destroy, handle)
    call settle(status, info)
  end subroutine gauss_seidel_create

  !> The colours of the rows: as many steps one after the other in a sweep.
  function gauss_seidel_num_colors(this, info) result(number)
    class(gauss_seidel_plan), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int64_t) :: number
    number = 0
    call settle(filigree_gauss_seidel_plan_get_num_colors(this%held%object, number), info)
  end function gauss_seidel_num_colors

  !> Relaxes x for A x = b by `count` (1) sweeps from x, or where `from_zero` is true from 0, in the
  !> order of the colours that `direction` says (FILIGREE_SWEEP_FORWARD, _BACKWARD or _SYMMETRIC),
  !> with the factor of over-relaxation omega (1). `pivot_position` is the first row whose diagonal
  !> is zero or not stored, which keeps its x, counted from the index base, or -1.
  subroutine run_sweeps_vector_sp(this, A, b, x, direction, omega, count, from_zero, &
      pivot_position, info)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_float), intent(in), target :: b(:)
    real(c_float), intent(inout), target :: x(:)
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer, intent(out), optional :: info
    call run_sweeps(this, A, argument(b), argument(x), direction, omega, count, from_zero, &
        pivot_position, info)
  end subroutine run_sweeps_vector_sp

  !> Relaxes X for A X = B, a right-hand side and its solution a column, as run_sweeps_vector does.
  subroutine run_sweeps_block_sp(this, A, B, X, direction, omega, count, from_zero, &
      pivot_position, info)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_float), intent(in), target :: B(:, :)
    real(c_float), intent(inout), target :: X(:, :)
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer, intent(out), optional :: info
    call run_sweeps(this, A, argument(B), argument(X), direction, omega, count, from_zero, &
        pivot_position, info)
  end subroutine run_sweeps_block_sp

  !> Relaxes x for A x = b by `count` (1) sweeps from x, or where `from_zero` is true from 0, in the
  !> order of the colours that `direction` says (FILIGREE_SWEEP_FORWARD, _BACKWARD or _SYMMETRIC),
  !> with the factor of over-relaxation omega (1). `pivot_position` is the first row whose diagonal
  !> is zero or not stored, which keeps its x, counted from the index base, or -1.
  subroutine run_sweeps_vector_dp(this, A, b, x, direction, omega, count, from_zero, &
      pivot_position, info)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_double), intent(in), target :: b(:)
    real(c_double), intent(inout), target :: x(:)
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer, intent(out), optional :: info
    call run_sweeps(this, A, argument(b), argument(x), direction, omega, count, from_zero, &
        pivot_position, info)
  end subroutine run_sweeps_vector_dp

  !> Relaxes X for A X = B, a right-hand side and its solution a column, as run_sweeps_vector does.
  subroutine run_sweeps_block_dp(this, A, B, X, direction, omega, count, from_zero, &
      pivot_position, info)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_double), intent(in), target :: B(:, :)
    real(c_double), intent(inout), target :: X(:, :)
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer, intent(out), optional :: info
    call run_sweeps(this, A, argument(B), argument(X), direction, omega, count, from_zero, &
        pivot_position, info)
  end subroutine run_sweeps_block_dp

  !> Relaxes x for A x = b by `count` (1) sweeps from x, or where `from_zero` is true from 0, in the
  !> order of the colours that `direction` says (FILIGREE_SWEEP_FORWARD, _BACKWARD or _SYMMETRIC),
  !> with the factor of over-relaxation omega (1). `pivot_position` is the first row whose diagonal
  !> is zero or not stored, which keeps its x, counted from the index base, or -1.
  subroutine run_sweeps_vector_csp(this, A, b, x, direction, omega, count, from_zero, &
      pivot_position, info)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_float_complex), intent(in), target :: b(:)
    complex(c_float_complex), intent(inout), target :: x(:)
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer, intent(out), optional :: info
    call run_sweeps(this, A, argument(b), argument(x), direction, omega, count, from_zero, &
        pivot_position, info)
  end subroutine run_sweeps_vector_csp

  !> Relaxes X for A X = B, a right-hand side and its solution a column, as run_sweeps_vector does.
  subroutine run_sweeps_block_csp(this, A, B, X, direction, omega, count, from_zero, &
      pivot_position, info)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_float_complex), intent(in), target :: B(:, :)
    complex(c_float_complex), intent(inout), target :: X(:, :)
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer, intent(out), optional :: info
    call run_sweeps(this, A, argument(B), argument(X), direction, omega, count, from_zero, &
        pivot_position, info)
  end subroutine run_sweeps_block_csp

  !> Relaxes x for A x = b by `count` (1) sweeps from x, or where `from_zero` is true from 0, in the
  !> order of the colours that `direction` says (FILIGREE_SWEEP_FORWARD, _BACKWARD or _SYMMETRIC),
  !> with the factor of over-relaxation omega (1). `pivot_position` is the first row whose diagonal
  !> is zero or not stored, which keeps its x, counted from the index base, or -1.
  subroutine run_sweeps_vector_cdp(this, A, b, x, direction, omega, count, from_zero, &
      pivot_position, info)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_double_complex), intent(in), target :: b(:)
    complex(c_double_complex), intent(inout), target :: x(:)
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer, intent(out), optional :: info
    call run_sweeps(this, A, argument(b), argument(x), direction, omega, count, from_zero, &
        pivot_position, info)
  end subroutine run_sweeps_vector_cdp

  !> Relaxes X for A X = B, a right-hand side and its solution a column, as run_sweeps_vector does.
  subroutine run_sweeps_block_cdp(this, A, B, X, direction, omega, count, from_zero, &
      pivot_position, info)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    complex(c_double_complex), intent(in), target :: B(:, :)
    complex(c_double_complex), intent(inout), target :: X(:, :)
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer, intent(out), optional :: info
    call run_sweeps(this, A, argument(B), argument(X), direction, omega, count, from_zero, &
        pivot_position, info)
  end subroutine run_sweeps_block_cdp

  !> Relaxes X for A X = B of blocks in any memory; the position of a zero is not given.
  subroutine run_sweeps_object(this, A, B, X, direction, omega, count, from_zero, info)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    class(dense_matrix), intent(in) :: B, X
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    integer, intent(out), optional :: info
    call settle(sweeps_status(this, A, B%held%object, X%held%object, direction, omega, count, &
        from_zero, c_null_ptr), info)
  end subroutine run_sweeps_object

  subroutine run_sweeps(this, A, B, X, direction, omega, count, from_zero, pivot_position, info)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    type(array_argument), intent(in) :: B, X
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object, position
    integer(c_int) :: status
    position = c_null_ptr
    if (present(pivot_position)) position = c_loc(pivot_position)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(B, B_object, status)
    call open_block(X, X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = sweeps_status(this, A, B_object, X_object, &
        direction, omega, count, from_zero, position)
    call close_block(B_object)
    call close_block(X_object)
    call settle_any(status, info)
  end subroutine run_sweeps

  integer(c_int) function sweeps_status(this, A, B, X, direction, omega, count, from_zero, &
      pivot_position) result(status)
    class(gauss_seidel_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A
    type(c_ptr), intent(in) :: B, X, pivot_position
    integer(c_int), intent(in), optional :: direction
    real(c_double), intent(in), optional :: omega
    integer, intent(in), optional :: count
    logical, intent(in), optional :: from_zero
    real(c_double) :: factor
    integer(c_int64_t) :: sweeps
    integer(c_int) :: zero
    factor = 1
    if (present(omega)) factor = omega
    sweeps = 1
    if (present(count)) sweeps = count
    zero = 0
    if (present(from_zero)) zero = merge(1_c_int, 0_c_int, from_zero)
    status = filigree_gauss_seidel_plan_run(this%handle%held%object, this%held%object, &
        A%held%object, B, X, chosen_value(direction, FILIGREE_SWEEP_FORWARD), factor, sweeps, &
        zero, pivot_position)
  end function sweeps_status

  ! --- sparse results

  !> Prepares alpha op_a(A) op_b(B) + beta D; reads the patterns, not the values.
  !> `memory_limit_bytes` bounds what the plan may take; 0: the library's choice.
  subroutine spgemm_create(this, A, B, op_a, op_b, D, offset_type, memory_limit_bytes, handle, info)
    class(spgemm_plan), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A, B
    integer(c_int), intent(in), optional :: op_a, op_b
    class(sparse_matrix), intent(in), optional :: D
    integer(c_int), intent(in), optional :: offset_type
    integer(c_int64_t), intent(in), optional :: memory_limit_bytes
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan
    integer(c_int) :: status
    integer(c_int64_t) :: limit
    limit = 0
    if (present(memory_limit_bytes)) limit = memory_limit_bytes
    plan = c_null_ptr
    status = filigree_spgemm_plan_create(chosen(handle), plan, &
        chosen_value(op_a, FILIGREE_OP_NONE), chosen_value(op_b, FILIGREE_OP_NONE), &
        A%held%object, B%held%object, object_of(D), chosen_value(offset_type, offsets_of(A)), limit)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call keep_plan(this, plan, filigree_spgemm_plan_destroy, handle)
    call settle(status, info)
  end subroutine spgemm_create

  function object_of(A) result(object)
    class(sparse_matrix), intent(in), optional :: A
    type(c_ptr) :: object
    object = c_null_ptr
    if (present(A)) object = A%held%object
  end function object_of

  !> The entries of the result.
  function spgemm_nnz(this, info) result(nnz)
    class(spgemm_plan), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int64_t) :: nnz, sizes(2)
    nnz = 0
    sizes = 0
    call settle(filigree_spgemm_plan_get_size(this%held%object, sizes(1), sizes(2), nnz), info)
  end function spgemm_nnz

  !> C, of a sparse_matrix or a csr_matrix, becomes a result with the pattern and arrays of the
  !> library's; `run` writes its values.
  subroutine spgemm_make_result(this, C, info)
    class(spgemm_plan), intent(in) :: this
    class(sparse_matrix), intent(inout) :: C
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (refuses_rows(C, info)) return
    object = c_null_ptr
    status = filigree_spgemm_plan_make_result(this%handle%held%object, this%held%object, object)
    call keep_result(C, object, status, info)
  end subroutine spgemm_make_result

  !> The entries of the result.
  function geam_nnz(this, info) result(nnz)
    class(geam_plan), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_int64_t) :: nnz, sizes(2)
    nnz = 0
    sizes = 0
    call settle(filigree_geam_plan_get_size(this%held%object, sizes(1), sizes(2), nnz), info)
  end function geam_nnz

  !> C, of a sparse_matrix or a csr_matrix, becomes a result with the pattern and arrays of the
  !> library's; `run` writes its values.
  subroutine geam_make_result(this, C, info)
    class(geam_plan), intent(in) :: this
    class(sparse_matrix), intent(inout) :: C
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (refuses_rows(C, info)) return
    object = c_null_ptr
    status = filigree_geam_plan_make_result(this%handle%held%object, this%held%object, object)
    call keep_result(C, object, status, info)
  end subroutine geam_make_result

  function spgemm_workspace_bytes(this, info) result(bytes)
    class(spgemm_plan), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    bytes = 0
    call settle(filigree_spgemm_plan_get_workspace_bytes(this%held%object, bytes), info)
  end function spgemm_workspace_bytes

  !> Writes the values of C = alpha op_a(A) op_b(B) + beta D, which make_result has made. alpha is 1
  !> and beta, where there is a D, 1 where they are absent.
  subroutine spgemm_run(this, A, B, C, alpha, D, beta, workspace, info)
    class(spgemm_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A, B
    class(sparse_matrix), intent(inout) :: C
    real(c_double), intent(in), optional :: alpha
    class(sparse_matrix), intent(in), optional :: D
    real(c_double), intent(in), optional :: beta
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(c_ptr) :: work
    integer(c_size_t) :: bytes
    real(c_double) :: of_D
    of_D = merge(1.0_c_double, 0.0_c_double, present(D))
    if (present(beta)) of_D = beta
    call matrix_factors(A, factors, alpha, of_D)
    call use_workspace(workspace, work, bytes)
    call settle(filigree_spgemm_plan_run(this%handle%held%object, this%held%object, &
        c_loc(factors(1)), A%held%object, B%held%object, c_loc(factors(2)), object_of(D), &
        C%held%object, work, bytes), info)
  end subroutine spgemm_run

  !> Prepares alpha op_a(A) + beta op_b(B); reads the patterns, not the values.
  subroutine geam_create(this, A, B, op_a, op_b, offset_type, handle, info)
    class(geam_plan), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A, B
    integer(c_int), intent(in), optional :: op_a, op_b, offset_type
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan
    integer(c_int) :: status
    plan = c_null_ptr
    status = filigree_geam_plan_create(chosen(handle), plan, &
        chosen_value(op_a, FILIGREE_OP_NONE), A%held%object, &
        chosen_value(op_b, FILIGREE_OP_NONE), B%held%object, &
        chosen_value(offset_type, max(offsets_of(A), offsets_of(B))))
    if (status == FILIGREE_STATUS_SUCCESS) &
        call keep_plan(this, plan, filigree_geam_plan_destroy, handle)
    call settle(status, info)
  end subroutine geam_create

  !> Writes the values of C = alpha op_a(A) + beta op_b(B), which make_result has made; alpha and
  !> beta are 1 where they are absent.
  subroutine geam_run(this, A, B, C, alpha, beta, info)
    class(geam_plan), intent(in) :: this
    class(sparse_matrix), intent(in) :: A, B
    class(sparse_matrix), intent(inout) :: C
    real(c_double), intent(in), optional :: alpha, beta
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    real(c_double) :: of_B
    of_B = 1
    if (present(beta)) of_B = beta
    call matrix_factors(A, factors, alpha, of_B)
    call settle(filigree_geam_plan_run(this%handle%held%object, this%held%object, &
        c_loc(factors(1)), A%held%object, c_loc(factors(2)), B%held%object, C%held%object), info)
  end subroutine geam_run

end module filigree_plans
