/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the tests ask of the library that stands for the vendor's. */
#include <cuda_runtime_api.h>

enum { vendor_buffer_bytes = 4242, vendor_nnz = 5 };

int vendor_live_objects(void);
/* Of the handle and the sparse matrix that the last calls took. */
void* vendor_last_array(int number);
int vendor_last_batch_count(void);
int vendor_last_fill(void);
int vendor_last_mode(void);
int vendor_last_matrix_calls(void);
cudaStream_t vendor_last_stream(void);
