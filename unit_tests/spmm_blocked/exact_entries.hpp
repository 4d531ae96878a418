// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <random>
#include <type_traits>
#include <vector>

#include "cuda/tf32.hpp"

namespace filigree::cuda {

/// Multiples of 1/8, or integers: products and sums of a few are exact.
template <class T>
std::vector<T> exact_entries(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> result(static_cast<std::size_t>(count));
  for (auto& x : result) {
    const float entry = float(int(random() % 33) - 16) / (std::is_integral_v<T> ? 1.0f : 8.0f);
    if constexpr (std::is_same_v<T, tf32>)
      x.value = entry;
    else
      x = T(entry);
  }
  return result;
}

template <class T>
float float_of(const T& x) {
  if constexpr (std::is_same_v<T, tf32>)
    return x.value;
  else
    return float(x);
}

}  // namespace filigree::cuda
