// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "spmm/cuda_blocked/densified_select.hpp"
#include "spmm/cuda_blocked/schedule.hpp"

/// Products of small blocks with all of A: densify() writes A out, with zeros for the blocks that
/// are not stored, and launch_densified() multiplies that by the kernel for large blocks. The
/// schedule of the stored blocks says where they are; no block row may have a block column twice.

namespace filigree::cuda {

/// Rows and columns of the blocks that A is cut into once it is dense.
inline constexpr std::int64_t densified_block = 256;

/// A as Blocked-ELL with all blocks, and its schedule.
struct DensifiedMatrix {
  BlockedEllArguments arguments;  ///< B, C and sizes as those of the product
  BlockSchedule schedule;         ///< one list for all block rows
};

/// In `workspace` (16-byte aligned, densified_bytes): rows of whole stored blocks, then the
/// schedule.
DensifiedMatrix densified_in(const BlockedEllArguments& arguments, void* workspace);
std::size_t densified_bytes(const BlockedEllArguments& arguments);

/// Fills the workspace from the stored values and `schedule`, that of the stored blocks. Allocates
/// nothing, waits for nothing.
cudaError_t densify(const BlockedEllArguments& arguments, const BlockSchedule& schedule,
                    void* workspace, cudaStream_t stream);

/// C = alpha A B + beta C, as launch_blocked_ell for types, layouts of B and blocks that
/// densified_takes() and for what densify() has left in the workspace. A sum of floats that comes
/// out infinite or NaN is computed again from the stored blocks.
template <class In, class Out>
cudaError_t launch_densified(const BlockedEllArguments& arguments,
                             const BlockedEllFactors<blocked_ell_sum_t<In>>& factors,
                             const BlockSchedule& schedule, void* workspace, int multiprocessors,
                             cudaStream_t stream);

}  // namespace filigree::cuda
