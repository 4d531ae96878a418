// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <spmv/prepared.hpp>

namespace filigree::detail {

/// The rows of a plan that are longer than most: kernels cut them into segments. The sums of these
/// lie in the workspace.
template <class MemorySpace>
struct PreparedLongRows : PreparedKernel {
  std::int64_t count = 0;
  std::int64_t num_segments = 0;
  std::int64_t limit = 0;  ///< the most entries of the other rows
  /// The rows, ascending, then the segments before each and in all: 2 count + 1 numbers.
  Kokkos::View<std::int64_t*, MemorySpace> rows;

  std::int64_t memory_bytes() const override {
    return std::int64_t(sizeof(std::int64_t) * rows.extent(0));
  }
};

}  // namespace filigree::detail
