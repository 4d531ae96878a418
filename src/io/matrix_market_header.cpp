// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "matrix_market_header.hpp"

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
constexpr std::array<std::pair<std::string_view, MatrixMarketField>, 5> fields = {
    {{"real", MatrixMarketField::real},
     {"double", MatrixMarketField::real},
     {"integer", MatrixMarketField::integer},
     {"complex", MatrixMarketField::complex},
     {"pattern", MatrixMarketField::pattern}}};
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

/// The lines of a text, with their numbers.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t length = rest_.find('\n');
    terminated_ = length != std::string_view::npos;
    line = rest_.substr(0, length);
    rest_.remove_prefix(terminated_ ? length + 1 : rest_.size());
    ++number_;
    return true;
  }
  std::int64_t number() const { return number_; }
  bool terminated() const { return terminated_; }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  std::int64_t number_ = 0;
  bool terminated_ = true;
};

std::string_view take_word(std::string_view& line) {
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return line = {};
  line.remove_prefix(begin);
  const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
  line.remove_prefix(word.size());
  return word;
}

template <class Table>
auto parse_word(const ReadContext& context, std::string_view& line, const char* what,
                const Table& table, Status status) {
  const std::string_view word = take_word(line);
  std::string choices;
  for (const auto& [known, value] : table) {
    if (equals_ignoring_case(word, known)) return value;
    choices.append(choices.empty() ? "" : ", ").append(known);
  }
  context.fail(
      1, std::string("the ") + what + " is " + (word.empty() ? "missing" : in_quotes(word)),
      "one of " + choices, "the first line reads: %%MatrixMarket object format field symmetry",
      word.empty() ? Status::invalid_value : status);
}

MatrixMarketHeader parse_banner(const ReadContext& context, std::string_view line) {
  const std::string_view first = take_word(line);
  if (!equals_ignoring_case(first, banner))
    context.fail(1, "the file begins with " + in_quotes(first), "%%MatrixMarket",
                 "check that this is a Matrix Market file");
  MatrixMarketHeader header;
  header.object = parse_word(context, line, "object", objects, Status::not_supported);
  header.format = parse_word(context, line, "format", formats, Status::invalid_value);
  header.field = parse_word(context, line, "field", fields, Status::invalid_value);
  header.symmetry = parse_word(context, line, "symmetry", symmetries, Status::invalid_value);
  if (const auto extra = take_word(line); !extra.empty())
    context.fail(1, "there is " + in_quotes(extra) + " after the symmetry", "the end of the line",
                 "remove it");
  return header;
}

void check_combination(const ReadContext& context, const MatrixMarketHeader& header) {
  const bool pattern = header.field == MatrixMarketField::pattern;
  const std::string symmetry(name(header.symmetry));
  if (pattern && header.format == MatrixMarketFormat::array)
    context.fail(1, "an array has the field pattern", "real, integer or complex",
                 "a pattern needs the format coordinate");
  if (pattern && header.symmetry == MatrixMarketSymmetry::skew_symmetric)
    context.fail(1, "a pattern is skew-symmetric", "general or symmetric",
                 "declare the pattern symmetric or general");
  if (header.symmetry == MatrixMarketSymmetry::hermitian &&
      header.field != MatrixMarketField::complex)
    context.fail(1, "the field " + std::string(name(header.field)) + " is hermitian",
                 "the field complex", "declare the matrix symmetric");
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

bool is_blank_or_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '%';
}

}  // namespace

std::string_view name(MatrixMarketFormat format) { return value_name(formats, format); }
std::string_view name(MatrixMarketField field) { return value_name(fields, field); }
std::string_view name(MatrixMarketSymmetry symmetry) { return value_name(symmetries, symmetry); }

bool is_matrix_market(std::string_view text) {
  return equals_ignoring_case(text.substr(0, banner.size()), banner);
}

MatrixMarketText split_matrix_market(const ReadContext& context, std::string_view text,
                                     bool complete) {
  Lines lines(text);
  std::string_view line;
  if (!lines.next(line))
    context.fail(1, "the file is empty", "a Matrix Market header",
                 "check that the file was written completely");
  MatrixMarketText result;
  if (!complete && !lines.terminated()) return result;
  result.header = parse_banner(context, line);
  check_combination(context, result.header);
  while (lines.next(line)) {
    if (!complete && !lines.terminated()) return result;
    if (is_blank_or_comment(line)) continue;
    result.header.size_line = lines.number();
    parse_sizes(context, line, result.header);
    result.body = lines.rest();
    return result;
  }
  if (complete)
    context.fail(lines.number(), "the file ends here", "the line of the sizes",
                 "check that the file was written completely");
  return result;
}

void check_promised_entries(const ReadContext& context, const MatrixMarketText& text) {
  const MatrixMarketHeader& header = text.header;
  // Each number takes a digit and a separator; the last line may lack its end.
  const bool coordinate = header.format == MatrixMarketFormat::coordinate;
  const int indices = coordinate ? (header.object == MatrixMarketObject::vector ? 1 : 2) : 0;
  const int parts = header.field == MatrixMarketField::complex   ? 2
                    : header.field == MatrixMarketField::pattern ? 0
                                                                 : 1;
  const std::int64_t shortest = 2 * (indices + parts);
  const std::int64_t bytes = std::int64_t(text.body.size());
  if (header.num_entries <= (bytes + 1) / shortest) return;
  context.fail(header.size_line,
               "the sizes promise " + std::to_string(header.num_entries) + " entries, of which " +
                   std::to_string(bytes) + " bytes follow",
               "at least " + std::to_string(shortest) + " bytes an entry",
               "check that the file was written completely");
}

}  // namespace detail

namespace {

constexpr std::size_t first_piece = std::size_t(1) << 16;

/// Most headers lie within the first piece; long comments make it read on.
template <class Open>
MatrixMarketHeader find_header(const detail::ReadContext& context, Open open) {
  for (std::size_t prefix = first_piece;;
       prefix = prefix > detail::TextSource::whole / 16 ? detail::TextSource::whole : prefix * 16) {
    const detail::TextSource source = open(prefix);
    const auto header =
        detail::split_matrix_market(context, source.text(), source.complete()).header;
    if (header.size_line > 0) return header;
  }
}

}  // namespace

MatrixMarketHeader read_matrix_market_header(const std::filesystem::path& path) try {
  const auto context = detail::ReadContext::of_file("read_matrix_market_header", path);
  return find_header(context, [&](std::size_t prefix) {
    if (prefix > first_piece) detail::require_regular_file(context, path);
    return detail::TextSource::open(context, path, prefix);
  });
} catch (...) {
  detail::rethrow_as_error("read_matrix_market_header");
}

MatrixMarketHeader parse_matrix_market_header(std::string_view text) try {
  const auto context = detail::ReadContext::of_memory("parse_matrix_market_header");
  return find_header(context, [&](std::size_t prefix) {
    return detail::TextSource::from_memory(context, text, prefix);
  });
} catch (...) {
  detail::rethrow_as_error("parse_matrix_market_header");
}

}  // namespace filigree
