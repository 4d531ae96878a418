// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The only header of solve that knows which tuned kernels there are, and that CUDA exists.

#include <Kokkos_Core.hpp>

#include <string_view>

#include <select/kernel_list.hpp>
#include <solve/cuda/select.hpp>
#include <solve/host/kernel.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <solve/cuda/chunk_schedule_kernel.hpp>
#include <solve/cuda/find_levels_kernel.hpp>
#include <solve/cuda/kernel.hpp>
#endif

namespace filigree::detail {

/// The tuned kernels of an execution space. (The host's take nothing on other spaces.)
template <class Exec>
struct TunedSolve {
  using type = KernelList<SolveSequentialHost, SolveColumnsHost, SolvePipelinedHost>;
};

/// What finds rows' levels there; void: nothing tuned.
template <class Exec>
struct TunedLevels {
  using type = void;
};

/// The kernel there for which plans make a schedule of chunks; its name is empty: there is none.
template <class Exec>
struct TunedChunks {
  static constexpr std::string_view name = "";
};

#if defined(KOKKOS_ENABLE_CUDA)
template <>
struct TunedChunks<Kokkos::Cuda> : ScheduleChunksCuda {
  static constexpr std::string_view name = SolveChunksCuda::name;
  static ChunkSizes sizes(const SolveStatistics& rows, const DeviceLimits& device,
                          bool is_asked_for) {
    return chunk_sizes(rows, device, is_asked_for);
  }
};
template <>
struct TunedLevels<Kokkos::Cuda> {
  using type = FindLevelsCuda;
};
template <>
struct TunedSolve<Kokkos::Cuda> {
  using type = KernelList<SolveLevelsCuda, SolveChunksCuda, SolveColumnsCuda, SolveBlocksCuda>;
};
#endif

}  // namespace filigree::detail
