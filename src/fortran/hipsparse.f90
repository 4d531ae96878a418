! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Made by src/hipsparse/generate_fortran.py of src/hipsparse/functions.txt and
! src/cusparse/functions.txt.

!> The enumerations of hipSPARSE.
module hipsparse_enums
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  private :: c_int

  enum, bind(c)
    enumerator :: HIPSPARSE_STATUS_SUCCESS = 0
    enumerator :: HIPSPARSE_STATUS_NOT_INITIALIZED = 1
    enumerator :: HIPSPARSE_STATUS_ALLOC_FAILED = 2
    enumerator :: HIPSPARSE_STATUS_INVALID_VALUE = 3
    enumerator :: HIPSPARSE_STATUS_ARCH_MISMATCH = 4
    enumerator :: HIPSPARSE_STATUS_MAPPING_ERROR = 5
    enumerator :: HIPSPARSE_STATUS_EXECUTION_FAILED = 6
    enumerator :: HIPSPARSE_STATUS_INTERNAL_ERROR = 7
    enumerator :: HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8
    enumerator :: HIPSPARSE_STATUS_ZERO_PIVOT = 9
    enumerator :: HIPSPARSE_STATUS_NOT_SUPPORTED = 10
    enumerator :: HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_POINTER_MODE_HOST = 0
    enumerator :: HIPSPARSE_POINTER_MODE_DEVICE = 1
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_ACTION_SYMBOLIC = 0
    enumerator :: HIPSPARSE_ACTION_NUMERIC = 1
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_MATRIX_TYPE_GENERAL = 0
    enumerator :: HIPSPARSE_MATRIX_TYPE_SYMMETRIC = 1
    enumerator :: HIPSPARSE_MATRIX_TYPE_HERMITIAN = 2
    enumerator :: HIPSPARSE_MATRIX_TYPE_TRIANGULAR = 3
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_FILL_MODE_LOWER = 0
    enumerator :: HIPSPARSE_FILL_MODE_UPPER = 1
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_DIAG_TYPE_NON_UNIT = 0
    enumerator :: HIPSPARSE_DIAG_TYPE_UNIT = 1
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_INDEX_BASE_ZERO = 0
    enumerator :: HIPSPARSE_INDEX_BASE_ONE = 1
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_OPERATION_NON_TRANSPOSE = 0
    enumerator :: HIPSPARSE_OPERATION_TRANSPOSE = 1
    enumerator :: HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_HYB_PARTITION_AUTO = 0
    enumerator :: HIPSPARSE_HYB_PARTITION_USER = 1
    enumerator :: HIPSPARSE_HYB_PARTITION_MAX = 2
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_SOLVE_POLICY_NO_LEVEL = 0
    enumerator :: HIPSPARSE_SOLVE_POLICY_USE_LEVEL = 1
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_SIDE_LEFT = 0
    enumerator :: HIPSPARSE_SIDE_RIGHT = 1
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_DIRECTION_ROW = 0
    enumerator :: HIPSPARSE_DIRECTION_COLUMN = 1
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_CSR2CSC_ALG_DEFAULT = 0
    enumerator :: HIPSPARSE_CSR2CSC_ALG1 = 1
    enumerator :: HIPSPARSE_CSR2CSC_ALG2 = 2
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_FORMAT_CSR = 1
    enumerator :: HIPSPARSE_FORMAT_CSC = 2
    enumerator :: HIPSPARSE_FORMAT_COO = 3
    enumerator :: HIPSPARSE_FORMAT_COO_AOS = 4
    enumerator :: HIPSPARSE_FORMAT_BLOCKED_ELL = 5
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_ORDER_COLUMN = 1
    enumerator :: HIPSPARSE_ORDER_COL = 1
    enumerator :: HIPSPARSE_ORDER_ROW = 2
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_INDEX_16U = 1
    enumerator :: HIPSPARSE_INDEX_32I = 2
    enumerator :: HIPSPARSE_INDEX_64I = 3
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_MV_ALG_DEFAULT = 0
    enumerator :: HIPSPARSE_COOMV_ALG = 1
    enumerator :: HIPSPARSE_CSRMV_ALG1 = 2
    enumerator :: HIPSPARSE_CSRMV_ALG2 = 3
    enumerator :: HIPSPARSE_SPMV_ALG_DEFAULT = 0
    enumerator :: HIPSPARSE_SPMV_COO_ALG1 = 1
    enumerator :: HIPSPARSE_SPMV_CSR_ALG1 = 2
    enumerator :: HIPSPARSE_SPMV_CSR_ALG2 = 3
    enumerator :: HIPSPARSE_SPMV_COO_ALG2 = 4
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_MM_ALG_DEFAULT = 0
    enumerator :: HIPSPARSE_COOMM_ALG1 = 1
    enumerator :: HIPSPARSE_COOMM_ALG2 = 2
    enumerator :: HIPSPARSE_COOMM_ALG3 = 3
    enumerator :: HIPSPARSE_CSRMM_ALG1 = 4
    enumerator :: HIPSPARSE_SPMM_ALG_DEFAULT = 0
    enumerator :: HIPSPARSE_SPMM_COO_ALG1 = 1
    enumerator :: HIPSPARSE_SPMM_COO_ALG2 = 2
    enumerator :: HIPSPARSE_SPMM_COO_ALG3 = 3
    enumerator :: HIPSPARSE_SPMM_COO_ALG4 = 5
    enumerator :: HIPSPARSE_SPMM_CSR_ALG1 = 4
    enumerator :: HIPSPARSE_SPMM_CSR_ALG2 = 6
    enumerator :: HIPSPARSE_SPMM_CSR_ALG3 = 12
    enumerator :: HIPSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_SPARSETODENSE_ALG_DEFAULT = 0
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_SDDMM_ALG_DEFAULT = 0
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_SPSV_ALG_DEFAULT = 0
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_SPSM_ALG_DEFAULT = 0
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_SPMAT_FILL_MODE = 0
    enumerator :: HIPSPARSE_SPMAT_DIAG_TYPE = 1
  end enum

  enum, bind(c)
    enumerator :: HIPSPARSE_SPGEMM_DEFAULT = 0
    enumerator :: HIPSPARSE_SPGEMM_CSR_ALG_DETERMINISTIC = 1
    enumerator :: HIPSPARSE_SPGEMM_CSR_ALG_NONDETERMINISTIC = 2
    enumerator :: HIPSPARSE_SPGEMM_ALG1 = 3
    enumerator :: HIPSPARSE_SPGEMM_ALG2 = 4
    enumerator :: HIPSPARSE_SPGEMM_ALG3 = 5
  end enum

  enum, bind(c)
    enumerator :: HIP_R_32F = 0
    enumerator :: HIP_R_64F = 1
    enumerator :: HIP_R_16F = 2
    enumerator :: HIP_R_8I = 3
    enumerator :: HIP_C_32F = 4
    enumerator :: HIP_C_64F = 5
    enumerator :: HIP_C_16F = 6
    enumerator :: HIP_C_8I = 7
    enumerator :: HIP_R_8U = 8
    enumerator :: HIP_C_8U = 9
    enumerator :: HIP_R_32I = 10
    enumerator :: HIP_C_32I = 11
    enumerator :: HIP_R_32U = 12
    enumerator :: HIP_C_32U = 13
    enumerator :: HIP_R_16BF = 14
    enumerator :: HIP_C_16BF = 15
  end enum
end module hipsparse_enums

