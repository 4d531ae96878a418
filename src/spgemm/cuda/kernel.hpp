// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>

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
    const std::int64_t inner = pattern.b.num_rows;
    check_spgemm_limit(limits.bytes,
                       limits.held + 26 * num_rows + inner + std::int64_t(sizeof(Tally)));
    const auto state = std::make_shared<State>();
    state->kinds = array<Kind>(exec, "filigree::spgemm::kinds", num_rows);
    state->runs = array<cuda::SpgemmRunRow>(exec, "filigree::spgemm::runs", num_rows);
    state->b_rows = array<unsigned char>(exec, "filigree::spgemm::b_rows", inner);
    state->rows = array<std::int64_t>(exec, "filigree::spgemm::rows", num_rows);
    state->block_rows = array<std::int64_t>(exec, "filigree::spgemm::block_rows", num_rows);
    state->run_lanes = run_lanes(pattern);
    state->tally = array<Word>(exec, "filigree::spgemm::tally", tally_words);
    SpgemmCounts<Exec> counts;
    counts.row_lengths = array<std::int64_t>(exec, "filigree::spgemm::row_lengths", num_rows);
    Kokkos::deep_copy(exec, state->tally, Word(0));
    const auto symbolic = arguments(pattern, counts, *state);
    const cudaStream_t stream = launch_stream(exec);
    check("spgemm_plan", cuda::launch_spgemm_kinds(symbolic, stream));
    const Tally kinds = read(exec, *state);
    check("spgemm_plan", cuda::launch_spgemm_rows(symbolic, kinds, stream));
    if (kinds.kinds[int(Kind::warp)] + kinds.kinds[int(Kind::block)] > 0)
      check("spgemm_plan", cuda::launch_spgemm_blocks(
                               symbolic, std::int64_t(read(exec, *state).block_rows), stream));
    check("spgemm_plan", cuda::launch_spgemm_repeats(symbolic, kinds, stream));
    state->has_runs = 2 * std::int64_t(kinds.kinds[int(Kind::repeat)]) >= num_rows;
    check("spgemm_plan", cuda::launch_spgemm_pieces(counts.row_lengths.data(), num_rows,
                                                    runs(*state), symbolic.tally, nullptr, stream));
    state->found = read(exec, *state);
    prepared.tuned = state;
    return counts;
  }

  template <class Exec, class Index, class Offset>
  static void fill(const Exec& exec, const SpgemmPattern<Index>& pattern,
                   const SpgemmCounts<Exec>& counts, const SpgemmLimits&, IndexBase base,
                   const Offset* offsets, Index* col_indices,
                   SpgemmPrepared<Exec, Index>& prepared) {
    const auto state = std::make_shared<State>(state_of(prepared));
    auto symbolic = arguments(pattern, counts, *state);
    symbolic.offsets = cuda::OffsetArray(offsets);
    symbolic.base = std::int64_t(base);
    symbolic.columns = col_indices;
    const cudaStream_t stream = launch_stream(exec);
    check("spgemm_plan", cuda::launch_spgemm_rows(symbolic, state->found, stream));
    check("spgemm_plan",
          cuda::launch_spgemm_blocks(symbolic, std::int64_t(state->found.block_rows), stream));
    check("spgemm_plan", cuda::launch_spgemm_repeats(symbolic, state->found, stream));
    if (state->found.pieces > 0) {
      state->pieces = array<cuda::SpgemmPiece>(exec, "filigree::spgemm::pieces",
                                               std::int64_t(state->found.pieces));
      Kokkos::deep_copy(exec, state->tally, Word(0));
      check("spgemm_plan",
            cuda::launch_spgemm_pieces(counts.row_lengths.data(), pattern.a.num_rows, runs(*state),
                                       symbolic.tally, state->pieces.data(), stream));
    }
    exec.fence("filigree::spgemm_plan");  // before what only this phase needs goes
    state->kinds = {};
    if (!state->has_runs) state->runs = {};
    state->b_rows = {};
    state->rows = {};
    state->block_rows = {};
    state->tally = {};
    prepared.bytes =
        std::int64_t(sizeof(cuda::SpgemmPiece) * state->pieces.extent(0) + state->runs.extent(0));
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
    arguments.runs = runs(state);
    for (int kind = 0; kind < 4; ++kind)
      arguments.rows[kind] = std::int64_t(state.found.rows[kind]);
    arguments.pieces = std::int64_t(state.found.pieces);
    arguments.piece = state.pieces.data();
    check("spgemm", cuda::launch_spgemm_values(arguments, launch_stream(exec)));
  }

 private:
  using Word = unsigned long long;
  using Kind = cuda::SpgemmRowKind;
  using Tally = cuda::SpgemmTally;
  static constexpr int tally_words = sizeof(Tally) / sizeof(Word);
  template <class T>
  using Array = Kokkos::View<T*, Kokkos::CudaSpace>;

  struct State {
    // While the pattern is made.
    Array<Kind> kinds;
    Array<unsigned char> b_rows;
    Array<std::int64_t> rows, block_rows;
    Array<Word> tally;
    // For the values.
    Tally found{};
    Array<cuda::SpgemmRunRow> runs;
    int run_lanes = 32;
    bool has_runs = false;  ///< enough of them for kernels that take runs
    Array<cuda::SpgemmPiece> pieces;
  };

  template <class T>
  static Array<T> array(const Kokkos::Cuda& exec, const char* label, std::int64_t length) {
    return allocate<T, Kokkos::CudaSpace>("spgemm_plan", exec, label, length);
  }
  /// As many threads as a row of B has entries, in powers of 2 from 8 on.
  template <class Index>
  static int run_lanes(const SpgemmPattern<Index>& pattern) {
    const std::int64_t rows = pattern.b.num_rows;
    return pattern.b.nnz <= 8 * rows ? 8 : pattern.b.nnz <= 16 * rows ? 16 : 32;
  }
  static cuda::SpgemmRuns runs(const State& state) {
    return {state.has_runs ? state.runs.data() : nullptr, state.run_lanes};
  }
  template <class Prepared>
  static const State& state_of(const Prepared& prepared) {
    return *static_cast<const State*>(prepared.tuned.get());
  }
  static void check(const char* operation, cudaError_t error) {
    check_launch(operation, name.data(), error);
  }
  static Tally read(const Kokkos::Cuda& exec, const State& state) {
    Tally result;
    Kokkos::deep_copy(
        exec, Kokkos::View<Word*, Kokkos::HostSpace>(reinterpret_cast<Word*>(&result), tally_words),
        state.tally);
    exec.fence("filigree::spgemm_plan");
    return result;
  }
  template <class Index>
  static cuda::SpgemmRows<Index> rows(const SpgemmRows<Index>& from) {
    return {from.num_rows, from.base, cuda_offsets(from.offsets), from.col_indices};
  }
  template <class Index>
  static cuda::SpgemmPattern<Index> rows(const SpgemmPattern<Index>& from) {
    return {rows(from.a), rows(from.b), rows(from.d), from.b.num_cols};
  }
  template <class Index, class Exec>
  static cuda::SpgemmSymbolic<Index> arguments(const SpgemmPattern<Index>& pattern,
                                               const SpgemmCounts<Exec>& counts,
                                               const State& state) {
    cuda::SpgemmSymbolic<Index> result;
    result.pattern = rows(pattern);
    result.kinds = state.kinds.data();
    result.runs = state.runs.data();
    result.run_lanes = state.run_lanes;
    result.b_rows = state.b_rows.data();
    result.rows = state.rows.data();
    result.row_lengths = counts.row_lengths.data();
    result.block_rows = state.block_rows.data();
    result.tally = reinterpret_cast<Tally*>(state.tally.data());
    return result;
  }
};

}  // namespace filigree::detail
