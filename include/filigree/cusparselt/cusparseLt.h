/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FILIGREE_CUSPARSELT_H
#define FILIGREE_CUSPARSELT_H

/**
 * \file
 * cuSPARSELt's interface, version 0.8.1, on Filigree's structured matrices: D = act(alpha op(A)
 * op(B) + beta C + bias), where A or B is structured. Programs are compiled with this folder and
 * that of cusparse.h on the include path, and linked with filigree_cusparselt.
 *
 * The five objects are the caller's memory: nothing lies outside of them, so that one that is not
 * destroyed loses nothing. docs/cusparselt_interface.md says what is there, and where a call
 * differs from cuSPARSELt's.
 */

#include <stdint.h>

#include <cusparse.h>

#define CUSPARSELT_VER_MAJOR 0
#define CUSPARSELT_VER_MINOR 8
#define CUSPARSELT_VER_PATCH 1
#define CUSPARSELT_VER_BUILD 0
#define CUSPARSELT_VERSION \
  (CUSPARSELT_VER_MAJOR * 1000 + CUSPARSELT_VER_MINOR * 100 + CUSPARSELT_VER_PATCH)

#ifndef CUSPARSELT_API
#define CUSPARSELT_API
#endif

#ifdef __cplusplus
#define FILIGREE_CUSPARSELT_ALIGNED alignas(16)
extern "C" {
#else
#define FILIGREE_CUSPARSELT_ALIGNED _Alignas(16)
#endif

/** \name Objects; their contents are the library's. */
/**@{*/
typedef struct {
  FILIGREE_CUSPARSELT_ALIGNED uint8_t data[512];
} cusparseLtHandle_t;
typedef struct {
  FILIGREE_CUSPARSELT_ALIGNED uint8_t data[512];
} cusparseLtMatDescriptor_t;
typedef struct {
  FILIGREE_CUSPARSELT_ALIGNED uint8_t data[512];
} cusparseLtMatmulDescriptor_t;
typedef struct {
  FILIGREE_CUSPARSELT_ALIGNED uint8_t data[512];
} cusparseLtMatmulAlgSelection_t;
typedef struct {
  FILIGREE_CUSPARSELT_ALIGNED uint8_t data[512];
} cusparseLtMatmulPlan_t;
/**@}*/

/** How many entries are kept: half of them. */
typedef enum FILIGREE_CUSPARSE_INT { CUSPARSELT_SPARSITY_50_PERCENT = 0 } cusparseLtSparsity_t;

/** What of a matrix can be set and asked for: int; int64_t, in entries, 0: one for all. */
typedef enum FILIGREE_CUSPARSE_INT {
  CUSPARSELT_MAT_NUM_BATCHES = 0,
  CUSPARSELT_MAT_BATCH_STRIDE = 1
} cusparseLtMatDescAttribute_t;

/** The type of sums. */
typedef enum FILIGREE_CUSPARSE_INT {
  CUSPARSE_COMPUTE_32I = 0,
  CUSPARSE_COMPUTE_16F = 1,
  CUSPARSE_COMPUTE_32F = 2
} cusparseComputeType;

/** What of a product can be set and asked for. */
typedef enum FILIGREE_CUSPARSE_INT {
  CUSPARSELT_MATMUL_ACTIVATION_RELU = 0,            /**< int, a truth value */
  CUSPARSELT_MATMUL_ACTIVATION_RELU_UPPERBOUND = 1, /**< float */
  CUSPARSELT_MATMUL_ACTIVATION_RELU_THRESHOLD = 2,  /**< float */
  CUSPARSELT_MATMUL_ACTIVATION_GELU = 3,            /**< int, a truth value */
  CUSPARSELT_MATMUL_ACTIVATION_GELU_SCALING = 4,    /**< float; turns GELU on */
  CUSPARSELT_MATMUL_ALPHA_VECTOR_SCALING = 5,       /**< int, a truth value */
  CUSPARSELT_MATMUL_BETA_VECTOR_SCALING = 6,        /**< int; turns alpha's on, too */
  CUSPARSELT_MATMUL_BIAS_STRIDE = 7,                /**< int64_t */
  CUSPARSELT_MATMUL_BIAS_POINTER = 8,               /**< void* */
  CUSPARSELT_MATMUL_SPARSE_MAT_POINTER = 9,         /**< void*; without effect here */
  CUSPARSELT_MATMUL_A_SCALE_MODE = 10,              /**< cusparseLtMatmulMatrixScale_t */
  CUSPARSELT_MATMUL_B_SCALE_MODE = 11,
  CUSPARSELT_MATMUL_C_SCALE_MODE = 12,
  CUSPARSELT_MATMUL_D_SCALE_MODE = 13,
  CUSPARSELT_MATMUL_D_OUT_SCALE_MODE = 14,
  CUSPARSELT_MATMUL_A_SCALE_POINTER = 15, /**< void* */
  CUSPARSELT_MATMUL_B_SCALE_POINTER = 16,
  CUSPARSELT_MATMUL_C_SCALE_POINTER = 17,
  CUSPARSELT_MATMUL_D_SCALE_POINTER = 18,
  CUSPARSELT_MATMUL_D_OUT_SCALE_POINTER = 19
} cusparseLtMatmulDescAttribute_t;

/** What the factors of a matrix of 8-bit floats are. */
typedef enum FILIGREE_CUSPARSE_INT {
  CUSPARSELT_MATMUL_SCALE_NONE = 0,
  CUSPARSELT_MATMUL_MATRIX_SCALE_SCALAR_32F = 1,
  CUSPARSELT_MATMUL_MATRIX_SCALE_VEC32_UE4M3 = 2,
  CUSPARSELT_MATMUL_MATRIX_SCALE_VEC64_UE8M0 = 3
} cusparseLtMatmulMatrixScale_t;

/** How a kernel is chosen before attributes of the selection do. */
typedef enum FILIGREE_CUSPARSE_INT { CUSPARSELT_MATMUL_ALG_DEFAULT = 0 } cusparseLtMatmulAlg_t;

/** What of a selection can be set and asked for; all of them int. */
typedef enum FILIGREE_CUSPARSE_INT {
  CUSPARSELT_MATMUL_ALG_CONFIG_ID = 0,
  CUSPARSELT_MATMUL_ALG_CONFIG_MAX_ID = 1, /**< is only asked for */
  CUSPARSELT_MATMUL_SEARCH_ITERATIONS = 2,
  CUSPARSELT_MATMUL_SPLIT_K = 3,
  CUSPARSELT_MATMUL_SPLIT_K_MODE = 4,
  CUSPARSELT_MATMUL_SPLIT_K_BUFFERS = 5
} cusparseLtMatmulAlgAttribute_t;

/** How k is cut. */
typedef enum FILIGREE_CUSPARSE_INT {
  CUSPARSELT_INVALID_MODE = 0,
  CUSPARSELT_SPLIT_K_MODE_ONE_KERNEL = 1,
  CUSPARSELT_SPLIT_K_MODE_TWO_KERNELS = 2,
  CUSPARSELT_HEURISTIC = 3,
  CUSPARSELT_DATAPARALLEL = 4,
  CUSPARSELT_SPLITK = 5,
  CUSPARSELT_STREAMK = 6
} cusparseLtSplitKMode_t;

/** How pruning chooses what stays. */
typedef enum FILIGREE_CUSPARSE_INT {
  CUSPARSELT_PRUNE_SPMMA_TILE = 0,
  CUSPARSELT_PRUNE_SPMMA_STRIP = 1
} cusparseLtPruneAlg_t;

/** \name The library */
/**@{*/
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtInit(cusparseLtHandle_t* handle);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtDestroy(const cusparseLtHandle_t* handle);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtGetVersion(const cusparseLtHandle_t* handle,
                                                               int* version);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtGetProperty(libraryPropertyType propertyType,
                                                                int* value);
FILIGREE_CUSPARSE_EXPORT const char* cusparseLtGetErrorName(cusparseStatus_t status);
FILIGREE_CUSPARSE_EXPORT const char* cusparseLtGetErrorString(cusparseStatus_t status);
/**@}*/

/** \name Descriptions of matrices. `alignment`: of the arrays, in bytes; a multiple of 16. */
/**@{*/
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtDenseDescriptorInit(
    const cusparseLtHandle_t* handle, cusparseLtMatDescriptor_t* matDescr, int64_t rows,
    int64_t cols, int64_t ld, uint32_t alignment, cudaDataType valueType, cusparseOrder_t order);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtStructuredDescriptorInit(
    const cusparseLtHandle_t* handle, cusparseLtMatDescriptor_t* matDescr, int64_t rows,
    int64_t cols, int64_t ld, uint32_t alignment, cudaDataType valueType, cusparseOrder_t order,
    cusparseLtSparsity_t sparsity);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t
cusparseLtMatDescriptorDestroy(const cusparseLtMatDescriptor_t* matDescr);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatDescSetAttribute(
    const cusparseLtHandle_t* handle, cusparseLtMatDescriptor_t* matDescr,
    cusparseLtMatDescAttribute_t matAttribute, const void* data, size_t dataSize);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatDescGetAttribute(
    const cusparseLtHandle_t* handle, const cusparseLtMatDescriptor_t* matDescr,
    cusparseLtMatDescAttribute_t matAttribute, void* data, size_t dataSize);
/**@}*/

/** \name The product. Descriptions are copied: of matrices here, of the product into a plan. */
/**@{*/
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatmulDescriptorInit(
    const cusparseLtHandle_t* handle, cusparseLtMatmulDescriptor_t* matmulDescr,
    cusparseOperation_t opA, cusparseOperation_t opB, const cusparseLtMatDescriptor_t* matA,
    const cusparseLtMatDescriptor_t* matB, const cusparseLtMatDescriptor_t* matC,
    const cusparseLtMatDescriptor_t* matD, cusparseComputeType computeType);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatmulDescSetAttribute(
    const cusparseLtHandle_t* handle, cusparseLtMatmulDescriptor_t* matmulDescr,
    cusparseLtMatmulDescAttribute_t matmulAttribute, const void* data, size_t dataSize);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatmulDescGetAttribute(
    const cusparseLtHandle_t* handle, const cusparseLtMatmulDescriptor_t* matmulDescr,
    cusparseLtMatmulDescAttribute_t matmulAttribute, void* data, size_t dataSize);
/**@}*/

/** \name Which kernel runs */
/**@{*/
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatmulAlgSelectionInit(
    const cusparseLtHandle_t* handle, cusparseLtMatmulAlgSelection_t* algSelection,
    const cusparseLtMatmulDescriptor_t* matmulDescr, cusparseLtMatmulAlg_t alg);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t
cusparseLtMatmulAlgSelectionDestroy(const cusparseLtMatmulAlgSelection_t* algSelection);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatmulAlgSetAttribute(
    const cusparseLtHandle_t* handle, cusparseLtMatmulAlgSelection_t* algSelection,
    cusparseLtMatmulAlgAttribute_t attribute, const void* data, size_t dataSize);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatmulAlgGetAttribute(
    const cusparseLtHandle_t* handle, const cusparseLtMatmulAlgSelection_t* algSelection,
    cusparseLtMatmulAlgAttribute_t attribute, void* data, size_t dataSize);
/**@}*/

/** \name Plans and products. A plan refers to the selection that it was made of, which a search
 *  changes; it must be there as long. */
/**@{*/
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t
cusparseLtMatmulPlanInit(const cusparseLtHandle_t* handle, cusparseLtMatmulPlan_t* plan,
                         const cusparseLtMatmulDescriptor_t* matmulDescr,
                         const cusparseLtMatmulAlgSelection_t* algSelection);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t
cusparseLtMatmulPlanDestroy(const cusparseLtMatmulPlan_t* plan);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatmulGetWorkspace(
    const cusparseLtHandle_t* handle, const cusparseLtMatmulPlan_t* plan, size_t* workspaceSize);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatmul(
    const cusparseLtHandle_t* handle, const cusparseLtMatmulPlan_t* plan, const void* alpha,
    const void* d_A, const void* d_B, const void* beta, const void* d_C, void* d_D, void* workspace,
    cudaStream_t* streams, int32_t numStreams);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtMatmulSearch(
    const cusparseLtHandle_t* handle, cusparseLtMatmulPlan_t* plan, const void* alpha,
    const void* d_A, const void* d_B, const void* beta, const void* d_C, void* d_D, void* workspace,
    cudaStream_t* streams, int32_t numStreams);
/**@}*/

/** \name Pruning, checking and compression. `isSparseA`, `op`: which operand the matrix will be. */
/**@{*/
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtSpMMAPrune(
    const cusparseLtHandle_t* handle, const cusparseLtMatmulDescriptor_t* matmulDescr,
    const void* d_in, void* d_out, cusparseLtPruneAlg_t pruneAlg, cudaStream_t stream);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtSpMMAPrune2(
    const cusparseLtHandle_t* handle, const cusparseLtMatDescriptor_t* sparseMatDescr,
    int isSparseA, cusparseOperation_t op, const void* d_in, void* d_out,
    cusparseLtPruneAlg_t pruneAlg, cudaStream_t stream);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtSpMMAPruneCheck(
    const cusparseLtHandle_t* handle, const cusparseLtMatmulDescriptor_t* matmulDescr,
    const void* d_in, int* valid, cudaStream_t stream);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtSpMMAPruneCheck2(
    const cusparseLtHandle_t* handle, const cusparseLtMatDescriptor_t* sparseMatDescr,
    int isSparseA, cusparseOperation_t op, const void* d_in, int* d_valid, cudaStream_t stream);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t
cusparseLtSpMMACompressedSize(const cusparseLtHandle_t* handle, const cusparseLtMatmulPlan_t* plan,
                              size_t* compressedSize, size_t* compressedBufferSize);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtSpMMACompressedSize2(
    const cusparseLtHandle_t* handle, const cusparseLtMatDescriptor_t* sparseMatDescr,
    size_t* compressedSize, size_t* compressedBufferSize);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtSpMMACompress(
    const cusparseLtHandle_t* handle, const cusparseLtMatmulPlan_t* plan, const void* d_dense,
    void* d_compressed, void* d_compressed_buffer, cudaStream_t stream);
FILIGREE_CUSPARSE_EXPORT cusparseStatus_t cusparseLtSpMMACompress2(
    const cusparseLtHandle_t* handle, const cusparseLtMatDescriptor_t* sparseMatDescr,
    int isSparseA, cusparseOperation_t op, const void* d_dense, void* d_compressed,
    void* d_compressed_buffer, cudaStream_t stream);
/**@}*/

#ifdef __cplusplus
}
#endif

#endif
