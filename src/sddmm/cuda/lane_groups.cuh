// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include "cuda/sum_over_lanes.hpp"
#include "cuda/warp.hpp"
#include "sddmm/cuda/arguments.hpp"
#include "sddmm/cuda/part.cuh"
#include "sddmm/cuda/shape.hpp"
#include "spmm/cuda/vectors.cuh"

/// The kernel: a group of lanes holds a row of the left matrix in registers and makes the sums of
/// some of the row's entries at once, with all their loads of the right matrix in flight. Of nodes,
/// whose rows have the same columns, it holds all rows, and loads the right matrix's once for them.

namespace filigree::cuda {

/// An SddmmShape at compile time. \tparam Batch entries of C that a group works on at once,
/// \tparam Blocks thread blocks of `Threads` that a multiprocessor has registers for, \tparam Rows
/// of a node.
template <int Width_, int Lanes_, int Chunks_, bool Tiled_, int Batch_, int Blocks_,
          int Threads_ = sddmm_threads, int Rows_ = 1>
struct LaneGroups {
  static constexpr int width = Width_;
  static constexpr int lanes = Lanes_;
  static constexpr int chunks = Chunks_;
  static constexpr bool tiled = Tiled_;
  static constexpr int batch = Batch_;
  static constexpr int blocks = Blocks_;
  static constexpr int threads = Threads_;
  static constexpr int rows = Rows_;
  static constexpr int groups = threads / lanes;
  /// Entries whose sums a lane ends up with, and lanes that end up with the same one.
  static constexpr int slots = batch > lanes ? batch / lanes : 1;
  static constexpr int lanes_a_slot = lanes > batch ? lanes / batch : 1;
};

/// The instance of a shape for entries of A and sums of C: as many entries at once, and as many
/// blocks, as registers hold without spills.
template <class A, class C, int Width, int Lanes, int Chunks, bool Tiled>
struct LaneGroupsFor {
  static constexpr bool is_wide = Width > 1 && Chunks > 1;
  static constexpr bool is_short_double = std::is_same_v<C, double> && Lanes == 4;
  static constexpr int batch = (sizeof(C) > 4 && !is_short_double) || is_wide ? 4 : 8;
  static constexpr bool is_large = sizeof(C) == 16 || is_short_double || (Lanes == 2 && batch == 8);
  static constexpr int blocks = Tiled || is_large ? 3 : 4;
  using type = LaneGroups<Width, Lanes, Chunks, Tiled, batch, blocks>;

  /// Whether rows that take this shape may be those of tiles (sddmm_tile).
  static constexpr bool has_tiles =
      !Tiled && Width * Lanes * Chunks * int(sizeof(A)) >= shortest_tiled_row;
  /// In tiles doubles that fill a line have more loads in flight. Where a group is a warp, with
  /// rows of 1 KiB, blocks have twice the threads: fewer tiles share a multiprocessor's L1 cache.
  static constexpr bool is_line_of_doubles =
      std::is_same_v<C, double> && Width == 2 && Lanes == 8 && Chunks == 1;
  static constexpr bool is_warp = Width > 1 && Lanes == 32 && Chunks == 2;
  static constexpr int merged = is_warp && blocks % 2 == 0 ? 2 : 1;
  using tile_type = LaneGroups<Width, Lanes, Chunks, Tiled, is_line_of_doubles ? 8 : batch,
                               is_line_of_doubles ? 3 : blocks / merged, sddmm_threads * merged>;

  /// Whether there are instances for the most frequent columns (WithHotColumns): where a load of
  /// the right matrix is a whole warp's, of one row and so with one policy, and rows are so long
  /// that tiles leave them to the memory.
  static constexpr bool has_hot_columns =
      !Tiled && Width * int(sizeof(A)) == 16 && Lanes == 32 && Chunks == 2;

  /// Whether there are instances for nodes (sddmm_node_tile).
  static constexpr bool has_nodes = has_tiles &&
                                    (std::is_same_v<A, float> || std::is_same_v<A, double>)&&Width >
                                        1 &&
                                    Width* Lanes* Chunks* int(sizeof(A)) >= shortest_node_row;
  /// Groups for nodes, whose rows of the left matrix and sums take more registers.
  template <int Rows>
  using node_type = LaneGroups < Width,
        Lanes, Chunks, Tiled, is_wide && (sizeof(C) == 4 || Rows > 3) ? 4 : 8,
        is_wide && sizeof(C) == 4 && Rows<4 ? 3 : 2, sddmm_threads, Rows>;
};

/// What a lane does for its group.
template <class Config, class Arguments>
class SddmmLane {
 public:
  using A = typename Arguments::A;
  using C = typename Arguments::C;
  using Y = typename Arguments::Y;
  using Index = typename Arguments::Index;
  static constexpr int bytes = Config::width * int(sizeof(A));
  using Loaded = Bits<bytes>;
  static constexpr int vectors_a_round = Config::lanes * Config::chunks;

