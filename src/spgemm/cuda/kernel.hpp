// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <type_traits>

#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <spgemm/cuda/launch.hpp>
#include <spgemm/messages.hpp>
#include <spgemm/select.hpp>
#include <spmv/cuda/call_arguments.hpp>

/// The tuned CUDA kernel as tuned.hpp lists it: the step from Kokkos types to the kernels' own.

namespace filigree::detail {

/// Hash tables in shared memory for both phases.
struct SpgemmHashCuda {
  static constexpr std::string_view name = "spgemm_hash_cuda";

  template <class Exec, class Pattern>
  static constexpr bool takes = std::is_same_v<Exec, Kokkos::Cuda>;
  static bool can_implement(const SpgemmInput& input) {
    return input.device.compute_capability >= 80 && input.num_rows > 0 && input.num_cols > 0;
  }
  static double seconds(const SpgemmInput&) { return 1; }
  static std::size_t workspace_bytes(const SpgemmInput&) { return 0; }

  template <class Exec, class Index>
  static SpgemmCounts<Exec> count(const Exec& exec, const SpgemmPattern<Index>& pattern,
                                  const SpgemmLimits& limits,
                                  SpgemmPrepared<Exec, Index>& prepared) {
    const auto state = std::make_shared<State>();
    if (!find_scaled(exec, pattern, limits, *state)) {
      find_rows(exec, pattern, limits, *state);
      if (state->sorts_products)
        sort_products(exec, pattern, limits, *state, prepared);
      else
        count_rows(exec, pattern, *state);
    }
    prepared.products = std::int64_t(state->found.products);
    prepared.longest_row = std::int64_t(state->found.longest_row);
    prepared.tuned = state;
    return {Kokkos::View<std::int64_t*, Kokkos::CudaSpace>(row_lengths(*state), pattern.a.num_rows),
            std::int64_t(state->found.entries)};
  }

  template <class Exec, class Index, class Offset>
  static void fill(const Exec& exec, const SpgemmPattern<Index>& pattern, const SpgemmCounts<Exec>&,
                   const SpgemmLimits& limits, IndexBase base, Offset* offsets, Index* col_indices,
                   SpgemmPrepared<Exec, Index>& prepared) {
    const auto state = std::make_shared<State>(state_of(prepared));
    auto symbolic = arguments(pattern, *state);
    check("spgemm_plan",
          cuda::launch_spgemm_offsets(state->scan(), symbolic.row_lengths, pattern.a.num_rows,
                                      std::int64_t(base), offsets, launch_stream(exec)));
    symbolic.offsets = cuda::OffsetArray(static_cast<const Offset*>(offsets));
    symbolic.base = std::int64_t(base);
    symbolic.columns = col_indices;
    if (state->is_scaled)
      check("spgemm_plan",
            cuda::launch_spgemm_fill_scaled(symbolic, pattern.a.nnz, launch_stream(exec)));
    else if (state->sorts_products)
      check("spgemm_plan",
            cuda::launch_spgemm_place_columns(sorted_products<Index>(*state), std::int64_t(base),
                                              col_indices, launch_stream(exec)));
    else if (!may_list(pattern, limits, *state) ||
             !make_list(exec, pattern, limits, symbolic, *state, prepared))
      make_pattern(exec, limits, symbolic, *state, prepared);
    if (keeps_workspace(limits)) {
      prepared.bytes += std::int64_t(state->workspace.extent(0));
    } else {
      exec.fence("filigree::spgemm_plan");  // before what only this phase needs goes
      state->workspace = {};
    }
    prepared.tuned = state;
  }

  template <class Exec, class Index>
  static std::int64_t values_bytes(const Exec&, const SpgemmRows<Index>&,
                                   const SpgemmPrepared<Exec, Index>&, std::int64_t, std::int64_t) {
    return 0;
  }

