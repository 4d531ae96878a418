// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <random>
#include <type_traits>
#include <vector>

#include <filigree/detail/spmv_problem.hpp>

#include "pattern/host_pattern.hpp"
#include "spmv/host/block_rows.hpp"

/// Problems for the tests of the host kernels, with exact results.

namespace filigree::test {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Memory = Exec::memory_space;
using Wide = std::complex<long double>;

template <class T>
Wide widen(const T& value) {
  if constexpr (is_complex_v<T>) {
    const auto wide = detail::convert<complex_double>(value);
    return {wide.real(), wide.imag()};
  } else {
    return {static_cast<long double>(detail::convert<double>(value)), 0};
  }
}

template <class T>
T random_value(std::mt19937& generator) {
  const auto next = [&] { return double(std::int64_t(generator() % 2001) - 1000) / 500; };
  if constexpr (std::is_integral_v<T>)
    return T(int(generator() % 200) - 100);
  else if constexpr (is_complex_v<T>)
    return detail::convert<T>(complex_double(next(), next()));
  else
    return detail::convert<T>(next());
}

template <class T>
std::vector<T> random_values(std::int64_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<T> result(static_cast<std::size_t>(count));
  for (auto& value : result) value = random_value<T>(generator);
  return result;
}

/// A value that shows in every sum it gets into.
template <class T>
T poison() {
  if constexpr (std::is_integral_v<T>)
    return T(77);
  else
    return detail::convert<T>(std::numeric_limits<float>::quiet_NaN());
}

/// A problem with its arrays, and its exact result: with the pattern's rows, with their transpose,
/// or with the symmetric or Hermitian matrix that they are a triangle of.
template <class A, class X, class Y, class Compute, class Offset = std::int32_t,
          class Index = std::int32_t>
struct Case {
  using Problem = detail::SpmvProblem<A, X, Y, Compute, Offset, Index>;

  HostPattern host;
  DevicePattern<Memory, Offset, Index> device;
  std::vector<A> values;
  std::vector<X> x;
  std::vector<Y> y, z, with;
  std::vector<Compute> reductions{Compute{}, Compute{}};
  Compute alpha, beta;
  bool conjugate = false;
  bool transposed = false;
  detail::Mirroring mirroring;  ///< with `transposed`, a square pattern

  Case(const HostPattern& pattern, Compute alpha_, Compute beta_, Index base = 0,
       bool transposed_ = false)
      : host(pattern),
        device(pattern, base),
        values(random_values<A>(pattern.nnz(), 1)),
        x(random_values<X>(transposed_ ? pattern.num_rows() : pattern.num_cols, 2)),
        y(random_values<Y>(transposed_ ? pattern.num_cols : pattern.num_rows(), 3)),
        z(y.size(), poison<Y>()),
        with(random_values<Y>(std::int64_t(y.size()), 4)),
        alpha(alpha_),
        beta(beta_),
        transposed(transposed_) {
    if (beta == Compute{}) std::fill(y.begin(), y.end(), poison<Y>());
    if (alpha == Compute{}) std::fill(x.begin(), x.end(), poison<X>());
  }

  /// The problem, its result poisoned.
  Problem problem(bool reduce) {
    Problem result{{values.data(), alpha, x.data(), beta, y.data(), z.data()}, device.pattern};
    result.pattern.conjugate = conjugate;
    result.pattern.scatters = transposed;
    if (reduce) {
      result.dot_with = with.data();
      result.reductions = reductions.data();
    }
    std::fill(z.begin(), z.end(), poison<Y>());
    return result;
  }

  void expect_right(double epsilon) {
    if (!exact || exact->conjugate != conjugate || exact->conjugate_mirror != mirroring.conjugates)
      exact = make_exact();
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double bound = epsilon * double(exact->terms[i]) * double(exact->scales[i]);
      ASSERT_LE(std::abs(widen(z[i]) - exact->sums[i]), bound) << "place " << i;
    }
  }

