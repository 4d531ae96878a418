// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "structured/dense_view.hpp"
#include "structured/layout.hpp"

/// Pruning and compression on the host, for the element types of layout.hpp. Complexity: one pass
/// over the matrix.

namespace filigree::structured {

enum class PruneRule {
  strip,  ///< each group keeps its largest entries
  tile,   ///< square tiles keep the best pattern that is structured along rows and columns
};

/// Sets to zero what the rule does not keep (strip_mask, tile_masks). Groups and tiles past the
/// matrix's last row or column are completed with zeros.
template <class T>
void prune(DenseView<T> matrix, PruneRule rule);

/// The first row with a group of too many entries that are not zero, or -1.
template <class T>
std::int64_t first_unstructured_row(DenseView<const T> matrix);

/// Writes Layout<T>{rows, cols}.compressed_bytes() bytes at `compressed`. Entries past those that
/// a group keeps are lost: check first with first_unstructured_row.
template <class T>
void compress(DenseView<const T> matrix, void* compressed);

/// Writes every entry of the matrix: the kept ones, and zero elsewhere.
template <class T>
void decompress(const void* compressed, DenseView<T> matrix);

}  // namespace filigree::structured
