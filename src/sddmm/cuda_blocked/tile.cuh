// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/pack.hpp"
#include "cuda/scalar.hpp"
#include "cuda/tensor_copy.cuh"
#include "cuda/warp.hpp"
#include "cuda/wgmma_dense.cuh"
#include "sddmm/cuda/part.cuh"
#include "sddmm/cuda_blocked/arguments.hpp"

/// Sampled products in square blocks on Hopper's Tensor Cores. A tile is up to 128 columns of C:
/// the blocks next to each other in a block row's list, wherever their columns are. Its transpose
/// is the product: the blocks' columns of op(B), gathered by the copy engine, times the block row's
/// rows of op(A), so that blocks of 16 rows fill the 64 rows of an instruction too. Persistent
/// thread blocks take equal shares of C's blocks; a warp loads stages of 64 k, two warpgroups
/// multiply 64 of the tile's columns each and store C while the next tile is loaded.

namespace filigree::cuda {

struct BsrSddmmParameters {
  BsrSddmmRows rows;
  std::int64_t num_rows;  ///< of C
  std::int64_t num_cols;
  std::int64_t num_blocks;
  std::int64_t inner;
  bool blocks_are_row_major;
  bool left_is_batch;  ///< else it is one for all
  bool right_is_batch;
  bool values_are_float;
  bool values_are_aligned;  ///< 16 bytes may be accessed at once
  void* values;
  std::int64_t values_stride;
  std::int64_t batches;
  Scalar<float> alpha;
  Scalar<float> beta;
};

/// An operand's part of a stage: the rows of `blocks` blocks. Where lines run along k, a line of
/// 128 bytes has 64 k of a row; where they run along the rows, a line has one k of up to 64 rows (a
/// slab).
template <int block_size, int blocks, bool along_k>
struct BsrSddmmOperand {
  static constexpr int depth = 64;
  static constexpr int slab = along_k ? block_size : std::min(block_size, 64);
  static constexpr int boxes_a_block = block_size / slab;
  static constexpr int boxes = blocks * boxes_a_block;
  static constexpr int box_bytes = slab * depth * 2;
  static constexpr int bytes = boxes * box_bytes;
  static constexpr int line_bytes = along_k ? 128 : 2 * slab;
  static constexpr Swizzle swizzle = line_bytes == 128  ? Swizzle::bytes_128
                                     : line_bytes == 64 ? Swizzle::bytes_64
                                                        : Swizzle::bytes_32;
  /// From an instruction's 16 k to the next, as descriptors count.
  static constexpr std::uint64_t step = (along_k ? 32 : 16 * line_bytes) / 16;

  static __device__ std::uint64_t descriptor(std::uint32_t shared) {
    return wgmma_descriptor(shared, swizzle, 8 * line_bytes, along_k ? 16 : box_bytes);
  }

  /// Box `box` of the operand, which is part of the rows from `row` on.
  static __device__ void load(std::uint32_t shared, const CUtensorMap& map, int box, int row, int k,
                              int batch, TransactionBarrier& full) {
    const int first = row + box % boxes_a_block * slab;
    tensor_load(shared + std::uint32_t(box * box_bytes), map, along_k ? k : first,
                along_k ? first : k, batch, full);
  }
};

/// \tparam left_along_k_, right_along_k_ What the lines of the operands run along.
template <class In_, int block_size_, bool left_along_k_, bool right_along_k_>
struct BsrSddmmTile {
  using In = In_;
  static constexpr int block_size = block_size_;
  static constexpr bool left_along_k = left_along_k_, right_along_k = right_along_k_;
  static constexpr int depth = 64;
  static constexpr int blocks = 128 / block_size;
  static constexpr int multiplying_warps = 8;
  static constexpr int threads = 32 * (multiplying_warps + 1);
  using Left = BsrSddmmOperand<block_size, 1, left_along_k>;
  using Right = BsrSddmmOperand<block_size, blocks, right_along_k>;
  using Mma = WgmmaDense<In, block_size, !left_along_k, !right_along_k>;

  /// A warp's sums on their way to C: lines of C, so far apart that its threads write to different
  /// banks. Up to 32 rows of 16 columns, or 16 columns of so many rows.
  static constexpr int pass_rows = std::min(block_size, 32);
  static constexpr int row_pitch = 16 + 4, col_pitch = pass_rows + 8;
  static constexpr int scratch_floats = std::max(pass_rows * row_pitch, 16 * col_pitch);

  static constexpr int stage_bytes = Left::bytes + Right::bytes;
  static constexpr int scratch_bytes = multiplying_warps * scratch_floats * 4;
  /// Thread blocks on a multiprocessor, as measured on an H200; more than one of blocks of 128 rows
  /// would have too few registers for their sums.
  static constexpr int residents = block_size == 128 ? 1 : block_size == 16 ? 3 : 2;
  static constexpr int stages = ((226 / residents - 2) * 1024 - scratch_bytes) / stage_bytes;

