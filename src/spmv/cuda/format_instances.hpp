// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// The types that the tuned kernels of formats other than Csr are there for: the scalars of
/// instances.hpp, both index types; offsets are OffsetArrays. A file that instantiates defines
/// FILIGREE_FORMAT_LAUNCH(A, X, Y, C, Index).

#define FILIGREE_SPMV_INDICES(A, X, Y, C)          \
  FILIGREE_FORMAT_LAUNCH(A, X, Y, C, std::int32_t) \
  FILIGREE_FORMAT_LAUNCH(A, X, Y, C, std::int64_t)

#include "spmv/cuda/instances.hpp"
