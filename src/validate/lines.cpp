// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include <convert/entries.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <filigree/detail/validate_problem.hpp>
#include <validate/checks.hpp>

namespace filigree::detail {
namespace {

constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::max();

/// Offences at one place, the first of these first; found as 8 * place + code.
enum Code : std::int64_t { minor_range, behind_padding, disorder, repeat, outside_fill };

struct Demands {
  bool order;
  bool distinct;
  bool fill;
  bool padding;
};

/// Walks the indices of a line.
template <class Index>
struct LineChecks {
  CheckedLines<Index> A;
  Demands demands;
  bool diagonals;
  std::int64_t base;      ///< of indices; diagonals have none
  std::int64_t smallest;  ///< index, from 0; of a diagonal
  std::int64_t largest;

  LineChecks(const CheckedLines<Index>& lines, const Demands& demands_)
      : A(lines),
        demands(demands_),
        diagonals(lines.is_diagonals()),
        base(diagonals ? 0 : std::int64_t(lines.properties.index_base)),
        smallest(diagonals ? 1 - lines.num_rows : 0),
        largest(diagonals ? lines.num_cols - 1 : lines.num_minor - 1) {}

  KOKKOS_FUNCTION std::int64_t first(std::int64_t line) const {
    if (!A.has_offsets) return line * A.line_step;
    return A.begin_offsets[line / A.group_size] - A.offset_base + line % A.group_size;
  }
  KOKKOS_FUNCTION std::int64_t width(std::int64_t line) const {
    if (!A.has_offsets) return A.width;
    const std::int64_t group = line / A.group_size;
    return (A.end_offsets[group] - A.begin_offsets[group]) / A.group_size;
  }
  KOKKOS_FUNCTION bool is_padding(std::int64_t place) const {
    return A.padded && A.indices[place] == Index(-1);
  }
  KOKKOS_FUNCTION std::int64_t minor_at(std::int64_t place) const {
    return moved(A.indices[place], -base);
  }
  KOKKOS_FUNCTION bool outside_triangle(std::int64_t line, std::int64_t minor) const {
    if (diagonals) return A.properties.fill == FillMode::lower ? minor > 0 : minor < 0;
    const bool permuted = A.container == Container::sell && A.row_list != nullptr;
    const std::int64_t row = permuted ? std::int64_t(A.row_list[line]) - base : line;
    return lies_outside(A.properties.fill, {row * A.line_rows, A.line_rows},
                        {minor * A.index_cols, A.index_cols});
  }

  /// The lowest offence of a line, as 8 * place + code.
  KOKKOS_FUNCTION std::int64_t check(std::int64_t line) const {
    const std::int64_t count = width(line);
    std::int64_t place = first(line), previous = -nothing;
    bool padding_seen = false;
    for (std::int64_t j = 0; j < count; ++j, place += A.step) {
      if (is_padding(place)) {
        padding_seen = true;
        continue;
      }
      const std::int64_t minor = minor_at(place);
      if (minor < smallest || minor > largest) return 8 * place + minor_range;
      if (demands.padding && padding_seen) return 8 * place + behind_padding;
      if (demands.order && minor < previous) return 8 * place + disorder;
      if (demands.distinct && minor == previous) return 8 * place + repeat;
      if (demands.fill && outside_triangle(line, minor)) return 8 * place + outside_fill;
      previous = minor;
    }
    return nothing;
  }
};

template <class Index>
struct FindLineOffence {
  LineChecks<Index> checks;

  KOKKOS_FUNCTION void operator()(std::int64_t line, std::int64_t& low) const {
    low = Kokkos::min(low, checks.check(line));
  }
};

template <class Index>
struct FindLine {
  LineChecks<Index> checks;
  std::int64_t place;

  KOKKOS_FUNCTION void operator()(std::int64_t line, std::int64_t& highest) const {
    const std::int64_t distance = place - checks.first(line);
    if (distance >= 0 && distance % checks.A.step == 0 &&
        distance / checks.A.step < checks.width(line))
      highest = Kokkos::max(highest, line);
  }
};

/// 2 * group, + 1 where it ends before it begins.
template <class Index>
struct FindWrongGroup {
  CheckedLines<Index> A;
  bool apart;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& low) const {
    const std::int64_t begin = A.begin_offsets[i], end = A.end_offsets[i];
    if (apart && end < begin) low = Kokkos::min(low, 2 * i + 1);
    const bool wrong = apart ? begin < A.offset_base || end > A.offset_base + A.num_places
                             : (end - begin) % A.group_size != 0;
    if (wrong) low = Kokkos::min(low, 2 * i);
  }
};

/// Notes where the list names each row first; then looks for what is no row, or named again.
template <class Index>
struct TakeRows {
  CheckedLines<Index> A;
  std::int64_t* taken;

