// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "spmv/cuda/arguments.hpp"

namespace filigree::cuda {

struct ScatterDevice {
  int multiprocessors;
  std::size_t shared_bytes;  ///< that a thread block may ask for
};

/// How entries are added to the result.
enum class ScatterKernel {
  hot_columns,  ///< blocks of threads add up frequent columns first
  lanes,        ///< a lane takes a row: neighbouring rows that have neighbouring columns
  runs          ///< a warp takes rows, and adds up those with the same columns first
};

/// z[column] += alpha value x[row] for every entry, by atomics: the one-shot transposed product. z
/// holds beta y already; beta, y, dot_with and reductions are not read. Sums round differently from
/// run to run.
template <class Arguments>
cudaError_t launch_scatter(const Arguments& arguments, const ScatterDevice& device,
                           ScatterKernel which, cudaStream_t stream);

}  // namespace filigree::cuda