  template <class Exec, class Index, class AB, class C, class Compute>
  static void launch(const Exec& exec, const SpgemmProblem<Index, AB, C, Compute>& problem,
                     const SpgemmPrepared<Exec, Index>& prepared) {
    const State& state = state_of(prepared);
    using A = cuda_scalar_t<AB>;
    using Y = cuda_scalar_t<C>;
    cuda::SpgemmArguments<Index, A, Y, cuda_scalar_t<Compute>> arguments;
    arguments.pattern = rows(problem.pattern);
    arguments.c = rows(problem.c);
    arguments.alpha = cuda_argument(problem.alpha);
    arguments.beta = cuda_argument(problem.beta);
    arguments.a_values = reinterpret_cast<const A*>(problem.a_values);
    arguments.b_values = reinterpret_cast<const A*>(problem.b_values);
    arguments.conjugate_a = problem.conjugate_a;
    arguments.conjugate_b = problem.conjugate_b;
    arguments.d_values = reinterpret_cast<const Y*>(problem.d_values);
    arguments.d_like_c = problem.d_like_c;
    arguments.values = reinterpret_cast<Y*>(problem.values);
    arguments.entries = problem.c.nnz;
    arguments.b_entries = problem.pattern.b.nnz;
    arguments.is_scaled = state.is_scaled;
    arguments.is_dense = state.is_dense;
    arguments.shares = state.shares;
    arguments.lanes = state.lanes;
    for (int kind = 0; kind < cuda::SpgemmShare::kinds; ++kind)
      arguments.rows[kind] = std::int64_t(state.found.rows[kind]);
    arguments.pieces = std::int64_t(state.found.pieces);
    arguments.piece = pieces(state);
    arguments.runs = state.runs;
    arguments.list = state.list;
    if (state.sorts_products) arguments.sorted = sorted_products<Index>(state);
    check("spgemm", cuda::launch_spgemm_values(arguments, launch_stream(exec)));
  }

 private:
  using Tally = cuda::SpgemmTally;
  using Array = ScratchArray<std::byte, Kokkos::CudaSpace>;
  /// The tallies, which begin a line of the L2 cache each, and the end of the last row's products.
  static constexpr std::int64_t tally_bytes = 256, front_bytes = 2 * tally_bytes + 8;
  static constexpr std::int64_t row_length_bytes = sizeof(std::int64_t);
  /// What half a word of 32 bits counts.
  static constexpr cuda::SpgemmTally::Count narrow_places = 1 << 16;
  static_assert(sizeof(Tally) <= tally_bytes && sizeof(cuda::SpgemmListTally) <= tally_bytes);
  /// What each row takes of the workspace, which arguments() shares out.
  static constexpr std::int64_t row_bytes =
      4 * sizeof(std::int64_t) + sizeof(cuda::SpgemmRowKind) + sizeof(cuda::SpgemmShare::Kind);

  struct State {
    Array workspace;  ///< while the pattern is made
    Tally found{};
    std::size_t scan_bytes = 0;   ///< the workspace's end, where offsets are added up
    std::int64_t num_pieces = 0;  ///< and rows that are thread blocks'
    int lanes = 32;               ///< as SpgemmArguments has it
    bool has_runs = false;
    bool is_scaled = false, is_dense = false;  ///< as SpgemmArguments has them
    bool sorts_products = false;               ///< as SpgemmSortedProducts has them
    cuda::SpgemmRunTiles runs;
    cuda::SpgemmProductList list;
    Array kept;     ///< pieces, then shares; or the list's arrays; or those of sorted products
    Array of_runs;  ///< their tiles, rows that are in none, lists
    const cuda::SpgemmShare::Kind* shares = nullptr;

    cuda::SpgemmScan scan() const {
      return {workspace.data() + workspace.extent(0) - scan_bytes, scan_bytes};
    }
  };

