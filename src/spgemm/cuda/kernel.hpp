// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <spgemm/cuda/launch.hpp>
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
    const std::int64_t num_rows = pattern.a.num_rows;
    const std::int64_t bytes = tally_bytes + row_bytes * num_rows + pattern.b.num_rows;
    check_spgemm_limit(limits.bytes, limits.held + bytes);
    const auto state = std::make_shared<State>();
    state->workspace = array(exec, "filigree::spgemm::pattern_workspace", bytes);
    state->run_lanes = run_lanes(pattern);
    const Array tally = Kokkos::subview(state->workspace, std::pair(0, int(tally_bytes)));
    Kokkos::deep_copy(exec, tally, std::byte(0));
    const auto symbolic = arguments(pattern, *state);
    check("spgemm_plan", cuda::launch_spgemm_count(symbolic, launch_stream(exec)));
    auto* const found = reinterpret_cast<std::byte*>(&state->found);
    Kokkos::deep_copy(exec, Kokkos::View<std::byte*, Kokkos::HostSpace>(found, sizeof(Tally)),
                      Kokkos::subview(state->workspace, std::pair(0, int(sizeof(Tally)))));
    exec.fence("filigree::spgemm_plan");
    prepared.products = std::int64_t(state->found.products);
    prepared.longest_row = std::int64_t(state->found.longest_row);
    prepared.tuned = state;
    return {Kokkos::View<std::int64_t*, Kokkos::CudaSpace>(symbolic.row_lengths, num_rows),
            std::int64_t(state->found.entries)};
  }

  template <class Exec, class Index, class Offset>
  static void fill(const Exec& exec, const SpgemmPattern<Index>& pattern, const SpgemmCounts<Exec>&,
                   const SpgemmLimits& limits, IndexBase base, const Offset* offsets,
                   Index* col_indices, SpgemmPrepared<Exec, Index>& prepared) {
    const auto state = std::make_shared<State>(state_of(prepared));
    const std::int64_t num_rows = pattern.a.num_rows;
    state->num_pieces =
        std::int64_t(state->found.pieces + state->found.rows[cuda::SpgemmShare::block]);
    state->has_runs = state->found.has_runs(num_rows);
    const std::int64_t runs_bytes = state->has_runs ? num_rows : 0;
    prepared.bytes = state->num_pieces * std::int64_t(sizeof(cuda::SpgemmPiece)) + runs_bytes;
    check_spgemm_limit(limits.bytes,
                       limits.held + prepared.bytes + std::int64_t(state->workspace.extent(0)));
    state->kept = array(exec, "filigree::spgemm::shares", prepared.bytes);
    auto symbolic = arguments(pattern, *state);
    symbolic.offsets = cuda::OffsetArray(offsets);
    symbolic.base = std::int64_t(base);
    symbolic.columns = col_indices;
    check("spgemm_plan", cuda::launch_spgemm_fill(symbolic, pieces(*state), launch_stream(exec)));
    if (state->has_runs)
      Kokkos::deep_copy(exec, Array(reinterpret_cast<std::byte*>(kept_runs(*state)), num_rows),
                        Array(reinterpret_cast<std::byte*>(symbolic.runs), num_rows));
    else if (may_list(pattern, limits, *state))
      make_list(exec, pattern, limits, symbolic, *state, prepared);
    exec.fence("filigree::spgemm_plan");  // before what only this phase needs goes
    state->workspace = {};
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
    arguments.runs = {state.has_runs ? kept_runs(state) : nullptr, state.run_lanes};
    for (int kind = 0; kind < cuda::SpgemmShare::kinds; ++kind)
      arguments.rows[kind] = std::int64_t(state.found.rows[kind]);
    arguments.pieces = std::int64_t(state.found.pieces);
    arguments.piece = pieces(state);
    arguments.list = state.list;
    check("spgemm", cuda::launch_spgemm_values(arguments, launch_stream(exec)));
  }

 private:
  using Tally = cuda::SpgemmTally;
  using Array = Kokkos::View<std::byte*, Kokkos::CudaSpace>;
  static constexpr std::int64_t tally_bytes = 256;
  /// What half a word of 32 bits counts.
  static constexpr cuda::SpgemmTally::Count narrow_places = 1 << 16;
  static_assert(sizeof(Tally) <= tally_bytes);
  /// Of the workspace, which arguments() shares out.
  static constexpr std::int64_t row_bytes =
      3 * sizeof(std::int64_t) + sizeof(cuda::SpgemmRowKind) + sizeof(cuda::SpgemmRunRow);

  struct State {
    Array workspace;  ///< while the pattern is made
    Tally found{};
    std::int64_t num_pieces = 0;  ///< and rows that are thread blocks'
    int run_lanes = 32;
    bool has_runs = false;
    cuda::SpgemmProductList list;
    Array kept;  ///< pieces, then runs; or the list's arrays
  };

  static Array array(const Kokkos::Cuda& exec, const char* label, std::int64_t length) {
    return allocate<std::byte, Kokkos::CudaSpace>("spgemm_plan", exec, label, length);
  }
  /// As many threads as a row of B has entries, in powers of 2 from 8 on.
  template <class Index>
  static int run_lanes(const SpgemmPattern<Index>& pattern) {
    const std::int64_t rows = pattern.b.num_rows;
    return pattern.b.nnz <= 8 * rows ? 8 : pattern.b.nnz <= 16 * rows ? 16 : 32;
  }
  static cuda::SpgemmPiece* pieces(const State& state) {
    return state.num_pieces == 0 ? nullptr
                                 : reinterpret_cast<cuda::SpgemmPiece*>(state.kept.data());
  }
  static cuda::SpgemmRunRow* kept_runs(const State& state) {
    return reinterpret_cast<cuda::SpgemmRunRow*>(
        reinterpret_cast<cuda::SpgemmPiece*>(state.kept.data()) + state.num_pieces);
  }
  template <class Prepared>
  static const State& state_of(const Prepared& prepared) {
    return *static_cast<const State*>(prepared.tuned.get());
  }
  /// Whether a list of products is worth its memory: products are few for each entry of C.
  template <class Index>
  static bool may_list(const SpgemmPattern<Index>& pattern, const SpgemmLimits& limits,
                       const State& state) {
    constexpr std::uint64_t most_products = 16;  // for each entry
    constexpr std::uint64_t words = std::uint64_t(1) << 32;
    const Tally& found = state.found;
    return limits.lists_products && !pattern.has_d() && found.products > 0 &&
           found.products <= most_products * found.entries && found.products < words &&
           std::uint64_t(pattern.a.nnz) < words && std::uint64_t(pattern.b.nnz) < words;
  }
  /// Makes a list, which replaces the pieces, unless memory does not suffice.
  template <class Exec, class Index>
  static void make_list(const Exec& exec, const SpgemmPattern<Index>& pattern,
                        const SpgemmLimits& limits, const cuda::SpgemmSymbolic<Index>& symbolic,
                        State& state, SpgemmPrepared<Exec, Index>& prepared) {
    const auto nnz = std::int64_t(state.found.entries);
    const std::int64_t count_bytes = tally_bytes + nnz * std::int64_t(sizeof(std::uint32_t));
    const std::int64_t left = limits.bytes - limits.held - prepared.bytes -
                              std::int64_t(state.workspace.extent(0)) - count_bytes;
    if (left < 0) return;
    const Array counts = array(exec, "filigree::spgemm::product_counts", count_bytes);
    cuda::SpgemmListing<Index> listing;
    listing.pattern = symbolic.pattern;
    listing.c = {pattern.a.num_rows, symbolic.base, symbolic.offsets, symbolic.columns};
    for (int kind = 0; kind < cuda::SpgemmShare::kinds; ++kind)
      listing.rows[kind] = std::int64_t(state.found.rows[kind]);
    listing.pieces = std::int64_t(state.found.pieces);
    listing.piece = pieces(state);
    listing.tally = reinterpret_cast<cuda::SpgemmListTally*>(counts.data());
    listing.counts = reinterpret_cast<std::uint32_t*>(counts.data() + tally_bytes);
    listing.list.nnz = nnz;
    check("spgemm_plan", cuda::launch_spgemm_list_count(listing, launch_stream(exec)));
    cuda::SpgemmListTally tally{};
    Kokkos::deep_copy(exec,
                      Kokkos::View<std::byte*, Kokkos::HostSpace>(
                          reinterpret_cast<std::byte*>(&tally), sizeof(tally)),
                      Kokkos::subview(counts, std::pair(0, int(sizeof(tally)))));
    exec.fence("filigree::spgemm_plan");

    auto& list = listing.list;
    list.num_long = std::int64_t(tally.long_entries);
    list.is_wide = std::max(tally.most_a, state.found.longest_b_row) > narrow_places;
    const std::int64_t list_bytes = share_list(nullptr, pattern.a.nnz, state, list);
    if (list_bytes > left) return;
    const Array kept = array(exec, "filigree::spgemm::product_list", list_bytes);
    share_list(kept.data(), pattern.a.nnz, state, list);
    check("spgemm_plan",
          cuda::launch_spgemm_list_fill(listing, pattern.a.nnz, launch_stream(exec)));
    exec.fence("filigree::spgemm_plan");  // before what the list replaces goes
    state.list = list;
    state.kept = kept;
    state.num_pieces = 0;
    prepared.bytes = list_bytes;
  }
  /// Gives a list's arrays their places in memory of so many bytes, which is returned.
  static std::int64_t share_list(std::byte* memory, std::int64_t a_entries, const State& state,
                                 cuda::SpgemmProductList& list) {
    const std::int64_t chunks = list.num_chunks() * std::int64_t(sizeof(cuda::SpgemmChunk));
    const std::int64_t long_entries = list.num_long * std::int64_t(sizeof(cuda::SpgemmLongEntry));
    const std::int64_t products = std::int64_t(state.found.products) * (list.is_wide ? 8 : 4);
    const std::int64_t b_begins = a_entries * std::int64_t(sizeof(*list.b_begins));
    const std::int64_t starts = list.nnz * std::int64_t(sizeof(*list.starts));
    if (memory != nullptr) {
      list.chunks = reinterpret_cast<cuda::SpgemmChunk*>(memory);
      list.long_entries = reinterpret_cast<cuda::SpgemmLongEntry*>(memory += chunks);
      list.products = memory += long_entries;
      list.b_begins = reinterpret_cast<std::uint32_t*>(memory += products);
      list.starts = reinterpret_cast<unsigned short*>(memory + b_begins);
    }
    return chunks + long_entries + products + b_begins + starts;
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
    result.run_lanes = state.run_lanes;
    result.tally = reinterpret_cast<Tally*>(memory);
    result.row_lengths = reinterpret_cast<std::int64_t*>(memory + tally_bytes);
    result.rows = result.row_lengths + num_rows;
    result.block_rows = result.rows + num_rows;
    result.kinds = reinterpret_cast<cuda::SpgemmRowKind*>(result.block_rows + num_rows);
    result.runs = reinterpret_cast<cuda::SpgemmRunRow*>(result.kinds + num_rows);
    result.b_rows = reinterpret_cast<unsigned char*>(result.runs + num_rows);
    return result;
  }
};

}  // namespace filigree::detail
