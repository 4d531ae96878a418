// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "matrix_market_header.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "number.hpp"
#include "text_source.hpp"

namespace filigree {
namespace detail {
namespace {

constexpr std::string_view banner = "%%matrixmarket";

constexpr std::array<std::pair<std::string_view, MatrixMarketObject>, 2> objects = {
    {{"matrix", MatrixMarketObject::matrix}, {"vector", MatrixMarketObject::vector}}};
constexpr std::array<std::pair<std::string_view, MatrixMarketFormat>, 2> formats = {
    {{"coordinate", MatrixMarketFormat::coordinate}, {"array", MatrixMarketFormat::array}}};
constexpr std::array<std::pair<std::string_view, MatrixMarketField>, 6> fields = {
    {{"real", MatrixMarketField::real},
     {"double", MatrixMarketField::real},
     {"integer", MatrixMarketField::integer},
     {"complex", MatrixMarketField::complex},
     {"pattern", MatrixMarketField::pattern},
     {"unsigned-integer", MatrixMarketField::unsigned_integer}}};
constexpr std::array<std::pair<std::string_view, MatrixMarketSymmetry>, 4> symmetries = {
    {{"general", MatrixMarketSymmetry::general},
     {"symmetric", MatrixMarketSymmetry::symmetric},
     {"skew-symmetric", MatrixMarketSymmetry::skew_symmetric},
     {"hermitian", MatrixMarketSymmetry::hermitian}}};

char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t k = 0; k < text.size(); ++k)
    if (to_lower(text[k]) != lower[k]) return false;
  return true;
}

template <class Table>
auto value_name(const Table& table, decltype(table[0].second) value) {
  for (const auto& [word, meaning] : table)
    if (meaning == value) return word;
  return std::string_view{};
}

/// What a line that says something may be long.
constexpr std::size_t longest_header_line = 1024;

[[noreturn]] void fail_too_long(const ReadContext& context, std::int64_t line) {
  context.fail(line, "a line of more than " + std::to_string(longest_header_line) + " bytes",
               "at most " + std::to_string(longest_header_line) + " bytes, but for comments",
               "check that this is a Matrix Market file");
}

/// The lines of a text, with their numbers. A line is a view that lasts until the next one.
class HeaderLines {
 public:
  HeaderLines(const ReadContext& context, TextSource& source)
      : context_(context), source_(source) {}

  /// The next line; false at the end.
  bool next(std::string_view& line) {
    for (;;) {
      const std::string_view window = source_.window();
      const std::size_t length = window.find('\n');
      if (length != std::string_view::npos || source_.at_end()) {
        if (window.empty()) return false;
        ++number_;
        line = trim(window.substr(0, length));
        source_.consume(std::min(length, window.size() - 1) + 1);
        if (line.size() > longest_header_line && (line.front() != '%' || number_ == 1))
          fail_too_long(context_, number_);
        return true;
      }
      if (!source_.refill()) skip_part();
    }
  }
  std::int64_t number() const { return number_; }

 private:
  /// A line that fills the window: blanks are dropped, and of a comment all but its first letter.
  void skip_part() {
    const std::string_view window = source_.window();
    const std::size_t first = first_not_blank(window);
    const bool comment = first < window.size() && window[first] == '%' && number_ > 0;
    if (first < window.size() && !comment) fail_too_long(context_, number_ + 1);
    if (!comment) return source_.consume(first);
    while (source_.window().find('\n') == std::string_view::npos && !source_.at_end()) {
      source_.consume(source_.window().size());
      source_.refill();
    }
    source_.consume(std::min(source_.window().find('\n'), source_.window().size()));
  }
  static std::string_view trim(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
  }

  const ReadContext& context_;
  TextSource& source_;
  std::int64_t number_ = 0;
};

std::string_view take_word(std::string_view& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return line = {};
  line.remove_prefix(begin);
  const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
  line.remove_prefix(word.size());
  return word;
}

/// Words of other programs and their meaning, for lenient reading.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> foreign_words = {
    {{"spd", "symmetric"},
     {"sym", "symmetric"},
     {"skew", "skew-symmetric"},
     {"skewsymmetric", "skew-symmetric"},
     {"skew_symmetric", "skew-symmetric"},
     {"unsymmetric", "general"},
     {"nonsymmetric", "general"},
     {"unsigned", "unsigned-integer"},
     {"int", "integer"},
     {"float", "real"},
     {"boolean", "pattern"},
     {"binary", "pattern"}}};

/// The word in small letters, without punctuation around it, as the format calls it.
std::string known_word(std::string_view word) {
  const auto is_letter = [](char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; };
  while (!word.empty() && !is_letter(word.front())) word.remove_prefix(1);
  while (!word.empty() && !is_letter(word.back())) word.remove_suffix(1);
  std::string result(word);
  std::transform(result.begin(), result.end(), result.begin(), to_lower);
  for (const auto& [foreign, meaning] : foreign_words)
    if (result == foreign) return std::string(meaning);
  return result;
}

