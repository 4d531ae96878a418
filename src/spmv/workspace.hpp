// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/scratch.hpp>
#include <spmv/prepared.hpp>

namespace filigree::detail {

/// Makes sure that a tuned kernel has the workspace that it needs; returns the one that it
/// allocated.
template <class Exec, class Problem>
ScratchArray<std::byte, typename Exec::memory_space> provide_workspace(
    const Exec& exec, const PreparedKernel& prepared, Problem& problem) {
  const std::size_t needed =
      prepared.workspace_bytes +
      (problem.reductions != nullptr ? prepared.reduction_workspace_bytes : 0);
  if (needed == 0) return {};
  if (problem.workspace != nullptr) {
    check_workspace("spmv", "SpmvPlan", problem.workspace, problem.workspace_bytes, needed);
    return {};
  }
  const auto own =
      scratch_array<std::byte>("spmv", exec, "filigree::spmv::workspace", std::int64_t(needed));
  problem.workspace = own.data();
  problem.workspace_bytes = needed;
  return own;
}

}  // namespace filigree::detail
