// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/partition_point.hpp>
#include <spmv/cuda/two_pass.hpp>

/// The kernels that plan a two-pass product, in order. Arrays have the names that TwoPassBuild and
/// TwoPass give them.

namespace filigree::detail::two_pass {

inline constexpr int chunk = cuda::chunk_entries_a_thread;

struct RankRows {
  const std::int32_t* stored_row;
  std::int32_t* rows;
  std::int32_t* word_rows;

  KOKKOS_FUNCTION void operator()(const std::int64_t p, std::int64_t& before,
                                  const bool final) const {
    const bool begins = p == 0 || stored_row[p] != stored_row[p - 1];
    before += begins ? 1 : 0;
    if (final && begins) rows[before - 1] = stored_row[p];
    if (final && p % 32 == 0) word_rows[p / 32] = std::int32_t(before - 1);
  }
};

struct StoreRowBits {
  const std::int32_t* stored_row;
  std::int64_t count;
  std::int32_t* word_rows;
  std::uint32_t* bits;

  KOKKOS_FUNCTION void operator()(const std::int64_t word) const {
    std::uint32_t begins = 0;
    for (std::int64_t p = 32 * word + 1; p < 32 * word + 32 && p < count; ++p)
      if (stored_row[p] != stored_row[p - 1]) begins |= std::uint32_t(1) << (p % 32);
    bits[word] = begins;
    if (32 * word >= count) word_rows[word] = 0;
  }
};

struct StoreTile {
  const std::int32_t* places;
  int tile;
  std::int32_t* keys;

  KOKKOS_FUNCTION void operator()(const std::int64_t q) const { keys[q] = places[q] / tile; }
};

struct StoreSlot {
  const std::int32_t* places;
  const std::int32_t* tiled;
  int tile;
  std::uint16_t* slots;

  KOKKOS_FUNCTION void operator()(const std::int64_t r) const {
    slots[places[tiled[r]]] = std::uint16_t(cuda::swizzled(int(r % tile)));
  }
};

/// Whether a partial begins with a tiled entry, if partials are merged.
struct PartialHeads {
  const std::int32_t* tiled;
  const std::int32_t* row_of;
  int tile;

  KOKKOS_FUNCTION bool begins(const std::int64_t r) const {
    return r % tile % chunk == 0 || row_of[tiled[r]] != row_of[tiled[r - 1]];
  }
  KOKKOS_FUNCTION void operator()(const std::int64_t r, std::int64_t& sum) const {
    sum += begins(r) ? 1 : 0;
  }
};

struct NumberPartials {
  PartialHeads heads;
  bool merged;
  std::int32_t* partial_at;
  std::int32_t* ranks;  ///< by entry of the pattern: 1 where a partial begins, else 0

  KOKKOS_FUNCTION void operator()(const std::int64_t r, std::int64_t& before,
                                  const bool final) const {
    const bool begins = !merged || heads.begins(r);
    before += begins ? 1 : 0;
    if (!final) return;
    partial_at[r] = std::int32_t(before - 1);
    ranks[heads.tiled[r]] = begins ? 1 : 0;
  }
};

struct RankPartials {
  std::int64_t count;
  std::int32_t* ranks;

  KOKKOS_FUNCTION void operator()(const std::int64_t q, std::int64_t& before,
                                  const bool final) const {
    const std::int32_t begins = q < count ? ranks[q] : 0;
    if (final) ranks[q] = std::int32_t(before);
    before += begins;
  }
};

struct ListChunk {
  std::int64_t count;
  int chunks_a_tile;
  const std::int32_t* partial_at;
  std::int32_t* firsts;
  std::uint32_t* heads;
  std::uint16_t* before;

  KOKKOS_FUNCTION void operator()(const std::int64_t c) const {
    const std::int64_t begin = c * chunk;
    const std::int32_t first = partial_at[c / chunks_a_tile * chunks_a_tile * chunk];
    if (c % chunks_a_tile == 0) firsts[c / chunks_a_tile] = first;
    std::uint32_t bits = 1;
    for (std::int64_t r = begin + 1; r < begin + chunk && r < count; ++r)
      if (partial_at[r] != partial_at[r - 1]) bits |= std::uint32_t(1) << (r - begin);
    heads[c] = begin < count ? bits : 0;
    before[c] =
        std::uint16_t((begin < count ? partial_at[begin] : partial_at[count - 1] + 1) - first);
  }
};

struct StartRows {
  const std::int32_t* offsets;
  const std::int32_t* ranks;
  std::int32_t* starts;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& before,
                                  const bool final) const {
    if (final) starts[i] = std::int32_t(before);
    const std::int32_t length = ranks[offsets[i + 1]] - ranks[offsets[i]];
    before += length > 0 ? length : 1;
  }
};