template <class Table>
auto parse_word(const ReadContext& context, std::string_view& line, const char* what,
                const Table& table, Status status) {
  const std::string_view word = take_word(line);
  const std::string lenient_word = context.lenient ? known_word(word) : std::string();
  std::string choices;
  for (const auto& [known, value] : table) {
    if (equals_ignoring_case(word, known)) return value;
    if (lenient_word == known) {
      context.note(std::string("the ") + what + " " + in_quotes(word) + " is read as " +
                   in_quotes(known));
      return value;
    }
    choices.append(choices.empty() ? "" : ", ").append(known);
  }
  const std::string meant = known_word(word);
  const bool readable = std::any_of(table.begin(), table.end(),
                                    [&](const auto& entry) { return entry.first == meant; });
  context.fail(1,
               std::string("the ") + what + " is " + (word.empty() ? "missing" : in_quotes(word)),
               "one of " + choices,
               std::string("the first line reads: %%MatrixMarket object format field symmetry") +
                   (readable ? or_lenient : ""),
               word.empty() ? Status::invalid_value : status);
}

MatrixMarketHeader parse_banner(const ReadContext& context, std::string_view line) {
  const std::string_view first = take_word(line);
  const bool short_banner = equals_ignoring_case(first, banner.substr(1));
  if (short_banner && context.lenient)
    context.note("the first line begins with one % for two");
  else if (!equals_ignoring_case(first, banner))
    context.fail(
        1, "the file begins with " + in_quotes(first), "%%MatrixMarket",
        std::string("check that this is a Matrix Market file") + (short_banner ? or_lenient : ""));
  MatrixMarketHeader header;
  header.object = parse_word(context, line, "object", objects, Status::not_supported);
  header.format = parse_word(context, line, "format", formats, Status::invalid_value);
  header.field = parse_word(context, line, "field", fields, Status::invalid_value);
  header.symmetry = parse_word(context, line, "symmetry", symmetries, Status::invalid_value);
  if (const auto extra = take_word(line); !extra.empty()) {
    if (!context.lenient)
      context.fail(1, "there is " + in_quotes(extra) + " after the symmetry", "the end of the line",
                   std::string("remove it") + or_lenient);
    context.note("what follows the symmetry in the first line is ignored");
  }
  return header;
}

void check_combination(const ReadContext& context, MatrixMarketHeader& header) {
  const bool pattern = header.field == MatrixMarketField::pattern;
  const std::string symmetry(name(header.symmetry));
  if (pattern && header.format == MatrixMarketFormat::array)
    context.fail(1, "an array has the field pattern", "real, integer or complex",
                 "a pattern needs the format coordinate");
  if (pattern && header.symmetry == MatrixMarketSymmetry::skew_symmetric)
    context.fail(1, "a pattern is skew-symmetric", "general or symmetric",
                 "declare the pattern symmetric or general");
  if (header.symmetry == MatrixMarketSymmetry::hermitian &&
      header.field != MatrixMarketField::complex) {
    const std::string value = "the field " + std::string(name(header.field)) + " is hermitian";
    if (!context.lenient)
      context.fail(1, value, "the field complex",
                   std::string("declare the matrix symmetric") + or_lenient);
    context.note(value + ": the matrix is read as symmetric");
    header.symmetry = MatrixMarketSymmetry::symmetric;
  }
  if (header.object == MatrixMarketObject::vector &&
      header.symmetry != MatrixMarketSymmetry::general)
    context.fail(1, "a vector is " + symmetry, "general", "declare the vector general");
}

std::int64_t parse_header_size(const ReadContext& context, std::int64_t line_number,
                               std::string_view& line, const char* what) {
  const std::string word(take_word(line));
  const std::string text = word + '\n';
  const char* p = text.data();
  std::int64_t value = 0;
  const bool number = parse_size(p, text.data() + text.size(), value) && *p == '\n';
  if (!number)
    context.fail(line_number,
                 std::string("the number of ") + what + " is " +
                     (word.empty() ? "missing" : in_quotes(word)),
                 "an integer from 0", "the line of the sizes follows the comments");
  if (value == std::numeric_limits<std::int64_t>::max())
    context.fail(line_number, std::string("the number of ") + what + " is " + in_quotes(word),
                 "a number below 2^63 - 1", "check the file");
  return value;
}

