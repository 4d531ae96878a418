/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A 2:4 structured matrix of int8 times a dense one, through cuSPARSELt's interface. */
#include <cuda_runtime.h>
#include <cusparseLt.h>
#include <stdio.h>
#include <string.h>

enum { m = 16, n = 16, k = 32 };

static int check(cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_SUCCESS) return 1;
  fprintf(stderr, "%s\n", cusparseLtGetErrorString(status));
  return 0;
}

static void* on_device(const void* array, size_t bytes) {
  void* copy = NULL;
  if (bytes == 0 || cudaMalloc(&copy, bytes) != cudaSuccess) return NULL;
  if (array != NULL) cudaMemcpy(copy, array, bytes, cudaMemcpyHostToDevice);
  return copy;
}

int main(void) {
  const cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const float alpha = 1, beta = 0;
  int8_t a_values[m * k], b_values[k * n];
  int32_t d_values[m * n];
  size_t compressed_bytes = 0, buffer_bytes = 0, workspace_bytes = 0;
  void *a, *b, *d, *compressed = NULL, *buffer = NULL, *workspace = NULL;
  cusparseLtHandle_t handle;
  cusparseLtMatDescriptor_t A, B, D;
  cusparseLtMatmulDescriptor_t product;
  cusparseLtMatmulAlgSelection_t selection;
  cusparseLtMatmulPlan_t plan;
  int i, done;

  for (i = 0; i < m * k; ++i) a_values[i] = (int8_t)(i % k % 4 == 1 ? i / k : 1);
  for (i = 0; i < k * n; ++i) b_values[i] = (int8_t)(i % n);
  memset(d_values, 0, sizeof d_values);
  a = on_device(a_values, sizeof a_values);
  b = on_device(b_values, sizeof b_values);
  d = on_device(d_values, sizeof d_values);

  /* two of four entries stay: the largest ones of each row */
  done = check(cusparseLtInit(&handle)) &&
         check(cusparseLtStructuredDescriptorInit(&handle, &A, m, k, k, 16, CUDA_R_8I,
                                                  CUSPARSE_ORDER_ROW,
                                                  CUSPARSELT_SPARSITY_50_PERCENT)) &&
         check(cusparseLtDenseDescriptorInit(&handle, &B, k, n, n, 16, CUDA_R_8I,
                                             CUSPARSE_ORDER_ROW)) &&
         check(cusparseLtDenseDescriptorInit(&handle, &D, m, n, n, 16, CUDA_R_32I,
                                             CUSPARSE_ORDER_ROW)) &&
         check(cusparseLtMatmulDescriptorInit(&handle, &product, none, none, &A, &B, &D, &D,
                                              CUSPARSE_COMPUTE_32I)) &&
         check(cusparseLtMatmulAlgSelectionInit(&handle, &selection, &product,
                                                CUSPARSELT_MATMUL_ALG_DEFAULT)) &&
         check(cusparseLtMatmulPlanInit(&handle, &plan, &product, &selection)) &&
         check(cusparseLtSpMMAPrune(&handle, &product, a, a, CUSPARSELT_PRUNE_SPMMA_STRIP, NULL)) &&
         check(cusparseLtSpMMACompressedSize(&handle, &plan, &compressed_bytes, &buffer_bytes)) &&
         (compressed = on_device(NULL, compressed_bytes)) != NULL &&
         (buffer_bytes == 0 || (buffer = on_device(NULL, buffer_bytes)) != NULL) &&
         check(cusparseLtSpMMACompress(&handle, &plan, a, compressed, buffer, NULL)) &&
         check(cusparseLtMatmulGetWorkspace(&handle, &plan, &workspace_bytes)) &&
         (workspace_bytes == 0 || (workspace = on_device(NULL, workspace_bytes)) != NULL) &&
         check(cusparseLtMatmul(&handle, &plan, &alpha, compressed, b, &beta, d, d, workspace, NULL,
                                0));
  if (done) {
    cudaMemcpy(d_values, d, sizeof d_values, cudaMemcpyDeviceToHost);
    printf("D(5, 1) = %d, D(5, 3) = %d\n", (int)d_values[5 * n + 1], (int)d_values[5 * n + 3]);
    check(cusparseLtMatmulPlanDestroy(&plan));
    check(cusparseLtDestroy(&handle));
  }
  cudaFree(workspace);
  cudaFree(buffer);
  cudaFree(compressed);
  cudaFree(d);
  cudaFree(b);
  cudaFree(a);
  return done ? 0 : 1;
}
