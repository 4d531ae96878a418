// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <coloring/neighbours.hpp>
#include <convert/check_offsets.hpp>
#include <convert/entries.hpp>
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

// --- rounds --------------------------------------------------------------------------------------

template <class Index>
struct CountNeighbours {
  Neighbours<Index> neighbours;
  std::int64_t* degrees;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    std::int64_t count = 0;
    neighbours.visit(row, [&](std::int64_t) { ++count; });
    degrees[row] = count;
  }
};

/// The first row whose given colour cannot be.
template <class Index>
struct FindWrongColor {
  Neighbours<Index> neighbours;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& first) const {
    const std::int32_t* const colors = neighbours.problem.colors;
    // Rows that are left may get a colour each, above all of these.
    constexpr std::int64_t most = Kokkos::Experimental::finite_max_v<std::int32_t>;
    bool wrong = colors[row] < -1 || colors[row] > most - neighbours.problem.num_rows;
    if (colors[row] >= 0)
      neighbours.visit(row,
                       [&](std::int64_t other) { wrong = wrong || colors[other] == colors[row]; });
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

/// Rows that are ready: in no order, but what becomes of them does not depend on it.
template <class Index>
struct ReadyRows {
  Index* list;
  std::int64_t* count;

  KOKKOS_FUNCTION void add(std::int64_t row) const {
    list[Kokkos::atomic_fetch_inc(count)] = Index(row);
  }
};

/// Counts for each row the neighbours without a colour that come before it. Lanes share a row.
template <class Index>
struct CountWaits {
  Neighbours<Index> neighbours;
  const std::int64_t* degrees;
  std::int64_t* waits;
  ReadyRows<Index> ready;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const std::int64_t step = std::int64_t(team.league_size()) * team.team_size();
    const std::int64_t first =
        std::int64_t(team.league_rank()) * team.team_size() + team.team_rank();
    for (std::int64_t row = first; row < neighbours.problem.num_rows; row += step) {
      const std::int64_t count = neighbours.problem.colors[row] < 0 ? waits_of(team, row) : -1;
      Kokkos::single(Kokkos::PerThread(team), [&] {
        waits[row] = count;
        if (count == 0) ready.add(row);
      });
    }
  }

 private:
  template <class Team>
  KOKKOS_FUNCTION std::int64_t waits_of(const Team& team, std::int64_t row) const {
    std::int64_t count = 0;
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, neighbours.count(row)),
        [&](const std::int64_t k, std::int64_t& sum) {
          neighbours.visit_by(row, k, [&](std::int64_t other) {
            if (neighbours.problem.colors[other] < 0 &&
                colored_before(degrees[other], other, degrees[row], row))
              ++sum;
          });
        },
        count);
    return count;
  }
};

/// Colours the rows that are ready, no two of which are neighbours, and tells the neighbours that
/// wait: all that have no colour do. Lanes share a row.
template <class Index>
struct ColorReady {
  Neighbours<Index> neighbours;
  std::int64_t* waits;
  ReadyRows<Index> ready, next;
  std::int64_t* count_after_next;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const std::int64_t step = std::int64_t(team.league_size()) * team.team_size();
    const std::int64_t first =
        std::int64_t(team.league_rank()) * team.team_size() + team.team_rank();
    if (first == 0) *count_after_next = 0;
    const std::int64_t count = *ready.count;
    for (std::int64_t i = first; i < count; i += step) {
      const std::int64_t row = ready.list[i];
      const std::int32_t color = smallest_free(team, row);
      Kokkos::single(Kokkos::PerThread(team), [&] { neighbours.problem.colors[row] = color; });
    }
  }

 private:
  /// 64 colours at a time, a bit each.
  template <class Team>
  KOKKOS_FUNCTION std::int32_t smallest_free(const Team& team, std::int64_t row) const {
    const std::int32_t* const colors = neighbours.problem.colors;
    for (std::int32_t first = 0;; first += 64) {
      std::uint64_t taken = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, neighbours.count(row)),
          [&](const std::int64_t k, std::uint64_t& bits) {
            neighbours.visit_by(row, k, [&](std::int64_t other) {
              const std::int32_t color = colors[other];
              if (color < 0 && first == 0) tell(other);
              if (color >= first && color < first + 64) bits |= std::uint64_t(1) << (color - first);
            });
          },
          Kokkos::BOr<std::uint64_t>(taken));
      for (std::int32_t bit = 0; bit < 64; ++bit)
        if ((taken >> bit & 1) == 0) return first + bit;
    }
  }

  KOKKOS_FUNCTION void tell(std::int64_t row) const {
    if (Kokkos::atomic_fetch_sub(&waits[row], std::int64_t(1)) == 1) next.add(row);
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

struct CountColors {
  const std::int32_t* colors;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& last,
                                  std::int64_t& uncolored) const {
    last = Kokkos::max(last, std::int64_t(colors[row]));
    if (colors[row] < 0) ++uncolored;
  }
};

