// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <coloring/neighbours.hpp>
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

/// Rows of more neighbours are shared by the threads of a team, on devices. They come first anyway.
constexpr std::int64_t long_row = 512;
constexpr int long_row_threads = 128;

/// Rows without a colour, in order, that have so many neighbours.
template <class Index>
struct ListUncolored {
  const std::int32_t* colors;
  const std::int64_t* degrees;
  std::int64_t least, most;
  Index* list;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& place,
                                  const bool final) const {
    if (colors[row] >= 0 || degrees[row] < least || degrees[row] > most) return;
    if (final) list[place] = Index(row);
    ++place;
  }
};

/// The rows of a list that have no colour yet, in order.
template <class Index>
struct ListRest {
  const std::int32_t* colors;
  const Index* list;
  Index* rest;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& place,
                                  const bool final) const {
    if (colors[list[i]] >= 0) return;
    if (final) rest[place] = list[i];
    ++place;
  }
};

/// How a row gets its colour. Other threads may colour others at the same time: a row is ready once
/// all neighbours that come before it have colours, which stay, so that its own does not depend on
/// when it looks.
template <class Index>
struct RowColoring {
  Neighbours<Index> neighbours;
  const std::int64_t* degrees;

  KOKKOS_FUNCTION std::int32_t color(std::int64_t row) const {
    return Kokkos::atomic_load(neighbours.problem.colors + row);
  }
  KOKKOS_FUNCTION void set(std::int64_t row, std::int32_t color) const {
    Kokkos::atomic_store(neighbours.problem.colors + row, color);
  }
  KOKKOS_FUNCTION bool comes_after(std::int64_t other, std::int64_t row) const {
    return colored_before(degrees[row], row, degrees[other], other);
  }
  /// Notes a colour from `first` on, a bit each for 64 of them.
  KOKKOS_FUNCTION static void note(std::int64_t color, std::int32_t first, std::uint64_t& taken) {
    if (color >= first && color < first + 64) taken |= std::uint64_t(1) << (color - first);
  }
  /// The first colour that is not taken; -1: all are.
  KOKKOS_FUNCTION static std::int32_t free_color(std::int32_t first, std::uint64_t taken) {
    for (std::int32_t bit = 0; bit < 64; ++bit)
      if ((taken >> bit & 1) == 0) return first + bit;
    return -1;
  }

  /// The row's colour; -1 while it is not ready.
  KOKKOS_FUNCTION std::int32_t find(std::int64_t row) const {
    bool is_ready = true;
    std::int32_t found = -1;
    for (std::int32_t first = 0; is_ready && found < 0; first += 64) {
      std::uint64_t taken = 0;
      neighbours.visit(row, [&](std::int64_t other) {
        const std::int32_t its = color(other);
        note(its, first, taken);
        is_ready = its >= 0 || comes_after(other, row);
        return is_ready;
      });
      if (is_ready) found = free_color(first, taken);
    }
    return found;
  }
};

/// Colours the rows that are ready, or are before long.
template <class Index>
struct ColorRows {
  RowColoring<Index> rows;
  const Index* list;
  int attempts;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    const std::int64_t row = list[i];
    for (int attempt = 0; attempt < attempts; ++attempt) {
      const std::int32_t color = rows.find(row);
      if (color < 0) continue;
      rows.set(row, color);
      return;
    }
  }
};

/// The same, a team a row, at distance 1.
template <class Index>
struct ColorLongRows {
  RowColoring<Index> rows;
  const Index* list;
  int attempts;

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const std::int64_t row = list[team.league_rank()];
    for (int attempt = 0; attempt < attempts; ++attempt) {
      if (!is_ready(team, row)) continue;
      std::int32_t color = -1;
      for (std::int32_t first = 0; color < 0; first += 64) color = find(team, row, first);
      if (team.team_rank() == 0) rows.set(row, color);
      return;
    }
  }

 private:
  template <class Team>
  KOKKOS_FUNCTION bool is_ready(const Team& team, std::int64_t row) const {
    int waits = 0;
    rows.neighbours.visit_joined(row, team.team_rank(), team.team_size(), [&](std::int64_t other) {
      waits = rows.color(other) < 0 && !rows.comes_after(other, row);
      return waits == 0;
    });
    team.team_reduce(Kokkos::Max<int>(waits));
    return waits == 0;
  }
  template <class Team>
  KOKKOS_FUNCTION std::int32_t find(const Team& team, std::int64_t row, std::int32_t first) const {
    std::uint64_t taken = 0;
    rows.neighbours.visit_joined(row, team.team_rank(), team.team_size(), [&](std::int64_t other) {
      RowColoring<Index>::note(rows.color(other), first, taken);
      return true;
    });
    team.team_reduce(Kokkos::BOr<std::uint64_t>(taken));
    return RowColoring<Index>::free_color(first, taken);
  }
};

// A share of the rows: by rounds, each of which sees the colours of those before it only, so that
// which rows have colours does not depend on the order of threads.

template <class Index>
struct FindReady {
  RowColoring<Index> rows;
  const Index* list;
  bool* ready;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    bool is_first = true;
    rows.neighbours.visit(list[i], [&](std::int64_t other) {
      is_first = rows.color(other) >= 0 || rows.comes_after(other, list[i]);
      return is_first;
    });
    ready[i] = is_first;
  }
};

