// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// How a device's thread blocks share the rows of a solve: plain structs, which kernels without
/// Kokkos read, too.

namespace filigree::detail {

/// What a warp, or for several right-hand sides some of them, solves at once: rows of one level.
/// Steps of one level that are solved side by side are a group; a group waits for the one before
/// it.
struct alignas(8) SolveStep {
  std::uint16_t first = 0;  ///< of the chunk's rows, in their order
  std::uint8_t rows = 0;
  std::uint8_t before = 0;   ///< steps of the group before; 0: there is none
  std::uint8_t beside = 0;   ///< steps of its own group, itself among them
  std::uint8_t after = 0;    ///< steps of the next group
  std::uint16_t number = 0;  ///< of its group within the chunk
};

/// Chunks of rows that follow one another in the order of the solve, each of them a thread block's,
/// whose rows are ordered by level. Without chunks there is no such schedule.
struct SolveChunks {
  std::int64_t num_chunks = 0;
  std::int64_t chunk_rows = 0;                ///< of all but the last one
  int step_rows = 0;                          ///< of a step at most
  const std::uint16_t* order = nullptr;       ///< rows, counted within their chunk
  const std::int32_t* positions = nullptr;    ///< of the matrix's rows, in that order of all chunks
  const SolveStep* steps = nullptr;           ///< chunk by chunk, level by level
  const std::int64_t* first_steps = nullptr;  ///< of each chunk; behind the last one all steps
};

}  // namespace filigree::detail
