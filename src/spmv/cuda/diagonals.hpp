// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spmv/cuda/format_arguments.hpp"

namespace filigree::cuda {

/// The diagonals of an Hdia matrix, or of a Dia matrix, which is one hack.
template <class Index_>
struct Diagonals {
  using Index = Index_;

  std::int64_t hack_size;    ///< of Dia: the row stride
  OffsetArray hack_offsets;  ///< null: one hack, of num_diagonals
  std::int64_t num_diagonals;
  const Index* diagonal_offsets;
  double mean_diagonals;  ///< of a row
};

/// SpMV on diagonals: a thread a row, or two of them.
template <class Arguments, class Index>
cudaError_t launch_diagonals(const Arguments& arguments, const Diagonals<Index>& diagonals,
                             cudaStream_t stream);

}  // namespace filigree::cuda
