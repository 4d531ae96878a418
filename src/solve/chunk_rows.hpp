// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <convert/entries.hpp>
#include <filigree/detail/triangular_solve_problem.hpp>
#include <solve/cuda/select.hpp>

/// How many rows a chunk has. One that begins within a line of a grid waits for the end of the
/// chunk before it; one that begins with a line does not, and one that begins with a plane needs
/// nothing of the chunks just before it. So chunks are to begin where the nearest row that is
/// needed is far.

namespace filigree::detail {

/// Finds the length of chunks whose first rows are, on the average, furthest from the nearest row
/// that they need, where no further than a chunk counts; of equally good ones that nearest to the
/// length that is asked for. A reduction to the largest grade, which tells the length.
template <class Index>
struct GradeChunkRows {
  static constexpr std::int64_t chunks_looked_at = 12, entries_looked_at = 8;

  SolveRows<Index> rows;
  std::int64_t shortest;
  std::int64_t asked_for;

  KOKKOS_FUNCTION void operator()(const std::int64_t which, std::int64_t& best) const {
    const std::int64_t length = shortest + which;
    const std::int64_t chunks =
        Kokkos::min(std::int64_t(chunks_looked_at), (rows.num_rows - 1) / length);
    std::int64_t sum = 0;
    for (std::int64_t c = 1; c <= chunks; ++c) sum += Kokkos::min(length, reach(c * length));
    best = Kokkos::max(best, grade(chunks > 0 ? sum / chunks : 0, length));
  }

  std::int64_t length_of(std::int64_t grade) const {
    const std::int64_t difference = most_difference - (grade & most_difference);
    return asked_for + (difference % 2 == 0 ? difference / 2 : -difference / 2);
  }

  /// From the row of a rank to the nearest one that it needs, of the entries beside the diagonal of
  /// sorted rows.
  KOKKOS_FUNCTION std::int64_t reach(std::int64_t rank) const {
    const std::int64_t row = rows.lower ? rank : rows.num_rows - 1 - rank;
    const std::int64_t begin = rows.begin(row), end = rows.end(row);
    const std::int64_t looks = Kokkos::min(end - begin, std::int64_t(entries_looked_at));
    for (std::int64_t k = 0; k < looks; ++k) {
      const std::int64_t col = rows.column(rows.lower ? end - 1 - k : begin + k);
      if (rows.needs(row, col)) return Kokkos::abs(row - col);
    }
    return rows.num_rows;
  }

 private:
  static constexpr std::int64_t most_difference = (std::int64_t(1) << 24) - 1;

  KOKKOS_FUNCTION std::int64_t grade(std::int64_t mean, std::int64_t length) const {
    const std::int64_t difference =
        length >= asked_for ? 2 * (length - asked_for) : 2 * (asked_for - length) + 1;
    return mean * (most_difference + 1) + most_difference - difference;
  }
};

/// The least of what the first rows of chunks reach.
template <class Index>
struct LeastReach {
  GradeChunkRows<Index> grade;
  std::int64_t chunk_rows;

  KOKKOS_FUNCTION void operator()(const std::int64_t chunk, std::int64_t& least) const {
    least = Kokkos::min(least, grade.reach((chunk + 1) * chunk_rows));
  }
};

/// Chunks of as many lines of a grid as a step has rows, or twice or more times as many: a level,
/// which has a row of each line, takes full steps then. No more than seven chunks for three of
/// sizes.chunk_rows each, and at least one.
/// \return `length`, of chunks that begin with lines, where these are too long for that
template <class Exec, class Index>
std::int64_t full_step_rows(const Exec& exec, const GradeChunkRows<Index>& grade,
                            std::int64_t length, const ChunkSizes& sizes) {
  const std::int64_t chunks =
      Kokkos::min(std::int64_t(grade.chunks_looked_at), (grade.rows.num_rows - 1) / length);
  if (chunks == 0) return length;
  std::int64_t least = length;
  Kokkos::parallel_reduce("filigree::solve::least_reach", EntryRange<Exec>(exec, 0, chunks),
                          LeastReach<Index>{grade, length}, Kokkos::Min<std::int64_t>(least));
  // From a line's first row to the nearest in the line before: to its first, or to its second.
  const std::int64_t line = length % least == 0 ? least : least + 1;
  if (least == 1 || length % line != 0) return length;
  const std::int64_t step = sizes.step_rows * line;
  const std::int64_t rows =
      Kokkos::max(groups_of(3 * sizes.chunk_rows, 7 * step), groups_of(sizes.fewest_rows, step)) *
      step;
  return rows <= Kokkos::min(sizes.most_rows, 3 * sizes.chunk_rows) ? rows : length;
}

/// \param sizes whose rows of a chunk are about right
template <class Exec, class Index>
std::int64_t aligned_chunk_rows(const Exec& exec, const SolveRows<Index>& rows,
                                const ChunkSizes& sizes) {
  const std::int64_t shortest = Kokkos::max(sizes.fewest_rows, sizes.chunk_rows * 3 / 4);
  const std::int64_t longest = Kokkos::min(sizes.most_rows, sizes.chunk_rows * 3 / 2);
  const GradeChunkRows<Index> lengths{rows, shortest, sizes.chunk_rows};
  std::int64_t best = 0;
  Kokkos::parallel_reduce("filigree::solve::chunk_rows",
                          EntryRange<Exec>(exec, 0, longest - shortest + 1), lengths,
                          Kokkos::Max<std::int64_t>(best));
  const std::int64_t length = lengths.length_of(best);
  const bool has_several_lanes = sizes.step_rows < 32;
  return has_several_lanes ? full_step_rows(exec, lengths, length, sizes) : length;
}

}  // namespace filigree::detail
