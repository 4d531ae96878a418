// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <convert/check_offsets.hpp>
#include <core/execution_spaces.hpp>
#include <core/refuse.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/color_graph_problem.hpp>

namespace filigree::detail {

void check_coloring(std::string_view operation, std::int64_t num_rows, std::int64_t num_cols,
                    double fraction, int distance) {
  if (num_rows != num_cols)
    refuse(operation, "A", size_text(num_rows, num_cols), "a square matrix",
           "colour a square block of it, or A^T A");
  if (num_rows > std::numeric_limits<std::int32_t>::max())
    refuse(operation, "A", std::to_string(num_rows) + " rows", "at most 2147483647 rows",
           "colour parts of the matrix");
  if (!(fraction >= 0 && fraction <= 1))
    refuse(operation, "options.fraction", std::to_string(fraction), "a number from 0 to 1",
           "pass the share of rows to colour, 1 for all");
  if (distance != 1 && distance != 2)
    refuse(operation, "options.distance", std::to_string(distance), "1 or 2", "pass 1 or 2");
}

namespace {

constexpr std::string_view operation = "color_graph";

template <class Exec>
using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// The rows that an entry joins, either way round.
template <class Index>
struct Neighbours {
  ColoringProblem<Index> problem;
  const std::int64_t* mirror_offsets = nullptr;  ///< null: each entry has its mirror image anyway
  const Index* mirror_rows = nullptr;            ///< from 0

  /// f(neighbour) until it returns false, at distance 2 also those of neighbours; some come twice.
  template <class F>
  KOKKOS_FUNCTION void visit(std::int64_t row, const F& f) const {
    if (problem.distance == 1) return visit_joined(row, f);
    visit_joined(row, [&](std::int64_t middle) {
      bool goes_on = f(middle);
      if (goes_on)
        visit_joined(middle, [&](std::int64_t other) {
          goes_on = other == row || f(other);
          return goes_on;
        });
      return goes_on;
    });
  }

  template <class F>
  KOKKOS_FUNCTION void visit_joined(std::int64_t row, const F& f) const {
    for (std::int64_t k = problem.begin(row), end = problem.end(row); k < end; ++k) {
      const std::int64_t other = problem.column(k);
      if (other != row && !f(other)) return;
    }
    if (mirror_offsets == nullptr) return;
    for (std::int64_t k = mirror_offsets[row]; k < mirror_offsets[row + 1]; ++k) {
      const std::int64_t other = mirror_rows[k];
      if (other != row && !f(other)) return;
    }
  }
};

// --- the transposed pattern, entries of a row in no order ----------------------------------------

template <class Index>
struct CountMirrored {
  ColoringProblem<Index> problem;
  std::int64_t* counts;

  KOKKOS_FUNCTION void operator()(const std::int64_t k) const {
    Kokkos::atomic_inc(&counts[problem.column(k)]);
  }
};

/// Counts become offsets, and the places that are free next.
struct ScanCounts {
  std::int64_t num_rows;
  std::int64_t* offsets;
  std::int64_t* next;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& sum,
                                  const bool final) const {
    const std::int64_t count = row < num_rows ? offsets[row] : 0;
    if (final) {
      offsets[row] = sum;
      next[row] = sum;
    }
    sum += count;
  }
};

template <class Index>
struct PlaceMirrored {
  ColoringProblem<Index> problem;
  std::int64_t* next;
  Index* mirror_rows;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    problem.for_each(row, [&](std::int64_t col, std::int64_t) {
      mirror_rows[Kokkos::atomic_fetch_inc(&next[col])] = Index(row);
    });
  }
};

// --- rounds --------------------------------------------------------------------------------------

template <class Index>
struct CountNeighbours {
  Neighbours<Index> neighbours;
  std::int64_t* degrees;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    std::int64_t count = 0;
    neighbours.visit(row, [&](std::int64_t) {
      ++count;
      return true;
    });
    degrees[row] = count;
  }
};

/// The first row whose given colour cannot be.
template <class Index>
struct FindWrongColor {
  Neighbours<Index> neighbours;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& first) const {
    const std::int32_t* const colors = neighbours.problem.colors;
    bool wrong = colors[row] < -1;
    if (colors[row] >= 0)
      neighbours.visit(row, [&](std::int64_t other) {
        wrong = colors[other] == colors[row];
        return !wrong;
      });
    if (wrong) first = Kokkos::min(first, row);
  }
};

