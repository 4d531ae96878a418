// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <banded/host/lanes.hpp>
#include <spmm/host/vectors.hpp>

namespace filigree::detail {

#define FILIGREE_ISA_SOURCE "banded/host/lanes.inc"
#include <spmv/host/each_isa.inc>

template <class T>
void run_lanes(LaneTask<T>& task) {
#if FILIGREE_HOST_SIMD
  if (host_isa() == HostIsa::avx512) return avx512::run_lanes(task);
  if (host_isa() == HostIsa::avx2) return avx2::run_lanes(task);
#endif
  baseline::run_lanes(task);
}

template void run_lanes(LaneTask<float>&);
template void run_lanes(LaneTask<double>&);

}  // namespace filigree::detail
