// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spmv/two_pass.hpp>

#include <Kokkos_Core.hpp>

#include <convert/stable_order.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <spmv/narrow_pattern.hpp>
#include <spmv/rewrite.hpp>
#include <spmv/two_pass_steps.hpp>

namespace filigree::detail {
namespace {

template <class Exec>
using Places = DeviceView<Exec, std::int32_t>;

using namespace two_pass;

/// The step-by-step state of a build.
template <class Exec>
struct TwoPassBuild {
  using Space = typename Exec::memory_space;
  using Range = EntryRange<Exec>;

  Exec exec;
  NarrowPattern<Exec> pattern;
  TwoPassPattern<Space> result;

  Places<Exec> row_of;      ///< by entry of the pattern: its row
  Places<Exec> tiled;       ///< entries of the pattern ordered by tile, then by row
  Places<Exec> partial_at;  ///< by tiled entry: its partial
  Places<Exec> rank;        ///< by entry of the pattern: partials of it and before, less its own
  Places<Exec> row_starts;  ///< by row: its first place in order
  Places<Exec> place_of;    ///< by partial: its place in order
  Places<Exec> tile_of;     ///< by partial: its tile

  std::int64_t entries() const { return pattern.nnz; }

  void plan() {
    result.num_entries = entries();
    result.num_tiles = (entries() + result.block_entries - 1) / result.block_entries;
    list_stored_rows();
    order_tiles();
    find_partials();
    place_partials();
    list_runs();
    list_chunk_rows();
    exec.fence("filigree::spmv::plan_two_passes");
  }

  /// The stored row of every entry, by rank among the rows that are not empty.
  void list_stored_rows() {
    const std::int64_t words = result.num_tiles * (result.block_entries / 32);
    const auto rows =
        plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_rows", pattern.num_cols);
    const auto word_rows =
        plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_word_rows", words);
    const auto bits = plan_array<std::uint32_t>(exec, "filigree::spmv::two_pass_row_bits", words);
    const std::int32_t* const stored_row = pattern.stored_row.data();
    std::int64_t num_rows = 0;
    Kokkos::parallel_scan("filigree::spmv::rank_rows", Range(exec, 0, entries()),
                          RankRows{stored_row, rows.data(), word_rows.data()}, num_rows);
    Kokkos::parallel_for("filigree::spmv::row_bits", Range(exec, 0, words),
                         StoreRowBits{stored_row, entries(), word_rows.data(), bits.data()});
    if (num_rows < pattern.num_cols) result.rows = rows;
    result.word_rows = word_rows;
    result.row_bits = bits;
  }

  /// Entries of a tile by row, and where that puts each of them. The pattern's own order is by row
  /// and then by place, so that a stable sort by tile is enough.
  void order_tiles() {
    const std::int64_t count = entries();
    const int tile = result.block_entries;
    const std::int32_t* const places = pattern.value_index.data();
    const auto keys = plan_array<std::int32_t>(exec, "filigree::spmv::tile_keys", count);
    Kokkos::parallel_for("filigree::spmv::tile_keys", Range(exec, 0, count),
                         StoreTile{places, tile, keys.data()});
    tiled = plan_array<std::int32_t>(exec, "filigree::spmv::tiled", count);
    stable_permutation_by_key<Exec, std::int32_t, std::int32_t>(exec, result.num_tiles, 0, keys,
                                                                tiled);
    const auto slots =
        plan_array<std::uint16_t>(exec, "filigree::spmv::two_pass_slots", result.num_tiles * tile);
    Kokkos::parallel_for("filigree::spmv::two_pass_slots", Range(exec, 0, count),
                         StoreSlot{places, tiled.data(), tile, slots.data()});
    result.slots = slots;
    row_of = expand_offsets<Exec, std::int32_t, std::int32_t>(exec, pattern.num_rows, count,
                                                              pattern.row_offsets.data(), 0);
  }