template <class Index>
struct ColorReady {
  RowColoring<Index> rows;
  const Index* list;
  const bool* ready;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    if (ready[i]) rows.set(list[i], rows.find(list[i]));
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
  Kokkos::parallel_reduce("filigree::color_graph::count_colors",
                          ColoringRange<Exec>(exec, 0, num_rows), FindLastColor{colors},
                          Kokkos::Max<std::int64_t>(last));
  return last + 1;
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
               " with a colour below -1 or that of a neighbour",
           "colours from 0 on that differ between neighbours, -1 for none",
           "set the row's colour to -1");
}

/// The rounds of a call.
template <class Exec, class Index>
class ColoringRounds {
  template <class T>
  using Array = Kokkos::View<T*, typename Exec::memory_space>;
  static constexpr bool on_host = is_host_execution_v<Exec>;
  /// How often a thread looks whether its row is ready: on devices what it waits for may be at work
  /// at the same time.
  static constexpr int attempts = on_host ? 1 : 16;

 public:
  ColoringRounds(const Exec& exec, const RowColoring<Index>& rows)
      : exec_(exec), rows_(rows), list_(array<Index>("list")), rest_(array<Index>("rest")) {}

  /// All rows.
  void color_all() {
    const bool has_teams = !on_host && problem().distance == 1;
    if (has_teams) color_long_rows();
    for (list_uncolored(0, has_teams ? long_row : most); left_ > 0; list_rest())
      Kokkos::parallel_for("filigree::color_graph::color_rows", all(),
                           ColorRows<Index>{rows_, list_.data(), attempts});
  }

  /// Until no more than `may_be_left` rows have none, which get one each, from the next one on.
  /// Returns how many these are.
  std::int64_t color_share(std::int64_t may_be_left) {
    const auto ready = array<bool>("ready");
    for (list_uncolored(0, most); left_ > may_be_left; list_rest()) {
      Kokkos::parallel_for("filigree::color_graph::find_ready", all(),
                           FindReady<Index>{rows_, list_.data(), ready.data()});
      Kokkos::parallel_for("filigree::color_graph::color_ready", all(),
                           ColorReady<Index>{rows_, list_.data(), ready.data()});
    }
    if (left_ > 0)
      Kokkos::parallel_for(
          "filigree::color_graph::color_each_alone", all(),
          ColorEachAlone<Index>{list_.data(), problem().colors,
                                count_colors(exec_, problem().num_rows, problem().colors)});
    exec_.fence("filigree::color_graph");  // ready goes out of scope
    return left_;
  }

 private:
  static constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

  template <class T>
  Array<T> array(const char* label) const {
    return allocate<T, typename Exec::memory_space>(
        operation, exec_, (std::string("filigree::color_graph::") + label).c_str(),
        problem().num_rows);
  }
  const ColoringProblem<Index>& problem() const { return rows_.neighbours.problem; }
  ColoringRange<Exec> all() const { return {exec_, 0, left_}; }

  void list_uncolored(std::int64_t least, std::int64_t most_neighbours) {
    Kokkos::parallel_scan(
        "filigree::color_graph::list_uncolored", ColoringRange<Exec>(exec_, 0, problem().num_rows),
        ListUncolored<Index>{problem().colors, rows_.degrees, least, most_neighbours, list_.data()},
        left_);
  }
  void list_rest() {
    Kokkos::parallel_scan("filigree::color_graph::list_rest", all(),
                          ListRest<Index>{problem().colors, list_.data(), rest_.data()}, left_);
    std::swap(list_, rest_);
  }

  /// Two at least that need each other never do so in a circle: each round colours some.
  void color_long_rows() {
    for (list_uncolored(long_row + 1, most); left_ > 0; list_rest())
      Kokkos::parallel_for("filigree::color_graph::color_long_rows",
                           Kokkos::TeamPolicy<Exec>(exec_, int(left_), long_row_threads),
                           ColorLongRows<Index>{rows_, list_.data(), attempts});
  }

  Exec exec_;
  RowColoring<Index> rows_;
  Array<Index> list_, rest_;
  std::int64_t left_ = 0;
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
  const bool is_symmetric =
      count_entries(exec, neighbours, degrees.data()) || problem.symmetric_pattern;
  MirroredPattern<Exec, Index> mirrored;
  if (!is_symmetric) {
    mirrored = MirroredPattern<Exec, Index>(exec, neighbours, degrees.data());
    neighbours = mirrored.with(problem);
  }
  ColoringRounds<Exec, Index> rounds(exec, {neighbours, degrees.data()});
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
  const std::int64_t may_be_left = n - std::int64_t(std::ceil(double(n) * problem.fraction));
  if (may_be_left > 0)
    rounds.color_share(may_be_left);
  else
    rounds.color_all();
  return count_colors(exec, n, problem.colors);
}

#define FILIGREE_INSTANTIATE(Exec)                                                     \
  template std::int64_t color_rows(const Exec&, const ColoringProblem<std::int32_t>&); \
  template std::int64_t color_rows(const Exec&, const ColoringProblem<std::int64_t>&);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
