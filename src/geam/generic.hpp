// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <geam/operand.hpp>

/// The generic kernels, on every execution space: a row of C after the other.

namespace filigree::detail {

/// Where C's pattern is written.
template <class Index, class Offset>
struct GeamOutput {
  IndexBase base = IndexBase::zero;
  std::int64_t nnz = 0;
  Offset* row_offsets = nullptr;
  Index* col_indices = nullptr;
  GeamWord* words = nullptr;  ///< all bits 0 before
  GeamRanks* groups = nullptr;
};

/// Whether a row has as many entries as the one before it in both matrices: as in grids, where a
/// processor foretells which matrix the next column of the union is of.
template <class Index, class Offset>
KOKKOS_INLINE_FUNCTION bool is_regular_row(const CompressedPattern<Index, Offset>& a,
                                           const CompressedPattern<Index, Offset>& b,
                                           std::int64_t row) {
  const auto is_as_before = [row](const Offset* offsets) {
    return offsets[row + 1] - offsets[row] == offsets[row] - offsets[row - 1];
  };
  return row > 0 && is_as_before(a.offsets) && is_as_before(b.offsets);
}

/// Calls take(column, in_a, in_b), in_a and in_b 0 or 1, for each column of a row of the union, in
/// order. Rows that are not regular are merged without branches on a host.
template <class Index, class Offset, class Take>
KOKKOS_INLINE_FUNCTION void merge_row(const CompressedPattern<Index, Offset>& a,
                                      const CompressedPattern<Index, Offset>& b, std::int64_t row,
                                      const Take& take) {
  const auto a_base = std::int64_t(a.base), b_base = std::int64_t(b.base);
  std::int64_t i = std::int64_t(a.offsets[row]) - a_base;
  std::int64_t j = std::int64_t(b.offsets[row]) - b_base;
  const std::int64_t i_end = std::int64_t(a.offsets[row + 1]) - a_base;
  const std::int64_t j_end = std::int64_t(b.offsets[row + 1]) - b_base;
  const auto are_left = [&] { return i < i_end && j < j_end; };
  const auto of_a = [&] { return std::int64_t(a.indices[i]) - a_base; };
  const auto of_b = [&] { return std::int64_t(b.indices[j]) - b_base; };
  if (is_regular_row(a, b, row)) {
    while (are_left()) {
      const std::int64_t x = of_a(), y = of_b();
      if (x < y) {
        take(x, 1u, 0u);
        ++i;
      } else if (y < x) {
        take(y, 0u, 1u);
        ++j;
      } else {
        take(x, 1u, 1u);
        ++i;
        ++j;
      }
    }
  } else {
    while (are_left()) {
      const std::int64_t x = of_a(), y = of_b();
      const auto in_a = std::uint32_t(x <= y), in_b = std::uint32_t(y <= x);
      take(x < y ? x : y, in_a, in_b);
      i += in_a;
      j += in_b;
    }
  }
  for (; i < i_end; ++i) take(of_a(), 1u, 0u);
  for (; j < j_end; ++j) take(of_b(), 0u, 1u);
}

template <class Index, class Offset>
struct CountUnion {
  CompressedPattern<Index, Offset> a;
  CompressedPattern<Index, Offset> b;
  Offset* counts;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    std::int64_t count = 0;
    merge_row(a, b, row, [&](std::int64_t, std::uint32_t, std::uint32_t) { ++count; });
    counts[row] = Offset(count);
  }
};

/// Counts become offsets. A row has fewer than 2^32 entries where the offsets have 32 bits.
template <class Offset>
struct ScanCounts {
  std::int64_t num_rows;
  std::int64_t base;
  Offset* counts;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& sum,
                                  const bool final) const {
    const std::int64_t count =
        row < num_rows ? std::int64_t(std::make_unsigned_t<Offset>(counts[row])) : 0;
    if (final) counts[row] = Offset(sum + base);
    sum += count;
  }
};

/// Sets bits, a word at a time: rows share words.
class BitWriter {
 public:
  KOKKOS_INLINE_FUNCTION explicit BitWriter(GeamWord* words) : words_(words) {}
  KOKKOS_INLINE_FUNCTION void set(std::int64_t place, std::uint32_t in_a, std::uint32_t in_b) {
    const std::int64_t word = place / GeamWord::entries;
    if (word != word_) flush();
    word_ = word;
    a_ |= in_a << (place % GeamWord::entries);
    b_ |= in_b << (place % GeamWord::entries);
  }
  KOKKOS_INLINE_FUNCTION void flush() {
    if (a_ != 0) Kokkos::atomic_or(&words_[word_].from_a, a_);
    if (b_ != 0) Kokkos::atomic_or(&words_[word_].from_b, b_);
    a_ = b_ = 0;
  }

 private:
  GeamWord* words_;
  std::int64_t word_ = 0;
  std::uint32_t a_ = 0;
  std::uint32_t b_ = 0;
};

template <class Index, class Offset>
struct FillUnion {
  CompressedPattern<Index, Offset> a;
  CompressedPattern<Index, Offset> b;
  GeamOutput<Index, Offset> c;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    std::int64_t place = std::int64_t(c.row_offsets[row]) - std::int64_t(c.base);
    BitWriter bits(c.words);
    merge_row(a, b, row, [&](std::int64_t column, std::uint32_t in_a, std::uint32_t in_b) {
      c.col_indices[place] = Index(column + std::int64_t(c.base));
      bits.set(place, in_a, in_b);
      ++place;
    });
    bits.flush();
  }
};

