// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "structured/group.hpp"
#include "structured/layout.hpp"

namespace filigree::structured {

/// Reads a matrix in compressed form.
template <class T>
class CompressedMatrix {
 public:
  FILIGREE_FUNCTION CompressedMatrix(const Layout<T>& layout, const void* compressed)
      : layout_(layout),
        values_(static_cast<const T*>(compressed)),
        words_(reinterpret_cast<const std::uint32_t*>(static_cast<const char*>(compressed) +
                                                      layout.values_bytes())) {}

  FILIGREE_FUNCTION std::uint32_t code(std::int64_t row, std::int64_t group) const {
    return words_[layout_.word_index(row, group)] >> layout_.bit_index(row, group) & 0xfu;
  }
  /// The kept entries of a group.
  FILIGREE_FUNCTION const T* values(std::int64_t row, std::int64_t group) const {
    return values_ + row * layout_.row_values() + group * kept_entries<T>;
  }

  /// f(column, value) for the kept entries of a row, from left to right, without the padding.
  template <class Function>
  FILIGREE_FUNCTION void for_each_kept(std::int64_t row, const Function& f) const {
    for (std::int64_t g = 0; g * group_size<T> < layout_.cols; ++g) {
      const std::uint32_t code_of_group = code(row, g);
      const T* const kept = values(row, g);
      for (int s = 0; s < kept_entries<T>; ++s) {
        const std::int64_t col = g * group_size<T> + position<T>(code_of_group, s);
        if (col < layout_.cols) f(col, kept[s]);
      }
    }
  }

 private:
  Layout<T> layout_;
  const T* values_;
  const std::uint32_t* words_;
};

}  // namespace filigree::structured
