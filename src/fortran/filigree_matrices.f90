! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! filigree_matrices.f90 is made by src/fortran/generate.py of filigree_matrices.f90.in.

!> Sparse matrices, in arrays of the caller's or of the library's: what they are, in which format,
!> from where and to where. Programs use module filigree.
module filigree_matrices
  use filigree_arrays
  implicit none

  !> A sparse matrix of any format. One in arrays of the caller's is made as csr_matrix and so on;
  !> a result of the library may be a sparse_matrix, and takes the format of a prototype.
  type, extends(library_object) :: sparse_matrix
  contains
    procedure :: num_rows => matrix_num_rows
    procedure :: num_cols => matrix_num_cols
    procedure :: nnz => matrix_nnz
    procedure :: format => matrix_format
    procedure :: index_base => matrix_index_base
    procedure :: scalar_type => matrix_scalar_type
    procedure :: set_attributes => matrix_set_attributes
    procedure :: take => matrix_take
    procedure :: convert => matrix_convert
    procedure :: read => matrix_read
    procedure :: write => matrix_write
    procedure :: product => matrix_product
    procedure :: add => matrix_add
    procedure :: validate => matrix_validate
    procedure :: iluk_pattern => matrix_iluk_pattern
    procedure :: ilut => matrix_ilut
    procedure, private :: color_rows, color_rows_address
    generic :: color => color_rows, color_rows_address
    procedure, private :: cuthill_mckee_address, reorder_address
    generic :: reverse_cuthill_mckee => cuthill_mckee_address
    generic :: reorder => reorder_address
    procedure, private :: cuthill_mckee_i32, reorder_i32
    generic :: reverse_cuthill_mckee => cuthill_mckee_i32
    generic :: reorder => reorder_i32
    procedure, private :: cuthill_mckee_i64, reorder_i64
    generic :: reverse_cuthill_mckee => cuthill_mckee_i64
    generic :: reorder => reorder_i64
    procedure, private :: set_values_address
    generic :: set_values => set_values_address
    procedure, private :: multiply_vector_address, multiply_block_address
    generic :: multiply => multiply_vector_address, multiply_block_address
    procedure, private :: multiply_vector_object, multiply_block_object
    generic :: multiply => multiply_vector_object, multiply_block_object
    procedure, private :: solve_object, sddmm_object, to_dense_object, from_dense_object
    generic :: solve => solve_object
    generic :: sddmm => sddmm_object
    generic :: to_dense => to_dense_object
    generic :: from_dense => from_dense_object
    procedure, private :: set_values_sp, set_values_block_sp
    generic :: set_values => set_values_sp, set_values_block_sp
    procedure, private :: multiply_vector_sp, multiply_block_sp
    generic :: multiply => multiply_vector_sp, multiply_block_sp
    procedure, private :: solve_vector_sp, solve_block_sp, sddmm_sp, to_dense_sp, from_dense_sp
    generic :: solve => solve_vector_sp, solve_block_sp
    generic :: sddmm => sddmm_sp
    generic :: to_dense => to_dense_sp
    generic :: from_dense => from_dense_sp
    procedure, private :: get_values_sp
    generic :: get_values => get_values_sp
    procedure, private :: set_values_dp, set_values_block_dp
    generic :: set_values => set_values_dp, set_values_block_dp
    procedure, private :: multiply_vector_dp, multiply_block_dp
    generic :: multiply => multiply_vector_dp, multiply_block_dp
    procedure, private :: solve_vector_dp, solve_block_dp, sddmm_dp, to_dense_dp, from_dense_dp
    generic :: solve => solve_vector_dp, solve_block_dp
    generic :: sddmm => sddmm_dp
    generic :: to_dense => to_dense_dp
    generic :: from_dense => from_dense_dp
    procedure, private :: get_values_dp
    generic :: get_values => get_values_dp
    procedure, private :: set_values_csp, set_values_block_csp
    generic :: set_values => set_values_csp, set_values_block_csp
    procedure, private :: multiply_vector_csp, multiply_block_csp
    generic :: multiply => multiply_vector_csp, multiply_block_csp
    procedure, private :: solve_vector_csp, solve_block_csp, sddmm_csp, to_dense_csp, from_dense_csp
    generic :: solve => solve_vector_csp, solve_block_csp
    generic :: sddmm => sddmm_csp
    generic :: to_dense => to_dense_csp
    generic :: from_dense => from_dense_csp
    procedure, private :: get_values_csp
    generic :: get_values => get_values_csp
    procedure, private :: set_values_cdp, set_values_block_cdp
    generic :: set_values => set_values_cdp, set_values_block_cdp
    procedure, private :: multiply_vector_cdp, multiply_block_cdp
    generic :: multiply => multiply_vector_cdp, multiply_block_cdp
    procedure, private :: solve_vector_cdp, solve_block_cdp, sddmm_cdp, to_dense_cdp, from_dense_cdp
    generic :: solve => solve_vector_cdp, solve_block_cdp
    generic :: sddmm => sddmm_cdp
    generic :: to_dense => to_dense_cdp
    generic :: from_dense => from_dense_cdp
    procedure, private :: get_values_cdp
    generic :: get_values => get_values_cdp
  end type sparse_matrix

  !> Compressed sparse rows.
  type, extends(sparse_matrix) :: csr_matrix
  contains
    procedure, private :: csr_create_address
    generic :: create => csr_create_address
    procedure, private :: csr_create_sp_i32, csr_get_sp_i32
    generic :: create => csr_create_sp_i32
    generic :: get => csr_get_sp_i32
    procedure, private :: csr_create_sp_i64, csr_get_sp_i64
    generic :: create => csr_create_sp_i64
    generic :: get => csr_get_sp_i64
    procedure, private :: csr_create_sp_i64_i32, csr_get_sp_i64_i32
    generic :: create => csr_create_sp_i64_i32
    generic :: get => csr_get_sp_i64_i32
    procedure, private :: csr_create_dp_i32, csr_get_dp_i32
    generic :: create => csr_create_dp_i32
    generic :: get => csr_get_dp_i32
    procedure, private :: csr_create_dp_i64, csr_get_dp_i64
    generic :: create => csr_create_dp_i64
    generic :: get => csr_get_dp_i64
    procedure, private :: csr_create_dp_i64_i32, csr_get_dp_i64_i32
    generic :: create => csr_create_dp_i64_i32
    generic :: get => csr_get_dp_i64_i32
    procedure, private :: csr_create_csp_i32, csr_get_csp_i32
    generic :: create => csr_create_csp_i32
    generic :: get => csr_get_csp_i32
    procedure, private :: csr_create_csp_i64, csr_get_csp_i64
    generic :: create => csr_create_csp_i64
    generic :: get => csr_get_csp_i64
    procedure, private :: csr_create_csp_i64_i32, csr_get_csp_i64_i32
    generic :: create => csr_create_csp_i64_i32
    generic :: get => csr_get_csp_i64_i32
    procedure, private :: csr_create_cdp_i32, csr_get_cdp_i32
    generic :: create => csr_create_cdp_i32
    generic :: get => csr_get_cdp_i32
    procedure, private :: csr_create_cdp_i64, csr_get_cdp_i64
    generic :: create => csr_create_cdp_i64
    generic :: get => csr_get_cdp_i64
    procedure, private :: csr_create_cdp_i64_i32, csr_get_cdp_i64_i32
    generic :: create => csr_create_cdp_i64_i32
    generic :: get => csr_get_cdp_i64_i32
  end type csr_matrix

  !> Compressed sparse columns.
  type, extends(sparse_matrix) :: csc_matrix
  contains
    procedure, private :: csc_create_address
    generic :: create => csc_create_address
    procedure, private :: csc_create_sp_i32, csc_get_sp_i32
    generic :: create => csc_create_sp_i32
    generic :: get => csc_get_sp_i32
    procedure, private :: csc_create_sp_i64, csc_get_sp_i64
    generic :: create => csc_create_sp_i64
    generic :: get => csc_get_sp_i64
    procedure, private :: csc_create_sp_i64_i32, csc_get_sp_i64_i32
    generic :: create => csc_create_sp_i64_i32
    generic :: get => csc_get_sp_i64_i32
    procedure, private :: csc_create_dp_i32, csc_get_dp_i32
    generic :: create => csc_create_dp_i32
    generic :: get => csc_get_dp_i32
    procedure, private :: csc_create_dp_i64, csc_get_dp_i64
    generic :: create => csc_create_dp_i64
    generic :: get => csc_get_dp_i64
    procedure, private :: csc_create_dp_i64_i32, csc_get_dp_i64_i32
    generic :: create => csc_create_dp_i64_i32
    generic :: get => csc_get_dp_i64_i32
    procedure, private :: csc_create_csp_i32, csc_get_csp_i32
    generic :: create => csc_create_csp_i32
    generic :: get => csc_get_csp_i32
    procedure, private :: csc_create_csp_i64, csc_get_csp_i64
    generic :: create => csc_create_csp_i64
    generic :: get => csc_get_csp_i64
    procedure, private :: csc_create_csp_i64_i32, csc_get_csp_i64_i32
    generic :: create => csc_create_csp_i64_i32
    generic :: get => csc_get_csp_i64_i32
    procedure, private :: csc_create_cdp_i32, csc_get_cdp_i32
    generic :: create => csc_create_cdp_i32
    generic :: get => csc_get_cdp_i32
    procedure, private :: csc_create_cdp_i64, csc_get_cdp_i64
    generic :: create => csc_create_cdp_i64
    generic :: get => csc_get_cdp_i64
    procedure, private :: csc_create_cdp_i64_i32, csc_get_cdp_i64_i32
    generic :: create => csc_create_cdp_i64_i32
    generic :: get => csc_get_cdp_i64_i32
  end type csc_matrix

  !> Coordinates.
  type, extends(sparse_matrix) :: coo_matrix
  contains
    procedure, private :: coo_create_address
    generic :: create => coo_create_address
    procedure, private :: coo_create_sp_i32, coo_get_sp_i32
    generic :: create => coo_create_sp_i32
    generic :: get => coo_get_sp_i32
    procedure, private :: coo_create_sp_i64, coo_get_sp_i64
    generic :: create => coo_create_sp_i64
    generic :: get => coo_get_sp_i64
    procedure, private :: coo_create_dp_i32, coo_get_dp_i32
    generic :: create => coo_create_dp_i32
    generic :: get => coo_get_dp_i32
    procedure, private :: coo_create_dp_i64, coo_get_dp_i64
    generic :: create => coo_create_dp_i64
    generic :: get => coo_get_dp_i64
    procedure, private :: coo_create_csp_i32, coo_get_csp_i32
    generic :: create => coo_create_csp_i32
    generic :: get => coo_get_csp_i32
    procedure, private :: coo_create_csp_i64, coo_get_csp_i64
    generic :: create => coo_create_csp_i64
    generic :: get => coo_get_csp_i64
    procedure, private :: coo_create_cdp_i32, coo_get_cdp_i32
    generic :: create => coo_create_cdp_i32
    generic :: get => coo_get_cdp_i32
    procedure, private :: coo_create_cdp_i64, coo_get_cdp_i64
    generic :: create => coo_create_cdp_i64
    generic :: get => coo_get_cdp_i64
  end type coo_matrix

  !> Compressed sparse rows of blocks.
  type, extends(sparse_matrix) :: bsr_matrix
  contains
    procedure, private :: bsr_create_address
    generic :: create => bsr_create_address
    procedure, private :: bsr_create_sp_i32, bsr_create_blocks_sp_i32
    generic :: create => bsr_create_sp_i32, bsr_create_blocks_sp_i32
    procedure, private :: bsr_create_sp_i64, bsr_create_blocks_sp_i64
    generic :: create => bsr_create_sp_i64, bsr_create_blocks_sp_i64
    procedure, private :: bsr_create_sp_i64_i32, bsr_create_blocks_sp_i64_i32
    generic :: create => bsr_create_sp_i64_i32, bsr_create_blocks_sp_i64_i32
    procedure, private :: bsr_create_dp_i32, bsr_create_blocks_dp_i32
    generic :: create => bsr_create_dp_i32, bsr_create_blocks_dp_i32
    procedure, private :: bsr_create_dp_i64, bsr_create_blocks_dp_i64
    generic :: create => bsr_create_dp_i64, bsr_create_blocks_dp_i64
    procedure, private :: bsr_create_dp_i64_i32, bsr_create_blocks_dp_i64_i32
    generic :: create => bsr_create_dp_i64_i32, bsr_create_blocks_dp_i64_i32
    procedure, private :: bsr_create_csp_i32, bsr_create_blocks_csp_i32
    generic :: create => bsr_create_csp_i32, bsr_create_blocks_csp_i32
    procedure, private :: bsr_create_csp_i64, bsr_create_blocks_csp_i64
    generic :: create => bsr_create_csp_i64, bsr_create_blocks_csp_i64
    procedure, private :: bsr_create_csp_i64_i32, bsr_create_blocks_csp_i64_i32
    generic :: create => bsr_create_csp_i64_i32, bsr_create_blocks_csp_i64_i32
    procedure, private :: bsr_create_cdp_i32, bsr_create_blocks_cdp_i32
    generic :: create => bsr_create_cdp_i32, bsr_create_blocks_cdp_i32
    procedure, private :: bsr_create_cdp_i64, bsr_create_blocks_cdp_i64
    generic :: create => bsr_create_cdp_i64, bsr_create_blocks_cdp_i64
    procedure, private :: bsr_create_cdp_i64_i32, bsr_create_blocks_cdp_i64_i32
    generic :: create => bsr_create_cdp_i64_i32, bsr_create_blocks_cdp_i64_i32
  end type bsr_matrix

  !> Sliced ELLPACK.
  type, extends(sparse_matrix) :: sell_matrix
  contains
    procedure, private :: sell_create_address
    generic :: create => sell_create_address
    procedure, private :: sell_create_sp_i32
    generic :: create => sell_create_sp_i32
    procedure, private :: sell_create_sp_i64
    generic :: create => sell_create_sp_i64
    procedure, private :: sell_create_sp_i64_i32
    generic :: create => sell_create_sp_i64_i32
    procedure, private :: sell_create_dp_i32
    generic :: create => sell_create_dp_i32
    procedure, private :: sell_create_dp_i64
    generic :: create => sell_create_dp_i64
    procedure, private :: sell_create_dp_i64_i32
    generic :: create => sell_create_dp_i64_i32
    procedure, private :: sell_create_csp_i32
    generic :: create => sell_create_csp_i32
    procedure, private :: sell_create_csp_i64
    generic :: create => sell_create_csp_i64
    procedure, private :: sell_create_csp_i64_i32
    generic :: create => sell_create_csp_i64_i32
    procedure, private :: sell_create_cdp_i32
    generic :: create => sell_create_cdp_i32
    procedure, private :: sell_create_cdp_i64
    generic :: create => sell_create_cdp_i64
    procedure, private :: sell_create_cdp_i64_i32
    generic :: create => sell_create_cdp_i64_i32
  end type sell_matrix

  !> ELLPACK of blocks.
  type, extends(sparse_matrix) :: blocked_ell_matrix
  contains
    procedure, private :: blocked_ell_create_address
    generic :: create => blocked_ell_create_address
    procedure, private :: blocked_ell_create_sp_i32
    generic :: create => blocked_ell_create_sp_i32
    procedure, private :: blocked_ell_create_sp_i64
    generic :: create => blocked_ell_create_sp_i64
    procedure, private :: blocked_ell_create_dp_i32
    generic :: create => blocked_ell_create_dp_i32
    procedure, private :: blocked_ell_create_dp_i64
    generic :: create => blocked_ell_create_dp_i64
    procedure, private :: blocked_ell_create_csp_i32
    generic :: create => blocked_ell_create_csp_i32
    procedure, private :: blocked_ell_create_csp_i64
    generic :: create => blocked_ell_create_csp_i64
    procedure, private :: blocked_ell_create_cdp_i32
    generic :: create => blocked_ell_create_cdp_i32
    procedure, private :: blocked_ell_create_cdp_i64
    generic :: create => blocked_ell_create_cdp_i64
  end type blocked_ell_matrix

  !> ELLPACK.
  type, extends(sparse_matrix) :: ell_matrix
  contains
    procedure, private :: ell_create_address
    generic :: create => ell_create_address
    procedure, private :: ell_create_sp_i32
    generic :: create => ell_create_sp_i32
    procedure, private :: ell_create_sp_i64
    generic :: create => ell_create_sp_i64
    procedure, private :: ell_create_dp_i32
    generic :: create => ell_create_dp_i32
    procedure, private :: ell_create_dp_i64
    generic :: create => ell_create_dp_i64
    procedure, private :: ell_create_csp_i32
    generic :: create => ell_create_csp_i32
    procedure, private :: ell_create_csp_i64
    generic :: create => ell_create_csp_i64
    procedure, private :: ell_create_cdp_i32
    generic :: create => ell_create_cdp_i32
    procedure, private :: ell_create_cdp_i64
    generic :: create => ell_create_cdp_i64
  end type ell_matrix

  !> Diagonals.
  type, extends(sparse_matrix) :: dia_matrix
  contains
    procedure, private :: dia_create_address
    generic :: create => dia_create_address
    procedure, private :: dia_create_sp_i32
    generic :: create => dia_create_sp_i32
    procedure, private :: dia_create_sp_i64
    generic :: create => dia_create_sp_i64
    procedure, private :: dia_create_dp_i32
    generic :: create => dia_create_dp_i32
    procedure, private :: dia_create_dp_i64
    generic :: create => dia_create_dp_i64
    procedure, private :: dia_create_csp_i32
    generic :: create => dia_create_csp_i32
    procedure, private :: dia_create_csp_i64
    generic :: create => dia_create_csp_i64
    procedure, private :: dia_create_cdp_i32
    generic :: create => dia_create_cdp_i32
    procedure, private :: dia_create_cdp_i64
    generic :: create => dia_create_cdp_i64
  end type dia_matrix

  !> Hacks of rows, of diagonals each.
  type, extends(sparse_matrix) :: hdia_matrix
  contains
    procedure, private :: hdia_create_address
    generic :: create => hdia_create_address
    procedure, private :: hdia_create_sp_i32
    generic :: create => hdia_create_sp_i32
    procedure, private :: hdia_create_sp_i64
    generic :: create => hdia_create_sp_i64
    procedure, private :: hdia_create_sp_i64_i32
    generic :: create => hdia_create_sp_i64_i32
    procedure, private :: hdia_create_dp_i32
    generic :: create => hdia_create_dp_i32
    procedure, private :: hdia_create_dp_i64
    generic :: create => hdia_create_dp_i64
    procedure, private :: hdia_create_dp_i64_i32
    generic :: create => hdia_create_dp_i64_i32
    procedure, private :: hdia_create_csp_i32
    generic :: create => hdia_create_csp_i32
    procedure, private :: hdia_create_csp_i64
    generic :: create => hdia_create_csp_i64
    procedure, private :: hdia_create_csp_i64_i32
    generic :: create => hdia_create_csp_i64_i32
    procedure, private :: hdia_create_cdp_i32
    generic :: create => hdia_create_cdp_i32
    procedure, private :: hdia_create_cdp_i64
    generic :: create => hdia_create_cdp_i64
    procedure, private :: hdia_create_cdp_i64_i32
    generic :: create => hdia_create_cdp_i64_i32
  end type hdia_matrix

