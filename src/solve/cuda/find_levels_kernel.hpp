// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include <core/device_limits.hpp>
#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <solve/cuda/find_levels.hpp>
#include <spmv/cuda/call_arguments.hpp>

/// Rows' levels on CUDA, as level_order.hpp wants them.

namespace filigree::detail {

struct FindLevelsCuda {
  static constexpr std::string_view name = "solve_find_levels_cuda";

  /// \param words cuda::level_words() / 2 of them
  template <class Index>
  static void find(std::string_view operation, const Kokkos::Cuda& exec,
                   const SolveRows<Index>& rows, const LevelStatistics& statistics,
                   std::int64_t* words) {
    cuda::LevelArguments<Index> arguments;
    arguments.num_rows = rows.num_rows;
    arguments.base = rows.base;
    arguments.begins = cuda_offsets(rows.begin_offsets);
    arguments.ends = cuda_offsets(rows.end_offsets);
    arguments.cols = rows.col_indices;
    arguments.lower = rows.lower;
    arguments.levels = reinterpret_cast<std::int32_t*>(words);
    check_launch(
        operation.data(), name.data(),
        cuda::launch_find_levels(arguments, statistics, device_limits(exec).multiprocessors,
                                 launch_stream(exec)));
  }
};

}  // namespace filigree::detail