  KOKKOS_FUNCTION std::int64_t row(std::int64_t k) const {
    return moved(A.row_list[k], -std::int64_t(A.properties.index_base));
  }
  KOKKOS_FUNCTION bool exists(std::int64_t row) const { return row >= 0 && row < A.num_lines; }
  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    if (exists(row(k))) Kokkos::atomic_min(&taken[row(k)], k);
  }
  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& low) const {
    if (!exists(row(k)) || taken[row(k)] != k) low = Kokkos::min(low, k);
  }
};

template <class Index>
struct CountEntries {
  LineChecks<Index> checks;

  KOKKOS_FUNCTION void operator()(std::int64_t line, std::int64_t& sum) const {
    const std::int64_t count = checks.width(line);
    std::int64_t place = checks.first(line);
    for (std::int64_t j = 0; j < count; ++j, place += checks.A.step)
      sum += !checks.is_padding(place);
  }
};

template <class Index>
struct FindRepeatInLine {
  LineChecks<Index> checks;

  KOKKOS_FUNCTION void operator()(std::int64_t line, std::int64_t& low) const {
    const std::int64_t begin = checks.first(line), end = begin + checks.width(line);
    for (std::int64_t place = begin; place < end && place < low; ++place)
      for (std::int64_t k = begin; k < place; ++k)
        if (checks.A.indices[k] == checks.A.indices[place]) low = Kokkos::min(low, place);
  }
};

/// Every place as no entry, and the further entries.
template <class Index>
struct ListNoEntries {
  LineChecks<Index> checks;
  const Index* more_rows;
  const Index* more_columns;
  std::int64_t* majors;
  std::int64_t* minors;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    const std::int64_t more = k - checks.A.num_places;
    majors[k] = more >= 0 ? std::int64_t(more_rows[more]) - checks.base : checks.A.num_lines;
    minors[k] = more >= 0 ? std::int64_t(more_columns[more]) - checks.base : k;
  }
};

template <class Index>
struct ListEntries {
  LineChecks<Index> checks;
  std::int64_t* majors;
  std::int64_t* minors;

  KOKKOS_FUNCTION void operator()(std::int64_t line) const {
    const std::int64_t width = checks.width(line);
    std::int64_t place = checks.first(line);
    for (std::int64_t j = 0; j < width; ++j, place += checks.A.step) {
      if (checks.is_padding(place)) continue;
      majors[place] = line;
      minors[place] = checks.minor_at(place) - checks.smallest;
    }
  }
};

template <class Exec, class Index>
std::int64_t first_line_offence(const Exec& exec, const LineChecks<Index>& checks) {
  std::int64_t lowest = nothing;
  Kokkos::parallel_reduce("filigree::validate::lines",
                          EntryRange<Exec>(exec, 0, checks.A.num_lines),
                          FindLineOffence<Index>{checks}, Kokkos::Min<std::int64_t>(lowest));
  return lowest;
}

/// The line that a place lies in, by looking at all lines: for a report only.
template <class Exec, class Index>
std::int64_t line_of(const Exec& exec, const LineChecks<Index>& checks, std::int64_t place) {
  std::int64_t found = -1;
  Kokkos::parallel_reduce("filigree::validate::line_of_place",
                          EntryRange<Exec>(exec, 0, checks.A.num_lines),
                          FindLine<Index>{checks, place}, Kokkos::Max<std::int64_t>(found));
  return found;
}

template <class Exec, class Index>
FoundOffence place_offence(const Exec& exec, const LineChecks<Index>& checks,
                           std::int64_t encoded) {
  constexpr Offence reasons[] = {Offence::column_index, Offence::padding, Offence::order,
                                 Offence::duplicate, Offence::fill};
  FoundOffence offence;
  offence.position = encoded / 8;
  offence.reason = reasons[encoded % 8];
  if (checks.diagonals && offence.reason == Offence::column_index)
    offence.reason = Offence::diagonal;
  offence.major = line_of(exec, checks, offence.position);
  if (checks.A.container == Container::sell && checks.A.row_list != nullptr)
    offence.major = read_entry(exec, checks.A.row_list, offence.major) - checks.base;
  offence.found = read_entry(exec, checks.A.indices, offence.position);
  offence.minor = moved(offence.found, -checks.base);
  return offence;
}

