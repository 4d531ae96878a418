// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include <format/test_matrix.hpp>

/// What pruning keeps, one entry at a time.

namespace filigree::test {

/// |a| by the standard library.
template <class S>
double reference_magnitude(const S& value) {
  if constexpr (is_complex_v<S>) {
    const auto wide = detail::convert<complex_double>(value);
    return std::abs(std::complex<double>(wide.real(), wide.imag()));
  } else {
    return std::abs(detail::convert<double>(value));
  }
}

/// The entries with |a| > threshold, and NaN.
template <class S>
Entries<S> reference_kept(const Entries<S>& entries, double threshold) {
  Entries<S> kept;
  for (const Entry<S>& entry : entries)
    if (!(reference_magnitude(entry.value) <= threshold)) kept.push_back(entry);
  return kept;
}

/// The document's position in the sorted magnitudes, in whole numbers.
inline std::size_t reference_position(int percentage, std::size_t count) {
  const std::size_t share = (count * std::size_t(percentage) + 99) / 100;
  return share == 0 ? 0 : std::min(share, count) - 1;
}

/// The threshold of a percentage: all magnitudes sorted.
inline double reference_threshold(std::vector<double> magnitudes, int percentage) {
  std::sort(magnitudes.begin(), magnitudes.end());
  return magnitudes.empty() ? 0 : magnitudes[reference_position(percentage, magnitudes.size())];
}

template <class S>
double reference_threshold(const Entries<S>& entries, int percentage) {
  std::vector<double> magnitudes;
  for (const Entry<S>& entry : entries) magnitudes.push_back(reference_magnitude(entry.value));
  return reference_threshold(magnitudes, percentage);
}

}  // namespace filigree::test
