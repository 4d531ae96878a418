// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <factor/cuda/launch.hpp>
#include <factor/select.hpp>
#include <filigree/detail/incomplete_factor_front.hpp>
#include <spmv/cuda/call_arguments.hpp>

/// The tuned CUDA kernels as tuned.hpp lists them: the step from Kokkos types to the kernels' own.

namespace filigree::detail {

template <class Index, class T>
void set_factor_call(const FactorProblem<Index, T>& problem, cuda::FactorCall<T>& arguments) {
  const auto& rows = problem.rows;
  arguments.is_lu = problem.kind == FactorKind::lu;
  arguments.num_rows = rows.num_rows;
  arguments.num_entries = problem.statistics.num_entries;
  arguments.max_row_entries = problem.statistics.max_row_entries;
  arguments.max_lower_entries = problem.statistics.max_lower_entries;
  arguments.base = rows.base;
  arguments.order = cuda_offsets(rows.order);
  arguments.begins = cuda_offsets(rows.begin_offsets);
  arguments.ends = cuda_offsets(rows.end_offsets);
  arguments.diagonals = cuda_offsets(rows.diagonals);
  arguments.values = problem.values;
  arguments.factors = problem.factors;
  arguments.pivot_tolerance = problem.pivot_tolerance;
  arguments.by_absolute_value = problem.by_absolute_value;
  arguments.has_pivot_boost = problem.has_pivot_boost;
  arguments.pivot_boost = problem.pivot_boost;
  arguments.position = problem.pivot_position;
}

template <class Index, class T>
cuda::FactorArguments<T, Index> cuda_factor_arguments(const FactorProblem<Index, T>& problem) {
  cuda::FactorArguments<T, Index> arguments;
  set_factor_call(problem, arguments);
  arguments.cols = problem.rows.col_indices;
  return arguments;
}

template <class Index, class T>
cuda::BlockFactorArguments<T> cuda_block_arguments(const FactorProblem<Index, T>& problem) {
  const SquareBlocks& blocks = problem.rows.blocks;
  cuda::BlockFactorArguments<T> arguments;
  set_factor_call(problem, arguments);
  arguments.cols = cuda::OffsetArray(problem.rows.col_indices);
  arguments.size = int(blocks.size);
  arguments.is_row_major = blocks.col_step == 1;
  return arguments;
}

/// Rows level by level, in the order of tickets, a group of lanes a row; factors are handed on by
/// words that are their own flags.
struct FactorLevelsCuda {
  static constexpr std::string_view name = "factor_levels_cuda";

  template <class Exec, class Problem>
  static constexpr bool takes = std::is_same_v<Exec, Kokkos::Cuda> &&
                                (std::same_as<typename Problem::scalar_type, double> ||
                                 std::same_as<typename Problem::scalar_type, float>);

  static bool can_implement(const FactorInput& input) {
    return input.device.compute_capability >= 70 && input.statistics.num_rows > 0 &&
           input.block_size == 1 && input.is_sorted &&
           input.statistics.max_row_entries <= cuda::longest_factor_row;
  }

  /// In its own times.
  static double seconds(const FactorInput&) { return 1; }

  static std::size_t workspace_bytes(const FactorInput& input) {
    return cuda::factor_workspace_bytes(input.statistics.num_entries, input.scalar_bytes,
                                        input.in_place);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const FactorInput& input, const Problem& problem) {
    check_launch(factor_operation(problem.kind).data(), name.data(),
                 cuda::launch_factor(cuda_factor_arguments(problem), input.device.multiprocessors,
                                     problem.workspace, launch_stream(exec)));
  }
};

/// Short rows alike, an entry a lane.
struct FactorShortRowsCuda {
  static constexpr std::string_view name = "factor_short_rows_cuda";

  template <class Exec, class Problem>
  static constexpr bool takes = FactorLevelsCuda::takes<Exec, Problem>;