/// The rows without a colour, in order.
template <class Index>
struct ListUncolored {
  const std::int32_t* colors;
  Index* list;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& place,
                                  const bool final) const {
    if (colors[row] >= 0) return;
    if (final) list[place] = Index(row);
    ++place;
  }
};

/// A row is ready where all neighbours without a colour come after it. Colours are read only, so
/// that which rows are ready does not depend on the order of threads.
template <class Index>
struct FindReady {
  Neighbours<Index> neighbours;
  const std::int64_t* degrees;
  const Index* list;
  bool* ready;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    const std::int64_t row = list[i];
    const std::int32_t* const colors = neighbours.problem.colors;
    bool is_first = true;
    neighbours.visit(row, [&](std::int64_t other) {
      is_first = colors[other] >= 0 || colored_before(degrees[row], row, degrees[other], other);
      return is_first;
    });
    ready[i] = is_first;
  }
};

/// Colours the rows that are ready, no two of which are neighbours.
template <class Index>
struct ColorReady {
  Neighbours<Index> neighbours;
  const Index* list;
  const bool* ready;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    const std::int64_t row = list[i];
    if (ready[i]) neighbours.problem.colors[row] = smallest_free(row);
  }

  /// 64 colours at a time, a bit each.
  KOKKOS_FUNCTION std::int32_t smallest_free(std::int64_t row) const {
    const std::int32_t* const colors = neighbours.problem.colors;
    for (std::int32_t first = 0;; first += 64) {
      std::uint64_t taken = 0;
      neighbours.visit(row, [&](std::int64_t other) {
        const std::int64_t color = std::int64_t(colors[other]) - first;
        if (color >= 0 && color < 64) taken |= std::uint64_t(1) << color;
        return true;
      });
      for (std::int32_t color = 0; color < 64; ++color)
        if ((taken >> color & 1) == 0) return first + color;
    }
  }
};

/// The rows that were not ready, in order.
template <class Index>
struct ListRest {
  const Index* list;
  const bool* ready;
  Index* rest;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& place,
                                  const bool final) const {
    if (ready[i]) return;
    if (final) rest[place] = list[i];
    ++place;
  }
};

template <class Index>
struct ColorEachAlone {
  const Index* list;
  std::int32_t* colors;
  std::int64_t first;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    colors[list[i]] = std::int32_t(first + i);
  }
};

struct FindLastColor {
  const std::int32_t* colors;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& last) const {
    last = Kokkos::max(last, std::int64_t(colors[row]));
  }
};

template <class Exec>
std::int64_t count_colors(const Exec& exec, std::int64_t num_rows, const std::int32_t* colors) {
  std::int64_t last = -1;
  Kokkos::parallel_reduce("filigree::color_graph::count_colors", Rows<Exec>(exec, 0, num_rows),
                          FindLastColor{colors}, Kokkos::Max<std::int64_t>(last));
  return last + 1;
}

/// The arrays of a call.
template <class Exec, class Index>
struct ColoringMemory {
  template <class T>
  using Array = Kokkos::View<T*, typename Exec::memory_space>;

  Array<std::int64_t> mirror_offsets, degrees;
  Array<Index> mirror_rows, list, rest;
  Array<bool> ready;

  ColoringMemory(const Exec& exec, const ColoringProblem<Index>& problem) {
    const auto make = [&]<class T>(Array<T>& array, const char* label, std::int64_t length) {
      array = allocate<T, typename Exec::memory_space>(operation, exec, label, length);
    };
    const std::int64_t n = problem.num_rows;
    if (!problem.symmetric_pattern) {
      make(mirror_offsets, "filigree::color_graph::mirror_offsets", n + 1);
      make(mirror_rows, "filigree::color_graph::mirror_rows", problem.num_entries);
    }
    make(degrees, "filigree::color_graph::degrees", n + 1);
    make(list, "filigree::color_graph::list", n);
    make(rest, "filigree::color_graph::rest", n);
    make(ready, "filigree::color_graph::ready", n);
  }
};