  /// Written by the warp that loads with the first stage of a tile.
  struct TileInfo {
    std::int64_t first_value;  ///< of C's, where the tile begins
    int count;                 ///< blocks; 0: there are no more tiles
    int rows_left;             ///< of the matrix, from the block row's first one on
    int cols_left[blocks];     ///< the same of each block's columns
  };

  struct Shared {
    alignas(1024) unsigned char right[stages][Right::bytes];
    alignas(1024) unsigned char left[stages][Left::bytes];
    alignas(16) float scratch[multiplying_warps][scratch_floats];
    TransactionBarrier full[stages];
    TransactionBarrier empty[stages];
    TileInfo info[stages];
  };
  static constexpr std::size_t shared_bytes = sizeof(Shared) + 1023;
};

/// A thread block's share of C's blocks.
struct BsrSddmmShare {
  std::int64_t first;
  std::int64_t last;

  __device__ explicit BsrSddmmShare(const BsrSddmmParameters& p) {
    const std::int64_t each = p.num_blocks / gridDim.x, more = p.num_blocks % gridDim.x;
    const std::int64_t which = blockIdx.x;
    first = which * each + (which < more ? which : more);
    last = first + each + (which < more ? 1 : 0);
  }
};

/// Block columns of consecutive blocks, read ahead by a warp.
class BsrSddmmCols {
 public:
  __device__ BsrSddmmCols(const BsrSddmmRows& rows, const BsrSddmmShare& share, int lane)
      : rows_(rows), last_(share.last), lane_(lane), window_(share.first) {
    now_ = load(window_);
    next_ = load(window_ + 32);
  }

  /// That of block `first` + lane, for lanes up to 7; `first` never decreases.
  __device__ int at(std::int64_t first) {
    while (first >= window_ + 32) {
      window_ += 32;
      now_ = next_;
      next_ = load(window_ + 32);
    }
    const int place = int(first - window_) + lane_;
    const int from_now = __shfl_sync(whole_warp, now_, place % 32);
    const int from_next = __shfl_sync(whole_warp, next_, place % 32);
    return place < 32 ? from_now : from_next;
  }

 private:
  __device__ int load(std::int64_t window) const {
    return window + lane_ < last_ ? rows_.col(window + lane_) : 0;
  }

  const BsrSddmmRows& rows_;
  std::int64_t last_;
  int lane_;
  std::int64_t window_;
  int now_;
  int next_;
};

/// The copies of one matrix's tiles.
template <class Config>
class BsrSddmmLoader {
 public:
  using Shared = typename Config::Shared;

  __device__ BsrSddmmLoader(Shared& shared, const BsrSddmmParameters& p, const CUtensorMap& left,
                            const CUtensorMap& right)
      : shared_(shared), p_(p), left_(left), right_(right), lane_(int(threadIdx.x % 32)) {
    ring_.parity = 1;
    // Where alpha is 0 nothing is read: one empty stage a tile.
    multiplies_ = p.alpha.get() != 0;
  }

  /// All tiles of the thread block's share of matrix `batch`.
  __device__ void load(std::int64_t batch) {
    const BsrSddmmShare share(p_);
    if (share.first >= share.last) return;
    std::int64_t row = find_row(p_.rows, share.first, lane_);
    std::int64_t row_end = p_.rows.begin(row + 1), next_end = begin_after(row + 1);
    BsrSddmmCols cols(p_.rows, share, lane_);
    for (std::int64_t block = share.first; block < share.last;) {
      while (row_end <= block) {
        ++row;
        row_end = next_end;
        next_end = begin_after(row + 1);
      }
      const std::int64_t end = row_end < share.last ? row_end : share.last;
      const int count = int(end - block < Config::blocks ? end - block : Config::blocks);
      load_tile(batch, row, block, count, cols.at(block));
      block += count;
    }
  }

  /// Says that there are no more tiles.
  __device__ void finish() {
    shared_.empty[ring_.stage].wait(ring_.parity);
    if (lane_ == 0) {
      shared_.info[ring_.stage].count = 0;
      shared_.full[ring_.stage].arrive();
    }
  }

 private:
  __device__ std::int64_t begin_after(std::int64_t row) const {
    return p_.rows.begin(row < p_.rows.num_rows ? row + 1 : row);
  }

