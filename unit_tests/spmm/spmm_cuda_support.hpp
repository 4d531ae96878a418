// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "spmm_support.hpp"
#include "spmv/grid_triplets.hpp"

/// What the tests of the tuned CUDA kernels share: the kernels' names and matrices for them.

namespace filigree::test::spmm_cuda {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;

template <class S, class Index = std::int32_t, class Offset = std::int32_t>
using Csr = CsrMatrix<S, Index, Offset, Space>;

inline constexpr std::string_view row_tile = "spmm_csr_row_tile_cuda";
inline constexpr std::string_view column_walk = "spmm_csr_column_walk_cuda";
inline constexpr std::string_view packed_row_tile = "spmm_csr_packed_row_tile_cuda";
inline constexpr std::string_view all_kernels[] = {row_tile, column_walk, packed_row_tile};
/// The kernels of matrices of nodes.
inline constexpr std::string_view node_tile = "spmm_csr_node_tile_cuda";
inline constexpr std::string_view packed_node_tile = "spmm_csr_packed_node_tile_cuda";
inline constexpr std::string_view node_kernels[] = {node_tile, packed_node_tile};

/// A layout of B that the kernel takes: with padding or without (node tiles: rows of whole vectors
/// of 16 bytes).
inline Layout layout_for(std::string_view kernel, bool padded) {
  if (kernel == node_tile) return Layout::row_major;
  if (kernel == row_tile) return padded ? Layout::padded_row_major : Layout::row_major;
  return padded ? Layout::padded_column_major : Layout::column_major;
}

template <class T>
Triplets random_matrix(std::int64_t rows, std::int64_t cols) {
  std::mt19937 random(21);
  return random_triplets<T>(random, {rows, cols, 6, -1, true});
}

/// Grids whose lines are long enough for patches of rows.
template <class T>
Triplets grid27() {
  return grid<T>(70, 6, 5, true);
}
template <class T>
Triplets grid5() {
  return grid<T>(80, 30, 1, false);
}

/// `unknowns` rows a node of a small mesh, with nodes at the edges of fewer entries; where
/// `shuffled`, in random order.
template <class T>
Triplets mesh_of_nodes(std::int64_t unknowns, bool shuffled = false) {
  std::mt19937 random(17);
  Triplets mesh = grid<T>(34, 3, 3, true);
  std::vector<std::int64_t> number(std::size_t(mesh.num_rows));
  for (std::size_t i = 0; i < number.size(); ++i) number[i] = std::int64_t(i);
  if (shuffled) std::shuffle(number.begin(), number.end(), random);
  for (Entry& e : mesh.entries) {
    e.row = number[std::size_t(e.row)];
    e.col = number[std::size_t(e.col)];
  }
  return nodes_of<T>(mesh, unknowns);
}

/// Rows that are cut: a full one, one of a segment and an entry, neighbours; also empty rows.
template <class T>
Triplets skewed() {
  std::mt19937 random(5);
  Triplets result = random_triplets<T>(random, {700, 2500, 2, 300});
  std::erase_if(result.entries,
                [](const Entry& e) { return e.row == 301 || e.row == 302 || e.row == 699; });
  for (const auto& [row, length] : {std::pair(301, 513), std::pair(302, 1025), std::pair(699, 900)})
    for (int col = 0; col < length; ++col)
      result.entries.push_back({row, 2 * col, widen(random_scalar<T>(random))});
  return result;
}

}  // namespace filigree::test::spmm_cuda
