// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include <cuda/launch_device.hpp>
#include <spgemm/cuda/plan_lists.hpp>
#include <spgemm/select.hpp>

/// The tuned CUDA kernel as tuned.hpp lists it: the step from Kokkos types to the kernels' own.

namespace filigree::detail {

/// Hash tables and bits of columns in shared memory, or sorts, for the pattern; for values as
/// cuda/values.cuh says.
struct SpgemmHashCuda : SpgemmCudaLists {
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
      const bool may_sort = limits.lists_products && keeps_workspace(limits) && !pattern.has_d() &&
                            numbers_fit(pattern);
      count_rows(exec, pattern, limits, may_sort, *state);
      if (state->sorts_products && !sort_products(exec, pattern, limits, *state, prepared))
        count_rows(exec, pattern, limits, false, *state);
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
  /// The products of rows and their lengths, unless products are to be sorted at once.
  template <class Index>
  static void count_rows(const Kokkos::Cuda& exec, const SpgemmPattern<Index>& pattern,
                         const SpgemmLimits& limits, bool may_sort, State& state) {
    const std::int64_t num_rows = pattern.a.num_rows;
    make_workspace(exec, limits, num_rows, front_bytes + row_bytes * num_rows + pattern.b.num_rows,
                   state);
    state.lanes = lanes(pattern);
    check("spgemm_plan", cuda::spgemm_last_sort(pattern.b.num_cols, state.last_sort));
    auto symbolic = arguments(pattern, state);
    symbolic.may_sort = may_sort;
    check("spgemm_plan", cuda::launch_spgemm_count(symbolic, launch_stream(exec)));
    read_tally(exec, state);
    check_sorted(state);
    state.sorts_products = may_sort && state.found.sorting_pays(num_rows, pattern.b.num_cols);
    if (state.sorts_products) return;
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
    limits.check(prepared.bytes + std::int64_t(state.workspace.extent(0)));
    if (prepared.bytes > 0)
      state.kept = array(exec, limits, "filigree::spgemm::shares", prepared.bytes);
    const bool finds_runs = !state.is_dense && state.found.rows[cuda::SpgemmShare::run] > 0;
    RunSearch<Index> search;
    if (finds_runs) search = start_runs(exec, limits, symbolic, state, prepared.bytes);
    check("spgemm_plan",
          cuda::launch_spgemm_fill(symbolic, state.found, pieces(state), launch_stream(exec)));
    if (!finds_runs)
      check("spgemm_plan",
            cuda::launch_spgemm_copy_rows(symbolic, state.found, false, launch_stream(exec)));
    if (state.is_dense) return;  // without shares
    state.shares = symbolic.shares;
    const bool has_copy = prepared.bytes > pieces_bytes;
    if (finds_runs) make_runs(exec, limits, symbolic, search, state, prepared);
    if (!has_copy) return;
    std::byte* const kept = state.kept.data() + pieces_bytes;
    Kokkos::deep_copy(exec, as_view(kept, num_rows),
                      as_view(reinterpret_cast<std::byte*>(symbolic.shares), num_rows));
    state.shares = reinterpret_cast<const cuda::SpgemmShare::Kind*>(kept);
  }
};

}  // namespace filigree::detail
