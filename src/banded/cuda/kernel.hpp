// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include <banded/cuda/launch.hpp>
#include <banded/cuda/shape.hpp>
#include <banded/select.hpp>
#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <filigree/detail/banded_problem.hpp>
#include <spmv/cuda/call_arguments.hpp>

/// The tuned CUDA kernels as tuned.hpp lists them: the step from Kokkos types to their own.

namespace filigree::detail {

template <int P, class T>
auto banded_arguments(const BandedProblem<T>& problem) {
  using C = cuda_scalar_t<T>;
  cuda::BandedArguments<C, P> arguments;
  arguments.num_rows = problem.num_rows;
  arguments.num_systems = problem.num_systems;
  arguments.num_columns = problem.num_columns;
  arguments.conjugate = problem.conjugate;
  for (int d = 0; d <= 2 * P; ++d) {
    const auto& from = problem.diagonals[d];
    arguments.diagonals[d] = {reinterpret_cast<const C*>(from.data), from.row_shift,
                              from.row_stride, from.system_stride};
  }
  const auto& b = problem.b;
  const auto& x = problem.x;
  arguments.b = {reinterpret_cast<const C*>(b.data), b.row_stride, b.system_stride,
                 b.column_stride};
  arguments.x = {reinterpret_cast<C*>(x.data), x.row_stride, x.system_stride, x.column_stride};
  arguments.positions = problem.positions;
  return arguments;
}

/// Partitions of rows, eliminated a thread each and joined in shared memory.
struct BandedPartitionsCuda {
  static constexpr std::string_view name = "banded_partitions_cuda";

  template <class Exec, class Problem>
  static constexpr bool takes = std::is_same_v<Exec, Kokkos::Cuda>;

  static bool can_implement(const BandedInput& input) {
    if (input.periodic || input.device.compute_capability < 80) return false;
    const auto sizes = sizes_of(input);
    const auto shape = cuda::banded_shape(sizes);
    return std::size_t(cuda::shared_bytes(input.half_bandwidth, shape, input.scalar_bytes)) <=
               input.device.shared_bytes_per_block &&
           cuda::banded_blocks(sizes, shape) <= std::numeric_limits<std::int32_t>::max();
  }

  /// What it moves. Joints of pentadiagonal systems leave few threads at work at once: they take
  /// about four times as long as memory does.
  static double seconds(const BandedInput& input) {
    const std::int64_t arrays = 2 * input.half_bandwidth + 1 + 2 * input.num_columns;
    return double(input.num_rows) * double(input.num_systems) *
           double(arrays * input.scalar_bytes) / input.device.bandwidth *
           (input.half_bandwidth == 2 ? 4 : 1);
  }

  static std::size_t workspace_bytes(const BandedInput& input) {
    return std::size_t(cuda::workspace_bytes(input.half_bandwidth,
                                             cuda::banded_shape(sizes_of(input)), input.num_systems,
                                             input.num_columns, input.scalar_bytes));
  }

  template <class T>
  static void launch(const Kokkos::Cuda& exec, const BandedProblem<T>& problem,
                     const BandedInput& input, void* workspace) {
    if (problem.half_bandwidth == 1)
      launch_band<1>(exec, problem, input, workspace);
    else
      launch_band<2>(exec, problem, input, workspace);
  }

 private:
  static cuda::BandedSizes sizes_of(const BandedInput& input) {
    return {input.num_rows,     input.num_systems, input.num_columns, input.half_bandwidth,
            input.scalar_bytes, input.by_system,   input.pivots};
  }

  template <int P, class T>
  static void launch_band(const Kokkos::Cuda& exec, const BandedProblem<T>& problem,
                          const BandedInput& input, void* workspace) {
    check_launch(
        "banded_solve", name.data(),
        cuda::launch_banded(banded_arguments<P>(problem), cuda::banded_shape(sizes_of(input)),
                            workspace, launch_stream(exec)));
  }
};

/// Pentadiagonal systems that are interleaved, a thread each.
struct BandedSystemsCuda {
  static constexpr std::string_view name = "banded_systems_cuda";

  template <class Exec, class Problem>
  static constexpr bool takes =
      std::is_same_v<Exec, Kokkos::Cuda>&& std::is_floating_point_v<typename Problem::scalar_type>;

  static bool can_implement(const BandedInput& input) {
    return input.half_bandwidth == 2 && input.by_system && !input.periodic &&
           input.device.compute_capability >= 80 &&
           std::size_t(cuda::systems_shared_bytes(2, input.scalar_bytes)) <=
               input.device.shared_bytes_per_block &&
           input.num_systems * input.num_columns / cuda::system_threads <
               std::numeric_limits<std::int32_t>::max();
  }

  /// What it moves, or the rows of a system one after the other.
  static double seconds(const BandedInput& input) {
    const double moved = double(input.num_rows) * double(input.num_systems) *
                             double(input.num_columns) * 13 * double(input.scalar_bytes) +
                         2 * double(workspace_bytes(input));
    return std::max(moved / input.device.bandwidth, double(input.num_rows) * row_seconds);
  }

  static std::size_t workspace_bytes(const BandedInput& input) {
    return std::size_t(cuda::systems_workspace_bytes(2, input.num_rows, input.num_systems,
                                                     input.num_columns, input.scalar_bytes));
  }

  template <class T>
  static void launch(const Kokkos::Cuda& exec, const BandedProblem<T>& problem,
                     const BandedInput& input, void* workspace) {
    check_launch("banded_solve", name.data(),
                 cuda::launch_banded_systems(banded_arguments<2>(problem), input.pivots, workspace,
                                             launch_stream(exec)));
  }

 private:
  /// What a row takes of a system that is alone, as measured on an H100: two eliminations, each a
  /// chain of comparisons, an inverse and products, and a substitution.
  static constexpr double row_seconds = 740e-9;
};

}  // namespace filigree::detail