!> The functions of hipSPARSE: docs/hipsparse_interface.md. Handles, descriptions and arrays are
!> type(c_ptr); numbers that calls read or write by addresses are passed by c_loc.
module hipsparse
  use, intrinsic :: iso_c_binding
  use hipsparse_enums
  implicit none

  interface
    ! --- The library and its handle

    function hipsparseCreate(handle) &
        bind(c, name="hipsparseCreate")
      import :: c_int, c_ptr
      type(c_ptr) :: handle
      integer(c_int) :: hipsparseCreate
    end function hipsparseCreate

    function hipsparseDestroy(handle) &
        bind(c, name="hipsparseDestroy")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int) :: hipsparseDestroy
    end function hipsparseDestroy

    function hipsparseSetStream(handle, streamId) &
        bind(c, name="hipsparseSetStream")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: streamId
      integer(c_int) :: hipsparseSetStream
    end function hipsparseSetStream

    function hipsparseGetStream(handle, streamId) &
        bind(c, name="hipsparseGetStream")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr) :: streamId
      integer(c_int) :: hipsparseGetStream
    end function hipsparseGetStream

    function hipsparseGetPointerMode(handle, mode) &
        bind(c, name="hipsparseGetPointerMode")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int) :: mode
      integer(c_int) :: hipsparseGetPointerMode
    end function hipsparseGetPointerMode

    function hipsparseSetPointerMode(handle, mode) &
        bind(c, name="hipsparseSetPointerMode")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: mode
      integer(c_int) :: hipsparseSetPointerMode
    end function hipsparseSetPointerMode

    function hipsparseGetErrorString(status) &
        bind(c, name="hipsparseGetErrorString")
      import :: c_int, c_ptr
      integer(c_int), value :: status
      type(c_ptr) :: hipsparseGetErrorString
    end function hipsparseGetErrorString

    function hipsparseGetVersion(handle, version) &
        bind(c, name="hipsparseGetVersion")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int) :: version
      integer(c_int) :: hipsparseGetVersion
    end function hipsparseGetVersion

    function hipsparseGetGitRevision(handle, rev) &
        bind(c, name="hipsparseGetGitRevision")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: rev
      integer(c_int) :: hipsparseGetGitRevision
    end function hipsparseGetGitRevision

    function hipsparseGetErrorName(status) &
        bind(c, name="hipsparseGetErrorName")
      import :: c_int, c_ptr
      integer(c_int), value :: status
      type(c_ptr) :: hipsparseGetErrorName
    end function hipsparseGetErrorName

    ! --- Matrix descriptors and infos of the legacy calls

    function hipsparseCreateMatDescr(descrA) &
        bind(c, name="hipsparseCreateMatDescr")
      import :: c_int, c_ptr
      type(c_ptr) :: descrA
      integer(c_int) :: hipsparseCreateMatDescr
    end function hipsparseCreateMatDescr

    function hipsparseDestroyMatDescr(descrA) &
        bind(c, name="hipsparseDestroyMatDescr")
      import :: c_int, c_ptr
      type(c_ptr), value :: descrA
      integer(c_int) :: hipsparseDestroyMatDescr
    end function hipsparseDestroyMatDescr

    function hipsparseSetMatType(descrA, type) &
        bind(c, name="hipsparseSetMatType")
      import :: c_int, c_ptr
      type(c_ptr), value :: descrA
      integer(c_int), value :: type
      integer(c_int) :: hipsparseSetMatType
    end function hipsparseSetMatType

    function hipsparseGetMatType(descrA) &
        bind(c, name="hipsparseGetMatType")
      import :: c_int, c_ptr
      type(c_ptr), intent(in), value :: descrA
      integer(c_int) :: hipsparseGetMatType
    end function hipsparseGetMatType

    function hipsparseSetMatFillMode(descrA, fillMode) &
        bind(c, name="hipsparseSetMatFillMode")
      import :: c_int, c_ptr
      type(c_ptr), value :: descrA
      integer(c_int), value :: fillMode
      integer(c_int) :: hipsparseSetMatFillMode
    end function hipsparseSetMatFillMode

    function hipsparseGetMatFillMode(descrA) &
        bind(c, name="hipsparseGetMatFillMode")
      import :: c_int, c_ptr
      type(c_ptr), intent(in), value :: descrA
      integer(c_int) :: hipsparseGetMatFillMode
    end function hipsparseGetMatFillMode

    function hipsparseSetMatDiagType(descrA, diagType) &
        bind(c, name="hipsparseSetMatDiagType")
      import :: c_int, c_ptr
      type(c_ptr), value :: descrA
      integer(c_int), value :: diagType
      integer(c_int) :: hipsparseSetMatDiagType
    end function hipsparseSetMatDiagType

    function hipsparseGetMatDiagType(descrA) &
        bind(c, name="hipsparseGetMatDiagType")
      import :: c_int, c_ptr
      type(c_ptr), intent(in), value :: descrA
      integer(c_int) :: hipsparseGetMatDiagType
    end function hipsparseGetMatDiagType

    function hipsparseSetMatIndexBase(descrA, base) &
        bind(c, name="hipsparseSetMatIndexBase")
      import :: c_int, c_ptr
      type(c_ptr), value :: descrA
      integer(c_int), value :: base
      integer(c_int) :: hipsparseSetMatIndexBase
    end function hipsparseSetMatIndexBase

    function hipsparseGetMatIndexBase(descrA) &
        bind(c, name="hipsparseGetMatIndexBase")
      import :: c_int, c_ptr
      type(c_ptr), intent(in), value :: descrA
      integer(c_int) :: hipsparseGetMatIndexBase
    end function hipsparseGetMatIndexBase

    function hipsparseDestroyCsric02Info(info) &
        bind(c, name="hipsparseDestroyCsric02Info")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyCsric02Info
    end function hipsparseDestroyCsric02Info

    function hipsparseDestroyBsric02Info(info) &
        bind(c, name="hipsparseDestroyBsric02Info")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyBsric02Info
    end function hipsparseDestroyBsric02Info

    function hipsparseCreateCsrilu02Info(info) &
        bind(c, name="hipsparseCreateCsrilu02Info")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateCsrilu02Info
    end function hipsparseCreateCsrilu02Info

    function hipsparseDestroyCsrilu02Info(info) &
        bind(c, name="hipsparseDestroyCsrilu02Info")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyCsrilu02Info
    end function hipsparseDestroyCsrilu02Info

    function hipsparseCreateBsrilu02Info(info) &
        bind(c, name="hipsparseCreateBsrilu02Info")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateBsrilu02Info
    end function hipsparseCreateBsrilu02Info

    function hipsparseDestroyBsrilu02Info(info) &
        bind(c, name="hipsparseDestroyBsrilu02Info")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyBsrilu02Info
    end function hipsparseDestroyBsrilu02Info

    function hipsparseCreateBsrsv2Info(info) &
        bind(c, name="hipsparseCreateBsrsv2Info")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateBsrsv2Info
    end function hipsparseCreateBsrsv2Info

    function hipsparseDestroyBsrsv2Info(info) &
        bind(c, name="hipsparseDestroyBsrsv2Info")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyBsrsv2Info
    end function hipsparseDestroyBsrsv2Info

    function hipsparseCreateBsrsm2Info(info) &
        bind(c, name="hipsparseCreateBsrsm2Info")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateBsrsm2Info
    end function hipsparseCreateBsrsm2Info

    function hipsparseDestroyBsrsm2Info(info) &
        bind(c, name="hipsparseDestroyBsrsm2Info")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyBsrsm2Info
    end function hipsparseDestroyBsrsm2Info

    function hipsparseCreateCsru2csrInfo(info) &
        bind(c, name="hipsparseCreateCsru2csrInfo")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateCsru2csrInfo
    end function hipsparseCreateCsru2csrInfo

    function hipsparseDestroyCsru2csrInfo(info) &
        bind(c, name="hipsparseDestroyCsru2csrInfo")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyCsru2csrInfo
    end function hipsparseDestroyCsru2csrInfo

    function hipsparseCreateColorInfo(info) &
        bind(c, name="hipsparseCreateColorInfo")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateColorInfo
    end function hipsparseCreateColorInfo

    function hipsparseDestroyColorInfo(info) &
        bind(c, name="hipsparseDestroyColorInfo")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyColorInfo
    end function hipsparseDestroyColorInfo

    function hipsparseCreatePruneInfo(info) &
        bind(c, name="hipsparseCreatePruneInfo")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreatePruneInfo
    end function hipsparseCreatePruneInfo

    function hipsparseDestroyPruneInfo(info) &
        bind(c, name="hipsparseDestroyPruneInfo")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyPruneInfo
    end function hipsparseDestroyPruneInfo

    function hipsparseCreateCsric02Info(info) &
        bind(c, name="hipsparseCreateCsric02Info")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateCsric02Info
    end function hipsparseCreateCsric02Info

    function hipsparseCreateBsric02Info(info) &
        bind(c, name="hipsparseCreateBsric02Info")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateBsric02Info
    end function hipsparseCreateBsric02Info

    function hipsparseCopyMatDescr(dest, src) &
        bind(c, name="hipsparseCopyMatDescr")
      import :: c_int, c_ptr
      type(c_ptr), value :: dest
      type(c_ptr), intent(in), value :: src
      integer(c_int) :: hipsparseCopyMatDescr
    end function hipsparseCopyMatDescr

    function hipsparseCreateHybMat(hybA) &
        bind(c, name="hipsparseCreateHybMat")
      import :: c_int, c_ptr
      type(c_ptr) :: hybA
      integer(c_int) :: hipsparseCreateHybMat
    end function hipsparseCreateHybMat

    function hipsparseDestroyHybMat(hybA) &
        bind(c, name="hipsparseDestroyHybMat")
      import :: c_int, c_ptr
      type(c_ptr), value :: hybA
      integer(c_int) :: hipsparseDestroyHybMat
    end function hipsparseDestroyHybMat

    function hipsparseCreateCsrsv2Info(info) &
        bind(c, name="hipsparseCreateCsrsv2Info")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateCsrsv2Info
    end function hipsparseCreateCsrsv2Info

    function hipsparseDestroyCsrsv2Info(info) &
        bind(c, name="hipsparseDestroyCsrsv2Info")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyCsrsv2Info
    end function hipsparseDestroyCsrsv2Info

    function hipsparseCreateCsrsm2Info(info) &
        bind(c, name="hipsparseCreateCsrsm2Info")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateCsrsm2Info
    end function hipsparseCreateCsrsm2Info

    function hipsparseDestroyCsrsm2Info(info) &
        bind(c, name="hipsparseDestroyCsrsm2Info")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyCsrsm2Info
    end function hipsparseDestroyCsrsm2Info

    function hipsparseCreateCsrgemm2Info(info) &
        bind(c, name="hipsparseCreateCsrgemm2Info")
      import :: c_int, c_ptr
      type(c_ptr) :: info
      integer(c_int) :: hipsparseCreateCsrgemm2Info
    end function hipsparseCreateCsrgemm2Info

    function hipsparseDestroyCsrgemm2Info(info) &
        bind(c, name="hipsparseDestroyCsrgemm2Info")
      import :: c_int, c_ptr
      type(c_ptr), value :: info
      integer(c_int) :: hipsparseDestroyCsrgemm2Info
    end function hipsparseDestroyCsrgemm2Info

    ! --- Legacy operations on two vectors

    function hipsparseSaxpyi(handle, nnz, alpha, xVal, xInd, y, idxBase) &
        bind(c, name="hipsparseSaxpyi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseSaxpyi
    end function hipsparseSaxpyi

    function hipsparseDaxpyi(handle, nnz, alpha, xVal, xInd, y, idxBase) &
        bind(c, name="hipsparseDaxpyi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseDaxpyi
    end function hipsparseDaxpyi

    function hipsparseCaxpyi(handle, nnz, alpha, xVal, xInd, y, idxBase) &
        bind(c, name="hipsparseCaxpyi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseCaxpyi
    end function hipsparseCaxpyi

    function hipsparseZaxpyi(handle, nnz, alpha, xVal, xInd, y, idxBase) &
        bind(c, name="hipsparseZaxpyi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseZaxpyi
    end function hipsparseZaxpyi

    function hipsparseSdoti(handle, nnz, xVal, xInd, y, result, idxBase) &
        bind(c, name="hipsparseSdoti")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), intent(in), value :: y
      type(c_ptr), value :: result
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseSdoti
    end function hipsparseSdoti

    function hipsparseDdoti(handle, nnz, xVal, xInd, y, result, idxBase) &
        bind(c, name="hipsparseDdoti")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), intent(in), value :: y
      type(c_ptr), value :: result
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseDdoti
    end function hipsparseDdoti

    function hipsparseCdoti(handle, nnz, xVal, xInd, y, result, idxBase) &
        bind(c, name="hipsparseCdoti")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), intent(in), value :: y
      type(c_ptr), value :: result
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseCdoti
    end function hipsparseCdoti

    function hipsparseZdoti(handle, nnz, xVal, xInd, y, result, idxBase) &
        bind(c, name="hipsparseZdoti")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), intent(in), value :: y
      type(c_ptr), value :: result
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseZdoti
    end function hipsparseZdoti

    function hipsparseCdotci(handle, nnz, xVal, xInd, y, result, idxBase) &
        bind(c, name="hipsparseCdotci")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), intent(in), value :: y
      type(c_ptr), value :: result
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseCdotci
    end function hipsparseCdotci

    function hipsparseZdotci(handle, nnz, xVal, xInd, y, result, idxBase) &
        bind(c, name="hipsparseZdotci")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), intent(in), value :: y
      type(c_ptr), value :: result
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseZdotci
    end function hipsparseZdotci

    function hipsparseSgthr(handle, nnz, y, xVal, xInd, idxBase) &
        bind(c, name="hipsparseSgthr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: y
      type(c_ptr), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseSgthr
    end function hipsparseSgthr

    function hipsparseDgthr(handle, nnz, y, xVal, xInd, idxBase) &
        bind(c, name="hipsparseDgthr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: y
      type(c_ptr), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseDgthr
    end function hipsparseDgthr

    function hipsparseCgthr(handle, nnz, y, xVal, xInd, idxBase) &
        bind(c, name="hipsparseCgthr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: y
      type(c_ptr), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseCgthr
    end function hipsparseCgthr

    function hipsparseZgthr(handle, nnz, y, xVal, xInd, idxBase) &
        bind(c, name="hipsparseZgthr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: y
      type(c_ptr), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseZgthr
    end function hipsparseZgthr

    function hipsparseSgthrz(handle, nnz, y, xVal, xInd, idxBase) &
        bind(c, name="hipsparseSgthrz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), value :: y
      type(c_ptr), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseSgthrz
    end function hipsparseSgthrz

    function hipsparseDgthrz(handle, nnz, y, xVal, xInd, idxBase) &
        bind(c, name="hipsparseDgthrz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), value :: y
      type(c_ptr), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseDgthrz
    end function hipsparseDgthrz

    function hipsparseCgthrz(handle, nnz, y, xVal, xInd, idxBase) &
        bind(c, name="hipsparseCgthrz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), value :: y
      type(c_ptr), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseCgthrz
    end function hipsparseCgthrz

    function hipsparseZgthrz(handle, nnz, y, xVal, xInd, idxBase) &
        bind(c, name="hipsparseZgthrz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), value :: y
      type(c_ptr), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseZgthrz
    end function hipsparseZgthrz

    function hipsparseSsctr(handle, nnz, xVal, xInd, y, idxBase) &
        bind(c, name="hipsparseSsctr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseSsctr
    end function hipsparseSsctr

    function hipsparseDsctr(handle, nnz, xVal, xInd, y, idxBase) &
        bind(c, name="hipsparseDsctr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseDsctr
    end function hipsparseDsctr

    function hipsparseCsctr(handle, nnz, xVal, xInd, y, idxBase) &
        bind(c, name="hipsparseCsctr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseCsctr
    end function hipsparseCsctr

    function hipsparseZsctr(handle, nnz, xVal, xInd, y, idxBase) &
        bind(c, name="hipsparseZsctr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseZsctr
    end function hipsparseZsctr

    function hipsparseSroti(handle, nnz, xVal, xInd, y, c, s, idxBase) &
        bind(c, name="hipsparseSroti")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), value :: y
      type(c_ptr), intent(in), value :: c
      type(c_ptr), intent(in), value :: s
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseSroti
    end function hipsparseSroti

    function hipsparseDroti(handle, nnz, xVal, xInd, y, c, s, idxBase) &
        bind(c, name="hipsparseDroti")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: nnz
      type(c_ptr), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), value :: y
      type(c_ptr), intent(in), value :: c
      type(c_ptr), intent(in), value :: s
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseDroti
    end function hipsparseDroti

    ! --- Legacy products and solves with vectors

    function hipsparseSgemvi(handle, transA, m, n, alpha, A, lda, nnz, xVal, xInd, beta, y, &
        idxBase, pBuffer) &
        bind(c, name="hipsparseSgemvi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSgemvi
    end function hipsparseSgemvi

    function hipsparseDgemvi(handle, transA, m, n, alpha, A, lda, nnz, xVal, xInd, beta, y, &
        idxBase, pBuffer) &
        bind(c, name="hipsparseDgemvi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDgemvi
    end function hipsparseDgemvi

    function hipsparseCgemvi(handle, transA, m, n, alpha, A, lda, nnz, xVal, xInd, beta, y, &
        idxBase, pBuffer) &
        bind(c, name="hipsparseCgemvi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCgemvi
    end function hipsparseCgemvi

    function hipsparseZgemvi(handle, transA, m, n, alpha, A, lda, nnz, xVal, xInd, beta, y, &
        idxBase, pBuffer) &
        bind(c, name="hipsparseZgemvi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: xVal
      type(c_ptr), intent(in), value :: xInd
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int), value :: idxBase
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZgemvi
    end function hipsparseZgemvi

    function hipsparseSgemvi_bufferSize(handle, transA, m, n, nnz, pBufferSize) &
        bind(c, name="hipsparseSgemvi_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseSgemvi_bufferSize
    end function hipsparseSgemvi_bufferSize

    function hipsparseDgemvi_bufferSize(handle, transA, m, n, nnz, pBufferSize) &
        bind(c, name="hipsparseDgemvi_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseDgemvi_bufferSize
    end function hipsparseDgemvi_bufferSize

    function hipsparseCgemvi_bufferSize(handle, transA, m, n, nnz, pBufferSize) &
        bind(c, name="hipsparseCgemvi_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseCgemvi_bufferSize
    end function hipsparseCgemvi_bufferSize

    function hipsparseZgemvi_bufferSize(handle, transA, m, n, nnz, pBufferSize) &
        bind(c, name="hipsparseZgemvi_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseZgemvi_bufferSize
    end function hipsparseZgemvi_bufferSize

    function hipsparseSbsrmv(handle, dirA, transA, mb, nb, nnzb, alpha, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, x, beta, y) &
        bind(c, name="hipsparseSbsrmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseSbsrmv
    end function hipsparseSbsrmv

    function hipsparseDbsrmv(handle, dirA, transA, mb, nb, nnzb, alpha, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, x, beta, y) &
        bind(c, name="hipsparseDbsrmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseDbsrmv
    end function hipsparseDbsrmv

    function hipsparseCbsrmv(handle, dirA, transA, mb, nb, nnzb, alpha, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, x, beta, y) &
        bind(c, name="hipsparseCbsrmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseCbsrmv
    end function hipsparseCbsrmv

    function hipsparseZbsrmv(handle, dirA, transA, mb, nb, nnzb, alpha, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, x, beta, y) &
        bind(c, name="hipsparseZbsrmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseZbsrmv
    end function hipsparseZbsrmv

    function hipsparseSbsrxmv(handle, dirA, transA, sizeOfMask, mb, nb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedMaskPtrA, bsrSortedRowPtrA, bsrSortedEndPtrA, bsrSortedColIndA, &
        blockDim, x, beta, y) &
        bind(c, name="hipsparseSbsrxmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: sizeOfMask
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedMaskPtrA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedEndPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseSbsrxmv
    end function hipsparseSbsrxmv

    function hipsparseDbsrxmv(handle, dirA, transA, sizeOfMask, mb, nb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedMaskPtrA, bsrSortedRowPtrA, bsrSortedEndPtrA, bsrSortedColIndA, &
        blockDim, x, beta, y) &
        bind(c, name="hipsparseDbsrxmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: sizeOfMask
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedMaskPtrA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedEndPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseDbsrxmv
    end function hipsparseDbsrxmv

    function hipsparseCbsrxmv(handle, dirA, transA, sizeOfMask, mb, nb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedMaskPtrA, bsrSortedRowPtrA, bsrSortedEndPtrA, bsrSortedColIndA, &
        blockDim, x, beta, y) &
        bind(c, name="hipsparseCbsrxmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: sizeOfMask
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedMaskPtrA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedEndPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseCbsrxmv
    end function hipsparseCbsrxmv

    function hipsparseZbsrxmv(handle, dirA, transA, sizeOfMask, mb, nb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedMaskPtrA, bsrSortedRowPtrA, bsrSortedEndPtrA, bsrSortedColIndA, &
        blockDim, x, beta, y) &
        bind(c, name="hipsparseZbsrxmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: sizeOfMask
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedMaskPtrA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedEndPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseZbsrxmv
    end function hipsparseZbsrxmv

    function hipsparseXbsrsv2_zeroPivot(handle, info, position) &
        bind(c, name="hipsparseXbsrsv2_zeroPivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      type(c_ptr), value :: position
      integer(c_int) :: hipsparseXbsrsv2_zeroPivot
    end function hipsparseXbsrsv2_zeroPivot

    function hipsparseSbsrsv2_bufferSize(handle, dirA, transA, mb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseSbsrsv2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSbsrsv2_bufferSize
    end function hipsparseSbsrsv2_bufferSize

    function hipsparseDbsrsv2_bufferSize(handle, dirA, transA, mb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDbsrsv2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDbsrsv2_bufferSize
    end function hipsparseDbsrsv2_bufferSize

    function hipsparseCbsrsv2_bufferSize(handle, dirA, transA, mb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseCbsrsv2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCbsrsv2_bufferSize
    end function hipsparseCbsrsv2_bufferSize

    function hipsparseZbsrsv2_bufferSize(handle, dirA, transA, mb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseZbsrsv2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZbsrsv2_bufferSize
    end function hipsparseZbsrsv2_bufferSize

    function hipsparseSbsrsv2_bufferSizeExt(handle, dirA, transA, mb, nnzb, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockSize, info, pBufferSize) &
        bind(c, name="hipsparseSbsrsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseSbsrsv2_bufferSizeExt
    end function hipsparseSbsrsv2_bufferSizeExt

    function hipsparseDbsrsv2_bufferSizeExt(handle, dirA, transA, mb, nnzb, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockSize, info, pBufferSize) &
        bind(c, name="hipsparseDbsrsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseDbsrsv2_bufferSizeExt
    end function hipsparseDbsrsv2_bufferSizeExt

    function hipsparseCbsrsv2_bufferSizeExt(handle, dirA, transA, mb, nnzb, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockSize, info, pBufferSize) &
        bind(c, name="hipsparseCbsrsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseCbsrsv2_bufferSizeExt
    end function hipsparseCbsrsv2_bufferSizeExt

    function hipsparseZbsrsv2_bufferSizeExt(handle, dirA, transA, mb, nnzb, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockSize, info, pBufferSize) &
        bind(c, name="hipsparseZbsrsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseZbsrsv2_bufferSizeExt
    end function hipsparseZbsrsv2_bufferSizeExt

    function hipsparseSbsrsv2_analysis(handle, dirA, transA, mb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseSbsrsv2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSbsrsv2_analysis
    end function hipsparseSbsrsv2_analysis

    function hipsparseDbsrsv2_analysis(handle, dirA, transA, mb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseDbsrsv2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDbsrsv2_analysis
    end function hipsparseDbsrsv2_analysis

    function hipsparseCbsrsv2_analysis(handle, dirA, transA, mb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseCbsrsv2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCbsrsv2_analysis
    end function hipsparseCbsrsv2_analysis

    function hipsparseZbsrsv2_analysis(handle, dirA, transA, mb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseZbsrsv2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZbsrsv2_analysis
    end function hipsparseZbsrsv2_analysis

    function hipsparseSbsrsv2_solve(handle, dirA, transA, mb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, f, x, policy, &
        pBuffer) &
        bind(c, name="hipsparseSbsrsv2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: f
      type(c_ptr), value :: x
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSbsrsv2_solve
    end function hipsparseSbsrsv2_solve

    function hipsparseDbsrsv2_solve(handle, dirA, transA, mb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, f, x, policy, &
        pBuffer) &
        bind(c, name="hipsparseDbsrsv2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: f
      type(c_ptr), value :: x
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDbsrsv2_solve
    end function hipsparseDbsrsv2_solve

    function hipsparseCbsrsv2_solve(handle, dirA, transA, mb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, f, x, policy, &
        pBuffer) &
        bind(c, name="hipsparseCbsrsv2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: f
      type(c_ptr), value :: x
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCbsrsv2_solve
    end function hipsparseCbsrsv2_solve

    function hipsparseZbsrsv2_solve(handle, dirA, transA, mb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, f, x, policy, &
        pBuffer) &
        bind(c, name="hipsparseZbsrsv2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: f
      type(c_ptr), value :: x
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZbsrsv2_solve
    end function hipsparseZbsrsv2_solve

    function hipsparseScsrmv(handle, transA, m, n, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, x, beta, y) &
        bind(c, name="hipsparseScsrmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseScsrmv
    end function hipsparseScsrmv

    function hipsparseDcsrmv(handle, transA, m, n, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, x, beta, y) &
        bind(c, name="hipsparseDcsrmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseDcsrmv
    end function hipsparseDcsrmv

    function hipsparseCcsrmv(handle, transA, m, n, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, x, beta, y) &
        bind(c, name="hipsparseCcsrmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseCcsrmv
    end function hipsparseCcsrmv

    function hipsparseZcsrmv(handle, transA, m, n, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, x, beta, y) &
        bind(c, name="hipsparseZcsrmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseZcsrmv
    end function hipsparseZcsrmv

    function hipsparseXcsrsv2_zeroPivot(handle, info, position) &
        bind(c, name="hipsparseXcsrsv2_zeroPivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      type(c_ptr), value :: position
      integer(c_int) :: hipsparseXcsrsv2_zeroPivot
    end function hipsparseXcsrsv2_zeroPivot

    function hipsparseScsrsv2_bufferSize(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseScsrsv2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseScsrsv2_bufferSize
    end function hipsparseScsrsv2_bufferSize

    function hipsparseDcsrsv2_bufferSize(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDcsrsv2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDcsrsv2_bufferSize
    end function hipsparseDcsrsv2_bufferSize

    function hipsparseCcsrsv2_bufferSize(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseCcsrsv2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCcsrsv2_bufferSize
    end function hipsparseCcsrsv2_bufferSize

    function hipsparseZcsrsv2_bufferSize(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseZcsrsv2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZcsrsv2_bufferSize
    end function hipsparseZcsrsv2_bufferSize

    function hipsparseScsrsv2_bufferSizeExt(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseScsrsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseScsrsv2_bufferSizeExt
    end function hipsparseScsrsv2_bufferSizeExt

    function hipsparseDcsrsv2_bufferSizeExt(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDcsrsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDcsrsv2_bufferSizeExt
    end function hipsparseDcsrsv2_bufferSizeExt

    function hipsparseCcsrsv2_bufferSizeExt(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseCcsrsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCcsrsv2_bufferSizeExt
    end function hipsparseCcsrsv2_bufferSizeExt

    function hipsparseZcsrsv2_bufferSizeExt(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseZcsrsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZcsrsv2_bufferSizeExt
    end function hipsparseZcsrsv2_bufferSizeExt

    function hipsparseScsrsv2_analysis(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseScsrsv2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsrsv2_analysis
    end function hipsparseScsrsv2_analysis

    function hipsparseDcsrsv2_analysis(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseDcsrsv2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsrsv2_analysis
    end function hipsparseDcsrsv2_analysis

    function hipsparseCcsrsv2_analysis(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseCcsrsv2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsrsv2_analysis
    end function hipsparseCcsrsv2_analysis

    function hipsparseZcsrsv2_analysis(handle, transA, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseZcsrsv2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsrsv2_analysis
    end function hipsparseZcsrsv2_analysis

    function hipsparseScsrsv2_solve(handle, transA, m, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, f, x, policy, pBuffer) &
        bind(c, name="hipsparseScsrsv2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: f
      type(c_ptr), value :: x
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsrsv2_solve
    end function hipsparseScsrsv2_solve

    function hipsparseDcsrsv2_solve(handle, transA, m, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, f, x, policy, pBuffer) &
        bind(c, name="hipsparseDcsrsv2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: f
      type(c_ptr), value :: x
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsrsv2_solve
    end function hipsparseDcsrsv2_solve

    function hipsparseCcsrsv2_solve(handle, transA, m, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, f, x, policy, pBuffer) &
        bind(c, name="hipsparseCcsrsv2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: f
      type(c_ptr), value :: x
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsrsv2_solve
    end function hipsparseCcsrsv2_solve

    function hipsparseZcsrsv2_solve(handle, transA, m, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, f, x, policy, pBuffer) &
        bind(c, name="hipsparseZcsrsv2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: f
      type(c_ptr), value :: x
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsrsv2_solve
    end function hipsparseZcsrsv2_solve

    function hipsparseShybmv(handle, transA, alpha, descrA, hybA, x, beta, y) &
        bind(c, name="hipsparseShybmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: hybA
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseShybmv
    end function hipsparseShybmv

    function hipsparseDhybmv(handle, transA, alpha, descrA, hybA, x, beta, y) &
        bind(c, name="hipsparseDhybmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: hybA
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseDhybmv
    end function hipsparseDhybmv

    function hipsparseChybmv(handle, transA, alpha, descrA, hybA, x, beta, y) &
        bind(c, name="hipsparseChybmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: hybA
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseChybmv
    end function hipsparseChybmv

    function hipsparseZhybmv(handle, transA, alpha, descrA, hybA, x, beta, y) &
        bind(c, name="hipsparseZhybmv")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: hybA
      type(c_ptr), intent(in), value :: x
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: y
      integer(c_int) :: hipsparseZhybmv
    end function hipsparseZhybmv

    ! --- Legacy products and solves with matrices

    function hipsparseSbsrmm(handle, dirA, transA, transB, mb, n, kb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockSize, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseSbsrmm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: kb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockSize
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseSbsrmm
    end function hipsparseSbsrmm

    function hipsparseDbsrmm(handle, dirA, transA, transB, mb, n, kb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockSize, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseDbsrmm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: kb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockSize
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseDbsrmm
    end function hipsparseDbsrmm

    function hipsparseCbsrmm(handle, dirA, transA, transB, mb, n, kb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockSize, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseCbsrmm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: kb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockSize
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseCbsrmm
    end function hipsparseCbsrmm

    function hipsparseZbsrmm(handle, dirA, transA, transB, mb, n, kb, nnzb, alpha, descrA, &
        bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, blockSize, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseZbsrmm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: kb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockSize
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseZbsrmm
    end function hipsparseZbsrmm

    function hipsparseXbsrsm2_zeroPivot(handle, info, position) &
        bind(c, name="hipsparseXbsrsm2_zeroPivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      type(c_ptr), value :: position
      integer(c_int) :: hipsparseXbsrsm2_zeroPivot
    end function hipsparseXbsrsm2_zeroPivot

    function hipsparseSbsrsm2_bufferSize(handle, dirA, transA, transXY, mb, n, nnzb, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseSbsrsm2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSbsrsm2_bufferSize
    end function hipsparseSbsrsm2_bufferSize

    function hipsparseDbsrsm2_bufferSize(handle, dirA, transA, transXY, mb, n, nnzb, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDbsrsm2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDbsrsm2_bufferSize
    end function hipsparseDbsrsm2_bufferSize

    function hipsparseCbsrsm2_bufferSize(handle, dirA, transA, transXY, mb, n, nnzb, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseCbsrsm2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCbsrsm2_bufferSize
    end function hipsparseCbsrsm2_bufferSize

    function hipsparseZbsrsm2_bufferSize(handle, dirA, transA, transXY, mb, n, nnzb, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseZbsrsm2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZbsrsm2_bufferSize
    end function hipsparseZbsrsm2_bufferSize

    function hipsparseSbsrsm2_analysis(handle, dirA, transA, transXY, mb, n, nnzb, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, policy, pBuffer) &
        bind(c, name="hipsparseSbsrsm2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSbsrsm2_analysis
    end function hipsparseSbsrsm2_analysis

    function hipsparseDbsrsm2_analysis(handle, dirA, transA, transXY, mb, n, nnzb, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, policy, pBuffer) &
        bind(c, name="hipsparseDbsrsm2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDbsrsm2_analysis
    end function hipsparseDbsrsm2_analysis

    function hipsparseCbsrsm2_analysis(handle, dirA, transA, transXY, mb, n, nnzb, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, policy, pBuffer) &
        bind(c, name="hipsparseCbsrsm2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCbsrsm2_analysis
    end function hipsparseCbsrsm2_analysis

    function hipsparseZbsrsm2_analysis(handle, dirA, transA, transXY, mb, n, nnzb, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, policy, pBuffer) &
        bind(c, name="hipsparseZbsrsm2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZbsrsm2_analysis
    end function hipsparseZbsrsm2_analysis

    function hipsparseSbsrsm2_solve(handle, dirA, transA, transXY, mb, n, nnzb, alpha, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, B, ldb, X, ldx, policy, &
        pBuffer) &
        bind(c, name="hipsparseSbsrsm2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: X
      integer(c_int), value :: ldx
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSbsrsm2_solve
    end function hipsparseSbsrsm2_solve

    function hipsparseDbsrsm2_solve(handle, dirA, transA, transXY, mb, n, nnzb, alpha, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, B, ldb, X, ldx, policy, &
        pBuffer) &
        bind(c, name="hipsparseDbsrsm2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: X
      integer(c_int), value :: ldx
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDbsrsm2_solve
    end function hipsparseDbsrsm2_solve

    function hipsparseCbsrsm2_solve(handle, dirA, transA, transXY, mb, n, nnzb, alpha, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, B, ldb, X, ldx, policy, &
        pBuffer) &
        bind(c, name="hipsparseCbsrsm2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: X
      integer(c_int), value :: ldx
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCbsrsm2_solve
    end function hipsparseCbsrsm2_solve

    function hipsparseZbsrsm2_solve(handle, dirA, transA, transXY, mb, n, nnzb, alpha, descrA, &
        bsrSortedVal, bsrSortedRowPtr, bsrSortedColInd, blockSize, info, B, ldb, X, ldx, policy, &
        pBuffer) &
        bind(c, name="hipsparseZbsrsm2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: transA
      integer(c_int), value :: transXY
      integer(c_int), value :: mb
      integer(c_int), value :: n
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockSize
      type(c_ptr), value :: info
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: X
      integer(c_int), value :: ldx
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZbsrsm2_solve
    end function hipsparseZbsrsm2_solve

    function hipsparseScsrmm(handle, transA, m, n, k, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseScsrmm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseScsrmm
    end function hipsparseScsrmm

    function hipsparseDcsrmm(handle, transA, m, n, k, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseDcsrmm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseDcsrmm
    end function hipsparseDcsrmm

    function hipsparseCcsrmm(handle, transA, m, n, k, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseCcsrmm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseCcsrmm
    end function hipsparseCcsrmm

    function hipsparseZcsrmm(handle, transA, m, n, k, nnz, alpha, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseZcsrmm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseZcsrmm
    end function hipsparseZcsrmm

    function hipsparseScsrmm2(handle, transA, transB, m, n, k, nnz, alpha, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseScsrmm2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseScsrmm2
    end function hipsparseScsrmm2

    function hipsparseDcsrmm2(handle, transA, transB, m, n, k, nnz, alpha, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseDcsrmm2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseDcsrmm2
    end function hipsparseDcsrmm2

    function hipsparseCcsrmm2(handle, transA, transB, m, n, k, nnz, alpha, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseCcsrmm2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseCcsrmm2
    end function hipsparseCcsrmm2

    function hipsparseZcsrmm2(handle, transA, transB, m, n, k, nnz, alpha, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, beta, C, ldc) &
        bind(c, name="hipsparseZcsrmm2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseZcsrmm2
    end function hipsparseZcsrmm2

    function hipsparseSgemmi(handle, m, n, k, nnz, alpha, A, lda, cscValB, cscColPtrB, &
        cscRowIndB, beta, C, ldc) &
        bind(c, name="hipsparseSgemmi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: cscValB
      type(c_ptr), intent(in), value :: cscColPtrB
      type(c_ptr), intent(in), value :: cscRowIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseSgemmi
    end function hipsparseSgemmi

    function hipsparseDgemmi(handle, m, n, k, nnz, alpha, A, lda, cscValB, cscColPtrB, &
        cscRowIndB, beta, C, ldc) &
        bind(c, name="hipsparseDgemmi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: cscValB
      type(c_ptr), intent(in), value :: cscColPtrB
      type(c_ptr), intent(in), value :: cscRowIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseDgemmi
    end function hipsparseDgemmi

    function hipsparseCgemmi(handle, m, n, k, nnz, alpha, A, lda, cscValB, cscColPtrB, &
        cscRowIndB, beta, C, ldc) &
        bind(c, name="hipsparseCgemmi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: cscValB
      type(c_ptr), intent(in), value :: cscColPtrB
      type(c_ptr), intent(in), value :: cscRowIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseCgemmi
    end function hipsparseCgemmi

    function hipsparseZgemmi(handle, m, n, k, nnz, alpha, A, lda, cscValB, cscColPtrB, &
        cscRowIndB, beta, C, ldc) &
        bind(c, name="hipsparseZgemmi")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: cscValB
      type(c_ptr), intent(in), value :: cscColPtrB
      type(c_ptr), intent(in), value :: cscRowIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: C
      integer(c_int), value :: ldc
      integer(c_int) :: hipsparseZgemmi
    end function hipsparseZgemmi

    function hipsparseXcsrsm2_zeroPivot(handle, info, position) &
        bind(c, name="hipsparseXcsrsm2_zeroPivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      type(c_ptr), value :: position
      integer(c_int) :: hipsparseXcsrsm2_zeroPivot
    end function hipsparseXcsrsm2_zeroPivot

    function hipsparseScsrsm2_bufferSizeExt(handle, algo, transA, transB, m, nrhs, nnz, alpha, &
        descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseScsrsm2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseScsrsm2_bufferSizeExt
    end function hipsparseScsrsm2_bufferSizeExt

    function hipsparseDcsrsm2_bufferSizeExt(handle, algo, transA, transB, m, nrhs, nnz, alpha, &
        descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseDcsrsm2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDcsrsm2_bufferSizeExt
    end function hipsparseDcsrsm2_bufferSizeExt

    function hipsparseCcsrsm2_bufferSizeExt(handle, algo, transA, transB, m, nrhs, nnz, alpha, &
        descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseCcsrsm2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCcsrsm2_bufferSizeExt
    end function hipsparseCcsrsm2_bufferSizeExt

    function hipsparseZcsrsm2_bufferSizeExt(handle, algo, transA, transB, m, nrhs, nnz, alpha, &
        descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseZcsrsm2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZcsrsm2_bufferSizeExt
    end function hipsparseZcsrsm2_bufferSizeExt

    function hipsparseScsrsm2_analysis(handle, algo, transA, transB, m, nrhs, nnz, alpha, &
        descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, &
        pBuffer) &
        bind(c, name="hipsparseScsrsm2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsrsm2_analysis
    end function hipsparseScsrsm2_analysis

    function hipsparseDcsrsm2_analysis(handle, algo, transA, transB, m, nrhs, nnz, alpha, &
        descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, &
        pBuffer) &
        bind(c, name="hipsparseDcsrsm2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsrsm2_analysis
    end function hipsparseDcsrsm2_analysis

    function hipsparseCcsrsm2_analysis(handle, algo, transA, transB, m, nrhs, nnz, alpha, &
        descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, &
        pBuffer) &
        bind(c, name="hipsparseCcsrsm2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsrsm2_analysis
    end function hipsparseCcsrsm2_analysis

    function hipsparseZcsrsm2_analysis(handle, algo, transA, transB, m, nrhs, nnz, alpha, &
        descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, &
        pBuffer) &
        bind(c, name="hipsparseZcsrsm2_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsrsm2_analysis
    end function hipsparseZcsrsm2_analysis

    function hipsparseScsrsm2_solve(handle, algo, transA, transB, m, nrhs, nnz, alpha, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, pBuffer) &
        bind(c, name="hipsparseScsrsm2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsrsm2_solve
    end function hipsparseScsrsm2_solve

    function hipsparseDcsrsm2_solve(handle, algo, transA, transB, m, nrhs, nnz, alpha, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, pBuffer) &
        bind(c, name="hipsparseDcsrsm2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsrsm2_solve
    end function hipsparseDcsrsm2_solve

    function hipsparseCcsrsm2_solve(handle, algo, transA, transB, m, nrhs, nnz, alpha, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, pBuffer) &
        bind(c, name="hipsparseCcsrsm2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsrsm2_solve
    end function hipsparseCcsrsm2_solve

    function hipsparseZcsrsm2_solve(handle, algo, transA, transB, m, nrhs, nnz, alpha, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, B, ldb, info, policy, pBuffer) &
        bind(c, name="hipsparseZcsrsm2_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: nrhs
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsrsm2_solve
    end function hipsparseZcsrsm2_solve

    ! --- Incomplete factorizations and banded systems

    function hipsparseScsrilu02_numericBoost(handle, info, enable_boost, tol, boost_val) &
        bind(c, name="hipsparseScsrilu02_numericBoost")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      integer(c_int), value :: enable_boost
      type(c_ptr), value :: tol
      type(c_ptr), value :: boost_val
      integer(c_int) :: hipsparseScsrilu02_numericBoost
    end function hipsparseScsrilu02_numericBoost

    function hipsparseDcsrilu02_numericBoost(handle, info, enable_boost, tol, boost_val) &
        bind(c, name="hipsparseDcsrilu02_numericBoost")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      integer(c_int), value :: enable_boost
      type(c_ptr), value :: tol
      type(c_ptr), value :: boost_val
      integer(c_int) :: hipsparseDcsrilu02_numericBoost
    end function hipsparseDcsrilu02_numericBoost

    function hipsparseCcsrilu02_numericBoost(handle, info, enable_boost, tol, boost_val) &
        bind(c, name="hipsparseCcsrilu02_numericBoost")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      integer(c_int), value :: enable_boost
      type(c_ptr), value :: tol
      type(c_ptr), value :: boost_val
      integer(c_int) :: hipsparseCcsrilu02_numericBoost
    end function hipsparseCcsrilu02_numericBoost

    function hipsparseZcsrilu02_numericBoost(handle, info, enable_boost, tol, boost_val) &
        bind(c, name="hipsparseZcsrilu02_numericBoost")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      integer(c_int), value :: enable_boost
      type(c_ptr), value :: tol
      type(c_ptr), value :: boost_val
      integer(c_int) :: hipsparseZcsrilu02_numericBoost
    end function hipsparseZcsrilu02_numericBoost

    function hipsparseXcsrilu02_zeroPivot(handle, info, position) &
        bind(c, name="hipsparseXcsrilu02_zeroPivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      type(c_ptr), value :: position
      integer(c_int) :: hipsparseXcsrilu02_zeroPivot
    end function hipsparseXcsrilu02_zeroPivot

    function hipsparseScsrilu02_analysis(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseScsrilu02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsrilu02_analysis
    end function hipsparseScsrilu02_analysis

    function hipsparseDcsrilu02_analysis(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseDcsrilu02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsrilu02_analysis
    end function hipsparseDcsrilu02_analysis

    function hipsparseCcsrilu02_analysis(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseCcsrilu02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsrilu02_analysis
    end function hipsparseCcsrilu02_analysis

    function hipsparseZcsrilu02_analysis(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseZcsrilu02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsrilu02_analysis
    end function hipsparseZcsrilu02_analysis

    function hipsparseScsrilu02(handle, m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseScsrilu02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA_valM
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsrilu02
    end function hipsparseScsrilu02

    function hipsparseDcsrilu02(handle, m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseDcsrilu02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA_valM
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsrilu02
    end function hipsparseDcsrilu02

    function hipsparseCcsrilu02(handle, m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseCcsrilu02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA_valM
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsrilu02
    end function hipsparseCcsrilu02

    function hipsparseZcsrilu02(handle, m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseZcsrilu02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA_valM
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsrilu02
    end function hipsparseZcsrilu02

    function hipsparseSbsrilu02_numericBoost(handle, info, enable_boost, tol, boost_val) &
        bind(c, name="hipsparseSbsrilu02_numericBoost")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      integer(c_int), value :: enable_boost
      type(c_ptr), value :: tol
      type(c_ptr), value :: boost_val
      integer(c_int) :: hipsparseSbsrilu02_numericBoost
    end function hipsparseSbsrilu02_numericBoost

    function hipsparseDbsrilu02_numericBoost(handle, info, enable_boost, tol, boost_val) &
        bind(c, name="hipsparseDbsrilu02_numericBoost")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      integer(c_int), value :: enable_boost
      type(c_ptr), value :: tol
      type(c_ptr), value :: boost_val
      integer(c_int) :: hipsparseDbsrilu02_numericBoost
    end function hipsparseDbsrilu02_numericBoost

    function hipsparseCbsrilu02_numericBoost(handle, info, enable_boost, tol, boost_val) &
        bind(c, name="hipsparseCbsrilu02_numericBoost")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      integer(c_int), value :: enable_boost
      type(c_ptr), value :: tol
      type(c_ptr), value :: boost_val
      integer(c_int) :: hipsparseCbsrilu02_numericBoost
    end function hipsparseCbsrilu02_numericBoost

    function hipsparseZbsrilu02_numericBoost(handle, info, enable_boost, tol, boost_val) &
        bind(c, name="hipsparseZbsrilu02_numericBoost")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      integer(c_int), value :: enable_boost
      type(c_ptr), value :: tol
      type(c_ptr), value :: boost_val
      integer(c_int) :: hipsparseZbsrilu02_numericBoost
    end function hipsparseZbsrilu02_numericBoost

    function hipsparseXbsrilu02_zeroPivot(handle, info, position) &
        bind(c, name="hipsparseXbsrilu02_zeroPivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      type(c_ptr), value :: position
      integer(c_int) :: hipsparseXbsrilu02_zeroPivot
    end function hipsparseXbsrilu02_zeroPivot

    function hipsparseSbsrilu02_analysis(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseSbsrilu02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSbsrilu02_analysis
    end function hipsparseSbsrilu02_analysis

    function hipsparseDbsrilu02_analysis(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseDbsrilu02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDbsrilu02_analysis
    end function hipsparseDbsrilu02_analysis

    function hipsparseCbsrilu02_analysis(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseCbsrilu02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCbsrilu02_analysis
    end function hipsparseCbsrilu02_analysis

    function hipsparseZbsrilu02_analysis(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseZbsrilu02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZbsrilu02_analysis
    end function hipsparseZbsrilu02_analysis

    function hipsparseSbsrilu02(handle, dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseSbsrilu02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSbsrilu02
    end function hipsparseSbsrilu02

    function hipsparseDbsrilu02(handle, dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseDbsrilu02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDbsrilu02
    end function hipsparseDbsrilu02

    function hipsparseCbsrilu02(handle, dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseCbsrilu02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCbsrilu02
    end function hipsparseCbsrilu02

    function hipsparseZbsrilu02(handle, dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseZbsrilu02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZbsrilu02
    end function hipsparseZbsrilu02

    function hipsparseXcsric02_zeroPivot(handle, info, position) &
        bind(c, name="hipsparseXcsric02_zeroPivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      type(c_ptr), value :: position
      integer(c_int) :: hipsparseXcsric02_zeroPivot
    end function hipsparseXcsric02_zeroPivot

    function hipsparseScsric02_analysis(handle, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseScsric02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsric02_analysis
    end function hipsparseScsric02_analysis

    function hipsparseDcsric02_analysis(handle, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseDcsric02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsric02_analysis
    end function hipsparseDcsric02_analysis

    function hipsparseCcsric02_analysis(handle, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseCcsric02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsric02_analysis
    end function hipsparseCcsric02_analysis

    function hipsparseZcsric02_analysis(handle, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseZcsric02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsric02_analysis
    end function hipsparseZcsric02_analysis

    function hipsparseScsric02(handle, m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseScsric02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA_valM
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsric02
    end function hipsparseScsric02

    function hipsparseDcsric02(handle, m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseDcsric02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA_valM
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsric02
    end function hipsparseDcsric02

    function hipsparseCcsric02(handle, m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseCcsric02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA_valM
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsric02
    end function hipsparseCcsric02

    function hipsparseZcsric02(handle, m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA, &
        csrSortedColIndA, info, policy, pBuffer) &
        bind(c, name="hipsparseZcsric02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA_valM
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsric02
    end function hipsparseZcsric02

    function hipsparseXbsric02_zeroPivot(handle, info, position) &
        bind(c, name="hipsparseXbsric02_zeroPivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: info
      type(c_ptr), value :: position
      integer(c_int) :: hipsparseXbsric02_zeroPivot
    end function hipsparseXbsric02_zeroPivot

    function hipsparseSbsrilu02_bufferSize(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseSbsrilu02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSbsrilu02_bufferSize
    end function hipsparseSbsrilu02_bufferSize

    function hipsparseDbsrilu02_bufferSize(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDbsrilu02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDbsrilu02_bufferSize
    end function hipsparseDbsrilu02_bufferSize

    function hipsparseCbsrilu02_bufferSize(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseCbsrilu02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCbsrilu02_bufferSize
    end function hipsparseCbsrilu02_bufferSize

    function hipsparseZbsrilu02_bufferSize(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseZbsrilu02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZbsrilu02_bufferSize
    end function hipsparseZbsrilu02_bufferSize

    function hipsparseSbsric02_bufferSize(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseSbsric02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSbsric02_bufferSize
    end function hipsparseSbsric02_bufferSize

    function hipsparseDbsric02_bufferSize(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDbsric02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDbsric02_bufferSize
    end function hipsparseDbsric02_bufferSize

    function hipsparseCbsric02_bufferSize(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseCbsric02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCbsric02_bufferSize
    end function hipsparseCbsric02_bufferSize

    function hipsparseZbsric02_bufferSize(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseZbsric02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZbsric02_bufferSize
    end function hipsparseZbsric02_bufferSize

    function hipsparseSbsric02_analysis(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, policy, pInputBuffer) &
        bind(c, name="hipsparseSbsric02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pInputBuffer
      integer(c_int) :: hipsparseSbsric02_analysis
    end function hipsparseSbsric02_analysis

    function hipsparseDbsric02_analysis(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, policy, pInputBuffer) &
        bind(c, name="hipsparseDbsric02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pInputBuffer
      integer(c_int) :: hipsparseDbsric02_analysis
    end function hipsparseDbsric02_analysis

    function hipsparseCbsric02_analysis(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, policy, pInputBuffer) &
        bind(c, name="hipsparseCbsric02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pInputBuffer
      integer(c_int) :: hipsparseCbsric02_analysis
    end function hipsparseCbsric02_analysis

    function hipsparseZbsric02_analysis(handle, dirA, mb, nnzb, descrA, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, blockDim, info, policy, pInputBuffer) &
        bind(c, name="hipsparseZbsric02_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pInputBuffer
      integer(c_int) :: hipsparseZbsric02_analysis
    end function hipsparseZbsric02_analysis

    function hipsparseSbsric02(handle, dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseSbsric02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSbsric02
    end function hipsparseSbsric02

    function hipsparseDbsric02(handle, dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseDbsric02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDbsric02
    end function hipsparseDbsric02

    function hipsparseCbsric02(handle, dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseCbsric02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCbsric02
    end function hipsparseCbsric02

    function hipsparseZbsric02(handle, dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, blockDim, info, policy, pBuffer) &
        bind(c, name="hipsparseZbsric02")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: blockDim
      type(c_ptr), value :: info
      integer(c_int), value :: policy
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZbsric02
    end function hipsparseZbsric02

    function hipsparseSgtsv2_bufferSizeExt(handle, m, n, dl, d, du, B, ldb, bufferSizeInBytes) &
        bind(c, name="hipsparseSgtsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseSgtsv2_bufferSizeExt
    end function hipsparseSgtsv2_bufferSizeExt

    function hipsparseDgtsv2_bufferSizeExt(handle, m, n, dl, d, du, B, ldb, bufferSizeInBytes) &
        bind(c, name="hipsparseDgtsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseDgtsv2_bufferSizeExt
    end function hipsparseDgtsv2_bufferSizeExt

    function hipsparseCgtsv2_bufferSizeExt(handle, m, n, dl, d, du, B, ldb, bufferSizeInBytes) &
        bind(c, name="hipsparseCgtsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseCgtsv2_bufferSizeExt
    end function hipsparseCgtsv2_bufferSizeExt

    function hipsparseZgtsv2_bufferSizeExt(handle, m, n, dl, d, du, B, ldb, bufferSizeInBytes) &
        bind(c, name="hipsparseZgtsv2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseZgtsv2_bufferSizeExt
    end function hipsparseZgtsv2_bufferSizeExt

    function hipsparseSgtsv2(handle, m, n, dl, d, du, B, ldb, pBuffer) &
        bind(c, name="hipsparseSgtsv2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSgtsv2
    end function hipsparseSgtsv2

    function hipsparseDgtsv2(handle, m, n, dl, d, du, B, ldb, pBuffer) &
        bind(c, name="hipsparseDgtsv2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDgtsv2
    end function hipsparseDgtsv2

    function hipsparseCgtsv2(handle, m, n, dl, d, du, B, ldb, pBuffer) &
        bind(c, name="hipsparseCgtsv2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCgtsv2
    end function hipsparseCgtsv2

    function hipsparseZgtsv2(handle, m, n, dl, d, du, B, ldb, pBuffer) &
        bind(c, name="hipsparseZgtsv2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZgtsv2
    end function hipsparseZgtsv2

    function hipsparseSgtsv2_nopivot_bufferSizeExt(handle, m, n, dl, d, du, B, ldb, &
        bufferSizeInBytes) &
        bind(c, name="hipsparseSgtsv2_nopivot_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseSgtsv2_nopivot_bufferSizeExt
    end function hipsparseSgtsv2_nopivot_bufferSizeExt

    function hipsparseDgtsv2_nopivot_bufferSizeExt(handle, m, n, dl, d, du, B, ldb, &
        bufferSizeInBytes) &
        bind(c, name="hipsparseDgtsv2_nopivot_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseDgtsv2_nopivot_bufferSizeExt
    end function hipsparseDgtsv2_nopivot_bufferSizeExt

    function hipsparseCgtsv2_nopivot_bufferSizeExt(handle, m, n, dl, d, du, B, ldb, &
        bufferSizeInBytes) &
        bind(c, name="hipsparseCgtsv2_nopivot_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseCgtsv2_nopivot_bufferSizeExt
    end function hipsparseCgtsv2_nopivot_bufferSizeExt

    function hipsparseZgtsv2_nopivot_bufferSizeExt(handle, m, n, dl, d, du, B, ldb, &
        bufferSizeInBytes) &
        bind(c, name="hipsparseZgtsv2_nopivot_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseZgtsv2_nopivot_bufferSizeExt
    end function hipsparseZgtsv2_nopivot_bufferSizeExt

    function hipsparseSgtsv2_nopivot(handle, m, n, dl, d, du, B, ldb, pBuffer) &
        bind(c, name="hipsparseSgtsv2_nopivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSgtsv2_nopivot
    end function hipsparseSgtsv2_nopivot

    function hipsparseDgtsv2_nopivot(handle, m, n, dl, d, du, B, ldb, pBuffer) &
        bind(c, name="hipsparseDgtsv2_nopivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDgtsv2_nopivot
    end function hipsparseDgtsv2_nopivot

    function hipsparseCgtsv2_nopivot(handle, m, n, dl, d, du, B, ldb, pBuffer) &
        bind(c, name="hipsparseCgtsv2_nopivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCgtsv2_nopivot
    end function hipsparseCgtsv2_nopivot

    function hipsparseZgtsv2_nopivot(handle, m, n, dl, d, du, B, ldb, pBuffer) &
        bind(c, name="hipsparseZgtsv2_nopivot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: B
      integer(c_int), value :: ldb
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZgtsv2_nopivot
    end function hipsparseZgtsv2_nopivot

    function hipsparseSgtsv2StridedBatch_bufferSizeExt(handle, m, dl, d, du, x, batchCount, &
        batchStride, bufferSizeInBytes) &
        bind(c, name="hipsparseSgtsv2StridedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      integer(c_int), value :: batchStride
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseSgtsv2StridedBatch_bufferSizeExt
    end function hipsparseSgtsv2StridedBatch_bufferSizeExt

    function hipsparseDgtsv2StridedBatch_bufferSizeExt(handle, m, dl, d, du, x, batchCount, &
        batchStride, bufferSizeInBytes) &
        bind(c, name="hipsparseDgtsv2StridedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      integer(c_int), value :: batchStride
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseDgtsv2StridedBatch_bufferSizeExt
    end function hipsparseDgtsv2StridedBatch_bufferSizeExt

    function hipsparseCgtsv2StridedBatch_bufferSizeExt(handle, m, dl, d, du, x, batchCount, &
        batchStride, bufferSizeInBytes) &
        bind(c, name="hipsparseCgtsv2StridedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      integer(c_int), value :: batchStride
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseCgtsv2StridedBatch_bufferSizeExt
    end function hipsparseCgtsv2StridedBatch_bufferSizeExt

    function hipsparseZgtsv2StridedBatch_bufferSizeExt(handle, m, dl, d, du, x, batchCount, &
        batchStride, bufferSizeInBytes) &
        bind(c, name="hipsparseZgtsv2StridedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      integer(c_int), value :: batchStride
      type(c_ptr), value :: bufferSizeInBytes
      integer(c_int) :: hipsparseZgtsv2StridedBatch_bufferSizeExt
    end function hipsparseZgtsv2StridedBatch_bufferSizeExt

    function hipsparseSgtsv2StridedBatch(handle, m, dl, d, du, x, batchCount, batchStride, &
        pBuffer) &
        bind(c, name="hipsparseSgtsv2StridedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      integer(c_int), value :: batchStride
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSgtsv2StridedBatch
    end function hipsparseSgtsv2StridedBatch

    function hipsparseDgtsv2StridedBatch(handle, m, dl, d, du, x, batchCount, batchStride, &
        pBuffer) &
        bind(c, name="hipsparseDgtsv2StridedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      integer(c_int), value :: batchStride
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDgtsv2StridedBatch
    end function hipsparseDgtsv2StridedBatch

    function hipsparseCgtsv2StridedBatch(handle, m, dl, d, du, x, batchCount, batchStride, &
        pBuffer) &
        bind(c, name="hipsparseCgtsv2StridedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      integer(c_int), value :: batchStride
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCgtsv2StridedBatch
    end function hipsparseCgtsv2StridedBatch

    function hipsparseZgtsv2StridedBatch(handle, m, dl, d, du, x, batchCount, batchStride, &
        pBuffer) &
        bind(c, name="hipsparseZgtsv2StridedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      integer(c_int), value :: batchStride
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZgtsv2StridedBatch
    end function hipsparseZgtsv2StridedBatch

    function hipsparseSgtsvInterleavedBatch_bufferSizeExt(handle, algo, m, dl, d, du, x, &
        batchCount, pBufferSizeInBytes) &
        bind(c, name="hipsparseSgtsvInterleavedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSgtsvInterleavedBatch_bufferSizeExt
    end function hipsparseSgtsvInterleavedBatch_bufferSizeExt

    function hipsparseDgtsvInterleavedBatch_bufferSizeExt(handle, algo, m, dl, d, du, x, &
        batchCount, pBufferSizeInBytes) &
        bind(c, name="hipsparseDgtsvInterleavedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDgtsvInterleavedBatch_bufferSizeExt
    end function hipsparseDgtsvInterleavedBatch_bufferSizeExt

    function hipsparseCgtsvInterleavedBatch_bufferSizeExt(handle, algo, m, dl, d, du, x, &
        batchCount, pBufferSizeInBytes) &
        bind(c, name="hipsparseCgtsvInterleavedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCgtsvInterleavedBatch_bufferSizeExt
    end function hipsparseCgtsvInterleavedBatch_bufferSizeExt

    function hipsparseZgtsvInterleavedBatch_bufferSizeExt(handle, algo, m, dl, d, du, x, &
        batchCount, pBufferSizeInBytes) &
        bind(c, name="hipsparseZgtsvInterleavedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZgtsvInterleavedBatch_bufferSizeExt
    end function hipsparseZgtsvInterleavedBatch_bufferSizeExt

    function hipsparseSgtsvInterleavedBatch(handle, algo, m, dl, d, du, x, batchCount, pBuffer) &
        bind(c, name="hipsparseSgtsvInterleavedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), value :: dl
      type(c_ptr), value :: d
      type(c_ptr), value :: du
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSgtsvInterleavedBatch
    end function hipsparseSgtsvInterleavedBatch

    function hipsparseDgtsvInterleavedBatch(handle, algo, m, dl, d, du, x, batchCount, pBuffer) &
        bind(c, name="hipsparseDgtsvInterleavedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), value :: dl
      type(c_ptr), value :: d
      type(c_ptr), value :: du
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDgtsvInterleavedBatch
    end function hipsparseDgtsvInterleavedBatch

    function hipsparseCgtsvInterleavedBatch(handle, algo, m, dl, d, du, x, batchCount, pBuffer) &
        bind(c, name="hipsparseCgtsvInterleavedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), value :: dl
      type(c_ptr), value :: d
      type(c_ptr), value :: du
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCgtsvInterleavedBatch
    end function hipsparseCgtsvInterleavedBatch

    function hipsparseZgtsvInterleavedBatch(handle, algo, m, dl, d, du, x, batchCount, pBuffer) &
        bind(c, name="hipsparseZgtsvInterleavedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), value :: dl
      type(c_ptr), value :: d
      type(c_ptr), value :: du
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZgtsvInterleavedBatch
    end function hipsparseZgtsvInterleavedBatch

    function hipsparseSgpsvInterleavedBatch_bufferSizeExt(handle, algo, m, ds, dl, d, du, dw, x, &
        batchCount, pBufferSizeInBytes) &
        bind(c, name="hipsparseSgpsvInterleavedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: ds
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: dw
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSgpsvInterleavedBatch_bufferSizeExt
    end function hipsparseSgpsvInterleavedBatch_bufferSizeExt

    function hipsparseDgpsvInterleavedBatch_bufferSizeExt(handle, algo, m, ds, dl, d, du, dw, x, &
        batchCount, pBufferSizeInBytes) &
        bind(c, name="hipsparseDgpsvInterleavedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: ds
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: dw
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDgpsvInterleavedBatch_bufferSizeExt
    end function hipsparseDgpsvInterleavedBatch_bufferSizeExt

    function hipsparseCgpsvInterleavedBatch_bufferSizeExt(handle, algo, m, ds, dl, d, du, dw, x, &
        batchCount, pBufferSizeInBytes) &
        bind(c, name="hipsparseCgpsvInterleavedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: ds
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: dw
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCgpsvInterleavedBatch_bufferSizeExt
    end function hipsparseCgpsvInterleavedBatch_bufferSizeExt

    function hipsparseZgpsvInterleavedBatch_bufferSizeExt(handle, algo, m, ds, dl, d, du, dw, x, &
        batchCount, pBufferSizeInBytes) &
        bind(c, name="hipsparseZgpsvInterleavedBatch_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: ds
      type(c_ptr), intent(in), value :: dl
      type(c_ptr), intent(in), value :: d
      type(c_ptr), intent(in), value :: du
      type(c_ptr), intent(in), value :: dw
      type(c_ptr), intent(in), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZgpsvInterleavedBatch_bufferSizeExt
    end function hipsparseZgpsvInterleavedBatch_bufferSizeExt

    function hipsparseSgpsvInterleavedBatch(handle, algo, m, ds, dl, d, du, dw, x, batchCount, &
        pBuffer) &
        bind(c, name="hipsparseSgpsvInterleavedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), value :: ds
      type(c_ptr), value :: dl
      type(c_ptr), value :: d
      type(c_ptr), value :: du
      type(c_ptr), value :: dw
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSgpsvInterleavedBatch
    end function hipsparseSgpsvInterleavedBatch

    function hipsparseDgpsvInterleavedBatch(handle, algo, m, ds, dl, d, du, dw, x, batchCount, &
        pBuffer) &
        bind(c, name="hipsparseDgpsvInterleavedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), value :: ds
      type(c_ptr), value :: dl
      type(c_ptr), value :: d
      type(c_ptr), value :: du
      type(c_ptr), value :: dw
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDgpsvInterleavedBatch
    end function hipsparseDgpsvInterleavedBatch

    function hipsparseCgpsvInterleavedBatch(handle, algo, m, ds, dl, d, du, dw, x, batchCount, &
        pBuffer) &
        bind(c, name="hipsparseCgpsvInterleavedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), value :: ds
      type(c_ptr), value :: dl
      type(c_ptr), value :: d
      type(c_ptr), value :: du
      type(c_ptr), value :: dw
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCgpsvInterleavedBatch
    end function hipsparseCgpsvInterleavedBatch

    function hipsparseZgpsvInterleavedBatch(handle, algo, m, ds, dl, d, du, dw, x, batchCount, &
        pBuffer) &
        bind(c, name="hipsparseZgpsvInterleavedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: algo
      integer(c_int), value :: m
      type(c_ptr), value :: ds
      type(c_ptr), value :: dl
      type(c_ptr), value :: d
      type(c_ptr), value :: du
      type(c_ptr), value :: dw
      type(c_ptr), value :: x
      integer(c_int), value :: batchCount
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZgpsvInterleavedBatch
    end function hipsparseZgpsvInterleavedBatch

    function hipsparseScsrilu02_bufferSize(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseScsrilu02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseScsrilu02_bufferSize
    end function hipsparseScsrilu02_bufferSize

    function hipsparseDcsrilu02_bufferSize(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDcsrilu02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDcsrilu02_bufferSize
    end function hipsparseDcsrilu02_bufferSize

    function hipsparseCcsrilu02_bufferSize(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseCcsrilu02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCcsrilu02_bufferSize
    end function hipsparseCcsrilu02_bufferSize

    function hipsparseZcsrilu02_bufferSize(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseZcsrilu02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZcsrilu02_bufferSize
    end function hipsparseZcsrilu02_bufferSize

    function hipsparseScsric02_bufferSize(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseScsric02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseScsric02_bufferSize
    end function hipsparseScsric02_bufferSize

    function hipsparseDcsric02_bufferSize(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDcsric02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDcsric02_bufferSize
    end function hipsparseDcsric02_bufferSize

    function hipsparseCcsric02_bufferSize(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseCcsric02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCcsric02_bufferSize
    end function hipsparseCcsric02_bufferSize

    function hipsparseZcsric02_bufferSize(handle, m, nnz, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseZcsric02_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZcsric02_bufferSize
    end function hipsparseZcsric02_bufferSize

    function hipsparseScsrilu02_bufferSizeExt(handle, m, nnz, descrA, csrSortedVal, &
        csrSortedRowPtr, csrSortedColInd, info, pBufferSize) &
        bind(c, name="hipsparseScsrilu02_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseScsrilu02_bufferSizeExt
    end function hipsparseScsrilu02_bufferSizeExt

    function hipsparseDcsrilu02_bufferSizeExt(handle, m, nnz, descrA, csrSortedVal, &
        csrSortedRowPtr, csrSortedColInd, info, pBufferSize) &
        bind(c, name="hipsparseDcsrilu02_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseDcsrilu02_bufferSizeExt
    end function hipsparseDcsrilu02_bufferSizeExt

    function hipsparseCcsrilu02_bufferSizeExt(handle, m, nnz, descrA, csrSortedVal, &
        csrSortedRowPtr, csrSortedColInd, info, pBufferSize) &
        bind(c, name="hipsparseCcsrilu02_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseCcsrilu02_bufferSizeExt
    end function hipsparseCcsrilu02_bufferSizeExt

    function hipsparseZcsrilu02_bufferSizeExt(handle, m, nnz, descrA, csrSortedVal, &
        csrSortedRowPtr, csrSortedColInd, info, pBufferSize) &
        bind(c, name="hipsparseZcsrilu02_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseZcsrilu02_bufferSizeExt
    end function hipsparseZcsrilu02_bufferSizeExt

    function hipsparseScsric02_bufferSizeExt(handle, m, nnz, descrA, csrSortedVal, &
        csrSortedRowPtr, csrSortedColInd, info, pBufferSize) &
        bind(c, name="hipsparseScsric02_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseScsric02_bufferSizeExt
    end function hipsparseScsric02_bufferSizeExt

    function hipsparseDcsric02_bufferSizeExt(handle, m, nnz, descrA, csrSortedVal, &
        csrSortedRowPtr, csrSortedColInd, info, pBufferSize) &
        bind(c, name="hipsparseDcsric02_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseDcsric02_bufferSizeExt
    end function hipsparseDcsric02_bufferSizeExt

    function hipsparseCcsric02_bufferSizeExt(handle, m, nnz, descrA, csrSortedVal, &
        csrSortedRowPtr, csrSortedColInd, info, pBufferSize) &
        bind(c, name="hipsparseCcsric02_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseCcsric02_bufferSizeExt
    end function hipsparseCcsric02_bufferSizeExt

    function hipsparseZcsric02_bufferSizeExt(handle, m, nnz, descrA, csrSortedVal, &
        csrSortedRowPtr, csrSortedColInd, info, pBufferSize) &
        bind(c, name="hipsparseZcsric02_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSize
      integer(c_int) :: hipsparseZcsric02_bufferSizeExt
    end function hipsparseZcsric02_bufferSizeExt

    ! --- Legacy sums and products of sparse matrices

    function hipsparseScsrgeam2_bufferSizeExt(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseScsrgeam2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseScsrgeam2_bufferSizeExt
    end function hipsparseScsrgeam2_bufferSizeExt

    function hipsparseDcsrgeam2_bufferSizeExt(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseDcsrgeam2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDcsrgeam2_bufferSizeExt
    end function hipsparseDcsrgeam2_bufferSizeExt

    function hipsparseCcsrgeam2_bufferSizeExt(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseCcsrgeam2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCcsrgeam2_bufferSizeExt
    end function hipsparseCcsrgeam2_bufferSizeExt

    function hipsparseZcsrgeam2_bufferSizeExt(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseZcsrgeam2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZcsrgeam2_bufferSizeExt
    end function hipsparseZcsrgeam2_bufferSizeExt

    function hipsparseXcsrgeam2Nnz(handle, m, n, descrA, nnzA, csrSortedRowPtrA, &
        csrSortedColIndA, descrB, nnzB, csrSortedRowPtrB, csrSortedColIndB, descrC, &
        csrSortedRowPtrC, nnzTotalDevHostPtr, workspace) &
        bind(c, name="hipsparseXcsrgeam2Nnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: workspace
      integer(c_int) :: hipsparseXcsrgeam2Nnz
    end function hipsparseXcsrgeam2Nnz

    function hipsparseScsrgeam2(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, pBuffer) &
        bind(c, name="hipsparseScsrgeam2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsrgeam2
    end function hipsparseScsrgeam2

    function hipsparseDcsrgeam2(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, pBuffer) &
        bind(c, name="hipsparseDcsrgeam2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsrgeam2
    end function hipsparseDcsrgeam2

    function hipsparseCcsrgeam2(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, pBuffer) &
        bind(c, name="hipsparseCcsrgeam2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsrgeam2
    end function hipsparseCcsrgeam2

    function hipsparseZcsrgeam2(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, pBuffer) &
        bind(c, name="hipsparseZcsrgeam2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsrgeam2
    end function hipsparseZcsrgeam2

    function hipsparseXcsrgeamNnz(handle, m, n, descrA, nnzA, csrSortedRowPtrA, &
        csrSortedColIndA, descrB, nnzB, csrSortedRowPtrB, csrSortedColIndB, descrC, &
        csrSortedRowPtrC, nnzTotalDevHostPtr) &
        bind(c, name="hipsparseXcsrgeamNnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      integer(c_int) :: hipsparseXcsrgeamNnz
    end function hipsparseXcsrgeamNnz

    function hipsparseScsrgeam(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC) &
        bind(c, name="hipsparseScsrgeam")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseScsrgeam
    end function hipsparseScsrgeam

    function hipsparseDcsrgeam(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC) &
        bind(c, name="hipsparseDcsrgeam")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseDcsrgeam
    end function hipsparseDcsrgeam

    function hipsparseCcsrgeam(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC) &
        bind(c, name="hipsparseCcsrgeam")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseCcsrgeam
    end function hipsparseCcsrgeam

    function hipsparseZcsrgeam(handle, m, n, alpha, descrA, nnzA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, beta, descrB, nnzB, csrSortedValB, csrSortedRowPtrB, &
        csrSortedColIndB, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC) &
        bind(c, name="hipsparseZcsrgeam")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrSortedValB
      type(c_ptr), intent(in), value :: csrSortedRowPtrB
      type(c_ptr), intent(in), value :: csrSortedColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseZcsrgeam
    end function hipsparseZcsrgeam

    function hipsparseXcsrgemmNnz(handle, transA, transB, m, n, k, descrA, nnzA, csrRowPtrA, &
        csrColIndA, descrB, nnzB, csrRowPtrB, csrColIndB, descrC, csrRowPtrC, &
        nnzTotalDevHostPtr) &
        bind(c, name="hipsparseXcsrgemmNnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      integer(c_int) :: hipsparseXcsrgemmNnz
    end function hipsparseXcsrgemmNnz

    function hipsparseScsrgemm(handle, transA, transB, m, n, k, descrA, nnzA, csrValA, &
        csrRowPtrA, csrColIndA, descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, descrC, csrValC, &
        csrRowPtrC, csrColIndC) &
        bind(c, name="hipsparseScsrgemm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrValA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrValB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrValC
      type(c_ptr), intent(in), value :: csrRowPtrC
      type(c_ptr), value :: csrColIndC
      integer(c_int) :: hipsparseScsrgemm
    end function hipsparseScsrgemm

    function hipsparseDcsrgemm(handle, transA, transB, m, n, k, descrA, nnzA, csrValA, &
        csrRowPtrA, csrColIndA, descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, descrC, csrValC, &
        csrRowPtrC, csrColIndC) &
        bind(c, name="hipsparseDcsrgemm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrValA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrValB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrValC
      type(c_ptr), intent(in), value :: csrRowPtrC
      type(c_ptr), value :: csrColIndC
      integer(c_int) :: hipsparseDcsrgemm
    end function hipsparseDcsrgemm

    function hipsparseCcsrgemm(handle, transA, transB, m, n, k, descrA, nnzA, csrValA, &
        csrRowPtrA, csrColIndA, descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, descrC, csrValC, &
        csrRowPtrC, csrColIndC) &
        bind(c, name="hipsparseCcsrgemm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrValA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrValB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrValC
      type(c_ptr), intent(in), value :: csrRowPtrC
      type(c_ptr), value :: csrColIndC
      integer(c_int) :: hipsparseCcsrgemm
    end function hipsparseCcsrgemm

    function hipsparseZcsrgemm(handle, transA, transB, m, n, k, descrA, nnzA, csrValA, &
        csrRowPtrA, csrColIndA, descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, descrC, csrValC, &
        csrRowPtrC, csrColIndC) &
        bind(c, name="hipsparseZcsrgemm")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: transA
      integer(c_int), value :: transB
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrValA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrValB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrValC
      type(c_ptr), intent(in), value :: csrRowPtrC
      type(c_ptr), value :: csrColIndC
      integer(c_int) :: hipsparseZcsrgemm
    end function hipsparseZcsrgemm

    function hipsparseScsrgemm2_bufferSizeExt(handle, m, n, k, alpha, descrA, nnzA, csrRowPtrA, &
        csrColIndA, descrB, nnzB, csrRowPtrB, csrColIndB, beta, descrD, nnzD, csrRowPtrD, &
        csrColIndD, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseScsrgemm2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrD
      integer(c_int), value :: nnzD
      type(c_ptr), intent(in), value :: csrRowPtrD
      type(c_ptr), intent(in), value :: csrColIndD
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseScsrgemm2_bufferSizeExt
    end function hipsparseScsrgemm2_bufferSizeExt

    function hipsparseDcsrgemm2_bufferSizeExt(handle, m, n, k, alpha, descrA, nnzA, csrRowPtrA, &
        csrColIndA, descrB, nnzB, csrRowPtrB, csrColIndB, beta, descrD, nnzD, csrRowPtrD, &
        csrColIndD, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDcsrgemm2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrD
      integer(c_int), value :: nnzD
      type(c_ptr), intent(in), value :: csrRowPtrD
      type(c_ptr), intent(in), value :: csrColIndD
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDcsrgemm2_bufferSizeExt
    end function hipsparseDcsrgemm2_bufferSizeExt

    function hipsparseCcsrgemm2_bufferSizeExt(handle, m, n, k, alpha, descrA, nnzA, csrRowPtrA, &
        csrColIndA, descrB, nnzB, csrRowPtrB, csrColIndB, beta, descrD, nnzD, csrRowPtrD, &
        csrColIndD, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseCcsrgemm2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrD
      integer(c_int), value :: nnzD
      type(c_ptr), intent(in), value :: csrRowPtrD
      type(c_ptr), intent(in), value :: csrColIndD
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCcsrgemm2_bufferSizeExt
    end function hipsparseCcsrgemm2_bufferSizeExt

    function hipsparseZcsrgemm2_bufferSizeExt(handle, m, n, k, alpha, descrA, nnzA, csrRowPtrA, &
        csrColIndA, descrB, nnzB, csrRowPtrB, csrColIndB, beta, descrD, nnzD, csrRowPtrD, &
        csrColIndD, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseZcsrgemm2_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrD
      integer(c_int), value :: nnzD
      type(c_ptr), intent(in), value :: csrRowPtrD
      type(c_ptr), intent(in), value :: csrColIndD
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZcsrgemm2_bufferSizeExt
    end function hipsparseZcsrgemm2_bufferSizeExt

    function hipsparseXcsrgemm2Nnz(handle, m, n, k, descrA, nnzA, csrRowPtrA, csrColIndA, &
        descrB, nnzB, csrRowPtrB, csrColIndB, descrD, nnzD, csrRowPtrD, csrColIndD, descrC, &
        csrRowPtrC, nnzTotalDevHostPtr, info, pBuffer) &
        bind(c, name="hipsparseXcsrgemm2Nnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: descrD
      integer(c_int), value :: nnzD
      type(c_ptr), intent(in), value :: csrRowPtrD
      type(c_ptr), intent(in), value :: csrColIndD
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), intent(in), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseXcsrgemm2Nnz
    end function hipsparseXcsrgemm2Nnz

    function hipsparseScsrgemm2(handle, m, n, k, alpha, descrA, nnzA, csrValA, csrRowPtrA, &
        csrColIndA, descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, beta, descrD, nnzD, csrValD, &
        csrRowPtrD, csrColIndD, descrC, csrValC, csrRowPtrC, csrColIndC, info, pBuffer) &
        bind(c, name="hipsparseScsrgemm2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrValA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrValB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrD
      integer(c_int), value :: nnzD
      type(c_ptr), intent(in), value :: csrValD
      type(c_ptr), intent(in), value :: csrRowPtrD
      type(c_ptr), intent(in), value :: csrColIndD
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrValC
      type(c_ptr), intent(in), value :: csrRowPtrC
      type(c_ptr), value :: csrColIndC
      type(c_ptr), intent(in), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsrgemm2
    end function hipsparseScsrgemm2

    function hipsparseDcsrgemm2(handle, m, n, k, alpha, descrA, nnzA, csrValA, csrRowPtrA, &
        csrColIndA, descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, beta, descrD, nnzD, csrValD, &
        csrRowPtrD, csrColIndD, descrC, csrValC, csrRowPtrC, csrColIndC, info, pBuffer) &
        bind(c, name="hipsparseDcsrgemm2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrValA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrValB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrD
      integer(c_int), value :: nnzD
      type(c_ptr), intent(in), value :: csrValD
      type(c_ptr), intent(in), value :: csrRowPtrD
      type(c_ptr), intent(in), value :: csrColIndD
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrValC
      type(c_ptr), intent(in), value :: csrRowPtrC
      type(c_ptr), value :: csrColIndC
      type(c_ptr), intent(in), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsrgemm2
    end function hipsparseDcsrgemm2

    function hipsparseCcsrgemm2(handle, m, n, k, alpha, descrA, nnzA, csrValA, csrRowPtrA, &
        csrColIndA, descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, beta, descrD, nnzD, csrValD, &
        csrRowPtrD, csrColIndD, descrC, csrValC, csrRowPtrC, csrColIndC, info, pBuffer) &
        bind(c, name="hipsparseCcsrgemm2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrValA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrValB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrD
      integer(c_int), value :: nnzD
      type(c_ptr), intent(in), value :: csrValD
      type(c_ptr), intent(in), value :: csrRowPtrD
      type(c_ptr), intent(in), value :: csrColIndD
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrValC
      type(c_ptr), intent(in), value :: csrRowPtrC
      type(c_ptr), value :: csrColIndC
      type(c_ptr), intent(in), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsrgemm2
    end function hipsparseCcsrgemm2

    function hipsparseZcsrgemm2(handle, m, n, k, alpha, descrA, nnzA, csrValA, csrRowPtrA, &
        csrColIndA, descrB, nnzB, csrValB, csrRowPtrB, csrColIndB, beta, descrD, nnzD, csrValD, &
        csrRowPtrD, csrColIndD, descrC, csrValC, csrRowPtrC, csrColIndC, info, pBuffer) &
        bind(c, name="hipsparseZcsrgemm2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: k
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), intent(in), value :: descrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: csrValA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), intent(in), value :: descrB
      integer(c_int), value :: nnzB
      type(c_ptr), intent(in), value :: csrValB
      type(c_ptr), intent(in), value :: csrRowPtrB
      type(c_ptr), intent(in), value :: csrColIndB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), intent(in), value :: descrD
      integer(c_int), value :: nnzD
      type(c_ptr), intent(in), value :: csrValD
      type(c_ptr), intent(in), value :: csrRowPtrD
      type(c_ptr), intent(in), value :: csrColIndD
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrValC
      type(c_ptr), intent(in), value :: csrRowPtrC
      type(c_ptr), value :: csrColIndC
      type(c_ptr), intent(in), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsrgemm2
    end function hipsparseZcsrgemm2

    ! --- Colouring

    function hipsparseScsrcolor(handle, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, fractionToColor, ncolors, coloring, reordering, info) &
        bind(c, name="hipsparseScsrcolor")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: fractionToColor
      type(c_ptr), value :: ncolors
      type(c_ptr), value :: coloring
      type(c_ptr), value :: reordering
      type(c_ptr), intent(in), value :: info
      integer(c_int) :: hipsparseScsrcolor
    end function hipsparseScsrcolor

    function hipsparseDcsrcolor(handle, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, fractionToColor, ncolors, coloring, reordering, info) &
        bind(c, name="hipsparseDcsrcolor")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: fractionToColor
      type(c_ptr), value :: ncolors
      type(c_ptr), value :: coloring
      type(c_ptr), value :: reordering
      type(c_ptr), intent(in), value :: info
      integer(c_int) :: hipsparseDcsrcolor
    end function hipsparseDcsrcolor

    function hipsparseCcsrcolor(handle, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, fractionToColor, ncolors, coloring, reordering, info) &
        bind(c, name="hipsparseCcsrcolor")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: fractionToColor
      type(c_ptr), value :: ncolors
      type(c_ptr), value :: coloring
      type(c_ptr), value :: reordering
      type(c_ptr), intent(in), value :: info
      integer(c_int) :: hipsparseCcsrcolor
    end function hipsparseCcsrcolor

    function hipsparseZcsrcolor(handle, m, nnz, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, fractionToColor, ncolors, coloring, reordering, info) &
        bind(c, name="hipsparseZcsrcolor")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: fractionToColor
      type(c_ptr), value :: ncolors
      type(c_ptr), value :: coloring
      type(c_ptr), value :: reordering
      type(c_ptr), intent(in), value :: info
      integer(c_int) :: hipsparseZcsrcolor
    end function hipsparseZcsrcolor

    ! --- Legacy conversions

    function hipsparseSnnz(handle, dirA, m, n, descrA, A, lda, nnzPerRowCol, nnzTotalDevHostPtr) &
        bind(c, name="hipsparseSnnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), value :: nnzPerRowCol
      type(c_ptr), value :: nnzTotalDevHostPtr
      integer(c_int) :: hipsparseSnnz
    end function hipsparseSnnz

    function hipsparseDnnz(handle, dirA, m, n, descrA, A, lda, nnzPerRowCol, nnzTotalDevHostPtr) &
        bind(c, name="hipsparseDnnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), value :: nnzPerRowCol
      type(c_ptr), value :: nnzTotalDevHostPtr
      integer(c_int) :: hipsparseDnnz
    end function hipsparseDnnz

    function hipsparseCnnz(handle, dirA, m, n, descrA, A, lda, nnzPerRowCol, nnzTotalDevHostPtr) &
        bind(c, name="hipsparseCnnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), value :: nnzPerRowCol
      type(c_ptr), value :: nnzTotalDevHostPtr
      integer(c_int) :: hipsparseCnnz
    end function hipsparseCnnz

    function hipsparseZnnz(handle, dirA, m, n, descrA, A, lda, nnzPerRowCol, nnzTotalDevHostPtr) &
        bind(c, name="hipsparseZnnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), value :: nnzPerRowCol
      type(c_ptr), value :: nnzTotalDevHostPtr
      integer(c_int) :: hipsparseZnnz
    end function hipsparseZnnz

    function hipsparseSnnz_compress(handle, m, descr, csrSortedValA, csrSortedRowPtrA, &
        nnzPerRow, nnzC, tol) &
        bind(c, name="hipsparseSnnz_compress")
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), value :: nnzPerRow
      type(c_ptr), value :: nnzC
      real(c_float), value :: tol
      integer(c_int) :: hipsparseSnnz_compress
    end function hipsparseSnnz_compress

    function hipsparseDnnz_compress(handle, m, descr, csrSortedValA, csrSortedRowPtrA, &
        nnzPerRow, nnzC, tol) &
        bind(c, name="hipsparseDnnz_compress")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), value :: nnzPerRow
      type(c_ptr), value :: nnzC
      real(c_double), value :: tol
      integer(c_int) :: hipsparseDnnz_compress
    end function hipsparseDnnz_compress

    function hipsparseCnnz_compress(handle, m, descr, csrSortedValA, csrSortedRowPtrA, &
        nnzPerRow, nnzC, tol) &
        bind(c, name="hipsparseCnnz_compress")
      import :: c_float_complex, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), value :: nnzPerRow
      type(c_ptr), value :: nnzC
      complex(c_float_complex), value :: tol
      integer(c_int) :: hipsparseCnnz_compress
    end function hipsparseCnnz_compress

    function hipsparseZnnz_compress(handle, m, descr, csrSortedValA, csrSortedRowPtrA, &
        nnzPerRow, nnzC, tol) &
        bind(c, name="hipsparseZnnz_compress")
      import :: c_double_complex, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), value :: nnzPerRow
      type(c_ptr), value :: nnzC
      complex(c_double_complex), value :: tol
      integer(c_int) :: hipsparseZnnz_compress
    end function hipsparseZnnz_compress

    function hipsparseScsr2csr_compress(handle, m, n, descrA, csrSortedValA, csrSortedColIndA, &
        csrSortedRowPtrA, nnzA, nnzPerRow, csrSortedValC, csrSortedColIndC, csrSortedRowPtrC, &
        tol) &
        bind(c, name="hipsparseScsr2csr_compress")
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: nnzPerRow
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: csrSortedRowPtrC
      real(c_float), value :: tol
      integer(c_int) :: hipsparseScsr2csr_compress
    end function hipsparseScsr2csr_compress

    function hipsparseDcsr2csr_compress(handle, m, n, descrA, csrSortedValA, csrSortedColIndA, &
        csrSortedRowPtrA, nnzA, nnzPerRow, csrSortedValC, csrSortedColIndC, csrSortedRowPtrC, &
        tol) &
        bind(c, name="hipsparseDcsr2csr_compress")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: nnzPerRow
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: csrSortedRowPtrC
      real(c_double), value :: tol
      integer(c_int) :: hipsparseDcsr2csr_compress
    end function hipsparseDcsr2csr_compress

    function hipsparseCcsr2csr_compress(handle, m, n, descrA, csrSortedValA, csrSortedColIndA, &
        csrSortedRowPtrA, nnzA, nnzPerRow, csrSortedValC, csrSortedColIndC, csrSortedRowPtrC, &
        tol) &
        bind(c, name="hipsparseCcsr2csr_compress")
      import :: c_float_complex, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: nnzPerRow
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: csrSortedRowPtrC
      complex(c_float_complex), value :: tol
      integer(c_int) :: hipsparseCcsr2csr_compress
    end function hipsparseCcsr2csr_compress

    function hipsparseZcsr2csr_compress(handle, m, n, descrA, csrSortedValA, csrSortedColIndA, &
        csrSortedRowPtrA, nnzA, nnzPerRow, csrSortedValC, csrSortedColIndC, csrSortedRowPtrC, &
        tol) &
        bind(c, name="hipsparseZcsr2csr_compress")
      import :: c_double_complex, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: nnzPerRow
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: csrSortedRowPtrC
      complex(c_double_complex), value :: tol
      integer(c_int) :: hipsparseZcsr2csr_compress
    end function hipsparseZcsr2csr_compress

    function hipsparseXcoo2csr(handle, cooRowInd, nnz, m, csrSortedRowPtr, idxBase) &
        bind(c, name="hipsparseXcoo2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(in), value :: cooRowInd
      integer(c_int), value :: nnz
      integer(c_int), value :: m
      type(c_ptr), value :: csrSortedRowPtr
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseXcoo2csr
    end function hipsparseXcoo2csr

    function hipsparseXcsr2coo(handle, csrSortedRowPtr, nnz, m, cooRowInd, idxBase) &
        bind(c, name="hipsparseXcsr2coo")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      integer(c_int), value :: nnz
      integer(c_int), value :: m
      type(c_ptr), value :: cooRowInd
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseXcsr2coo
    end function hipsparseXcsr2coo

    function hipsparseXcsr2bsrNnz(handle, dirA, m, n, descrA, csrSortedRowPtrA, &
        csrSortedColIndA, blockDim, descrC, bsrSortedRowPtrC, nnzTotalDevHostPtr) &
        bind(c, name="hipsparseXcsr2bsrNnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      integer(c_int) :: hipsparseXcsr2bsrNnz
    end function hipsparseXcsr2bsrNnz

    function hipsparseScsr2bsr(handle, dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, blockDim, descrC, bsrSortedValC, bsrSortedRowPtrC, bsrSortedColIndC) &
        bind(c, name="hipsparseScsr2bsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int) :: hipsparseScsr2bsr
    end function hipsparseScsr2bsr

    function hipsparseDcsr2bsr(handle, dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, blockDim, descrC, bsrSortedValC, bsrSortedRowPtrC, bsrSortedColIndC) &
        bind(c, name="hipsparseDcsr2bsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int) :: hipsparseDcsr2bsr
    end function hipsparseDcsr2bsr

    function hipsparseCcsr2bsr(handle, dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, blockDim, descrC, bsrSortedValC, bsrSortedRowPtrC, bsrSortedColIndC) &
        bind(c, name="hipsparseCcsr2bsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int) :: hipsparseCcsr2bsr
    end function hipsparseCcsr2bsr

    function hipsparseZcsr2bsr(handle, dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, blockDim, descrC, bsrSortedValC, bsrSortedRowPtrC, bsrSortedColIndC) &
        bind(c, name="hipsparseZcsr2bsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int) :: hipsparseZcsr2bsr
    end function hipsparseZcsr2bsr

    function hipsparseSbsr2csr(handle, dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA, &
        bsrSortedColIndA, blockDim, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC) &
        bind(c, name="hipsparseSbsr2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseSbsr2csr
    end function hipsparseSbsr2csr

    function hipsparseDbsr2csr(handle, dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA, &
        bsrSortedColIndA, blockDim, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC) &
        bind(c, name="hipsparseDbsr2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseDbsr2csr
    end function hipsparseDbsr2csr

    function hipsparseCbsr2csr(handle, dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA, &
        bsrSortedColIndA, blockDim, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC) &
        bind(c, name="hipsparseCbsr2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseCbsr2csr
    end function hipsparseCbsr2csr

    function hipsparseZbsr2csr(handle, dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA, &
        bsrSortedColIndA, blockDim, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC) &
        bind(c, name="hipsparseZbsr2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: blockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseZbsr2csr
    end function hipsparseZbsr2csr

    function hipsparseSgebsr2gebsc(handle, mb, nb, nnzb, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, rowBlockDim, colBlockDim, bscVal, bscRowInd, bscColPtr, copyValues, &
        idxBase, pBuffer) &
        bind(c, name="hipsparseSgebsr2gebsc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: bscVal
      type(c_ptr), value :: bscRowInd
      type(c_ptr), value :: bscColPtr
      integer(c_int), value :: copyValues
      integer(c_int), value :: idxBase
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSgebsr2gebsc
    end function hipsparseSgebsr2gebsc

    function hipsparseDgebsr2gebsc(handle, mb, nb, nnzb, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, rowBlockDim, colBlockDim, bscVal, bscRowInd, bscColPtr, copyValues, &
        idxBase, pBuffer) &
        bind(c, name="hipsparseDgebsr2gebsc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: bscVal
      type(c_ptr), value :: bscRowInd
      type(c_ptr), value :: bscColPtr
      integer(c_int), value :: copyValues
      integer(c_int), value :: idxBase
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDgebsr2gebsc
    end function hipsparseDgebsr2gebsc

    function hipsparseCgebsr2gebsc(handle, mb, nb, nnzb, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, rowBlockDim, colBlockDim, bscVal, bscRowInd, bscColPtr, copyValues, &
        idxBase, pBuffer) &
        bind(c, name="hipsparseCgebsr2gebsc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: bscVal
      type(c_ptr), value :: bscRowInd
      type(c_ptr), value :: bscColPtr
      integer(c_int), value :: copyValues
      integer(c_int), value :: idxBase
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCgebsr2gebsc
    end function hipsparseCgebsr2gebsc

    function hipsparseZgebsr2gebsc(handle, mb, nb, nnzb, bsrSortedVal, bsrSortedRowPtr, &
        bsrSortedColInd, rowBlockDim, colBlockDim, bscVal, bscRowInd, bscColPtr, copyValues, &
        idxBase, pBuffer) &
        bind(c, name="hipsparseZgebsr2gebsc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: bscVal
      type(c_ptr), value :: bscRowInd
      type(c_ptr), value :: bscColPtr
      integer(c_int), value :: copyValues
      integer(c_int), value :: idxBase
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZgebsr2gebsc
    end function hipsparseZgebsr2gebsc

    function hipsparseSgebsr2csr(handle, dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA, &
        bsrSortedColIndA, rowBlockDim, colBlockDim, descrC, csrSortedValC, csrSortedRowPtrC, &
        csrSortedColIndC) &
        bind(c, name="hipsparseSgebsr2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseSgebsr2csr
    end function hipsparseSgebsr2csr

    function hipsparseDgebsr2csr(handle, dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA, &
        bsrSortedColIndA, rowBlockDim, colBlockDim, descrC, csrSortedValC, csrSortedRowPtrC, &
        csrSortedColIndC) &
        bind(c, name="hipsparseDgebsr2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseDgebsr2csr
    end function hipsparseDgebsr2csr

    function hipsparseCgebsr2csr(handle, dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA, &
        bsrSortedColIndA, rowBlockDim, colBlockDim, descrC, csrSortedValC, csrSortedRowPtrC, &
        csrSortedColIndC) &
        bind(c, name="hipsparseCgebsr2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseCgebsr2csr
    end function hipsparseCgebsr2csr

    function hipsparseZgebsr2csr(handle, dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA, &
        bsrSortedColIndA, rowBlockDim, colBlockDim, descrC, csrSortedValC, csrSortedRowPtrC, &
        csrSortedColIndC) &
        bind(c, name="hipsparseZgebsr2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      integer(c_int) :: hipsparseZgebsr2csr
    end function hipsparseZgebsr2csr

    function hipsparseXcsr2gebsrNnz(handle, dirA, m, n, descrA, csrSortedRowPtrA, &
        csrSortedColIndA, descrC, bsrSortedRowPtrC, rowBlockDim, colBlockDim, &
        nnzTotalDevHostPtr, pBuffer) &
        bind(c, name="hipsparseXcsr2gebsrNnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedRowPtrC
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseXcsr2gebsrNnz
    end function hipsparseXcsr2gebsrNnz

    function hipsparseScsr2gebsr(handle, dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, descrC, bsrSortedValC, bsrSortedRowPtrC, bsrSortedColIndC, &
        rowBlockDim, colBlockDim, pBuffer) &
        bind(c, name="hipsparseScsr2gebsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsr2gebsr
    end function hipsparseScsr2gebsr

    function hipsparseDcsr2gebsr(handle, dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, descrC, bsrSortedValC, bsrSortedRowPtrC, bsrSortedColIndC, &
        rowBlockDim, colBlockDim, pBuffer) &
        bind(c, name="hipsparseDcsr2gebsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsr2gebsr
    end function hipsparseDcsr2gebsr

    function hipsparseCcsr2gebsr(handle, dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, descrC, bsrSortedValC, bsrSortedRowPtrC, bsrSortedColIndC, &
        rowBlockDim, colBlockDim, pBuffer) &
        bind(c, name="hipsparseCcsr2gebsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsr2gebsr
    end function hipsparseCcsr2gebsr

    function hipsparseZcsr2gebsr(handle, dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, descrC, bsrSortedValC, bsrSortedRowPtrC, bsrSortedColIndC, &
        rowBlockDim, colBlockDim, pBuffer) &
        bind(c, name="hipsparseZcsr2gebsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsr2gebsr
    end function hipsparseZcsr2gebsr

    function hipsparseSgebsr2gebsr_bufferSize(handle, dirA, mb, nb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, rowBlockDimA, colBlockDimA, rowBlockDimC, &
        colBlockDimC, pBufferSizeInBytes) &
        bind(c, name="hipsparseSgebsr2gebsr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDimA
      integer(c_int), value :: colBlockDimA
      integer(c_int), value :: rowBlockDimC
      integer(c_int), value :: colBlockDimC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSgebsr2gebsr_bufferSize
    end function hipsparseSgebsr2gebsr_bufferSize

    function hipsparseDgebsr2gebsr_bufferSize(handle, dirA, mb, nb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, rowBlockDimA, colBlockDimA, rowBlockDimC, &
        colBlockDimC, pBufferSizeInBytes) &
        bind(c, name="hipsparseDgebsr2gebsr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDimA
      integer(c_int), value :: colBlockDimA
      integer(c_int), value :: rowBlockDimC
      integer(c_int), value :: colBlockDimC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDgebsr2gebsr_bufferSize
    end function hipsparseDgebsr2gebsr_bufferSize

    function hipsparseCgebsr2gebsr_bufferSize(handle, dirA, mb, nb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, rowBlockDimA, colBlockDimA, rowBlockDimC, &
        colBlockDimC, pBufferSizeInBytes) &
        bind(c, name="hipsparseCgebsr2gebsr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDimA
      integer(c_int), value :: colBlockDimA
      integer(c_int), value :: rowBlockDimC
      integer(c_int), value :: colBlockDimC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCgebsr2gebsr_bufferSize
    end function hipsparseCgebsr2gebsr_bufferSize

    function hipsparseZgebsr2gebsr_bufferSize(handle, dirA, mb, nb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, rowBlockDimA, colBlockDimA, rowBlockDimC, &
        colBlockDimC, pBufferSizeInBytes) &
        bind(c, name="hipsparseZgebsr2gebsr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDimA
      integer(c_int), value :: colBlockDimA
      integer(c_int), value :: rowBlockDimC
      integer(c_int), value :: colBlockDimC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZgebsr2gebsr_bufferSize
    end function hipsparseZgebsr2gebsr_bufferSize

    function hipsparseXgebsr2gebsrNnz(handle, dirA, mb, nb, nnzb, descrA, bsrSortedRowPtrA, &
        bsrSortedColIndA, rowBlockDimA, colBlockDimA, descrC, bsrSortedRowPtrC, rowBlockDimC, &
        colBlockDimC, nnzTotalDevHostPtr, pBuffer) &
        bind(c, name="hipsparseXgebsr2gebsrNnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDimA
      integer(c_int), value :: colBlockDimA
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedRowPtrC
      integer(c_int), value :: rowBlockDimC
      integer(c_int), value :: colBlockDimC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseXgebsr2gebsrNnz
    end function hipsparseXgebsr2gebsrNnz

    function hipsparseSgebsr2gebsr(handle, dirA, mb, nb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, rowBlockDimA, colBlockDimA, descrC, bsrSortedValC, &
        bsrSortedRowPtrC, bsrSortedColIndC, rowBlockDimC, colBlockDimC, pBuffer) &
        bind(c, name="hipsparseSgebsr2gebsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDimA
      integer(c_int), value :: colBlockDimA
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int), value :: rowBlockDimC
      integer(c_int), value :: colBlockDimC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSgebsr2gebsr
    end function hipsparseSgebsr2gebsr

    function hipsparseDgebsr2gebsr(handle, dirA, mb, nb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, rowBlockDimA, colBlockDimA, descrC, bsrSortedValC, &
        bsrSortedRowPtrC, bsrSortedColIndC, rowBlockDimC, colBlockDimC, pBuffer) &
        bind(c, name="hipsparseDgebsr2gebsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDimA
      integer(c_int), value :: colBlockDimA
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int), value :: rowBlockDimC
      integer(c_int), value :: colBlockDimC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDgebsr2gebsr
    end function hipsparseDgebsr2gebsr

    function hipsparseCgebsr2gebsr(handle, dirA, mb, nb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, rowBlockDimA, colBlockDimA, descrC, bsrSortedValC, &
        bsrSortedRowPtrC, bsrSortedColIndC, rowBlockDimC, colBlockDimC, pBuffer) &
        bind(c, name="hipsparseCgebsr2gebsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDimA
      integer(c_int), value :: colBlockDimA
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int), value :: rowBlockDimC
      integer(c_int), value :: colBlockDimC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCgebsr2gebsr
    end function hipsparseCgebsr2gebsr

    function hipsparseZgebsr2gebsr(handle, dirA, mb, nb, nnzb, descrA, bsrSortedValA, &
        bsrSortedRowPtrA, bsrSortedColIndA, rowBlockDimA, colBlockDimA, descrC, bsrSortedValC, &
        bsrSortedRowPtrC, bsrSortedColIndC, rowBlockDimC, colBlockDimC, pBuffer) &
        bind(c, name="hipsparseZgebsr2gebsr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: bsrSortedValA
      type(c_ptr), intent(in), value :: bsrSortedRowPtrA
      type(c_ptr), intent(in), value :: bsrSortedColIndA
      integer(c_int), value :: rowBlockDimA
      integer(c_int), value :: colBlockDimA
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: bsrSortedValC
      type(c_ptr), value :: bsrSortedRowPtrC
      type(c_ptr), value :: bsrSortedColIndC
      integer(c_int), value :: rowBlockDimC
      integer(c_int), value :: colBlockDimC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZgebsr2gebsr
    end function hipsparseZgebsr2gebsr

    function hipsparseSgebsr2gebsc_bufferSize(handle, mb, nb, nnzb, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, rowBlockDim, colBlockDim, pBufferSizeInBytes) &
        bind(c, name="hipsparseSgebsr2gebsc_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSgebsr2gebsc_bufferSize
    end function hipsparseSgebsr2gebsc_bufferSize

    function hipsparseDgebsr2gebsc_bufferSize(handle, mb, nb, nnzb, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, rowBlockDim, colBlockDim, pBufferSizeInBytes) &
        bind(c, name="hipsparseDgebsr2gebsc_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDgebsr2gebsc_bufferSize
    end function hipsparseDgebsr2gebsc_bufferSize

    function hipsparseCgebsr2gebsc_bufferSize(handle, mb, nb, nnzb, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, rowBlockDim, colBlockDim, pBufferSizeInBytes) &
        bind(c, name="hipsparseCgebsr2gebsc_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCgebsr2gebsc_bufferSize
    end function hipsparseCgebsr2gebsc_bufferSize

    function hipsparseZgebsr2gebsc_bufferSize(handle, mb, nb, nnzb, bsrSortedVal, &
        bsrSortedRowPtr, bsrSortedColInd, rowBlockDim, colBlockDim, pBufferSizeInBytes) &
        bind(c, name="hipsparseZgebsr2gebsc_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: mb
      integer(c_int), value :: nb
      integer(c_int), value :: nnzb
      type(c_ptr), intent(in), value :: bsrSortedVal
      type(c_ptr), intent(in), value :: bsrSortedRowPtr
      type(c_ptr), intent(in), value :: bsrSortedColInd
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZgebsr2gebsc_bufferSize
    end function hipsparseZgebsr2gebsc_bufferSize

    function hipsparseScsr2gebsr_bufferSize(handle, dirA, m, n, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, rowBlockDim, colBlockDim, pBufferSizeInBytes) &
        bind(c, name="hipsparseScsr2gebsr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseScsr2gebsr_bufferSize
    end function hipsparseScsr2gebsr_bufferSize

    function hipsparseDcsr2gebsr_bufferSize(handle, dirA, m, n, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, rowBlockDim, colBlockDim, pBufferSizeInBytes) &
        bind(c, name="hipsparseDcsr2gebsr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDcsr2gebsr_bufferSize
    end function hipsparseDcsr2gebsr_bufferSize

    function hipsparseCcsr2gebsr_bufferSize(handle, dirA, m, n, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, rowBlockDim, colBlockDim, pBufferSizeInBytes) &
        bind(c, name="hipsparseCcsr2gebsr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCcsr2gebsr_bufferSize
    end function hipsparseCcsr2gebsr_bufferSize

    function hipsparseZcsr2gebsr_bufferSize(handle, dirA, m, n, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, rowBlockDim, colBlockDim, pBufferSizeInBytes) &
        bind(c, name="hipsparseZcsr2gebsr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: dirA
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      integer(c_int), value :: rowBlockDim
      integer(c_int), value :: colBlockDim
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZcsr2gebsr_bufferSize
    end function hipsparseZcsr2gebsr_bufferSize

    function hipsparseScsr2csc(handle, m, n, nnz, csrSortedVal, csrSortedRowPtr, &
        csrSortedColInd, cscSortedVal, cscSortedRowInd, cscSortedColPtr, copyValues, idxBase) &
        bind(c, name="hipsparseScsr2csc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: cscSortedVal
      type(c_ptr), value :: cscSortedRowInd
      type(c_ptr), value :: cscSortedColPtr
      integer(c_int), value :: copyValues
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseScsr2csc
    end function hipsparseScsr2csc

    function hipsparseDcsr2csc(handle, m, n, nnz, csrSortedVal, csrSortedRowPtr, &
        csrSortedColInd, cscSortedVal, cscSortedRowInd, cscSortedColPtr, copyValues, idxBase) &
        bind(c, name="hipsparseDcsr2csc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: cscSortedVal
      type(c_ptr), value :: cscSortedRowInd
      type(c_ptr), value :: cscSortedColPtr
      integer(c_int), value :: copyValues
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseDcsr2csc
    end function hipsparseDcsr2csc

    function hipsparseCcsr2csc(handle, m, n, nnz, csrSortedVal, csrSortedRowPtr, &
        csrSortedColInd, cscSortedVal, cscSortedRowInd, cscSortedColPtr, copyValues, idxBase) &
        bind(c, name="hipsparseCcsr2csc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: cscSortedVal
      type(c_ptr), value :: cscSortedRowInd
      type(c_ptr), value :: cscSortedColPtr
      integer(c_int), value :: copyValues
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseCcsr2csc
    end function hipsparseCcsr2csc

    function hipsparseZcsr2csc(handle, m, n, nnz, csrSortedVal, csrSortedRowPtr, &
        csrSortedColInd, cscSortedVal, cscSortedRowInd, cscSortedColPtr, copyValues, idxBase) &
        bind(c, name="hipsparseZcsr2csc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: csrSortedVal
      type(c_ptr), intent(in), value :: csrSortedRowPtr
      type(c_ptr), intent(in), value :: csrSortedColInd
      type(c_ptr), value :: cscSortedVal
      type(c_ptr), value :: cscSortedRowInd
      type(c_ptr), value :: cscSortedColPtr
      integer(c_int), value :: copyValues
      integer(c_int), value :: idxBase
      integer(c_int) :: hipsparseZcsr2csc
    end function hipsparseZcsr2csc

    function hipsparseScsr2dense(handle, m, n, descr, csrVal, csrRowPtr, csrColInd, A, ld) &
        bind(c, name="hipsparseScsr2dense")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), intent(in), value :: csrColInd
      type(c_ptr), value :: A
      integer(c_int), value :: ld
      integer(c_int) :: hipsparseScsr2dense
    end function hipsparseScsr2dense

    function hipsparseDcsr2dense(handle, m, n, descr, csrVal, csrRowPtr, csrColInd, A, ld) &
        bind(c, name="hipsparseDcsr2dense")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), intent(in), value :: csrColInd
      type(c_ptr), value :: A
      integer(c_int), value :: ld
      integer(c_int) :: hipsparseDcsr2dense
    end function hipsparseDcsr2dense

    function hipsparseCcsr2dense(handle, m, n, descr, csrVal, csrRowPtr, csrColInd, A, ld) &
        bind(c, name="hipsparseCcsr2dense")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), intent(in), value :: csrColInd
      type(c_ptr), value :: A
      integer(c_int), value :: ld
      integer(c_int) :: hipsparseCcsr2dense
    end function hipsparseCcsr2dense

    function hipsparseZcsr2dense(handle, m, n, descr, csrVal, csrRowPtr, csrColInd, A, ld) &
        bind(c, name="hipsparseZcsr2dense")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), intent(in), value :: csrColInd
      type(c_ptr), value :: A
      integer(c_int), value :: ld
      integer(c_int) :: hipsparseZcsr2dense
    end function hipsparseZcsr2dense

    function hipsparseScsc2dense(handle, m, n, descr, cscVal, cscRowInd, cscColPtr, A, ld) &
        bind(c, name="hipsparseScsc2dense")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: cscVal
      type(c_ptr), intent(in), value :: cscRowInd
      type(c_ptr), intent(in), value :: cscColPtr
      type(c_ptr), value :: A
      integer(c_int), value :: ld
      integer(c_int) :: hipsparseScsc2dense
    end function hipsparseScsc2dense

    function hipsparseDcsc2dense(handle, m, n, descr, cscVal, cscRowInd, cscColPtr, A, ld) &
        bind(c, name="hipsparseDcsc2dense")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: cscVal
      type(c_ptr), intent(in), value :: cscRowInd
      type(c_ptr), intent(in), value :: cscColPtr
      type(c_ptr), value :: A
      integer(c_int), value :: ld
      integer(c_int) :: hipsparseDcsc2dense
    end function hipsparseDcsc2dense

    function hipsparseCcsc2dense(handle, m, n, descr, cscVal, cscRowInd, cscColPtr, A, ld) &
        bind(c, name="hipsparseCcsc2dense")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: cscVal
      type(c_ptr), intent(in), value :: cscRowInd
      type(c_ptr), intent(in), value :: cscColPtr
      type(c_ptr), value :: A
      integer(c_int), value :: ld
      integer(c_int) :: hipsparseCcsc2dense
    end function hipsparseCcsc2dense

    function hipsparseZcsc2dense(handle, m, n, descr, cscVal, cscRowInd, cscColPtr, A, ld) &
        bind(c, name="hipsparseZcsc2dense")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: cscVal
      type(c_ptr), intent(in), value :: cscRowInd
      type(c_ptr), intent(in), value :: cscColPtr
      type(c_ptr), value :: A
      integer(c_int), value :: ld
      integer(c_int) :: hipsparseZcsc2dense
    end function hipsparseZcsc2dense

    function hipsparseSdense2csr(handle, m, n, descr, A, ld, nnzPerRow, csrVal, csrRowPtr, &
        csrColInd) &
        bind(c, name="hipsparseSdense2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: ld
      type(c_ptr), intent(in), value :: nnzPerRow
      type(c_ptr), value :: csrVal
      type(c_ptr), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      integer(c_int) :: hipsparseSdense2csr
    end function hipsparseSdense2csr

    function hipsparseDdense2csr(handle, m, n, descr, A, ld, nnzPerRow, csrVal, csrRowPtr, &
        csrColInd) &
        bind(c, name="hipsparseDdense2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: ld
      type(c_ptr), intent(in), value :: nnzPerRow
      type(c_ptr), value :: csrVal
      type(c_ptr), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      integer(c_int) :: hipsparseDdense2csr
    end function hipsparseDdense2csr

    function hipsparseCdense2csr(handle, m, n, descr, A, ld, nnzPerRow, csrVal, csrRowPtr, &
        csrColInd) &
        bind(c, name="hipsparseCdense2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: ld
      type(c_ptr), intent(in), value :: nnzPerRow
      type(c_ptr), value :: csrVal
      type(c_ptr), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      integer(c_int) :: hipsparseCdense2csr
    end function hipsparseCdense2csr

    function hipsparseZdense2csr(handle, m, n, descr, A, ld, nnzPerRow, csrVal, csrRowPtr, &
        csrColInd) &
        bind(c, name="hipsparseZdense2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: ld
      type(c_ptr), intent(in), value :: nnzPerRow
      type(c_ptr), value :: csrVal
      type(c_ptr), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      integer(c_int) :: hipsparseZdense2csr
    end function hipsparseZdense2csr

    function hipsparseSdense2csc(handle, m, n, descr, A, ld, nnzPerColumn, cscVal, cscRowInd, &
        cscColPtr) &
        bind(c, name="hipsparseSdense2csc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: ld
      type(c_ptr), intent(in), value :: nnzPerColumn
      type(c_ptr), value :: cscVal
      type(c_ptr), value :: cscRowInd
      type(c_ptr), value :: cscColPtr
      integer(c_int) :: hipsparseSdense2csc
    end function hipsparseSdense2csc

    function hipsparseDdense2csc(handle, m, n, descr, A, ld, nnzPerColumn, cscVal, cscRowInd, &
        cscColPtr) &
        bind(c, name="hipsparseDdense2csc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: ld
      type(c_ptr), intent(in), value :: nnzPerColumn
      type(c_ptr), value :: cscVal
      type(c_ptr), value :: cscRowInd
      type(c_ptr), value :: cscColPtr
      integer(c_int) :: hipsparseDdense2csc
    end function hipsparseDdense2csc

    function hipsparseCdense2csc(handle, m, n, descr, A, ld, nnzPerColumn, cscVal, cscRowInd, &
        cscColPtr) &
        bind(c, name="hipsparseCdense2csc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: ld
      type(c_ptr), intent(in), value :: nnzPerColumn
      type(c_ptr), value :: cscVal
      type(c_ptr), value :: cscRowInd
      type(c_ptr), value :: cscColPtr
      integer(c_int) :: hipsparseCdense2csc
    end function hipsparseCdense2csc

    function hipsparseZdense2csc(handle, m, n, descr, A, ld, nnzPerColumn, cscVal, cscRowInd, &
        cscColPtr) &
        bind(c, name="hipsparseZdense2csc")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descr
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: ld
      type(c_ptr), intent(in), value :: nnzPerColumn
      type(c_ptr), value :: cscVal
      type(c_ptr), value :: cscRowInd
      type(c_ptr), value :: cscColPtr
      integer(c_int) :: hipsparseZdense2csc
    end function hipsparseZdense2csc

    function hipsparseScsr2hyb(handle, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, hybA, userEllWidth, partitionType) &
        bind(c, name="hipsparseScsr2hyb")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: hybA
      integer(c_int), value :: userEllWidth
      integer(c_int), value :: partitionType
      integer(c_int) :: hipsparseScsr2hyb
    end function hipsparseScsr2hyb

    function hipsparseDcsr2hyb(handle, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, hybA, userEllWidth, partitionType) &
        bind(c, name="hipsparseDcsr2hyb")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: hybA
      integer(c_int), value :: userEllWidth
      integer(c_int), value :: partitionType
      integer(c_int) :: hipsparseDcsr2hyb
    end function hipsparseDcsr2hyb

    function hipsparseCcsr2hyb(handle, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, hybA, userEllWidth, partitionType) &
        bind(c, name="hipsparseCcsr2hyb")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: hybA
      integer(c_int), value :: userEllWidth
      integer(c_int), value :: partitionType
      integer(c_int) :: hipsparseCcsr2hyb
    end function hipsparseCcsr2hyb

    function hipsparseZcsr2hyb(handle, m, n, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, hybA, userEllWidth, partitionType) &
        bind(c, name="hipsparseZcsr2hyb")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), value :: hybA
      integer(c_int), value :: userEllWidth
      integer(c_int), value :: partitionType
      integer(c_int) :: hipsparseZcsr2hyb
    end function hipsparseZcsr2hyb

    function hipsparseShyb2csr(handle, descrA, hybA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA) &
        bind(c, name="hipsparseShyb2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: hybA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), value :: csrSortedRowPtrA
      type(c_ptr), value :: csrSortedColIndA
      integer(c_int) :: hipsparseShyb2csr
    end function hipsparseShyb2csr

    function hipsparseDhyb2csr(handle, descrA, hybA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA) &
        bind(c, name="hipsparseDhyb2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: hybA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), value :: csrSortedRowPtrA
      type(c_ptr), value :: csrSortedColIndA
      integer(c_int) :: hipsparseDhyb2csr
    end function hipsparseDhyb2csr

    function hipsparseChyb2csr(handle, descrA, hybA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA) &
        bind(c, name="hipsparseChyb2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: hybA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), value :: csrSortedRowPtrA
      type(c_ptr), value :: csrSortedColIndA
      integer(c_int) :: hipsparseChyb2csr
    end function hipsparseChyb2csr

    function hipsparseZhyb2csr(handle, descrA, hybA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA) &
        bind(c, name="hipsparseZhyb2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: hybA
      type(c_ptr), value :: csrSortedValA
      type(c_ptr), value :: csrSortedRowPtrA
      type(c_ptr), value :: csrSortedColIndA
      integer(c_int) :: hipsparseZhyb2csr
    end function hipsparseZhyb2csr

    ! --- Sorting and pruning

    function hipsparseCreateIdentityPermutation(handle, n, p) &
        bind(c, name="hipsparseCreateIdentityPermutation")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: n
      type(c_ptr), value :: p
      integer(c_int) :: hipsparseCreateIdentityPermutation
    end function hipsparseCreateIdentityPermutation

    function hipsparseXcoosort_bufferSizeExt(handle, m, n, nnz, cooRowsA, cooColsA, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseXcoosort_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: cooRowsA
      type(c_ptr), intent(in), value :: cooColsA
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseXcoosort_bufferSizeExt
    end function hipsparseXcoosort_bufferSizeExt

    function hipsparseXcsrsort_bufferSizeExt(handle, m, n, nnz, csrRowPtrA, csrColIndA, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseXcsrsort_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), intent(in), value :: csrColIndA
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseXcsrsort_bufferSizeExt
    end function hipsparseXcsrsort_bufferSizeExt

    function hipsparseXcscsort_bufferSizeExt(handle, m, n, nnz, cscColPtrA, cscRowIndA, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseXcscsort_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: cscColPtrA
      type(c_ptr), intent(in), value :: cscRowIndA
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseXcscsort_bufferSizeExt
    end function hipsparseXcscsort_bufferSizeExt

    function hipsparseXcoosortByRow(handle, m, n, nnz, cooRowsA, cooColsA, P, pBuffer) &
        bind(c, name="hipsparseXcoosortByRow")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), value :: cooRowsA
      type(c_ptr), value :: cooColsA
      type(c_ptr), value :: P
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseXcoosortByRow
    end function hipsparseXcoosortByRow

    function hipsparseXcoosortByColumn(handle, m, n, nnz, cooRowsA, cooColsA, P, pBuffer) &
        bind(c, name="hipsparseXcoosortByColumn")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), value :: cooRowsA
      type(c_ptr), value :: cooColsA
      type(c_ptr), value :: P
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseXcoosortByColumn
    end function hipsparseXcoosortByColumn

    function hipsparseXcsrsort(handle, m, n, nnz, descrA, csrRowPtrA, csrColIndA, P, pBuffer) &
        bind(c, name="hipsparseXcsrsort")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrRowPtrA
      type(c_ptr), value :: csrColIndA
      type(c_ptr), value :: P
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseXcsrsort
    end function hipsparseXcsrsort

    function hipsparseXcscsort(handle, m, n, nnz, descrA, cscColPtrA, cscRowIndA, P, pBuffer) &
        bind(c, name="hipsparseXcscsort")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: cscColPtrA
      type(c_ptr), value :: cscRowIndA
      type(c_ptr), value :: P
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseXcscsort
    end function hipsparseXcscsort

    function hipsparseScsru2csr_bufferSizeExt(handle, m, n, nnz, csrVal, csrRowPtr, csrColInd, &
        info, pBufferSizeInBytes) &
        bind(c, name="hipsparseScsru2csr_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseScsru2csr_bufferSizeExt
    end function hipsparseScsru2csr_bufferSizeExt

    function hipsparseDcsru2csr_bufferSizeExt(handle, m, n, nnz, csrVal, csrRowPtr, csrColInd, &
        info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDcsru2csr_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDcsru2csr_bufferSizeExt
    end function hipsparseDcsru2csr_bufferSizeExt

    function hipsparseCcsru2csr_bufferSizeExt(handle, m, n, nnz, csrVal, csrRowPtr, csrColInd, &
        info, pBufferSizeInBytes) &
        bind(c, name="hipsparseCcsru2csr_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseCcsru2csr_bufferSizeExt
    end function hipsparseCcsru2csr_bufferSizeExt

    function hipsparseZcsru2csr_bufferSizeExt(handle, m, n, nnz, csrVal, csrRowPtr, csrColInd, &
        info, pBufferSizeInBytes) &
        bind(c, name="hipsparseZcsru2csr_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseZcsru2csr_bufferSizeExt
    end function hipsparseZcsru2csr_bufferSizeExt

    function hipsparseScsru2csr(handle, m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, info, &
        pBuffer) &
        bind(c, name="hipsparseScsru2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsru2csr
    end function hipsparseScsru2csr

    function hipsparseDcsru2csr(handle, m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, info, &
        pBuffer) &
        bind(c, name="hipsparseDcsru2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsru2csr
    end function hipsparseDcsru2csr

    function hipsparseCcsru2csr(handle, m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, info, &
        pBuffer) &
        bind(c, name="hipsparseCcsru2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsru2csr
    end function hipsparseCcsru2csr

    function hipsparseZcsru2csr(handle, m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, info, &
        pBuffer) &
        bind(c, name="hipsparseZcsru2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsru2csr
    end function hipsparseZcsru2csr

    function hipsparseScsr2csru(handle, m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, info, &
        pBuffer) &
        bind(c, name="hipsparseScsr2csru")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseScsr2csru
    end function hipsparseScsr2csru

    function hipsparseDcsr2csru(handle, m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, info, &
        pBuffer) &
        bind(c, name="hipsparseDcsr2csru")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDcsr2csru
    end function hipsparseDcsr2csru

    function hipsparseCcsr2csru(handle, m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, info, &
        pBuffer) &
        bind(c, name="hipsparseCcsr2csru")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseCcsr2csru
    end function hipsparseCcsr2csru

    function hipsparseZcsr2csru(handle, m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, info, &
        pBuffer) &
        bind(c, name="hipsparseZcsr2csru")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseZcsr2csru
    end function hipsparseZcsr2csru

    function hipsparseSpruneDense2csr_bufferSizeExt(handle, m, n, A, lda, threshold, descrC, &
        csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, pBufferSizeInBytes) &
        bind(c, name="hipsparseSpruneDense2csr_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSpruneDense2csr_bufferSizeExt
    end function hipsparseSpruneDense2csr_bufferSizeExt

    function hipsparseDpruneDense2csr_bufferSizeExt(handle, m, n, A, lda, threshold, descrC, &
        csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, pBufferSizeInBytes) &
        bind(c, name="hipsparseDpruneDense2csr_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDpruneDense2csr_bufferSizeExt
    end function hipsparseDpruneDense2csr_bufferSizeExt

    function hipsparseSpruneDense2csrNnz(handle, m, n, A, lda, threshold, descrC, csrRowPtrC, &
        nnzTotalDevHostPtr, pBuffer) &
        bind(c, name="hipsparseSpruneDense2csrNnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSpruneDense2csrNnz
    end function hipsparseSpruneDense2csrNnz

    function hipsparseDpruneDense2csrNnz(handle, m, n, A, lda, threshold, descrC, csrRowPtrC, &
        nnzTotalDevHostPtr, pBuffer) &
        bind(c, name="hipsparseDpruneDense2csrNnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDpruneDense2csrNnz
    end function hipsparseDpruneDense2csrNnz

    function hipsparseSpruneDense2csr(handle, m, n, A, lda, threshold, descrC, csrSortedValC, &
        csrSortedRowPtrC, csrSortedColIndC, pBuffer) &
        bind(c, name="hipsparseSpruneDense2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSpruneDense2csr
    end function hipsparseSpruneDense2csr

    function hipsparseDpruneDense2csr(handle, m, n, A, lda, threshold, descrC, csrSortedValC, &
        csrSortedRowPtrC, csrSortedColIndC, pBuffer) &
        bind(c, name="hipsparseDpruneDense2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDpruneDense2csr
    end function hipsparseDpruneDense2csr

    function hipsparseSpruneCsr2csr_bufferSizeExt(handle, m, n, nnzA, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, threshold, descrC, csrSortedValC, csrSortedRowPtrC, &
        csrSortedColIndC, pBufferSizeInBytes) &
        bind(c, name="hipsparseSpruneCsr2csr_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSpruneCsr2csr_bufferSizeExt
    end function hipsparseSpruneCsr2csr_bufferSizeExt

    function hipsparseDpruneCsr2csr_bufferSizeExt(handle, m, n, nnzA, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, threshold, descrC, csrSortedValC, csrSortedRowPtrC, &
        csrSortedColIndC, pBufferSizeInBytes) &
        bind(c, name="hipsparseDpruneCsr2csr_bufferSizeExt")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDpruneCsr2csr_bufferSizeExt
    end function hipsparseDpruneCsr2csr_bufferSizeExt

    function hipsparseSpruneCsr2csrNnz(handle, m, n, nnzA, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, threshold, descrC, csrSortedRowPtrC, &
        nnzTotalDevHostPtr, pBuffer) &
        bind(c, name="hipsparseSpruneCsr2csrNnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSpruneCsr2csrNnz
    end function hipsparseSpruneCsr2csrNnz

    function hipsparseDpruneCsr2csrNnz(handle, m, n, nnzA, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, threshold, descrC, csrSortedRowPtrC, &
        nnzTotalDevHostPtr, pBuffer) &
        bind(c, name="hipsparseDpruneCsr2csrNnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDpruneCsr2csrNnz
    end function hipsparseDpruneCsr2csrNnz

    function hipsparseSpruneCsr2csr(handle, m, n, nnzA, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, threshold, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, &
        pBuffer) &
        bind(c, name="hipsparseSpruneCsr2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSpruneCsr2csr
    end function hipsparseSpruneCsr2csr

    function hipsparseDpruneCsr2csr(handle, m, n, nnzA, descrA, csrSortedValA, csrSortedRowPtrA, &
        csrSortedColIndA, threshold, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, &
        pBuffer) &
        bind(c, name="hipsparseDpruneCsr2csr")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDpruneCsr2csr
    end function hipsparseDpruneCsr2csr

    function hipsparseSpruneDense2csr_bufferSize(handle, m, n, A, lda, threshold, descrC, &
        csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, pBufferSizeInBytes) &
        bind(c, name="hipsparseSpruneDense2csr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSpruneDense2csr_bufferSize
    end function hipsparseSpruneDense2csr_bufferSize

    function hipsparseDpruneDense2csr_bufferSize(handle, m, n, A, lda, threshold, descrC, &
        csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, pBufferSizeInBytes) &
        bind(c, name="hipsparseDpruneDense2csr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDpruneDense2csr_bufferSize
    end function hipsparseDpruneDense2csr_bufferSize

    function hipsparseSpruneCsr2csr_bufferSize(handle, m, n, nnzA, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, threshold, descrC, csrSortedValC, csrSortedRowPtrC, &
        csrSortedColIndC, pBufferSizeInBytes) &
        bind(c, name="hipsparseSpruneCsr2csr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSpruneCsr2csr_bufferSize
    end function hipsparseSpruneCsr2csr_bufferSize

    function hipsparseDpruneCsr2csr_bufferSize(handle, m, n, nnzA, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, threshold, descrC, csrSortedValC, csrSortedRowPtrC, &
        csrSortedColIndC, pBufferSizeInBytes) &
        bind(c, name="hipsparseDpruneCsr2csr_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      type(c_ptr), intent(in), value :: threshold
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDpruneCsr2csr_bufferSize
    end function hipsparseDpruneCsr2csr_bufferSize

    function hipsparseSpruneDense2csrByPercentage_bufferSize(handle, m, n, A, lda, percentage, &
        descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseSpruneDense2csrByPercentage_bufferSize")
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      real(c_float), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSpruneDense2csrByPercentage_bufferSize
    end function hipsparseSpruneDense2csrByPercentage_bufferSize

    function hipsparseDpruneDense2csrByPercentage_bufferSize(handle, m, n, A, lda, percentage, &
        descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDpruneDense2csrByPercentage_bufferSize")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      real(c_double), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDpruneDense2csrByPercentage_bufferSize
    end function hipsparseDpruneDense2csrByPercentage_bufferSize

    function hipsparseSpruneDense2csrByPercentage_bufferSizeExt(handle, m, n, A, lda, &
        percentage, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, info, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseSpruneDense2csrByPercentage_bufferSizeExt")
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      real(c_float), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSpruneDense2csrByPercentage_bufferSizeExt
    end function hipsparseSpruneDense2csrByPercentage_bufferSizeExt

    function hipsparseDpruneDense2csrByPercentage_bufferSizeExt(handle, m, n, A, lda, &
        percentage, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, info, &
        pBufferSizeInBytes) &
        bind(c, name="hipsparseDpruneDense2csrByPercentage_bufferSizeExt")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      real(c_double), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDpruneDense2csrByPercentage_bufferSizeExt
    end function hipsparseDpruneDense2csrByPercentage_bufferSizeExt

    function hipsparseSpruneDense2csrNnzByPercentage(handle, m, n, A, lda, percentage, descrC, &
        csrRowPtrC, nnzTotalDevHostPtr, info, pBuffer) &
        bind(c, name="hipsparseSpruneDense2csrNnzByPercentage")
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      real(c_float), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSpruneDense2csrNnzByPercentage
    end function hipsparseSpruneDense2csrNnzByPercentage

    function hipsparseDpruneDense2csrNnzByPercentage(handle, m, n, A, lda, percentage, descrC, &
        csrRowPtrC, nnzTotalDevHostPtr, info, pBuffer) &
        bind(c, name="hipsparseDpruneDense2csrNnzByPercentage")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      real(c_double), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDpruneDense2csrNnzByPercentage
    end function hipsparseDpruneDense2csrNnzByPercentage

    function hipsparseSpruneDense2csrByPercentage(handle, m, n, A, lda, percentage, descrC, &
        csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, info, pBuffer) &
        bind(c, name="hipsparseSpruneDense2csrByPercentage")
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      real(c_float), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSpruneDense2csrByPercentage
    end function hipsparseSpruneDense2csrByPercentage

    function hipsparseDpruneDense2csrByPercentage(handle, m, n, A, lda, percentage, descrC, &
        csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, info, pBuffer) &
        bind(c, name="hipsparseDpruneDense2csrByPercentage")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      type(c_ptr), intent(in), value :: A
      integer(c_int), value :: lda
      real(c_double), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDpruneDense2csrByPercentage
    end function hipsparseDpruneDense2csrByPercentage

    function hipsparseSpruneCsr2csrByPercentage_bufferSize(handle, m, n, nnzA, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, percentage, descrC, csrSortedValC, &
        csrSortedRowPtrC, csrSortedColIndC, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseSpruneCsr2csrByPercentage_bufferSize")
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      real(c_float), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSpruneCsr2csrByPercentage_bufferSize
    end function hipsparseSpruneCsr2csrByPercentage_bufferSize

    function hipsparseDpruneCsr2csrByPercentage_bufferSize(handle, m, n, nnzA, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, percentage, descrC, csrSortedValC, &
        csrSortedRowPtrC, csrSortedColIndC, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDpruneCsr2csrByPercentage_bufferSize")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      real(c_double), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDpruneCsr2csrByPercentage_bufferSize
    end function hipsparseDpruneCsr2csrByPercentage_bufferSize

    function hipsparseSpruneCsr2csrByPercentage_bufferSizeExt(handle, m, n, nnzA, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, percentage, descrC, csrSortedValC, &
        csrSortedRowPtrC, csrSortedColIndC, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseSpruneCsr2csrByPercentage_bufferSizeExt")
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      real(c_float), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseSpruneCsr2csrByPercentage_bufferSizeExt
    end function hipsparseSpruneCsr2csrByPercentage_bufferSizeExt

    function hipsparseDpruneCsr2csrByPercentage_bufferSizeExt(handle, m, n, nnzA, descrA, &
        csrSortedValA, csrSortedRowPtrA, csrSortedColIndA, percentage, descrC, csrSortedValC, &
        csrSortedRowPtrC, csrSortedColIndC, info, pBufferSizeInBytes) &
        bind(c, name="hipsparseDpruneCsr2csrByPercentage_bufferSizeExt")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      real(c_double), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), intent(in), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), intent(in), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBufferSizeInBytes
      integer(c_int) :: hipsparseDpruneCsr2csrByPercentage_bufferSizeExt
    end function hipsparseDpruneCsr2csrByPercentage_bufferSizeExt

    function hipsparseSpruneCsr2csrNnzByPercentage(handle, m, n, nnzA, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, percentage, descrC, csrSortedRowPtrC, &
        nnzTotalDevHostPtr, info, pBuffer) &
        bind(c, name="hipsparseSpruneCsr2csrNnzByPercentage")
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      real(c_float), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSpruneCsr2csrNnzByPercentage
    end function hipsparseSpruneCsr2csrNnzByPercentage

    function hipsparseDpruneCsr2csrNnzByPercentage(handle, m, n, nnzA, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, percentage, descrC, csrSortedRowPtrC, &
        nnzTotalDevHostPtr, info, pBuffer) &
        bind(c, name="hipsparseDpruneCsr2csrNnzByPercentage")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      real(c_double), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedRowPtrC
      type(c_ptr), value :: nnzTotalDevHostPtr
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDpruneCsr2csrNnzByPercentage
    end function hipsparseDpruneCsr2csrNnzByPercentage

    function hipsparseSpruneCsr2csrByPercentage(handle, m, n, nnzA, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, percentage, descrC, csrSortedValC, csrSortedRowPtrC, &
        csrSortedColIndC, info, pBuffer) &
        bind(c, name="hipsparseSpruneCsr2csrByPercentage")
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      real(c_float), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseSpruneCsr2csrByPercentage
    end function hipsparseSpruneCsr2csrByPercentage

    function hipsparseDpruneCsr2csrByPercentage(handle, m, n, nnzA, descrA, csrSortedValA, &
        csrSortedRowPtrA, csrSortedColIndA, percentage, descrC, csrSortedValC, csrSortedRowPtrC, &
        csrSortedColIndC, info, pBuffer) &
        bind(c, name="hipsparseDpruneCsr2csrByPercentage")
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnzA
      type(c_ptr), intent(in), value :: descrA
      type(c_ptr), intent(in), value :: csrSortedValA
      type(c_ptr), intent(in), value :: csrSortedRowPtrA
      type(c_ptr), intent(in), value :: csrSortedColIndA
      real(c_double), value :: percentage
      type(c_ptr), intent(in), value :: descrC
      type(c_ptr), value :: csrSortedValC
      type(c_ptr), intent(in), value :: csrSortedRowPtrC
      type(c_ptr), value :: csrSortedColIndC
      type(c_ptr), value :: info
      type(c_ptr), value :: pBuffer
      integer(c_int) :: hipsparseDpruneCsr2csrByPercentage
    end function hipsparseDpruneCsr2csrByPercentage

    ! --- From rows to columns

    function hipsparseCsr2cscEx2(handle, m, n, nnz, csrVal, csrRowPtr, csrColInd, cscVal, &
        cscColPtr, cscRowInd, valType, copyValues, idxBase, alg, buffer) &
        bind(c, name="hipsparseCsr2cscEx2")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), intent(in), value :: csrColInd
      type(c_ptr), value :: cscVal
      type(c_ptr), value :: cscColPtr
      type(c_ptr), value :: cscRowInd
      integer(c_int), value :: valType
      integer(c_int), value :: copyValues
      integer(c_int), value :: idxBase
      integer(c_int), value :: alg
      type(c_ptr), value :: buffer
      integer(c_int) :: hipsparseCsr2cscEx2
    end function hipsparseCsr2cscEx2

    function hipsparseCsr2cscEx2_bufferSize(handle, m, n, nnz, csrVal, csrRowPtr, csrColInd, &
        cscVal, cscColPtr, cscRowInd, valType, copyValues, idxBase, alg, bufferSize) &
        bind(c, name="hipsparseCsr2cscEx2_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: m
      integer(c_int), value :: n
      integer(c_int), value :: nnz
      type(c_ptr), intent(in), value :: csrVal
      type(c_ptr), intent(in), value :: csrRowPtr
      type(c_ptr), intent(in), value :: csrColInd
      type(c_ptr), value :: cscVal
      type(c_ptr), value :: cscColPtr
      type(c_ptr), value :: cscRowInd
      integer(c_int), value :: valType
      integer(c_int), value :: copyValues
      integer(c_int), value :: idxBase
      integer(c_int), value :: alg
      type(c_ptr), value :: bufferSize
      integer(c_int) :: hipsparseCsr2cscEx2_bufferSize
    end function hipsparseCsr2cscEx2_bufferSize

    ! --- Sparse vectors

    function hipsparseCreateSpVec(spVecDescr, size, nnz, indices, values, idxType, idxBase, &
        valueType) &
        bind(c, name="hipsparseCreateSpVec")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spVecDescr
      integer(c_int64_t), value :: size
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: indices
      type(c_ptr), value :: values
      integer(c_int), value :: idxType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateSpVec
    end function hipsparseCreateSpVec

    function hipsparseCreateConstSpVec(spVecDescr, size, nnz, indices, values, idxType, idxBase, &
        valueType) &
        bind(c, name="hipsparseCreateConstSpVec")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spVecDescr
      integer(c_int64_t), value :: size
      integer(c_int64_t), value :: nnz
      type(c_ptr), intent(in), value :: indices
      type(c_ptr), intent(in), value :: values
      integer(c_int), value :: idxType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateConstSpVec
    end function hipsparseCreateConstSpVec

    function hipsparseDestroySpVec(spVecDescr) &
        bind(c, name="hipsparseDestroySpVec")
      import :: c_int, c_ptr
      type(c_ptr), value :: spVecDescr
      integer(c_int) :: hipsparseDestroySpVec
    end function hipsparseDestroySpVec

    function hipsparseSpVecGet(spVecDescr, size, nnz, indices, values, idxType, idxBase, &
        valueType) &
        bind(c, name="hipsparseSpVecGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spVecDescr
      integer(c_int64_t) :: size
      integer(c_int64_t) :: nnz
      type(c_ptr) :: indices
      type(c_ptr) :: values
      integer(c_int) :: idxType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseSpVecGet
    end function hipsparseSpVecGet

    function hipsparseConstSpVecGet(spVecDescr, size, nnz, indices, values, idxType, idxBase, &
        valueType) &
        bind(c, name="hipsparseConstSpVecGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spVecDescr
      integer(c_int64_t) :: size
      integer(c_int64_t) :: nnz
      type(c_ptr) :: indices
      type(c_ptr) :: values
      integer(c_int) :: idxType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseConstSpVecGet
    end function hipsparseConstSpVecGet

    function hipsparseSpVecGetIndexBase(spVecDescr, idxBase) &
        bind(c, name="hipsparseSpVecGetIndexBase")
      import :: c_int, c_ptr
      type(c_ptr), value :: spVecDescr
      integer(c_int) :: idxBase
      integer(c_int) :: hipsparseSpVecGetIndexBase
    end function hipsparseSpVecGetIndexBase

    function hipsparseSpVecGetValues(spVecDescr, values) &
        bind(c, name="hipsparseSpVecGetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: spVecDescr
      type(c_ptr) :: values
      integer(c_int) :: hipsparseSpVecGetValues
    end function hipsparseSpVecGetValues

    function hipsparseConstSpVecGetValues(spVecDescr, values) &
        bind(c, name="hipsparseConstSpVecGetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: spVecDescr
      type(c_ptr) :: values
      integer(c_int) :: hipsparseConstSpVecGetValues
    end function hipsparseConstSpVecGetValues

    function hipsparseSpVecSetValues(spVecDescr, values) &
        bind(c, name="hipsparseSpVecSetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: spVecDescr
      type(c_ptr), value :: values
      integer(c_int) :: hipsparseSpVecSetValues
    end function hipsparseSpVecSetValues

    ! --- Dense vectors

    function hipsparseCreateDnVec(dnVecDescr, size, values, valueType) &
        bind(c, name="hipsparseCreateDnVec")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: dnVecDescr
      integer(c_int64_t), value :: size
      type(c_ptr), value :: values
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateDnVec
    end function hipsparseCreateDnVec

    function hipsparseCreateConstDnVec(dnVecDescr, size, values, valueType) &
        bind(c, name="hipsparseCreateConstDnVec")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: dnVecDescr
      integer(c_int64_t), value :: size
      type(c_ptr), intent(in), value :: values
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateConstDnVec
    end function hipsparseCreateConstDnVec

    function hipsparseDestroyDnVec(dnVecDescr) &
        bind(c, name="hipsparseDestroyDnVec")
      import :: c_int, c_ptr
      type(c_ptr), value :: dnVecDescr
      integer(c_int) :: hipsparseDestroyDnVec
    end function hipsparseDestroyDnVec

    function hipsparseDnVecGet(dnVecDescr, size, values, valueType) &
        bind(c, name="hipsparseDnVecGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: dnVecDescr
      integer(c_int64_t) :: size
      type(c_ptr) :: values
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseDnVecGet
    end function hipsparseDnVecGet

    function hipsparseConstDnVecGet(dnVecDescr, size, values, valueType) &
        bind(c, name="hipsparseConstDnVecGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: dnVecDescr
      integer(c_int64_t) :: size
      type(c_ptr) :: values
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseConstDnVecGet
    end function hipsparseConstDnVecGet

    function hipsparseDnVecGetValues(dnVecDescr, values) &
        bind(c, name="hipsparseDnVecGetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: dnVecDescr
      type(c_ptr) :: values
      integer(c_int) :: hipsparseDnVecGetValues
    end function hipsparseDnVecGetValues

    function hipsparseConstDnVecGetValues(dnVecDescr, values) &
        bind(c, name="hipsparseConstDnVecGetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: dnVecDescr
      type(c_ptr) :: values
      integer(c_int) :: hipsparseConstDnVecGetValues
    end function hipsparseConstDnVecGetValues

    function hipsparseDnVecSetValues(dnVecDescr, values) &
        bind(c, name="hipsparseDnVecSetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: dnVecDescr
      type(c_ptr), value :: values
      integer(c_int) :: hipsparseDnVecSetValues
    end function hipsparseDnVecSetValues

    ! --- Sparse matrices

    function hipsparseDestroySpMat(spMatDescr) &
        bind(c, name="hipsparseDestroySpMat")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int) :: hipsparseDestroySpMat
    end function hipsparseDestroySpMat

    function hipsparseSpMatGetFormat(spMatDescr, format) &
        bind(c, name="hipsparseSpMatGetFormat")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int) :: format
      integer(c_int) :: hipsparseSpMatGetFormat
    end function hipsparseSpMatGetFormat

    function hipsparseSpMatGetIndexBase(spMatDescr, idxBase) &
        bind(c, name="hipsparseSpMatGetIndexBase")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int) :: idxBase
      integer(c_int) :: hipsparseSpMatGetIndexBase
    end function hipsparseSpMatGetIndexBase

    function hipsparseSpMatGetValues(spMatDescr, values) &
        bind(c, name="hipsparseSpMatGetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      type(c_ptr) :: values
      integer(c_int) :: hipsparseSpMatGetValues
    end function hipsparseSpMatGetValues

    function hipsparseConstSpMatGetValues(spMatDescr, values) &
        bind(c, name="hipsparseConstSpMatGetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      type(c_ptr) :: values
      integer(c_int) :: hipsparseConstSpMatGetValues
    end function hipsparseConstSpMatGetValues

    function hipsparseSpMatGetSize(spMatDescr, rows, cols, nnz) &
        bind(c, name="hipsparseSpMatGetSize")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: nnz
      integer(c_int) :: hipsparseSpMatGetSize
    end function hipsparseSpMatGetSize

    function hipsparseSpMatGetStridedBatch(spMatDescr, batchCount) &
        bind(c, name="hipsparseSpMatGetStridedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int) :: batchCount
      integer(c_int) :: hipsparseSpMatGetStridedBatch
    end function hipsparseSpMatGetStridedBatch

    function hipsparseCooSetStridedBatch(spMatDescr, batchCount, batchStride) &
        bind(c, name="hipsparseCooSetStridedBatch")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int), value :: batchCount
      integer(c_int64_t), value :: batchStride
      integer(c_int) :: hipsparseCooSetStridedBatch
    end function hipsparseCooSetStridedBatch

    function hipsparseCsrSetStridedBatch(spMatDescr, batchCount, offsetsBatchStride, &
        columnsValuesBatchStride) &
        bind(c, name="hipsparseCsrSetStridedBatch")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int), value :: batchCount
      integer(c_int64_t), value :: offsetsBatchStride
      integer(c_int64_t), value :: columnsValuesBatchStride
      integer(c_int) :: hipsparseCsrSetStridedBatch
    end function hipsparseCsrSetStridedBatch

    function hipsparseSpMatGetAttribute(spMatDescr, attribute, data, dataSize) &
        bind(c, name="hipsparseSpMatGetAttribute")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: spMatDescr
      integer(c_int), value :: attribute
      type(c_ptr), value :: data
      integer(c_size_t), value :: dataSize
      integer(c_int) :: hipsparseSpMatGetAttribute
    end function hipsparseSpMatGetAttribute

    function hipsparseCsrGet(spMatDescr, rows, cols, nnz, csrRowOffsets, csrColInd, csrValues, &
        csrRowOffsetsType, csrColIndType, idxBase, valueType) &
        bind(c, name="hipsparseCsrGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: nnz
      type(c_ptr) :: csrRowOffsets
      type(c_ptr) :: csrColInd
      type(c_ptr) :: csrValues
      integer(c_int) :: csrRowOffsetsType
      integer(c_int) :: csrColIndType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseCsrGet
    end function hipsparseCsrGet

    function hipsparseConstCsrGet(spMatDescr, rows, cols, nnz, csrRowOffsets, csrColInd, &
        csrValues, csrRowOffsetsType, csrColIndType, idxBase, valueType) &
        bind(c, name="hipsparseConstCsrGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: nnz
      type(c_ptr) :: csrRowOffsets
      type(c_ptr) :: csrColInd
      type(c_ptr) :: csrValues
      integer(c_int) :: csrRowOffsetsType
      integer(c_int) :: csrColIndType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseConstCsrGet
    end function hipsparseConstCsrGet

    function hipsparseCscGet(spMatDescr, rows, cols, nnz, cscColOffsets, cscRowInd, cscValues, &
        cscColOffsetsType, cscRowIndType, idxBase, valueType) &
        bind(c, name="hipsparseCscGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: nnz
      type(c_ptr) :: cscColOffsets
      type(c_ptr) :: cscRowInd
      type(c_ptr) :: cscValues
      integer(c_int) :: cscColOffsetsType
      integer(c_int) :: cscRowIndType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseCscGet
    end function hipsparseCscGet

    function hipsparseConstCscGet(spMatDescr, rows, cols, nnz, cscColOffsets, cscRowInd, &
        cscValues, cscColOffsetsType, cscRowIndType, idxBase, valueType) &
        bind(c, name="hipsparseConstCscGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: nnz
      type(c_ptr) :: cscColOffsets
      type(c_ptr) :: cscRowInd
      type(c_ptr) :: cscValues
      integer(c_int) :: cscColOffsetsType
      integer(c_int) :: cscRowIndType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseConstCscGet
    end function hipsparseConstCscGet

    function hipsparseCooGet(spMatDescr, rows, cols, nnz, cooRowInd, cooColInd, cooValues, &
        idxType, idxBase, valueType) &
        bind(c, name="hipsparseCooGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: nnz
      type(c_ptr) :: cooRowInd
      type(c_ptr) :: cooColInd
      type(c_ptr) :: cooValues
      integer(c_int) :: idxType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseCooGet
    end function hipsparseCooGet

    function hipsparseConstCooGet(spMatDescr, rows, cols, nnz, cooRowInd, cooColInd, cooValues, &
        idxType, idxBase, valueType) &
        bind(c, name="hipsparseConstCooGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: nnz
      type(c_ptr) :: cooRowInd
      type(c_ptr) :: cooColInd
      type(c_ptr) :: cooValues
      integer(c_int) :: idxType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseConstCooGet
    end function hipsparseConstCooGet

    function hipsparseBlockedEllGet(spMatDescr, rows, cols, ellBlockSize, ellCols, ellColInd, &
        ellValue, ellIdxType, idxBase, valueType) &
        bind(c, name="hipsparseBlockedEllGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: ellBlockSize
      integer(c_int64_t) :: ellCols
      type(c_ptr) :: ellColInd
      type(c_ptr) :: ellValue
      integer(c_int) :: ellIdxType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseBlockedEllGet
    end function hipsparseBlockedEllGet

    function hipsparseConstBlockedEllGet(spMatDescr, rows, cols, ellBlockSize, ellCols, &
        ellColInd, ellValue, ellIdxType, idxBase, valueType) &
        bind(c, name="hipsparseConstBlockedEllGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: ellBlockSize
      integer(c_int64_t) :: ellCols
      type(c_ptr) :: ellColInd
      type(c_ptr) :: ellValue
      integer(c_int) :: ellIdxType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseConstBlockedEllGet
    end function hipsparseConstBlockedEllGet

    function hipsparseSpMatSetValues(spMatDescr, values) &
        bind(c, name="hipsparseSpMatSetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      type(c_ptr), value :: values
      integer(c_int) :: hipsparseSpMatSetValues
    end function hipsparseSpMatSetValues

    function hipsparseCreateCsr(spMatDescr, rows, cols, nnz, csrRowOffsets, csrColInd, &
        csrValues, csrRowOffsetsType, csrColIndType, idxBase, valueType) &
        bind(c, name="hipsparseCreateCsr")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: csrRowOffsets
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: csrValues
      integer(c_int), value :: csrRowOffsetsType
      integer(c_int), value :: csrColIndType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateCsr
    end function hipsparseCreateCsr

    function hipsparseCreateConstCsr(spMatDescr, rows, cols, nnz, csrRowOffsets, csrColInd, &
        csrValues, csrRowOffsetsType, csrColIndType, idxBase, valueType) &
        bind(c, name="hipsparseCreateConstCsr")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), intent(in), value :: csrRowOffsets
      type(c_ptr), intent(in), value :: csrColInd
      type(c_ptr), intent(in), value :: csrValues
      integer(c_int), value :: csrRowOffsetsType
      integer(c_int), value :: csrColIndType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateConstCsr
    end function hipsparseCreateConstCsr

    function hipsparseCreateCsc(spMatDescr, rows, cols, nnz, cscColOffsets, cscRowInd, &
        cscValues, cscColOffsetsType, cscRowIndType, idxBase, valueType) &
        bind(c, name="hipsparseCreateCsc")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: cscColOffsets
      type(c_ptr), value :: cscRowInd
      type(c_ptr), value :: cscValues
      integer(c_int), value :: cscColOffsetsType
      integer(c_int), value :: cscRowIndType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateCsc
    end function hipsparseCreateCsc

    function hipsparseCreateConstCsc(spMatDescr, rows, cols, nnz, cscColOffsets, cscRowInd, &
        cscValues, cscColOffsetsType, cscRowIndType, idxBase, valueType) &
        bind(c, name="hipsparseCreateConstCsc")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), intent(in), value :: cscColOffsets
      type(c_ptr), intent(in), value :: cscRowInd
      type(c_ptr), intent(in), value :: cscValues
      integer(c_int), value :: cscColOffsetsType
      integer(c_int), value :: cscRowIndType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateConstCsc
    end function hipsparseCreateConstCsc

    function hipsparseCreateCoo(spMatDescr, rows, cols, nnz, cooRowInd, cooColInd, cooValues, &
        cooIdxType, idxBase, valueType) &
        bind(c, name="hipsparseCreateCoo")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: cooRowInd
      type(c_ptr), value :: cooColInd
      type(c_ptr), value :: cooValues
      integer(c_int), value :: cooIdxType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateCoo
    end function hipsparseCreateCoo

    function hipsparseCreateConstCoo(spMatDescr, rows, cols, nnz, cooRowInd, cooColInd, &
        cooValues, cooIdxType, idxBase, valueType) &
        bind(c, name="hipsparseCreateConstCoo")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), intent(in), value :: cooRowInd
      type(c_ptr), intent(in), value :: cooColInd
      type(c_ptr), intent(in), value :: cooValues
      integer(c_int), value :: cooIdxType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateConstCoo
    end function hipsparseCreateConstCoo

    function hipsparseCreateBlockedEll(spMatDescr, rows, cols, ellBlockSize, ellCols, ellColInd, &
        ellValue, ellIdxType, idxBase, valueType) &
        bind(c, name="hipsparseCreateBlockedEll")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: ellBlockSize
      integer(c_int64_t), value :: ellCols
      type(c_ptr), value :: ellColInd
      type(c_ptr), value :: ellValue
      integer(c_int), value :: ellIdxType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateBlockedEll
    end function hipsparseCreateBlockedEll

    function hipsparseCreateConstBlockedEll(spMatDescr, rows, cols, ellBlockSize, ellCols, &
        ellColInd, ellValue, ellIdxType, idxBase, valueType) &
        bind(c, name="hipsparseCreateConstBlockedEll")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: ellBlockSize
      integer(c_int64_t), value :: ellCols
      type(c_ptr), intent(in), value :: ellColInd
      type(c_ptr), intent(in), value :: ellValue
      integer(c_int), value :: ellIdxType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateConstBlockedEll
    end function hipsparseCreateConstBlockedEll

    function hipsparseCsrSetPointers(spMatDescr, csrRowOffsets, csrColInd, csrValues) &
        bind(c, name="hipsparseCsrSetPointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      type(c_ptr), value :: csrRowOffsets
      type(c_ptr), value :: csrColInd
      type(c_ptr), value :: csrValues
      integer(c_int) :: hipsparseCsrSetPointers
    end function hipsparseCsrSetPointers

    function hipsparseCscSetPointers(spMatDescr, cscColOffsets, cscRowInd, cscValues) &
        bind(c, name="hipsparseCscSetPointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      type(c_ptr), value :: cscColOffsets
      type(c_ptr), value :: cscRowInd
      type(c_ptr), value :: cscValues
      integer(c_int) :: hipsparseCscSetPointers
    end function hipsparseCscSetPointers

    function hipsparseCooSetPointers(spMatDescr, cooRows, cooColumns, cooValues) &
        bind(c, name="hipsparseCooSetPointers")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      type(c_ptr), value :: cooRows
      type(c_ptr), value :: cooColumns
      type(c_ptr), value :: cooValues
      integer(c_int) :: hipsparseCooSetPointers
    end function hipsparseCooSetPointers

    function hipsparseSpMatSetAttribute(spMatDescr, attribute, data, dataSize) &
        bind(c, name="hipsparseSpMatSetAttribute")
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: spMatDescr
      integer(c_int), value :: attribute
      type(c_ptr), intent(in), value :: data
      integer(c_size_t), value :: dataSize
      integer(c_int) :: hipsparseSpMatSetAttribute
    end function hipsparseSpMatSetAttribute

    function hipsparseSpMatSetStridedBatch(spMatDescr, batchCount) &
        bind(c, name="hipsparseSpMatSetStridedBatch")
      import :: c_int, c_ptr
      type(c_ptr), value :: spMatDescr
      integer(c_int), value :: batchCount
      integer(c_int) :: hipsparseSpMatSetStridedBatch
    end function hipsparseSpMatSetStridedBatch

    function hipsparseCreateCooAoS(spMatDescr, rows, cols, nnz, cooInd, cooValues, cooIdxType, &
        idxBase, valueType) &
        bind(c, name="hipsparseCreateCooAoS")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: spMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: nnz
      type(c_ptr), value :: cooInd
      type(c_ptr), value :: cooValues
      integer(c_int), value :: cooIdxType
      integer(c_int), value :: idxBase
      integer(c_int), value :: valueType
      integer(c_int) :: hipsparseCreateCooAoS
    end function hipsparseCreateCooAoS

    function hipsparseCooAoSGet(spMatDescr, rows, cols, nnz, cooInd, cooValues, idxType, &
        idxBase, valueType) &
        bind(c, name="hipsparseCooAoSGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), intent(in), value :: spMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: nnz
      type(c_ptr) :: cooInd
      type(c_ptr) :: cooValues
      integer(c_int) :: idxType
      integer(c_int) :: idxBase
      integer(c_int) :: valueType
      integer(c_int) :: hipsparseCooAoSGet
    end function hipsparseCooAoSGet

    ! --- Dense matrices

    function hipsparseCreateDnMat(dnMatDescr, rows, cols, ld, values, valueType, order) &
        bind(c, name="hipsparseCreateDnMat")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: dnMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: ld
      type(c_ptr), value :: values
      integer(c_int), value :: valueType
      integer(c_int), value :: order
      integer(c_int) :: hipsparseCreateDnMat
    end function hipsparseCreateDnMat

    function hipsparseCreateConstDnMat(dnMatDescr, rows, cols, ld, values, valueType, order) &
        bind(c, name="hipsparseCreateConstDnMat")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr) :: dnMatDescr
      integer(c_int64_t), value :: rows
      integer(c_int64_t), value :: cols
      integer(c_int64_t), value :: ld
      type(c_ptr), intent(in), value :: values
      integer(c_int), value :: valueType
      integer(c_int), value :: order
      integer(c_int) :: hipsparseCreateConstDnMat
    end function hipsparseCreateConstDnMat

    function hipsparseDestroyDnMat(dnMatDescr) &
        bind(c, name="hipsparseDestroyDnMat")
      import :: c_int, c_ptr
      type(c_ptr), value :: dnMatDescr
      integer(c_int) :: hipsparseDestroyDnMat
    end function hipsparseDestroyDnMat

    function hipsparseDnMatGet(dnMatDescr, rows, cols, ld, values, type, order) &
        bind(c, name="hipsparseDnMatGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: dnMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: ld
      type(c_ptr) :: values
      integer(c_int) :: type
      integer(c_int) :: order
      integer(c_int) :: hipsparseDnMatGet
    end function hipsparseDnMatGet

    function hipsparseConstDnMatGet(dnMatDescr, rows, cols, ld, values, type, order) &
        bind(c, name="hipsparseConstDnMatGet")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: dnMatDescr
      integer(c_int64_t) :: rows
      integer(c_int64_t) :: cols
      integer(c_int64_t) :: ld
      type(c_ptr) :: values
      integer(c_int) :: type
      integer(c_int) :: order
      integer(c_int) :: hipsparseConstDnMatGet
    end function hipsparseConstDnMatGet

    function hipsparseDnMatGetValues(dnMatDescr, values) &
        bind(c, name="hipsparseDnMatGetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: dnMatDescr
      type(c_ptr) :: values
      integer(c_int) :: hipsparseDnMatGetValues
    end function hipsparseDnMatGetValues

    function hipsparseConstDnMatGetValues(dnMatDescr, values) &
        bind(c, name="hipsparseConstDnMatGetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: dnMatDescr
      type(c_ptr) :: values
      integer(c_int) :: hipsparseConstDnMatGetValues
    end function hipsparseConstDnMatGetValues

    function hipsparseDnMatSetStridedBatch(dnMatDescr, batchCount, batchStride) &
        bind(c, name="hipsparseDnMatSetStridedBatch")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: dnMatDescr
      integer(c_int), value :: batchCount
      integer(c_int64_t), value :: batchStride
      integer(c_int) :: hipsparseDnMatSetStridedBatch
    end function hipsparseDnMatSetStridedBatch

    function hipsparseDnMatGetStridedBatch(dnMatDescr, batchCount, batchStride) &
        bind(c, name="hipsparseDnMatGetStridedBatch")
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: dnMatDescr
      integer(c_int) :: batchCount
      integer(c_int64_t) :: batchStride
      integer(c_int) :: hipsparseDnMatGetStridedBatch
    end function hipsparseDnMatGetStridedBatch

    function hipsparseDnMatSetValues(dnMatDescr, values) &
        bind(c, name="hipsparseDnMatSetValues")
      import :: c_int, c_ptr
      type(c_ptr), value :: dnMatDescr
      type(c_ptr), value :: values
      integer(c_int) :: hipsparseDnMatSetValues
    end function hipsparseDnMatSetValues

    ! --- Operations on two vectors

    function hipsparseAxpby(handle, alpha, vecX, beta, vecY) &
        bind(c, name="hipsparseAxpby")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: vecX
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: vecY
      integer(c_int) :: hipsparseAxpby
    end function hipsparseAxpby

    function hipsparseGather(handle, vecY, vecX) &
        bind(c, name="hipsparseGather")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: vecY
      type(c_ptr), value :: vecX
      integer(c_int) :: hipsparseGather
    end function hipsparseGather

    function hipsparseScatter(handle, vecX, vecY) &
        bind(c, name="hipsparseScatter")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: vecX
      type(c_ptr), value :: vecY
      integer(c_int) :: hipsparseScatter
    end function hipsparseScatter

    function hipsparseRot(handle, c_coeff, s_coeff, vecX, vecY) &
        bind(c, name="hipsparseRot")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), intent(in), value :: c_coeff
      type(c_ptr), intent(in), value :: s_coeff
      type(c_ptr), value :: vecX
      type(c_ptr), value :: vecY
      integer(c_int) :: hipsparseRot
    end function hipsparseRot

    function hipsparseSpVV(handle, opX, vecX, vecY, result, computeType, externalBuffer) &
        bind(c, name="hipsparseSpVV")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opX
      type(c_ptr), value :: vecX
      type(c_ptr), value :: vecY
      type(c_ptr), value :: result
      integer(c_int), value :: computeType
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSpVV
    end function hipsparseSpVV

    function hipsparseSpVV_bufferSize(handle, opX, vecX, vecY, result, computeType, bufferSize) &
        bind(c, name="hipsparseSpVV_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opX
      type(c_ptr), value :: vecX
      type(c_ptr), value :: vecY
      type(c_ptr), intent(in), value :: result
      integer(c_int), value :: computeType
      type(c_ptr), value :: bufferSize
      integer(c_int) :: hipsparseSpVV_bufferSize
    end function hipsparseSpVV_bufferSize

    ! --- Between sparse and dense

    function hipsparseSparseToDense_bufferSize(handle, matA, matB, alg, bufferSize) &
        bind(c, name="hipsparseSparseToDense_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      integer(c_int), value :: alg
      type(c_ptr), value :: bufferSize
      integer(c_int) :: hipsparseSparseToDense_bufferSize
    end function hipsparseSparseToDense_bufferSize

    function hipsparseSparseToDense(handle, matA, matB, alg, externalBuffer) &
        bind(c, name="hipsparseSparseToDense")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      integer(c_int), value :: alg
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSparseToDense
    end function hipsparseSparseToDense

    function hipsparseDenseToSparse_bufferSize(handle, matA, matB, alg, bufferSize) &
        bind(c, name="hipsparseDenseToSparse_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      integer(c_int), value :: alg
      type(c_ptr), value :: bufferSize
      integer(c_int) :: hipsparseDenseToSparse_bufferSize
    end function hipsparseDenseToSparse_bufferSize

    function hipsparseDenseToSparse_analysis(handle, matA, matB, alg, externalBuffer) &
        bind(c, name="hipsparseDenseToSparse_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      integer(c_int), value :: alg
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseDenseToSparse_analysis
    end function hipsparseDenseToSparse_analysis

    function hipsparseDenseToSparse_convert(handle, matA, matB, alg, externalBuffer) &
        bind(c, name="hipsparseDenseToSparse_convert")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      integer(c_int), value :: alg
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseDenseToSparse_convert
    end function hipsparseDenseToSparse_convert

    ! --- Sparse matrix times vector

    function hipsparseSpMV(handle, opA, alpha, matA, vecX, beta, vecY, computeType, alg, &
        externalBuffer) &
        bind(c, name="hipsparseSpMV")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: vecX
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: vecY
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSpMV
    end function hipsparseSpMV

    function hipsparseSpMV_bufferSize(handle, opA, alpha, matA, vecX, beta, vecY, computeType, &
        alg, bufferSize) &
        bind(c, name="hipsparseSpMV_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: vecX
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: vecY
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: bufferSize
      integer(c_int) :: hipsparseSpMV_bufferSize
    end function hipsparseSpMV_bufferSize

    function hipsparseSpMV_preprocess(handle, opA, alpha, matA, vecX, beta, vecY, computeType, &
        alg, externalBuffer) &
        bind(c, name="hipsparseSpMV_preprocess")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: vecX
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: vecY
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSpMV_preprocess
    end function hipsparseSpMV_preprocess

    ! --- Triangular solve for a vector

    function hipsparseSpSV_createDescr(descr) &
        bind(c, name="hipsparseSpSV_createDescr")
      import :: c_int, c_ptr
      type(c_ptr) :: descr
      integer(c_int) :: hipsparseSpSV_createDescr
    end function hipsparseSpSV_createDescr

    function hipsparseSpSV_destroyDescr(descr) &
        bind(c, name="hipsparseSpSV_destroyDescr")
      import :: c_int, c_ptr
      type(c_ptr), value :: descr
      integer(c_int) :: hipsparseSpSV_destroyDescr
    end function hipsparseSpSV_destroyDescr

    function hipsparseSpSV_bufferSize(handle, opA, alpha, matA, vecX, vecY, computeType, alg, &
        spsvDescr, bufferSize) &
        bind(c, name="hipsparseSpSV_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: vecX
      type(c_ptr), value :: vecY
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: spsvDescr
      type(c_ptr), value :: bufferSize
      integer(c_int) :: hipsparseSpSV_bufferSize
    end function hipsparseSpSV_bufferSize

    function hipsparseSpSV_analysis(handle, opA, alpha, matA, vecX, vecY, computeType, alg, &
        spsvDescr, externalBuffer) &
        bind(c, name="hipsparseSpSV_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: vecX
      type(c_ptr), value :: vecY
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: spsvDescr
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSpSV_analysis
    end function hipsparseSpSV_analysis

    function hipsparseSpSV_solve(handle, opA, alpha, matA, vecX, vecY, computeType, alg, &
        spsvDescr) &
        bind(c, name="hipsparseSpSV_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: vecX
      type(c_ptr), value :: vecY
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: spsvDescr
      integer(c_int) :: hipsparseSpSV_solve
    end function hipsparseSpSV_solve

    ! --- Triangular solve for a matrix

    function hipsparseSpSM_createDescr(descr) &
        bind(c, name="hipsparseSpSM_createDescr")
      import :: c_int, c_ptr
      type(c_ptr) :: descr
      integer(c_int) :: hipsparseSpSM_createDescr
    end function hipsparseSpSM_createDescr

    function hipsparseSpSM_destroyDescr(descr) &
        bind(c, name="hipsparseSpSM_destroyDescr")
      import :: c_int, c_ptr
      type(c_ptr), value :: descr
      integer(c_int) :: hipsparseSpSM_destroyDescr
    end function hipsparseSpSM_destroyDescr

    function hipsparseSpSM_bufferSize(handle, opA, opB, alpha, matA, matB, matC, computeType, &
        alg, spsmDescr, bufferSize) &
        bind(c, name="hipsparseSpSM_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: spsmDescr
      type(c_ptr), value :: bufferSize
      integer(c_int) :: hipsparseSpSM_bufferSize
    end function hipsparseSpSM_bufferSize

    function hipsparseSpSM_analysis(handle, opA, opB, alpha, matA, matB, matC, computeType, alg, &
        spsmDescr, externalBuffer) &
        bind(c, name="hipsparseSpSM_analysis")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: spsmDescr
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSpSM_analysis
    end function hipsparseSpSM_analysis

    function hipsparseSpSM_solve(handle, opA, opB, alpha, matA, matB, matC, computeType, alg, &
        spsmDescr, externalBuffer) &
        bind(c, name="hipsparseSpSM_solve")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: spsmDescr
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSpSM_solve
    end function hipsparseSpSM_solve

    ! --- Sparse matrix times dense matrix

    function hipsparseSpMM_bufferSize(handle, opA, opB, alpha, matA, matB, beta, matC, &
        computeType, alg, bufferSize) &
        bind(c, name="hipsparseSpMM_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: bufferSize
      integer(c_int) :: hipsparseSpMM_bufferSize
    end function hipsparseSpMM_bufferSize

    function hipsparseSpMM_preprocess(handle, opA, opB, alpha, matA, matB, beta, matC, &
        computeType, alg, externalBuffer) &
        bind(c, name="hipsparseSpMM_preprocess")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSpMM_preprocess
    end function hipsparseSpMM_preprocess

    function hipsparseSpMM(handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg, &
        externalBuffer) &
        bind(c, name="hipsparseSpMM")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSpMM
    end function hipsparseSpMM

    ! --- Sparse matrix times sparse matrix

    function hipsparseSpGEMM_createDescr(descr) &
        bind(c, name="hipsparseSpGEMM_createDescr")
      import :: c_int, c_ptr
      type(c_ptr) :: descr
      integer(c_int) :: hipsparseSpGEMM_createDescr
    end function hipsparseSpGEMM_createDescr

    function hipsparseSpGEMM_destroyDescr(descr) &
        bind(c, name="hipsparseSpGEMM_destroyDescr")
      import :: c_int, c_ptr
      type(c_ptr), value :: descr
      integer(c_int) :: hipsparseSpGEMM_destroyDescr
    end function hipsparseSpGEMM_destroyDescr

    function hipsparseSpGEMM_workEstimation(handle, opA, opB, alpha, matA, matB, beta, matC, &
        computeType, alg, spgemmDescr, bufferSize1, externalBuffer1) &
        bind(c, name="hipsparseSpGEMM_workEstimation")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: spgemmDescr
      type(c_ptr), value :: bufferSize1
      type(c_ptr), value :: externalBuffer1
      integer(c_int) :: hipsparseSpGEMM_workEstimation
    end function hipsparseSpGEMM_workEstimation

    function hipsparseSpGEMM_compute(handle, opA, opB, alpha, matA, matB, beta, matC, &
        computeType, alg, spgemmDescr, bufferSize2, externalBuffer2) &
        bind(c, name="hipsparseSpGEMM_compute")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: spgemmDescr
      type(c_ptr), value :: bufferSize2
      type(c_ptr), value :: externalBuffer2
      integer(c_int) :: hipsparseSpGEMM_compute
    end function hipsparseSpGEMM_compute

    function hipsparseSpGEMM_copy(handle, opA, opB, alpha, matA, matB, beta, matC, computeType, &
        alg, spgemmDescr) &
        bind(c, name="hipsparseSpGEMM_copy")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: spgemmDescr
      integer(c_int) :: hipsparseSpGEMM_copy
    end function hipsparseSpGEMM_copy

    function hipsparseSpGEMMreuse_workEstimation(handle, opA, opB, matA, matB, matC, alg, &
        spgemmDescr, bufferSize1, externalBuffer1) &
        bind(c, name="hipsparseSpGEMMreuse_workEstimation")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), value :: matC
      integer(c_int), value :: alg
      type(c_ptr), value :: spgemmDescr
      type(c_ptr), value :: bufferSize1
      type(c_ptr), value :: externalBuffer1
      integer(c_int) :: hipsparseSpGEMMreuse_workEstimation
    end function hipsparseSpGEMMreuse_workEstimation

    function hipsparseSpGEMMreuse_nnz(handle, opA, opB, matA, matB, matC, alg, spgemmDescr, &
        bufferSize2, externalBuffer2, bufferSize3, externalBuffer3, bufferSize4, &
        externalBuffer4) &
        bind(c, name="hipsparseSpGEMMreuse_nnz")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), value :: matC
      integer(c_int), value :: alg
      type(c_ptr), value :: spgemmDescr
      type(c_ptr), value :: bufferSize2
      type(c_ptr), value :: externalBuffer2
      type(c_ptr), value :: bufferSize3
      type(c_ptr), value :: externalBuffer3
      type(c_ptr), value :: bufferSize4
      type(c_ptr), value :: externalBuffer4
      integer(c_int) :: hipsparseSpGEMMreuse_nnz
    end function hipsparseSpGEMMreuse_nnz

    function hipsparseSpGEMMreuse_copy(handle, opA, opB, matA, matB, matC, alg, spgemmDescr, &
        bufferSize5, externalBuffer5) &
        bind(c, name="hipsparseSpGEMMreuse_copy")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), value :: matC
      integer(c_int), value :: alg
      type(c_ptr), value :: spgemmDescr
      type(c_ptr), value :: bufferSize5
      type(c_ptr), value :: externalBuffer5
      integer(c_int) :: hipsparseSpGEMMreuse_copy
    end function hipsparseSpGEMMreuse_copy

    function hipsparseSpGEMMreuse_compute(handle, opA, opB, alpha, matA, matB, beta, matC, &
        computeType, alg, spgemmDescr) &
        bind(c, name="hipsparseSpGEMMreuse_compute")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: spgemmDescr
      integer(c_int) :: hipsparseSpGEMMreuse_compute
    end function hipsparseSpGEMMreuse_compute

    ! --- Dense matrix times dense matrix at the entries of a sparse one

    function hipsparseSDDMM_bufferSize(handle, opA, opB, alpha, matA, matB, beta, matC, &
        computeType, alg, bufferSize) &
        bind(c, name="hipsparseSDDMM_bufferSize")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: bufferSize
      integer(c_int) :: hipsparseSDDMM_bufferSize
    end function hipsparseSDDMM_bufferSize

    function hipsparseSDDMM_preprocess(handle, opA, opB, alpha, matA, matB, beta, matC, &
        computeType, alg, externalBuffer) &
        bind(c, name="hipsparseSDDMM_preprocess")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSDDMM_preprocess
    end function hipsparseSDDMM_preprocess

    function hipsparseSDDMM(handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg, &
        externalBuffer) &
        bind(c, name="hipsparseSDDMM")
      import :: c_int, c_ptr
      type(c_ptr), value :: handle
      integer(c_int), value :: opA
      integer(c_int), value :: opB
      type(c_ptr), intent(in), value :: alpha
      type(c_ptr), value :: matA
      type(c_ptr), value :: matB
      type(c_ptr), intent(in), value :: beta
      type(c_ptr), value :: matC
      integer(c_int), value :: computeType
      integer(c_int), value :: alg
      type(c_ptr), value :: externalBuffer
      integer(c_int) :: hipsparseSDDMM
    end function hipsparseSDDMM

  end interface
end module hipsparse
