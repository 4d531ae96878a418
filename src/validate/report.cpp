// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <validate/report.hpp>

#include <string>

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
  }
  return "invalid";
}

namespace detail {
namespace {

std::string range_text(std::int64_t base, std::int64_t extent) {
  if (extent == 0) return "none, since there are no such rows or columns";
  return std::to_string(base) + " to " + std::to_string(base + extent - 1);
}

const char* major_name(const Shape& shape) {
  return shape.container == Container::csc ? "column" : "row";
}

/// What is wrong and what was expected, without the place.
std::string offence_text(const Shape& shape, const FoundOffence& offence) {
  const std::string found = std::to_string(offence.found);
  const std::string expected = std::to_string(offence.expected);
  const auto base = std::int64_t(shape.properties.index_base);
  const std::string major = major_name(shape);
  const bool is_vector = shape.container == Container::sparse_vector;
  const bool by_column = shape.container == Container::csc;
  switch (offence.reason) {
    case Offence::first_offset:
      return "the first " + major + " offset is " + found + ", expected the index base " + expected;
    case Offence::offset_order:
      return "the " + major + " ends at offset " + found + ", before it begins at " + expected;
    case Offence::last_offset:
      return "the last " + major + " offset is " + found +
             ", expected the index base + nnz = " + expected;
    case Offence::row_index:
      return "row index " + found + ", expected " +
             range_text(base, by_column ? shape.num_minor : shape.num_major);
    case Offence::column_index:
      return std::string(is_vector ? "index " : "column index ") + found + ", expected " +
             range_text(base, by_column ? shape.num_major : shape.num_minor);
    case Offence::order:
      return "the entry before it comes after it in ascending order";
    case Offence::duplicate:
      return "the entry is stored before already";
    case Offence::fill:
      return "the entry lies outside the " + std::string(name(shape.properties.fill)) +
             " triangle that the " + std::string(name(shape.properties.type)) + " matrix stores";
    case Offence::not_a_number:
      return "the value is NaN";
    case Offence::infinite:
      return "the value is infinite";
    case Offence::none:
      break;
  }
  return "";
}

std::string place_text(const Shape& shape, const ValidateReport& report) {
  std::string place;
  if (report.position >= 0) place += "entry " + std::to_string(report.position);
  if (report.row >= 0) place += (place.empty() ? "row " : ", row ") + std::to_string(report.row);
  if (report.column >= 0 && shape.container != Container::sparse_vector)
    place += (place.empty() ? "column " : ", column ") + std::to_string(report.column);
  return place;
}

}  // namespace

ValidateReport make_report(const Shape& shape, const FoundOffence& offence) {
  ValidateReport report;
  if (offence.reason == Offence::none) return report;
  const auto base = std::int64_t(shape.properties.index_base);
  const std::int64_t major = offence.major < 0 ? -1 : offence.major + base;
  const std::int64_t minor = offence.position < 0 ? -1 : offence.minor + base;
  report.ok = false;
  report.reason = offence.reason;
  report.position = offence.position;
  report.row = shape.container == Container::csc ? minor : major;
  report.column = shape.container == Container::csc ? major : minor;
  if (shape.container == Container::sparse_vector) report.row = -1;
  const std::string place = place_text(shape, report);
  report.message = (place.empty() ? "" : place + ": ") + offence_text(shape, offence);
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