template <class Exec, class Index>
Neighbours<Index> make_neighbours(const Exec& exec, const ColoringProblem<Index>& problem,
                                  const ColoringMemory<Exec, Index>& memory) {
  if (problem.symmetric_pattern) return {problem};
  const std::int64_t n = problem.num_rows;
  std::int64_t* const offsets = memory.mirror_offsets.data();
  std::int64_t* const next = memory.degrees.data();  // not needed for degrees yet
  Kokkos::deep_copy(exec, memory.mirror_offsets, 0);
  Kokkos::parallel_for("filigree::color_graph::count_mirrored",
                       Rows<Exec>(exec, 0, problem.num_entries),
                       CountMirrored<Index>{problem, offsets});
  Kokkos::parallel_scan("filigree::color_graph::scan_counts", Rows<Exec>(exec, 0, n + 1),
                        ScanCounts{n, offsets, next});
  Kokkos::parallel_for("filigree::color_graph::place_mirrored", Rows<Exec>(exec, 0, n),
                       PlaceMirrored<Index>{problem, next, memory.mirror_rows.data()});
  return {problem, offsets, memory.mirror_rows.data()};
}

template <class Exec, class Index>
void check_given(const Exec& exec, const Neighbours<Index>& neighbours) {
  const std::int64_t n = neighbours.problem.num_rows;
  std::int64_t first = n;
  Kokkos::parallel_reduce("filigree::color_graph::check_given", Rows<Exec>(exec, 0, n),
                          FindWrongColor<Index>{neighbours}, Kokkos::Min<std::int64_t>(first));
  if (first < n)
    refuse(operation, "colors",
           "row " + std::to_string(first + neighbours.problem.base) +
               " with a colour below -1 or that of a neighbour",
           "colours from 0 on that differ between neighbours, -1 for none",
           "set the row's colour to -1");
}

}  // namespace

template <class Exec, class Index>
std::int64_t color_rows(const Exec& exec, const ColoringProblem<Index>& problem) {
  const std::int64_t n = problem.num_rows;
  if (n == 0) return 0;
  check_offsets(operation, "A.row_offsets()", exec, problem.row_offsets, n, problem.num_entries,
                problem.base);
  ColoringMemory<Exec, Index> memory(exec, problem);
  const Neighbours<Index> neighbours = make_neighbours(exec, problem, memory);
  if (problem.keep_given)
    check_given(exec, neighbours);
  else
    Kokkos::deep_copy(
        exec,
        Kokkos::View<std::int32_t*, typename Exec::memory_space, Kokkos::MemoryUnmanaged>(
            problem.colors, std::size_t(n)),
        -1);
  Kokkos::parallel_for("filigree::color_graph::count_neighbours", Rows<Exec>(exec, 0, n),
                       CountNeighbours<Index>{neighbours, memory.degrees.data()});
  std::int64_t left = 0;
  Kokkos::parallel_scan("filigree::color_graph::list_uncolored", Rows<Exec>(exec, 0, n),
                        ListUncolored<Index>{problem.colors, memory.list.data()}, left);
  const std::int64_t may_be_left = n - std::int64_t(std::ceil(double(n) * problem.fraction));
  while (left > may_be_left) {
    const Rows<Exec> uncolored(exec, 0, left);
    Kokkos::parallel_for("filigree::color_graph::find_ready", uncolored,
                         FindReady<Index>{neighbours, memory.degrees.data(), memory.list.data(),
                                          memory.ready.data()});
    Kokkos::parallel_for("filigree::color_graph::color_ready", uncolored,
                         ColorReady<Index>{neighbours, memory.list.data(), memory.ready.data()});
    Kokkos::parallel_scan(
        "filigree::color_graph::list_rest", uncolored,
        ListRest<Index>{memory.list.data(), memory.ready.data(), memory.rest.data()}, left);
    std::swap(memory.list, memory.rest);
  }
  const std::int64_t num_colors = count_colors(exec, n, problem.colors);
  Kokkos::parallel_for("filigree::color_graph::color_each_alone", Rows<Exec>(exec, 0, left),
                       ColorEachAlone<Index>{memory.list.data(), problem.colors, num_colors});
  // Scratch arrays go out of scope here, with kernels on exec that may still read them.
  exec.fence("filigree::color_graph");
  return num_colors + left;
}

#define FILIGREE_INSTANTIATE(Exec)                                                     \
  template std::int64_t color_rows(const Exec&, const ColoringProblem<std::int32_t>&); \
  template std::int64_t color_rows(const Exec&, const ColoringProblem<std::int64_t>&);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
