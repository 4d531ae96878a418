! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! filigree.f90 is made by src/fortran/generate.py of filigree.f90.in.

!> Sparse matrices and their operations for Fortran: docs/fortran.md.
!>
!> Matrices are descriptions: sizes, types and where the caller's arrays are, which are not copied
!> and have to live, as targets, as long as the description is used; results of the library have
!> arrays of their own. Indices begin with 1 where nothing else is said. Every procedure has `info`
!> as its last argument, optional: a status, FILIGREE_STATUS_SUCCESS (0) where all is well. Without
!> it an error stops the program with the library's message.
!>
!> Assignment makes two variables share one object; the last of them ends it.
module filigree
  use filigree_base
  use filigree_matrices
  use filigree_memory
  use filigree_plans
  use filigree_systems
  use filigree_vectors
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
  public :: FILIGREE_SWEEP_FORWARD, FILIGREE_SWEEP_BACKWARD, FILIGREE_SWEEP_SYMMETRIC
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
  public :: filigree_has_device, filigree_device_count, filigree_current_device
  public :: filigree_device_property, filigree_device_name
  public :: filigree_log_level, filigree_log_file
  public :: filigree_handle, target_memory, dense_vector, dense_matrix, sparse_vector
  public :: sparse_matrix, csr_matrix, csc_matrix, coo_matrix, bsr_matrix, sell_matrix, &
      blocked_ell_matrix, ell_matrix, dia_matrix, hdia_matrix, banded_matrix
  public :: spmv_plan, spmm_plan, sddmm_plan, triangular_solve_plan, incomplete_factor_plan, &
      gauss_seidel_plan, spgemm_plan, geam_plan, banded_solve_plan
end module filigree
