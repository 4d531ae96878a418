// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/spgemm_problem.hpp>

namespace filigree::detail {

/// Where in a sorted row each of its columns is: in a worker's array, with a word for each column
/// between the row's first and last, or, of rows that are wider than the array, by a search.
template <class Index>
class HostPlaces {
 public:
  /// Words of an array for matrices of so many columns; as with SpgemmHostShape::narrow a larger
  /// one would not stay in the caches.
  static std::int64_t width(std::int64_t num_cols) {
    return std::min(groups_of(num_cols, 16) * 16, std::int64_t(1) << 19);
  }

  HostPlaces(const SpgemmRows<Index>& rows, std::int32_t* array)
      : rows_(rows), width_(width(rows.num_cols)), array_(array) {
    std::fill_n(array_, width_, 0);
  }

  void enter(std::int64_t row) {
    begin_ = rows_.begin(row);
    end_ = rows_.end(row);
    first_ = begin_ < end_ ? rows_.column(begin_) : 0;
    span_ = begin_ < end_ ? rows_.column(end_ - 1) - first_ + 1 : 0;
    for_each_word([&](std::int64_t k, std::int32_t& word) { word = std::int32_t(k - begin_ + 1); });
  }
  /// The place of a column, or -1.
  std::int64_t find(std::int64_t column) const {
    const std::int64_t word = column - first_;
    if (word < 0 || word >= span_) return -1;
    if (span_ <= width_) return array_[word] > 0 ? begin_ + array_[word] - 1 : -1;
    const std::int64_t k = partition_point(
        begin_, end_, [&](std::int64_t other) { return rows_.column(other) < column; });
    return k < end_ && rows_.column(k) == column ? k : -1;
  }
  /// Leaves the row that was entered, and the array as it was before.
  void leave() const {
    for_each_word([](std::int64_t, std::int32_t& word) { word = 0; });
  }

 private:
  /// Calls visit(entry, word) for the row's entries, where they have words. Of a row that is not
  /// sorted, though its matrix says so, columns outside first and last have none.
  template <class Visit>
  void for_each_word(const Visit& visit) const {
    if (span_ > width_) return;
    for (std::int64_t k = begin_; k < end_; ++k) {
      const std::int64_t word = rows_.column(k) - first_;
      if (word >= 0 && word < span_) visit(k, array_[word]);
    }
  }

  SpgemmRows<Index> rows_;
  std::int64_t width_;
  std::int32_t* array_;
  std::int64_t begin_ = 0, end_ = 0, first_ = 0, span_ = 0;
};

}  // namespace filigree::detail
