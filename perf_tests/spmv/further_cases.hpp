// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "cases.hpp"

/// Matrices beyond those that SpMV is compared with its peers on.

namespace perf {

/// Row lengths from a functor, columns at random within `reach` of the diagonal. Where a row is
/// long or fills its window it is cut into as many pieces as it has entries, of which each has one.
template <class Length>
struct WindowRows {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t reach = 0;
  Length length;
  std::uint64_t seed = 5;

  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    const std::int64_t wanted = length(seed, row), widest = window_end(row) - window_begin(row);
    return wanted < widest ? wanted : widest;
  }

  template <class Index>
  KOKKOS_FUNCTION void fill_row(std::int64_t row, Index* columns) const {
    const std::int64_t count = row_length(row), begin = window_begin(row);
    const std::int64_t width = window_end(row) - begin;
    if (count <= 64 && 4 * count <= width) {
      std::uint64_t draw = 0;
      for (std::int64_t k = 0; k < count; ++draw) {
        const double u = uniform(seed + 1, std::uint64_t(row), draw);
        k += insert_sorted(columns, k, Index(begin + std::int64_t(u * double(width))));
      }
      return;
    }
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t piece = k * width / count, next = (k + 1) * width / count;
      const double u = uniform(seed + 1, std::uint64_t(row), std::uint64_t(k));
      columns[k] = Index(begin + piece + std::int64_t(u * double(next - piece)));
    }
  }

 private:
  KOKKOS_FUNCTION std::int64_t diagonal(std::int64_t row) const {
    return std::int64_t(double(row) * double(num_cols) / double(num_rows));
  }
  KOKKOS_FUNCTION std::int64_t window_begin(std::int64_t row) const {
    const std::int64_t begin = diagonal(row) - reach;
    return begin > 0 ? begin : 0;
  }
  KOKKOS_FUNCTION std::int64_t window_end(std::int64_t row) const {
    const std::int64_t end = diagonal(row) + reach + 1;
    return end < num_cols ? end : num_cols;
  }
};

struct EqualLengths {
  std::int64_t length;
  KOKKOS_FUNCTION std::int64_t operator()(std::uint64_t, std::int64_t) const { return length; }
};

struct UniformLengths {
  std::int64_t least, most;
  KOKKOS_FUNCTION std::int64_t operator()(std::uint64_t seed, std::int64_t row) const {
    return least + std::int64_t(double(most - least + 1) * uniform(seed, std::uint64_t(row), 1));
  }
};

/// A row has x entries or more with a probability of 1 / x^slope, and never more than `most`.
struct ParetoLengths {
  double slope;
  std::int64_t most;
  KOKKOS_FUNCTION std::int64_t operator()(std::uint64_t seed, std::int64_t row) const {
    const double u = 1 - uniform(seed, std::uint64_t(row), 1);
    const double length = Kokkos::pow(u, -1 / slope);
    return length < double(most) ? std::int64_t(length) : most;
  }
};

/// Full diagonals at the given distances, of which each entry is there with a probability.
struct Diagonals {
  static constexpr int count = 13;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  double filled = 1;

  KOKKOS_FUNCTION bool has(std::int64_t row, int d, std::int64_t& column) const {
    const std::int64_t distance = d - count / 2;
    column = row + distance * distance * distance * 17;
    return distance == 0 || (column >= 0 && column < num_cols &&
                             uniform(7, std::uint64_t(row), std::uint64_t(d)) < filled);
  }
  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    std::int64_t length = 0, column;
    for (int d = 0; d < count; ++d) length += has(row, d, column);
    return length;
  }
  template <class Index>
  KOKKOS_FUNCTION void fill_row(std::int64_t row, Index* columns) const {
    std::int64_t column;
    for (int d = 0; d < count; ++d)
      if (has(row, d, column)) *columns++ = Index(column);
  }
};