/// The ranks of words and of their groups.
struct ScanRanks {
  using value_type = GeamRanks;

  GeamWord* words;
  GeamRanks* groups;

  KOKKOS_FUNCTION void init(GeamRanks& sum) const { sum = {}; }
  KOKKOS_FUNCTION void join(GeamRanks& sum, const GeamRanks& other) const {
    sum.a += other.a;
    sum.b += other.b;
  }
  KOKKOS_FUNCTION void operator()(const std::int64_t w, GeamRanks& sum, const bool final) const {
    GeamWord& word = words[w];
    if (final) {
      word.rank_a = std::uint32_t(sum.a);
      word.rank_b = std::uint32_t(sum.b);
      if (w % GeamRanks::words == 0) groups[w / GeamRanks::words] = sum;
    }
    sum.a += Kokkos::popcount(word.from_a);
    sum.b += Kokkos::popcount(word.from_b);
  }
};

/// The pattern of C: count() first, then, into arrays of that size, fill().
template <class Exec, class Index, class Offset>
class GenericUnion {
 public:
  using Pattern = CompressedPattern<Index, Offset>;

  GenericUnion(const Exec& exec, const Pattern& a, const Pattern& b) : exec_(exec), a_(a), b_(b) {}

  /// The entries of C, whose offsets it writes. Waits for the device.
  std::int64_t count(IndexBase base, Offset* row_offsets) const {
    Kokkos::parallel_for("filigree::geam::count", EntryRange<Exec>(exec_, 0, a_.num_major),
                         CountUnion<Index, Offset>{a_, b_, row_offsets});
    std::int64_t total = 0;
    Kokkos::parallel_scan("filigree::geam::offsets", EntryRange<Exec>(exec_, 0, a_.num_major + 1),
                          ScanCounts<Offset>{a_.num_major, std::int64_t(base), row_offsets}, total);
    return total;
  }

  void fill(const GeamOutput<Index, Offset>& c) const {
    Kokkos::parallel_for("filigree::geam::fill", EntryRange<Exec>(exec_, 0, a_.num_major),
                         FillUnion<Index, Offset>{a_, b_, c});
    Kokkos::parallel_scan("filigree::geam::ranks",
                          EntryRange<Exec>(exec_, 0, groups_of(c.nnz, GeamWord::entries)),
                          ScanRanks{c.words, c.groups});
  }

 private:
  Exec exec_;
  Pattern a_;
  Pattern b_;
};

/// The values: on a host an item is a word, on a device an entry.
template <class Exec, class Values>
class GenericValues {
 public:
  using Compute = typename Values::compute_type;
  using C = typename Values::c_scalar;

  explicit GenericValues(const Values& values) : values_(values) {}

  void launch(const Exec& exec) const {
    const std::int64_t items =
        is_host_execution_v<Exec> ? groups_of(values_.nnz, GeamWord::entries) : values_.nnz;
    Kokkos::parallel_for("filigree::geam::values", EntryRange<Exec>(exec, 0, items), *this);
  }

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    if constexpr (is_host_execution_v<Exec>) {
      run_word(item);
    } else {
      const std::int64_t w = item / GeamWord::entries;
      const GeamWord word = values_.words[w];
      const int k = int(item % GeamWord::entries);
      const std::uint32_t before = (std::uint32_t(1) << k) - 1;
      const GeamRanks ranks = ranks_of(w, word);
      write(item, word, k, ranks.a + Kokkos::popcount(word.from_a & before),
            ranks.b + Kokkos::popcount(word.from_b & before), values_.alpha.get(),
            values_.beta.get());
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION void run_word(std::int64_t w) const {
    const GeamWord word = values_.words[w];
    GeamRanks ranks = ranks_of(w, word);
    const Compute alpha = values_.alpha.get(), beta = values_.beta.get();
    const std::int64_t first = w * GeamWord::entries;
    const std::int64_t left = values_.nnz - first;
    const int count = int(left < GeamWord::entries ? left : GeamWord::entries);
    for (int k = 0; k < count; ++k) {
      write(first + k, word, k, ranks.a, ranks.b, alpha, beta);
      ranks.a += (word.from_a >> k) & 1u;
      ranks.b += (word.from_b >> k) & 1u;
    }
  }

  KOKKOS_INLINE_FUNCTION GeamRanks ranks_of(std::int64_t w, const GeamWord& word) const {
    const GeamRanks& group = values_.groups[w / GeamRanks::words];
    return {GeamRanks::full(group.a, word.rank_a), GeamRanks::full(group.b, word.rank_b)};
  }

  KOKKOS_INLINE_FUNCTION void write(std::int64_t place, const GeamWord& word, int k,
                                    std::int64_t in_a, std::int64_t in_b, const Compute& alpha,
                                    const Compute& beta) const {
    Compute value{};
    if (((word.from_a >> k) & 1u) != 0 && alpha != Compute{})
      value = alpha * operand_value<Compute>(values_.a_source, values_.a_values, in_a);
    if (((word.from_b >> k) & 1u) != 0 && beta != Compute{})
      value += beta * operand_value<Compute>(values_.b_source, values_.b_values, in_b);
    values_.c_values[place] = convert<C>(value);
  }

  Values values_;
};

}  // namespace filigree::detail
