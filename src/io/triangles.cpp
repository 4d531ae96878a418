// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triangles.hpp"

#include <string>
#include <tuple>

namespace filigree::detail {

void sort_by_position(std::vector<MirroredEntry>& entries) {
  std::sort(entries.begin(), entries.end(), [](const MirroredEntry& a, const MirroredEntry& b) {
    return std::tie(a.row, a.col, a.entry) < std::tie(b.row, b.col, b.entry);
  });
}

void note_folded(const ReadContext& context, const FoldedTriangles& folded,
                 std::int64_t num_entries) {
  std::string sentence = std::to_string(folded.num_above) + " of " + std::to_string(num_entries) +
                         " entries stand above the diagonal and are read as their mirror images";
  if (folded.num_twice > 0)
    sentence +=
        "; " + std::to_string(folded.num_twice) + " of them also stand below it and count once";
  context.note(sentence);
}

}  // namespace filigree::detail
