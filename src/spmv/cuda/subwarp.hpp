// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include "spmv/cuda/arguments.hpp"
#include "spmv/cuda/partition.hpp"

namespace filigree::cuda {

/// How the rows are shared out.
struct SubwarpRows {
  SubwarpShape shape;
  bool is_listed;         ///< whether long_rows lists the long rows; else they are met on the way
  std::int64_t num_long;  ///< rows in the list
  const std::int64_t* long_rows;
};

/// Thread blocks of such a product, as many as it makes pairs of partials.
inline std::int64_t subwarp_blocks(std::int64_t num_rows, const SubwarpRows& rows) {
  const std::int64_t rows_a_block = subwarp_threads / rows.shape.lanes;
  return (num_rows + rows_a_block - 1) / rows_a_block + rows.num_long;
}

/// SpMV for small matrices: one launch, and as few loads that wait for each other as can be.
template <class Arguments>
cudaError_t launch_subwarp(const Arguments& arguments, const SubwarpRows& rows,
                           cudaStream_t stream);

}  // namespace filigree::cuda