  static bool can_implement(const FactorInput& input) {
    const auto& statistics = input.statistics;
    return FactorLevelsCuda::can_implement(input) &&
           statistics.num_rows <= std::numeric_limits<std::int32_t>::max() &&
           (input.kind == FactorKind::lu
                ? statistics.max_row_entries
                : statistics.max_lower_entries) <= cuda::longest_short_factor_row;
  }

  /// Less than the other's, wherever both can: a half of its time for rows of 27 entries.
  static double seconds(const FactorInput&) { return 0.5; }

  static std::size_t workspace_bytes(const FactorInput& input) {
    return cuda::short_factor_workspace_bytes(input.statistics.num_rows,
                                              input.statistics.num_entries, input.scalar_bytes,
                                              input.in_place);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const FactorInput& input, const Problem& problem) {
    check_launch(
        factor_operation(problem.kind).data(), name.data(),
        cuda::launch_short_factor(cuda_factor_arguments(problem), input.device.multiprocessors,
                                  problem.workspace, launch_stream(exec)));
  }
};

/// Short rows of patterns without triangles, a lane a row.
struct FactorPivotRowsCuda {
  static constexpr std::string_view name = "factor_pivot_rows_cuda";
  static_assert(cuda::longest_factor_row == longest_row_looked_through &&
                cuda::longest_pivot_factor_row == longest_row_without_triangles);

  template <class Exec, class Problem>
  static constexpr bool takes = FactorLevelsCuda::takes<Exec, Problem>;

  static bool can_implement(const FactorInput& input) {
    return FactorLevelsCuda::can_implement(input) && !input.statistics.has_triangles;
  }

  /// Less than the others', wherever it can.
  static double seconds(const FactorInput&) { return 0.25; }

  static std::size_t workspace_bytes(const FactorInput& input) {
    return cuda::pivot_factor_workspace_bytes(input.statistics.num_rows, input.scalar_bytes);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const FactorInput& input, const Problem& problem) {
    check_launch(
        factor_operation(problem.kind).data(), name.data(),
        cuda::launch_pivot_factor(cuda_factor_arguments(problem), input.device.multiprocessors,
                                  problem.workspace, launch_stream(exec)));
  }
};

/// Rows of square blocks alike, a thread block a row.
struct FactorBlockRowsCuda {
  static constexpr std::string_view name = "factor_block_rows_cuda";

  template <class Exec, class Problem>
  static constexpr bool takes = FactorLevelsCuda::takes<Exec, Problem>;

  static bool can_implement(const FactorInput& input) {
    return input.device.compute_capability >= 70 && input.statistics.num_rows > 0 &&
           cuda::is_factor_block(input.block_size) && input.has_whole_blocks && input.is_sorted &&
           input.statistics.num_rows <= std::numeric_limits<std::int32_t>::max() &&
           shared_bytes(input) <= input.device.shared_bytes_per_block;
  }

  /// The only one for blocks.
  static double seconds(const FactorInput&) { return 1; }

  static std::size_t workspace_bytes(const FactorInput& input) {
    return cuda::block_factor_workspace_bytes(input.statistics.num_rows,
                                              input.statistics.num_entries, input.block_size,
                                              input.scalar_bytes, input.in_place);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const FactorInput& input, const Problem& problem) {
    check_launch(
        factor_operation(problem.kind).data(), name.data(),
        cuda::launch_block_factor(cuda_block_arguments(problem), input.device.multiprocessors,
                                  problem.workspace, launch_stream(exec)));
  }

 private:
  /// What the kernel has beside its dynamic shared memory is in the 1 KiB.
  static std::size_t shared_bytes(const FactorInput& input) {
    const int size = int(input.block_size);
    return 1024 + cuda::block_factor_room(input.statistics.max_row_entries,
                                          input.statistics.max_lower_entries,
                                          input.kind == FactorKind::lu, size, input.scalar_bytes)
                      .bytes;
  }
};

}  // namespace filigree::detail
