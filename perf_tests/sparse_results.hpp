// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "contender.hpp"
#include "generators.hpp"

/// Matrices on both sides, of benchmarks whose results are sparse and checked entry by entry.

namespace perf {

struct Pattern {
  std::int64_t num_cols = 0;
  std::vector<std::int32_t> offsets{0}, columns{};

  std::int64_t num_rows() const { return std::int64_t(offsets.size()) - 1; }
  void end_row() { offsets.push_back(std::int32_t(columns.size())); }
};

/// The pattern of a grid of generators.hpp.
template <class Grid>
Pattern pattern_of(const Grid& grid) {
  Pattern result{grid.num_cols};
  for (std::int64_t row = 0; row < grid.num_rows; ++row) {
    result.columns.resize(result.columns.size() + std::size_t(grid.row_length(row)));
    grid.fill_row(row, result.columns.data() + result.offsets.back());
    result.end_row();
  }
  return result;
}

inline Pattern stencil27(int side) { return pattern_of(Stencil27(side)); }

/// Lengths with a heavy tail, and few columns that many rows have.
inline Pattern power_law(int rows, double mean, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  Pattern result{rows};
  std::vector<std::int32_t> row;
  for (int i = 0; i < rows; ++i) {
    const double degree = mean * 0.5 / std::sqrt(std::max(1e-9, uniform(random)));
    row.resize(std::size_t(std::min<int>(rows / 4, int(degree) + 1)));
    for (auto& column : row) {
      const double q = uniform(random);
      column = std::min(rows - 1, int(rows * q * q * q));
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    result.columns.insert(result.columns.end(), row.begin(), row.end());
    result.end_row();
  }
  return result;
}

template <class T>
Kokkos::View<T*, Space> to_device(const std::vector<T>& from) {
  const Kokkos::View<T*, Space> result(Kokkos::view_alloc("array", Kokkos::WithoutInitializing),
                                       from.size());
  Kokkos::deep_copy(result, Kokkos::View<const T*, Kokkos::HostSpace>(from.data(), from.size()));
  return result;
}

/// A matrix on both sides.
template <class Scalar>
struct Operand {
  const Pattern& pattern;
  std::vector<Scalar> values;
  Matrix<Scalar> matrix;

  Operand(const Pattern& from, std::uint64_t seed) : pattern(from), values(from.columns.size()) {
    const RandomValue value{seed};
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = Scalar(value(std::int64_t(k), 0));
    matrix = Matrix<Scalar>(pattern.num_rows(), pattern.num_cols, to_device(pattern.offsets),
                            to_device(pattern.columns), to_device(values),
                            {.sorted = true, .unique = true});
  }
};

}  // namespace perf
