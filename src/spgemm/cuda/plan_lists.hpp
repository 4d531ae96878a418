// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <cuda/launch_device.hpp>
#include <spgemm/cuda/plan_parts.hpp>

/// The steps of a plan that list products: all of them, sorted; those of C's entries; those of a
/// run's period.

namespace filigree::detail {

/// Beside what is needed without lists, which SpgemmHashCuda has.
struct SpgemmCudaLists : SpgemmCudaParts {
 private:
  /// Whether there is memory for what the plan can do without.
  template <class Allocate>
  static bool take(const Allocate& allocate) {
    try {
      allocate();
      return true;
    } catch (const Error& error) {
      if (error.status() != Status::alloc_failed) throw;
      return false;
    }
  }
  static bool keep(const Kokkos::Cuda& exec, const SpgemmLimits& limits, const char* label,
                   std::int64_t bytes, State& state) {
    return take([&] { state.kept = array(exec, limits, label, bytes); });
  }
  template <class Index>
  static void list_rows(const State& state, const cuda::SpgemmSymbolic<Index>& symbolic,
                        cuda::SpgemmListing<Index>& listing) {
    listing.rows = symbolic.rows;
    listing.last_sort = symbolic.last_sort;
    for (int kind = 0; kind < cuda::SpgemmListKind::kinds; ++kind)
      listing.first_rows[kind + 1] =
          listing.first_rows[kind] + std::int64_t(state.found.listed_rows[kind]);
  }