/// The offsets of groups, and that slices are whole.
template <class Exec, class Index>
FoundOffence check_groups(const Exec& exec, const CheckedLines<Index>& A) {
  const std::int64_t num_groups = groups_of(A.num_lines, A.group_size), size = A.group_size;
  const bool apart = A.container == Container::bsrx;
  FoundOffence offence;
  if (!apart)
    offence = check_offsets(exec, CheckedOffsets{A.num_offsets, num_groups, A.begin_offsets,
                                                 A.offset_base, A.num_places});
  if (offence.reason != Offence::none) return offence;
  std::int64_t lowest = nothing;
  Kokkos::parallel_reduce("filigree::validate::groups", EntryRange<Exec>(exec, 0, num_groups),
                          FindWrongGroup<Index>{A, apart}, Kokkos::Min<std::int64_t>(lowest));
  if (lowest == nothing) return offence;
  const std::int64_t group = lowest / 2;
  const std::int64_t begin = read_offset(exec, A.begin_offsets, group);
  const std::int64_t end = read_offset(exec, A.end_offsets, group);
  const std::int64_t low_end = A.offset_base, high_end = A.offset_base + A.num_places;
  if (lowest % 2 == 1) return {Offence::offset_order, -1, group, -1, end, begin};
  if (apart) return {Offence::offset_range, -1, group, -1, begin < low_end ? begin : end, high_end};
  return {Offence::slice_width, -1, group, -1, end - begin, size};
}

/// That a permutation or a mask names rows of the matrix, none twice.
template <class Exec, class Index>
FoundOffence check_row_list(const Exec& exec, const CheckedLines<Index>& A) {
  const auto taken = scratch<std::int64_t>(exec, "filigree::validate::rows_taken", A.num_lines);
  Kokkos::deep_copy(exec, taken.view(), nothing);
  const EntryRange<Exec> range(exec, 0, A.row_list_length);
  const TakeRows<Index> take{A, taken.data()};
  Kokkos::parallel_for("filigree::validate::take_rows", range, take);
  std::int64_t lowest = nothing;
  Kokkos::parallel_reduce("filigree::validate::row_list", range, take,
                          Kokkos::Min<std::int64_t>(lowest));
  FoundOffence offence;
  if (lowest == nothing) return offence;
  offence.reason = A.container == Container::sell ? Offence::row_permutation : Offence::mask;
  offence.position = lowest;
  offence.found = read_entry(exec, A.row_list, lowest);
  offence.major = moved(offence.found, -std::int64_t(A.properties.index_base));
  return offence;
}

template <class Exec, class Index>
std::int64_t count_entries(const Exec& exec, const LineChecks<Index>& checks) {
  std::int64_t total = 0;
  Kokkos::parallel_reduce("filigree::validate::count_entries",
                          EntryRange<Exec>(exec, 0, checks.A.num_lines),
                          CountEntries<Index>{checks}, total);
  return total;
}

/// The first place that repeats an earlier one of its line, where lines may share places: each
/// index is compared with all before it.
template <class Exec, class Index>
std::int64_t first_repeat_in_line(const Exec& exec, const LineChecks<Index>& checks) {
  std::int64_t lowest = nothing;
  Kokkos::parallel_reduce("filigree::validate::repeats_in_line",
                          EntryRange<Exec>(exec, 0, checks.A.num_lines),
                          FindRepeatInLine<Index>{checks}, Kokkos::Min<std::int64_t>(lowest));
  return lowest == nothing ? -1 : lowest;
}

