// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

namespace filigree::detail {

/// A list of (column - row) that a dictionary may take.
struct ListCandidate {
  std::uint64_t first_row = 0;  ///< the first row with this list: no two candidates share it
  std::uint64_t rows = 0;       ///< how many have it
  std::uint64_t length = 0;
  int slot = 0;  ///< in the table
};

/// More lists than this in all would not stay in a first-level cache or in shared memory.
inline constexpr std::uint64_t max_dictionary_entries = 16384;

/// The candidates that make the dictionary, those that save most first. Lists of fewer rows are
/// left out, and those that no longer fit. Does not depend on the candidates' order.
std::vector<ListCandidate> choose_lists(std::vector<ListCandidate> candidates,
                                        std::uint64_t least_rows = 2);

/// The keys that occur most often in a sample of keys (0: not a key), at least twice, at most
/// `limit`. Does not depend on the sample's order.
std::vector<std::uint64_t> frequent_keys(std::vector<std::uint64_t> sample, int limit);

}  // namespace filigree::detail