 protected:
  /// All products in order; waits for the device. False where there is no memory for them: nothing
  /// has been done then.
  template <class Exec, class Index>
  static bool sort_products(const Exec& exec, const SpgemmPattern<Index>& pattern,
                            const SpgemmLimits& limits, State& state,
                            SpgemmPrepared<Exec, Index>& prepared) {
    const auto symbolic = arguments(pattern, state);
    cuda::SpgemmListing<Index> listing;
    listing.pattern = symbolic.pattern;
    listing.first_products = symbolic.row_products;
    list_rows(state, symbolic, listing);
    listing.row_lengths = symbolic.row_lengths;
    listing.tally = reinterpret_cast<cuda::SpgemmListTally*>(state.workspace.data() + tally_bytes);
    auto& sorted = listing.sorted;
    sorted.count = std::int64_t(state.found.products);
    cuda::SpgemmScan scan;
    check("spgemm_plan", cuda::spgemm_scan_bytes(sorted.num_tiles(), scan.bytes));
    const std::int64_t own = spgemm_rounded(sorted.share(nullptr));
    const std::int64_t bytes = own + std::int64_t(scan.bytes);
    auto& long_products = listing.long_products;
    long_products.count = std::int64_t(state.found.long_products);
    long_products.num_chunks = std::int64_t(state.found.long_chunks);
    Array of_long;  // to let go of it waits for nothing
    if (long_products.count > 0) {
      check("spgemm_plan",
            cuda::spgemm_long_products_bytes(long_products, listing.pattern.num_cols));
      if (!take([&] {
            of_long =
                scratch_array<std::byte>("spgemm_plan", exec, "filigree::spgemm::long_products",
                                         long_products.share(nullptr));
          }))
        return false;
      long_products.share(of_long.data());
    }
    if (!keep(exec, limits, "filigree::spgemm::sorted_products", bytes, state)) return false;
    prepared.bytes = bytes;
    sorted.share(state.kept.data());
    scan.workspace = state.kept.data() + own;
    const auto add_up = [&](const cuda::SpgemmScan& memory, std::int64_t* lengths,
                            std::int64_t count) {
      check("spgemm_plan",
            cuda::launch_spgemm_offsets(memory, lengths, count, 0, lengths, launch_stream(exec)));
    };
    add_up(state.scan(), symbolic.row_products, pattern.a.num_rows);
    check("spgemm_plan", cuda::launch_spgemm_sort_products(listing, launch_stream(exec)));
    add_up(scan, sorted.tile_entries, sorted.num_tiles());
    std::int64_t entries = 0;
    Kokkos::deep_copy(exec, Kokkos::View<std::int64_t, Kokkos::HostSpace>(&entries),
                      Kokkos::View<const std::int64_t, Kokkos::CudaSpace>(sorted.tile_entries +
                                                                          sorted.num_tiles()));
    exec.fence("filigree::spgemm_plan");
    state.found.entries = Tally::Count(entries);
    return true;
  }
  template <class Index>
  static cuda::SpgemmSortedProducts<Index> sorted_products(const State& state) {
    cuda::SpgemmSortedProducts<Index> sorted;
    sorted.count = std::int64_t(state.found.products);
    sorted.share(state.kept.data());
    return sorted;
  }
  /// What words of 32 bits count.
  static constexpr std::uint64_t most_products = std::uint64_t(1) << 32;
  /// Words of 64 bits by which products are sorted have room for a column and, beside it, for the
  /// number of a chunk of A's entries (SpgemmLongChunk), or of a product of a row.
  static constexpr std::int64_t most_columns = std::int64_t(1) << 40;
  template <class Index>
  static bool numbers_fit(const SpgemmPattern<Index>& pattern) {
    return std::uint64_t(pattern.a.nnz) < most_products &&
           std::uint64_t(pattern.b.nnz) < most_products &&
           std::int64_t(pattern.b.num_cols) <= most_columns;
  }
  /// Whether a list of products may be made, and is worth it.
  template <class Index>
  static bool may_list(const SpgemmPattern<Index>& pattern, const SpgemmLimits& limits,
                       const State& state) {
    const Tally& found = state.found;
    return limits.lists_products && !pattern.has_d() && found.products > 0 &&
           cuda::spgemm_list_pays(found, state.has_runs, limits.used_once) &&
           found.products < most_products && numbers_fit(pattern);
  }
  /// C's columns and a list of products; false where memory does not suffice for one.
  template <class Exec, class Index>
  static bool make_list(const Exec& exec, const SpgemmPattern<Index>& pattern,
                        const SpgemmLimits& limits, const cuda::SpgemmSymbolic<Index>& symbolic,
                        State& state, SpgemmPrepared<Exec, Index>& prepared) {
    cuda::SpgemmListing<Index> listing;
    listing.pattern = symbolic.pattern;
    listing.offsets = symbolic.offsets;
    listing.base = symbolic.base;
    listing.columns = symbolic.columns;
    listing.first_products = symbolic.row_products;
    list_rows(state, symbolic, listing);
    std::byte* const tally_memory = state.workspace.data() + tally_bytes;
    listing.tally = reinterpret_cast<cuda::SpgemmListTally*>(tally_memory);
    auto& list = listing.list;
    list.nnz = std::int64_t(state.found.entries);
    check("spgemm_plan", cuda::launch_spgemm_list_count(listing, launch_stream(exec)));
    cuda::SpgemmListTally tally{};
    Kokkos::deep_copy(exec,
                      Kokkos::View<std::byte*, Kokkos::HostSpace>(
                          reinterpret_cast<std::byte*>(&tally), sizeof(tally)),
                      as_view(tally_memory, sizeof(tally)));
    exec.fence("filigree::spgemm_plan");

    list.is_wide = std::max(tally.most_a, state.found.longest_b_row) > narrow_places;
    const auto products = std::int64_t(state.found.products);
    prepared.bytes = list.share(nullptr, products, pattern.a.nnz);
    // Beside the workspace of this phase, then beside that of a product.
    const std::int64_t beside = std::max(std::int64_t(state.workspace.extent(0)), limits.gathered);
    if (limits.left(prepared.bytes + beside) < 0) return false;
    if (!keep(exec, limits, "filigree::spgemm::product_list", prepared.bytes, state)) return false;
    list.share(state.kept.data(), products, pattern.a.nnz);
    check("spgemm_plan",
          cuda::launch_spgemm_offsets(state.scan(), symbolic.row_products, pattern.a.num_rows, 0,
                                      symbolic.row_products, launch_stream(exec)));
    check("spgemm_plan",
          cuda::launch_spgemm_list_fill(listing, pattern.a.nnz, products, launch_stream(exec)));
    state.list = list;
    state.has_runs = false;  // which the list replaces
    return true;
  }
  /// What finds runs, and the memory that it works in.
  template <class Index>
  struct RunSearch {
    cuda::SpgemmRunSearch<Index> search;
    Array table;  ///< with room for lists
  };
  template <class Index>
  static RunSearch<Index> start_runs(const Kokkos::Cuda& exec, const SpgemmLimits& limits,
                                     const cuda::SpgemmSymbolic<Index>& symbolic,
                                     const State& state, std::int64_t kept_bytes) {
    using Search = cuda::SpgemmRunSearch<Index>;
    const std::int64_t num_rows = symbolic.pattern.a.num_rows;
    const std::int64_t own = kept_bytes + std::int64_t(state.workspace.extent(0));
    const auto list_bytes = std::int64_t(cuda::SpgemmRunList::bytes(state.lanes));
    const auto table_bytes = std::int64_t(Search::table_bytes());
    RunSearch<Index> result;
    Search& search = result.search;
    // Lists are there twice while they are copied, beside a tile a row at most.
    const std::int64_t left =
        limits.left(own + table_bytes + num_rows * std::int64_t(sizeof(cuda::SpgemmTile)));
    search.room = int(
        std::clamp<std::int64_t>(left / (2 * list_bytes), 0,
                                 std::min<std::int64_t>(cuda::SpgemmRuns::most_lists, num_rows)));
    const std::int64_t bytes = table_bytes + search.room * list_bytes;
    limits.check(own + bytes);
    constexpr const char* label = "filigree::spgemm::run_lists";
    // What a plan for one product is made in stays, and its lists with it.
    result.table = limits.is_limited() || keeps_workspace(limits)
                       ? array(exec, limits, label, bytes)
                       : scratch_array<std::byte>("spgemm_plan", exec, label, bytes);  // no wait
    search.pattern = symbolic.pattern;
    search.c = {num_rows, symbolic.base, symbolic.offsets, symbolic.columns};
    search.lanes = state.lanes;
    search.step = state.found.step();
    search.kinds = symbolic.kinds;
    search.shares = symbolic.shares;
    search.tally = reinterpret_cast<cuda::SpgemmRunTally*>(state.workspace.data() + tally_bytes);
    search.runs = reinterpret_cast<cuda::SpgemmRun*>(symbolic.row_products);  // done with
    search.others = symbolic.block_rows;
    search.keys = reinterpret_cast<unsigned long long*>(result.table.data());
    search.known = search.keys + Search::table_places;
    search.numbers = reinterpret_cast<int*>(search.known + Search::table_places);
    search.lists = reinterpret_cast<std::byte*>(search.numbers + Search::table_places);
    check("spgemm_plan", cuda::launch_spgemm_clear_runs(search, launch_stream(exec)));
    return result;
  }
  /// Tiles of runs, lists of their products, and the columns of rows that repeat others. Rows that
  /// no run has room for become groups'.
  template <class Exec, class Index>
  static void make_runs(const Exec& exec, const SpgemmLimits& limits,
                        const cuda::SpgemmSymbolic<Index>& symbolic,
                        const RunSearch<Index>& started, State& state,
                        SpgemmPrepared<Exec, Index>& prepared) {
    const auto& search = started.search;
    const bool stays = keeps_workspace(limits);
    check("spgemm_plan", cuda::launch_spgemm_find_runs(search, launch_stream(exec)));
    check("spgemm_plan",
          cuda::launch_spgemm_copy_rows(symbolic, state.found, true, launch_stream(exec)));
    cuda::SpgemmRunTally found;
    Kokkos::deep_copy(exec,
                      Kokkos::View<std::byte*, Kokkos::HostSpace>(
                          reinterpret_cast<std::byte*>(&found), sizeof(found)),
                      as_view(reinterpret_cast<std::byte*>(search.tally), sizeof(found)));
    exec.fence("filigree::spgemm_plan");

    if (found.tiles + found.others == 0) return;
    const std::size_t list_bytes = cuda::SpgemmRunList::bytes(state.lanes),
                      tiles = std::size_t(found.tiles) * sizeof(cuda::SpgemmTile),
                      others = std::size_t(found.others) * sizeof(std::int64_t),
                      lists = std::size_t(std::min(found.lists, search.room)) * list_bytes,
                      all = stays ? tiles : tiles + others + lists;
    limits.check(prepared.bytes + std::int64_t(state.workspace.extent(0) + all) +
                 std::int64_t(started.table.extent(0)));
    state.of_runs = array(exec, limits, "filigree::spgemm::runs", std::int64_t(all));
    prepared.bytes += std::int64_t(all);
    std::byte* const to = state.of_runs.data();
    auto* const of_tiles = reinterpret_cast<cuda::SpgemmTile*>(to);
    check("spgemm_plan",
          cuda::launch_spgemm_place_tiles(search, found, of_tiles, launch_stream(exec)));
    const std::int64_t* of_others = search.others;
    std::byte* of_lists = search.lists;
    if (stays) {
      state.run_lists = started.table;
      prepared.bytes += std::int64_t(started.table.extent(0));
    } else {
      const auto copy = [&](std::byte* into, const void* from, std::size_t size) {
        auto* const memory = static_cast<std::byte*>(const_cast<void*>(from));
        Kokkos::deep_copy(exec, as_view(into, std::int64_t(size)),
                          as_view(memory, std::int64_t(size)));
      };
      of_others = reinterpret_cast<const std::int64_t*>(to + tiles);
      of_lists = to + tiles + others;
      copy(to + tiles, search.others, others);
      copy(of_lists, search.lists, lists);
      if (limits.is_limited()) exec.fence("filigree::spgemm_plan");  // before such a table goes
    }
    state.runs = {of_tiles,
                  of_lists,
                  of_others,
                  std::int64_t(found.tiles),
                  std::int64_t(found.others),
                  search.step,
                  found.most_values,
                  found.most_batches,
                  found.most_entries};
  }
};

}  // namespace filigree::detail
