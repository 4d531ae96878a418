// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/offset_array.hpp"
#include "spmv/cuda/arguments.hpp"

/// Triangular solves as tuned CUDA kernels take them.

namespace filigree::cuda {

enum class PivotPolicy { divide, skip, substitute };

template <class T, class Index>
struct SolveArguments {
  std::int64_t num_rows;
  std::int64_t base;         ///< of the arrays
  std::int64_t index_base;   ///< of the rows that are reported
  OffsetArray order;         ///< the rows, those that another needs before it
  std::int64_t num_entries;  ///< of all rows
  OffsetArray begins;
  OffsetArray ends;
  OffsetArray places;  ///< of values; null: entry k's is values[k]
  const Index* cols;
  const T* values;
  bool lower;
  bool unit_diagonal;
  Scalar<T> alpha;
  const T* b;
  std::int64_t b_row_stride;
  T* x;  ///< may be b
  std::int64_t x_row_stride;
  PivotPolicy policy;
  T substitute;
  std::int64_t* position;  ///< the lowest row without a pivot; null: nobody asks
};

/// A ticket, and behind it the words that unknowns are handed on in.
constexpr std::size_t solve_workspace_bytes(std::int64_t num_rows, std::size_t scalar_bytes) {
  return 16 + std::size_t(num_rows) * scalar_bytes;
}

}  // namespace filigree::cuda
