// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spmv/two_pass.hpp>

#include <Kokkos_Core.hpp>

#include <convert/stable_order.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/partition_point.hpp>
#include <pattern/instances.hpp>
#include <spmv/narrow_pattern.hpp>
#include <spmv/rewrite.hpp>

namespace filigree::detail {
namespace {

template <class Exec>
using Places = DeviceView<Exec, std::int32_t>;

constexpr int chunk = cuda::chunk_entries_a_thread;

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
    const auto stored_row = pattern.stored_row;
    const std::int64_t words = result.num_tiles * (result.block_entries / 32);
    const auto rows =
        plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_rows", pattern.num_cols);
    const auto word_rows =
        plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_word_rows", words);
    const auto bits = plan_array<std::uint32_t>(exec, "filigree::spmv::two_pass_row_bits", words);
    const std::int64_t count = entries();
    std::int64_t num_rows = 0;
    Kokkos::parallel_scan(
        "filigree::spmv::rank_rows", Range(exec, 0, count),
        KOKKOS_LAMBDA(const std::int64_t p, std::int64_t& before, const bool final) {
          const bool begins = p == 0 || stored_row(p) != stored_row(p - 1);
          before += begins ? 1 : 0;
          if (final && begins) rows(before - 1) = stored_row(p);
          if (final && p % 32 == 0) word_rows(p / 32) = std::int32_t(before - 1);
        },
        num_rows);
    Kokkos::parallel_for(
        "filigree::spmv::row_bits", Range(exec, 0, words), KOKKOS_LAMBDA(const std::int64_t word) {
          std::uint32_t begins = 0;
          for (std::int64_t p = 32 * word + 1; p < 32 * word + 32 && p < count; ++p)
            if (stored_row(p) != stored_row(p - 1)) begins |= std::uint32_t(1) << (p % 32);
          bits(word) = begins;
          if (32 * word >= count) word_rows(word) = 0;
        });
    if (num_rows < pattern.num_cols) result.rows = rows;
    result.word_rows = word_rows;
    result.row_bits = bits;
  }

  /// Entries of a tile by row, and where that puts each of them. The pattern's own order is by row
  /// and then by place, so that a stable sort by tile is enough.
  void order_tiles() {
    const std::int64_t count = entries();
    const int tile = result.block_entries;
    const auto places = pattern.value_index;
    const auto keys = plan_array<std::int32_t>(exec, "filigree::spmv::tile_keys", count);
    Kokkos::parallel_for(
        "filigree::spmv::tile_keys", Range(exec, 0, count),
        KOKKOS_LAMBDA(const std::int64_t q) { keys(q) = places(q) / tile; });
    tiled = plan_array<std::int32_t>(exec, "filigree::spmv::tiled", count);
    stable_permutation_by_key<Exec, std::int32_t, std::int32_t>(exec, result.num_tiles, 0, keys,
                                                                tiled);
    const auto slots =
        plan_array<std::uint16_t>(exec, "filigree::spmv::two_pass_slots", result.num_tiles * tile);
    const auto order = tiled;
    Kokkos::parallel_for(
        "filigree::spmv::two_pass_slots", Range(exec, 0, count),
        KOKKOS_LAMBDA(const std::int64_t r) {
          slots(places(order(r))) = std::uint16_t(cuda::swizzled(int(r % tile)));
        });
    result.slots = slots;
    row_of = expand_offsets<Exec, std::int32_t, std::int32_t>(exec, pattern.num_rows, count,
                                                              pattern.row_offsets.data(), 0);
  }

  /// Numbers the partials by tile and, in `rank`, by row.
  void find_partials() {
    const std::int64_t count = entries();
    const int tile = result.block_entries;
    const auto order = tiled;
    const auto row = row_of;
    std::int64_t heads = 0;
    Kokkos::parallel_reduce(
        "filigree::spmv::count_partials", Range(exec, 0, count),
        KOKKOS_LAMBDA(const std::int64_t r, std::int64_t& sum) {
          sum += r % tile % chunk == 0 || row(order(r)) != row(order(r - 1)) ? 1 : 0;
        },
        heads);
    // Adding up in the first pass costs steps of its own.
    const bool merged = heads < entries() - entries() / 4;
    result.merged = merged;
    const auto partial = plan_array<std::int32_t>(exec, "filigree::spmv::partial_at", count);
    const auto ranks = plan_array<std::int32_t>(exec, "filigree::spmv::partial_rank", count + 1);
    Kokkos::parallel_scan(
        "filigree::spmv::number_partials", Range(exec, 0, count),
        KOKKOS_LAMBDA(const std::int64_t r, std::int64_t& before, const bool final) {
          const bool begins =
              !merged || r % tile % chunk == 0 || row(order(r)) != row(order(r - 1));
          before += begins ? 1 : 0;
          if (!final) return;
          partial(r) = std::int32_t(before - 1);
          ranks(order(r)) = begins ? 1 : 0;
        },
        result.num_partials);
    Kokkos::parallel_scan(
        "filigree::spmv::rank_partials", Range(exec, 0, count + 1),
        KOKKOS_LAMBDA(const std::int64_t q, std::int64_t& before, const bool final) {
          const std::int32_t begins = q < count ? ranks(q) : 0;
          if (final) ranks(q) = std::int32_t(before);
          before += begins;
        });
    partial_at = partial;
    rank = ranks;
    if (merged) list_chunks();
  }

