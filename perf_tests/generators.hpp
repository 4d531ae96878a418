// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_MathematicalFunctions.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "../example/grid_matrix.hpp"

/// Matrices for benchmarks and tests. All are made in parallel on any execution space and come out
/// the same in every run. Patterns and values are those of example::build_csr.

namespace perf {

using example::build_csr;
using Stencil27 = example::Grid27;

/// 64 well-mixed bits of any 64 (S. Vigna's splitmix64).
KOKKOS_INLINE_FUNCTION std::uint64_t mix(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

/// A number in [0, 1) that depends on three numbers.
KOKKOS_INLINE_FUNCTION double uniform(std::uint64_t seed, std::uint64_t i, std::uint64_t j) {
  return double(mix(mix(mix(seed) + i) + j) >> 11) * 0x1p-53;
}

/// Values of either sign, between 1/2 and 1 in magnitude: none vanishes, none dominates.
struct RandomValue {
  std::uint64_t seed = 1;
  KOKKOS_FUNCTION double operator()(std::int64_t row, std::int64_t col) const {
    const double u = uniform(seed, std::uint64_t(row), std::uint64_t(col));
    return u < 0.5 ? 0.5 + u : -u;
  }
};

/// The 5-point neighbourhood on an n x n grid.
struct Stencil5 {
  std::int64_t n = 0;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;

  KOKKOS_FUNCTION explicit Stencil5(std::int64_t side)
      : n(side), num_rows(side * side), num_cols(num_rows) {}

  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    const std::int64_t y = row / n, x = row % n;
    return 1 + (y > 0) + (x > 0) + (x + 1 < n) + (y + 1 < n);
  }

  template <class Index>
  KOKKOS_FUNCTION void fill_row(std::int64_t row, Index* columns) const {
    const std::int64_t y = row / n, x = row % n;
    if (y > 0) *columns++ = Index(row - n);
    if (x > 0) *columns++ = Index(row - 1);
    *columns++ = Index(row);
    if (x + 1 < n) *columns++ = Index(row + 1);
    if (y + 1 < n) *columns++ = Index(row + n);
  }
};

/// The 7-point neighbourhood on an n x n x n grid.
struct Stencil7 {
  std::int64_t n = 0;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;

  explicit Stencil7(std::int64_t side)
      : n(side), num_rows(side * side * side), num_cols(num_rows) {}

  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    const Stencil5 plane(n);
    const std::int64_t z = row / plane.num_rows;
    return plane.row_length(row % plane.num_rows) + (z > 0) + (z + 1 < n);
  }

  template <class Index>
  KOKKOS_FUNCTION void fill_row(std::int64_t row, Index* columns) const {
    const Stencil5 plane(n);
    const std::int64_t z = row / plane.num_rows, in_plane = row % plane.num_rows;
    if (z > 0) *columns++ = Index(row - plane.num_rows);
    plane.fill_row(in_plane, columns);
    const std::int64_t count = plane.row_length(in_plane);
    for (std::int64_t k = 0; k < count; ++k) *columns++ += Index(z * plane.num_rows);
    if (z + 1 < n) *columns = Index(row + plane.num_rows);
  }
};

/// Several unknowns a node of a mesh: every entry of Mesh becomes a dense block.
template <class Mesh>
struct NodeBlocks {
  static constexpr int max_neighbours = 27;
  Mesh mesh;
  std::int64_t unknowns = 1;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;

  NodeBlocks(std::int64_t side, std::int64_t unknowns_a_node)
      : mesh(side),
        unknowns(unknowns_a_node),
        num_rows(unknowns * mesh.num_rows),
        num_cols(num_rows) {}

  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    return unknowns * mesh.row_length(row / unknowns);
  }

  template <class Index>
  KOKKOS_FUNCTION void fill_row(std::int64_t row, Index* columns) const {
    Index neighbours[max_neighbours];
    const std::int64_t node = row / unknowns, count = mesh.row_length(node);
    mesh.fill_row(node, neighbours);
    for (std::int64_t k = 0; k < count; ++k)
      for (std::int64_t u = 0; u < unknowns; ++u)
        columns[k * unknowns + u] = Index(unknowns * neighbours[k] + u);
  }
};

/// Puts `column` into the ascending list columns[0, count); false where it is there already.
template <class Index>
KOKKOS_INLINE_FUNCTION bool insert_sorted(Index* columns, std::int64_t count, Index column) {
  std::int64_t place = count;
  while (place > 0 && columns[place - 1] > column) --place;
  if (place > 0 && columns[place - 1] == column) return false;
  for (std::int64_t k = count; k > place; --k) columns[k] = columns[k - 1];
  columns[place] = column;
  return true;
}

/// Row lengths uniform in 1..32, columns n u^exponent with u uniform: a few columns are in many
/// rows.
struct PowerLaw {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  double exponent = 3;
  std::uint64_t seed = 2;

