// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace filigree::detail {

/// A team of one thread, for hosts: what kernels that are written for teams of a device ask for.
struct OneThreadTeam {
  KOKKOS_FUNCTION static int team_rank() { return 0; }
  KOKKOS_FUNCTION static int team_size() { return 1; }
  KOKKOS_FUNCTION static void team_barrier() {}
};

}  // namespace filigree::detail