  /// `col`: the block column of block `lane`.
  __device__ void load_tile(std::int64_t batch, std::int64_t row, std::int64_t block, int count,
                            int col) {
    using Left = typename Config::Left;
    using Right = typename Config::Right;
    const int first_row = int(row) * Config::block_size;
    const int left_batch = p_.left_is_batch ? int(batch) : 0;
    const int right_batch = p_.right_is_batch ? int(batch) : 0;
    const int boxes = count * Right::boxes_a_block;
    const int box_col =
        __shfl_sync(whole_warp, col, lane_ / Right::boxes_a_block) * Config::block_size;
    const std::uint32_t bytes = std::uint32_t(Left::bytes + boxes * Right::box_bytes);
    std::int64_t k = 0;
    do {
      const int stage = ring_.stage;
      auto& full = shared_.full[stage];
      shared_.empty[stage].wait(ring_.parity);
      if (k == 0) write_info(shared_.info[stage], batch, first_row, block, count, col);
      if (lane_ == 0) {
        if (multiplies_)
          full.arrive_and_expect(bytes);
        else
          full.arrive();
      }
      __syncwarp();
      if (multiplies_) {
        if (lane_ < boxes)
          Right::load(shared_address(shared_.right[stage]), right_, lane_, box_col, int(k),
                      right_batch, full);
        else if (lane_ >= 16 && lane_ < 16 + Left::boxes)
          Left::load(shared_address(shared_.left[stage]), left_, lane_ - 16, first_row, int(k),
                     left_batch, full);
      }
      ring_.advance();
      k += Config::depth;
    } while (multiplies_ && k < p_.inner);
  }

  __device__ void write_info(typename Config::TileInfo& info, std::int64_t batch, int first_row,
                             std::int64_t block, int count, int col) const {
    const auto left_of = [](std::int64_t size, std::int64_t first) {
      return int(size - first < Config::block_size ? size - first : Config::block_size);
    };
    if (lane_ < count)
      info.cols_left[lane_] = left_of(p_.num_cols, std::int64_t(col) * Config::block_size);
    if (lane_ == 0) {
      info.first_value = batch * p_.values_stride + block * Config::block_size * Config::block_size;
      info.count = count;
      info.rows_left = left_of(p_.num_rows, first_row);
    }
    __syncwarp();
  }

  Shared& shared_;
  const BsrSddmmParameters& p_;
  const CUtensorMap& left_;
  const CUtensorMap& right_;
  int lane_;
  bool multiplies_;
  StageRing<Config::stages> ring_;
};

/// A stage's product of a warpgroup's 64 columns.
template <class Config>
__device__ inline void multiply_stage(float (&d)[Config::block_size / 2],
                                      typename Config::Shared& shared, int stage, int warpgroup) {
  using Left = typename Config::Left;
  using Right = typename Config::Right;
  const std::uint64_t right = Right::descriptor(shared_address(shared.right[stage]) +
                                                std::uint32_t(warpgroup * Right::bytes / 2));
  const std::uint64_t left = Left::descriptor(shared_address(shared.left[stage]));
  wgmma_fence();
#pragma unroll
  for (int i = 0; i < Config::depth / Config::Mma::K; ++i)
    Config::Mma::mma(d, right + i * Right::step, left + i * Left::step);
  wgmma_commit();
  wgmma_wait<0>();
}

/// Entries of a line of C that lie next to each other.
template <class Out>
__device__ inline void store_run(Out* c, const float* sums, int valid, bool aligned, float beta) {
  constexpr int width = 16 / int(sizeof(Out));
  using Run = Pack<Out, width>;
  if (aligned && valid >= width) {
    Run run;
    if (beta != 0) run = *reinterpret_cast<const Run*>(c);
#pragma unroll
    for (int e = 0; e < width; ++e) {
      float value = sums[e];
      if (beta != 0) value += beta * float(run.entry[e]);
      run.entry[e] = Out(value);
    }
    *reinterpret_cast<Run*>(c) = run;
  } else {
#pragma unroll 1
    for (int e = 0; e < width && e < valid; ++e)
      c[e] = Out(beta != 0 ? sums[e] + beta * float(c[e]) : sums[e]);
  }
}

/// Part of a block of C: `lines` lines of `length` entries, from the one at `c` on, of which the
/// matrix has `lines_left` and `left`.
template <class Config, class Out, int lines, int length, int pitch>
__device__ inline void store_lines(Out* c, const float* scratch, int lines_left, int left,
                                   bool aligned, float beta) {
  constexpr int width = 16 / int(sizeof(Out)), runs = length / width;
#pragma unroll 1
  for (int i = int(threadIdx.x % 32); i < lines * runs; i += 32) {
    const int line = i / runs, from = i % runs * width;
    if (line < lines_left)
      store_run(c + line * Config::block_size + from, scratch + line * pitch + from, left - from,
                aligned, beta);
  }
}

/// A warp's sums, of 16 columns of a block whose first entry is *block, to C.
template <class Config, class Out>
__device__ inline void store_columns(const float (&d)[Config::block_size / 2], Out* block,
                                     int first_col, int rows_left, int cols_left, float* scratch,
                                     const BsrSddmmParameters& p, float alpha, float beta) {
  constexpr int rows = Config::pass_rows;
  constexpr int row_pitch = Config::row_pitch, col_pitch = Config::col_pitch;
  const int g = int(threadIdx.x % 32 / 4), t = int(threadIdx.x % 4);
  const bool row_major = p.blocks_are_row_major;
#pragma unroll
  for (int first = 0; first < Config::block_size; first += rows) {
#pragma unroll
    for (int j = 0; j < rows / 8; ++j)
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        const float* const sums = &d[4 * (first / 8 + j) + 2 * h];
        const float low = alpha * sums[0], high = alpha * sums[1];
        const int row = 8 * j + 2 * t, col = g + 8 * h;
        if (row_major) {
          scratch[row * row_pitch + col] = low;
          scratch[(row + 1) * row_pitch + col] = high;
        } else {
          *reinterpret_cast<float2*>(&scratch[col * col_pitch + row]) = make_float2(low, high);
        }
      }
    __syncwarp();
    if (row_major)
      store_lines<Config, Out, rows, 16, row_pitch>(
          block + first * Config::block_size + first_col, scratch, rows_left - first,
          cols_left - first_col, p.values_are_aligned, beta);
    else
      store_lines<Config, Out, 16, rows, col_pitch>(block + first_col * Config::block_size + first,
                                                    scratch, cols_left - first_col,
                                                    rows_left - first, p.values_are_aligned, beta);
    __syncwarp();
  }
}

