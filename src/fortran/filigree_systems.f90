! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! filigree_systems.f90 is made by src/fortran/generate.py of filigree_systems.f90.in.

!> Tridiagonal and pentadiagonal systems, one or a batch of one size. Programs use module filigree.
module filigree_systems
  use filigree_arrays
  use filigree_plans, only: use_workspace
  implicit none

  !> Diagonals of systems, in arrays that stay the caller's.
  type, extends(library_object) :: banded_matrix
    logical :: interleaved = .false.
  contains
    procedure :: assign => banded_assign
    procedure, private :: banded_create_address, banded_solve_object
    generic :: create => banded_create_address
    generic :: solve => banded_solve_object
    procedure, private :: tridiagonal_sp, tridiagonal_batch_sp, pentadiagonal_sp, &
        pentadiagonal_batch_sp, banded_solve_sp, banded_solve_vector_sp
    generic :: create => tridiagonal_sp, tridiagonal_batch_sp, pentadiagonal_sp, &
        pentadiagonal_batch_sp
    generic :: solve => banded_solve_sp, banded_solve_vector_sp
    procedure, private :: tridiagonal_dp, tridiagonal_batch_dp, pentadiagonal_dp, &
        pentadiagonal_batch_dp, banded_solve_dp, banded_solve_vector_dp
    generic :: create => tridiagonal_dp, tridiagonal_batch_dp, pentadiagonal_dp, &
        pentadiagonal_batch_dp
    generic :: solve => banded_solve_dp, banded_solve_vector_dp
    procedure, private :: tridiagonal_csp, tridiagonal_batch_csp, pentadiagonal_csp, &
        pentadiagonal_batch_csp, banded_solve_csp, banded_solve_vector_csp
    generic :: create => tridiagonal_csp, tridiagonal_batch_csp, pentadiagonal_csp, &
        pentadiagonal_batch_csp
    generic :: solve => banded_solve_csp, banded_solve_vector_csp
    procedure, private :: tridiagonal_cdp, tridiagonal_batch_cdp, pentadiagonal_cdp, &
        pentadiagonal_batch_cdp, banded_solve_cdp, banded_solve_vector_cdp
    generic :: create => tridiagonal_cdp, tridiagonal_batch_cdp, pentadiagonal_cdp, &
        pentadiagonal_batch_cdp
    generic :: solve => banded_solve_cdp, banded_solve_vector_cdp
  end type banded_matrix

  !> Solves of systems of one size and layout.
  type, extends(library_plan) :: banded_solve_plan
  contains
    procedure :: workspace_bytes => banded_workspace_bytes
    procedure, private :: banded_plan_object, banded_run_object
    generic :: create => banded_plan_object
    generic :: run => banded_run_object
    procedure, private :: banded_plan_sp, banded_run_sp
    generic :: create => banded_plan_sp
    generic :: run => banded_run_sp
    procedure, private :: banded_plan_dp, banded_run_dp
    generic :: create => banded_plan_dp
    generic :: run => banded_run_dp
    procedure, private :: banded_plan_csp, banded_run_csp
    generic :: create => banded_plan_csp
    generic :: run => banded_run_csp
    procedure, private :: banded_plan_cdp, banded_run_cdp
    generic :: create => banded_plan_cdp
    generic :: run => banded_run_cdp
  end type banded_solve_plan

