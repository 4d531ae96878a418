// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harwell_boeing_text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <utility>

#include "text_source.hpp"

namespace filigree {
namespace detail {
namespace {

constexpr std::array<std::pair<char, HarwellBoeingField>, 4> fields = {
    {{'r', HarwellBoeingField::real},
     {'c', HarwellBoeingField::complex},
     {'i', HarwellBoeingField::integer},
     {'p', HarwellBoeingField::pattern}}};
constexpr std::array<std::pair<char, HarwellBoeingSymmetry>, 5> symmetries = {
    {{'u', HarwellBoeingSymmetry::unsymmetric},
     {'s', HarwellBoeingSymmetry::symmetric},
     {'h', HarwellBoeingSymmetry::hermitian},
     {'z', HarwellBoeingSymmetry::skew_symmetric},
     {'r', HarwellBoeingSymmetry::rectangular}}};

char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string_view take_word(std::string_view& text) {
  text = trim(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t\r"));
  text.remove_prefix(word.size());
  return word;
}

std::int64_t take_count(const Records& records, std::string_view& line, const char* what) {
  const std::string_view word = take_word(line);
  std::int64_t value = 0;
  // Below 2^62, so that sums of two counts are safe.
  if (parse_integer_field(word, value) && value >= 0 && value < std::int64_t(1) << 62) return value;
  records.context().fail(
      records.line(),
      std::string("the number of ") + what + " is " + (word.empty() ? "missing" : in_quotes(word)),
      "an integer from 0 to 2^62", "check that this is a Harwell-Boeing file");
}

/// The text up to the parenthesis that closes the first one.
FortranFormat take_format(const Records& records, std::string_view& line, const char* what) {
  line = trim(line);
  std::size_t length = 0;
  int depth = 0;
  for (bool closed = false; length < line.size() && !closed; ++length) {
    depth += line[length] == '(' ? 1 : line[length] == ')' ? -1 : 0;
    closed = depth == 0;
  }
  const std::string_view text = line.substr(0, length);
  FortranFormat format;
  if (!format.parse(text))
    records.context().fail(records.line(),
                           std::string("the format of the ") + what + " is " + in_quotes(text),
                           "a Fortran format of I, F, E, D or G fields, such as (10I8)",
                           "check the fourth line, which names the formats");
  line.remove_prefix(length);
  return format;
}

template <class Table, class Value>
bool find_letter(const Table& table, char letter, Value& value) {
  for (const auto& [known, meaning] : table) {
    if (to_lower(letter) != known) continue;
    value = meaning;
    return true;
  }
  return false;
}

bool parse_type(std::string_view type, HarwellBoeingHeader& header) {
  if (type.size() < 3 || !find_letter(fields, type[0], header.field) ||
      !find_letter(symmetries, type[1], header.symmetry))
    return false;
  header.assembled = to_lower(type[2]) == 'a';
  return header.assembled || to_lower(type[2]) == 'e';
}

void read_type_and_sizes(Records& records, HarwellBoeingHeader& header) {
  std::string_view line = records.next("the matrix type and its sizes");
  const std::string_view type = trim(line.substr(0, 3));
  const ReadContext& context = records.context();
  if (type.size() == 3 && to_lower(type[0]) == 'q')
    context.fail(records.line(), "the matrix type is " + in_quotes(type), "values in the same file",
                 "a type q file has its values in a second file; join the two first",
                 Status::not_supported);
  if (!parse_type(type, header))
    context.fail(records.line(), "the matrix type is " + in_quotes(type),
                 "three letters: R, C, I or P; U, S, H, Z or R; A or E",
                 "check that this is a Harwell-Boeing or Rutherford-Boeing file");
  line.remove_prefix(std::min<std::size_t>(3, line.size()));
  header.num_rows = take_count(records, line, "rows");
  header.num_cols = take_count(records, line, "columns");
  header.num_entries = take_count(records, line, "entries");
  if (!trim(line).empty()) header.num_element_values = take_count(records, line, "element values");
  const bool any_shape = header.symmetry == HarwellBoeingSymmetry::unsymmetric ||
                         header.symmetry == HarwellBoeingSymmetry::rectangular;
  if (header.assembled && !any_shape && header.num_rows != header.num_cols)
    context.fail(records.line(),
                 "a matrix of type " + in_quotes(type) + " is " + std::to_string(header.num_rows) +
                     " x " + std::to_string(header.num_cols),
                 "a square matrix", "declare it unsymmetric");
}

void read_right_hand_side_line(Records& records, HarwellBoeingText& text) {
  std::string_view line = records.next("the kind of right-hand sides");
  std::string type(line.substr(0, 3));
  type.resize(3, ' ');
  std::transform(type.begin(), type.end(), type.begin(), to_lower);
  if (type[0] != 'f' && type[0] != 'm')
    records.context().fail(records.line(), "the kind of right-hand sides is " + in_quotes(type),
                           "F or M first", "check the fifth line");
  line.remove_prefix(std::min<std::size_t>(3, line.size()));
  text.right_hand_side_type = type;
  text.header.num_right_hand_sides = take_count(records, line, "right-hand sides");
  if (!trim(line).empty())
    text.num_right_hand_side_indices = take_count(records, line, "right-hand side indices");
}

}  // namespace

bool Records::find_line() {
  for (;;) {
    const std::string_view window = source_->window();
    length_ = window.find('\n');
    if (length_ != std::string_view::npos) return true;
    length_ = window.size();
    if (source_->at_end()) return !window.empty();
    if (!source_->refill())
      context_->fail(line_ + 1, "a line of more than " + std::to_string(length_) + " bytes",
                     "a record of numbers", "check that this is a Harwell-Boeing file");
  }
}

std::string_view Records::next(const char* what) {
  if (!find_line())
    context_->fail(line_, "the file ends here", what, "check that the file was written completely");
  std::string_view record = source_->window().substr(0, length_);
  source_->consume(std::min(length_ + 1, source_->window().size()));
  if (!record.empty() && record.back() == '\r') record.remove_suffix(1);
  ++line_;
  return record;
}

std::string_view FieldReader::next_field() {
  if (next_ == format_.fields.size()) {
    record_ = records_.next(what_);
    next_ = 0;
  }
  const FortranField& field = format_.fields[next_++];
  const std::string_view text = field.column < record_.size()
                                    ? trim(record_.substr(field.column, field.width))
                                    : std::string_view{};
  if (text.empty())
    records_.context().fail(records_.line(),
                            "columns " + std::to_string(field.column + 1) + " to " +
                                std::to_string(field.column + field.width) + " are blank",
                            std::string("a number of ") + what_,
                            "check the formats in the fourth line");
  return text;
}

std::int64_t FieldReader::read_integer(std::int64_t least, std::int64_t greatest) {
  const std::string_view text = next_field();
  std::int64_t value = 0;
  if (parse_integer_field(text, value) && value >= least && value <= greatest) return value;
  records_.context().fail(
      records_.line(), in_quotes(text) + " stands among " + what_,
      "an integer from " + std::to_string(least) + " to " + std::to_string(greatest),
      "check the sizes in the third and the formats in the fourth line");
}

void FieldReader::fail_integer(std::string_view text, NumberResult result, const char* scalar) {
  const bool inexact = result == NumberResult::inexact;
  records_.context().fail(
      records_.line(),
      in_quotes(text) + " stands among " + what_ + (inexact ? " and would be rounded" : ""),
      inexact ? std::string("an integer that ") + scalar + " holds exactly"
              : std::string("an integer within the range of ") + scalar,
      inexact ? "read into std::int64_t or std::uint64_t, or set ReadOptions::round_integers"
              : "check the formats in the fourth line, or read into another type");
}

template <class T>
T FieldReader::read_integral() {
  const std::string_view text = next_field();
  std::string line(text);
  line += '\n';
  const char* p = line.data();
  const char* const end = p + line.size();
  T value{};
  NumberResult result = parse_integer(p, end, value);
  if (result != NumberResult::malformed && p != end - 1) result = NumberResult::malformed;
  if (result == NumberResult::ok) return value;
  if (result == NumberResult::inexact && records_.context().round_integers) {
    rounded_ = true;
    return value;
  }
  if constexpr (std::is_floating_point_v<T>) {
    // some files have their integers in a format of real numbers
    if (result == NumberResult::malformed &&
        parse_real_field(text, format_.fields[next_ - 1], value) == NumberResult::ok)
      return value;
  }
  fail_integer(text, result, scalar_name<T>);
}

template <class Real>
Real FieldReader::read_real() {
  const std::string_view text = next_field();
  Real value = 0;
  const NumberResult result = parse_real_field(text, format_.fields[next_ - 1], value);
  if (result == NumberResult::ok) return value;
  const bool overflow = result == NumberResult::overflow;
  records_.context().fail(
      records_.line(), in_quotes(text) + " stands among " + what_,
      overflow ? "a number within the scalar type's range" : "a number",
      overflow ? "read into double or complex_double" : "check the formats in the fourth line");
}

template <class Scalar>
Scalar FieldReader::read_value(HarwellBoeingField field) {
  if constexpr (std::is_integral_v<Scalar>) {
    return read_integral<Scalar>();
  } else if constexpr (is_complex_v<Scalar>) {
    using Real = typename Scalar::value_type;
    if (field == HarwellBoeingField::integer) return Scalar(read_integral<Real>(), Real(0));
    const Real real = read_real<Real>();
    return Scalar(real, field == HarwellBoeingField::complex ? read_real<Real>() : Real(0));
  } else {
    if (field == HarwellBoeingField::integer) return read_integral<Scalar>();
    const Scalar real = read_real<Scalar>();
    if (field == HarwellBoeingField::complex) static_cast<void>(read_real<Scalar>());
    return real;
  }
}

template float FieldReader::read_value(HarwellBoeingField);
template double FieldReader::read_value(HarwellBoeingField);
template complex_float FieldReader::read_value(HarwellBoeingField);
template complex_double FieldReader::read_value(HarwellBoeingField);
template std::int64_t FieldReader::read_value(HarwellBoeingField);
template std::uint64_t FieldReader::read_value(HarwellBoeingField);

bool is_harwell_boeing(std::string_view text) {
  const auto take_line = [&text] {
    const std::size_t length = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    return line;
  };
  take_line();
  take_line();
  HarwellBoeingHeader header;
  const bool typed = parse_type(take_line().substr(0, 3), header);
  const std::string_view formats = trim(take_line());
  return typed && !formats.empty() && formats.front() == '(';
}

HarwellBoeingText read_harwell_boeing_text(Records& records) {
  HarwellBoeingText text;
  const std::string_view title = records.next("the title");
  text.header.title = trim(title.substr(0, 72));
  if (title.size() > 72) text.header.key = trim(title.substr(72, 8));

  std::string_view counts = records.next("the numbers of lines");
  for (const char* what : {"lines", "pointer lines", "index lines", "value lines"})
    take_count(records, counts, what);
  const bool has_right_hand_sides =
      !trim(counts).empty() && take_count(records, counts, "right-hand side lines") > 0;

  read_type_and_sizes(records, text.header);

  std::string_view formats = records.next("the formats");
  text.pointer_format = take_format(records, formats, "pointers");
  text.index_format = take_format(records, formats, "row indices");
  if (text.header.field != HarwellBoeingField::pattern)
    text.value_format = take_format(records, formats, "values");
  if (!has_right_hand_sides) return text;
  text.right_hand_side_format = take_format(records, formats, "right-hand sides");
  // A pattern may name a format for the values that it has not.
  if (text.header.field == HarwellBoeingField::pattern && !trim(formats).empty())
    text.right_hand_side_format = take_format(records, formats, "right-hand sides");
  read_right_hand_side_line(records, text);
  return text;
}

void check_promise(const Records& records, std::int64_t count, const char* what) {
  const std::uint64_t bytes = records.most_bytes();
  if (std::uint64_t(count) <= bytes) return;
  records.context().fail(harwell_boeing_size_line,
                         "the header promises " + std::to_string(count) + " " + what +
                             ", of which " + std::to_string(bytes) + " bytes follow",
                         "at least a byte for each", "check that the file was written completely");
}

}  // namespace detail

HarwellBoeingHeader read_harwell_boeing_header(const FilePath& path) try {
  const auto context = detail::ReadContext::of_file("read_harwell_boeing_header", path);
  auto source = detail::TextSource::open(context, path);
  detail::Records records(context, source);
  return detail::read_harwell_boeing_text(records).header;
} catch (...) {
  detail::rethrow_as_error("read_harwell_boeing_header");
}

HarwellBoeingHeader parse_harwell_boeing_header(std::string_view text) try {
  const auto context = detail::ReadContext::of_memory("parse_harwell_boeing_header");
  auto source = detail::TextSource::from_memory(context, text);
  detail::Records records(context, source);
  return detail::read_harwell_boeing_text(records).header;
} catch (...) {
  detail::rethrow_as_error("parse_harwell_boeing_header");
}

}  // namespace filigree