  __device__ SddmmLane(const Arguments& arguments, std::int64_t first, std::int64_t batch)
      : arguments_(arguments),
        lane_(int(threadIdx.x) % Config::lanes),
        first_slot_(lane_ * Config::batch / Config::lanes),
        vectors_(std::int32_t(arguments.inner / Config::width)),
        left_(reinterpret_cast<const char*>(arguments.left.data +
                                            batch * arguments.left.batch_stride)),
        right_(reinterpret_cast<const char*>(arguments.right.data +
                                             batch * arguments.right.batch_stride) +
               lane_ * bytes),
        left_pitch_(arguments.left.row_stride * std::int64_t(sizeof(A))),
        right_pitch_(std::int32_t(arguments.right.row_stride * std::int64_t(sizeof(A)))),
        columns_(arguments.col_indices + first),
        values_(arguments.values + batch * arguments.values_stride + first),
        alpha_(arguments.alpha.get()),
        beta_(arguments.beta.get()) {}

  /// All pieces of the lane's group. Lanes of a warp stay together: they exchange sums.
  template <class Walk>
  __device__ void run(Walk& walk) {
    const bool reads = !is_zero(alpha_);
    SddmmPiece piece = walk.next(), ahead = walk.next();
    Index columns[Config::slots] = {};
    load_columns(piece, columns);
    bool is_new = true;
    while (__any_sync(whole_warp, !piece.is_empty())) {
      const std::int32_t row = piece.row, place = piece.begin, row_length = piece.row_length;
      const int count = piece.end - piece.begin;
      const int loaded = reads ? count : 0;
      RightRow rows[Config::batch];
      find_right_rows(columns, rows);
      C sums[Config::rows][Config::batch];
#pragma unroll
      for (int r = 0; r < Config::rows; ++r)
#pragma unroll
        for (int e = 0; e < Config::batch; ++e) sums[r][e] = zero<C>();
      Loaded right[Config::batch];
      if constexpr (Config::tiled) {
        for (std::int32_t vector = lane_; vector - lane_ < vectors_; vector += vectors_a_round) {
#pragma unroll
          for (int chunk = 0; chunk < Config::chunks; ++chunk) {
            load_left(chunk, row, vector, loaded > 0);
            load_right(chunk, rows, vector, loaded, right);
            multiply(chunk, vector, right, sums);
          }
        }
        advance(walk, piece, ahead, columns);
      } else {
#pragma unroll
        for (int chunk = 0; chunk < Config::chunks; ++chunk)
          load_left(chunk, row, lane_, is_new && loaded > 0);
#pragma unroll
        for (int chunk = 0; chunk < Config::chunks; ++chunk) {
          load_right(chunk, rows, lane_, loaded, right);
          if (chunk == Config::chunks - 1) is_new = advance(walk, piece, ahead, columns);
          multiply(chunk, lane_, right, sums);
        }
      }
#pragma unroll
      for (int r = 0; r < Config::rows; ++r) finish(place + r * row_length, count, sums[r]);
    }
  }

 private:
  /// A row of the right matrix.
  struct RightRow {
    const char* vector;  ///< the lane's first one
    bool is_hot;
  };

  /// The columns of entries, ~column where it is hot.
  __device__ void load_columns(const SddmmPiece& piece, Index (&columns)[Config::slots]) const {
#pragma unroll
    for (int s = 0; s < Config::slots; ++s) {
      const std::int32_t place = piece.begin + first_slot_ + s;
      if (place >= piece.end) continue;
      columns[s] = columns_[place] - arguments_.base;
      if constexpr (Arguments::knows_hot_columns)
        if (arguments_.is_hot(columns[s])) columns[s] = ~columns[s];
    }
  }

  /// The right matrix's rows of all entries, from the lanes that know their columns.
  __device__ void find_right_rows(const Index (&columns)[Config::slots],
                                  RightRow (&rows)[Config::batch]) const {
#pragma unroll
    for (int e = 0; e < Config::batch; ++e) {
      const Index column = __shfl_sync(whole_warp, columns[e % Config::slots],
                                       e * Config::lanes / Config::batch, Config::lanes);
      rows[e].is_hot = Arguments::knows_hot_columns && column < 0;
      rows[e].vector = row_address(right_, rows[e].is_hot ? ~column : column, right_pitch_);
    }
  }

  // `vector` is the lane's one of the round's first chunk.

  __device__ void load_left(int chunk, std::int32_t row, std::int32_t vector, bool loads) {
#pragma unroll
    for (int r = 0; r < Config::rows; ++r)
      load_once_if(
          loads && vector + chunk * Config::lanes < vectors_, left_rows_[r][chunk],
          left_ + (row + r) * left_pitch_ + (std::int64_t(vector) + chunk * Config::lanes) * bytes);
  }