  void list_chunks() {
    const std::int64_t count = entries();
    const int chunks_a_tile = result.block_entries / chunk;
    const auto heads = plan_array<std::uint32_t>(exec, "filigree::spmv::two_pass_heads",
                                                 result.num_tiles * chunks_a_tile);
    const auto before = plan_array<std::uint16_t>(exec, "filigree::spmv::two_pass_chunk_partials",
                                                  result.num_tiles * chunks_a_tile);
    const auto firsts =
        plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_tile_partials", result.num_tiles);
    const auto partial = partial_at;
    Kokkos::parallel_for(
        "filigree::spmv::list_chunks", Range(exec, 0, result.num_tiles * chunks_a_tile),
        KOKKOS_LAMBDA(const std::int64_t c) {
          const std::int64_t begin = c * chunk;
          const std::int32_t first = partial(c / chunks_a_tile * chunks_a_tile * chunk);
          if (c % chunks_a_tile == 0) firsts(c / chunks_a_tile) = first;
          std::uint32_t bits = 1;
          for (std::int64_t r = begin + 1; r < begin + chunk && r < count; ++r)
            if (partial(r) != partial(r - 1)) bits |= std::uint32_t(1) << (r - begin);
          heads(c) = begin < count ? bits : 0;
          before(c) =
              std::uint16_t((begin < count ? partial(begin) : partial(count - 1) + 1) - first);
        });
    result.chunk_heads = heads;
    result.chunk_partials = before;
    result.tile_partials = firsts;
  }

  /// Where each partial stands by row and tile.
  void place_partials() {
    const auto offsets = pattern.row_offsets;
    const auto ranks = rank;
    const auto starts =
        plan_array<std::int32_t>(exec, "filigree::spmv::row_starts", pattern.num_rows);
    std::int64_t places = 0;
    Kokkos::parallel_scan(
        "filigree::spmv::row_starts", Range(exec, 0, pattern.num_rows),
        KOKKOS_LAMBDA(const std::int64_t i, std::int64_t& before, const bool final) {
          if (final) starts(i) = std::int32_t(before);
          const std::int32_t length = ranks(offsets(i + 1)) - ranks(offsets(i));
          before += length > 0 ? length : 1;
        },
        places);
    result.num_buckets = (places + result.block_entries - 1) / result.block_entries;
    const auto place =
        plan_array<std::int32_t>(exec, "filigree::spmv::place_of", result.num_partials);
    const auto tile =
        plan_array<std::int32_t>(exec, "filigree::spmv::tile_of", result.num_partials);
    const int block = result.block_entries;
    const auto order = tiled;
    const auto row = row_of;
    const auto partial = partial_at;
    Kokkos::parallel_for(
        "filigree::spmv::place_partials", Range(exec, 0, entries()),
        KOKKOS_LAMBDA(const std::int64_t r) {
          const std::int64_t q = order(r);
          if (r > 0 && partial(r) == partial(r - 1)) return;
          const std::int32_t i = row(q);
          place(partial(r)) = starts(i) + ranks(q) - ranks(offsets(i));
          tile(partial(r)) = std::int32_t(r / block);
        });
    row_starts = starts;
    place_of = place;
    tile_of = tile;
  }