std::int64_t count_array_entries(const ReadContext& context, const MatrixMarketHeader& header) {
  std::int64_t n = header.num_rows;
  std::int64_t m = header.num_cols;
  if (header.symmetry != MatrixMarketSymmetry::general && n > 0) {
    // n (n +- 1) / 2: the even factor is halved first.
    m = header.symmetry == MatrixMarketSymmetry::skew_symmetric ? n - 1 : n + 1;
    (n % 2 == 0 ? n : m) /= 2;
  }
  std::int64_t count = 0;
  if (__builtin_mul_overflow(n, m, &count))
    context.fail(
        header.size_line,
        "an array of " + std::to_string(header.num_rows) + " x " + std::to_string(header.num_cols),
        "fewer than 2^63 entries", "check the file");
  return count;
}

void parse_sizes(const ReadContext& context, std::string_view line, MatrixMarketHeader& header) {
  const bool vector = header.object == MatrixMarketObject::vector;
  const bool coordinate = header.format == MatrixMarketFormat::coordinate;
  const std::int64_t number = header.size_line;
  header.num_rows = parse_header_size(context, number, line, "rows");
  header.num_cols = vector ? 1 : parse_header_size(context, number, line, "columns");
  if (coordinate) header.num_entries = parse_header_size(context, number, line, "entries");
  if (const auto extra = take_word(line); !extra.empty())
    context.fail(number, "there is " + in_quotes(extra) + " after the sizes", "the end of the line",
                 coordinate ? "coordinate sizes are rows, columns, entries"
                            : "array sizes are rows, columns");
  if (header.symmetry != MatrixMarketSymmetry::general && header.num_rows != header.num_cols)
    context.fail(number,
                 "a " + std::string(name(header.symmetry)) + " matrix is " +
                     std::to_string(header.num_rows) + " x " + std::to_string(header.num_cols),
                 "a square matrix", "declare the matrix general");
  if (!coordinate) header.num_entries = count_array_entries(context, header);
}

}  // namespace

std::string_view name(MatrixMarketFormat format) { return value_name(formats, format); }
std::string_view name(MatrixMarketField field) { return value_name(fields, field); }
std::string_view name(MatrixMarketSymmetry symmetry) { return value_name(symmetries, symmetry); }

bool is_matrix_market(std::string_view text) {
  return equals_ignoring_case(text.substr(0, banner.size()), banner) ||
         equals_ignoring_case(text.substr(0, banner.size() - 1), banner.substr(1));
}

MatrixMarketHeader read_header(const ReadContext& context, TextSource& source) {
  HeaderLines lines(context, source);
  std::string_view line;
  if (!lines.next(line))
    context.fail(1, "the file is empty", "a Matrix Market header",
                 "check that the file was written completely");
  MatrixMarketHeader header = parse_banner(context, line);
  check_combination(context, header);
  while (lines.next(line)) {
    if (line.empty() || line.front() == '%') continue;
    header.size_line = lines.number();
    parse_sizes(context, line, header);
    return header;
  }
  context.fail(lines.number(), "the file ends here", "the line of the sizes",
               "check that the file was written completely");
}

std::int64_t shortest_entry(const MatrixMarketHeader& header) {
  const bool coordinate = header.format == MatrixMarketFormat::coordinate;
  const int indices = coordinate ? (header.object == MatrixMarketObject::vector ? 1 : 2) : 0;
  const int parts = header.field == MatrixMarketField::complex   ? 2
                    : header.field == MatrixMarketField::pattern ? 0
                                                                 : 1;
  return 2 * (indices + parts);
}

bool may_hold(const MatrixMarketHeader& header, std::uint64_t bytes) {
  // The last line may lack its end.
  const auto shortest = std::uint64_t(shortest_entry(header));
  return std::uint64_t(header.num_entries) <= bytes / shortest + (bytes % shortest + 1) / shortest;
}

void fail_promised_entries(const ReadContext& context, const MatrixMarketHeader& header,
                           std::uint64_t bytes) {
  context.fail(header.size_line,
               "the sizes promise " + std::to_string(header.num_entries) + " entries, of which " +
                   std::to_string(bytes) + " bytes follow",
               "at least " + std::to_string(shortest_entry(header)) + " bytes per entry",
               "check that the file was written completely");
}

}  // namespace detail

MatrixMarketHeader read_matrix_market_header(const FilePath& path, const ReadOptions& options) try {
  const auto context =
      detail::ReadContext::of_file("read_matrix_market_header", path, options).silent();
  detail::TextSource source = detail::TextSource::open(context, path);
  return detail::read_header(context, source);
} catch (...) {
  detail::rethrow_as_error("read_matrix_market_header");
}

MatrixMarketHeader parse_matrix_market_header(std::string_view text,
                                              const ReadOptions& options) try {
  const auto context =
      detail::ReadContext::of_memory("parse_matrix_market_header", options).silent();
  detail::TextSource source = detail::TextSource::from_memory(context, text);
  return detail::read_header(context, source);
} catch (...) {
  detail::rethrow_as_error("parse_matrix_market_header");
}

}  // namespace filigree