  explicit PowerLaw(std::int64_t rows, double skew = 3)
      : num_rows(rows), num_cols(rows), exponent(skew) {}

  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    const auto length = 1 + std::int64_t(32 * uniform(seed, std::uint64_t(row), 0));
    return length < num_cols ? length : num_cols;
  }

  template <class Index>
  KOKKOS_FUNCTION void fill_row(std::int64_t row, Index* columns) const {
    const std::int64_t length = row_length(row);
    std::uint64_t draw = 1;
    for (std::int64_t k = 0; k < length; ++draw) {
      // A short matrix may run out of likely columns: then the next free one does.
      const double u = uniform(seed, std::uint64_t(row), draw);
      std::int64_t column = std::int64_t(double(num_cols) * Kokkos::pow(u, exponent));
      column = column < num_cols ? column : num_cols - 1;
      if (draw > 1000) column = std::int64_t(draw % std::uint64_t(num_cols));
      if (insert_sorted(columns, k, Index(column))) ++k;
    }
  }
};

/// Three unknowns a node of an n x n x n mesh whose nodes are coupled to their 26 neighbours: three
/// consecutive rows share their columns. The nodes are numbered along the mesh or at random.
template <class MemorySpace>
struct Nodes3 {
  using Numbering = Kokkos::View<const std::int32_t*, MemorySpace>;

  Stencil27 mesh;
  Numbering node_of;    ///< mesh node of a number; empty for the natural order
  Numbering number_of;  ///< number of a mesh node
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;

  Nodes3(std::int64_t n, bool permuted) : mesh(n), num_rows(3 * mesh.num_rows), num_cols(num_rows) {
    if (!permuted) return;
    std::vector<std::int32_t> nodes(std::size_t(mesh.num_rows)), numbers(nodes.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    std::shuffle(nodes.begin(), nodes.end(), std::mt19937_64(3));
    for (std::size_t i = 0; i < nodes.size(); ++i) numbers[std::size_t(nodes[i])] = std::int32_t(i);
    node_of = on_device(nodes);
    number_of = on_device(numbers);
  }

  KOKKOS_FUNCTION std::int64_t mesh_node(std::int64_t row) const {
    return node_of.extent(0) == 0 ? row / 3 : std::int64_t(node_of(row / 3));
  }

  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    return 3 * mesh.row_length(mesh_node(row));
  }

  template <class Index>
  KOKKOS_FUNCTION void fill_row(std::int64_t row, Index* columns) const {
    Index neighbours[27];
    const std::int64_t node = mesh_node(row);
    const std::int64_t count = mesh.row_length(node);
    mesh.fill_row(node, neighbours);
    if (node_of.extent(0) != 0) {
      for (std::int64_t k = 0; k < count; ++k) {
        const auto number = Index(number_of(neighbours[k]));
        insert_sorted(neighbours, k, number);
      }
    }
    for (std::int64_t k = 0; k < count; ++k)
      for (int unknown = 0; unknown < 3; ++unknown)
        columns[3 * k + unknown] = Index(3 * neighbours[k] + unknown);
  }

 private:
  static Numbering on_device(const std::vector<std::int32_t>& numbers) {
    const Kokkos::View<const std::int32_t*, Kokkos::HostSpace,
                       Kokkos::MemoryTraits<Kokkos::Unmanaged>>
        host(numbers.data(), numbers.size());
    const Kokkos::View<std::int32_t*, MemorySpace> device("node_numbers", numbers.size());
    Kokkos::deep_copy(device, host);
    return device;
  }
};

/// Rows of 8 entries near the diagonal, and `huge_rows` rows, spread evenly, with an entry in every
/// second column: what breaks kernels that give each row the same number of threads.
struct SkewedRows {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t huge_rows = 0;

  SkewedRows(std::int64_t rows, std::int64_t huge)
      : num_rows(rows), num_cols(rows), huge_rows(huge) {}

  KOKKOS_FUNCTION bool is_huge(std::int64_t row) const {
    const std::int64_t stride = num_rows / huge_rows;
    return row % stride == stride / 2;
  }

  KOKKOS_FUNCTION std::int64_t row_length(std::int64_t row) const {
    return is_huge(row) ? num_cols / 2 : (num_cols < 8 ? num_cols : 8);
  }

  template <class Index>
  KOKKOS_FUNCTION void fill_row(std::int64_t row, Index* columns) const {
    const std::int64_t length = row_length(row);
    if (is_huge(row)) {
      for (std::int64_t k = 0; k < length; ++k) columns[k] = Index(2 * k);
      return;
    }
    const std::int64_t last_start = num_cols - length;
    const std::int64_t start = row < 4 ? 0 : (row - 4 < last_start ? row - 4 : last_start);
    for (std::int64_t k = 0; k < length; ++k) columns[k] = Index(start + k);
  }
};

}  // namespace perf