  void list_runs() {
    const std::int64_t partials = result.num_partials;
    const int block = result.block_entries;
    const auto place = place_of;
    const auto tile = tile_of;
    const auto run_of = plan_array<std::int32_t>(exec, "filigree::spmv::run_of", partials);
    std::int64_t runs = 0;
    Kokkos::parallel_scan(
        "filigree::spmv::number_runs", Range(exec, 0, partials),
        KOKKOS_LAMBDA(const std::int64_t o, std::int64_t& before, const bool final) {
          const bool begins =
              o == 0 || tile(o) != tile(o - 1) || place(o) / block != place(o - 1) / block;
          before += begins ? 1 : 0;
          if (final) run_of(o) = std::int32_t(before - 1);
        },
        runs);
    const auto firsts = plan_array<std::int32_t>(exec, "filigree::spmv::run_firsts", runs + 1);
    const auto buckets = plan_array<std::int32_t>(exec, "filigree::spmv::run_buckets", runs);
    Kokkos::parallel_for(
        "filigree::spmv::list_runs", Range(exec, 0, partials + 1),
        KOKKOS_LAMBDA(const std::int64_t o) {
          if (o == partials) firsts(runs) = std::int32_t(partials);
          if (o == partials || (o > 0 && run_of(o) == run_of(o - 1))) return;
          firsts(run_of(o)) = std::int32_t(o);
          buckets(run_of(o)) = place(o) / block;
        });
    const auto bucket_runs =
        plan_array<std::int32_t>(exec, "filigree::spmv::bucket_runs", result.num_buckets + 1);
    const auto by_bucket = plan_array<std::int32_t>(exec, "filigree::spmv::runs_by_bucket", runs);
    stable_order_by_key<Exec, std::int32_t, std::int32_t>(exec, result.num_buckets, 0, buckets,
                                                          bucket_runs, by_bucket);
    const auto loaded = plan_array<std::int32_t>(exec, "filigree::spmv::loaded_before", runs + 1);
    Kokkos::parallel_scan(
        "filigree::spmv::loaded_before", Range(exec, 0, runs + 1),
        KOKKOS_LAMBDA(const std::int64_t i, std::int64_t& before, const bool final) {
          if (final) loaded(i) = std::int32_t(before);
          if (i < runs) before += firsts(by_bucket(i) + 1) - firsts(by_bucket(i));
        });
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
    const Kokkos::View<std::uint32_t*, Space> bits(
        Kokkos::view_alloc(exec, "filigree::spmv::two_pass_run_bits"), words);
    const auto word_runs =
        plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_word_runs", words);
    Kokkos::parallel_for(
        "filigree::spmv::two_pass_runs", Range(exec, 0, runs), KOKKOS_LAMBDA(const std::int64_t i) {
          const std::int32_t run = by_bucket(i);
          const std::int64_t bucket = buckets(run);
          const std::int32_t at = loaded(i) - loaded(bucket_runs(bucket));
          firsts(run) -= at;
          sources(i) = std::uint32_t(firsts(run));
          if (at % 32 != 0)
            Kokkos::atomic_or(&bits(bucket * words_a_bucket + at / 32), std::uint32_t(1)
                                                                            << (at % 32));
        });
    Kokkos::parallel_for(
        "filigree::spmv::two_pass_word_runs", Range(exec, 0, words),
        KOKKOS_LAMBDA(const std::int64_t word) {
          const std::int64_t bucket = word / words_a_bucket;
          const std::int32_t base = loaded(bucket_runs(bucket));
          const std::int64_t at = 32 * (word % words_a_bucket);
          const std::int64_t next =
              partition_point(std::int64_t(bucket_runs(bucket)) + 1, bucket_runs(bucket + 1),
                              [&](std::int64_t run) { return loaded(run) - base <= at; });
          word_runs(word) = std::int32_t(next - 1);
          if (at == 0) fill(bucket) = loaded(bucket_runs(bucket + 1)) - base;
        });
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
    const auto place = place_of;
    Kokkos::parallel_for(
        "filigree::spmv::two_pass_order", Range(exec, 0, result.num_partials),
        KOKKOS_LAMBDA(const std::int64_t o) {
          order(place(o)) = std::uint16_t(o - shifted_firsts(run_of(o)));
        });
    const auto starts = row_starts;
    Kokkos::parallel_for(
        "filigree::spmv::two_pass_row_heads", Range(exec, 0, pattern.num_rows),
        KOKKOS_LAMBDA(const std::int64_t i) {
          order(starts(i)) = std::uint16_t(order(starts(i)) | cuda::row_head);
        });
    result.order = order;
  }

  void list_chunk_rows() {
    const std::int64_t chunks = result.num_buckets * (result.block_entries / chunk);
    const auto rows = plan_array<std::int32_t>(exec, "filigree::spmv::two_pass_chunk_rows", chunks);
    const auto starts = row_starts;
    const std::int64_t num_rows = pattern.num_rows;
    Kokkos::parallel_for(
        "filigree::spmv::two_pass_chunk_rows", Range(exec, 0, chunks),
        KOKKOS_LAMBDA(const std::int64_t c) {
          const std::int64_t next = partition_point(
              1, num_rows, [&](std::int64_t row) { return starts(row) <= c * chunk; });
          rows(c) = std::int32_t(next - 1);
        });
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
FILIGREE_PATTERN_INSTANCES(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
