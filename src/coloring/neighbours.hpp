// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/color_graph_problem.hpp>
#include <spmv/checksum.hpp>

/// The graph of a pattern, which need not be symmetric.

namespace filigree::detail {

template <class Exec>
using ColoringRange = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// The rows that an entry joins, either way round.
template <class Index>
struct Neighbours {
  ColoringProblem<Index> problem;
  const std::int64_t* mirror_offsets = nullptr;  ///< null: each entry has its mirror image anyway
  const Index* mirror_rows = nullptr;            ///< from 0, without those of the diagonal

  /// Entries, both ways round.
  KOKKOS_FUNCTION std::int64_t count(std::int64_t row) const {
    const std::int64_t own = problem.length(row);
    return mirror_offsets == nullptr ? own : own + mirror_offsets[row + 1] - mirror_offsets[row];
  }
  /// The row that entry `k` of these joins: the row itself on the diagonal.
  KOKKOS_FUNCTION std::int64_t joined(std::int64_t row, std::int64_t k) const {
    const std::int64_t own = problem.length(row);
    return k < own ? problem.column(problem.begin(row) + k)
                   : std::int64_t(mirror_rows[mirror_offsets[row] + k - own]);
  }
  /// f(neighbour) of entry `k`, at distance 2 also those of the neighbour; some come twice.
  template <class F>
  KOKKOS_FUNCTION void visit_by(std::int64_t row, std::int64_t k, const F& f) const {
    const std::int64_t other = joined(row, k);
    if (other == row) return;
    f(other);
    if (problem.distance == 1) return;
    for (std::int64_t q = 0; q < count(other); ++q) {
      const std::int64_t next = joined(other, q);
      if (next != row && next != other) f(next);
    }
  }
  template <class F>
  KOKKOS_FUNCTION void visit(std::int64_t row, const F& f) const {
    for (std::int64_t k = 0; k < count(row); ++k) visit_by(row, k, f);
  }
};

/// Entries that a thread takes, one after the other.
inline constexpr std::int64_t coloring_entries_a_thread = 32;

/// Entries off the diagonal: f(row, column) for those that a thread takes, however long rows are.
template <class Index, class F>
KOKKOS_FUNCTION void for_entries_of_thread(const Neighbours<Index>& graph, std::int64_t thread,
                                           const F& f) {
  const std::int64_t first = thread * coloring_entries_a_thread;
  const std::int64_t last =
      Kokkos::min(first + coloring_entries_a_thread, graph.problem.num_entries);
  std::int64_t row = graph.problem.row_of_entry(first);
  for (std::int64_t k = first; k < last; ++k) {
    while (graph.problem.end(row) <= k) ++row;
    f(row, graph.problem.column(k));
  }
}

/// Takes entries of the diagonal off the rows' lengths, and adds up a hash of each other entry less
/// that of its mirror image: 0 where each has one, else a number of 64 bits that is not 0 but by
/// chance.
template <class Index>
struct CompareMirrored {
  Neighbours<Index> graph;
  std::int64_t* degrees;

  KOKKOS_FUNCTION void operator()(const std::int64_t thread, std::uint64_t& sum) const {
    for_entries_of_thread(graph, thread, [&](std::int64_t row, std::int64_t col) {
      if (row == col)
        Kokkos::atomic_dec(&degrees[row]);
      else
        sum += mix(std::uint64_t(row) << 32 | std::uint64_t(col)) -
               mix(std::uint64_t(col) << 32 | std::uint64_t(row));
    });
  }
};

template <class Index>
struct RowLengths {
  Neighbours<Index> graph;
  std::int64_t* degrees;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    degrees[row] = graph.problem.length(row);
  }
};