contains

  ! --- matrices in arrays of the caller's

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_sp_i32

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_sp_i64

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_sp_i64_i32

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_dp_i32

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_dp_i64

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_dp_i64_i32

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_csp_i32

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_csp_i64

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_csp_i64_i32

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_cdp_i32

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_cdp_i64

  !> A matrix of num_rows + 1 offsets of rows, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSR, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(row_offsets), argument(col_indices), argument(values), base, info)
  end subroutine csr_create_cdp_i64_i32

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

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_sp_i32

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_sp_i64

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_sp_i64_i32

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_dp_i32

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_dp_i64

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_dp_i64_i32

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_csp_i32

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_csp_i64

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_csp_i64_i32

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_cdp_i32

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_cdp_i64

  !> A matrix of num_cols + 1 offsets of columns, indices and values; `base` is the first index,
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
    call create_compressed(this, FILIGREE_FORMAT_CSC, int(num_rows, c_int64_t), int(num_cols, &
        c_int64_t), &
        argument(col_offsets), argument(row_indices), argument(values), base, info)
  end subroutine csc_create_cdp_i64_i32

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
            indices%scalar_type, chosen_value(base, FILIGREE_BASE_ONE), values%scalar_type)
      else
        status = filigree_csc_create(object, num_rows, num_cols, values%num_rows, &
            offsets%address, indices%address, values%address, offsets%scalar_type, &
            indices%scalar_type, chosen_value(base, FILIGREE_BASE_ONE), values%scalar_type)
      end if
      if (status == FILIGREE_STATUS_SUCCESS) call this%take(object)
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
          cols%address, values%address, rows%scalar_type, &
          chosen_value(base, FILIGREE_BASE_ONE), values%scalar_type)
      if (status == FILIGREE_STATUS_SUCCESS) call this%take(object)
      call settle(status, info)
    end if
  end subroutine create_coordinates

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_sp_i32(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_sp_i32

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_sp_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_sp_i32

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_sp_i32(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in) :: nnz
    integer(c_int32_t), intent(in) :: slice_size
    integer(c_int32_t), intent(in), target :: slice_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_sp_i32

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_sp_i64(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_sp_i64

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_sp_i64(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_sp_i64

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_sp_i64(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in) :: slice_size
    integer(c_int64_t), intent(in), target :: slice_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_sp_i64

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_sp_i64_i32(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_sp_i64_i32

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_sp_i64_i32(this, num_rows, num_cols, row_offsets, col_indices, &
      values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_sp_i64_i32

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_sp_i64_i32(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int32_t), intent(in) :: slice_size
    integer(c_int64_t), intent(in), target :: slice_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_sp_i64_i32

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_dp_i32(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_dp_i32

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_dp_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_dp_i32

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_dp_i32(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in) :: nnz
    integer(c_int32_t), intent(in) :: slice_size
    integer(c_int32_t), intent(in), target :: slice_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_dp_i32

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_dp_i64(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_dp_i64

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_dp_i64(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_dp_i64

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_dp_i64(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in) :: slice_size
    integer(c_int64_t), intent(in), target :: slice_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_dp_i64

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_dp_i64_i32(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_dp_i64_i32

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_dp_i64_i32(this, num_rows, num_cols, row_offsets, col_indices, &
      values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_dp_i64_i32

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_dp_i64_i32(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int32_t), intent(in) :: slice_size
    integer(c_int64_t), intent(in), target :: slice_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_dp_i64_i32

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_csp_i32(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_csp_i32

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_csp_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_csp_i32

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_csp_i32(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in) :: nnz
    integer(c_int32_t), intent(in) :: slice_size
    integer(c_int32_t), intent(in), target :: slice_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_csp_i32

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_csp_i64(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_csp_i64

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_csp_i64(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_csp_i64

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_csp_i64(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in) :: slice_size
    integer(c_int64_t), intent(in), target :: slice_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_csp_i64

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_csp_i64_i32(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_csp_i64_i32

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_csp_i64_i32(this, num_rows, num_cols, row_offsets, col_indices, &
      values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_csp_i64_i32

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_csp_i64_i32(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int32_t), intent(in) :: slice_size
    integer(c_int64_t), intent(in), target :: slice_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_csp_i64_i32

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_cdp_i32(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_cdp_i32

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_cdp_i32(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_cdp_i32

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_cdp_i32(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in) :: nnz
    integer(c_int32_t), intent(in) :: slice_size
    integer(c_int32_t), intent(in), target :: slice_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_cdp_i32

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_cdp_i64(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_cdp_i64

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_cdp_i64(this, num_rows, num_cols, row_offsets, col_indices, values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_cdp_i64

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_cdp_i64(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in) :: slice_size
    integer(c_int64_t), intent(in), target :: slice_offsets(:)
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_cdp_i64

  !> A matrix of blocks whose entries lie in `values` block by block, each column by column unless
  !> `block_layout` is FILIGREE_LAYOUT_ROW_MAJOR; offsets are of rows of blocks.
  subroutine bsr_create_cdp_i64_i32(this, num_rows, num_cols, block_rows, block_cols, row_offsets, &
      col_indices, values, block_layout, base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_rows, block_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_rows, c_int64_t), int(block_cols, c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), block_layout, base, info)
  end subroutine bsr_create_cdp_i64_i32

  !> A matrix of the blocks values(:, :, k), whose shape is theirs.
  subroutine bsr_create_blocks_cdp_i64_i32(this, num_rows, num_cols, row_offsets, col_indices, &
      values, &
      base, info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in), target :: row_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:, :, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        size(values, 1, kind=c_int64_t), size(values, 2, kind=c_int64_t)], argument(row_offsets), &
        argument(col_indices), argument(values), FILIGREE_LAYOUT_COLUMN_MAJOR, base, info)
  end subroutine bsr_create_blocks_cdp_i64_i32

  !> A matrix of nnz entries in slices of rows. Offsets and columns count from 0; a place of padding
  !> has the column -1.
  subroutine sell_create_cdp_i64_i32(this, num_rows, num_cols, nnz, slice_size, slice_offsets, &
      col_indices, values, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int32_t), intent(in) :: slice_size
    integer(c_int64_t), intent(in), target :: slice_offsets(:)
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call create_slices(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t), int(slice_size, c_int64_t)], argument(slice_offsets), &
        argument(col_indices), argument(values), info)
  end subroutine sell_create_cdp_i64_i32

  !> A matrix of square blocks, as many in each row of blocks: col_indices has their columns, row
  !> by row, -1 for none; values are num_rows by ell_cols, row by row.
  subroutine blocked_ell_create_sp_i32(this, num_rows, num_cols, block_size, ell_cols, &
      col_indices, values, base, info)
    class(blocked_ell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_size, ell_cols
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocked_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_size, c_int64_t), int(ell_cols, c_int64_t)], argument(col_indices), &
        argument(values), base, info)
  end subroutine blocked_ell_create_sp_i32

  !> A matrix of square blocks, as many in each row of blocks: col_indices has their columns, row
  !> by row, -1 for none; values are num_rows by ell_cols, row by row.
  subroutine blocked_ell_create_sp_i64(this, num_rows, num_cols, block_size, ell_cols, &
      col_indices, values, base, info)
    class(blocked_ell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, block_size, ell_cols
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_float), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocked_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_size, c_int64_t), int(ell_cols, c_int64_t)], argument(col_indices), &
        argument(values), base, info)
  end subroutine blocked_ell_create_sp_i64

  !> A matrix of square blocks, as many in each row of blocks: col_indices has their columns, row
  !> by row, -1 for none; values are num_rows by ell_cols, row by row.
  subroutine blocked_ell_create_dp_i32(this, num_rows, num_cols, block_size, ell_cols, &
      col_indices, values, base, info)
    class(blocked_ell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_size, ell_cols
    integer(c_int32_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocked_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_size, c_int64_t), int(ell_cols, c_int64_t)], argument(col_indices), &
        argument(values), base, info)
  end subroutine blocked_ell_create_dp_i32

  !> A matrix of square blocks, as many in each row of blocks: col_indices has their columns, row
  !> by row, -1 for none; values are num_rows by ell_cols, row by row.
  subroutine blocked_ell_create_dp_i64(this, num_rows, num_cols, block_size, ell_cols, &
      col_indices, values, base, info)
    class(blocked_ell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, block_size, ell_cols
    integer(c_int64_t), intent(in), target :: col_indices(:)
    real(c_double), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocked_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_size, c_int64_t), int(ell_cols, c_int64_t)], argument(col_indices), &
        argument(values), base, info)
  end subroutine blocked_ell_create_dp_i64

  !> A matrix of square blocks, as many in each row of blocks: col_indices has their columns, row
  !> by row, -1 for none; values are num_rows by ell_cols, row by row.
  subroutine blocked_ell_create_csp_i32(this, num_rows, num_cols, block_size, ell_cols, &
      col_indices, values, base, info)
    class(blocked_ell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_size, ell_cols
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocked_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_size, c_int64_t), int(ell_cols, c_int64_t)], argument(col_indices), &
        argument(values), base, info)
  end subroutine blocked_ell_create_csp_i32

  !> A matrix of square blocks, as many in each row of blocks: col_indices has their columns, row
  !> by row, -1 for none; values are num_rows by ell_cols, row by row.
  subroutine blocked_ell_create_csp_i64(this, num_rows, num_cols, block_size, ell_cols, &
      col_indices, values, base, info)
    class(blocked_ell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, block_size, ell_cols
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_float_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocked_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_size, c_int64_t), int(ell_cols, c_int64_t)], argument(col_indices), &
        argument(values), base, info)
  end subroutine blocked_ell_create_csp_i64

  !> A matrix of square blocks, as many in each row of blocks: col_indices has their columns, row
  !> by row, -1 for none; values are num_rows by ell_cols, row by row.
  subroutine blocked_ell_create_cdp_i32(this, num_rows, num_cols, block_size, ell_cols, &
      col_indices, values, base, info)
    class(blocked_ell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, block_size, ell_cols
    integer(c_int32_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocked_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_size, c_int64_t), int(ell_cols, c_int64_t)], argument(col_indices), &
        argument(values), base, info)
  end subroutine blocked_ell_create_cdp_i32

  !> A matrix of square blocks, as many in each row of blocks: col_indices has their columns, row
  !> by row, -1 for none; values are num_rows by ell_cols, row by row.
  subroutine blocked_ell_create_cdp_i64(this, num_rows, num_cols, block_size, ell_cols, &
      col_indices, values, base, info)
    class(blocked_ell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, block_size, ell_cols
    integer(c_int64_t), intent(in), target :: col_indices(:)
    complex(c_double_complex), intent(in), target :: values(:)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocked_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(block_size, c_int64_t), int(ell_cols, c_int64_t)], argument(col_indices), &
        argument(values), base, info)
  end subroutine blocked_ell_create_cdp_i64

  !> A matrix in memory that Fortran does not see, a device's.
  subroutine bsr_create_address(this, num_rows, num_cols, block_rows, block_cols, num_blocks, &
      row_offsets, col_indices, values, scalar_type, index_type, offset_type, block_layout, base, &
      info)
    class(bsr_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, block_rows, block_cols, num_blocks
    type(c_ptr), intent(in) :: row_offsets, col_indices, values
    integer(c_int), intent(in) :: scalar_type, index_type
    integer(c_int), intent(in), optional :: offset_type, block_layout, base
    integer, intent(out), optional :: info
    call create_blocks(this, [num_rows, num_cols, block_rows, block_cols], &
        offsets_at(row_offsets, groups(num_rows, block_rows), index_type, offset_type), &
        array_argument(col_indices, num_blocks, scalar_type=index_type), &
        array_argument(values, num_blocks * block_rows * block_cols, scalar_type=scalar_type), &
        block_layout, base, info)
  end subroutine bsr_create_address

  !> A matrix in memory that Fortran does not see, a device's.
  subroutine sell_create_address(this, num_rows, num_cols, nnz, slice_size, num_places, &
      slice_offsets, col_indices, values, scalar_type, index_type, offset_type, info)
    class(sell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz, slice_size, num_places
    type(c_ptr), intent(in) :: slice_offsets, col_indices, values
    integer(c_int), intent(in) :: scalar_type, index_type
    integer(c_int), intent(in), optional :: offset_type
    integer, intent(out), optional :: info
    call create_slices(this, [num_rows, num_cols, nnz, slice_size], &
        offsets_at(slice_offsets, groups(num_rows, slice_size), index_type, offset_type), &
        array_argument(col_indices, num_places, scalar_type=index_type), &
        array_argument(values, num_places, scalar_type=scalar_type), info)
  end subroutine sell_create_address

  !> A matrix in memory that Fortran does not see, a device's.
  subroutine blocked_ell_create_address(this, num_rows, num_cols, block_size, ell_cols, &
      col_indices, values, scalar_type, index_type, base, info)
    class(blocked_ell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, block_size, ell_cols
    type(c_ptr), intent(in) :: col_indices, values
    integer(c_int), intent(in) :: scalar_type, index_type
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_blocked_ell(this, [num_rows, num_cols, block_size, ell_cols], &
        array_argument(col_indices, &
        groups(num_rows, block_size) * groups(ell_cols, block_size), scalar_type=index_type), &
        array_argument(values, num_rows * ell_cols, scalar_type=scalar_type), base, info)
  end subroutine blocked_ell_create_address

  !> How many groups of `group` hold `count` things; 0 where the library will refuse the group.
  pure integer(c_int64_t) function groups(count, group)
    integer(c_int64_t), intent(in) :: count, group
    groups = 0
    if (group > 0) groups = (count + group - 1) / group
  end function groups

  !> Whether arrays are as long as they are to be; else says which is not.
  logical function fit(arrays, lengths, info)
    type(array_argument), intent(in) :: arrays(:)
    integer(c_int64_t), intent(in) :: lengths(:)
    integer, intent(out), optional :: info
    character(len=*), parameter :: names(3) = [character(len=7) :: "values", "indices", "offsets"]
    character(len=60) :: text
    integer :: k
    fit = .false.
    if (.not. all(arrays%usable)) then
      call refuse("create: arrays must be contiguous, for they are not copied", info)
      return
    end if
    do k = 1, size(arrays)
      if (arrays(k)%num_rows /= lengths(k)) then
        write (text, '(a, i0, a, i0)') " are ", arrays(k)%num_rows, ", but must be ", lengths(k)
        call refuse("create: " // trim(names(k)) // trim(text), info)
        return
      end if
    end do
    fit = .true.
  end function fit

  !> `sizes`: rows, columns, rows and columns of a block
  subroutine create_blocks(this, sizes, offsets, indices, values, block_layout, base, info)
    class(sparse_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: sizes(4)
    type(array_argument), intent(in) :: offsets, indices, values
    integer(c_int), intent(in), optional :: block_layout, base
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (.not. fit([values, indices, offsets], [indices%num_rows * sizes(3) * sizes(4), &
        indices%num_rows, groups(sizes(1), sizes(3)) + 1], info)) return
    object = c_null_ptr
    status = filigree_bsr_create(object, sizes(1), sizes(2), sizes(3), sizes(4), &
        chosen_value(block_layout, FILIGREE_LAYOUT_COLUMN_MAJOR), indices%num_rows, &
        offsets%address, indices%address, values%address, offsets%scalar_type, &
        indices%scalar_type, chosen_value(base, FILIGREE_BASE_ONE), values%scalar_type)
    if (status == FILIGREE_STATUS_SUCCESS) call this%take(object)
    call settle(status, info)
  end subroutine create_blocks

  !> `sizes`: rows, columns, entries, rows of a slice
  subroutine create_slices(this, sizes, offsets, indices, values, info)
    class(sparse_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: sizes(4)
    type(array_argument), intent(in) :: offsets, indices, values
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (.not. fit([values, indices, offsets], [indices%num_rows, indices%num_rows, &
        groups(sizes(1), sizes(4)) + 1], info)) return
    object = c_null_ptr
    status = filigree_sell_create(object, sizes(1), sizes(2), sizes(3), sizes(4), &
        values%num_rows, offsets%address, indices%address, values%address, offsets%scalar_type, &
        indices%scalar_type, values%scalar_type)
    if (status == FILIGREE_STATUS_SUCCESS) call this%take(object)
    call settle(status, info)
  end subroutine create_slices

  !> `sizes`: rows, columns, rows of a block, columns of the values
  subroutine create_blocked_ell(this, sizes, indices, values, base, info)
    class(sparse_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: sizes(4)
    type(array_argument), intent(in) :: indices, values
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (.not. fit([values, indices], [sizes(1) * sizes(4), groups(sizes(1), sizes(3)) * &
        groups(sizes(4), sizes(3))], info)) return
    object = c_null_ptr
    status = filigree_blocked_ell_create(object, sizes(1), sizes(2), sizes(3), sizes(4), &
        indices%address, values%address, indices%scalar_type, &
        chosen_value(base, FILIGREE_BASE_ONE), values%scalar_type)
    if (status == FILIGREE_STATUS_SUCCESS) call this%take(object)
    call settle(status, info)
  end subroutine create_blocked_ell

  ! --- ELL, DIA and HDIA matrices in arrays of the caller's

  !> A matrix of nnz entries with size(values, 2) places in each row: those of row k are
  !> col_indices(k, :) and values(k, :), first the entries, then padding, whose column is -1. `base`
  !> is the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine ell_create_sp_i32(this, num_rows, num_cols, nnz, col_indices, values, base, info)
    class(ell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int32_t), intent(in), target :: col_indices(:, :)
    real(c_float), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(col_indices), argument(values), base, info)
  end subroutine ell_create_sp_i32

  !> A matrix of nnz entries that are not zero on diagonals: entry (k, k + diagonal_offsets(d)) is
  !> values(k, d). `base` is that of what is converted from it, FILIGREE_BASE_ONE where it is
  !> absent.
  subroutine dia_create_sp_i32(this, num_rows, num_cols, nnz, diagonal_offsets, values, base, &
      info)
    class(dia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    real(c_float), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_diagonals(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(diagonal_offsets), argument(values), base, info)
  end subroutine dia_create_sp_i32

  !> A matrix of nnz entries with size(values, 2) places in each row: those of row k are
  !> col_indices(k, :) and values(k, :), first the entries, then padding, whose column is -1. `base`
  !> is the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine ell_create_sp_i64(this, num_rows, num_cols, nnz, col_indices, values, base, info)
    class(ell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int64_t), intent(in), target :: col_indices(:, :)
    real(c_float), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(col_indices), argument(values), base, info)
  end subroutine ell_create_sp_i64

  !> A matrix of nnz entries that are not zero on diagonals: entry (k, k + diagonal_offsets(d)) is
  !> values(k, d). `base` is that of what is converted from it, FILIGREE_BASE_ONE where it is
  !> absent.
  subroutine dia_create_sp_i64(this, num_rows, num_cols, nnz, diagonal_offsets, values, base, &
      info)
    class(dia_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int64_t), intent(in), target :: diagonal_offsets(:)
    real(c_float), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_diagonals(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(diagonal_offsets), argument(values), base, info)
  end subroutine dia_create_sp_i64

  !> A matrix of nnz entries with size(values, 2) places in each row: those of row k are
  !> col_indices(k, :) and values(k, :), first the entries, then padding, whose column is -1. `base`
  !> is the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine ell_create_dp_i32(this, num_rows, num_cols, nnz, col_indices, values, base, info)
    class(ell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int32_t), intent(in), target :: col_indices(:, :)
    real(c_double), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(col_indices), argument(values), base, info)
  end subroutine ell_create_dp_i32

  !> A matrix of nnz entries that are not zero on diagonals: entry (k, k + diagonal_offsets(d)) is
  !> values(k, d). `base` is that of what is converted from it, FILIGREE_BASE_ONE where it is
  !> absent.
  subroutine dia_create_dp_i32(this, num_rows, num_cols, nnz, diagonal_offsets, values, base, &
      info)
    class(dia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    real(c_double), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_diagonals(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(diagonal_offsets), argument(values), base, info)
  end subroutine dia_create_dp_i32

  !> A matrix of nnz entries with size(values, 2) places in each row: those of row k are
  !> col_indices(k, :) and values(k, :), first the entries, then padding, whose column is -1. `base`
  !> is the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine ell_create_dp_i64(this, num_rows, num_cols, nnz, col_indices, values, base, info)
    class(ell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int64_t), intent(in), target :: col_indices(:, :)
    real(c_double), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(col_indices), argument(values), base, info)
  end subroutine ell_create_dp_i64

  !> A matrix of nnz entries that are not zero on diagonals: entry (k, k + diagonal_offsets(d)) is
  !> values(k, d). `base` is that of what is converted from it, FILIGREE_BASE_ONE where it is
  !> absent.
  subroutine dia_create_dp_i64(this, num_rows, num_cols, nnz, diagonal_offsets, values, base, &
      info)
    class(dia_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int64_t), intent(in), target :: diagonal_offsets(:)
    real(c_double), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_diagonals(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(diagonal_offsets), argument(values), base, info)
  end subroutine dia_create_dp_i64

  !> A matrix of nnz entries with size(values, 2) places in each row: those of row k are
  !> col_indices(k, :) and values(k, :), first the entries, then padding, whose column is -1. `base`
  !> is the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine ell_create_csp_i32(this, num_rows, num_cols, nnz, col_indices, values, base, info)
    class(ell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int32_t), intent(in), target :: col_indices(:, :)
    complex(c_float_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(col_indices), argument(values), base, info)
  end subroutine ell_create_csp_i32

  !> A matrix of nnz entries that are not zero on diagonals: entry (k, k + diagonal_offsets(d)) is
  !> values(k, d). `base` is that of what is converted from it, FILIGREE_BASE_ONE where it is
  !> absent.
  subroutine dia_create_csp_i32(this, num_rows, num_cols, nnz, diagonal_offsets, values, base, &
      info)
    class(dia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    complex(c_float_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_diagonals(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(diagonal_offsets), argument(values), base, info)
  end subroutine dia_create_csp_i32

  !> A matrix of nnz entries with size(values, 2) places in each row: those of row k are
  !> col_indices(k, :) and values(k, :), first the entries, then padding, whose column is -1. `base`
  !> is the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine ell_create_csp_i64(this, num_rows, num_cols, nnz, col_indices, values, base, info)
    class(ell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int64_t), intent(in), target :: col_indices(:, :)
    complex(c_float_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(col_indices), argument(values), base, info)
  end subroutine ell_create_csp_i64

  !> A matrix of nnz entries that are not zero on diagonals: entry (k, k + diagonal_offsets(d)) is
  !> values(k, d). `base` is that of what is converted from it, FILIGREE_BASE_ONE where it is
  !> absent.
  subroutine dia_create_csp_i64(this, num_rows, num_cols, nnz, diagonal_offsets, values, base, &
      info)
    class(dia_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int64_t), intent(in), target :: diagonal_offsets(:)
    complex(c_float_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_diagonals(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(diagonal_offsets), argument(values), base, info)
  end subroutine dia_create_csp_i64

  !> A matrix of nnz entries with size(values, 2) places in each row: those of row k are
  !> col_indices(k, :) and values(k, :), first the entries, then padding, whose column is -1. `base`
  !> is the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine ell_create_cdp_i32(this, num_rows, num_cols, nnz, col_indices, values, base, info)
    class(ell_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int32_t), intent(in), target :: col_indices(:, :)
    complex(c_double_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(col_indices), argument(values), base, info)
  end subroutine ell_create_cdp_i32

  !> A matrix of nnz entries that are not zero on diagonals: entry (k, k + diagonal_offsets(d)) is
  !> values(k, d). `base` is that of what is converted from it, FILIGREE_BASE_ONE where it is
  !> absent.
  subroutine dia_create_cdp_i32(this, num_rows, num_cols, nnz, diagonal_offsets, values, base, &
      info)
    class(dia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    complex(c_double_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_diagonals(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(diagonal_offsets), argument(values), base, info)
  end subroutine dia_create_cdp_i32

  !> A matrix of nnz entries with size(values, 2) places in each row: those of row k are
  !> col_indices(k, :) and values(k, :), first the entries, then padding, whose column is -1. `base`
  !> is the first index, FILIGREE_BASE_ONE where it is absent.
  subroutine ell_create_cdp_i64(this, num_rows, num_cols, nnz, col_indices, values, base, info)
    class(ell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int64_t), intent(in), target :: col_indices(:, :)
    complex(c_double_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_ell(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(col_indices), argument(values), base, info)
  end subroutine ell_create_cdp_i64

  !> A matrix of nnz entries that are not zero on diagonals: entry (k, k + diagonal_offsets(d)) is
  !> values(k, d). `base` is that of what is converted from it, FILIGREE_BASE_ONE where it is
  !> absent.
  subroutine dia_create_cdp_i64(this, num_rows, num_cols, nnz, diagonal_offsets, values, base, &
      info)
    class(dia_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz
    integer(c_int64_t), intent(in), target :: diagonal_offsets(:)
    complex(c_double_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_diagonals(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(diagonal_offsets), argument(values), base, info)
  end subroutine dia_create_cdp_i64

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_sp_i32(this, num_rows, num_cols, nnz, hack_offsets, diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in) :: nnz
    integer(c_int32_t), intent(in), target :: hack_offsets(:)
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    real(c_float), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_sp_i32

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_sp_i64(this, num_rows, num_cols, nnz, hack_offsets, diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in), target :: hack_offsets(:)
    integer(c_int64_t), intent(in), target :: diagonal_offsets(:)
    real(c_float), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_sp_i64

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_sp_i64_i32(this, num_rows, num_cols, nnz, hack_offsets, diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in), target :: hack_offsets(:)
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    real(c_float), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_sp_i64_i32

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_dp_i32(this, num_rows, num_cols, nnz, hack_offsets, diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in) :: nnz
    integer(c_int32_t), intent(in), target :: hack_offsets(:)
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    real(c_double), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_dp_i32

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_dp_i64(this, num_rows, num_cols, nnz, hack_offsets, diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in), target :: hack_offsets(:)
    integer(c_int64_t), intent(in), target :: diagonal_offsets(:)
    real(c_double), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_dp_i64

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_dp_i64_i32(this, num_rows, num_cols, nnz, hack_offsets, diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in), target :: hack_offsets(:)
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    real(c_double), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_dp_i64_i32

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_csp_i32(this, num_rows, num_cols, nnz, hack_offsets, diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in) :: nnz
    integer(c_int32_t), intent(in), target :: hack_offsets(:)
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    complex(c_float_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_csp_i32

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_csp_i64(this, num_rows, num_cols, nnz, hack_offsets, diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in), target :: hack_offsets(:)
    integer(c_int64_t), intent(in), target :: diagonal_offsets(:)
    complex(c_float_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_csp_i64

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_csp_i64_i32(this, num_rows, num_cols, nnz, hack_offsets, &
      diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in), target :: hack_offsets(:)
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    complex(c_float_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_csp_i64_i32

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_cdp_i32(this, num_rows, num_cols, nnz, hack_offsets, diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int32_t), intent(in) :: nnz
    integer(c_int32_t), intent(in), target :: hack_offsets(:)
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    complex(c_double_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_cdp_i32

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_cdp_i64(this, num_rows, num_cols, nnz, hack_offsets, diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in), target :: hack_offsets(:)
    integer(c_int64_t), intent(in), target :: diagonal_offsets(:)
    complex(c_double_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_cdp_i64

  !> A matrix of nnz entries that are not zero in hacks of size(values, 1) rows with diagonals of
  !> their own: those of hack h, from 0, begin behind hack_offsets(h + 1) others. Row k of the hack,
  !> from 1, has the entry values(k, d) on diagonal d. `base`: as of a dia_matrix.
  subroutine hdia_create_cdp_i64_i32(this, num_rows, num_cols, nnz, hack_offsets, &
      diagonal_offsets, &
      values, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int32_t), intent(in) :: num_rows, num_cols
    integer(c_int64_t), intent(in) :: nnz
    integer(c_int64_t), intent(in), target :: hack_offsets(:)
    integer(c_int32_t), intent(in), target :: diagonal_offsets(:)
    complex(c_double_complex), intent(in), target :: values(:, :)
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_hacks(this, [int(num_rows, c_int64_t), int(num_cols, c_int64_t), &
        int(nnz, c_int64_t)], argument(hack_offsets), argument(diagonal_offsets), &
        argument(values), base, info)
  end subroutine hdia_create_cdp_i64_i32

  !> A matrix in memory that Fortran does not see, a device's.
  subroutine ell_create_address(this, num_rows, num_cols, nnz, ell_width, row_stride, &
      col_indices, values, scalar_type, index_type, base, info)
    class(ell_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz, ell_width, row_stride
    type(c_ptr), intent(in) :: col_indices, values
    integer(c_int), intent(in) :: scalar_type, index_type
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_ell(this, [num_rows, num_cols, nnz], &
        array_argument(col_indices, num_rows, ell_width, row_stride, index_type), &
        array_argument(values, num_rows, ell_width, row_stride, scalar_type), base, info)
  end subroutine ell_create_address

  !> A matrix in memory that Fortran does not see, a device's.
  subroutine dia_create_address(this, num_rows, num_cols, nnz, num_diagonals, row_stride, &
      diagonal_offsets, values, scalar_type, index_type, base, info)
    class(dia_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz, num_diagonals, row_stride
    type(c_ptr), intent(in) :: diagonal_offsets, values
    integer(c_int), intent(in) :: scalar_type, index_type
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    call create_diagonals(this, [num_rows, num_cols, nnz], &
        array_argument(diagonal_offsets, num_diagonals, scalar_type=index_type), &
        array_argument(values, num_rows, num_diagonals, row_stride, scalar_type), base, info)
  end subroutine dia_create_address

  !> A matrix in memory that Fortran does not see, a device's.
  subroutine hdia_create_address(this, num_rows, num_cols, nnz, hack_size, num_diagonals, &
      hack_offsets, diagonal_offsets, values, scalar_type, index_type, offset_type, base, info)
    class(hdia_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: num_rows, num_cols, nnz, hack_size, num_diagonals
    type(c_ptr), intent(in) :: hack_offsets, diagonal_offsets, values
    integer(c_int), intent(in) :: scalar_type, index_type
    integer(c_int), intent(in), optional :: offset_type, base
    integer, intent(out), optional :: info
    call create_hacks(this, [num_rows, num_cols, nnz], &
        offsets_at(hack_offsets, groups(num_rows, hack_size), index_type, offset_type), &
        array_argument(diagonal_offsets, num_diagonals, scalar_type=index_type), &
        array_argument(values, hack_size, num_diagonals, hack_size, scalar_type), base, info)
  end subroutine hdia_create_address

  !> `sizes`: rows, columns, entries
  subroutine create_ell(this, sizes, indices, values, base, info)
    class(sparse_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: sizes(3)
    type(array_argument), intent(in) :: indices, values
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (.not. columns_fit(indices, values, sizes(1), indices%num_cols, info)) return
    if (indices%num_rows /= values%num_rows .or. &
        indices%leading_dimension /= values%leading_dimension) then
      call refuse("create: indices and values must have one shape and lie alike", info)
      return
    end if
    object = c_null_ptr
    status = filigree_ell_create(object, sizes(1), sizes(2), sizes(3), values%num_cols, &
        values%leading_dimension, indices%address, values%address, indices%scalar_type, &
        chosen_value(base, FILIGREE_BASE_ONE), values%scalar_type)
    if (status == FILIGREE_STATUS_SUCCESS) call this%take(object)
    call settle(status, info)
  end subroutine create_ell

  !> `sizes`: rows, columns, entries
  subroutine create_diagonals(this, sizes, diagonals, values, base, info)
    class(sparse_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: sizes(3)
    type(array_argument), intent(in) :: diagonals, values
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (.not. columns_fit(diagonals, values, sizes(1), diagonals%num_rows, info)) return
    object = c_null_ptr
    status = filigree_dia_create(object, sizes(1), sizes(2), sizes(3), values%num_cols, &
        values%leading_dimension, diagonals%address, values%address, diagonals%scalar_type, &
        chosen_value(base, FILIGREE_BASE_ONE), values%scalar_type)
    if (status == FILIGREE_STATUS_SUCCESS) call this%take(object)
    call settle(status, info)
  end subroutine create_diagonals

  !> `sizes`: rows, columns, entries
  subroutine create_hacks(this, sizes, offsets, diagonals, values, base, info)
    class(sparse_matrix), intent(inout) :: this
    integer(c_int64_t), intent(in) :: sizes(3)
    type(array_argument), intent(in) :: offsets, diagonals, values
    integer(c_int), intent(in), optional :: base
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (.not. columns_fit(diagonals, values, values%num_rows, diagonals%num_rows, info)) return
    if (values%leading_dimension /= max(1_c_int64_t, values%num_rows)) then
      call refuse("create: arrays must be contiguous, for they are not copied", info)
      return
    end if
    if (.not. fit([values, diagonals, offsets], [values%num_rows, diagonals%num_rows, &
        groups(sizes(1), values%num_rows) + 1], info)) return
    object = c_null_ptr
    status = filigree_hdia_create(object, sizes(1), sizes(2), sizes(3), values%num_rows, &
        diagonals%num_rows, offsets%address, diagonals%address, values%address, &
        offsets%scalar_type, diagonals%scalar_type, chosen_value(base, FILIGREE_BASE_ONE), &
        values%scalar_type)
    if (status == FILIGREE_STATUS_SUCCESS) call this%take(object)
    call settle(status, info)
  end subroutine create_hacks

  !> Whether the values are `num_rows` by `num_columns`, columns side by side or apart.
  logical function columns_fit(indices, values, num_rows, num_columns, info)
    type(array_argument), intent(in) :: indices, values
    integer(c_int64_t), intent(in) :: num_rows, num_columns
    integer, intent(out), optional :: info
    columns_fit = fit([values, indices], [num_rows, indices%num_rows], info)
    if (.not. columns_fit) return
    columns_fit = values%layout == FILIGREE_LAYOUT_COLUMN_MAJOR
    if (.not. columns_fit) then
      call refuse("create: the columns of values must be contiguous, for they are not copied", info)
    else if (values%num_cols /= num_columns) then
      columns_fit = .false.
      call refuse("create: values must have as many columns as there are diagonals, or places " // &
          "of a row", info)
    end if
  end function columns_fit
  ! --- what a matrix is

  !> Holds a matrix of the C API, which then ends with this variable and those that it is assigned
  !> to. It has to have the format of the variable's type.
  subroutine matrix_take(this, object)
    class(sparse_matrix), intent(inout) :: this
    type(c_ptr), intent(in) :: object
    call this%held%take(object, filigree_sparse_matrix_destroy)
  end subroutine matrix_take

  !> The format of all matrices of a variable's type; -1: any.
  integer(c_int) function own_format(this)
    class(sparse_matrix), intent(in) :: this
    select type (this)
    class is (csr_matrix)
      own_format = FILIGREE_FORMAT_CSR
    class is (csc_matrix)
      own_format = FILIGREE_FORMAT_CSC
    class is (coo_matrix)
      own_format = FILIGREE_FORMAT_COO
    class is (bsr_matrix)
      own_format = FILIGREE_FORMAT_BSR
    class is (ell_matrix)
      own_format = FILIGREE_FORMAT_ELL
    class is (sell_matrix)
      own_format = FILIGREE_FORMAT_SELL
    class is (blocked_ell_matrix)
      own_format = FILIGREE_FORMAT_BLOCKED_ELL
    class is (dia_matrix)
      own_format = FILIGREE_FORMAT_DIA
    class is (hdia_matrix)
      own_format = FILIGREE_FORMAT_HDIA
    class default
      own_format = -1
    end select
  end function own_format

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

  !> Other values for a pattern of ELL, DIA or HDIA, in the shape of those before; plans stay valid.
  subroutine set_values_block_sp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    real(c_float), intent(in), target :: values(:, :)
    integer, intent(out), optional :: info
    type(array_argument) :: array
    array = argument(values)
    array%usable = array%usable .and. array%layout == FILIGREE_LAYOUT_COLUMN_MAJOR
    array%num_rows = array%leading_dimension * array%num_cols
    call replace_values(this, array, info)
  end subroutine set_values_block_sp

  !> Other values for the pattern; plans stay valid.
  subroutine set_values_dp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call replace_values(this, argument(values), info)
  end subroutine set_values_dp

  !> Other values for a pattern of ELL, DIA or HDIA, in the shape of those before; plans stay valid.
  subroutine set_values_block_dp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: values(:, :)
    integer, intent(out), optional :: info
    type(array_argument) :: array
    array = argument(values)
    array%usable = array%usable .and. array%layout == FILIGREE_LAYOUT_COLUMN_MAJOR
    array%num_rows = array%leading_dimension * array%num_cols
    call replace_values(this, array, info)
  end subroutine set_values_block_dp

  !> Other values for the pattern; plans stay valid.
  subroutine set_values_csp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call replace_values(this, argument(values), info)
  end subroutine set_values_csp

  !> Other values for a pattern of ELL, DIA or HDIA, in the shape of those before; plans stay valid.
  subroutine set_values_block_csp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: values(:, :)
    integer, intent(out), optional :: info
    type(array_argument) :: array
    array = argument(values)
    array%usable = array%usable .and. array%layout == FILIGREE_LAYOUT_COLUMN_MAJOR
    array%num_rows = array%leading_dimension * array%num_cols
    call replace_values(this, array, info)
  end subroutine set_values_block_csp

  !> Other values for the pattern; plans stay valid.
  subroutine set_values_cdp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: values(:)
    integer, intent(out), optional :: info
    call replace_values(this, argument(values), info)
  end subroutine set_values_cdp

  !> Other values for a pattern of ELL, DIA or HDIA, in the shape of those before; plans stay valid.
  subroutine set_values_block_cdp(this, values, info)
    class(sparse_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: values(:, :)
    integer, intent(out), optional :: info
    type(array_argument) :: array
    array = argument(values)
    array%usable = array%usable .and. array%layout == FILIGREE_LAYOUT_COLUMN_MAJOR
    array%num_rows = array%leading_dimension * array%num_cols
    call replace_values(this, array, info)
  end subroutine set_values_block_cdp

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
    integer(c_int64_t) :: count
    integer(c_int) :: scalar_type
    integer :: status
    count = num_places(this)
    scalar_type = this%scalar_type(status)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(int(status, c_int), info)
    else if (.not. values%usable) then
      call refuse("set_values: the array must be contiguous, for it is not copied", info)
    else if (values%num_rows /= count .or. values%scalar_type /= scalar_type) then
      call refuse("set_values: there must be as many values as before, of one type", info)
    else
      call set_values_address(this, values%address, info)
    end if
  end subroutine replace_values

  !> How many values a matrix has, those of padding too.
  function num_places(this) result(number)
    class(sparse_matrix), intent(in) :: this
    integer(c_int64_t) :: number, sizes(3)
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer :: failed
    at = c_null_ptr
    types = -1
    sizes = 0
    select case (this%format(failed))
    case (FILIGREE_FORMAT_SELL)
      status = filigree_sell_get(this%held%object, sizes(1), number, at(1), at(2), at(3), &
          types(1), types(2))
    case (FILIGREE_FORMAT_ELL)
      status = filigree_ell_get(this%held%object, sizes(1), sizes(2), at(1), at(2), types(1))
      number = sizes(1) * sizes(2)
    case (FILIGREE_FORMAT_DIA)
      status = filigree_dia_get(this%held%object, sizes(1), sizes(2), at(1), at(2), types(1))
      number = sizes(1) * sizes(2)
    case (FILIGREE_FORMAT_HDIA)
      status = filigree_hdia_get(this%held%object, sizes(1), sizes(2), at(1), at(2), at(3), &
          types(1), types(2))
      number = sizes(1) * sizes(2)
    case default
      call get_size(this, sizes, failed)
      number = sizes(3)
    end select
  end function num_places

  ! --- arrays that the caller or the library has

  !> The values, those of padding too. Of a matrix on a device c_loc of the pointer is the address.
  subroutine get_values_sp(this, values, info)
    class(sparse_matrix), intent(in) :: this
    real(c_float), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: address
    integer(c_int64_t) :: count
    call values_of(this, FILIGREE_SCALAR_FLOAT, address, count, info)
    nullify (values)
    if (count >= 0) call c_f_pointer(address, values, [count])
  end subroutine get_values_sp

  !> The values, those of padding too. Of a matrix on a device c_loc of the pointer is the address.
  subroutine get_values_dp(this, values, info)
    class(sparse_matrix), intent(in) :: this
    real(c_double), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: address
    integer(c_int64_t) :: count
    call values_of(this, FILIGREE_SCALAR_DOUBLE, address, count, info)
    nullify (values)
    if (count >= 0) call c_f_pointer(address, values, [count])
  end subroutine get_values_dp

  !> The values, those of padding too. Of a matrix on a device c_loc of the pointer is the address.
  subroutine get_values_csp(this, values, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_float_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: address
    integer(c_int64_t) :: count
    call values_of(this, FILIGREE_SCALAR_COMPLEX_FLOAT, address, count, info)
    nullify (values)
    if (count >= 0) call c_f_pointer(address, values, [count])
  end subroutine get_values_csp

  !> The values, those of padding too. Of a matrix on a device c_loc of the pointer is the address.
  subroutine get_values_cdp(this, values, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_double_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: address
    integer(c_int64_t) :: count
    call values_of(this, FILIGREE_SCALAR_COMPLEX_DOUBLE, address, count, info)
    nullify (values)
    if (count >= 0) call c_f_pointer(address, values, [count])
  end subroutine get_values_cdp

  !> Where the values are, of that type, and how many; -1 where there are none to give.
  subroutine values_of(this, scalar_type, address, count, info)
    class(sparse_matrix), intent(in) :: this
    integer(c_int), intent(in) :: scalar_type
    type(c_ptr), intent(out) :: address
    integer(c_int64_t), intent(out) :: count
    integer, intent(out), optional :: info
    integer(c_int) :: status, found_type
    integer :: failed
    address = c_null_ptr
    count = -1
    status = filigree_sparse_matrix_get_values(this%held%object, address)
    found_type = this%scalar_type(failed)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (found_type /= scalar_type) then
      call refuse("get: values of another type", info)
    else
      count = num_places(this)
      call settle(FILIGREE_STATUS_SUCCESS, info)
    end if
  end subroutine values_of

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_sp_i32(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: col_indices(:)
    real(c_float), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_sp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_sp_i64(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int64_t), pointer, intent(out) :: col_indices(:)
    real(c_float), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT64])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_sp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_sp_i64_i32(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: col_indices(:)
    real(c_float), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_sp_i64_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_dp_i32(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: col_indices(:)
    real(c_double), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_dp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_dp_i64(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int64_t), pointer, intent(out) :: col_indices(:)
    real(c_double), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT64])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_dp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_dp_i64_i32(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: col_indices(:)
    real(c_double), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_dp_i64_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_csp_i32(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: col_indices(:)
    complex(c_float_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_csp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_csp_i64(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int64_t), pointer, intent(out) :: col_indices(:)
    complex(c_float_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT64])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_csp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_csp_i64_i32(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: col_indices(:)
    complex(c_float_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_csp_i64_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_cdp_i32(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: col_indices(:)
    complex(c_double_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_cdp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_cdp_i64(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int64_t), pointer, intent(out) :: col_indices(:)
    complex(c_double_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT64])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_cdp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine csr_get_cdp_i64_i32(this, row_offsets, col_indices, values, info)
    class(csr_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: col_indices(:)
    complex(c_double_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_offsets, col_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csr_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_offsets, [this%num_rows() + 1])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csr_get_cdp_i64_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_sp_i32(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: row_indices(:)
    real(c_float), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_sp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_sp_i64(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int64_t), pointer, intent(out) :: row_indices(:)
    real(c_float), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT64])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_sp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_sp_i64_i32(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: row_indices(:)
    real(c_float), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_sp_i64_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_dp_i32(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: row_indices(:)
    real(c_double), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_dp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_dp_i64(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int64_t), pointer, intent(out) :: row_indices(:)
    real(c_double), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT64])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_dp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_dp_i64_i32(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: row_indices(:)
    real(c_double), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_dp_i64_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_csp_i32(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: row_indices(:)
    complex(c_float_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_csp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_csp_i64(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int64_t), pointer, intent(out) :: row_indices(:)
    complex(c_float_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT64])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_csp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_csp_i64_i32(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: row_indices(:)
    complex(c_float_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_csp_i64_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_cdp_i32(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: row_indices(:)
    complex(c_double_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT32, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_cdp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_cdp_i64(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int64_t), pointer, intent(out) :: row_indices(:)
    complex(c_double_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT64])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_cdp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine csc_get_cdp_i64_i32(this, col_offsets, row_indices, values, info)
    class(csc_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: col_offsets(:)
    integer(c_int32_t), pointer, intent(out) :: row_indices(:)
    complex(c_double_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (col_offsets, row_indices, values)
    at = c_null_ptr
    types = -1
    status = filigree_csc_get(this%held%object, at(1), at(2), at(3), types(1), types(2))
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (any(types /= [FILIGREE_INDEX_INT64, FILIGREE_INDEX_INT32])) then
      call refuse("get: offsets or indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), col_offsets, [this%num_cols() + 1])
        call c_f_pointer(at(2), row_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine csc_get_cdp_i64_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine coo_get_sp_i32(this, row_indices, col_indices, values, info)
    class(coo_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: row_indices(:), col_indices(:)
    real(c_float), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: index_type, status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_indices, col_indices, values)
    at = c_null_ptr
    index_type = -1
    status = filigree_coo_get(this%held%object, at(1), at(2), at(3), index_type)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (index_type /= FILIGREE_INDEX_INT32) then
      call refuse("get: indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_indices, [count])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine coo_get_sp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine coo_get_sp_i64(this, row_indices, col_indices, values, info)
    class(coo_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_indices(:), col_indices(:)
    real(c_float), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: index_type, status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_indices, col_indices, values)
    at = c_null_ptr
    index_type = -1
    status = filigree_coo_get(this%held%object, at(1), at(2), at(3), index_type)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (index_type /= FILIGREE_INDEX_INT64) then
      call refuse("get: indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_indices, [count])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine coo_get_sp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine coo_get_dp_i32(this, row_indices, col_indices, values, info)
    class(coo_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: row_indices(:), col_indices(:)
    real(c_double), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: index_type, status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_indices, col_indices, values)
    at = c_null_ptr
    index_type = -1
    status = filigree_coo_get(this%held%object, at(1), at(2), at(3), index_type)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (index_type /= FILIGREE_INDEX_INT32) then
      call refuse("get: indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_indices, [count])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine coo_get_dp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine coo_get_dp_i64(this, row_indices, col_indices, values, info)
    class(coo_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_indices(:), col_indices(:)
    real(c_double), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: index_type, status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_indices, col_indices, values)
    at = c_null_ptr
    index_type = -1
    status = filigree_coo_get(this%held%object, at(1), at(2), at(3), index_type)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (index_type /= FILIGREE_INDEX_INT64) then
      call refuse("get: indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_indices, [count])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine coo_get_dp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine coo_get_csp_i32(this, row_indices, col_indices, values, info)
    class(coo_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: row_indices(:), col_indices(:)
    complex(c_float_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: index_type, status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_indices, col_indices, values)
    at = c_null_ptr
    index_type = -1
    status = filigree_coo_get(this%held%object, at(1), at(2), at(3), index_type)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (index_type /= FILIGREE_INDEX_INT32) then
      call refuse("get: indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_indices, [count])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine coo_get_csp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine coo_get_csp_i64(this, row_indices, col_indices, values, info)
    class(coo_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_indices(:), col_indices(:)
    complex(c_float_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: index_type, status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_indices, col_indices, values)
    at = c_null_ptr
    index_type = -1
    status = filigree_coo_get(this%held%object, at(1), at(2), at(3), index_type)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (index_type /= FILIGREE_INDEX_INT64) then
      call refuse("get: indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_FLOAT, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_indices, [count])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine coo_get_csp_i64

  !> The matrix's arrays, which live as long as it does.
  subroutine coo_get_cdp_i32(this, row_indices, col_indices, values, info)
    class(coo_matrix), intent(in) :: this
    integer(c_int32_t), pointer, intent(out) :: row_indices(:), col_indices(:)
    complex(c_double_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: index_type, status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_indices, col_indices, values)
    at = c_null_ptr
    index_type = -1
    status = filigree_coo_get(this%held%object, at(1), at(2), at(3), index_type)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (index_type /= FILIGREE_INDEX_INT32) then
      call refuse("get: indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_indices, [count])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine coo_get_cdp_i32

  !> The matrix's arrays, which live as long as it does.
  subroutine coo_get_cdp_i64(this, row_indices, col_indices, values, info)
    class(coo_matrix), intent(in) :: this
    integer(c_int64_t), pointer, intent(out) :: row_indices(:), col_indices(:)
    complex(c_double_complex), pointer, intent(out) :: values(:)
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: index_type, status
    integer(c_int64_t) :: count
    integer :: failed
    nullify (row_indices, col_indices, values)
    at = c_null_ptr
    index_type = -1
    status = filigree_coo_get(this%held%object, at(1), at(2), at(3), index_type)
    if (status /= FILIGREE_STATUS_SUCCESS) then
      call settle(status, info)
    else if (index_type /= FILIGREE_INDEX_INT64) then
      call refuse("get: indices of another kind", info)
    else
      call values_of(this, FILIGREE_SCALAR_COMPLEX_DOUBLE, at(3), count, failed)
      if (count >= 0) then
        call c_f_pointer(at(1), row_indices, [count])
        call c_f_pointer(at(2), col_indices, [count])
        call c_f_pointer(at(3), values, [count])
      end if
      call settle_any(int(failed, c_int), info)
    end if
  end subroutine coo_get_cdp_i64

  ! --- products, solves, dense matrices

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
    call set_factors(factors, alpha, beta)
    call multiply_vector(this, argument(x), argument(y), c_loc(factors(1)), c_loc(factors(2)), &
        op, algorithm, handle, info)
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
    call set_factors(factors, alpha, beta)
    call multiply_block(this, argument(B), argument(C), c_loc(factors(1)), c_loc(factors(2)), op, &
        op_b, algorithm, handle, info)
  end subroutine multiply_block_sp

  !> op(A) x = alpha b, of the triangle `fill`; alpha is 1 where it is absent. x may be b.
  subroutine solve_vector_sp(this, b, x, alpha, op, fill, diagonal, zero_pivot, handle, info)
    class(sparse_matrix), intent(in) :: this
    real(c_float), intent(in), target :: b(:)
    real(c_float), intent(inout), target :: x(:)
    real(c_float), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    call set_factors(factors, alpha)
    call solve(this, argument(b), argument(x), c_loc(factors(1)), op, fill, diagonal, &
        zero_pivot, handle, info)
  end subroutine solve_vector_sp

  !> op(A) X = alpha B, of the triangle `fill`; alpha is 1 where it is absent. X may be B.
  subroutine solve_block_sp(this, B, X, alpha, op, fill, diagonal, zero_pivot, handle, info)
    class(sparse_matrix), intent(in) :: this
    real(c_float), intent(in), target :: B(:, :)
    real(c_float), intent(inout), target :: X(:, :)
    real(c_float), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    call set_factors(factors, alpha)
    call solve(this, argument(B), argument(X), c_loc(factors(1)), op, fill, diagonal, &
        zero_pivot, handle, info)
  end subroutine solve_block_sp

  !> C = alpha (op_a(A) op_b(B)) o spy(C) + beta C, of which `this` is C: of the product of two
  !> dense matrices the entries that C stores.
  subroutine sddmm_sp(this, A, B, alpha, beta, op_a, op_b, handle, info)
    class(sparse_matrix), intent(inout) :: this
    real(c_float), intent(in), target :: A(:, :), B(:, :)
    real(c_float), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_float), target :: factors(2)
    type(c_ptr) :: A_object, B_object
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_block(argument(B), B_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_sddmm(chosen(handle), &
        chosen_value(op_a, FILIGREE_OP_NONE), chosen_value(op_b, FILIGREE_OP_NONE), &
        c_loc(factors(1)), A_object, B_object, c_loc(factors(2)), this%held%object)
    call close_block(A_object)
    call close_block(B_object)
    call settle_any(status, info)
  end subroutine sddmm_sp

  !> Writes the matrix into a dense one, zeros where it has no entry.
  subroutine to_dense_sp(this, B, handle, info)
    class(sparse_matrix), intent(in) :: this
    real(c_float), intent(inout), target :: B(:, :)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(B), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) &
        status = filigree_sparse_to_dense(chosen(handle), this%held%object, object)
    call close_block(object)
    call settle_any(status, info)
  end subroutine to_dense_sp

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
    call set_factors(factors, alpha, beta)
    call multiply_vector(this, argument(x), argument(y), c_loc(factors(1)), c_loc(factors(2)), &
        op, algorithm, handle, info)
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
    call set_factors(factors, alpha, beta)
    call multiply_block(this, argument(B), argument(C), c_loc(factors(1)), c_loc(factors(2)), op, &
        op_b, algorithm, handle, info)
  end subroutine multiply_block_dp

  !> op(A) x = alpha b, of the triangle `fill`; alpha is 1 where it is absent. x may be b.
  subroutine solve_vector_dp(this, b, x, alpha, op, fill, diagonal, zero_pivot, handle, info)
    class(sparse_matrix), intent(in) :: this
    real(c_double), intent(in), target :: b(:)
    real(c_double), intent(inout), target :: x(:)
    real(c_double), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    call set_factors(factors, alpha)
    call solve(this, argument(b), argument(x), c_loc(factors(1)), op, fill, diagonal, &
        zero_pivot, handle, info)
  end subroutine solve_vector_dp

  !> op(A) X = alpha B, of the triangle `fill`; alpha is 1 where it is absent. X may be B.
  subroutine solve_block_dp(this, B, X, alpha, op, fill, diagonal, zero_pivot, handle, info)
    class(sparse_matrix), intent(in) :: this
    real(c_double), intent(in), target :: B(:, :)
    real(c_double), intent(inout), target :: X(:, :)
    real(c_double), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    call set_factors(factors, alpha)
    call solve(this, argument(B), argument(X), c_loc(factors(1)), op, fill, diagonal, &
        zero_pivot, handle, info)
  end subroutine solve_block_dp

  !> C = alpha (op_a(A) op_b(B)) o spy(C) + beta C, of which `this` is C: of the product of two
  !> dense matrices the entries that C stores.
  subroutine sddmm_dp(this, A, B, alpha, beta, op_a, op_b, handle, info)
    class(sparse_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: A(:, :), B(:, :)
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_double), target :: factors(2)
    type(c_ptr) :: A_object, B_object
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_block(argument(B), B_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_sddmm(chosen(handle), &
        chosen_value(op_a, FILIGREE_OP_NONE), chosen_value(op_b, FILIGREE_OP_NONE), &
        c_loc(factors(1)), A_object, B_object, c_loc(factors(2)), this%held%object)
    call close_block(A_object)
    call close_block(B_object)
    call settle_any(status, info)
  end subroutine sddmm_dp

  !> Writes the matrix into a dense one, zeros where it has no entry.
  subroutine to_dense_dp(this, B, handle, info)
    class(sparse_matrix), intent(in) :: this
    real(c_double), intent(inout), target :: B(:, :)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(B), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) &
        status = filigree_sparse_to_dense(chosen(handle), this%held%object, object)
    call close_block(object)
    call settle_any(status, info)
  end subroutine to_dense_dp

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
    call set_factors(factors, alpha, beta)
    call multiply_vector(this, argument(x), argument(y), c_loc(factors(1)), c_loc(factors(2)), &
        op, algorithm, handle, info)
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
    call set_factors(factors, alpha, beta)
    call multiply_block(this, argument(B), argument(C), c_loc(factors(1)), c_loc(factors(2)), op, &
        op_b, algorithm, handle, info)
  end subroutine multiply_block_csp

  !> op(A) x = alpha b, of the triangle `fill`; alpha is 1 where it is absent. x may be b.
  subroutine solve_vector_csp(this, b, x, alpha, op, fill, diagonal, zero_pivot, handle, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_float_complex), intent(in), target :: b(:)
    complex(c_float_complex), intent(inout), target :: x(:)
    complex(c_float_complex), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    call set_factors(factors, alpha)
    call solve(this, argument(b), argument(x), c_loc(factors(1)), op, fill, diagonal, &
        zero_pivot, handle, info)
  end subroutine solve_vector_csp

  !> op(A) X = alpha B, of the triangle `fill`; alpha is 1 where it is absent. X may be B.
  subroutine solve_block_csp(this, B, X, alpha, op, fill, diagonal, zero_pivot, handle, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_float_complex), intent(in), target :: B(:, :)
    complex(c_float_complex), intent(inout), target :: X(:, :)
    complex(c_float_complex), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    call set_factors(factors, alpha)
    call solve(this, argument(B), argument(X), c_loc(factors(1)), op, fill, diagonal, &
        zero_pivot, handle, info)
  end subroutine solve_block_csp

  !> C = alpha (op_a(A) op_b(B)) o spy(C) + beta C, of which `this` is C: of the product of two
  !> dense matrices the entries that C stores.
  subroutine sddmm_csp(this, A, B, alpha, beta, op_a, op_b, handle, info)
    class(sparse_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: A(:, :), B(:, :)
    complex(c_float_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_float_complex), target :: factors(2)
    type(c_ptr) :: A_object, B_object
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_block(argument(B), B_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_sddmm(chosen(handle), &
        chosen_value(op_a, FILIGREE_OP_NONE), chosen_value(op_b, FILIGREE_OP_NONE), &
        c_loc(factors(1)), A_object, B_object, c_loc(factors(2)), this%held%object)
    call close_block(A_object)
    call close_block(B_object)
    call settle_any(status, info)
  end subroutine sddmm_csp

  !> Writes the matrix into a dense one, zeros where it has no entry.
  subroutine to_dense_csp(this, B, handle, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_float_complex), intent(inout), target :: B(:, :)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(B), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) &
        status = filigree_sparse_to_dense(chosen(handle), this%held%object, object)
    call close_block(object)
    call settle_any(status, info)
  end subroutine to_dense_csp

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
    call set_factors(factors, alpha, beta)
    call multiply_vector(this, argument(x), argument(y), c_loc(factors(1)), c_loc(factors(2)), &
        op, algorithm, handle, info)
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
    call set_factors(factors, alpha, beta)
    call multiply_block(this, argument(B), argument(C), c_loc(factors(1)), c_loc(factors(2)), op, &
        op_b, algorithm, handle, info)
  end subroutine multiply_block_cdp

  !> op(A) x = alpha b, of the triangle `fill`; alpha is 1 where it is absent. x may be b.
  subroutine solve_vector_cdp(this, b, x, alpha, op, fill, diagonal, zero_pivot, handle, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_double_complex), intent(in), target :: b(:)
    complex(c_double_complex), intent(inout), target :: x(:)
    complex(c_double_complex), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call set_factors(factors, alpha)
    call solve(this, argument(b), argument(x), c_loc(factors(1)), op, fill, diagonal, &
        zero_pivot, handle, info)
  end subroutine solve_vector_cdp

  !> op(A) X = alpha B, of the triangle `fill`; alpha is 1 where it is absent. X may be B.
  subroutine solve_block_cdp(this, B, X, alpha, op, fill, diagonal, zero_pivot, handle, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_double_complex), intent(in), target :: B(:, :)
    complex(c_double_complex), intent(inout), target :: X(:, :)
    complex(c_double_complex), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call set_factors(factors, alpha)
    call solve(this, argument(B), argument(X), c_loc(factors(1)), op, fill, diagonal, &
        zero_pivot, handle, info)
  end subroutine solve_block_cdp

  !> C = alpha (op_a(A) op_b(B)) o spy(C) + beta C, of which `this` is C: of the product of two
  !> dense matrices the entries that C stores.
  subroutine sddmm_cdp(this, A, B, alpha, beta, op_a, op_b, handle, info)
    class(sparse_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: A(:, :), B(:, :)
    complex(c_double_complex), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(c_ptr) :: A_object, B_object
    integer(c_int) :: status
    call set_factors(factors, alpha, beta)
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(A), A_object, status)
    call open_block(argument(B), B_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_sddmm(chosen(handle), &
        chosen_value(op_a, FILIGREE_OP_NONE), chosen_value(op_b, FILIGREE_OP_NONE), &
        c_loc(factors(1)), A_object, B_object, c_loc(factors(2)), this%held%object)
    call close_block(A_object)
    call close_block(B_object)
    call settle_any(status, info)
  end subroutine sddmm_cdp

  !> Writes the matrix into a dense one, zeros where it has no entry.
  subroutine to_dense_cdp(this, B, handle, info)
    class(sparse_matrix), intent(in) :: this
    complex(c_double_complex), intent(inout), target :: B(:, :)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(B), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) &
        status = filigree_sparse_to_dense(chosen(handle), this%held%object, object)
    call close_block(object)
    call settle_any(status, info)
  end subroutine to_dense_cdp

  subroutine to_dense_object(this, B, handle, info)
    class(sparse_matrix), intent(in) :: this
    class(dense_matrix), intent(in) :: B
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call settle(filigree_sparse_to_dense(chosen(handle), this%held%object, B%held%object), info)
  end subroutine to_dense_object

  !> C = alpha (op_a(A) op_b(B)) o spy(C) + beta C for dense matrices in any memory.
  subroutine sddmm_object(this, A, B, alpha, beta, op_a, op_b, handle, info)
    class(sparse_matrix), intent(inout) :: this
    class(dense_matrix), intent(in) :: A, B
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call matrix_factors(this, factors, alpha, beta)
    call settle(filigree_sddmm(chosen(handle), chosen_value(op_a, FILIGREE_OP_NONE), &
        chosen_value(op_b, FILIGREE_OP_NONE), c_loc(factors(1)), A%held%object, B%held%object, &
        c_loc(factors(2)), this%held%object), info)
  end subroutine sddmm_object

  !> op(A) X = alpha B for blocks in any memory.
  subroutine solve_object(this, B, X, alpha, op, fill, diagonal, zero_pivot, handle, info)
    class(sparse_matrix), intent(in) :: this
    class(dense_matrix), intent(in) :: B, X
    real(c_double), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    integer(c_int) :: status
    call matrix_factors(this, factors, alpha)
    status = solve_status(this, B%held%object, X%held%object, c_loc(factors(1)), op, fill, &
        diagonal, zero_pivot, handle)
    call settle(status, info)
  end subroutine solve_object

  subroutine solve(this, B, X, alpha, op, fill, diagonal, zero_pivot, handle, info)
    class(sparse_matrix), intent(in) :: this
    type(array_argument), intent(in) :: B, X
    type(c_ptr), intent(in) :: alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, X_object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(B, B_object, status)
    call open_block(X, X_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = solve_status(this, B_object, X_object, alpha, &
        op, fill, diagonal, zero_pivot, handle)
    call close_block(B_object)
    call close_block(X_object)
    call settle_any(status, info)
  end subroutine solve

  integer(c_int) function solve_status(this, B, X, alpha, op, fill, diagonal, zero_pivot, handle) &
      result(status)
    class(sparse_matrix), intent(in) :: this
    type(c_ptr), intent(in) :: B, X, alpha
    integer(c_int), intent(in), optional :: op, fill, diagonal, zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    status = filigree_triangular_solve(chosen(handle), chosen_value(op, FILIGREE_OP_NONE), alpha, &
        this%held%object, B, X, chosen_value(fill, FILIGREE_FILL_LOWER), &
        chosen_value(diagonal, FILIGREE_DIAGONAL_NON_UNIT), &
        chosen_value(zero_pivot, FILIGREE_ZERO_PIVOT_REPORT), 1.0_c_double)
  end function solve_status

  !> The factors in the matrix's type; of no matrix, which the call will refuse, in double.
  subroutine matrix_factors(this, factors, alpha, beta)
    class(sparse_matrix), intent(in) :: this
    complex(c_double_complex), intent(out) :: factors(2)
    real(c_double), intent(in), optional :: alpha, beta
    integer :: failed
    integer(c_int) :: scalar_type
    scalar_type = this%scalar_type(failed)
    call set_factors_as(factors, scalar_type, alpha, beta)
  end subroutine matrix_factors

  !> y = alpha op(A) x + beta y for vectors in any memory.
  subroutine multiply_vector_object(this, x, y, alpha, beta, op, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    class(dense_vector), intent(in) :: x, y
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call matrix_factors(this, factors, alpha, beta)
    call settle(filigree_spmv(chosen(handle), chosen_value(op, FILIGREE_OP_NONE), &
        c_loc(factors(1)), this%held%object, x%held%object, c_loc(factors(2)), y%held%object, &
        chosen_value(algorithm, FILIGREE_ALGORITHM_DEFAULT), c_null_ptr, 0_c_size_t), info)
  end subroutine multiply_vector_object

  !> C = alpha op(A) op_b(B) + beta C for blocks in any memory.
  subroutine multiply_block_object(this, B, C, alpha, beta, op, op_b, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    class(dense_matrix), intent(in) :: B, C
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op, op_b, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    call matrix_factors(this, factors, alpha, beta)
    call settle(filigree_spmm(chosen(handle), chosen_value(op, FILIGREE_OP_NONE), &
        chosen_value(op_b, FILIGREE_OP_NONE), c_loc(factors(1)), this%held%object, &
        B%held%object, c_loc(factors(2)), C%held%object, &
        chosen_value(algorithm, FILIGREE_ALGORITHM_DEFAULT), c_null_ptr, 0_c_size_t), info)
  end subroutine multiply_block_object

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
    type(array_argument) :: arrays(2)
    call matrix_factors(this, factors, alpha, beta)
    arrays = operands_at(this, x, y, op)
    call multiply_vector(this, arrays(1), arrays(2), c_loc(factors(1)), c_loc(factors(2)), op, &
        algorithm, handle, info)
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
    type(array_argument) :: arrays(2)
    call matrix_factors(this, factors, alpha, beta)
    arrays = operands_at(this, B, C, op, num_cols, ldb, ldc)
    call multiply_block(this, arrays(1), arrays(2), c_loc(factors(1)), c_loc(factors(2)), op, &
        FILIGREE_OP_NONE, algorithm, handle, info)
  end subroutine multiply_block_address

  !> Operands of A's type, as long as op(A) has columns and rows.
  function operands_at(A, x, y, op, num_cols, ldx, ldy) result(arrays)
    class(sparse_matrix), intent(in) :: A
    type(c_ptr), intent(in) :: x, y
    integer(c_int), intent(in), optional :: op
    integer(c_int64_t), intent(in), optional :: num_cols, ldx, ldy
    type(array_argument) :: arrays(2)
    integer(c_int64_t) :: sizes(3)
    integer :: failed
    call get_size(A, sizes, failed)
    if (chosen_value(op, FILIGREE_OP_NONE) /= FILIGREE_OP_NONE) sizes(:2) = sizes(2:1:-1)
    arrays%scalar_type = max(FILIGREE_SCALAR_FLOAT, A%scalar_type(failed))
    arrays%address = [x, y]
    arrays%num_rows = sizes(2:1:-1)
    if (present(num_cols)) arrays%num_cols = num_cols
    if (present(ldx)) arrays(1)%leading_dimension = ldx
    if (present(ldy)) arrays(2)%leading_dimension = ldy
  end function operands_at

  subroutine multiply_vector(this, x, y, alpha, beta, op, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    type(array_argument), intent(in) :: x, y
    type(c_ptr), intent(in) :: alpha, beta
    integer(c_int), intent(in), optional :: op, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: x_object, y_object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_vector(x, x_object, status)
    call open_vector(y, y_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_spmv(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), alpha, this%held%object, x_object, beta, y_object, &
        chosen_value(algorithm, FILIGREE_ALGORITHM_DEFAULT), c_null_ptr, 0_c_size_t)
    call close_vector(x_object)
    call close_vector(y_object)
    call settle_any(status, info)
  end subroutine multiply_vector

  subroutine multiply_block(this, B, C, alpha, beta, op, op_b, algorithm, handle, info)
    class(sparse_matrix), intent(in) :: this
    type(array_argument), intent(in) :: B, C
    type(c_ptr), intent(in) :: alpha, beta
    integer(c_int), intent(in), optional :: op, op_b, algorithm
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: B_object, C_object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(B, B_object, status)
    call open_block(C, C_object, status)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_spmm(chosen(handle), &
        chosen_value(op, FILIGREE_OP_NONE), chosen_value(op_b, FILIGREE_OP_NONE), alpha, &
        this%held%object, B_object, beta, C_object, &
        chosen_value(algorithm, FILIGREE_ALGORITHM_DEFAULT), c_null_ptr, 0_c_size_t)
    call close_block(B_object)
    call close_block(C_object)
    call settle_any(status, info)
  end subroutine multiply_block

  ! --- results with arrays of the library's, which end with the last variable that holds them

  !> The format that a result gets: that of the variable's type, else the prototype's, else
  !> `otherwise`.
  integer(c_int) function result_format(this, mold, otherwise) result(format)
    class(sparse_matrix), intent(in) :: this
    class(sparse_matrix), intent(in), optional :: mold
    integer(c_int), intent(in) :: otherwise
    integer :: failed
    format = own_format(this)
    if (format < 0 .and. present(mold)) then
      format = own_format(mold)
      if (format < 0) format = mold%format(failed)
    end if
    if (format < 0) format = otherwise
  end function result_format

  !> This becomes A in another format: that of its type, of a sparse_matrix that of `mold`, a
  !> prototype which needs no arrays, else A's. Sizes of blocks, and rows of a slice, are
  !> block_rows and block_cols, else the prototype's, else A's or the library's choice. The base is
  !> A's where it is absent.
  subroutine matrix_convert(this, A, mold, block_rows, block_cols, base, handle, info)
    class(sparse_matrix), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    class(sparse_matrix), intent(in), optional :: mold
    integer, intent(in), optional :: block_rows, block_cols
    integer(c_int), intent(in), optional :: base
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    integer(c_int64_t) :: shape(2)
    integer(c_int) :: status, format, first
    integer :: failed
    type(c_ptr) :: object
    shape = 0
    if (present(mold)) &
        status = filigree_sparse_matrix_get_blocks(mold%held%object, shape(1), shape(2))
    shape = [chosen_size(block_rows, shape(1)), chosen_size(block_cols, shape(2))]
    format = result_format(this, mold, A%format(failed))
    first = chosen_value(base, max(FILIGREE_BASE_ZERO, A%index_base(failed)))
    object = c_null_ptr
    status = filigree_sparse_matrix_convert(chosen(handle), A%held%object, &
        max(FILIGREE_FORMAT_CSR, format), shape(1), shape(2), first, object)
    if (status == FILIGREE_STATUS_SUCCESS) call this%take(object)
    call settle(status, info)
  end subroutine matrix_convert

  !> This becomes the matrix of a file: Matrix Market, Harwell-Boeing, Rutherford-Boeing or
  !> Filigree's binary format, compressed or not. The format is that of its type, of a sparse_matrix
  !> that of `mold`, else CSR. Values are FILIGREE_SCALAR_DOUBLE, of a complex file COMPLEX_DOUBLE,
  !> indices FILIGREE_INDEX_INT32 where it is not said. Of a symmetric or Hermitian file one
  !> triangle is stored and the type set, unless expand_symmetry.
  subroutine matrix_read(this, path, mold, scalar_type, index_type, offset_type, base, &
      expand_symmetry, handle, info)
    class(sparse_matrix), intent(inout) :: this
    character(len=*), intent(in) :: path
    class(sparse_matrix), intent(in), optional :: mold
    integer(c_int), intent(in), optional :: scalar_type, index_type, offset_type, base
    logical, intent(in), optional :: expand_symmetry
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    integer(c_int64_t) :: sizes(3)
    integer(c_int) :: status, is_complex, expand, integers
    type(c_ptr) :: object, used
    used = chosen(handle)
    object = c_null_ptr
    is_complex = 0
    sizes = 0
    expand = 0
    if (present(expand_symmetry)) expand = merge(1_c_int, 0_c_int, expand_symmetry)
    integers = chosen_value(index_type, FILIGREE_INDEX_INT32)
    status = filigree_matrix_file_get_info(trim(path) // c_null_char, sizes(1), sizes(2), &
        sizes(3), is_complex)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_sparse_matrix_read(used, &
        trim(path) // c_null_char, result_format(this, mold, FILIGREE_FORMAT_CSR), &
        chosen_value(offset_type, integers), integers, chosen_value(base, FILIGREE_BASE_ONE), &
        chosen_value(scalar_type, merge(FILIGREE_SCALAR_COMPLEX_DOUBLE, FILIGREE_SCALAR_DOUBLE, &
        is_complex /= 0)), expand, object)
    if (status == FILIGREE_STATUS_SUCCESS) call this%take(object)
    call settle(status, info)
  end subroutine matrix_read

  !> Writes a Matrix Market file; a name that ends in .gz is compressed.
  subroutine matrix_write(this, path, handle, info)
    class(sparse_matrix), intent(in) :: this
    character(len=*), intent(in) :: path
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call settle(filigree_sparse_matrix_write(chosen(handle), this%held%object, &
        trim(path) // c_null_char), info)
  end subroutine matrix_write

  !> This becomes alpha op_a(A) op_b(B) + beta D, in rows; alpha is 1 and beta 1 where they are
  !> absent. Of a sparse_matrix or a csr_matrix.
  subroutine matrix_product(this, A, B, alpha, op_a, op_b, D, beta, offset_type, handle, info)
    class(sparse_matrix), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A, B
    real(c_double), intent(in), optional :: alpha
    integer(c_int), intent(in), optional :: op_a, op_b
    class(sparse_matrix), intent(in), optional :: D
    real(c_double), intent(in), optional :: beta
    integer(c_int), intent(in), optional :: offset_type
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(c_ptr) :: plan, object, D_object
    integer(c_int) :: status, ended
    real(c_double) :: of_D
    if (refuses_rows(this, info)) return
    of_D = 0
    D_object = c_null_ptr
    if (present(D)) then
      D_object = D%held%object
      of_D = 1
      if (present(beta)) of_D = beta
    end if
    call matrix_factors(A, factors, alpha, of_D)
    plan = c_null_ptr
    object = c_null_ptr
    status = filigree_spgemm_plan_create(chosen(handle), plan, &
        chosen_value(op_a, FILIGREE_OP_NONE), chosen_value(op_b, FILIGREE_OP_NONE), &
        A%held%object, B%held%object, D_object, chosen_value(offset_type, offsets_of(A)), &
        0_c_int64_t)
    if (status == FILIGREE_STATUS_SUCCESS) &
        status = filigree_spgemm_plan_make_result(chosen(handle), plan, object)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_spgemm_plan_run(chosen(handle), &
        plan, c_loc(factors(1)), A%held%object, B%held%object, c_loc(factors(2)), D_object, &
        object, c_null_ptr, 0_c_size_t)
    if (c_associated(plan)) ended = filigree_spgemm_plan_destroy(plan)
    call keep_result(this, object, status, info)
  end subroutine matrix_product

  !> This becomes alpha op_a(A) + beta op_b(B), in rows; alpha and beta are 1 where they are absent.
  !> Of a sparse_matrix or a csr_matrix.
  subroutine matrix_add(this, A, B, alpha, beta, op_a, op_b, offset_type, handle, info)
    class(sparse_matrix), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A, B
    real(c_double), intent(in), optional :: alpha, beta
    integer(c_int), intent(in), optional :: op_a, op_b, offset_type
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    complex(c_double_complex), target :: factors(2)
    type(c_ptr) :: plan, object
    integer(c_int) :: status, ended
    real(c_double) :: of_B
    if (refuses_rows(this, info)) return
    of_B = 1
    if (present(beta)) of_B = beta
    call matrix_factors(A, factors, alpha, of_B)
    plan = c_null_ptr
    object = c_null_ptr
    status = filigree_geam_plan_create(chosen(handle), plan, &
        chosen_value(op_a, FILIGREE_OP_NONE), A%held%object, &
        chosen_value(op_b, FILIGREE_OP_NONE), B%held%object, &
        chosen_value(offset_type, max(offsets_of(A), offsets_of(B))))
    if (status == FILIGREE_STATUS_SUCCESS) &
        status = filigree_geam_plan_make_result(chosen(handle), plan, object)
    if (status == FILIGREE_STATUS_SUCCESS) status = filigree_geam_plan_run(chosen(handle), plan, &
        c_loc(factors(1)), A%held%object, c_loc(factors(2)), B%held%object, object)
    if (c_associated(plan)) ended = filigree_geam_plan_destroy(plan)
    call keep_result(this, object, status, info)
  end subroutine matrix_add

  !> This becomes the entries of a dense matrix that are not zero. Of a csr_matrix, csc_matrix or
  !> coo_matrix, or of a sparse_matrix with the format of `mold`, else CSR.
  subroutine from_dense_sp(this, B, mold, index_type, offset_type, base, handle, info)
    class(sparse_matrix), intent(inout) :: this
    real(c_float), intent(in), target :: B(:, :)
    class(sparse_matrix), intent(in), optional :: mold
    integer(c_int), intent(in), optional :: index_type, offset_type, base
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(B), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) then
      call from_dense(this, object, mold, index_type, offset_type, base, handle, info)
    else
      call settle_any(status, info)
    end if
    call close_block(object)
  end subroutine from_dense_sp

  !> This becomes the entries of a dense matrix that are not zero. Of a csr_matrix, csc_matrix or
  !> coo_matrix, or of a sparse_matrix with the format of `mold`, else CSR.
  subroutine from_dense_dp(this, B, mold, index_type, offset_type, base, handle, info)
    class(sparse_matrix), intent(inout) :: this
    real(c_double), intent(in), target :: B(:, :)
    class(sparse_matrix), intent(in), optional :: mold
    integer(c_int), intent(in), optional :: index_type, offset_type, base
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(B), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) then
      call from_dense(this, object, mold, index_type, offset_type, base, handle, info)
    else
      call settle_any(status, info)
    end if
    call close_block(object)
  end subroutine from_dense_dp

  !> This becomes the entries of a dense matrix that are not zero. Of a csr_matrix, csc_matrix or
  !> coo_matrix, or of a sparse_matrix with the format of `mold`, else CSR.
  subroutine from_dense_csp(this, B, mold, index_type, offset_type, base, handle, info)
    class(sparse_matrix), intent(inout) :: this
    complex(c_float_complex), intent(in), target :: B(:, :)
    class(sparse_matrix), intent(in), optional :: mold
    integer(c_int), intent(in), optional :: index_type, offset_type, base
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(B), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) then
      call from_dense(this, object, mold, index_type, offset_type, base, handle, info)
    else
      call settle_any(status, info)
    end if
    call close_block(object)
  end subroutine from_dense_csp

  !> This becomes the entries of a dense matrix that are not zero. Of a csr_matrix, csc_matrix or
  !> coo_matrix, or of a sparse_matrix with the format of `mold`, else CSR.
  subroutine from_dense_cdp(this, B, mold, index_type, offset_type, base, handle, info)
    class(sparse_matrix), intent(inout) :: this
    complex(c_double_complex), intent(in), target :: B(:, :)
    class(sparse_matrix), intent(in), optional :: mold
    integer(c_int), intent(in), optional :: index_type, offset_type, base
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    status = FILIGREE_STATUS_SUCCESS
    call open_block(argument(B), object, status)
    if (status == FILIGREE_STATUS_SUCCESS) then
      call from_dense(this, object, mold, index_type, offset_type, base, handle, info)
    else
      call settle_any(status, info)
    end if
    call close_block(object)
  end subroutine from_dense_cdp

  subroutine from_dense_object(this, B, mold, index_type, offset_type, base, handle, info)
    class(sparse_matrix), intent(inout) :: this
    class(dense_matrix), intent(in) :: B
    class(sparse_matrix), intent(in), optional :: mold
    integer(c_int), intent(in), optional :: index_type, offset_type, base
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call from_dense(this, B%held%object, mold, index_type, offset_type, base, handle, info)
  end subroutine from_dense_object

  subroutine from_dense(this, B, mold, index_type, offset_type, base, handle, info)
    class(sparse_matrix), intent(inout) :: this
    type(c_ptr), intent(in) :: B
    class(sparse_matrix), intent(in), optional :: mold
    integer(c_int), intent(in), optional :: index_type, offset_type, base
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: plan, object
    integer(c_int) :: status, ended, integers
    integers = chosen_value(index_type, FILIGREE_INDEX_INT32)
    plan = c_null_ptr
    object = c_null_ptr
    status = filigree_dense_to_sparse_plan_create(chosen(handle), plan, B, &
        result_format(this, mold, FILIGREE_FORMAT_CSR), chosen_value(offset_type, integers), &
        integers, chosen_value(base, FILIGREE_BASE_ONE))
    if (status == FILIGREE_STATUS_SUCCESS) &
        status = filigree_dense_to_sparse_plan_make_result(chosen(handle), plan, object)
    if (status == FILIGREE_STATUS_SUCCESS) &
        status = filigree_dense_to_sparse_plan_run(chosen(handle), plan, B, object)
    if (c_associated(plan)) ended = filigree_dense_to_sparse_plan_destroy(plan)
    call keep_result(this, object, status, info)
  end subroutine from_dense

  !> A result that was made, or what of it was made before the call failed.
  subroutine keep_result(this, object, status, info)
    class(sparse_matrix), intent(inout) :: this
    type(c_ptr), intent(in) :: object
    integer(c_int), intent(in) :: status
    integer, intent(out), optional :: info
    integer(c_int) :: ended
    if (status == FILIGREE_STATUS_SUCCESS) then
      call this%take(object)
    else if (c_associated(object)) then
      ended = filigree_sparse_matrix_destroy(object)
    end if
    call settle(status, info)
  end subroutine keep_result

  !> Whether the variable is of a format in which such results are not, which is an error.
  logical function refuses_rows(this, info)
    class(sparse_matrix), intent(in) :: this
    integer, intent(out), optional :: info
    refuses_rows = own_format(this) > FILIGREE_FORMAT_CSR
    if (refuses_rows) call refuse( &
        "the result is in compressed rows: make it a csr_matrix or a sparse_matrix", info)
  end function refuses_rows

  !> The width of a compressed matrix's offsets; of others that of 32-bit indices.
  integer(c_int) function offsets_of(A) result(offset_type)
    class(sparse_matrix), intent(in) :: A
    type(c_ptr) :: at(3)
    integer(c_int) :: index_type, status
    integer :: failed
    offset_type = FILIGREE_INDEX_INT32
    index_type = FILIGREE_INDEX_INT32
    at = c_null_ptr
    select case (A%format(failed))
    case (FILIGREE_FORMAT_CSR)
      status = filigree_csr_get(A%held%object, at(1), at(2), at(3), offset_type, index_type)
    case (FILIGREE_FORMAT_CSC)
      status = filigree_csc_get(A%held%object, at(1), at(2), at(3), offset_type, index_type)
    end select
  end function offsets_of

  ! --- checks, colours and orders of rows, patterns and factors with fill

  !> Checks all that the arrays hold; what is wrong first is the error's message.
  subroutine matrix_validate(this, handle, info)
    class(sparse_matrix), intent(in) :: this
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call settle(filigree_sparse_matrix_validate(chosen(handle), this%held%object), info)
  end subroutine matrix_validate

  !> A colour for each row, from 1 on, so that no two that an entry joins get the same one; where
  !> `distance` is 2 no two that are both joined to a third row either.
  subroutine color_rows(this, colors, num_colors, distance, handle, info)
    class(sparse_matrix), intent(in) :: this
    integer(c_int32_t), intent(inout), target :: colors(:)
    integer(c_int64_t), intent(out), optional :: num_colors
    integer, intent(in), optional :: distance
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    integer :: failed
    if (present(num_colors)) num_colors = 0
    if (.not. fits_rows(this, argument(colors), "color", info)) return
    call color_rows_address(this, c_loc(colors), num_colors, distance, handle, failed)
    if (failed == FILIGREE_STATUS_SUCCESS) colors = colors + 1
    call settle_any(int(failed, c_int), info)
  end subroutine color_rows

  !> Colours, as color_rows has them, into the memory of a device: integers of 32 bits, from 0 on.
  subroutine color_rows_address(this, colors, num_colors, distance, handle, info)
    class(sparse_matrix), intent(in) :: this
    type(c_ptr), intent(in) :: colors
    integer(c_int64_t), intent(out), optional :: num_colors
    integer, intent(in), optional :: distance
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    integer(c_int64_t) :: found
    integer(c_int) :: apart, status
    apart = 1
    if (present(distance)) apart = int(distance, c_int)
    found = 0
    status = filigree_color_graph(chosen(handle), this%held%object, apart, colors, found)
    if (present(num_colors)) num_colors = found
    call settle(status, info)
  end subroutine color_rows_address

  !> The reverse Cuthill-McKee order, which brings rows that entries join close to each other:
  !> order(k) is the row, from 1, that comes at place k. Of the kind of the matrix's indices.
  subroutine cuthill_mckee_i32(this, order, handle, info)
    class(sparse_matrix), intent(in) :: this
    integer(c_int32_t), intent(inout), target :: order(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    integer :: failed
    if (.not. fits_rows(this, argument(order), "reverse_cuthill_mckee", info)) return
    if (.not. has_indices(this, FILIGREE_INDEX_INT32, "reverse_cuthill_mckee", info)) return
    call cuthill_mckee_address(this, c_loc(order), handle, failed)
    if (failed == FILIGREE_STATUS_SUCCESS) order = order + 1
    call settle_any(int(failed, c_int), info)
  end subroutine cuthill_mckee_i32

  !> This becomes A with its rows and columns in an order, as reverse_cuthill_mckee gives it. Of a
  !> sparse_matrix or a csr_matrix.
  subroutine reorder_i32(this, A, order, handle, info)
    class(sparse_matrix), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    integer(c_int32_t), intent(in) :: order(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    integer(c_int32_t), allocatable, target :: from_0(:)
    allocate (from_0(size(order)), source=order - 1)
    if (.not. fits_rows(A, argument(from_0), "reorder", info)) return
    if (.not. has_indices(A, FILIGREE_INDEX_INT32, "reorder", info)) return
    call reorder_address(this, A, c_loc(from_0), handle, info)
  end subroutine reorder_i32

  !> The reverse Cuthill-McKee order, which brings rows that entries join close to each other:
  !> order(k) is the row, from 1, that comes at place k. Of the kind of the matrix's indices.
  subroutine cuthill_mckee_i64(this, order, handle, info)
    class(sparse_matrix), intent(in) :: this
    integer(c_int64_t), intent(inout), target :: order(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    integer :: failed
    if (.not. fits_rows(this, argument(order), "reverse_cuthill_mckee", info)) return
    if (.not. has_indices(this, FILIGREE_INDEX_INT64, "reverse_cuthill_mckee", info)) return
    call cuthill_mckee_address(this, c_loc(order), handle, failed)
    if (failed == FILIGREE_STATUS_SUCCESS) order = order + 1
    call settle_any(int(failed, c_int), info)
  end subroutine cuthill_mckee_i64

  !> This becomes A with its rows and columns in an order, as reverse_cuthill_mckee gives it. Of a
  !> sparse_matrix or a csr_matrix.
  subroutine reorder_i64(this, A, order, handle, info)
    class(sparse_matrix), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    integer(c_int64_t), intent(in) :: order(:)
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    integer(c_int64_t), allocatable, target :: from_0(:)
    allocate (from_0(size(order)), source=order - 1)
    if (.not. fits_rows(A, argument(from_0), "reorder", info)) return
    if (.not. has_indices(A, FILIGREE_INDEX_INT64, "reorder", info)) return
    call reorder_address(this, A, c_loc(from_0), handle, info)
  end subroutine reorder_i64

  !> The reverse Cuthill-McKee order into the memory of a device; rows count from 0.
  subroutine cuthill_mckee_address(this, order, handle, info)
    class(sparse_matrix), intent(in) :: this
    type(c_ptr), intent(in) :: order
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    call settle(filigree_reverse_cuthill_mckee(chosen(handle), this%held%object, order), info)
  end subroutine cuthill_mckee_address

  !> This becomes A with its rows and columns in an order that is in the memory of a device; rows
  !> count from 0.
  subroutine reorder_address(this, A, order, handle, info)
    class(sparse_matrix), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    type(c_ptr), intent(in) :: order
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (refuses_rows(this, info)) return
    object = c_null_ptr
    status = filigree_reorder(chosen(handle), A%held%object, order, object)
    call keep_result(this, object, status, info)
  end subroutine reorder_address

  !> This becomes A with zeros wherever the elimination fills in at a level up to `level`:
  !> incomplete_factor_plan of it is ILU(k) or IC(k) of A. Of a sparse_matrix or a csr_matrix.
  subroutine matrix_iluk_pattern(this, A, level, handle, info)
    class(sparse_matrix), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    integer, intent(in) :: level
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    type(c_ptr) :: object
    integer(c_int) :: status
    if (refuses_rows(this, info)) return
    object = c_null_ptr
    status = filigree_iluk_pattern(chosen(handle), A%held%object, int(level, c_int64_t), object)
    call keep_result(this, object, status, info)
  end subroutine matrix_iluk_pattern

  !> This becomes the factors L U of A with two thresholds: entries that are not above `tolerance`
  !> (0.001) times the norm of A's row are dropped, and a row of L and one of U keep `fill` (10) of
  !> them. Triangular solves take it, with the lower triangle and a diagonal of ones, and with the
  !> upper one. A pivot that is not above `pivot_tolerance` (0) is replaced by `pivot_boost`, and
  !> the first such row is first_zero_pivot, else -1; without pivot_boost it is an error. Of a
  !> sparse_matrix or a csr_matrix.
  subroutine matrix_ilut(this, A, tolerance, fill, pivot_tolerance, pivot_boost, &
      first_zero_pivot, handle, info)
    class(sparse_matrix), intent(inout) :: this
    class(sparse_matrix), intent(in) :: A
    real(c_double), intent(in), optional :: tolerance, pivot_tolerance
    integer, intent(in), optional :: fill
    real(c_double), intent(in), target, optional :: pivot_boost
    integer(c_int64_t), intent(out), optional :: first_zero_pivot
    class(filigree_handle), intent(in), optional :: handle
    integer, intent(out), optional :: info
    real(c_double) :: tolerances(2)
    type(c_ptr) :: object, boost
    integer(c_int64_t) :: most, first
    integer(c_int) :: status
    if (present(first_zero_pivot)) first_zero_pivot = -1
    if (refuses_rows(this, info)) return
    tolerances = [1e-3_c_double, 0.0_c_double]
    if (present(tolerance)) tolerances(1) = tolerance
    if (present(pivot_tolerance)) tolerances(2) = pivot_tolerance
    most = 10
    if (present(fill)) most = fill
    boost = c_null_ptr
    if (present(pivot_boost)) boost = c_loc(pivot_boost)
    object = c_null_ptr
    first = -1
    status = filigree_ilut(chosen(handle), A%held%object, tolerances(1), most, tolerances(2), &
        boost, object, first)
    if (present(first_zero_pivot)) first_zero_pivot = first
    call keep_result(this, object, status, info)
  end subroutine matrix_ilut

  !> Whether an array has an entry for each row of a matrix, side by side; else an error.
  logical function fits_rows(A, array, call_name, info)
    class(sparse_matrix), intent(in) :: A
    type(array_argument), intent(in) :: array
    character(len=*), intent(in) :: call_name
    integer, intent(out), optional :: info
    integer(c_int64_t) :: sizes(3)
    integer :: failed
    call get_size(A, sizes, failed)
    fits_rows = failed == FILIGREE_STATUS_SUCCESS .and. array%usable .and. &
        array%num_rows == sizes(1)
    if (failed /= FILIGREE_STATUS_SUCCESS) then
      call settle(int(failed, c_int), info)
    else if (.not. fits_rows) then
      call refuse(call_name // ": the array must be contiguous, with an entry for each row", info)
    end if
  end function fits_rows

  !> Whether a matrix in compressed rows has indices of a kind; else an error. Other formats pass:
  !> the library refuses them.
  logical function has_indices(A, index_type, call_name, info)
    class(sparse_matrix), intent(in) :: A
    integer(c_int), intent(in) :: index_type
    character(len=*), intent(in) :: call_name
    integer, intent(out), optional :: info
    type(c_ptr) :: at(3)
    integer(c_int) :: types(2), status
    at = c_null_ptr
    types = index_type
    status = filigree_csr_get(A%held%object, at(1), at(2), at(3), types(1), types(2))
    has_indices = status /= FILIGREE_STATUS_SUCCESS .or. types(2) == index_type
    if (.not. has_indices) &
        call refuse(call_name // ": the order must be of the kind of the matrix's indices", info)
  end function has_indices

end module filigree_matrices
