// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include <convert/entries.hpp>
#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/triangular_solve_front.hpp>
#include <solve/cuda/chunk_schedule.hpp>
#include <solve/cuda/select.hpp>

namespace filigree::detail {

/// The schedule of SolveChunksCuda.
struct ScheduleChunksCuda {
  static constexpr std::string_view name = "solve_order_chunks_cuda";

  /// \param rows at least one
  /// \param levels of the rows
  template <class Index>
  static SolveChunkArrays<Kokkos::CudaSpace> schedule(std::string_view operation,
                                                      const Kokkos::Cuda& exec,
                                                      const SolveRows<Index>& rows,
                                                      const std::int32_t* levels,
                                                      const ChunkSizes& sizes) {
    const std::int64_t n = rows.num_rows, num_chunks = groups_of(n, sizes.chunk_rows);
    SolveChunkArrays<Kokkos::CudaSpace> result;
    result.chunk_rows = sizes.chunk_rows;
    result.step_rows = sizes.step_rows;
    result.order = plan_array<std::uint16_t>(operation, exec, "filigree::solve::chunk_order", n);
    result.positions = plan_array<std::int32_t>(operation, exec, "filigree::solve::positions", n);
    result.first_steps =
        plan_array<std::int64_t>(operation, exec, "filigree::solve::first_steps", num_chunks + 1);
    const auto steps = scratch_array<SolveStep>(operation, exec, "filigree::solve::all_steps", n);
    const cuda::ChunkScheduleArguments arguments{n,
                                                 rows.lower,
                                                 levels,
                                                 sizes.chunk_rows,
                                                 num_chunks,
                                                 sizes.step_rows,
                                                 sizes.group_steps,
                                                 result.order.data(),
                                                 result.positions.data(),
                                                 result.first_steps.data(),
                                                 steps.data()};
    check_launch(operation.data(), name.data(),
                 cuda::launch_order_chunks(arguments, launch_stream(exec)));
    result.steps = plan_array<SolveStep>(operation, exec, "filigree::solve::steps",
                                         read_entry(exec, result.first_steps.data(), num_chunks));
    check_launch(operation.data(), name.data(),
                 cuda::launch_move_steps(arguments, result.steps.data(), launch_stream(exec)));
    return result;
  }
};

}  // namespace filigree::detail
