// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>

#include "spmv_support.hpp"

namespace filigree::test {

/// The matrix of a grid with all 27 neighbours, or with those along the axes only.
template <class T>
Triplets grid(int nx, int ny, int nz, bool corners) {
  std::mt19937 random(11);
  Triplets result{std::int64_t(nx) * ny * nz, std::int64_t(nx) * ny * nz, {}};
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x)
        for (int dz = -1; dz <= 1; ++dz)
          for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
              if (!corners && std::abs(dx) + std::abs(dy) + std::abs(dz) > 1) continue;
              if (x + dx < 0 || x + dx >= nx || y + dy < 0 || y + dy >= ny || z + dz < 0 ||
                  z + dz >= nz)
                continue;
              const std::int64_t row = (std::int64_t(z) * ny + y) * nx + x;
              result.entries.push_back({row,
                                        row + dx + std::int64_t(nx) * (dy + std::int64_t(ny) * dz),
                                        widen(random_scalar<T>(random))});
            }
  return result;
}

/// `unknowns` rows and columns for each of the mesh's, a node: every entry becomes a dense block of
/// random values.
template <class T>
Triplets nodes_of(const Triplets& mesh, std::int64_t unknowns) {
  std::mt19937 random(17);
  Triplets result{unknowns * mesh.num_rows, unknowns * mesh.num_cols, {}};
  for (const Entry& e : mesh.entries)
    for (std::int64_t i = 0; i < unknowns; ++i)
      for (std::int64_t j = 0; j < unknowns; ++j)
        result.entries.push_back(
            {unknowns * e.row + i, unknowns * e.col + j, widen(random_scalar<T>(random))});
  return result;
}

}  // namespace filigree::test