struct PlacePartial {
  const std::int32_t* tiled;
  const std::int32_t* row_of;
  const std::int32_t* partial_at;
  const std::int32_t* offsets;
  const std::int32_t* ranks;
  const std::int32_t* starts;
  int tile;
  std::int32_t* place_of;
  std::int32_t* tile_of;

  KOKKOS_FUNCTION void operator()(const std::int64_t r) const {
    const std::int64_t q = tiled[r];
    if (r > 0 && partial_at[r] == partial_at[r - 1]) return;
    const std::int32_t i = row_of[q];
    place_of[partial_at[r]] = starts[i] + ranks[q] - ranks[offsets[i]];
    tile_of[partial_at[r]] = std::int32_t(r / tile);
  }
};

struct NumberRuns {
  const std::int32_t* place_of;
  const std::int32_t* tile_of;
  int block;
  std::int32_t* run_of;

  KOKKOS_FUNCTION void operator()(const std::int64_t o, std::int64_t& before,
                                  const bool final) const {
    const bool begins =
        o == 0 || tile_of[o] != tile_of[o - 1] || place_of[o] / block != place_of[o - 1] / block;
    before += begins ? 1 : 0;
    if (final) run_of[o] = std::int32_t(before - 1);
  }
};

struct ListRun {
  std::int64_t partials;
  std::int64_t runs;
  const std::int32_t* place_of;
  const std::int32_t* run_of;
  int block;
  std::int32_t* firsts;
  std::int32_t* buckets;

  KOKKOS_FUNCTION void operator()(const std::int64_t o) const {
    if (o == partials) firsts[runs] = std::int32_t(partials);
    if (o == partials || (o > 0 && run_of[o] == run_of[o - 1])) return;
    firsts[run_of[o]] = std::int32_t(o);
    buckets[run_of[o]] = place_of[o] / block;
  }
};

struct CountLoaded {
  std::int64_t runs;
  const std::int32_t* firsts;
  const std::int32_t* by_bucket;
  std::int32_t* loaded;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& before,
                                  const bool final) const {
    if (final) loaded[i] = std::int32_t(before);
    if (i < runs) before += firsts[by_bucket[i] + 1] - firsts[by_bucket[i]];
  }
};

struct StoreRunSource {
  const std::int32_t* by_bucket;
  const std::int32_t* buckets;
  const std::int32_t* bucket_runs;
  const std::int32_t* loaded;
  int words_a_bucket;
  std::int32_t* firsts;
  std::uint32_t* sources;
  std::uint32_t* bits;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    const std::int32_t run = by_bucket[i];
    const std::int64_t bucket = buckets[run];
    const std::int32_t at = loaded[i] - loaded[bucket_runs[bucket]];
    firsts[run] -= at;
    sources[i] = std::uint32_t(firsts[run]);
    if (at % 32 != 0)
      Kokkos::atomic_or(&bits[bucket * words_a_bucket + at / 32], std::uint32_t(1) << (at % 32));
  }
};

struct StoreWordRun {
  const std::int32_t* bucket_runs;
  const std::int32_t* loaded;
  int words_a_bucket;
  std::int32_t* word_runs;
  std::int32_t* fill;

  KOKKOS_FUNCTION void operator()(const std::int64_t word) const {
    const std::int64_t bucket = word / words_a_bucket;
    const std::int32_t base = loaded[bucket_runs[bucket]];
    const std::int64_t at = 32 * (word % words_a_bucket);
    const std::int64_t next =
        partition_point(std::int64_t(bucket_runs[bucket]) + 1, bucket_runs[bucket + 1],
                        [&](std::int64_t run) { return loaded[run] - base <= at; });
    word_runs[word] = std::int32_t(next - 1);
    if (at == 0) fill[bucket] = loaded[bucket_runs[bucket + 1]] - base;
  }
};

struct StoreOrder {
  const std::int32_t* place_of;
  const std::int32_t* run_of;
  const std::int32_t* shifted_firsts;
  std::uint16_t* order;

  KOKKOS_FUNCTION void operator()(const std::int64_t o) const {
    order[place_of[o]] = std::uint16_t(o - shifted_firsts[run_of[o]]);
  }
};

struct MarkRowHead {
  const std::int32_t* starts;
  std::uint16_t* order;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    order[starts[i]] = std::uint16_t(order[starts[i]] | cuda::row_head);
  }
};

struct FindChunkRow {
  std::int64_t num_rows;
  const std::int32_t* starts;
  std::int32_t* rows;

  KOKKOS_FUNCTION void operator()(const std::int64_t c) const {
    const std::int64_t next =
        partition_point(1, num_rows, [&](std::int64_t row) { return starts[row] <= c * chunk; });
    rows[c] = std::int32_t(next - 1);
  }
};

}  // namespace filigree::detail::two_pass
