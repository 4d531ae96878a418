// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

/// When a product of Blocked-ELL or Bsr is made with all of A, its empty blocks filled with zeros:
/// plain functions. No CUDA here.

namespace filigree::cuda {

/// What is known of a planned product.
struct DensifiedShape {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  std::int64_t block_size = 0;
  int scalar_bytes = 2;  ///< of an entry of A and B
  bool b_row_major = true;
  std::int64_t stored_blocks = 0;  ///< not counting empty ones
  int multiprocessors = 0;
};

/// Whether the kernels are there: for small blocks of the types that wgmma multiplies, in the
/// layouts of B that it takes.
inline bool densified_takes(std::int64_t block_size, int scalar_bytes, bool b_row_major) {
  const bool has_wgmma = scalar_bytes == 2 || (!b_row_major && scalar_bytes <= 4);
  return has_wgmma && (block_size == 16 || block_size == 32);
}

/// Measured rates (docs/performance/blocked.md, H200), in operations a second.
struct DensifiedRates {
  double stored_at_10;  ///< of the stored blocks at density 0.1, by their schedule
  double stored_at_30;  ///< the same at density 0.3
  double stored_at_70;  ///< the same at density 0.7
  double dense;         ///< of all blocks, made dense
};

/// The rates of shapes that densified_takes().
inline DensifiedRates densified_rates(const DensifiedShape& shape) {
  const bool of_16 = shape.block_size == 16;
  if (shape.scalar_bytes == 1)
    return of_16 ? DensifiedRates{102e12, 184e12, 224e12, 1300e12}
                 : DensifiedRates{213e12, 340e12, 364e12, 1300e12};
  if (shape.scalar_bytes == 4)
    return of_16 ? DensifiedRates{84e12, 123e12, 139e12, 340e12}
                 : DensifiedRates{102e12, 150e12, 245e12, 340e12};
  if (shape.b_row_major)
    return of_16 ? DensifiedRates{141e12, 187e12, 185e12, 686e12}
                 : DensifiedRates{219e12, 279e12, 460e12, 686e12};
  return of_16 ? DensifiedRates{134e12, 188e12, 181e12, 686e12}
               : DensifiedRates{195e12, 251e12, 405e12, 686e12};
}

/// Operations of a product whose A is dense, as they take the time of the rates above: tiles of
/// 2^15 entries of C (128 x 256, or of a schedule as many in 256 x 128) run in waves, one a
/// multiprocessor. The product that was measured, 8192 x 8192 x 4096 on 132 multiprocessors, has
/// eight waves, which hold 33 tiles for 32.
inline double dense_operations(const DensifiedShape& shape, std::int64_t tile_m,
                               std::int64_t tile_n) {
  const std::int64_t tiles = ((shape.m + tile_m - 1) / tile_m) * ((shape.n + tile_n - 1) / tile_n);
  const std::int64_t waves = (tiles + shape.multiprocessors - 1) / shape.multiprocessors;
  const double in_waves = double(waves) * double(shape.multiprocessors) * double(tile_m * tile_n);
  return 2 * in_waves * double(shape.k) * 32 / 33;
}

/// Share of the blocks that are stored.
inline double block_density(const DensifiedShape& shape) {
  const double rows = double((shape.m + shape.block_size - 1) / shape.block_size);
  const double cols = double((shape.k + shape.block_size - 1) / shape.block_size);
  return double(shape.stored_blocks) / (rows * cols);
}

/// Expected seconds of the product by its schedule: on the lines through the measured times at
/// densities 0.1, 0.3 and 0.7.
inline double scheduled_seconds(const DensifiedShape& shape) {
  const DensifiedRates rates = densified_rates(shape);
  const double density = block_density(shape);
  const bool is_sparse = density < 0.3;
  const double from = is_sparse ? 0.1 : 0.3, to = is_sparse ? 0.3 : 0.7;
  const double at_from = from / (is_sparse ? rates.stored_at_10 : rates.stored_at_30);
  const double at_to = to / (is_sparse ? rates.stored_at_30 : rates.stored_at_70);
  const double an_operation = at_from + (density - from) / (to - from) * (at_to - at_from);
  const bool by_warps = shape.block_size == 16 || shape.scalar_bytes == 1;
  return an_operation *
         (by_warps ? dense_operations(shape, 256, 128) : dense_operations(shape, 128, 256));
}

/// The time with A dense: the product, and before it a launch that reads the stored blocks and
/// writes all of A at the rate of a copy.
inline double densified_seconds(const DensifiedShape& shape) {
  constexpr double copy_bytes_a_second = 4.2e12, launch = 4e-6;
  const double entries = double(shape.m) * double(shape.k) * (1 + block_density(shape));
  return dense_operations(shape, 128, 256) / densified_rates(shape).dense + launch +
         entries * shape.scalar_bytes / copy_bytes_a_second;
}

/// Whether A dense is the faster way, by a tenth at least: it costs m k entries of workspace, and
/// times differ by as much from run to run.
inline bool densified_pays(const DensifiedShape& shape) {
  return densified_seconds(shape) < 0.9 * scheduled_seconds(shape);
}

}  // namespace filigree::cuda