contains

  !> One tridiagonal system: each diagonal has an entry for every row; lower(1) and upper(n) are not
  !> read, or, where a solve is periodic, are those of the unknowns around the end.
  subroutine tridiagonal_sp(this, lower, diagonal, upper, info)
    class(banded_matrix), intent(inout) :: this
    real(c_float), intent(in), target :: lower(:), diagonal(:), upper(:)
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lower), argument(diagonal), argument(upper)], .false., info)
  end subroutine tridiagonal_sp

  !> A batch: column s has system s. Where `interleaved`, row s has it, so that entries of one row of
  !> the systems lie side by side.
  subroutine tridiagonal_batch_sp(this, lower, diagonal, upper, interleaved, info)
    class(banded_matrix), intent(inout) :: this
    real(c_float), intent(in), target :: lower(:, :), diagonal(:, :), upper(:, :)
    logical, intent(in), optional :: interleaved
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lower), argument(diagonal), argument(upper)], interleaved, &
        info)
  end subroutine tridiagonal_batch_sp

  !> One pentadiagonal system, the lowest diagonal first.
  subroutine pentadiagonal_sp(this, lowest, lower, diagonal, upper, uppermost, info)
    class(banded_matrix), intent(inout) :: this
    real(c_float), intent(in), target :: lowest(:), lower(:), diagonal(:), upper(:), uppermost(:)
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lowest), argument(lower), argument(diagonal), &
        argument(upper), argument(uppermost)], .false., info)
  end subroutine pentadiagonal_sp

  subroutine pentadiagonal_batch_sp(this, lowest, lower, diagonal, upper, uppermost, &
      interleaved, info)
    class(banded_matrix), intent(inout) :: this
    real(c_float), intent(in), target :: lowest(:, :), lower(:, :), diagonal(:, :), upper(:, :), &
        uppermost(:, :)
    logical, intent(in), optional :: interleaved
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lowest), argument(lower), argument(diagonal), &
        argument(upper), argument(uppermost)], interleaved, info)
  end subroutine pentadiagonal_batch_sp

  !> op(A) x = b of one system; x may be b. `pivot_position` is the first row without a pivot, from
  !> 0, or -1.
  subroutine banded_solve_vector_sp(this, b, x, op, pivoting, periodic, pivot_position, handle, &
      info)
    class(banded_matrix), intent(in) :: this
    real(c_float), intent(in), target :: b(:)
    real(c_float), intent(inout), target :: x(:)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: positions
    positions = c_null_ptr
    if (present(pivot_position)) positions = c_loc(pivot_position)
    call banded_solve(this, argument(b), argument(x), op, pivoting, periodic, positions, handle, &
        info)
  end subroutine banded_solve_vector_sp

  !> op(A) X = B: right-hand sides of one system, or of a batch one for each, laid out as its diagonals;
  !> X may be B.
  !> `pivot_positions` has, for each system, the first row without a pivot, from 0, or -1.
  subroutine banded_solve_sp(this, B, X, op, pivoting, periodic, pivot_positions, handle, info)
    class(banded_matrix), intent(in) :: this
    real(c_float), intent(in), target :: B(:, :)
    real(c_float), intent(inout), target :: X(:, :)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    integer(c_int64_t), intent(inout), target, contiguous, optional :: pivot_positions(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call banded_solve(this, argument(B), argument(X), op, pivoting, periodic, &
        positions_of(pivot_positions), handle, info)
  end subroutine banded_solve_sp

  !> Prepares solves of systems of A's sizes and layout, for such B and X; reads none of the arrays.
  subroutine banded_plan_sp(this, A, B, X, op, pivoting, periodic, handle, info)
    class(banded_solve_plan), intent(inout) :: this
    class(banded_matrix), intent(in) :: A
    real(c_float), intent(in), target :: B(:, :)
    real(c_float), intent(in), target :: X(:, :)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_systems(A, argument(B), B_object, status)
    call open_systems(A, argument(X), X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) then
      call banded_plan(this, A, B_object, X_object, op, pivoting, periodic, handle, info)
    else
      call settle_any(status, info)
    end if
    call close_block(B_object)
    call close_block(X_object)
  end subroutine banded_plan_sp

  !> op(A) X = B by the plan; X may be B.
  subroutine banded_run_sp(this, A, B, X, pivot_positions, workspace, info)
    class(banded_solve_plan), intent(in) :: this
    class(banded_matrix), intent(in) :: A
    real(c_float), intent(in), target :: B(:, :)
    real(c_float), intent(inout), target :: X(:, :)
    integer(c_int64_t), intent(inout), target, contiguous, optional :: pivot_positions(:)
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object, work
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call use_workspace(workspace, work, bytes)
    status = FILIGREE_STATUS_SUCCESS
    call open_systems(A, argument(B), B_object, status)
    call open_systems(A, argument(X), X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_banded_solve_plan_run( &
        this%handle%held%object, this%held%object, A%held%object, B_object, X_object, &
        positions_of(pivot_positions), work, bytes)
    call close_block(B_object)
    call close_block(X_object)
    call settle_any(status, info)
  end subroutine banded_run_sp

  !> One tridiagonal system: each diagonal has an entry for every row; lower(1) and upper(n) are not
  !> read, or, where a solve is periodic, are those of the unknowns around the end.
  subroutine tridiagonal_dp(this, lower, diagonal, upper, info)
    class(banded_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: lower(:), diagonal(:), upper(:)
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lower), argument(diagonal), argument(upper)], .false., info)
  end subroutine tridiagonal_dp

  !> A batch: column s has system s. Where `interleaved`, row s has it, so that entries of one row of
  !> the systems lie side by side.
  subroutine tridiagonal_batch_dp(this, lower, diagonal, upper, interleaved, info)
    class(banded_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: lower(:, :), diagonal(:, :), upper(:, :)
    logical, intent(in), optional :: interleaved
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lower), argument(diagonal), argument(upper)], interleaved, &
        info)
  end subroutine tridiagonal_batch_dp

  !> One pentadiagonal system, the lowest diagonal first.
  subroutine pentadiagonal_dp(this, lowest, lower, diagonal, upper, uppermost, info)
    class(banded_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: lowest(:), lower(:), diagonal(:), upper(:), uppermost(:)
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lowest), argument(lower), argument(diagonal), &
        argument(upper), argument(uppermost)], .false., info)
  end subroutine pentadiagonal_dp

  subroutine pentadiagonal_batch_dp(this, lowest, lower, diagonal, upper, uppermost, &
      interleaved, info)
    class(banded_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: lowest(:, :), lower(:, :), diagonal(:, :), upper(:, :), &
        uppermost(:, :)
    logical, intent(in), optional :: interleaved
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lowest), argument(lower), argument(diagonal), &
        argument(upper), argument(uppermost)], interleaved, info)
  end subroutine pentadiagonal_batch_dp

  !> op(A) x = b of one system; x may be b. `pivot_position` is the first row without a pivot, from
  !> 0, or -1.
  subroutine banded_solve_vector_dp(this, b, x, op, pivoting, periodic, pivot_position, handle, &
      info)
    class(banded_matrix), intent(in) :: this
    real(c_double), intent(in), target :: b(:)
    real(c_double), intent(inout), target :: x(:)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: positions
    positions = c_null_ptr
    if (present(pivot_position)) positions = c_loc(pivot_position)
    call banded_solve(this, argument(b), argument(x), op, pivoting, periodic, positions, handle, &
        info)
  end subroutine banded_solve_vector_dp

  !> op(A) X = B: right-hand sides of one system, or of a batch one for each, laid out as its diagonals;
  !> X may be B.
  !> `pivot_positions` has, for each system, the first row without a pivot, from 0, or -1.
  subroutine banded_solve_dp(this, B, X, op, pivoting, periodic, pivot_positions, handle, info)
    class(banded_matrix), intent(in) :: this
    real(c_double), intent(in), target :: B(:, :)
    real(c_double), intent(inout), target :: X(:, :)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    integer(c_int64_t), intent(inout), target, contiguous, optional :: pivot_positions(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call banded_solve(this, argument(B), argument(X), op, pivoting, periodic, &
        positions_of(pivot_positions), handle, info)
  end subroutine banded_solve_dp

  !> Prepares solves of systems of A's sizes and layout, for such B and X; reads none of the arrays.
  subroutine banded_plan_dp(this, A, B, X, op, pivoting, periodic, handle, info)
    class(banded_solve_plan), intent(inout) :: this
    class(banded_matrix), intent(in) :: A
    real(c_double), intent(in), target :: B(:, :)
    real(c_double), intent(in), target :: X(:, :)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_systems(A, argument(B), B_object, status)
    call open_systems(A, argument(X), X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) then
      call banded_plan(this, A, B_object, X_object, op, pivoting, periodic, handle, info)
    else
      call settle_any(status, info)
    end if
    call close_block(B_object)
    call close_block(X_object)
  end subroutine banded_plan_dp

  !> op(A) X = B by the plan; X may be B.
  subroutine banded_run_dp(this, A, B, X, pivot_positions, workspace, info)
    class(banded_solve_plan), intent(in) :: this
    class(banded_matrix), intent(in) :: A
    real(c_double), intent(in), target :: B(:, :)
    real(c_double), intent(inout), target :: X(:, :)
    integer(c_int64_t), intent(inout), target, contiguous, optional :: pivot_positions(:)
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object, work
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call use_workspace(workspace, work, bytes)
    status = FILIGREE_STATUS_SUCCESS
    call open_systems(A, argument(B), B_object, status)
    call open_systems(A, argument(X), X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_banded_solve_plan_run( &
        this%handle%held%object, this%held%object, A%held%object, B_object, X_object, &
        positions_of(pivot_positions), work, bytes)
    call close_block(B_object)
    call close_block(X_object)
    call settle_any(status, info)
  end subroutine banded_run_dp

  !> One tridiagonal system: each diagonal has an entry for every row; lower(1) and upper(n) are not
  !> read, or, where a solve is periodic, are those of the unknowns around the end.
  subroutine tridiagonal_csp(this, lower, diagonal, upper, info)
    class(banded_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: lower(:), diagonal(:), upper(:)
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lower), argument(diagonal), argument(upper)], .false., info)
  end subroutine tridiagonal_csp

  !> A batch: column s has system s. Where `interleaved`, row s has it, so that entries of one row of
  !> the systems lie side by side.
  subroutine tridiagonal_batch_csp(this, lower, diagonal, upper, interleaved, info)
    class(banded_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: lower(:, :), diagonal(:, :), upper(:, :)
    logical, intent(in), optional :: interleaved
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lower), argument(diagonal), argument(upper)], interleaved, &
        info)
  end subroutine tridiagonal_batch_csp

  !> One pentadiagonal system, the lowest diagonal first.
  subroutine pentadiagonal_csp(this, lowest, lower, diagonal, upper, uppermost, info)
    class(banded_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: lowest(:), lower(:), diagonal(:), upper(:), uppermost(:)
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lowest), argument(lower), argument(diagonal), &
        argument(upper), argument(uppermost)], .false., info)
  end subroutine pentadiagonal_csp

  subroutine pentadiagonal_batch_csp(this, lowest, lower, diagonal, upper, uppermost, &
      interleaved, info)
    class(banded_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: lowest(:, :), lower(:, :), diagonal(:, :), upper(:, :), &
        uppermost(:, :)
    logical, intent(in), optional :: interleaved
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lowest), argument(lower), argument(diagonal), &
        argument(upper), argument(uppermost)], interleaved, info)
  end subroutine pentadiagonal_batch_csp

  !> op(A) x = b of one system; x may be b. `pivot_position` is the first row without a pivot, from
  !> 0, or -1.
  subroutine banded_solve_vector_csp(this, b, x, op, pivoting, periodic, pivot_position, handle, &
      info)
    class(banded_matrix), intent(in) :: this
    complex(c_float_complex), intent(in), target :: b(:)
    complex(c_float_complex), intent(inout), target :: x(:)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: positions
    positions = c_null_ptr
    if (present(pivot_position)) positions = c_loc(pivot_position)
    call banded_solve(this, argument(b), argument(x), op, pivoting, periodic, positions, handle, &
        info)
  end subroutine banded_solve_vector_csp

  !> op(A) X = B: right-hand sides of one system, or of a batch one for each, laid out as its diagonals;
  !> X may be B.
  !> `pivot_positions` has, for each system, the first row without a pivot, from 0, or -1.
  subroutine banded_solve_csp(this, B, X, op, pivoting, periodic, pivot_positions, handle, info)
    class(banded_matrix), intent(in) :: this
    complex(c_float_complex), intent(in), target :: B(:, :)
    complex(c_float_complex), intent(inout), target :: X(:, :)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    integer(c_int64_t), intent(inout), target, contiguous, optional :: pivot_positions(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call banded_solve(this, argument(B), argument(X), op, pivoting, periodic, &
        positions_of(pivot_positions), handle, info)
  end subroutine banded_solve_csp

  !> Prepares solves of systems of A's sizes and layout, for such B and X; reads none of the arrays.
  subroutine banded_plan_csp(this, A, B, X, op, pivoting, periodic, handle, info)
    class(banded_solve_plan), intent(inout) :: this
    class(banded_matrix), intent(in) :: A
    complex(c_float_complex), intent(in), target :: B(:, :)
    complex(c_float_complex), intent(in), target :: X(:, :)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_systems(A, argument(B), B_object, status)
    call open_systems(A, argument(X), X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) then
      call banded_plan(this, A, B_object, X_object, op, pivoting, periodic, handle, info)
    else
      call settle_any(status, info)
    end if
    call close_block(B_object)
    call close_block(X_object)
  end subroutine banded_plan_csp

  !> op(A) X = B by the plan; X may be B.
  subroutine banded_run_csp(this, A, B, X, pivot_positions, workspace, info)
    class(banded_solve_plan), intent(in) :: this
    class(banded_matrix), intent(in) :: A
    complex(c_float_complex), intent(in), target :: B(:, :)
    complex(c_float_complex), intent(inout), target :: X(:, :)
    integer(c_int64_t), intent(inout), target, contiguous, optional :: pivot_positions(:)
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object, work
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call use_workspace(workspace, work, bytes)
    status = FILIGREE_STATUS_SUCCESS
    call open_systems(A, argument(B), B_object, status)
    call open_systems(A, argument(X), X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_banded_solve_plan_run( &
        this%handle%held%object, this%held%object, A%held%object, B_object, X_object, &
        positions_of(pivot_positions), work, bytes)
    call close_block(B_object)
    call close_block(X_object)
    call settle_any(status, info)
  end subroutine banded_run_csp

  !> One tridiagonal system: each diagonal has an entry for every row; lower(1) and upper(n) are not
  !> read, or, where a solve is periodic, are those of the unknowns around the end.
  subroutine tridiagonal_cdp(this, lower, diagonal, upper, info)
    class(banded_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: lower(:), diagonal(:), upper(:)
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lower), argument(diagonal), argument(upper)], .false., info)
  end subroutine tridiagonal_cdp

  !> A batch: column s has system s. Where `interleaved`, row s has it, so that entries of one row of
  !> the systems lie side by side.
  subroutine tridiagonal_batch_cdp(this, lower, diagonal, upper, interleaved, info)
    class(banded_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: lower(:, :), diagonal(:, :), upper(:, :)
    logical, intent(in), optional :: interleaved
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lower), argument(diagonal), argument(upper)], interleaved, &
        info)
  end subroutine tridiagonal_batch_cdp

  !> One pentadiagonal system, the lowest diagonal first.
  subroutine pentadiagonal_cdp(this, lowest, lower, diagonal, upper, uppermost, info)
    class(banded_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: lowest(:), lower(:), diagonal(:), upper(:), uppermost(:)
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lowest), argument(lower), argument(diagonal), &
        argument(upper), argument(uppermost)], .false., info)
  end subroutine pentadiagonal_cdp

  subroutine pentadiagonal_batch_cdp(this, lowest, lower, diagonal, upper, uppermost, &
      interleaved, info)
    class(banded_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: lowest(:, :), lower(:, :), diagonal(:, :), upper(:, :), &
        uppermost(:, :)
    logical, intent(in), optional :: interleaved
    integer, intent(out), optional :: info
    call banded_create(this, [argument(lowest), argument(lower), argument(diagonal), &
        argument(upper), argument(uppermost)], interleaved, info)
  end subroutine pentadiagonal_batch_cdp

  !> op(A) x = b of one system; x may be b. `pivot_position` is the first row without a pivot, from
  !> 0, or -1.
  subroutine banded_solve_vector_cdp(this, b, x, op, pivoting, periodic, pivot_position, handle, &
      info)
    class(banded_matrix), intent(in) :: this
    complex(c_double_complex), intent(in), target :: b(:)
    complex(c_double_complex), intent(inout), target :: x(:)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    integer(c_int64_t), intent(inout), target, optional :: pivot_position
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: positions
    positions = c_null_ptr
    if (present(pivot_position)) positions = c_loc(pivot_position)
    call banded_solve(this, argument(b), argument(x), op, pivoting, periodic, positions, handle, &
        info)
  end subroutine banded_solve_vector_cdp

  !> op(A) X = B: right-hand sides of one system, or of a batch one for each, laid out as its diagonals;
  !> X may be B.
  !> `pivot_positions` has, for each system, the first row without a pivot, from 0, or -1.
  subroutine banded_solve_cdp(this, B, X, op, pivoting, periodic, pivot_positions, handle, info)
    class(banded_matrix), intent(in) :: this
    complex(c_double_complex), intent(in), target :: B(:, :)
    complex(c_double_complex), intent(inout), target :: X(:, :)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    integer(c_int64_t), intent(inout), target, contiguous, optional :: pivot_positions(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call banded_solve(this, argument(B), argument(X), op, pivoting, periodic, &
        positions_of(pivot_positions), handle, info)
  end subroutine banded_solve_cdp

  !> Prepares solves of systems of A's sizes and layout, for such B and X; reads none of the arrays.
  subroutine banded_plan_cdp(this, A, B, X, op, pivoting, periodic, handle, info)
    class(banded_solve_plan), intent(inout) :: this
    class(banded_matrix), intent(in) :: A
    complex(c_double_complex), intent(in), target :: B(:, :)
    complex(c_double_complex), intent(in), target :: X(:, :)
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_systems(A, argument(B), B_object, status)
    call open_systems(A, argument(X), X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) then
      call banded_plan(this, A, B_object, X_object, op, pivoting, periodic, handle, info)
    else
      call settle_any(status, info)
    end if
    call close_block(B_object)
    call close_block(X_object)
  end subroutine banded_plan_cdp

  !> op(A) X = B by the plan; X may be B.
  subroutine banded_run_cdp(this, A, B, X, pivot_positions, workspace, info)
    class(banded_solve_plan), intent(in) :: this
    class(banded_matrix), intent(in) :: A
    complex(c_double_complex), intent(in), target :: B(:, :)
    complex(c_double_complex), intent(inout), target :: X(:, :)
    integer(c_int64_t), intent(inout), target, contiguous, optional :: pivot_positions(:)
    integer(c_int8_t), intent(inout), target, contiguous, optional :: workspace(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object, work
    integer(c_size_t) :: bytes
    integer(c_int) :: status
    call use_workspace(workspace, work, bytes)
    status = FILIGREE_STATUS_SUCCESS
    call open_systems(A, argument(B), B_object, status)
    call open_systems(A, argument(X), X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_banded_solve_plan_run( &
        this%handle%held%object, this%held%object, A%held%object, B_object, X_object, &
        positions_of(pivot_positions), work, bytes)
    call close_block(B_object)
    call close_block(X_object)
    call settle_any(status, info)
  end subroutine banded_run_cdp

  function positions_of(pivot_positions) result(address)
    integer(c_int64_t), intent(inout), target, contiguous, optional :: pivot_positions(:)
    type(c_ptr) :: address
    address = c_null_ptr
    if (.not. present(pivot_positions)) return
    if (size(pivot_positions) > 0) address = c_loc(pivot_positions(1))
  end function positions_of

  !> Systems in memory that Fortran does not see, a device's: 3 or 5 addresses of diagonals, the
  !> lowest first; the entry of row i of system s is at i row_stride + s system_stride, from 0.
  subroutine banded_create_address(this, num_rows, num_systems, diagonals, row_stride, &
      system_stride, scalar_type, info)
    class(banded_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_systems
    type(c_ptr), intent(in), target, contiguous :: diagonals(:)
    integer(c_int64_t), intent(in) :: row_stride, system_stride
    integer(c_int), intent(in) :: scalar_type
    integer, intent(out), optional :: info
    type(c_ptr) :: object, addresses
    integer(c_int) :: status
    object = c_null_ptr
    addresses = c_null_ptr
    if (size(diagonals) > 0) addresses = c_loc(diagonals(1))
    status = filigree_banded_matrix_create(object, num_rows, num_systems, &
        int(size(diagonals), c_int), addresses, row_stride, system_stride, scalar_type)
    if (status == FILIGREE_STATUS_SUCCESS) &
        call this%held%take(object, filigree_banded_matrix_destroy)
    call settle(status, info)
  end subroutine banded_create_address

  subroutine banded_create(this, diagonals, interleaved, info)
    class(banded_matrix), intent(inout) :: this
    type(array_argument), intent(in) :: diagonals(:)
    logical, intent(in), optional :: interleaved
    integer, intent(out), optional :: info
    integer(c_int64_t) :: rows, systems, row_stride, system_stride
    type(c_ptr), target :: addresses(5)
    integer :: failed, k
    logical :: swapped
    if (.not. all(diagonals%usable .and. diagonals%layout == FILIGREE_LAYOUT_COLUMN_MAJOR)) then
      call refuse("create: diagonals must be contiguous, for they are not copied", info)
      return
    else if (any(diagonals%num_rows /= diagonals(1)%num_rows) .or. &
        any(diagonals%num_cols /= diagonals(1)%num_cols) .or. &
        any(diagonals%leading_dimension /= diagonals(1)%leading_dimension)) then
      call refuse("create: all diagonals must have one shape, an entry for every row", info)
      return
    end if
    rows = diagonals(1)%num_rows
    systems = diagonals(1)%num_cols
    row_stride = 1
    system_stride = diagonals(1)%leading_dimension
    swapped = .false.
    if (present(interleaved)) swapped = interleaved
    if (swapped) then
      rows = diagonals(1)%num_cols
      systems = diagonals(1)%num_rows
      row_stride = diagonals(1)%leading_dimension
      system_stride = 1
    end if
    do k = 1, size(diagonals)
      addresses(k) = diagonals(k)%address
    end do
    call banded_create_address(this, rows, systems, addresses(:size(diagonals)), row_stride, &
        system_stride, diagonals(1)%scalar_type, failed)
    if (failed == FILIGREE_STATUS_SUCCESS) this%interleaved = swapped
    call settle_any(int(failed, c_int), info)
  end subroutine banded_create

  subroutine banded_assign(this, other)
    class(banded_matrix), intent(inout) :: this
    class(library_object), intent(in) :: other
    call object_assign(this, other)
    select type (other)
    class is (banded_matrix)
      this%interleaved = other%interleaved
    end select
  end subroutine banded_assign

  !> As open_block, of right-hand sides or solutions, which are laid out as the diagonals are.
  subroutine open_systems(A, array, object, status)
    class(banded_matrix), intent(in) :: A
    type(array_argument), intent(in) :: array
    type(c_ptr), intent(out) :: object
    integer(c_int), intent(inout) :: status
    if (.not. A%interleaved .or. .not. array%usable) then
      call open_block(array, object, status)
      return
    end if
    object = c_null_ptr
    if (status /= FILIGREE_STATUS_SUCCESS) return
    found_here = .false.
    status = filigree_dense_matrix_create(object, array%num_cols, array%num_rows, &
        array%leading_dimension, array%address, array%scalar_type, &
        merge(FILIGREE_LAYOUT_ROW_MAJOR, FILIGREE_LAYOUT_COLUMN_MAJOR, &
        array%layout == FILIGREE_LAYOUT_COLUMN_MAJOR))
  end subroutine open_systems

  integer(c_int) function flag(periodic)
    logical, intent(in), optional :: periodic
    flag = 0
    if (present(periodic)) flag = merge(1_c_int, 0_c_int, periodic)
  end function flag

  subroutine banded_solve(this, B, X, op, pivoting, periodic, positions, handle, info)
    class(banded_matrix), intent(in) :: this
    type(array_argument), intent(in) :: B, X
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    type(c_ptr), intent(in) :: positions
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_systems(this, B, B_object, status)
    call open_systems(this, X, X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_banded_solve(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), this%held%object, B_object, X_object, &
        chosen_value(pivoting, FILIGREE_PIVOTING_PARTIAL), flag(periodic), positions)
    call close_block(B_object)
    call close_block(X_object)
    call settle_any(status, info)
  end subroutine banded_solve

  !> The same for blocks in any memory.
  subroutine banded_solve_object(this, B, X, op, pivoting, periodic, handle, info)
    class(banded_matrix), intent(in) :: this
    class(dense_matrix), intent(in) :: B, X
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call settle(filigree_banded_solve(chosen(handle), chosen_value(op, FILIGREE_OP_NONE), &
        this%held%object, B%held%object, X%held%object, &
        chosen_value(pivoting, FILIGREE_PIVOTING_PARTIAL), flag(periodic), c_null_ptr), info)
  end subroutine banded_solve_object

  subroutine banded_plan_object(this, A, B, X, op, pivoting, periodic, handle, info)
    class(banded_solve_plan), intent(inout) :: this
    class(banded_matrix), intent(in) :: A
    class(dense_matrix), intent(in) :: B, X
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call banded_plan(this, A, B%held%object, X%held%object, op, pivoting, periodic, handle, info)
  end subroutine banded_plan_object

  subroutine banded_plan(this, A, B, X, op, pivoting, periodic, handle, info)
    class(banded_solve_plan), intent(inout) :: this
    class(banded_matrix), intent(in) :: A
    type(c_ptr), intent(in) :: B, X
    integer(c_int), intent(in), optional :: op, pivoting
    logical, intent(in), optional :: periodic
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan
    integer(c_int) :: status
    plan = c_null_ptr
    status = filigree_banded_solve_plan_create(chosen(handle), plan, &
        chosen_value(op, FILIGREE_OP_NONE), A%held%object, B, X, &
        chosen_value(pivoting, FILIGREE_PIVOTING_PARTIAL), flag(periodic))
    if (status == FILIGREE_STATUS_SUCCESS) &
        call keep_plan(this, plan, filigree_banded_solve_plan_destroy, handle, op)
    call settle(status, info)
  end subroutine banded_plan

  subroutine banded_run_object(this, A, B, X, info)
    class(banded_solve_plan), intent(in) :: this
    class(banded_matrix), intent(in) :: A
    class(dense_matrix), intent(in) :: B, X
    integer, intent(out), optional :: info
    call settle(filigree_banded_solve_plan_run(this%handle%held%object, this%held%object, &
        A%held%object, B%held%object, X%held%object, c_null_ptr, c_null_ptr, 0_c_size_t), info)
  end subroutine banded_run_object

  !> The workspace with which the plan's solves allocate nothing.
  function banded_workspace_bytes(this, info) result(bytes)
    class(banded_solve_plan), intent(in) :: this
    integer, intent(out), optional :: info
    integer(c_size_t) :: bytes
    bytes = 0
    call settle(filigree_banded_solve_plan_get_workspace_bytes(this%held%object, bytes), info)
  end function banded_workspace_bytes
end module filigree_systems
