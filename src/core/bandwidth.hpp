// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace filigree::detail {

/// Bytes a second that a triad a = b + s c reaches on Exec, as counted: three words an entry.
/// Measured once a process, by the first caller, in a few milliseconds, unless assume_bandwidth has
/// set it; 0 where its arrays do not fit in memory.
template <class Exec>
double measured_bandwidth(const Exec& exec);

}  // namespace filigree::detail