  __device__ void load_right(int chunk, const RightRow (&rows)[Config::batch], std::int32_t vector,
                             int count, Loaded (&right)[Config::batch]) const {
    const bool is_inside = vector + chunk * Config::lanes < vectors_;
#pragma unroll
    for (int e = 0; e < Config::batch; ++e) {
      const bool loads = e < count && is_inside;
      const char* const address =
          rows[e].vector + (std::int64_t(vector - lane_) + chunk * Config::lanes) * bytes;
      if constexpr (Arguments::knows_hot_columns) {
        // Two loads: a policy that is selected costs moves between uniform registers, which wait
        // for the loads before.
        load_by_policy_if(loads && rows[e].is_hot, right[e], address, evict_last_policy());
        load_by_policy_if(loads && !rows[e].is_hot, right[e], address, evict_first_policy());
      } else {
        load_if(loads, right[e], address);
      }
    }
  }

  /// To the next batch of entries, whose columns then are on their way; returns whether it is
  /// another row's.
  template <class Walk>
  __device__ bool advance(Walk& walk, SddmmPiece& piece, SddmmPiece& ahead,
                          Index (&columns)[Config::slots]) const {
    piece.begin += Config::batch;
    const bool ends = piece.is_empty();
    if (ends) {
      piece = ahead;
      ahead = walk.next();
    }
    load_columns(piece, columns);
    return ends;
  }

  /// What lies behind a row is not loaded, and may not be multiplied: it could be a NaN.
  __device__ void multiply(int chunk, std::int32_t vector, const Loaded (&right)[Config::batch],
                           C (&sums)[Config::rows][Config::batch]) const {
    if (vector + chunk * Config::lanes >= vectors_) return;
#pragma unroll
    for (int r = 0; r < Config::rows; ++r) multiply_row(left_rows_[r][chunk], right, sums[r]);
  }

  __device__ void multiply_row(const Loaded& left_row, const Loaded (&right)[Config::batch],
                               C (&sums)[Config::batch]) const {
    const bool conjugates = arguments_.conjugate_left != arguments_.conjugate_right;
    const auto narrow_left = as_vector<A, Config::width>(left_row);
    C left[Config::width];
#pragma unroll
    for (int w = 0; w < Config::width; ++w) {
      left[w] = widen<C>(narrow_left.entry[w]);
      if (conjugates) left[w] = conjugate(left[w]);
    }
#pragma unroll
    for (int e = 0; e < Config::batch; ++e) {
      const auto vectors = as_vector<A, Config::width>(right[e]);
#pragma unroll
      for (int w = 0; w < Config::width; ++w)
        sums[e] = multiply_add(sums[e], left[w], vectors.entry[w]);
    }
  }

  /// The batch's entries of C, each by one lane.
  __device__ void finish(std::int32_t place, int count, C (&sums)[Config::batch]) const {
    sum_over_lanes<Config::batch, Config::lanes / 2>(sums, lane_);
#pragma unroll
    for (int s = 0; s < Config::slots; ++s) {
      if (first_slot_ + s >= count || lane_ % Config::lanes_a_slot != 0) continue;
      Y* const stored = values_ + place + first_slot_ + s;
      const C sum = arguments_.conjugate_right ? conjugate(sums[s]) : sums[s];
      C value = is_zero(alpha_) ? zero<C>() : multiply_add(zero<C>(), alpha_, sum);
      if (!is_zero(beta_)) value = multiply_add(value, beta_, widen<C>(*stored));
      store_vector(stored, Vector<Y, 1>{{narrow<Y>(value)}});
    }
  }

  const Arguments& arguments_;
  int lane_;
  int first_slot_;
  std::int32_t vectors_;     ///< of a row
  const char* left_;         ///< row 0
  const char* right_;        ///< this lane's first vector of row 0
  std::int64_t left_pitch_;  ///< bytes from row to row
  std::int32_t right_pitch_;
  const Index* columns_;  ///< of the part or tile
  Y* values_;
  C alpha_;
  C beta_;
  Loaded left_rows_[Config::rows][Config::chunks];
};

/// Block x owns entries x part .. (x + 1) part of C, of matrix y of the batch.
template <class Config, class Arguments>
__global__ void __launch_bounds__(sddmm_threads, Config::blocks)
    lane_groups_kernel(const __grid_constant__ Arguments arguments, std::int32_t part_length) {
  const std::int64_t first = std::int64_t(blockIdx.x) * part_length;
  const auto length = std::int32_t(min(std::int64_t(part_length), arguments.nnz - first));
  const SddmmPart part = find_part<Config::groups>(arguments, first, length);
  SddmmWalk<Config::groups, Arguments> walk(arguments, part, int(threadIdx.x) / Config::lanes);
  SddmmLane<Config, Arguments>(arguments, part.first, blockIdx.y).run(walk);
}

/// Block x owns a tile of rows, or of nodes, of matrix y of the batch.
template <class Config, class Arguments>
__global__ void __launch_bounds__(Config::threads, Config::blocks)
    lane_groups_tile_kernel(const __grid_constant__ Arguments arguments,
                            const __grid_constant__ SddmmTile tile) {
  TileWalk<Config::groups, Config::rows, Arguments> walk(arguments, tile,
                                                         int(threadIdx.x) / Config::lanes);
  SddmmLane<Config, Arguments>(arguments, walk.first(), blockIdx.y).run(walk);
}

}  // namespace filigree::cuda