struct ColorCounts {
  std::int64_t colors = 0;
  std::int64_t uncolored = 0;  ///< rows
};

template <class Exec>
ColorCounts count_colors(const Exec& exec, std::int64_t num_rows, const std::int32_t* colors) {
  std::int64_t last = -1, uncolored = 0;
  Kokkos::parallel_reduce("filigree::color_graph::count_colors",
                          ColoringRange<Exec>(exec, 0, num_rows), CountColors{colors},
                          Kokkos::Max<std::int64_t>(last), uncolored);
  return {last + 1, uncolored};
}

template <class Exec, class Index>
void check_given(const Exec& exec, const Neighbours<Index>& neighbours) {
  const std::int64_t n = neighbours.problem.num_rows;
  std::int64_t first = n;
  Kokkos::parallel_reduce("filigree::color_graph::check_given", ColoringRange<Exec>(exec, 0, n),
                          FindWrongColor<Index>{neighbours}, Kokkos::Min<std::int64_t>(first));
  if (first < n)
    refuse(operation, "colors",
           "row " + std::to_string(first + neighbours.problem.base) +
               " with a colour below -1, one above 2^31 less the rows, or that of a neighbour",
           "colours from 0 on that differ between neighbours, -1 for none",
           "set the row's colour to -1");
}

/// The rounds of a call. In each the rows that are ready get colours.
template <class Exec, class Index>
class ColoringRounds {
  template <class T>
  using Array = Kokkos::View<T*, typename Exec::memory_space>;
  static constexpr bool on_host = is_host_execution_v<Exec>;
  /// Whole colourings wait for the device once in so many.
  static constexpr int rounds_a_wait = 8;

 public:
  ColoringRounds(const Exec& exec, const Neighbours<Index>& neighbours, const std::int64_t* degrees)
      : exec_(exec),
        neighbours_(neighbours),
        degrees_(degrees),
        lists_{array<Index>("ready", num_rows()), array<Index>("ready_next", num_rows())},
        waits_(array<std::int64_t>("waits", num_rows())),
        counts_(array<std::int64_t>("ready_counts", 3)) {}

  /// Until no more than `may_be_left` rows have no colour.
  void run(std::int64_t may_be_left) {
    Kokkos::deep_copy(exec_, counts_, 0);
    Kokkos::parallel_for("filigree::color_graph::count_waits", teams(),
                         CountWaits<Index>{neighbours_, degrees_, waits_.data(), ready(0)});
    std::int64_t left = may_be_left == 0 ? num_rows() : uncolored();
    for (int round = 0; left > may_be_left;) {
      const std::int64_t found = read_entry(exec_, counts_.data(), round % 3);
      if (found == 0) return;
      left -= may_be_left == 0 ? 0 : found;
      const int last = round + (may_be_left == 0 ? rounds_a_wait : 1);
      for (; round < last; ++round)
        Kokkos::parallel_for("filigree::color_graph::color_ready", teams(),
                             ColorReady<Index>{neighbours_, waits_.data(), ready(round),
                                               ready(round + 1), ready(round + 2).count});
    }
  }