/// The first place that repeats an earlier one of its line, where equal indices need not be
/// neighbours; -1: none. Places that hold no entry are made different from all others. Further
/// entries may come after all places (the Coo part of Hyb).
template <class Exec, class Index>
std::int64_t first_distant_repeat(const Exec& exec, const LineChecks<Index>& checks,
                                  std::int64_t more, const Index* more_rows,
                                  const Index* more_columns) {
  const std::int64_t num_places = checks.A.num_places, count = num_places + more;
  const std::int64_t num_lines = checks.A.num_lines;
  const auto majors = scratch<std::int64_t>(exec, "filigree::validate::lines_of_places", count);
  const auto minors = scratch<std::int64_t>(exec, "filigree::validate::columns_of_places", count);
  Kokkos::parallel_for(
      "filigree::validate::no_entries", EntryRange<Exec>(exec, 0, count),
      ListNoEntries<Index>{checks, more_rows, more_columns, majors.data(), minors.data()});
  Kokkos::parallel_for("filigree::validate::list_entries", EntryRange<Exec>(exec, 0, num_lines),
                       ListEntries<Index>{checks, majors.data(), minors.data()});
  const std::int64_t num_minor = Kokkos::max(checks.largest - checks.smallest + 1, num_places);
  const EntryList<std::int64_t> entries{num_lines + 1,   num_minor,     count,
                                        IndexBase::zero, majors.data(), minors.data()};
  return order_entries(exec, entries, EqualEntries::find).first_duplicate;
}

}  // namespace

template <class Exec, class Index>
ValidateReport check_lines(const Exec& exec, const CheckedLines<Index>& lines,
                           const ValidateOptions& options) {
  const CheckedLines<Index>& A = lines;
  const MatrixProperties& properties = A.properties;
  const bool diagonals = A.is_diagonals();
  const Shape shape{A.container, properties, diagonals ? A.num_rows : A.num_lines,
                    diagonals ? A.num_cols : A.num_minor};
  FoundOffence offence;
  if (A.has_offsets) offence = check_groups(exec, A);
  if (offence.reason == Offence::none && A.row_list_length > 0) offence = check_row_list(exec, A);
  if (offence.reason != Offence::none) return make_report(shape, offence);

  const bool distinct = diagonals ? options.duplicates != Check::never
                                  : demanded(options.duplicates, properties.unique);
  LineChecks<Index> checks(A, {demanded(options.order, properties.sorted), distinct,
                               options.fill && properties.type != MatrixType::general,
                               A.padding_last && options.padding});
  const Demands& demands = checks.demands;
  const bool range_alone =
      !diagonals && !demands.order && !demands.distinct && !demands.fill && !demands.padding;
  if (range_alone && all_in_range(exec, IndexArray<Index>{A.indices, A.num_places, 1, checks.base,
                                                          A.num_minor, A.padded}))
    return {};
  // Only in ascending order are equal indices neighbours.
  bool distant = false;
  if (distinct && !checks.demands.order) {
    const LineChecks<Index> order_alone(A, {true, false, false, false});
    distant = first_line_offence(exec, order_alone) != nothing;
  }
  if (distant) checks.demands.distinct = false;
  const std::int64_t found = first_line_offence(exec, checks);
  if (found != nothing) return make_report(shape, place_offence(exec, checks, found));
  if (A.nnz >= 0 && demands.padding) {
    const std::int64_t entries = count_entries(exec, checks);
    if (entries != A.nnz)
      return make_report(shape, {Offence::entry_count, -1, -1, -1, entries, A.nnz});
  }
  if (distant) {
    const std::int64_t place =
        A.container == Container::bsrx
            ? first_repeat_in_line(exec, checks)
            : first_distant_repeat<Exec, Index>(exec, checks, 0, nullptr, nullptr);
    if (place >= 0) return make_report(shape, place_offence(exec, checks, 8 * place + repeat));
  }
  return {};
}

template <class Exec, class Index>
ValidateReport check_hyb_repeats(const Exec& exec, const CheckedLines<Index>& ell,
                                 std::int64_t coo_count, const Index* coo_rows,
                                 const Index* coo_columns) {
  const LineChecks<Index> checks(ell, {});
  const std::int64_t place = first_distant_repeat(exec, checks, coo_count, coo_rows, coo_columns);
  if (place < 0) return {};
  const Shape shape{ell.container, ell.properties, ell.num_lines, ell.num_minor};
  if (place < ell.num_places)
    return make_report(shape, place_offence(exec, checks, 8 * place + repeat));
  const std::int64_t entry = place - ell.num_places;
  return make_report(shape,
                     {Offence::duplicate, place, read_entry(exec, coo_rows, entry) - checks.base,
                      read_entry(exec, coo_columns, entry) - checks.base});
}

#define FILIGREE_INSTANTIATE(Exec, Index)                                                          \
  template ValidateReport check_lines(const Exec&, const CheckedLines<Index>&,                     \
                                      const ValidateOptions&);                                     \
  template ValidateReport check_hyb_repeats(const Exec&, const CheckedLines<Index>&, std::int64_t, \
                                            const Index*, const Index*);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
