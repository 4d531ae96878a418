// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <filigree/format/coo.hpp>

#include "look.hpp"

/// What `filigree info` says of a hypersparse matrix: from its entries, without an array that has a
/// place for each row or column.

namespace filigree::tool {

template <class Scalar>
struct PlacedValue {
  std::int64_t row;
  std::int64_t col;
  Scalar value;
};

struct HypersparseLook {
  MatrixLook look;
  std::int64_t num_entries = 0;  ///< positions: repeated entries are summed
  std::int64_t shortest_row = 0;
  std::int64_t longest_row = 0;
  std::int64_t empty_rows = 0;
  std::int64_t lower_bandwidth = 0;
  std::int64_t upper_bandwidth = 0;
  std::int64_t num_diagonals = 0;
  std::int64_t unmatched_entries = 0;  ///< without a mirror image
};

/// Integers wrap, as in the library.
template <class Scalar>
Scalar sum_of_repeated(const Scalar& a, const Scalar& b) {
  if constexpr (std::is_integral_v<Scalar>)
    return Scalar(std::uint64_t(a) + std::uint64_t(b));
  else
    return a + b;
}

/// The entries by row, then column, repeated ones summed in the order of the file.
template <class Scalar, class Index>
std::vector<PlacedValue<Scalar>> sorted_entries(
    const CooMatrix<Scalar, Index, Kokkos::HostSpace>& A) {
  std::vector<PlacedValue<Scalar>> entries(std::size_t(A.nnz()));
  for (std::size_t k = 0; k < entries.size(); ++k)
    entries[k] = {A.row_indices()(k), A.col_indices()(k), A.values()(k)};
  const auto before = [](const auto& a, const auto& b) {
    return std::tie(a.row, a.col) < std::tie(b.row, b.col);
  };
  if (!std::is_sorted(entries.begin(), entries.end(), before))
    std::stable_sort(entries.begin(), entries.end(), before);
  std::size_t count = 0;
  for (const auto& entry : entries) {
    if (count > 0 && entries[count - 1].row == entry.row && entries[count - 1].col == entry.col)
      entries[count - 1].value = sum_of_repeated(entries[count - 1].value, entry.value);
    else
      entries[count++] = entry;
  }
  entries.resize(count);
  return entries;
}

template <class Scalar, class Index>
HypersparseLook look_at_entries(const CooMatrix<Scalar, Index, Kokkos::HostSpace>& A) {
  const auto entries = sorted_entries(A);
  HypersparseLook result;
  result.num_entries = std::int64_t(entries.size());
  std::map<std::int64_t, std::int64_t> row_lengths;
  std::set<std::int64_t> cols, diagonals;
  std::int64_t on_diagonal = 0;
  for (const auto& [row, col, value] : entries) {
    ++row_lengths[row];
    cols.insert(col);
    diagonals.insert(col - row);
    on_diagonal += row == col;
    result.look.zeros += value == Scalar(0);
    result.lower_bandwidth = std::max(result.lower_bandwidth, row - col);
    result.upper_bandwidth = std::max(result.upper_bandwidth, col - row);
    const auto mirror = std::lower_bound(entries.begin(), entries.end(), std::tuple(col, row),
                                         [](const auto& entry, const auto& place) {
                                           return std::tuple(entry.row, entry.col) < place;
                                         });
    result.unmatched_entries += mirror == entries.end() || mirror->row != col || mirror->col != row;
  }
  std::vector<std::int64_t> lengths;
  for (const auto& [row, length] : row_lengths) lengths.push_back(length);
  std::sort(lengths.begin(), lengths.end());
  result.empty_rows = A.num_rows() - std::int64_t(lengths.size());
  const auto quantile = [&](double part) {
    const auto place = std::int64_t(part * double(A.num_rows() - 1));
    return place < result.empty_rows ? 0 : lengths[std::size_t(place - result.empty_rows)];
  };
  if (!lengths.empty()) {
    result.look.median_row = quantile(0.5);
    result.look.long_row = quantile(0.99);
    result.longest_row = lengths.back();
    result.shortest_row = result.empty_rows > 0 ? 0 : lengths.front();
  }
  result.look.empty_cols = A.num_cols() - std::int64_t(cols.size());
  result.look.missing_diagonals = std::min(A.num_rows(), A.num_cols()) - on_diagonal;
  result.num_diagonals = std::int64_t(diagonals.size());
  return result;
}

}  // namespace filigree::tool