/// By a warpgroup: its columns of all tiles that are loaded.
template <class Config>
__device__ inline void multiply_share(typename Config::Shared& shared, const BsrSddmmParameters& p,
                                      int warpgroup) {
  constexpr int size = Config::block_size;
  const float alpha = p.alpha.get(), beta = p.beta.get();
  const int warp = int(threadIdx.x / 32), first = 16 * warp;  // of the tile's columns
  const int block = first / size;
  const int stages = alpha != 0 ? int((p.inner + Config::depth - 1) / Config::depth) : 1;
  StageRing<Config::stages> ring;
  for (;;) {
    float d[size / 2];
#pragma unroll
    for (auto& x : d) x = 0;
    shared.full[ring.stage].wait(ring.parity);
    const auto& info = shared.info[ring.stage];
    const std::int64_t first_value = info.first_value + std::int64_t(block) * size * size;
    const int count = info.count, rows_left = info.rows_left, cols_left = info.cols_left[block];
    if (count == 0) break;
    for (int stages_left = stages;;) {
      if (alpha != 0) multiply_stage<Config>(d, shared, ring.stage, warpgroup);
      __syncwarp();
      if (threadIdx.x % 32 == 0) shared.empty[ring.stage].arrive();
      ring.advance();
      if (--stages_left == 0) break;
      shared.full[ring.stage].wait(ring.parity);
    }
    wgmma_keep_order(d);
    if (block >= count) continue;
    float* const scratch = shared.scratch[warp];
    if (p.values_are_float)
      store_columns<Config>(d, static_cast<float*>(p.values) + first_value, first % size, rows_left,
                            cols_left, scratch, p, alpha, beta);
    else
      store_columns<Config>(d, static_cast<typename Config::In*>(p.values) + first_value,
                            first % size, rows_left, cols_left, scratch, p, alpha, beta);
  }
}

template <class Config>
__global__ void __launch_bounds__(Config::threads, Config::residents)
    bsr_sddmm_kernel(const __grid_constant__ CUtensorMap left,
                     const __grid_constant__ CUtensorMap right,
                     const __grid_constant__ BsrSddmmParameters p) {
  extern __shared__ unsigned char raw[];
  auto& shared = at_swizzle_boundary<typename Config::Shared>(raw);
  const int warpgroup = __shfl_sync(whole_warp, int(threadIdx.x / 128), 0);
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < Config::stages; ++stage) {
      init_barrier<1>(shared.full[stage]);
      init_barrier<Config::multiplying_warps>(shared.empty[stage]);
    }
    fence_barrier_init();
  }
  __syncthreads();
  if (warpgroup < 2) {
    multiply_share<Config>(shared, p, warpgroup);
  } else {
    BsrSddmmLoader<Config> loader(shared, p, left, right);
    for (std::int64_t batch = blockIdx.y; batch < p.batches; batch += gridDim.y) loader.load(batch);
    loader.finish();
  }
}

}  // namespace filigree::cuda
