// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <spmv/transposed_lists.hpp>
#include <spmv/two_pass.hpp>

namespace filigree::detail {

/// What a tuned kernel keeps in a plan, beside the compressed pattern. Each kernel says what it
/// means.
template <class MemorySpace>
struct TunedArrays {
  Kokkos::View<std::int64_t*, MemorySpace> row_starts;  ///< e.g. first row of each part of the work
  std::int64_t counts[3] = {};
  Kokkos::View<std::int32_t*, MemorySpace> hot_columns;   ///< as HotColumns has them
  Kokkos::View<std::int32_t*, MemorySpace> column_codes;  ///< as encode_hot_columns makes them
  TwoPassPattern<MemorySpace> two_pass;
  TransposedLists<MemorySpace> transposed_lists;
  /// What a product moves beside values and vectors; 0 where the pattern and its smaller encoding
  /// tell.
  double bytes_moved = 0;
  std::size_t workspace_bytes = 0;            ///< that a product with the widest compute type needs
  std::size_t reduction_workspace_bytes = 0;  ///< that it needs on top of that to make reductions

  std::int64_t memory_bytes() const {
    return std::int64_t(sizeof(std::int64_t) * row_starts.extent(0) +
                        sizeof(std::int32_t) * (hot_columns.extent(0) + column_codes.extent(0))) +
           two_pass.memory_bytes() + transposed_lists.memory_bytes();
  }
};

}  // namespace filigree::detail
