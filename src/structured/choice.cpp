// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include <filigree/core/error.hpp>
#include <filigree/structured_search.hpp>
#include <io/xxh64.hpp>

#include "structured/messages.hpp"

// The text: a first line that says what it is, lines "name = value" in this order, and a last line
// with a checksum of those before it.

namespace filigree {
namespace {

constexpr std::string_view first_line = "filigree structured choice 1";
constexpr std::array<std::string_view, 5> fields = {"library_version", "machine", "problem",
                                                    "kernel", "seconds"};

std::string number_text(double value) {
  std::array<char, 64> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

std::string end_line(std::string_view before) {
  return "end = " + std::to_string(detail::xxh64(before.data(), before.size()));
}

[[noreturn]] void throw_bad_text(std::size_t line, std::string_view found,
                                 const std::string& expected) {
  detail::throw_error(
      Status::invalid_value,
      {"StructuredChoice::from_text", "text",
       "line " + std::to_string(line + 1) + ": '" + std::string(found.substr(0, 80)) + "'",
       expected, "pass a text that StructuredChoice::text made"});
}

}  // namespace

std::string StructuredChoice::text() const {
  const std::array<std::string, fields.size()> values = {key.library_version, key.machine,
                                                         key.problem, kernel, number_text(seconds)};
  std::string result(first_line);
  result += '\n';
  for (std::size_t i = 0; i < fields.size(); ++i)
    result.append(fields[i]).append(" = ").append(values[i]).append("\n");
  return result + end_line(result) + '\n';
}

StructuredChoice StructuredChoice::from_text(std::string_view text) {
  std::size_t begin = 0, line = 0;
  const auto next = [&] {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view found = text.substr(begin, end - begin);
    begin = std::min(end + 1, text.size());
    return found;
  };
  if (const auto found = next(); found != first_line)
    throw_bad_text(line, found, "'" + std::string(first_line) + "'");
  std::array<std::string, fields.size()> values;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string_view found = next();
    const std::string start = std::string(fields[i]) + " = ";
    ++line;
    if (!found.starts_with(start)) throw_bad_text(line, found, "'" + start + "...'");
    values[i] = found.substr(start.size());
  }
  const std::string expected = end_line(text.substr(0, begin));
  ++line;
  if (const auto found = next(); found != expected || begin != text.size())
    throw_bad_text(line, found, "'" + expected + "', the checksum of the lines before it");
  StructuredChoice choice{{values[0], values[1], values[2]}, values[3]};
  const auto [end, error] =
      std::from_chars(values[4].data(), values[4].data() + values[4].size(), choice.seconds);
  if (error != std::errc() || end != values[4].data() + values[4].size())
    throw_bad_text(line - 1, values[4], "a number");
  return choice;
}

namespace detail {

std::string structured_difference(const StructuredKey& made_for, const StructuredKey& found) {
  std::string text;
  const auto compare = [&text](const char* what, const std::string& a, const std::string& b) {
    if (a == b) return;
    text += text.empty() ? "" : "; ";
    text.append(what).append(" '").append(b).append("' instead of '").append(a).append("'");
  };
  compare("library version", made_for.library_version, found.library_version);
  compare("machine", made_for.machine, found.machine);
  compare("problem", made_for.problem, found.problem);
  return text;
}

void check_structured_key(const StructuredKey& made_for, const StructuredKey& found) {
  if (made_for == found) return;
  throw_error(Status::stale_plan,
              {"structured_replay", "choice", structured_difference(made_for, found),
               "a choice made for this product on this machine",
               "search again, or pass OnMismatch::ignore"});
}

std::string structured_problem(const char* in, const char* out, Side side,
                               const structured::MatmulArguments& arguments) {
  return std::string(in) + " to " + out + ", structured " +
         (side == Side::left ? "left" : "right") + ", " + structured_problem_text(arguments);
}

}  // namespace detail
}  // namespace filigree
