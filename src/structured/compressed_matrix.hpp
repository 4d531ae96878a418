// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "structured/group.hpp"
#include "structured/layout.hpp"

namespace filigree::structured {

/// Reads a matrix in compressed form, of any kind.
template <class T>
class CompressedMatrix {
 public:
  FILIGREE_FUNCTION CompressedMatrix(const Layout<T>& layout, const void* compressed)
      : cols_(layout.cols),
        row_values_(layout.row_values()),
        blocks_per_row_(layout.blocks_per_row()),
        kind_(layout.kind),
        values_(static_cast<const detail::storage_t<T>*>(compressed)),
        words_(reinterpret_cast<const std::uint32_t*>(static_cast<const char*>(compressed) +
                                                      layout.values_bytes())) {}

  /// `kind`: the matrix's, or the FixedKind that is equal to it.
  template <class Kind>
  FILIGREE_FUNCTION std::uint32_t code(const Kind& kind, std::int64_t row,
                                       std::int64_t group) const {
    const int bits = code_bits_of(kind);
    const auto place = code_place(sizeof(T), bits, blocks_per_row_, row, group);
    return words_[place.word] >> place.bit & ((1u << bits) - 1);
  }
  /// The kept entry `s` of a group.
  FILIGREE_FUNCTION T value(std::int64_t row, std::int64_t group, int s) const {
    return detail::load_entry<T>(values_, row * row_values_ + group * kind_.kept + s);
  }

  /// f(column, value) for the kept entries of a row, from left to right, without the padding.
  template <class Function>
  FILIGREE_FUNCTION void for_each_kept(std::int64_t row, const Function& f) const {
    using Own = OwnKind<T>;
    if (kind_.group == Own::group && kind_.kept == Own::kept)
      visit(Own{}, row, f);
    else
      visit(kind_, row, f);
  }

 private:
  template <class Kind, class Function>
  FILIGREE_FUNCTION void visit(const Kind kind, std::int64_t row, const Function& f) const {
    std::int64_t kept = row * row_values_;
    for (std::int64_t group = 0; group * kind.group < cols_; ++group) {
      const std::uint32_t code_of_group = code(kind, row, group);
      for (int s = 0; s < kind.kept; ++s, ++kept) {
        const std::int64_t col = group * kind.group + position(kind, code_of_group, s);
        if (col < cols_) f(col, detail::load_entry<T>(values_, kept));
      }
    }
  }

  std::int64_t cols_;
  std::int64_t row_values_;
  std::int64_t blocks_per_row_;
  StructuredKind kind_;
  const detail::storage_t<T>* values_;
  const std::uint32_t* words_;
};

}  // namespace filigree::structured
