// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "structured/matmul_arguments.hpp"

namespace filigree::cuda {

using structured::MatmulArguments;

/// Whether the kernel takes the product: m, n, k > 0 and below 2^31; B along k, or along n with
/// types of 16 bits; B's other stride, its batch stride and its address multiples of 16 bytes. D is
/// of any strides: it is stored by the copy engine where that can (alpha alone, d aligned the same
/// way), by the threads otherwise.
template <class In>
bool wgmma_matmul_takes(const MatmulArguments& arguments);

/// The structured product for compute capability 9.0, for the pairs of
/// FILIGREE_STRUCTURED_PRODUCTS. Sums of 8-bit floats keep about 14 bits, as the instruction does.
template <class In, class Out>
cudaError_t launch_wgmma_matmul(const MatmulArguments& arguments, int multiprocessors,
                                cudaStream_t stream);

}  // namespace filigree::cuda
