// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// The program's operator new, told to fail: what Kokkos allocates on the host, and what the
/// standard library does.

namespace filigree::test {

/// Allocations that were not freed.
std::int64_t live_allocations();

/// From now on the `number`-th allocation (from 1) fails, whichever thread asks for it; the others
/// succeed.
void fail_allocation(std::int64_t number);

/// Ends that. Returns whether so many were asked for. The last one may have succeeded all the same:
/// where a View begins or ends, Kokkos copies its label and names a fence, in strings whose failure
/// it neither cleans up after nor survives (those of destructors).
bool stop_failing();

}  // namespace filigree::test
