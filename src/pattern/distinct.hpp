// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <limits>

#include <filigree/detail/spmv_problem.hpp>

namespace filigree::detail {

/// Which keys of the entries of a group of neighbouring rows are counted.
struct DistinctKeys {
  std::int64_t group_rows = 1;
  /// Columns that share a key, counted from column 0; 0: the key is the diagonal, column minus row.
  std::int64_t key_cols = 1;
  /// Entries of a group that are looked at: those beyond count as these do. A huge row would take a
  /// team as long as all other groups.
  std::int64_t max_entries = std::numeric_limits<std::int64_t>::max();
};

struct DistinctCount {
  std::int64_t total = 0;    ///< of the distinct keys of all groups
  std::int64_t largest = 0;  ///< of a group
  bool is_sampled = false;   ///< whether groups were left out, and the total is an estimate
};

/// Counts the distinct keys of each group of rows: blocks of block rows, diagonals of hacks, pieces
/// of a vector. Looks at `max_groups` groups at most, one at random in each of as many stretches of
/// rows, always the same ones. Keys of a group past some thousands count as distinct. Waits for the
/// device.
template <class Exec, class Offset, class Index>
DistinctCount count_distinct(const Exec& exec, const GatherPattern<Offset, Index>& pattern,
                             const DistinctKeys& keys, std::int64_t max_groups);

}  // namespace filigree::detail
