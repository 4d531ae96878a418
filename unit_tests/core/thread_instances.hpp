// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <vector>

#include <filigree/core/execution.hpp>

namespace filigree::test {

/// An instance for each of several threads: Kokkos wants one of its own from each thread on a
/// device; the one host instance takes its callers in turn.
template <class Exec>
std::vector<Exec> thread_instances(int num_threads) {
  if constexpr (detail::is_host_execution_v<Exec>)
    return std::vector<Exec>(std::size_t(num_threads));
  else
    return Kokkos::Experimental::partition_space(Exec(), std::vector<int>(num_threads, 1));
}

}  // namespace filigree::test
