// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pattern/choose_lists.hpp"

#include <algorithm>
#include <utility>

#include "pattern/compressed.hpp"

namespace filigree::detail {

std::vector<ListCandidate> choose_lists(std::vector<ListCandidate> candidates,
                                        std::uint64_t least_rows) {
  const auto saved = [](const ListCandidate& list) { return list.rows * (list.length + 1); };
  std::sort(candidates.begin(), candidates.end(),
            [&](const ListCandidate& a, const ListCandidate& b) {
              return saved(a) != saved(b) ? saved(a) > saved(b) : a.first_row < b.first_row;
            });
  std::vector<ListCandidate> chosen;
  std::uint64_t entries = 0;
  for (const ListCandidate& list : candidates) {
    if (std::ssize(chosen) == max_dictionary_lists) break;
    if (list.rows < least_rows || entries + list.length > max_dictionary_entries) continue;
    entries += list.length;
    chosen.push_back(list);
  }
  return chosen;
}

std::vector<std::uint64_t> frequent_keys(std::vector<std::uint64_t> sample, int limit) {
  std::sort(sample.begin(), sample.end());
  std::vector<std::pair<std::int64_t, std::uint64_t>> found;  // (times, key)
  for (auto first = sample.begin(); first != sample.end();) {
    const auto last = std::upper_bound(first, sample.end(), *first);
    if (*first != 0 && last - first >= 2) found.emplace_back(last - first, *first);
    first = last;
  }
  std::sort(found.begin(), found.end(), std::greater<>());
  if (std::ssize(found) > limit) found.resize(std::size_t(limit));
  std::vector<std::uint64_t> keys;
  for (const auto& [times, key] : found) keys.push_back(key);
  return keys;
}

}  // namespace filigree::detail
