// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "structured/matmul_arguments.hpp"

namespace filigree::structured {

/// The product on the host, from the same compressed bytes: the reference of all kernels. Sums in
/// Accumulator<In>, from the first kept entry of a row to the last; floats of B are truncated to
/// tf32, as the Tensor Cores do. For the pairs of FILIGREE_STRUCTURED_PRODUCTS. Complexity:
/// m n k / 2 products.
template <class In, class Out>
void host_matmul(const MatmulArguments& arguments);

}  // namespace filigree::structured
