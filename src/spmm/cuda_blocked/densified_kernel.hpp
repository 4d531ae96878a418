// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <spmm/cuda_blocked/densify.hpp>
#include <spmm/cuda_blocked/kernels.hpp>

/// The kernels that make A dense first, as tuned.hpp lists them.

namespace filigree::detail {

/// How many of a plan's slots hold a block, and how many lists of its schedule have a block row
/// with a block column twice.
template <class Index>
struct CountStored {
  const Index* col_indices;
  std::int64_t slots;
  cuda::BlockSchedule schedule;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& stored,
                                  std::int64_t& repeating) const {
    if (i < slots && col_indices[i] >= 0) ++stored;
    if (i < schedule.num_lists && schedule.counts[i] != schedule.distinct[i]) ++repeating;
  }
};

/// Planned products, for whose A the workspace has room; chosen where it is given and A is full
/// enough. It follows SpmmBlocksCuda in its list, whose schedule it uses.
template <bool of_bsr>
struct SpmmDensifiedCuda {
  using Blocks = SpmmBlocksCuda<of_bsr>;

  static constexpr std::string_view name =
      of_bsr ? "spmm_bsr_densified_cuda" : "spmm_blocked_ell_densified_cuda";

  template <class Exec, class Problem>
  static constexpr bool takes =
      sizeof(typename Problem::matrix_scalar) < 8 && Blocks::template takes<Exec, Problem>;

  static bool can_implement(const SpmmInput& input) {
    return input.planned && input.distinct_blocks > 0 && Blocks::can_implement(input) &&
           cuda::densified_takes(input.block_size, int(input.scalar_bytes),
                                 input.b_layout == DenseLayout::row_major);
  }

  /// That of Blocks is 1.
  static double seconds(const SpmmInput& input) {
    cuda::DensifiedShape shape;
    shape.m = input.statistics.num_rows;
    shape.n = input.num_columns;
    shape.k = input.statistics.num_cols;
    shape.block_size = input.block_size;
    shape.scalar_bytes = int(input.scalar_bytes);
    shape.b_row_major = input.b_layout == DenseLayout::row_major;
    shape.stored_blocks = input.distinct_blocks;
    shape.multiprocessors = input.device.multiprocessors;
    return input.has_workspace && cuda::densified_pays(shape) ? 0 : 2;
  }

  static std::size_t workspace_bytes(const SpmmInput& input) {
    return cuda::densified_bytes(Blocks::sizes_of(input));
  }

  /// The schedule says where A's blocks go.
  template <class Exec>
  static PatternRead pattern_read(const SpmmInput& input, const SpmmPrepared<Exec>& prepared,
                                  const PatternRead& as_stored) {
    return Blocks::pattern_read(input, prepared, as_stored);
  }

  template <class Exec, class Rows>
  static void prepare(const Exec& exec, const Rows& rows, const ScalarKind& of_A,
                      SpmmPrepared<Exec>& prepared) {
    if (prepared.block_steps.extent(0) == 0 ||
        !cuda::densified_takes(prepared.block_size, int(of_A.bytes), false))
      return;
    const cuda::BlockedEllArguments arguments = Blocks::pattern_of(rows, prepared, of_A.bytes);
    const cuda::BlockSchedule schedule =
        cuda::prepared_schedule(arguments, prepared.block_steps.data());
    std::int64_t stored = 0, repeating = 0;
    Kokkos::parallel_reduce(
        "filigree::spmm::count_stored",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
            exec, 0, std::max(arguments.slots(), schedule.num_lists)),
        CountStored<typename Rows::index_type>{rows.col_indices, arguments.slots(), schedule},
        stored, repeating);
    if (repeating == 0) prepared.distinct_blocks = stored;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem, const SpmmPrepared<Exec>& prepared) {
    using Factor = typename Blocks::template factor_t<typename Problem::matrix_scalar>;
    using C = typename Problem::c_scalar;
    const auto factors = Blocks::factors_of(problem);
    const cudaStream_t stream = launch_stream(exec);
    cuda::BlockedEllArguments arguments = Blocks::arguments_of(problem, prepared);
    const cuda::BlockSchedule schedule =
        cuda::prepared_schedule(arguments, prepared.block_steps.data());
    for (std::int64_t i = 0; i < problem.batch_count; ++i) {
      Blocks::take_matrix(problem, i, arguments);
      if (i == 0 || problem.values_stride != 0)
        check_launch("spmm", name.data(),
                     cuda::densify(arguments, schedule, problem.workspace, stream));
      check_launch(
          "spmm", name.data(),
          cuda::launch_densified<Factor, C>(arguments, factors, schedule, problem.workspace,
                                            prepared.device.multiprocessors, stream));
    }
  }
};

using SpmmBlockedEllDensifiedCuda = SpmmDensifiedCuda<false>;
using SpmmBsrDensifiedCuda = SpmmDensifiedCuda<true>;

}  // namespace filigree::detail
