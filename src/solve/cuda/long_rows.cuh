// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/warp.hpp"

/// Rows of so many entries that one warp would take long for one of them. Such a row is cut into
/// pieces, which the warps of its thread block go through, in any order; what they found is then
/// added up in one. A warp helps while it waits for what its own rows need, but only with rows that
/// come before its own: these do not wait for what it holds up.

namespace filigree::cuda {

/// Rows with more entries are cut.
inline constexpr std::int64_t long_row_entries = 2048;
inline constexpr int most_pieces = 512;

/// Whether rows are short but for some of them, for which it pays to have kernels that cut them.
constexpr bool has_few_long_rows(std::int64_t num_rows, std::int64_t num_entries,
                                 std::int64_t max_row_entries) {
  return max_row_entries > 4 * long_row_entries && num_entries <= 128 * num_rows;
}

/// A row, as the threads that go through its pieces need it.
struct LongRow {
  std::int64_t number;  ///< in the order of the solve
  std::int64_t row;
  std::int64_t first;   ///< place of the entry that comes first
  std::int64_t length;  ///< entries
  int column;           ///< of the right-hand sides
};

/// The row that a thread block's warps go through now. One of them opens it, and closes it.
template <class Part>
struct LongRowBoard {
  unsigned long long next;  ///< how many rows were opened * 2^32 + the next piece
  int num_pieces;
  int num_done;
  int num_running;              ///< warps that may still open a row
  unsigned long long occupied;  ///< 1 + the number of the row that is open; 0: none
  LongRow row;
  std::int64_t piece_length;
  Part parts[most_pieces];
};

/// A warp's view of the board. All of it is for whole warps.
template <class Part>
class LongRowTeam {
  static constexpr unsigned long long no_piece = 0xffffffffu;

 public:
  /// To be called by all threads of a thread block, before they meet at a barrier.
  __device__ explicit LongRowTeam(LongRowBoard<Part>& board)
      : board_(board), lane_(int(threadIdx.x) % 32) {
    if (threadIdx.x > 0) return;
    board.next = no_piece;
    board.num_pieces = 0;
    board.num_running = int(blockDim.x) / 32;
    board.occupied = 0;
  }

  /// Goes through a piece of the open row, where that comes before row number `own`.
  /// \param go_through(row, number of the first entry, entries): what it found, on all lanes
  /// \return whether there was one
  template <class GoThrough>
  __device__ bool help(std::int64_t own, const GoThrough& go_through) {
    int piece = -1;
    if (lane_ == 0) {
      const auto next = seen(board_.next);
      // Where another row was opened in between, the exchange fails.
      if (int(next) >= 0 && int(next) < seen(board_.num_pieces) && seen(board_.row.number) < own &&
          atomicCAS(&board_.next, next, next + 1) == next)
        piece = int(next);
    }
    piece = __shfl_sync(whole_warp, piece, 0);
    if (piece < 0) return false;
    __threadfence_block();
    const Part part = take(board_.row, board_.piece_length, piece, go_through);
    if (lane_ == 0) {
      board_.parts[piece] = part;
      __threadfence_block();
      atomicAdd(&board_.num_done, 1);
    }
    __syncwarp();
    return true;
  }

  /// What all pieces have, each lane's part of it: always the same.
  /// \param shortest length of a piece
  template <class GoThrough>
  __device__ Part go_through_all(const LongRow& row, std::int64_t shortest,
                                 const GoThrough& go_through) {
    const std::int64_t piece_length =
        max((long long)(shortest), (long long)((row.length + most_pieces - 1) / most_pieces));
    const int pieces = int((row.length + piece_length - 1) / piece_length);
    Part sum{};
    if (!occupy(row.number, go_through)) {
      for (int piece = 0; piece < pieces; ++piece) {
        const Part part = take(row, piece_length, piece, go_through);
        if (lane_ == piece % 32) sum += part;
      }
      return sum;
    }
    if (lane_ == 0) {
      board_.row = row;
      board_.piece_length = piece_length;
      board_.num_pieces = pieces;
      board_.num_done = 0;
      __threadfence_block();
      atomicExch(&board_.next, ((seen(board_.next) >> 32) + 1) << 32);
    }
    __syncwarp();
    while (help(row.number + 1, go_through)) {
    }
    while (seen(board_.num_done) < pieces) {
    }
    __threadfence_block();
    for (int piece = lane_; piece < pieces; piece += 32) sum += board_.parts[piece];
    __threadfence_block();
    __syncwarp();
    if (lane_ == 0) {
      atomicOr(&board_.next, no_piece);
      __threadfence_block();
      atomicExch(&board_.occupied, 0ull);
    }
    __syncwarp();
    return sum;
  }

  /// Helps until no warp of the thread block has a row left.
  template <class GoThrough>
  __device__ void leave(const GoThrough& go_through) {
    constexpr std::int64_t behind_all = std::int64_t(1) << 62;
    if (lane_ == 0) atomicSub(&board_.num_running, 1);
    for (bool is_over = false; !is_over;) {
      while (help(behind_all, go_through)) {
      }
      __nanosleep(200);
      is_over = __shfl_sync(whole_warp, int(seen(board_.num_running)), 0) == 0;
    }
  }

 private:
  template <class Value>
  __device__ static Value seen(const Value& value) {
    return *const_cast<const volatile Value*>(&value);
  }

  /// Helps with rows that are open and come before this one.
  /// \return false: a row behind this one is open, and may wait for it
  template <class GoThrough>
  __device__ bool occupy(std::int64_t number, const GoThrough& go_through) {
    const auto own = static_cast<unsigned long long>(number) + 1;
    for (;;) {
      unsigned long long occupied = 0;
      if (lane_ == 0) occupied = atomicCAS(&board_.occupied, 0ull, own);
      occupied = __shfl_sync(whole_warp, occupied, 0);
      if (occupied == 0) return true;
      if (occupied > own) return false;
      help(number, go_through);
    }
  }

  template <class GoThrough>
  __device__ static Part take(const LongRow& row, std::int64_t piece_length, int piece,
                              const GoThrough& go_through) {
    const std::int64_t done = piece * piece_length;
    return go_through(row, done, min((long long)(piece_length), (long long)(row.length - done)));
  }

  LongRowBoard<Part>& board_;
  int lane_;
};

}  // namespace filigree::cuda
