// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include <convert/entries.hpp>
#include <core/device_limits.hpp>
#include <cuda/check_launch.hpp>
#include <cuda/launch_device.hpp>
#include <filigree/detail/scratch.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <solve/cuda/find_levels.hpp>
#include <solve/cuda/section_levels.hpp>
#include <spmv/cuda/call_arguments.hpp>

/// Rows' levels on CUDA, as level_order.hpp wants them: by sections where rows are short and not
/// scattered; where that fails, as all others, by rows that wait for each other.

namespace filigree::detail {

struct FindLevelsCuda {
  static constexpr std::string_view name = "solve_find_levels_cuda";

  /// \param words cuda::level_words() / 2 of them
  /// \return the highest level; 0: not known
  template <class Index>
  static std::int64_t find(std::string_view operation, const Kokkos::Cuda& exec,
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
    const int multiprocessors = device_limits(exec).multiprocessors;
    if (const std::int64_t section_rows = rows_of_section(rows, statistics, multiprocessors)) {
      const auto result =
          find_by_sections(operation, exec, arguments, statistics.max_row_entries, section_rows);
      if (result.failed == 0) return result.highest;
    }
    check_launch(
        operation.data(), name.data(),
        cuda::launch_find_levels(arguments, statistics, multiprocessors, launch_stream(exec)));
    return 0;
  }

 private:
  /// 0: levels are not looked for by sections.
  template <class Index>
  static std::int64_t rows_of_section(const SolveRows<Index>& rows,
                                      const LevelStatistics& statistics, int multiprocessors) {
    const bool are_short =
        statistics.max_row_entries > 0 && statistics.max_row_entries <= cuda::most_section_entries;
    if (!are_short || statistics.are_scattered || statistics.has_others) return 0;
    return cuda::section_rows(rows.num_rows, multiprocessors);
  }

  template <class Index>
  static cuda::SectionResult find_by_sections(std::string_view operation, const Kokkos::Cuda& exec,
                                              const cuda::LevelArguments<Index>& arguments,
                                              std::int64_t max_row_entries,
                                              std::int64_t section_rows) {
    const auto words = scratch_array<std::int64_t>(
        operation, exec, "filigree::solve::sections",
        cuda::SectionState::words(groups_of(arguments.num_rows, section_rows)));
    const auto state = cuda::SectionState::in(words.data(), arguments.num_rows, section_rows);
    check_launch(
        operation.data(), "solve_section_levels_cuda",
        cuda::launch_section_levels(arguments, max_row_entries, state, launch_stream(exec)));
    return read_entry(exec, state.result, 0);
  }
};

}  // namespace filigree::detail
