// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/export.hpp>
#include <runtime/operands.hpp>
#include <runtime/target.hpp>

namespace filigree::runtime {

/// What of a pattern is watched. Of coordinates and of formats without offsets: always all of it.
enum class Watched { offsets, pattern };

/// Leaves a checksum of what is watched of A in *result, which lies in memory of the host, pinned
/// where the target is a device: behind what the target's stream has to do, without a wait. Another
/// one for any change of one entry.
FILIGREE_EXPORT void make_checksum(const Target& target, const SparseOperand& A, Watched watched,
                                   std::uint64_t* result);

}  // namespace filigree::runtime
