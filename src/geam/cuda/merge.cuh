// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "geam/cuda/arguments.hpp"

/// One part of the merged entries, in a thread block.

namespace filigree::cuda {

/// The first of low .. high - 1 for which is_before does not hold, high where it holds for all.
template <class IsBefore>
__device__ inline std::int64_t first_not(std::int64_t low, std::int64_t high,
                                         const IsBefore& is_before) {
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (is_before(middle))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// How many of A's entries are among the first `place` merged ones, which is known to be one of
/// low .. high: `a` and `b` give an entry's column. (The merge path of Odeh, Green, Mwassi, Shmueli
/// and Birk, "Merge Path: parallel merging made simple", 2012.)
template <class A, class B>
__device__ inline std::int64_t merge_split(std::int64_t place, std::int64_t low, std::int64_t high,
                                           const A& a, const B& b) {
  return first_not(low, high, [&](std::int64_t i) { return a(i) <= b(place - 1 - i); });
}

/// A part's columns in shared memory, counted from 0: A's last one before it, A's, then B's.
template <class Index>
class PartColumns {
 public:
  static constexpr int room = GeamMerge<Index>::part_entries + 1;

  __device__ PartColumns(const GeamMerge<Index>& merge, std::int64_t part, Index* shared)
      : shared_(shared), first_(part * GeamMerge<Index>::part_entries) {
    const std::int64_t last = first_ + GeamMerge<Index>::part_entries;
    length_ = int((last < merge.total() ? last : merge.total()) - first_);
    a_first_ = merge.part[part].a;
    const std::int64_t of_a = merge.part[part + 1].a - a_first_;
    is_broken_ = of_a < 0 || of_a > length_;
    if (is_broken_) length_ = 0;  // so many entries from here on, B may not have
    a_count_ = is_broken_ ? 0 : int(of_a);
  }

  /// All threads of the block together; they have to meet before any reads a column.
  __device__ void load(const GeamMerge<Index>& merge) const {
    constexpr int threads = GeamMerge<Index>::threads;
    const Index* const of_a = merge.a.columns + a_first_ - 1;
    const Index* const of_b = merge.b.columns + b_first() - 1 - a_count_;
#pragma unroll 8
    for (int k = int(threadIdx.x); k < length_ + 1; k += threads) {
      if (k == 0 && a_first_ == 0) continue;
      shared_[k] = k <= a_count_ ? of_a[k] - Index(merge.a.base) : of_b[k] - Index(merge.b.base);
    }
  }

  /// Whether this part and the next do not meet, as they do where rows are sorted. It then counts
  /// as empty.
  __device__ bool is_broken() const { return is_broken_; }
  __device__ int length() const { return length_; }
  __device__ std::int64_t first() const { return first_; }
  __device__ std::int64_t a_first() const { return a_first_; }
  __device__ std::int64_t b_first() const { return first_ - a_first_; }
  __device__ std::int64_t a_end() const { return a_first_ + a_count_; }
  __device__ std::int64_t b_end() const { return first_ + length_ - a_end(); }
  __device__ Index a(std::int64_t k) const { return at(1 + int(k - a_first_)); }
  __device__ Index b(std::int64_t k) const { return at(1 + a_count_ + int(k - b_first())); }

 private:
  /// A walk through rows that are not sorted may ask for more than there is.
  __device__ Index at(int k) const { return shared_[min(unsigned(k), unsigned(room - 1))]; }

  Index* shared_;
  std::int64_t first_;
  std::int64_t a_first_;
  int length_;
  int a_count_;
  bool is_broken_;
};

/// A thread's way through the merged entries of a part.
template <class Index>
class MergeWalk {
 public:
  /// Begins at merged entry `place` of the part.
  __device__ MergeWalk(const GeamMerge<Index>& merge, const PartColumns<Index>& columns,
                       std::int64_t last_row, std::int64_t first_row, std::int64_t place)
      : merge_(merge), columns_(columns), last_row_(last_row), place_(place) {
    find_row(first_row);
    // What is both the row's and the part's: of a row that parts cut, the part has few columns.
    const std::int64_t low =
        max(max(a_begin_, columns.a_first()), place - min(b_end_, columns.b_end()));
    const std::int64_t high =
        min(min(a_end_, columns.a_end()), place - max(b_begin_, columns.b_first()));
    a_ = merge_split(
        place, low, high, [&](std::int64_t k) { return columns.a(k); },
        [&](std::int64_t k) { return columns.b(k); });
    b_ = place - a_;
  }

  /// The entry of B that comes next.
  __device__ std::int64_t b() const { return b_; }

  /// Goes on by an entry: whether it is B's, and whether it repeats the place of the one before.
  __device__ void next(bool& is_b, bool& repeats) {
    if (a_ == a_end_ && b_ == b_end_) next_row();
    const bool has_a = a_ < a_end_ && a_ < columns_.a_end();
    const bool has_b = b_ < b_end_ && b_ < columns_.b_end();
    is_b = !has_a || (has_b && columns_.b(b_) < columns_.a(a_));
    repeats = is_b && a_ > a_begin_ && columns_.a(a_ - 1) == columns_.b(b_);
    if (is_b)
      ++b_;
    else
      ++a_;
    ++place_;
  }

 private:
  /// The row that entry `place_` is in, from `row` on.
  __device__ void find_row(std::int64_t row) {
    row_ = first_not(row + 1, last_row_ + 1,
                     [&](std::int64_t r) { return merge_.begin(r) <= place_; }) -
           1;
    load_row();
  }
  __device__ void next_row() {
    ++row_;
    load_row();
    if (a_begin_ == a_end_ && b_begin_ == b_end_) find_row(row_);
  }
  __device__ void load_row() {
    a_begin_ = merge_.a.begin(row_);
    a_end_ = merge_.a.begin(row_ + 1);
    b_begin_ = merge_.b.begin(row_);
    b_end_ = merge_.b.begin(row_ + 1);
  }

  const GeamMerge<Index>& merge_;
  const PartColumns<Index>& columns_;
  std::int64_t last_row_;
  std::int64_t place_;
  std::int64_t row_;
  std::int64_t a_;
  std::int64_t b_;
  std::int64_t a_begin_;
  std::int64_t a_end_;
  std::int64_t b_begin_;
  std::int64_t b_end_;
};

}  // namespace filigree::cuda