  /// Numbers the partials by tile and, in `rank`, by row.
  void find_partials() {
    const std::int64_t count = entries();
    const PartialHeads heads{tiled.data(), row_of.data(), result.block_entries};
    std::int64_t num_heads = 0;
    Kokkos::parallel_reduce("filigree::spmv::count_partials", Range(exec, 0, count), heads,
                            num_heads);
    // Adding up in the first pass costs steps of its own.
    result.merged = num_heads < count - count / 4;
    partial_at = plan_array<std::int32_t>(exec, "filigree::spmv::partial_at", count);
    rank = plan_array<std::int32_t>(exec, "filigree::spmv::partial_rank", count + 1);
    Kokkos::parallel_scan("filigree::spmv::number_partials", Range(exec, 0, count),
                          NumberPartials{heads, result.merged, partial_at.data(), rank.data()},
                          result.num_partials);
    Kokkos::parallel_scan("filigree::spmv::rank_partials", Range(exec, 0, count + 1),
                          RankPartials{count, rank.data()});
    if (result.merged) list_chunks();
  }

  void list_chunks() {
    const int chunks_a_tile = result.block_entries / chunk;
    const auto heads = plan_array<std::uint32_t>(exec, "filigree::spmv::two_pass_heads",
                                                 result.num_tiles * chunks_a_tile);
    const auto before = plan_array<std::uint16_t>(exec, "filigree::spmv::two_pass_chunk_partials",
                                                  result.num_tiles * chunks_a_tile);
    const auto firsts =
        plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_tile_partials", result.num_tiles);
    Kokkos::parallel_for("filigree::spmv::list_chunks",
                         Range(exec, 0, result.num_tiles * chunks_a_tile),
                         ListChunk{entries(), chunks_a_tile, partial_at.data(), firsts.data(),
                                   heads.data(), before.data()});
    result.chunk_heads = heads;
    result.chunk_partials = before;
    result.tile_partials = firsts;
  }

  /// Where each partial stands by row and tile.
  void place_partials() {
    const std::int32_t* const offsets = pattern.row_offsets.data();
    row_starts = plan_array<std::int32_t>(exec, "filigree::spmv::row_starts", pattern.num_rows);
    std::int64_t places = 0;
    Kokkos::parallel_scan("filigree::spmv::row_starts", Range(exec, 0, pattern.num_rows),
                          StartRows{offsets, rank.data(), row_starts.data()}, places);
    result.num_buckets = (places + result.block_entries - 1) / result.block_entries;
    place_of = plan_array<std::int32_t>(exec, "filigree::spmv::place_of", result.num_partials);
    tile_of = plan_array<std::int32_t>(exec, "filigree::spmv::tile_of", result.num_partials);
    Kokkos::parallel_for(
        "filigree::spmv::place_partials", Range(exec, 0, entries()),
        PlacePartial{tiled.data(), row_of.data(), partial_at.data(), offsets, rank.data(),
                     row_starts.data(), result.block_entries, place_of.data(), tile_of.data()});
  }

  void list_runs() {
    const std::int64_t partials = result.num_partials;
    const int block = result.block_entries;
    const auto run_of = plan_array<std::int32_t>(exec, "filigree::spmv::run_of", partials);
    std::int64_t runs = 0;
    Kokkos::parallel_scan("filigree::spmv::number_runs", Range(exec, 0, partials),
                          NumberRuns{place_of.data(), tile_of.data(), block, run_of.data()}, runs);
    const auto firsts = plan_array<std::int32_t>(exec, "filigree::spmv::run_firsts", runs + 1);
    const auto buckets = plan_array<std::int32_t>(exec, "filigree::spmv::run_buckets", runs);
    Kokkos::parallel_for("filigree::spmv::list_runs", Range(exec, 0, partials + 1),
                         ListRun{partials, runs, place_of.data(), run_of.data(), block,
                                 firsts.data(), buckets.data()});
    const auto bucket_runs =
        plan_array<std::int32_t>(exec, "filigree::spmv::bucket_runs", result.num_buckets + 1);
    const auto by_bucket = plan_array<std::int32_t>(exec, "filigree::spmv::runs_by_bucket", runs);
    stable_order_by_key<Exec, std::int32_t, std::int32_t>(exec, result.num_buckets, 0, buckets,
                                                          bucket_runs, by_bucket);
    const auto loaded = plan_array<std::int32_t>(exec, "filigree::spmv::loaded_before", runs + 1);
    Kokkos::parallel_scan("filigree::spmv::loaded_before", Range(exec, 0, runs + 1),
                          CountLoaded{runs, firsts.data(), by_bucket.data(), loaded.data()});
    write_runs(runs, firsts, buckets, bucket_runs, by_bucket, loaded);
    write_order(run_of, firsts);
  }

