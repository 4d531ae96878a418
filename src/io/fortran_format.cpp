// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fortran_format.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace filigree::detail {
namespace {

constexpr std::size_t max_fields = 1000;
constexpr std::size_t max_width = 255;
constexpr std::size_t max_columns = 100000;
constexpr int max_depth = 8;

/// Walks through the text of a format; groups are walked through as often as they repeat.
class FormatParser {
 public:
  FormatParser(std::string_view text, std::vector<FortranField>& fields)
      : text_(text), fields_(fields) {}

  bool parse() {
    skip_blanks();
    if (!take('(') || !parse_list(0)) return false;
    skip_blanks();
    return position_ == text_.size() && !fields_.empty();
  }

 private:
  char peek() const {
    if (position_ == text_.size()) return '\0';
    const char c = text_[position_];
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  bool take(char expected) {
    if (peek() != expected) return false;
    ++position_;
    return true;
  }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t') ++position_;
  }
  /// A number of at most six digits; false where there is none.
  bool take_number(std::size_t& value) {
    const std::size_t begin = position_;
    value = 0;
    while (is_digit(peek()) && position_ - begin < 6)
      value = value * 10 + std::size_t(text_[position_++] - '0');
    return position_ != begin && !is_digit(peek());
  }

  /// The items up to the closing parenthesis, which it takes.
  bool parse_list(int depth) {
    for (;;) {
      skip_blanks();
      if (take(')')) return true;
      if (take(',')) continue;
      if (!parse_item(depth)) return false;
    }
  }

  bool parse_item(int depth) {
    // Nested groups without fields could repeat for ever.
    if (++num_items_ > 10 * max_fields) return false;
    const bool negative = take('-');
    if (!negative) take('+');
    std::size_t count = 1;
    const bool counted = take_number(count);
    if (!counted) count = 1;
    skip_blanks();
    if (counted && take('P')) {
      scale_ = negative ? -int(count) : int(count);
      return count <= 99;
    }
    if (negative || count == 0) return false;
    if (take('X')) return advance(count);
    if (take('(')) return parse_group(count, depth + 1);
    return parse_fields(count);
  }

  bool parse_group(std::size_t count, int depth) {
    if (depth > max_depth) return false;
    const std::size_t begin = position_;
    for (std::size_t k = 0; k < count; ++k) {
      if (++num_items_ > 10 * max_fields) return false;  // a group of nothing is no item
      position_ = begin;
      if (!parse_list(depth)) return false;
    }
    return true;
  }

  bool advance(std::size_t columns) {
    column_ += columns;
    return column_ <= max_columns;
  }

  bool parse_fields(std::size_t count) {
    const char letter = peek();
    if (letter == '\0' || std::strchr("IFEDG", letter) == nullptr) return false;
    ++position_;
    if (letter == 'E' && (peek() == 'S' || peek() == 'N')) ++position_;
    std::size_t width = 0;
    std::size_t digits = 0;
    std::size_t exponent_digits = 0;
    if (!take_number(width) || width == 0 || width > max_width) return false;
    if (take('.') && (!take_number(digits) || digits > max_width)) return false;
    if (letter != 'I' && take('E') && !take_number(exponent_digits)) return false;
    if (letter == 'I') digits = 0;  // there it is the least number of digits to write
    const int scale = letter == 'I' ? 0 : scale_;
    for (std::size_t k = 0; k < count; ++k) {
      if (fields_.size() == max_fields) return false;
      fields_.push_back({column_, width, int(digits), scale});
      if (!advance(width)) return false;
    }
    return true;
  }

  std::string_view text_;
  std::vector<FortranField>& fields_;
  std::size_t position_ = 0;
  std::size_t column_ = 0;
  std::size_t num_items_ = 0;
  int scale_ = 0;
};

}  // namespace

bool FortranFormat::parse(std::string_view text) {
  fields.clear();
  constexpr std::size_t longest_text = 1024;  // a file's line has 80 characters
  if (text.size() > longest_text) return false;
  return FormatParser(text, fields).parse();
}

bool parse_integer_field(std::string_view text, std::int64_t& value) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() &&
         is_digit(text.back());
}

template <class Real>
NumberResult parse_real_field(std::string_view text, const FortranField& field, Real& value) {
  // Rewritten as mantissa, E, exponent, line end.
  char buffer[max_width + 32];
  if (text.empty() || text.size() > max_width) return NumberResult::malformed;
  const bool word = text.find_first_of("iInN") != std::string_view::npos;
  const std::size_t letter = word ? std::string_view::npos : text.find_first_of("eEdDqQ");
  const std::size_t split =
      word ? text.size() : std::min({letter, text.find_first_of("+-", 1), text.size()});
  const std::string_view mantissa = text.substr(0, split);
  std::string_view exponent_text = text.substr(split);
  std::int64_t exponent = 0;
  if (exponent_text.empty()) {
    exponent = -std::int64_t(field.scale);
  } else {
    // A blank behind the letter stands for a plus sign.
    if (letter == split) exponent_text.remove_prefix(1);
    if (letter == split && exponent_text.size() > 1 && exponent_text.front() == ' ') {
      exponent_text.remove_prefix(
          std::min(exponent_text.find_first_not_of(' '), exponent_text.size()));
      if (exponent_text.empty() || !is_digit(exponent_text.front())) return NumberResult::malformed;
    }
    if (!parse_integer_field(exponent_text, exponent)) return NumberResult::malformed;
    exponent = std::clamp<std::int64_t>(exponent, -100000, 100000);
  }
  if (mantissa.find('.') == std::string_view::npos) exponent -= field.digits;

  char* end = std::copy(mantissa.begin(), mantissa.end(), buffer);
  if (!word && exponent != 0) {
    *end++ = 'e';
    end = std::to_chars(end, buffer + sizeof buffer - 1, exponent).ptr;
  }
  *end++ = '\n';
  const char* p = buffer;
  const NumberResult result = parse_real(p, end, value);
  return result == NumberResult::ok && p != end - 1 ? NumberResult::malformed : result;
}

template NumberResult parse_real_field(std::string_view, const FortranField&, float&);
template NumberResult parse_real_field(std::string_view, const FortranField&, double&);

}  // namespace filigree::detail
