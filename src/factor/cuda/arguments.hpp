// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/offset_array.hpp"

/// Incomplete factorizations as tuned CUDA kernels take them.

namespace filigree::cuda {

/// Rows with ascending columns.
template <class T, class Index>
struct FactorArguments {
  bool is_lu;
  std::int64_t num_rows;
  std::int64_t num_entries;
  std::int64_t max_row_entries;
  std::int64_t max_lower_entries;  ///< of a row, its diagonal included
  std::int64_t base;
  OffsetArray order;  ///< the rows, those that another needs before it
  OffsetArray begins;
  OffsetArray ends;
  OffsetArray diagonals;
  const Index* cols;
  const T* values;
  T* factors;  ///< may be `values`
  double pivot_tolerance;
  bool has_pivot_boost;
  T pivot_boost;
  std::int64_t* position;  ///< the lowest row whose pivot counts as zero; null: nobody asks
};

/// The longest row that factor_levels_kernel takes.
constexpr std::int64_t longest_factor_row = 512;

/// The longest row that factor_short_rows_kernel takes.
constexpr std::int64_t longest_short_factor_row = 32;

/// What rows hand on to others.
template <class T>
struct FactorWords {
  Word<T>* factors;
  Word<T>* reciprocals;  ///< of each row's pivot
};

/// A ticket, and behind it, where the factors take the place of the values, the words that they are
/// handed on in.
constexpr std::size_t factor_workspace_bytes(std::int64_t num_entries, std::size_t scalar_bytes,
                                             bool in_place) {
  return 16 + (in_place ? std::size_t(num_entries) * scalar_bytes : 0);
}

/// Those of rows' pivots come first.
constexpr std::size_t short_factor_workspace_bytes(std::int64_t num_rows, std::int64_t num_entries,
                                                   std::size_t scalar_bytes, bool in_place) {
  return factor_workspace_bytes(num_entries, scalar_bytes, in_place) +
         std::size_t(num_rows) * scalar_bytes;
}

}  // namespace filigree::cuda