  void expect_reductions_right(double epsilon) const {
    Wide dot{};
    long double norm = 0, scale = 0;
    for (std::size_t row = 0; row < z.size(); ++row) {
      dot += std::conj(widen(with[row])) * widen(z[row]);
      norm += std::norm(widen(z[row]));
      scale += std::abs(widen(with[row])) * std::abs(widen(z[row]));
    }
    const double terms = double(z.size()) + 4;
    EXPECT_LE(std::abs(widen(reductions[0]) - dot), epsilon * terms * double(scale));
    EXPECT_LE(std::abs(widen(reductions[1]) - Wide(norm)), epsilon * terms * double(norm));
  }

 private:
  struct Exact {
    bool conjugate = false, conjugate_mirror = false;
    std::vector<Wide> sums;
    std::vector<long double> scales;  ///< sums of magnitudes
    std::vector<int> terms;           ///< in each sum, and some for rounding on the way
  };
  std::optional<Exact> exact;

  Exact make_exact() const {
    Exact result{conjugate, mirroring.conjugates, std::vector<Wide>(z.size()),
                 std::vector<long double>(z.size(), 1e-30L), std::vector<int>(z.size(), 4)};
    const auto add = [&](std::size_t to, const Wide& term) {
      result.sums[to] += term;
      result.scales[to] += std::abs(term);
      ++result.terms[to];
    };
    std::size_t k = 0;
    for (std::size_t row = 0; row < host.rows.size(); ++row)
      for (const std::int64_t col : host.rows[row]) {
        const Wide stored = widen(values[k++]);
        if (alpha == Compute{}) continue;
        const Wide a = conjugate ? std::conj(stored) : stored;
        const auto add_product = [&](std::size_t to, const Wide& value, std::size_t from) {
          add(to, widen(alpha) * value * widen(x[from]));
        };
        if (mirroring.mirrored)
          add_product(row, mirroring.conjugates ? std::conj(a) : a, std::size_t(col));
        if (!transposed)
          add_product(row, a, std::size_t(col));
        else if (!mirroring.mirrored || std::size_t(col) != row)
          add_product(std::size_t(col), a, row);
      }
    for (std::size_t i = 0; i < z.size(); ++i)
      if (beta != Compute{}) add(i, widen(beta) * widen(y[i]));
    return result;
  }
};

inline HostPattern shared_nodes(int nodes) {
  HostPattern result = random_rows(nodes, 70000, 40, 9);
  HostPattern repeated{70000, {}};
  for (int node = 0; node < nodes; ++node)
    for (int u = 0; u < 1 + node % 9; ++u) repeated.rows.push_back(result.rows[std::size_t(node)]);
  return repeated;
}

/// Every encoding, and rows off the dictionary in dictionary blocks.
inline HostPattern every_encoding() {
  HostPattern result = grid5(100, 31);
  for (std::size_t row = 5; row < result.rows.size(); row += 50)
    std::swap(result.rows[row][0], result.rows[row][1]);
  result.append(grid27(40, 7, 5));
  result.append(shared_nodes(300));
  result.append(random_rows(1500, 3000, 60, 10));
  result.append(random_rows(1500, 70000, 60, 11));
  result.append(random_rows(1500, 3000, 32, 12));  // short enough for masked sums
  result.append(random_rows(1500, 70000, 32, 13));
  result.num_cols = 70000;  // too many for 16 bits
  return result;
}

/// Lists of every length, runs of every length: all tails of the vector kernels. Columns of a list
/// follow each other in chains of 1, 2, ... entries.
inline HostPattern every_list_and_run_length() {
  HostPattern host{2000, {}};
  for (int length = 0; length <= 37; ++length)
    for (int run : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 18, 19, 20, 33}) {
      if (length % 3 != 0 && run > 20) continue;
      const int chain = 1 + length % 6;
      for (int i = 0; i < run; ++i) {
        std::vector<std::int64_t> cols;
        for (int k = 0; k < length; ++k) cols.push_back(host.num_rows() + k + k / chain);
        host.rows.push_back(cols);
      }
      host.rows.push_back({host.num_rows()});  // parts the runs
    }
  host.num_cols = host.num_rows() + 100;
  return host;
}

}  // namespace filigree::test
