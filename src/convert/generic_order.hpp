// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

#include <convert/entries.hpp>
#include <filigree/detail/partition_point.hpp>

/// The ordering by key on any execution space.

namespace filigree::detail {

/// Keys in the order of `positions` (null: 0, 1, 2, ...).
template <class Key, class Position>
struct OrderedKeys {
  const Key* keys;
  Key base;
  const Position* positions;

  KOKKOS_FUNCTION Position position(std::int64_t i) const {
    return positions == nullptr ? Position(i) : positions[i];
  }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const {
    return std::int64_t(keys[position(i)] - base);
  }
};

template <class Key, class Position>
struct CountZeroBits {
  OrderedKeys<Key, Position> keys;
  int bit;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& zeros) const {
    zeros += ~(keys(i) >> bit) & 1;
  }
};

/// Positions whose keys have the bit 0 go before those with a 1; `zeros` are the former.
template <class Key, class Position>
struct SplitByBit {
  OrderedKeys<Key, Position> keys;
  int bit;
  std::int64_t zeros;
  Position* to;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& zeros_before, bool final) const {
    const bool is_one = (keys(i) >> bit & 1) != 0;
    if (final) to[is_one ? zeros + i - zeros_before : zeros_before] = keys.position(i);
    if (!is_one) ++zeros_before;
  }
};

template <class Key, class Position>
struct FindKeyOffset {
  OrderedKeys<Key, Position> keys;
  std::int64_t count;
  Position* offsets;

  KOKKOS_FUNCTION void operator()(std::int64_t key) const {
    offsets[key] =
        Position(partition_point(0, count, [&](std::int64_t i) { return keys(i) < key; }));
  }
};

/// As stable_order_by_key, of `count` > 0 entries; `offsets` may be null. A radix sort by single
/// bits: O(nnz log num_keys) time, scratch memory for a second permutation; waits for the device.
template <class Exec, class Key, class Position>
void generic_order(const Exec& exec, std::int64_t num_keys, Key base, std::int64_t count,
                   const Key* keys, Position* offsets, Position* permutation) {
  const int num_passes = std::max(1, int(std::bit_width(std::uint64_t(num_keys - 1))));
  const auto other =
      scratch<Position>(exec, "filigree::convert::positions", num_passes > 1 ? count : 0);
  const EntryRange<Exec> entries(exec, 0, count);
  OrderedKeys<Key, Position> ordered{keys, base, nullptr};
  for (int bit = 0; bit < num_passes; ++bit) {
    std::int64_t zeros = 0;
    Kokkos::parallel_reduce("filigree::convert::count_bits", entries,
                            CountZeroBits<Key, Position>{ordered, bit}, zeros);
    // The last pass writes the result, the one before it the other array, and so on.
    Position* const to = (num_passes - bit) % 2 == 1 ? permutation : other.data();
    Kokkos::parallel_scan("filigree::convert::split_by_bit", entries,
                          SplitByBit<Key, Position>{ordered, bit, zeros, to});
    ordered.positions = to;
  }
  if (offsets != nullptr)
    Kokkos::parallel_for("filigree::convert::find_offsets", EntryRange<Exec>(exec, 0, num_keys + 1),
                         FindKeyOffset<Key, Position>{ordered, count, offsets});
}

}  // namespace filigree::detail
