// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace filigree::detail::cuda {

/// Entries of a compressed matrix in the other orientation, in device memory: ordered by minor
/// index, equal ones in the order in which they are stored. Index is int64 where `wide_indices`,
/// else int32, and Offset likewise. Both dimensions are at most `limit` and there are fewer
/// entries: indices and places are 32 bits wide inside, also those a step behind the last.
struct Transpose {
  static constexpr std::int64_t limit = (std::int64_t(1) << 32) - 64;

  std::int64_t num_major = 0;
  std::int64_t num_minor = 0;
  std::int64_t count = 0;  ///< of entries, not 0
  std::int64_t base_in = 0;
  std::int64_t base_out = 0;
  bool wide_indices = false;
  bool wide_offsets = false;
  std::size_t value_bytes = 0;  ///< 1, 2, 4, 8 or 16; of positions the size of Offset
  const void* offsets_in = nullptr;
  const void* indices_in = nullptr;
  const void* values_in = nullptr;  ///< null: the position of each entry, zero-based
  void* offsets_out = nullptr;      ///< num_minor + 1
  void* indices_out = nullptr;
  void* values_out = nullptr;
};

/// Scratch memory that transpose() needs. Nothing is launched.
cudaError_t transpose_workspace(const Transpose& problem, std::size_t& bytes);

/// Orders on `stream`, without synchronising. `workspace` is 256-byte aligned device memory.
/// A stable radix sort, least significant digit first, of up to 11 bits a pass, that moves the
/// entries themselves; a pass reads and writes each entry once (Adinets and Merrill, "Onesweep",
/// 2022).
cudaError_t transpose(const Transpose& problem, void* workspace, cudaStream_t stream);

}  // namespace filigree::detail::cuda
