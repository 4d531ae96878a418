// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace filigree::detail {

/// A set of columns that a thread fills row by row and empties in ascending order: a bit a column,
/// a bit for each word of those that has any, and, of more than 2^18 columns, once more. Neither
/// inserting nor emptying branches on what is there, and nothing is sorted.
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
        blocks_(filled_ + words_of(words_of(num_cols))),
        is_deep_(num_cols > 262144) {
    std::fill_n(memory, words(num_cols), std::uint64_t(0));
  }

  void insert(std::int64_t column) {
    const auto at = std::uint64_t(column);
    columns_[at / 64] |= bit(at);
    filled_[at / 4096] |= bit(at / 64);
    // All insertions change the same few of these words, each after the one before.
    if (is_deep_) blocks_[at / 262144] |= bit(at / 4096);
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
    const auto take_block = [&](std::int64_t block) {
      take_bits(filled_[block], block,
                [&](std::int64_t word) { take_bits(columns_[word], word, visit); });
    };
    if (is_deep_)
      for (std::int64_t top = first / 262144; top <= last / 262144; ++top)
        take_bits(blocks_[top], top, take_block);
    else
      for (std::int64_t block = first / 4096; block <= last / 4096; ++block) take_block(block);
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
  bool is_deep_;           ///< whether there are words of blocks_
};

/// Which columns a row has had: each column has the number (of 16 bits) of the last row that had
/// it. Faster to count with than bits, where one column waits for the one before in its word and
/// all of them are to be dropped, but larger.
class HostColumnMarks {
 public:
  /// Words of memory; 0 where marks would leave the caches that bits stay in.
  static std::int64_t words(std::int64_t num_cols) {
    return num_cols <= std::int64_t(1) << 21 ? num_cols / 4 + 1 : 0;
  }

  HostColumnMarks(std::uint64_t* memory, std::int64_t num_cols)
      : marks_(reinterpret_cast<std::uint16_t*>(memory)), num_cols_(num_cols) {
    clear();
  }

  void next_row() {
    if (++row_ == 0) clear();
  }
  /// Returns 1 for a column that is new to the row, else 0.
  int count(std::int64_t column) {
    const bool is_new = marks_[column] != row_;
    marks_[column] = row_;
    return int(is_new);
  }

 private:
  void clear() {
    std::fill_n(marks_, num_cols_, std::uint16_t(0));
    row_ = 1;
  }

  std::uint16_t* marks_;
  std::int64_t num_cols_;
  std::uint16_t row_ = 0;
};

}  // namespace filigree::detail
