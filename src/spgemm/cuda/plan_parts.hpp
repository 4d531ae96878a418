// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <cuda/check_launch.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <spgemm/cuda/launch.hpp>
#include <spgemm/messages.hpp>
#include <spgemm/phases.hpp>
#include <spmv/cuda/call_arguments.hpp>

/// What a plan of the tuned CUDA kernel holds, and the memory that it is made in.

namespace filigree::detail {

struct SpgemmCudaParts {
  static constexpr std::string_view name = "spgemm_hash_cuda";

 protected:
  using Tally = cuda::SpgemmTally;
  using Array = ScratchArray<std::byte, Kokkos::CudaSpace>;
  /// The tallies, which begin a line of the L2 cache each, and the end of the last row's products.
  static constexpr std::int64_t tally_bytes = 512, front_bytes = 2 * tally_bytes + 8;
  static constexpr std::int64_t row_length_bytes = sizeof(std::int64_t);
  /// What half a word of 32 bits counts.
  static constexpr cuda::SpgemmTally::Count narrow_places = 1 << 16;
  static_assert(sizeof(Tally) <= tally_bytes && sizeof(cuda::SpgemmListTally) <= tally_bytes &&
                sizeof(cuda::SpgemmRunTally) <= tally_bytes);
  /// What each row takes of the workspace, which arguments() shares out.
  static constexpr std::int64_t row_bytes =
      4 * sizeof(std::int64_t) + sizeof(cuda::SpgemmRowKind) + sizeof(cuda::SpgemmShare::Kind);

  struct State {
    Array workspace;  ///< while the pattern is made
    Tally found{};
    std::size_t scan_bytes = 0;   ///< the workspace's end, where offsets are added up
    std::int64_t num_pieces = 0;  ///< and rows that are thread blocks'
    int lanes = 32;               ///< as SpgemmArguments has it
    int last_sort = 0;            ///< as SpgemmSymbolic has it
    bool has_runs = false;
    bool is_scaled = false, is_dense = false;  ///< as SpgemmArguments has them
    bool sorts_products = false;               ///< as SpgemmSortedProducts has them
    cuda::SpgemmRunTiles runs;
    cuda::SpgemmProductList list;
    Array kept;     ///< pieces, then shares; or the list's arrays; or those of sorted products
    Array of_runs;  ///< their tiles, and, unless these stay where they were made, rows that are in
                    ///< none, and lists
    Array run_lists;  ///< where these stay
    const cuda::SpgemmShare::Kind* shares = nullptr;

    cuda::SpgemmScan scan() const {
      return {workspace.data() + workspace.extent(0) - scan_bytes, scan_bytes};
    }
  };

  /// A product in one call does: to wait, so as to give it back, would delay the values.
  static bool keeps_workspace(const SpgemmLimits& limits) {
    return limits.used_once && !limits.is_limited();
  }
  /// \param own bytes beside those that offsets are added up in
  static void make_workspace(const Kokkos::Cuda& exec, const SpgemmLimits& limits,
                             std::int64_t num_rows, std::int64_t own, State& state) {
    check("spgemm_plan", cuda::spgemm_scan_bytes(num_rows, state.scan_bytes));
    const std::int64_t bytes = spgemm_rounded(own) + std::int64_t(state.scan_bytes);
    limits.check(bytes);
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
    if (!limits.is_limited()) return plan_array<std::byte>(operation, exec, label, length);
    return Array(allocate<std::byte, Kokkos::CudaSpace>(operation, exec, label, length));
  }
  static Array::View as_view(std::byte* memory, std::int64_t length) {
    return Array::View(memory, length);
  }
  template <class Prepared>
  static const State& state_of(const Prepared& prepared) {
    return *static_cast<const State*>(prepared.tuned.get());
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
    result.last_sort = state.last_sort;
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