  /// Also turns `firsts` into (first partial - its place in the bucket).
  void write_runs(std::int64_t runs, const Places<Exec>& firsts, const Places<Exec>& buckets,
                  const Places<Exec>& bucket_runs, const Places<Exec>& by_bucket,
                  const Places<Exec>& loaded) {
    const int words_a_bucket = result.block_entries / 32;
    const std::int64_t words = result.num_buckets * words_a_bucket;
    const auto sources = plan_array<std::uint32_t>(exec, "filigree::spmv::two_pass_runs", runs);
    const auto fill =
        plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_fill", result.num_buckets);
    const auto bits =
        allocate_zeros<std::uint32_t, Space>("", exec, "filigree::spmv::two_pass_run_bits", words);
    const auto word_runs =
        plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_word_runs", words);
    Kokkos::parallel_for(
        "filigree::spmv::two_pass_runs", Range(exec, 0, runs),
        StoreRunSource{by_bucket.data(), buckets.data(), bucket_runs.data(), loaded.data(),
                       words_a_bucket, firsts.data(), sources.data(), bits.data()});
    Kokkos::parallel_for("filigree::spmv::two_pass_word_runs", Range(exec, 0, words),
                         StoreWordRun{bucket_runs.data(), loaded.data(), words_a_bucket,
                                      word_runs.data(), fill.data()});
    result.run_sources = sources;
    result.fill = fill;
    result.run_bits = bits;
    result.word_runs = word_runs;
  }

  void write_order(const Places<Exec>& run_of, const Places<Exec>& shifted_firsts) {
    const int block = result.block_entries;
    const auto order = plan_array<std::uint16_t>(exec, "filigree::spmv::two_pass_order",
                                                 result.num_buckets * block);
    Kokkos::deep_copy(exec, order, std::uint16_t(block));
    Kokkos::parallel_for(
        "filigree::spmv::two_pass_order", Range(exec, 0, result.num_partials),
        StoreOrder{place_of.data(), run_of.data(), shifted_firsts.data(), order.data()});
    Kokkos::parallel_for("filigree::spmv::two_pass_row_heads", Range(exec, 0, pattern.num_rows),
                         MarkRowHead{row_starts.data(), order.data()});
    result.order = order;
  }

  void list_chunk_rows() {
    const std::int64_t chunks = result.num_buckets * (result.block_entries / chunk);
    const auto rows = plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_chunk_rows", chunks);
    Kokkos::parallel_for("filigree::spmv::two_pass_chunk_rows", Range(exec, 0, chunks),
                         FindChunkRow{pattern.num_rows, row_starts.data(), rows.data()});
    result.chunk_rows = rows;
  }
};

}  // namespace

template <class Exec, class Offset, class Index>
TwoPassPattern<typename Exec::memory_space> plan_two_passes(
    const Exec& exec, const GatherPattern<Offset, Index>& pattern, int block_entries) {
  TwoPassBuild<Exec> build;
  build.exec = exec;
  build.pattern = narrow_pattern(exec, pattern);
  build.result.block_entries = block_entries;
  build.plan();
  return build.result;
}

#define FILIGREE_INSTANTIATE(Exec, Offset, Index)                       \
  template TwoPassPattern<typename Exec::memory_space> plan_two_passes( \
      const Exec&, const GatherPattern<Offset, Index>&, int);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
