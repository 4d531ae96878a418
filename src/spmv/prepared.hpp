// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <pattern/compressed.hpp>
#include <pattern/hot_columns.hpp>
#include <spmv/host/column_windows.hpp>
#include <spmv/transposed_lists.hpp>

namespace filigree::detail {

/// What a tuned kernel keeps in a plan, beside the compressed pattern: each kernel derives a type
/// of its own from this one.
struct PreparedKernel {
  std::size_t workspace_bytes = 0;            ///< that a product with the widest compute type needs
  std::size_t reduction_workspace_bytes = 0;  ///< that it needs on top of that to make reductions
  /// What a product moves beside values and vectors; 0 where the pattern and its smaller encoding
  /// tell.
  double bytes_moved = 0;

  PreparedKernel() = default;
  PreparedKernel(const PreparedKernel&) = default;
  PreparedKernel& operator=(const PreparedKernel&) = default;
  virtual ~PreparedKernel() = default;

  /// What the arrays take that a plan holds for the kernel.
  virtual std::int64_t memory_bytes() const { return 0; }
};

/// What make_plan finds out about a pattern before it chooses a kernel, whose `prepare` takes of it
/// what products read. Empty where it was not looked for.
template <class MemorySpace>
struct PatternFindings {
  EncodedPattern<MemorySpace> compressed;  ///< with transposed_lists: of the stored rows
  HotColumns<MemorySpace> hot_columns;
  TransposedLists<MemorySpace> transposed_lists;
  PlannedColumnWindows<MemorySpace> column_windows;  ///< of a pattern that scatters
  Mirroring mirroring;                               ///< of one on a host
};

}  // namespace filigree::detail
