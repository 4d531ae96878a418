// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace filigree::detail {

/// A set of columns that a thread fills row by row and empties in ascending order: a bit a column,
/// a bit for each word of those that has any, and once more. Neither inserting nor emptying
/// branches on what is there, and nothing is sorted.
class HostColumnSet {
 public:
  /// Words of memory that a set of so many columns takes.
  static std::int64_t words(std::int64_t num_cols) {
    return words_of(num_cols) + words_of(words_of(num_cols)) +
           words_of(words_of(words_of(num_cols)));
  }

  /// In `memory`, which it clears.
  HostColumnSet(std::uint64_t* memory, std::int64_t num_cols)
      : columns_(memory),
        filled_(columns_ + words_of(num_cols)),
        blocks_(filled_ + words_of(words_of(num_cols))) {
    std::fill_n(memory, words(num_cols), std::uint64_t(0));
  }

  void insert(std::int64_t column) {
    const auto at = std::uint64_t(column);
    columns_[at / 64] |= bit(at);
    filled_[at / 4096] |= bit(at / 64);
    blocks_[at / 262144] |= bit(at / 4096);
  }

  // Where columns are only counted: all of them are to be dropped before insert is called.

  /// Returns 1 for a new column, else 0.
  int count(std::int64_t column) {
    const auto at = std::uint64_t(column);
    std::uint64_t& word = columns_[at / 64];
    const std::uint64_t before = word;
    word = before | bit(at);
    return int(~before >> (at % 64) & 1);
  }
  /// Takes the column out, and those of its word.
  void drop(std::int64_t column) { columns_[column / 64] = 0; }

  /// Calls visit(column) for all columns, which lie in first .. last, and removes them.
  template <class Visit>
  void empty(std::int64_t first, std::int64_t last, const Visit& visit) {
    for (std::int64_t top = first / 262144; top <= last / 262144; ++top)
      take_bits(blocks_[top], top, [&](std::int64_t block) {
        take_bits(filled_[block], block,
                  [&](std::int64_t word) { take_bits(columns_[word], word, visit); });
      });
  }

 private:
  static std::int64_t words_of(std::int64_t bits) { return bits / 64 + 1; }
  static std::uint64_t bit(std::uint64_t at) { return std::uint64_t(1) << (at % 64); }

  template <class Visit>
  static void take_bits(std::uint64_t& word, std::int64_t place, const Visit& visit) {
    std::uint64_t rest = word;
    word = 0;
    for (; rest != 0; rest &= rest - 1) visit(place * 64 + std::countr_zero(rest));
  }

  std::uint64_t* columns_;
  std::uint64_t* filled_;  ///< which words of columns_ are not 0
  std::uint64_t* blocks_;  ///< which words of filled_ are not 0
};

}  // namespace filigree::detail
