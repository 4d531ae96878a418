// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace filigree::tool {

/// The most bytes that this process may have: the machine's memory, the limit of its control group
/// (version 1 or 2) and of those above it, its own limits (ulimit -v, -d).
std::uint64_t memory_limit();

/// Lets allocations beyond memory_limit() fail, rather than the system end the process when it
/// touches them. To be called when threads and their stacks exist.
void limit_memory();

}  // namespace filigree::tool
