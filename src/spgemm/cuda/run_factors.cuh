// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/table.cuh"

/// Where the values of B lie in shared memory that a tile of a run needs.

namespace filigree::cuda {

/// The rows of B that the entries of a period's rows of A name, one a lane, in ascending order, and
/// those that the same entries of other periods name. Values of B that several need are there once.
struct RunFactors {
  bool there = false;
  std::int64_t inner = 0;    ///< the row of B of the first period
  std::int64_t b_begin = 0;  ///< of this row
  std::int64_t b_end = 0;    ///< behind that of the last period
  int stride = 0;            ///< from a period's values to the next one's
  int end = 0;               ///< in shared memory, of the values up to b_end
  int stretch = 0;           ///< of these, which lie side by side, also in B; the last lane's

  /// Where the first period's row is in shared memory.
  __device__ int place() const { return end - int(b_end - b_begin); }

  /// \param entry of A's rows, the lane's in the order by rows of B
  template <class Index>
  __device__ void find(const SpgemmPattern<Index>& pattern, std::int64_t a_begin, int a_length,
                       int entry) {
    there = lane_number() < a_length;
    inner = there ? std::int64_t(pattern.a.column(a_begin + entry)) : 0;
    b_begin = there ? pattern.b.begin(inner) : 0;
  }
  /// Shares out places for so many periods.
  /// \returns how many there are
  template <class Index>
  __device__ int lay_out(const SpgemmRows<Index>& b, int step, int periods) {
    b_end = there ? b.end(inner + std::int64_t(step) * (periods - 1)) : 0;
    stride = there && periods > 1 ? int(b.begin(inner + step) - b_begin) : 0;
    const std::int64_t before = __shfl_up_sync(whole_warp, inner, 1);
    const std::int64_t end_before = __shfl_up_sync(whole_warp, b_end, 1);
    const bool joins =
        there && lane_number() > 0 && inner <= before + std::int64_t(step) * (periods - 1) + 1;
    // What lanes have that the one before does not.
    const int added = there ? int(b_end - (joins ? end_before : b_begin)) : 0;
    end = inclusive_warp_sum(added);
    const unsigned firsts = __ballot_sync(whole_warp, !joins);
    const int first = 31 - __clz(int(firsts & ((2u << lane_number()) - 1u)));
    const int begin = __shfl_sync(whole_warp, end - added, first);
    const bool is_last = lane_number() == 31 || (firsts >> (lane_number() + 1) & 1u) != 0;
    stretch = is_last ? end - begin : 0;
    return __shfl_sync(whole_warp, end, 31);
  }
};

}  // namespace filigree::cuda