  /// Gives the rows that are left a colour each, from this one on. Waits.
  void color_each_alone(std::int64_t first) {
    std::int64_t left = 0;
    const ColoringRange<Exec> all(exec_, 0, num_rows());
    Kokkos::parallel_scan("filigree::color_graph::list_uncolored", all,
                          ListUncolored<Index>{problem().colors, lists_[0].data()}, left);
    Kokkos::parallel_for("filigree::color_graph::color_each_alone",
                         ColoringRange<Exec>(exec_, 0, left),
                         ColorEachAlone<Index>{lists_[0].data(), problem().colors, first});
  }

 private:
  template <class T>
  Array<T> array(const char* label, std::int64_t length) const {
    return allocate<T, typename Exec::memory_space>(
        operation, exec_, (std::string("filigree::color_graph::") + label).c_str(), length);
  }
  const ColoringProblem<Index>& problem() const { return neighbours_.problem; }
  std::int64_t num_rows() const { return problem().num_rows; }
  std::int64_t uncolored() const {
    return count_colors(exec_, num_rows(), problem().colors).uncolored;
  }
  ReadyRows<Index> ready(int round) const {
    return {lists_[round % 2].data(), counts_.data() + round % 3};
  }

  /// As many as work at once: how many rows are ready is known on the device. Devices have as many
  /// lanes for a row as it has entries, on average.
  Kokkos::TeamPolicy<Exec> teams() const {
    if constexpr (on_host) return {exec_, 4 * exec_.concurrency(), 1, 1};
    const double entries = double(problem().num_entries) / double(num_rows());
    const int lanes = int(std::bit_ceil(unsigned(std::min(entries, 32.0))));
    return {exec_, 2048, 256 / lanes, lanes};
  }

  Exec exec_;
  Neighbours<Index> neighbours_;
  const std::int64_t* degrees_;
  Array<Index> lists_[2];
  Array<std::int64_t> waits_, counts_;
};

}  // namespace

template <class Exec, class Index>
std::int64_t color_rows(const Exec& exec, const ColoringProblem<Index>& problem) {
  using Space = typename Exec::memory_space;
  const std::int64_t n = problem.num_rows;
  if (n == 0) return 0;
  check_offsets(operation, "A.row_offsets()", exec, problem.row_offsets, n, problem.num_entries,
                problem.base);
  const auto degrees =
      allocate<std::int64_t, Space>(operation, exec, "filigree::color_graph::degrees", n);
  Neighbours<Index> neighbours{problem};
  MirroredPattern<Exec, Index> mirrored;
  if (!count_entries(exec, neighbours, degrees.data())) {
    mirrored = MirroredPattern<Exec, Index>(exec, neighbours, degrees.data());
    neighbours = mirrored.with(problem);
  }
  ColoringRounds<Exec, Index> rounds(exec, neighbours, degrees.data());
  if (problem.keep_given)
    check_given(exec, neighbours);
  else
    Kokkos::deep_copy(
        exec,
        Kokkos::View<std::int32_t*, Space, Kokkos::MemoryUnmanaged>(problem.colors, std::size_t(n)),
        -1);
  if (problem.distance == 2)
    Kokkos::parallel_for("filigree::color_graph::count_neighbours", ColoringRange<Exec>(exec, 0, n),
                         CountNeighbours<Index>{neighbours, degrees.data()});
  rounds.run(n - std::int64_t(std::ceil(double(n) * problem.fraction)));
  const ColorCounts found = count_colors(exec, n, problem.colors);
  if (found.uncolored > 0) rounds.color_each_alone(found.colors);
  // Scratch arrays go out of scope here, with kernels on exec that may still read them.
  exec.fence("filigree::color_graph");
  return found.colors + found.uncolored;
}

#define FILIGREE_INSTANTIATE(Exec)                                                     \
  template std::int64_t color_rows(const Exec&, const ColoringProblem<std::int32_t>&); \
  template std::int64_t color_rows(const Exec&, const ColoringProblem<std::int64_t>&);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
