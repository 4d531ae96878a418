// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "structured/group.hpp"

/// Without Kokkos, which tests of single instructions do not include.

namespace filigree::structured {

/// A small value, often equal to others in magnitude.
template <class T>
T random_entry(std::mt19937& random) {
  if constexpr (std::is_same_v<T, std::int8_t>)
    return T(std::int32_t(random() % 256) - 128);
  else
    return T((float(random() % 2001) - 1000.0f) / 512.0f);
}

/// Row-major.
template <class T>
std::vector<T> random_matrix(std::int64_t rows, std::int64_t cols, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> result(std::size_t(rows * cols));
  for (auto& x : result) x = random_entry<T>(random);
  return result;
}

/// Relative error of a sum against the sum of magnitudes: 8-bit floats are added up with fewer
/// bits.
template <class In>
inline constexpr double sum_tolerance = sizeof(In) == 1 ? 1e-3 : 3e-5;

}  // namespace filigree::structured
