// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <filigree/incomplete_factor.hpp>

#include "solve/solve_support.hpp"

/// Matrices that have incomplete factors, and factors that are multiplied in long double and
/// compared with the matrix on its pattern.

namespace filigree::test {

using detail::FactorKind;

inline constexpr FactorKind both_kinds[] = {FactorKind::lu, FactorKind::cholesky};

inline std::string kind_name(FactorKind kind) { return kind == FactorKind::lu ? "ilu0" : "ic0"; }

template <class Exec, class Matrix>
auto factor_plan(const Exec& exec, FactorKind kind, const Matrix& A,
                 const IncompleteFactorOptions& options = {}) {
  return kind == FactorKind::lu ? ilu0_plan(exec, A, options) : ic0_plan(exec, A, options);
}

/// Entries with a diagonal that outweighs the rest of its row. Of Cholesky what stands right of the
/// diagonal, which does not count, is NaN.
template <class T, class Random>
Triplets random_system(Random& random, FactorKind kind, const Shape& shape) {
  Triplets result = random_triplets<T>(random, shape);
  std::erase_if(result.entries, [](const Entry& e) { return e.row == e.col; });
  std::vector<std::int64_t> lengths(std::size_t(shape.num_rows), 0);
  for (const Entry& e : result.entries) ++lengths[std::size_t(e.row)];
  for (Entry& e : result.entries) {
    e.value /= static_cast<long double>(
        2 * std::max<std::int64_t>(
                4, std::max(lengths[std::size_t(e.row)], lengths[std::size_t(e.col)])));
    if (kind == FactorKind::cholesky && e.col > e.row)
      e.value = std::numeric_limits<long double>::quiet_NaN();
  }
  std::uniform_int_distribution<int> eight(16, 24);
  for (std::int64_t i = 0; i < shape.num_rows; ++i)
    result.entries.push_back({i, i, eight(random) / 8.0L});
  std::stable_sort(result.entries.begin(), result.entries.end(),
                   [](const Entry& a, const Entry& b) {
                     return a.row != b.row ? a.row < b.row : a.col < b.col;
                   });
  return result;
}

/// Values for a matrix's pattern, by row and column.
using HostRows = std::vector<std::map<std::int64_t, Wide>>;

template <class Matrix, class T>
HostRows host_rows(const Matrix& A, const std::vector<T>& values) {
  const auto offsets = download(A.row_offsets());
  const auto columns = download(A.col_indices());
  const auto base = std::int64_t(A.properties().index_base);
  HostRows rows(std::size_t(A.num_rows()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (auto k = std::int64_t(offsets[i]) - base; k < std::int64_t(offsets[i + 1]) - base; ++k)
      rows[i][std::int64_t(columns[std::size_t(k)]) - base] = widen(values[std::size_t(k)]);
  return rows;
}

/// Fails unless the factors' product is A on A's pattern (of Cholesky its lower triangle), in rows
/// before `end`, as closely as the type allows.
template <class T>
::testing::AssertionResult is_product(FactorKind kind, const HostRows& A, const HostRows& factors,
                                      std::size_t end) {
  const bool is_lu = kind == FactorKind::lu;
  for (std::size_t i = 0; i < end; ++i) {
    const auto row = std::int64_t(i);
    std::map<std::int64_t, std::pair<Wide, long double>> sums;
    const auto add = [&](std::int64_t col, const Wide& term) {
      sums[col].first += term;
      sums[col].second += std::abs(term);
    };
    for (const auto& [k, left] : factors[i]) {
      if (k > row || (is_lu && k == row)) continue;
      if (is_lu) {
        for (const auto& [j, right] : factors[std::size_t(k)])
          if (j >= k) add(j, left * right);
      } else {
        for (const auto& [j, ignored] : factors[i])
          if (j >= k && j <= row) {
            const auto found = factors[std::size_t(j)].find(k);
            if (found != factors[std::size_t(j)].end()) add(j, left * std::conj(found->second));
          }
      }
    }
    if (is_lu)
      for (const auto& [j, right] : factors[i])
        if (j >= row) add(j, right);
    for (const auto& [j, value] : A[i]) {
      if (!is_lu && j > row) continue;
      const Wide got = sums[j].first;
      // A Hermitian matrix has a real diagonal: what else there is is not read.
      const Wide expected = !is_lu && j == row ? Wide(value.real()) : value;
      const auto terms = static_cast<long double>(A[i].size() + 4);
      // Below the smallest normal number there are steps of a fixed size.
      constexpr bool is_single = epsilon<T>() > 1e-10L;
      const long double step = is_single ? std::numeric_limits<float>::denorm_min()
                                         : std::numeric_limits<double>::denorm_min();
      const long double tolerance =
          4 * terms * (epsilon<T>() * (sums[j].second + std::abs(value)) + step);
      if (!(std::abs(got - expected) <= tolerance))
        return ::testing::AssertionFailure()
               << "row " << i << ", column " << j << ": product " << double(got.real()) << " + "
               << double(got.imag()) << "i, expected " << double(expected.real()) << " + "
               << double(expected.imag()) << "i, tolerance " << double(tolerance);
    }
  }
  return ::testing::AssertionSuccess();
}

/// Factors a matrix into another array and in place, and compares the product of the factors with
/// it. Returns the kernel that ran.
template <class Exec, class Matrix>
std::string_view test_factors(FactorKind kind, const Triplets& triplets,
                              const MatrixProperties& properties, Order order,
                              const IncompleteFactorOptions& options = {}) {
  using T = typename Matrix::scalar_type;
  using Space = typename Exec::memory_space;
  SCOPED_TRACE(kind_name(kind) + " of " + scalar_name<T> + ", " + describe(Op::none, properties));
  const Exec exec;
  const auto A = MatrixFrom<Matrix>::make(triplets, properties, order);
  const auto values = download(A.values());
  const auto plan = factor_plan(exec, kind, A, options);
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(exec));
  const PivotReport<Space> report(exec);
  const GuardedVector<T, Space> apart(std::vector<T>(values.size(), poison<T>()));
  const KernelId kernel = plan.apply(exec, A, apart.view, report, workspace);
  exec.fence();
  EXPECT_EQ(kernel, plan.kernel(exec));
  EXPECT_EQ(report.position(exec), report.none);
  const auto factors = apart.get();
  const HostRows before = host_rows(A, values);
  EXPECT_TRUE(is_product<T>(kind, before, host_rows(A, factors), before.size())) << kernel.name;
  plan.apply(exec, A, A.values());
  exec.fence();
  const HostRows in_place = host_rows(A, download(A.values())), other = host_rows(A, factors);
  for (std::size_t i = 0; i < before.size(); ++i)
    for (const auto& [j, value] : in_place[i]) {
      const bool is_factor = kind == FactorKind::lu || j <= std::int64_t(i);
      // What does not count is NaN as it was, also in the array that was poisoned.
      if (is_factor) {
        EXPECT_EQ(value, other[i].at(j)) << "row " << i << ", column " << j;
      } else {
        EXPECT_TRUE(std::isnan(double(value.real())) && std::isnan(double(other[i].at(j).real())));
      }
    }
  return kernel.name;
}

}  // namespace filigree::test
