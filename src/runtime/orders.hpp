// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <runtime/target.hpp>
#include <runtime/types.hpp>

/// What conversions do with indices alone: arrays of integers in the target's memory, of 32 bits
/// where no type is given, without values and without matrices.

namespace filigree::runtime {

/// indices[k] = the line (row or column) of entry k, both counted from `base`.
FILIGREE_EXPORT void offsets_to_indices(const Target& target, std::int64_t num_lines,
                                        std::int64_t count, IndexBase base,
                                        const std::int32_t* offsets, std::int32_t* indices);
/// The num_lines + 1 offsets of indices that ascend.
FILIGREE_EXPORT void indices_to_offsets(const Target& target, std::int64_t num_lines,
                                        std::int64_t count, IndexBase base,
                                        const std::int32_t* indices, std::int32_t* offsets);
/// permutation[k] = k
FILIGREE_EXPORT void make_identity(const Target& target, std::int64_t count,
                                   std::int32_t* permutation);

/// The indices of `count` pairs that lie side by side.
FILIGREE_EXPORT void split_pairs(const Target& target, IndexType type, std::int64_t count,
                                 const void* pairs, void* first, void* second);

/// Entries in any order; indices count from 0 or from 1.
struct EntryArrays {
  std::int64_t num_primary = 0;
  std::int64_t num_secondary = 0;
  std::int64_t count = 0;
  std::int32_t* primary = nullptr;
  std::int32_t* secondary = nullptr;
  std::int32_t* carried = nullptr;  ///< moved along with the entries
};

/// Puts entries in order by their primary, then their secondary index; equal ones stay in theirs.
/// Works in `buffer`, of sort_bytes, and allocates besides; waits.
FILIGREE_EXPORT void sort_entries(const Target& target, const EntryArrays& entries, void* buffer);
inline std::size_t sort_bytes(std::int64_t count) {
  return 3 * std::size_t(count) * sizeof(std::int32_t);
}

///@{
/// to[k] = from[permutation[k]], or to[permutation[k]] = from[k], of values of 1, 2, 4, 8 or 16
/// bytes in arrays that are apart.
FILIGREE_EXPORT void permute(const Target& target, std::size_t value_bytes, std::int64_t count,
                             const std::int32_t* permutation, const void* from, void* to);
FILIGREE_EXPORT void permute_back(const Target& target, std::size_t value_bytes, std::int64_t count,
                                  const std::int32_t* permutation, const void* from, void* to);
///@}

}  // namespace filigree::runtime
