// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <solve/cuda/arguments.hpp>

namespace filigree::detail {

/// Workspace for a solve on a device with any of its kernels, by sizes alone.
constexpr std::size_t solve_workspace_limit(std::int64_t num_rows, std::int64_t num_columns,
                                            std::size_t scalar_bytes) {
  const auto columns_workspace = [&](std::int64_t x_col_stride) {
    return cuda::solve_columns_workspace(num_rows, num_columns, x_col_stride, scalar_bytes).bytes();
  };
  const std::int64_t tile = num_columns == 1 ? 1 : num_columns > 8 ? 16 : 8;
  const std::int64_t at_once = std::min(num_columns, cuda::solve_columns_at_once);
  const std::size_t words =
      cuda::solve_workspace_bytes(num_rows, (at_once + tile - 1) / tile * tile, scalar_bytes);
  // The generic kernel has a flag for each row and four right-hand sides.
  const std::size_t flags = 16 + std::size_t(num_rows) * std::size_t((num_columns + 3) / 4) * 4;
  return std::max({words, columns_workspace(1), columns_workspace(2), flags});
}

}  // namespace filigree::detail
