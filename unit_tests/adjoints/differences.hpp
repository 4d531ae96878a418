// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <vector>

#include "spmm/spmm_support.hpp"

/// Gradients against differences of losses, which forward products make.

namespace filigree::test {

using FlatSpace = Kokkos::DefaultExecutionSpace::memory_space;
template <class S>
using FlatView = Kokkos::View<S*, FlatSpace>;

/// The loss Re(sum conj(weight) result), whose gradient with respect to the result is the weight.
template <class S>
long double loss(const FlatView<S>& weight, const FlatView<S>& result) {
  Kokkos::fence();
  const auto w = download(weight), r = download(result);
  long double sum = 0;
  for (std::size_t i = 0; i < w.size(); ++i) sum += (std::conj(widen(w[i])) * widen(r[i])).real();
  return sum;
}

/// The gradient of a loss by differences: dL/d(Re x) + i dL/d(Im x).
template <class S>
std::vector<Wide> differences(const FlatView<S>& x, const std::function<long double()>& loss_of_x) {
  const std::vector<S> original = download(x);
  std::vector<Wide> gradient(original.size());
  for (std::size_t i = 0; i < original.size(); ++i)
    for (const Wide& unit : {Wide(1, 0), Wide(0, 1)}) {
      if (!is_complex_v<S> && unit.real() == 0) continue;
      long double values[2];
      for (const int sign : {0, 1}) {
        auto moved = original;
        moved[i] = narrow<S>(widen(original[i]) + (sign == 0 ? unit : -unit));
        Kokkos::deep_copy(x, upload<FlatSpace>(moved));
        values[sign] = loss_of_x();
      }
      gradient[i] += unit * ((values[0] - values[1]) / 2);
    }
  Kokkos::deep_copy(x, upload<FlatSpace>(original));
  return gradient;
}

/// Fails unless call(beta, gradient) adds `expected` to beta times what was there.
template <class S>
void expect_gradient(const char* what, const std::vector<Wide>& expected,
                     const std::function<void(S, const FlatView<S>&)>& call) {
  for (const int variant : {0, 1}) {
    const S beta = alpha_beta<S>(variant).second;
    const std::vector<S> before(expected.size(), variant == 0 ? poison<S>() : narrow<S>(2));
    const auto gradient = upload<FlatSpace>(before);
    call(beta, gradient);
    Kokkos::fence();
    const auto got = download(gradient);
    for (std::size_t i = 0; i < got.size(); ++i) {
      const Wide old = variant == 0 ? Wide(0) : widen(beta) * Wide(2);
      EXPECT_LT(std::abs(widen(got[i]) - expected[i] - old), 1e-11L)
          << what << ", entry " << i << ", variant " << variant;
    }
  }
}

}  // namespace filigree::test
