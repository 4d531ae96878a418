// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmv/cuda/format_arguments.hpp"

namespace filigree::cuda {

/// The places of a Sell matrix, or of an Ell matrix, which is one slice.
template <class Index_>
struct Slices {
  using Index = Index_;

  std::int64_t slice_size;    ///< of Ell: the row stride
  OffsetArray slice_offsets;  ///< null: one slice, of `width` places a row
  std::int64_t width;
  const Index* col_indices;
  const Index* row_permutation;  ///< null: rows in order
  Index base;
  double mean_width;  ///< places of a row, on average
};

/// SpMV on slices: a thread a row, or several of them where slices are narrow or rows are few.
template <class Arguments, class Index>
cudaError_t launch_slices(const Arguments& arguments, const Slices<Index>& slices,
                          cudaStream_t stream);

}  // namespace filigree::cuda
