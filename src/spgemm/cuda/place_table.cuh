// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "spgemm/cuda/arguments.hpp"
#include "spgemm/cuda/product_stage.cuh"
#include "spgemm/cuda/table.cuh"

/// Which rows of C, or parts of them, teams take, and the table that tells a column's place there.

namespace filigree::cuda {

/// What a team takes of a row of C.
struct TeamItem {
  std::int64_t row;
  std::int64_t begin;   ///< of the entries that are taken
  std::int64_t length;  ///< of the whole row
  int count;            ///< entries that are taken

  /// \param pieces null: the item is a row
  template <class Index>
  __device__ static TeamItem get(const SpgemmRows<Index>& c, const SpgemmTeam& size,
                                 const SpgemmPiece* pieces, std::int64_t item) {
    const SpgemmPiece piece = pieces == nullptr ? SpgemmPiece{item, 0} : pieces[item];
    const std::int64_t begin = c.begin(piece.row), end = c.end(piece.row);
    return {piece.row, begin + piece.first, end - begin,
            int(min(end - begin - piece.first, std::int64_t(size.entries)))};
  }
};

/// Words of 32 columns, with the place of their first one.
template <class Index>
struct PlaceTable {
  static constexpr int place_bytes = sizeof(Index) + sizeof(unsigned) + sizeof(short);

  Team team;
  int places;
  Index* keys;
  unsigned* bits;
  unsigned short* before;

  /// Takes the columns of the entries of C from `begin` on.
  __device__ void fill(const SpgemmRows<Index>& c, std::int64_t begin, int count) const {
    for (int p = team.thread(); p < places; p += team.threads()) keys[p] = Index(-1);
    team.sync();
    for (int k = team.thread(); k < count; k += team.threads()) {
      const Index column = c.column(begin + k), word = column / 32;
      if (k > 0 && c.column(begin + k - 1) / 32 == word) continue;
      const int place = insert_key(keys, places, places, word);
      unsigned there = 1u << (column % 32);
      for (int next = k + 1; next < count; ++next) {
        const Index other = c.column(begin + next);
        if (other / 32 != word) break;
        there |= 1u << (other % 32);
      }
      bits[place] = there;
      before[place] = static_cast<unsigned short>(k);
    }
    team.sync();
  }
  /// The place of a column; of one that is not there (as where rows of B are not sorted, though
  /// their matrix says so) -1.
  __device__ int number(Index column) const {
    const int place = find_key(keys, places, Index(column / 32));
    if (place < 0) return -1;
    const unsigned there = bits[place], mine = 1u << (column % 32);
    return (there & mine) != 0 ? before[place] + __popc(there & (mine - 1u)) : -1;
  }
};

}  // namespace filigree::cuda
