// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <filigree/color_graph.hpp>

/// Graphs as lists of rows, and colourings of them by a plain loop.

namespace filigree::test {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Colors = Kokkos::View<std::int32_t*, Space>;

/// The columns of each row, in any order, some perhaps twice.
using Graph = std::vector<std::vector<std::int64_t>>;

template <class T>
std::vector<T> on_host(const Kokkos::View<T*, Space>& view) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  return {host.data(), host.data() + host.extent(0)};
}

template <class T>
Kokkos::View<T*, Space> on_device(const std::vector<T>& values) {
  const Kokkos::View<T*, Space> result("values", values.size());
  Kokkos::deep_copy(result, Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                                values.data(), values.size()));
  return result;
}

/// A matrix of that pattern. Its values are NaN: they do not matter.
template <class Index = std::int32_t, class Offset = std::int32_t>
CsrMatrix<float, Index, Offset, Space> matrix_of(const Graph& graph,
                                                 IndexBase base = IndexBase::zero) {
  std::vector<Offset> offsets{Offset(base)};
  std::vector<Index> columns;
  for (const auto& row : graph) {
    for (const std::int64_t col : row) columns.push_back(Index(col + std::int64_t(base)));
    offsets.push_back(Offset(columns.size() + std::size_t(base)));
  }
  const std::vector<float> values(columns.size(), NAN);
  MatrixProperties properties;
  properties.index_base = base;
  const auto n = std::int64_t(graph.size());
  return {n, n, on_device(offsets), on_device(columns), on_device(values), properties};
}

/// Rows joined by an entry either way, without themselves, as often as entries say so.
inline Graph joined_rows(const Graph& graph) {
  Graph joined(graph.size());
  for (std::size_t row = 0; row < graph.size(); ++row)
    for (const std::int64_t col : graph[row])
      if (col != std::int64_t(row)) {
        joined[row].push_back(col);
        joined[std::size_t(col)].push_back(std::int64_t(row));
      }
  return joined;
}

/// Each row in turn takes the smallest colour that its neighbours leave.
inline std::vector<std::int32_t> color_in_order(const Graph& joined,
                                                const std::vector<std::int64_t>& order) {
  std::vector<std::int32_t> colors(joined.size(), -1);
  for (const std::int64_t row : order) {
    std::set<std::int32_t> taken;
    for (const std::int64_t other : joined[std::size_t(row)])
      taken.insert(colors[std::size_t(other)]);
    std::int32_t color = 0;
    while (taken.contains(color)) ++color;
    colors[std::size_t(row)] = color;
  }
  return colors;
}

inline std::vector<std::int64_t> natural_order(const Graph& joined) {
  std::vector<std::int64_t> order(joined.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

/// The order in which the library colours.
inline std::vector<std::int64_t> documented_order(const Graph& joined) {
  const auto degree = [&](std::int64_t row) {
    return std::int64_t(joined[std::size_t(row)].size());
  };
  std::vector<std::int64_t> order = natural_order(joined);
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return detail::colored_before(degree(a), a, degree(b), b);
  });
  return order;
}

inline std::int64_t color_count(const std::vector<std::int32_t>& colors) {
  return std::int64_t(std::set<std::int32_t>(colors.begin(), colors.end()).size());
}

/// Whether all rows have colours 0 to count - 1, all of which occur, and neighbours differ.
inline ::testing::AssertionResult is_proper(const Graph& joined,
                                            const std::vector<std::int32_t>& colors,
                                            std::int64_t count) {
  for (std::size_t row = 0; row < joined.size(); ++row) {
    if (colors[row] < 0 || colors[row] >= count)
      return ::testing::AssertionFailure() << "row " << row << " has colour " << colors[row];
    for (const std::int64_t other : joined[row])
      if (colors[row] == colors[std::size_t(other)])
        return ::testing::AssertionFailure()
               << "rows " << row << " and " << other << " have colour " << colors[row];
  }
  if (color_count(colors) != count)
    return ::testing::AssertionFailure() << color_count(colors) << " colours, not " << count;
  return ::testing::AssertionSuccess();
}

}  // namespace filigree::test
