// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include "core/relaxed_load.hpp"

/// The table in which rows of a pattern meet those with the same list of (column - row): open
/// addressing by a 64-bit hash of the list. Hashes only propose: rows are compared with the list
/// before they use it.

namespace filigree::detail {

inline constexpr int table_slots = 4096;
/// With more distinct lists than this the table's contents depend on who came first: it is then
/// void.
inline constexpr int table_limit = table_slots / 2;
inline constexpr std::uint16_t no_slot = 0x7fff;
inline constexpr std::int64_t max_list_length = 1024;

/// A bijection of 64 bits (the finaliser of SplitMix64, by Steele, Lea and Flood, 2014).
KOKKOS_INLINE_FUNCTION constexpr std::uint64_t mix_bits(std::uint64_t v) {
  v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9u;
  v = (v ^ (v >> 27)) * 0x94d049bb133111ebu;
  return v ^ (v >> 31);
}

/// What entry k of a list adds to the list's hash: lanes may add in any order.
KOKKOS_INLINE_FUNCTION constexpr std::uint64_t hash_term(std::int32_t delta, std::int64_t k) {
  return mix_bits(std::uint64_t(std::uint32_t(delta)) | (std::uint64_t(k + 1) << 32));
}

/// Never 0, which marks an empty slot.
KOKKOS_INLINE_FUNCTION constexpr std::uint64_t hash_key(std::uint64_t sum, std::int64_t length,
                                                        std::uint64_t mask) {
  return (mix_bits(sum + std::uint64_t(length)) & mask) | 1u;
}

/// Where the table's arrays lie in one array of words, so that one copy takes them to the host.
struct ListTable {
  std::uint64_t* words = nullptr;

  static constexpr std::int64_t num_words = 4 * table_slots + 1;

  KOKKOS_INLINE_FUNCTION std::uint64_t* keys() const { return words; }
  /// The first row with the slot's list.
  KOKKOS_INLINE_FUNCTION std::uint64_t* rows() const { return words + table_slots; }
  /// How many rows have it, modulo 2^64.
  KOKKOS_INLINE_FUNCTION std::uint64_t* counts() const { return words + 2 * table_slots; }
  KOKKOS_INLINE_FUNCTION std::uint64_t* lengths() const { return words + 3 * table_slots; }
  /// Keys in the table.
  KOKKOS_INLINE_FUNCTION std::uint64_t& used() const { return words[4 * table_slots]; }

  KOKKOS_INLINE_FUNCTION void clear(std::int64_t i) const {
    words[i] = i >= table_slots && i < 2 * table_slots ? ~std::uint64_t(0) : 0;
  }

  KOKKOS_INLINE_FUNCTION static int first_slot(std::uint64_t key) {
    return int((key >> 20) % table_slots);
  }

  /// The slot of a key, which is put there if `insert`. no_slot where it is not there or the table
  /// is full.
  KOKKOS_INLINE_FUNCTION std::uint16_t find(std::uint64_t key, bool insert) const {
    for (int probe = 0; probe < table_slots; ++probe) {
      const int slot = (first_slot(key) + probe) % table_slots;
      std::uint64_t found = relaxed_load(&keys()[slot]);
      if (found == key) return std::uint16_t(slot);
      if (found != 0) continue;
      if (!insert || relaxed_load(&used()) > std::uint64_t(table_limit)) return no_slot;
      found = Kokkos::atomic_compare_exchange(&keys()[slot], std::uint64_t(0), key);
      if (found == 0) Kokkos::atomic_inc(&used());
      if (found == 0 || found == key) return std::uint16_t(slot);
    }
    return no_slot;
  }
};

}  // namespace filigree::detail
