// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <filigree/core/execution.hpp>

/// Counting sorts on hosts, pass by pass.

namespace filigree::detail {

/// One stable pass by a digit of the keys, in contiguous chunks that each count and move their own
/// entries; a chunk's first place for a digit follows from the counts of the chunks before it.
template <class Key, class Position>
struct DigitPass {
  std::int64_t count;
  std::int64_t num_chunks;
  std::int64_t num_digits;
  Key base;
  int shift;
  std::int64_t mask;
  const Key* keys;
  Position* digit_starts;  ///< num_digits + 1: where each digit begins
  Position* places;        ///< num_chunks x num_digits scratch

  std::int64_t digit(std::int64_t i) const {
    return (std::int64_t(keys[i] - base) >> shift) & mask;
  }

  /// move(first, last, next) moves entries first .. last - 1, each to next[its digit]++.
  template <class Exec, class Move>
  void run(const Exec& exec, const Move& move) const {
    using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    const DigitPass pass = *this;
    Kokkos::parallel_for("filigree::convert::count_digits", Range(exec, 0, num_chunks),
                         [pass](std::int64_t chunk) { pass.count_chunk(chunk); });
    Kokkos::parallel_scan("filigree::convert::scan_digits", Range(exec, 0, num_digits + 1),
                          [pass](std::int64_t digit, Position& sum, bool final) {
                            pass.scan_digit(digit, sum, final);
                          });
    Kokkos::parallel_for("filigree::convert::move_digits", Range(exec, 0, num_chunks),
                         [pass, move](std::int64_t chunk) {
                           move(pass.chunk_begin(chunk), pass.chunk_begin(chunk + 1),
                                pass.places + chunk * pass.num_digits);
                         });
  }

 private:
  std::int64_t chunk_begin(std::int64_t chunk) const {
    return count / num_chunks * chunk + std::min(chunk, count % num_chunks);
  }

  void count_chunk(std::int64_t chunk) const {
    Position* const counts = places + chunk * num_digits;
    std::fill(counts, counts + num_digits, Position(0));
    for (std::int64_t i = chunk_begin(chunk); i < chunk_begin(chunk + 1); ++i) ++counts[digit(i)];
  }

  void scan_digit(std::int64_t digit, Position& sum, bool final) const {
    if (final) digit_starts[digit] = sum;
    if (digit == num_digits) return;
    for (std::int64_t chunk = 0; chunk < num_chunks; ++chunk) {
      Position& place = places[chunk * num_digits + digit];
      const Position in_chunk = place;
      if (final) place = sum;
      sum += in_chunk;
    }
  }
};

/// Entries a chunk at least: below, a chunk's histogram costs more than its entries.
inline constexpr std::int64_t min_chunk = 8192;

template <class Exec>
std::int64_t digit_chunks(const Exec& exec, std::int64_t count) {
  return std::clamp<std::int64_t>(count / min_chunk, 1, exec.concurrency());
}

/// Whether entries that follow each other go to so many places that a move waits for each line that
/// it writes to, by 8 samples. With lines asked for `places_ahead` entries before, random keys take
/// three fifths of the time, but those of a band a quarter more (docs/tried/formats.md).
template <class Key>
bool moves_to_many_lines(std::int64_t count, const Key* keys) {
  constexpr std::int64_t num_samples = 8, length = 256;
  if (count < 16 * min_chunk) return false;
  std::int64_t distinct = 0;
  for (std::int64_t sample = 0; sample < num_samples; ++sample) {
    Key some[length];
    std::copy_n(keys + (count - length) / num_samples * sample, length, some);
    std::sort(some, some + length);
    distinct += std::unique(some, some + length) - some;
  }
  return distinct > num_samples * length / 4;
}
inline constexpr std::int64_t places_ahead = 64;

/// Whether one pass with the whole key as its digit pays: the histograms stay in proportion to the
/// data. For 4.6 million random keys of 384,000 it takes half the time of passes by digits or less.
template <class Exec>
bool counts_in_one_pass(const Exec& exec, std::int64_t num_keys, std::int64_t count) {
  return num_keys <= 4 * count / digit_chunks(exec, count);
}

}  // namespace filigree::detail
