// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/transaction_barrier.hpp"
#include "cuda/wgmma_sparse.cuh"
#include "structured/cuda/partial_sums.hpp"
#include "structured/matmul_arguments.hpp"

namespace filigree::cuda {

using structured::Accumulator;
using structured::Layout;

/// Sizes of the kernel of wgmma_matmul.cuh. A thread block computes 128 x 256 entries of D, 64 rows
/// a consumer warpgroup; a stage holds what 128 bytes of B's columns need. Split: sums of parts of
/// k leave as they are, D is not written.
template <class In, class Out, bool b_along_k, bool d_along_m, int cluster_size,
          bool is_split = false>
struct WgmmaConfig {
  static constexpr int tile_m = 128;
  static constexpr int tile_n = 256;
  static constexpr int tile_k = 128 / int(sizeof(In));
  static constexpr int stages = 5;
  static constexpr int cluster = cluster_size;
  static constexpr int consumers = 2;
  static constexpr int threads = 128 * (consumers + 1);
  static constexpr bool b_k = b_along_k;
  static constexpr bool d_m = d_along_m;
  static constexpr bool split = is_split;

  using Sum = Accumulator<In>;
  using Mma = WgmmaSparse<In, tile_n, !b_along_k>;
  static constexpr int steps = tile_k / Mma::K;  // 2
  static constexpr int meta_blocks = tile_k / structured::block_cols<In>;
  static constexpr int meta_bytes = meta_blocks * structured::block_words * 4;  // a warpgroup
  static constexpr int a_bytes = tile_m * 64;
  static constexpr int b_bytes = tile_n * 128;
  static constexpr int b_rows = b_k ? tile_n : tile_k;  // of 128 bytes, in a box or slab
  static constexpr std::uint32_t stage_bytes = a_bytes + b_bytes + consumers * meta_bytes;

  /// Results leave by way of the B of the two last stages, one a warpgroup, in one or two rounds.
  static constexpr int staged_bytes = 64 * tile_n * int(sizeof(Out));
  static constexpr int rounds = staged_bytes > b_bytes ? 2 : 1;
  static constexpr int round_cols = tile_n / rounds;
  /// Box of a store: its contiguous side takes 128 bytes, or 64 rows of 1 byte.
  static constexpr int line =
      d_m ? (sizeof(Out) == 1 ? 64 : 128 / int(sizeof(Out))) : 128 / int(sizeof(Out));
  static constexpr int box_m = d_m ? line : 64;
  static constexpr int box_n = d_m ? round_cols : line;
  static constexpr int box_bytes = box_m * box_n * int(sizeof(Out));
  static constexpr int boxes = staged_bytes / rounds / box_bytes;

  struct Shared {
    alignas(1024) unsigned char b[stages][b_bytes];
    alignas(1024) unsigned char a[stages][a_bytes];
    alignas(128) unsigned char metadata[stages][consumers * meta_bytes];
    TransactionBarrier full[stages];
    TransactionBarrier empty[stages];
    TransactionBarrier staged[consumers];
    TransactionBarrier drained[consumers];
  };
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1024;
};

/// What the kernel needs besides the tensor maps.
struct WgmmaParameters {
  std::int64_t m;
  std::int64_t n;
  const unsigned char* metadata;
  std::int64_t metadata_batch_bytes;
  std::int64_t row_block_bytes;  ///< metadata of 64 rows
  std::int64_t last_row_block;
  int k_tiles;  ///< even, at least 2
  int tiles_m;  ///< of a cluster's rows
  int tiles_n;
  int batches;
  bool a_batched;
  bool b_batched;
  bool direct;       ///< one alpha alone; in the kernel for many columns D by tensor stores
  PartialSums sums;  ///< of split products
  const void* c;
  void* d;
  std::int64_t d_stride_m;
  std::int64_t d_stride_n;
  std::int64_t d_batch_stride;
  structured::Epilogue epilogue;
};

/// What a cluster computes at a time: a tile of D, in split products its sums over a part of k. It
/// is the rows from tile row m of the cluster's on and the columns of tile n.
struct Piece {
  int m;
  int n;
  int batch;
  int part;
  int begin;  ///< tiles of k
  int end;
};

template <class Config>
__device__ inline std::int64_t piece_count(const WgmmaParameters& p) {
  const std::int64_t tiles = std::int64_t(p.tiles_m) * p.tiles_n * p.batches;
  return Config::split ? tiles * p.sums.parts : tiles;
}

/// The pieces of a part of k follow each other, and of these those of a batch: bands of 8 tiles
/// along n, in a band from tile row to tile row, so that the clusters that run together share rows
/// of A and columns of B in the L2 cache.
template <class Config>
__device__ inline Piece piece_at(const WgmmaParameters& p, std::int64_t index) {
  constexpr int band = 8;
  const std::int64_t per_batch = std::int64_t(p.tiles_m) * p.tiles_n;
  int batch = int(index / per_batch), part = 0, begin = 0, end = p.k_tiles;
  if constexpr (Config::split) {
    const std::int64_t pairs = p.k_tiles / 2;
    part = batch / p.batches;
    batch %= p.batches;
    begin = 2 * int(pairs * part / p.sums.parts);
    end = 2 * int(pairs * (part + 1) / p.sums.parts);
  }
  const int rest = int(index % per_batch);
  const int first = rest / (band * p.tiles_m) * band;
  const int width = p.tiles_n - first < band ? p.tiles_n - first : band;
  const int inside = rest - first * p.tiles_m;
  return {inside / width, first + inside % width, batch, part, begin, end};
}

}  // namespace filigree::cuda