  /// A product in one call does: to wait, so as to give it back, would delay the values.
  static bool keeps_workspace(const SpgemmLimits& limits) {
    return limits.used_once && !is_limited(limits);
  }
  static bool is_limited(const SpgemmLimits& limits) {
    return limits.bytes != std::numeric_limits<std::int64_t>::max();
  }
  /// Whether C is A with its columns scaled and renamed: looked for where B has as many entries as
  /// rows.
  template <class Index>
  static bool find_scaled(const Kokkos::Cuda& exec, const SpgemmPattern<Index>& pattern,
                          const SpgemmLimits& limits, State& state) {
    if (pattern.has_d() || pattern.a.nnz == 0 || pattern.b.nnz != pattern.b.num_rows) return false;
    make_workspace(exec, limits, pattern.a.num_rows,
                   front_bytes + row_length_bytes * pattern.a.num_rows, state);
    check("spgemm_plan", cuda::launch_spgemm_find_scaled(arguments(pattern, state), pattern.a.nnz,
                                                         launch_stream(exec)));
    read_tally(exec, state);
    state.is_scaled = state.found.unscaled == 0;
    if (!state.is_scaled) return false;
    state.found.products = state.found.entries = Tally::Count(pattern.a.nnz);
    return true;
  }
  /// The products of rows, and whether they are sorted instead of counted and listed.
  template <class Index>
  static void find_rows(const Kokkos::Cuda& exec, const SpgemmPattern<Index>& pattern,
                        const SpgemmLimits& limits, State& state) {
    const std::int64_t num_rows = pattern.a.num_rows;
    make_workspace(exec, limits, num_rows, front_bytes + row_bytes * num_rows + pattern.b.num_rows,
                   state);
    state.lanes = lanes(pattern);
    const bool may_sort = limits.lists_products && keeps_workspace(limits) && !pattern.has_d() &&
                          entries_fit(pattern);
    check("spgemm_plan",
          cuda::launch_spgemm_find_rows(arguments(pattern, state), may_sort, launch_stream(exec)));
    if (!may_sort) return;
    read_tally(exec, state);
    check_sorted(state);
    state.sorts_products = state.found.sorting_pays(pattern.a.num_rows, pattern.b.num_cols);
  }
  template <class Index>
  static void count_rows(const Kokkos::Cuda& exec, const SpgemmPattern<Index>& pattern,
                         State& state) {
    const std::int64_t num_rows = pattern.a.num_rows;
    check("spgemm_plan", cuda::launch_spgemm_count(arguments(pattern, state), launch_stream(exec)));
    read_tally(exec, state);
    check_sorted(state);
    state.has_runs = state.found.has_runs(num_rows);
    // Most places of C have entries, and rows of B have some for every thread of a warp.
    state.is_dense =
        !state.has_runs && state.found.products > 0 && pattern.b.nnz >= 32 * pattern.b.num_rows &&
        4 * double(state.found.entries) >= double(num_rows) * double(pattern.b.num_cols);
  }
  static void check_sorted(const State& state) {
    check_spgemm_sorted("B", std::int64_t(state.found.unsorted_b));
    check_spgemm_sorted("D", std::int64_t(state.found.unsorted_d));
  }
  /// All products in order; waits for the device.
  template <class Exec, class Index>
  static void sort_products(const Exec& exec, const SpgemmPattern<Index>& pattern,
                            const SpgemmLimits& limits, State& state,
                            SpgemmPrepared<Exec, Index>& prepared) {
    const auto symbolic = arguments(pattern, state);
    cuda::SpgemmListing<Index> listing;
    listing.pattern = symbolic.pattern;
    listing.first_products = symbolic.row_products;
    listing.rows = symbolic.rows;
    listing.row_lengths = symbolic.row_lengths;
    listing.tally = reinterpret_cast<cuda::SpgemmListTally*>(state.workspace.data() + tally_bytes);
    auto& sorted = listing.sorted;
    sorted.count = std::int64_t(state.found.products);
    cuda::SpgemmScan scan;
    check("spgemm_plan", cuda::spgemm_scan_bytes(sorted.num_tiles(), scan.bytes));
    const std::int64_t own = spgemm_rounded(sorted.share(nullptr));
    const std::int64_t parts = spgemm_rounded(cuda::SpgemmRowPart::most_of(sorted.count) *
                                              std::int64_t(sizeof(cuda::SpgemmRowPart)));
    prepared.bytes = own + parts + std::int64_t(scan.bytes);
    state.kept = array(exec, limits, "filigree::spgemm::sorted_products", prepared.bytes);
    sorted.share(state.kept.data());
    listing.list.parts = reinterpret_cast<cuda::SpgemmRowPart*>(state.kept.data() + own);
    scan.workspace = state.kept.data() + own + parts;
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
  }
  template <class Index>
  static cuda::SpgemmSortedProducts<Index> sorted_products(const State& state) {
    cuda::SpgemmSortedProducts<Index> sorted;
    sorted.count = std::int64_t(state.found.products);
    sorted.share(state.kept.data());
    return sorted;
  }
  /// \param own bytes beside those that offsets are added up in
  static void make_workspace(const Kokkos::Cuda& exec, const SpgemmLimits& limits,
                             std::int64_t num_rows, std::int64_t own, State& state) {
    check("spgemm_plan", cuda::spgemm_scan_bytes(num_rows, state.scan_bytes));
    const std::int64_t bytes = spgemm_rounded(own) + std::int64_t(state.scan_bytes);
    check_spgemm_limit(limits.bytes, limits.held + bytes);
    state.workspace = {};
    state.workspace = array(exec, limits, "filigree::spgemm::pattern_workspace", bytes);
    Kokkos::deep_copy(exec, as_view(state.workspace.data(), front_bytes), std::byte(0));
  }
  /// Waits for the device.
  static void read_tally(const Kokkos::Cuda& exec, State& state) {
    auto* const found = reinterpret_cast<std::byte*>(&state.found);
    Kokkos::deep_copy(exec, Kokkos::View<std::byte*, Kokkos::HostSpace>(found, sizeof(Tally)),
                      as_view(state.workspace.data(), sizeof(Tally)));
    exec.fence("filigree::spgemm_plan");
  }
  static std::int64_t* row_lengths(const State& state) {
    return reinterpret_cast<std::int64_t*>(state.workspace.data() + 2 * tally_bytes);
  }
  /// With a limit, which says how much the device gives, none of the pool's memory, whose pages are
  /// large.
  static Array array(const Kokkos::Cuda& exec, const SpgemmLimits& limits, const char* label,
                     std::int64_t length) {
    constexpr const char* operation = "spgemm_plan";
    if (!is_limited(limits)) return plan_array<std::byte>(operation, exec, label, length);
    return Array(allocate<std::byte, Kokkos::CudaSpace>(operation, exec, label, length));
  }
  static Array::View as_view(std::byte* memory, std::int64_t length) {
    return Array::View(memory, length);
  }
  /// As many threads as a row of B has entries, in powers of 2 from 8 on.
  template <class Index>
  static int lanes(const SpgemmPattern<Index>& pattern) {
    const std::int64_t rows = pattern.b.num_rows;
    return pattern.b.nnz <= 8 * rows ? 8 : pattern.b.nnz <= 16 * rows ? 16 : 32;
  }
  static cuda::SpgemmPiece* pieces(const State& state) {
    return state.num_pieces == 0 ? nullptr
                                 : reinterpret_cast<cuda::SpgemmPiece*>(state.kept.data());
  }
  template <class Prepared>
  static const State& state_of(const Prepared& prepared) {
    return *static_cast<const State*>(prepared.tuned.get());
  }
  /// What words of 32 bits count.
  static constexpr std::uint64_t most_products = std::uint64_t(1) << 32;
  template <class Index>
  static bool entries_fit(const SpgemmPattern<Index>& pattern) {
    return std::uint64_t(pattern.a.nnz) < most_products &&
           std::uint64_t(pattern.b.nnz) < most_products;
  }
  /// Whether a list of products may be made, and is worth it.
  template <class Index>
  static bool may_list(const SpgemmPattern<Index>& pattern, const SpgemmLimits& limits,
                       const State& state) {
    const Tally& found = state.found;
    return limits.lists_products && !pattern.has_d() && found.products > 0 &&
           cuda::spgemm_list_pays(found, state.has_runs, limits.used_once) &&
           found.products < most_products && entries_fit(pattern);
  }
  /// C's columns, and what the kernels without a list need.
  template <class Exec, class Index>
  static void make_pattern(const Exec& exec, const SpgemmLimits& limits,
                           const cuda::SpgemmSymbolic<Index>& symbolic, State& state,
                           SpgemmPrepared<Exec, Index>& prepared) {
    const std::int64_t num_rows = symbolic.pattern.a.num_rows;
    state.num_pieces =
        state.is_dense
            ? 0
            : std::int64_t(state.found.pieces + state.found.rows[cuda::SpgemmShare::block]);
    const std::int64_t pieces_bytes = state.num_pieces * std::int64_t(sizeof(cuda::SpgemmPiece));
    // Shares stay where they are while the workspace does.
    prepared.bytes = pieces_bytes + (keeps_workspace(limits) || state.is_dense ? 0 : num_rows);
    check_spgemm_limit(limits.bytes,
                       limits.held + prepared.bytes + std::int64_t(state.workspace.extent(0)));
    if (prepared.bytes > 0)
      state.kept = array(exec, limits, "filigree::spgemm::shares", prepared.bytes);
    check("spgemm_plan",
          cuda::launch_spgemm_fill(symbolic, state.found, pieces(state), launch_stream(exec)));
    if (state.is_dense) return;  // without shares
    state.shares = symbolic.shares;
    const bool has_copy = prepared.bytes > pieces_bytes;
    if (state.found.rows[cuda::SpgemmShare::run] > 0)
      make_runs(exec, limits, symbolic, state, prepared);
    if (!has_copy) return;
    std::byte* const kept = state.kept.data() + pieces_bytes;
    Kokkos::deep_copy(exec, as_view(kept, num_rows),
                      as_view(reinterpret_cast<std::byte*>(symbolic.shares), num_rows));
    state.shares = reinterpret_cast<const cuda::SpgemmShare::Kind*>(kept);
  }
  /// Tiles of runs, and lists of their products. Rows that no run has room for become groups'.
  template <class Exec, class Index>
  static void make_runs(const Exec& exec, const SpgemmLimits& limits,
                        const cuda::SpgemmSymbolic<Index>& symbolic, State& state,
                        SpgemmPrepared<Exec, Index>& prepared) {
    using Search = cuda::SpgemmRunSearch<Index>;
    const auto hold = [&](const char* label, std::size_t bytes) {
      check_spgemm_limit(limits.bytes, limits.held + prepared.bytes + std::int64_t(bytes) +
                                           std::int64_t(state.workspace.extent(0)));
      return array(exec, limits, label, std::int64_t(bytes));
    };
    const std::size_t list_bytes = cuda::SpgemmRunList::bytes(state.lanes);
    Search search;
    search.room =
        int(std::min<std::int64_t>(cuda::SpgemmRuns::most_lists, symbolic.pattern.a.num_rows));
    const Array table = hold("filigree::spgemm::run_lists",
                             Search::table_bytes() + std::size_t(search.room) * list_bytes);
    search.pattern = symbolic.pattern;
    search.c = {symbolic.pattern.a.num_rows, symbolic.base, symbolic.offsets, symbolic.columns};
    search.lanes = state.lanes;
    search.step = state.found.step();
    search.kinds = symbolic.kinds;
    search.shares = symbolic.shares;
    std::byte* const tally_memory = state.workspace.data() + tally_bytes;
    search.tally = reinterpret_cast<cuda::SpgemmRunTally*>(tally_memory);
    search.runs = reinterpret_cast<cuda::SpgemmRun*>(symbolic.rows);  // done with
    search.others = symbolic.block_rows;
    search.keys = reinterpret_cast<unsigned long long*>(table.data());
    search.numbers = reinterpret_cast<int*>(search.keys + Search::table_places);
    search.lists = reinterpret_cast<std::byte*>(search.numbers + Search::table_places);
    check("spgemm_plan", cuda::launch_spgemm_find_runs(search, launch_stream(exec)));
    cuda::SpgemmRunTally found;
    Kokkos::deep_copy(exec,
                      Kokkos::View<std::byte*, Kokkos::HostSpace>(
                          reinterpret_cast<std::byte*>(&found), sizeof(found)),
                      as_view(tally_memory, sizeof(found)));
    exec.fence("filigree::spgemm_plan");

    const std::size_t tiles = std::size_t(found.tiles) * sizeof(cuda::SpgemmTile),
                      others = std::size_t(found.others) * sizeof(std::int64_t),
                      lists = std::size_t(std::min(found.lists, search.room)) * list_bytes;
    if (tiles + others == 0) return;
    state.of_runs = hold("filigree::spgemm::runs", tiles + others + lists);
    prepared.bytes += std::int64_t(tiles + others + lists);
    std::byte *const to = state.of_runs.data(), *const to_lists = to + tiles + others;
    auto* const of_tiles = reinterpret_cast<cuda::SpgemmTile*>(to);
    check("spgemm_plan",
          cuda::launch_spgemm_place_tiles(search, found, of_tiles, launch_stream(exec)));
    const auto copy = [&](std::byte* into, const void* from, std::size_t bytes) {
      auto* const memory = static_cast<std::byte*>(const_cast<void*>(from));
      Kokkos::deep_copy(exec, as_view(into, std::int64_t(bytes)),
                        as_view(memory, std::int64_t(bytes)));
    };
    copy(to + tiles, search.others, others);
    copy(to_lists, search.lists, lists);
    if (is_limited(limits)) exec.fence("filigree::spgemm_plan");  // before the table goes
    state.runs = {of_tiles,
                  to_lists,
                  reinterpret_cast<const std::int64_t*>(to + tiles),
                  std::int64_t(found.tiles),
                  std::int64_t(found.others),
                  search.step,
                  found.most_values,
                  found.most_batches,
                  found.most_entries};
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
    listing.rows = symbolic.rows;
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
    if (prepared.bytes > limits.bytes - limits.held - std::int64_t(state.workspace.extent(0)))
      return false;
    state.kept = array(exec, limits, "filigree::spgemm::product_list", prepared.bytes);
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
  static void check(const char* operation, cudaError_t error) {
    check_launch(operation, name.data(), error);
  }
  template <class Index>
  static cuda::SpgemmRows<Index> rows(const SpgemmRows<Index>& from) {
    return {from.num_rows, from.base, cuda_offsets(from.offsets), from.col_indices};
  }
  template <class Index>
  static cuda::SpgemmPattern<Index> rows(const SpgemmPattern<Index>& from) {
    return {rows(from.a), rows(from.b), rows(from.d), from.b.num_cols};
  }
  template <class Index>
  static cuda::SpgemmSymbolic<Index> arguments(const SpgemmPattern<Index>& pattern,
                                               const State& state) {
    const std::int64_t num_rows = pattern.a.num_rows;
    std::byte* const memory = state.workspace.data();
    cuda::SpgemmSymbolic<Index> result;
    result.pattern = rows(pattern);
    result.lanes = state.lanes;
    result.tally = reinterpret_cast<Tally*>(memory);
    result.row_lengths = row_lengths(state);
    result.row_products = result.row_lengths + num_rows;
    result.rows = result.row_products + num_rows + 1;
    result.block_rows = result.rows + num_rows;
    result.kinds = reinterpret_cast<cuda::SpgemmRowKind*>(result.block_rows + num_rows);
    result.shares = reinterpret_cast<cuda::SpgemmShare::Kind*>(result.kinds + num_rows);
    result.b_rows = reinterpret_cast<unsigned char*>(result.shares + num_rows);
    return result;
  }
};

}  // namespace filigree::detail
