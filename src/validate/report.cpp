// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <validate/report.hpp>

#include <string>

#include <filigree/detail/validate_problem.hpp>

namespace filigree {

std::string_view name(Offence offence) {
  switch (offence) {
    case Offence::none:
      return "none";
    case Offence::first_offset:
      return "first_offset";
    case Offence::offset_order:
      return "offset_order";
    case Offence::last_offset:
      return "last_offset";
    case Offence::row_index:
      return "row_index";
    case Offence::column_index:
      return "column_index";
    case Offence::order:
      return "order";
    case Offence::duplicate:
      return "duplicate";
    case Offence::fill:
      return "fill";
    case Offence::not_a_number:
      return "not_a_number";
    case Offence::infinite:
      return "infinite";
    case Offence::offset_range:
      return "offset_range";
    case Offence::slice_width:
      return "slice_width";
    case Offence::padding:
      return "padding";
    case Offence::entry_count:
      return "entry_count";
    case Offence::diagonal:
      return "diagonal";
    case Offence::row_permutation:
      return "row_permutation";
    case Offence::mask:
      return "mask";
  }
  return "invalid";
}

namespace detail {
namespace {

std::string range_text(std::int64_t base, std::int64_t extent) {
  if (extent == 0) return "none, since there are no such rows or columns";
  return std::to_string(base) + " to " + std::to_string(base + extent - 1);
}

/// What the parts of a container are called.
struct Words {
  std::string position;     ///< what positions count
  std::string row = "row";  ///< in front of a row's number
  std::string column = "column";
  std::string group = "row";  ///< what offsets are of
  std::string first = "the index base";
  std::string last = "the index base + nnz";
};

Words words_of(Container container) {
  switch (container) {
    case Container::csc:
      return {.position = "entry", .group = "column"};
    case Container::bsr:
    case Container::bsc:
    case Container::bsrx:
    case Container::blocked_ell:
      return {.position = "block",
              .row = "block row",
              .column = "block column",
              .group = container == Container::bsc ? "block column" : "block row",
              .last = "the index base + the blocks"};
    case Container::ell:
      return {.position = "place"};
    case Container::sell:
      return {.position = "place", .group = "slice", .first = "0", .last = "the places"};
    case Container::dia:
    case Container::hdia:
      return {.position = "diagonal", .group = "hack", .first = "0", .last = "the diagonals"};
    default:
      return {.position = "entry"};
  }
}

/// "the first offset is 3, expected 0", with the reason for a number that is not plain.
std::string offset_text(const std::string& which, const std::string& found,
                        const std::string& reason, const std::string& expected) {
  return which + " offset is " + found + ", expected " +
         (reason == expected ? expected : reason + " " + expected);
}

/// A row of a list that names each row at most once.
std::string row_list_text(const Shape& shape, const FoundOffence& offence, const char* list,
                          const std::string& row) {
  const auto base = std::int64_t(shape.properties.index_base);
  const bool inside = offence.major >= 0 && offence.major < shape.num_major;
  const std::string text =
      "the " + std::string(list) + " names " + row + " " + std::to_string(offence.found);
  return inside ? text + " a second time"
                : text + ", expected " + range_text(base, shape.num_major);
}

/// What is wrong with offsets, counts and lists of rows.
std::string structure_text(const Shape& shape, const FoundOffence& offence) {
  const std::string found = std::to_string(offence.found);
  const std::string expected = std::to_string(offence.expected);
  const Words words = words_of(shape.container);
  switch (offence.reason) {
    case Offence::first_offset:
      return offset_text("the first " + words.group, found, words.first, expected);
    case Offence::offset_order:
      return "the " + words.group + " ends at offset " + found + ", before it begins at " +
             expected;
    case Offence::last_offset:
      return offset_text("the last " + words.group, found, words.last + " =", expected);
    case Offence::offset_range:
      return "the " + words.group + " reaches offset " + found +
             ", outside the blocks, which end at " + expected;
    case Offence::slice_width:
      return "the slice has " + found + " places, expected a multiple of its " + expected + " rows";
    case Offence::entry_count:
      return found + " places are no padding, expected nnz = " + expected;
    case Offence::row_permutation:
      return row_list_text(shape, offence, "row permutation", words.row);
    case Offence::mask:
      return row_list_text(shape, offence, "mask", words.row);
    default:
      return "";
  }
}

/// What is wrong and what was expected, without the place.
std::string offence_text(const Shape& shape, const FoundOffence& offence) {
  const std::string found = std::to_string(offence.found);
  const auto base = std::int64_t(shape.properties.index_base);
  const Words words = words_of(shape.container);
  const bool is_vector = shape.container == Container::sparse_vector;
  const bool by_column = is_by_column(shape.container);
  switch (offence.reason) {
    case Offence::row_index:
      return words.row + " index " + found + ", expected " +
             range_text(base, by_column ? shape.num_minor : shape.num_major);
    case Offence::column_index:
      return (is_vector ? "" : words.column + " ") + "index " + found + ", expected " +
             range_text(base, by_column ? shape.num_major : shape.num_minor);
    case Offence::diagonal:
      return "the offset is " + found + ", expected " +
             range_text(1 - shape.num_major, shape.num_major + shape.num_minor - 1);
    case Offence::order:
      return "the " + words.position + " before it comes after it in ascending order";
    case Offence::duplicate:
      return "the " + words.position + " is stored before already";
    case Offence::fill:
      return "the " + words.position + " lies outside the " +
             std::string(name(shape.properties.fill)) + " triangle that the " +
             std::string(name(shape.properties.type)) + " matrix stores";
    case Offence::not_a_number:
      return "the value is NaN";
    case Offence::infinite:
      return "the value is infinite";
    case Offence::padding:
      return "the entry lies behind padding";
    default:
      return structure_text(shape, offence);
  }
}

std::string place_text(const Shape& shape, const FoundOffence& offence,
                       const ValidateReport& report) {
  const Words words = words_of(shape.container);
  std::string place;
  const auto append = [&](const std::string& what, std::int64_t number) {
    place += (place.empty() ? "" : ", ") + what + " " + std::to_string(number);
  };
  const bool of_list =
      offence.reason == Offence::row_permutation || offence.reason == Offence::mask;
  if (report.position >= 0) append(of_list ? "position" : words.position, report.position);
  if (of_list) return place;
  if (report.row >= 0) append(words.row, report.row);
  if (report.column >= 0 && shape.container != Container::sparse_vector)
    append(words.column, report.column);
  // Groups of rows have no row of their own; a Dia matrix is one group.
  const bool grouped = shape.container != Container::dia && offence.major >= 0;
  if (report.row < 0 && report.column < 0 && grouped) append(words.group, offence.major);
  return place;
}

/// Whether the major index counts groups of rows, and the minor one no columns.
bool has_places_alone(const Shape& shape, const FoundOffence& offence) {
  if (shape.container == Container::dia || shape.container == Container::hdia) return true;
  return shape.container == Container::sell &&
         (offence.reason == Offence::offset_order || offence.reason == Offence::slice_width);
}

}  // namespace

ValidateReport make_report(const Shape& shape, const FoundOffence& offence) {
  ValidateReport report;
  if (offence.reason == Offence::none) return report;
  const auto base = std::int64_t(shape.properties.index_base);
  const bool by_column = is_by_column(shape.container);
  const bool of_list =
      offence.reason == Offence::row_permutation || offence.reason == Offence::mask;
  const bool of_entry = offence.position >= 0;
  const std::int64_t major = !of_entry && offence.major < 0 ? -1 : moved(offence.major, base);
  const std::int64_t minor = !of_entry || of_list ? -1 : moved(offence.minor, base);
  report.ok = false;
  report.reason = offence.reason;
  report.position = offence.position;
  report.row = by_column ? minor : major;
  report.column = by_column ? major : minor;
  if (shape.container == Container::sparse_vector) report.row = -1;
  if (has_places_alone(shape, offence)) report.row = report.column = -1;
  const std::string place = place_text(shape, offence, report);
  report.message = (place.empty() ? "" : place + ": ") + offence_text(shape, offence);
  return report;
}

ValidateReport in_part(std::string_view part, ValidateReport report) {
  if (!report.ok) report.message = std::string(part) + ": " + report.message;
  return report;
}

void throw_offence(std::string_view operation, std::string_view argument,
                   const ValidateReport& report) {
  if (report.ok) return;
  throw_error(Status::invalid_value, {operation, argument, report.message, "",
                                      "correct the arrays, or the properties that they break"});
}

}  // namespace detail
}  // namespace filigree
