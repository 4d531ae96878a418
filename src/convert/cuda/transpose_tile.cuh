// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

/// What a pass of a transpose works on: a block orders a tile of consecutive entries.

namespace filigree::detail::cuda {

inline constexpr int pass_threads = 512;
inline constexpr int pass_warps = pass_threads / 32;
inline constexpr unsigned all_lanes = 0xffffffffu;

/// How many entries a block orders. Large tiles take a multiprocessor's shared memory: the longer
/// the runs that a tile writes, the fewer requests reach the L2 cache, which bounds passes of many
/// digits. With few digits, two blocks that load and store at different times are faster.
template <class Value, bool Large>
struct Tile {
  using value_type = Value;
  static constexpr int blocks = Large ? 1 : 2;  ///< of a multiprocessor
  static constexpr int items = (Large ? 32 : 16) / (sizeof(Value) > 8 ? 2 : 1);  ///< of a thread
  static constexpr int segment = 32 * items;  ///< consecutive entries of a warp
  static constexpr int length = pass_threads * items;
};

/// An entry on its way: its minor (the key) and major index, zero-based.
struct alignas(8) IndexPair {
  std::uint32_t key;
  std::uint32_t major;
};

struct Pass {
  std::int64_t count;  ///< of entries, less than 2^32
  int tiles_ahead;     ///< the tile that begins about when this one ends
  int shift;
  std::uint32_t mask;         ///< of the shifted key: the digit
  const uint4* digit_places;  ///< by tile and 4 digits: where the tile's first entry of each goes

  // Where the entries are: in the matrix (first pass) or moved by an earlier pass.
  bool first;
  bool wide_offsets;
  bool wide_indices;
  std::int64_t base_in;
  const void* offsets;
  const void* indices;
  const std::uint32_t* segment_majors;  ///< by pass_segment: major index of its first entry
  const IndexPair* pairs_in;
  const void* values_in;  ///< null in the first pass: positions

  // Where they go: to the next pass or to the result.
  bool last;
  std::int64_t base_out;
  IndexPair* pairs_out;
  void* indices_out;
  std::int64_t num_keys;
  void* offsets_out;  ///< of Offset, num_keys + 1
  bool counts_keys;   ///< offsets_out, zero at first, gets how many entries a key has
  void* values_out;
};

template <int Bits, class Tile>
struct PassShared {
  using Value = typename Tile::value_type;
  static constexpr int num_digits = 1 << Bits;
  union {
    std::uint16_t counts[pass_warps][num_digits];  ///< of the warps before, after the ranking
    std::uint32_t heads[pass_warps][Tile::segment];
    IndexPair pairs[Tile::length];
    Value values[Tile::length];
  };
  std::uint32_t targets[num_digits];          ///< where place 0 of the tile would go, modulo 2^32
  std::uint32_t place_targets[Tile::length];  ///< where a place of the tile goes
  std::uint16_t starts[num_digits];           ///< the digit's first place in the tile
  std::uint32_t warp_sums[pass_warps];
  int low_before, low_last;  ///< the last pass: lower digits of the entry before and the last one
};

}  // namespace filigree::detail::cuda
