// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include <filigree/detail/spmv_problem.hpp>

/// Patterns as lists of zero-based columns a row, and their CSR arrays on a device.

namespace filigree::test {

struct HostPattern {
  std::int64_t num_cols = 0;
  std::vector<std::vector<std::int64_t>> rows{};

  std::int64_t num_rows() const { return std::int64_t(rows.size()); }
  std::int64_t nnz() const {
    std::int64_t sum = 0;
    for (const auto& row : rows) sum += std::int64_t(row.size());
    return sum;
  }
  void append(const HostPattern& below) {
    rows.insert(rows.end(), below.rows.begin(), below.rows.end());
    num_cols = std::max(num_cols, below.num_cols);
  }
};

/// A grid with `unknowns` a node; `reach(dx, dy, dz)` says which neighbours a node has.
inline HostPattern grid(int nx, int ny, int nz, int unknowns,
                        const std::function<bool(int, int, int)>& reach) {
  HostPattern result;
  result.num_cols = std::int64_t(nx) * ny * nz * unknowns;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        std::vector<std::int64_t> cols;
        for (int dz = -1; dz <= 1; ++dz)
          for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
              const int i = x + dx, j = y + dy, k = z + dz;
              if (i < 0 || i >= nx || j < 0 || j >= ny || k < 0 || k >= nz || !reach(dx, dy, dz))
                continue;
              for (int u = 0; u < unknowns; ++u)
                cols.push_back(((std::int64_t(k) * ny + j) * nx + i) * unknowns + u);
            }
        for (int u = 0; u < unknowns; ++u) result.rows.push_back(cols);
      }
  return result;
}

inline HostPattern grid5(int nx, int ny) {
  return grid(nx, ny, 1, 1, [](int dx, int dy, int) { return dx == 0 || dy == 0; });
}
inline HostPattern grid27(int nx, int ny, int nz, int unknowns = 1) {
  return grid(nx, ny, nz, unknowns, [](int, int, int) { return true; });
}

/// Rows of 0 to `longest` random columns, unsorted, with duplicates.
inline HostPattern random_rows(std::int64_t num_rows, std::int64_t num_cols, int longest,
                               unsigned seed) {
  std::mt19937 generator(seed);
  HostPattern result;
  result.num_cols = num_cols;
  for (std::int64_t row = 0; row < num_rows; ++row) {
    std::vector<std::int64_t> cols(generator() % std::uint32_t(longest + 1));
    for (auto& col : cols) col = std::int64_t(generator() % std::uint64_t(num_cols));
    result.rows.push_back(cols);
  }
  return result;
}

/// CSR arrays of a pattern in a memory space.
template <class Memory, class Offset, class Index>
struct DevicePattern {
  Kokkos::View<Offset*, Memory> row_offsets;
  Kokkos::View<Index*, Memory> col_indices;
  detail::GatherPattern<Offset, Index> pattern;

  explicit DevicePattern(const HostPattern& host, Index base = 0)
      : row_offsets("row_offsets", host.num_rows() + 1), col_indices("col_indices", host.nnz()) {
    const auto offsets = Kokkos::create_mirror_view(row_offsets);
    const auto cols = Kokkos::create_mirror_view(col_indices);
    std::int64_t k = 0;
    for (std::int64_t row = 0; row < host.num_rows(); ++row) {
      offsets(row) = Offset(k + base);
      for (const std::int64_t col : host.rows[std::size_t(row)]) cols(k++) = Index(col + base);
    }
    offsets(host.num_rows()) = Offset(k + base);
    Kokkos::deep_copy(row_offsets, offsets);
    Kokkos::deep_copy(col_indices, cols);
    pattern.num_rows = host.num_rows();
    pattern.num_cols = host.num_cols;
    pattern.nnz = host.nnz();
    pattern.row_offsets = row_offsets.data();
    pattern.col_indices = col_indices.data();
    pattern.base = base;
  }
};

}  // namespace filigree::test