/// Writes the entries of each row off the diagonal. Returns whether each has its mirror image.
template <class Exec, class Index>
bool count_entries(const Exec& exec, const Neighbours<Index>& graph, std::int64_t* degrees) {
  const auto& problem = graph.problem;
  Kokkos::parallel_for("filigree::color_graph::row_lengths",
                       ColoringRange<Exec>(exec, 0, problem.num_rows),
                       RowLengths<Index>{graph, degrees});
  const std::int64_t threads =
      (problem.num_entries + coloring_entries_a_thread - 1) / coloring_entries_a_thread;
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("filigree::color_graph::compare_mirrored",
                          ColoringRange<Exec>(exec, 0, threads),
                          CompareMirrored<Index>{graph, degrees}, sum);
  return sum == 0;
}

// --- the transposed pattern, entries of a row in no order ----------------------------------------

template <class Index>
struct CountMirrored {
  Neighbours<Index> graph;
  std::int64_t* counts;

  KOKKOS_FUNCTION void operator()(const std::int64_t thread) const {
    for_entries_of_thread(graph, thread, [&](std::int64_t row, std::int64_t col) {
      if (row != col) Kokkos::atomic_inc(&counts[col]);
    });
  }
};

/// Counts become offsets, and the places that are free next; rows have so many neighbours more.
struct ScanCounts {
  std::int64_t num_rows;
  std::int64_t* offsets;
  std::int64_t* next;
  std::int64_t* degrees;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& sum,
                                  const bool final) const {
    const std::int64_t count = row < num_rows ? offsets[row] : 0;
    if (final) {
      offsets[row] = sum;
      if (row < num_rows) {
        next[row] = sum;
        degrees[row] += count;
      }
    }
    sum += count;
  }
};

template <class Index>
struct PlaceMirrored {
  Neighbours<Index> graph;
  std::int64_t* next;
  Index* mirror_rows;

  KOKKOS_FUNCTION void operator()(const std::int64_t thread) const {
    for_entries_of_thread(graph, thread, [&](std::int64_t row, std::int64_t col) {
      if (row != col) mirror_rows[Kokkos::atomic_fetch_inc(&next[col])] = Index(row);
    });
  }
};

/// The transposed pattern where it is needed.
template <class Exec, class Index>
class MirroredPattern {
  template <class T>
  using Array = Kokkos::View<T*, typename Exec::memory_space>;

 public:
  MirroredPattern() = default;
  /// \param degrees entries of rows, to which those of columns are added
  MirroredPattern(const Exec& exec, const Neighbours<Index>& graph, std::int64_t* degrees) {
    const std::int64_t n = graph.problem.num_rows, nnz = graph.problem.num_entries;
    const auto make = [&]<class T>(Array<T>& array, const char* label, std::int64_t length) {
      array = allocate<T, typename Exec::memory_space>("color_graph", exec, label, length);
    };
    make(offsets_, "filigree::color_graph::mirror_offsets", n + 1);
    make(next_, "filigree::color_graph::next_places", n);
    make(rows_, "filigree::color_graph::mirror_rows", nnz);
    const ColoringRange<Exec> threads(
        exec, 0, (nnz + coloring_entries_a_thread - 1) / coloring_entries_a_thread);
    Kokkos::deep_copy(exec, offsets_, 0);
    Kokkos::parallel_for("filigree::color_graph::count_mirrored", threads,
                         CountMirrored<Index>{graph, offsets_.data()});
    Kokkos::parallel_scan("filigree::color_graph::scan_counts", ColoringRange<Exec>(exec, 0, n + 1),
                          ScanCounts{n, offsets_.data(), next_.data(), degrees});
    Kokkos::parallel_for("filigree::color_graph::place_mirrored", threads,
                         PlaceMirrored<Index>{graph, next_.data(), rows_.data()});
  }

  Neighbours<Index> with(const ColoringProblem<Index>& problem) const {
    return {problem, offsets_.data(), rows_.data()};
  }

 private:
  Array<std::int64_t> offsets_, next_;
  Array<Index> rows_;
};

}  // namespace filigree::detail
