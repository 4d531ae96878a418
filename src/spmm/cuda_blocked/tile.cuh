// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "cuda/matrix_fragments.hpp"
#include "cuda/pack.hpp"
#include "cuda/round.hpp"
#include "spmm/cuda_blocked/schedule.hpp"

/// What the kernels for large and for small blocks share: tiles of C, the ring of stages, and the
/// way from sums to C.

namespace filigree::cuda {

/// What a kernel needs besides the tensor maps.
struct BlockedEllParameters {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  int block_size;
  const void* values;
  std::int64_t values_ld;
  int slot_rows;  ///< of `values`, from a block of a block row to the next
  int slot_cols;
  const void* b;
  std::int64_t b_ld;
  bool b_in_slabs;  ///< a row-major B whose map has slabs of 64 columns as third dimension
  void* c;
  std::int64_t c_ld;
  bool c_row_major;
  bool c_aligned;  ///< 16 bytes of C may be accessed at once where their first entry is aligned
  bool c_by_copy;  ///< and C's lines end with such 16 bytes, which a tensor store writes as a whole
  BlockSchedule schedule;
  int tiles_m;
  int tiles_n;
};

/// Rows run fastest: the tiles at work need the same few columns of B, which stay in the L2 cache,
/// and read A once for all of them.
struct TilePlace {
  int m;
  int n;
};
__device__ inline TilePlace place_of(const BlockedEllParameters& p, std::int64_t tile) {
  return {int(tile % p.tiles_m), int(tile / p.tiles_m)};
}

/// Which row of `values` has row `row` of the block in slot 0: that of slot j is j slot_rows below
/// it, j slot_cols to the right.
__device__ inline int values_row(const BlockedEllParameters& p, int row) {
  const std::int32_t* const offsets = p.schedule.row_offsets;
  return offsets != nullptr ? offsets[row / p.block_size] * p.block_size + row % p.block_size : row;
}

/// How many rows of the block in block column `col` lie in B (columns of A's block that count).
__device__ inline int block_depth(const BlockedEllParameters& p, int col) {
  const std::int64_t left = p.k - std::int64_t(col) * p.block_size;
  return left < p.block_size ? int(left) : p.block_size;
}

/// Byte of 16-byte chunk `chunk` of line `line`, in lines of 16, 32, 64 or 128 bytes: 8 lines next
/// to each other lie on all banks (as the copy engine's swizzle of 32, 64 or 128 bytes has it).
template <int line_bytes>
__device__ inline std::uint32_t chunk_at(int line, int chunk) {
  const int turned = line_bytes == 16   ? chunk
                     : line_bytes == 32 ? chunk ^ (line >> 2 & 1)
                     : line_bytes == 64 ? chunk ^ (line >> 1 & 3)
                                        : chunk ^ (line & 7);
  return std::uint32_t(line * line_bytes + 16 * turned);
}

/// Two results of 16 bits.
template <class Out>
__device__ inline std::uint32_t scaled_pair(float alpha, float low, float high) {
  struct Pair {
    Out low, high;
  };
  return __builtin_bit_cast(std::uint32_t, Pair{Out(alpha != 0 ? alpha * low : 0.0f),
                                                Out(alpha != 0 ? alpha * high : 0.0f)});
}

/// A thread's eight sums for 16 columns, as 16-bit results, to four matrices in shared memory.
template <class Out, bool transposed>
__device__ inline void store_scaled(std::uint32_t shared, float alpha, const float* sums) {
  std::uint32_t words[4];
#pragma unroll
  for (int q = 0; q < 4; ++q) words[q] = scaled_pair<Out>(alpha, sums[2 * q], sums[2 * q + 1]);
  store_matrices<transposed>(shared, words[0], words[1], words[2], words[3]);
}

/// `run` sums of row i, from column j on, to C.
template <int run, class Out>
__device__ inline void store_run(const Out (&sums)[run], const BlockedEllParameters& p,
                                 std::int64_t i, std::int64_t j, Out alpha, Out beta) {
  constexpr int width = run * int(sizeof(Out)) > 16 ? 16 / int(sizeof(Out)) : run;
  using Vector = Pack<Out, width>;
  if (i >= p.m) return;
  Out* const c = static_cast<Out*>(p.c) + (p.c_row_major ? i * p.c_ld + j : i + j * p.c_ld);
  const std::int64_t step = p.c_row_major ? 1 : p.c_ld;
  const bool whole = p.c_aligned && p.c_row_major && j + run <= p.n;
#pragma unroll
  for (int at = 0; at < run; at += width) {
    Vector vector;
#pragma unroll
    for (int e = 0; e < width; ++e) vector.entry[e] = alpha != 0 ? alpha * sums[at + e] : 0;
    if (whole) {
      if (beta != 0) {
        const Vector old = *reinterpret_cast<const Vector*>(c + at);
#pragma unroll
        for (int e = 0; e < width; ++e) vector.entry[e] += beta * old.entry[e];
      }
      *reinterpret_cast<Vector*>(c + at) = vector;
      continue;
    }
#pragma unroll
    for (int e = 0; e < width; ++e) {
      if (j + at + e >= p.n) continue;
      Out& to = c[(at + e) * step];
      to = beta != 0 ? vector.entry[e] + beta * to : vector.entry[e];
    }
  }
}

inline constexpr int scratch_cols = 32;
inline constexpr int scratch_lead = scratch_cols + 4;  // 16-byte rows on all banks

/// Sums of 16 rows on their way to C; one a warp.
struct StripScratch {
  alignas(16) float sums[16][scratch_lead];
};

/// An entry of A or B as it is multiplied.
template <class In>
__device__ inline float factor(const In& x) {
  if constexpr (std::is_same_v<In, tf32>)
    return __uint_as_float(round_to_tf32(__float_as_uint(x.value)));
  else
    return float(x);
}

/// Entry (i, j) of A B from the stored blocks alone, one product after the other.
template <class In, bool b_row_major>
__device__ inline float stored_sum(const BlockedEllParameters& p, std::int64_t i, std::int64_t j) {
  const BlockSchedule& schedule = p.schedule;
  const int block_row = int(i) / p.block_size, list = block_row / schedule.group;
  float sum = 0;
  for (int step = 0; step < schedule.counts[list]; ++step) {
    const int slot =
        schedule.list_slots(list)[std::int64_t(step) * schedule.group + block_row % schedule.group];
    if (slot < 0) continue;
    const int col = schedule.list_cols(list)[step], depth = block_depth(p, col);
    const auto* const a = static_cast<const In*>(p.values) +
                          (values_row(p, int(i)) + slot * p.slot_rows) * p.values_ld +
                          std::int64_t(slot) * p.slot_cols;
    for (int q = 0; q < depth; ++q) {
      const std::int64_t k = std::int64_t(col) * p.block_size + q;
      const auto* const b = static_cast<const In*>(p.b);
      sum += factor(a[q]) * factor(b_row_major ? b[k * p.b_ld + j] : b[k + j * p.b_ld]);
    }
  }
  return sum;
}

/// 16 rows and 32 columns of sums from `scratch` to C, 16 bytes a thread along C's rows or columns.
/// Config::pads: rows met blocks of B that they do not have with zeros; where that may have made a
/// sum NaN, it is computed again. Parameters: BlockedEllParameters, or more (densified.cuh).
template <class Out, class Config, bool row_major, class Parameters>
__device__ __noinline__ void store_chunk(const StripScratch& scratch, const Parameters& p,
                                         std::int64_t row, std::int64_t col, float alpha,
                                         float beta) {
  constexpr int width = 16 / int(sizeof(Out));
  using Vector = Pack<Out, width>;
  constexpr int per_line = (row_major ? scratch_cols : 16) / width;
  constexpr int lines = row_major ? 16 : scratch_cols;
#pragma unroll
  for (int q = 0; q < lines * per_line / 32; ++q) {
    const int v = 32 * q + int(threadIdx.x % 32), line = v / per_line, inner = v % per_line * width;
    const std::int64_t i = row + (row_major ? line : inner);
    const std::int64_t j = col + (row_major ? inner : line);
    if (i >= p.m || j >= p.n) continue;
    const std::int64_t left = row_major ? p.n - j : p.m - i;
    Out* const to = static_cast<Out*>(p.c) + (row_major ? i * p.c_ld + j : i + j * p.c_ld);
    const bool whole = p.c_aligned && left >= width;
    Vector vector;
    if (beta != 0) {
      if (whole)
        vector = *reinterpret_cast<const Vector*>(to);
      else
#pragma unroll
        for (int e = 0; e < width; ++e) vector.entry[e] = e < left ? to[e] : Out(0.0f);
    }
#pragma unroll
    for (int e = 0; e < width; ++e) {
      float sum = row_major ? scratch.sums[line][inner + e] : scratch.sums[inner + e][line];
      if constexpr (Config::pads)
        if (!isfinite(sum) && e < left)
          sum = stored_sum<typename Config::In, Config::b_row_major>(p, i + (row_major ? 0 : e),
                                                                     j + (row_major ? e : 0));
      float x = alpha != 0 ? alpha * sum : 0.0f;
      if (beta != 0) x += beta * float(vector.entry[e]);
      vector.entry[e] = Out(x);
    }
    if (whole)
      *reinterpret_cast<Vector*>(to) = vector;
    else
#pragma unroll
      for (int e = 0; e < width; ++e)
        if (e < left) to[e] = vector.entry[e];
  }
}

/// A warp's 16 rows from `row` on and columns from `col` on: d[4 j + 2 h + e] is row lane / 4 + 8
/// h, column 8 j + 2 (lane % 4) + e, as mma and wgmma leave it.
template <class Out, class Config, int count, class Parameters>
__device__ inline void store_strip(const float (&d)[count], StripScratch& scratch,
                                   const Parameters& p, std::int64_t row, std::int64_t col,
                                   float alpha, float beta) {
  constexpr int cols = 2 * count;  // 32 lanes for 16 rows
  const int lane = int(threadIdx.x % 32);
#pragma unroll
  for (int from = 0; from < cols; from += scratch_cols) {
    if (row >= p.m || col + from >= p.n) break;
#pragma unroll
    for (int j = 0; j < scratch_cols / 8; ++j)
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        const int at = 4 * (from / 8 + j) + 2 * h;
        *reinterpret_cast<float2*>(&scratch.sums[lane / 4 + 8 * h][8 * j + 2 * (lane % 4)]) =
            make_float2(d[at], d[at + 1]);
      }
    __syncwarp();
    if (p.c_row_major)
      store_chunk<Out, Config, true>(scratch, p, row, col + from, alpha, beta);
    else
      store_chunk<Out, Config, false>(scratch, p, row, col + from, alpha, beta);
    __syncwarp();
  }
}

}  // namespace filigree::cuda