/// Cases of any of these patterns, in sizes that fill the host or the device.
template <class Scalar>
struct CaseList {
  const std::int64_t n;
  std::vector<Case<Scalar>> cases;

  explicit CaseList(bool for_device) : n(for_device ? 1'000'000 : 100'000) {}

  template <class Pattern>
  void add(const std::string& name, const Pattern& pattern) {
    cases.push_back({name, false, [pattern](const Exec& exec) {
                       return build_csr<Scalar, std::int32_t, std::int32_t>(exec, pattern,
                                                                            RandomValue{});
                     }});
  }
  template <class Length>
  void add_window(const std::string& name, std::int64_t rows, std::int64_t cols, std::int64_t reach,
                  Length length) {
    add(name, WindowRows<Length>{rows, cols, reach, length});
  }
};

/// Random columns, to which the cost of gathers was fitted.
template <class Scalar>
std::vector<Case<Scalar>> random_cases(bool for_device = on_device) {
  CaseList<Scalar> list(for_device);
  const std::int64_t n = list.n;
  list.add_window("random16", n, n, n, EqualLengths{16});
  list.add_window("random60", n / 2, n / 2, n, EqualLengths{60});
  list.add_window("band_random20", n, n, 1000, EqualLengths{20});
  list.add_window("band_random10to30", n, n, 1000, UniformLengths{10, 30});
  list.add_window("band_random30to50", n / 2, n / 2, 500, UniformLengths{30, 50});
  list.add_window("short0to3", 4 * n, 4 * n, 4 * n, UniformLengths{0, 3});
  list.add_window("tall", 4 * n, n / 20, n, UniformLengths{2, 4});
  return list.cases;
}

/// Matrices to which the costs of recommend() were not fitted: what it says of them is a
/// prediction. Keep it so, or replace them by others: constants that were fitted to them prove
/// nothing here.
template <class Scalar>
std::vector<Case<Scalar>> further_cases(bool for_device = on_device) {
  CaseList<Scalar> list(for_device);
  const std::int64_t n = list.n;
  list.add_window("tridiagonal", 4 * n, 4 * n, 1, EqualLengths{3});
  list.add("grid7", Stencil7(n > 500'000 ? 128 : 48));
  list.add("mesh7_b3", NodeBlocks<Stencil7>(n > 500'000 ? 70 : 26, 3));
  list.add("mesh7_b6", NodeBlocks<Stencil7>(n > 500'000 ? 70 : 26, 6));
  list.add("mesh27_b2", NodeBlocks<Stencil27>(n > 500'000 ? 60 : 20, 2));
  list.add("diagonals13", Diagonals{2 * n, 2 * n, 1});
  list.add("diagonals13_80%", Diagonals{2 * n, 2 * n, 0.8});
  list.add_window("random10", 2 * n, 2 * n, 2 * n, EqualLengths{10});
  list.add_window("random20to60", n / 2, n, n, UniformLengths{20, 60});
  list.add_window("band_random12", 2 * n, 2 * n, 3000, EqualLengths{12});
  list.add_window("band_random25", n, n, 200, EqualLengths{25});
  list.add_window("band_random8to16", 2 * n, 2 * n, 4000, UniformLengths{8, 16});
  list.add_window("short1to6", 3 * n, 3 * n, 3 * n, UniformLengths{1, 6});
  list.add_window("pareto_steep", 2 * n, 2 * n, 50'000, ParetoLengths{1.5, 10'000});
  list.add_window("pareto_flat", n, n, 50'000, ParetoLengths{1.0, 10'000});
  list.add_window("tall8", 2 * n, n / 40, n, EqualLengths{8});
  list.add_window("tall5to10", 2 * n, n / 8, n, UniformLengths{5, 10});
  list.add_window("wide", n / 100, n, n, UniformLengths{1000, 3000});
  list.add_window("few_long_rows", 64, n, n, EqualLengths{n / 5});
  list.add("one_huge_row", SkewedRows(n, 1));
  return list.cases;
}

}  // namespace perf
